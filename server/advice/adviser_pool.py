"""Advisers of this server: one for each seat whose player asks, as a process that hears what that seat hears.

Who plays against a bot may ask; two people only where both agreed to that before they sat down (`Terms.advice`).  What
is found goes to the connection that asked, and nobody else hears that anything was asked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.advising import Advice, Advise, Finding, Inquiry, ToAdviser
from ironbottom.wire.answers import Plain
from ironbottom.wire.answers import answer as understood
from ironbottom.words import Side

from ..runtime.metrics import Metrics
from ..runtime.rate_limits import is_loopback, key
from ..runtime.settings import LIMITS, Limits
from ..table.live_game import LiveGame
from ..table.stored_table import place_of
from ..table.table import GameTable, refuse
from ..transport.session import ClientSession
from .following import SeatFollower

log = Logger()

PATIENCE = 20.0  # seconds that an adviser has to say something: those in which it starts, and catches up, among them
IDLE = 300.0  # seconds after which one that nobody asks is ended
WAITING = 2  # questions of a seat at a time


class AdviserProcess(Protocol):
    """An adviser that runs."""

    def tell(self, message: ToAdviser) -> None: ...
    def end(self) -> None: ...  # and then tells `ended` of it


# what to do with what it has found, and when it has ended
StartAdviser = Callable[[Callable[[Finding], None], Callable[[], None]], AdviserProcess]


def no_adviser(_found: Callable[[Finding], None], _ended: Callable[[], None]) -> AdviserProcess:
    """What starts advisers in a server that has none."""
    raise OSError(_("no advisers can be started here"))


def may_ask(table: GameTable, chair: int) -> bool:
    """Whether the player in this chair may have advice: both have agreed, or who sits opposite says he is a bot."""
    other = table.stored.seats[1 - place_of(chair)]
    return table.stored.terms.advice is True or (other is not None and other.bot)


def _fault(live_game: LiveGame, side: Side, given: Plain) -> str:
    """Why an answer that is thought of is none; empty: it is one."""
    question = live_game.now(side).question
    return "" if question is None else question.fault(understood(given)) or ""


class Asking(NamedTuple):
    """A question that waits."""

    session: ClientSession
    message: Advise
    late: IDelayedCall


class SeatAdviser:
    """One that runs, for one seat of one game."""

    def __init__(self, table: GameTable, chair: int, whose: str, now: float) -> None:
        assert table.live_game is not None
        self.table, self.chair, self.whose, self.asked = table, chair, whose, now
        self.game = table.live_game.begun.game
        self.process: AdviserProcess | None = None
        self.follower = SeatFollower(table, table.live_game.side(place_of(chair)), self.tell)
        self.waiting: deque[Asking] = deque()

    def tell(self, message: ToAdviser) -> None:
        if self.process is not None:
            self.process.tell(message)


class AdviserPool:
    """All that run now."""

    def __init__(
        self, clock: IReactorTime, metrics: Metrics, most: int = 0, start: StartAdviser = no_adviser,
        limits: Limits = LIMITS,
    ) -> None:
        self.clock, self.metrics, self.most, self.start, self.limits = clock, metrics, most, start, limits
        self.running: dict[tuple[str, int], SeatAdviser] = {}  # by table and chair

    def ask(self, table: GameTable, chair: int, session: ClientSession, message: Advise) -> None:
        """A player asks what to do, or what an answer would lose."""
        live_game, seq = table.live_game, message.seq
        if not may_ask(table, chair):
            refuse(session, seq, "no-consent", phrase("server.no-consent"))
        elif live_game is None or table.stored.status != "playing":
            refuse(session, seq, "not-yet", _("No game is going on here."))
        elif (side := live_game.side(place_of(chair))) not in live_game.game.asked or table.deciding(side) != chair:
            refuse(session, seq, "not-asked", phrase("server.not-asked"), "20.1")
        elif not live_game.current(side, message.update):
            refuse(session, seq, "stale", phrase("server.stale"))
        elif message.answer is not None and (fault := _fault(live_game, side, message.answer)):
            refuse(session, seq, "illegal", fault)
        else:
            self._ask(table, chair, session, message)

    def _ask(self, table: GameTable, chair: int, session: ClientSession, message: Advise) -> None:
        adviser = self._of(table, chair) or self._started(table, chair, session)
        if adviser is None:
            refuse(session, message.seq, "no-advice", phrase("server.no-advice"))
        elif len(adviser.waiting) >= WAITING:
            refuse(session, message.seq, "again", phrase("server.again"))
        else:
            adviser.asked = self.clock.seconds()
            late = self.clock.callLater(PATIENCE, self._give_up, adviser)
            adviser.waiting.append(Asking(session, message, late))
            if len(adviser.waiting) == 1:
                self._look(adviser)

    def _of(self, table: GameTable, chair: int) -> SeatAdviser | None:
        adviser = self.running.get((table.id, chair))
        if adviser is not None and table.live_game is not None and adviser.game != table.live_game.begun.game:
            self._end(adviser)
            return None
        return adviser

    def _started(self, table: GameTable, chair: int, session: ClientSession) -> SeatAdviser | None:
        if not self._room(session.address):
            return None
        adviser = SeatAdviser(table, chair, key(session.address), self.clock.seconds())
        try:
            adviser.process = self.start(partial(self._found, adviser), partial(self._ended, adviser))
        except OSError as error:
            log.error("an adviser cannot be started: {error}", error=error)
            return None
        self.running[table.id, chair] = adviser
        self._count()
        return adviser

    def _room(self, address: str) -> bool:
        """Whether one more may run for who asks; of those that run, the one that was asked least lately makes room."""
        theirs = [one for one in self.running.values() if one.whose == key(address)]
        allowed = self.limits.near if is_loopback(address) else self.limits.away
        if len(theirs) >= allowed.advisers:
            return self._one_less(theirs)
        return len(self.running) < self.most or self._one_less([*self.running.values()])

    def _one_less(self, advisers: list[SeatAdviser]) -> bool:
        idle = [one for one in advisers if not one.waiting]
        if not idle:
            return False
        self._end(min(idle, key=lambda one: one.asked))
        return True

    def _look(self, adviser: SeatAdviser) -> None:
        """Ask the question that has waited longest, as soon as the adviser has heard all that the seat has."""
        done: Deferred[object] = adviser.follower.catch_up()
        done.addCallback(lambda _none: self._inquire(adviser))
        done.addErrback(partial(self._failed, adviser))

    def _inquire(self, adviser: SeatAdviser) -> None:
        while adviser.waiting:
            _session, message, _late = adviser.waiting[0]
            if adviser.follower.current(message.update):
                adviser.tell(Inquiry(message.seq, message.update, message.language, message.answer))
                return
            self._refuse_first(adviser, "stale", phrase("server.stale"))

    def _found(self, adviser: SeatAdviser, found: Finding) -> None:
        """It has said something: to the question that has waited longest, or to one that was given up."""
        if not adviser.waiting or adviser.waiting[0].message.seq != found.n:
            return
        session, message, _late = adviser.waiting[0]
        if found.fault:
            log.error("an adviser has found nothing: {kind}", kind=found.fault.partition(":")[0])
            self._refuse_first(adviser, "no-advice", phrase("server.no-advice"))
        else:
            adviser.waiting.popleft().late.cancel()
            answers, worlds = found.answers, found.worlds
            session.tell(
                Advice(message.seq, message.table, message.update, answers, worlds, found.given, found.blunder)
            )
        if adviser.waiting:
            self._look(adviser)

    def _refuse_first(self, adviser: SeatAdviser, code: str, text: str) -> None:
        session, message, late = adviser.waiting.popleft()
        if late.active():
            late.cancel()
        refuse(session, message.seq, code, text)

    def _failed(self, adviser: SeatAdviser, failure: Failure) -> None:
        log.failure("an adviser cannot be told what was played", failure=failure)
        self._end(adviser)

    def _give_up(self, adviser: SeatAdviser) -> None:
        """It is too slow, or hangs: the next question starts another."""
        log.error("an adviser says nothing: it is ended")
        self._end(adviser)

    def _ended(self, adviser: SeatAdviser) -> None:
        """Its process has ended by itself, or because we said so."""
        adviser.process = None
        self._end(adviser)

    def _end(self, adviser: SeatAdviser) -> None:
        """Whoever waits for it hears that there is no advice."""
        if self.running.get((adviser.table.id, adviser.chair)) is adviser:
            del self.running[adviser.table.id, adviser.chair]
            self._count()
        while adviser.waiting:
            self._refuse_first(adviser, "no-advice", phrase("server.no-advice"))
        process, adviser.process = adviser.process, None
        if process is not None:
            process.end()

    def look(self, table: GameTable) -> None:
        """Something has changed at a table: when its game is over, nobody needs an adviser there."""
        if table.stored.status != "playing":
            self.leave(table)

    def leave(self, table: GameTable) -> None:
        """The table is no more, or lies in the journal alone."""
        for adviser in [one for one in self.running.values() if one.table is table]:
            self._end(adviser)

    def sweep(self) -> None:
        """Every minute or so: end those that nobody has asked for a while."""
        now = self.clock.seconds()
        for adviser in [one for one in self.running.values() if not one.waiting and now - one.asked >= IDLE]:
            self._end(adviser)

    def _count(self) -> None:
        self.metrics.advisers = len(self.running)
