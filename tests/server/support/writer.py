"""A process that writes through the real journal until it is killed: `python -m tests.server.support.writer FOLDER`.

For each line of its input it forks a child, whose number it prints.  The child opens the journal, goes on behind what
is there, and says each number when it is committed; several are always under way.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from twisted.internet.interfaces import IReactorFromThreads
from zope.interface import implementer

from ironbottom.server.store.journal import Journal, entry_row

UNDER_WAY = 5


@implementer(IReactorFromThreads)
class Loop:
    """As much of a reactor as a journal needs."""

    def __init__(self) -> None:
        self.calls: SimpleQueue[Any] = SimpleQueue()

    def callFromThread(self, callable: Callable[..., Any], *args: object, **kwargs: object) -> None:
        self.calls.put((callable, args))

    def suggestThreadPoolSize(self, size: int) -> None:
        """There is no pool."""

    def turn(self) -> None:
        act, what = self.calls.get(timeout=20)
        act(*what)


def line(n: int) -> bytes:
    """What stands in entry n."""
    return b"%d " % n * (n % 300)


def say(n: int, _committed: None) -> None:
    os.write(1, b"%d\n" % n)


def write_for_ever(folder: Path) -> None:
    loop = Loop()
    journal = Journal(folder, loop)
    (last,) = journal._store.execute("SELECT COALESCE(MAX(n), 0) FROM entries").fetchone()
    said = acknowledged = last
    while True:
        while said < acknowledged + UNDER_WAY:
            said += 1
            done = journal.write(entry_row("T", 1, said, line(said), 0, said, 0, 0, 0, 0, b""))
            done.addCallback(partial(say, said))
        loop.turn()
        acknowledged += 1


def main() -> None:
    for _ask in sys.stdin:
        child = os.fork()
        if child == 0:
            write_for_ever(Path(sys.argv[1]))
        os.write(1, b"child %d\n" % child)
        os.waitpid(child, 0)
        os.write(1, b"gone\n")


if __name__ == "__main__":
    main()
