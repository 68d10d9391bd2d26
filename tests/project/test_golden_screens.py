"""Old and new golden screens side by side, for whoever reviews them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.tools.golden_screens import OUTPUT, SCREENS, main, rows

Output = pytest.CaptureFixture[str]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """One with three screens, as they were committed."""
    folder = tmp_path / SCREENS[0] / "screens"
    folder.mkdir(parents=True)
    for name in ("same", "other", "gone"):
        (folder / f"{name}.txt").write_text(f"┌{name}┐\n│<A&B>│\n└──┘\n", "utf-8")
    git = ["git", "-c", "user.name=somebody", "-c", "user.email=somebody@localhost"]
    for argv in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "screens"]):
        subprocess.run([*git, *argv], cwd=tmp_path, check=True)
    return tmp_path


def test_what_changed_stands_side_by_side(checkout: Path, capsys: Output) -> None:
    """A screen that is new, one that is gone, and one in which a row is another."""
    folder = checkout / SCREENS[0] / "screens"
    (folder / "other.txt").write_text("┌other┐\n│<A&C>│\n└──┘\n", "utf-8")
    (folder / "new.txt").write_text("new\n", "utf-8")
    (folder / "gone.txt").unlink()
    assert main([], checkout) == 0
    assert capsys.readouterr().out.startswith("3 of them")
    page = (checkout / OUTPUT).read_text("utf-8")
    assert page.count("<h2>") == 3
    assert "same.txt" not in page
    assert "<del>* │&lt;A&amp;B&gt;│</del>" in page
    assert "<ins>* │&lt;A&amp;C&gt;│</ins>" in page
    assert "  ┌other┐" in page


def test_nothing_changed_is_said_too(checkout: Path, capsys: Output) -> None:
    assert main(["HEAD"], checkout) == 0
    assert capsys.readouterr().out.startswith("0 of them")


def test_a_row_that_was_put_in_has_nothing_beside_it() -> None:
    assert [*rows(["a", "c"], ["a", "b", "c"])] == [("  ", "a", "a"), ("* ", "", "b"), ("  ", "c", "c")]


def test_what_is_no_revision_is_told_in_a_sentence(checkout: Path, capsys: Output) -> None:
    with pytest.raises(SystemExit, match="no revision 'nosuch'"):
        main(["nosuch"], checkout)
    assert main(["one", "two"], checkout) == 1
    assert "usage" in capsys.readouterr().err
