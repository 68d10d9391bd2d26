"""Many games in one process: what it holds after a tenth of them and after all; run by `measure_memory`."""

from __future__ import annotations

import gc
import json
import os
import sys
import tracemalloc
from pathlib import Path

from tests.bench.playing import play_games

BATCH = 100


def main(games: int) -> None:
    """Play; print what is held after a tenth and after all, and the same of a tenth more under tracemalloc."""
    tenth = games // 10
    told = []
    for first in range(0, games, BATCH):
        play_games(range(first, first + BATCH))
        if first + BATCH in (tenth, games):
            told.append(held(first + BATCH))
    tracemalloc.start()
    for first in range(games, games + tenth, BATCH):
        play_games(range(first, first + BATCH))
        if first + BATCH in (games + BATCH, games + tenth):
            told.append(held(first + BATCH))
    print(json.dumps(told))


def held(games: int) -> dict[str, int]:
    """What the process holds now, rubbish collected."""
    gc.collect()
    return {
        "games": games,
        "rss": resident(),
        "blocks": sys.getallocatedblocks(),
        "traced": tracemalloc.get_traced_memory()[0],
    }


def resident() -> int:
    """Bytes of this process in memory; 0 where the system does not say."""
    counts = Path("/proc/self/statm")
    return int(counts.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if counts.exists() else 0


if __name__ == "__main__":
    main(int(sys.argv[1]))
