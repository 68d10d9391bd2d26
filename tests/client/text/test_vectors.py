"""What Python and the page both compute: Python gives what tests/client/support/vectors says; the page's half is in
tests/client/web/test_vectors.py, and needs a browser.
"""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest

from ironbottom.events import AnyEvent
from tests.client.support.vectors import UPDATE, read, written
from tests.client.support.vectors.__main__ import MAKERS


@pytest.mark.parametrize("name", MAKERS)
def test_python_computes_them(name: str) -> None:
    assert written(read(name)) == written(MAKERS[name]()), f"if that is meant: {UPDATE}, and read the difference"


def test_all_kinds_of_events_are_told() -> None:
    told = {case["event"]["event"] for case in read("story")}
    assert told == {kind.__struct_config__.tag for kind in get_args(AnyEvent)}


def test_the_vectors_give_much_without_asking() -> None:
    """Else they would hold nothing together: each scope is said, each kind of answer given, and some are taken back."""
    cases = read("by_itself")
    assert {one["says"][0] for one in cases if "says" in one} == {"battle", "turn", "change"}
    given = [one for one in cases if one.get("given")]
    assert {one["question"]["shape"]["type"] for one in given} >= {"choose", "pick", "assign", "move"}
    assert sum(1 for one in given if one["again"]) > 10
    assert any(now["holds"] < before["holds"] for before, now in pairwise(one for one in cases if "holds" in one))
    assert {verb for one in cases for verb, _n in one.get("open", ())} >= {"deploy", "move"}


def test_what_differs_is_found() -> None:
    """One word of a vector is changed: Python computes no such thing."""
    case = read("staging")[0]
    case["after"][-1]["answer"] = "something else"
    assert written([case, *read("staging")[1:]]) != written(MAKERS["staging"]())
