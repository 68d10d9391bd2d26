"""What a thing on the screen is, in a sentence: for who points at it."""

from __future__ import annotations

from typing import Protocol

from ironbottom.language import N_, _
from ironbottom.phrases import in_row, line_name, side_name
from ironbottom.printed import AirplaneCard, BaseCard
from ironbottom.views import SeenAirplane, SeenBase, SeenFormation, View
from ironbottom.vocabulary import amount, phrase
from ironbottom.words import CardId, Line, Token

from ...text.card_summary import airplane_values, in_few_words, left_of, values_now
from ...text.naming import Naming, PlacedToken, half_of
from ...text.table_text import aboard, airplane_text, base_text, capital, formation_text
from ..state.model import Mark, Touch
from .cells import Drawable, Marks

STATES = {
    "legal": N_("can be chosen"), "chosen": N_("chosen"), "target": N_("possible target"), "off": N_("not possible"),
    "told": N_("the lesson speaks of it"),
}


class Marked(Drawable, Protocol):
    """The state, with what the question does to it."""

    @property
    def marks(self) -> Marks: ...


def about(table: Marked, touch: Touch) -> str:
    """A thing, what it can do now, and what the question does to it."""
    view = table.drawn
    if view is None:
        return ""
    text = _said(view, table.names, touch)
    mark = table.marks.get(touch)
    if not text or mark is None:
        return text
    return _("{thing} – {mark}").format(thing=text, mark=mark_text(mark))


def mark_text(mark: Mark) -> str:
    """What can be done to a thing, in words."""
    if mark.state == "off" and mark.note:
        return mark.note
    said = [_(STATES[mark.state]), mark.note]
    if mark.odds is not None:
        said.append(_("{n} in 100").format(n=round(100 * mark.odds)))
    return in_row([part for part in said if part])


def _said(view: View, naming: Naming, touch: Touch) -> str:
    if touch.kind == "line" and isinstance(touch.value, int):
        return capital(line_name(Line(touch.value)))
    if touch.kind == "card":
        return card_text(naming, str(touch.value))
    found = naming.rows.get(Token(touch.value)) if isinstance(touch.value, int) else None
    return "" if found is None else _row(view, naming, found)


def card_text(naming: Naming, card_id: str) -> str:
    card = naming.cards.get(CardId(card_id))
    name = naming.card(card_id)
    return name if card is None else _("{card}: {words}").format(card=name, words=in_few_words(card))


def _row(view: View, naming: Naming, found: PlacedToken) -> str:
    side, row = found
    mine, half = side is view.viewer, half_of(view, side)
    whose = side_name(side)
    if isinstance(row, SeenAirplane):
        card = naming.cards.get(row.card) if row.card is not None else None
        values = airplane_values(card) if isinstance(card, AirplaneCard) else ""
        return _owned(whose, airplane_text(naming, row), values)
    if isinstance(row, SeenBase):
        base = naming.cards.get(row.card)
        values = left_of(row) or (in_few_words(base) if isinstance(base, BaseCard) else "")
        return _owned(whose, base_text(naming, row) + aboard(naming, half, row.token, mine=mine), values)
    return _formation(naming, row, whose, aboard(naming, half, row.token, mine=mine), mine=mine)


def _formation(naming: Naming, f: SeenFormation, whose: str, on_it: str, *, mine: bool) -> str:
    text = formation_text(naming, f, mine=mine)
    if f.lead is None and not on_it and f.airplanes:
        on_it = phrase("cards.aboard", airplanes=amount("airplanes", f.airplanes))
    return _owned(whose, text + on_it, values_now(f.values) if f.values is not None else "")


def _owned(whose: str, text: str, values: str) -> str:
    said = _("{side}: {thing}").format(side=whose, thing=text)
    return _("{thing} ({values})").format(thing=said, values=values) if values else said
