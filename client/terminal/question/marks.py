"""What the question does to the things on the table: which can be touched, by which key, what is staged for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from ironbottom.questions import Order, Pick
from ironbottom.vocabulary import amount

from ...text.naming import Naming
from ..answer.offered import OfferedRow, Option, Touchpoint, alike, gives
from ..answer.staged import Staged
from ..answer.staging import row_of, values_now
from ..answer.whynot import is_verb, not_for
from ..state.model import Mark, Touch
from .odds import option_chances

ON_TABLE: dict[str, Literal["token", "card", "line"]] = {"token": "token", "card": "card", "line": "line"}
Put = Callable[..., None]


def marks(staged: Staged, naming: Naming | None = None) -> dict[Touch, Mark]:
    """The marks of a question as it is staged now."""
    found: dict[Touch, Mark] = {}

    def put(thing: Touchpoint, **changes: Any) -> None:
        kind = ON_TABLE.get(thing.kind)
        if kind is not None:
            touch = Touch(kind, thing.value)
            found[touch] = found.get(touch, Mark("legal"))._replace(**changes)

    _mark_rows(staged, put)
    _mark_plays(staged, put)
    if gives(staged.shape):
        _mark_given(staged, put)
    if staged.held is not None:
        _mark_held(staged, staged.held, naming, put)
    return found


def _mark_rows(staged: Staged, put: Put) -> None:
    """Of cards in the hand that are alike the first gives the number; one of them that is chosen is seen."""
    chosen = [] if staged.play is not None else [staged.chosen, *staged.picked]
    first: set[tuple[object, ...]] = set()
    for row in staged.offer.rows:
        if row.thing[:2] not in first:
            put(row.thing, state="legal", sign=str(row.number))
        first.add(row.thing[:2])
    for row in staged.offer.rows:
        if row.thing in chosen:
            put(row.thing, state="chosen")
    if isinstance(staged.shape, Pick) and staged.shape.most > 1:
        for thing in dict.fromkeys([one._replace(copy=0) for one in staged.picked]):
            put(thing, note=" ".join([str(i) for i, one in enumerate(staged.picked, 1) if alike(one, thing)]))


def _mark_plays(staged: Staged, put: Put) -> None:
    for play in staged.offer.plays:
        sign = {} if row_of(staged, play.thing) else {"sign": str(play.number)}
        put(play.thing, state="chosen" if staged.play == play.value else "legal", **sign)


def _mark_given(staged: Staged, put: Put) -> None:
    """What each card is given now, and how many each target has been given to."""
    values, counts = values_now(staged), dict[Touchpoint, int]()
    for row in staged.offer.rows:
        key = int(str(row.value))
        option = next((one for one in row.options if one.value == values.get(key)), None)
        if option is None:
            continue
        turn = f"{staged.order.index(key) + 1}. " if isinstance(staged.shape, Order) else ""
        put(row.thing, note=turn + option.name)
        if key in staged.given:
            put(row.thing, state="chosen")
        if option.thing.kind in ON_TABLE:
            counts[option.thing] = counts.get(option.thing, 0) + 1
    for thing, n in counts.items():
        put(thing, note=amount("cards", n))


def _mark_held(staged: Staged, held: Touchpoint, naming: Naming | None, put: Put) -> None:
    """With one thing in the hand: where it can go, and why it cannot go elsewhere."""
    offer, row = staged.offer, row_of(staged, held)
    if row is not None:
        near = [held, *[one.thing for one in row.options]]
        for option in offer.values:
            if not is_verb(option) and not any(alike(option.thing, one) for one in near):
                put(option.thing, state="off", sign="", note=not_for(offer, row, option.thing, naming))
        for option in reversed(row.options):  # of several ways to one target the first gives the letter
            put(option.thing, **_target(staged, row, option), sign=option.letter)
    else:
        for other in offer.rows:
            found = next((one for one in other.options if alike(one.thing, held)), None)
            if found is None:
                put(other.thing, state="off", note=not_for(offer, other, held, naming))
            else:
                put(other.thing, **_target(staged, other, found))
    put(held, state="chosen")


def _target(staged: Staged, row: OfferedRow, option: Option) -> dict[str, Any]:
    chances = option_chances(staged.offer, row, option)
    return {"state": "target", "odds": chances[0].success if chances else None}
