"""One of two twin worlds: a server with a seat that keeps secrets, a seat that must not learn them, and who looks on.

Everything that leaves for the viewer, for those who look on and for a stranger in the lobby is kept on a tape, with its
time, in its order.  What the operating system would draw (nonces, tokens, the server's share) comes from the world's
seed, so that two worlds of one seed draw alike.  Besides, two things are put down otherwise, in their place and at
their size, because nobody can read them: a head by the number of the message that first told it, so that it still
shows whether two are the same; and the server's signature under a head.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable
from functools import partial
from random import Random
from typing import NamedTuple

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from twisted.internet.task import Cooperator

from ironbottom.editions import Edition
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.questions import Answer
from ironbottom.rules.s10_setup import opening
from ironbottom.rules.s12_turn import Match
from ironbottom.server.lobby.bot_pool import BotPool
from ironbottom.server.runtime.metrics import UNREAD
from ironbottom.server.table import play_handlers
from ironbottom.server.table.clock.clocks import Clocks
from ironbottom.server.table.live_game import LiveGame
from ironbottom.server.table.table import GameTable
from ironbottom.state import State
from ironbottom.wire.messages import Join, ListTables, Missed, Resume, Seated, Update, Watch
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.server.support.disk import Disk
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import Lifetime, Pipe, SimulatedTime, started

Act = Callable[["World"], object]  # something that is done in a world
Deal = Callable[[State], None]  # changes how the cards lie at the beginning
HEAD = re.compile(rb'\xa4head\xc4\x20(.{32})|"head":"([A-Za-z0-9+/=]{44})"', re.DOTALL)
SIGNED = re.compile(rb'(\xa9signature\xc4\x40).{64}|("signature":")[A-Za-z0-9+/=]{88}', re.DOTALL)
# Modules of the server that draw from the system.
DRAWERS = (
    "lobby.bot_pool", "lobby.club.cups.cup_tables", "lobby.club.cups.cups", "lobby.lobby", "lobby.partners",
    "lobby.notifications.requests", "lobby.table_creation", "table.toss", "transport.login",
)


def as_dealt(state: State) -> None:
    """The cards lie as they were shuffled."""


class Draws:
    """What stands in for the module `secrets`, and how the cards are dealt: for the world that is running."""

    rng = Random(0)
    deal: Deal = staticmethod(as_dealt)

    def token_bytes(self, n: int) -> bytes:
        return self.rng.randbytes(n)

    def token_hex(self, n: int) -> str:
        return self.rng.randbytes(n).hex()

    def new_game(self, cards: CardSet, seed: bytes, *, edition: Edition, bid: int = 0) -> Game:
        state = opening(cards, seed, edition)
        self.deal(state)
        return Game(state, [Match(bid=bid)])


DRAWS = Draws()


def draw_alike(mp: pytest.MonkeyPatch) -> None:
    """Let the server draw from DRAWS."""
    for name in DRAWERS:
        mp.setattr(f"ironbottom.server.{name}.secrets", DRAWS)
    mp.setattr("ironbottom.proof.opening.new_game", DRAWS.new_game)


class Heard(NamedTuple):
    """One message that left."""

    time: float
    to: str
    data: bytes


class Tap(Pipe):
    """A pipe whose messages to the client are kept on the tape of its world."""

    def __init__(self, world: World, player: WirePlayer, to: str) -> None:
        self.world, self.to = world, to
        super().__init__(world.lobby, player, world.clock)

    def write(self, data: bytes) -> None:
        self.world.tape.append(Heard(round(self.clock.seconds(), 6), self.to, data))
        super().write(data)

    def _deliver(self, data: bytes) -> None:
        if self.world.lines.get(self.to) is self:  # else he speaks on another one
            super()._deliver(data)


class ScriptedPlayer(WirePlayer):
    """A player who does what the test says, and nothing by himself but to sign; what he hears is on the tape."""

    def consider(self) -> None:
        """Somebody else does."""

    def hear_missed(self, missed: Missed) -> None:
        """Nothing is made of it here."""

    def hear_update(self, update: Update) -> None:
        self.update, self.have = update, update.number
        self.over = update.view.outcome is not None
        if update.sign:
            self.countersign()

    def say_again(self, have: int) -> None:
        self.ask(Resume, self.table, self.token, have)


class Looker(ScriptedPlayer):
    """Who looks on; as soon as he is let in, what he hears is read on the tape alone."""

    reads = True

    def hear(self, data: bytes) -> None:
        if self.reads:
            super().hear(data)

    def hear_seated(self, seated: Seated) -> None:
        self.reads, self.table = False, seated.table

    def look_on(self, table: str) -> None:
        self.ask(Watch, table)


class World:
    """A server, everybody at one table of it, and the tape."""

    def __init__(
        self, seed: str, secret: Side, terms: Terms, *, web: bool, bots: tuple[bool, bool], deal: Deal = as_dealt
    ) -> None:
        self.tape: list[Heard] = []
        self.lines: dict[str, Tap] = {}  # the present ones
        self.heads: dict[bytes, int] = {}
        self.rng, self.deal, self.secret = Random(f"drawn {seed}"), deal, secret
        self.clock, self.disk = SimulatedTime(), Disk()
        self.pipes: list[Pipe] = []
        self._start()
        self.keeper = ScriptedPlayer("Keeper", 1, bot=bots[0])
        self.viewer = ScriptedPlayer("Viewer", 2, bot=bots[1], web=web)
        self.lookers = (Looker("First", 3), Looker("Second", 4, web=True))
        self.stranger = ScriptedPlayer("Stranger", 5)
        self.speaker: WirePlayer = self.keeper  # who gives the answers of the seat that keeps secrets
        self._sit_down(terms)

    def _start(self) -> None:
        """What a machine takes to compute is no part of this: games are read back in no time."""
        self.lifetime = Lifetime(self.clock)
        self.lobby = started(self.disk, self.lifetime)
        self.lobby.turns = Cooperator(lambda: lambda: True, partial(self.lifetime.callLater, 0.0))
        self.lobby.bots = BotPool(self.lifetime, UNREAD)

    def _sit_down(self, terms: Terms) -> None:
        """The keeper makes the table, and has the side that the terms say."""
        self.connect(self.keeper)
        self.tap(self.viewer, "viewer")
        self.tap(self.stranger, "stranger")
        self.run(0.01)
        self.keeper.create(terms)
        self.stranger.ask(ListTables, True)
        self.run(0.01)
        self.viewer.ask(Join, self.keeper.table, b"", special=bool(terms.battle), pace=bool(terms.pace) or UNSET)
        self.let_look_on()
        self.run(0.5)

    def let_look_on(self) -> None:
        for n, looker in enumerate(self.lookers):
            looker.reads = True
            self.tap(looker, f"looker {n}")
        self.run(0.01)
        for looker in self.lookers:
            looker.look_on(self.keeper.table)

    @property
    def now(self) -> float:
        return self.clock.seconds()

    def run(self, seconds: float) -> None:
        """Let time pass."""
        self.until(self.now + seconds)

    def until(self, time: float) -> None:
        """Let time pass up to a moment that is the same in both worlds."""
        DRAWS.rng, DRAWS.deal = self.rng, self.deal
        while self.clock.next <= time:
            self.clock.step()
        self.clock.now = time

    def at(self, time: float, act: Act) -> None:
        """Do something then."""
        self.clock.call_at(max(time, self.now), act, self)

    def connect(self, player: WirePlayer) -> None:
        """A connection that nobody listens to."""
        self.pipes.append(Pipe(self.lobby, player, self.clock))
        self.run(0.01)

    def tap(self, player: WirePlayer, to: str) -> Tap:
        """A connection that is listened to."""
        pipe = self.lines[to] = Tap(self, player, to)
        self.pipes.append(pipe)
        return pipe

    # the table

    @property
    def table(self) -> GameTable:
        return self.lobby.tables[self.keeper.table]

    @property
    def live_game(self) -> LiveGame:
        live_game = self.table.live_game
        assert live_game is not None
        return live_game

    @property
    def game(self) -> Game:
        return self.live_game.game

    def put(self, g: Game, bank: float) -> None:
        """A position on the table, whose questions are asked this moment."""
        self.change(g)
        table = self.table
        if table.stored.terms.bank:
            table.clocks = Clocks((bank, bank))
        for seat_state in table.seat_states:
            seat_state.asked = self.now
        play_handlers.go_on(table)

    def change(self, g: Game) -> None:
        """Another position, that for all who do not know its secrets is the same."""
        live_game = replace(self.live_game, game=g)
        _told, _numbers, shown = live_game.outgoing(None)
        self.table.live_game = replace(live_game, seen=shown)

    # what is done

    def give(self, side: Side, answer: Answer) -> None:
        """The answer of a side, from whoever speaks for it, to its last update."""
        player = self.answering(side)
        assert player.update is not None
        player.update = replace(player.update, number=self.live_game.numbers[side])
        player.answer(answer)

    def answering(self, side: Side) -> WirePlayer:
        """Who speaks for a side."""
        return self.speaker if side is self.secret else self.viewer

    def order(self, *orders: StandingOrder) -> None:
        """The keeper lets the server answer; without orders no more."""
        self.keeper.order(*orders)

    def order_one(self, order: StandingOrder) -> None:
        self.keeper.order(order)

    def resign(self) -> None:
        """The keeper gives up."""
        if self.speaker is self.keeper:
            self.keeper.resign()
        else:
            self.viewer.resign()

    def fill_disk(self) -> None:
        self.disk.full = True

    def empty_disk(self) -> None:
        self.disk.full = False

    def leave_to_stand_in(self) -> None:
        """The keeper goes away, and somebody stands in for him."""
        came: list[bytes] = []
        self.lobby.spawn = lambda table, place, secret: came.append(secret)
        self.pipes[0].lose()
        now = self.now
        for n in range(10):
            self.until(now + 5.0 * n)
            self.lines["viewer"].session.tick()
        self.until(now + 46.0)
        stand_in = self.speaker = ScriptedPlayer("Mate", 6)
        self.connect(stand_in)
        stand_in.ask(Join, self.keeper.table, came[0])
        self.until(now + 47.0)

    def restart(self, have: int) -> None:
        """The server is killed, and starts with what is on its disk; everybody comes back."""
        for pipe in self.pipes:
            pipe.cut = True
        self.pipes.clear()
        self.lifetime.die()
        self._start()
        self.keeper.restart()
        self.viewer.restart()
        self.connect(self.keeper)
        self.tap(self.viewer, "viewer")
        self.run(0.01)
        self.keeper.resume()
        self.run(0.1)
        self.viewer.say_again(have)
        self.let_look_on()
        self.run(0.5)

    # the tape

    def take_tape(self) -> list[Heard]:
        """What left since the last time, with what cannot be read put down as it is held against the other world's."""
        tape, self.tape = self.tape, []
        return [heard._replace(data=self._as_read(heard.data)) for heard in tape]

    def _as_read(self, data: bytes) -> bytes:
        if b"receipt" in data[:24]:
            data = SIGNED.sub(lambda found: (found[1] or found[2]).ljust(len(found[0]), b"."), data)
        return HEAD.sub(self._numbered, data)

    def _numbered(self, found: re.Match[bytes]) -> bytes:
        told = found[1] or found[2]
        number = self.heads.setdefault(found[1] or b64decode(found[2]), len(self.heads))
        return found[0].replace(told, b"%0*d" % (len(told), number))
