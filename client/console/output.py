"""Lines for a person at a terminal are broken between words where it ends; in a pipe or a file they stay whole."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from shutil import get_terminal_size

from msgspec import json

from ..text.card_text import width, wrapped
from ..text.sanitize import in_json, sanitize, to_ascii

# A path, in quotes where it has spaces, with the command of ours that takes it; Japanese letters may touch it.
PATH = re.compile(r'(?:ironbottom [a-z]+ )?(?:"[^"]*[/\\][^"]*"|[!-~]*[/\\][!-~]*)')
HANGING = 4  # columns that the rest of a broken line stands further in
NARROWEST = 20
WIPE = "\x1b[H\x1b[2J\x1b[3J"  # home, the window, then the lines above it (xterm's ED 3)


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
        plain = to_ascii(sanitize(line))
        print("\n".join(copyable(plain, edge)) if edge else plain)


def say_json(found: object, *, indent: int = 2) -> None:
    """Print as JSON, each line whole: a program reads it, and what is copied from a terminal is JSON still."""
    print(in_json(json.format(json.encode(found), indent=indent).decode()))


def can_wipe() -> bool:
    """Whether nobody can read, after `wipe`, what was printed before: in a pipe or a file nobody looks over."""
    return not sys.stdout.isatty() or os.environ.get("TERM", "dumb" if os.name == "posix" else "") != "dumb"


def wipe() -> None:
    """Take everything off the terminal, and what was scrolled out of its window too."""
    if sys.stdout.isatty():
        sys.stdout.write(WIPE)
        sys.stdout.flush()


def complain(sentence: object) -> None:
    """Print one sentence on what is wrong."""
    print(sanitize(str(sentence)), file=sys.stderr)


def copyable(line: str, edge: int) -> list[str]:
    """A line in as many as it needs, with each path in one piece: one that is longer than a line stands alone, and the
    terminal breaks it, so that what is copied from there is whole.
    """
    lines: list[str] = []
    for path in [path for path in PATH.findall(line) if width(path) > edge - HANGING]:
        before, line = line.split(path, 1)
        lines += [*_around(before, edge, first=not lines), path]
    return [*lines, *_around(line, edge, first=not lines)]


def _around(text: str, edge: int, *, first: bool) -> list[str]:
    """What stands before, between and behind paths."""
    if first:
        return broken(text.rstrip() if text.strip() else text, edge)
    return broken(" " * HANGING + text.strip(), edge) if text.strip() else []


def broken(line: str, edge: int) -> list[str]:
    """A line in as many as it needs; all but the first stand further in."""
    if width(line) <= edge:
        return [line]
    text = line.lstrip(" ")
    indent = min(len(line) - len(text), edge // 4)
    first, *rest = wrapped(text, edge - indent - HANGING)
    return [" " * indent + first, *[" " * (indent + HANGING) + part for part in rest]]
