"""Docstrings as they are written here, made into what Sphinx reads.

They are plain text: `code` stands between single backticks, what is indented or in
columns is a drawing, and a star or an underscore is nothing but itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

CODE = re.compile(r"(`+)([^`]+)\1")
SPECIAL = re.compile(r"[*_|\\]")
COLUMNS = re.compile(r"\S {3,}\S")
ITEM = re.compile(r"(?:[-*]|\d+\.) ")


def rendered(lines: list[str]) -> Iterator[str]:
    """Passage by passage; a drawing, or words in columns, as they stand."""
    for blank, passage in groupby(lines, lambda line: not line.strip()):
        text = list(passage)
        if blank:
            yield from text
        elif all(line.startswith("    ") for line in text) or any(COLUMNS.search(line) for line in text):
            yield from ("::", "", *[f"    {line}" for line in text])
        else:
            yield from map(escaped, text)


def escaped(line: str) -> str:
    """A line in which nothing but code has a meaning."""
    item = ITEM.match(line)
    head = item[0] if item else ""
    parts = CODE.split(line[len(head) :])
    text = [SPECIAL.sub(r"\\\g<0>", part) for part in parts[::3]]
    code = [f"``{part}``" for part in parts[2::3]] + [""]
    return head + "".join([one for pair in zip(text, code, strict=True) for one in pair])


def process(_app: Sphinx, _what: str, _name: str, _object: Any, _options: Any, lines: list[str]) -> None:
    """What Sphinx calls for each docstring."""
    lines[:] = rendered(list(lines))


def setup(app: Sphinx) -> ExtensionMetadata:
    """What Sphinx calls."""
    app.connect("autodoc-process-docstring", process)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
