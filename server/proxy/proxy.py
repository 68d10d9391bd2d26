"""A companion for browsers: it serves the page on this computer, and carries what is said to a server elsewhere.

A browser can neither speak native frames nor look at a pinned key.  So the page speaks JSON with us, on loopback, and
we speak TLS with the server whose key the invite names.  The messages are the same on both ways, and each is read on
its way: what is none is refused here.  The page has its own key and signs its own answers; we have none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall

from ironbottom.keys import PUBLIC, signed
from ironbottom.language import _
from ironbottom.record import ENGINE
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.messages import (
    Bye,
    Challenge,
    Hello,
    Login,
    Malformed,
    Message,
    Ping,
    Pong,
    Refused,
    Unknown,
    Welcome,
)
from ironbottom.wire.session import Broken, Native, Session
from ironbottom.wire.signing import SERVER

from ..listening.listener import Listener, listen
from ..listening.static import Upstream
from ..runtime.settings import Allowance, Limits, Settings, software
from ..store.card_sets import card_sets
from ..store.data_folder import own_folder
from ..transport.session import ClientSession
from .upstream import AGAIN, NEVER, HappyEyeballs, UpstreamConnection, named

HERE = "127.0.0.1"
TICK = 1.0
LIMITS = Limits(  # for one person at this computer, and not for programs that want to reach the server through us
    near=Allowance(connections=64, arrivals=50.0, arrivals_at_once=400, messages=50.0, messages_at_once=400),
    total=64,
    first=25.0,  # seconds: the server elsewhere is looked for meanwhile
)


class ProxyClient(ClientSession):
    """Somebody at the page here, who sits at a table elsewhere: who he is, is for the server there to find out."""

    __slots__ = ()

    def _greet(self, hello: Hello) -> None:
        self.name = clean_name(hello.name)
        self._lobby.hear(self, hello)

    def _log_in(self, login: Login) -> None:
        self._lobby.hear(self, login)


class ProxySession:
    """What is said between one client and the server elsewhere."""

    def __init__(self, reactor: Any, upstream: Upstream, client: ProxyClient, hello: Hello) -> None:
        self._client, self._pin, self._hello = client, upstream.pin, hello
        self._now: Callable[[], float] = reactor.seconds
        self._session = Session("client", Native("client"), self._now())
        self._connection: UpstreamConnection | None = None
        self._search = HappyEyeballs(reactor, upstream, self._reached, client.hang_up)

    def say(self, message: Message) -> None:
        """Carry something to the server.  Nothing can be said before it has answered the first message."""
        if self._connection is not None and self._session.state != "closed":
            self._connection.write(self._session.send(message, self._now()))

    def tick(self) -> None:
        """Every second: ask after a server that is silent, and leave one that is gone."""
        if self._connection is None:
            return
        try:
            ping = self._session.tick(self._now())
        except Broken as broken:
            self.say(broken.bye)
            self._lost()
            return
        if ping is not None:
            self.say(ping)

    def end(self) -> None:
        """The client has gone."""
        self._search.stop()
        if self._connection is not None:
            self.say(Bye("leaving"))
            self._connection.end()

    def _reached(self, connection: UpstreamConnection) -> None:
        """The right server is there: only now anything is said."""
        self._connection, connection.hear, connection.lost = connection, self._hear, self._lost
        self._session = Session("client", Native("client"), self._now())
        self.say(self._hello)

    def _lost(self) -> None:
        assert self._connection is not None
        text = _("The page on this computer is there, but its connection to the server at {address} is lost.")
        self._client.hang_up(Bye(AGAIN, text.format(address=named(self._connection.address))))

    def _hear(self, data: bytes) -> None:
        try:
            messages = self._session.receive(data, self._now())
        except Broken as broken:
            self.say(broken.bye)
            self._client.hang_up(Bye(AGAIN, _("The server said something that this program does not understand.")))
            return
        for message in messages:
            self._carry(message)

    def _carry(self, message: Any) -> None:
        """Bring a message of the server to the page."""
        if isinstance(message, Ping):
            self.say(Pong(message.n))
        elif isinstance(message, Bye):
            self._client.hang_up(message)
        elif isinstance(message, Unknown | Malformed):
            if message.seq:  # somebody waits for it
                text = _("The server gave an answer that this program cannot read; it is older than the server.")
                self._client.tell(Refused(message.seq, "unknown-message", text))
        elif isinstance(message, Challenge) and not signed(message.key, message.proof, SERVER, self._pin):
            text = _("The server passes on what another server says: somebody stands in between.  Nothing was told to "
                     "him; ask your friend for a new invite.")
            self._client.hang_up(Bye(NEVER, text))
        else:
            self._client.tell(message)


class ProxyHandler:
    """Stands behind the connections of the pages here; the lobby itself is elsewhere."""

    public, engine, proof = bytes(PUBLIC), ENGINE, b""

    def __init__(self, reactor: Any, upstream: Upstream) -> None:
        self._reactor, self._upstream, self.software = reactor, upstream, software()
        self._proxied: dict[ClientSession, ProxySession] = {}
        self._beat = LoopingCall(self._tick)
        self._beat.clock = reactor

    def start(self) -> None:
        """Look after the servers' silence from now on."""
        self._beat.start(TICK, now=False)

    def stop(self) -> None:
        """Leave all of them."""
        self._beat.stop()
        for session in [*self._proxied]:
            self.lost(session)

    def turned_away(self, session: ClientSession) -> Bye | None:
        """Not ours to say, either."""
        return None

    def welcome(self, session: ClientSession) -> Welcome:
        """Not ours to say: the server elsewhere says it to its client, and it is carried to him."""
        return Welcome(session.name, ())

    def hear(self, session: ClientSession, message: Any) -> None:
        """Carry it on."""
        if isinstance(message, Hello):
            assert isinstance(session, ProxyClient)
            self._proxied[session] = ProxySession(self._reactor, self._upstream, session, message)
        elif session in self._proxied:
            self._proxied[session].say(message)

    def lost(self, session: ClientSession) -> None:
        """A page is closed."""
        proxied = self._proxied.pop(session, None)
        if proxied is not None:
            proxied.end()

    def _tick(self) -> None:
        for proxied in [*self._proxied.values()]:
            proxied.tick()


class Proxy:
    """A companion that runs."""

    def __init__(self, settings: Settings, reactor: Any, upstream: Upstream) -> None:
        own_folder(settings.data)
        self.settings, self.reactor, self._upstream = settings, reactor, upstream
        self.lobby = ProxyHandler(reactor, upstream)
        self.listening: Listener | None = None

    def start(self) -> Listener:
        """Listen.  Raises CannotServe."""
        sets = card_sets(())
        self.listening = listen(
            self.lobby, self.settings, self.reactor, sets=sets, session=ProxyClient, upstream=self._upstream
        )
        self.lobby.start()
        return self.listening

    def stop(self) -> Deferred[None]:
        """Say goodbye, and let go of the port."""
        self.lobby.stop()
        assert self.listening is not None
        text = _("The page on this computer has stopped; your game waits at the server.")
        return self.listening.stop(text)

    def interrupted(self) -> None:
        """Whoever started us has gone."""
        if self.reactor.running:
            self.reactor.stop()
