"""Who wants to be told, by key: kept in memory and in the journal, counted, and forgotten after a while."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from msgspec import DecodeError
from msgspec.structs import replace
from twisted.internet.defer import Deferred
from twisted.logger import Logger
from twisted.python.failure import Failure

from ...runtime.origins import allowance
from ...runtime.rate_limits import TokenBucket
from ...runtime.settings import DAY, Allowance, Limits
from ...store.journal import Journal, Write
from .subscriber import Subscriber, from_bytes, to_bytes

log = Logger()

AT_ONCE = 200  # that are forgotten in one sweep


class SubscriberRegister:
    """All subscribers of one server."""

    def __init__(
        self, journal: Journal, limits: Limits, now: Callable[[], float], seconds: Callable[[], int]
    ) -> None:
        self._journal, self._limits, self._now, self._seconds = journal, limits, now, seconds
        self._kept: dict[bytes, Subscriber] = {}
        self._feeds: dict[str, bytes] = {}  # keys by the secret of their feed
        self._from: Counter[bytes] = Counter()  # subscribers by origin
        self._trials: dict[bytes, TokenBucket] = {}  # by origin

    def open(self, rows: Iterable[bytes]) -> None:
        """What was kept; a row that cannot be read stays as it is, and counts for nobody."""
        for row in rows:
            try:
                self._put(from_bytes(row))
            except (DecodeError, UnicodeDecodeError) as error:
                log.error("a subscriber cannot be read: {error}", error=error)

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: bytes) -> Subscriber | None:
        return self._kept.get(key)

    def of_feed(self, secret: str) -> Subscriber | None:
        """Whose feed this is."""
        return self._kept.get(self._feeds.get(secret, b""))

    def has_room(self, origin: bytes) -> bool:
        """Whether one more may ask from there."""
        return len(self._kept) < self._limits.subscribers and self._from[origin] < self._allowed(origin).subscribers

    def too_many_trials(self, origin: bytes) -> bool:
        """Count one more trial that is asked for from there."""
        allowed, bucket = self._allowed(origin), self._trials.get(origin)
        if bucket is None:
            bucket = self._trials[origin] = TokenBucket(allowed.trials_at_once, self._now())
        return bucket.take(allowed.trials_at_once, allowed.trials, self._now) > 0

    def keep(self, changed: Subscriber) -> Deferred[None]:
        """It holds at once, so that two changes do not undo each other, and again as before where it is not stored.

        Fires when it is written down; who has no way left is forgotten.
        """
        before = self._kept.get(changed.key, Subscriber(changed.key))
        self._put(changed)

        def refused(failure: Failure) -> Failure:
            if self._kept.get(changed.key) in (changed, None):
                self._put(before)
            return failure

        write = _row(changed) if changed.subscriptions else _gone(changed.key)
        return self._journal.write(write).addErrback(refused)

    def note(self, changed: Subscriber) -> None:
        """It holds from now on, and is written down if it can be: by a restart at worst it is noted once more."""
        self._put(changed)
        self._journal.write(_row(changed)).addErrback(lambda _failure: None)

    def seen(self, key: bytes) -> None:
        """He is here: by that his time begins anew."""
        kept, now = self._kept.get(key), self._seconds()
        if kept is not None and now - kept.seen > DAY:
            self.note(replace(kept, seen=now))

    def sweep(self) -> None:
        """Forget who was not here for long, and from where nothing was tried of late."""
        before = self._seconds() - self._limits.times.subscribed
        for kept in [kept for kept in self._kept.values() if kept.seen < before][:AT_ONCE]:
            self.keep(replace(kept, subscriptions=())).addErrback(lambda _failure: None)
        now = self._now()
        for origin, bucket in [*self._trials.items()]:
            allowed = self._allowed(origin)
            if bucket.full(allowed.trials_at_once, allowed.trials, now):
                del self._trials[origin]

    def _allowed(self, origin: bytes) -> Allowance:
        return allowance(self._limits, origin)

    def _put(self, changed: Subscriber) -> None:
        before = self._kept.pop(changed.key, None)
        if before is not None:
            self._from[before.origin] -= 1
            if not self._from[before.origin]:
                del self._from[before.origin]
            for one in before.subscriptions:
                self._feeds.pop(one.address, None)
        if not changed.subscriptions:
            return
        self._kept[changed.key] = changed
        self._from[changed.origin] += 1
        for one in changed.subscriptions:
            if one.way == "feed":
                self._feeds[one.address] = changed.key


def _row(one: Subscriber) -> Write:
    return Write("INSERT OR REPLACE INTO subscribers VALUES (?, ?)", (one.key, to_bytes(one)))


def _gone(key: bytes) -> Write:
    return Write("DELETE FROM subscribers WHERE key = ?", (key,))
