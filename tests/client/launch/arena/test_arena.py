"""Bots against bots: over the protocol the same deals are played as in one process, and leave sound transcripts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ironbottom.client.__main__ import main
from tests.support.lengths import by_night

from ...support.terminal import ran


def figures(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["arena", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@by_night
def test_the_network_deals_the_same_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pairs of games with the sides swapped, from the same seeds as with --fast.

    Where both are asked at the same time the order of their answers is chance, and so may be the rest of a game.
    """
    words = ("first", "random", "--games", "4", "--seed", "3")
    network = figures(capsys, *words, "--out", str(tmp_path))
    fast = figures(capsys, *words, "--fast", "--jobs", "1")
    for field in ("n", "seed", "us", "jp"):
        assert [game[field] for game in network["games"]] == [game[field] for game in fast["games"]]
    games = network["games"]
    assert [game["us"] for game in games] == ["first", "random"] * 2
    won = sum([game["winner"] == ("US" if game["us"] == "first" else "JP") for game in games])
    assert network["overall"]["won"] == won
    assert all(game["decisions"] > 50 for game in games)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == [f"game-{n:06}.ibss" for n in range(1, 5)]
    code, said = ran(tmp_path, "verify", str(files[0]))
    assert (code, "sound" in said) == (0, True)


def test_the_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "first", "random", "--games", "4", "--fast", "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    for part in ("first against random, 4 games, seed 1", "2 deals, 2 of them played from both sides: first won both",
                 "as Japan: first wins", "95 % confidence", "Elo difference ",
                 "with the sides taken out: Elo difference", "the US side is worth ", "median"):
        assert part in said


def test_half_of_the_last_pair_may_be_missing(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "first", "random", "--games", "3", "--fast", "--jobs", "1")
    assert found["deals"] == 2
    assert sum(found["pairs"].values()) == 1
    assert found["overall"]["games"] == 3


@pytest.mark.parametrize("way", [(), ("--fast", "--jobs", "1")], ids=["network", "fast"])
def test_who_meets_himself_never_plays_a_deal_twice(capsys: pytest.CaptureFixture[str], way: tuple[str, ...]) -> None:
    """Two that leave nothing to chance would play the same game, and it would count twice."""
    found = figures(capsys, "first", "first", "--games", "4", "--seed", "2", *way)
    games = found["games"]
    assert found["deals"] == len({game["seed"] for game in games}) == 4
    assert len({(game["turns"], game["decisions"], *game["points"]) for game in games}) == 4
    assert found["overall"] is found["elo"] is None
    assert found["as_us"]["won"] == [game["winner"] for game in games].count("US")
    assert found["as_us"]["won"] + found["as_jp"]["won"] == found["as_us"]["games"] == 4
    assert list(found["pace"]) == ["first"]
    assert found["sides"]["strength"] is None
    assert list(found["sides"]["side"]) == ["points", "low", "high"]
    assert found["pace"]["first"]["decisions"] == sum([game["decisions"] for game in games])


def test_one_bot_under_two_names_meets_itself(capsys: pytest.CaptureFixture[str]) -> None:
    again = "ironbottom.client.bots.players:FirstSeat"
    found = figures(capsys, "first", again, "--games", "4", "--fast", "--jobs", "1")
    assert found["deals"] == len({game["seed"] for game in found["games"]}) == 4
    assert found["overall"] is None


def test_a_bot_that_meets_itself_has_one_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "first", "first", "--games", "2", "--fast", "--jobs", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[1] == "2 deals: a bot that meets itself gets another one for each game"
    assert [line.startswith("as US: first wins ") for line in said].count(True) == 1
    assert [line.startswith("first: ") for line in said].count(True) == 1
    assert len(set(said)) == len(said)
    assert not any(word in line for line in said for word in ("overall", "as Japan", "Elo difference"))


@pytest.mark.parametrize(("words", "code", "said"), [
    (("hal", "first"), 2,
     "There is no bot 'hal'; there are random, cadet, seaman, ensign, mate, admiral, first, mate-1, light, envelope."),
    (("first", "first", "--fast", "--out", "x"), 2, "--fast leaves no transcripts"),
    (("first", "first", "--games", "0"), 2, "allowed is a number from 1"),
    (("first", "first", "--set", "nowhere"), 1, "nowhere: found no folder to read"),
])
def test_one_sentence_says_what_is_wrong(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int, said: str
) -> None:
    try:
        ended = main(["arena", *words])
    except SystemExit as usage:
        ended = int(usage.code or 0)
    assert ended == code
    assert said in capsys.readouterr().err


def test_the_games_of_an_earlier_run_are_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game-000001.ibss").touch()
    assert main(["arena", "first", "first", "--games", "1", "--out", str(tmp_path)]) == 1
    assert "found the games of an earlier run" in capsys.readouterr().err
