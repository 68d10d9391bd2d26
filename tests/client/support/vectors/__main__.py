"""Writes the vectors anew: `python -m tests.client.support.vectors --update`; then the difference is to be read."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from tests.client.support.vectors import FOLDER, UPDATE, battle, by_itself, even, staging, story, table_rules, written


def table_rules_and_even() -> Iterator[Any]:
    """Both in one file: rules are what makes two players even."""
    yield from table_rules.cases()
    yield from even.cases()


MAKERS = {
    "staging": staging.cases, "battle": battle.cases, "story": story.cases, "by_itself": by_itself.cases,
    "table_rules": table_rules_and_even,
}

if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit(f"usage: {UPDATE}")
    for name, cases in MAKERS.items():
        (FOLDER / f"{name}.json").write_text(written(cases()), "utf-8")
