"""What the parts of the screen tell each other."""

from __future__ import annotations

from textual.message import Message

from .model import LogLine, Touch


class Touched(Message):
    """A thing was clicked, or chosen with the keyboard.  `look`: only a look at it was
    wanted (right button, Space)."""

    def __init__(self, touch: Touch, *, look: bool = False) -> None:
        super().__init__()
        self.touch, self.look = touch, look


class StagingChanged(Message):
    """What is staged has changed, and with it the marks: the board is to be drawn again."""


class LookBack(Message):
    """Somebody wants to see the table as it was at a line of the log; None: as it is."""

    def __init__(self, told: LogLine | None) -> None:
        super().__init__()
        self.told = told


class ToQuestion(Message):
    """Somebody has done with a part of the screen: back to what is asked."""
