"""`ironbottom selfplay`, run as a person runs it."""

from __future__ import annotations

import json
from errno import ENOSPC
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.__main__ import main
from ironbottom.client.bots.light.shape_players import FirstPlayer, RandomPlayer
from ironbottom.client.launch.arena.selfplay import Job, players, summary
from ironbottom.flow import IDLE, Asked
from ironbottom.position import from_text
from ironbottom.printed import EventCard
from ironbottom.questions import Choose
from ironbottom.record import Recorded, replay
from ironbottom.rules.s10_setup import Setup
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.windows import WINDOWS
from ironbottom.words import Side

SETS = [card_set("core"), card_set("full")]
STEP = Setup.steps[0]


def selfplay(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = main(["selfplay", *argv])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def as_json(capsys: pytest.CaptureFixture[str], *argv: str) -> Any:
    code, out, err = selfplay(capsys, "--json", *argv)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_the_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = selfplay(capsys, "--games", "4", "--seed", "1", "--jobs", "1")
    assert (code, err) == (0, "")
    assert out.startswith("4 games, core set, random players, seed 1: ")
    for words in ("US wins", "JP wins", "turns", "decisions", "VP of US", "first deployment", "Coastwatchers"):
        assert words in out
    assert "Never reached: " in out or "Every window was reached." in out


def test_the_sums_agree(capsys: pytest.CaptureFixture[str]) -> None:
    """Two games of four ask both sides which one they wish to play; every game asks both to keep their fleet."""
    whole = as_json(capsys, "--games", "4", "--seed", "2", "--jobs", "1")
    assert sum(whole["wins"].values()) == sum(whole["reasons"].values()) == 4
    assert whole["windows"]["0"] == 2 * 2
    assert whole["windows"]["1"] == 4 * 2
    assert list(whole["windows"]) == list(WINDOWS)
    assert whole["never_reached"] == [window for window, n in whole["windows"].items() if n == 0]
    assert sum(whole["windows"].values()) == round(whole["decisions"]["mean"] * 4)
    assert whole["decisions"]["min"] <= whole["decisions"]["mean"] <= whole["decisions"]["max"]


def test_the_same_whatever_the_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    one = as_json(capsys, "--games", "10", "--seed", "x", "--jobs", "1")
    assert as_json(capsys, "--games", "10", "--seed", "x", "--jobs", "2") == one
    assert as_json(capsys, "--games", "10", "--seed", "y", "--jobs", "1") != one


def test_records_are_kept_and_change_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "new" / "games"
    argv = ("--games", "3", "--seed", "1", "--jobs", "1", "--set", "full")
    whole = as_json(capsys, *argv, "--out", str(folder))
    assert as_json(capsys, *argv) == whole
    assert json.loads((folder / "summary.json").read_text()) == whole
    names = [f"game-{n:06}.jsonl" for n in (1, 2, 3)]
    assert sorted(file.name for file in folder.iterdir()) == [*names, "summary.json"]
    entries = [len(list(replay((folder / name).read_text(), SETS))) - 1 for name in names]
    assert sum(entries) == round(3 * whole["decisions"]["mean"])


def test_players_change_sides() -> None:
    """Of mixed players each has either side in turn, with and without the choice of sides."""
    kinds = [tuple(type(p) for p in players(Job(n, "1", SETS[0], "mixed", "", "")).values()) for n in range(4)]
    assert kinds == [(FirstPlayer, RandomPlayer)] * 2 + [(RandomPlayer, FirstPlayer)] * 2


def test_first_players_never_play_a_card(capsys: pytest.CaptureFixture[str]) -> None:
    whole = as_json(capsys, "--games", "2", "--players", "first", "--jobs", "1")
    assert set(whole["events"].values()) == {0}


def test_a_random_player_plays_one_card_in_two() -> None:
    card = next(c for c in SETS[0].us.air if isinstance(c, EventCard))
    player = RandomPlayer(Random(1))
    answers = [player.choose(Asked(STEP, IDLE, (card,))) for _ in range(1000)]
    assert 450 < answers.count(("play", card.id)) < 550
    assert 450 < answers.count("pass") < 550
    assert FirstPlayer().choose(Asked(STEP, Choose((3, 4)), (card,))) == 3


@pytest.mark.parametrize(
    "argv",
    [["--games", "0"], ["--games", "-1"], ["--games", "1e3"], ["--games", "9" * 40], ["--jobs", "0"], ["--jobs", "x"],
     ["--players", "nobody"], ["more"]],
)
def test_wrong_usage_is_2(capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["selfplay", *argv])
    assert left.value.code == 2
    assert argv[-1][:20] in capsys.readouterr().err


def test_a_folder_that_cannot_be_made(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for name in (str(file), str(file / "below"), "a\0b"):
        code, out, err = selfplay(capsys, "--games", "1", "--out", name)
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert "found no folder to write to" in err


@pytest.mark.parametrize("recorded", [True, False])
def test_a_game_that_fails_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recorded: bool
) -> None:
    """The record and the position up to the answer that the rules fail on, and the next game is played."""

    def broken(*_: object) -> None:
        raise KeyError("a fault of ours")

    chose = next(step for step in ChooseAction.steps if step.window == "16")
    monkeypatch.setattr(chose, "then", broken)
    monkeypatch.chdir(tmp_path)
    argv = ["--games", "2", "--jobs", "1", *(["--out", str(tmp_path)] if recorded else [])]
    code, out, err = selfplay(capsys, *argv)
    monkeypatch.undo()
    assert code == 1
    assert "2 games failed" in out
    assert [line[:7] for line in err.splitlines()] == ["game 1:", "game 2:"]
    text = (tmp_path / "game-000001-failed.position").read_text()
    game = from_text(text, SETS[0])
    side = next(iter(game.asked))
    assert game.window(side) == "16"
    assert f"# {side.name} answered " in text
    assert "# KeyError: 'a fault of ours'" in text
    moments = list(replay((tmp_path / "game-000001-failed.jsonl").read_text(), SETS, unfinished=True))
    assert moments[-1].game.state == game.state


def test_nothing_of_nothing() -> None:
    whole = summary(Job(0, "1", SETS[0], "random", "", ""), [])
    assert (whole["games"], whole["turns"]["mean"], whole["failures"]) == (0, 0, [])


def test_a_game_is_the_same_with_and_without_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    as_json(capsys, "--games", "1", "--seed", "7", "--jobs", "1", "--out", str(tmp_path))
    first = json.loads((tmp_path / "game-000001.jsonl").read_text().split("\n")[0])
    assert first["ask_sides"] is True
    assert Recorded(SETS[0], bytes.fromhex(first["seed"]), ask_sides=True).game.window(Side.US) == "0"


def test_a_full_disk_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the record was to go, and what helps; the games are summed up all the same."""
    write = Path.write_text

    def full(path: Path, text: str, **named: Any) -> int:
        if text:
            raise OSError(ENOSPC, "No space left on device")
        return write(path, text, **named)

    monkeypatch.setattr(Path, "write_text", full)
    code, out, err = selfplay(capsys, "--games", "1", "--jobs", "1", "--out", str(tmp_path))
    assert code == 1
    assert "1 game" in out
    assert err.splitlines() == [
        f"game 1: its record cannot be written to {tmp_path} (No space left on device): make room there, or give "
        "another --out.",
        f"The summary cannot be written to {tmp_path / 'summary.json'} (No space left on device): make room there, or "
        "give another --out.",
    ]
