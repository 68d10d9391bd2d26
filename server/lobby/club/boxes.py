"""Keys on their way from one device of a player to another: sealed, each in a box that is emptied once.

They lie in memory alone: a server that restarts has none, and the player makes another code.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

LASTS = 600.0  # seconds
MOST = 1_000  # at a time


class FilledBox(NamedTuple):
    """What is in a box, whose it is, and until when."""

    data: bytes
    owner: bytes
    until: float


class Boxes:
    """All of them."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._filled: dict[bytes, FilledBox] = {}

    def __len__(self) -> int:
        return len(self._filled)

    def fill(self, box: bytes, owner: bytes, data: bytes) -> bool:
        """Put something in, in the place of what its owner had in another; False: there is no room, or it is taken."""
        self.sweep()
        known = self._filled.get(box)
        mine = [name for name, filled in self._filled.items() if filled.owner == owner]
        if (known is not None and known.owner != owner) or len(self) - len(mine) >= MOST:
            return False
        for name in mine:
            del self._filled[name]
        self._filled[box] = FilledBox(data, owner, self._now() + LASTS)
        return True

    def empty(self, box: bytes) -> bytes | None:
        """Take out what is in a box; None: there is nothing, or it has lain there too long."""
        self.sweep()
        found = self._filled.pop(box, None)
        return None if found is None else found.data

    def sweep(self) -> None:
        """Throw away what nobody has fetched in time."""
        now = self._now()
        for box in [box for box, filled in self._filled.items() if filled.until <= now]:
            del self._filled[box]
