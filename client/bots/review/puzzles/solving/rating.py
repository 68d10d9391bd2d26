"""Elo between a player and puzzles: each first attempt is a game, which the puzzle wins where the answer is wrong.

Arpad Elo, The Rating of Chessplayers (1978).  Twin of client/web/shell/puzzles/rating.js.
"""

from __future__ import annotations

START = 1200.0  # of a player whom nobody knows
K_FIRST, K_LATER, KNOWN = 48.0, 24.0, 20  # points at stake, until so many puzzles were tried, and after
K_PUZZLE = 8.0  # a puzzle moves little: one player says little about it


def expected(player: float, puzzle: float) -> float:
    """The chance that the player solves it."""
    return float(1.0 / (1.0 + 10.0 ** ((puzzle - player) / 400.0)))


def after(player: float, puzzle: float, tried: int, *, solved: bool) -> tuple[float, float]:
    """Both ratings after a first attempt; `tried`: how many puzzles came before."""
    surprise = float(solved) - expected(player, puzzle)
    k = K_FIRST if tried < KNOWN else K_LATER
    return player + k * surprise, puzzle - K_PUZZLE * surprise
