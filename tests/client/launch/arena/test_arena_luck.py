"""`arena --luck`: what it prints, and what does not go with it."""

from __future__ import annotations

import json

import pytest

from ironbottom.client.__main__ import main

SERIES = ["arena", "random", "first", "--games", "2", "--fast", "--jobs", "1"]


def test_it_prints_the_share_without_luck(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SERIES, "--luck"]) == 0
    printed = capsys.readouterr().out
    assert "without luck: random wins" in printed
    assert "luck of random, in games of a hundred: the deal" in printed


def test_the_figures_are_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SERIES, "--luck", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["luck"]
    assert found["games"] == 2
    assert found["low"] <= found["rate"] <= found["high"]
    assert abs(found["rate"] + sum(found["luck"].values()) - found["plain"]) < 1e-9


def test_without_it_nothing_is_said_of_luck(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SERIES, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["luck"] is None
    assert main(SERIES) == 0
    assert "luck" not in capsys.readouterr().out


@pytest.mark.parametrize(("given", "said"), [
    (["arena", "random", "first", "--luck"], "add --fast"),
    (["arena", "--balance", "--luck"], "two players"),
    (["arena", "--ladder", "random", "first", "--luck"], "two players"),
])
def test_what_does_not_go_with_it_gets_one_sentence(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(given) == 2
    complaint = capsys.readouterr().err
    assert said in complaint
    assert complaint.count("\n") == 1
