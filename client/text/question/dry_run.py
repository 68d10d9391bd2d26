"""What a standing order would do in the present position: the cards that it would tell to do something."""

from __future__ import annotations

from ironbottom.proof.standing import in_turn, is_carrier, ordered
from ironbottom.questions import STAY, Answer
from ironbottom.views import SeenSide, View
from ironbottom.vocabulary import phrase
from ironbottom.wire.orders import EVERY, StandingOrder
from ironbottom.words import Side, Token

from ..naming import Naming
from .standing_orders import NAMING


def would(order: StandingOrder, view: View, naming: Naming) -> str:
    """One sentence for an order; twin of client/web/sheets/dry_run.js, which leaves what is asked to the question."""
    asked = view.question
    if asked is not None and order.window in (EVERY, asked.window) and in_turn(order, view, asked.side):
        answer = ordered(view, (order,))
        if answer is not None:
            return phrase("order.answers", cards=_names(told(answer), naming) or str(answer))
    there = reached(order, view)
    if there is None:
        return phrase("order.hangs")
    return phrase("order.would", cards=_names(there, naming)) if there else phrase("order.nobody")


def told(answer: Answer) -> tuple[Token, ...]:
    """The cards that an answer names, but for those that stay."""
    if isinstance(answer, dict):
        return tuple([Token(token) for token, value in answer.items() if value != STAY])
    pairs = answer if isinstance(answer, tuple) else ()
    firsts = [one[0] if isinstance(one, tuple) else one for one in pairs]
    return tuple([Token(one) for one in firsts if isinstance(one, int)])


def reached(order: StandingOrder, view: View) -> tuple[Token, ...] | None:
    """The cards on the table that an order is about as they lie now; None: that hangs on what will be asked."""
    if view.viewer is None:
        return None
    mine = view.us if view.viewer is Side.US else view.jp
    if order.does in NAMING:
        return tuple([a.token for a in mine.airplanes if order.cards and a.card in order.cards])
    if order.does in ("withdraw-damaged", "withdraw-carriers"):
        every = order.does == "withdraw-damaged"
        return tuple([f.token for f in mine.formations if f.damage >= order.n and (every or is_carrier(f))])
    return _with_few_dice(order, mine) if order.does == "withdraw-at" else None


def _with_few_dice(order: StandingOrder, mine: SeenSide) -> tuple[Token, ...]:
    rolled = [(f.token, f.attempts) for f in mine.formations] + [(a.token, a.attempts) for a in mine.airplanes]
    return tuple([token for token, left in rolled if order.n and left is not None and left.dice <= order.n])


def _names(tokens: tuple[Token, ...], naming: Naming) -> str:
    return ", ".join([naming.token(token) for token in tokens])
