"""A review as it is told: figures with their words, in the language of the reader (client/bots/review/README.md)."""

from __future__ import annotations

from msgspec import Struct, json

from ...bots.review.figures import Comparison, CurvePoint, KnownPoint


class ShownWords(Struct, frozen=True):
    """A decision in words."""

    did: str
    better: str
    why_did: str
    why_better: str
    there: tuple[str, ...]
    turn: str
    window: str
    loss: str
    given: str = ""  # who gave the answer, if not its player
    again: tuple[str, ...] = ()  # turns in which the same was given away


class ShownDecision(Struct, frozen=True):
    """One decision."""

    n: int  # answers before it
    turn: int
    side: str
    section: str
    known: Comparison
    words: ShownWords
    truth: Comparison | None = None


class ShownMoment(Struct, frozen=True):
    """Something that was lost."""

    n: int
    turn: int
    side: str
    words: str


class ShownAccount(Struct, frozen=True):
    """start + luck + skill = result, for the US."""

    start: float
    result: float
    luck: dict[str, float]
    skill: dict[str, float]
    without_luck: float


class ReviewNames(Struct, frozen=True):
    """What things are called."""

    heading: str
    luck: dict[str, str]
    sections: dict[str, str]
    sides: dict[str, str]


class ShownReview(Struct, frozen=True):
    """All that is shown."""

    curve: tuple[CurvePoint, ...]
    known: tuple[KnownPoint, ...]
    moments: tuple[ShownMoment, ...]
    account: ShownAccount
    decisions: tuple[ShownDecision, ...]
    dearest: dict[str, tuple[int, ...]]
    words: ReviewNames


class MakerLine(Struct, frozen=True, omit_defaults=True):
    """One thing that whoever makes a review says, as a line of JSON."""

    curve: tuple[CurvePoint, ...] = ()  # the first that is there
    done: int = 0  # answers looked at
    all: int = 0
    whole: ShownReview | None = None  # and then it ends
    fault: str = ""  # why there is none, and then it ends


line_of = json.Decoder(MakerLine).decode
