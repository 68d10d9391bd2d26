"""Bugs that are put into the server, or into the client, one at a time: the simulated games find each of them."""

from __future__ import annotations

from itertools import count

import pytest

from tests.server.support.planted import OF_TIME, PLANTED, Plant
from tests.server.support.sailors import whole_game
from tests.support.lengths import some

MOST = 500  # games until a bug must be found
CLUMSY = ("TypeError", "AttributeError", "NameError")  # no bug of a server, but one of who planted it: the test fails


@pytest.mark.parametrize("plant", [*PLANTED, *OF_TIME], ids=lambda plant: plant.__name__)
def test_a_bug_still_has_its_place(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a push too: what it replaces is still there by that name."""
    plant(monkeypatch)


@pytest.mark.parametrize("plant", some(PLANTED, 4), ids=lambda plant: plant.__name__)
def test_a_planted_bug_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert next(seed for seed in count() if fails(seed)) < MOST


@pytest.mark.parametrize("plant", some(OF_TIME, 2), ids=lambda plant: plant.__name__)
def test_a_planted_bug_of_time_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert next(seed for seed in count() if fails(seed, jumps=True)) < MOST


def fails(seed: int, *, jumps: bool = False) -> bool:
    try:
        whole_game(seed, jumps=jumps)
    except Exception as wrong:
        if any(clumsy in repr(wrong) for clumsy in CLUMSY):
            raise
        return True
    return seed >= MOST
