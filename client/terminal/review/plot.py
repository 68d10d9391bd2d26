"""The curve of winning chances as text: what was true as an area, what each side could know of it as letters."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from rich.text import Text

from ...bots.review.figures import CurvePoint, KnownPoint
from ..drawing.themes import style
from ..state.model import UiState

PARTS = " ▁▂▃▄▅▆▇█"  # eighths of a cell
KNOWN = {"US": "u", "JP": "j"}
SCALE = 6  # cells for "100 % "
LOST, HERE = "✶", "▲"


def plot(
    ui: UiState, curve: Sequence[CurvePoint], known: Sequence[KnownPoint], lost: Sequence[int], here: int,
    size: tuple[int, int],
) -> Text:
    """So many columns and rows: the plot, the turns, and what was lost and where one is below it."""
    width, rows = max(10, size[0] - SCALE), max(2, size[1] - 2)
    points = [curve[at] for at in _columns(curve, width)]
    text, dim = Text(no_wrap=True), style(ui, "dim")
    letters = _letters(curve, known, width, rows)
    for row in range(rows):
        text.append(_scale(row, rows), dim)
        for column, point in enumerate(points):
            eighths = round(point.chance * rows * 8) - (rows - 1 - row) * 8
            letter = letters.get((column, row))
            if letter is not None:
                text.append(letter, style(ui, "us" if letter == "u" else "jp"))
            elif eighths > 0:
                text.append(PARTS[min(8, eighths)], dim)
            else:
                text.append("┄" if row == rows // 2 else " ", dim)
        text.append("\n")
    text.append(" " * SCALE).append(_turns(points), dim).append("\n")
    return text.append(_marks(curve, lost, here, width), style(ui, "hit"))


def column_of(n: int, last: int, width: int) -> int:
    """The column of a moment."""
    return round((width - 1) * n / max(1, last))


def moment_at(column: int, last: int, width: int) -> int:
    """The moment of a column."""
    return max(0, min(last, round(last * (column - SCALE) / max(1, width - SCALE - 1))))


def _columns(curve: Sequence[CurvePoint], width: int) -> list[int]:
    """Which point each column shows."""
    last = max(1, curve[-1].n)
    numbers = [point.n for point in curve]
    return [max(0, bisect_right(numbers, last * column / (width - 1)) - 1) for column in range(width)]


def _scale(row: int, rows: int) -> str:
    share = "100 %" if row == 0 else "0 %" if row == rows - 1 else "50 %" if row == rows // 2 else ""
    return f"{share:>5} "


def _letters(
    curve: Sequence[CurvePoint], known: Sequence[KnownPoint], width: int, rows: int
) -> dict[tuple[int, int], str]:
    last = curve[-1].n
    return {
        (column_of(one.n, last, width), min(rows - 1, int((1 - one.chance) * rows))): KNOWN[one.side] for one in known
    }


def _turns(points: Sequence[CurvePoint]) -> str:
    """The number of each turn where it begins, as far as there is room."""
    line = [" "] * len(points)
    free = 0
    for column, point in enumerate(points):
        if point.turn and (column == 0 or points[column - 1].turn != point.turn):
            number = str(point.turn)
            if column >= free and column + len(number) <= len(line):
                line[column : column + len(number)] = number
                free = column + len(number) + 1
    return "".join(line)


def _marks(curve: Sequence[CurvePoint], lost: Sequence[int], here: int, width: int) -> str:
    last, line = curve[-1].n, [" "] * width
    for n in lost:
        line[column_of(n, last, width)] = LOST
    if here >= 0:
        line[column_of(here, last, width)] = HERE
    return " " * SCALE + "".join(line)
