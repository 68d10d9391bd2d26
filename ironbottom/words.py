"""The vocabulary of the rulebook: sides, lines, icons, tasks.  Imports nothing of ours."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NewType

Token = NewType("Token", int)  # names a card on the table without saying which card it is
CardId = NewType("CardId", str)  # names a printed card: "us/enterprise"


class Side(IntEnum):
    """§1.1  The two sides."""

    US = 0
    JP = 1
    enemy: Side  # an attribute, as the rules ask for it two or three times an answer: half the time of a property


Side.US.enemy, Side.JP.enemy = Side.JP, Side.US
SIDES = (Side.US, Side.JP)


class Line(IntEnum):
    """§5.1  One of the six lines, numbered across the table so that distance is subtraction (§5.4)."""

    US_REAR = 0
    US_MIDDLE = 1
    US_FRONT = 2
    JP_FRONT = 3
    JP_MIDDLE = 4
    JP_REAR = 5

    @property
    def owner(self) -> Side:
        return Side.US if self <= Line.US_FRONT else Side.JP

    def distance(self, other: Line) -> int:
        """§5.4  Neighbouring lines are one apart, middle to enemy middle three, home to home five."""
        return abs(self - other)


LINES = tuple(Line)
FRONT = (Line.US_FRONT, Line.JP_FRONT)  # by side
MIDDLE = (Line.US_MIDDLE, Line.JP_MIDDLE)
REAR = (Line.US_REAR, Line.JP_REAR)
OWN_LINES = (  # by side, front to rear
    (Line.US_FRONT, Line.US_MIDDLE, Line.US_REAR),
    (Line.JP_FRONT, Line.JP_MIDDLE, Line.JP_REAR),
)
ELSEWHERE = {here: tuple([line for line in OWN_LINES[here.owner] if line is not here]) for here in Line}


class Icon(StrEnum):
    """§6.1  The kinds of airplane icon."""

    CARRIER = "carrier"
    LAND = "land"
    SEA = "sea"
    FLYING = "flying"


class Rank(StrEnum):
    """§2.3  The three kinds of base."""

    HOME = "home"
    STRATEGIC = "strategic"
    FRONT = "front"


class Task(StrEnum):
    """What an airplane in the air is doing: §15.1, §17.2(1), §9.1; and on a base, why it stays there: §23.12."""

    FLOWN = "flown"  # over a line, no task yet
    SEARCH = "search"
    ESCORT = "escort"
    ATTACK = "attack"
    CONTROL = "control"
    INTERCEPT = "intercept"
    WITHDRAWN = "withdrawn"  # waits for the return phase
    UNPACKING = "unpacking"  # stands on a base, and does not fly yet


class SeaTask(StrEnum):
    """§18.3  What a formation does in a landing."""

    ESCORT = "escort"
    SUPPORT = "support"
    CONTROL = "control"
    INTERCEPT = "intercept"
    WITHDRAWN = "withdrawn"


class Action(StrEnum):
    """§16.1  The three actions."""

    RETREAT = "retreat"
    AIR = "air-attack"
    LANDING = "landing"
