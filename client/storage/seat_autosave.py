"""Writes a seat down now and then, while somebody plays: what is missing of it the server tells again."""

from __future__ import annotations

from collections.abc import Callable

from ..console.errors import UserError

SAVES = 16  # updates until a seat is written down again


class SeatKeeper:
    """One seat.  Where it cannot be written (a full disk), `told` hears why, once; the game goes on all the same."""

    def __init__(self, save: Callable[[], None], told: Callable[[str], None]) -> None:
        self._save, self._told = save, told
        self._at = 0  # the update when it was written down last; 0: not in this game
        self._why = ""

    @property
    def begun(self) -> bool:
        """Whether it was written down in this game."""
        return self._at > 0

    def update(self, number: int) -> None:
        """The update of this number has come."""
        if not self.begun or number >= self._at + SAVES:
            self._write(number)

    def chat(self) -> None:
        """A line was heard: it must not be called new another time."""
        self._write(self._at)

    def _write(self, at: int) -> None:
        try:
            self._save()
        except UserError as error:
            why, self._why = self._why, str(error)
            if self._why != why:
                self._told(self._why)
        else:
            self._at, self._why = at, ""

    def begin_anew(self) -> None:
        """Another game."""
        self._at = 0
