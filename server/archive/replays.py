"""Looking through finished games: at a table, for whom its transcript would be given, and published ones.

A game is played again once, in small pieces between which everything else has its turn, and kept packed for a while.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import Any

import msgspec
from msgspec import Raw
from twisted.internet.defer import Deferred
from twisted.internet.task import Cooperator
from twisted.logger import Logger
from twisted.python.failure import Failure

from ironbottom.language import _, counted
from ironbottom.proof.transcript import LONGEST, MOST
from ironbottom.wire.casting import Cast
from ironbottom.wire.encoded import EncodedScenes
from ironbottom.wire.messages import Review

from ..runtime.metrics import Metrics
from ..runtime.settings import CannotServe
from ..table.table import GameTable, refuse
from ..transport.session import ClientSession
from .downloads import finished
from .scenes import CardsByPrint, NoScenes, SceneArchive, SceneBuilder

log = Logger()

PUBLISHED = "REPLAY"  # the first game; the others are REPLAY2, REPLAY3, ...
SIZE = 56 * 1024  # bytes of scenes in one message; a body may have 64 KiB
SIZE_WEB = 2 * SIZE  # as MessagePack still; as JSON half as much again, of 256 KiB that it may have
KEPT = 16  # games, packed: about 200 kB each
AT_ONCE = 8  # that are played again at a time

Key = tuple[str, int]  # the table, and the number of its game
Lines = Callable[[], "Deferred[Any]"]


class UnreadableReplay(CannotServe):
    """A published file that cannot be looked through."""


def published_name(n: int) -> str:
    """What the n-th published game is asked for by, from 1."""
    return PUBLISHED if n == 1 else f"{PUBLISHED}{n}"


def read_published(paths: Sequence[Path], cards: CardsByPrint) -> dict[str, tuple[bytes, ...]]:
    """The published transcripts, by name; each was played again.  Raises UnreadableReplay."""
    published = {}
    for n, path in enumerate(paths, 1):
        lines = _lines_of(path)
        try:
            for _step in SceneBuilder(lines, cards).steps():
                pass
        except NoScenes as why:
            text = _("{path} cannot be looked through: {why}.  `ironbottom verify` tells more.")
            raise UnreadableReplay(text.format(path=path, why=why)) from None
        published[published_name(n)] = lines
    return published


def _lines_of(path: Path) -> tuple[bytes, ...]:
    try:
        with path.open("rb") as file:
            lines = tuple([line.rstrip(b"\n") for line in iter(partial(file.readline, LONGEST + 1), b"")][: MOST + 1])
    except OSError as error:
        text = _("{path} cannot be read: {why}.")
        raise UnreadableReplay(text.format(path=path, why=error.strerror or error)) from None
    return lines


class Reviews:
    """All that are asked for."""

    def __init__(self, turns: Callable[[], Cooperator], cards: CardsByPrint, metrics: Metrics) -> None:
        self.turns, self.cards, self.metrics = turns, cards, metrics
        self.published: dict[str, tuple[bytes, ...]] = {}
        self._archives: OrderedDict[Key, SceneArchive] = OrderedDict()
        self._waiting: dict[Key, list[tuple[ClientSession, Review]]] = {}

    def of_published(self, session: ClientSession, message: Review) -> None:
        """A game that everybody may look through."""
        done: Deferred[Any] = Deferred()
        done.callback(self.published[message.table])
        self._ask((message.table, 0), lambda: done, session, message)

    def of_table(self, table: GameTable, session: ClientSession, message: Review) -> None:
        """The last game of a table that is over, for whom its transcript would be given."""
        game = finished(table, session, message.seq)
        if game:
            read = partial(table.services.journal.read, partial(lines_of_game, table=table.id, game=game))
            self._ask((table.id, game), read, session, message)

    def forget(self, table: str) -> None:
        """Nobody can ask for the games of a table any more."""
        for key in [key for key in self._archives if key[0] == table]:
            del self._archives[key]

    def _ask(self, key: Key, lines: Lines, session: ClientSession, message: Review) -> None:
        if any(session is waiting for asking in self._waiting.values() for waiting, _message in asking):
            refuse(session, message.seq, "again", _("A review of yours is under way: wait for it."))
        elif key in self._archives:
            self._archives.move_to_end(key)
            _show(self._archives[key], key, session, message)
        elif key in self._waiting:
            self._waiting[key].append((session, message))
        elif len(self._waiting) >= AT_ONCE:
            refuse(session, message.seq, "limit", _("Many games are being looked through just now; try again later."))
        else:
            self._waiting[key] = [(session, message)]
            made = lines().addCallback(partial(self._make, key))
            made.addErrback(partial(self._fail, key))

    def _make(self, key: Key, lines: Sequence[bytes]) -> Deferred[Any]:
        making = SceneBuilder(lines, self.cards)
        done: Deferred[Any] = self.turns().coiterate(making.steps())
        return done.addCallback(lambda _none: self._made(key, making))

    def _made(self, key: Key, making: SceneBuilder) -> None:
        assert making.archive is not None
        self.metrics.reels += 1
        self._archives[key] = making.archive
        while len(self._archives) > KEPT:
            self._archives.popitem(last=False)
        for session, message in self._waiting.pop(key):
            _show(making.archive, key, session, message)

    def _fail(self, key: Key, failure: Failure) -> None:
        if isinstance(failure.value, NoScenes):
            code, text = "paused", _("This game cannot be looked through here: {why}.").format(why=failure.value)
        else:
            log.failure("a game cannot be looked through", failure=failure)
            code, text = "not-stored", _("The host's disk cannot be read; try again later.")
        for session, message in self._waiting.pop(key, []):
            refuse(session, message.seq, code, text)


def lines_of_game(store: Connection, table: str, game: int) -> list[bytes]:
    """The transcript of a game as it was written down."""
    question = "SELECT line FROM entries WHERE tabled = ? AND game = ? ORDER BY n"
    return [line for (line,) in store.execute(question, (table, game))]


def _show(archive: SceneArchive, key: Key, session: ClientSession, message: Review) -> None:
    """Some scenes, unless he has gone."""
    if message.first >= archive.of:
        text = counted("That game has {n} scene only.", "That game has {n} scenes only.", archive.of)
        refuse(session, message.seq, "no-part", text)
        return
    tell_scenes(archive, key, session, message)


def tell_scenes(archive: SceneArchive, key: Key, session: ClientSession, message: Review | Cast) -> None:
    """As many scenes as a message may have, from that on which is asked for."""
    scenes = archive.scenes(message.first, SIZE_WEB if session.web else SIZE)
    if session.web:
        scenes = [Raw(msgspec.json.encode(msgspec.msgpack.decode(scene))) for scene in scenes]
    told = EncodedScenes(
        message.seq, message.table, message.first, archive.of, tuple(scenes), archive.set, archive.names, key[1]
    )
    session.tell(told)
