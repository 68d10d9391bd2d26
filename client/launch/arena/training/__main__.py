"""The command that makes the weights of a value: it plays, fits, tells how good they are, and writes three files.

    weights.yaml       the weights, as client/bots/value reads them
    RELIABILITY.md     how often what is said comes true, and what cards in the hand are said to be worth
    reliability.svg    the same as a picture

The same seed and numbers write the same files, in any number of processes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import TypeVar

import numpy as np
from msgspec import convert
from msgspec.structs import replace
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from ironbottom.rules import new_game

from ....bots.value.value import Value, chance
from ....bots.value.weights import SHIPPED, Weights, written
from ..workers import spread
from . import fitting, pricing, reliability
from .exploring import LIGHT, Games
from .learning import Learned, learned
from .options import made_ready

R = TypeVar("R")
JUDGES = 10  # each game whose number it divides is not learned from
FAR = 1_000_000  # number of the first game of the mate, and by which cards are priced: nobody learned from it
PLAYERS = "the light player against itself; in three games of four chance decides up to some turn"


def main(given: Sequence[str] | None = None) -> int:
    args = _asked(given)
    games, out = args.of, args.out
    found = _done("games", partial(learned, games, LIGHT), range(args.games), args.jobs)
    beyond = range(FAR, FAR + args.judges)
    mates = _done("games of the mate", partial(learned, games, "mate"), beyond, args.jobs)
    cards = _done("cards in the hand", partial(pricing.tried, games), range(FAR, FAR + args.prices), args.jobs)
    weights = trained(games, [one for one in found if one.n % JUDGES], args)
    value = Value(weights)
    own, text = judged(value, [one for one in found if not one.n % JUDGES])
    lines = [*_head(weights), *text, "", "![said and won](reliability.svg)", ""]
    if mates:
        lines += [f"## {len(mates):,} games of `mate` with itself, begun alike", "", *judged(value, mates)[1], ""]
    lines += ["## Cards in the hand", "", *pricing.table(pricing.prices([one.price(value) for one in cards])), ""]
    (out / SHIPPED).write_text(written(weights), encoding="utf-8")
    (out / "RELIABILITY.md").write_text("\n".join(lines), encoding="utf-8")
    reliability.plot(own, out / "reliability.svg")
    print("\n".join(lines))
    return 0


def _asked(given: Sequence[str] | None) -> argparse.Namespace:
    """The options; `of` are the games.  What would be wrong at the end of the work is told before it begins."""
    parser = _parser()
    args = parser.parse_args(given)
    if args.games < JUDGES or min(args.judges, args.prices) < 0 or min(args.deals, args.jobs) < 1:
        parser.error(f"--games begins with {JUDGES}, --deals and --jobs with 1, --judges and --prices with 0")
    return made_ready(parser, args)


def _done(what: str, work: Callable[[int], R | None], pieces: range, jobs: int) -> list[R]:
    """What came of each piece that anything came of, in their order; one process is this one."""
    done, console = spread(work, pieces, jobs) if jobs > 1 else map(work, pieces), Console(stderr=True)
    seen = track(done, what, len(pieces), console=console, transient=True, disable=not console.is_terminal)
    return [one for one in seen if one is not None]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ironbottom.client.launch.arena.training", description=__doc__)
    option = parser.add_argument
    option("--games", type=int, default=60_000, help="games of the light player (default: 60000)")
    option("--judges", type=int, default=1500, help="games of the mate to judge by (default: 1500)")
    option("--prices", type=int, default=400, help="cards in the hand by which prices are judged (default: 400)")
    option("--deals", type=int, default=1000, help="deals for the chance before anything is dealt (default: 1000)")
    option("--seed", default="1", help="any word; the same seed plays the same games")
    option("--jobs", type=int, default=1, help="processes")
    option("--set", default="core", help="the set of cards")
    option("--out", type=Path, default=Path("build/value"), help="the folder for the files")
    option("--day", default=f"{datetime.now(UTC):%Y-%m-%d}", help="the date in the file (default: today)")
    return parser


def trained(games: Games, found: Sequence[Learned], args: argparse.Namespace) -> Weights:
    """The weights from these games."""
    rows, won = np.concatenate([one.rows for one in found]), _of_each(found, [float(one.won) for one in found])
    by = fitting.scales(rows)
    rows /= by
    net = fitting.named(fitting.fitted(rows, won.astype(np.float32)), by)
    of = {"set": games.cards.name, "cards": games.cards.fingerprint, "trained": args.day, "seed": games.seed}
    counted = {"games": len(found), "positions": len(rows), "players": PLAYERS, "start": 0.5}
    weights = convert({**of, **counted, **net}, Weights)
    value = Value(weights)
    fresh = [new_game(games.cards, games.chance(-n).randbytes(32), log=False) for n in range(1, args.deals + 1)]
    return replace(weights, start=round(fmean(map(value.of_game, fresh)), 5))


def judged(value: Value, found: Sequence[Learned]) -> tuple[reliability.Reliability, list[str]]:
    """What positions of games that it did not learn from tell of a value; and that as Markdown."""
    said = np.array([chance(value.said(row)) for one in found for row in one.rows.tolist()])
    won, numbers = _of_each(found, [float(one.won) for one in found]), _of_each(found, [one.n for one in found])
    turns = np.concatenate([np.array(one.turns) for one in found])
    whole = reliability.reliability(said, won, numbers.astype(np.int64))
    return whole, reliability.table(whole, reliability.by_turn(said, won, numbers.astype(np.int64), turns))


def _of_each(found: Sequence[Learned], figures: Sequence[float]) -> NDArray[np.float64]:
    """A figure of each game, for each of its positions."""
    return np.repeat(np.array(figures, dtype=np.float64), [len(one.rows) for one in found])


def _head(weights: Weights) -> list[str]:
    return [
        "# How good the weights are", "",
        f"They have learned from {weights.games:,} games, {weights.positions:,} positions: {weights.players}.", "",
        f"## Every {JUDGES}th game, which they have not learned from", "",
    ]


if __name__ == "__main__":
    sys.exit(main())
