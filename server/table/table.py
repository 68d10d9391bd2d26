"""One table: who sits at it, the game that is played there, and the order in which things are done.

Whatever changes something is written to the journal first; only then the table goes on and speaks.  While a commit is
under way, what else was asked for waits in its order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.internet.task import Cooperator
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.battle import Battle
from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.proof.campaign_terms import coming
from ironbottom.vocabulary import phrase
from ironbottom.wire.messages import Message, Ok, Refused, Seat, SeatedPartner, Status
from ironbottom.wire.messages import Table as TableMessage
from ironbottom.wire.terms import Terms, public
from ironbottom.words import Side

from ..runtime.metrics import Metrics
from ..runtime.settings import Limits
from ..store.journal import Journal, NotStored, Unwritable, Write, table_row
from ..transport.chat_limits import ChatLimiter
from ..transport.session import ClientSession
from .clock.clocks import Clocks
from .clock.day_clocks import Both, DayClocks
from .live_game import LiveGame
from .stored_table import PLACES, StoredSeat, StoredTable, is_partner, known_as, part_of, place_of, to_bytes

log = Logger()

HEADS = 64  # heads that a side was told of, and may still sign
AGAIN = 5.0  # seconds until a disk that could not be written is tried again


class TableServices(Protocol):
    """What the tables of one server share."""

    journal: Journal
    clock: IReactorTime
    turns: Cooperator  # lets long work be done in small pieces
    key: Ed25519PrivateKey
    public: bytes
    software: str
    metrics: Metrics
    limits: Limits
    away: float  # seconds until a stand-in comes for a player
    tables: dict[str, Any]  # of the whole server

    def cards(self, terms: Terms) -> CardSet | None: ...
    def cards_by_print(self, fingerprint: str, terms: Terms) -> CardSet | None: ...
    def named_cards(self, fingerprint: str, terms: Terms) -> tuple[str, CardSet] | None: ...  # and their set's name
    def versions(self, terms: Terms) -> list[tuple[str, CardSet]]: ...  # of the cards of these terms, the newest first
    sets: dict[str, CardSet]  # as they are printed, without optional rules and battles
    def seconds(self) -> int: ...  # since 1970
    def stops(self) -> list[tuple[int, int]]: ...  # when the server stood still, likewise
    def changed(self, table: GameTable) -> None: ...
    def stand_in(self, table: GameTable, place: int) -> None: ...
    def closed(self, table: GameTable) -> None: ...  # the transcript of its game is whole
    def goes_on(self, table: GameTable) -> None: ...  # what waited at a table while it was paused may go on
    def read_again(self, table: GameTable) -> None: ...  # from the journal
    # whom the table waits for with this state: the rows for the commit that brings it about; and when that is through
    def handed_over(self, stored: StoredTable, live_game: LiveGame | None, game: int) -> tuple[Write, ...]: ...
    def passed_on(self, table: GameTable) -> None: ...
    def blocks(self, owner: bytes, other: bytes) -> bool: ...  # whether one will not hear another, by their keys
    def blocks_name(self, owner: bytes, name: str) -> bool: ...  # the same of who is known by a name alone
    def wishes(self, stored: StoredTable) -> tuple[str, str]: ...  # for which sides the lot is to be drawn


class SeatState:
    """What only lives as long as the process: who is at a place right now."""

    __slots__ = (
        "asked",
        "away",
        "behind",
        "heads",
        "held",
        "holder",
        "holding",
        "last",
        "muted",
        "session",
        "stand_in",
        "stand_in_secret",
        "unaided",
        "undecided",
    )

    def __init__(self, last: int = 0) -> None:
        self.session: ClientSession | None = None  # the player
        self.stand_in: ClientSession | None = None
        self.stand_in_secret = b""
        self.unaided = False  # there was no stand-in to be had, and the other player was told so
        self.undecided = 0  # the update for which no default could be given, and the players were told so
        self.last = last  # the greatest `seq` that was carried out
        self.muted = False
        self.asked = 0.0  # when the present question was put
        self.held: IDelayedCall | None = None  # an answer that waits for the common least time
        self.holding = 0  # its `seq`; 0: no request of the player
        self.holder: ClientSession | None = None  # who sent it
        self.behind: list[Callable[[], None]] = []  # requests of the same seat that came after it
        self.away: IDelayedCall | None = None  # until a stand-in comes
        self.heads: deque[bytes] = deque(maxlen=HEADS)

    @property
    def expects(self) -> bool:
        """Whether a stand-in is to come already."""
        return self.away is not None and self.away.active()

    def hold(self, call: IDelayedCall | None, seq: int = 0, holder: ClientSession | None = None) -> None:
        """Let an answer wait, or no longer."""
        if self.held is not None and self.held.active():
            self.held.cancel()
        self.held, self.holding, self.holder = call, seq, holder

    def forget(self) -> None:
        """The player comes anew, or has gone: an answer that waits will be given again."""
        self.unaided = False
        if self.holding:
            self.hold(None)
        self.behind.clear()


class TableStanding(NamedTuple):
    """How far a game is, as everybody may see it."""

    turn: int = 0  # 0: before the first
    asked: tuple[int, ...] = ()  # the places that it waits for


class GameTable:
    """One table of the server."""

    def __init__(self, stored: StoredTable, services: TableServices, *, loaded: bool = True) -> None:
        self.stored, self.services = stored, services
        self.live_game: LiveGame | None = None
        self._came: tuple[bytes, Battle | UnsetType] = (b"", UNSET)  # what comes after a game, by the name of the game
        self.loaded = loaded  # False: its game lies in the journal still
        self.seat_states = tuple([SeatState(_last(stored, chair)) for chair in _chairs(stored)])
        self.watchers: list[ClientSession] = []
        self.deaf: set[ClientSession] = set()  # watchers who have muted the chat
        self.said = 0  # lines of chat
        self._chatter = ChatLimiter(services.limits)
        self.note = ""
        self.paused = False
        self.clocks = full_clocks(stored, services)
        self.left_at: TableStanding | None = None  # where a game stands that was left to the journal
        self.saved_clocks: Clocks | DayClocks | None = None  # those of a game that was left to the journal
        self.clock_timer: IDelayedCall | None = None  # the next default by the clock
        self.closing: IDelayedCall | None = None
        self._again: IDelayedCall | None = None  # the next try to write
        self._waiting: deque[Callable[[], None]] = deque()
        self._busy = 0  # how many commits and readings are under way
        self._going_on = False

    @property
    def id(self) -> str:
        return self.stored.id

    @property
    def now(self) -> float:
        return self.services.clock.seconds()

    @property
    def clock_time(self) -> float:
        """What its clocks go by: for an evening the server's own time, for days that of the wall."""
        return float(self.services.seconds()) if isinstance(self.clocks, DayClocks) else self.now

    def may_chat(self, session: ClientSession) -> bool:
        """Whether somebody has not said too much of late."""
        return self._chatter.may(session, self.now)

    def when_free(self, act: Callable[[], None]) -> None:
        """Do something as soon as no commit is under way, in the order in which it was asked for."""
        self._waiting.append(act)
        self._go_on()

    def free_behind(self, seat_state: SeatState) -> None:
        """An answer waits no longer: what came after it is done in its order."""
        behind, seat_state.behind = seat_state.behind, []
        for act in behind:
            self.when_free(act)

    def wait(self) -> None:
        """Something is under way: everything else waits until `free`."""
        self._busy += 1

    def free(self) -> None:
        """It is done."""
        self._busy -= 1
        self._go_on()

    def _go_on(self) -> None:
        if self._going_on:
            return  # whoever asks for something while something is done, waits until that is through
        self._going_on = True
        while self._waiting and not self._busy:
            act = self._waiting.popleft()
            try:
                act()
            except Exception:  # whose request failed hears nothing; the others go on
                log.failure("a fault of ours at table {table}", table=self.id)
        self._going_on = False

    def commit(
        self, writes: tuple[Write, ...], then: Callable[[], None], refused: Callable[[NotStored], None],
        *, unseen: bool = False,
    ) -> None:
        """Write, then go on; where nothing could be written the table pauses, and nothing has changed.

        What is `unseen` by all but who does it neither pauses the table nor ends a pause: that would tell of it.
        """
        self.wait()
        begun = self.now

        def written(_none: object) -> None:
            self.services.metrics.commit.add(self.now - begun)
            resumed = self.paused and self.loaded and not unseen
            if resumed:
                self.paused, self.note = False, ""
                self.tell_all()
            then()
            if resumed:
                self.services.goes_on(self)

        done = self.services.journal.write(*writes)
        failed = partial(self._not_stored, refused, unseen)
        done.addCallbacks(partial(self._then_free, written), partial(self._then_free, failed))

    def _not_stored(self, refused: Callable[[NotStored], None], unseen: bool, failure: Failure) -> None:
        why = failure.value
        if not isinstance(why, NotStored):
            failure.raiseException()
        if isinstance(why, Unwritable):
            self._doubt()
        elif not unseen:
            self.wait_for_room()
        refused(why)

    def wait_for_room(self) -> None:
        """Nothing can be written: say so, and try again in a while."""
        self.pause(_("The host's disk cannot be written: the game waits, and goes on where it stopped."))
        self.try_again()

    def _then_free(self, act: Callable[[Any], None], outcome: Any) -> None:
        """Do what follows a commit; the table goes on even where that has a fault of ours."""
        try:
            act(outcome)
        except Exception:
            log.failure("a fault of ours at table {table}", table=self.id)
        self.free()

    def _doubt(self) -> None:
        """What was to be written does not fit what is there: the game is read again from the journal, in a moment."""
        self.live_game, self.loaded = None, False
        self.pause(_("A fault of this program: your game is read again from the journal, and goes on in a moment."))
        self.services.clock.callLater(AGAIN, self.when_free, partial(self.services.read_again, self))

    def try_again(self) -> None:
        """See in a while whether the disk can be written: a clock or a standing order asks nobody to try again."""
        if self._again is None or not self._again.active():
            self._again = self.services.clock.callLater(AGAIN, self.when_free, self._write_again)

    def _write_again(self) -> None:
        if self.paused and self.loaded and self.services.tables.get(self.id) is self:
            self.commit((table_row(self.id, to_bytes(self.stored)),), lambda: None, lambda _why: None)

    def keep(
        self, stored: StoredTable, then: Callable[[], None], refused: Callable[[NotStored], None], *writes: Write,
        unseen: bool = False,
    ) -> None:
        """Write what is kept of the table, and more; then go on with it."""

        def written() -> None:
            self.take(stored)
            then()

        self.commit((table_row(stored.id, to_bytes(stored)), *writes), written, refused, unseen=unseen)

    def take(self, stored: StoredTable) -> None:
        """This is what is kept from now on."""
        self.stored = stored
        if isinstance(self.clocks, DayClocks):
            self.clocks.kept, self.clocks.hours = stored.pace or None, hours_of(stored)

    def pause(self, note: str) -> None:
        """Stop the clocks and say why; once, or the repeats would tell how often somebody has tried in private."""
        before = (self.paused, self.note)
        self.paused, self.note = True, note[:400]
        if isinstance(self.clocks, DayClocks):
            self.clocks.halt(self.services.seconds(), halted=True)
        else:
            self.clocks.run(set(), self.now)
        if (self.paused, self.note) != before:
            self.tell_all()

    @property
    def adjourned(self) -> bool:
        """Whether both players have agreed to a pause."""
        return self.live_game is not None and self.live_game.paused and not self.live_game.ended

    @property
    def status(self) -> Status:
        return "paused" if self.paused or self.adjourned else self.stored.status

    @property
    def chairs(self) -> range:
        """Where one may sit: two places, and behind them those of partners, where sides are shared (§26)."""
        return range(len(self.seat_states))

    def chairs_of(self, place: int) -> range:
        """Those from which one side is played."""
        return self.chairs[place::PLACES]

    def seat(self, chair: int) -> StoredSeat | None:
        return (*self.stored.seats, *self.stored.partners)[chair]

    def with_seat(self, chair: int, seat: StoredSeat | None, **changes: Any) -> StoredTable:
        """What is kept, with another seat."""
        before = self.stored.partners if is_partner(chair) else self.stored.seats
        pair = (seat, before[1]) if place_of(chair) == 0 else (before[0], seat)
        changed = {"partners" if is_partner(chair) else "seats": pair}
        return replace(self.stored, **changed, **changes)

    def deciding(self, side: Side) -> int:
        """§26.2  The chair in which a side's present question is to be answered."""
        live_game = self.live_game
        assert live_game is not None
        place = live_game.place(side)
        return PLACES + place if live_game.begun.players[place].answering(live_game.game.window(side)) else place

    def others_here(self, chair: int) -> list[ClientSession]:
        """The players who are here, but for who sits in a chair."""
        here = [state.session for each, state in enumerate(self.seat_states) if each != chair]
        return [session for session in here if session is not None]

    def of_side(self, place: int) -> list[ClientSession]:
        """The players of one side who are here."""
        here = [self.seat_states[chair].session for chair in self.chairs_of(place)]
        return [session for session in here if session is not None]

    def sessions(self) -> list[ClientSession]:
        """Everybody who is here."""
        here = [who for seat in self.seat_states for who in (seat.session, seat.stand_in) if who is not None]
        return here + self.watchers

    def at(self, chair: int) -> list[ClientSession]:
        """Who hears what is told in a chair: the player, or who stands in for him."""
        seat_state = self.seat_states[chair]
        return [who for who in (seat_state.session, seat_state.stand_in) if who is not None]

    def tell(self, chair: int, message: Message) -> None:
        for session in self.at(chair):
            session.tell(message)

    def tell_all(self) -> None:
        """Everybody hears how the table stands."""
        message = self.message()
        for session in self.sessions():
            session.tell(message)
        self.services.changed(self)

    def let_go(self) -> None:
        """Leave the game to the journal, while nobody is here; what is left on the clocks stays as it is."""
        if self.live_game is not None:
            self.saved_clocks, self.left_at = self.clocks, self.standing()
            self.live_game, self.loaded = None, False
            if self.clock_timer is not None and self.clock_timer.active():
                self.clock_timer.cancel()  # the table wakes when a clock for days has run out (due_tables.py)

    def standing(self) -> TableStanding | None:
        """How far the game is; None: it lies in the journal, and nobody has looked at it since the server started."""
        if self.live_game is None:
            return self.left_at
        seen = self.live_game.now(None)
        return TableStanding(seen.turn, tuple(sorted({self.live_game.place(side) for side, _window in seen.waiting})))

    def message(self) -> TableMessage:
        stored = self.stored
        terms = public(stored.terms)
        tossed = b"" if stored.toss is None else stored.toss.game
        game = tossed if self.live_game is None else self.live_game.begun.game
        seats = (self._seat(0), self._seat(1))
        whatif = None if stored.branch is None else stored.branch.whatif
        watchers = len(self.watchers)
        note = self.note or (phrase("server.adjourned") if self.adjourned else "")
        partners = (self._partner(0), self._partner(1)) if stored.terms.teams else UNSET
        return TableMessage(
            stored.id, self.status, terms, seats, game, stored.games, watchers, note, whatif, self._coming(), partners,
            True if stored.cup is not None and stored.cup.settled and stored.status == "playing" else UNSET,
        )

    def _coming(self) -> Battle | UnsetType:
        """§25.2  The next battle of a campaign, once this one is over."""
        stored, live_game = self.stored, self.live_game
        cards = self.services.sets.get(stored.terms.cards)
        if stored.status != "over" or part_of(stored) is None or live_game is None or cards is None:
            return UNSET
        name = live_game.begun.game
        if self._came[0] != name:
            self._came = (name, coming(stored.terms, cards, live_game.game, name) or UNSET)
        return self._came[1]

    def _partner(self, place: int) -> SeatedPartner | None:
        seat, chair = self.stored.partners[place], PLACES + place
        if seat is None or seat.shares is None:
            return None
        seat_state = self.seat_states[chair]
        return SeatedPartner(
            known_as(self.stored, chair), seat.key, seat.shares.commands, seat_state.session is not None, seat.bot,
            seat_state.stand_in is not None, seat.rematch,
        )

    def _seat(self, place: int) -> Seat:
        seat, seat_state, now = self.stored.seats[place], self.seat_states[place], self.clock_time
        clocks = self.clocks.milliseconds(now)
        left = None if clocks is None else clocks[place]
        pace = self.clocks.shown(place, int(now)) if isinstance(self.clocks, DayClocks) else UNSET
        if seat is None:
            return Seat("", b"", None, False, False, False, left, False, False, pace)
        side = None if self.live_game is None else int(self.live_game.side(place))
        return Seat(
            known_as(self.stored, place), seat.key, side, seat_state.session is not None, seat.bot,
            seat_state.stand_in is not None, left, self.clocks.running(place, now), seat.rematch,
            pace,
        )


def full_clocks(stored: StoredTable, services: TableServices) -> Clocks | DayClocks:
    """The clocks at the beginning of a game; those for days as they are kept, wherever they are."""
    if stored.terms.pace:
        return DayClocks(stored.terms.pace, stored.pace or None, hours_of(stored), services.stops)
    bank = float(stored.terms.bank)
    return Clocks((bank, bank) if bank else None)


def hours_of(stored: StoredTable) -> Both:
    """The hours that both players have chosen."""
    first, second = [None if seat is None else seat.hours or None for seat in stored.seats]
    return first, second


def _chairs(stored: StoredTable) -> range:
    return range(2 * PLACES if stored.terms.teams else PLACES)


def _last(stored: StoredTable, chair: int) -> int:
    seat = (*stored.seats, *stored.partners)[chair]
    return 0 if seat is None else seat.last


def refuse(session: ClientSession | None, seq: int, code: str, text: str, rule: str = "") -> None:
    """Say no, if there is anybody to hear it."""
    if session is not None:
        session.tell(Refused(seq, code, text[:400], rule))


def not_stored(session: ClientSession | None, seq: int) -> Callable[[NotStored], None]:
    """Say that nothing was written down, and so nothing was done."""

    def refused(why: NotStored) -> None:
        if isinstance(why, Unwritable):
            text = _("A fault of this program: the game stands as before.  Please report it.")
            refuse(session, seq, "fault", text)
            return
        text = _("This was not accepted, because the host's disk cannot be written; nothing is lost.  Try again later.")
        refuse(session, seq, "not-stored", text)

    return refused


def done(session: ClientSession | None, seat_state: SeatState, seq: int, *, more: bool = False) -> None:
    """Say that it is done; with `more`, together with what is said next."""
    seat_state.last = max(seat_state.last, seq)
    if session is not None and seq:
        (session.tell_first if more else session.tell)(Ok(seq))
