"""Signals that end a command: it leaves as after Ctrl-C, with the game kept and the terminal as it was.

Ctrl-C itself is asyncio's.  For commands without a loop there is interrupts.py; what takes nothing in neither is ended
by the system at once.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, Self, TypeVar

from .errors import UserError
from .interrupts import NAMES, SIGNALLED, let_go_of_a_lost_terminal

T = TypeVar("T")


class Signals:
    """Use it with `with` around the loop: the first signal cancels what is awaited; the others change nothing."""

    def __init__(self) -> None:
        self.heard = 0  # the number of a signal
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[Any] | None = None
        self._before: dict[int, object] = {}

    def __enter__(self) -> Self:
        if current_thread() is main_thread():
            for number in [getattr(signal, name) for name in NAMES if hasattr(signal, name)]:
                if signal.getsignal(number) is signal.SIG_DFL:  # `nohup` has it ignored
                    self._before[number] = signal.signal(number, self._hear)
        return self

    def __exit__(self, *_exc: object) -> None:
        for number in self._before:
            signal.signal(number, signal.SIG_DFL)

    @property
    def code(self) -> int:
        """The exit code after a signal."""
        return SIGNALLED + self.heard

    async def awaited(self, main: Awaitable[T]) -> T:
        """Await it.  It was interrupted even where what ran on the way out has swallowed that, as Textual does."""
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        assert self._task is not None
        if self.heard:
            self._task.cancel()
        try:
            result = await main
        except UserError:
            if not self._task.cancelling():
                raise
        else:
            if not self._task.cancelling():
                return result
        raise asyncio.CancelledError

    def _hear(self, number: int, _frame: FrameType | None) -> None:
        if number == getattr(signal, "SIGHUP", None):
            let_go_of_a_lost_terminal()
        if self.heard:
            return
        self.heard = number
        if self._loop is not None and self._task is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._task.cancel)
