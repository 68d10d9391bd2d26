"""The ladder of a server while it runs: each rated game leaves a row in the journal, written with its last answer.

The strengths are those of `ironbottom server ladder` (`rating_fit`), made in a thread.  Old games fall out: a ladder is
of the newest, and of so many players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar
from zlib import crc32

import msgspec
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.keys import fingerprint
from ironbottom.language import _
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.ratings import MOST_RUNGS, ListRatings, Ratings
from ironbottom.words import Side

from ...store.journal import Write
from ...table.live_game import LiveGame
from ...table.stored_table import StoredTable
from ...table.table import GameTable, refuse
from ...transport.session import ClientSession
from .rating_fit import RatedResult, RatedSide, rated_players

MOST_GAMES = 5_000  # that are kept
REST = 20  # times as long as the last ladder took, nobody's question makes another
RATED_ROW = "INSERT OR REPLACE INTO rated VALUES (?, ?, ?)"
OLDEST = "DELETE FROM rated WHERE game NOT IN (SELECT game FROM rated ORDER BY at DESC, game LIMIT ?)"

T = TypeVar("T")

log = Logger()


class Making(Protocol):
    """The lobby, as far as it is needed here."""

    clock: IReactorTime

    def seconds(self) -> int: ...


def result_of(stored: StoredTable, live_game: LiveGame, at: int) -> RatedResult | None:
    """What a finished game tells of its players; None: it does not count."""
    begun, outcome = live_game.begun, live_game.game.outcome
    if outcome is None or begun.terms.rated is not True or not begun.terms.fit_for_rating:
        return None
    if begun.thrown or stored.branch is not None or begun.players[0].key == begun.players[1].key:
        return None
    us, jp = [
        RatedSide(fingerprint(player.key), clean_name(player.name), player.bot)
        for player in (begun.players[begun.us], begun.players[1 - begun.us])
    ]
    won = 0.5 if outcome.winner is None else float(outcome.winner is Side.US)
    return RatedResult(begun.game.hex(), at, us, jp, won)


def to_row(result: RatedResult) -> bytes:
    """For the journal: a checksum and JSON."""
    body = msgspec.json.encode(result)
    return b"%08x " % crc32(body) + body


def from_row(row: bytes) -> RatedResult | None:
    """From the journal; None for what is damaged: a ladder can do without one game."""
    body = row[9:]
    if row[:9] != b"%08x " % crc32(body):
        return None
    try:
        return msgspec.json.decode(body, type=RatedResult)
    except msgspec.DecodeError:
        return None


class TaskRunner(Protocol):
    """Where something is done that takes long."""

    def __call__(self, task: Callable[[], T], /) -> Deferred[T]: ...


class RatedGames:
    """All that count, and the ladder of them."""

    def __init__(self, host: Making) -> None:
        self._host = host
        self._results: dict[str, RatedResult] = {}
        self._waiting: list[Callable[[Ratings], None]] | None = None  # who asked while a ladder is made
        self._made: Ratings | None = None
        self._points: dict[str, int] = {}  # by player, on that ladder
        self.ladders = 0  # that were made
        self._stale, self._next = True, 0.0  # games have ended since; when another may be made
        self.work: TaskRunner = maybeDeferred  # a server has a thread for it

    def open(self, rows: Iterable[bytes]) -> None:
        """Take up what was kept, the oldest first."""
        found = [result for row in rows if (result := from_row(row)) is not None]
        self._results = {result.game: result for result in found}

    # what tables do

    def writes(self, stored: StoredTable, live_game: LiveGame | None) -> tuple[Write, ...]:
        """The row of a game that ends, for the commit of its last answer."""
        if live_game is None or not live_game.ended:
            return ()
        result = result_of(stored, live_game, self._host.seconds())
        if result is None:
            return ()
        row = Write(RATED_ROW, (bytes.fromhex(result.game), result.at, to_row(result)))
        return row, Write(OLDEST, (MOST_GAMES,))

    def passed(self, table: GameTable) -> None:
        """What has happened at a table is written down."""
        if table.live_game is None or not table.live_game.ended:
            return
        result = result_of(table.stored, table.live_game, self._host.seconds())
        if result is not None and result.game not in self._results:
            self._results[result.game] = result
            while len(self._results) > MOST_GAMES:
                del self._results[next(iter(self._results))]
            self._stale = True

    # what players ask

    def list(self, session: ClientSession, message: ListRatings, *, may: bool) -> None:
        """Tell the ladder, as it is now or was a short while ago."""
        if not may:
            refuse(session, message.seq, "limit", _("You ask very often for the ladder; try again in a minute."))
        else:
            self._ask(lambda found: _tell(session, message.seq, found))

    def when_made(self, then: Callable[[], None]) -> None:
        """Do something that asks for points, as they are now or were a short while ago."""
        self._ask(lambda _found: then())

    def points(self, key: str) -> int | None:
        """Those of a player on the ladder that was made last; None: he is not on it."""
        return self._points.get(key)

    def rated(self) -> Iterable[RatedResult]:
        """All games that are kept, the oldest first."""
        return self._results.values()

    def _ask(self, then: Callable[[Ratings], None]) -> None:
        if self._waiting is not None:
            self._waiting.append(then)
        elif self._made is not None and (not self._stale or self._host.clock.seconds() < self._next):
            then(self._made)
        else:
            self._waiting = [then]
            self._make()

    def _make(self) -> None:
        results, began = [*self._results.values()], self._host.clock.seconds()
        self._stale = False

        def made(found: Ratings | Failure) -> None:
            waiting, self._waiting = self._waiting or [], None
            now = self._host.clock.seconds()
            self._next = now + REST * (now - began)
            if isinstance(found, Failure):
                self._stale = True
                log.failure("the ladder cannot be made", failure=found)
                found = self._made or Ratings(1, 0, ())
            self._made, self._points = found, {rung.key: rung.points for rung in found.rungs}
            self.ladders += 1
            for then in waiting:
                then(found)

        self.work(lambda: ratings(results)).addBoth(made)


def _tell(session: ClientSession, seq: int, found: Ratings) -> None:
    if not session.logged_in:
        return
    own = fingerprint(session.key)
    you = next((n for n, rung in enumerate(found.rungs, 1) if rung.key == own), 0)
    session.tell(Ratings(seq, found.games, found.rungs, you, found.side))


def ratings(results: Sequence[RatedResult]) -> Ratings:
    """The ladder of the newest of these games, which stand in the order in which they ended."""
    chosen = _newest(results)
    rungs, side = rated_players(chosen)
    return Ratings(1, len(chosen) if rungs else 0, rungs, 0, side)


def _newest(results: Sequence[RatedResult]) -> list[RatedResult]:
    keys, chosen = set[str](), list[RatedResult]()
    for result in reversed(results):
        own = {result.us.key, result.jp.key}
        if len(keys | own) <= MOST_RUNGS:
            keys |= own
            chosen.append(result)
    return chosen[::-1]
