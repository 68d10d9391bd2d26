"""A copy of a store that is being written to: SQLite's own online backup, piece by piece.

Who writes between two pieces does so on the same connection: SQLite brings what is copied already up to date with it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from ironbottom.private_files import make_file

PAGES = 64  # that are copied between two commits: some 256 KiB, a few milliseconds

Between = Callable[[int, int, int], None]  # SQLite's own: a status, how many pages remain, of how many


def nobody_writes(_status: int, _remaining: int, _of: int) -> None:
    """Between two pieces nothing is to be done."""


def copy_store(store: sqlite3.Connection, path: Path, between: Between = nobody_writes) -> None:
    """Make a file that holds what a store does, for its owner alone.  Raises OSError, sqlite3.Error."""
    make_file(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as copy:
        store.backup(copy, pages=PAGES, progress=between)
