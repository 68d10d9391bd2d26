"""The moment that is drawn: a view, and how far the events after it have been played.

While a beat plays, the view is the one before the update, and each event changes of it what everybody sees.  The twin
of web/table/battle/moment.js.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from msgspec.structs import replace

from ironbottom import events as e
from ironbottom.dice import NONE
from ironbottom.events import AnyEvent
from ironbottom.views import SeenAirplane, SeenFormation, View
from ironbottom.words import SeaTask, Side, Task, Token

from ...text.luck import CHECK, PURSUIT, RADAR
from ...text.naming import Row, rows_of, sides
from .model import Beat, LogLine, UiState

BOUNDS = (e.TurnBegan, e.LineBegan, e.ActionTaken, e.TargetNamed)  # older throws are of another fight
TASKS_FLOWN = {"15.1(1)": Task.SEARCH, "15.1(2)": Task.INTERCEPT}  # at once; all others get theirs over the line
LOOKBACK = 160  # sentences of the log that are looked through for throws


class DrawnMoment(NamedTuple):
    """What there is to draw now."""

    view: View
    after: View | None  # the view to come, while a beat plays
    beat: Beat | None
    events: tuple[AnyEvent, ...]  # those that have been played since `view`
    fresh: tuple[AnyEvent, ...]  # those that happen just now
    throws: dict[Token, e.Rolled]  # the last throw of each card in this fight


class MomentPart(NamedTuple):
    """Something on the table that has a token, as it is at this moment."""

    token: Token
    side: Side
    row: Row
    fate: str = ""  # "sunk", "shot", "gone"
    is_new: bool = False  # only the view to come has it


def moment(ui: UiState) -> DrawnMoment | None:
    """The moment that is drawn; None before anything was seen."""
    beat = ui.beat if ui.past is None else None
    view = beat.before if beat is not None else ui.drawn
    if view is None:
        return None
    if beat is None:
        return DrawnMoment(view, None, None, (), (), _throws(ui, None))
    return DrawnMoment(view, beat.after, beat, beat.events[: beat.last + 1], beat.group, _throws(ui, beat))


def pieces(now: DrawnMoment) -> dict[Token, MomentPart]:
    """Everything on the table, and what became of it."""
    found: dict[Token, MomentPart] = {}
    for view in (now.after, now.view):
        for side, half in sides(view) if view is not None else ():
            for row in rows_of(half):
                found[row.token] = MomentPart(row.token, side, row, is_new=view is not now.view)
    for event in now.events:
        change = HAPPEN.get(type(event))
        if change is not None:
            change(found, event)
        if isinstance(event, e.Turned | e.Damaged):
            _learn_values(found, event.token, now.after)
    return found


Found = dict[Token, MomentPart]


def _alter(found: Found, token: Token, fate: str = "", **fields: Any) -> None:
    """A piece with some fields of its row changed."""
    piece = found.get(token)
    if piece is not None:
        known = {name: value for name, value in fields.items() if name in piece.row.__struct_fields__}
        found[token] = piece._replace(row=replace(piece.row, **known), fate=fate or piece.fate)


def _rolled(found: Found, event: e.Rolled) -> None:
    piece = found.get(event.by)
    if piece is not None and event.ability not in (CHECK, PURSUIT):
        held = getattr(piece.row, "attempts", None) or NONE
        before = held.dice if event.ability == RADAR else 0
        _alter(found, event.by, attempts=replace(held, dice=before + event.left))


def _damaged(found: Found, event: e.Damaged | e.Repaired | e.Recovered) -> None:
    _alter(found, event.token, damage=event.damage)


def _eliminated(found: Found, event: e.Eliminated) -> None:
    _alter(found, event.token, "sunk")


def _shot_down(found: Found, event: e.ShotDown) -> None:
    for token, card in event.airplanes:
        _alter(found, token, "shot", card=card)


def _withdrew(found: Found, event: e.Withdrew) -> None:
    for token in event.tokens:
        _give_task(found, token, Task.WITHDRAWN, "gone")


def _tasked(found: Found, event: e.Tasked) -> None:
    for token, task in event.tasks:
        _give_task(found, token, task)


def _give_task(found: Found, token: Token, task: str, fate: str = "") -> None:
    piece = found.get(token)
    if piece is not None:
        at_sea = isinstance(piece.row, SeenFormation)
        _alter(found, token, fate, task=SeaTask(task) if at_sea else Task(task))


def _turned(found: Found, event: e.Turned) -> None:
    escort = event.cards[1] if len(event.cards) > 1 else None
    _alter(found, event.token, detected=True, lead=event.cards[0], escort=escort)


def _faced(found: Found, event: e.Faced) -> None:
    for token, card in event.airplanes:
        _alter(found, token, detected=True, card=card)


def _flew(found: Found, event: e.Flew) -> None:
    task = TASKS_FLOWN.get(event.rule)
    for token, _host, line in event.flights:
        _alter(found, token, host=Token(0), line=line, task=task)


HAPPEN: dict[type[e.Event], Callable[[Found, Any], None]] = {
    e.Rolled: _rolled, e.Damaged: _damaged, e.Repaired: _damaged, e.Recovered: _damaged, e.Eliminated: _eliminated,
    e.ShotDown: _shot_down, e.Withdrew: _withdrew, e.Tasked: _tasked, e.Turned: _turned, e.Faced: _faced,
    e.Flew: _flew,
}


def _learn_values(found: Found, token: Token, after: View | None) -> None:
    """What was turned face up or hit shows its values, as the next view tells them."""
    for _side, half in sides(after) if after is not None else ():
        for f in half.formations:
            if f.token == token and f.values is not None:
                _alter(found, token, values=f.values)


def _throws(ui: UiState, beat: Beat | None) -> dict[Token, e.Rolled]:
    """The last throw of each card in this fight: what it kept and lost lies on it still."""
    throws: dict[Token, e.Rolled] = {}
    for told in _backwards(ui, beat):
        if isinstance(told.event, BOUNDS):
            break
        if isinstance(told.event, e.Rolled) and told.event.ability != CHECK:
            throws.setdefault(told.event.by, told.event)
    return throws


def _backwards(ui: UiState, beat: Beat | None) -> Iterable[LogLine]:
    """The log from this moment back: from the line that is looked at, from the beat, or from its end."""
    recent = ui.log[-1 : -LOOKBACK - 1 : -1] if ui.past is None else ui.log[::-1]
    until = ui.past if ui.past is not None else None
    if until is None and beat is None:
        return recent
    here = beat.events[beat.last] if beat is not None else None
    for i, told in enumerate(recent):
        if told is until or (here is not None and told.event is here):
            return recent[i : i + LOOKBACK]
    return ()


def in_air(row: Row) -> bool:
    return isinstance(row, SeenAirplane) and row.host == 0
