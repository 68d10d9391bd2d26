"""The tosses of one table, as a player's client keeps them: who was bound to what, and what became of it.

They outlive the process, so that nobody can have another toss after ours was shown by waiting until we come back.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from ironbottom.proof.kept import Began, OutcomeShown, Step, TossHistory, WishedAgain, line_of, written

from ..console.errors import NotWritten
from .atomic_files import append, read_if_there


class Tosses:
    """All of one table; without a folder only as long as the process lives."""

    def __init__(self, folder: Path | None, server: bytes, table: str) -> None:
        name = sha256(server + table.encode()).hexdigest()[:16]
        self._path = None if folder is None else folder / f"tosses-{name}.jsonl"
        self.steps: list[Step] = []
        self.attempts = TossHistory()
        self._late: list[bytes] = []  # that could not be written down yet
        before = None if self._path is None else read_if_there(self._path)
        for line in (before or b"").splitlines():
            with suppress(ValueError, RecursionError):  # one that was cut off, or of a later version
                self._take(line_of(line))

    def _take(self, line: object) -> None:
        if isinstance(line, Step):
            self.steps.append(line)
            self.attempts.take(line)

    def keep(self, step: Step, *, now: bool = False) -> None:
        """Note a step; without room, as soon as there is.  `now`: it must be on the disk.  Raises UserError."""
        if step in self.steps:
            return
        try:
            if self._path is not None:
                append(self._path, b"".join([*self._late, written(step)]), now=now)
                self._late.clear()
        except NotWritten:
            if now:
                raise
            self._late.append(written(step))
        self._take(step)

    def shown(self, game: bytes, place: int, *, over: bool) -> None:
        """An update of a game has come, and perhaps its outcome."""
        attempt = self.attempts.by_game.get(game)
        if attempt is None:
            return
        if not attempt.began:
            self.keep(Began(game, place))
        if over and not attempt.over:
            self.keep(OutcomeShown(game, asks=True))

    def again(self, game: bytes) -> None:
        """Who sits here asks for another game after this one, which was shown to be over."""
        attempt = self.attempts.by_game.get(game)
        if attempt is not None and attempt.over:
            self.keep(WishedAgain(game))

    def forget(self) -> None:
        """Nobody will ask any more."""
        self.steps, self.attempts = [], TossHistory()
        if self._path is not None:
            self._path.unlink(missing_ok=True)
