"""Where time goes, by timers around functions, with what the timers themselves cost taken off."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import repeat
from statistics import median
from time import perf_counter
from typing import Any

Work = Callable[..., Any]
NOOPS = 50_000
REST = "the rest"


class Stopwatch:
    """Every moment belongs to one kind of work: the innermost that is being done."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.entered: Counter[tuple[str, str]] = Counter()  # (from what, into what)
        self.kind = REST
        self.since = perf_counter()

    def around(self, kind: str, work: Work) -> Work:
        """The same function, timed as work of a kind."""

        def timed(*arguments: Any) -> Any:
            now = perf_counter()
            outer = self.kind
            self.spent[outer] += now - self.since
            self.entered[outer, kind] += 1
            self.kind, self.since = kind, now
            try:
                return work(*arguments)
            finally:
                now = perf_counter()
                self.spent[kind] += now - self.since
                self.kind, self.since = outer, now

        return timed

    def start(self) -> None:
        """From now on."""
        self.spent.clear()
        self.entered.clear()
        self.kind, self.since = REST, perf_counter()

    def stop(self) -> None:
        """Until now."""
        self.spent[self.kind] += perf_counter() - self.since

    def net(self, untimed: float) -> dict[str, float]:
        """Seconds of every kind without what the timers cost, which is all that is more than the `untimed` seconds.

        Every timed call bears the same part of it; of that, some falls into its kind and the rest into the kind around
        it, as with a function that does nothing.
        """
        calls = sum(self.entered.values())
        each = (sum(self.spent.values()) - untimed) / max(1, calls)
        inside = share_inside()
        net = dict(self.spent)
        for (outer, kind), times in self.entered.items():
            net[kind] -= times * each * inside
            net[outer] -= times * each * (1 - inside)
        return net


@cache
def share_inside() -> float:
    """How much of a timer's own cost falls into the kind that it times, from 0 to 1: the median of some runs."""
    return median([_share_inside() for _ in range(5)])


def _share_inside() -> float:
    def nothing() -> None:
        return None

    begun = perf_counter()
    for _ in repeat(None, NOOPS):
        pass
    empty = perf_counter() - begun
    begun = perf_counter()
    for _ in repeat(None, NOOPS):
        nothing()
    plain = perf_counter() - begun
    watch = Stopwatch()
    watched = watch.around("nothing", nothing)
    watch.start()
    for _ in repeat(None, NOOPS):
        watched()
    watch.stop()
    inside, outside = watch.spent["nothing"] - (plain - empty), watch.spent[REST] - empty
    return inside / (inside + outside)


@contextmanager
def exchanged(changes: list[tuple[Any, str, Any]]) -> Iterator[None]:
    """Attributes of objects set to other values, and set back."""
    before = [(thing, name, getattr(thing, name)) for thing, name, _ in changes]
    try:
        for thing, name, value in changes:
            setattr(thing, name, value)
        yield
    finally:
        for thing, name, value in before:
            setattr(thing, name, value)
