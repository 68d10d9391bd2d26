"""How much is said at one table: by a player, from an address, and by all."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from ..runtime.rate_limits import Key, is_loopback, key
from ..runtime.settings import Limits
from .session import ClientSession

MINUTE = 60.0  # seconds in which lines are counted


class CountedLine(NamedTuple):
    """Somebody has spoken."""

    at: float
    player: bytes
    address: Key


class ChatLimiter:
    """The lines of the last minute; what was refused is none."""

    __slots__ = ("_limits", "_lines")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lines: deque[CountedLine] | None = None  # where nobody has spoken yet

    def may(self, session: ClientSession, now: float) -> bool:
        """Whether somebody may say a line more; if so, it counts."""
        limits, address = self._limits, key(session.address)
        lines = self._lines = self._lines or deque()
        while lines and lines[0].at <= now - MINUTE:
            lines.popleft()
        allowed = limits.near if is_loopback(session.address) else limits.away
        if (
            len(lines) >= limits.all_lines
            or sum([line.player == session.key for line in lines]) >= limits.lines
            or sum([line.address == address for line in lines]) >= allowed.lines
        ):
            return False
        lines.append(CountedLine(now, session.key, address))
        return True
