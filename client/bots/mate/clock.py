"""The clock of the decks: who wins when time is up, and how many turns are left until then."""

from __future__ import annotations

from ironbottom.printed import BaseCard
from ironbottom.views import SeenSide
from ironbottom.words import FRONT, Rank, Side

from .table import SeenTable

LATE = 2  # turns of mine, this one counted, from which on who is behind must dare


def winning(table: SeenTable) -> bool:
    """§11.3  Whether I win if time is up now: on equal VP the US does with the base that decides ties in FRONT."""
    if table.lead:
        return table.lead > 0
    if table.battle is not None:
        return table.battle.ties is table.me  # §24.5
    us = table.view.us
    holds = any(table.base(b).decides_ties and b.line is FRONT[Side.US] for b in us.bases)
    return holds is (table.me is Side.US)


def home(table: SeenTable, seen: SeenSide) -> BaseCard:
    """The home base of a side, which prints how many cards it draws."""
    return next(card for card in map(table.base, seen.bases) if card.rank is Rank.HOME)


def turns_left(table: SeenTable) -> int:
    """§11.2  Turns of mine that are left, this one counted, if the enemy retreats in all of his when he is ahead."""
    mine, theirs = home(table, table.mine).drawn, home(table, table.theirs).drawn + (not winning(table))
    draws = 1 + min((table.mine.air_deck or 0) // max(1, mine), (table.theirs.air_deck or 0) // max(1, theirs))
    if table.battle is None:
        return draws
    left = (table.battle.turns - table.view.turn + table.phasing + 1) // 2  # §24.4
    return min(draws, left) if table.draws else left


def last_day(table: SeenTable) -> bool:
    """§24.4  Whether a battle is over before the enemy deploys, or my airplanes fly, once more."""
    return table.battle is not None and table.view.turn >= table.battle.turns - (not table.phasing)


def shells(table: SeenTable) -> int:
    """§24.6  What each damage on an enemy base counts: nothing, where its owner has a turn in which it recovers."""
    return table.score("bases") if last_day(table) else 0


def desperate(table: SeenTable) -> bool:
    """Behind, and no time to wait for a better chance."""
    return not winning(table) and turns_left(table) <= LATE
