"""The level of victory against the admiral in the envelope: by the margin, or all where the game ended at once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ironbottom.client.text.situation import LEVELS, level, level_line, level_rows
from ironbottom.views import SeenOutcome
from ironbottom.wire.messages import Table
from ironbottom.words import Side
from tests.client.support.table import seat, table

NAMES = tuple(LEVELS)


def outcome(margin: int, reason: str = "time-up") -> SeenOutcome:
    """The US is ahead by so much."""
    return SeenOutcome(Side.US if margin > 0 else Side.JP, reason, (max(0, margin), max(0, -margin)))


def at_table(name: str, *, bot: bool = True) -> Table:
    """The US sits across from somebody who has this name."""
    return table(seats=(seat("Ann", 0), replace(seat(name, 1), bot=bot)))


def test_there_are_five_and_each_is_reached() -> None:
    assert NAMES == ("a triumph", "a success", "a draw", "a setback", "a rout")
    found = [level(outcome(margin), Side.US) for margin in range(60, -61, -1)]
    assert tuple(dict.fromkeys(found)) == NAMES, "from the best to the worst, none left out"
    assert len(level_rows()) == 5


@pytest.mark.parametrize("name", NAMES[:-1])
def test_a_level_begins_where_the_list_says(name: str) -> None:
    least = LEVELS[name]
    assert level(outcome(least), Side.US) == name
    assert level(outcome(least - 1), Side.US) == NAMES[NAMES.index(name) + 1]
    assert level(outcome(-least), Side.JP) == name


@pytest.mark.parametrize("reason", ["strategic-base", "resigned"])
def test_what_ends_a_game_at_once_counts_no_points(reason: str) -> None:
    assert level(outcome(1, reason), Side.US) == "a triumph"
    assert level(outcome(1, reason), Side.JP) == "a rout"


def test_it_is_told_against_the_admiral_alone() -> None:
    assert level_line(outcome(30), at_table("envelope"), Side.US) == "Against the admiral in the envelope: a triumph."
    assert level_line(outcome(30), at_table("mate"), Side.US) == ""
    assert level_line(outcome(30), at_table("envelope", bot=False), Side.US) == "", "a person who calls himself so"
    assert level_line(outcome(30), at_table("envelope"), None) == "", "who looks on"
    assert level_line(outcome(30), at_table("envelope"), Side.JP) == "", "the admiral himself"
    assert level_line(outcome(30), None, Side.US) == ""
