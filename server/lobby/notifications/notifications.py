"""The whole of it, as the lobby has it: who wants to be told, what waits, and what goes out."""

from __future__ import annotations

from functools import partial
from typing import Any, Protocol

from twisted.internet.interfaces import IReactorTime

from ironbottom.keys import hashed, private_bytes

from ...listening.http import HttpResponse
from ...runtime.origins import Origins
from ...runtime.settings import Limits
from ...store.journal import Journal, Write
from ...table.live_game import LiveGame
from ...table.stored_table import StoredTable
from ...table.table import GameTable
from ...transport.session import ClientSession
from .feeds import PATH, TYPES, Waiting, atom, ics
from .outbox import Host, Outbox, off_notice
from .register import SubscriberRegister
from .requests import SubscriptionRequests
from .sending.courier import Courier, NoCourier
from .subscriber import StoredSubscription, Subscriber


class Founder(Host, Protocol):
    """The lobby, when it is made."""

    journal: Journal
    clock: IReactorTime
    limits: Limits
    origins: Origins


class Notifications:
    """Tells players who are away that a game waits for them."""

    def __init__(self, host: Founder) -> None:
        self._host, self.origins, self.courier = host, host.origins, self._none()
        self.link = ""  # of the page, for who follows one; empty: nobody knows where it is
        secret = hashed("notifications", private_bytes(host.key))
        self.register = SubscriberRegister(host.journal, host.limits, host.clock.seconds, self.seconds)
        self.outbox = Outbox(host, self.register, lambda: self.courier, secret, lambda: self.link)
        self._requests = SubscriptionRequests(self)

    @staticmethod
    def _none() -> Courier:
        return NoCourier()

    def open(self, journal: Journal) -> None:
        """Take up what was kept."""
        self.register.open(journal.subscribers())
        self.outbox.start(journal.handovers())

    def seconds(self) -> int:
        return self._host.seconds()

    # what players ask

    def hear(self, session: ClientSession, message: Any) -> None:
        """One of requests.ASKED."""
        self._requests.hear(session, message)

    def arrived(self, session: ClientSession) -> None:
        """Somebody has logged in: he hears what was switched off meanwhile."""
        self.register.seen(session.key)
        subscriber = self.register.get(session.key)
        for one in () if subscriber is None else subscriber.subscriptions:
            if one.state == "off":
                self._host.clock.callLater(0.0, partial(_say, session, one))

    def changed(self, key: bytes) -> None:
        """He is told by other ways now: what waits for him already is told by those, too."""
        for table in [*self._host.tables.values()]:
            if any(seat.key == key for seat in table.stored.everybody):
                self.outbox.look(table)
        self.outbox.remind(key)

    def judged(self, key: bytes, way: str, outcome: object) -> StoredSubscription | None:
        return self.outbox.judged(key, way, outcome)

    # what tables do

    def writes(self, stored: StoredTable, live_game: LiveGame | None, game: int) -> tuple[Write, ...]:
        return self.outbox.writes(stored, live_game, game)

    def passed(self, table: GameTable) -> None:
        self.outbox.passed(table)

    def look(self, table: GameTable) -> None:
        self.outbox.look(table)

    def gone(self, table: str) -> None:
        self.outbox.gone(table)

    def sweep(self) -> None:
        self.register.sweep()
        self.outbox.sweep()

    # what is fetched

    def feed(self, path: str) -> HttpResponse | None:
        """What lies at a path of the website; None: nothing of ours."""
        found = PATH.fullmatch(path)
        subscriber = None if found is None else self.register.of_feed(found["secret"])
        if found is None or subscriber is None:
            return None
        waiting = [Waiting(self.outbox.notification(one), one.at) for one in self.outbox.of(subscriber.key)]
        language = _language(subscriber, found["secret"])
        if found["kind"] == "atom":
            body = atom(found["secret"], language, waiting, subscriber.seen)
        else:
            body = ics(language, waiting, self.seconds())
        return HttpResponse(200, body, TYPES[found["kind"]], {"Cache-Control": "private, no-store"})


def _language(subscriber: Subscriber, secret: str) -> str:
    return next(one.language for one in subscriber.subscriptions if one.address == secret)


def _say(session: ClientSession, off: StoredSubscription) -> None:
    if session.logged_in:
        session.tell(off_notice(off))
