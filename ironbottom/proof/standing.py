"""What a player's standing orders answer for him: the same for the server that asks and for whoever checks it later.

Nothing goes in but the player's own view, with the question in it, and his orders: so the answer can tell nobody more
than he sees himself, and can be found again from the transcript.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import UNSET

from ironbottom.questions import (
    PASS,
    STAY,
    Answer,
    Assign,
    Choose,
    Move,
    Order,
    Pick,
    Place,
    Question,
    Shape,
    Value,
    places_are_forced,
)
from ironbottom.views import SeenFormation, SeenSide, View
from ironbottom.wire.orders import EVERY, StandingOrder
from ironbottom.words import OWN_LINES, Icon, SeaTask, Side, Task

WITHDRAWALS = {"13": "withdraw", "23": "withdraw", "24": "withdraw", "28": "check"}  # window -> the step that asks it
SHIPS = "28"  # the one of them that asks of ships
FLIGHTS, DIVIDED = ("9", "20.2", "20.3"), ("22", "27")
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
        if order.window in (EVERY, question.window) and in_turn(order, view, question.side):
            answer = _given(order, question, view)
            if answer is not None:
                return answer
    return None


def in_turn(order: StandingOrder, view: View, side: Side) -> bool:
    """Whether the order is for the turn that is being played."""
    return order.turn is UNSET or (order.turn == "mine") is (view.phasing is side)


def _given(order: StandingOrder, question: Question, view: View) -> Answer | None:
    return KINDS[order.does](order, question, view)


def _where_forced(_order: StandingOrder, question: Question, _view: View) -> Answer | None:
    return question.shape.first() if forced(question.shape) and not question.plays else None


def _where_harmless(_order: StandingOrder, question: Question, _view: View) -> Answer | None:
    return question.default if question.harmless else None


def _by_default(_order: StandingOrder, question: Question, _view: View) -> Answer | None:
    return question.default


def forced(shape: Shape) -> bool:
    """Whether a shape has one legal answer.  Never slow, unlike counting the ways to place many cards."""
    if isinstance(shape, Place):
        return places_are_forced(shape)
    return shape.count() == 1


def _nothing(_order: StandingOrder, question: Question, _view: View) -> Answer | None:
    """To pick, fly or play nothing, where that is legal."""
    return _legal(question.shape, *_ways_to_do_nothing(question.shape))


def _legal(shape: Shape, *answers: Answer) -> Answer | None:
    """The first of them that is."""
    return next((answer for answer in answers if shape.fault(answer) is None), None)


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


# withdrawing: §9


def _may_withdraw(question: Question) -> Pick | None:
    """Those of whom it is asked whether they withdraw; None: that is not asked."""
    shape, asks = question.shape, question.step.rpartition(".")[2]
    return shape if isinstance(shape, Pick) and WITHDRAWALS.get(question.window) == asks else None


def _with_few_dice(order: StandingOrder, question: Question, view: View) -> Answer | None:
    """§9  Of the cards that may withdraw those with at most n attempts; a card that has not rolled yet stays."""
    shape = _may_withdraw(question)
    if shape is None:
        return None
    left = _attempts(view, question.side)
    few = tuple([token for token in shape.items if token in left and left[token] <= order.n])
    return _legal(shape, few if order.n != NEVER else ())


def _attempts(view: View, side: Side) -> dict[Value, int]:
    """How many attempts each card of a side has left, where it has rolled."""
    mine = _half(view, side)
    rolled = [(f.token, f.attempts) for f in mine.formations] + [(a.token, a.attempts) for a in mine.airplanes]
    return {token: attempts.dice for token, attempts in rolled if attempts is not None}


def _half(view: View, side: Side) -> SeenSide:
    return view.us if side is Side.US else view.jp


def _damaged(order: StandingOrder, question: Question, view: View) -> Answer | None:
    """Window 28: formations with at least n damage."""
    return _formations(order, question, view, lambda _formation: True)


def _damaged_carriers(order: StandingOrder, question: Question, view: View) -> Answer | None:
    """Window 28: likewise, of those that are built for airplanes with wheels, whatever damage has left of that."""
    return _formations(order, question, view, is_carrier)


def is_carrier(formation: SeenFormation) -> bool:
    """Whether a formation that one knows carries airplanes with wheels."""
    return formation.values is not None and formation.values.icon is Icon.CARRIER


def _formations(
    order: StandingOrder, question: Question, view: View, fits: Callable[[SeenFormation], bool]
) -> Answer | None:
    shape = _may_withdraw(question)
    if shape is None or question.window != SHIPS:
        return None
    found = {f.token for f in _half(view, question.side).formations if f.damage >= order.n and fits(f)}
    return _legal(shape, tuple([token for token in shape.items if token in found]))


def _broken_off(order: StandingOrder, question: Question, _view: View) -> Answer | None:
    """Windows 13, 23 and 24: all that are left in the fight, where these are few."""
    shape = _may_withdraw(question)
    if shape is None or question.window == SHIPS:
        return None
    return _legal(shape, shape.items if len(shape.items) <= order.n else ())


# flying, dividing tasks, aiming


def _named(order: StandingOrder, view: View, side: Side) -> set[Value]:
    """The airplanes of a side that an order names: all, where it names none."""
    mine = _half(view, side).airplanes
    return {a.token for a in mine if order.cards is UNSET or a.card in order.cards}


def _flight(question: Question) -> Assign | None:
    """Windows 9, 20.2 and 20.3: who flies where against those that the enemy has flown."""
    shape = question.shape
    flies = question.window in FLIGHTS and isinstance(shape, Assign) and shape.of == "line"
    return shape if isinstance(shape, Assign) and flies else None


def _stay_when_few(order: StandingOrder, question: Question, view: View) -> Answer | None:
    shape, theirs = _flight(question), _half(view, question.side.enemy).airplanes
    if shape is None or len([a for a in theirs if not a.host]) > order.n:
        return None
    return _legal(shape, dict.fromkeys(shape.choices, STAY))


def _interception(order: StandingOrder, question: Question, view: View) -> Answer | None:
    """Windows 9, 20.2 and 20.3: one after another to that own line where most enemies are not met yet."""
    shape = _flight(question)
    if shape is None:
        return None
    side, named = question.side, _named(order, view, question.side)
    foes = Counter([a.line for a in _half(view, side.enemy).airplanes if not a.host and a.line is not None])
    unmet = {line: foes[line] for line in OWN_LINES[side] if foes[line] >= max(1, order.n)}
    answer: dict[int, Value] = {}
    for token, lines in shape.choices.items():
        there = [line for line in unmet if line in lines] if token in named else []
        answer[token] = STAY
        if there:
            line = answer[token] = max(there, key=lambda line: unmet[line])
            unmet[line] -= 1
    return _legal(shape, answer)


def _tasks(order: StandingOrder, question: Question, view: View) -> Answer | None:
    """Windows 22 and 27: who is named escorts, the rest attacks; as many as there are escorts hold these.

    Where several might, those do that come first in the question.
    """
    shape = question.shape
    if question.window not in DIVIDED or not isinstance(shape, Assign) or shape.of != "task":
        return None
    named, left = _named(order, view, question.side), _escorts(view, question)
    answer: dict[int, Value] = {}
    for token, tasks in shape.choices.items():
        if Task.ESCORT in tasks and Task.ATTACK in tasks:
            answer[token] = Task.ESCORT if order.cards is not UNSET and token in named else Task.ATTACK
        elif Task.CONTROL in tasks and left > 0:
            answer[token], left = Task.CONTROL, left - 1
        elif Task.INTERCEPT in tasks:
            answer[token] = Task.INTERCEPT
        else:
            answer[token] = tasks[0]
    return _legal(shape, answer)


def _escorts(view: View, question: Question) -> int:
    """How many enemies in the fight escort."""
    theirs = _half(view, question.side.enemy)
    if question.window == "27":
        return [f.task for f in theirs.formations].count(SeaTask.ESCORT)
    return [a.task for a in theirs.airplanes if a.line is view.line and not a.host].count(Task.ESCORT)


def _spread(_order: StandingOrder, question: Question, _view: View) -> Answer | None:
    """Windows 11, 23, 24 and 29: each at the first of those targets at which fewest are aimed already."""
    shape = question.shape
    if question.step.rpartition(".")[2] != "aim" or not isinstance(shape, Assign | Order):
        return None
    aimed: Counter[Value] = Counter()
    answer: dict[int, Value] = {}
    for token, targets in shape.choices.items():
        answer[token] = min(targets, key=lambda target: aimed[target])
        aimed[answer[token]] += 1
    return _legal(shape, answer if isinstance(shape, Assign) else tuple(answer.items()))


def _press_on(_order: StandingOrder, question: Question, _view: View) -> Answer | None:
    """Windows 25 and 30, where it is asked whether to go on."""
    if question.step.rpartition(".")[2] != "go_on":
        return None
    return _legal(question.shape, "attack", "fire")


KINDS: dict[str, Callable[[StandingOrder, Question, View], Answer | None]] = {
    "pass-when-forced": _where_forced, "harmless": _where_harmless, "default": _by_default, "none": _nothing,
    "withdraw-at": _with_few_dice, "withdraw-damaged": _damaged, "withdraw-carriers": _damaged_carriers,
    "break-off": _broken_off, "intercept": _interception, "meet-escorts": _tasks, "spread": _spread,
    "press-on": _press_on, "stay-when-few": _stay_when_few,
}
