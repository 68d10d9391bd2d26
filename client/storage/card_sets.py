"""The cards that a command is to use: a set of the project, or a folder of cards that somebody typed in himself."""

from __future__ import annotations

from ironbottom.card_folder import own
from ironbottom.catalog import SETS, card_set
from ironbottom.language import _
from ironbottom.printed import CardSet

__all__ = ["CHOICES", "chosen", "own"]

CHOICES = "core|full|DIR"


def chosen(name: str) -> CardSet:
    """The set that `--set` means; a folder that is called like a set of the project is written `./core`."""
    return card_set(name) if name in SETS else own(name, _("core, full or a folder with .yaml files"))
