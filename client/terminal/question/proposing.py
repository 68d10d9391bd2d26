"""An answer of the adviser's, put into the panel as if it had been touched: it is there to be given, and not given."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.questions import Answer, Assign, Choose, Move, Order, Pick, Place, Value

from ..answer import staging
from ..answer.cursor import NOWHERE, Stop
from ..answer.offered import LOST
from ..answer.staged import Staged


class Proposal(NamedTuple):
    """What is staged then, and where the cursor stands; `ends`: what is proposed is the end of a segment."""

    staged: Staged
    cursor: Stop = NOWHERE
    ends: bool = False
    pointed: bool = False  # the cursor was led there


def proposed(staged: Staged | None, answer: Answer | None) -> Proposal | None:
    """An answer that is legal, staged; None: there is none, or it has no place in this panel."""
    if staged is None or answer is None:
        return None
    if isinstance(answer, tuple) and answer[:1] == ("play",):
        return Proposal(staging.playing(_empty(staged), str(answer[1])))
    shape = staged.shape
    if isinstance(shape, Move):
        return _step(staged, answer)
    now = _empty(staged)
    rows = {row.value: row.thing for row in staged.offer.rows}
    if isinstance(shape, Choose):
        found = next((thing for value, thing in rows.items() if value == answer), None)
        return None if found is None else Proposal(now._replace(chosen=found))
    if isinstance(shape, Pick) and isinstance(answer, tuple):
        picked = tuple([thing for one in answer for value, thing in rows.items() if value == one])
        return Proposal(now._replace(picked=picked, said=not answer))
    if isinstance(shape, Order) and isinstance(answer, tuple):
        pairs: dict[int, Value] = dict(answer)  # type: ignore[arg-type]  # an order is pairs of card and value
        return Proposal(now._replace(order=tuple(pairs), given=pairs, said=True))
    if isinstance(shape, Assign | Place) and isinstance(answer, dict):
        return Proposal(now._replace(given={row: answer.get(row, LOST) for row in shape.choices}))
    return None


def _empty(staged: Staged) -> Staged:
    """Nothing is staged; what was before comes back with a step back."""
    return staging.begin(staged.offer)._replace(before=staged._replace(held=None, fork=None, fault=None))


def _step(staged: Staged, answer: Answer) -> Proposal | None:
    """A step is sent at once when it is whole: so its row is opened, and the cursor stands at it."""
    if staged.offer.words and answer == (staged.offer.words[0],):
        return Proposal(staged, ends=True)
    for n, row in enumerate(staged.offer.rows):
        for i, option in enumerate(row.options):
            if option.answer == answer:
                return Proposal(staging.hold(staged, row), Stop("option", n, i), pointed=True)
    return None
