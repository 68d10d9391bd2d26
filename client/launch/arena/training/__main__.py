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
from rich.console import Console
from rich.progress import track

from ironbottom.rules import new_game
from ironbottom.strict_yaml import CardError

from ....bots.value.value import Value
from ....bots.value.weights import SHIPPED, Weights, written
from ....storage.card_sets import chosen
from ..workers import spread
from . import fitting, pricing, reliability
from .exploring import BOT, Explored, Games, Position, explored

R = TypeVar("R")
LEAST = 5  # games: each fifth is judged by the others
FAR = 1_000_000  # number of the first game by which cards are priced: nobody learned from it
PLAYERS = f"{BOT} against itself; in three games of four chance decides up to some turn"


def main(given: Sequence[str] | None = None) -> int:
    args = _asked(given)
    games, out = args.of, args.out
    found = _done("games", partial(explored, games), range(args.games), args.jobs)
    tries = range(FAR, FAR + args.pairs + args.prices)
    cards = _done("cards in the hand", partial(pricing.tried, games), tries, args.jobs)
    pairs, judged = cards[: args.pairs], cards[args.pairs :]
    alone, weights = trained(games, found, args), trained(games, found, args, pairs)
    whole, lines = judged_across(found, pairs)
    prices = [pricing.prices([one.price(Value(by)) for one in judged]) for by in (alone, weights)]
    (out / SHIPPED).write_text(written(weights), encoding="utf-8")
    text = "\n".join([*_head(weights), *lines, "", "![said and won](reliability.svg)", "", *pricing.table(*prices), ""])
    (out / "RELIABILITY.md").write_text(text, encoding="utf-8")
    reliability.plot(whole, out / "reliability.svg")
    print(text)
    return 0


def _asked(given: Sequence[str] | None) -> argparse.Namespace:
    """The options; `of` are the games.  What would be wrong at the end of the work is told before it begins."""
    parser = _parser()
    args = parser.parse_args(given)
    if args.games < LEAST or min(args.pairs, args.prices) < 0 or min(args.deals, args.jobs) < 1:
        parser.error(f"--games begins with {LEAST}, --deals and --jobs with 1, --pairs and --prices with 0")
    try:
        args.of = Games(args.seed, chosen(args.set))
        args.out.mkdir(parents=True, exist_ok=True)
    except CardError as error:
        parser.error(str(error))
    except OSError as error:
        parser.error(f"--out: {args.out} can be no folder ({error.strerror}); name another")
    return args


def _done(what: str, work: Callable[[int], R | None], pieces: range, jobs: int) -> list[R]:
    """What came of each piece that anything came of, in their order; one process is this one."""
    done, console = spread(work, pieces, jobs) if jobs > 1 else map(work, pieces), Console(stderr=True)
    seen = track(done, what, len(pieces), console=console, transient=True, disable=not console.is_terminal)
    return [one for one in seen if one is not None]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ironbottom.client.launch.arena.training", description=__doc__)
    option = parser.add_argument
    option("--games", type=int, default=4000, help="games to learn from (default: 4000)")
    option("--pairs", type=int, default=800, help="cards in the hand that are tried, to learn from (default: 800)")
    option("--prices", type=int, default=300, help="and those by which prices are judged (default: 300)")
    option("--deals", type=int, default=1000, help="deals for the chance before anything is dealt (default: 1000)")
    option("--seed", default="1", help="any word; the same seed plays the same games")
    option("--jobs", type=int, default=1, help="processes")
    option("--set", default="core", help="the set of cards")
    option("--out", type=Path, default=Path("build/value"), help="the folder for the files")
    option("--day", default=f"{datetime.now(UTC):%Y-%m-%d}", help="the date in the file (default: today)")
    return parser


def trained(
    games: Games, found: list[Explored], args: argparse.Namespace, pairs: Sequence[pricing.Tried] = ()
) -> Weights:
    """The weights from these games, and from cards that were tried."""
    positions, won, _numbers = _learned(found)
    by = fitting.scales(np.array([one.figures for one in positions]))
    fitted = fitting.fitted(_table(positions, by), won, fitting.penalty(), _pairs(pairs, by))
    weights = Weights(
        set=games.cards.name, cards=games.cards.fingerprint, trained=args.day, seed=games.seed, games=len(found),
        positions=len(positions), players=PLAYERS, start=0.5, knots=fitting.KNOTS, weights=fitting.named(fitted, by),
    )
    return _with_start(weights, games, args.deals)


def judged_across(
    found: list[Explored], pairs: Sequence[pricing.Tried]
) -> tuple[reliability.Reliability, list[str]]:
    """What the positions of games that each fifth of them did not know tell of such weights."""
    positions, won, numbers = _learned(found)
    by = fitting.scales(np.array([one.figures for one in positions]))
    said = fitting.across(_table(positions, by), won, numbers, fitting.penalty(), _pairs(pairs, by))
    whole = reliability.reliability(said, won, numbers)
    turns = np.array([one.turn for one in positions])
    return whole, reliability.table(whole, reliability.by_turn(said, won, numbers, turns))


def _learned(found: list[Explored]) -> tuple[list[Position], fitting.Array, reliability.Numbers]:
    """All positions, whether the US won, and of which game they are."""
    rows = [(position, one.won, one.n) for one in found for position in one.positions]
    won, numbers = np.array([float(won) for _p, won, _n in rows]), np.array([n for _p, _won, n in rows])
    return [position for position, _won, _n in rows], won, numbers


def _table(positions: Sequence[Position], by: fitting.Array) -> fitting.Array:
    figures = np.array([one.figures for one in positions])
    return fitting.design(figures / by, fitting.clock([one.left for one in positions]))


def _pairs(tried: Sequence[pricing.Tried], by: fitting.Array) -> fitting.TriedCards | None:
    if not tried:
        return None
    held, gone = _table([one.held for one in tried], by), _table([one.gone for one in tried], by)
    return fitting.TriedCards(held, gone, np.array([one.real for one in tried]))


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
