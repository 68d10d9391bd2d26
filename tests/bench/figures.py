"""The bench's own arithmetic: medians, ratios, goals, and the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any, Literal, NamedTuple

from tests.bench.measuring import Time

Unit = Literal["/s", "ms", "us", "ns", "%", "MB", "kB", "B", ""]
SCALES: dict[Unit, float] = {"ms": 1e3, "us": 1e6, "ns": 1e9, "%": 100, "MB": 1e-6, "kB": 1e-3, "B": 1, "": 1}
HEADINGS = ("what", "ours: median (min..max)", "peer: median (min..max)", "ratio (min..max)", "goal", "met")


class Goal(NamedTuple):
    """What the issue asks for."""

    kind: Literal[">=", "<="]
    bound: float

    def met(self, value: float) -> bool:
        """Whether a figure reaches it."""
        return value >= self.bound if self.kind == ">=" else value <= self.bound

    def missed_by(self, value: float) -> float:
        """How many times better it should be."""
        return self.bound / value if self.kind == ">=" else value / self.bound


class Row(NamedTuple):
    """One line of the table; lists hold a figure for each round."""

    what: str
    unit: Unit
    ours: list[float]
    peer: list[float] | None = None
    peer_name: str = ""
    ratio: list[float] | None = None  # by the processor's clock
    ratio_wall: list[float] | None = None
    goal: Goal | None = None  # of the ratio, or of our own figure where there is no peer

    @property
    def judged(self) -> float:
        """What is held against the goal."""
        return median(self.ours if self.ratio is None else self.ratio)

    @property
    def met(self) -> bool | None:
        """None where there is no goal."""
        return None if self.goal is None else self.goal.met(self.judged)


def compared(
    what: str, unit: Unit, ours: Sequence[Time], peer: Sequence[Time], peer_name: str, goal: Goal | None = None
) -> Row:
    """A row from two costs measured in turns.

    The ratio says how many times faster we are where that is to be at least something, else how many times the cost.
    """
    faster = goal is None or goal.kind == ">="
    pairs = list(zip(peer, ours, strict=True)) if faster else list(zip(ours, peer, strict=True))
    by_cpu, by_wall = [a.cpu / b.cpu for a, b in pairs], [a.wall / b.wall for a, b in pairs]
    return Row(what, unit, [t.cpu for t in ours], [t.cpu for t in peer], peer_name, by_cpu, by_wall, goal)


def plain(value: float) -> str:
    """A number with three digits that count, or all digits before the point."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def in_unit(value: float, unit: Unit) -> float:
    """A cost in seconds becomes so many per second; everything else is scaled."""
    return 1 / value if unit == "/s" else value * SCALES[unit]


def spread(values: Iterable[float], unit: Unit) -> str:
    """Median, least and most: 58,550 (57,100..59,900) /s."""
    scaled = sorted(in_unit(v, unit) for v in values)
    text = plain(median(scaled))
    if scaled[0] != scaled[-1]:
        text += f" ({plain(scaled[0])}..{plain(scaled[-1])})"
    return f"{text} {unit}".rstrip()


def cells(row: Row) -> tuple[str, ...]:
    """A row as text, column by column."""
    unit, goal = row.unit, row.goal
    peer = "" if row.peer is None else f"{spread(row.peer, unit)} {row.peer_name}"
    ratio = "" if row.ratio is None else spread(row.ratio, "")
    if row.ratio_wall is not None:
        ratio += f" [{plain(median(row.ratio_wall))}]"
    asked = ""
    if goal is not None:
        asked = f"{goal.kind} {spread([goal.bound], unit if row.ratio is None else '')}"
    met = {None: "", True: "yes", False: f"NO, {plain(goal.missed_by(row.judged)) if goal else ''}x off"}[row.met]
    return row.what, spread(row.ours, unit), peer, ratio, asked, met


def table(rows: Sequence[Row]) -> str:
    """All rows under their headings, every column as wide as its widest cell."""
    lines = [HEADINGS, *[cells(row) for row in rows]]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    text = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join([text[0], "  ".join("-" * width for width in widths), *text[1:]])


def verdict(rows: Sequence[Row]) -> str:
    """One sentence about all goals."""
    with_goal = [row for row in rows if row.goal is not None]
    missed = [row.what for row in with_goal if not row.met]
    end = f"; not met: {'; '.join(missed)}" if missed else ""
    return f"{len(with_goal) - len(missed)} of {len(with_goal)} goals met{end}"


def as_json(row: Row) -> dict[str, Any]:
    """A row for programs: costs in seconds, shares from 0 to 1, memory in bytes."""
    return {**row._asdict(), "goal": None if row.goal is None else row.goal._asdict(), "met": row.met}
