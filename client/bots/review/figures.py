"""The figures of a review, as they are kept and exported.  Chances go from 0 to 1, those of the US as a rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

FORMAT = 4  # of what is kept; it moves too when the judge comes to other verdicts


class CurvePoint(Struct, frozen=True):
    """What the whole position was worth, every card of it known."""

    n: int  # answers given so far
    turn: int
    phasing: str  # whose turn it is
    chance: float


class KnownPoint(Struct, frozen=True):
    """What a side could know of it when it was asked: the mean over worlds that it could not tell from its own."""

    n: int
    turn: int
    side: str
    chance: float
    error: float  # one standard error of that mean


class KeyMoment(Struct, frozen=True):
    """Something that one side lost by an answer."""

    n: int
    turn: int
    side: str  # who lost it
    kind: str  # "ship", "carrier" or "base"
    cards: tuple[str, ...]
    points: int  # VP for the other side


class LuckAndSkill(Struct, frozen=True):
    """start + luck + skill = result, all of it for the US."""

    start: float
    result: float
    luck: dict[str, float]  # by kind
    skill: dict[str, float]  # what the answers of each side did

    @property
    def adjusted(self) -> float:
        """The result without luck; it may lie outside of 0 to 1."""
        return self.result - sum(self.luck.values())


class Comparison(Struct, frozen=True):
    """What was answered, and what seems best, in the same positions; chances of the side that answered."""

    chance: float  # of what was answered
    best: float  # of what is better
    loss: float  # the difference, where there is one to be seen; never below 0
    error: float  # one standard error of the difference
    worlds: int


class RatedDecision(Struct, frozen=True):
    """One decision, judged by what its player could know then; a private segment is one decision."""

    n: int  # answers before it
    turn: int
    side: str
    window: str
    step: str
    section: str  # one of SECTIONS
    plan: tuple[Any, ...]  # what was answered, one answer after the other, as JSON
    better: tuple[Any, ...]  # what was better; empty: nothing was found
    others: int  # how many other answers were tried
    known: Comparison
    thorough: bool = False  # judged twice, by more worlds and further on: the dearest
    truth: Comparison | None = None  # the same in the real position, for those
    given: str = "player"  # who gave it, as transcripts say; "clock" and "stand-in" are not the player's own

    @property
    def own(self) -> bool:
        """Whether its player decided, by himself or by a standing order of his."""
        return self.given in OWN

    def repeats(self, other: RatedDecision) -> bool:
        """Whether the same answer was left out at the same place of another turn."""
        same = (self.side, self.step, self.better) == (other.side, other.step, other.better)
        return same and bool(self.better) and self.step not in SEGMENTED


class GameReview(Struct, frozen=True):
    """All of it."""

    format: int
    key: str  # what it was made from
    names: tuple[str, str]  # who played the US and Japan
    set: str
    winner: str
    reason: str
    points: tuple[int, int]
    curve: tuple[CurvePoint, ...]
    known: tuple[KnownPoint, ...]
    moments: tuple[KeyMoment, ...]
    account: LuckAndSkill
    decisions: tuple[RatedDecision, ...]

    def dearest(self, side: str, most: int) -> list[RatedDecision]:
        """Those by which a side gave away most, as far as that can be told from chance; what was lost again, once."""
        own = [one for one in self.decisions if one.side == side and one.thorough and one.own]
        sure = [one for one in own if one.known.loss >= max(LEAST, SURE * one.known.error)]
        return without_repeats(sorted(sure, key=lambda one: -one.known.loss))[:most]

    def again(self, one: RatedDecision) -> list[RatedDecision]:
        """Decisions of the same side by which the same was lost again."""
        return [other for other in self.decisions if other is not one and other.known.loss >= LEAST
                and other.repeats(one)]


def without_repeats(decisions: Sequence[RatedDecision]) -> list[RatedDecision]:
    """Those by which nothing was lost that an earlier one of them lost."""
    return [one for i, one in enumerate(decisions) if not any(map(one.repeats, decisions[:i]))]


OWN = ("player", "order")
SEGMENTED = ("ships.step", "airplanes.step", "first-deployment.place")  # whose plans name tokens that are renewed
SURE, LEAST = 2.0, 0.005  # standard errors, and chance of winning, by which something must be better

# What is decided, by windows.
SECTIONS: dict[str, tuple[str, ...]] = {
    "setup": ("0", "0a", "1", "2"), "cards": ("2a", "3", "33"), "deployment": ("4", "4a", "5", "6", "7"),
    "search": ("8", "9", "10", "11", "12", "12a", "13"), "submarines": ("14",),
    "action": ("15", "16", "16a", "18", "19"),
    "air": ("20.1", "20.2", "20.3", "21", "22", "23", "24", "25", "32"), "sea": ("26", "27", "28", "29"),
    "landing": ("30", "31", "31a", "31b"), "events": (),
}
EVENTS = "events"  # event cards that are played, and what they are aimed at
SECTION_OF = {window: section for section, windows in SECTIONS.items() for window in windows}
