"""The updates of one seat from the first on, worked out from the journal as they were when they were sent.

So an adviser that is started in mid-game knows what the seat has heard, and no more than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from sqlite3 import Connection
from typing import Any

import msgspec
from msgspec import Raw
from twisted.internet.defer import Deferred

from ironbottom.proof.chain import read
from ironbottom.proof.entries import Agreed, AnsweredEntry, Begun, Body, ResignedEntry
from ironbottom.proof.reading import taken_back
from ironbottom.wire.advising import Briefing, HeardUpdate, OwnAnswer, ToAdviser
from ironbottom.words import Side

from ..table.live_game import LiveGame, Transition, begin
from ..table.table import GameTable

STEP = 8  # answers that are played again before others have their turn

_json = msgspec.json.Encoder().encode


class Unfollowed(Exception):
    """What was played cannot be told to an adviser."""


class SeatFollower:
    """One seat of a game, as far as its adviser was told of it."""

    def __init__(self, table: GameTable, side: Side, tell: Callable[[ToAdviser], None]) -> None:
        assert table.live_game is not None
        self.table, self.side, self._tell = table, side, tell
        self.game = table.live_game.begun.game
        self.live_game: LiveGame | None = None  # played again, up to where the adviser was told
        self._entries = 0

    def catch_up(self) -> Deferred[Any]:
        """Tell what has happened since.  It fails where the journal cannot be read, or with Unfollowed."""
        table = self.table
        lines = partial(_lines, table=table.id, game=table.stored.games, after=self._entries)
        found = table.services.journal.read(lines)
        return found.addCallback(lambda lines: table.services.turns.coiterate(self._played(lines)))

    def current(self, update: int) -> bool:
        """Whether this update put the question that the adviser knows."""
        game = self.live_game
        return game is not None and self.side in game.game.asked and game.current(self.side, update)

    def _played(self, lines: Sequence[bytes]) -> Iterator[None]:
        bodies = [(n, read(line).body) for n, line in enumerate(lines, 1)]
        gone = self._taken_back(bodies)
        for n, body in bodies:
            if isinstance(body, Begun):
                self._begin(body)
            elif isinstance(body, AnsweredEntry | ResignedEntry | Agreed):
                self._go_on(body, tells=n not in gone)
            self._entries += 1
            if n % STEP == 0:
                yield

    def _taken_back(self, bodies: Sequence[tuple[int, Body]]) -> set[int]:
        """Answers that the adviser is not told of.  It forgets nothing: who knows one of them is no use any more."""
        given = {(body.side, body.update) for _n, body in bodies if isinstance(body, AnsweredEntry)}
        for _n, body in bodies:
            if isinstance(body, Agreed) and body.what == "takeback" and (body.side, body.update) not in given:
                raise Unfollowed("an answer was taken back that it knows")
        return taken_back(bodies)

    def _begin(self, body: Begun) -> None:
        services, terms, toss = self.table.services, body.terms, self.table.stored.toss
        found = services.named_cards(body.cards, terms)
        if found is None or body.game != self.game:
            raise Unfollowed("another game, or other cards")
        name, cards = found
        self._tell(Briefing(
            _json(services.sets[name]), self.side, body.engine, terms.options or (), terms.battle or None
        ))
        self._hear(begin(body, b"" if toss is None else toss.share, cards))

    def _go_on(self, body: AnsweredEntry | ResignedEntry | Agreed, *, tells: bool = True) -> None:
        live_game, side = self.live_game, Side(body.side)
        if live_game is None:
            raise Unfollowed("the first entry is missing")
        if isinstance(body, Agreed):
            self._hear(live_game.agreed(body))
            return
        if isinstance(body, ResignedEntry):
            self._hear(live_game.resigned(side, body.given, body.at))
            return
        if side is self.side and tells:
            self._tell(OwnAnswer(body.answer))
        taken = live_game.answered(side, body.update, body.answer, body.given, body.at, body.by)
        self._hear(taken, tells=tells)

    def _hear(self, taken: Transition, *, tells: bool = True) -> None:
        self.live_game = taken.live_game
        told = taken.told[self.side]
        if told is not None and tells:
            self._tell(HeardUpdate(told.number, Raw(told.events), Raw(told.view)))


def _lines(store: Connection, table: str, game: int, after: int) -> list[bytes]:
    question = "SELECT line FROM entries WHERE tabled = ? AND game = ? AND n > ? ORDER BY n"
    return [line for (line,) in store.execute(question, (table, game, after))]
