"""The command that makes the weights by which luck is reckoned: it plays, fits, judges, and writes them.

The weights begin as those of the value (client/bots/value/weights.yaml).  Games that nobody learned from tell how many
plain games one game without its luck is worth, before and after.  The same seed and numbers write the same file on the
same machine, in any number of processes and on any cluster.  A game takes about a second, and half a megabyte of memory
until the end, a whole one while inputs are measured: as many games as by default some three hours of two processors,
and 20 GB.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import numpy as np
from msgspec import convert
from rich.console import Console
from rich.progress import Progress

from ironbottom.printed import CardSet

from .....bots.value.baseline.baseline import BASELINE_INPUTS
from .....bots.value.weights import SHIPPED, Weights, shipped, written
from .....console.running import telling
from ...in_process import Series
from ...workers import add_workers
from ..courses import MATE
from ..fitting import Array, SmallNet, named
from ..options import done, foldered, readable
from .agreeing import ROUNDS, agreed, beginning, left_over, measure, start
from .followed import Followed, followed

MIXED = ("core:20000", "full:570")
COMMAND = "python -m ironbottom.client.launch.arena.training.following"
PLAYERS = "`mate` against itself, every answer followed with fresh chance"


@telling
def main(words: Sequence[str] | None = None) -> int:
    """Play, fit, and write the file."""
    args = _asked(words)
    series = [Series(MATE, MATE, args.seed, cards) for cards, _games in args.of]
    learned, judges = [], []
    for one, (_cards, games) in zip(series, args.of, strict=True):
        learned += done("games", partial(followed, one), range(games), args)
        judges.append(done("judges", partial(followed, one), range(games, games + args.judges), args))
    by = measure(learned)
    net = beginning(shipped(), by)
    before = [worth(net, games, by) for games in judges]
    _fitted(net, learned, by)
    weights = _weights(net, by, learned, args)
    (args.out / SHIPPED).write_text(written(weights, COMMAND), encoding="utf-8")
    print(f"{len(learned)} games: {args.out / SHIPPED}")
    for one, games, was in zip(series, judges, before, strict=True):
        told = f"one is worth {worth(net, games, by):.2f} plain games, by the weights of the value {was:.2f}"
        print(f"of {args.judges} others of {one.cards.name} {told}")
    return 0


def worth(net: SmallNet, games: Sequence[Followed], by: Array) -> float:
    """How many plain games tell as much as one of these without its luck."""
    results = np.array([one.worth[-1] for one in games])
    return float(results.var() / left_over(net, games, by).var())


def _fitted(net: SmallNet, games: Sequence[Followed], by: Array) -> None:
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("fitting", total=ROUNDS * len(games))
        agreed(net, games, by, tell=lambda looked: progress.update(task, completed=looked))


def _weights(net: SmallNet, by: Array, games: Sequence[Followed], args: argparse.Namespace) -> Weights:
    """As the file has them."""
    sets, positions = [cards for cards, _games in args.of], sum([len(one.rows) for one in games])
    names, marks = " ".join([one.name for one in sets]), " ".join([one.fingerprint for one in sets])
    of = {"set": names, "cards": marks, "trained": args.day, "seed": args.seed}
    counted = {"games": len(games), "positions": positions, "players": PLAYERS, "start": start(net, games, by)}
    return convert({**of, **counted, **named(net, by, BASELINE_INPUTS)}, Weights)


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    """The options; what would be wrong at the end is told before the work begins."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    option = parser.add_argument
    option("--of", nargs="+", default=[*MIXED], metavar="SET:GAMES", help=f"to learn from (default: {' '.join(MIXED)})")
    option("--judges", type=int, default=500, help="others of each set, that judge the weights (default: 500)")
    option("--seed", default="1", help="any word; the same seed plays the same games")
    add_workers(parser)
    option("--out", type=Path, default=Path("build/value/baseline"), help="the folder for the file")
    option("--day", default=f"{datetime.now(UTC):%Y-%m-%d}", help="the date in the file (default: today)")
    args = parser.parse_args(words)
    if args.judges < 2 or args.jobs < 1:
        parser.error("--jobs begins with 1, --judges with 2")
    args.of = [_numbered(parser, one) for one in args.of]
    foldered(parser, args.out)
    return args


def _numbered(parser: argparse.ArgumentParser, word: str) -> tuple[CardSet, int]:
    """A set of cards, and how many games of it."""
    name, _colon, games = word.rpartition(":")
    if not games.isdecimal() or int(games) < 1:
        parser.error(f"--of: {word} is no set with its games; write it as {MIXED[0]}")
    return readable(parser, name), int(games)


if __name__ == "__main__":
    sys.exit(main())
