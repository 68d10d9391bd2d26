"""Signals that end a command which has no loop of asyncio: it hears of them as it hears of Ctrl-C (signals.py)."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

NAMES = ("SIGTERM", "SIGHUP")  # not every system has both
SIGNALLED = 128  # and the number of the signal: the exit code by which shells know it


class Stopped(KeyboardInterrupt):
    """A signal wants the command to end; whatever ends it well after Ctrl-C does so after this, too."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    @property
    def name(self) -> str:
        """The signal, as shells call it."""
        return signal.Signals(self.number).name


def code_of(interrupt: KeyboardInterrupt) -> int:
    """The exit code after it."""
    return SIGNALLED + (interrupt.number if isinstance(interrupt, Stopped) else signal.SIGINT)


@contextmanager
def as_interrupts() -> Iterator[None]:
    """While this lasts the first signal raises Stopped; the others change nothing.  Those that are ignored stay so."""
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    caught = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]

    def hear(number: int, _frame: FrameType | None) -> None:
        for one in caught:
            signal.signal(one, signal.SIG_IGN)
        if number == getattr(signal, "SIGHUP", None):
            let_go_of_a_lost_terminal()
        raise Stopped(number)

    if current_thread() is not main_thread():
        caught = []
    for number in caught:
        signal.signal(number, hear)
    try:
        yield
    finally:
        for number in caught:
            signal.signal(number, signal.SIG_DFL)


def let_go_of_a_lost_terminal() -> None:
    """What is still to be said goes to nobody, instead of failing; a terminal that is there is left alone."""
    for stream in (0, 1, 2):
        if is_lost(stream):
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, stream)
            os.close(nowhere)


def is_lost(stream: int) -> bool:
    """Whether it led to a terminal that has been closed."""
    if sys.platform == "win32":
        return False
    import termios  # noqa: PLC0415  - not on every system

    try:
        termios.tcgetattr(stream)
    except termios.error as error:
        return bool(error.args[0] == errno.EIO)
    return False
