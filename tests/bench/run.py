"""One run of the bench: how many rounds, what to say meanwhile, what to say after the table."""

from __future__ import annotations

import sys


class Run:
    """What every measurement is given."""

    def __init__(self, rounds: int, *, quick: bool = False) -> None:
        self.rounds, self.quick = rounds, quick
        self.now = ""  # which measurement runs, and how many there are
        self.notes: list[str] = []  # printed below the table

    def say(self, what: str) -> None:
        """Progress."""
        if sys.stderr.isatty():
            print(f"\r\x1b[K{self.now}: {what}", end="", file=sys.stderr, flush=True)

    def begin(self, number: int, of: int, title: str) -> None:
        """The next measurement."""
        self.now = f"[{number}/{of}] {title}"
        left = f", {of - number} left" if number < of else ", the last"
        print(f"{self.now}{left}", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Nothing more to come."""
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
