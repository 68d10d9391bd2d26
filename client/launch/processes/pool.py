"""A pool of processes on this computer, each of which may be killed at any moment.

It is that of concurrent.futures, which hears of the death of a process wherever it comes (multiprocessing.Pool may wait
for ever for one that died with the lock of its queue).  Two things that it does not have are added: what a process died
of, and that none outlives its work, or us.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Collection, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import parent_process
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread
from typing import Any, cast

from ironbottom.language import Reader, _

from ...console.errors import UserError
from .crew import Worked, worked

SOON = 5.0  # seconds until a process that is known to be dead says so


class _Known(SpawnContext):
    """It remembers the processes that it has made."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[SpawnProcess] = []

    def started(self) -> list[SpawnProcess]:
        """Without one that the system did not let begin."""
        return [process for process in self.made if process.pid is not None]

    def __getattribute__(self, name: str) -> Any:
        return self._start if name == "Process" else super().__getattribute__(name)

    def _start(self, *args: Any, **named: Any) -> SpawnProcess:
        self.made.append(SpawnProcess(*args, **named))
        return self.made[-1]


class Pool:
    """So many processes with one work."""

    def __init__(self, work: Callable[[Any], Any], jobs: int) -> None:
        self._context, self._jobs = _Known(), jobs
        work = partial(worked, work, Reader.language)
        self._executor = ProcessPoolExecutor(jobs, self._context, _begin, (work,))

    def submit(self, piece: Any) -> Future[Worked]:
        try:
            return self._executor.submit(_go_on, piece)
        except BrokenProcessPool as error:
            broken = Future[Worked]()
            broken.set_exception(error)
            return broken

    def hands(self) -> int:
        return self._jobs

    def first_done(self, given: Collection[Future[Worked]]) -> set[Future[Worked]]:
        return wait_for(given, return_when=FIRST_COMPLETED).done

    def lost(self, piece: Any, error: BaseException) -> UserError | None:
        """The pool is broken, whatever the piece was."""
        started = {process.sentinel: process for process in self._context.started()}
        dead = [started[cast(int, one)] for one in wait(started, SOON)]
        self.end()
        own = [process for process in dead if process.exitcode != -signal.SIGTERM]  # the pool's to who just begins
        text = _("A process that played has ended by itself ({code}): give it more memory, or play with fewer --jobs.")
        return UserError(text.format(code=", ".join([str(process.exitcode) for process in own]) or "?"))

    def end(self) -> None:
        """Whatever its processes are at."""
        for process in self._context.started():
            process.kill()
        self._executor.shutdown()


@contextmanager
def pool(work: Callable[[Any], Any], jobs: int) -> Generator[Pool, None, None]:
    """One that ends with this."""
    found = Pool(work, jobs)
    try:
        yield found
    finally:
        found.end()


class _Here:
    """What a process of a pool works on."""

    work: Callable[[Any], Worked]


def _begin(work: Callable[[Any], Worked]) -> None:
    """A process: it hears no signal that is for all of us, prints nothing of ours, and ends where nobody is left."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    sys.stdout = sys.stderr
    _Here.work = work
    Thread(target=_end_with_us, daemon=True).start()


def _end_with_us() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


def _go_on(piece: Any) -> Worked:
    return _Here.work(piece)
