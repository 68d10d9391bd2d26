"""What optional rules are worth: by how much they change how often the US wins between two equal players (§23).

Each deal is played twice, with the rule and without, by the same bot with the same chance, so that what the deal gives
one side does not count.  `python -m ironbottom.client.launch.arena.balance.worths --games 1000 --jobs 2` measures all
rules, or those that are named, and prints a line for each, as ironbottom/vocabulary/options.toml has it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from rich.console import Console
from rich.progress import track

from ironbottom.catalog import card_set
from ironbottom.language import _
from ironbottom.options import OPTIONAL_RULES, OptionError, options
from ironbottom.variant import varied
from ironbottom.words import Side

from ....console.running import telling
from ..standing import Z
from ..workers import add_workers, spread
from . import evening
from .games import BalancePlan, play_one

BOT, LEAST, USAGE = "mate", 2, 2
PROGRAM = "ironbottom.client.launch.arena.balance.worths"

START = "-head-start"  # §23.21: worth another figure for each number of points
STARTS = tuple([f"{side}{START}:{n}" for side in ("us", "jp") for n in (2, 5, 11, 24)])

Words = tuple[str, ...]  # of rules that are in force together


class Worth(NamedTuple):
    """What a rule, or several together, are worth."""

    words: Words
    games: int
    without: float  # how often the US wins
    us: float  # by how much more often with them: a part of 1, below zero for what helps Japan
    error: float  # half of the 95 per cent interval


class Deal(NamedTuple):
    """Whether the US won a deal without any rule, and with those of each line."""

    without: bool
    with_them: tuple[bool, ...]


def played(lines: Sequence[Words], bot: str, seed: str, set_name: str, n: int) -> Deal:
    """The n-th deal, without a rule and with those of each line."""
    cards = card_set(set_name)
    without, *with_them = [
        play_one(BalancePlan(bot, seed, varied(cards, words), "us"), n).winner is Side.US for words in ((), *lines)
    ]
    return Deal(without, tuple(with_them))


def worths(lines: Sequence[Words], deals: Sequence[Deal]) -> Iterator[Worth]:
    """The mean difference of each line and its interval, which goes by the deals."""
    n, without = len(deals), fmean([deal.without for deal in deals])
    for place, words in enumerate(lines):
        each = [deal.with_them[place] - deal.without for deal in deals]
        yield Worth(words, n, without, fmean(each), Z * stdev(each) / sqrt(n))


def measured(lines: Sequence[Words], args: argparse.Namespace) -> Iterator[Worth]:
    """Plays all deals.  Raises UserError."""
    work, console = partial(played, lines, args.bot, args.seed, args.set), Console(stderr=True)
    many, numbers = args.jobs > 1 or args.cluster, range(args.games)
    deals = spread(work, numbers, args.jobs, args.cluster) if many else map(work, numbers)
    return worths(lines, [*track(deals, "deals", args.games, console=console, transient=True)])


def certain(found: Iterable[Worth]) -> dict[str, float]:
    """Lone rules that are worth something for certain: what may be nothing makes nobody even."""
    return {one.words[0]: one.us for one in found if len(one.words) == 1 and abs(one.us) > one.error}


def line(found: Worth) -> str:
    """As it stands in options.toml: parts of 1."""
    text = "{words}: worth = [{us:+.3f}, {error:.3f}]  # {games} deals; without it the US wins {without:.1%}"
    return text.format(
        words=" ".join(found.words), us=found.us, error=found.error, games=found.games, without=found.without
    )


@telling
def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog=f"python -m {PROGRAM}", description=__doc__)
    option = parser.add_argument
    option("words", nargs="*", metavar="RULE", help="the rules, each by itself; A+B: two together (default: all)")
    option("--games", type=int, default=1000, help="deals for each line (default: 1000)")
    option("--bot", default=BOT, help="who plays itself (default: mate)")
    option("--seed", default="worth", help="any word; the same seed plays the same games")
    option("--set", default="core", choices=("core", "full"), help="the set of cards")
    option("--even", type=Path, metavar="FILE", help="write what makes unequal players even, by these figures")
    option("--day", default=f"{datetime.now(UTC):%Y-%m-%d}", help="the date in that file (default: today)")
    add_workers(parser)
    args = parser.parse_args(given)
    if args.games < LEAST or args.jobs < 1:
        parser.error("--games begins with 2, --jobs with 1")
    try:
        chosen = [*_lines(args.words)]
    except OptionError as wrong:
        print(wrong, file=sys.stderr)
        return USAGE
    found = [*measured(chosen, args)]
    for one in found:
        print(line(one))
    if args.even is not None:
        args.even.write_text(evening.table(certain(found), args.day), encoding="utf-8")
    return 0


def _lines(said: Sequence[str]) -> Iterator[Words]:
    """The rules of each line; OptionError for what nobody can agree upon."""
    for one in said or [*[rule.word for rule in OPTIONAL_RULES if not rule.word.endswith(START)], *STARTS]:
        words = tuple(one.split("+"))
        if not options(words).words:
            raise OptionError(_("no optional rule is named"))
        yield words


if __name__ == "__main__":
    # By its own name: the workers of a cluster find `played` there.
    sys.exit(import_module(PROGRAM).main())
