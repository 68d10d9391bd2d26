"""The file of a ladder: a line that says what was asked, and one for each game as it is over.

A program that is killed leaves half a line at most, which makes room for the next; who names the file again goes on.
"""

from __future__ import annotations

import os
from errno import ENOSPC
from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec import Struct

from ironbottom.editions import NEWEST
from ironbottom.language import _

from ....console.errors import UserError
from .round_robin import LadderGame, RoundRobin

NAME, SUFFIX = "ladder.jsonl", ".jsonl"
FORMAT = 1


class LadderHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    ladder: int  # the format
    version: str
    edition: str
    cards: str  # their fingerprint
    set: str
    seed: str
    players: tuple[str, ...]


write = msgspec.json.Encoder().encode
read_asked = msgspec.json.Decoder(LadderHeader).decode
read_game = msgspec.json.Decoder(LadderGame).decode


def file_of(name: str) -> Path:
    """`--out` is a folder, or a file that ends in .jsonl."""
    path = Path(name)
    return path if path.suffix == SUFFIX else path / NAME


class KeptGames:
    """The games of a ladder, on the disk.  Raises UserError where they cannot be there, or are another ladder's."""

    def __init__(self, path: Path, table: RoundRobin) -> None:
        self.path = path
        try:
            if path.exists() and not path.is_file():
                raise self._foreign()  # a device, whose end may be far away
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b", buffering=0)
        except (OSError, ValueError) as error:
            raise self._unwritten(error) from None
        try:
            self.games = self._begun(table)
        except BaseException:
            self._file.close()
            raise

    def add(self, game: LadderGame) -> None:
        """Write a game down at once."""
        self._append(write(game) + b"\n")

    def close(self) -> None:
        self._file.close()

    def _begun(self, table: RoundRobin) -> list[LadderGame]:
        """The games that it has; a new one gets its first line."""
        asked = _asked(table)
        first = write(asked) + b"\n"
        try:
            self._file.seek(0)
            text = self._file.read()
        except OSError as error:
            raise self._unwritten(error) from None
        end = text.rfind(b"\n") + 1
        if end:
            self._compare(self._read_asked(text[: text.index(b"\n")]), asked)
        elif not first.startswith(text):
            raise self._foreign()
        games = self._games(text[:end].splitlines()[1:], table)
        self._cut(end)
        if not end:
            self._append(first)
        return games

    def _cut(self, end: int) -> None:
        """Take away half a line."""
        try:
            self._file.truncate(end)
        except OSError as error:
            raise self._unwritten(error) from None

    def _read_asked(self, head: bytes) -> LadderHeader:
        try:
            return read_asked(head)
        except msgspec.DecodeError:
            raise self._foreign() from None

    def _foreign(self) -> UserError:
        text = _("{path} is no file of a ladder: it is left as it is.  Give another --out.")
        return UserError(text.format(path=self.path))

    def _compare(self, found: LadderHeader, asked: LadderHeader) -> None:
        """A ladder goes on with the players, seed, cards and rules with which it was begun."""
        facts = (
            (_("seed"), found.seed, asked.seed), (_("players"), sorted(found.players), sorted(asked.players)),
            (_("set"), found.set, asked.set), (_("cards"), found.cards[:12], asked.cards[:12]),
            (_("version"), (found.ladder, found.version, found.edition), (asked.ladder, asked.version, asked.edition)),
        )
        for name, there, here in facts:
            if there != here:
                text = _("{path} was begun with {what} {there}, and not {here}: give the same, or another --out.")
                raise UserError(text.format(path=self.path, what=name, there=_told(there), here=_told(here)))

    def _games(self, lines: list[bytes], table: RoundRobin) -> list[LadderGame]:
        """Each once, though its line may stand there twice."""
        found: dict[object, LadderGame] = {}
        for n, line in enumerate(lines, 2):
            game = _read(line)
            if game is None or not table.fits(game):
                text = _("{path}, line {n}: no game of this ladder.  Take the line out, or give another --out.")
                raise UserError(text.format(path=self.path, n=n))
            found.setdefault(game.meeting, game)
        return list(found.values())

    def _append(self, line: bytes) -> None:
        try:
            if self._file.write(line) < len(line):  # the disk is full in the midst of it
                raise OSError(ENOSPC, os.strerror(ENOSPC))
        except OSError as error:
            raise self._unwritten(error) from None

    def _unwritten(self, error: OSError | ValueError) -> UserError:
        text = _("{path} cannot be written ({why}): make room there, or give another --out.")
        return UserError(text.format(path=self.path, why=getattr(error, "strerror", None) or error))


def _asked(table: RoundRobin) -> LadderHeader:
    cards = table.cards
    seed = table.seed.encode("utf-8", "backslashreplace").decode()  # of a command line that is no text
    return LadderHeader(FORMAT, version("ironbottom"), NEWEST.name, cards.fingerprint, cards.name, seed, table.players)


def _read(line: bytes) -> LadderGame | None:
    try:
        return read_game(line)
    except msgspec.DecodeError:
        return None


def _told(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
