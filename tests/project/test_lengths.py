"""A night runs everything, at full length, and a push is short."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests import ROOT
from tests.conftest import LONGEST, STARTS_PROGRAMS, UNMEASURED
from tests.support import lengths

NAMES = (
    "ANSWERS", "GAMES", "JUMPS", "WHOLE_GAMES", "WORLDS", "KILLS", "SERVER_KILLS", "IMAGES", "FUZZ", "PAIRS", "STOP"
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
