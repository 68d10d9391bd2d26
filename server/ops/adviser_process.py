"""The process of an adviser: what it is told goes to its input, what it has found comes from its output."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import msgspec
from twisted.internet.error import ProcessExitedAlready
from twisted.internet.protocol import ProcessProtocol
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.wire.advising import BODY, Finding, ToAdviser, from_adviser, pack
from ironbottom.wire.frames import FrameError, Frames, frame

log = Logger()

GRACE = 5.0  # seconds in which one that is not wanted any more may end by itself
ARGV = (sys.executable, "-P", "-m", "ironbottom.client.bots.seat.advice.process")


class PipedAdviser(ProcessProtocol):
    """One of ours; it ends when its input does."""

    def __init__(self, reactor: Any, found: Callable[[Finding], None], ended: Callable[[], None]) -> None:
        self._reactor, self._found, self._ended = reactor, found, ended
        self._frames, self._gone = Frames(BODY), False

    def tell(self, message: ToAdviser) -> None:
        """Something for it; what it does not read waits in our memory."""
        if self.transport is not None and not self._gone:
            self.transport.write(frame(pack(message)))

    def end(self) -> None:
        """It is not wanted any more."""
        if self.transport is not None and not self._gone:
            self.transport.loseConnection()
            self._reactor.callLater(GRACE, self._kill)

    def outReceived(self, data: bytes) -> None:
        """It has found something."""
        try:
            for body in self._frames.receive(data):
                self._found(from_adviser(body))
        except (FrameError, msgspec.DecodeError) as error:
            log.error("an adviser says what is none: {error}", error=error)
            self._kill()

    def errReceived(self, data: bytes) -> None:
        """A bug of it."""
        log.error("an adviser complains: {error}", error=data.decode("utf-8", "replace")[-2_000:])

    def processEnded(self, reason: Failure) -> None:
        """By itself, or because nobody needs it."""
        self._gone = True
        self._ended()

    def _kill(self) -> None:
        if not self._gone and self.transport is not None:
            try:
                self.transport.signalProcess("KILL")
            except ProcessExitedAlready:
                self._gone = True
