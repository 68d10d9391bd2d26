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
from msgspec.structs import replace

from ironbottom.rules import new_game

from ....bots.value.value import Value
from ....bots.value.weights import SHIPPED, Weights, written
from ....storage.card_sets import chosen
from ..workers import spread
from . import fitting, pricing, reliability
from .exploring import BOT, Explored, Games, explored

R = TypeVar("R")
FAR = 1_000_000  # number of the first game by which cards are priced: nobody learned from it
PLAYERS = f"{BOT} against itself; in three games of four chance decides up to some turn"


def main(given: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(given)
    games, out = Games(args.seed, chosen(args.set)), Path(args.out)
    found = _done(partial(explored, games), range(args.games), args.jobs)
    weights, whole, lines = trained(games, found, args.day, args.deals)
    value = Value(weights)
    cards = _done(partial(pricing.priced, games, value), range(FAR, FAR + args.prices), args.jobs)
    priced = pricing.prices(cards)
    out.mkdir(parents=True, exist_ok=True)
    (out / SHIPPED).write_text(written(weights), encoding="utf-8")
    text = "\n".join([*_head(weights), *lines, "", "![said and won](reliability.svg)", "", *pricing.table(priced), ""])
    (out / "RELIABILITY.md").write_text(text, encoding="utf-8")
    reliability.plot(whole, out / "reliability.svg")
    print(text)
    return 0


def _done(work: Callable[[int], R | None], pieces: range, jobs: int) -> list[R]:
    """What came of each piece that anything came of, in their order; one process is this one."""
    done = spread(work, pieces, jobs) if jobs > 1 else map(work, pieces)
    return [one for one in done if one is not None]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ironbottom.client.launch.arena.training", description=__doc__)
    option = parser.add_argument
    option("--games", type=int, default=4000, help="games to learn from (default: 4000)")
    option("--prices", type=int, default=300, help="cards in the hand that are priced by playing on (default: 300)")
    option("--deals", type=int, default=1000, help="deals for the chance before anything is dealt (default: 1000)")
    option("--seed", default="1", help="any word; the same seed plays the same games")
    option("--jobs", type=int, default=1, help="processes")
    option("--set", default="core", help="the set of cards")
    option("--out", default="build/value", help="the folder for the files")
    option("--day", default=f"{datetime.now(UTC):%Y-%m-%d}", help="the date in the file (default: today)")
    return parser


def trained(
    games: Games, found: list[Explored], day: str, deals: int
) -> tuple[Weights, reliability.Reliability, list[str]]:
    """The weights, and what the positions of games that each fifth of them did not know tell of such weights."""
    rows = [(one.n, one.won, position) for one in found for position in one.positions]
    figures = np.array([position.figures for _n, _won, position in rows])
    won, numbers = np.array([float(won) for _n, won, _p in rows]), np.array([n for n, _won, _p in rows])
    turns, left = np.array([p.turn for _n, _won, p in rows]), [p.left for _n, _won, p in rows]
    by, drawn = fitting.scales(figures), fitting.penalty()
    table = fitting.design(figures / by, fitting.clock(left))
    weights = Weights(
        set=games.cards.name, cards=games.cards.fingerprint, trained=day, seed=games.seed, games=len(found),
        positions=len(rows), players=PLAYERS, start=0.5, knots=fitting.KNOTS,
        weights=fitting.named(fitting.fitted(table, won, drawn), by),
    )
    said = fitting.across(table, won, numbers, drawn)
    whole = reliability.reliability(said, won, numbers)
    lines = reliability.table(whole, reliability.by_turn(said, won, numbers, turns))
    return _with_start(weights, games, deals), whole, lines


def _with_start(weights: Weights, games: Games, deals: int) -> Weights:
    """With the mean value of fresh deals."""
    value = Value(weights)
    fresh = [new_game(games.cards, games.chance(-n).randbytes(32), log=False) for n in range(1, deals + 1)]
    return replace(weights, start=round(fmean(map(value.of_game, fresh)), 5))


def _head(weights: Weights) -> list[str]:
    return [
        "# How good the weights are", "",
        f"{weights.games:,} games, {weights.positions:,} positions, {weights.players}; each fifth of the games is"
        " judged by weights from the others.", "",
    ]


if __name__ == "__main__":
    sys.exit(main())
