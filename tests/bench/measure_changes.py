"""What the changes of a search are worth: what it claims, and what comes of them when the games are played to the end.

    python -m tests.bench.measure_changes --games 40 --jobs 2

At some decisions of its games all candidates are tried in many worlds, and valued after some numbers of side-turns; and
in other worlds they are played on to the end.  From that every way to decide can be tried over and over for nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from math import log2
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import NamedBot, made
from ironbottom.client.bots.search import SearchSeat
from ironbottom.client.bots.search.weighing import Plan
from ironbottom.client.launch.arena.in_process import Series, play_game
from ironbottom.client.launch.arena.workers import spread
from ironbottom.printed import CardSet
from ironbottom.words import SIDES, Side
from ironbottom.worlds import InformationSet

AHEAD = (1, 2, 4, 6)  # side-turns
WORLDS, ENDS, SHARE = 150, 80, 0.03  # worlds that are valued, and played to the end; decisions that are looked at
WAYS = ((60, 0.0), (60, 1.0), (60, 2.0), (240, 1.0), (240, 2.0), (600, 1.0))  # playouts, standard errors asked for
OVER = 3  # times that each way is tried at each decision

Table = list[list[float]]  # worlds x plans


class Looked(NamedTuple):
    """One decision: the chance of each plan in each world, by how far it was played on; and who won in others."""

    valued: dict[int, Table]
    ended: Table


class LookingSeat(SearchSeat):
    """Answers as the mate does, and looks closely at some decisions where a search would try its answers out."""

    def __init__(self, cards: CardSet, rng: Random) -> None:
        super().__init__(cards, rng)
        self.chance = rng
        self.looked: list[Looked] = []
        self.searched = 0

    def _best(self, here: InformationSet, side: Side, plans: list[Plan]) -> Plan:
        self.searched += 1
        if self.chance.random() < SHARE:
            self.looked.append(self._look(here, side, plans))
        return plans[0]

    def _look(self, here: InformationSet, side: Side, plans: list[Plan]) -> Looked:
        """Each plan in the same worlds, with the same dice."""
        valued: dict[int, Table] = {ahead: [] for ahead in AHEAD}
        for _ in range(WORLDS):
            world = self.scale.world(here, self.chance)
            for ahead in AHEAD:
                valued[ahead].append([self.scale.tried(world, side, plan, ahead) for plan in plans])
        ends = [self.scale.world(here, self.chance) for _ in range(ENDS)]
        return Looked(valued, [[self.scale.tried(world, side, plan, None) for plan in plans] for world in ends])


def looked(series: Series, n: int) -> tuple[list[Looked], int]:
    """What was seen in the n-th game, and at how many decisions a search would try answers out."""
    side = SIDES[n % 2]
    seat = LookingSeat(series.cards, series.chance(n, side))
    other = made(series.b, series.cards, series.chance(n, side.enemy))
    play_game(series.cards, series.deal(n), {side: NamedBot(series.a, seat), side.enemy: other})
    return seat.looked, seat.searched


def decided(table: Table, playouts: int, sure: float, rng: Random) -> tuple[int, float]:
    """Which plan is taken, and by how much it seems better than the first: halving as the search does it."""
    worlds, alive = rng.sample(table, len(table)), list(range(len(table[0])))
    rounds = max(1, round(log2(len(alive))))
    met: list[list[float]] = []
    for _round in range(rounds):
        for _ in range(max(2, playouts // (rounds * len(alive)))):
            met.append(worlds[len(met) % len(worlds)])
        if len(alive) > 2:
            better = sorted(alive[1:], key=lambda i: -fmean([row[i] for row in met]))
            alive = [0, *better[: max(1, len(alive) // 2 - 1)]]
    gains = {i: [row[i] - row[0] for row in met] for i in alive[1:]}
    best = max(gains, key=lambda i: fmean(gains[i]))
    gain, error = fmean(gains[best]), stdev(gains[best]) / len(met) ** 0.5
    return (best, gain) if gain > max(0.004, sure * error) else (0, 0.0)


def told(found: Sequence[Looked], ahead: int, playouts: int, sure: float) -> str:
    """A row of the table: how often it changes the answer, what it claims by that, and what is real."""
    rng, claims, real, changes = Random(1), list[float](), list[float](), 0
    for one in found:
        for _ in range(OVER):
            plan, gain = decided(one.valued[ahead], playouts, sure, rng)
            changes += plan != 0
            claims.append(gain)
            real.append(fmean([row[plan] - row[0] for row in one.ended]))
    error = stdev(real) / len(found) ** 0.5
    shown = f"{changes / len(real):.0%} | {fmean(claims):+.2%} | {fmean(real):+.2%} ± {error:.2%}"
    return f"| {ahead} | {playouts} | {sure:g} | {shown} |"


def main(words: list[str]) -> int:
    """Print the table."""
    asked = _asked(words)
    series = Series("the search", "mate", asked.seed, card_set("core"))
    games = [*spread(partial(looked, series), range(asked.games), asked.jobs)]
    found = [one for some, _searched in games for one in some]
    searches = sum([searched for _some, searched in games]) / len(games)
    print(f"{len(found)} decisions of {len(games)} games against mate, with {searches:.0f} that are searched in each")
    if len(found) < 2:
        print("Two at least are needed: ask for more games.", file=sys.stderr)
        return 1
    print("| side-turns | playouts | errors asked for | changes | claimed | real |", f"|{' --- |' * 6}", sep="\n")
    for ahead in AHEAD:
        for playouts, sure in WAYS:
            print(told(found, ahead, playouts, sure))
    return 0


def _asked(words: list[str]) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.measure_changes", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="games of the search against mate (default: 40)")
    parser.add_argument("--seed", default="changes", help="any word; the same seed looks at the same decisions")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    asked = parser.parse_args(words)
    if asked.games < 1 or asked.jobs < 1:
        parser.error("--games and --jobs begin with 1")
    return asked


if __name__ == "__main__":
    # By its own name: other processes find `looked` there.
    sys.exit(import_module("tests.bench.measure_changes").main(sys.argv[1:]))
