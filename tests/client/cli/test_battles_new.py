"""`ironbottom battles new`: a battle of a moment of a finished game, and one sentence for what is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.battle_sheet import check_battle, read_battle
from ironbottom.catalog import card_set
from ironbottom.client.__main__ import main
from ironbottom.client.launch.alone.battle_of_moment import named
from ironbottom.client.storage.finished_games import reel
from ironbottom.proof.transcript import written
from tests.support.languages import english
from tests.support.signed_games import CARDS, honest

__all__ = ["english"]  # after each test

Output = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.ibss"
    path.write_bytes(written(honest().lines))
    return str(path)


def test_a_battle_is_printed(file: str, capsys: Output) -> None:
    """What is said of the moment goes to who reads, not into the file."""
    assert main(["battles", "new", "--from", f"{file}@0"]) == 0
    out, err = capsys.readouterr()
    battle = read_battle(out)
    check_battle(battle, card_set(battle.set))
    assert battle.name == "turn-1"
    assert err.startswith("A battle begins with a turn: this one with turn 1, at ")
    assert err.rstrip().endswith(" instead of 0.")


def test_a_moment_where_a_turn_begins_is_not_moved(file: str, capsys: Output) -> None:
    games = [moment.game for moment in reel(file, [CARDS]).moments]
    at = next(n for n, game in enumerate(games) if game.state.turn == 2)
    assert main(["battles", "new", "--from", f"{file}@{at}", "--turns", "3"]) == 0
    out, err = capsys.readouterr()
    assert not err
    assert read_battle(out).turns == 3
    assert read_battle(out).english.title == "Turn 2 of another game"
    assert "turn 2 of another game began" in read_battle(out).english.introduction


def test_a_file_is_written_and_checked(file: str, tmp_path: Path, capsys: Output) -> None:
    out = tmp_path / "Last Night.yaml"
    argv = ["battles", "new", "--from", f"{file}@20", "--title", "The  last night", "--decks", "no", "--out", str(out)]
    assert main(argv) == 0
    assert f"ironbottom play --battle {out}" in capsys.readouterr().out
    battle = read_battle(out.read_text("utf-8"))
    assert (battle.name, battle.english.title, battle.decks) == ("last-night", "The last night", False)
    assert main(["battles", "check", str(out)]) == 0
    assert main(argv) == 1
    assert "found a file already; allowed is the name of a new one." in capsys.readouterr().err


@pytest.mark.parametrize(("begin", "said"), [
    ("game.ibss", "--from: found 'game.ibss'; allowed is a file and a moment of it, like game.ibss@131."),
    ("@7", "--from: found '@7'; allowed is a file"), ("game.ibss@x", "--from: found 'game.ibss@x'; allowed"),
    ("game.ibss@-1", "allowed is a file and a moment"), ("game.ibss@1234567", "allowed is a file and a moment"),
    ("nothing.ibss@1", "nothing.ibss: found no file to read"),
    ("games.jsonl@1", "is a record of `ironbottom selfplay`"),
])
def test_what_is_no_moment_is_refused(begin: str, said: str, capsys: Output) -> None:
    assert main(["battles", "new", "--from", begin]) == 1
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_a_moment_behind_the_end_is_refused(file: str, capsys: Output) -> None:
    assert main(["battles", "new", "--from", f"{file}@99999"]) == 1
    assert "--from ...@: found 99999; allowed is a number from 0 to" in capsys.readouterr().err


def test_a_title_that_is_too_long_is_refused(file: str, capsys: Output) -> None:
    assert main(["battles", "new", "--from", f"{file}@0", "--title", "x" * 81]) == 1
    assert "field english.title: found 81 characters; allowed is at most 80." in capsys.readouterr().err


@pytest.mark.parametrize("turns", ["0", "41", "x", "-1", "1.5"])
def test_turns_are_bounded(turns: str, capsys: Output) -> None:
    with pytest.raises(SystemExit):
        main(["battles", "new", "--from", "game.ibss@1", f"--turns={turns}"])
    assert "allowed is a number from 1 to 40" in capsys.readouterr().err


def test_names_are_made_of_titles() -> None:
    assert named("The Last Night!") == "the-last-night"
    assert named("最後の夜") == ""
    assert len(named("a-" * 60)) <= 40
