"""Whether two unequal players come out even with the optional rules that "make it even" chooses for them.

    python -m ironbottom.client.launch.arena.balance.unequal ensign mate --games 200 --jobs 2

Each deal is played twice, with the sides swapped, each time by the rules for that side.  How far they are apart is
taken from the ladder, or from --lead.  `--plain` plays the same deals without the rules, for comparison.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import NamedTuple

from rich.console import Console
from rich.progress import track

from ironbottom.catalog import card_set
from ironbottom.variant import varied
from ironbottom.words import SIDES, Side

from ....bots.registry import made
from ....console.running import telling
from ....text.people.rungs import rung_strength
from ....text.rules.even_words import evened_lines
from ....text.rules.handicap import Handicap, handicap
from ..in_process import Result, Series, aside, play_game
from ..standing import Share, standing
from ..workers import add_workers, spread

USAGE = 2
PROGRAM = "ironbottom.client.launch.arena.balance.unequal"
NOTHING = Handicap((), 50)


class UnequalPlan(NamedTuple):
    """Who plays whom, and by how many Elo points the first is the stronger; it decides every game by its number."""

    a: str
    b: str
    lead: float
    seed: str
    plain: bool = False  # without rules that make it even

    def rules(self, side: Side) -> Handicap:
        """Those of the games in which the first player has this side."""
        return NOTHING if self.plain else handicap(side, self.lead)


def play_unequal(plan: UnequalPlan, n: int) -> Result:
    """The n-th game; in even ones the first player has the US.  Raises BotFault."""
    rules = plan.rules(SIDES[n % 2])
    series = Series(plan.a, plan.b, plan.seed, varied(card_set("core"), rules.words))
    names = series.players(n)
    bots = {side: made(names[side], series.cards, series.chance(n, side)) for side in SIDES}
    return play_game(series.cards, series.deal(n), bots, n=n)


def play_plan(plan: UnequalPlan, games: int, jobs: int = 1, cluster: str = "") -> list[Result]:
    """So many games, over so many processes or a cluster.  Raises UserError."""
    play, many = partial(play_unequal, plan), jobs > 1 or cluster
    results = spread(play, range(games), jobs, cluster) if many else map(partial(aside, play), range(games))
    return [*track(results, "games", games, console=Console(stderr=True), transient=True)]


def told(plan: UnequalPlan, results: Sequence[Result]) -> list[str]:
    """The rules of both sides and how often the first player won."""
    found = standing(results, plan.a)
    lines = [f"{plan.a} is {plan.lead:+.0f} Elo points stronger than {plan.b}"]
    for side in SIDES:
        rules = plan.rules(side)
        said = " ".join(evened_lines(side, plan.lead, rules)) if not plan.plain else "no rules"
        lines.append(f"{plan.a} as {side.name}: {said}")
    assert found.overall is not None
    shares = (("overall", found.overall), ("as US", found.as_us), ("as JP", found.as_jp))
    return [*lines, *[f"{label}: {_share(one)}" for label, one in shares]]


def _share(one: Share) -> str:
    return f"won {one.won} of {one.games}, {one.rate:.1%} ({one.low:.1%} to {one.high:.1%} with 95 % confidence)"


@telling
def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog=f"python -m {PROGRAM}", description=__doc__)
    option = parser.add_argument
    option("a", metavar="A", help="the first player")
    option("b", metavar="B", help="the other")
    option("--games", type=int, default=200, help="games, half from either side (default: 200)")
    option("--lead", type=float, help="by how many Elo points A is the stronger (default: as the ladder has them)")
    option("--seed", default="unequal", help="any word; the same seed plays the same games")
    option("--plain", action="store_true", help="without the rules that make it even")
    add_workers(parser)
    args = parser.parse_args(given)
    if args.games < 2 or args.games % 2 or args.jobs < 1 or args.a == args.b:
        parser.error("--games is an even number from 2 on, --jobs begins with 1, and A is not B")
    known = [rung_strength(name) for name in (args.a, args.b)]
    if args.lead is None and None in known:
        print(f"nobody knows how strong {args.a} and {args.b} both are: give --lead", file=sys.stderr)
        return USAGE
    lead = args.lead if args.lead is not None else (known[0] or 0) - (known[1] or 0)
    plan = UnequalPlan(args.a, args.b, lead, args.seed, args.plain)
    for line in told(plan, play_plan(plan, args.games, args.jobs, args.cluster)):
        print(line)
    return 0


if __name__ == "__main__":
    # By its own name: the workers of a cluster find `play_unequal` there.
    sys.exit(import_module(PROGRAM).main())
