"""All tables of one server: in memory, where somebody may come at any moment, or in the journal alone.

Tables that are not over are in memory, their games only while somebody is there or was a short while ago.  A table that
is over leaves memory altogether, and is brought back from the journal when it is asked for.  What nobody has been at
for its time is taken away, from the journal too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from sqlite3 import Connection
from typing import Protocol

from msgspec import DecodeError
from msgspec.structs import replace
from twisted.logger import Logger
from twisted.python.failure import Failure

from ..runtime.settings import Limits
from ..store.journal import gone_rows, table_row
from ..table.clock.clock_timer import earliest_due, next_due
from ..table.clock.due_tables import DueTables
from ..table.stored_table import StoredTable, finished, from_bytes, to_bytes
from ..table.table import GameTable, TableServices
from .club.meeting.moved_seats import MovedSeats
from .club.meeting.open_challenges import OpenChallenges
from .open_tables import Hidden, OpenTables
from .register import Finished, Maker, Register
from .vacancies import IdleTables

log = Logger()

AT_ONCE = 200  # tables that are looked after in one sweep
AGAIN = 3_600  # seconds until a game is read again that could not be

Found = Callable[[GameTable | None], None]


class Owner(TableServices, Protocol):
    """The lobby, as far as the tables need it."""

    def gone(self, table: GameTable) -> None: ...  # it is no more
    def erased(self, table: str) -> None: ...  # nor in the journal
    def beat(self) -> None: ...  # write down that the server runs
    def hidden_from(self, key: bytes) -> Hidden | None: ...  # which tables somebody is not to see; None: he sees all


class TableRegistry:
    """Every table of one server."""

    def __init__(self, services: Owner, limits: Limits) -> None:
        self._services, self.limits = services, limits
        self.here: dict[str, GameTable] = {}  # in memory, by name
        self.damaged: set[str] = set()  # in the journal, and cannot be read
        self.register = Register(limits, services.clock.seconds)
        self.finished = Finished(limits)
        self.vacancies = IdleTables(limits, services.clock.seconds)
        self.lobby = OpenTables(services.clock, lambda: services.turns, limits.listed, services.hidden_from)
        self.challenges, self.moved = OpenChallenges(), MovedSeats()
        self.due = DueTables()
        self.by_the_day = False  # whether there is, or was, a table with a clock for days
        self._awaited: dict[str, list[Found]] = {}  # tables that are being brought back

    def open(self, bodies: Mapping[str, bytes]) -> None:
        """Put up the tables that were kept, by name; their games are read back when somebody comes."""
        read = [self._read(name, body) for name, body in bodies.items()]
        stored = [one for one in read if one is not None]
        for one in sorted(stored, key=_first_to_go):
            if finished(one):
                self._finish(one)
            else:
                self._put_up(one)
        self._forget_old()

    def _read(self, name: str, body: bytes) -> StoredTable | None:
        try:
            return from_bytes(body)
        except (DecodeError, UnicodeDecodeError) as error:
            log.error("table {table} cannot be read ({error}); it stays as it is", table=name, error=error)
            self.damaged.add(name)
            return None

    def _put_up(self, stored: StoredTable) -> None:
        table = self.here[stored.id] = GameTable(stored, self._services, loaded=False)
        self.register.enter(table, _maker(stored))
        self.moved.look(stored)
        self.vacancies.found(table)
        self.lobby.look(table)
        self.challenges.look(table)
        self._sleeps(table)

    def _finish(self, stored: StoredTable) -> None:
        """It lies in the journal alone; where too many do, another one goes."""
        self.moved.look(stored)
        if not stored.ended:  # by an older version: its time begins now
            stored = replace(stored, ended=self._services.seconds())
            self._services.journal.write(table_row(stored.id, to_bytes(stored))).addErrback(lambda _failure: None)
        for table in self.finished.add(stored.id, stored.ended, stored.origin):
            self._erase(table)

    # one table

    def enter(self, table: GameTable, maker: Maker) -> None:
        """Somebody asks for a new table: it counts before it is written down."""
        self.register.enter(table, maker)

    def refused(self, table: GameTable) -> None:
        """It could not be written down."""
        self.register.strike(table)

    def made(self, table: GameTable) -> None:
        """It is written down."""
        self.here[table.id] = table
        if table.stored.terms.pace and not self.by_the_day:
            self.by_the_day = True
            self._services.beat()
        self.changed(table)

    def changed(self, table: GameTable) -> None:
        """Somebody has come or gone, or a game has begun or is over."""
        if self.here.get(table.id) is not table:
            return
        self.register.look(table)
        self.moved.look(table.stored)
        self.vacancies.look(table)
        self.lobby.look(table)
        self.challenges.look(table)
        self._relieve()
        if table.stored.absent and table.sessions():
            table.when_free(partial(_note, table, 0))

    def loaded(self, table: GameTable) -> None:
        """Its game is being read back."""
        if not table.sessions():
            self.vacancies.rests(table)
            self._relieve()

    def _relieve(self) -> None:
        """Let games leave memory that nobody was at for a while, and those that are too many."""
        for name in [*islice(self.vacancies.tired(), AT_ONCE)]:
            self.vacancies.left(name)
            self._when_free(name, self._let_go)

    def remove(self, table: GameTable) -> None:
        """Nobody wants this table any more."""
        if self.here.get(table.id) is table:
            self._leaves(table)
            self._erase(table.id)

    def _leaves(self, table: GameTable) -> None:
        """It is not in memory any more."""
        del self.here[table.id]
        self.register.strike(table)
        self.vacancies.forget(table.id)
        self.due.put(table.id, None)
        self.lobby.look(table, gone=True)
        self.challenges.look(table, gone=True)
        self._services.gone(table)

    def _erase(self, table: str) -> None:
        """Nothing is left of it, unless the disk cannot be written: then it is found again by the next start."""
        self.moved.forget(table)
        self._services.erased(table)
        self._services.journal.write(*gone_rows(table)).addErrback(lambda _failure: None)

    # tables that are over

    def find(self, name: str, then: Found) -> None:
        """Look for a table, in memory and in the journal; `then` is given it, or None where there is none."""
        table = self.here.get(name)
        if table is not None or name not in self.finished:
            then(table)
        elif name in self._awaited:
            self._awaited[name].append(then)
        else:
            self._awaited[name] = [then]
            done = self._services.journal.read(partial(_body, table=name))
            done.addCallbacks(partial(self._brought, name), partial(self._not_brought, name))

    def _brought(self, name: str, body: bytes | None) -> None:
        table = None
        if name in self.finished:  # and not taken away meanwhile
            self.finished.discard(name)
            stored = self._read(name, body or b"")
            table = None if stored is None else GameTable(stored, self._services, loaded=False)
        if table is not None:
            self.here[name], stored = table, table.stored
            self.register.enter(table, _maker(stored))
            self.vacancies.rests(table)
        self._give(name, table)

    def _not_brought(self, name: str, failure: Failure) -> None:
        log.error("table {table} cannot be read: {error}", table=name, error=failure.value)
        self._give(name, None)

    def _give(self, name: str, table: GameTable | None) -> None:
        for then in self._awaited.pop(name):
            then(table)

    # looking after them

    def sweep(self) -> None:
        """Every minute or so: a limited number of those whose time has come."""
        self.register.sweep()
        vacancies = self.vacancies
        for name in [*islice(vacancies.overdue(), AT_ONCE)]:
            self._when_free(name, self._take_away)
        for name in [*islice(vacancies.lasting(), AT_ONCE)]:
            vacancies.written(name)
            self._when_free(name, self._note_absence)
        self._relieve()
        self._wake()
        self._forget_old()

    def _sleeps(self, table: GameTable) -> None:
        """Its game lies in the journal, and is read back when somebody comes, or when its clock has run out."""
        self.by_the_day = self.by_the_day or bool(table.stored.terms.pace)
        self.due.put(table.id, earliest_due(table))

    def _wake(self) -> None:
        """Read the games back in which a clock has run out; where one is not over yet after all, it sleeps again."""
        now = self._services.seconds()
        for name in [*islice(self.due.over(now), AT_ONCE)]:
            table = self.here.get(name)
            if table is None or table.loaded:
                continue
            moment = next_due(table)
            if moment is None:
                continue
            if moment > now:  # out of his hours, or the server stood still meanwhile
                self.due.put(name, moment)
                continue
            self.due.put(name, now + AGAIN)  # if it cannot be read
            self._services.read_again(table)
            self.loaded(table)

    def _when_free(self, name: str, act: Callable[[GameTable], None]) -> None:
        table = self.here.get(name)
        if table is None:
            self.vacancies.forget(name)
        else:
            table.when_free(partial(act, table))

    def _take_away(self, table: GameTable) -> None:
        if not table.sessions():
            self.remove(table)

    def _note_absence(self, table: GameTable) -> None:
        if not table.sessions() and self.here.get(table.id) is table:
            _note(table, self.vacancies.absent(table))

    def _let_go(self, table: GameTable) -> None:
        """The game is left to the journal; so is the table, where it is over."""
        if table.sessions() or self.here.get(table.id) is not table:
            return
        table.let_go()
        self._sleeps(table)
        if finished(table.stored):
            self._leaves(table)
            self._finish(table.stored)

    def _forget_old(self) -> None:
        before = self._services.seconds() - int(self.limits.times.over)
        for table in self.finished.overdue(before, AT_ONCE):
            self._erase(table)


def _note(table: GameTable, absent: int) -> None:
    """Write down how long nobody has been there; 0: somebody is.  Where that cannot be written nothing is lost."""
    if table.stored.absent != absent:
        table.keep(replace(table.stored, absent=absent), lambda: None, lambda _why: None, unseen=True)


def _maker(stored: StoredTable) -> Maker:
    """Who made a table, as far as it tells: he may have got up."""
    first = None if stored.cup is not None else stored.seats[0]
    return Maker(b"" if first is None else first.key, stored.request, stored.origin)


def _first_to_go(stored: StoredTable) -> tuple[int, int]:
    """Of those that are over, who was over first; of the others, where nobody has been for the longest."""
    return (stored.ended or stored.made) if finished(stored) else -stored.absent, stored.made


def _body(store: Connection, table: str) -> bytes | None:
    found = store.execute("SELECT body FROM tables WHERE id = ?", (table,)).fetchone()
    return None if found is None else bytes(found[0])
