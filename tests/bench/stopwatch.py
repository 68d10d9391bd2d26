"""Where time goes, by timers around functions, with what the timers themselves cost taken off."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import repeat
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

    def stop(self, own: tuple[float, float]) -> dict[str, float]:
        """Seconds of every kind; `own` is what a timer costs inside its kind and outside of it (see `own_cost`)."""
        self.spent[self.kind] += perf_counter() - self.since
        net = dict(self.spent)
        inside, outside = own
        for (outer, kind), times in self.entered.items():
            net[kind] -= times * inside
            net[outer] -= times * outside
        return net


def own_cost() -> tuple[float, float]:
    """What a timer adds to the kind that it times, and to the kind around it: measured on a function that does nothing.

    The least of several runs: whatever else the machine does only adds.
    """
    costs = [_own_cost() for _ in range(5)]
    return min(inside for inside, _ in costs), min(outside for _, outside in costs)


def _own_cost() -> tuple[float, float]:
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
    spent = watch.stop((0.0, 0.0))
    return (spent["nothing"] - (plain - empty)) / NOOPS, (spent[REST] - empty) / NOOPS


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
