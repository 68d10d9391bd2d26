"""What each side has beside the lines: victory points, hand, decks, discards; and the events that work on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ironbottom.language import _, counted
from ironbottom.phrases import side_name
from ironbottom.printed import BaseCard
from ironbottom.views import SeenSide, View
from ironbottom.vocabulary import phrase
from ironbottom.words import Side

from ...text.naming import Naming, half_of
from ...text.situation import effect_text, viewpoint
from ..drawing.canvas import Canvas, Picture, Zone
from ..drawing.signs import columns, cut
from ..state.model import Touch, UiState
from .cells import Drawable, short_name
from .faces import LETTERS, FacePen, Span
from .rack import Where
from .touchable import Touchable

INDENT = 2

Item = tuple[Span, Touch | None]  # what is written, and the card that it names


def piles_picture(table: Drawable, size: tuple[int, int], where: Where, pen: FacePen) -> Picture:
    """Both sides, the enemy above, in so many columns and rows."""
    width, height = size
    canvas = Canvas(width, height, pen.look.sea, plain=pen.signs.plain)
    view = table.drawn
    if view is None:
        return Picture(canvas.strips())
    zones: list[Zone] = []
    order: list[tuple[Touch, ...]] = []
    y = 0
    mine, theirs = viewpoint(view.viewer)
    for side in (theirs, mine):
        items = list(side_items(view, table.names, side, pen))
        y = _flow(canvas, y, side, items, where, pen, zones)
        order.append(tuple([touch for _span, touch in items if touch is not None]))
    return Picture(canvas.strips(), tuple(zones), tuple(order))


def piles_rows(table: Drawable, width: int, pen: FacePen) -> int:
    """The rows that it takes in so many columns."""
    picture = piles_picture(table, (width, 60), Where(), pen)
    return max([1, *[y + 1 for y, row in enumerate(picture.rows) if row.text.strip()]])


def side_items(view: View, naming: Naming, side: Side, pen: FacePen) -> Iterator[Item]:
    """What is said of a side, piece by piece."""
    look, half = pen.look, half_of(view, side)
    yield (side_name(side), look.edge[side]), None
    yield (_("{n} VP").format(n=half.points), look.strong), None
    if half.hand_count is None:
        yield (_("nothing is shown yet"), look.faint), None
        return
    yield (_("hand {n}").format(n=half.hand_count), look.text), None
    for text in _decks(naming, side, half):
        yield (text, look.text), None
    yield from _discards(naming, half, pen)
    for card, points in half.victory:
        text = phrase("cards.scored", card=short_name(naming.half(card)), points=points)
        yield (text, look.note), Touch("card", card)
    for effect in view.in_force:
        if effect.side is side:
            yield (effect_text(effect, naming.token(effect.token)), look.target), None


def _decks(naming: Naming, side: Side, half: SeenSide) -> Iterator[str]:
    """What is left to draw; a battle without decks ends by its turns (§24.3)."""
    if naming.turns:
        yield phrase("seat.no_decks", turns=naming.turns)
        return
    yield _deck(naming, side, half)
    yield _("fleet deck {n}").format(n=half.fleet_deck)


def _deck(naming: Naming, side: Side, half: SeenSide) -> str:
    """The clock of the game: how many turns the airplane deck is good for (§11.2)."""
    drawn = next((c.drawn for c in naming.cards.values() if isinstance(c, BaseCard) and c.side is side and c.drawn), 0)
    if not drawn or half.air_deck is None:
        return _("airplane deck {n}").format(n=half.air_deck)
    turns = counted("{n} turn", "{n} turns", half.air_deck // drawn)
    return _("airplane deck {n} ({turns})").format(n=half.air_deck, turns=turns)


def _discards(naming: Naming, half: SeenSide, pen: FacePen) -> Iterator[Item]:
    text = _("discards {n}").format(n=half.discards)
    if half.top is None:
        yield (text, pen.look.text), None
        return
    text = _("{discards}: {card}").format(discards=text, card=short_name(naming.card(half.top)))
    yield (text, pen.look.text), Touch("card", half.top)


def _flow(
    canvas: Canvas, y: int, side: Side, items: list[Item], where: Where, pen: FacePen, zones: list[Zone]
) -> int:
    """Write the pieces side by side, and go on in the next row; says which row comes after."""
    x = canvas.put(0, y, LETTERS[side], pen.look.letter[side]) + 1
    start = x
    for (text, style), touch in items:
        if x > start and x + columns(text) > canvas.width:
            x, y = INDENT, y + 1
            start = x
        said = cut(text, max(1, canvas.width - x), pen.signs.cut)
        if touch is not None:
            zones.append(Zone(touch, x, y, columns(said), 1))
        here = touch is not None and touch == where.cursor
        x = canvas.put(x, y, said, pen.afloat(pen.look.cursor if here else style)) + 2
    return y + 1


class Piles(Touchable):
    """What both sides have beside the lines.  A card that is touched here is only looked at."""

    looking_only: ClassVar[bool] = True

    def __init__(self, ui: UiState) -> None:
        super().__init__(ui, id="piles")

    def paint(self, size: tuple[int, int], where: Where) -> Picture:
        return piles_picture(self.ui, size, where, self.pen)

    def wanted_rows(self, width: int) -> int:
        return piles_rows(self.ui, width, self.pen)
