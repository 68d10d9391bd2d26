"""Work spread over processes: in order, whatever becomes of one of them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from functools import partial

import pytest

from ironbottom.client.console.errors import UserError
from ironbottom.client.launch.arena.workers import spread


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


def test_signals_for_all_of_us_are_for_the_first_of_us() -> None:
    """It may want to sum up what was done."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    assert list(spread(partial(deaf, numbers), range(4), 2)) == [0, 1, 2, 3]
