"""The cards in one's hand, and cards that are asked about and lie nowhere else."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, EventCard, ShipCard
from ironbottom.views import View
from ironbottom.vocabulary import phrase
from ironbottom.words import CardId

from ...text.card_text import ICONS
from ...text.naming import Naming, half_of
from ...text.sanitize import printed_name
from ..drawing.canvas import Canvas, Picture
from ..state.model import Mark, Touch, UiState
from .cells import (
    Cell,
    Drawable,
    Figure,
    Marks,
    Tag,
    airplane_figures,
    base_figures,
    kind_of,
    printed_figures,
    short_name,
    slots,
    submarine_figures,
)
from .faces import CARD, CHIP, FacePen
from .rack import Where, rack
from .shelves import drawn, shelves, ways
from .touchable import Touchable

HAND = -1  # the number of its row of cards
SHARE = 0.35  # of the height of the screen, as in table.tcss


def hand_picture(table: Drawable, marks: Marks, size: tuple[int, int], where: Where, pen: FacePen) -> Picture:
    """The hand in so many columns and rows."""
    width, rows = size
    canvas = Canvas(width, rows, pen.look.sea, plain=pen.signs.plain)
    cells = held(table, marks)
    if not cells:
        canvas.put(0, 0, phrase("seat.no_cards"), pen.afloat(pen.look.faint))
        return Picture(canvas.strips())
    options = [way for way in ways(cells, max(1, width), where.cursor, pen) if way.size <= CARD]
    way = next((way for way in options if way.rows <= rows), options[-1])
    racked = rack(canvas, cells, way, (0, 0, HAND), where, pen)
    return Picture(canvas.strips(), racked.zones, (tuple([cell.touch for cell in cells]),), racked.firsts)


def held(table: Drawable, marks: Marks) -> tuple[Cell, ...]:
    """Each card of the hand, with how many there are of it; then what is asked about and is not in it."""
    view, naming = table.drawn, table.names
    if view is None:
        return ()
    hand = _hand(view)
    asked = [CardId(str(touch.value)) for touch in marks if touch.kind == "card" and touch.value not in hand]
    cells = []
    for card_id in dict.fromkeys([*hand, *asked]):
        card = naming.cards.get(card_id)
        if card is not None:
            cells.append(card_cell(naming, card, marks.get(Touch("card", card_id)), hand.count(card_id)))
    return tuple(cells)


def _hand(view: View) -> tuple[CardId, ...]:
    return () if view.viewer is None else half_of(view, view.viewer).hand or ()


def card_cell(naming: Naming, card: AnyCard, mark: Mark | None = None, copies: int = 1) -> Cell:
    """A card as it is printed."""
    name = short_name(naming.card(card.id))
    if copies > 1:
        name = _("{n}× {card}").format(n=copies, card=name)
    cell = Cell(Touch("card", card.id), card.side, "ship", name, mark=mark, tags=_empty(card))
    if isinstance(card, AirplaneCard):
        return cell._replace(kind="airplane", type=ICONS[card.icon], figures=airplane_figures(card))
    if isinstance(card, BaseCard):
        return cell._replace(kind="base", figures=base_figures(card), hp=card.hp)
    if isinstance(card, ShipCard):
        return cell._replace(type=kind_of(card), figures=printed_figures(card.values), hp=card.values.hp)
    return cell._replace(kind="event", figures=_half_figures(card), escort=f"/{_half_name(naming, card)}")


def _empty(card: AnyCard) -> tuple[Tag, ...]:
    return tuple([Tag(ICONS[icon], "empty") for icon, n in slots(card) for _place in range(n)])


def _half_figures(card: EventCard) -> tuple[Figure, ...]:
    """What the formation can do that an event card can be played as."""
    if card.transports is not None:
        return printed_figures(card.transports.values)
    return submarine_figures(card.submarine) if card.submarine is not None else ()


def _half_name(naming: Naming, card: EventCard) -> str:
    name = printed_name(card.submarine) if card.submarine is not None else naming.half(card.id)
    return f"{kind_of(card)} {short_name(name)}"


class Hand(Touchable):
    """One's own cards; as many rows as they need in cards of three rows."""

    def __init__(self, ui: UiState) -> None:
        super().__init__(ui, id="hand")

    def paint(self, size: tuple[int, int], where: Where) -> Picture:
        return hand_picture(self.ui, self.ui.marks, size, where, self.pen)

    def wanted_rows(self, width: int) -> int:
        """As large as they fit into what the side has for them; else as small as they get, and no row for nothing."""
        cells = held(self.ui, self.ui.marks)
        most = int(SHARE * self.app.size.height)
        rows = [size * shelves(drawn(cells, size, None, self.pen, width), width) for size in (CARD, CHIP)]
        return max(1, next((n for n in rows if n <= most), rows[-1]))
