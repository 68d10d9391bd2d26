"""Look through games for puzzles, and keep what is found; a series that was broken off goes on where it was.

    python -m ironbottom.client.launch.arena.training.puzzles --games 300 --jobs 2 --out build/puzzles
    python -m ironbottom.client.launch.arena.training.puzzles --again build/puzzles --out build/again
    python -m ironbottom.client.launch.arena.training.puzzles --games 0 --ship

The second judges all that other folders hold once more, which is due when worlds, value or player have changed.  The
third writes what was found to the files that are shipped.  Each game is a line of FOLDER/found.jsonl, with all
puzzles that it gave.  The same seed gives the same puzzles, in any number of processes and on any cluster.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from msgspec import DecodeError, Struct, ValidationError, json
from msgspec.structs import replace
from rich.console import Console
from rich.progress import Progress

from ....bots.review.puzzles.finding import FoundPuzzle, Source, judged_again, puzzles_of
from ....bots.review.puzzles.shipping import by_hand, shipped, write
from ....bots.review.puzzles.solving.kinds import KINDS
from ....bots.review.puzzles.solving.shelf import FOLDER, shelf
from ....console.running import telling
from ....storage.card_sets import chosen
from ..workers import add_workers, as_they_come
from .options import made_ready

KEPT = "found.jsonl"


class LookedThrough(Struct, frozen=True):
    """A game, and what it gave."""

    seed: str
    game: int
    puzzles: tuple[FoundPuzzle, ...]


@telling
def main(given: Sequence[str] | None = None) -> int:
    args = _asked(given)
    file = args.out / KEPT
    if args.again:
        _judge_again(args, file)
    else:
        _look(args, file)
    if args.ship:
        cards = chosen(args.set)
        games = sorted(kept(file), key=lambda one: (one.seed, one.game))
        write(FOLDER, shipped([puzzle for one in games for puzzle in one.puzzles], cards, by_hand()))
        print(f"{len(shelf())} puzzles in {FOLDER}")
    return 0


def _look(args: argparse.Namespace, file: Path) -> None:
    """Through the games that are left."""
    done = {one.game for one in kept(file) if one.seed == args.seed}
    left = [n for n in range(args.games) if n not in done]
    found = sum(len(one.puzzles) for one in kept(file))
    with Progress(console=Console(stderr=True)) as bar, file.open("ab") as out:
        task = bar.add_task(f"{found} puzzles", total=args.games, completed=len(done))
        work = partial(puzzles_of, Source(args.seed, chosen(args.set), frozenset(args.kinds)))
        with closing(as_they_come(work, left, args.jobs, args.cluster)) as results:
            for at, puzzles in results:
                out.write(json.encode(LookedThrough(args.seed, left[at], tuple(puzzles))) + b"\n")
                out.flush()
                found += len(puzzles)
                bar.update(task, advance=1, description=f"{found} puzzles")


def _judge_again(args: argparse.Namespace, file: Path) -> None:
    """What other folders hold and this one does not yet."""
    done = {(one.seed, one.game) for one in kept(file)}
    before = {(one.seed, one.game): one for folder in args.again for one in kept(folder / KEPT)}
    left = [one for at, one in before.items() if at not in done]
    with Progress(console=Console(stderr=True)) as bar, file.open("ab") as out:
        task = bar.add_task("judged again", total=len(before), completed=len(before) - len(left))
        work = partial(judged_again, chosen(args.set))
        with closing(as_they_come(work, [one.puzzles for one in left], args.jobs, args.cluster)) as results:
            for at, puzzles in results:
                out.write(json.encode(replace(left[at], puzzles=tuple(puzzles))) + b"\n")
                out.flush()
                bar.update(task, advance=1)


def kept(file: Path) -> list[LookedThrough]:
    """What was found so far; a last line that was cut off is looked for again."""
    if not file.exists():
        return []
    whole = []
    for line in file.read_bytes().splitlines():
        try:
            whole.append(json.decode(line, type=LookedThrough))
        except (DecodeError, ValidationError):
            continue
    return whole


def _asked(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="puzzles", description="Look through games of bots for puzzles.")
    parser.add_argument("--games", type=int, default=300, help="how many games, those of before included")
    parser.add_argument("--seed", default="night", help="of the whole series")
    parser.add_argument("--set", default="core", help="the cards: core, full or a folder")
    add_workers(parser)
    parser.add_argument("--out", type=Path, default=Path("build/puzzles"), metavar="FOLDER")
    parser.add_argument("--kinds", nargs="+", choices=tuple(KINDS), default=tuple(KINDS), help="look for these alone")
    parser.add_argument("--again", type=Path, nargs="+", default=(), metavar="FOLDER", help="judge these anew")
    parser.add_argument("--ship", action="store_true", help="then write the files that are shipped")
    args = parser.parse_args(given)
    if args.games < 0 or args.jobs < 1:
        parser.error("--games begins with 0, --jobs with 1")
    return made_ready(parser, args)


if __name__ == "__main__":
    sys.exit(main())
