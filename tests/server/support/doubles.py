"""What the tests of the server's connections put in place of a lobby, a network and a clock."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionDone
from twisted.internet.interfaces import IAddress, ITransport
from twisted.internet.task import Clock
from twisted.python.failure import Failure
from zope.interface import implementer

from ironbottom.keys import new_key, public_bytes, sign
from ironbottom.server.listening.http import Website
from ironbottom.server.listening.port_mux import PortMux, for_website
from ironbottom.server.runtime.metrics import Metrics
from ironbottom.server.runtime.settings import Limits, Settings
from ironbottom.server.transport.connection_guard import ConnectionGuard
from ironbottom.server.transport.context import ServerContext
from ironbottom.server.transport.session import ClientSession
from ironbottom.server.transport.tls import Tls13, new_certificate
from ironbottom.wire.fields import PIECE
from ironbottom.wire.messages import Bye, Challenge, Fetch, Hello, Login, Message, Ok, Piece, Welcome
from ironbottom.wire.session import Native, Session
from ironbottom.wire.signing import LOGIN

CERTIFICATE = new_certificate()


class EchoLobby:
    """A lobby that says Ok to everything."""

    def __init__(self) -> None:
        self.public = public_bytes(new_key())
        self.software, self.engine, self.proof = "echo", "0", b""
        self.heard: list[Any] = []
        self.gone: list[ClientSession] = []

    def turned_away(self, session: ClientSession) -> Bye | None:
        return None

    def welcome(self, session: ClientSession) -> Welcome:
        return Welcome(session.name, ())

    def hear(self, session: ClientSession, message: Any) -> None:
        """To a Fetch as many pieces as it names."""
        self.heard.append(message)
        if isinstance(message, Fetch):
            for part in range(message.part):
                session.tell(Piece(message.seq, part, message.part, bytes(PIECE)))
        session.tell(Ok(message.seq))

    def lost(self, session: ClientSession) -> None:
        self.gone.append(session)


@implementer(ITransport)
class KeptSocket:
    """A socket: what is written is kept, as if the other end read nothing until `read` is called."""

    def __init__(self, address: str, own: str) -> None:
        self.address, self.own = address, own
        self.waiting = b""
        self.producer: Any = None
        self.disconnecting = self.aborted = False

    def write(self, data: bytes) -> None:
        self.waiting += data

    def writeSequence(self, data: Iterable[bytes]) -> None:
        self.write(b"".join(data))

    def loseConnection(self) -> None:
        self.disconnecting = True

    def abortConnection(self) -> None:
        self.disconnecting = self.aborted = True

    def registerProducer(self, producer: Any, streaming: bool) -> None:
        assert self.producer is None
        self.producer = producer

    def unregisterProducer(self) -> None:
        self.producer = None

    def getPeer(self) -> IAddress:
        return IPv4Address("TCP", self.address, 50_000)

    def getHost(self) -> IAddress:
        return IPv4Address("TCP", self.own, 4277)

    def read(self) -> bytes:
        """The other end reads everything."""
        data, self.waiting = self.waiting, b""
        if self.producer is not None:
            self.producer.resumeProducing()
        return data


class Grounds:
    """Everything that one server has, but the network."""

    def __init__(self, limits: Limits | None = None, **settings: Any) -> None:
        self.clock, self.lobby, self.metrics = Clock(), EchoLobby(), Metrics()
        told = Settings(data=Path("nowhere"), limits=limits or Limits(), **settings)
        self.context = ServerContext(
            self.lobby, told, self.clock, begin=for_website(Website(told, self.metrics)), tls=Tls13(CERTIFICATE),
            metrics=self.metrics, real=self.clock.seconds,
        )
        self.context.ticker.start()

    def wait(self, seconds: float) -> None:
        """Time goes by, as smoothly as the ticker needs it."""
        self.clock.pump([0.1] * round(seconds * 10))

    def connect(self, address: str = "192.0.2.7", own: str = "198.51.100.1") -> BothEnds:
        """Somebody connects."""
        guard = PortMux(self.context).buildProtocol(IPv4Address("TCP", address, 50_000))
        assert isinstance(guard, ConnectionGuard), "turned away"
        return BothEnds(guard, KeptSocket(address, own))


class BothEnds:
    """Both ends of a connection, and the way between them."""

    def __init__(self, guard: ConnectionGuard, wire: KeptSocket) -> None:
        self.guard, self.wire = guard, wire
        guard.makeConnection(wire)
        self.session = Session("client", Native("client"), 0.0)
        self.key = new_key()

    def send(self, data: bytes) -> None:
        """Bytes arrive at the server, unless it has cut the connection."""
        if not self.wire.aborted:
            self.guard.dataReceived(data)

    def say(self, message: Message) -> None:
        self.send(self.session.send(message, 0.0))

    def hear(self) -> list[Any]:
        """The messages that have come."""
        return self.session.receive(self.wire.read(), 0.0)

    def hello(self) -> Challenge:
        self.say(Hello((1, 1), "test", public_bytes(self.key), "Tanaka"))
        challenge = self.hear()[0]
        assert isinstance(challenge, Challenge)
        return challenge

    def log_in(self) -> None:
        """All the way in, over native frames."""
        challenge = self.hello()
        self.say(Login(sign(self.key, LOGIN, challenge.nonce, challenge.key)))
        assert isinstance(self.hear()[0], Welcome)

    def lose(self) -> None:
        """The connection is gone."""
        self.guard.connectionLost(Failure(ConnectionDone()))
