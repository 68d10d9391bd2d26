"""THREATS.md names code and tests: they are there."""

from __future__ import annotations

import re

import pytest

from tests import ROOT

TEXT = (ROOT / "server" / "THREATS.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", TEXT)))


@pytest.mark.parametrize(("file", "what"), NAMED)
def test_what_is_named_exists(file: str, what: str) -> None:
    places = [ROOT / file, ROOT / "server" / file, *(ROOT / "tests" / "server").rglob(file)]
    (found,) = [place for place in places if place.is_file()]
    assert f"class {what}" in found.read_text(encoding="utf-8") or not what


def test_every_defence_has_a_test() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("| ") and not line.startswith("| what")]
    assert len(rows) > 25
    for row in rows:
        assert re.search(r"test_\w+\.py|`tests/", row.rsplit("|", 2)[1]), row
