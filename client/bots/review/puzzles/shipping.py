"""Which of the found positions are shipped, and their files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import json

from ironbottom.printed import CardSet

from .finding import FoundPuzzle
from .solving.kinds import KINDS
from .solving.puzzle import HandWords, Puzzle
from .solving.shelf import ENDING
from .wording import lines, puzzle_of

MOST = 70  # of a kind
BY_CARD = "submarines.play"  # whose odds are those of cards in the hand, which have no names of their own
INDEX = "index.json"
BY_HAND = Path(__file__).with_name("by_hand.json")


def shipped(found: Iterable[FoundPuzzle], cards: CardSet, hand: Mapping[str, HandWords]) -> list[Puzzle]:
    """Of each kind so many, those worded by hand first; then as they were found, those with answers that say the same
    left out.
    """
    made = [puzzle for one in found if sound(puzzle := _puzzle(one, cards, hand))]
    made = without_repeats(sorted(made, key=lambda one: one.hand is None))
    had: dict[str, list[Puzzle]] = {}
    for one in made:
        same = had.setdefault(one.kind, [])
        if len(same) < MOST:
            same.append(one)
    return [one for kind in KINDS for one in sorted(had.get(kind, ()), key=lambda one: (one.rating, one.id))]


def without_repeats(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The same odds are asked once."""
    asked: set[object] = set()
    kept = []
    for one in puzzles:
        odds = one.id if one.exact is None else (one.question.step, one.part[2], round(one.exact, 3))
        if odds not in asked:
            kept.append(one)
        asked.add(odds)
    return kept


def _puzzle(one: FoundPuzzle, cards: CardSet, hand: Mapping[str, HandWords]) -> Puzzle:
    puzzle = puzzle_of(one, cards)
    return puzzle_of(one, cards, hand[puzzle.id]) if puzzle.id in hand else puzzle


def sound(puzzle: Puzzle) -> bool:
    """Whether it is one, and its answers can be told apart by their words."""
    said = [tuple(one.words.values()) for one in puzzle.answers]
    named = puzzle.exact is None or puzzle.question.step != BY_CARD
    return named and puzzle.fault() is None and len(set(said)) == len(said)


def write(folder: Path, puzzles: Sequence[Puzzle]) -> None:
    """A file for each kind, and what the page chooses by."""
    folder.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        (folder / f"{kind}{ENDING}").write_bytes(lines([one for one in puzzles if one.kind == kind]))
    rows = [[one.id, one.kind, one.rating, one.hand.place if one.hand else 0] for one in puzzles]
    (folder / INDEX).write_bytes(b"[\n" + b",\n".join(map(json.encode, rows)) + b"\n]\n")


def by_hand() -> dict[str, HandWords]:
    """What was written about chosen puzzles, by their ids."""
    return json.decode(BY_HAND.read_bytes(), type=dict[str, HandWords]) if BY_HAND.exists() else {}
