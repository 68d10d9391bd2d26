"""What a player's standing orders answer: the server asks this when a question is put, the verifier when it is over.

It hangs on the view of that side and on the orders alone, so that both always come to the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.dice import Attempts
from ironbottom.questions import PASS, Answer, Assign, Choose, Move, Order, Pick, Place, Question
from ironbottom.views import View
from ironbottom.wire.orders import EVERY
from ironbottom.wire.orders import Order as StandingOrder

WITHDRAWALS = ("withdraw", "check")  # the last word of the steps where cards may withdraw
NOTHING: tuple[Answer, ...] = ((), {}, PASS, "none", ("done",), "done")


def ordered(view: View, orders: Sequence[StandingOrder]) -> Answer | None:
    """What the first order that fits answers to the question of this view; None: the player is asked."""
    question = view.question
    if question is None:
        return None
    for order in orders:
        if order.window in (EVERY, question.window):
            answer = _by(order, view, question)
            if answer is not None and question.shape.fault(answer) is None:
                return answer
    return None


def _by(order: StandingOrder, view: View, question: Question) -> Answer | None:
    if order.does == "default":
        return question.default
    if order.does == "none":
        return next((answer for answer in NOTHING if question.shape.fault(answer) is None), None)
    if order.does == "withdraw-at":
        return _withdrawal(order.n, view, question)
    return question.shape.first() if not question.plays and forced(question) else None


def forced(question: Question) -> bool:
    """Whether there is one legal answer.  A segment that is played step by step, or a large return, is never that."""
    shape = question.shape
    if isinstance(shape, Choose):
        return len(shape.options) == 1
    if isinstance(shape, Pick):
        return shape.most == 0 or (shape.least == len(shape.items) and len(shape.items) <= 1)
    if isinstance(shape, Assign):
        return all(len(values) == 1 for values in shape.choices.values())
    if isinstance(shape, Order):
        return len(shape.choices) <= 1 and all(len(values) == 1 for values in shape.choices.values())
    if isinstance(shape, Place):
        return len(shape.choices) <= 1 and all(len(places) <= 1 for places in shape.choices.values())
    assert isinstance(shape, Move)
    return False


def _withdrawal(n: int, view: View, question: Question) -> Answer | None:
    """Those that have at most `n` dice left; one that has not thrown yet has all of its own."""
    shape = question.shape
    if not isinstance(shape, Pick) or question.step.rsplit(".", 1)[-1] not in WITHDRAWALS:
        return None
    mine = view.us if question.side == 0 else view.jp
    dice: dict[int, Attempts | None] = {a.token: a.attempts for a in mine.airplanes}
    dice |= {f.token: f.attempts for f in mine.formations}
    tokens = [item for item in shape.items if isinstance(item, int)]
    spent = [token for token in tokens if (left := dice.get(token)) is not None and left.dice <= n]
    return tuple(spent) if n else ()
