"""The letters that pictures are made of: lines and blocks, or plain ones where a terminal knows no others."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len

from ...text.sanitize import sanitize


class BoxSigns(NamedTuple):
    """The edges of a card: corners from the upper left, then the lines across and down."""

    upper_left: str
    upper_right: str
    lower_left: str
    lower_right: str
    across: str
    down: str


class Signs(NamedTuple):
    """All signs of our own.  Each is one cell wide."""

    ship: BoxSigns  # lies face up, or its face is told
    unseen: BoxSigns  # a formation that lies face down
    base: BoxSigns
    airplane: BoxSigns
    event: BoxSigns  # a card of the hand with two halves
    edges: dict[str, tuple[str, str]]  # of a card in one row, by its kind
    whole: str  # a hit point, and one that is lost
    lost: str
    sight: dict[str, str]  # whether a formation lies open
    hatch: str
    airplanes: str  # before the number of them
    brackets: dict[str, tuple[str, str]]  # of a mark, by its state; "off" has no key in them
    done: str  # chosen, where there is no key to say
    to: str  # before what is staged
    fought: str  # beside the line that is being resolved
    before: str  # so many more cards before, and after
    after: str
    cut: str  # where a text was too long
    nothing: str
    across: str  # between the halves of the table
    plain: bool  # nothing but ASCII may be printed


FINE = Signs(
    ship=BoxSigns("┌", "┐", "└", "┘", "─", "│"),
    unseen=BoxSigns("┌", "┐", "└", "┘", "┄", "┊"),
    base=BoxSigns("╔", "╗", "╚", "╝", "═", "║"),
    airplane=BoxSigns("╭", "╮", "╰", "╯", "─", "│"),
    event=BoxSigns("┏", "┓", "┗", "┛", "━", "┃"),
    edges={"ship": ("│", "│"), "unseen": ("┊", "┊"), "base": ("║", "║"), "airplane": ("(", ")"), "event": ("┃", "┃")},
    whole="■", lost="□",
    sight={"open": "●", "closed": "○", "known": "◐", "": ""},
    hatch="▒", airplanes="▲",
    brackets={"legal": ("‹", "›"), "chosen": ("[", "]"), "target": ("(", ")"), "off": ("×", ""), "told": ("»", "«")},
    done="✓", to="→", fought="►", before="‹", after="›", cut="…", nothing="·", across="─", plain=False,
)
PLAIN = Signs(
    ship=BoxSigns("+", "+", "+", "+", "-", "|"),
    unseen=BoxSigns("+", "+", "+", "+", ".", ":"),
    base=BoxSigns("#", "#", "#", "#", "=", "#"),
    airplane=BoxSigns(".", ".", "'", "'", "-", "|"),
    event=BoxSigns("%", "%", "%", "%", "%", "%"),
    edges={"ship": ("[", "]"), "unseen": (":", ":"), "base": ("#", "#"), "airplane": ("(", ")"), "event": ("%", "%")},
    whole="#", lost="-",
    sight={"open": "*", "closed": "-", "known": "~", "": ""},
    hatch=":", airplanes="^",
    brackets={"legal": ("<", ">"), "chosen": ("[", "]"), "target": ("(", ")"), "off": ("x", ""), "told": ("!", "!")},
    done="x", to=">", fought=">", before="<", after=">", cut="~", nothing=".", across="-", plain=True,
)


def signs_of(encoding: str | None) -> Signs:
    """The signs for an encoding: plain ones unless it is one of all letters."""
    return FINE if (encoding or "").lower().replace("-", "").startswith(("utf", "gb18030")) else PLAIN


def signs_here() -> Signs:
    """The signs for the terminal that this process writes to; the console of Linux has few letters in its font."""
    out = sys.__stdout__
    if os.environ.get("TERM") == "linux":
        return PLAIN
    return FINE if out is None else signs_of(out.encoding)


@lru_cache(maxsize=8192)
def spread(text: str) -> tuple[str, ...]:
    """A text, cell by cell: behind a letter of two cells there is an empty one, and marks stay on their letter."""
    if text.isascii() and text.isprintable():
        return tuple(text)
    cells: list[str] = []
    for letter in sanitize(text):
        size = cell_len(letter)
        if size:
            cells += [letter] if size == 1 else [letter, ""]
        elif cells:
            cells[-1 if cells[-1] else -2] += letter
    return tuple(cells)


def columns(text: str) -> int:
    """The cells that a text takes where Textual draws it.

    It lays out by Rich's table, so drawings go by that one; what travels is bounded by `wire.cleaning.cells`, which
    hangs on no version of a library.  Of all texts of ours they say the same; of rare letters of strangers, maybe not.
    """
    return len(spread(text))


@lru_cache(maxsize=8192)
def cut(text: str, room: int, sign: str) -> str:
    """A text in at most so many cells, with a sign where something is missing."""
    cells = spread(text)
    if len(cells) <= room:
        return "".join(cells)
    if room < 2:
        return sign[:max(0, room)]
    end = room - 1
    if cells[end] == "":  # half a letter is none
        end -= 1
    return "".join(cells[:end]).rstrip() + sign
