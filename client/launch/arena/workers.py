"""Work spread over processes, for games that do not know each other.

Each process has a pipe of its own and shares no lock with the others: it may be killed at any moment, and whoever waits
for it sees that it is gone.  (multiprocessing.Pool may wait for ever for one that died with the lock of its queue.)
"""

from __future__ import annotations

import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, TypeVar

from ironbottom.language import Reader, _, speak

from ...console.errors import UserError

AHEAD = 4  # pieces of work that a process has before it: it never waits for the next one

T = TypeVar("T")
R = TypeVar("R")


class _Worker(NamedTuple):
    process: Any  # of a context of multiprocessing
    pipe: Connection[Any, Any]
    todo: deque[int]  # the numbers of the pieces that it has, in its order


def spread(work: Callable[[T], R], pieces: Iterable[T], jobs: int) -> Generator[R, None, None]:
    """What comes of each piece, in order, from so many processes.  Raises what `work` raises, or UserError.

    They hear no signal from the keyboard and none that ends this process; what they print is no output of ours.
    """
    context, numbered = get_context("spawn"), enumerate(pieces)
    workers: list[_Worker] = []
    try:
        for _job in range(jobs):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, work, Reader.language), daemon=True)
            process.start()
            theirs.close()
            workers.append(_Worker(process, ours, deque()))
        yield from _in_order(workers, numbered)
    finally:
        for worker in workers:
            worker.process.kill()
            worker.process.join()
            worker.pipe.close()


def _in_order(workers: list[_Worker], numbered: Iterator[tuple[int, Any]]) -> Iterator[Any]:
    done: dict[int, Any] = {}
    told = 0
    for worker in workers * AHEAD:
        _give(worker, numbered)
    while busy := [worker for worker in workers if worker.todo]:
        heard = wait([worker.pipe for worker in busy])
        for worker in [worker for worker in busy if worker.pipe in heard]:
            done[worker.todo[0]] = _heard(worker)
            worker.todo.popleft()
            _give(worker, numbered)
        while told in done:
            yield done.pop(told)
            told += 1


def _give(worker: _Worker, numbered: Iterator[tuple[int, Any]]) -> None:
    """Its next piece of work, if one is left."""
    for n, piece in numbered:
        with suppress(BrokenPipeError):  # it is gone, which is seen when it is listened to
            worker.pipe.send(piece)
        worker.todo.append(n)
        return


def _heard(worker: _Worker) -> Any:
    """What came of its oldest piece.  Raises what was raised there, and UserError where it has ended."""
    try:
        result, error = worker.pipe.recv()
    except (EOFError, ConnectionResetError):
        worker.process.join()
        text = _("A process that played has ended by itself ({code}): give it more memory, or play with fewer --jobs.")
        raise UserError(text.format(code=worker.process.exitcode)) from None
    if error is not None:
        raise error
    return result


def _serve(pipe: Connection[Any, Any], work: Callable[[Any], Any], language: str) -> None:
    """A process: it works until nobody is there any more."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    sys.stdout = sys.stderr
    speak(language)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            pipe.send(_worked(work, pipe.recv()))


def _worked(work: Callable[[Any], Any], piece: Any) -> tuple[Any, Exception | None]:
    try:
        return work(piece), None
    except UserError as error:
        return None, error
    except Exception as error:
        error.add_note(traceback.format_exc())  # it is lost on the way
        return None, error
