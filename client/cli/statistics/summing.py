"""Sums over games: results, openings, cards, what was given away, and luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import NamedTuple, TypeVar

from ...bots.review.figures import SECTIONS
from .figures import CountedGame, FirstFleet, SectionFigures
from .rating import Strength, strength

Key = TypeVar("Key")

STEPS = 12  # over time: at most so many groups of games
FEW = 5  # and each of so many at least, where there are as many


class GamesWanted(NamedTuple):
    """Which games are summed up."""

    side: str = ""  # US or JP; empty: both
    opponent: str = ""  # whose name begins so, in letters of either size; empty: all
    since: int = 0  # seconds since 1970

    def takes(self, one: CountedGame) -> bool:
        game = one.figures
        named = game.opponent.casefold().startswith(self.opponent.casefold())
        return named and self.side in ("", game.side) and game.at >= self.since


class WonOf(NamedTuple):
    """Games, and how many of them were won."""

    games: int = 0
    won: float = 0  # a draw is a half

    @property
    def share(self) -> float:
        return self.won / self.games if self.games else 0.0

    @property
    def error(self) -> float:
        """One standard error of the share, as if one game more had been won and one more lost."""
        n, p = self.games + 2, (self.won + 1) / (self.games + 2)
        return sqrt(p * (1 - p) / n)


class CardSums(NamedTuple):
    """What a card did in all games that it did anything in, and how these went."""

    card: str
    score: WonOf
    hits: int
    finds: int
    points: float


class TimeStep(NamedTuple):
    """Some games in a row."""

    first: int  # number of the first, from 1
    last: int
    score: WonOf
    reviewed: int
    decisions: int
    loss: float  # given away by them in all
    luck: float  # of the reviewed games

    @property
    def mean_loss(self) -> float:
        return self.loss / self.decisions if self.decisions else 0.0


class LuckBalance(NamedTuple):
    """Luck over all games."""

    hits: int  # own hits less those of a mean thrower, and the same of the others, follow
    expected: float
    other_hits: int
    other_expected: float
    reviewed: int
    chance: float  # what chance gave in reviewed games, in all

    @property
    def balance(self) -> float:
        """Hits that chance gave more than it gave the others."""
        return (self.hits - self.expected) - (self.other_hits - self.other_expected)


class GameSums(NamedTuple):
    """All of it."""

    score: WonOf
    by_side: dict[str, WonOf]
    by_opponent: dict[str, WonOf]  # the most frequent first
    reasons: dict[str, WonOf]
    sections: dict[str, SectionFigures]  # in the order of a turn, without what never was
    over_time: list[TimeStep]
    luck: LuckBalance
    fronts: dict[int, WonOf]  # by formations in FRONT at first
    first_cards: list[tuple[str, str, WonOf]]  # card, and "front" or "behind": where it stood at first
    cards: list[CardSums]  # who brought most points first
    strength: Strength


def summed(games: Sequence[CountedGame]) -> GameSums:
    """The sums over these games, which come in the order of time."""
    own = [one.figures for one in games]
    opponents = won_by(games, lambda one: one.figures.opponent)
    return GameSums(
        WonOf(len(own), sum(one.score for one in own)),
        dict(sorted(won_by(games, lambda one: one.figures.side).items(), reverse=True)),
        dict(sorted(opponents.items(), key=lambda one: (-one[1].games, one[0]))),
        dict(sorted(won_by(games, lambda one: one.figures.reason).items())),
        sections(games), over_time(games), luck_balance(games),
        dict(sorted(won_by(_with_fleets(games), lambda one: one.figures.fleet.formations).items())),
        first_cards(games), card_sums(games), strength(games),
    )


def won_by(games: Iterable[CountedGame], key: Callable[[CountedGame], Key]) -> dict[Key, WonOf]:
    """Results by whatever a game has."""
    found: dict[Key, WonOf] = {}
    for one in games:
        found[key(one)] = _counted(found.get(key(one), WonOf()), one.figures.score)
    return found


def _counted(score: WonOf, won: float) -> WonOf:
    return WonOf(score.games + 1, score.won + won)


def sections(games: Iterable[CountedGame]) -> dict[str, SectionFigures]:
    """Decisions and what they gave away, by kind, over the reviewed games."""
    found: dict[str, SectionFigures] = {}
    for one in games:
        for name, more in (one.skill.sections if one.skill is not None else {}).items():
            was = found.get(name, SectionFigures())
            found[name] = SectionFigures(was.decisions + more.decisions, was.loss + more.loss)
    return {name: found[name] for name in SECTIONS if name in found}


def over_time(games: Sequence[CountedGame]) -> list[TimeStep]:
    """Equal groups of games in a row; the last may be smaller."""
    size = max(FEW, -(-len(games) // STEPS))
    return [_step(n + 1, games[n : n + size]) for n in range(0, len(games), size)]


def _step(first: int, games: Sequence[CountedGame]) -> TimeStep:
    skills = [one.skill for one in games if one.skill is not None]
    score = WonOf(len(games), sum(one.figures.score for one in games))
    return TimeStep(
        first, first + len(games) - 1, score, len(skills), sum(one.decisions for one in skills),
        sum(one.loss for one in skills), sum(one.luck for one in skills),
    )


def luck_balance(games: Sequence[CountedGame]) -> LuckBalance:
    """Dice of all games, and chance of those that are reviewed."""
    dice = [one.figures.dice for one in games]
    lucks = [one.skill.luck for one in games if one.skill is not None]
    return LuckBalance(
        sum(own.hits for own, _other in dice), sum(own.expected for own, _other in dice),
        sum(other.hits for _own, other in dice), sum(other.expected for _own, other in dice), len(lucks), sum(lucks),
    )


def _with_fleets(games: Iterable[CountedGame]) -> list[CountedGame]:
    """Without games that were given up before the set-ups were shown."""
    return [one for one in games if one.figures.fleet != FirstFleet()]


def first_cards(games: Iterable[CountedGame]) -> list[tuple[str, str, WonOf]]:
    """Where each ship stood in the first deployment, and how it went: the most frequent first."""
    found: dict[tuple[str, str], WonOf] = {}
    for one in games:
        fleet = one.figures.fleet
        for where, cards in (("front", fleet.front), ("behind", (*fleet.middle, *fleet.rear))):
            for card in cards:
                found[card, where] = _counted(found.get((card, where), WonOf()), one.figures.score)
    every = sorted(found.items(), key=lambda one: (-one[1].games, one[0]))
    return [(card, where, score) for (card, where), score in every]


def card_sums(games: Iterable[CountedGame]) -> list[CardSums]:
    """All cards that did anything, who brought most points first, then who hit most."""
    found: dict[str, CardSums] = {}
    for one in games:
        for deed in one.figures.cards:
            was = found.get(deed.card, CardSums(deed.card, WonOf(), 0, 0, 0.0))
            found[deed.card] = CardSums(
                deed.card, _counted(was.score, one.figures.score), was.hits + deed.hits, was.finds + deed.finds,
                was.points + deed.points,
            )
    return sorted(found.values(), key=lambda one: (-one.points, -one.hits, -one.finds, one.card))
