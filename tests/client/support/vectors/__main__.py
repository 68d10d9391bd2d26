"""Writes the vectors anew: `python -m tests.client.support.vectors --update`; then the difference is to be read."""

from __future__ import annotations

import sys

from tests.client.support.vectors import FOLDER, UPDATE, battle, by_itself, even, staging, story, table_rules, written

MAKERS = {
    "staging": staging.cases, "battle": battle.cases, "story": story.cases, "by_itself": by_itself.cases,
    "table_rules": lambda: [*table_rules.cases(), *even.cases()],
}

if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit(f"usage: {UPDATE}")
    for name, cases in MAKERS.items():
        (FOLDER / f"{name}.json").write_text(written(cases()), "utf-8")
