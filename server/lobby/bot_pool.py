"""Bots of this server: a player without an opponent calls one to his table, and it sits there like anybody.

Each is a process of its own that sees the bytes of its seat and nothing else.  It gets a secret that is good for one
seat, once.  Who was called stays the opponent to the end: after a restart, or when its process has died, it is called
again as soon as the other player is there; while nobody is, it is sent home.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hmac import compare_digest
from importlib.resources import files
from typing import Protocol

import msgspec
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger

from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.messages import Bye, Call

from ..runtime.metrics import Metrics
from ..runtime.rate_limits import is_loopback, key
from ..runtime.settings import BOTS, LIMITS, Limits
from ..table.table import GameTable, done, refuse
from ..transport.session import ClientSession

log = Logger()

COMES = 30.0  # seconds that a process has to sit down
ALONE = 600.0  # seconds that one waits for a player who has gone
AGAIN = (1.0, 60.0)  # seconds until one is called again; twice as long with each try, up to the second


def names() -> tuple[str, ...]:
    """The bots that there are; data of the client, which alone can play them."""
    return tuple(msgspec.json.decode((files("ironbottom.client") / "bots" / "names.json").read_bytes(), type=list[str]))


class Process(Protocol):
    """A bot that runs."""

    def end(self) -> None: ...  # and then tells `ended` of it


# where, the secret of that table, which bot, what to do when it has ended
Start = Callable[[GameTable, bytes, str, Callable[[], None]], Process]


def no_process(_table: GameTable, _secret: bytes, _name: str, _ended: Callable[[], None]) -> Process:
    """What starts bots in a server that has none."""
    raise OSError(_("no bots can be started here"))


class PooledBot:
    """One that was called, from then until its process has ended."""

    __slots__ = ("leaves", "name", "place", "process", "secret", "table", "whose")

    def __init__(self, table: GameTable, place: int, name: str, whose: str) -> None:
        self.table, self.place, self.name, self.whose = table, place, name, whose
        self.secret = secrets.token_bytes(16)  # empty: it has sat down
        self.process: Process | None = None
        self.leaves = False


class StandIn:
    """One that plays for somebody who is away, while the other player is there."""

    __slots__ = ("place", "process", "table", "whose")

    def __init__(self, table: GameTable, place: int, whose: str) -> None:
        self.table, self.place, self.whose = table, place, whose
        self.process: Process | None = None


class BotPool:
    """All that run now."""

    def __init__(
        self, clock: IReactorTime, metrics: Metrics, most: int = BOTS, start: Start = no_process,
        limits: Limits = LIMITS, own: tuple[str, ...] = (),
    ) -> None:
        self.clock, self.metrics, self.most, self.start, self.limits = clock, metrics, most, start, limits
        self.names = (*names(), *own) if most else ()
        self.running: set[PooledBot] = set()
        self.standing_in: set[StandIn] = set()  # those that nobody called
        self._tries: dict[str, int] = {}  # by table, how often one was called again in vain
        self._lonely: dict[PooledBot | StandIn, float] = {}  # since when
        self._later: set[str] = set()  # tables to which one will be called again

    def call(self, table: GameTable, place: int, session: ClientSession, message: Call) -> None:
        """A player asks for one."""
        seq = message.seq
        if message.bot not in self.names:
            there = ", ".join(self.names) or _("none")
            refuse(session, seq, "no-bot", _("This server has the bots {names}.").format(names=there))
        elif place != 0:
            refuse(session, seq, "no-seat", _("Who made the table calls a bot to it."))
        elif table.stored.status != "open" or None not in table.stored.seats:
            refuse(session, seq, "taken", _("Both seats of that table are taken."))
        elif 1 in (table.stored.terms.teams or ()):
            refuse(session, seq, "no-seat", phrase("team.bot_alone"), "26.1")
        elif self._coming(table) is not None:
            refuse(session, seq, "again", _("A bot is on its way already."))
        elif not self._room(session.address):
            refuse(session, seq, "limit", _("As many bots play here as may; try again later, or invite somebody."))
        elif not self._send(table, 1, message.bot, session.address):
            refuse(session, seq, "limit", _("This server cannot start a bot just now; try again later."))
        else:
            done(session, table.seat_states[place], seq)

    def secret_of(self, table: GameTable) -> bytes:
        """What the bot that is to come says when it comes; empty where none is to come."""
        bot = self._coming(table)
        return b"" if bot is None else bot.secret

    def admits(self, table: GameTable, secret: bytes) -> PooledBot | None:
        """The bot whose secret this is; it is good once."""
        bot = self._coming(table)
        if bot is None or not compare_digest(bot.secret, secret):
            return None
        bot.secret = b""
        return bot

    def sat(self, table: GameTable, place: int) -> None:
        """A seat is taken: if it is a bot's, that one has come; if a bot was to have it, that one has come too late."""
        for bot in [bot for bot in self.running if bot.table is table and bot.place == place and bot.secret]:
            bot.secret = b""
        self._tries.pop(table.id, None)

    def look(self, table: GameTable) -> None:
        """Something has changed at a table: if its bot is missing there, it is called again in a while."""
        if table.id in self._later or _missing(table) is None or self._at(table) is not None:
            return
        tries = self._tries.get(table.id, 0)
        self._tries[table.id] = tries + 1
        self._later.add(table.id)
        first, longest = AGAIN
        self.clock.callLater(min(longest, first * 2 ** min(tries, 10)), self._again, table)

    def send_home(self) -> None:
        """Every minute or so: those who have had nobody to play with for a while."""
        now = self.clock.seconds()
        lonely = self.lonely()
        self._lonely = {bot: self._lonely.get(bot, now) for bot in lonely}
        for bot in lonely:
            if now - self._lonely[bot] >= ALONE:
                self.dismiss(bot, _("Nobody is here to play with."))

    def lonely(self) -> list[PooledBot | StandIn]:
        """Those at whose tables nobody is whom they could play with."""
        called = [bot for bot in self.running if not bot.secret and not bot.leaves and not _others(bot)]
        return [*called, *[bot for bot in self.standing_in if not any(sat.session for sat in bot.table.seat_states)]]

    def dismiss(self, bot: PooledBot | StandIn, text: str) -> None:
        """Send one home; the seat of one that was called is kept for it."""
        seat_state = bot.table.seat_states[bot.place]
        if isinstance(bot, PooledBot):
            bot.leaves, session = True, seat_state.session
        else:
            self.standing_in.discard(bot)
            self._count()
            session = seat_state.stand_in
        if session is not None:
            session.hang_up(Bye("elsewhere", text))
        if bot.process is not None:
            bot.process.end()

    def dismiss_from(self, table: GameTable) -> None:
        """The table is no more, or lies in the journal alone."""
        self._tries.pop(table.id, None)
        for bot in self._staying():
            if bot.table is table:
                self.dismiss(bot, _("The table is given up."))

    def _at(self, table: GameTable) -> PooledBot | None:
        return next((bot for bot in self.running if bot.table is table and not bot.leaves), None)

    def _coming(self, table: GameTable) -> PooledBot | None:
        bot = self._at(table)
        return bot if bot is not None and bot.secret else None

    def stand_in(self, table: GameTable, place: int, start: Callable[[Callable[[], None]], Process]) -> None:
        """Let one play for somebody who is away; it takes room like those that are called.  Raises OSError."""
        others = table.others_here(place)
        address = others[0].address if others else ""
        if not self._room(address):
            raise OSError(_("as many play here as may"))
        bot = StandIn(table, place, key(address))

        def ended() -> None:
            self.standing_in.discard(bot)
            self._count()

        bot.process = start(ended)
        self.standing_in.add(bot)
        self._count()

    def _count(self) -> None:
        self.metrics.bots = len(self.running) + len(self.standing_in)

    def _staying(self) -> list[PooledBot | StandIn]:
        """Those that stay."""
        return [*[bot for bot in self.running if not bot.leaves], *self.standing_in]

    def _room(self, address: str) -> bool:
        """Whether one more may run for who plays with it; one that plays with nobody makes room for it."""
        if len(self._staying()) >= self.most:
            for bot in self.lonely()[:1]:
                self.dismiss(bot, _("Nobody is here to play with."))
        staying, allowed = self._staying(), self.limits.near if is_loopback(address) else self.limits.away
        theirs = [bot for bot in staying if bot.whose == key(address)]
        return len(staying) < self.most and len(theirs) < allowed.bots

    def _send(self, table: GameTable, place: int, name: str, address: str) -> bool:
        bot = PooledBot(table, place, name, key(address))

        def ended() -> None:
            self.running.discard(bot)
            self._count()
            self.look(table)

        try:
            bot.process = self.start(table, bot.secret, name, ended)
        except OSError as error:
            log.error("a bot cannot be started: {error}", error=error)
            return False
        self.running.add(bot)
        self._count()
        self.metrics.called += 1
        self.clock.callLater(COMES, self._late, bot)
        return True

    def _late(self, bot: PooledBot) -> None:
        """One that has not sat down by now will not."""
        if bot.secret and bot in self.running and bot.process is not None:
            bot.secret, bot.leaves = b"", True
            bot.process.end()

    def _again(self, table: GameTable) -> None:
        self._later.discard(table.id)
        place = _missing(table)
        if place is None or self._at(table) is not None:
            return
        seat, other = table.stored.seats[place], table.of_side(1 - place)[0]
        assert seat is not None
        if not (self._room(other.address) and self._send(table, place, seat.called, other.address)):
            self.look(table)


def _missing(table: GameTable) -> int | None:
    """The place whose bot should be there and is not, while the other player is.

    When the game is over it is missed only by who wishes for another.
    """
    for place, seat in enumerate(table.stored.seats):
        if seat is None or not seat.called or table.seat_states[place].session is not None:
            continue
        other = table.stored.seats[1 - place]
        wished = table.stored.status != "over" or (other is not None and other.rematch)
        if wished and table.of_side(1 - place) and table.services.tables.get(table.id) is table:
            return place
    return None


def _others(bot: PooledBot) -> bool:
    own = bot.table.seat_states[bot.place].session
    return any(session is not own for session in bot.table.sessions())
