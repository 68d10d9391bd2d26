"""A server without sockets, on a clock that the test turns, with players on pipes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import sha256
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Any, Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from twisted.internet.base import DelayedCall
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.internet.task import Cooperator
from zope.interface import implementer

from ironbottom.keys import private_key
from ironbottom.printed import CardSet
from ironbottom.server.lobby.lobby import Lobby
from ironbottom.server.store.card_sets import card_sets as sets_of_server
from ironbottom.server.table.live_game import LiveGame
from ironbottom.server.transport.session import ClientSession
from ironbottom.wire.messages import Refused
from ironbottom.wire.session import Native, Web
from ironbottom.wire.terms import Terms
from tests.server.support.disk import Disk, FakeJournal
from tests.server.support.player import WirePlayer

KEY = private_key(sha256(b"the server of the tests").digest())
SEED = sha256(b"the cards of the tests").digest()
BEGAN = 1_790_000_000  # seconds since 1970 when the clock of a test stands at 0


@implementer(IReactorTime)
class SimulatedTime:
    """A clock that stands still until the next thing that is planned is done; what is due together, in its order."""

    def __init__(self) -> None:
        self.now = 0.0
        self._planned: list[tuple[float, int, DelayedCall]] = []
        self._order = count()

    def seconds(self) -> float:
        return self.now

    def callLater(self, delay: float, callable: Callable[..., Any], *args: object, **kw: object) -> DelayedCall:
        return self.call_at(self.now + delay, callable, *args, **kw)

    def call_at(self, when: float, callable: Callable[..., Any], *args: object, **kw: object) -> DelayedCall:
        """At a time, not after a while: sums of floats would turn round what is to happen at the same moment."""
        call = DelayedCall(when, callable, args, kw, lambda _call: None, _not_moved, self.seconds)
        heappush(self._planned, (when, next(self._order), call))
        return call

    def getDelayedCalls(self) -> list[IDelayedCall]:
        return [call for _when, _order, call in self._planned if call.active()]

    @property
    def next(self) -> float:
        """When something is to be done next."""
        while self._planned and not self._planned[0][2].active():
            heappop(self._planned)
        return self._planned[0][0] if self._planned else inf

    def step(self) -> None:
        """Go on to it, and do it."""
        self.now = max(self.now, self.next)
        _when, _order, call = heappop(self._planned)
        call.called = 1
        call.func(*call.args, **call.kw)

    def run(self, seconds: float) -> None:
        """Let time pass."""
        end = self.now + seconds
        while self.next <= end:
            self.step()
        self.now = end


def _not_moved(_call: object) -> None:
    raise AssertionError("nobody moves what is planned")


@implementer(IReactorTime)
class Lifetime:
    """The clock, as one process has it: what a process has planned dies with it."""

    def __init__(self, clock: SimulatedTime) -> None:
        self._clock = clock
        self._planned: list[DelayedCall] = []

    def seconds(self) -> float:
        return self._clock.now

    def callLater(self, delay: float, callable: Callable[..., Any], *args: object, **kw: object) -> DelayedCall:
        call = self._clock.callLater(delay, callable, *args, **kw)
        if len(self._planned) > 200:
            self._planned = [call for call in self._planned if call.active()]
        self._planned.append(call)
        return call

    def getDelayedCalls(self) -> list[IDelayedCall]:
        return [call for call in self._planned if call.active()]

    def die(self) -> None:
        for call in self._planned:
            if call.active():
                call.cancel()


def card_sets() -> dict[str, CardSet]:
    """Those of a server whose host has named none of his own."""
    return sets_of_server(())


def started(
    disk: Disk, clock: IReactorTime, takes: Callable[[], float] = lambda: 0.001, key: Ed25519PrivateKey = KEY
) -> Lobby:
    """A lobby, as a process has it that begins with what is on the disk; everything in it goes by the clock."""
    lobby = Lobby(FakeJournal(disk, clock, takes), clock, key, card_sets(), "ironbottom test")
    lobby.turns = Cooperator(lambda: lambda: True, lambda act: clock.callLater(0.001, act))
    vars(lobby)["seconds"] = lambda: BEGAN + int(clock.seconds())
    lobby.open(disk.tables(), disk.uptime())
    return lobby


class Peer(Protocol):
    """Whoever speaks with a server."""

    web: bool

    def connect(self, send: Callable[[bytes], None], now: Callable[[], float]) -> None: ...
    def hear(self, data: bytes) -> None: ...


class Pipe:
    """One connection: bytes both ways, delivered when the clock is turned, until it is cut."""

    def __init__(self, lobby: Lobby, player: Peer, clock: SimulatedTime, address: str = "127.0.0.1") -> None:
        self.player, self.clock = player, clock
        self.cut = False
        self.sent: list[tuple[float, bytes]] = []  # to the player, and when
        wire = Web("server") if player.web else Native("server")
        self.session = ClientSession(lobby, wire, self, address, clock.seconds)
        player.connect(self.up, clock.seconds)

    def messages(self) -> list[Any]:
        """What was sent to the player."""
        return [message for _at, message in self.timed()]

    def timed(self) -> list[tuple[float, Any]]:
        """The same, and when."""
        wire = Web("client") if self.player.web else Native("client")
        return [(at, message) for at, data in self.sent for message in wire.receive(data)]

    def up(self, data: bytes) -> None:
        self.clock.callLater(0.001, self._arrive, data)

    def _arrive(self, data: bytes) -> None:
        if not self.cut:
            self.session.received(data)

    def write(self, data: bytes) -> None:
        self.sent.append((self.clock.seconds(), data))
        self.clock.callLater(0.001, self._deliver, data)

    def _deliver(self, data: bytes) -> None:
        if not self.cut:
            self.player.hear(data)

    def close(self) -> None:
        self.clock.callLater(0.002, self.lose)

    def progress(self) -> int:
        """Nobody counts messages here."""
        return 0

    def lose(self) -> None:
        """The connection is gone, and both ends come to know."""
        if not self.cut:
            self.cut = True
            self.session.lost()


class ServerUnderTest:
    """A lobby, its clock and its disk; `kill` is kill -9, `start` begins again with what is on the disk."""

    def __init__(self, disk: Disk | None = None, key: Ed25519PrivateKey = KEY) -> None:
        self.clock, self.disk, self.key = SimulatedTime(), disk or Disk(), key
        self.pipes: list[Pipe] = []
        self.start()

    def start(self) -> None:
        self.lifetime = Lifetime(self.clock)
        self.lobby = started(self.disk, self.lifetime, key=self.key)

    def kill(self) -> None:
        for pipe in self.pipes:
            pipe.cut = True
        self.pipes.clear()
        self.lifetime.die()

    def connect(self, player: Peer, address: str = "127.0.0.1") -> Pipe:
        pipe = Pipe(self.lobby, player, self.clock, address)
        self.pipes.append(pipe)
        self.run(0.01)
        return pipe

    def run(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.run(seconds)

    def until(self, condition: Callable[[], bool], seconds: float = 600.0) -> None:
        """Go on until something is so, which must be soon."""
        end = self.clock.now + seconds
        while not condition():
            assert self.clock.next <= end, "it never came to that"
            self.clock.step()

    def seated(self, terms: Terms | None = None, *, bots: bool = True) -> tuple[WirePlayer, WirePlayer]:
        """Ada (the US) and Ben, at a table whose game has begun; they answer nothing by themselves."""
        ada, ben = WirePlayer("Ada", 1, bot=bots), WirePlayer("Ben", 2, bot=bots)
        ada.auto = ben.auto = False
        self.table(ada, ben, terms or Terms(side="us", seed=SEED))
        self.until(lambda: ada.update is not None and ben.update is not None)
        return ada, ben

    def live_game(self, player: WirePlayer) -> LiveGame:
        """The game of a player, as the server has it."""
        found = self.lobby.tables[player.table].live_game
        assert found is not None
        return found

    def step(self, *players: WirePlayer, answers: int = 1) -> None:
        """Some answers, by chance."""
        for _n in range(answers):
            player = next(each for each in players if each.asked)
            assert player.update is not None
            before = player.have
            if player.update.sign:
                player.countersign()
            player.answer(player.guess(player.update))
            self.until(partial(lambda who, have: who.have > have, player, before))
            self.run(0.05)

    def back(self, *players: WirePlayer) -> None:
        """They come back, with all that they know."""
        for player in players:
            player.told.clear()
            self.connect(player)
            self.run(0.01)
            player.resume()
        self.run(0.2)

    def restart(self, *players: WirePlayer) -> None:
        """The server is killed, begins again, and the players come back."""
        self.kill()
        self.start()
        self.back(*players)

    def answered(self, player: WirePlayer, seq: int, seconds: float = 1.0) -> str:
        """What became of a request: "ok", or the code of its refusal; it must be answered once."""
        self.run(seconds)
        said = [message for message in player.told if getattr(message, "seq", 0) == seq]
        assert len(said) == 1, f"request {seq}: {said}"
        return said[0].code if isinstance(said[0], Refused) else "ok"

    def table(self, first: WirePlayer, second: WirePlayer, terms: Terms | None = None) -> None:
        """Two players at a table, up to their first questions."""
        self.connect(first)
        self.connect(second)
        terms = terms or Terms()
        first.create(terms)
        self.run(0.01)
        second.join(first.table, first.secret, special=terms.special, cast=bool(terms.cast))
        self.run(0.03)

    def play(self, *players: WirePlayer, seconds: float = 600.0) -> None:
        """Until the game is over, or for so long."""
        end = self.clock.now + seconds
        while not all(player.over for player in players) and self.clock.next < end:
            self.clock.step()
