"""All cups of a server, while it runs.  Each step of a cup is one commit: its row, its games, and their tables.

How a game has ended is written with its last answer.  Whatever was written when the server was killed, the next start
goes on from there.
"""

from __future__ import annotations

import secrets
from base64 import b32encode
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import look
from ironbottom.wire.cups import MOST_CUPS, Cups, EnterCup, LeaveCup, ListCups, ShowCup
from ironbottom.wire.messages import Ok

from ....store.journal import NotStored, Write
from ....table.live_game import LiveGame
from ....table.stored_table import StoredTable
from ....table.table import GameTable, not_stored, refuse
from ....transport.session import ClientSession
from ..names import KnownNames, Member
from . import course, shown
from .course import DAY, Change
from .cup import Entrant, Fixture, StoredCup, cup_row, ended_row, fixture_row, gone_cup_rows
from .cup_tables import CupHost, close, ended_fixture, judged, names, new_table, put_up, reseat
from .kept import kept_cups
from .standings import CupStanding, standings

ENDING = 30.0  # seconds in which a game that has ended is surely written down, or was refused
AGAIN = 1.0  # seconds until that is looked at again

log = Logger()

Act = Callable[[StoredCup, Sequence[Fixture]], Change]  # raises CupRefused
Done = Callable[["CupRefused | NotStored | None"], None]  # hears why it was not done; None: it was


class CupRefused(Exception):
    """What is asked of a cup cannot be; the sentence says why not."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class CupRegister:
    """Every cup, and what is done to them, one thing after the other."""

    def __init__(self, host: CupHost, names: KnownNames) -> None:
        self._host, self._names = host, names
        self.banned: Callable[[bytes], bool] = lambda key: False
        self.cups: dict[str, StoredCup] = {}
        self.fixtures: dict[str, dict[int, Fixture]] = {}
        self._waiting: deque[Callable[[], None]] = deque()
        self._busy = False
        self._stood: dict[str, tuple[StoredCup, int, list[CupStanding]]] = {}  # with so many games that are over
        self._ending: dict[tuple[str, int], float] = {}  # games whose end is being written down, and since when

    def open(self) -> None:
        """Begin with what the store has, and go on where it stopped."""
        for cup, fixtures in self._host.journal.first(kept_cups):
            self.cups[cup.id], self.fixtures[cup.id] = cup, {one.n: one for one in fixtures}
        self._go_on_with_all()

    @property
    def by_the_day(self) -> bool:
        """Whether a time runs by the clock on the wall."""
        return any(cup.state != "over" for cup in self.cups.values())

    def games(self, cup: str) -> list[Fixture]:
        return [*self.fixtures.get(cup, {}).values()]

    # what tables do

    def writes(self, stored: StoredTable, live_game: LiveGame | None) -> tuple[Write, ...]:
        """The result of a game that ends, for the commit of its last answer."""
        found = self._ended(stored, live_game)
        if found is None:
            return ()
        cup, fixture = found
        self._ending[cup, fixture.n] = self._host.clock.seconds()
        return (ended_row(cup, fixture),)

    def passed(self, table: GameTable) -> None:
        """What has happened at a table is written down."""
        found = self._ended(table.stored, table.live_game)
        if found is None:
            return
        cup, fixture = found
        self._ending.pop((cup, fixture.n), None)
        self.fixtures[cup][fixture.n] = fixture
        self.change(cup, lambda now, _games: Change(now), _log)

    def _ended(self, stored: StoredTable, live_game: LiveGame | None) -> tuple[str, Fixture] | None:
        """A game of a cup that is over now, and has no result yet; a cup that has ended as it stood takes none."""
        mark = stored.cup
        if mark is None or live_game is None or not live_game.ended or live_game.begun.number != 1:
            return None
        fixture = self.fixtures.get(mark.cup, {}).get(mark.n)
        if fixture is None or fixture.result is not None or fixture.table != stored.id:
            return None
        closed = self.cups[mark.cup].state == "over" and (mark.cup, mark.n) not in self._ending
        return None if closed else (mark.cup, ended_fixture(fixture, live_game))

    # what is done to a cup

    def make(self, cup: StoredCup, done: Done) -> None:
        """A new one; the oldest that is over makes room for it."""
        over = [one for one in self.cups.values() if one.state == "over"]
        gone = min(over, key=lambda one: (one.ended, one.id), default=None) if len(self.cups) >= MOST_CUPS else None
        if len(self.cups) >= MOST_CUPS and gone is None:
            done(CupRefused("", _("This server has as many cups as it keeps: end one first.")))
            return
        rows = (cup_row(cup), *(gone_cup_rows(gone.id) if gone is not None else ()))

        def made() -> None:
            self.cups[cup.id], self.fixtures[cup.id] = cup, {}
            if gone is not None:
                del self.cups[gone.id], self.fixtures[gone.id]
                self._stood.pop(gone.id, None)
            self._host.beat()

        self._waiting.append(lambda: self._commit(rows, made, done))
        self._next()

    def change(self, name: str, act: Act, done: Done) -> None:
        """Do something to a cup, and whatever follows from it, when nothing else is under way."""
        self._waiting.append(partial(self._begin, name, act, done))
        self._next()

    def start(self, name: str, done: Done) -> None:
        """Nobody enters any more; it begins."""

        def act(cup: StoredCup, _games: Sequence[Fixture]) -> Change:
            if cup.state != "open":
                raise CupRefused("cup-begun", phrase("cup_refused.cup-begun"))
            return Change(course.begun(cup, secrets.token_bytes(32), self._host.seconds()))

        self.change(name, act, done)

    def end(self, name: str, done: Done) -> None:
        """It ends as it stands."""

        def act(cup: StoredCup, _games: Sequence[Fixture]) -> Change:
            if cup.state == "over":
                raise CupRefused("cup-over", phrase("cup_refused.cup-over"))
            return Change(replace(cup, state="over", ended=self._host.seconds()))

        self.change(name, act, done)

    def withdraw(self, name: str, key: bytes, done: Done) -> None:
        """A player plays in it no more."""

        def act(cup: StoredCup, games: Sequence[Fixture]) -> Change:
            entrant = cup.entrant(key)
            if cup.state == "over":
                raise CupRefused("cup-over", phrase("cup_refused.cup-over"))
            if entrant is None:
                raise CupRefused("no-entrant", phrase("cup_refused.no-entrant"))
            return course.left(cup, games, entrant)

        self.change(name, act, done)

    def decide(self, name: str, n: int, us: float, done: Done) -> None:
        """The host says how a game counts that nobody plays."""

        def act(cup: StoredCup, games: Sequence[Fixture]) -> Change:
            found = next((one for one in games if one.n == n and one.result is None), None)
            if cup.state != "running" or found is None:
                raise CupRefused("", _("That cup has no game of this number that is open."))
            return Change(cup, (course.decided(found, us),))

        self.change(name, act, done)

    def _next(self) -> None:
        while self._waiting and not self._busy:
            act = self._waiting.popleft()
            try:
                act()
            except Exception:
                log.failure("a fault of ours in a cup")

    def _begin(self, name: str, act: Act, done: Done) -> None:
        try:
            cup = self.cups.get(name)
            if cup is None:
                raise CupRefused("no-cup", phrase("cup_refused.no-cup"))
            change = act(cup, self.games(name))
            if any(self._is_ending(name, one.n) for one in change.fixtures):
                self._host.clock.callLater(AGAIN, self.change, name, act, done)
                return
            change = self._followed(name, change)
            tables = [new_table(self._host, change.cup, one) for one in change.fixtures if self._is_new(name, one)]
        except CupRefused as why:
            done(why)
        except KeyError:
            log.error("a cup waits for cards that are not here")
            done(CupRefused("no-cards", _("The cards of this cup are not here any more: start the server with them.")))
        else:
            rows = [row for table in tables for row in table.writes]
            games = [fixture_row(name, one) for one in change.fixtures]
            if change.cup == cup and not games:
                done(None)
                return
            taken = partial(self._take, change, [table.stored for table in tables])
            self._commit((cup_row(change.cup), *games, *rows), taken, done)

    def _followed(self, name: str, change: Change) -> Change:
        """With what can begin now."""
        games = self.fixtures[name] | {one.n: one for one in change.fixtures}
        after = course.go_on(change.cup, [*games.values()], self._host.seconds(), names)
        return Change(after.cup, (*change.fixtures, *after.fixtures))

    def _is_new(self, name: str, one: Fixture) -> bool:
        return one.n not in self.fixtures[name] and one.result is None

    def _is_ending(self, name: str, n: int) -> bool:
        since = self._ending.get((name, n))
        return since is not None and self._host.clock.seconds() - since < ENDING

    def _take(self, change: Change, tables: Sequence[StoredTable]) -> None:
        """It is written down."""
        cup, before = change.cup, self.fixtures[change.cup.id]
        settled = [one for one in change.fixtures if one.n in before and before[one.n].result is None]
        self.cups[cup.id], self.fixtures[cup.id] = cup, before | {one.n: one for one in change.fixtures}
        for stored in tables:
            put_up(self._host, stored)
        if cup.state == "over":
            settled = self.games(cup.id)
        for one in settled:
            close(self._host, one.table)

    def _commit(self, rows: tuple[Write, ...], taken: Callable[[], None], done: Done) -> None:
        self._busy = True

        def written(_none: object) -> None:
            taken()
            done(None)

        def free(result: object) -> None:
            self._busy = False
            if isinstance(result, Failure):
                log.failure("a fault of ours in a cup", failure=result)
            self._next()

        stored = self._host.journal.write(*rows)
        stored.addCallbacks(written, lambda failure: done(failure.value)).addBoth(free)

    # what players ask

    def hear(self, session: ClientSession, message: Any, *, may: bool) -> None:
        """One of wire.cups.CupRequest."""
        if not may:
            refuse(session, message.seq, "limit", _("You ask very often for the cups; try again in a minute."))
        elif isinstance(message, ListCups):
            self._list(session, message)
        elif (cup := self.cups.get(message.cup)) is None:
            refuse(session, message.seq, "no-cup", phrase("cup_refused.no-cup"))
        elif isinstance(message, ShowCup):
            games, rows = self.games(cup.id), self._standings(cup)
            session.tell(shown.whole_cup(message.seq, cup, games, session.key, message.round, rows))
        elif isinstance(message, EnterCup):
            self.change(cup.id, partial(self._entered, session), partial(_answer, session, message.seq))
        else:
            assert isinstance(message, LeaveCup)
            self.withdraw(cup.id, session.key, partial(_answer, session, message.seq))

    def _standings(self, cup: StoredCup) -> list[CupStanding]:
        """How everybody stands: worked out when something has changed, however often it is asked for."""
        games = self.games(cup.id)
        done = sum([one.result is not None for one in games])
        known = self._stood.get(cup.id)
        if known is None or known[0] is not cup or known[1] != done:
            known = self._stood[cup.id] = (cup, done, standings(cup, games))
        return known[2]

    def _list(self, session: ClientSession, message: ListCups) -> None:
        newest = sorted(self.cups.values(), key=lambda cup: (cup.state == "over", -cup.made, cup.id))
        running = [cup for cup in newest if cup.state == "running"]
        seats = [seat for cup in running for seat in shown.seats_of(cup, self.games(cup.id), session.key)]
        lines = [shown.line_of_cup(cup, session.key) for cup in newest]
        session.tell(shown.as_many_as_fit(Cups(message.seq, tuple(lines), tuple(seats))))

    def _entered(self, session: ClientSession, cup: StoredCup, _games: Sequence[Fixture]) -> Change:
        """By the name that is his key's, whatever he came under.  Raises CupRefused."""
        member = self._names.of_key(session.key)
        if member is None:
            raise CupRefused("cup-name", phrase("cup_refused.cup-name"))
        if cup.state != "open" or self._is_closed(cup):
            raise CupRefused("cup-begun", phrase("cup_refused.cup-begun"))
        if cup.entrant(session.key) is not None:
            return Change(cup)
        if len(cup.entrants) >= cup.most:
            raise CupRefused("cup-full", phrase("cup_refused.cup-full"))
        return Change(replace(cup, entrants=(*cup.entrants, Entrant(member.name, session.key, session.bot))))

    def _is_closed(self, cup: StoredCup) -> bool:
        now = self._host.seconds()
        return course.moved(cup.closes, cup.made, now, self._host.stops()) <= now

    def renamed(self, lost: bytes, member: Member) -> None:
        """A name has another key, or a key another name: who has entered goes on under both."""
        for cup in [cup for cup in self.cups.values() if cup.state != "over"]:
            for n, one in enumerate(cup.entrants):
                if member.key and not one.out and self._is_his(one, lost, member):
                    self._rename(cup.id, n, one, replace(one, name=member.name, key=member.key))

    def _is_his(self, one: Entrant, lost: bytes, member: Member) -> bool:
        """Whether an entrant is who has a name now: by his key, or by the name of a key that was revoked before."""
        nobodys = self._names.of_key(one.key) is None
        return one.key in (member.key, lost) or (nobodys and look(one.name) == look(member.name))

    def _rename(self, name: str, n: int, before: Entrant, after: Entrant) -> None:
        def act(cup: StoredCup, _games: Sequence[Fixture]) -> Change:
            if n >= len(cup.entrants) or cup.entrants[n] != before:
                return Change(cup)
            return Change(replace(cup, entrants=(*cup.entrants[:n], after, *cup.entrants[n + 1 :])))

        def done(why: CupRefused | NotStored | None) -> None:
            _log(why)
            for one in self.games(name) if why is None else ():
                if n in (one.us, one.jp) and one.result is None:
                    reseat(self._host, one, n, after)

        self.change(name, act, done)

    # by the clock

    def sweep(self) -> None:
        """Every minute or so: begin what is to begin, and see to games that nobody plays."""
        for cup in [*self.cups.values()]:
            if cup.state == "open" and self._is_closed(cup):
                self.start(cup.id, _log)
            elif cup.state != "over":
                self._look(cup)
        self._close_what_is_decided()
        self._go_on_with_all()

    def _look(self, cup: StoredCup) -> None:
        for key in [one.key for one in cup.entrants if not one.out and self.banned(one.key)]:
            self.withdraw(cup.id, key, _log)
        now, stops = self._host.seconds(), self._host.stops()
        for one in self.games(cup.id):
            if one.result is None and course.moved(one.due, one.due - cup.days * DAY, now, stops) <= now:
                self.change(cup.id, partial(self._judge, one.n), _log)

    def _close_what_is_decided(self) -> None:
        """Tables that count no more, and that could not be closed or told so when that was decided."""
        for table in [*self._host.every.here.values()]:
            mark = table.stored.cup
            cup = None if mark is None or mark.settled else self.cups.get(mark.cup)
            if mark is None or cup is None or table.stored.status not in ("tossing", "playing"):
                continue
            if cup.state == "over" or self.fixtures[cup.id][mark.n].result is not None:
                close(self._host, table.id)

    def _judge(self, n: int, cup: StoredCup, games: Sequence[Fixture]) -> Change:
        """A game whose time is up."""
        found = next((one for one in games if one.n == n and one.result is None), None)
        after = None if found is None else judged(self._host, found)
        return Change(cup) if after is None else Change(cup, (after,))

    def _go_on_with_all(self) -> None:
        for cup in [*self.cups.values()]:
            if cup.state == "running":
                self.change(cup.id, lambda now, _games: Change(now), _log)


def new_id() -> str:
    """Of a cup."""
    return b32encode(secrets.token_bytes(5)).decode()


def _answer(session: ClientSession, seq: int, why: CupRefused | NotStored | None) -> None:
    if why is None:
        session.tell(Ok(seq))
    elif isinstance(why, CupRefused):
        refuse(session, seq, why.code, str(why))
    else:
        not_stored(session, seq)(why)


def _log(why: CupRefused | NotStored | None) -> None:
    if why is not None:
        log.error("a cup cannot go on: {error}", error=why)
