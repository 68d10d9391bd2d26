"""`make bench`: speed and memory beside other engines, as ratios measured in turns on one core.

No time limits: the exit code is 1 only where something failed to run.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from traceback import print_exc

from tests.bench import (
    measure_advice,
    measure_answers,
    measure_carrying,
    measure_chances,
    measure_clones,
    measure_games,
    measure_hand_overs,
    measure_memory,
    measure_page,
    measure_playouts,
    measure_puzzles,
    measure_reviews,
    measure_rungs,
    measure_shares,
    measure_slow,
    measure_start,
    measure_statistics,
    measure_strangers,
    measure_terminal,
    measure_values,
    measure_views,
    measure_wire,
    measure_worlds,
    peers,
)
from tests.bench.figures import Row, as_json, table, verdict
from tests.bench.measuring import stay_on_one_core
from tests.bench.run import Run

MEASUREMENTS: dict[str, tuple[str, Callable[[Run], list[Row]]]] = {
    "games": ("random games beside catanatron and python-chess", measure_games.measure),
    "answers": ("answers in playouts that nobody listens to", measure_answers.measure),
    "clones": ("clones beside catanatron's copy and deepcopy", measure_clones.measure),
    "shares": ("where the time goes", measure_shares.measure),
    "chances": ("dice and odds", measure_chances.measure),
    "views": ("views and their encoding", measure_views.measure),
    "worlds": ("worlds that a seat cannot tell from its game", measure_worlds.measure),
    "playouts": ("playouts of the light player beside those of mate", measure_playouts.measure),
    "values": ("what positions are worth, and what luck was", measure_values.measure),
    "advice": ("advice while one plays", measure_advice.measure),
    "reviews": ("reviews of finished games", measure_reviews.measure),
    "statistics": ("what many finished games tell together", measure_statistics.measure),
    "puzzles": ("puzzles: read, and judged once more", measure_puzzles.measure),
    "rungs": ("decisions of each bot, and its memory", measure_rungs.measure),
    "hand-overs": ("how often the question passes from one player to the other", measure_hand_overs.measure),
    "memory": ("memory", measure_memory.measure),
    "start": ("from play to the first question", measure_start.measure),
    "carrying": ("a key on its way to a second device", measure_carrying.measure),
    "terminal": ("the client in a terminal", measure_terminal.measure),
    "page": ("the page in a browser", measure_page.measure),
    "wire": ("the server beside a bare echo", measure_wire.measure),
    "slow": ("ten thousand games by the day on one server", measure_slow.measure),
    "strangers": ("a server that strangers have filled", measure_strangers.measure),
}
WITH_PEERS = {"games", "clones"}


def asked_for(argv: list[str]) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("only", nargs="*", metavar="MEASUREMENT", help=f"all, or any of {', '.join(MEASUREMENTS)}")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds of each measurement (5; at least 3)")
    parser.add_argument("--quick", action="store_true", help="2,000 games instead of 10,000 for growth; 3 rounds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file too")
    options = parser.parse_args(argv)
    if unknown := [name for name in options.only if name not in MEASUREMENTS]:
        parser.error(f"no such measurement: {', '.join(unknown)}; there are {', '.join(MEASUREMENTS)}")
    if options.rounds < 3:
        parser.error("a median needs at least 3 rounds")
    return options


def main(argv: list[str]) -> int:
    """Measure, print the table, write the file."""
    options = asked_for(argv)
    names = options.only or list(MEASUREMENTS)
    core = stay_on_one_core()
    run = Run(3 if options.quick else options.rounds, quick=options.quick)
    begun = monotonic()
    rows, failed = measured(names, run)
    print(f"\n{table(rows)}\n\n{verdict(rows)}" if rows else "\nnothing was measured")
    print(f"\n{circumstances(core, run, monotonic() - begun)}")
    for note in run.notes:
        print(f"\n{note}")
    if options.json is not None:
        figures = {"rows": [as_json(row) for row in rows], "notes": run.notes, "failed": failed}
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    if failed:
        print(f"\nFAILED to run: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def measured(names: list[str], run: Run) -> tuple[list[Row], list[str]]:
    """All rows of the measurements that ran, and the names of those that did not."""
    rows: list[Row] = []
    failed = []
    for number, name in enumerate(names, start=1):
        title, measure = MEASUREMENTS[name]
        run.begin(number, len(names), title)
        try:
            if name in WITH_PEERS:
                peers.install()
            rows += measure(run)
        except Exception:
            print_exc()
            failed.append(name)
    run.end()
    return rows, failed


def circumstances(core: int | None, run: Run, seconds: float) -> str:
    """How this was measured."""
    where = "not held to one core" if core is None else f"core {core}"
    load = ", ".join(f"{n:.1f}" for n in os.getloadavg())
    return (
        f"{platform.python_implementation()} {platform.python_version()}, {where}, {run.rounds} rounds in turns,"
        f" {seconds:.0f} s in all, load {load}.\n"
        "Figures and ratios are medians by the processor's clock (process_time), which other people's jobs disturb"
        " least; [in brackets] the ratio by the wall's (perf_counter).\n"
        "A ratio to be at most something says how many times the cost; every other, how many times faster we are."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
