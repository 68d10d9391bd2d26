"""The lobby: everybody who has logged in, all tables, and who may do what with them before he sits."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from hmac import compare_digest
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import UNSET
from msgspec.structs import replace
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import Cooperator
from twisted.logger import Logger

from ironbottom.catalog import AT
from ironbottom.keys import private_bytes, public_bytes
from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.record import ENGINE
from ironbottom.vocabulary import phrase
from ironbottom.wire.advising import Advise
from ironbottom.wire.agreeing import Accept, Decline, MakeOffer, Withdraw
from ironbottom.wire.blocking import Blocking
from ironbottom.wire.casting import Cast
from ironbottom.wire.challenging import CloseChallenge, PostChallenge
from ironbottom.wire.cups import CupRequest
from ironbottom.wire.messages import (
    Bye,
    Call,
    Commit,
    Countersign,
    Create,
    Fetch,
    Glance,
    Join,
    Leave,
    ListTables,
    Mute,
    Notice,
    Ok,
    Orders,
    PlayOn,
    Rematch,
    Reply,
    Resign,
    Resume,
    Reveal,
    Review,
    Say,
    Seated,
    TableLine,
    Watch,
    Welcome,
)
from ironbottom.wire.moments import MadeBattle, MakeBattle
from ironbottom.wire.naming import Naming
from ironbottom.wire.pace import SetHours, Vacation
from ironbottom.wire.players import GetPlayer
from ironbottom.wire.ratings import ListRatings
from ironbottom.wire.studying import Study
from ironbottom.wire.teams import InvitePartner, JoinAsPartner, admits
from ironbottom.wire.terms import Terms, in_play

from ..advice.adviser_pool import AdviserPool
from ..archive import downloads
from ..archive.branches import Branches, MadeBranch
from ..archive.casting import Casts
from ..archive.replays import Reviews
from ..archive.results.game_results import GameResults
from ..archive.results.player_pages import PlayerPages
from ..archive.results.rated_games import RatedGames
from ..archive.studies import Studies
from ..runtime.metrics import UNREAD, Metrics
from ..runtime.origins import Origins
from ..runtime.settings import LIMITS, Limits
from ..runtime.wake_clock import in_slices
from ..store.journal import Journal, Write
from ..store.uptime import Uptime
from ..table import countersign, play_handlers, recovery, table_handlers, toss_handlers
from ..table.clock import pace_handlers
from ..table.encoding import show
from ..table.live_game import LiveGame
from ..table.stored_table import StoredChallenge, StoredTable, is_partner, known_as, place_of
from ..table.table import GameTable, SeatState, refuse
from ..transport.session import ClientSession
from . import glances, offering, partners, table_creation
from .bot_pool import BotPool, PooledBot
from .club.cups.cups import CupRegister
from .club.meeting.challenging import Challenges
from .club.registrar import Registrar
from .notifications.notifications import Notifications
from .notifications.requests import ASKED
from .open_tables import Hidden, near
from .tables import TableRegistry

log = Logger()

AWAY = 45.0  # seconds until a stand-in comes
ENDED = 20  # challenges that are taken away in one sweep

HERE: dict[type, Callable[[GameTable, int, ClientSession, Any], None]] = {
    MakeOffer: offering.offer, Accept: offering.accept, Decline: offering.drop, Withdraw: offering.drop,
    Reply: play_handlers.reply, Resign: play_handlers.resign, Orders: play_handlers.order,
    Countersign: countersign.countersign, Commit: toss_handlers.step, Reveal: toss_handlers.step,
    InvitePartner: partners.invite, Say: table_handlers.say, Mute: table_handlers.mute, Rematch: table_handlers.rematch,
    SetHours: pace_handlers.set_hours, Vacation: pace_handlers.vacation,
}
AGREEING = (MakeOffer, Accept, Decline, Withdraw)
# what waits behind an answer that waits for its time
IN_ORDER = (Orders, Countersign, Say, Mute, Rematch, SetHours, Vacation, *AGREEING)
WATCHERS_MAY = (Say, Mute, Cast)
STAND_INS_MAY = (Reply,)
ONCE = (  # carried out once, however often they come
    Reply, Resign, Orders, Commit, Reveal, Say, Rematch, Call, InvitePartner, SetHours, Vacation, *AGREEING,
)


class Lobby:
    """One server's players and tables."""

    def __init__(
        self, journal: Journal, clock: IReactorTime, key: Ed25519PrivateKey, sets: dict[str, CardSet], software: str,
        *, notice: str = "", away: float = AWAY, metrics: Metrics = UNREAD, limits: Limits = LIMITS,
        hosted: bool = False,
    ) -> None:
        self.journal, self.clock, self.key, self.software = journal, clock, key, software
        self.turns = Cooperator(in_slices, partial(clock.callLater, 0.0))
        self.public, self.engine, self.proof = public_bytes(key), ENGINE, b""
        self.sets, self.notice, self.away, self.metrics = sets, notice, away, metrics
        self.limits, self.hosted, self.origins = limits, hosted, Origins(private_bytes(key))
        self.bots = BotPool(clock, metrics, 0)  # none, until somebody can start them
        self.advisers = AdviserPool(clock, metrics)  # likewise
        self.reviews = Reviews(lambda: self.turns, self.named_cards, metrics)
        self.casts = Casts(lambda: self.turns, self.named_cards)
        self.branches = Branches(lambda: self.turns, self.named_cards, lambda: self.reviews.published, limits)
        self.studies = Studies(clock)  # none, until somebody can make them
        self.club = Registrar(self, clock.seconds, lambda: self.bots.names)
        self.every = TableRegistry(self, limits)
        self.tables = self.every.here
        self.sessions: set[ClientSession] = set()
        self.notifications = Notifications(self)
        self.rated, self.results, self.pages = RatedGames(self), GameResults(self), PlayerPages(self)
        self.cups = CupRegister(self, self.club.names)
        self.club.renamed, self.cups.banned = self.cups.renamed, self.club.moderation.banned
        self.challenges = Challenges(self, self.every.challenges, self.club.blocks)
        self.keep: Callable[[str, int], None] = lambda table, game: None  # the transcript of a game
        self.spawn: Callable[[GameTable, int, bytes], None] = lambda table, place, secret: None  # raises OSError
        self.damaged = self.every.damaged
        self.uptime = Uptime((), self.seconds, clock.seconds)

    def open(self, bodies: Mapping[str, bytes], uptime: Iterable[tuple[int, int]] = ()) -> None:
        """Put up the tables that were kept, by name, and who wants to be told of them.

        `uptime`: when a server ran on their journal before.
        """
        self.uptime = Uptime(uptime, self.seconds, self.clock.seconds)
        self.every.open(bodies)
        self.club.load()
        self.notifications.open(self.journal)
        self.rated.open(self.journal.rated())
        self.cups.open()
        self.results.open(self.journal.results(), self.rated.rated())
        self.beat()

    # what the tables ask of the server

    def seconds(self) -> int:
        return int(time.time())

    def stops(self) -> list[tuple[int, int]]:
        return self.uptime.stops()

    def beat(self) -> None:
        """Write down that the server runs, where a clock for days goes by that."""
        if self.every.by_the_day or self.cups.by_the_day:
            self.journal.write(*self.uptime.beat()).addErrback(lambda _failure: None)

    def cards(self, terms: Terms) -> CardSet | None:
        """What a table of these terms is played with now."""
        found = self.sets.get(terms.cards)
        return None if found is None else in_play(found, terms)

    def cards_by_print(self, fingerprint: str, terms: Terms) -> CardSet | None:
        found = self.named_cards(fingerprint, terms)
        return None if found is None else found[1]

    def versions(self, terms: Terms) -> list[tuple[str, CardSet]]:
        """The set of these terms and the earlier versions of it, by their names, as the terms have them played."""
        name = terms.cards
        found = [one for one in self.sets.items() if one[0] == name or one[0].startswith(f"{name}{AT}")]
        return [(called, varied) for called, cards in found if (varied := in_play(cards, terms)) is not None]

    def named_cards(self, fingerprint: str, terms: Terms) -> tuple[str, CardSet] | None:
        """The cards of this fingerprint as these terms have them played, and what their set is called here."""
        for name, cards in self.sets.items():
            varied = in_play(cards, terms)
            if varied is not None and varied.fingerprint == fingerprint:
                return name, varied
        return None

    def stand_in(self, table: GameTable, chair: int) -> None:
        """Nobody has come back: a bot takes the seat until he does."""
        seat_state = table.seat_states[chair]
        away = seat_state.session is None and seat_state.stand_in is None and table.others_here(chair)
        if away and table.stored.status == "playing":
            seat_state.stand_in_secret = secrets.token_bytes(16)
            try:
                self.spawn(table, chair, seat_state.stand_in_secret)
            except OSError as error:
                seat_state.stand_in_secret = b""
                self._say_unaided(table, chair, error)
            play_handlers.go_on(table)  # if this one does not come, there will be another

    def _say_unaided(self, table: GameTable, chair: int, error: OSError) -> None:
        """The game goes on as without a stand-in, until there is one; who waits hears so once."""
        seat_state, others = table.seat_states[chair], table.others_here(chair)
        log.error("no bot stands in at table {table}: {error}", table=table.id, error=error)
        if seat_state.unaided or not others:
            return
        seat_state.unaided = True
        if table.stored.terms.timed:
            text = _("No bot can stand in for {name} just now ({why}).  The clock runs on; a bot comes when one can.")
        else:
            text = _("No bot can stand in for {name} just now ({why}).  The game waits; a bot comes when one can.")
        for other in others:
            other.tell(Notice("no-stand-in", text.format(name=known_as(table.stored, chair), why=error)))

    def closed(self, table: GameTable) -> None:
        self.keep(table.id, table.stored.games)

    def goes_on(self, table: GameTable) -> None:
        play_handlers.go_on(table)

    def wait_for_room(self) -> None:
        """The disk is full: wherever somebody is, the game waits, whether anything was refused there yet or not."""
        for table in [*self.tables.values()]:
            if table.loaded and not table.paused and table.sessions():
                table.wait_for_room()

    def read_again(self, table: GameTable) -> None:
        """What is in memory does not fit what is written: the journal is right."""
        if self.tables.get(table.id) is table and not table.loaded:
            recovery.load(table)

    def changed(self, table: GameTable) -> None:
        """Somebody has come or gone, or a game has begun or is over.  A bot may be missing now."""
        self.bots.look(table)
        self.advisers.look(table)
        self.every.changed(table)
        self.notifications.look(table)

    def handed_over(self, stored: StoredTable, live_game: LiveGame | None, game: int) -> tuple[Write, ...]:
        told = self.notifications.writes(stored, live_game, game)
        return *told, *[row for one in (self.rated, self.results, self.cups) for row in one.writes(stored, live_game)]

    def passed_on(self, table: GameTable) -> None:
        for one in (self.notifications, self.rated, self.cups, self.results):
            one.passed(table)

    def blocks(self, owner: bytes, other: bytes) -> bool:
        return self.club.blocks.blocks(owner, other)

    def blocks_name(self, owner: bytes, name: str) -> bool:
        return self.club.blocks.blocks_name(owner, name)

    def key_of(self, name: str) -> str:
        return self.club.names.fingerprint_of(name)

    def name_of(self, key: str) -> str:
        return self.results.name_of(key)

    def hidden_from(self, key: bytes) -> Hidden | None:
        return glances.hidden_from(key, self.club.blocks) if self.club.blocks.concern(key) else None

    def wishes(self, stored: StoredTable) -> tuple[str, str]:
        return self.challenges.wishes(stored)

    # what challenges ask of it

    def may_make(self, session: ClientSession, message: PostChallenge) -> bool:
        return table_creation.may_post(self, session, message)

    def make(
        self, session: ClientSession, message: PostChallenge, challenge: StoredChallenge,
        then: Callable[[GameTable], None],
    ) -> None:
        table_creation.create_challenge(self, session, message, challenge, then)

    def take_up(self, table: GameTable, session: ClientSession, message: Join, then: Callable[[], None]) -> None:
        self._join(table, session, message, then)

    def removes(self, table: GameTable) -> None:
        self.every.remove(table)

    def gone(self, table: GameTable) -> None:
        """It is no more, or lies in the journal alone."""
        self.bots.dismiss_from(table)
        self.advisers.leave(table)
        self.reviews.forget(table.id)
        self.casts.forget(table.id)
        self.studies.forget(table.id)

    def erased(self, table: str) -> None:
        """It is not in the journal any more."""
        self.notifications.gone(table)

    # what clients ask

    def turned_away(self, session: ClientSession) -> Bye | None:
        return self.club.turned_away(session)

    def welcome(self, session: ClientSession) -> Welcome:
        session.name = self.club.shown(session)
        self.sessions.add(session)
        self.notifications.arrived(session)
        sets = tuple([(name, cards.fingerprint) for name, cards in sorted(self.sets.items())])
        return Welcome(session.name, sets, self.notice, self.bots.names)

    def lost(self, session: ClientSession) -> None:
        self.sessions.discard(session)
        self.every.lobby.lost(session)
        for table, _place in [*session.seats.values()]:
            recovery.lost(table, session)

    def notify(self, code: str, text: str) -> None:
        """Tell everybody something."""
        for session in [*self.sessions]:
            session.tell(Notice(code, text))

    def hear(self, session: ClientSession, message: Any) -> None:
        if isinstance(message, Create):
            table_creation.create(self, session, message)
        elif isinstance(message, PostChallenge):
            self.challenges.post(session, message)
        elif isinstance(message, PlayOn | MakeBattle):
            self._play_on(session, message)
        elif isinstance(message, ListTables):
            self.every.lobby.show(session, message.seq, follow=message.follow)
        elif isinstance(message, GetPlayer):
            self.pages.tell(session, message, may=glances.may_ask(self, session))
        elif isinstance(message, Naming | Blocking):
            self.club.hear(session, message, may_ask=partial(glances.may_ask, self, session))
        elif isinstance(message, Glance):
            glances.glance(self, session, message)
        elif isinstance(message, ListRatings):
            self.rated.list(session, message, may=glances.may_ask(self, session))
        elif isinstance(message, CupRequest):
            self.cups.hear(session, message, may=glances.may_ask(self, session))
        elif isinstance(message, ASKED):
            self.notifications.hear(session, message)
        elif isinstance(message, Fetch) and message.what == "cards":
            downloads.cards(self, session, message)
        elif isinstance(message, Review) and message.table in self.reviews.published:
            self.reviews.of_published(session, message)
        elif isinstance(message, Study) and message.table in self.reviews.published:
            self.studies.of_published(self.reviews.published[message.table], session, message)
        else:
            name = message.name if isinstance(message, Fetch) else message.table
            self.every.find(name, partial(self._found, name, session, message))

    def _play_on(self, session: ClientSession, message: PlayOn | MakeBattle) -> None:
        """A what-if, or a battle: the game that it leaves is looked for as for who looks through it."""
        if isinstance(message, PlayOn):
            if table_creation.made_before(self, session, message, partial(self._play_on, session, message)):
                return
            if not table_creation.may_make(self, session, message):
                return
        if message.table in self.reviews.published:
            self.branches.of_published(session, message, self._branched)
        else:
            self.every.find(message.table, partial(self._found, message.table, session, message))

    def _branched(self, session: ClientSession, message: PlayOn | MakeBattle, made: MadeBranch | MadeBattle) -> None:
        if isinstance(made, MadeBattle):
            session.tell(made)
            return
        assert isinstance(message, PlayOn)
        table_creation.create_what_if(self, session, message, made)

    def _found(self, name: str, session: ClientSession, message: Any, table: GameTable | None) -> None:
        """Something is asked at a table that is there, or is not."""
        if name in self.damaged:
            refuse(session, message.seq, "paused", recovery.row_damaged())
            return
        if table is None or not self.may_know(table, session, _secret_of(message)):
            if not self.every.moved.tell(session, message):
                refuse(session, message.seq, "no-table", phrase("server.no-table"))
            return
        if not table.loaded:
            recovery.load(table)
            self.every.loaded(table)
        table.when_free(partial(self._at, table, session, message))

    def _at(self, table: GameTable, session: ClientSession, message: Any) -> None:
        """Something is asked at a table that is ready for it."""
        if not session.logged_in and isinstance(message, Join | JoinAsPartner | Resume | Watch):
            return  # he has gone while this waited
        if not table.loaded and not isinstance(message, Leave | Fetch | Review | Study | PlayOn | MakeBattle):
            recovery.not_loaded(table, session, message.seq)
        elif isinstance(message, Join | JoinAsPartner | Resume) and not self._has_a_chair(table, session):
            refuse(session, message.seq, "limit", table_creation.too_many_seats(self.limits))
        elif isinstance(message, Join):
            self._join(table, session, message)
        elif isinstance(message, CloseChallenge):
            self.challenges.close(table, session, message)
        elif isinstance(message, JoinAsPartner):
            partners.join(table, session, message)
        elif isinstance(message, Resume):
            self._resume(table, session, message)
        elif isinstance(message, Watch):
            glances.watch(self, table, session, message)
        elif isinstance(message, Fetch):
            downloads.transcript(table, session, message)
        elif isinstance(message, Review):
            self.reviews.of_table(table, session, message)
        elif isinstance(message, PlayOn | MakeBattle):
            self.branches.of_table(table, session, message, self._branched)
        elif isinstance(message, Study):
            self.studies.of_table(table, session, message)
        elif table.id not in session.seats:
            refuse(session, message.seq, "no-seat", _("You do not sit at that table: join it, or resume your seat."))
        else:
            self._seated(table, session, message)

    def _has_a_chair(self, table: GameTable, session: ClientSession) -> bool:
        return table.id in session.seats or len(session.seats) < self.limits.seats

    def _seated(self, table: GameTable, session: ClientSession, message: Any) -> None:
        place = session.seats[table.id][1]
        stands_in = place >= 0 and table.seat_states[place].stand_in is session
        if isinstance(message, Leave):
            table_handlers.leave(table, place, session, message, self.every.remove)
        elif place < 0 and not isinstance(message, WATCHERS_MAY):
            refuse(session, message.seq, "no-seat", _("You look on at this table; only players may do that."))
        elif stands_in:
            self._stood_in(table, place, session, message)
        elif place >= 0 and isinstance(message, ONCE) and _was_done(table.seat_states[place], message.seq):
            session.tell(Ok(message.seq))
        elif place >= 0 and isinstance(message, IN_ORDER) and table.seat_states[place].holding:
            table.seat_states[place].behind.append(partial(self._at, table, session, message))
        elif isinstance(message, Call):
            self.bots.call(table, place, session, message)
        elif isinstance(message, Advise):
            self.advisers.ask(table, place, session, message)
        elif isinstance(message, Cast):
            self.casts.of_table(table, session, message)
        else:
            HERE[type(message)](table, place, session, message)

    def _stood_in(self, table: GameTable, place: int, session: ClientSession, message: Any) -> None:
        if isinstance(message, STAND_INS_MAY):
            play_handlers.reply(table, place, session, message, stand_in=True)
        else:
            refuse(session, message.seq, "no-seat", _("Who stands in may answer, and nothing else."))

    def _join(
        self, table: GameTable, session: ClientSession, message: Join, then: Callable[[], None] | None = None
    ) -> None:
        """Take the free seat; whoever sits there already is seated again; who may stand in takes a player's place."""
        for place, seat_state in enumerate(table.seat_states):
            if seat_state.stand_in_secret and compare_digest(seat_state.stand_in_secret, message.secret):
                self._let_stand_in(table, place, session, message)
                return
        if (bot := self.bots.admits(table, message.secret)) is not None:
            self._let_play(table, bot, session, message)
            return
        if None not in table.stored.seats or session in [seat_state.session for seat_state in table.seat_states]:
            if not table_creation.sat_down_before(table, session, message):
                refuse(session, message.seq, "taken", _("Both seats of that table are taken."))
            return
        if not self.may_enter(table, session, message.secret):
            refuse(session, message.seq, "secret", phrase("server.secret"))
            return
        if table.stored.status != "open":
            refuse(session, message.seq, "over", _("The game at that table is over."))
            return
        if table.stored.branch is not None and not session.bot:
            refuse(session, message.seq, "no-seat", _("A what-if is played against a bot alone; you may look on."))
            return
        if any(self.blocks(session.key, seat.key) for seat in table.stored.everybody):
            refuse(session, message.seq, "blocked", phrase("challenge_refused.blocked"))
        elif why := self.challenges.why_not(table, session):
            refuse(session, message.seq, "challenge", why)
        elif table_creation.may_sit(table, session, message):
            self._take_seat(table, session, message, then=then)

    def _let_play(self, table: GameTable, bot: PooledBot, session: ClientSession, message: Join) -> None:
        """A bot that was called has come: to a seat that is free, or to its own."""
        seat = table.stored.seats[bot.place]
        if seat is None and table.stored.status == "open":
            self.bots.sat(table, bot.place)
            self._take_seat(table, session, message, bot.name)
        elif seat is not None and seat.called == bot.name and seat.key == session.key:
            self.bots.sat(table, bot.place)
            recovery.sit(table, bot.place, session, message.seq, 0)
        else:
            refuse(session, message.seq, "taken", _("Both seats of that table are taken."))

    def _take_seat(
        self, table: GameTable, session: ClientSession, message: Join, called: str = "",
        then: Callable[[], None] | None = None,
    ) -> None:
        place, before = table.stored.seats.index(None), table.stored
        seat = replace(table_creation.new_seat(session, message.side, message.request), called=called)
        if session.bot and place in (table.stored.terms.teams or ()):
            refuse(session, message.seq, "no-seat", phrase("team.bot_alone"), "26.1")
            return
        table.stored = table.with_seat(place, seat)
        table.seat_states[place].last, table.seat_states[place].muted = 0, False
        partners.seated(table, place, session, message.seq, before, then)

    def may_enter(self, table: GameTable, session: ClientSession, secret: bytes) -> bool:
        reach = table.stored.terms.reach
        if compare_digest(table.stored.secret, secret):
            return True
        return reach == "open" or (reach == "lan" and near(session.address))

    def may_know(self, table: GameTable, session: ClientSession, secret: bytes) -> bool:
        """Whether somebody may hear that a table is there: whoever else asks for it hears the same as for none."""
        sits = table.id in session.seats or session.key in [seat.key for seat in table.stored.everybody]
        if not sits and glances.is_shut(table, session.key, self.club.blocks):
            return self._is_sent(table, secret)
        invited = self.may_enter(table, session, secret) or partners.invited_here(table, secret)
        return sits or invited or self._is_sent(table, secret)

    def _is_sent(self, table: GameTable, secret: bytes) -> bool:
        """Whether this is the secret of a bot that the server has sent for."""
        expected = [*[seat_state.stand_in_secret for seat_state in table.seat_states], self.bots.secret_of(table)]
        return any(one != b"" and compare_digest(one, secret) for one in expected)

    def _let_stand_in(self, table: GameTable, chair: int, session: ClientSession, message: Join) -> None:
        seat_state = table.seat_states[chair]
        seat_state.stand_in_secret = b""
        if seat_state.session is not None:
            refuse(session, message.seq, "taken", _("The player is back."))
            return
        seat_state.stand_in = session
        session.seats[table.id] = (table, chair)
        place, shares = place_of(chair), True if is_partner(chair) else UNSET
        number = 0 if table.live_game is None else table.live_game.numbers[table.live_game.side(place)]
        session.tell(Seated(message.seq, table.id, place, b"", b"", 0, number, 0, partner=shares))
        table.tell_all()
        show(table, chair, session)
        play_handlers.run_clocks(table)

    def _resume(self, table: GameTable, session: ClientSession, message: Resume) -> None:
        """A seat is for who has its token, and the key that it was given to."""
        for chair in table.chairs:
            seat = table.seat(chair)
            if seat is not None and seat.key == session.key and compare_digest(seat.token, message.token):
                self.bots.sat(table, chair)
                recovery.sit(table, chair, session, message.seq, message.have)
                return
        if not self.every.moved.tell(session, message):
            refuse(session, message.seq, "no-seat", _("That seat is not yours: its token or your key does not fit."))

    def waiting(self) -> list[TableLine]:
        """The tables that anybody on the same network may join now."""
        return self.every.lobby.waiting()

    def by_status(self) -> Mapping[str, float]:
        """How many tables there are, by how they stand; those that lie in the journal alone are over."""
        counts = Counter[str]([table.status for table in self.tables.values()])
        counts["over"] += len(self.every.finished)
        return counts

    def tell_clocks(self) -> None:
        """The server stood still: whoever counted on meanwhile hears what is left to him."""
        for table in self.tables.values():
            if any(table.clocks.running(place, table.clock_time) for place in (0, 1)):
                table.tell_all()

    def sweep(self) -> None:
        """Every minute or so: take away what nobody was at for its time, and send home bots without a player."""
        self.beat()
        self.bots.send_home()
        self.advisers.sweep()
        self.club.sweep()
        self.every.sweep()
        self.challenges.sweep(ENDED)
        self.notifications.sweep()
        self.cups.sweep()


def _secret_of(message: Any) -> bytes:
    """By what somebody may hear that a table is there, who does not sit at it."""
    if isinstance(message, JoinAsPartner):
        return admits(message.invitation)
    return bytes(getattr(message, "secret", b""))


def _was_done(seat_state: SeatState, seq: int) -> bool:
    """Whether a request was carried out before; an answer that still waits for the common least time was not."""
    return seq <= seat_state.last and seq != seat_state.holding
