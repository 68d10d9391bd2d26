"""Pictures of tables for the tests: moments of real games, with marks as a question might set them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ironbottom.catalog import card_set
from ironbottom.client.terminal.board.faces import FacePen
from ironbottom.client.terminal.board.rack import Where
from ironbottom.client.terminal.drawing.look import Look
from ironbottom.client.terminal.drawing.signs import FINE, PLAIN
from ironbottom.client.terminal.state.model import Mark, Touch
from ironbottom.client.text.naming import Naming, rows_of
from ironbottom.views import View
from ironbottom.words import Side
from tests.client.terminal.support.tables import played

SIZES = ((80, 24), (120, 40), (160, 50))
PARTS = ((80, 12), (82, 25), (64, 48))  # what the board has of them
PEN, PLAIN_PEN = FacePen(Look(), FINE), FacePen(Look(), PLAIN)
NOWHERE = Where()


class Moment(NamedTuple):
    """A moment of a random game, through the eyes of a side or of nobody."""

    game: int
    answers: int
    side: Side | None


MOMENTS = {
    "deployment": Moment(1, 41, Side.JP),
    "air-combat": Moment(1, 527, Side.US),
    "sea-combat": Moment(1, 332, Side.US),
    "full-sea": Moment(3, 162, Side.US),
    "flights": Moment(2, 193, None),
    "set-up": Moment(1, 2, Side.US),
}


class Shown(NamedTuple):
    """What pictures are made of."""

    drawn: View | None
    names: Naming
    marks: Mapping[Touch, Mark] = {}


def moment(name: str, *, japanese: bool = False) -> Shown:
    """A table, with its cards named."""
    found = MOMENTS[name]
    turn = played(found.game)[found.answers]
    view = turn.updates[2 if found.side is None else found.side].view
    naming = Naming(card_set("full@1" if found.game % 2 else "core@1"))
    if japanese:
        naming.card_names = {card.id: card.ja for card in naming.cards.values()}
    naming.see(view)
    return Shown(view, naming)


def marked(table: Shown) -> dict[Touch, Mark]:
    """Marks of every kind on whatever lies there."""
    view = table.drawn
    assert view is not None
    kinds = (
        Mark("legal", "1"), Mark("chosen", "2", "Japanese front"), Mark("target", "a", odds=0.67),
        Mark("off", note="too far away"), Mark("chosen"), Mark("legal", "12"),
    )
    rows = [row for half in (view.us, view.jp) for row in rows_of(half)]
    marks = {Touch("token", row.token): kinds[n % len(kinds)] for n, row in enumerate(rows)}
    return {**marks, Touch("line", 3): Mark("target", "b", "2 cards", 0.5), Touch("line", 1): Mark("legal", "2")}


def nothing() -> Shown:
    """Before the first update."""
    return Shown(None, Naming(card_set("core@1")))


