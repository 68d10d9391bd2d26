"""What a player's standing orders answer for him: the same for the server that asks and for whoever checks it later.

Nothing goes in but the player's own view, with the question in it, and his orders: so the answer can tell nobody more
than he sees himself, and can be found again from the transcript.
"""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.questions import (
    PASS,
    STAY,
    Answer,
    Assign,
    Choose,
    Move,
    Pick,
    Place,
    Question,
    Shape,
    Value,
    places_are_forced,
)
from ironbottom.views import View
from ironbottom.wire.orders import EVERY, StandingOrder
from ironbottom.words import Side

WITHDRAWALS = {"13": "withdraw", "23": "withdraw", "24": "withdraw", "28": "check"}  # window -> the step that asks it
NEVER = 0
NOTHING: tuple[Value, ...] = (PASS, "none", "done")


def ordered(view: View, orders: Sequence[StandingOrder]) -> Answer | None:
    """The answer that the orders give to the question of a view; None where there is no question, or none of them fits.

    The first order that is for the window, and has a legal answer, gives it.
    """
    question = view.question
    if question is None:
        return None
    for order in orders:
        if order.window in (EVERY, question.window):
            answer = _given(order, question, view)
            if answer is not None:
                return answer
    return None


def _given(order: StandingOrder, question: Question, view: View) -> Answer | None:
    if order.does == "pass-when-forced":
        return question.shape.first() if forced(question.shape) and not question.plays else None
    if order.does == "harmless" and not question.harmless:
        return None
    if order.does in ("harmless", "default"):
        return question.default
    if order.does == "none":
        return _nothing(question.shape)
    return _withdrawal(order.n, question, view)


def forced(shape: Shape) -> bool:
    """Whether a shape has one legal answer.  Never slow, unlike counting the ways to place many cards."""
    if isinstance(shape, Place):
        return places_are_forced(shape)
    return shape.count() == 1


def _nothing(shape: Shape) -> Answer | None:
    """To pick, fly or play nothing, where that is legal."""
    for answer in _ways_to_do_nothing(shape):
        if shape.fault(answer) is None:
            return answer
    return None


def _ways_to_do_nothing(shape: Shape) -> tuple[Answer, ...]:
    match shape:
        case Choose():
            return NOTHING
        case Pick():
            return ((),)
        case Move():
            return (("done",),)
        case Assign():
            return (dict.fromkeys(shape.choices, STAY),)
        case Place():
            return ({},)
    return ()


def _withdrawal(n: int, question: Question, view: View) -> Answer | None:
    """§9  Of the cards that may withdraw those with at most n attempts; a card that has not rolled yet stays."""
    shape = question.shape
    asks = question.step.rpartition(".")[2]
    if not isinstance(shape, Pick) or WITHDRAWALS.get(question.window) != asks:
        return None
    left = _attempts(view, question.side)
    gone = tuple([token for token in shape.items if token in left and left[token] <= n]) if n != NEVER else ()
    return gone if shape.fault(gone) is None else None


def _attempts(view: View, side: Side) -> dict[Value, int]:
    """How many attempts each card of a side has left, where it has rolled."""
    mine = view.us if side is Side.US else view.jp
    rolled = [(f.token, f.attempts) for f in mine.formations] + [(a.token, a.attempts) for a in mine.airplanes]
    return {token: attempts.dice for token, attempts in rolled if attempts is not None}
