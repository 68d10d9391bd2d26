"""Signals that end a command which has no loop of asyncio: it hears of them as it hears of Ctrl-C (signals.py)."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Thread, current_thread, main_thread
from types import FrameType

NAMES = ("SIGTERM", "SIGHUP")  # not every system has both
AGAIN = 0.1  # seconds until a signal that was not heard is sent again
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
    heard = Event()

    def hear(number: int, _frame: FrameType | None) -> None:
        heard.set()
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
        with _repeated(caught, heard):
            yield
    finally:
        for number in caught:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def _repeated(numbers: Sequence[int], heard: Event) -> Iterator[None]:
    """A signal that comes just before we wait for a line does not end that wait: it is sent again until it is heard.

    Python hears of a signal between two steps of its own; its wakeup pipe is told at once.
    """
    if not numbers or not hasattr(signal, "pthread_kill"):
        yield
        return
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    main, before = main_thread().ident, signal.set_wakeup_fd(theirs, warn_on_full_buffer=False)

    def send() -> None:
        while told := os.read(ours, 1):
            while told[0] in numbers and not heard.wait(AGAIN):
                signal.pthread_kill(main or 0, told[0])

    sending = Thread(target=send, name="signals", daemon=True)
    sending.start()
    try:
        yield
    finally:
        heard.set()
        signal.set_wakeup_fd(before)
        os.close(theirs)
        sending.join()
        os.close(ours)


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
