"""`ironbottom review`, run as a person runs it."""

from __future__ import annotations

import json
import os
import sys
from io import StringIO
from pathlib import Path

import pytest

from ironbottom.client.__main__ import main
from ironbottom.client.bots.light import deployments
from ironbottom.client.bots.review import keeping
from ironbottom.client.bots.review.figures import GameReview
from ironbottom.client.bots.review.judging import Effort
from ironbottom.client.bots.review.making import Reviewing, Watching
from ironbottom.client.bots.value import weights
from ironbottom.client.cli.commands import review as command
from ironbottom.proof.transcript import written
from ironbottom.record import Recorded
from tests import ROOT
from tests.client.support.reviewed import LITTLE, SHORT, short_transcript
from tests.support.languages import english
from tests.support.lengths import by_night, some
from tests.support.signed_games import CARDS, honest

__all__ = ["english"]  # after each test the next one hears English

Output = pytest.CaptureFixture[str]
KEPT = ROOT / "tests" / "engine" / "kept"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A transcript, reviewed with little work."""
    monkeypatch.setattr(command, "THOROUGH", LITTLE)
    return short_transcript(tmp_path)


def reviewed(capsys: Output, *argv: str | Path) -> tuple[int, str, str]:
    code = main(["review", *map(str, argv)])
    shown = capsys.readouterr()
    return code, shown.out, shown.err


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which reviews were made: those that were kept are not."""
    keys: list[str] = []
    review = Reviewing.review

    def noted(self: Reviewing, watching: object) -> object:
        keys.append(self.key)
        return review(self, lambda _done, _of: None)

    monkeypatch.setattr(Reviewing, "review", noted)
    return keys


def test_a_review_is_told(capsys: Output, file: Path) -> None:
    code, out, err = reviewed(capsys, file, "--least", "0%", "--truth")
    assert (code, err) == (0, "")
    assert out.startswith("Ann (US) against Bob (Japan): Japan has won: US has resigned")
    assert "\nThe chance that the US wins, by all cards as they really lay" in out
    assert "\nWhat each side could know of that chance" in out
    assert "\nWithout luck: US " in out
    assert "  result" in out
    assert "Decisions that gave away 0.0 % or more: " in out


def test_decisions_are_filtered(capsys: Output, file: Path) -> None:
    every = listed(reviewed(capsys, file, "--least", "0")[1])
    one_side = listed(reviewed(capsys, file, "--least", "0%", "--side", "us")[1])
    one_kind = listed(reviewed(capsys, file, "--least", "0%", "--section", "deployment")[1])
    some = listed(reviewed(capsys, file, "--least", "2%")[1])
    assert one_side == [line for line in every if ", US, " in line]
    assert one_kind == [line for line in every if ", deployment: " in line]
    assert len(some) < len(every) > len(one_side) > 0
    assert one_kind


def listed(out: str) -> list[str]:
    """The lines of the list, without what was better."""
    lines = out[out.index("Decisions that gave away") :].splitlines()[1:]
    return [line for line in lines if not line.startswith("      ")]


def test_what_is_written_to_files(capsys: Output, file: Path, tmp_path: Path) -> None:
    text, figures = tmp_path / "review.txt", tmp_path / "out.json"
    code, out, err = reviewed(capsys, file, "--text", text, "--json", figures)
    assert (code, err) == (0, "")
    assert text.read_text("utf-8") == out
    found = json.loads(figures.read_bytes())
    account = found["account"]
    total = account["start"] + sum(account["luck"].values()) + sum(account["skill"].values())
    assert abs(total - account["result"]) < 1e-9
    assert {"curve", "known", "moments", "decisions", "dearest", "names"} <= set(found)
    for one in found["decisions"]:
        assert one["words"]["did"]
        assert bool(one["words"]["better"]) == bool(one["better"]) == (one["known"]["loss"] > 0)


def test_it_speaks_japanese(capsys: Output, file: Path, tmp_path: Path) -> None:
    """And the review that was kept is of no language."""
    reviewed(capsys, file)
    code = main(["--lang", "ja", "review", str(file), "--least", "0%", "--json", str(tmp_path / "out.json")])
    out = capsys.readouterr().out
    assert code == 0
    assert "運を除くと：米軍" in out
    assert "Decisions" not in out
    assert "米軍" in (tmp_path / "out.json").read_text("utf-8")


def test_it_is_kept_and_there_at_once_the_next_time(capsys: Output, file: Path, made: list[str]) -> None:
    first = reviewed(capsys, file)
    assert keeping.place_of(str(file)).name == "game.review.json"
    assert reviewed(capsys, file) == first
    assert len(made) == 1
    assert reviewed(capsys, file, "--again") == first
    assert len(made) == 2


@pytest.mark.parametrize(
    "changed", ["weights", "battles", "deployments", "version", "work", "file", "damaged", "empty", "other shape"]
)
def test_it_is_made_anew_where_it_is_not_that_review(
    capsys: Output, file: Path, made: list[str], monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    first, place = reviewed(capsys, file), keeping.place_of(str(file))
    if changed == "weights":
        monkeypatch.setattr(weights, "SHIPPED", "RELIABILITY.md")
    elif changed == "battles":
        monkeypatch.setattr(weights, "BATTLES", ".")
    elif changed == "deployments":
        monkeypatch.setattr(deployments, "SHIPPED", "__init__.py")  # the judge has read it before
    elif changed == "version":
        monkeypatch.setattr("importlib.metadata.version", lambda _name: "9.9")
    elif changed == "work":
        monkeypatch.setattr(command, "THOROUGH", LITTLE._replace(known=1))
    elif changed == "file":
        file.write_bytes(written(honest(SHORT._replace(resigns=38)).lines))
    else:
        whole = place.read_bytes()
        place.write_bytes({"damaged": whole[:-40], "empty": b"", "other shape": b'{"format": 1}'}[changed])
    code, out, err = reviewed(capsys, file)
    assert (code, err, len(made)) == (0, "", 2)
    assert changed in ("work", "file") or out == first[1]
    assert reviewed(capsys, file)[0] == 0
    assert len(made) == 2


def test_a_folder_that_cannot_be_written_means_that_none_is_kept(
    capsys: Output, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _data: bytes) -> None:
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(keeping, "write_whole", full)
    code, out, err = reviewed(capsys, file)
    assert code == 0
    assert "Without luck" in out
    text = "The review is not kept beside {file} (Permission denied): it will be made anew the next time.\n"
    assert err == text.format(file=file)


def refused(capsys: Output, *argv: str | Path, code: int = 1) -> str:
    """The one sentence with which something is refused."""
    found, out, err = reviewed(capsys, *argv)
    assert (found, out) == (code, "")
    assert err.count("\n") == 1
    return err


def test_bad_files_are_refused_in_one_sentence(capsys: Output, file: Path, tmp_path: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    bad = tmp_path / "bad.ibss"
    assert refused(capsys, tmp_path / "none").startswith(f"{tmp_path / 'none'}: found no file to read (No such file")
    assert "found no file to read (Is a directory)" in refused(capsys, tmp_path)
    for data in (b"", bytes(range(256)), Recorded(CARDS, bytes(32)).text.encode()):
        bad.write_bytes(data)
        assert refused(capsys, bad).startswith(f"{bad}: found no transcript; allowed is the transcript (.ibss) of a")
    bad.write_bytes(b"".join(lines[:20]))  # of a game that goes on
    assert refused(capsys, bad).startswith(f"{bad}: the game is not over, or its end was cut off: a review is for")
    bad.write_bytes(b"".join([*lines[:9], lines[9].replace(b"1", b"2", 1), *lines[10:]]))
    assert refused(capsys, bad).endswith("`ironbottom verify` tells more.\n")
    assert not keeping.place_of(str(bad)).exists()


@pytest.mark.parametrize("least", ["x", "-1%", "101", "", "nan"])
def test_a_least_that_is_none_is_refused(capsys: Output, file: Path, least: str) -> None:
    text = "--least: found {least}; allowed is a number of per cent from 0% to 100%.\n"
    assert refused(capsys, file, f"--least={least}", code=2) == text.format(least=repr(least))


@pytest.mark.parametrize("option", ["--json", "--text"])
def test_a_file_that_cannot_be_written_is_said(capsys: Output, file: Path, tmp_path: Path, option: str) -> None:
    code, out, err = reviewed(capsys, file, option, tmp_path)
    assert code == 1
    assert "Without luck" in out
    assert err.startswith(f"{tmp_path}: cannot be written (Is a directory); give the name of a file")


def test_progress_is_shown_at_a_terminal_only(capsys: Output, file: Path) -> None:
    assert not sys.stderr.isatty()
    assert reviewed(capsys, file)[2] == ""


@pytest.mark.parametrize("kept", some(["edition-1", "cards-1"], 1))
def test_games_of_before_are_reviewed(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    """With the cards and by the edition of the rules that they were begun with."""
    monkeypatch.setattr(command, "THOROUGH", LITTLE._replace(known=1, all=Effort(1, 1), again=1))
    file = tmp_path / "game.ibss"
    file.write_bytes((KEPT / kept / "game.ibss").read_bytes())
    code, out, err = reviewed(capsys, file)
    assert (code, err) == (0, "")
    assert out.startswith("Ada (US) against Ben (Japan)")


@by_night
def test_a_whole_game_with_all_work(capsys: Output, tmp_path: Path) -> None:
    code, out, err = reviewed(capsys, short_transcript(tmp_path))
    assert (code, err) == (0, "")
    assert "Without luck" in out


def test_a_place_that_cannot_be_written_is_told_before_the_work(
    capsys: Output, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    review = Reviewing.review

    def noted(self: Reviewing, watching: Watching) -> GameReview:
        said.append(capsys.readouterr().err)
        return review(self, watching)

    monkeypatch.setattr(Reviewing, "review", noted)
    code, _out, err = reviewed(capsys, file, "--json", tmp_path / "nowhere" / "review.json")
    assert said == [f"{tmp_path}/nowhere/review.json: cannot be written (No such file or directory); give the name of "
                    "a file in a folder of yours.\n"]
    assert (code, err) == (1, "")


def test_without_a_file_the_games_of_this_computer_are_listed(
    capsys: Output, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path / "home"))
    code, out, err = reviewed(capsys)
    assert (code, err) == (0, "")
    assert out.startswith(f"No finished game is kept in {tmp_path / 'home' / 'games'} yet: play one, or name the file")
    games = tmp_path / "home" / "games"
    games.mkdir(parents=True)
    file.rename(games / "2026-11-21-ann-vs-bob.ibss")
    code, out, err = reviewed(capsys)
    first, row = out.splitlines()
    assert (code, err, first) == (0, "", f"Finished games in {games}, the newest first:")
    assert row.startswith("   1  20")
    assert "Ann (US) against Bob (Japan): Japan has won: US has resigned" in row
    assert row.endswith("2026-11-21-ann-vs-bob.ibss")


def test_at_a_terminal_a_number_takes_one_of_them(
    capsys: Output, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "games"
    games.mkdir()
    file.rename(games / "game.ibss")
    monkeypatch.setattr("sys.stdin", TypedLines("0\nx\n1\n"))
    assert command.picked(games) == str(games / "game.ibss")
    assert capsys.readouterr().out.count("allowed is a number from 1 to 1.") == 2
    for typed in ("\n", ""):
        monkeypatch.setattr("sys.stdin", TypedLines(typed))
        assert command.picked(games) is None


class TypedLines(StringIO):
    """What somebody types."""

    def isatty(self) -> bool:
        return True
