"""A night runs whatever is longer by night, and a push is short."""

from __future__ import annotations

import json
import subprocess
import sys

from tests import ROOT
from tests.__main__ import LONG
from tests.support import lengths

NAMES = ("GAMES", "JUMPS", "KILLS", "SERVER_KILLS", "IMAGES", "FUZZ", "PAIRS", "STOP")


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
    assert lengths.KILLS == 50


def test_every_test_that_has_a_length_is_run_by_night() -> None:
    using = {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")
        if "from tests.support.lengths import" in path.read_text("utf-8")
    }
    assert using - {"tests/project/test_lengths.py"} == set(LONG)
