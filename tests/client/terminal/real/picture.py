"""A screen as rows of cells, each with its letter and its colours: what a person sees, to be measured and kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from ironbottom.wire.cleaning import cells

CODE = re.compile(r"\x1b\[([0-9;:]*)m|\x1b\(B|\x0f|\x1b\].*?(?:\x1b\\|\x07)")
COLOURS = re.compile(r"\x1b\[(?:[0-9;:]*;)?(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|[34]8[;:])[0-9;:]*m")

# A corner above a side: which letters go on downwards from it.
DOWN = {"╭": "│╰├", "╮": "│╯┤", "╔": "║╚╠", "╗": "║╝╣", "┏": "┃┗", "┓": "┃┛"}
SIDES = frozenset("│║┃├┤╠╣")


class ScreenCell(NamedTuple):
    """A letter, and how it is drawn; the second half of a wide letter has none."""

    letter: str
    look: str


def grid(coloured: str) -> list[list[ScreenCell]]:
    """The rows of a screen that was read with its colours."""
    look = ""
    rows: list[list[ScreenCell]] = []
    for line in coloured.rstrip("\n").split("\n"):
        row: list[ScreenCell] = []
        for part, code in _parts(line):
            if code is not None:
                look = "" if code in ("", "0") else code[2:] if code.startswith("0;") else f"{look};{code}".strip(";")
                continue
            for letter in part:
                wide = cells(letter)
                if wide == 0 and row:
                    row[-1] = row[-1]._replace(letter=row[-1].letter + letter)
                    continue
                row += [ScreenCell(letter, look), *[ScreenCell("", look)] * (wide - 1)]
        rows.append(row)
    return rows


def _parts(line: str) -> Iterator[tuple[str, str | None]]:
    at = 0
    for found in CODE.finditer(line):
        yield line[at : found.start()], None
        if found[1] is not None:
            yield "", found[1]
        at = found.end()
    yield line[at:], None


def plain_grid(screen: str) -> list[list[str]]:
    """The letters of a screen without colours, one for each cell."""
    return [[cell.letter for cell in row] for row in grid(screen)]


def open_boxes(screen: str) -> list[str]:
    """Boxes whose sides do not meet: where a corner has nothing below it, or a side breaks off."""
    rows = plain_grid(screen)
    faults = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            below = rows[y + 1][x] if y + 1 < len(rows) and x < len(rows[y + 1]) else ""
            if letter in DOWN and below not in DOWN[letter]:
                faults.append(f"row {y + 1}, column {x + 1}: below {letter} is {below!r}")
    return faults


def too_wide(screen: str, columns: int) -> list[str]:
    """Rows that are wider than the screen."""
    return [line for line in screen.rstrip("\n").split("\n") if cells(line) > columns]


def has_colours(coloured: str) -> bool:
    """Whether anything is drawn in a colour; bold and underlined are none."""
    return COLOURS.search(coloured) is not None


# To be looked at

PAGE = """<!doctype html><meta charset="utf-8"><title>{title}</title>
<style>body {{ margin: 12px; background: #333 }} pre {{ font: 15px/18px "DejaVu Sans Mono", "Noto Sans Mono CJK JP",
monospace; margin: 0; width: max-content }} b {{ display: inline-block; width: 9px; height: 18px; font-weight: inherit;
vertical-align: top; white-space: pre }} b.w {{ width: 18px }}</style>
<pre>{rows}</pre>
"""


def page(coloured: str, title: str) -> str:
    """A screen as a page of HTML in which every cell has its place."""
    rows = []
    for row in grid(coloured):
        out = ""
        for n, cell in enumerate(row):
            if not cell.letter:
                continue
            wide = n + 1 < len(row) and not row[n + 1].letter
            out += f'<b{" class=w" if wide else ""} style="{css(cell.look)}">{escape(cell.letter)}</b>'
        rows.append(out)
    return PAGE.format(title=escape(title), rows="\n".join(rows))


def css(look: str) -> str:
    """The style of a cell."""
    fore, back, more = "#ddd", "#000", ""
    codes = [int(code or 0) for code in re.split("[;:]", look)] if look else []
    reverse = False
    while codes:
        code = codes.pop(0)
        if code in (38, 48) and codes and codes[0] == 2:
            colour = "#{:02x}{:02x}{:02x}".format(*codes[1:4])
            fore, back = (colour, back) if code == 38 else (fore, colour)
            codes = codes[4:]
        elif code in (38, 48) and codes and codes[0] == 5:
            colour = indexed(codes[1])
            fore, back = (colour, back) if code == 38 else (fore, colour)
            codes = codes[2:]
        elif 30 <= code <= 37 or 90 <= code <= 97:
            fore = BASIC[code % 10]
        elif 40 <= code <= 47 or 100 <= code <= 107:
            back = BASIC[code % 10]
        elif code == 39:
            fore = "#ddd"
        elif code == 49:
            back = "#000"
        elif code in MORE:
            more += MORE[code]
        elif code in (7, 27):
            reverse = code == 7
    fore, back = (back, fore) if reverse else (fore, back)
    return f"color:{fore};background:{back};{more}"


BASIC = ("#000", "#c33", "#3a3", "#cc3", "#36c", "#c3c", "#3cc", "#ddd")
MORE = {1: "font-weight:bold;", 2: "opacity:.6;", 3: "font-style:italic;", 4: "text-decoration:underline;"}


def indexed(n: int) -> str:
    """A colour of the 256."""
    if n < 16:
        return BASIC[n % 8]
    if n >= 232:
        return f"rgb({8 + 10 * (n - 232)},{8 + 10 * (n - 232)},{8 + 10 * (n - 232)})"
    n -= 16
    steps = (0, 95, 135, 175, 215, 255)
    return f"rgb({steps[n // 36]},{steps[n // 6 % 6]},{steps[n % 6]})"
