"""The process that makes a review: it reads a transcript, and tells in lines how far it is."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from twisted.internet.error import ProcessExitedAlready
from twisted.internet.protocol import ProcessProtocol
from twisted.logger import Logger
from twisted.python.failure import Failure

from ..archive.studies import ReviewStep, step_of

log = Logger()

LINE = 1 << 20  # bytes of a line; longer ones are none of ours
ARGV = ("-P", "-m", "ironbottom.client.bots.review.serving")


class ReviewProcess(ProcessProtocol):
    """One of them; it ends when its input does."""

    def __init__(self, data: bytes, step: Callable[[ReviewStep], None], ended: Callable[[], None]) -> None:
        self._data, self._step, self._ended = data, step, ended
        self._line = b""

    def connectionMade(self) -> None:
        """It has started."""
        assert self.transport is not None
        self.transport.write(b"%d\n" % len(self._data))
        self.transport.write(self._data)
        self._data = b""

    def outReceived(self, data: bytes) -> None:
        """How far it is."""
        *lines, self._line = (self._line + data).split(b"\n")
        for line in lines:
            try:
                self._step(step_of(line))
            except msgspec.DecodeError:
                log.error("what makes a review says {line}", line=line[:200])
        if len(self._line) > LINE:
            self.end()

    def errReceived(self, data: bytes) -> None:
        """What it complains of is for the host."""
        log.error("a review: {said}", said=data[-2000:].decode("utf-8", "replace"))

    def end(self) -> None:
        """It is not wanted any more."""
        if self.transport is not None:
            try:
                self.transport.signalProcess("KILL")
            except ProcessExitedAlready:
                return

    def processEnded(self, reason: Failure) -> None:
        """With the review, or without."""
        log.info("what made a review has ended: {error}", error=reason.value)
        self._ended()


def start(
    reactor: Any, cards: Sequence[Path], data: bytes, place: Path, step: Callable[[ReviewStep], None],
    ended: Callable[[], None],
) -> ReviewProcess:
    """Start one.  Raises OSError."""
    place.parent.mkdir(mode=0o700, exist_ok=True)
    made = ReviewProcess(data, step, ended)
    argv = [sys.executable, *ARGV, str(place), *map(str, cards)]
    reactor.spawnProcess(made, sys.executable, argv, env={**os.environ})
    return made
