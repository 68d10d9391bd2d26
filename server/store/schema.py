"""The shape of the store: its version, and the steps by which a store of an older version becomes one of this."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from importlib.resources import files
from time import monotonic
from typing import Any

from ironbottom.language import _

RATING = (  # the ladder of rated games
    "CREATE TABLE rated (game BLOB PRIMARY KEY, at INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID",
)
SCHEMA = 5
CLUB = (
    "CREATE TABLE members (look TEXT PRIMARY KEY, name TEXT NOT NULL, key BLOB NOT NULL, recovery BLOB NOT NULL,"
    " at INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE revoked (key BLOB PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID",
)
CUPS = (  # cups that run by themselves
    "CREATE TABLE cups (id TEXT PRIMARY KEY, made INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE fixtures (cup TEXT NOT NULL, n INTEGER NOT NULL, done INTEGER NOT NULL, body BLOB NOT NULL,"
    " PRIMARY KEY (cup, n)) WITHOUT ROWID",
)
MEETING = (  # how games have ended, and who wants to meet whom no more
    "CREATE TABLE results (game BLOB PRIMARY KEY, at INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE blocks (owner TEXT NOT NULL, key TEXT NOT NULL, look TEXT NOT NULL, name TEXT NOT NULL,"
    " at INTEGER NOT NULL, PRIMARY KEY (owner, key)) WITHOUT ROWID",
)
UPGRADES = {  # by the version that they begin with
    1: (
        "ALTER TABLE entries RENAME TO before",
        "CREATE TABLE entries (tabled TEXT NOT NULL, game INTEGER NOT NULL, n INTEGER NOT NULL, line BLOB NOT NULL,"
        " place INTEGER NOT NULL, seq INTEGER NOT NULL, us INTEGER NOT NULL, jp INTEGER NOT NULL,"
        " left0 INTEGER NOT NULL, left1 INTEGER NOT NULL, events BLOB NOT NULL, mark INTEGER NOT NULL,"
        " UNIQUE (tabled, game, n))",
        "INSERT INTO entries SELECT * FROM before ORDER BY tabled, game, n",
        "DROP TABLE before",
    ),
    2: (
        "CREATE TABLE uptime (began INTEGER PRIMARY KEY, ended INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE TABLE subscribers (key BLOB PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID",
        "CREATE TABLE handovers (tabled TEXT NOT NULL, place INTEGER NOT NULL, game INTEGER NOT NULL,"
        " number INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (tabled, place)) WITHOUT ROWID",
    ),
    3: (*RATING, *CLUB),
    4: (*MEETING, *CUPS),
}
LOOKED = 1.0  # seconds that a start looks through the pages of the store
STEPS = 10_000  # of SQLite between two looks at the clock


def check_pages(store: sqlite3.Connection) -> None:
    """Look through the pages, for a moment: of a great store only what everybody needs, the list of the tables.

    A page of one game that is damaged is found when that game is read (recovery.py): each entry has its checksum.
    """
    end = monotonic() + LOOKED
    store.set_progress_handler(lambda: monotonic() > end, STEPS)
    try:
        (sound,) = store.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        store.set_progress_handler(None, 0)
        (sound,) = store.execute("PRAGMA quick_check(tables)").fetchone()
    finally:
        store.set_progress_handler(None, 0)
    if sound != "ok":
        raise sqlite3.DatabaseError(sound)


def upgrade(store: sqlite3.Connection) -> None:
    """A store of an older version becomes one of this, whole or not at all.  Raises for one with other tables."""
    (version,) = store.execute("PRAGMA user_version").fetchone()
    if version == SCHEMA:
        return
    store.execute("BEGIN IMMEDIATE")
    try:
        for step in range(version, SCHEMA):
            for statement in UPGRADES[step]:
                store.execute(statement)
        store.execute(f"PRAGMA user_version={SCHEMA}")
        check_shape(store)
    except sqlite3.Error:
        store.execute("ROLLBACK")
        raise
    store.execute("COMMIT")


def check_shape(store: sqlite3.Connection) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        if _shape(store) != _shape(made(fresh)):
            raise sqlite3.DatabaseError(_("its tables have other columns"))


def _shape(store: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """The columns of all tables."""
    columns = 'SELECT t.name, c.name, c.type, c."notnull", c.pk FROM sqlite_master t, pragma_table_info(t.name) c'
    return store.execute(columns + " ORDER BY t.name, c.cid").fetchall()


def made(store: sqlite3.Connection) -> sqlite3.Connection:
    schema = (files("ironbottom.server.store") / "schema.sql").read_text("utf-8")
    store.executescript(f"BEGIN IMMEDIATE; {schema} PRAGMA user_version={SCHEMA}; COMMIT;")
    return store
