"""What the server counts, and how Prometheus reads it.  Plain numbers: to count costs a few lines of Python, no more.

Labels are words of ours alone (kinds of messages, codes, reasons), never what somebody sent.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from ironbottom.wire.messages import Refused

if sys.platform != "win32":
    import resource

PREFIX = "ironbottom_"
SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

Labelled = Mapping[str, float]


class Histogram:
    """How many took how long."""

    __slots__ = ("counts", "longest", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(SECONDS) + 1)
        self.total = self.longest = 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        self.counts[bisect_left(SECONDS, seconds)] += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)

    def lines(self, name: str) -> Iterator[str]:
        """As Prometheus reads it."""
        before = 0
        for most, count in zip((*map(str, SECONDS), "+Inf"), self.counts, strict=True):
            before += count
            yield f'{name}_bucket{{le="{most}"}} {before}'
        yield f"{name}_sum {self.total:.6f}"
        yield f"{name}_count {before}"


def no_tables() -> Labelled:
    """What a server without a lobby has."""
    return {}


def nothing() -> str:
    """What is wrong with a server that writes nothing."""
    return ""


class Metrics:
    """Everything that one server counts."""

    def __init__(self) -> None:
        self.opened: Counter[str] = Counter()  # connections, by what was spoken on them
        self.turned_away: Counter[str] = Counter()  # connections refused at the door, by reason
        self.dropped: Counter[str] = Counter()  # connections cut by the guard, by reason
        self.pages: Counter[int] = Counter()  # answers over HTTP, by status
        self.here = 0  # connections now
        self.logins = 0
        self.answers = 0  # accepted and stored
        self.bots = 0  # of the server's own that were called or stand in, now
        self.called = 0  # ever
        self.advisers = 0  # that run now
        self.reels = 0  # finished games that were made ready to be looked through
        self.heard: Counter[type] = Counter()  # messages in
        self.told: Counter[type] = Counter()  # messages out
        self.refused: Counter[str] = Counter()  # by code
        self.commit = Histogram()  # seconds of one commit
        self.lag = Histogram()  # seconds that the event loop came too late
        self.tables: Callable[[], Labelled] = no_tables  # now, by status; the lobby puts its own function here
        self.failure: Callable[[], str] = nothing  # why nothing can be written just now; the journal's own function

    def tell(self, message: object) -> None:
        """Count a message that goes out."""
        self.told[type(message)] += 1
        if isinstance(message, Refused):
            self.refused[message.code] += 1

    def text(self) -> str:
        """Everything, in the text format of Prometheus 0.0.4."""
        return "\n".join([*self._lines(), ""])

    def _lines(self) -> Iterator[str]:
        yield from gauge("connections", "open now", {"": self.here})
        yield from gauge("tables", "by status", self.tables(), "status")
        if peak := peak_bytes():
            yield from gauge("memory_peak_bytes", "the most that the process ever held", {"": peak})
        yield from counter("connections_total", "opened, by what was spoken", self.opened, "way")
        yield from counter("turned_away_total", "connections refused at the door", self.turned_away, "reason")
        yield from counter("dropped_total", "connections cut by the guard", self.dropped, "reason")
        yield from counter("http_answers_total", "by status", {str(k): v for k, v in self.pages.items()}, "status")
        yield from counter("logins_total", "players who came in", {"": self.logins})
        yield from counter("answers_total", "answers accepted and stored", {"": self.answers})
        yield from gauge("bots", "of the server's own that were called or stand in, now", {"": self.bots})
        yield from gauge("advisers", "that follow a player's seat, now", {"": self.advisers})
        yield from counter("bots_called_total", "bots that were started for players", {"": self.called})
        yield from counter("reviews_total", "finished games played again to be looked through", {"": self.reels})
        yield from counter("messages_in_total", "by kind", kinds(self.heard), "kind")
        yield from counter("messages_out_total", "by kind", kinds(self.told), "kind")
        yield from counter("refused_total", "requests refused, by code", self.refused, "code")
        yield from histogram("commit_seconds", "one commit of the journal", self.commit)
        yield from histogram("loop_lag_seconds", "how late the event loop came", self.lag)
        yield from gauge("loop_lag_longest_seconds", "the latest that the event loop ever came", {"": self.lag.longest})


def kinds(counted: Mapping[type, int]) -> Labelled:
    """Counts of messages, by the word that each kind has on the wire."""
    by_word: Counter[str] = Counter()
    for kind, n in counted.items():
        config = getattr(kind, "__struct_config__", None)
        by_word[str(config.tag or "unknown") if config else "unknown"] += n
    return by_word


def gauge(name: str, help_: str, values: Labelled, label: str = "") -> Iterator[str]:
    """Something that goes up and down."""
    return _family(name, help_, "gauge", values, label)


def counter(name: str, help_: str, values: Labelled, label: str = "") -> Iterator[str]:
    """Something that only grows."""
    return _family(name, help_, "counter", values, label)


def histogram(name: str, help_: str, values: Histogram) -> Iterator[str]:
    """How long something took."""
    yield from _head(name, help_, "histogram")
    yield from values.lines(PREFIX + name)


def _head(name: str, help_: str, kind: str) -> Iterator[str]:
    yield f"# HELP {PREFIX}{name} {help_}"
    yield f"# TYPE {PREFIX}{name} {kind}"


def _family(name: str, help_: str, kind: str, values: Labelled, label: str) -> Iterator[str]:
    yield from _head(name, help_, kind)
    for word, value in sorted(values.items()):
        labels = f'{{{label}="{word}"}}' if label else ""
        yield f"{PREFIX}{name}{labels} {value}"


def peak_bytes() -> int:
    """The most memory that this process ever held; 0 where the system does not say."""
    if sys.platform == "win32":
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


UNREAD = Metrics()  # for a connection whose counts nobody reads
