"""trust.md C2, C3: whole games over lines that break, with servers and clients that are killed and disks that fill up.

Each game follows from its seed.  The environment variable IRONBOTTOM_GAMES says how many are played (a nightly run:
50000); a seed that ever failed stands in SEEDS and is played each time.
"""

from __future__ import annotations

import os

import pytest

from tests.server.sailors import whole_game

GAMES = int(os.environ.get("IRONBOTTOM_GAMES", "2000"))
PARTS = 10  # so that several workers share them
SEEDS = (33_933, 45_285, 47_776, 49_479, 68_950, 70_972, 120_176)


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_lost_or_doubled_and_nobody_waits_for_ever(part: int) -> None:
    for seed in range(part, GAMES, PARTS):
        played(seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_failed_once_works_now(seed: int) -> None:
    played(seed)


def test_a_game_follows_from_its_seed() -> None:
    first, again = whole_game(36), whole_game(36)
    assert first.clock.seconds() == again.clock.seconds()
    question = "SELECT line, seq, events FROM entries ORDER BY game, n"
    assert first.disk.store.execute(question).fetchall() == again.disk.store.execute(question).fetchall()


def played(seed: int) -> None:
    """Play a game; the failure names its seed."""
    try:
        whole_game(seed)
    except Exception as wrong:
        raise AssertionError(f"game {seed}: {wrong}") from wrong
