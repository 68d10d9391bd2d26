"""A server that says what a test tells it to say: the real session on a socket of this machine, and no game."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from ironbottom.client.net.connection import pin_of
from ironbottom.keys import sign, signed
from ironbottom.wire.codecs import NATIVE_FROM_CLIENT
from ironbottom.wire.frames import LENGTH
from ironbottom.wire.invite import Address
from ironbottom.wire.messages import Bye, Challenge, Hello, Login, Message, Pong, Welcome
from ironbottom.wire.session import Broken, Native, Session
from ironbottom.wire.signing import LOGIN
from ironbottom.wire.signing import SERVER as PROOF

from .table import SERVER, SERVER_PUBLIC

NONCE = b"n" * 32
PATIENCE = 10.0  # seconds until a test gives up
T = TypeVar("T")

Answers = Callable[[Any], list[Message]]


class Double:
    """`asked` is everything that clients said after their login; `answers` gives what each request leads to."""

    def __init__(self, answers: Answers | None = None) -> None:
        self.answers: Answers = answers or (lambda request: [])
        self.asked: list[Any] = []
        self.pongs: list[int] = []
        self.hellos: list[Hello] = []
        self.welcome: Message = Welcome("Ann", (), "")
        self.key = SERVER_PUBLIC
        self.proof = b""  # over its pin, where it speaks TLS
        self.port = 0
        self.greeting: Bye | None = None  # said in place of a challenge
        self._lines: list[tuple[asyncio.StreamWriter, Session]] = []
        self._server: asyncio.Server | None = None

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.port)

    async def open(self, context: ssl.SSLContext | None = None) -> None:
        """Listen; the second time on the same port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port, ssl=context)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Hang up on everybody, and listen no more."""
        if self._server is not None:
            self._server.close()
        self.cut()

    def cut(self) -> None:
        """Lose all connections."""
        for writer, _session in self._lines:
            if not writer.transport.is_closing():  # one that is closed has nothing to abort until 3.11.4
                writer.transport.abort()
        self._lines.clear()

    def say(self, message: Message) -> None:
        """Say something to everybody who is logged in."""
        for writer, session in self._lines:
            writer.write(session.send(message, monotonic()))

    async def heard(self, kind: type[T], n: int = 1) -> T:
        """The n-th message of a kind that clients have said, as soon as it is there."""
        async with asyncio.timeout(PATIENCE):
            while len(found := [one for one in self.asked if isinstance(one, kind)]) < n:
                await asyncio.sleep(0.005)
        return found[n - 1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        session = Session("server", Native("server"), monotonic())
        try:
            while data := await reader.read(65_536):
                self.pongs += _pongs(data)
                for message in session.receive(data, monotonic()):
                    for answer in self._answered(message, writer, session):
                        writer.write(session.send(answer, monotonic()))
        except (OSError, Broken, asyncio.CancelledError):
            return
        finally:
            writer.close()

    def _answered(self, message: Any, writer: asyncio.StreamWriter, session: Session) -> list[Message]:
        if isinstance(message, Hello):
            self.hellos.append(message)
            return [self.greeting or Challenge(1, "double", "1", self.key, NONCE, self.proof)]
        if isinstance(message, Login):
            assert signed(self.hellos[-1].key, message.signature, LOGIN, NONCE, self.key)
            self._lines.append((writer, session))
            return [self.welcome]
        if isinstance(message, Bye):
            return []
        self.asked.append(message)
        return self.answers(message)


def _pongs(data: bytes) -> list[int]:
    """The session keeps pongs to itself; they come alone, and small."""
    try:
        message = NATIVE_FROM_CLIENT.decode(data[LENGTH:])
    except ValueError:
        return []
    return [message.n] if isinstance(message, Pong) else []


@asynccontextmanager
async def double(
    answers: Answers | None = None, context: ssl.SSLContext | None = None, pin: bytes = b""
) -> AsyncIterator[Double]:
    """A double that listens."""
    server = Double(answers)
    server.proof = sign(SERVER, PROOF, pin) if pin else b""
    await server.open(context)
    try:
        yield server
    finally:
        await server.close()


def certificate(folder: Path) -> tuple[ssl.SSLContext, bytes]:
    """A self-signed certificate for a server, and its pin."""
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "double")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - timedelta(days=400))
        .not_valid_after(now - timedelta(days=35)).sign(key, SHA256())
    )
    path = folder / "double.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + made.public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_cert_chain(path)
    return context, pin_of(made.public_bytes(Encoding.DER))
