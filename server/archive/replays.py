"""Looking through finished games: at a table, for whom its transcript would be given, and on the shelf, for everybody.

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
from ironbottom.wire.messages import EncodedScenes, Review

from ..runtime.metrics import Metrics
from ..runtime.settings import CannotServe
from ..table.table import GameTable, refuse
from ..transport.session import ClientSession
from .downloads import finished
from .scenes import CardsByPrint, Making, NoScenes, Reel

log = Logger()

SHELF = "REPLAY"  # the first game on the shelf; the others are REPLAY2, REPLAY3, ...
SIZE = 56 * 1024  # bytes of scenes in one message; a body may have 64 KiB
SIZE_WEB = 2 * SIZE  # as MessagePack still; as JSON half as much again, of 256 KiB that it may have
KEPT = 16  # games, packed: about 200 kB each
AT_ONCE = 8  # that are played again at a time

Key = tuple[str, int]  # the table, and the number of its game
Lines = Callable[[], "Deferred[Any]"]


class NotOnShelf(CannotServe):
    """A file of the shelf that cannot be looked through."""


def shelf_name(n: int) -> str:
    """What the n-th game on the shelf is asked for by, from 1."""
    return SHELF if n == 1 else f"{SHELF}{n}"


def shelved(paths: Sequence[Path], cards: CardsByPrint) -> dict[str, tuple[bytes, ...]]:
    """The transcripts of the shelf, by name; each was played again.  Raises NotOnShelf."""
    shelf = {}
    for n, path in enumerate(paths, 1):
        lines = _lines_of(path)
        try:
            for _step in Making(lines, cards).steps():
                pass
        except NoScenes as why:
            text = _("{path} cannot be looked through: {why}.  `ironbottom verify` tells more.")
            raise NotOnShelf(text.format(path=path, why=why)) from None
        shelf[shelf_name(n)] = lines
    return shelf


def _lines_of(path: Path) -> tuple[bytes, ...]:
    try:
        with path.open("rb") as file:
            lines = tuple([line.rstrip(b"\n") for line in iter(partial(file.readline, LONGEST + 1), b"")][: MOST + 1])
    except OSError as error:
        text = _("{path} cannot be read: {why}.")
        raise NotOnShelf(text.format(path=path, why=error.strerror or error)) from None
    return lines


class Reviews:
    """All that are asked for."""

    def __init__(self, turns: Callable[[], Cooperator], cards: CardsByPrint, metrics: Metrics) -> None:
        self.turns, self.cards, self.metrics = turns, cards, metrics
        self.shelf: dict[str, tuple[bytes, ...]] = {}
        self._reels: OrderedDict[Key, Reel] = OrderedDict()
        self._waiting: dict[Key, list[tuple[ClientSession, Review]]] = {}

    def of_shelf(self, caller: ClientSession, message: Review) -> None:
        """A game that everybody may look through."""
        done: Deferred[Any] = Deferred()
        done.callback(self.shelf[message.table])
        self._ask((message.table, 0), lambda: done, caller, message)

    def of_table(self, table: GameTable, caller: ClientSession, message: Review) -> None:
        """The last game of a table that is over, for whom its transcript would be given."""
        game = finished(table, caller, message.seq)
        if game:
            read = partial(table.house.journal.read, partial(_stored, table=table.id, game=game))
            self._ask((table.id, game), read, caller, message)

    def forget(self, table: str) -> None:
        """Nobody can ask for the games of a table any more."""
        for key in [key for key in self._reels if key[0] == table]:
            del self._reels[key]

    def _ask(self, key: Key, lines: Lines, caller: ClientSession, message: Review) -> None:
        if any(caller is waiting for asking in self._waiting.values() for waiting, _message in asking):
            refuse(caller, message.seq, "again", _("A review of yours is under way: wait for it."))
        elif key in self._reels:
            self._reels.move_to_end(key)
            _show(self._reels[key], caller, message)
        elif key in self._waiting:
            self._waiting[key].append((caller, message))
        elif len(self._waiting) >= AT_ONCE:
            refuse(caller, message.seq, "limit", _("Many games are being looked through just now; try again later."))
        else:
            self._waiting[key] = [(caller, message)]
            made = lines().addCallback(partial(self._make, key))
            made.addErrback(partial(self._fail, key))

    def _make(self, key: Key, lines: Sequence[bytes]) -> Deferred[Any]:
        making = Making(lines, self.cards)
        done: Deferred[Any] = self.turns().coiterate(making.steps())
        return done.addCallback(lambda _none: self._made(key, making))

    def _made(self, key: Key, making: Making) -> None:
        assert making.reel is not None
        self.metrics.reels += 1
        self._reels[key] = making.reel
        while len(self._reels) > KEPT:
            self._reels.popitem(last=False)
        for caller, message in self._waiting.pop(key):
            _show(making.reel, caller, message)

    def _fail(self, key: Key, failure: Failure) -> None:
        if isinstance(failure.value, NoScenes):
            code, text = "paused", _("This game cannot be looked through here: {why}.").format(why=failure.value)
        else:
            log.failure("a game cannot be looked through", failure=failure)
            code, text = "not-stored", _("The host's disk cannot be read; try again later.")
        for caller, message in self._waiting.pop(key, []):
            refuse(caller, message.seq, code, text)


def _stored(store: Connection, table: str, game: int) -> list[bytes]:
    question = "SELECT line FROM entries WHERE tabled = ? AND game = ? ORDER BY n"
    return [line for (line,) in store.execute(question, (table, game))]


def _show(reel: Reel, caller: ClientSession, message: Review) -> None:
    """Some scenes, unless he has gone."""
    if message.first >= reel.of:
        text = counted("That game has {n} scene only.", "That game has {n} scenes only.", reel.of)
        refuse(caller, message.seq, "no-part", text)
        return
    scenes = reel.scenes(message.first, SIZE_WEB if caller.web else SIZE)
    if caller.web:
        scenes = [Raw(msgspec.json.encode(msgspec.msgpack.decode(scene))) for scene in scenes]
    caller.tell(EncodedScenes(message.seq, message.table, message.first, reel.of, tuple(scenes), reel.set, reel.names))
