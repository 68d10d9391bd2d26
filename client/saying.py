"""Lines for a person at a terminal are broken between words where it ends; in a pipe or a file they stay whole."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from io import TextIOWrapper
from shutil import get_terminal_size

from .card_face import width, wrapped
from .letters import shown, spelt

HANGING = 4  # columns that the rest of a broken line stands further in
NARROWEST = 20


def any_letters() -> None:
    """A terminal or a pipe that does not know a letter gets its number, `\\u91d1`, and no traceback."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def columns() -> int:
    """How wide the terminal is; 0 where nobody sits at one."""
    return max(NARROWEST, get_terminal_size().columns) if sys.stdout.isatty() else 0


def say(lines: Iterable[str]) -> None:
    """Print lines as they fit."""
    edge = columns()
    for line in lines:
        plain = spelt(shown(line))
        print("\n".join(broken(plain, edge)) if edge else plain)


def complain(sentence: object) -> None:
    """Print one sentence on what is wrong."""
    print(shown(str(sentence)), file=sys.stderr)


def broken(line: str, edge: int) -> list[str]:
    """A line in as many as it needs; all but the first stand further in."""
    if width(line) <= edge:
        return [line]
    text = line.lstrip(" ")
    indent = min(len(line) - len(text), edge // 4)
    first, *rest = wrapped(text, edge - indent - HANGING)
    return [" " * indent + first, *[" " * (indent + HANGING) + part for part in rest]]
