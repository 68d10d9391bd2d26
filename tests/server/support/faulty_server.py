"""The server that players have, with a fault of its journal (`... .faulty_server FAULT OPTIONS`).

SIGUSR1 begins the fault, SIGUSR2 ends it.  FAULT is one of tests/server/support/faults.py, or one of those below.
"""

from __future__ import annotations

import runpy
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any

from ironbottom.server.store import journal
from tests.server.support.faults import LASTING, PASSING, Faulty


def hangs(statement: str) -> None:
    """A disk that takes its time."""
    if statement.startswith("COMMIT"):
        sleep(3.0)


FAULTS: dict[str, Callable[[str], None]] = PASSING | LASTING | {"slow": hangs}


def twice(_statement: str) -> None:
    """Each entry is there already, as it seems."""
    if _statement.startswith("INSERT INTO entries"):
        error = sqlite3.IntegrityError("UNIQUE constraint failed: entries.tabled, entries.game, entries.n")
        error.sqlite_errorcode = sqlite3.SQLITE_CONSTRAINT_UNIQUE
        error.sqlite_errorname = "SQLITE_CONSTRAINT_UNIQUE"
        raise error


FAULTS["twice"] = twice


def main() -> None:
    fault = FAULTS[sys.argv.pop(1)]
    stores: list[Faulty] = []
    real = journal._opened

    def opened(folder: Path) -> Any:
        stores.append(Faulty(real(folder)))
        return stores[-1]

    def begin(_signal: int, _frame: object) -> None:
        stores[-1].fault = fault

    def end(_signal: int, _frame: object) -> None:
        stores[-1].fault = lambda _statement: None

    vars(journal)["_opened"] = opened
    signal.signal(signal.SIGUSR1, begin)
    signal.signal(signal.SIGUSR2, end)
    runpy.run_module("ironbottom.server", run_name="__main__")


if __name__ == "__main__":
    main()
