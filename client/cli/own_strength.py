"""How strong the player at this computer is, for who is about to make a game even."""

from __future__ import annotations

from ..storage import identity
from ..storage.card_sets import KnownSets
from .statistics.finding import found_games
from .statistics.keeping import counted_games
from .statistics.rating import strength


def own_strength() -> float | None:
    """In Elo points above `random`, by his finished games; None: too few of them tell of it."""
    folder = identity.home()
    found = counted_games(folder, found_games(folder), KnownSets(None), lambda _done, _of: None)
    estimate = strength(found.games).own.estimate
    return None if estimate is None else estimate.points
