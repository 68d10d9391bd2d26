"""How each game on this server has ended: a row in the journal, written with the game's last answer.

Who played which side how often decides who gets which side of a challenge.  Only what everybody could see is told of a
player: games at tables that were open to all, and rated ones.  Of the newest games so many are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Protocol
from zlib import crc32

import msgspec
from msgspec import Struct

from ironbottom.keys import fingerprint
from ironbottom.wire.cleaning import clean_name, look
from ironbottom.words import Side

from ...store.journal import Write
from ...table.live_game import LiveGame
from ...table.stored_table import StoredTable
from ...table.table import GameTable
from .rating_fit import RatedResult, RatedSide

MOST_RESULTS = 20_000  # that are kept
RESULT_ROW = "INSERT OR REPLACE INTO results VALUES (?, ?, ?)"
OLDEST = "DELETE FROM results WHERE game NOT IN (SELECT game FROM results ORDER BY at DESC, game LIMIT ?)"


class GameResult(Struct, frozen=True):
    """How a game has ended."""

    game: str  # its number, as hexadecimal digits
    at: int  # seconds since 1970
    us: RatedSide
    jp: RatedSide
    won: float  # by the US: 1, 0, or a half where nobody has
    reason: str = ""  # a word of the engine; empty: kept by an older version
    turn: int = 0
    points: tuple[int, int] = (0, 0)  # VP of the US and Japan
    set: str = ""
    battle: str = ""
    rated: bool = False
    public: bool = False  # everybody could have seen it

    def side_of(self, key: str) -> Side:
        """Which side somebody played who took part."""
        return Side.US if self.us.key == key else Side.JP

    def score_of(self, key: str) -> float:
        """1, 0 or a half, as he sees it."""
        return self.won if self.us.key == key else 1 - self.won

    def other(self, key: str) -> RatedSide:
        """Whom he played."""
        return self.jp if self.us.key == key else self.us


class ResultsHost(Protocol):
    """The lobby, as far as it is needed here."""

    def seconds(self) -> int: ...


def how_it_ended(stored: StoredTable, live_game: LiveGame, at: int) -> GameResult | None:
    """What is kept of a finished game; None: it was practice, a what-if, or somebody against himself."""
    begun, outcome = live_game.begun, live_game.game.outcome
    terms = begun.terms
    if outcome is None or terms.seed is not None or terms.practice or stored.branch is not None:
        return None
    if begun.players[0].key == begun.players[1].key:
        return None
    us, jp = [
        RatedSide(fingerprint(player.key), clean_name(player.name), player.bot)
        for player in (begun.players[begun.us], begun.players[1 - begun.us])
    ]
    won = 0.5 if outcome.winner is None else float(outcome.winner is Side.US)
    battle = terms.battle.name if terms.battle else ""
    return GameResult(
        begun.game.hex(), at, us, jp, won, str(outcome.reason), live_game.now(None).turn, outcome.points, begun.set,
        battle, terms.rated is True, terms.reach == "open" or terms.rated is True,
    )


def to_row(result: GameResult) -> bytes:
    """For the journal: a checksum and JSON."""
    body = msgspec.json.encode(result)
    return b"%08x " % crc32(body) + body


def from_row(row: bytes) -> GameResult | None:
    """From the journal; None for what is damaged: a player's page can do without one game."""
    body = row[9:]
    if row[:9] != b"%08x " % crc32(body):
        return None
    try:
        return msgspec.json.decode(body, type=GameResult)
    except msgspec.DecodeError:
        return None


def of_rated(one: RatedResult) -> GameResult:
    """A game that a version before this one kept for its ladder alone."""
    return GameResult(one.game, one.at, one.us, one.jp, one.won, rated=True, public=True)


class GameResults:
    """All that are kept, by player."""

    def __init__(self, host: ResultsHost) -> None:
        self._host = host
        self._results: dict[str, GameResult] = {}
        self._of: dict[str, dict[str, None]] = {}  # games of each player, the oldest first
        self._called: dict[str, Counter[str]] = {}  # public games by the look of a name, and by the key that bore it
        self._balance: Counter[str] = Counter()  # by player: games as the US, less those as Japan

    def open(self, rows: Iterable[bytes], rated: Iterable[RatedResult]) -> None:
        """Take up what was kept, the oldest first, and what an older version kept of rated games."""
        found = {result.game: result for row in rows if (result := from_row(row)) is not None}
        older = {one.game: of_rated(one) for one in rated if one.game not in found}
        for result in sorted((*older.values(), *found.values()), key=lambda one: (one.at, one.game)):
            self._put(result)

    def __len__(self) -> int:
        return len(self._results)

    # what tables do

    def writes(self, stored: StoredTable, live_game: LiveGame | None) -> tuple[Write, ...]:
        """The row of a game that ends, for the commit of its last answer."""
        if live_game is None or not live_game.ended:
            return ()
        result = how_it_ended(stored, live_game, self._host.seconds())
        if result is None:
            return ()
        row = Write(RESULT_ROW, (bytes.fromhex(result.game), result.at, to_row(result)))
        return (row, Write(OLDEST, (MOST_RESULTS,))) if len(self) >= MOST_RESULTS else (row,)

    def passed(self, table: GameTable) -> None:
        """What has happened at a table is written down."""
        if table.live_game is None or not table.live_game.ended:
            return
        result = how_it_ended(table.stored, table.live_game, self._host.seconds())
        if result is not None and result.game not in self._results:
            self._put(result)

    def _put(self, result: GameResult) -> None:
        self._results[result.game] = result
        for side, sign in ((result.us, 1), (result.jp, -1)):
            self._of.setdefault(side.key, {})[result.game] = None
            self._balance[side.key] += sign
            if result.public:
                self._called.setdefault(look(side.name), Counter())[side.key] += 1
        while len(self._results) > MOST_RESULTS:
            self._drop(next(iter(self._results)))

    def _drop(self, game: str) -> None:
        result = self._results.pop(game)
        for side, sign in ((result.us, 1), (result.jp, -1)):
            own = self._of[side.key]
            own.pop(game, None)
            self._balance[side.key] -= sign
            if not own:
                del self._of[side.key], self._balance[side.key]
            if result.public:
                self._forget(look(side.name), side.key)

    def _forget(self, seen: str, key: str) -> None:
        self._called[seen] -= Counter([key])
        if not self._called[seen]:
            del self._called[seen]

    # what is asked

    def balance(self, key: str) -> int:
        """Games that somebody, by his key's fingerprint, has played as the US, less those as Japan."""
        return self._balance[key] if key in self._of else 0

    def name_of(self, key: str) -> str:
        """What a player was called in his last game; empty: he has played none."""
        last = next(reversed(self._of.get(key, {})), None)
        if last is None:
            return ""
        result = self._results[last]
        return result.us.name if result.us.key == key else result.jp.name

    def called(self, name: str) -> list[str]:
        """Who was called so in a game that everybody could have seen, by the fingerprints of their keys."""
        return [*self._called.get(look(name), {})]

    def of(self, key: str) -> Iterator[GameResult]:
        """The games of a player that everybody could have seen, the newest first."""
        for game in reversed(self._of.get(key, {})):
            if (result := self._results[game]).public:
                yield result
