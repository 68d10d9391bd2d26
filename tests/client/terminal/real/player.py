"""Somebody who plays by what the screen offers: only what stands there in letters is pressed, by the keys it names."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from .terminal import PATIENCE, TmuxTerminal, flat

NOT_YET = "Not yet:"
NONE = re.compile(r"^ [> ] ?0 \[")  # the row that says so
SAID, ROWS = 9, 9  # how often something is said of one question, and of how many rows
ROW = re.compile(r"^ [> ] ?(\d{1,2}) ")
OPTION = re.compile(r"(?:^|   )[> ]?([a-z]) (?:\([* ]\) )?\S")
BUTTONS = re.compile(r"\[(Enter|E|Esc|\^S|\^R|U) ([^\]]+)\]")
KEYS = {"^S": "C-s", "^R": "C-r", "Esc": "Escape"}  # as tmux calls them
CONFIRM = ("Confirm", "決定")
TOUCHES = 2  # things that are tried before an answer is given, at most

Watch = Callable[[str], object]


class TerminalPlayer:
    """Keys by chance, among those that the question offers."""

    def __init__(self, terminal: TmuxTerminal, seed: int = 1, *, touches: int = TOUCHES) -> None:
        self.terminal, self.random, self.touches = terminal, Random(seed), touches
        self.answers = 0
        self.shown: list[str] = []  # every screen on which something was decided
        self.strange: list[str] = []  # keys that were offered and did nothing

    def play(self, until: Watch, *, most: int = 2000) -> str:
        """Answer until a screen is as wished; that screen."""
        for _ in range(most):
            screen = self.ready(until)
            if until(screen):
                return screen
            self.answer(screen)
        raise AssertionError(f"{most} answers, and it has not come:\n{self.terminal.screen()}")

    def ready(self, until: Watch = lambda _screen: False) -> str:
        """The first screen that asks something, or is as wished."""
        return self.terminal.until(lambda screen: until(screen) or offered(screen), "a question", within=PATIENCE)

    def answer(self, screen: str) -> None:
        """One question: some things are touched, then it is answered."""
        self.shown.append(screen)
        for _ in range(self.random.randint(0, self.touches)):
            screen = self._touch(screen)
            if not offered(screen):
                return  # that was the answer
        self.answers += 1
        self._confirm(screen)

    def _touch(self, screen: str) -> str:
        """Press the number of a row, then a letter of what it may be given."""
        numbers = rows(screen)
        if not numbers:
            return screen
        now = self._press(screen, self.random.choice(numbers))
        letters = options(now)
        if letters:
            now = self._press(now, self.random.choice(letters))
        return now

    def _press(self, screen: str, *keys: str) -> str:
        self.terminal.press(*keys)
        return self.terminal.calm(after=screen, grace=0.5)

    def _confirm(self, screen: str) -> None:
        """End a segment; or confirm what is staged, and say what is still to be said."""
        if "E" in offered(screen):
            after = self._press(self._press(screen, "E"), "E")
        else:
            after = self._press(screen, confirm(screen) or "Enter")
            for _ in range(SAID):
                if NOT_YET not in flat(after):
                    break
                after = self._say(after)
        if after == screen:
            self.strange.append(screen)

    def _say(self, screen: str) -> str:
        """What was not said yet: that it is none of the rows, or what each of them gets; then the answer."""
        if any(NONE.match(line) for line in panel(screen)):
            return self._press(screen, "0", "C-s")
        numbers = [str(n) for n in range(1, ROWS + 1)]
        self.random.shuffle(numbers)
        return self._press(screen, *[key for n in numbers for key in (n, self.random.choice("ab"))], "C-s")


def offered(screen: str) -> list[str]:
    """The keys of the buttons under the question."""
    return [found[1] for line in panel(screen)[-4:] for found in BUTTONS.finditer(line)]


def confirm(screen: str) -> str:
    """The key that gives the answer which is staged; "" where none is."""
    found = {word: key for line in panel(screen)[-4:] for key, word in BUTTONS.findall(line)}
    return next((KEYS.get(found[word], found[word]) for word in CONFIRM if word in found), "")


def rows(screen: str) -> list[str]:
    """The numbers that stand before rows."""
    return [found[1] for line in panel(screen) if (found := ROW.match(line))]


def options(screen: str) -> list[str]:
    """The letters that stand before what a row may be given."""
    return [letter for line in panel(screen) if not ROW.match(line) for letter in OPTION.findall(line)]


def panel(screen: str) -> list[str]:
    """The lines of the question, on a screen of 80x24: all between the line above it and the line of keys."""
    lines = screen.rstrip("\n").split("\n")
    above = [n for n, line in enumerate(lines) if line.startswith(("──", "--"))]
    return lines[above[-1] + 1 : -1] if above else []
