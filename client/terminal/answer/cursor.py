"""Where somebody with a keyboard is in the question: the stops of its list, and what Enter would do at each of them."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ironbottom.questions import Choose, Move, Order, Pick

from .offered import LOST, Offer, OfferedRow, Option, gives
from .staged import Staged
from .staging import complete, row_of, values_now
from .unsaid import says_none, says_stands

What = Literal[
    "row", "option", "play", "all", "all-option", "none", "way",  # in the list; "none" says it is none of them
    "confirm", "undo", "clear", "end", "again", "why", "rules", "up", "down",  # beside it
]


class Stop(NamedTuple):
    """A row, one of the options of a row, or a button."""

    what: What
    n: int = 0  # place among the rows, the plays, the options of all, the ways
    option: int = 0  # place among the options of the row


NOWHERE = Stop("confirm")


def first_stop(staged: Staged) -> Stop:
    """Where somebody begins: at the answer that is marked already, else at the first row; but where Enter on a row
    would choose it, beside the list.
    """
    offer = staged.offer
    row = row_of(staged, staged.chosen or (staged.picked[0] if staged.picked else None))
    if row is not None:
        return Stop("row", offer.rows.index(row))
    if isinstance(staged.shape, Choose):
        return NOWHERE
    there = stops(staged, NOWHERE)
    return next((stop for stop in there if stop.what != "all"), NOWHERE)


def stops(staged: Staged, cursor: Stop) -> list[Stop]:
    """Everything that the arrows lead to, from above."""
    if staged.fork is not None:
        return [Stop("way", n) for n in range(len(staged.fork.ways))]
    found: list[Stop] = []
    shared = for_all(staged.offer)
    if shared:
        found.append(Stop("all"))
        if cursor.what in ("all", "all-option"):
            found += [Stop("all-option", n) for n in range(len(shared))]
    for row in in_order(staged):
        n = staged.offer.rows.index(row)
        found.append(Stop("row", n))
        if is_open(staged, row):
            found += [Stop("option", n, i) for i in range(len(row.options))]
    if for_none(staged.offer):
        found.append(Stop("none"))
    return [*found, *[Stop("play", n) for n in range(len(staged.offer.plays))]]


def in_order(staged: Staged) -> list[OfferedRow]:
    """The rows as they are shown: where an order is asked, in that order."""
    rows = list(staged.offer.rows)
    return sorted(rows, key=lambda row: staged.order.index(int(str(row.value)))) if staged.order else rows


def is_open(staged: Staged, row: OfferedRow) -> bool:
    """Whether the options of a row are shown: it is held."""
    return bool(row.options) and staged.held == row.thing


def for_all(offer: Offer) -> list[Option]:
    """What several cards may be given: it can be given to all of them at once."""
    if not gives(offer.shape) or len(offer.rows) < 2 or all(len(row.options) < 2 for row in offer.rows):
        return []
    counts = [(one, sum(any(o.value == one.value for o in row.options) for row in offer.rows)) for one in offer.values]
    return [one for one, n in counts if n > 1 and one.value is not LOST]


def for_none(offer: Offer) -> bool:
    """Whether there is a row by which it is said that it is none of them, or that their order may stand."""
    return says_none(offer) or says_stands(offer)


def moved(staged: Staged, cursor: Stop, step: int) -> Stop:
    """The next stop, from the last to the first."""
    there = stops(staged, cursor)
    if not there:
        return cursor
    if cursor not in there:
        return there[0] if step > 0 else there[-1]
    return there[(there.index(cursor) + step) % len(there)]


def put_right(staged: Staged, cursor: Stop) -> Stop:
    """A cursor that is among the stops: where its own is gone, at the row that it belonged to, or the nearest one."""
    there = stops(staged, cursor)
    if cursor in there:
        return cursor
    if staged.fork is not None:
        return there[0]
    if cursor.what == "option" and Stop("row", cursor.n) in there:
        return Stop("row", cursor.n)
    rows = [stop for stop in there if stop.what == cursor.what]
    if rows and cursor.what in ("row", "play"):
        return min(rows, key=lambda stop: abs(stop.n - cursor.n))
    return first_stop(staged)


def is_marked(staged: Staged, cursor: Stop) -> bool:
    """Whether what the cursor is at is in the answer already."""
    if cursor.what == "play":
        return staged.play == staged.offer.plays[cursor.n].value
    if cursor.what == "none":
        return staged.said and staged.play is None
    if cursor.what == "row" and staged.play is None:
        thing = staged.offer.rows[cursor.n].thing
        return thing == staged.chosen or thing in staged.picked
    return False


def option_now(staged: Staged, row: OfferedRow) -> int:
    """The place of what a row is given now; -1 where nothing was said of it, or it is given nothing."""
    values = values_now(staged) if gives(staged.shape) else {}
    key = row.value if isinstance(row.value, int) else -1
    return next((i for i, one in enumerate(row.options) if key in values and one.value == values[key]), -1)


def enter_does(staged: Staged, cursor: Stop, *, pointed: bool) -> Literal["act", "confirm", ""]:
    """What Enter does: it does what the cursor points at, if an arrow or a number led there and it is not done yet;
    else it gives the answer.  It never ends a segment that is played step by step."""
    shape = staged.shape
    if cursor.what in ("way", "option", "all-option"):
        return "act"
    if isinstance(shape, Move) and staged.play is None:
        return "act" if cursor.what in ("row", "play") else ""
    pointed = pointed or isinstance(shape, Choose)  # there the cursor is at the answer, or would choose another
    if pointed and cursor.what in ("row", "all", "none", "play") and not is_marked(staged, cursor):
        return "act"
    return "confirm" if complete(staged) is not None else ""


def acts_at_once(staged: Staged) -> bool:
    """Whether a number chooses or picks: where one digit may be the first of two, picks are only gone to."""
    return isinstance(staged.shape, Choose) or (isinstance(staged.shape, Pick) and staged.offer.last < 10)


def is_piled(staged: Staged) -> bool:
    """Whether the order counts: of who acts, or of what goes on a pile (R-36)."""
    shape = staged.shape
    return isinstance(shape, Order) or (isinstance(shape, Pick) and shape.least == shape.most > 1)
