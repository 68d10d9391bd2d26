"""All finished games of a store as transcripts, for who wants to study them; each is checked before it is written.

Beside the transcripts lies a list, a line of JSON for each, with what a check found.  A game that goes on is none of
them: in the store lie its cards.  What lies in the folder already is left as it is; so an export goes on from there.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.private_files import make_folder, opened, write_first
from ironbottom.proof.transcript import written
from ironbottom.proof.verify import Facts, check

from .kept_transcripts import ENDING, closed

LIST = "games.jsonl"


class ListedGame(Struct, frozen=True):
    """A line of the list."""

    file: str
    facts: Facts


class ExportedGame(NamedTuple):
    """What became of a game."""

    file: str
    new: bool = False  # written just now
    why: str = ""  # it is left out; empty: it lies there


def exported(store: sqlite3.Connection, folder: Path, sets: Iterable[CardSet]) -> Iterator[ExportedGame]:
    """Write down one game after the other.  Raises OSError, sqlite3.Error."""
    make_folder(folder)
    listed, known = _listed(folder / LIST), tuple(sets)
    for table, game in store.execute("SELECT DISTINCT tabled, game FROM entries ORDER BY tabled, game").fetchall():
        question = "SELECT line FROM entries WHERE tabled = ? AND game = ? ORDER BY n"
        lines = [line for (line,) in store.execute(question, (table, game))]
        if closed(lines[-1]):
            yield _exported(folder, f"{table}-{game}{ENDING}", lines, known, listed)


def _exported(
    folder: Path, name: str, lines: list[bytes], sets: tuple[CardSet, ...], listed: set[str]
) -> ExportedGame:
    path, whole = folder / name, written(lines)
    there = path.exists()
    if there and path.read_bytes() != whole:
        return ExportedGame(name, why=_("another file of this name lies there"))
    if there and name in listed:
        return ExportedGame(name)
    verdict = check(whole.splitlines(keepends=True), sets)
    if not verdict.ok or verdict.facts is None:
        return ExportedGame(name, why=_("entry {n}: {what}").format(n=verdict.entry, what=verdict.sentence))
    write_first(path, whole)
    _append(folder / LIST, msgspec.json.encode(ListedGame(name, verdict.facts)))
    return ExportedGame(name, new=not there)


def _listed(path: Path) -> set[str]:
    """The files that the list has a whole line for."""
    found = set()
    for line in path.read_bytes().splitlines() if path.exists() else ():
        try:
            found.add(msgspec.json.decode(line, type=ListedGame).file)
        except (msgspec.DecodeError, UnicodeDecodeError):  # torn when somebody was stopped, or of another version
            continue
    return found


def _append(path: Path, line: bytes) -> None:
    """A line of its own, also behind one that is torn."""
    with open(opened(path, os.O_RDWR | os.O_CREAT | os.O_APPEND), "rb+") as file:
        size = file.seek(0, os.SEEK_END)
        torn = size > 0 and (file.seek(size - 1), file.read(1))[1] != b"\n"
        file.write((b"\n" if torn else b"") + line + b"\n")
