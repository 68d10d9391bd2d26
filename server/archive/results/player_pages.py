"""A player's page: his results by side and opponent, his last games, his points on the ladder over time.

It is made of games that are over and that everybody could have seen: at tables that were open to all, or rated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Protocol

from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import chosen_name
from ironbottom.wire.players import (
    MOST_MOMENTS,
    MOST_TOLD,
    GetPlayer,
    OpponentRecord,
    PlayerGame,
    PlayerPage,
    RatingMoment,
    SideRecord,
)
from ironbottom.wire.ratings import Ratings
from ironbottom.words import Side

from ...table.table import refuse
from ...transport.session import ClientSession
from .game_results import GameResult, GameResults
from .rated_games import REST, RatedGames, ratings
from .rating_fit import RatedResult

LETTERS = re.compile(r"[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}")  # of a key

AT_ONCE = 3  # ladders that are made for one question, the newest first: each takes seconds, where many play

Ladders = dict[tuple[int, str], Ratings]  # by how many games were counted, and the last of them

log = Logger()


class PageHost(Protocol):
    """The lobby, as far as it is needed here."""

    clock: IReactorTime
    rated: RatedGames
    results: GameResults

    def key_of(self, name: str) -> str: ...  # the fingerprint of the key that a name belongs to; empty: it is nobody's


class PlayerPages:
    """Those of one server."""

    def __init__(self, host: PageHost) -> None:
        self._host = host
        self._ladders: Ladders = {}  # as they were
        self._waiting: list[tuple[ClientSession, GetPlayer, str]] | None = None  # who asked while others are made
        self._next = 0.0  # when more of them may be made

    def tell(self, session: ClientSession, message: GetPlayer, *, may: bool) -> None:
        """The page of a player, with his points as they are or were a short while ago."""
        if not may:
            refuse(session, message.seq, "limit", _("You ask very often; try again in a minute."))
            return
        key = self._key(message.who)
        if not key:
            refuse(session, message.seq, "no-player", phrase("players_refused.no-player"))
        elif self._waiting is not None:
            self._waiting.append((session, message, key))
        else:
            self._waiting = [(session, message, key)]
            self._make()

    def _key(self, who: str) -> str:
        """Whom somebody means, by his key's fingerprint; empty: nobody who has played here, or not he alone."""
        letters, name = who.strip().upper(), chosen_name(who)
        own = letters if LETTERS.fullmatch(letters) else self._host.key_of(name)
        if own:
            return own if next(self._host.results.of(own), None) is not None else ""
        alike = self._host.results.called(name)
        return alike[0] if len(alike) == 1 else ""

    def _make(self) -> None:
        """The ladders at some moments; those that were made before are the same for ever."""
        played, began = [*self._host.rated.rated()], self._host.clock.seconds()
        wanted = [(n, played[n - 1].game) for n in moments(len(played))]
        missing = [one for one in wanted if one not in self._ladders][-AT_ONCE:]
        if not missing or began < self._next:
            self._made({})
            return

        def made(found: Ladders | Failure) -> None:
            now = self._host.clock.seconds()
            self._next = now + REST * (now - began)
            if isinstance(found, Failure):
                log.failure("the ladders of a player's page cannot be made", failure=found)
                found = {}
            self._ladders = {one: ladder for one, ladder in self._ladders.items() if one in wanted}
            self._made(found)

        self._host.rated.work(partial(_ladders, played, missing)).addBoth(made)

    def _made(self, found: Ladders) -> None:
        self._ladders.update(found)
        waiting, self._waiting = self._waiting or [], None
        for session, message, key in waiting:
            if session.logged_in:
                session.tell(page(message.seq, key, [*self._host.results.of(key)], self._history(key)))

    def _history(self, key: str) -> list[RatingMoment]:
        """His points on each of those ladders that he was on."""
        at = {one.game: one.at for one in self._host.rated.rated()}
        found = []
        for (_n, game), ladder in sorted(self._ladders.items()):
            for rung in ladder.rungs:
                if rung.key == key and game in at:
                    found.append(RatingMoment(at[game], rung.points, rung.low, rung.high))
        return found


def moments(played: int) -> list[int]:
    """How many of so many games are counted at each moment: the same numbers again when more have been played."""
    step = 1
    while played / step > MOST_MOMENTS - 1:
        step *= 2
    return sorted({*range(step, played + 1, step), *([played] if played else [])})


def _ladders(played: Sequence[RatedResult], wanted: Iterable[tuple[int, str]]) -> Ladders:
    return {(n, game): ratings(played[:n]) for n, game in wanted}


def page(seq: int, key: str, results: Sequence[GameResult], history: Sequence[RatingMoment]) -> PlayerPage:
    """Somebody's page, by his results, the newest first, of which there is one at least."""
    own = results[0].us if results[0].us.key == key else results[0].jp
    us, jp = [_record([one for one in results if one.side_of(key) is side], key) for side in (Side.US, Side.JP)]
    games = [_told(one, key) for one in results[:MOST_TOLD]]
    return PlayerPage(seq, own.name, key, own.bot, us, jp, _opponents(results, key), tuple(games), tuple(history))


def _record(results: Sequence[GameResult], key: str) -> SideRecord:
    scores = [one.score_of(key) for one in results]
    return SideRecord(len(scores), scores.count(1.0), scores.count(0.5))


def _opponents(results: Sequence[GameResult], key: str) -> tuple[OpponentRecord, ...]:
    """Those whom he has met most often; of as many games, whom he has met last."""
    met = dict[str, list[GameResult]]()
    for one in results:
        met.setdefault(one.other(key).key, []).append(one)
    found = []
    for other, games in sorted(met.items(), key=lambda item: -len(item[1]))[:MOST_TOLD]:
        last, own = games[0].other(key), _record(games, key)
        found.append(OpponentRecord(last.name, other, last.bot, own.games, own.won, own.drawn))
    return tuple(found)


def _told(one: GameResult, key: str) -> PlayerGame:
    other = one.other(key)
    return PlayerGame(
        one.at, int(one.side_of(key)), other.name, other.key, one.score_of(key), one.reason, one.turn, one.points,
        one.set[:64], one.battle[:64], one.rated,
    )
