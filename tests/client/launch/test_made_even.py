"""--even: optional rules by which two unequal players win about as often."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from ironbottom.client.__main__ import main
from ironbottom.client.launch.table_options import BY_STRENGTH, made_even
from ironbottom.client.text.people.rungs import USUAL_BOT, rungs
from ironbottom.client.text.rules.handicap import evened_table, handicap
from ironbottom.options import options
from ironbottom.words import SIDES, Side

Output = pytest.CaptureFixture[str]
ELO = {rung.name: int(rung.elo) for rung in rungs()}


def asked(even: object, side: str = "us", **more: object) -> argparse.Namespace:
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


def known(own: float | None, **more: object) -> argparse.Namespace:
    return asked(BY_STRENGTH, "jp", own_strength=lambda: own, **more)


@pytest.mark.parametrize(("more", "lead"), [
    ({"bot": "ensign"}, 640 - ELO["ensign"]), ({"bot": None}, 640 - ELO[USUAL_BOT]), ({"strength": 500}, 140),
])
def test_without_a_number_ones_own_strength_counts(more: dict[str, object], lead: int) -> None:
    args = known(640.4, **more)
    assert made_even(args) == ""
    assert (args.even, tuple(args.options)) == (lead, handicap(Side.JP, lead).words)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (known(None, bot="mate"), "--even without a number needs your own strength"),
        (known(640, strength=None), "--even without a number must know how strong your friend is"),
        (known(640, bot="light"), "Nobody knows how strong the bot light is"),
    ],
)
def test_what_is_not_known_is_one_sentence_with_the_way_out(args: argparse.Namespace, said: str) -> None:
    told = made_even(args)
    assert told.startswith(said)
    assert "as --even -150" in told


def test_on_the_command_line_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """Nobody has played here yet."""
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    for command in ("play", "host", "hotseat"):
        assert main([command, "--side", "us", "--even"]) == 2
        assert "needs your own strength" in capsys.readouterr().err
    for command in ("host", "hotseat"):
        assert main([command, "--side", "us", "--strength", "600"]) == 2
        assert "--strength is how strong your friend is" in capsys.readouterr().err


def test_what_is_beyond_the_rules_is_said(capsys: Output) -> None:
    assert made_even(asked(1500)) == ""
    assert "No rules make that even" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["much", "99999", "1.5"])
def test_points_are_a_number(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--side", "us", "--even", text])
    assert "allowed is a number of Elo points, as 150 or -150" in capsys.readouterr().err


def test_the_table_of_the_project_can_be_agreed_upon_and_makes_players_even() -> None:
    """Two rungs of the ladder are 160 to 310 points apart: from one to the next it is even."""
    for lead, (words, us) in evened_table().rows.items():
        options(words)
        assert 45 <= us <= 55 or abs(lead) > 400, (lead, us)


def test_the_sides_see_the_same_from_either_end() -> None:
    for points in (-300, -50, 0, 50, 300):
        assert handicap(Side.US, points) == handicap(Side.JP, -points)
    assert len(SIDES) == 2
