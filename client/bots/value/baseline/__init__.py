"""What luck is reckoned by: a value of its own, which has learned to change by chance and not by answers.

    shipped_baseline().of_game(game)  # a number from 0 to 1

It may touch what is beside it in `value/`, and what that may.  ../README.md has more.
"""

from .baseline import Baseline, shipped_baseline

__all__ = ["Baseline", "shipped_baseline"]
