"""Where on the table a lesson points: its cards, and the line that it speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.phrases import line_name
from ironbottom.views import SeenFormation
from ironbottom.vocabulary import phrase
from ironbottom.words import CardId, Line, Token

from ..text.naming import Naming
from .coach import CardToldOf, Lesson


def tokens_of(naming: Naming, card: CardId) -> Iterator[Token]:
    """What shows this card on the table, to who looks at it."""
    for token, (_side, row) in naming.rows.items():
        if card in ((row.lead, row.escort) if isinstance(row, SeenFormation) else (row.card,)):
            yield token


def tokens_pointed_at(naming: Naming, lesson: Lesson) -> list[Token]:
    """Everything on the table that shows a card of a lesson; of a card with several pieces all of them."""
    return [token for card in lesson.cards for token in tokens_of(naming, card.card)]


def where(naming: Naming, told: CardToldOf) -> str:
    """A card with the place where one finds it now: "Tulagi in the US front"."""
    lines: list[Line | None] = [naming.line(token) for token in tokens_of(naming, told.card)]
    found = next((line for line in lines if line is not None), None)
    if found is not None:
        return phrase("cards.in_line", card=told.name, line=line_name(found))
    return phrase("coach.in_hand", card=told.name) if told.card in naming.hand else told.name
