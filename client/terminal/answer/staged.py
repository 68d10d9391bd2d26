"""What is staged: all that somebody has touched so far of a question, and why the last touch did nothing."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ironbottom.questions import Answer, Question, Shape, Value

from .offered import Offer, OfferedRow, Option, Touchpoint

Given = Mapping[int, Value | None]

NOTHING: Given = MappingProxyType({})


class TouchMeaning(NamedTuple):
    """One of the things that a gesture may mean: something is given, a card is held, or an event is played."""

    row: OfferedRow | None = None
    option: Option | None = None
    hold: Touchpoint | None = None
    play: Value | None = None


class Fork(NamedTuple):
    """One gesture that may mean several things."""

    start: Touchpoint
    to: Touchpoint
    ways: tuple[TouchMeaning, ...]


class TouchFault(NamedTuple):
    """Why the last touch did nothing."""

    why: str  # "not-for", "not-asked", "no-room", "full"; "open": it is no answer yet
    row: OfferedRow | None
    thing: Touchpoint | None


class Staged(NamedTuple):
    """What was touched so far."""

    offer: Offer
    held: Touchpoint | None = None  # what was touched first and waits for the other half
    chosen: Touchpoint | None = None  # Choose: a row
    picked: tuple[Touchpoint, ...] = ()  # Pick: rows, in their order
    given: Given = NOTHING  # Assign, Order, Place: value by card, where it is not as it was at the beginning
    order: tuple[int, ...] = ()  # Order: cards
    said: bool = False  # Pick, Order: that none is picked, or that the order may stand, was said
    play: Value | None = None  # an event card that is to be played first
    step: Answer | None = None  # Move: the step to be sent now
    fork: Fork | None = None
    fault: TouchFault | None = None
    before: Staged | None = None  # what was staged before the last change

    @property
    def question(self) -> Question:
        return self.offer.question

    @property
    def shape(self) -> Shape:
        return self.offer.question.shape
