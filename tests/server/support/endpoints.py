"""Endpoints that players have given, without a network: they take what comes, fail, or are dead."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from twisted.internet.defer import Deferred, fail
from twisted.internet.interfaces import IReactorTime

from ironbottom.server.lobby.notifications.notification import Notification
from ironbottom.server.lobby.notifications.sending.outbound import NotDelivered
from ironbottom.server.lobby.notifications.subscriber import StoredSubscription
from ironbottom.wire.notifying import Way

WAYS: tuple[Way, ...] = ("webhook", "discord", "slack", "ntfy", "matrix", "push", "mail", "feed")


class Taken(NamedTuple):
    """What an endpoint took, and when."""

    at: float
    address: str
    told: Notification


class Endpoints:
    """All of them; they outlive the server."""

    push = b"\x04" + bytes(64)

    def __init__(self) -> None:
        self.ways = WAYS
        self.taken: list[Taken] = []
        self.fails: Callable[[str], bool] = lambda address: False  # whether the next delivery there does
        self.after: Callable[[], None] = lambda: None  # when something was taken, and the server does not know it yet

    def for_life(self, clock: IReactorTime) -> Endpoints:
        """For a server that is starting: an answer comes a moment later, if it lives so long."""
        self.clock = clock
        return self

    def deliver(self, one: StoredSubscription, told: Notification) -> Deferred[None]:
        if self.fails(one.address):
            return fail(NotDelivered("It answers with the error 503."))
        done: Deferred[None] = Deferred()
        self.clock.callLater(0.05, self._take, one.address, told, done)
        return done

    def _take(self, address: str, told: Notification, done: Deferred[None]) -> None:
        self.taken.append(Taken(self.clock.seconds(), address, told))
        self.clock.callLater(0.05, done.callback, None)
        self.after()

    def turns(self, address: str) -> list[Notification]:
        """What was taken there of games."""
        return [one.told for one in self.taken if one.address == address and one.told.table]
