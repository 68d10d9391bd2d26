"""`ironbottom puzzle`, run as a person runs it, with lines typed into it."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from ironbottom.client.__main__ import main
from ironbottom.client.bots.review.puzzles.solving.progress import progress
from ironbottom.client.bots.review.puzzles.solving.shelf import shelf
from tests.support.languages import english

__all__ = ["english"]  # after each test the next one hears English

Output = pytest.CaptureFixture[str]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    return tmp_path


def typed(monkeypatch: pytest.MonkeyPatch, capsys: Output, lines: str, *argv: str) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    code = main(["puzzle", *argv])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_first_puzzles_by_ear(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    """Right, wrong, what neither is, the table again, how one stands; all kept for the next time."""
    first, second = shelf()[:2]
    wrong = 2 if second.best == 0 else 1
    lines = f"t\n99\nwhat\n{first.best + 1}\np\n\n{wrong}\nq\n"
    code, out, _err = typed(monkeypatch, capsys, lines, "--plain")
    assert code == 0
    assert first.hand is not None
    assert first.hand.title["en"] in out
    assert out.count("Victory points") == 3
    assert "found '99'; allowed is" in out
    assert "Right!" in out
    assert f"No: the best is {second.best + 1}." in out
    assert first.answers[first.best].why["en"] in out
    assert [one.solved for one in progress(home).attempts] == [True, False]


def test_in_japanese_every_sentence_is(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nq\n"))
    assert main(["--lang", "ja", "puzzle", "--plain"]) == 0
    out = capsys.readouterr().out
    first = shelf()[0]
    assert first.hand is not None
    assert first.hand.title["ja"] in out
    assert first.answers[first.best].words["ja"] in out
    words = re.sub(r"VP|±|puzzle|landing-\w+|tasks-\w+|\b[A-D]\b|[tnpq]：|t：|Enter", "", out)
    assert not re.search(r"[a-z]{4,}", words), re.findall(r".*[a-z]{4,}.*", words)


def test_a_kind_an_id_the_list_and_forgetting(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    target = next(one for one in shelf() if one.kind == "target")
    assert "target-" in typed(monkeypatch, capsys, "q\n", "--kind", "target", "--plain")[1]
    lines = f"{target.best + 1}\nq\n"
    assert "Right!" in typed(monkeypatch, capsys, lines, "--id", target.id, "--plain")[1]
    listed = typed(monkeypatch, capsys, "", "list", "--kind", "target")[1]
    assert f"+ Puzzle {target.id}" in listed
    assert listed.count("Puzzle ") == len([one for one in shelf() if one.kind == "target"])
    assert "1 puzzle tried of" in listed
    assert "0 puzzles tried of" in typed(monkeypatch, capsys, "", "list", "--kind", "odds")[1]
    assert typed(monkeypatch, capsys, "", "reset")[0] == 0
    assert progress(home).attempts == ()


def test_what_is_not_there_is_said_in_one_sentence(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    code, out, err = typed(monkeypatch, capsys, "", "--id", "nobody")
    assert (code, out) == (1, "")
    assert "There is no such puzzle" in err
    (home / "puzzles.json").write_text("{")
    code, _out, err = typed(monkeypatch, capsys, "q\n", "--plain")
    assert code == 1
    assert "puzzles.json is damaged" in err


def test_who_sits_at_a_terminal_is_asked_before_all_is_forgotten(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    typed(monkeypatch, capsys, "1\nq\n", "--plain", "--kind", "target")
    before = progress(home)
    assert before.attempts
    for line, left in (("no", len(before.attempts)), ("", len(before.attempts)), ("yes", 0)):
        monkeypatch.setattr("sys.stdin", io.StringIO(line + "\n"))
        monkeypatch.setattr("sys.stdin.isatty", lambda: True)
        assert main(["puzzle", "reset"]) == 0
        assert len(progress(home).attempts) == left
