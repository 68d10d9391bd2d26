"""One connection to a server: TLS whose key is pinned, the messages on it, and the login.

There is no certificate authority and never a certificate question: an invite, or an earlier meeting, says which key the
server has.  Nothing of ours is sent before that key is seen, beside the handshake itself.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest
from importlib.metadata import version
from ipaddress import ip_address
from time import monotonic
from typing import Any

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import load_der_x509_certificate

from ironbottom.keys import sign, signed
from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.invite import PIN, Address
from ironbottom.wire.messages import VERSIONS, Bye, Challenge, Hello, Login, Message, Ping, Pong, Welcome
from ironbottom.wire.session import Broken, Native, Session
from ironbottom.wire.signing import LOGIN, SERVER

from ..console.errors import UserError
from ..storage.identity import Identity
from .server_messages import in_our_words

CONNECT = 5.0  # seconds for an address to answer
GREET = 10.0  # seconds for a server to say who it is
CHUNK = 65_536
TRANSIENT = ("restart", "closed", "silence", "late", "limit")  # farewells after which one may come again


class NotReached(UserError):
    """There is no connection by this way now; it may be tried again."""


class WrongKey(NotReached):
    """Somebody answers there, but not the server that was expected."""

    def __init__(self, sentence: str, addresses: tuple[Address, ...]) -> None:
        super().__init__(sentence)
        self.addresses = addresses


class Refusal(UserError):
    """The server does not want us; to try again makes no sense."""


class Lost(Exception):
    """The connection is gone; `bye` is what the server said before, if it said something."""

    def __init__(self, why: str, bye: Bye | None = None) -> None:
        super().__init__(why)
        self.bye = bye


def software() -> str:
    """What this program calls itself to others."""
    return f"ironbottom {version('ironbottom')}"


def named(address: Address) -> str:
    """An address for people: "192.168.1.5 port 4277"."""
    return _("{host} port {port}").format(host=address.host, port=address.port)


def typed(address: Address) -> str:
    """An address as a command takes it: "192.168.1.5:4277", "[fe80::1]:4277"."""
    host = f"[{address.host}]" if ":" in address.host else address.host
    return f"{host}:{address.port}"


def pin_of(certificate: bytes) -> bytes:
    """What an invite says of a server's key: 16 bytes of SHA-256 over the certificate's SubjectPublicKeyInfo."""
    key = load_der_x509_certificate(certificate).public_key()
    return sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()[:PIN]


def _context() -> ssl.SSLContext:
    """TLS 1.3 to whoever answers: the pin is looked at afterwards, by us."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Connection:
    """A connection, from the first byte to the last."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: Address) -> None:
        self._reader, self._writer, self.address = reader, writer, address
        self._session = Session("client", Native("client"), monotonic())
        self._read: list[Any] = []  # messages that have come, and that nobody has heard yet
        self._bye: Bye | None = None  # what the server said last

    @classmethod
    async def open(cls, address: Address, pin: bytes | None, *, plain: bool = False) -> Connection:
        """Connect; with a pin only to the server whose key it is.  Raises NotReached, which names what failed."""
        if plain and not ip_address(address.host).is_loopback:
            raise AssertionError("without TLS only to this machine, in tests")
        reader, writer = await _connected(address, None if plain else _context())
        connection = cls(reader, writer, address)
        if pin is not None and not plain and not compare_digest(connection.pin, pin):
            writer.transport.abort()
            text = _("at {address} somebody answers whose key is not the one in the invite")
            raise WrongKey(text.format(address=named(address)), (address,))
        return connection

    @property
    def pin(self) -> bytes:
        """Of the key that the server has shown."""
        return pin_of(self._writer.get_extra_info("ssl_object").getpeercert(binary_form=True))

    @property
    def secure(self) -> bool:
        """Whether this is TLS: plain frames are for this machine alone."""
        return self._writer.get_extra_info("ssl_object") is not None

    async def log_in(self, me: Identity) -> tuple[Challenge, Welcome]:
        """Say who we are, and prove it.  Raises NotReached or Refusal."""
        self.say(Hello(VERSIONS, software(), me.public, me.name, me.bot))
        try:
            async with asyncio.timeout(GREET):
                challenge = await self._one(Challenge)
                if not VERSIONS[0] <= challenge.version <= VERSIONS[1]:
                    text = _("The server wants to speak version {n} of the protocol, which this client does not know: "
                             "upgrade it, as the README says under Install.")
                    raise Refusal(text.format(n=challenge.version))
                if self.secure and not signed(challenge.key, challenge.proof, SERVER, self.pin):
                    raise Refusal(_("The server passes on what another server says: somebody stands in between.  "
                                    "Nothing was told to him; ask your friend for a new invite."))
                self.say(Login(sign(me.key, LOGIN, challenge.nonce, challenge.key)))
                return challenge, await self._one(Welcome)
        except (Lost, TimeoutError) as error:
            bye = error.bye if isinstance(error, Lost) else None
            if bye is not None:
                raise (NotReached if bye.code in TRANSIENT else Refusal)(in_our_words(bye.code, bye.text)) from None
            text = _("{address} answers, but is not an Iron Bottom server, or one that does not let anybody in now")
            raise NotReached(text.format(address=named(self.address))) from None

    async def _one(self, kind: Any) -> Any:
        """The next message, which must be of a kind; what comes with it waits."""
        message, *self._read = await self.hear()
        if not isinstance(message, kind):
            raise Lost("")
        return message

    async def hear(self) -> list[Any]:
        """The next messages, at least one.  Raises Lost, when everything before the end has been heard."""
        while not self._read:
            if self._bye is not None:
                raise Lost(in_our_words(self._bye.code, self._bye.text), self._bye)
            try:
                data = await self._reader.read(CHUNK)
            except OSError as error:
                raise Lost(_("the connection broke ({why})").format(why=error.strerror or error)) from None
            if not data:
                raise Lost(phrase("distrust.closed_connection"))
            self._receive(data)
        read, self._read = self._read, []
        return read

    def _receive(self, data: bytes) -> None:
        try:
            messages = self._session.receive(data, monotonic())
        except Broken as broken:
            self.say(broken.bye)
            raise Lost(phrase("distrust.not_understood")) from None
        for message in messages:
            if isinstance(message, Bye):
                self._bye = message
                return
            if isinstance(message, Ping):
                self.say(Pong(message.n))
            else:
                self._read.append(message)

    def say(self, message: Message) -> None:
        """Say something; on a connection that is gone it is lost."""
        if self._session.state != "closed" and not self._writer.is_closing():
            self._writer.write(self._session.send(message, monotonic()))

    def tick(self) -> None:
        """Every second or so: ask after a server that is silent, and leave one that is gone."""
        if self._session.state == "closed":
            return
        try:
            ping = self._session.tick(monotonic())
        except Broken as broken:
            self.say(broken.bye)
            self._writer.transport.abort()
            return
        if ping is not None:
            self.say(ping)

    async def close(self, bye: Bye | None = None) -> None:
        """Say goodbye, and hang up."""
        if bye is not None:
            self.say(bye)
        self._writer.close()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(1.0):
                await self._writer.wait_closed()


async def _connected(
    address: Address, context: ssl.SSLContext | None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to an address, with TLS on it.  Raises NotReached."""
    try:
        async with asyncio.timeout(CONNECT):
            way = await _socket(address)
    except (OSError, TimeoutError, UnicodeError):
        raise NotReached(_("{address} does not answer").format(address=named(address))) from None
    try:
        async with asyncio.timeout(GREET):
            return await asyncio.open_connection(sock=way, ssl=context, server_hostname=None if context is None else "")
    except (OSError, TimeoutError):
        way.close()
        text = _("{address} answers, but is not an Iron Bottom server")
        raise NotReached(text.format(address=named(address))) from None


async def _socket(address: Address) -> socket.socket:
    """A socket that is connected; a name may mean several addresses.  Raises OSError."""
    loop = asyncio.get_running_loop()
    failed = OSError()
    for family, kind, protocol, _name, where in await loop.getaddrinfo(*address, type=socket.SOCK_STREAM):
        way = socket.socket(family, kind, protocol)
        way.setblocking(False)
        try:
            await loop.sock_connect(way, where)
        except OSError as error:
            way.close()
            failed = error
        except asyncio.CancelledError:
            way.close()
            raise
        else:
            way.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return way
    raise failed
