"""The figures of one finished game, from the side of the player at this computer, as they are kept.

Chances go from 0 to 1, and are his own: what is luck for him is above 0.
"""

from __future__ import annotations

from msgspec import Struct

FORMAT = 2  # of what is kept

DRAWN = "agreed"  # the reason of a draw


class CardFigures(Struct, frozen=True):
    """What one card of his did."""

    card: str
    hits: int = 0  # in fights
    finds: int = 0  # hits of searches
    points: float = 0.0  # VP, shared out among those that hit what was eliminated
    played: bool = False  # from the hand


class FirstFleet(Struct, frozen=True):
    """Where his ships stood when both set-ups were shown (§10.4), by the cards that lead and those that escort."""

    front: tuple[str, ...] = ()
    middle: tuple[str, ...] = ()
    rear: tuple[str, ...] = ()
    redrew: bool = False
    formations: int = 0  # of those in FRONT


class DiceFigures(Struct, frozen=True):
    """Hits that a side threw, beside those that the same dice bring on average."""

    dice: int = 0
    hits: int = 0
    expected: float = 0.0


class GameFigures(Struct, frozen=True):
    """One game."""

    game: str  # its id, in hexadecimal digits
    at: int  # seconds since 1970: when it began
    side: str  # US or JP
    opponent: str
    bot: bool  # whether that was one
    set: str
    won: bool  # a draw is not, and counts as half a game won
    reason: str  # as of Ended
    points: tuple[int, int]  # VP: his, and the other's
    turns: int
    fleet: FirstFleet
    cards: tuple[CardFigures, ...]
    dice: tuple[DiceFigures, DiceFigures]  # his, and the other's
    digest: str  # of the file
    options: tuple[str, ...] = ()  # optional rules (§23)
    battle: bool = False  # or a campaign
    practice: bool = False  # with a seed that was known before
    shared: bool = False  # two people shared a side (§26)

    @property
    def score(self) -> float:
        """1 for a game that he won, 0 for one that he lost, a half for a draw."""
        return 0.5 if self.reason == DRAWN else float(self.won)


class SectionFigures(Struct, frozen=True):
    """Decisions of one kind, and what they gave away in all."""

    decisions: int = 0
    loss: float = 0.0


class SkillFigures(Struct, frozen=True):
    """What the review of a game says of his side."""

    sections: dict[str, SectionFigures]
    luck: float  # what chance gave him, in all

    @property
    def decisions(self) -> int:
        return sum(one.decisions for one in self.sections.values())

    @property
    def loss(self) -> float:
        """Given away in all."""
        return sum(one.loss for one in self.sections.values())


class CountedGame(Struct, frozen=True):
    """A game, where its transcript lies, and what its review says, if there is one."""

    path: str
    figures: GameFigures
    skill: SkillFigures | None = None
