"""--even: optional rules by which two unequal players win about as often."""

from __future__ import annotations

import argparse

import pytest

from ironbottom.client.__main__ import main
from ironbottom.client.launch.table_options import made_even
from ironbottom.client.text.rules.handicap import evened_table, handicap
from ironbottom.options import options
from ironbottom.words import SIDES, Side


def asked(even: int | None, side: str = "us", **more: object) -> argparse.Namespace:
    return argparse.Namespace(**{"even": even, "side": side, "options": [], "battle": None} | more)


def test_nothing_is_added_where_nobody_asks() -> None:
    args = asked(None, "either", options=["radar"])
    assert made_even(args) == ""
    assert args.options == ["radar"]


@pytest.mark.parametrize("side", ["us", "jp"])
def test_the_rules_are_those_of_the_table_and_are_told(side: str, capsys: pytest.CaptureFixture[str]) -> None:
    args = asked(200, side)
    assert made_even(args) == ""
    assert tuple(args.options) == handicap(Side[side.upper()], 200).words != ()
    assert "To make it even: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (asked(100, "either"), "--even must know who plays which side"),
        (asked(100, options=["radar"]), "--even chooses the optional rules"),
        (asked(100, battle="savo-island"), "--even chooses the optional rules"),
    ],
)
def test_what_does_not_go_together_is_one_sentence(args: argparse.Namespace, said: str) -> None:
    assert made_even(args).startswith(said)


@pytest.mark.parametrize("text", ["much", "99999", "1.5"])
def test_points_are_a_number(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--side", "us", "--even", text])
    assert "allowed is a number of Elo points, as 150 or -150" in capsys.readouterr().err


def test_the_table_of_the_project_can_be_agreed_upon_and_makes_players_even() -> None:
    """Two rungs of the ladder are 170 to 310 points apart: from one to the next it is even."""
    for lead, (words, us) in evened_table().rows.items():
        options(words)
        assert 45 <= us <= 55 or abs(lead) > 400, (lead, us)


def test_the_sides_see_the_same_from_either_end() -> None:
    for points in (-300, -50, 0, 50, 300):
        assert handicap(Side.US, points) == handicap(Side.JP, -points)
    assert len(SIDES) == 2
