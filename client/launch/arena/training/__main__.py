"""The command that makes the weights of a value: it plays, fits, tells how good they are, and writes three files.

    weights.yaml       the weights, as client/bots/value reads them
    RELIABILITY.md     how often what is said comes true, and what cards in the hand are said to be worth
    reliability.svg    the same as a picture

Those for whole games lie in the folder itself, those for battles in `battles` below it.  The same seed and numbers
write the same files, in any number of processes and on any cluster.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from ....bots.value.value import ValueNet
from ....bots.value.weights import SHIPPED, written
from ....console.running import telling
from ..workers import add_workers
from .courses import JUDGES, MATE, Course, battles, judged, trained, whole_games
from .exploring import Games
from .judging import pricing, reliability
from .learning import Learned, learned
from .mixing import Mixture
from .options import done, made_ready, readable

Besides = Callable[[ValueNet], list[str]]  # what else is told of a net, as Markdown
FAR = 1_000_000  # number of the first game of the mate, and by which cards are priced: nobody learned from it
WHOLE, BATTLES = "whole", "battles"


@telling
def main(given: Sequence[str] | None = None) -> int:
    args = _asked(given)
    prices = partial(_prices, args.of, args)
    if args.only != BATTLES:
        made(whole_games(args.seed, (args.set, *args.sets), args.optional), args.games, args.out, args, prices)
    if args.only != WHOLE:
        made(battles(args.seed, args.varied), args.battles, args.out / BATTLES, args)
    return 0


def made(course: Course, games: int, out: Path, args: argparse.Namespace, besides: Besides | None = None) -> None:
    """The three files of one course."""
    out.mkdir(exist_ok=True)
    found = _played("games", course.games, course.player, range(games), args)
    net = ValueNet(trained(course, [one for one in found if one.n % JUDGES], args.day, args.deals))
    own, text = judged(net, [one for one in found if not one.n % JUDGES])
    lines = [*_head(net), *text, "", "![said and won](reliability.svg)", ""]
    for name, mixture in course.judges if args.judges else ():
        mates = _played(f"{name}: games of the mate", mixture, MATE, range(FAR, FAR + args.judges), args)
        lines += [f"## {name}: {len(mates):,} games of `mate` with itself, begun alike", "", *judged(net, mates)[1], ""]
    lines += besides(net) if besides else []
    (out / SHIPPED).write_text(written(net.weights), encoding="utf-8")
    (out / "RELIABILITY.md").write_text("\n".join(lines), encoding="utf-8")
    reliability.plot(own, out / "reliability.svg")
    print("\n".join(lines))


def _played(what: str, mixture: Mixture, name: str, numbers: range, args: argparse.Namespace) -> list[Learned]:
    return done(what, partial(learned, mixture, name), numbers, args)


def _prices(games: Games, args: argparse.Namespace, net: ValueNet) -> list[str]:
    """What cards in the hand are worth, as Markdown."""
    cards = done("cards in the hand", partial(pricing.tried, games), range(FAR, FAR + args.prices), args)
    return ["## Cards in the hand", "", *pricing.table(pricing.prices([one.price(net) for one in cards])), ""]


def _asked(given: Sequence[str] | None) -> argparse.Namespace:
    """The options; `of` are the games.  What would be wrong at the end of the work is told before it begins."""
    parser = _parser()
    args = parser.parse_args(given)
    if min(args.games, args.battles) < JUDGES or min(args.deals, args.jobs) < 1 or min(args.judges, args.prices) < 0:
        least = f"--games and --battles begin with {JUDGES}"
        parser.error(f"{least}, --deals and --jobs with 1, --judges and --prices with 0")
    if not (0 <= args.optional <= 1 and 0 <= args.varied <= 1):
        parser.error("--optional and --varied are shares, from 0 to 1")
    for name in args.sets:
        readable(parser, name)
    return made_ready(parser, args)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ironbottom.client.launch.arena.training", description=__doc__)
    option = parser.add_argument
    option("--games", type=int, default=60_000, help="whole games of the light player (default: 60000)")
    option("--battles", type=int, default=30_000, help="battles of the mate (default: 30000)")
    option("--only", choices=(WHOLE, BATTLES), help="learn these alone (default: both)")
    option("--judges", type=int, default=500, help="games of the mate to judge by, of each kind (default: 500)")
    option("--prices", type=int, default=400, help="cards in the hand by which prices are judged (default: 400)")
    option("--deals", type=int, default=1000, help="deals for the chance before anything is dealt (default: 1000)")
    option("--seed", default="1", help="any word; the same seed plays the same games")
    add_workers(parser)
    option("--set", default="core", help="the set of cards, for which cards in the hand are priced too")
    option("--sets", nargs="*", default=["core", "full"], help="more sets; each is played as often as it is named")
    option("--optional", type=float, default=0.2, help="the share of whole games with optional rules (default: 0.2)")
    option("--varied", type=float, default=0.5, help="the share of battles that are not as they are (default: 0.5)")
    option("--out", type=Path, default=Path("build/value"), help="the folder for the files")
    option("--day", default=f"{datetime.now(UTC):%Y-%m-%d}", help="the date in the file (default: today)")
    return parser


def _head(net: ValueNet) -> list[str]:
    weights = net.weights
    return [
        "# How good the weights are", "",
        f"They have learned from {weights.games:,} games, {weights.positions:,} positions: {weights.players}.", "",
        f"## Every {JUDGES}th game, which they have not learned from", "",
    ]


if __name__ == "__main__":
    sys.exit(main())
