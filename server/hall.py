"""The hall: everybody who has logged in, all tables, and who may do what with them before he sits."""

from __future__ import annotations

import secrets
import time
from base64 import b32encode
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from hmac import compare_digest
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import DecodeError
from msgspec.structs import replace
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.internet.task import Cooperator
from twisted.logger import Logger

from ironbottom.keys import public_bytes
from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.record import ENGINE
from ironbottom.wire.messages import (
    Call,
    Commit,
    Countersign,
    Create,
    Fetch,
    Join,
    Leave,
    Lobby,
    Mute,
    Notice,
    Ok,
    Orders,
    Rematch,
    Reply,
    Resign,
    Resume,
    Reveal,
    Review,
    Say,
    Seated,
    TableLine,
    Tables,
    Watch,
    Welcome,
    Wish,
    public,
)

from . import at_play, at_rest, at_toss, fetching, returning, signatures
from .caller import Caller
from .calling import Bot, Bots
from .journal import Journal, NotStored, no_table, table_row
from .kept import Kept, KeptSeat, from_bytes, known_as, to_bytes
from .limits import plain_address
from .metrics import UNREAD, Metrics
from .reviewing import Reviews
from .table import Sitting, Table, not_stored, refuse
from .telling import show

log = Logger()

AWAY = 45.0  # seconds until a stand-in comes
LISTED = 100  # tables in the lobby at most
NEWS = 1.0  # seconds that changes of the lobby are collected
IDLE = 600.0  # seconds after which a table that nobody sits at is left to the journal
TABLES = 20  # unfinished tables of one player
WATCHERS = 50  # at one table
REMEMBERED = 30 * 24 * 3600  # seconds that a finished table can still be returned to

HERE: dict[type, Callable[[Table, int, Caller, Any], None]] = {
    Reply: at_play.reply, Resign: at_play.resign, Orders: at_play.order, Countersign: signatures.countersign,
    Commit: at_toss.step, Reveal: at_toss.step, Say: at_rest.say, Mute: at_rest.mute, Rematch: at_rest.rematch,
}
IN_ORDER = (Orders, Countersign, Say, Mute, Rematch)  # wait behind an answer that waits for its time
WATCHERS_MAY = (Say, Mute)
STAND_INS_MAY = (Reply,)
ONCE = (Reply, Resign, Orders, Commit, Reveal, Say, Rematch, Call)  # carried out once, however often they come


class Hall:
    """One server's players and tables."""

    def __init__(
        self, journal: Journal, clock: IReactorTime, key: Ed25519PrivateKey, sets: dict[str, CardSet], software: str,
        *, notice: str = "", away: float = AWAY, metrics: Metrics = UNREAD,
    ) -> None:
        self.journal, self.clock, self.key, self.software = journal, clock, key, software
        self.turns = Cooperator(scheduler=partial(clock.callLater, 0.0))
        self.public, self.engine, self.proof = public_bytes(key), ENGINE, b""
        self.sets, self.notice, self.away, self.metrics = sets, notice, away, metrics
        self.bots = Bots(clock, metrics, 0)  # none, until somebody can start them
        self.reviews = Reviews(lambda: self.turns, self.named_cards, metrics)
        self.tables: dict[str, Table] = {}
        self.callers: set[Caller] = set()
        self.spawn: Callable[[Table, int, bytes], None] = lambda table, place, secret: None  # raises OSError
        self._made: dict[tuple[bytes, bytes], Table] = {}  # by who asked for them, and his request
        self._followers: dict[Caller, int] = {}
        self._news: IDelayedCall | None = None
        self._empty_since: dict[str, float] = {}

    def open(self, bodies: list[bytes]) -> None:
        """Put up the tables that were kept; their games are read back when somebody comes."""
        for body in bodies:
            try:
                kept = from_bytes(body)
            except (DecodeError, UnicodeDecodeError) as error:
                log.error("a table in the journal cannot be read ({error}); it stays there as it is", error=str(error))
                continue
            if kept.status == "over" and kept.made < self.seconds() - REMEMBERED:
                continue
            table = self.tables[kept.id] = Table(kept, self, loaded=False)
            first = kept.seats[0]
            if first is not None:
                self._made[first.key, kept.request] = table

    # what the tables ask of the house

    def seconds(self) -> int:
        return int(time.time())

    def cards(self, name: str) -> CardSet | None:
        return self.sets.get(name)

    def cards_by_print(self, fingerprint: str) -> CardSet | None:
        return next((cards for cards in self.sets.values() if cards.fingerprint == fingerprint), None)

    def named_cards(self, fingerprint: str) -> tuple[str, CardSet] | None:
        """The set of this fingerprint, and its name here."""
        return next((one for one in self.sets.items() if one[1].fingerprint == fingerprint), None)

    def stand_in(self, table: Table, place: int) -> None:
        """Nobody has come back: a bot takes the seat until he does."""
        sitting, other = table.sitting[place], table.sitting[1 - place]
        away = sitting.caller is None and sitting.stand_in is None and other.caller is not None
        if away and table.kept.status == "playing":
            sitting.stand_in_secret = secrets.token_bytes(16)
            try:
                self.spawn(table, place, sitting.stand_in_secret)
            except OSError as error:
                sitting.stand_in_secret = b""
                self._say_unaided(table, place, error)
            at_play.go_on(table)  # if this one does not come, there will be another

    def _say_unaided(self, table: Table, place: int, error: OSError) -> None:
        """The game goes on as without a stand-in, until there is one; who waits hears so once."""
        sitting, other = table.sitting[place], table.sitting[1 - place].caller
        log.error("no bot stands in at table {table}: {why}", table=table.id, why=str(error))
        if sitting.unaided or other is None:
            return
        sitting.unaided = True
        if table.kept.terms.bank:
            text = _("No bot can stand in for {name} just now ({why}).  The clock runs on; a bot comes when one can.")
        else:
            text = _("No bot can stand in for {name} just now ({why}).  The game waits; a bot comes when one can.")
        other.tell(Notice("no-stand-in", text.format(name=known_as(table.kept, place), why=error)))

    def goes_on(self, table: Table) -> None:
        at_play.go_on(table)

    def changed(self, table: Table) -> None:
        """The lobby looks otherwise now; whoever follows it hears so in a moment.  A bot may be missing now."""
        self.bots.look(table)
        if self._followers and (self._news is None or not self._news.active()):
            self._news = self.clock.callLater(NEWS, self._tell_followers)

    # what callers ask

    def welcome(self, caller: Caller) -> Welcome:
        self.callers.add(caller)
        sets = tuple([(name, cards.fingerprint) for name, cards in sorted(self.sets.items())])
        return Welcome(caller.name, sets, self.notice, self.bots.names)

    def lost(self, caller: Caller) -> None:
        self.callers.discard(caller)
        self._followers.pop(caller, None)
        for table, _place in [*caller.seats.values()]:
            returning.lost(table, caller)

    def notify(self, code: str, text: str) -> None:
        """Tell everybody something."""
        for caller in [*self.callers]:
            caller.tell(Notice(code, text))

    def hear(self, caller: Caller, message: Any) -> None:
        if isinstance(message, Create):
            self._create(caller, message)
        elif isinstance(message, Lobby):
            if message.follow:
                self._followers[caller] = message.seq
            else:
                self._followers.pop(caller, None)
            caller.tell(Tables(message.seq, self._lines(caller)))
        elif isinstance(message, Fetch) and message.what == "cards":
            fetching.cards(self, caller, message)
        elif isinstance(message, Review) and message.table in self.reviews.shelf:
            self.reviews.of_shelf(caller, message)
        else:
            name = message.name if isinstance(message, Fetch) else message.table
            table = self.tables.get(name)
            if table is None or not self._may_know(table, caller, getattr(message, "secret", b"")):
                text = _("There is no such table here (any more), or it is not open to you.")
                refuse(caller, message.seq, "no-table", text)
                return
            if not table.loaded:
                returning.load(table)
            table.when_free(partial(self._at, table, caller, message))

    def _at(self, table: Table, caller: Caller, message: Any) -> None:
        """Something is asked at a table that is ready for it."""
        if not caller.logged_in and isinstance(message, Join | Resume | Watch):
            return  # he has gone while this waited
        if not table.loaded and not isinstance(message, Leave | Fetch | Review):
            returning.not_loaded(table, caller, message.seq)
        elif isinstance(message, Join):
            self._join(table, caller, message)
        elif isinstance(message, Resume):
            self._resume(table, caller, message)
        elif isinstance(message, Watch):
            self._watch(table, caller, message)
        elif isinstance(message, Fetch):
            fetching.transcript(table, caller, message)
        elif isinstance(message, Review):
            self.reviews.of_table(table, caller, message)
        elif table.id not in caller.seats:
            refuse(caller, message.seq, "no-seat", _("You do not sit at that table: join it, or resume your seat."))
        else:
            self._seated(table, caller, message)

    def _seated(self, table: Table, caller: Caller, message: Any) -> None:
        place = caller.seats[table.id][1]
        stands_in = place >= 0 and table.sitting[place].stand_in is caller
        if isinstance(message, Leave):
            at_rest.leave(table, place, caller, message, self._remove)
        elif place < 0 and not isinstance(message, WATCHERS_MAY):
            refuse(caller, message.seq, "no-seat", _("You look on at this table; only players may do that."))
        elif stands_in:
            self._stood_in(table, place, caller, message)
        elif place >= 0 and isinstance(message, ONCE) and _was_done(table.sitting[place], message.seq):
            caller.tell(Ok(message.seq))
        elif place >= 0 and isinstance(message, IN_ORDER) and table.sitting[place].holding:
            table.sitting[place].behind.append(partial(self._at, table, caller, message))
        elif isinstance(message, Call):
            self.bots.call(table, place, caller, message)
        else:
            HERE[type(message)](table, place, caller, message)

    def _stood_in(self, table: Table, place: int, caller: Caller, message: Any) -> None:
        if isinstance(message, STAND_INS_MAY):
            at_play.reply(table, place, caller, message, stand_in=True)
        else:
            refuse(caller, message.seq, "no-seat", _("Who stands in may answer, and nothing else."))

    def _create(self, caller: Caller, message: Create) -> None:
        """A new table; the same request again gives the same."""
        found = self._made.get((caller.key, message.request))
        if found is not None:
            found.when_free(partial(self._made_before, found, caller, message))
            return
        if not self._may_create(caller, message):
            return
        seat = self._new_seat(caller, message.terms.side, message.request)
        id_ = b32encode(secrets.token_bytes(5)).decode()
        kept = Kept(id_, message.request, secrets.token_bytes(16), message.terms, self.seconds(), (seat, None))
        table = Table(kept, self)
        self._made[caller.key, message.request] = table

        def stored() -> None:
            self.tables[id_] = table
            returning.sit(table, 0, caller, message.seq)

        def refused(why: NotStored) -> None:
            self._made.pop((caller.key, message.request))
            not_stored(caller, message.seq)(why)

        table.commit((table_row(id_, to_bytes(kept)),), stored, refused)

    def _may_create(self, caller: Caller, message: Create) -> bool:
        """Whether these terms can be played here, and this player has not too many tables; else he hears why not."""
        terms = message.terms
        if terms.cards not in self.sets:
            names = ", ".join(sorted(self.sets))
            refuse(caller, message.seq, "no-cards", _("This server has the card sets {names}.").format(names=names))
        elif terms.absent == "clock" and not terms.bank:
            refuse(caller, message.seq, "terms", _("A clock needs a bank of time: choose one, or another policy."))
        elif self._unfinished(caller.key) >= TABLES:
            text = _("You have {n} tables that are not over: finish or leave one first.")
            refuse(caller, message.seq, "limit", text.format(n=TABLES))
        else:
            return True
        return False

    def _made_before(self, table: Table, caller: Caller, message: Create) -> None:
        """The table that the same request made; if it could not be written down then, another try."""
        if self._made.get((caller.key, message.request)) is not table:
            self._create(caller, message)
        elif not self._sat_down_before(table, caller, message):
            refuse(caller, message.seq, "no-seat", _("You have left the table that you had made."))

    def _sat_down_before(self, table: Table, caller: Caller, message: Create | Join) -> bool:
        """The same request for a seat, once more: a key alone is not enough to take a seat again."""
        for place, seat in enumerate(table.kept.seats):
            if seat is not None and seat.key == caller.key and message.request and seat.request == message.request:
                returning.sit(table, place, caller, message.seq, 0)
                return True
        return False

    def _unfinished(self, key: bytes) -> int:
        """Tables that somebody has made and that are not over; those that are not written down yet too."""
        return sum([made.kept.status != "over" for (maker, _request), made in self._made.items() if maker == key])

    def _new_seat(self, caller: Caller, wish: Wish, request: bytes) -> KeptSeat:
        return KeptSeat(caller.name, caller.key, caller.bot, secrets.token_bytes(16), wish, request=request)

    def _join(self, table: Table, caller: Caller, message: Join) -> None:
        """Take the free seat; whoever sits there already is seated again; who may stand in takes a player's place."""
        for place, sitting in enumerate(table.sitting):
            if sitting.stand_in_secret and compare_digest(sitting.stand_in_secret, message.secret):
                self._let_stand_in(table, place, caller, message)
                return
        if (bot := self.bots.admits(table, message.secret)) is not None:
            self._let_play(table, bot, caller, message)
            return
        if None not in table.kept.seats or caller in [sitting.caller for sitting in table.sitting]:
            if not self._sat_down_before(table, caller, message):
                refuse(caller, message.seq, "taken", _("Both seats of that table are taken."))
            return
        if not self._may_enter(table, caller, message.secret):
            refuse(caller, message.seq, "secret", _("That table is for invited players, and the invite does not fit."))
            return
        if table.kept.status != "open":
            refuse(caller, message.seq, "over", _("The game at that table is over."))
            return
        self._take_seat(table, caller, message)

    def _let_play(self, table: Table, bot: Bot, caller: Caller, message: Join) -> None:
        """A bot that was called has come: to a seat that is free, or to its own."""
        seat = table.kept.seats[bot.place]
        if seat is None and table.kept.status == "open":
            self.bots.sat(table, bot.place)
            self._take_seat(table, caller, message, bot.name)
        elif seat is not None and seat.called == bot.name and seat.key == caller.key:
            self.bots.sat(table, bot.place)
            returning.sit(table, bot.place, caller, message.seq, 0)
        else:
            refuse(caller, message.seq, "taken", _("Both seats of that table are taken."))

    def _take_seat(self, table: Table, caller: Caller, message: Join, called: str = "") -> None:
        place = table.kept.seats.index(None)
        before, seat = table.kept, replace(self._new_seat(caller, message.side, message.request), called=called)
        table.kept = table.with_seat(place, seat)
        table.sitting[place].last, table.sitting[place].muted = 0, False

        def refused(why: NotStored) -> None:
            table.kept = before
            not_stored(caller, message.seq)(why)

        def seated() -> None:
            returning.sit(table, place, caller, message.seq)

        if None in table.kept.seats:
            kept, table.kept = table.kept, before
            table.keep(kept, seated, refused)
        else:
            at_toss.start(table, seated, refused)

    def _may_enter(self, table: Table, caller: Caller, secret: bytes) -> bool:
        reach = table.kept.terms.reach
        if compare_digest(table.kept.secret, secret):
            return True
        return reach == "open" or (reach == "lan" and near(caller.address))

    def _may_know(self, table: Table, caller: Caller, secret: bytes) -> bool:
        """Whether somebody may hear that a table is there: whoever else asks for it hears the same as for none."""
        sits = table.id in caller.seats or caller.key in [seat.key for seat in table.kept.seats if seat is not None]
        return sits or self._may_enter(table, caller, secret) or self._is_sent(table, secret)

    def _is_sent(self, table: Table, secret: bytes) -> bool:
        """Whether this is the secret of a bot that the server has sent for."""
        expected = [*[sitting.stand_in_secret for sitting in table.sitting], self.bots.secret_of(table)]
        return any(one != b"" and compare_digest(one, secret) for one in expected)

    def _let_stand_in(self, table: Table, place: int, caller: Caller, message: Join) -> None:
        sitting = table.sitting[place]
        sitting.stand_in_secret = b""
        if sitting.caller is not None:
            refuse(caller, message.seq, "taken", _("The player is back."))
            return
        sitting.stand_in = caller
        caller.seats[table.id] = (table, place)
        number = 0 if table.playing is None else table.playing.numbers[table.playing.side(place)]
        caller.tell(Seated(message.seq, table.id, place, b"", b"", 0, number, 0))
        table.tell_all()
        show(table, place, caller)
        at_play.run_clocks(table)

    def _resume(self, table: Table, caller: Caller, message: Resume) -> None:
        """A seat is for who has its token, and the key that it was given to."""
        for place, seat in enumerate(table.kept.seats):
            if seat is not None and seat.key == caller.key and compare_digest(seat.token, message.token):
                self.bots.sat(table, place)
                returning.sit(table, place, caller, message.seq, message.have)
                return
        refuse(caller, message.seq, "no-seat", _("That seat is not yours: its token or your key does not fit."))

    def _watch(self, table: Table, caller: Caller, message: Watch) -> None:
        """§22.7  Look on, where the table allows it."""
        if table.id in caller.seats:
            refuse(caller, message.seq, "taken", _("You are at that table already."))
        elif len(table.watchers) >= WATCHERS:
            refuse(caller, message.seq, "limit", _("As many look on at that table as may."))
        elif not table.kept.terms.spectators:
            refuse(caller, message.seq, "no-seat", _("That table is played without spectators."))
        elif not self._may_enter(table, caller, message.secret):
            refuse(caller, message.seq, "secret", _("That table is for invited players, and the invite does not fit."))
        else:
            table.watchers.append(caller)
            caller.seats[table.id] = (table, -1)
            caller.tell(Seated(message.seq, table.id, -1, b"", b"", 0, table.watched, 0))
            table.tell_all()
            show(table, -1, caller)

    # the lobby

    def _lines(self, caller: Caller) -> tuple[TableLine, ...]:
        """The tables that a caller may join or look on at, the newest first."""
        shown = [table for table in self.tables.values() if self._listed(table, caller)]
        shown.sort(key=lambda table: -table.kept.made)
        return tuple([_line(table) for table in shown[:LISTED]])

    def waiting(self) -> list[TableLine]:
        """The tables that anybody on the same network may join now."""
        here = [table for table in self.tables.values() if table.kept.status == "open"]
        return [_line(table) for table in here if table.kept.terms.reach != "invite" and table.callers()]

    def by_status(self) -> Mapping[str, float]:
        """How many tables there are, by how they stand."""
        return Counter[str]([table.status for table in self.tables.values()])

    def _listed(self, table: Table, caller: Caller) -> bool:
        return table.kept.status != "over" and self._may_enter(table, caller, b"")

    def _tell_followers(self) -> None:
        lines: dict[bool, tuple[TableLine, ...]] = {}
        for caller, seq in [*self._followers.items()]:
            here = near(caller.address)
            if here not in lines:
                lines[here] = self._lines(caller)
            caller.tell(Tables(seq, lines[here]))

    def _remove(self, table: Table) -> None:
        """Nobody wants this table any more."""
        self.tables.pop(table.id, None)
        self.bots.dismiss_from(table)
        self.reviews.forget(table.id)
        self._made = {request: made for request, made in self._made.items() if made is not table}
        self.journal.write(no_table(table.id)).addErrback(lambda _failure: None)  # then it is found again, empty
        self.changed(table)

    def sweep(self) -> None:
        """Every minute or so: leave games that nobody sits at to the journal, and send home bots without a player."""
        now = self.clock.seconds()
        self.bots.send_home()
        empty = [table for table in self.tables.values() if _is_empty(table)]
        self._empty_since = {table.id: self._empty_since.get(table.id, now) for table in empty}
        for table in empty:
            if now - self._empty_since[table.id] >= IDLE:
                table.when_free(partial(_let_go, table))


def _was_done(sitting: Sitting, seq: int) -> bool:
    """Whether a request was carried out before; an answer that still waits for the common least time was not."""
    return seq <= sitting.last and seq != sitting.holding


def _is_empty(table: Table) -> bool:
    """Whether a game is in memory that nobody sits at, and no clock runs."""
    timed = table.kept.terms.bank and table.kept.status == "playing"
    return table.loaded and table.playing is not None and not timed and not table.callers()


def _let_go(table: Table) -> None:
    if not table.callers():
        table.playing, table.loaded = None, False


def _line(table: Table) -> TableLine:
    kept = table.kept
    free: Wish | None = None
    if None in kept.seats:
        there = next((seat for seat in kept.seats if seat is not None), None)
        other: dict[str, Wish] = {"us": "jp", "jp": "us", "either": "either"}
        free = "either" if there is None else other[there.wish]
    name, against, *_none = [*filter(None, [known_as(kept, 0), known_as(kept, 1)]), "", ""]
    return TableLine(kept.id, name, public(kept.terms), table.status, free, len(table.watchers), against)


def near(address: str) -> bool:
    """Whether an address is of this machine or of the same network."""
    found = plain_address(address)
    return found is not None and (found.is_private or found.is_loopback or found.is_link_local)
