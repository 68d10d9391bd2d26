"""What a player keeps of his puzzles on this computer: his rating, and what became of each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import DecodeError, Struct, ValidationError, json
from msgspec.structs import replace

from .....storage.atomic_files import damaged, read_if_there, write_whole
from .puzzle import Puzzle
from .rating import START, after

FILE = "puzzles.json"


class FirstAttempt(Struct, frozen=True):
    """The first attempt at a puzzle."""

    id: str
    solved: bool
    rating: float  # of the puzzle, for this player, after it


class PuzzleProgress(Struct, frozen=True):
    """All first attempts, the latest last."""

    rating: float = START
    attempts: tuple[FirstAttempt, ...] = ()

    @property
    def solved(self) -> int:
        return sum(one.solved for one in self.attempts)

    def tried(self, id_: str) -> FirstAttempt | None:
        return next((one for one in self.attempts if one.id == id_), None)

    def with_attempt(self, puzzle: Puzzle, *, solved: bool) -> PuzzleProgress:
        """A first attempt counts; later ones change nothing."""
        if self.tried(puzzle.id) is not None:
            return self
        rating, of_puzzle = after(self.rating, puzzle.rating, len(self.attempts), solved=solved)
        return replace(self, rating=rating, attempts=(*self.attempts, FirstAttempt(puzzle.id, solved, of_puzzle)))

    def next_of(self, puzzles: Sequence[Puzzle], but: str = "") -> Puzzle | None:
        """Those worded by hand first, in their order; then what is nearest to the player's rating, not tried before.

        Where all were tried: that which was not solved longest ago, then that which was tried longest ago.
        """
        new = [one for one in puzzles if self.tried(one.id) is None and one.id != but]
        if new:
            by_hand = [one for one in new if one.hand is not None]
            return by_hand[0] if by_hand else min(new, key=lambda one: (abs(one.rating - self.rating), one.id))
        order = {one.id: (one.solved, i) for i, one in enumerate(self.attempts)}
        again = sorted([one for one in puzzles if one.id != but], key=lambda one: order[one.id])
        return again[0] if again else (puzzles[0] if puzzles else None)


def progress(folder: Path) -> PuzzleProgress:
    """What is kept there; of a newcomer, nothing.  Raises UserError."""
    data = read_if_there(folder / FILE)
    if data is None:
        return PuzzleProgress()
    try:
        return json.decode(data, type=PuzzleProgress)
    except (DecodeError, ValidationError):
        raise damaged(folder / FILE) from None


def keep(folder: Path, now: PuzzleProgress) -> None:
    """Write it down.  Raises UserError."""
    write_whole(folder / FILE, json.encode(now))
