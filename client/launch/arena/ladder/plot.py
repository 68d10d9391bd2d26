"""The bars of a ladder as a picture, drawn by matplotlib, which is no part of what must be installed.

Its few words are numbers, names and "Elo", which need no font of another script.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from ironbottom.strength import Estimate

from ....console.pictures import SAME_BYTES, saved
from .figures import LadderTable
from .report import names_of

OPEN = 0.06  # how far an interval without a bound reaches beyond all others, as a share of the whole


def plot(found: LadderTable, path: Path) -> None:
    """Draw it.  Raises UserError.  The same table gives the same bytes."""
    matplotlib: Any = import_module("matplotlib")
    figure: Any = import_module("matplotlib.figure")
    rows = [(row.player, row.strength) for row in found.rows if row.strength is not None]
    names = names_of([row.player for row in found.rows])
    shown = [(names[player], strength) for player, strength in rows]
    if found.side is not None:
        shown.append(("US - JP", found.side))
    with matplotlib.rc_context(SAME_BYTES):
        drawn = figure.Figure(figsize=(8, 1.2 + 0.45 * len(shown)), layout="constrained")
        axes = drawn.add_subplot()
        _bars(axes, shown)
        saved(drawn, path)


def _bars(axes: Any, shown: list[tuple[str, Estimate]]) -> None:
    """Intervals with their points, from above to below; an arrow where there is no bound."""
    values = [0.0, *[value for _name, one in shown for value in one if value is not None]]
    far = OPEN * max(10.0, max(values) - min(values))
    for n, (_name, one) in enumerate(shown):
        low = min(values) - far if one.low is None else one.low
        high = max(values) + far if one.high is None else one.high
        axes.plot([low, high], [n, n], color="black", linewidth=1.5, zorder=1)
        for end, sign, bounded in ((low, "<", one.low is not None), (high, ">", one.high is not None)):
            axes.plot([end], [n], marker="|" if bounded else sign, color="black", markersize=8, zorder=2)
        axes.plot([one.points], [n], marker="o", color="#a03020", markersize=7, zorder=3)
    axes.axvline(0, color="grey", linewidth=0.8, linestyle=":", zorder=0)
    axes.set_yticks(range(len(shown)), [name.replace("$", r"\$") for name, _one in shown])
    axes.invert_yaxis()
    axes.set_xlabel("Elo (95 %)")
