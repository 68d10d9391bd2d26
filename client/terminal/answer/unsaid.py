"""What a player need not say (§20.6).  A default is made for who is absent: only where nothing is lost by it does it
stand there as the answer; everywhere else nothing is marked, and something has to be said first.  The page has the same
in table/question/staging/unsaid.js.
"""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.questions import Choose, Order, Pick, Place, Value

from ...text.question.menu import defaults
from .offered import LOST, Offer, OfferedRow, gives
from .staged import Staged


def says_none(offer: Offer) -> bool:
    """Whether it can be said that it is none of the rows."""
    shape = offer.shape
    return isinstance(shape, Pick) and not shape.least and bool(offer.rows)


def says_stands(offer: Offer) -> bool:
    """Whether it can be said that the order may stand, where nothing else is to be said."""
    shape = offer.shape
    return isinstance(shape, Order) and len(offer.rows) > 1 and all(len(row.options) == 1 for row in offer.rows)


def silent(staged: Staged) -> bool:
    """Whether nothing has been said of a question that wants something to be said."""
    if staged.question.harmless or staged.said:
        return False
    if isinstance(staged.shape, Choose):
        return staged.chosen is None
    if isinstance(staged.shape, Pick):
        return not staged.picked
    return not staged.given and not _reordered(staged)


def _reordered(staged: Staged) -> bool:
    return isinstance(staged.shape, Order) and staged.order != tuple(defaults(staged.offer.menu))


def untold(staged: Staged, values: Mapping[int, Value | None]) -> OfferedRow | None:
    """The first card of which something has yet to be said, by the values that all have now."""
    if not gives(staged.shape):
        return None
    places = isinstance(staged.shape, Place)
    for row in staged.offer.rows:
        key = int(str(row.value))
        if not places and key not in values:
            return row
        lost = places and values[key] is LOST and key not in staged.given
        if lost and not staged.question.harmless and len(row.options) > 1:
            return row
    return None
