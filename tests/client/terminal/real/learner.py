"""Somebody who does the tutorial as its goals say it: rows and values are found by their names on the screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from .player import OPTION, ROW, confirm, panel
from .terminal import TmuxTerminal, flat

OVER = "The lessons are over"
MOST_HALTS = 60
TITLE = re.compile(r"Lesson (\d+) of (\d+)")


class Act(NamedTuple):
    """A row by its name, and what it is given."""

    row: str
    value: str = ""


# What is done for each goal, in the order of the lessons.
ACTS = {
    "The lines": [Act("Atago & Takao", "Japanese front")],
    "The decks are the clock": [Act("Val")],
    "Transports": [Act("Combined Fleet Sortie II", "transports")],
    "Escorts": [Act("Jintsu", "2nd (Sendai)")],
    "Airplanes": [Act("Zeke", "Buin")],
    "A search": [Act("Judy", "US front")],
    "A submarine": [Act("Squall", "Salt Lake City")],
    "The action": [Act("Landing")],
    "An air strike": [Act(name, "US front") for name in ("Zeke", "Zeke", "Val", "Betty")],
    "Escort fighters": [
        Act("Zeke", "Escort"), Act("Zeke", "Escort"), Act("Val", "Air Attack"), Act("Betty", "Air Attack"),
    ],
    "Gunfire at sea": [Act("Atago & Takao", "Escort")],
    "The army goes ashore": [Act("Sendai")],
}


class Learner:
    """One pupil at his terminal."""

    def __init__(self, terminal: TmuxTerminal) -> None:
        self.terminal = terminal
        self.titles: list[str] = []
        self.halts = 0  # places where the coach was waited for

    def read(self) -> str:
        """The next lesson: its screen is read and put away; its name, or "" when all lessons are over."""
        before = self.titles[-1] if self.titles else "-"
        screen = self._until(lambda now: OVER in now or new_title(now, before), "a lesson")
        if OVER in screen:
            return ""
        self.titles.append(new_title(screen, before))
        self._until(lambda now: "[E" in "".join(panel(now)), "the question of the lesson")
        return self.titles[-1]

    def _until(self, found: Callable[[str], object], what: str) -> str:
        """Go on wherever one is waited for, until that is so."""
        for _ in range(MOST_HALTS):
            screen = self.terminal.until(lambda now: found(now) or waits(now), what)
            if found(screen):
                return screen
            self.halts += "(Enter: go on)" in flat(screen)
            self.terminal.press("Enter")
            self.terminal.calm(after=screen, grace=0.6)
        raise AssertionError(f"not {what}:\n{self.terminal.screen()}")

    def answer(self, acts: list[Act]) -> None:
        """Do what the lesson asks for."""
        done: list[int] = []
        for act in acts:
            done.append(self._row(act, done))
            if act.value:
                self._value(act.value)
        screen = self.terminal.calm()
        if key := confirm(screen):
            self.terminal.press(key)

    def _row(self, act: Act, done: list[int]) -> int:
        """Go to a row that was not answered yet, and take it up; its number."""
        for _ in range(40):
            screen = self.terminal.calm()
            for line in panel(screen):
                found = ROW.match(line)
                if found and act.row in line and int(found[1]) not in done:
                    self.terminal.press(*found[1])
                    self.terminal.calm(after=screen, grace=0.6)
                    return int(found[1])
            self.terminal.press("Down")
        raise AssertionError(f"no row {act.row!r}:\n{self.terminal.screen()}")

    def _value(self, value: str) -> None:
        for _ in range(40):
            screen = self.terminal.calm()
            for line in panel(screen):
                for found in [] if ROW.match(line) else OPTION.finditer(line):
                    if value.lower() in line[found.start() : ].split("    ")[0].lower():
                        self.terminal.press(found[1])
                        self.terminal.calm(after=screen, grace=0.6)
                        return
            self.terminal.press("Down")
        raise AssertionError(f"no value {value!r}:\n{self.terminal.screen()}")


def waits(screen: str) -> bool:
    """Whether the program waits for Enter: behind what happened, behind dice, or over a lesson."""
    return "(Enter: go on)" in flat(screen) or "Shift+N next round" in screen or "Enter go on  Shift + D" in screen


def new_title(screen: str, before: str) -> str:
    """The name of a lesson that lies open, unless it is the one before."""
    found = TITLE.search(screen)
    lies_open = found is not None and "Shift + D" in screen
    if found is None or not lies_open:
        return ""
    name = screen[found.end() :].splitlines()[0].strip(" :│║")
    return "" if name == before else name
