"""Work of hours that is stopped by Ctrl-C or a signal: one sentence, the exit code of shells, nobody left behind."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import ROOT
from tests.client.support.terminal import children, wait_until_gone
from tests.support.lengths import some

ARENA = "ironbottom.client.launch.arena"
LONG = {
    f"{ARENA}.training.deploying": ("--games", "9000"),
    f"{ARENA}.training": ("--games", "9000"),
    f"{ARENA}.training.following": (),
    f"{ARENA}.training.puzzles": ("--games", "9000"),
    f"{ARENA}.balance.unequal": ("mate", "ensign"),
    f"{ARENA}.balance.worths": (),
    "tests.bench.measure_errors": ("--games", "9000"),
}
NUMBERS = signal.SIGINT, signal.SIGTERM


@pytest.mark.parametrize(("module", "number"), some([(one, two) for one in LONG for two in NUMBERS], 2))
def test_it_says_that_it_was_stopped(tmp_path: Path, module: str, number: signal.Signals) -> None:
    out = ("--out", str(tmp_path)) if "training" in module else ()
    argv = [sys.executable, "-m", module, *LONG[module], *out, "--jobs", "2"]
    with subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        until = time.monotonic() + 60
        while len(children(process.pid)) < 2 and process.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        workers = children(process.pid)
        process.send_signal(number)
        _out, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number, err
    assert err.splitlines()[-1] == "Stopped before its end: give the same command again."
    assert "Traceback" not in err
    assert len(workers) >= 2
    wait_until_gone(workers)
