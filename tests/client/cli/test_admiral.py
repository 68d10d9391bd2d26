"""`ironbottom admiral`: the page goes to a file, the levels to the screen, and faults are one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.client.__main__ import main
from ironbottom.client.bots.envelope.page import page
from ironbottom.words import Side
from tests.support.languages import english

__all__ = ["english"]  # after each test the next one hears English

Output = pytest.CaptureFixture[str]


@pytest.mark.parametrize("side", list(Side))
def test_the_page_is_written(tmp_path: Path, capsys: Output, side: Side) -> None:
    out = tmp_path / "his page.html"
    assert main(["--lang", "en", "admiral", "print", "--side", side.name.lower(), "--out", str(out)]) == 0
    assert out.read_text("utf-8") == page(side)
    assert "print it on A4" in capsys.readouterr().out


def test_without_a_name_it_lies_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["admiral", "print"]) == 0
    assert [file.name for file in tmp_path.iterdir()] == ["admiral-jp.html"]


def test_it_speaks_the_readers_language(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert main(["--lang", "ja", "admiral", "print", "--out", str(out)]) == 0
    assert '<html lang="ja">' in out.read_text("utf-8")


def test_the_levels_are_listed(capsys: Output) -> None:
    assert main(["--lang", "en", "admiral", "levels"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines[:5]] == ["a triumph", "a success", "a draw", "a setback", "a rout"]


def test_a_place_that_is_none_is_told_in_one_sentence(tmp_path: Path, capsys: Output) -> None:
    assert main(["--lang", "en", "admiral", "print", "--out", str(tmp_path / "no" / "page.html")]) == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "cannot be written" in said
    assert "--out" in said
