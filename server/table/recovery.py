"""Coming back to a table: for a player, for who looks on, and for the server itself after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from sqlite3 import Connection

import msgspec
from msgspec import Raw
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.editions import EDITIONS
from ironbottom.language import _
from ironbottom.proof.chain import read
from ironbottom.proof.entries import AnsweredEntry, Begun, Closed, Countersigned, ResignedEntry
from ironbottom.wire.messages import Bye, EncodedMissed, Said, Seated
from ironbottom.words import Side

from ..store.heads import Head
from ..store.journal import NotStored, checksum
from ..transport.session import ClientSession
from . import play_handlers, toss_handlers
from .clocks import Clocks
from .encoding import show
from .idle_handlers import gone, play_again
from .live_game import LiveGame, StoredEntry, Transition, begin, heard, is_open, unpacked
from .stored_table import StoredTable
from .table import GameTable, refuse

log = Logger()

LOOKER = -1  # the place of who looks on
PIECE = 8  # updates in one message of what was missed
CHATS = 50  # lines of chat that somebody hears who comes back
STEP = 8  # answers that are played again before other tables have their turn

Stored = tuple[bytes, int, int, int, int, int, int, bytes, int]  # an entry, in the order of schema.sql


class Unplayable(Exception):
    """A kept game that this server cannot go on with; nothing of it is lost.

    Which entry is at fault stands in the log alone: its number would tell the players how much was done in private.
    """

    def __init__(self, why: str, entry: int = 0, *, way_out: str = "") -> None:
        super().__init__(why)
        self.why, self.entry, self.way_out = why, entry, way_out


def damaged(why: str, entry: int = 0) -> Unplayable:
    """What is kept is not what was written."""
    return Unplayable(why, entry, way_out=_("Let the host put back a copy of the journal."))


def row_damaged() -> str:
    """Why nothing can be done at a table that cannot even be read."""
    return _("This table cannot be read: its row in the journal is damaged or missing.  Let the host put back a copy "
             "of the journal.")


def seated(table: GameTable, place: int, seq: int, caller: ClientSession) -> Seated:
    """What a player needs to come back, and where he left off."""
    seat, playing = table.seat(place), table.playing
    assert seat is not None
    secret = table.kept.secret if None in table.kept.seats else b""
    last = table.sitting[place].last
    if playing is None:
        return Seated(seq, table.id, place, seat.token, secret, last, 0, 0)
    side = playing.side(place)
    signing = playing.signing[side]
    return Seated(
        seq, table.id, place, seat.token, secret, last, playing.numbers[side], signing.signed, signing.unsigned,
        seat.orders,
    )


def sit(table: GameTable, place: int, caller: ClientSession, seq: int, have: int = -1) -> None:
    """A player takes his seat: whoever held it before is told so; then he hears what he missed, and how things are."""
    sitting = table.sitting[place]
    if not caller.logged_in:
        return  # he has gone while his seat was written down
    if sitting.caller is not None and sitting.caller is not caller:
        before, sitting.caller = sitting.caller, None
        before.seats.pop(table.id, None)
        before.hang_up(Bye("elsewhere", _("Your seat was taken from another connection of yours.")))
    sitting.forget()
    if sitting.away is not None and sitting.away.active():
        sitting.away.cancel()
    if sitting.stand_in is not None:
        stand_in, sitting.stand_in = sitting.stand_in, None
        stand_in.hang_up(Bye("elsewhere", _("The player is back.")))
        sitting.hold(None)
    sitting.stand_in_secret = b""
    sitting.caller = caller
    if caller in table.watchers:
        table.watchers.remove(caller)
    caller.seats[table.id] = (table, place)
    caller.tell(seated(table, place, seq, caller))
    table.tell_all()
    play_handlers.go_on(table)
    catch_up(table, place, caller, have)


def look_on(table: GameTable, caller: ClientSession, seq: int) -> None:
    """§22.7  Somebody looks on: he hears all that both sides could see since the deal, and how things are."""
    table.watchers.append(caller)
    caller.seats[table.id] = (table, LOOKER)
    number = 0 if table.playing is None else table.playing.watched
    caller.tell(Seated(seq, table.id, LOOKER, b"", b"", 0, number, 0))
    table.tell_all()
    catch_up(table, LOOKER, caller, 0)


def catch_up(table: GameTable, place: int, caller: ClientSession, have: int) -> None:
    """What happened since, in pieces; then the toss or the present update.  `have` -1: the seat is new."""
    if have < 0:
        return
    if table.playing is None:
        _present(table, place, caller)
        return
    table.wait()
    done = table.house.journal.read(partial(_since, table=table.id, game=table.kept.games))
    done.addCallbacks(partial(_missed, table, place, caller, have), partial(_untold, table, place, caller))
    done.addErrback(lambda failure: log.failure("catching up", failure=failure))
    done.addBoth(lambda _none: table.free())


def _untold(table: GameTable, place: int, caller: ClientSession, failure: Failure) -> None:
    """The journal cannot be read: how things are can be told all the same."""
    log.failure("what was missed cannot be read", failure=failure)
    _present(table, place, caller)


def _present(table: GameTable, place: int, caller: ClientSession) -> None:
    if place >= 0:
        toss_handlers.remind(table, place, caller)
    if table.kept.status != "tossing":
        show(table, place, caller)


def _since(store: Connection, table: str, game: int) -> list[tuple[bytes, int, int]]:
    """The events of all entries of a game, with the numbers of the updates after them."""
    question = "SELECT events, us, jp FROM entries WHERE tabled = ? AND game = ? ORDER BY n"
    return store.execute(question, (table, game)).fetchall()


def _missed(
    table: GameTable, place: int, caller: ClientSession, have: int, found: list[tuple[bytes, int, int]]
) -> None:
    playing = table.playing
    if playing is None or not caller.logged_in:
        return  # he has gone meanwhile
    updates = _public(found) if place == LOOKER else _of_side(found, playing.side(place), have)
    for first in range(0, len(updates), PIECE):
        parts = updates[first : first + PIECE]
        caller.tell(_piece(table, have + 1 + first, parts, web=caller.web))
    _present(table, place, caller)
    if place != LOOKER:
        _chat(table, caller)


def _of_side(found: list[tuple[bytes, int, int]], side: Side, have: int) -> list[bytes]:
    """The events of each update of a side after `have`."""
    updates: list[bytes] = []
    before = 0
    for events, us, jp in found:
        number = (us, jp)[side]
        if number > max(have, before):
            updates.append(heard(events, side))
        before = number
    return updates


def _public(found: list[tuple[bytes, int, int]]) -> list[bytes]:
    """§22.7  The events of each update of those who look on, from the deal on: as they were told to who was there."""
    updates: list[bytes] = []
    before = (0, 0)
    for events, us, jp in found:
        both = us > before[Side.US] and jp > before[Side.JP]
        if events and is_open(unpacked(events), both=both):
            updates.append(heard(events, None))
        before = us, jp
    return updates


def _piece(table: GameTable, first: int, parts: list[bytes], *, web: bool) -> EncodedMissed:
    if web:
        parts = [msgspec.json.encode(msgspec.msgpack.decode(part)) for part in parts]
    return EncodedMissed(table.id, first, tuple([Raw(part) for part in parts]))


def _chat(table: GameTable, caller: ClientSession) -> None:
    """The last lines of chat."""

    def found(store: Connection) -> list[tuple[int, int, str, str, int, int]]:
        question = "SELECT n, place, name, text, phrase, at FROM chat WHERE tabled = ? ORDER BY n DESC LIMIT ?"
        return store.execute(question, (table.id, CHATS)).fetchall()

    def tell(lines: list[tuple[int, int, str, str, int, int]]) -> None:
        mine = caller.seats[table.id][1] if table.id in caller.seats else -1
        muted = mine >= 0 and table.sitting[mine].muted
        for n, place, name, text, phrase, at in reversed(lines):
            if muted and place != mine:
                continue
            caller.tell(Said(table.id, n, place, name, text, phrase, at))

    table.house.journal.read(found).addCallbacks(tell, lambda _failure: None)


def lost(table: GameTable, caller: ClientSession) -> None:
    """A connection is gone."""
    gone(table, caller)
    play_handlers.go_on(table)


def load(table: GameTable) -> None:
    """Play the game of a table again from its entries, a few at a time; everything asked of it waits until then."""
    table.wait()
    table.loaded = True
    game = table.kept.games if table.kept.status in ("playing", "over") else 0
    done = table.house.journal.read(partial(_entries, table=table.id, game=game))
    played = done.addCallback(lambda found: table.house.turns.coiterate(_played(table, found)))
    played.addErrback(partial(_unplayable, table))
    played.addBoth(lambda _none: table.free())


def _entries(store: Connection, table: str, game: int) -> tuple[list[Stored], int]:
    """The entries of a game as they were written, and how much was said at its table."""
    question = (
        "SELECT line, place, seq, us, jp, left0, left1, events, mark FROM entries WHERE tabled = ? AND game = ?"
        " ORDER BY n"
    )
    lines = store.execute(question, (table, game)).fetchall()
    (said,) = store.execute("SELECT COALESCE(MAX(n), 0) FROM chat WHERE tabled = ?", (table,)).fetchone()
    return lines, said


def _played(table: GameTable, found: tuple[list[Stored], int]) -> Iterator[None]:
    rows, table.said = found
    playing: LiveGame | None = None
    taken: Transition | None = None
    expected: list[StoredEntry] = []  # what the last answer must have led to besides
    noted = table.house.journal.head(table.id)
    for n, (line, place, seq, us, jp, left0, left1, events, mark) in enumerate(rows, 1):
        if mark != checksum(table.id, table.kept.games, n, line, place, seq, us, jp, left0, left1, events):
            raise damaged(_("an entry of it is damaged"), n)
        if not expected:
            taken = _again(table, playing, line, n)
            playing, expected = taken.playing, [*taken.rows]
        row = expected.pop(0)
        if (row.line, row.events, row.numbers) != (line, events, (us, jp)):
            raise Unplayable(_("an entry of it comes out otherwise with this version"), n)
        if place >= 0:
            table.sitting[place].last = max(table.sitting[place].last, seq)
        # the clocks tell nobody when something was done in private
        if table.kept.terms.bank and taken is not None and taken.open:
            table.clocks = Clocks((left0 / 1000, left1 / 1000))
        if not expected and playing is not None:
            _compare(table, noted, playing)
        if n % STEP == 0:
            yield
    _ready(table, playing, noted, complete=not expected)


def _compare(table: GameTable, noted: Head | None, playing: LiveGame) -> None:
    """Raises Unplayable where the game is not the one that was noted beside the journal."""
    if noted is None or noted.game != table.kept.games or noted.n != playing.chain.entries:
        return
    if noted.head != playing.chain.head:
        raise damaged(_("it is not the game that was played here"), noted.n)


def _ready(table: GameTable, playing: LiveGame | None, noted: Head | None, *, complete: bool) -> None:
    """The table is as it was when the server stopped."""
    kept = table.kept
    ended = None if playing is None else playing.ended
    wanted = {"playing": False, "over": True if kept.games else None}.get(kept.status)
    entries = 0 if playing is None else playing.chain.entries
    if not complete or ended is not wanted or _came_further(kept, noted, entries):
        raise damaged(_("its last entries are missing"), entries)
    if kept.status in ("open", "tossing") and table.house.cards(kept.terms.cards) is None:
        raise _without_cards(kept.terms.cards)
    table.playing, table.paused, table.note = playing, False, ""
    if table.spared is not None:  # it was left to the journal for a while: what was used since the last answer is used
        table.clocks, table.spared = table.spared, None
    for sitting in table.sitting:
        sitting.asked = table.now
    if table.callers():  # they were here before, and have heard of a pause
        _go_on_with(table)
    play_handlers.go_on(table)
    toss_handlers.go_on(table)
    play_again(table)


def _came_further(kept: StoredTable, noted: Head | None, entries: int) -> bool:
    """Whether more was written down once than is there now."""
    if noted is None:
        return False
    there = entries if kept.status in ("playing", "over") else noted.n  # of the game before a toss nothing was read
    return (noted.game, noted.n) > (kept.games, there)


def _go_on_with(table: GameTable) -> None:
    """Everybody hears how the game stands."""
    table.tell_all()
    for place in (0, 1):
        for caller in table.at(place):
            _present(table, place, caller)
    for caller in table.watchers:
        _present(table, -1, caller)


def _again(table: GameTable, playing: LiveGame | None, line: bytes, n: int) -> Transition:
    """One entry more, as it must have come about."""
    try:
        body = read(line).body
    except msgspec.DecodeError as error:
        raise Unplayable(_("an entry of it cannot be read"), n) from error
    if isinstance(body, Begun):
        return _begun(table, body)
    if playing is None:
        raise damaged(_("its first entry is missing"))
    if isinstance(body, AnsweredEntry):
        return playing.answered(Side(body.side), body.update, body.answer, body.given, body.at, body.by)
    if isinstance(body, ResignedEntry):
        return playing.resigned(Side(body.side), body.given, body.at)
    after, rows = playing.noted(body)
    if isinstance(body, Countersigned):
        after = after.countersigned(Side(body.side), body.digests)
    elif isinstance(body, Closed):
        after = msgspec.structs.replace(after, closed=True)
    return Transition(after, rows, (None, None), [])


def _begun(table: GameTable, body: Begun) -> Transition:
    """§10  The game as it was begun, if this server has its rules and its cards."""
    if body.engine not in EDITIONS:
        text = _("it was begun with version {theirs} of the rules, and this server plays version {ours}")
        raise Unplayable(text.format(theirs=body.engine, ours=_(" or ").join(EDITIONS)))
    cards = table.house.cards_by_print(body.cards)
    if cards is None:
        text = _("it is played with the cards of {set} that have the fingerprint {mark}, and this server has not those")
        raise Unplayable(text.format(set=body.set[:40], mark=body.cards[:16]), way_out=_with_cards())
    toss = table.kept.toss
    return begin(body, b"" if toss is None else toss.share, cards)


def _with_cards() -> str:
    return _("Nothing is lost: let the host start this server with those cards (--cards).")


def _without_cards(name: str) -> Unplayable:
    return Unplayable(_("this server has not the card set {set}").format(set=name), way_out=_with_cards())


def _unplayable(table: GameTable, failure: Failure) -> None:
    """Say why; everything stays as it was written."""
    way_out = _("Nothing is lost: go on with the version that it was begun with.")
    if isinstance(failure.value, Unplayable):
        why, way_out = failure.value.why, failure.value.way_out or way_out
        log.error("table {table} cannot be played again: entry {number}", table=table.id, number=failure.value.entry)
    elif isinstance(failure.value, NotStored):
        log.error("the journal cannot be read for table {table}: {error}", table=table.id, error=failure.value)
        why = _("the journal cannot be read ({error})").format(error=failure.value)
        way_out = _("Let the host put back a copy of the journal.")
    else:
        log.failure("table {table} cannot be played again", failure=failure, table=table.id)
        why = _("a rule fails on it")
    table.playing, table.loaded = None, False
    text = _("This game cannot go on here: {why}.  {way_out}")
    table.pause(text.format(why=why, way_out=way_out))


def not_loaded(table: GameTable, caller: ClientSession, seq: int) -> None:
    """Why nothing can be done at a table whose game cannot be played again."""
    refuse(caller, seq, "paused", table.note or _("The game is being read back; try again in a moment."))
