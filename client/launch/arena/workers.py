"""Work spread over the processes of a pool, or the workers of a cluster, for games that do not know each other."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import closing
from itertools import islice
from typing import Any, TypeVar

from ..processes.cluster import cluster_at
from ..processes.crew import Crew, Worked
from ..processes.pool import pool
from ..table_options import add_cluster

AHEAD = 4  # pieces of work for each process that are given out: none waits for the next one

T = TypeVar("T")
R = TypeVar("R")


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Who does the work of a module that is run by its name."""
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    add_cluster(parser)


def spread(work: Callable[[T], R], pieces: Iterable[T], jobs: int, cluster: str = "") -> Generator[R, None, None]:
    """What comes of each piece, in order, from so many processes.  Raises what `work` raises, or UserError.

    They hear no signal from the keyboard and none that ends this process; what they print is no output of ours.  Where
    the address of a cluster is given its workers do it.
    """
    done: dict[int, R] = {}
    told = 0
    with closing(as_they_come(work, pieces, jobs, cluster)) as results:
        for n, result in results:
            done[n] = result
            while told in done:
                yield done.pop(told)
                told += 1


def as_they_come(
    work: Callable[[T], R], pieces: Iterable[T], jobs: int, cluster: str = ""
) -> Generator[tuple[int, R], None, None]:
    """The same as each is done, with the place that its piece has among the pieces."""
    with cluster_at(cluster, work) if cluster else pool(work, jobs) as crew:
        yield from _results(crew, enumerate(pieces))


def _results(crew: Crew, numbered: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
    given: dict[Future[Worked], tuple[int, Any]] = {}
    while True:
        for n, piece in islice(numbered, max(0, AHEAD * crew.hands() - len(given))):
            given[crew.submit(piece)] = n, piece
        if not given:
            return
        for one in crew.first_done(given):
            n, piece = given.pop(one)
            error = CancelledError() if one.cancelled() else one.exception()
            if error is None:
                yield n, _came(one.result())
            elif (said := crew.lost(piece, error)) is not None:
                raise said from error
            else:
                given[crew.submit(piece)] = n, piece


def _came(found: Worked) -> Any:
    """Raises what was raised there."""
    result, error = found
    if error is not None:
        raise error
    return result
