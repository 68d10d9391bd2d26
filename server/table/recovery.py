"""Coming back to a table: for a player, for who looks on, and for the server itself after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from sqlite3 import Connection

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import replace
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.editions import EDITIONS
from ironbottom.language import _
from ironbottom.proof.chain import read
from ironbottom.proof.entries import Agreed, AnsweredEntry, Begun, Closed, Countersigned, ResignedEntry
from ironbottom.vocabulary import phrase
from ironbottom.wire.encoded import EncodedMissed
from ironbottom.wire.messages import Bye, Said, Seated
from ironbottom.words import Side

from ..store.heads import Head
from ..store.journal import NotStored, checksum
from ..transport.session import ClientSession
from . import play_handlers, toss_handlers
from .clock.clocks import Clocks
from .encoding import show
from .live_game import LiveGame, StoredEntry, Transition, begin, heard, is_open, signer_of, unpacked
from .stored_table import StoredTable, is_partner, known_as, place_of
from .table import GameTable, refuse
from .table_handlers import gone, play_again
from .toss import engine

log = Logger()

SPECTATOR = -1  # the place of who looks on
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


def seated(table: GameTable, chair: int, seq: int, session: ClientSession) -> Seated:
    """What a player needs to come back, and where he left off."""
    seat, live_game, partner = table.seat(chair), table.live_game, is_partner(chair)
    assert seat is not None
    secret = table.stored.secret if None in table.stored.seats and not partner else b""
    last, place = table.seat_states[chair].last, place_of(chair)
    shares = True if partner else UNSET
    if live_game is None:
        return Seated(seq, table.id, place, seat.token, secret, last, 0, 0, partner=shares)
    side = live_game.side(place)
    signing = live_game.signing[signer_of(side, partner=partner)]
    return Seated(
        seq, table.id, place, seat.token, secret, last, live_game.numbers[side], signing.signed, signing.unsigned,
        seat.orders, shares,
    )


def sit(table: GameTable, chair: int, session: ClientSession, seq: int, have: int = -1) -> None:
    """A player takes his seat: whoever held it before is told so; then he hears what he missed, and how things are."""
    seat_state = table.seat_states[chair]
    if not session.logged_in:
        return  # he has gone while his seat was written down
    if seat_state.session is not None and seat_state.session is not session:
        before, seat_state.session = seat_state.session, None
        before.seats.pop(table.id, None)
        before.hang_up(Bye("elsewhere", phrase("server.elsewhere")))
    seat_state.forget()
    if seat_state.away is not None and seat_state.away.active():
        seat_state.away.cancel()
    if seat_state.stand_in is not None:
        stand_in, seat_state.stand_in = seat_state.stand_in, None
        stand_in.hang_up(Bye("elsewhere", _("The player is back.")))
        seat_state.hold(None)
    seat_state.stand_in_secret = b""
    seat_state.session = session
    if session in table.watchers:
        table.watchers.remove(session)
    session.seats[table.id] = (table, chair)
    session.tell(seated(table, chair, seq, session))
    table.tell_all()
    play_handlers.go_on(table)
    catch_up(table, chair, session, have)


def look_on(table: GameTable, session: ClientSession, seq: int) -> None:
    """§22.7  Somebody looks on: he hears all that both sides could see since the deal, and how things are."""
    table.watchers.append(session)
    session.seats[table.id] = (table, SPECTATOR)
    number = 0 if table.live_game is None else table.live_game.watched
    session.tell(Seated(seq, table.id, SPECTATOR, b"", b"", 0, number, 0))
    table.tell_all()
    catch_up(table, SPECTATOR, session, 0)


def catch_up(table: GameTable, place: int, session: ClientSession, have: int) -> None:
    """What happened since, in pieces; then the toss or the present update.  `have` -1: the seat is new."""
    if have < 0:
        return
    if table.live_game is None:
        _present(table, place, session)
        return
    table.wait()
    done = table.services.journal.read(partial(_since, table=table.id, game=table.stored.games))
    done.addCallbacks(partial(_missed, table, place, session, have), partial(_untold, table, place, session))
    done.addErrback(lambda failure: log.failure("catching up", failure=failure))
    done.addBoth(lambda _none: table.free())


def _untold(table: GameTable, place: int, session: ClientSession, failure: Failure) -> None:
    """The journal cannot be read: how things are can be told all the same."""
    log.failure("what was missed cannot be read", failure=failure)
    _present(table, place, session)


def _present(table: GameTable, place: int, session: ClientSession) -> None:
    if place >= 0:
        toss_handlers.remind(table, place, session)
    if table.stored.status != "tossing":
        show(table, place, session)


def _since(store: Connection, table: str, game: int) -> list[tuple[bytes, int, int]]:
    """The events of all entries of a game, with the numbers of the updates after them."""
    question = "SELECT events, us, jp FROM entries WHERE tabled = ? AND game = ? ORDER BY n"
    return store.execute(question, (table, game)).fetchall()


def _missed(
    table: GameTable, place: int, session: ClientSession, have: int, found: list[tuple[bytes, int, int]]
) -> None:
    live_game = table.live_game
    if live_game is None or not session.logged_in:
        return  # he has gone meanwhile
    updates = _public(found) if place == SPECTATOR else _of_side(found, live_game.side(place_of(place)), have)
    for first in range(0, len(updates), PIECE):
        parts = updates[first : first + PIECE]
        session.tell(_piece(table, have + 1 + first, parts, web=session.web))
    _present(table, place, session)
    if place != SPECTATOR:
        _chat(table, session)


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


def _chat(table: GameTable, session: ClientSession) -> None:
    """The last lines of chat."""

    def found(store: Connection) -> list[tuple[int, int, str, str, int, int]]:
        question = "SELECT n, place, name, text, phrase, at FROM chat WHERE tabled = ? ORDER BY n DESC LIMIT ?"
        return store.execute(question, (table.id, CHATS)).fetchall()

    def tell(lines: list[tuple[int, int, str, str, int, int]]) -> None:
        mine = session.seats[table.id][1] if table.id in session.seats else -1
        muted = mine >= 0 and table.seat_states[mine].muted
        for n, place, name, text, preset, at in reversed(lines):
            if (muted and place != place_of(mine)) or _unheard(table, session, place, name):
                continue
            session.tell(Said(table.id, n, place, name, text, preset, at))

    table.services.journal.read(found).addCallbacks(tell, lambda _failure: None)


def _unheard(table: GameTable, session: ClientSession, place: int, name: str) -> bool:
    """Whether somebody has blocked who said a line: a player by his key, who looked on by his name."""
    for chair in table.chairs_of(place) if place >= 0 else ():
        seat = table.seat(chair)
        if seat is not None and known_as(table.stored, chair) == name:
            return seat.key != session.key and table.services.blocks(session.key, seat.key)
    return table.services.blocks_name(session.key, name)


def lost(table: GameTable, session: ClientSession) -> None:
    """A connection is gone."""
    gone(table, session)
    play_handlers.go_on(table)


def load(table: GameTable) -> None:
    """Play the game of a table again from its entries, a few at a time; everything asked of it waits until then."""
    table.wait()
    table.loaded = True
    game = table.stored.games if table.stored.status in ("playing", "over") else 0
    done = table.services.journal.read(partial(_entries, table=table.id, game=game))
    played = done.addCallback(lambda found: table.services.turns.coiterate(_played(table, found)))
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
    live_game: LiveGame | None = None
    taken: Transition | None = None
    expected: list[StoredEntry] = []  # what the last answer must have led to besides
    noted = table.services.journal.head(table.id)
    for n, (line, place, seq, us, jp, left0, left1, events, mark) in enumerate(rows, 1):
        if mark != checksum(table.id, table.stored.games, n, line, place, seq, us, jp, left0, left1, events):
            raise damaged(_("an entry of it is damaged"), n)
        if not expected:
            taken = _again(table, live_game, line, n)
            live_game, expected = taken.live_game, [*taken.rows]
        row = expected.pop(0)
        if (row.line, row.events, row.numbers) != (line, events, (us, jp)):
            raise Unplayable(_("an entry of it comes out otherwise with this version"), n)
        if place >= 0:
            table.seat_states[place].last = max(table.seat_states[place].last, seq)
        # the clocks tell nobody when something was done in private
        if table.stored.terms.bank and taken is not None and taken.open:
            table.clocks = Clocks((left0 / 1000, left1 / 1000))
        if not expected and live_game is not None:
            _compare(table, noted, live_game)
        if n % STEP == 0:
            yield
    _ready(table, live_game, noted, complete=not expected)


def _compare(table: GameTable, noted: Head | None, live_game: LiveGame) -> None:
    """Raises Unplayable where the game is not the one that was noted beside the journal."""
    if noted is None or noted.game != table.stored.games or noted.n != live_game.chain.entries:
        return
    if noted.head != live_game.chain.head:
        raise damaged(_("it is not the game that was played here"), noted.n)


def _ready(table: GameTable, live_game: LiveGame | None, noted: Head | None, *, complete: bool) -> None:
    """The table is as it was when the server stopped."""
    stored = table.stored
    ended = None if live_game is None else live_game.ended
    wanted = {"playing": False, "over": True if stored.games else None}.get(stored.status)
    entries = 0 if live_game is None else live_game.chain.entries
    if not complete or ended is not wanted or _came_further(stored, noted, entries):
        raise damaged(_("its last entries are missing"), entries)
    if stored.status in ("open", "tossing") and table.services.cards(stored.terms) is None:
        raise _without_cards(stored.terms.cards)
    _keep_cards(table, live_game)
    table.live_game, table.paused, table.note = live_game, False, ""
    if table.saved_clocks is not None:  # it was left to the journal for a while: what was used is used
        table.clocks, table.saved_clocks = table.saved_clocks, None
    for seat_state in table.seat_states:
        seat_state.asked = table.now
    if table.sessions():  # they were here before, and have heard of a pause
        _go_on_with(table)
    play_handlers.go_on(table)
    toss_handlers.go_on(table)
    play_again(table)


def _keep_cards(table: GameTable, live_game: LiveGame | None) -> None:
    """What was begun with an earlier version of its cards goes on with that, and so does each game after it here."""
    stored, services = table.stored, table.services
    for name, cards in services.versions(stored.terms):
        if live_game is not None:
            its_own = live_game.begun.cards == cards.fingerprint
        else:
            its_own = stored.status == "tossing" and engine(stored, services.public, cards.fingerprint) is not None
        if its_own:
            table.stored = replace(stored, terms=replace(stored.terms, cards=name))
            return


def _came_further(stored: StoredTable, noted: Head | None, entries: int) -> bool:
    """Whether more was written down once than is there now."""
    if noted is None:
        return False
    there = entries if stored.status in ("playing", "over") else noted.n  # of the game before a toss nothing was read
    return (noted.game, noted.n) > (stored.games, there)


def _go_on_with(table: GameTable) -> None:
    """Everybody hears how the game stands."""
    table.tell_all()
    for chair in table.chairs:
        for session in table.at(chair):
            _present(table, chair, session)
    for session in table.watchers:
        _present(table, -1, session)


def _again(table: GameTable, live_game: LiveGame | None, line: bytes, n: int) -> Transition:
    """One entry more, as it must have come about."""
    try:
        body = read(line).body
    except msgspec.DecodeError as error:
        raise Unplayable(_("an entry of it cannot be read"), n) from error
    if isinstance(body, Begun):
        return _begun(table, body)
    if live_game is None:
        raise damaged(_("its first entry is missing"))
    if isinstance(body, AnsweredEntry):
        return live_game.answered(Side(body.side), body.update, body.answer, body.given, body.at, body.by)
    if isinstance(body, ResignedEntry):
        return live_game.resigned(Side(body.side), body.given, body.at)
    if isinstance(body, Agreed):
        return live_game.agreed(body)
    after, rows = live_game.noted(body)
    if isinstance(body, Countersigned):
        after = after.countersigned(signer_of(body.side, partner=bool(body.by)), body.digests)
    elif isinstance(body, Closed):
        after = msgspec.structs.replace(after, closed=True)
    return Transition(after, rows, (None, None), [])


def _begun(table: GameTable, body: Begun) -> Transition:
    """§10  The game as it was begun, if this server has its rules and its cards."""
    if body.engine not in EDITIONS:
        text = _("it was begun with version {theirs} of the rules, and this server plays version {ours}")
        raise Unplayable(text.format(theirs=body.engine, ours=_(" or ").join(EDITIONS)))
    cards = table.services.cards_by_print(body.cards, body.terms)
    if cards is None:
        text = _("it is played with the cards of {set} that have the fingerprint {mark}, and this server has not those")
        raise Unplayable(text.format(set=body.set[:40], mark=body.cards[:16]), way_out=_with_cards())
    toss = table.stored.toss
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
    table.live_game, table.loaded = None, False
    text = _("This game cannot go on here: {why}.  {way_out}")
    table.pause(text.format(why=why, way_out=way_out))


def not_loaded(table: GameTable, session: ClientSession, seq: int) -> None:
    """Why nothing can be done at a table whose game cannot be played again."""
    refuse(session, seq, "paused", table.note or _("The game is being read back; try again in a moment."))
