"""What the end of a segment would leave undone, from the steps of its question and the view alone: a hint, no wall.

The page has the same in table/question/staging/still_open.js; tests/client/support/vectors/by_itself.json drives both.
"""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.phrases import listed
from ironbottom.questions import Move, Question
from ironbottom.views import SeenFormation, View
from ironbottom.vocabulary import amount, phrase
from ironbottom.words import REAR, CardId, Side

from ..naming import Naming, half_of


class OpenThings(NamedTuple):
    """So many cards that a step could still be done to."""

    verb: str
    n: int


def still_open(question: Question, view: View, naming: Naming) -> list[OpenThings]:
    """What could still be done of what is easily forgotten; nothing where no segment is played step by step."""
    shape = question.shape
    if not isinstance(shape, Move):
        return []
    mine = half_of(view, question.side)
    hand, formations = mine.hand or (), mine.formations
    behind = [f.token for f in formations if f.line == REAR[Side(question.side)]]
    alone = [f.token for f in formations if not f.pair and _is_transport(f, naming)]
    led = {leader for leaders in shape.steps.get("pair", {}).values() for leader in leaders}
    counts = {
        "deploy": sum(hand.count(CardId(str(card))) for card in shape.steps.get("deploy", ())),
        "move": sum(token in shape.steps.get("move", ()) for token in behind),
        "pair": sum(token in led for token in alone),
        "transports": sum(hand.count(CardId(str(card))) for card in shape.steps.get("transports", ())),
        "submarine": sum(hand.count(CardId(str(card))) for card in shape.steps.get("submarine", ())),
    }
    return [OpenThings(verb, n) for verb, n in counts.items() if n]


def _is_transport(formation: SeenFormation, naming: Naming) -> bool:
    """Transports are event cards that lie on the table."""
    card = naming.cards.get(formation.lead) if formation.lead is not None else None
    return hasattr(card, "effect")


def open_text(found: list[OpenThings]) -> str:
    """The same in a sentence; "" where nothing is open."""
    return phrase("still_open.title", things=listed([amount(f"open_{verb}", n) for verb, n in found])) if found else ""
