"""The whole server, put together: what it keeps, who it is, which cards it has, where it listens, how it ends."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from threading import Timer
from typing import Any

from twisted.internet import task
from twisted.internet.defer import Deferred, inlineCallbacks
from twisted.internet.protocol import ProcessProtocol
from twisted.internet.threads import deferToThreadPool
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.keys import sign
from ironbottom.language import _
from ironbottom.variant import agreed
from ironbottom.vocabulary import phrase
from ironbottom.wire.advising import Finding
from ironbottom.wire.beacon import Announced
from ironbottom.wire.invite import Address, Invite, write
from ironbottom.wire.messages import VERSIONS, TableLine
from ironbottom.wire.signing import SERVER

from ..advice.adviser_pool import AdviserPool
from ..archive import kept_transcripts
from ..archive.replays import read_published
from ..archive.studies import Studies
from ..listening.announce import Announcing, announce
from ..listening.listener import Listener, listen
from ..lobby.bot_pool import BotPool
from ..lobby.lobby import Lobby
from ..lobby.notifications.sending.courier import courier
from ..runtime.memory import usual_bots
from ..runtime.metrics import Metrics
from ..runtime.own_bots import look_for
from ..runtime.settings import Settings, software
from ..store.card_sets import card_sets
from ..store.data_folder import BOTS, REVIEWS, own_folder, server_key
from ..store.journal import Journal
from ..table.table import GameTable
from . import review_process
from .adviser_process import ARGV, PipedAdviser
from .backups import BackupRequests
from .cup_requests import CupRequests
from .leftovers import tidied

log = Logger()

SWEEP = 60.0  # seconds
TIDY = 3_600.0  # seconds
WATCH = 0.5  # seconds between two looks at the journal
FATAL = 3  # the exit code when the journal has failed
LAST = 3.0  # seconds from then until the process ends, whatever else happens
ADVISERS = 2  # of so many bots that may run, one adviser may run beside
STAND_IN = "mate"  # who plays for somebody who is away


def notice(settings: Settings) -> str:
    """Who could look into this server's memory, said plainly."""
    return phrase("host.neutral") if settings.neutral else phrase("host.plays_too")


class BotProcess(ProcessProtocol):
    """A bot of our own; it reads its invite, which nobody else may see, from its input, and ends when that does."""

    def __init__(self, invite: str, ended: Callable[[], None]) -> None:
        self._invite, self._ended = invite, ended

    def connectionMade(self) -> None:
        """It has started."""
        assert self.transport is not None
        self.transport.write(self._invite.encode() + b"\n")

    def end(self) -> None:
        """It is not wanted any more."""
        if self.transport is not None:
            self.transport.loseConnection()

    def processEnded(self, reason: Failure) -> None:
        """It ends when nobody needs it, or the game is over."""
        log.info("a bot has ended: {error}", error=reason.value)
        self._ended()


class Service:
    """A server that runs."""

    def __init__(self, settings: Settings, reactor: Any) -> None:
        self.settings, self.reactor = settings, reactor
        own_folder(settings.data)
        self.metrics = Metrics()
        self.journal = Journal(settings.data, reactor, self.failed)
        sets = card_sets(settings.cards)
        self.lobby = Lobby(
            self.journal, reactor, server_key(settings.data), sets, software(), notice=notice(settings),
            metrics=self.metrics, limits=settings.limits, hosted=settings.hosted,
        )
        self.metrics.tables, self.metrics.failure = self.lobby.by_status, lambda: self.journal.failure
        self.lobby.open(self.journal.tables(), self.journal.uptime())
        self.lobby.spawn = self.stand_in
        self._backups = BackupRequests(settings.data, reactor, self.journal, self.lobby.seconds)
        self._cups = CupRequests(settings.data, self.lobby)
        self.lobby.club.moderate(settings.data)
        self._attach(settings)
        self._sweeping = task.LoopingCall(self._sweep)
        self._tidying = task.LoopingCall(self._tidy_up)
        self._watching = task.LoopingCall(self._watch)
        self._sweeping.clock = self._tidying.clock = self._watching.clock = reactor
        self.listening: Listener | None = None
        self._announcing: Announcing | None = None

    def _attach(self, settings: Settings) -> None:
        """What runs beside the lobby: bots, advisers, what is kept of finished games, reviews."""
        reactor = self.reactor
        most = usual_bots() if settings.bots is None else settings.bots
        if not settings.hosted:  # else a game at home would not go on without a bot that somebody once had
            look_for(settings.own_bots)
        self.lobby.bots = BotPool(reactor, self.metrics, most, self.called, settings.limits, settings.own_bots)
        self.lobby.advisers = AdviserPool(
            reactor, self.metrics, (most + 1) // ADVISERS, self.adviser, settings.limits
        )
        if settings.games is not None:
            self.lobby.keep = partial(self._keep, settings.games)
            self._keep_missing(settings.games)
        self.lobby.reviews.published = read_published(settings.replays, self.lobby.named_cards)
        self.lobby.notifications.courier = courier(settings, reactor, self.lobby.seconds)
        self.lobby.notifications.link = settings.public
        self.lobby.rated.work = partial(deferToThreadPool, reactor, reactor.getThreadPool())
        self.lobby.studies = Studies(
            reactor, settings.data / REVIEWS, partial(review_process.start, reactor, settings.cards),
            version=software(), limits=settings.limits,
        )

    def start(self) -> Listener:
        """Listen.  Raises what `listen` raises when the port is taken."""
        self.listening = listen(
            self.lobby, self.settings, self.reactor, self.metrics, sets=self.lobby.sets,
            feed=self.lobby.notifications.feed,
        )
        self.listening.when_it_stood(self.lobby.tell_clocks)
        self.lobby.proof = sign(self.lobby.key, SERVER, self.listening.pin)
        self._sweeping.start(SWEEP, now=False)
        self._tidying.start(TIDY, now=False)
        self._watching.start(WATCH, now=False)
        if self.settings.announce:
            self._announcing = announce(self.reactor, self.announced)
        return self.listening

    def _sweep(self) -> None:
        try:
            self.lobby.sweep()
        except Exception:  # else nothing would ever be swept again
            log.failure("a fault of ours in a sweep")

    def _tidy_up(self) -> Deferred[Any]:
        done: Deferred[Any] = deferToThreadPool(self.reactor, self.reactor.getThreadPool(), self._tidy)
        return done.addErrback(lambda failure: log.failure("a folder cannot be tidied", failure=failure))

    def _tidy(self) -> None:
        self._backups.tidy()
        self._cups.tidy()
        tidied(self.settings.data / BOTS)

    def _keep(self, folder: Path, table: str, game: int) -> None:
        self._ask(partial(kept_transcripts.keep, folder=folder, table=table, game=game))

    @inlineCallbacks
    def _keep_missing(self, folder: Path) -> Generator[Deferred[Any], Any, None]:
        """One game after the other, so that answers which come meanwhile are stored between two of them."""
        found = yield self._ask(partial(kept_transcripts.missing, folder=folder))
        for table, game in found or ():
            yield self._ask(partial(kept_transcripts.keep, folder=folder, table=table, game=game))

    def _ask(self, keeping: Callable[[Connection], Any]) -> Deferred[Any]:
        """A folder that cannot be written stops no game: the next start tries it again."""
        done = self.journal.read(keeping)
        return done.addErrback(lambda failure: log.failure("a transcript cannot be kept as a file", failure=failure))

    def announced(self) -> Iterator[Announced]:
        """The tables that somebody on this network may sit down at."""
        assert self.listening is not None
        for line in self.lobby.waiting():
            yield announced(line, self.listening.port, self.listening.pin)

    def _watch(self) -> None:
        self.journal.watch()
        self._backups.look()
        self._cups.look()
        self.lobby.club.moderate(self.settings.data)
        if self.journal.short:
            self.lobby.wait_for_room()

    def stand_in(self, table: GameTable, place: int, secret: bytes) -> None:
        """Start a bot for a seat whose player is away.  Raises OSError."""
        self.lobby.bots.stand_in(table, place, partial(self._start_bot, table, secret, STAND_IN))

    def called(self, table: GameTable, secret: bytes, name: str, ended: Callable[[], None]) -> BotProcess:
        """Start a bot that a player has called.  Raises OSError."""
        return self._start_bot(table, secret, name, ended)

    def _start_bot(self, table: GameTable, secret: bytes, name: str, ended: Callable[[], None]) -> BotProcess:
        assert self.listening is not None
        here = Address(self.settings.interface or "127.0.0.1", self.listening.port)
        bot = BotProcess(write(Invite(table.id, secret, self.listening.pin, (here,))), ended)
        argv = [sys.executable, "-P", "-m", "ironbottom.client", "bot", name, "join", "-"]
        home = os.environ | {"IRONBOTTOM_HOME": str(self.settings.data / BOTS)}
        self.reactor.spawnProcess(bot, sys.executable, argv, env=home)
        return bot

    def adviser(self, found: Callable[[Finding], None], ended: Callable[[], None]) -> PipedAdviser:
        """Start an adviser for a seat.  Raises OSError."""
        adviser = PipedAdviser(self.reactor, found, ended)
        self.reactor.spawnProcess(adviser, sys.executable, ARGV, env=dict(os.environ))
        return adviser

    def stop(self) -> Deferred[Any]:
        """Say goodbye, write what is left, let go of the port; it takes two seconds at most.

        Another signal ends the process at once, which loses nothing either.
        """
        signal.signal(signal.SIGTERM, _at_once)
        signal.signal(signal.SIGINT, _at_once)
        for looping in (self._sweeping, self._tidying, self._watching):
            if looping.running:
                looping.stop()
        if self._announcing is not None:
            self._announcing.stop()
        assert self.listening is not None
        self.lobby.beat()
        ended: Deferred[Any] = self._farewell(self.listening)
        return ended.addBoth(lambda _none: self.journal.close())

    def _farewell(self, listening: Listener) -> Deferred[None]:
        """To come again in a moment makes no sense where the host has gone: his server is back when he is."""
        if self.settings.hosted:
            text = phrase("server.closed")
            return listening.stop(text, hosted=True)
        text = _("The server restarts: your game goes on where it stands.")
        self.lobby.notify("restart", text)
        return listening.stop(text)

    def failed(self, why: BaseException) -> None:
        """The journal has failed, it says in its own thread: nobody knows what can still be written, so all ends here.

        Everything that was accepted is on the disk; the server begins again with that.
        """
        log.critical("the journal has failed ({error}): the server stops", error=why)
        late = Timer(LAST, os._exit, (FATAL,))
        late.daemon = True
        late.start()
        self.reactor.callFromThread(self._give_up)

    def _give_up(self) -> None:
        text = _("The host's disk has failed, and the server stops.  What was accepted is kept: your game goes on from "
                 "there when the server is back.")
        if self.listening is None:
            os._exit(FATAL)
        self.lobby.notify("restart", text)
        self.listening.stop(text).addBoth(lambda _none: os._exit(FATAL))

    def interrupted(self) -> None:
        """Whoever started this server has gone."""
        if self.reactor.running:
            self.reactor.stop()


def _at_once(_signal: int, _frame: object) -> None:
    os._exit(0)


def announced(line: TableLine, port: int, pin: bytes) -> Announced:
    """What a network is told of a table: enough to know, before one sits down, what is agreed upon there."""
    terms = line.terms
    battle = terms.battle or None
    return Announced(
        VERSIONS, software(), line.table, line.name, line.free or "either", terms.cards, port, pin, terms.absent,
        terms.bank, terms.spectators, advice=terms.advice is True,
        battle="" if battle is None else battle.english.title, options=agreed(terms.options or (), battle),
        cast=terms.cast or 0,
    )
