"""Bytes to bodies and back.  No sockets here: whoever has bytes gives them, whoever wants bodies takes them.

A native connection begins with the five bytes IBSS1 from the client; from then on, both ways, a body stands behind its
length, four bytes with the highest first.
"""

from __future__ import annotations

from ironbottom.language import _

MAGIC = b"IBSS1"
LENGTH = 4  # bytes of the length before each body
TO_SERVER = 4 * 1024  # the longest body that a server takes
TO_CLIENT = 64 * 1024  # the longest body that a client takes


class FrameError(Exception):
    """The peer sent something that is not ours; hang up."""


def frame(body: bytes) -> bytes:
    """A body behind its length."""
    return len(body).to_bytes(LENGTH, "big") + body


class Frames:
    """Collects what comes in, in whatever pieces, and gives back whole bodies of at most `limit` bytes."""

    __slots__ = ("_buffer", "_limit", "_magic")

    def __init__(self, limit: int, *, magic: bool = False) -> None:
        self._buffer, self._limit = bytearray(), limit
        self._magic = magic  # still to come

    def receive(self, data: bytes) -> list[bytes]:
        """The bodies that are complete now.  Raises FrameError as soon as a length is too great."""
        buffer = self._buffer
        buffer += data
        if self._magic and not self._opened(buffer):
            return []
        bodies: list[bytes] = []
        at = 0
        while len(buffer) - at >= LENGTH:
            size = int.from_bytes(buffer[at : at + LENGTH], "big")
            if size > self._limit:
                raise FrameError(_("a body of {size} bytes; {limit} is the most").format(size=size, limit=self._limit))
            if len(buffer) - at < LENGTH + size:
                break
            bodies.append(bytes(buffer[at + LENGTH : at + LENGTH + size]))
            at += LENGTH + size
        del buffer[:at]
        return bodies

    def _opened(self, buffer: bytearray) -> bool:
        if not MAGIC.startswith(buffer[: len(MAGIC)]):
            raise FrameError(_("the first five bytes are not IBSS1"))
        if len(buffer) < len(MAGIC):
            return False
        del buffer[: len(MAGIC)]
        self._magic = False
        return True
