"""How everything here is timed: on one core, in turns, by the processor's clock and by the wall's.

The peers' Python imports this module too, so it needs nothing but the standard library.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from itertools import repeat
from time import perf_counter, process_time
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Time(NamedTuple):
    """Seconds."""

    cpu: float  # of this process alone: what others do on the core does not count
    wall: float

    def per(self, n: int) -> Time:
        """The share of one of `n`."""
        return Time(self.cpu / n, self.wall / n)


Arm = Callable[[int], Sequence[Time]]  # one contestant: the number of the round -> what it measured


def timed(work: Callable[[], T]) -> tuple[Time, T]:
    """Do the work; how long it took, and what came of it."""
    wall, cpu = perf_counter(), process_time()
    came = work()
    return Time(process_time() - cpu, perf_counter() - wall), came


def each(work: Callable[[], object], times: int) -> Time:
    """How long the work takes once, measured over many times."""

    def loop() -> None:
        for _ in repeat(None, times):
            work()

    return timed(loop)[0].per(times)


def in_turns(rounds: int, arms: Sequence[Arm], say: Callable[[str], None]) -> list[list[list[Time]]]:
    """Let the arms measure one after another, round after round; returns [arm][figure][round].

    A round 0 goes before and is thrown away, so that caches are warm and modules loaded.
    """
    say("warming up")
    for arm in arms:
        arm(0)
    told: list[list[Sequence[Time]]] = [[] for _ in arms]
    for number in range(1, rounds + 1):
        say(f"round {number} of {rounds}")
        for arm, heard in zip(arms, told, strict=True):
            heard.append(arm(number))
    return [[list(figure) for figure in zip(*heard, strict=True)] for heard in told]


def stay_on_one_core() -> int | None:
    """Keep this process and all that it starts on one core, where the system lets us; which core."""
    if sys.platform != "linux":
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core
