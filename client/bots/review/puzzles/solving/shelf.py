"""All puzzles that are shipped: files by kind, a puzzle a line, read strictly."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from msgspec import DecodeError, ValidationError, json

from ironbottom.language import _

from .....console.errors import UserError
from .kinds import KINDS
from .puzzle import Puzzle

ENDING = ".jsonl.txt"  # the type tells a server that it is text
FOLDER = Path(str(files("ironbottom.client"))) / "bots" / "review" / "puzzles" / "kept"


class BadPuzzle(UserError):
    """A file of puzzles holds something else."""


def shelf(folder: Path = FOLDER) -> list[Puzzle]:
    """All puzzles, those worded by hand first, in their order; then the easier ones.  Raises BadPuzzle."""
    found: dict[str, Puzzle] = {}
    for kind in KINDS:
        for n, puzzle in read(folder / f"{kind}{ENDING}"):
            if puzzle.id in found or puzzle.kind != kind:
                raise _bad(folder / f"{kind}{ENDING}", n, _("its id or kind is that of another place"))
            found[puzzle.id] = puzzle
    return sorted(found.values(), key=lambda one: (one.hand.place if one.hand else 10_000, one.rating, one.id))


def read(file: Path) -> Iterator[tuple[int, Puzzle]]:
    """The puzzles of a file, with the number of the line of each.  Raises BadPuzzle."""
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        text = _("{file} cannot be read ({why}): install the program again.")
        raise BadPuzzle(text.format(file=file, why=error.strerror)) from None
    for n, line in enumerate(lines, 1):
        try:
            puzzle = json.decode(line, type=Puzzle)
        except (DecodeError, ValidationError) as error:
            raise _bad(file, n, str(error)) from None
        fault = puzzle.fault()
        if fault is not None:
            raise _bad(file, n, fault)
        yield n, puzzle


def _bad(file: Path, n: int, why: str) -> BadPuzzle:
    text = _("{file}, line {n}: this is no puzzle ({why}); install the program again, or make them anew.")
    return BadPuzzle(text.format(file=file, n=n, why=why))
