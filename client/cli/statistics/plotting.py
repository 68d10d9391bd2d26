"""One's games as a picture, drawn by matplotlib, which is no part of what must be installed.

Its words are English: a picture has no say in the fonts of its reader.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from ...console.pictures import SAME_BYTES, saved
from .summing import GameSums, WonOf


def plot(sums: GameSums, path: Path) -> None:
    """Results by opponent, both curves over time, losses by kind.  Raises UserError.  The same sums, the same bytes."""
    matplotlib: Any = import_module("matplotlib")
    figure: Any = import_module("matplotlib.figure")
    with matplotlib.rc_context(SAME_BYTES):
        drawn = figure.Figure(figsize=(11, 7.5), layout="constrained")
        axes = drawn.subplots(2, 2)
        _results(axes[0][0], sums)
        _over_time(axes[0][1], sums)
        _losses(axes[1][0], sums)
        _sections(axes[1][1], sums)
        saved(drawn, path)


def _results(axes: Any, sums: GameSums) -> None:
    rows: dict[str, WonOf] = {"all": sums.score, **sums.by_side}
    rows |= {f"vs {name}".replace("$", r"\$"): score for name, score in [*sums.by_opponent.items()][:6]}
    for n, score in enumerate(rows.values()):
        axes.barh(n, 100 * score.share, xerr=100 * score.error, color="#4a6a8a", ecolor="black", capsize=3)
        axes.text(2, n, f"{score.won}/{score.games}", va="center", color="white")
    axes.set_yticks(range(len(rows)), list(rows))
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_title("games won, % (± 1 standard error)")


def _over_time(axes: Any, sums: GameSums) -> None:
    steps = sums.over_time
    axes.errorbar([one.last for one in steps], [100 * one.score.share for one in steps],
                  yerr=[100 * one.score.error for one in steps], marker="o", color="#4a6a8a", capsize=3)
    axes.axhline(50, color="grey", linewidth=0.8, linestyle=":")
    axes.set_ylim(0, 100)
    axes.set_xlabel("games")
    axes.set_title("games won over time, %")


def _losses(axes: Any, sums: GameSums) -> None:
    steps = [one for one in sums.over_time if one.decisions]
    if not steps:
        return _nothing(axes)
    axes.plot([one.last for one in steps], [100 * one.mean_loss for one in steps], marker="s", color="#a03020")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("games")
    axes.set_title("given away by a decision, over time, %")


def _sections(axes: Any, sums: GameSums) -> None:
    rows = {name: one.loss / one.decisions for name, one in sums.sections.items()}
    if not rows:
        return _nothing(axes)
    axes.barh(range(len(rows)), [100 * mean for mean in rows.values()], color="#a03020")
    axes.set_yticks(range(len(rows)), list(rows))
    axes.invert_yaxis()
    axes.set_title("given away by a decision, by kind, %")


def _nothing(axes: Any) -> None:
    """Where no game is reviewed."""
    axes.set_axis_off()
    axes.text(0.5, 0.5, "no game is reviewed yet", ha="center")
