"""What a running game holds, and whether games leave anything behind."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import tracemalloc
from itertools import islice

from ironbottom.flow import Game
from tests.bench.figures import Goal, Row
from tests.bench.peers import ROOT
from tests.bench.playing import decisions, play_games
from tests.bench.run import Run

LIVE = 200
GAMES, QUICK_GAMES = 10_000, 2_000
POINTER = 8  # bytes: whatever is left behind once a game leaves at least this
PAGES = 100  # bytes a game that the process may grow by: a MB in all
BLOCK = 0.1  # blocks a game: a leak leaves at least one, memos that fill up a few in all


def measure(run: Run) -> list[Row]:
    """Live games by tracemalloc; growth in a process of its own."""
    run.say(f"{LIVE} live games")
    held = [live(first) for first in range(0, run.rounds * LIVE, LIVE)]
    games = QUICK_GAMES if run.quick else GAMES
    run.say(f"{games:,} games in one process")
    child = [sys.executable, "-m", "tests.bench.growth", str(games)]
    done = subprocess.run(child, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    first, last, traced, traced_last = json.loads(done.stdout)
    between = last["games"] - first["games"]
    run.notes.append(
        f"memory: {LIVE} live games in the middle of play, log off, sharing one card set; growth: after"
        f" {first['games']:,} and {last['games']:,} games the process had {first['rss'] / 1e6:.1f} and"
        f" {last['rss'] / 1e6:.1f} MB, and {first['blocks']:,} and {last['blocks']:,} blocks allocated; then"
        f" tracemalloc, from game {traced['games']:,} to {traced_last['games']:,}:"
        f" {traced['traced']:,} and {traced_last['traced']:,} B."
    )
    per_game = (traced_last["traced"] - traced["traced"]) / (traced_last["games"] - traced["games"])
    return [
        Row("a running game in memory", "kB", held, goal=Goal("<=", 32_000)),
        Row(f"growth over {between:,} games, RSS a game", "B", [(last["rss"] - first["rss"]) / between],
            goal=Goal("<=", PAGES)),
        Row(f"growth over {between:,} games, blocks a game", "", [(last["blocks"] - first["blocks"]) / between],
            goal=Goal("<=", BLOCK)),
        Row("growth by tracemalloc, a game", "B", [per_game], goal=Goal("<=", POINTER)),
    ]


def live(first: int) -> float:
    """Bytes of a game in the middle of play, the mean of many that share their cards."""
    seeds = range(first, first + LIVE)
    lengths = [play_games(range(seed, seed + 1)) for seed in seeds]  # which also fills every memo
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    games = [half_played(seed, length) for seed, length in zip(seeds, lengths, strict=True)]
    gc.collect()
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return held / len(games)


def half_played(seed: int, length: int) -> Game:
    """A game after half of its decisions."""
    g, _, _ = next(islice(decisions(range(seed, seed + 1)), length // 2, None))
    return g
