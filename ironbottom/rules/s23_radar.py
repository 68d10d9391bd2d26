"""§23.4  Radar: one lost attempt of the US is thrown again, at sea and when its airplanes intercept."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.dice import LIMITED, NONE, NORMAL, Attempts, Roll
from ironbottom.state import Formation, State
from ironbottom.words import Side, Token

RADAR = "radar"  # what is thrown, for who watches
FROM = 15  # the turn of both sides together in which the US begins its eighth


class FirstShot(NamedTuple):
    """A formation that fires its guns for the first time in a segment."""

    f: Formation
    at: Token
    thrown: Attempts
    rolled: Roll

    @property
    def lost(self) -> int:
        """Attempts that the throw has lost."""
        return self.thrown.dice - self.rolled.left.dice


def radar_works(state: State, side: Side) -> bool:
    """§23.4  For the US from its eighth turn on, in a battle from the start."""
    cards = state.cards
    return cards.options.radar and side is Side.US and (state.turn >= FROM or cards.battle is not None)


def best_seen(shots: list[FirstShot]) -> FirstShot | None:
    """§23.4  Of those that lost an attempt who threw most dice; among equals the first that was aimed."""
    found = [shot for shot in shots if shot.lost]
    return max(found, key=lambda shot: (not shot.thrown.limited, shot.thrown.dice), default=None)


def once_more(thrown: Attempts) -> Attempts:
    """The attempt that is thrown again; limited where it was."""
    return LIMITED if thrown.limited else NORMAL[1]


def kept(first: Attempts, second: Attempts) -> Attempts:
    """What is maintained of both throws."""
    if second == NONE:
        return first
    return second if second.limited else NORMAL[first.dice + second.dice]
