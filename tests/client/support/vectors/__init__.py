"""Test vectors for what Python and the page's JavaScript both compute: each file drives both, and Python writes it.

`staging.json` says how touches become an answer, `battle.json` what a moment of a fight looks like and which moments an
update has, `story.json` how events are told, `by_itself.json` what is answered without asking, `table_rules.json` what
a table is played by in words, and what makes two players even (`even`).  One case a line, so that a difference can be
read.

It may touch what it computes: answers, battles and the story of the terminal client, its words, and the strength of a
player.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parent
UPDATE = "python -m tests.client.support.vectors --update"


def plain(value: Any) -> Any:
    """A value as JSON brings it to a page: keys of tables are text, tuples are lists."""
    return json.loads(msgspec.json.encode(value))


def written(cases: Iterable[Any]) -> str:
    """The text of a file."""
    lines = [json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def read(name: str) -> list[Any]:
    """The cases of a file."""
    return list(json.loads((FOLDER / f"{name}.json").read_text("utf-8")))
