"""§24  Battles from their files: read strictly, checked against the cards, one sentence for what is wrong.

cards/FIELDS.md says how such a file is written; those of the project lie in cards/battles/.
"""

from __future__ import annotations

from ironbottom.battle import Battle
from ironbottom.printed import CardSet


def read_battle(text: str, file: str = "battle") -> Battle:
    """The battle that a file describes.  Raises CardError; which cards there are is not looked at."""
    raise NotImplementedError


def check_battle(battle: Battle, cards: CardSet, file: str = "battle") -> None:
    """Raises CardError for what cannot be laid out with these cards, or what contradicts itself."""
    raise NotImplementedError


def battle_names() -> tuple[str, ...]:
    """The battles of the project, in the order of their dates."""
    raise NotImplementedError


def battle_text(name: str) -> str:
    """The file of a battle of the project.  Raises CardError for one that does not exist."""
    raise NotImplementedError
