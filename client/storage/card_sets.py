"""The cards that a command is to use: a set of the project, or a folder of cards that somebody typed in himself."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.card_folder import own
from ironbottom.catalog import SETS, card_set, earlier, every_set
from ironbottom.language import _
from ironbottom.printed import CardSet

__all__ = ["CHOICES", "KnownSets", "chosen", "of_project", "own"]

CHOICES = "core|full|DIR"


def chosen(name: str) -> CardSet:
    """The set that `--set` means; a folder that is called like a set of the project is written `./core`."""
    return card_set(name) if of_project(name) else own(name, _("core, full or a folder with .yaml files"))


def of_project(name: str) -> bool:
    """Whether that is a set of the project, or an earlier version of one, as `core@1`."""
    return name in SETS or name in earlier()


class KnownSets:
    """What a finished game may have been played with: a set that was named, then all versions of those of the project.

    Each is read when somebody gets as far: nearly every game was played with one of the first.
    """

    def __init__(self, name: str | None) -> None:
        self._named = () if name is None else (chosen(name),)

    def __iter__(self) -> Iterator[CardSet]:
        yield from self._named
        yield from every_set()
