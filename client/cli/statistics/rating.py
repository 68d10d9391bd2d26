"""How strong a player is, by his finished games: the model of the arena, with the strengths of the bots as known.

    P(he wins as the US) = 1 / (1 + exp(-(his strength - that of the other + side + what optional rules give the US)))

Bradley and Terry's model, as ironbottom/strength.py has it: the side is a parameter too, the likelihood is penalised
by Jeffreys and Firth, and the interval is that of the profile likelihood.  What the side is worth between equals was
measured before; it counts as some games, so that somebody who has always played one side has a figure as well.  Twin of
client/web/start/terms/rating.js.

Not counted are battles, games in which two share a side, practice with a known seed, and rules by which a game tells
of something else.  A person has no strength that is known: for him the difference is estimated, from the games with
him alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ironbottom.options import rule_of
from ironbottom.strength import POINTS, Estimate, Pairing, Z, bound, fitted

from ...text.people.rungs import rung_strength
from ...text.rules.handicap import rules_lead
from .figures import CountedGame, GameFigures

LEAST = 8  # games: fewer tell too little
EQUAL = 20  # games between equals that are taken as seen, half of them won by the US (cards/BALANCE.md: 49 to 51 %)
OWN, SIDE = 0, 1  # the parameters
TELL_NOTHING = ("bid", "open-table")  # of strength: who gave how much for a side; all cards open


class GameAgainst(NamedTuple):
    """A finished game as far as it tells of strength."""

    other: float  # Elo points
    us: bool  # whether he played the US
    score: float  # 1 for a game that he won, 0 for one that he lost, a half for a draw
    given: float = 0.0  # what optional rules gave the US, in Elo points


class Rating(NamedTuple):
    """What some games tell; without an estimate where they are too few."""

    games: int
    estimate: Estimate | None = None

    @property
    def missing(self) -> int:
        """How many games more it needs."""
        return max(0, LEAST - self.games)


class Strength(NamedTuple):
    """Elo points above `random`, and by how much he is the stronger of him and each person, the most games first."""

    own: Rating
    people: dict[str, Rating]


def strength(games: Sequence[CountedGame]) -> Strength:
    """By all games that tell of it."""
    told = [one.figures for one in games if tells(one.figures)]
    bots = [(one, rung_strength(one.opponent)) for one in told if one.bot]
    own = rating([_rated(one, known) for one, known in bots if known is not None])
    people = Counter([one.opponent for one in told if not one.bot])
    return Strength(own, {
        name: rating([_rated(one, 0.0) for one in told if not one.bot and one.opponent == name])
        for name, _n in people.most_common()
    })


def tells(game: GameFigures) -> bool:
    """Whether a game tells of strength."""
    other = game.battle or game.practice or game.shared
    return not other and not any(rule_of(said) in TELL_NOTHING for said in game.options)


def _rated(game: GameFigures, other: float) -> GameAgainst:
    return GameAgainst(other, game.side == "US", game.score, rules_lead(game.options))


def rating(games: Sequence[GameAgainst]) -> Rating:
    """Of one player, against others whose strengths are known."""
    if len(games) < LEAST:
        return Rating(len(games))
    cells = [*_cells(games), Pairing(((SIDE, 1.0),), EQUAL // 2, EQUAL)]
    fit = fitted(cells, 2, start=[sum(one.other for one in games) / len(games) / POINTS, 0.0])
    if fit is None:
        return Rating(len(games))
    won = sum(one.score for one in games)
    ends = [
        POINTS * end if bounded and (end := bound(cells, fit, OWN, reach)) is not None else None
        for reach, bounded in ((-Z, won > 0), (Z, won < len(games)))
    ]
    return Rating(len(games), Estimate(POINTS * fit.at[OWN], *ends))


def _cells(games: Iterable[GameAgainst]) -> list[Pairing]:
    """Games of one kind together."""
    seen: Counter[tuple[float, bool, float]] = Counter()
    us_won = defaultdict[tuple[float, bool, float], float](float)
    for one in games:
        kind = one.other, one.us, one.given
        seen[kind] += 1
        us_won[kind] += one.score if one.us else 1 - one.score
    return [
        Pairing(
            ((OWN, 1.0 if us else -1.0), (SIDE, 1.0)), us_won[other, us, given], n,
            (given + (-other if us else other)) / POINTS,
        )
        for (other, us, given), n in sorted(seen.items())
    ]
