"""What a decision of each bot costs, and how large its process grows: each plays in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import mean
from time import process_time

from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import NamedBot, made
from ironbottom.client.launch.arena.in_process import Series, play_game
from ironbottom.questions import Answer
from ironbottom.views import View
from ironbottom.words import Side
from tests.bench.figures import Goal, Row
from tests.bench.peers import ROOT
from tests.bench.run import Run

RUNGS = ("random", "cadet", "seaman", "ensign", "mate", "admiral")
GAMES = 2  # of each bot, against the mate, once from each side
MEMORY = 80e6  # bytes of a process that plays: the issue
LONGEST = 2.0  # seconds: no decision takes more


class TimedBot:
    """A bot whose decisions are timed by the processor's clock."""

    def __init__(self, inner: NamedBot) -> None:
        self.inner, self.hears, self.times = inner, inner.hears, list[float]()

    def choose(self, view: View) -> Answer:
        begun = process_time()
        answer = self.inner.choose(view)
        self.times.append(process_time() - begun)
        return answer


def measure(run: Run) -> list[Row]:
    """Rows of each bot."""
    rows: list[Row] = []
    for name in RUNGS:
        run.say(f"{name}, {GAMES} games")
        child = [sys.executable, "-m", "tests.bench.measure_rungs", name]
        done = subprocess.run(child, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
        mean_time, longest, memory = json.loads(done.stdout)
        rows += [
            Row(f"{name}: a decision", "ms", [mean_time]),
            Row(f"{name}: its longest decision", "ms", [longest], goal=Goal("<=", LONGEST)),
            Row(f"{name}: a process that plays with it", "MB", [memory], goal=Goal("<=", MEMORY)),
        ]
    run.notes.append(f"rungs: {GAMES} games of each against mate, by the processor's clock; the process has both bots.")
    return rows


def played(name: str) -> tuple[float, float, float]:
    """Seconds of a decision, the mean and the longest; bytes of this process at its largest."""
    series, times = Series(name, "mate", "rungs", card_set("core")), list[float]()
    for n in range(GAMES):
        side = Side.US if n % 2 == 0 else Side.JP
        timed = TimedBot(made(name, series.cards, series.chance(n, side)))
        other = made("mate", series.cards, series.chance(n, side.enemy))
        play_game(series.cards, series.deal(n), {side: NamedBot(name, timed), side.enemy: other})
        times += timed.times
    return mean(times), max(times), largest()


def largest() -> float:
    """Bytes of memory that this process ever held; what its parent held before does not count."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return 1024.0 * int(peak.split()[1])


if __name__ == "__main__":
    print(json.dumps(played(sys.argv[1])))
