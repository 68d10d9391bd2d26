"""What finished games teach: their reviews, each made by a process of its own and kept in a file.

This process never computes one, and holds nothing of them but the curve: the maker writes files, and pieces are read
from them.  They are kept by what is reviewed, by their format and by the version of the program, so that a newer one
makes them anew.  A game that goes on has no review: who may have its transcript may have this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from sqlite3 import Connection
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct
from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IReactorTime
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.language import ENGLISH, LANGUAGES, _, counted
from ironbottom.vocabulary import phrase
from ironbottom.wire.studying import Studied, Study, TruePoint

from ..runtime.rate_limits import is_loopback, key
from ..runtime.settings import LIMITS, Limits
from ..table.table import GameTable, refuse
from ..transport.session import ClientSession
from .downloads import finished

log = Logger()

FORMAT = 4  # of reviews: that of `client/bots/review/figures.py`
SIZE = 24 * 1024  # bytes of a piece; as JSON a third more
AT_ONCE, QUEUE = 1, 8  # that are made at a time, and that wait
KEPT = 200  # reviews, each about 230 kB in each language
UNWANTED = 30.0  # seconds without anybody asking, after which one is not made any more
LONGEST = 1800.0  # seconds that one may take
SOON = 1.0  # seconds until the next is begun, where one could not be
AGAIN = 60.0  # seconds after a fault until it is tried again

Game = tuple[str, int]  # the table, and the number of its game; 0: a published one


class ReviewMaker(Protocol):
    """A process that makes a review."""

    def end(self) -> None: ...  # and then tells of its end


class ReviewStep(Struct, frozen=True):
    """A line of the process: see `client/bots/review/serving.py`."""

    curve: tuple[TruePoint, ...] = ()
    done: int = 0
    all: int = 0
    kept: bool = False
    fault: str = ""


# the transcript, the place of its files, what to do with each line, and at the end
Start = Callable[[bytes, Path, Callable[[ReviewStep], None], Callable[[], None]], ReviewMaker]
step_of = msgspec.json.Decoder(ReviewStep).decode


def no_maker(
    _data: bytes, _place: Path, _step: Callable[[ReviewStep], None], _ended: Callable[[], None]
) -> ReviewMaker:
    """What starts makers in a server that has none."""
    raise OSError


class StudiedGame:
    """A review in the making, from when somebody asks until it is kept, or is not to be had."""

    def __init__(self, whose: str, now: float) -> None:
        self.whose, self.asked = whose, now
        self.data, self.place = b"", Path()
        self.maker: ReviewMaker | None = None
        self.curve: tuple[TruePoint, ...] = ()
        self.done = self.all = 0
        self.kept, self.dropped, self.fault = False, False, ""


class StudyFault(NamedTuple):
    """Why one was not made, and when that was."""

    text: str
    at: float


class Studies:
    """All of them."""

    def __init__(
        self, clock: IReactorTime, folder: Path | None = None, start: Start = no_maker, *, version: str = "",
        limits: Limits = LIMITS,
    ) -> None:
        self.clock, self.folder, self.start, self.version, self.limits = clock, folder, start, version, limits
        self.games: dict[Game, StudiedGame] = {}  # in the order in which somebody asked
        self.places: dict[Game, Path] = {}  # of those that are kept and were asked for
        self.faults: dict[Game, StudyFault] = {}

    def of_published(self, lines: Sequence[bytes], session: ClientSession, message: Study) -> None:
        """A game that everybody may look through."""
        whole = b"".join([line + b"\n" for line in lines])
        self._ask((message.table, 0), lambda: succeed(whole), session, message)

    def of_table(self, table: GameTable, session: ClientSession, message: Study) -> None:
        """The last game of a table that is over, for whom its transcript would be given."""
        game = finished(table, session, message.seq)
        if game:
            read = partial(table.services.journal.read, partial(_lines, table=table.id, game=game))
            self._ask((table.id, game), read, session, message)

    def forget(self, table: str) -> None:
        """Nobody can ask for the games of a table any more."""
        for known in (self.places, self.faults):
            for one in [one for one in known if one[0] == table]:
                del known[one]

    def _ask(self, one: Game, read: Callable[[], Deferred[Any]], session: ClientSession, message: Study) -> None:
        place, fault, game = self.places.get(one), self.faults.get(one), self.games.get(one)
        if place is not None and file_of(place, message.language).is_file():
            _show(file_of(place, message.language), session, message)
        elif fault is not None and self.clock.seconds() < fault.at + AGAIN:
            refuse(session, message.seq, "failed", fault.text)
        elif game is not None:
            game.asked = self.clock.seconds()
            self._tell(game, session, message)
        elif self.folder is None:
            refuse(session, message.seq, "failed", _("This server makes no reviews."))
        elif not self._room(session.address):
            text = _("Many games are being reviewed just now; try again later.")
            refuse(session, message.seq, "limit", text)
        else:
            self._begin(one, read, session, message)

    def _room(self, address: str) -> bool:
        """Whether one more may wait, and for who asks from there."""
        allowed = self.limits.near if is_loopback(address) else self.limits.away
        theirs = [game for game in self.games.values() if game.whose == key(address)]
        return len(self.games) < AT_ONCE + QUEUE and len(theirs) < allowed.studies

    def _begin(self, one: Game, read: Callable[[], Deferred[Any]], session: ClientSession, message: Study) -> None:
        game = StudiedGame(key(session.address), self.clock.seconds())
        self.games[one] = game
        self.places.pop(one, None)
        self.faults.pop(one, None)

        def got(data: bytes) -> None:
            assert self.folder is not None
            if not data:
                self._fail(one, phrase("whatif.not_kept"))
                self._ask(one, read, session, message)
                return
            game.data = data
            game.place = self.folder / name_of(data, self.version)
            if file_of(game.place, message.language).is_file():
                self._kept(one, game)
            else:
                self._next()
            self._ask(one, read, session, message)

        def failed(failure: Failure) -> None:
            log.failure("a transcript cannot be reviewed", failure=failure)
            self._fail(one, _("The host's disk cannot be read; try again later."))
            refuse(session, message.seq, "not-stored", self.faults[one].text)

        read().addCallback(got).addErrback(failed)

    def _next(self) -> None:
        """Those that were asked for first are made first, and what nobody wants any more is not made."""
        now = self.clock.seconds()
        for one, game in [*self.games.items()]:
            if game.data and now - game.asked >= UNWANTED:
                self._drop(one, game)
        waiting = [(one, game) for one, game in self.games.items() if game.data and game.maker is None]
        for one, game in waiting[: max(0, AT_ONCE - self._running())]:
            self._start(one, game)

    def _running(self) -> int:
        return sum([game.maker is not None for game in self.games.values()])

    def _drop(self, one: Game, game: StudiedGame) -> None:
        """Its process has to end first, if there is one."""
        if game.maker is None:
            del self.games[one]
        else:
            game.dropped = True
            game.maker.end()

    def _start(self, one: Game, game: StudiedGame) -> None:
        try:
            game.maker = self.start(game.data, game.place, partial(self._step, game), partial(self._ended, one, game))
        except OSError as error:
            log.error("a review cannot be made: {error}", error=error)
            self._fail(one, _("This server cannot make a review just now; try again later."))
            self.clock.callLater(SOON, self._next)  # who waits behind it is not forgotten
            return
        self.clock.callLater(UNWANTED, self._look, one, game)
        self.clock.callLater(LONGEST, self._too_long, one, game)

    def _look(self, one: Game, game: StudiedGame) -> None:
        """Whether somebody wants it still."""
        if self.games.get(one) is game:
            self._next()
            self.clock.callLater(UNWANTED, self._look, one, game)

    def _too_long(self, one: Game, game: StudiedGame) -> None:
        if self.games.get(one) is game and game.maker is not None:
            game.fault = _("The review of that game takes too long, and was given up.")
            game.maker.end()

    def _step(self, game: StudiedGame, step: ReviewStep) -> None:
        """A line of the process."""
        game.curve = step.curve or game.curve
        game.done, game.all = (step.done, step.all) if step.all else (game.done, game.all)
        game.kept, game.fault = game.kept or step.kept, game.fault or step.fault

    def _ended(self, one: Game, game: StudiedGame) -> None:
        """The process is gone, with a review or without."""
        if self.games.get(one) is not game:
            return
        if game.kept:
            self._kept(one, game)
            self._make_room()
        elif game.dropped:
            del self.games[one]  # whoever has asked since asks again, and begins anew
        else:
            self._fail(one, game.fault or _("What made the review has stopped; ask again in a minute."))
        self._next()

    def _kept(self, one: Game, game: StudiedGame) -> None:
        del self.games[one]
        self.places[one] = game.place

    def _fail(self, one: Game, text: str) -> None:
        self.games.pop(one, None)
        self.faults[one] = StudyFault(text, self.clock.seconds())

    def _make_room(self) -> None:
        """The oldest files go."""
        assert self.folder is not None
        found = sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for path in found[: max(0, len(found) - KEPT * len(LANGUAGES))]:
            path.unlink(missing_ok=True)

    def _tell(self, game: StudiedGame, session: ClientSession, message: Study) -> None:
        """How far it is."""
        ahead = [*self.games.values()].index(game) if game.maker is None else 0
        curve = game.curve if message.curve else ()
        session.tell(Studied(message.seq, message.table, ahead, game.done, game.all, curve))


def name_of(data: bytes, version: str) -> str:
    """What the files of the review of a transcript are called, but for their language."""
    return sha256(b"%d\n%s\n%s" % (FORMAT, version.encode(), data)).hexdigest()[:32]


def file_of(place: Path, language: str) -> Path:
    """The file in a language that there is."""
    return place.with_name(f"{place.name}.{language if language in LANGUAGES else ENGLISH}.json")


def _lines(store: Connection, table: str, game: int) -> bytes:
    question = "SELECT line FROM entries WHERE tabled = ? AND game = ? ORDER BY n"
    return b"".join([line + b"\n" for (line,) in store.execute(question, (table, game))])


def _show(file: Path, session: ClientSession, message: Study) -> None:
    """A piece of the whole."""
    try:
        with file.open("rb") as opened:
            of = max(1, -(-file.stat().st_size // SIZE))
            opened.seek(message.part * SIZE)
            data = opened.read(SIZE)
    except OSError:
        refuse(session, message.seq, "not-stored", _("The host's disk cannot be read; try again later."))
        return
    if message.part >= of:
        text = counted("That file has {n} piece only.", "That file has {n} pieces only.", of)
        refuse(session, message.seq, "no-part", text)
        return
    session.tell(Studied(message.seq, message.table, part=message.part, of=of, data=data))
