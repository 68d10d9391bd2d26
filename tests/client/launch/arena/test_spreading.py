"""Work spread over processes: in order, whatever becomes of one of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from ironbottom.client.console.errors import UserError
from ironbottom.client.launch.arena.workers import as_they_come, spread
from tests import ROOT


def slowly(n: int) -> int:
    time.sleep(0.02 if n % 3 == 0 else 0.0)
    return n * n


def told_off(n: int) -> int:
    if n == 5:
        raise UserError("The fifth is wrong.")
    return n


def divided(n: int) -> float:
    return 1 / (n - 5)


def killed(n: int) -> int:
    if n == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return n


def deaf(signals: tuple[int, ...], n: int) -> int:
    for number in signals:
        os.kill(os.getpid(), number)
    return n


def own_number(_n: int) -> int:
    return os.getpid()


def working_on(n: int) -> int:
    if n >= 2:
        time.sleep(100)
    return os.getpid()


def sleepy(seconds: int) -> int:
    time.sleep(seconds)
    return seconds


CRAMPED = f"""
import resource
from {__name__} import slowly, spread
from ironbottom.client.console.errors import UserError
for free in range(4, 30, 2):
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with open("/dev/null") as first:
        resource.setrlimit(resource.RLIMIT_NOFILE, (first.fileno() + free, most))
    try:
        print(list(spread(slowly, range(4), 2)), flush=True)
    except OSError as error:
        print(error.strerror, flush=True)
    except UserError as error:
        print(error, flush=True)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
"""


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_results_come_in_order(jobs: int) -> None:
    assert list(spread(slowly, range(20), jobs)) == [n * n for n in range(20)]
    assert list(spread(slowly, (), jobs)) == []


def test_only_a_few_pieces_are_taken_ahead() -> None:
    taken = 0

    def pieces() -> Iterator[int]:
        nonlocal taken
        for n in range(10_000_000):
            taken += 1
            yield n

    results = spread(slowly, pieces(), 2)
    assert [next(results) for _ in range(3)] == [0, 1, 4]
    results.close()
    assert taken < 40


def test_what_is_raised_there_is_raised_here() -> None:
    with pytest.raises(UserError, match=r"The fifth is wrong\."):
        list(spread(told_off, range(20), 2))
    with pytest.raises(ZeroDivisionError) as error:
        list(spread(divided, range(20), 2))
    assert "in divided" in "".join(error.value.__notes__)


def test_one_that_is_killed_is_missed() -> None:
    """As by a system that runs out of memory; nobody waits for it for ever."""
    with pytest.raises(UserError, match=r"has ended by itself \(-9\): give it more memory"):
        list(spread(killed, range(20), 2))


def test_one_that_is_killed_at_rest_is_missed() -> None:
    """Between two pieces, too."""
    results = spread(own_number, range(1000), 2)
    os.kill(next(results), signal.SIGKILL)
    with pytest.raises(UserError, match=r"has ended by itself \(-9\)"):
        list(results)


def test_what_keeps_a_process_from_beginning_is_told() -> None:
    """Here that no more files may be open, at whatever step of a beginning it comes."""
    ends = subprocess.run([sys.executable, "-c", CRAMPED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ends.returncode == 0, ends.stderr
    assert set(ends.stdout.split("\n")) == {"Too many open files", "[0, 1, 4, 9]", ""}
    assert "Traceback" not in ends.stderr


def test_none_is_left_where_we_are_killed() -> None:
    """They are in the midst of work that has no end."""
    program = f"from {__name__} import *; [print(n, flush=True) for n in spread(working_on, range(8), 2)]"
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        workers = {int(process.stdout.readline()) for _ in range(2)}
        assert alive(workers) == workers
        process.kill()
        until = time.monotonic() + 20
        while alive(workers) and time.monotonic() < until:
            time.sleep(0.05)
        assert alive(workers) == set()


def alive(workers: set[int]) -> set[int]:
    """Those that are there, and no mere names of dead ones."""
    found = set()
    for one in workers:
        with suppress(OSError):
            state = Path(f"/proc/{one}/stat").read_text("ascii").rpartition(")")[2].split()[0]
            found |= {one} if state != "Z" else set()
    return found


def test_results_come_as_they_are_done() -> None:
    found = list(as_they_come(slowly, range(20), 2))
    assert sorted(found) == [(n, n * n) for n in range(20)]
    waits = as_they_come(sleepy, (9, 0, 0, 0, 0, 0), 2)
    assert next(waits)[0] != 0
    waits.close()


def test_signals_for_all_of_us_are_for_the_first_of_us() -> None:
    """It may want to sum up what was done."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    assert list(spread(partial(deaf, numbers), range(4), 2)) == [0, 1, 2, 3]
