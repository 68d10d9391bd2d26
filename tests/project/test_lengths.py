"""A night runs everything, at full length, and a push is short."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from tests import ROOT
from tests.conftest import BROWSER, LONGEST, STARTS_PROGRAMS, UNMEASURED, starts_programs
from tests.support import lengths

NAMES = (
    "ANSWERS", "GAMES", "JUMPS", "WHOLE_GAMES", "WORLDS", "SAMPLED", "KILLS", "SERVER_KILLS", "IMAGES", "FUZZ", "PAIRS",
    "STOP", "LEAGUES", "ROUNDS", "RATED", "EVENED", "HAND_OVERS", "LAWS", "BATTLES", "BATTLE_FILES", "CAMPAIGNS",
)  # fmt: skip


def of_a_night() -> dict[str, int]:
    values = f"[getattr(lengths, name) for name in {NAMES}]"
    code = f"import json; from tests.support import lengths; print(json.dumps({values}))"
    argv, night = [sys.executable, "-c", code], {"IRONBOTTOM_NIGHT": "1"}
    told = subprocess.run(argv, cwd=ROOT, env=night, capture_output=True, text=True, check=True)
    return dict(zip(NAMES, json.loads(told.stdout), strict=True))


def test_each_length_is_longer_by_night() -> None:
    night = of_a_night()
    assert all(night[name] > getattr(lengths, name) for name in NAMES)
    assert (night["KILLS"], night["JUMPS"]) == (1_000, 10_000)


def test_all_lengths_are_among_them() -> None:
    assert {name for name, value in vars(lengths).items() if isinstance(value, int)} == {*NAMES, "NIGHT"}


def test_a_push_takes_some_and_a_night_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "NIGHT", False)
    assert lengths.some("abcdefghij", 3) == ("a", "d", "g")
    assert lengths.some("abc", 3) == lengths.some("abc", 9) == ("a", "b", "c")
    monkeypatch.setattr(lengths, "NIGHT", True)
    assert "".join(lengths.some("abcdefghij", 3)) == "abcdefghij"


@pytest.mark.parametrize("beginning", sorted({*UNMEASURED, *STARTS_PROGRAMS, *LONGEST}))
def test_what_stands_in_a_list_of_the_conftest_is_there(beginning: str) -> None:
    """A test that is renamed or moved would leave its list unseen."""
    where, _, name = beginning.partition("::")
    path = ROOT / "tests" / where
    assert path.exists()
    assert not name or f"def {name}" in path.read_text("utf-8")


STARTS = re.compile(  # how a test comes to a program of its own
    r"subprocess|Popen|page_tools|play_series\(|"
    r"\bTerminal\(|RunningServer|OwnProcess|\bstarted\(|\bran\(|--jobs|\bspread\(|\bbuilt\("
)


@pytest.mark.parametrize("beginning", STARTS_PROGRAMS)
def test_a_second_try_is_for_what_starts_programs(beginning: str) -> None:
    """No folder has it but that of a terminal, whose every test starts one; each that is named says how it does."""
    where = ROOT / "tests" / beginning.partition("::")[0]
    if where.is_dir():
        assert beginning == "client/terminal/real/"
    else:
        assert STARTS.search(where.read_text("utf-8"))


@pytest.mark.parametrize(
    "text", [
        "client/tutorial/test_coach.py", "client/tutorial/test_script.py", "client/launch/test_small_parts.py",
        "client/launch/test_play.py", "client/launch/arena/test_arena_standing.py", "server/ops/test_threats.py",
        "server/ops/test_leftovers.py", "client/web/test_modules.py", "client/web/test_page_types.py::test_the_types",
    ],
)  # fmt: skip
def test_what_starts_nothing_has_one_try(text: str) -> None:
    assert not any(text.startswith(one) or one.startswith(text) for one in STARTS_PROGRAMS)


@pytest.mark.parametrize(("fixtures", "again"), [((BROWSER, "stage"), True), (("tmp_path",), False)])
def test_who_has_a_browser_has_a_second_try(fixtures: tuple[str, ...], again: bool) -> None:
    path = ROOT / "tests" / "client" / "web" / "test_qr.py"
    item: Any = SimpleNamespace(fixturenames=fixtures, path=path, name="test")
    assert starts_programs(item) is again
