"""What the signs and letters on the cards mean: for the help."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.language import _
from ironbottom.phrases import of_side
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, EventCard, ShipCard
from ironbottom.vocabulary import phrase, word
from ironbottom.words import Side

from ...text.card_summary import AIRPLANE, BASE, SHIP
from ...text.card_text import ICONS
from ..board.cells import AIRPLANE_FIGURES, BASE_FIGURES, SHIP_FIGURES
from ..board.faces import LETTERS
from ..drawing.signs import Signs, signs_here

SIGHTS = {"unseen": "closed", "detected": "open"}


def sign_of(card: AnyCard, field: str) -> str:
    """The letter or sign by which a figure of this card stands on the table; "" where it has none."""
    name = field.rpartition(".")[-1]
    if name in SIGHTS:
        return signs_here().sight[SIGHTS[name]]
    rows = {ShipCard: (SHIP_FIGURES, SHIP), BaseCard: (BASE_FIGURES, BASE), AirplaneCard: (AIRPLANE_FIGURES, AIRPLANE)}
    if isinstance(card, EventCard):
        rows[EventCard] = rows[ShipCard] if card.transports else rows[AirplaneCard]
    letters, fields = rows[type(card)]
    return dict(zip(fields, _(letters).split(), strict=False)).get(name, "")


def legend(signs: Signs) -> list[tuple[str, str]]:
    """Each sign with its meaning."""
    return [*_cards(signs), *_marks(signs), *_letters()]


def _cards(signs: Signs) -> Iterator[tuple[str, str]]:
    for side in Side:
        yield LETTERS[side], of_side(side)
    yield signs.sight["open"], _("a formation that lies face up")
    yield signs.sight["closed"], phrase("cards.unseen")
    yield signs.sight["known"], _("unseen, but the other side has seen its face")
    yield signs.hatch * 3, _("unseen; the letter names it as long as it is not mixed with others")
    yield f"{signs.airplanes}2", _("so many airplanes aboard of it")
    yield signs.edges["ship"][1] * 2, _("two edges: a pair, the escort behind the leader")
    yield signs.edges["base"][0] * 2, _("a base")
    yield "".join(signs.edges["airplane"]), _("an airplane in the air")
    yield signs.whole * 2 + signs.lost, _("hit points, and damage")
    yield "2d", _("dice that may still be rolled")
    yield _("d=6"), _("a limited die: only a six hits")


def _marks(signs: Signs) -> Iterator[tuple[str, str]]:
    def bracketed(state: str, text: str) -> str:
        return text.join(signs.brackets[state])

    yield bracketed("legal", "1"), _("can be chosen, by this key")
    yield bracketed("chosen", signs.done), _("chosen")
    yield bracketed("target", "a"), _("possible target, with the chance of success")
    yield bracketed("off", ""), _("not possible")
    yield f"{signs.to}a", _("what is staged for it")
    yield signs.fought, _("the line that is being resolved")


def _letters() -> Iterator[tuple[str, str]]:
    """The figures of cards, and the places of airplanes."""
    rows = (
        (phrase("few_words.ship"), SHIP_FIGURES, SHIP), (_("base"), BASE_FIGURES, BASE),
        (_("airplane"), AIRPLANE_FIGURES, AIRPLANE),
    )
    for of, letters, abilities in rows:
        for letter, ability in zip(_(letters).split(), abilities, strict=False):
            yield letter, _("{card}: {ability}").format(card=of, ability=word("labels", ability))
    for icon, letter in ICONS.items():
        yield f"{letter} {letter.lower()}", _("{icons}: taken, and free").format(icons=word("icons", icon))
