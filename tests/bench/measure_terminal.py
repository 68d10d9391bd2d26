"""What the terminal client costs its player: the time until the first question, each update, and its memory."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter, sleep

from tests.bench.figures import Goal, Row
from tests.bench.measure_page import all_cores
from tests.bench.run import Run
from tests.client.terminal.real.terminal import PATIENCE, TmuxTerminal
from tests.client.terminal.real.tmux import missing

PLAY = ("play", "--bot", "random", "--side", "us", "--seed", "1942")
START, UPDATE, LARGEST = 2.0, 0.030, 120e6  # seconds, seconds, bytes
TICK = 0.005
GAMES = 3
ANSWERS = 12  # before the memory is looked at
DRAWING = "tests.bench.drawing"


def measure(run: Run) -> list[Row]:
    """A game in a real terminal, and updates of whole games drawn at 120x40."""
    if why := missing():
        raise RuntimeError(why)
    with all_cores():
        run.say("ironbottom play in a terminal")
        started = [first_question() for _ in range(run.rounds)]
        run.say("updates drawn at 120x40")
        told = updates(min(GAMES, run.rounds))
    spent, waits = ([row[n] for row in told] for n in (0, 1))
    run.notes.append(
        f"terminal: {len(spent)} updates of whole games at 120x40, each with all that its arrival leads to, by the"
        f" processor's clock; by the wall's, with the wait for the next frame, median {1e3 * median(waits):.1f} ms."
    )
    return [
        Row("terminal: play to the first question", "ms", [time for time, _held in started], goal=Goal("<=", START)),
        Row("terminal: an update drawn, median", "ms", [median(spent)], goal=Goal("<=", UPDATE)),
        Row("terminal: an update drawn, p99", "ms", [quantiles(spent, n=100)[98]]),
        Row("terminal: memory of the client", "kB", [held for _time, held in started], goal=Goal("<=", LARGEST)),
    ]


def first_question() -> tuple[float, float]:
    """Seconds until the question can be read in a terminal, and what the client then holds after some answers."""
    with TemporaryDirectory() as home:
        terminal = TmuxTerminal(Path(home) / "home", *PLAY, size=(120, 40))
        begun = perf_counter()
        with terminal:
            deadline = monotonic() + PATIENCE
            while "[Enter" not in terminal.screen():
                if monotonic() > deadline:
                    raise RuntimeError(f"play has asked nothing: {terminal.screen()}")
                sleep(TICK)
            waited = perf_counter() - begun
            for _ in range(ANSWERS):
                before = terminal.calm()
                terminal.press(*keys(before))
                terminal.calm(after=before)
            return waited, resident(terminal.pid)


def keys(screen: str) -> tuple[str, ...]:
    """The answer that needs no thought: what is marked, or else the first of everything, or none."""
    if "[E " in screen:
        return ("E", "E")
    return ("Enter",) if "(*)" in screen else ("1", "a", "0", "a", "Enter")


def resident(pid: int) -> float:
    """Bytes of memory that a process holds."""
    told = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], stdout=subprocess.PIPE, text=True, check=True).stdout
    return 1024.0 * int(told)


def updates(games: int) -> list[tuple[float, float]]:
    """Seconds of work, and until it was drawn, of each update, in a process of its own."""
    child = [sys.executable, "-m", DRAWING, str(games)]
    environment = {**os.environ, "COLORTERM": "truecolor"}
    told = subprocess.run(child, stdout=subprocess.PIPE, text=True, check=True, env=environment)
    found = re.findall(r"^spent ([0-9.]+) ([0-9.]+)$", told.stdout, re.MULTILINE)
    return [(float(work), float(waited)) for work, waited in found]
