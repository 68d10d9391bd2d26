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
from .upstream import LOST, WRONG, HappyEyeballs, UpstreamConnection, named

HERE = "127.0.0.1"
PULSE = 1.0
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
        self._hall.hear(self, hello)

    def _log_in(self, login: Login) -> None:
        self._hall.hear(self, login)


class ProxySession:
    """What is said between one passenger and the server elsewhere."""

    def __init__(self, reactor: Any, far: Upstream, passenger: ProxyClient, hello: Hello) -> None:
        self._passenger, self._pin, self._hello = passenger, far.pin, hello
        self._now: Callable[[], float] = reactor.seconds
        self._session = Session("client", Native("client"), self._now())
        self._leg: UpstreamConnection | None = None
        self._search = HappyEyeballs(reactor, far, self._reached, passenger.hang_up)

    def say(self, message: Message) -> None:
        """Carry something to the server.  Nothing can be said before it has answered the first message."""
        if self._leg is not None and self._session.state != "closed":
            self._leg.write(self._session.send(message, self._now()))

    def pulse(self) -> None:
        """Every second: ask after a server that is silent, and leave one that is gone."""
        if self._leg is None:
            return
        try:
            ping = self._session.pulse(self._now())
        except Broken as broken:
            self.say(broken.bye)
            self._lost()
            return
        if ping is not None:
            self.say(ping)

    def end(self) -> None:
        """The passenger has gone."""
        self._search.stop()
        if self._leg is not None:
            self.say(Bye("leaving"))
            self._leg.end()

    def _reached(self, leg: UpstreamConnection) -> None:
        """The right server is there: only now anything is said."""
        self._leg, leg.hear, leg.lost = leg, self._hear, self._lost
        self._session = Session("client", Native("client"), self._now())
        self.say(self._hello)

    def _lost(self) -> None:
        assert self._leg is not None
        text = _("The page on this computer is there, but its connection to the server at {address} is lost.")
        self._passenger.hang_up(Bye(LOST, text.format(address=named(self._leg.address))))

    def _hear(self, data: bytes) -> None:
        try:
            messages = self._session.receive(data, self._now())
        except Broken as broken:
            self.say(broken.bye)
            self._passenger.hang_up(Bye(LOST, _("The server said something that this program does not understand.")))
            return
        for message in messages:
            self._carry(message)

    def _carry(self, message: Any) -> None:
        """Bring a message of the server to the page."""
        if isinstance(message, Ping):
            self.say(Pong(message.n))
        elif isinstance(message, Bye):
            self._passenger.hang_up(message)
        elif isinstance(message, Unknown | Malformed):
            if message.seq:  # somebody waits for it
                text = _("The server gave an answer that this program cannot read; it is older than the server.")
                self._passenger.tell(Refused(message.seq, "unknown-message", text))
        elif isinstance(message, Challenge) and not signed(message.key, message.proof, SERVER, self._pin):
            text = _("The server passes on what another server says: somebody stands in between.  Nothing was told to "
                     "him; ask your friend for a new invite.")
            self._passenger.hang_up(Bye(WRONG, text))
        else:
            self._passenger.tell(message)


class ProxyHandler:
    """Stands behind the connections of the pages here; the hall itself is elsewhere."""

    public, engine, proof = bytes(PUBLIC), ENGINE, b""

    def __init__(self, reactor: Any, far: Upstream) -> None:
        self._reactor, self._far, self.software = reactor, far, software()
        self._journeys: dict[ClientSession, ProxySession] = {}
        self._beat = LoopingCall(self._pulse)
        self._beat.clock = reactor

    def start(self) -> None:
        """Look after the servers' silence from now on."""
        self._beat.start(PULSE, now=False)

    def stop(self) -> None:
        """Leave all of them."""
        self._beat.stop()
        for caller in [*self._journeys]:
            self.lost(caller)

    def welcome(self, caller: ClientSession) -> Welcome:
        """Not ours to say: the server elsewhere says it to its passenger, and it is carried to him."""
        return Welcome(caller.name, ())

    def hear(self, caller: ClientSession, message: Any) -> None:
        """Carry it on."""
        if isinstance(message, Hello):
            assert isinstance(caller, ProxyClient)
            self._journeys[caller] = ProxySession(self._reactor, self._far, caller, message)
        elif caller in self._journeys:
            self._journeys[caller].say(message)

    def lost(self, caller: ClientSession) -> None:
        """A page is closed."""
        journey = self._journeys.pop(caller, None)
        if journey is not None:
            journey.end()

    def _pulse(self) -> None:
        for journey in [*self._journeys.values()]:
            journey.pulse()


class Proxy:
    """A companion that runs."""

    def __init__(self, settings: Settings, reactor: Any, far: Upstream) -> None:
        own_folder(settings.data)
        self.settings, self.reactor, self._far = settings, reactor, far
        self.hall = ProxyHandler(reactor, far)
        self.listening: Listener | None = None

    def start(self) -> Listener:
        """Listen.  Raises CannotServe."""
        sets = card_sets(())
        self.listening = listen(self.hall, self.settings, self.reactor, sets=sets, caller=ProxyClient, far=self._far)
        self.hall.start()
        return self.listening

    def stop(self) -> Deferred[None]:
        """Say goodbye, and let go of the port."""
        self.hall.stop()
        assert self.listening is not None
        text = _("The page on this computer has stopped; your game waits at the server.")
        return self.listening.stop(text)

    def interrupted(self) -> None:
        """Whoever started us has gone."""
        if self.reactor.running:
            self.reactor.stop()
