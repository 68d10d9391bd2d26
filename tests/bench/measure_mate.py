"""How strong and how fast `mate` is: series against other bots, sides and deals swapped, each in this process.

    python -m tests.bench.measure_mate --games 400 --seed 1
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

from ironbottom.catalog import card_set
from ironbottom.client.launch.arena.in_process import Series, play_series
from ironbottom.client.launch.arena.standing import Pace, Share, Standing, standing

GAMES = 400
OPPONENTS = ("random", "first")
PROMISED = {"random": 0.95}  # the win rate that was promised
MEDIAN, SLOWEST = 0.010, 1.0  # seconds of a decision


def measured(games: int, seed: str) -> Iterator[tuple[str, Standing]]:
    """One series against each opponent."""
    for opponent in OPPONENTS:
        series = Series("mate", opponent, seed, card_set("core"))
        yield opponent, standing(play_series(series, games, os.cpu_count() or 1), "mate")


def rate(name: str, share: Share | None) -> str:
    assert share is not None, "it does not meet itself here"
    return f"{name} {share.won}/{share.games} {share.rate:.1%} ({share.low:.1%} to {share.high:.1%})"


def speed(pace: Pace) -> str:
    median, slowest = pace.median or 0.0, pace.slowest or 0.0
    return f"{pace.decisions} decisions, median {1000 * median:.3f} ms, slowest {1000 * slowest:.1f} ms"


def kept(opponent: str, found: Standing) -> bool:
    """Whether everything is as it was promised."""
    pace = found.pace[0]
    assert found.overall is not None
    fast = (pace.median or 0.0) <= MEDIAN and (pace.slowest or 0.0) <= SLOWEST
    return fast and not found.faults[0] and found.overall.rate >= PROMISED.get(opponent, 0.5)


def main(words: list[str]) -> int:
    """Print the figures; 1 if a promise is broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.measure_mate", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each series (default: {GAMES})")
    parser.add_argument("--seed", default="1", help="any word; the same seed plays the same games")
    asked = parser.parse_args(words)
    if asked.games < 2:
        parser.error("--games begins with 2")
    whole = True
    for opponent, found in measured(asked.games, asked.seed):
        print(f"mate against {opponent}: {rate('won', found.overall)}")
        print(f"  {rate('as US', found.as_us)}, {rate('as JP', found.as_jp)}")
        print(f"  margin {found.margin:+.1f} VP, {found.turns:.1f} turns, endings {found.reasons}")
        print(f"  {speed(found.pace[0])}, {found.faults[0]} faults")
        whole = whole and kept(opponent, found)
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
