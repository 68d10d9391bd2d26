"""Optional rules that make two unequal players even, by what the rules are worth (worths.py).

A rule moves how often the US wins between equals; as log-odds that adds to what one player is stronger than the other.
Several together are taken to add up, which a second measurement of the chosen ones can confirm.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ironbottom.options import OptionError, options, rule_of

from ....text.rules.handicap import PER_ELO, chance, filled, moved

MOST = 2  # rules at a time
SIMPLER = 0.05  # log-odds that one rule less is worth: 1.2 % of the games
STEP, FAR = 50, 1200  # Elo: of the table, and its end
UNSETTLED = ("bid", "open-table")  # they make nobody even: who plays which side, or what the game is


class Evened(NamedTuple):
    """Rules for two players, and how often the US wins with them."""

    words: tuple[str, ...]
    us: float


def evened(lead: float, worths: Mapping[str, float]) -> Evened:
    """The rules by which the US comes nearest to half of the games, where its player is `lead` Elo the stronger.

    `worths`: by how much more often the US wins between equals with each rule, a part of 1.
    """
    need = -lead * PER_ELO
    best: tuple[str, ...] = ()
    cost = abs(need)
    for words in _sets(sorted(worths)):
        gap = abs(need - sum([moved(worths[word]) for word in words])) + SIMPLER * len(words)
        if gap < cost - 1e-12:
            best, cost = words, gap
    odds = sum([moved(worths[word]) for word in best]) - need
    return Evened(best, chance(odds))


def _sets(words: Sequence[str]) -> list[tuple[str, ...]]:
    """What may be agreed upon: at most so many rules, none twice, none against another."""
    found = []
    for n in range(1, MOST + 1):
        for chosen in combinations(words, n):
            if not all(map(_makes_even, chosen)):
                continue
            try:
                options(chosen)
            except OptionError:
                continue
            found.append(chosen)
    return found


def table(worths: Mapping[str, float], day: str) -> str:
    """The table of client/web/start/terms/evened.json, by the lead of who plays the US, with what it was made from."""
    known = filled(worths)
    rows = {lead: evened(lead, known) for lead in range(-FAR, FAR + 1, STEP)}
    lines = [f'    "{lead}": {json.dumps([row.words, round(100 * row.us)])}' for lead, row in rows.items()]
    told = json.dumps({word: round(worth, 3) for word, worth in worths.items() if _makes_even(word)})
    head = f'{{"step": {STEP}, "measured": "{day}", "worths": {told}, "rows": {{'
    return "\n".join([head, ",\n".join(lines), "}}", ""])


def _makes_even(word: str) -> bool:
    return rule_of(word) not in UNSETTLED
