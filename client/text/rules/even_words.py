"""Two players made even, in words: which rules, what each is worth, and how often one wins then.

Twin of client/web/start/terms/even_words.js.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ironbottom.vocabulary import phrase
from ironbottom.words import Side

from .handicap import FAIR, Handicap, rule_worth, win_chance
from .table_rules import option_name

MOST_POINTS = 3000  # between two players, and of one


def evened_lines(side: Side, points: float, found: Handicap) -> Iterator[str]:
    """For who plays this side and is `points` Elo the stronger."""
    rules = phrase("rows.inside").join(map(rule_line, found.words))
    wins = percent(side, points, found.words)
    even = fair(wins)
    yield phrase("even.rules" if even else "even.nearest", rules=rules) if rules else phrase("even.none")
    yield phrase("even.comes_to" if even else "even.not_even", n=wins)


def rule_line(said: str) -> str:
    """A rule and what it is worth."""
    return phrase("even.rule", name=option_name(said), percent=f"{100 * rule_worth(said):+.1f}")


def chance_line(side: Side, points: float, words: Sequence[str]) -> str:
    """How often he wins by rules that were chosen by hand."""
    return phrase("even.now", n=percent(side, points, words))


def percent(side: Side, points: float, words: Sequence[str]) -> int:
    """How many of 100 games he wins."""
    return int(100 * win_chance(side, points, words) + 0.5)


def fair(wins: int) -> bool:
    """Whether that is an even game."""
    return FAIR[0] <= wins <= FAIR[1]
