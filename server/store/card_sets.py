"""The sets of cards that this server has: those of the project, and folders that its host has named."""

from __future__ import annotations

from pathlib import Path

from ironbottom.card_folder import own
from ironbottom.catalog import SETS, card_set, earlier
from ironbottom.printed import CardSet


def card_sets(folders: tuple[Path, ...]) -> dict[str, CardSet]:
    """All sets that tables may be played with, by name; ours in all their versions.  Raises CardError."""
    sets = {name: card_set(name) for name in (*SETS, *earlier())}
    for folder in folders:
        sets[folder.name] = own(str(folder))
    return sets
