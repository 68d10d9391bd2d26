"""The outbox: each question that passes to a player who wants to be told is told once by each of his ways.  So is the
end of his game, where he was not looking when it came.

It is written down in the commit of the answer that passed it, so that none is missed, and how far he was told after
each delivery.  A process that is killed between a delivery and its note sends that one again, under the same id: an
endpoint that heeds the id (Idempotency-Key, Topic, Message-ID, the transaction of Matrix) shows it once.

While he is looking he is told nothing: what he has not touched when he stops is told then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple, Protocol

from msgspec import DecodeError
from msgspec.structs import replace
from twisted.internet.interfaces import IDelayedCall
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.vocabulary import phrase
from ironbottom.wire.messages import Notice

from ...store.journal import Write
from ...table.live_game import LiveGame
from ...table.stored_table import PLACES, StoredSeat, StoredTable, known_as
from ...table.table import GameTable, TableServices
from ...transport.session import ClientSession
from . import handover
from .handover import HandOver
from .notification import Notification, Told
from .register import SubscriberRegister
from .sending.courier import Courier
from .sending.outbound import NotDelivered
from .subscriber import StoredSubscription, Subscriber, shown

log = Logger()

SETTLE = 2.0  # seconds from the answer until it is told: a standing order may answer at once
ACTIVE = 300.0  # seconds since he did something, in which he is taken to be looking
RETURN = 20.0  # seconds in which a lost connection may be back
RETRIES = (60.0, 600.0)  # seconds until it is tried again, after a failure and after another
UNDER_WAY = 50  # deliveries at a time, of all players
PACE, PACE_AT_ONCE = 15.0, 20  # seconds between two deliveries to one player in the long run; how many at once
LATER = 1.0  # seconds until there may be room for another
HOUR = 3600.0
FEED_TIME = 3 * 24 * 3600  # seconds for which a feed has it that a game is over


class Host(TableServices, Protocol):
    """The lobby, as far as it is needed here."""

    sessions: set[ClientSession]


class Looking(NamedTuple):
    """What his being here means for a question that has passed to him."""

    seen: bool = False  # he has done something since then
    wait: float = 0.0  # seconds in which he is taken to look


class Outbox:
    """Everything that is open, and its delivery."""

    def __init__(
        self, host: Host, register: SubscriberRegister, courier: Callable[[], Courier], secret: bytes,
        link: Callable[[], str],
    ) -> None:
        self._host, self._register, self._courier, self._secret, self._link = host, register, courier, secret, link
        self.open: dict[tuple[str, int], HandOver] = {}
        self._since: dict[tuple[str, int], float] = {}  # when it passed, by the server's clock
        self._planned: dict[tuple[str, int], IDelayedCall] = {}
        self._missed: set[tuple[str, int]] = set()  # whose game ends with the commit under way, while he does not look
        self._looked_at: set[tuple[str, int]] = set()  # those that wait while their player looks
        self._under_way: set[tuple[str, str]] = set()  # notification and way
        self._paces: dict[bytes, float] = {}  # by player: until when all that he was told has used his rate up

    def start(self, rows: Iterable[bytes]) -> None:
        """What was open when the server stopped."""
        for row in rows:
            try:
                one = handover.from_bytes(row)
            except (DecodeError, UnicodeDecodeError) as error:
                log.error("a hand-over cannot be read: {error}", error=error)
                continue
            self._put(one)

    # when a question passes

    def changes(self, stored: StoredTable, live_game: LiveGame | None, game: int) -> list[tuple[int, HandOver | None]]:
        """What opens at each place with this state of its table; None: what was open is so no longer."""
        asked = waiting(stored, live_game) or self._missed_ends(stored, live_game)
        over = live_game is not None and live_game.ended
        found: list[tuple[int, HandOver | None]] = []
        for place in (0, 1):
            before, number = self.open.get((stored.id, place)), asked.get(place)
            seat = who_decides(stored, live_game, place)
            wants = seat is not None and not seat.bot and self._register.get(seat.key) is not None
            if before is not None and before.over and stored.status == "over" and before.game == game:
                continue  # he is told of it, or was
            if number is None or seat is None or not wants:
                if before is not None:
                    found.append((place, None))
            elif before is None or _another(before, seat.key, game, number, over=over):
                turn = 0 if live_game is None else live_game.now(None).turn
                name, at = known_as(stored, 1 - place), self._host.seconds()
                found.append((place, HandOver(stored.id, place, game, number, seat.key, name, turn, at, over=over)))
        return found

    def _missed_ends(self, stored: StoredTable, live_game: LiveGame | None) -> dict[int, int]:
        """The places that a game ends for unseen, and the updates that tell them."""
        if live_game is None or not live_game.ended:
            return {}
        places = [place for place in (0, 1) if (stored.id, place) in self._missed]
        return {place: live_game.numbers[live_game.side(place)] for place in places}

    def _note_end(self, stored: StoredTable, live_game: LiveGame | None) -> None:
        """Who does not look while this commit ends a game."""
        table, now = self._host.tables.get(stored.id), self._host.clock.seconds()
        self._missed.difference_update([(stored.id, place) for place in (0, 1)])
        before = None if table is None else table.live_game
        if table is None or live_game is None or not live_game.ended or (before is not None and before.ended):
            return
        for place in (0, 1):
            session = table.seat_states[place].session
            if session is None or max(session.came, session.acted) + ACTIVE <= now:
                self._missed.add((stored.id, place))

    def writes(self, stored: StoredTable, live_game: LiveGame | None, game: int) -> tuple[Write, ...]:
        """The rows of that, for the commit that brings it about."""
        self._note_end(stored, live_game)
        changes = self.changes(stored, live_game, game)
        return tuple([handover.passed(stored.id, place) if one is None else handover.opened(one)
                      for place, one in changes])

    def passed(self, table: GameTable) -> None:
        """That commit is through."""
        stored = table.stored
        game = stored.games + (stored.status == "tossing")
        for place, one in self.changes(stored, table.live_game, game):
            self._drop((table.id, place))
            if one is not None:
                self._put(one)
        self._missed.difference_update([(table.id, place) for place in (0, 1)])
        for place in (0, 1):
            still = self.open.get((table.id, place))
            if still is not None and not still.round and self._looking(still).seen:
                self._told(replace(still, delivered=()))  # he has answered, and is asked on: he knows

    def look(self, table: GameTable) -> None:
        """Somebody has come or gone; or he wants to be told since then."""
        if table.loaded and not table.paused and self._stale(table):
            table.when_free(partial(self._bring_up, table))
        for place in (0, 1):
            where = (table.id, place)
            if where in self._looked_at and table.seat_states[_chair(table, self.open[where])].session is None:
                self._looked_at.discard(where)
                self._plan(where, RETURN)

    def gone(self, table: str) -> None:
        """There is no such table any more."""
        for place in (0, 1):
            self._drop((table, place))

    def of(self, key: bytes) -> list[HandOver]:
        """What waits for a player, and which of his games have ended in these days."""
        since = self._host.seconds() - FEED_TIME
        return [one for one in self.open.values() if one.key == key and not (one.over and one.at < since)]

    def _stale(self, table: GameTable) -> bool:
        stored = table.stored
        if stored.status == "playing" and table.live_game is None:
            return False  # it lies in the journal, and nothing has changed
        return bool(self.changes(stored, table.live_game, stored.games + (stored.status == "tossing")))

    def _bring_up(self, table: GameTable) -> None:
        if not table.loaded or table.paused or not self._stale(table):
            return
        game = table.stored.games + (table.stored.status == "tossing")
        writes = self.writes(table.stored, table.live_game, game)
        table.commit(writes, partial(self.passed, table), lambda _why: None, unseen=True)

    def _put(self, one: HandOver) -> None:
        self.open[one.where], self._since[one.where] = one, self._host.clock.seconds()
        table = self._host.tables.get(one.table)
        least = 0.0 if table is None else table.stored.terms.least / 1000
        self._plan(one.where, SETTLE + least)

    def _drop(self, where: tuple[str, int]) -> None:
        self.open.pop(where, None)
        self._since.pop(where, None)
        self._looked_at.discard(where)
        planned = self._planned.pop(where, None)
        if planned is not None and planned.active():
            planned.cancel()

    def _plan(self, where: tuple[str, int], wait: float) -> None:
        planned = self._planned.get(where)
        if planned is not None and planned.active():
            planned.cancel()
        self._planned[where] = self._host.clock.callLater(wait, self._consider, where)

    # telling it

    def _consider(self, where: tuple[str, int]) -> None:
        """Whether it is time to tell him, or when it may be."""
        one = self.open.get(where)
        subscriber = None if one is None else self._register.get(one.key)
        if one is None or subscriber is None:
            return
        if one.round and one.over:
            return
        if one.round and (rest := one.told + subscriber.hours * HOUR - self._host.seconds()) > 0:
            self._plan(where, rest)
            return
        if one.round and not subscriber.hours:
            return
        looking = self._looking(one)
        if looking.seen:
            self._told(replace(one, delivered=()))
        elif looking.wait > 0:
            self._looked_at.add(where)
            self._plan(where, looking.wait)
        else:
            self._tell(one, subscriber)

    def _looking(self, one: HandOver) -> Looking:
        table = self._host.tables.get(one.table)
        session = None if table is None else table.seat_states[_chair(table, one)].session
        since = self._since[one.where]
        if session is None:
            return Looking()
        return Looking(session.acted > since, max(session.came, session.acted) + ACTIVE - self._host.clock.seconds())

    def _tell(self, one: HandOver, subscriber: Subscriber) -> None:
        """By each way that has not been told yet."""
        left = [way for way in subscriber.subscriptions if way.pushes and way.id not in one.delivered]
        if not left:
            self._told(one)
            return
        told = self.notification(one)
        for way in left:
            if (told.id, way.id) in self._under_way:
                continue
            if len(self._under_way) >= UNDER_WAY or self._too_fast(one.key):
                self._plan(one.where, LATER)
                return
            self._under_way.add((told.id, way.id))
            done = self._courier().deliver(way, told)
            done.addBoth(partial(self._arrived, one, told, way.id))
            done.addErrback(lambda failure: log.failure("a fault of ours in telling a player", failure=failure))

    def _too_fast(self, key: bytes) -> bool:
        """Whether he was told so much of late that this waits; else it counts."""
        now = self._host.clock.seconds()
        until = max(now, self._paces.get(key, now))
        if until - now >= PACE * PACE_AT_ONCE:
            return True
        self._paces[key] = until + PACE
        return False

    def notification(self, one: HandOver) -> Notification:
        link, table = self._link(), self._host.tables.get(one.table)
        what = _what(one)
        if not one.number and table is not None and table.stored.cup is not None:
            what = "cup"
        return Notification(
            one.id(self._secret), what, one.table, one.game, one.turn, one.name,
            f"{link}#resume={one.table}" if link else "",
        )

    def _arrived(self, one: HandOver, told: Notification, way: str, outcome: object) -> None:
        """It was taken, or was not."""
        self._under_way.discard((told.id, way))
        failed = self.judged(one.key, way, outcome)
        now = self.open.get(one.where)
        subscriber = self._register.get(one.key)
        if now is None or not now.same(one) or now.round != one.round or subscriber is None:
            return  # it has passed on
        if failed is not None:
            retry = RETRIES[min(failed.failures, len(RETRIES)) - 1]
            self._plan(one.where, retry if failed.pushes else LATER)
            return
        now = self.open[one.where] = replace(now, delivered=(*now.delivered, way))
        if all(each.id in now.delivered for each in subscriber.subscriptions if each.pushes):
            self._told(now)
        else:
            self._note(now)

    def _told(self, one: HandOver) -> None:
        """He knows: what is left are reminders."""
        now = replace(one, round=one.round + 1, told=self._host.seconds(), delivered=())
        self.open[one.where] = now
        self._since[one.where] = self._host.clock.seconds()
        self._note(now)
        subscriber = self._register.get(one.key)
        if subscriber is not None and subscriber.hours:
            self._plan(one.where, subscriber.hours * HOUR)

    def _note(self, one: HandOver) -> None:
        self._host.journal.write(handover.noted(one)).addErrback(lambda _failure: None)

    def judged(self, key: bytes, way: str, outcome: object) -> StoredSubscription | None:
        """What a delivery says about its way: that one as it is now, where it failed; None where it went well."""
        subscriber = self._register.get(key)
        one = None if subscriber is None else subscriber.get(way)
        if subscriber is None or one is None:
            return None
        if not isinstance(outcome, Failure):
            if one.failures or one.state == "off":
                self._register.note(subscriber.having(one.went_well()))
            return None
        error = outcome.value
        if not isinstance(error, NotDelivered):
            log.failure("a fault of ours in a delivery", failure=outcome)
        text = str(error) if isinstance(error, NotDelivered) else type(error).__name__
        now = one.failed(text, gone=isinstance(error, NotDelivered) and error.gone)
        self._register.note(subscriber.having(now))
        if now.state == "off" and one.state == "on":
            self._say_off(key, now)
        return now

    def _say_off(self, key: bytes, off: StoredSubscription) -> None:
        """The player hears that a way is switched off: where he is, and by his other ways."""
        for session in [session for session in self._host.sessions if session.key == key]:
            session.tell(off_notice(off))
        subscriber = self._register.get(key)
        for other in () if subscriber is None else subscriber.subscriptions:
            if other.pushes:
                told = Notification(f"off-{off.id}-{self._host.seconds()}", "off", name=shown(off).shown)
                self._courier().deliver(other, told).addErrback(lambda _failure: None)

    def remind(self, key: bytes) -> None:
        """He has chosen another time for reminders."""
        for one in self.of(key):
            self._plan(one.where, SETTLE)

    def sweep(self) -> None:
        """Forget whom nothing was told of late."""
        now = self._host.clock.seconds()
        for key in [key for key, until in self._paces.items() if until <= now]:
            del self._paces[key]


def _what(one: HandOver) -> Told:
    if one.over:
        return "over"
    return "reminder" if one.round else "turn" if one.number else "seat"


def off_notice(off: StoredSubscription) -> Notice:
    """What is said to a player whose way was switched off."""
    text = phrase("notifying.switched_off", where=shown(off).shown, why=off.error)
    return Notice("failed", text[:400])


def waiting(stored: StoredTable, live_game: LiveGame | None) -> dict[int, int]:
    """The places that a table waits for, and the updates that asked; 0: for the toss.  A pause waits for nobody."""
    if stored.status == "tossing":
        return {0: 0, 1: 0}
    if stored.status != "playing" or live_game is None or live_game.ended or live_game.paused:
        return {}
    return {live_game.place(side): live_game.since[side] for side in live_game.game.asked}


def who_decides(stored: StoredTable, live_game: LiveGame | None, place: int) -> StoredSeat | None:
    """§26.2  Who is to answer at a place: of two who share its side, the one whose window it is."""
    seat, partner = stored.seats[place], stored.partners[place]
    if partner is None or live_game is None or live_game.ended:
        return seat
    side = live_game.side(place)
    if side not in live_game.game.asked:
        return seat
    return partner if live_game.begun.players[place].answering(live_game.game.window(side)) else seat


def _chair(table: GameTable, one: HandOver) -> int:
    """Where he sits who is told."""
    partner = table.stored.partners[one.place]
    return one.place if partner is None or partner.key != one.key else PLACES + one.place


def _another(before: HandOver, key: bytes, game: int, number: int, *, over: bool) -> bool:
    """Whether what is open is another question than what was; one question after the other is no hand-over."""
    kind = (before.number == 0, before.over)
    return before.key != key or before.game != game or kind != (number == 0, over)
