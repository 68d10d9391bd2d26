"""Whether chances come true: of positions that were given one in three, the US should win one in three."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]
TENTHS = 10
TURNS = ((0, 2), (3, 5), (6, 8), (9, 11), (12, 99))


class Tenth(NamedTuple):
    """Positions that were given nearly the same chance."""

    said: float
    won: float
    positions: int
    games: int


class Reliability(NamedTuple):
    """How good what was said is: 0.5 and 0.693 are said by who knows nothing."""

    positions: int
    games: int
    auc: float  # how often, of a won and a lost position, the won one was given more
    log_loss: float
    brier: float
    tenths: tuple[Tenth, ...]


def reliability(said: Array, won: Array, games: Numbers) -> Reliability:
    """Of positions by what was said of them."""
    p = np.clip(said, 1e-6, 1.0 - 1e-6)
    loss = -(won * np.log(p) + (1.0 - won) * np.log(1.0 - p)).mean()
    which = np.minimum((said * TENTHS).astype(int), TENTHS - 1)
    tenths = []
    for tenth in range(TENTHS):
        own = which == tenth
        if own.any():
            n, of = int(own.sum()), len(np.unique(games[own]))
            tenths.append(Tenth(float(said[own].mean()), float(won[own].mean()), n, of))
    brier = float(((said - won) ** 2).mean())
    return Reliability(len(won), len(np.unique(games)), auc(said, won), float(loss), brier, tuple(tenths))


def auc(said: Array, won: Array) -> float:
    """The area under the curve of the receiver; 0.5 where all games ended alike."""
    order = np.argsort(said, kind="stable")
    ranks = np.empty(len(said))
    ranks[order] = np.arange(1, len(said) + 1)
    ones = float(won.sum())
    zeros = len(won) - ones
    return 0.5 if not ones or not zeros else float((ranks[won > 0.5].sum() - ones * (ones + 1) / 2) / (ones * zeros))


def by_turn(said: Array, won: Array, games: Numbers, turns: Numbers) -> list[tuple[str, Reliability]]:
    """The same of the parts of the game."""
    found = []
    for low, high in TURNS:
        own = (turns >= low) & (turns <= high)
        if own.any():
            name = f"{low} to {high}" if high < TURNS[-1][1] else f"from {low} on"
            found.append((name, reliability(said[own], won[own], games[own])))
    return found


def table(whole: Reliability, turns: Sequence[tuple[str, Reliability]]) -> list[str]:
    """As Markdown."""
    lines = [
        "| turns | positions | games | AUC | log loss | Brier score |", "| --- | --- | --- | --- | --- | --- |",
        *[_row(name, one) for name, one in [("all", whole), *turns]], "",
        "| said | won | positions | of games |", "| --- | --- | --- | --- |",
    ]
    return [*lines, *[f"| {t.said:.3f} | {t.won:.3f} | {t.positions:,} | {t.games:,} |" for t in whole.tenths]]


def _row(name: str, one: Reliability) -> str:
    return f"| {name} | {one.positions:,} | {one.games:,} | {one.auc:.3f} | {one.log_loss:.3f} | {one.brier:.3f} |"


def plot(whole: Reliability, path: Path) -> None:
    """Said against won, by matplotlib; the same figures are the same bytes."""
    matplotlib: Any = import_module("matplotlib")
    figure: Any = import_module("matplotlib.figure")
    with matplotlib.rc_context({"svg.hashsalt": "ironbottom", "svg.fonttype": "none"}):
        drawn = figure.Figure(figsize=(5, 5), layout="constrained")
        axes = drawn.add_subplot()
        axes.plot([0, 1], [0, 1], color="grey", linewidth=0.8, linestyle=":")
        for t in whole.tenths:
            reach = 1.96 * (t.won * (1 - t.won) / t.games) ** 0.5  # a game counts once, however often it was looked at
            axes.plot([t.said, t.said], [t.won - reach, t.won + reach], color="black", linewidth=1.5)
        axes.plot([t.said for t in whole.tenths], [t.won for t in whole.tenths], "o-", color="#a03020", markersize=5)
        axes.set_xlabel("said")
        axes.set_ylabel("won")
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1)
        drawn.savefig(path, metadata={"Date": None})
