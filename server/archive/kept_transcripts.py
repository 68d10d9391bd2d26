"""Transcripts of finished games as files of their own, in a folder that the host has named.

The journal has them all, for as long as it keeps their tables; these files stay.  They are written by the journal's
thread, each once: one that is there is never written again.
"""

from __future__ import annotations

from pathlib import Path
from sqlite3 import Connection

from ironbottom.private_files import make_folder, write_first
from ironbottom.proof.chain import read
from ironbottom.proof.entries import Closed

ENDING = ".ibss"


def keep(store: Connection, folder: Path, table: str, game: int) -> None:
    """Write one down, if it is whole.  Raises OSError."""
    path = _file(folder, table, game)
    if path.exists():
        return
    question = "SELECT line FROM entries WHERE tabled = ? AND game = ? ORDER BY n"
    lines = [line for (line,) in store.execute(question, (table, game))]
    if lines and closed(lines[-1]):
        make_folder(folder)
        write_first(path, b"".join([line + b"\n" for line in lines]))


def missing(store: Connection, folder: Path) -> list[tuple[str, int]]:
    """Games without a file: begun before anybody named a folder, while the disk was full, or not over."""
    found = store.execute("SELECT DISTINCT tabled, game FROM entries").fetchall()
    return [(table, game) for table, game in found if not _file(folder, table, game).exists()]


def _file(folder: Path, table: str, game: int) -> Path:
    return folder / f"{table}-{game}{ENDING}"


def closed(line: bytes) -> bool:
    """Whether a game is over with this entry."""
    try:
        return isinstance(read(line).body, Closed)
    except (ValueError, RecursionError):
        return False
