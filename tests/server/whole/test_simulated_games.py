"""trust.md C2, C3: whole games over lines that break, with servers and clients that are killed and disks that fill up.

In some of them the server's time jumps too: the clock on its wall goes back an hour or forward two, its process is
stopped, its computer sleeps.  Each game follows from its seed; tests/support/lengths.py says how many are
played on a push, and by night.  A seed that ever failed stands in SEEDS and is played each time.
"""

from __future__ import annotations

import pytest

from tests.server.support.sailors import whole_game
from tests.support.lengths import GAMES, JUMPS

PARTS = 10  # so that several workers share them
SEEDS = (33_933, 45_285, 47_776, 49_479, 68_950, 70_972, 120_176)


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_lost_or_doubled_and_nobody_waits_for_ever(part: int) -> None:
    for seed in range(part, GAMES, PARTS):
        played(seed)


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_the_clocks_do_nobody_waits_for_ever_and_nobody_pays(part: int) -> None:
    for seed in range(part, JUMPS, PARTS):
        played(seed, jumps=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_failed_once_works_now(seed: int) -> None:
    played(seed)


def test_a_game_follows_from_its_seed() -> None:
    first, again = whole_game(36), whole_game(36)
    assert first.clock.seconds() == again.clock.seconds()
    question = "SELECT line, seq, events FROM entries ORDER BY game, n"
    assert first.disk.store.execute(question).fetchall() == again.disk.store.execute(question).fetchall()


def test_a_game_with_jumps_follows_from_its_seed() -> None:
    assert whole_game(43, jumps=True).clock.seconds() == whole_game(43, jumps=True).clock.seconds()


def played(seed: int, *, jumps: bool = False) -> None:
    """Play a game; the failure names its seed."""
    try:
        whole_game(seed, jumps=jumps)
    except Exception as wrong:
        raise AssertionError(f"game {seed}: {wrong}") from wrong
