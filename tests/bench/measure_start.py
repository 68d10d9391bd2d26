"""From `ironbottom play` to the first question, as somebody at a keyboard waits for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.bench.figures import Goal, Row
from tests.bench.run import Run

PLAY = [sys.executable, "-m", "ironbottom.client", "play", "--plain", "--bot", "random", "--side", "us"]
QUESTION = "Your decision"  # how every question begins
GOAL = 2.0  # seconds


def measure(run: Run) -> list[Row]:
    """Server, bot and client as processes of their own, on a folder that nobody has used before."""
    run.say("ironbottom play, to the first question")
    all_cores()
    return [Row("play to the first question", "ms", [started() for _ in range(run.rounds)], goal=Goal("<=", GOAL))]


def all_cores() -> None:
    """A player's machine has all its cores, whatever was measured before."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, range(os.cpu_count() or 1))


def started() -> float:
    """Seconds until the question is there."""
    with TemporaryDirectory() as home:
        begun = perf_counter()
        with subprocess.Popen(
            PLAY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "IRONBOTTOM_HOME": str(Path(home) / "home")},
        ) as play:
            assert play.stdin is not None
            assert play.stdout is not None
            said = ""
            for line in play.stdout:
                said += line
                if QUESTION in line:
                    break
            else:
                raise RuntimeError(f"play has asked nothing: {said}")
            waited = perf_counter() - begun
            play.stdin.close()
            play.stdout.read()
    return waited
