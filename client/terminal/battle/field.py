"""The fight that is on, as the battle board needs it: which, over which line, who stands in which box, who is aimed at
whom.  It reads views and events and knows no rule: boxes are the tasks that cards have.  The twin of
web/table/battle/field.js.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from ironbottom import events as e
from ironbottom.dice import Attempts
from ironbottom.phrases import hit_count, line_name, task_name
from ironbottom.questions import Assign, Order, Pick, Place, Question, Value, unsaid
from ironbottom.questions import Choose as Chosen
from ironbottom.views import SeenAirplane, SeenEffect, SeenFormation, View
from ironbottom.vocabulary import phrase
from ironbottom.words import FRONT, Line, Side, Task, Token

from ...text.naming import SPENDING
from ...text.situation import section_name, viewpoint
from ...text.table_text import capital
from ..answer.staged import Staged
from ..state.model import UiState
from ..state.moment import DrawnMoment, MomentPart, in_air, moment, pieces

Kind = Literal["air", "search", "sea", "patrol", "throw"]

AIR_BOXES = (("attack", "escort"), ("control", "intercept"))  # of who attacks, of who defends
SEA_BOXES = (("support", "escort"), ("control", "intercept"))
SEARCH_BOXES = (("search",), ("intercept",))

SECTIONS: dict[str, Kind] = {  # the innermost wins
    "search-rounds": "search", "searched-line": "search", "air-combat": "air", "air-control": "air",
    "intercept-combat": "air", "air-attack": "air", "sea-segment": "sea", "bombardment": "sea",
    "going-ashore": "sea", "patrol": "patrol",
}
BY_RULE: tuple[tuple[str, Kind], ...] = (
    ("15.2", "search"), ("15.3", "throw"), ("16.3", "patrol"), ("17", "air"), ("18", "sea"),
)
FOUGHT = (
    e.Rolled, e.Damaged, e.Eliminated, e.ShotDown, e.Aimed, e.Tasked, e.Withdrew, e.Turned, e.Faced, e.Landed,
)
LANDING, ATTENDING = "landing-phase", ("26", "27")
FLYING = ("attack", "escort", "control", "intercept", "search")
NO_HOST = Token(-1)  # of a submarine, which has no place on the table


class TaskBox(NamedTuple):
    """Those of one side who do the same."""

    task: str  # "": those without a task, or the place itself
    label: str
    pieces: tuple[MomentPart, ...]


class BattleHalf(NamedTuple):
    """One side of the board."""

    side: Side
    boxes: tuple[TaskBox, ...]
    asked: bool = False  # for tasks: its empty boxes are places to go


class Aim(NamedTuple):
    """Who is aimed at whom: `live` while it fires, `staged` as long as it is not given as an answer."""

    by: Token
    at: Token
    mode: str = ""
    live: bool = False
    staged: bool = False


class BattleField(NamedTuple):
    """All that the battle board shows."""

    kind: Kind
    title: str
    stage: str
    halves: tuple[BattleHalf, ...]  # the enemy's first
    aims: tuple[Aim, ...]
    dice: dict[Token, Attempts]  # of cards that keep none on their own row
    hits: str  # to be spent, in words
    effects: tuple[SeenEffect, ...]
    now: DrawnMoment


class _Shape(NamedTuple):
    """What the parts of a fight depend on."""

    kind: Kind
    line: Line | None
    attacker: Side
    now: DrawnMoment


def field(ui: UiState) -> BattleField | None:
    """The fight at the moment that is drawn; None where there is none."""
    now = moment(ui)
    kind = _kind(now) if now is not None else None
    if now is None or kind is None:
        return None
    found = pieces(now)
    line = _line(now, found) if kind in ("air", "search") else None
    shape = _Shape(kind, line, now.view.phasing if line is None else line.owner.enemy, now)
    there = _standing(shape, found)
    if not any(kind != "sea" or isinstance(piece.row, SeenFormation) for piece in there):
        return None  # the base alone is no battle
    mine, theirs = viewpoint(now.view.viewer)
    return BattleField(
        kind, _title(shape), _stage(kind, now), tuple([_half(ui, side, shape, there) for side in (theirs, mine)]),
        _aims(now) + _staged_aims(ui, now), _lying_dice(now), _hits(now), _effects(now, there), now,
    )


def _kind(now: DrawnMoment) -> Kind | None:
    """What kind of fight it is: by what just happens, or by the section of the view."""
    event = now.beat.event if now.beat is not None else None
    if isinstance(event, FOUGHT):
        by_rule = next((kind for start, kind in BY_RULE if event.rule.startswith(start)), None)
        if by_rule is not None and not isinstance(event, e.Tasked):
            return by_rule
        if isinstance(event, e.Rolled):
            return "throw"  # of a submarine, of a dock: no fight, but dice
    if isinstance(event, e.LineBegan):
        return "search" if event.rule.startswith("15") else "air"
    return _kind_of(now.view) or (_kind_of(now.after) if now.after is not None else None)


def _kind_of(view: View) -> Kind | None:
    if view.outcome is not None:
        return None
    inner = next((tag for tag in reversed(view.sections) if tag in SECTIONS), None)
    if inner is not None:
        return SECTIONS[inner]
    asked = [window for _side, window in view.waiting]
    return "sea" if LANDING in view.sections and any(window in asked for window in ATTENDING) else None


def _line(now: DrawnMoment, found: dict[Token, MomentPart]) -> Line | None:
    """The line in combat: the last one that began, else that of the view, else where airplanes have tasks."""
    began = [event for event in now.events if isinstance(event, e.LineBegan)]
    if began:
        return Line(began[-1].line)
    view = now.view
    if view.line is not None and ("air-combat" in view.sections or "searched-line" in view.sections):
        return view.line
    for piece in found.values():
        row = piece.row
        if isinstance(row, SeenAirplane) and not row.host and row.task in FLYING:
            return row.line
    return now.after.line if now.after is not None and now.after.line is not None else view.line


def _standing(shape: _Shape, found: dict[Token, MomentPart]) -> list[MomentPart]:
    """Who takes part, or lies where the fight is."""
    asked = _asked(shape.now)
    there = [piece for piece in found.values() if _takes_part(piece, shape) or piece.token in asked]
    if shape.kind == "throw":
        there += _submarine(shape.now)
    return [piece for piece in there if not (piece.is_new and _is_out(piece))]


def _is_out(piece: MomentPart) -> bool:
    row = piece.row
    return isinstance(row, SeenAirplane) and row.task == Task.WITHDRAWN


def _takes_part(piece: MomentPart, shape: _Shape) -> bool:
    row, now = piece.row, shape.now
    stays = getattr(row, "task", None) != Task.WITHDRAWN or piece.fate == "gone"
    if shape.kind in ("air", "search"):
        if isinstance(row, SeenAirplane):
            return in_air(row) and row.line == shape.line and stays
        return row.line == shape.line
    if shape.kind == "throw":
        thrown = [event for event in (*now.fresh, *now.events) if isinstance(event, e.Rolled)]
        return any(piece.token in (event.by, event.at) for event in thrown)
    if piece.token == _target(now):
        return True
    if not isinstance(row, SeenFormation):
        return False
    if shape.kind == "sea":
        return row.task is not None and stays
    return piece.side is shape.attacker and row.line == FRONT[shape.attacker]


def _target(now: DrawnMoment) -> Token:
    """The base that is landed on; before the view tells it, the event that named it does."""
    named = [event.token for event in now.events if isinstance(event, e.TargetNamed)]
    after = now.after.target if now.after is not None else Token(0)
    return named[-1] if named else now.view.target or after


def _submarine(now: DrawnMoment) -> list[MomentPart]:
    """A submarine has no token: it is there for as long as its card is played, and its dice fall."""
    played = [event for event in now.events if isinstance(event, e.Played) and event.half == "submarine"]
    if not played or not any(isinstance(event, e.Rolled) and not event.by for event in now.events):
        return []
    row = SeenAirplane(
        token=Token(0), host=NO_HOST, card=played[-1].card, detected=True, line=None, origin=Token(0), task=None,
        attempts=None,
    )
    return [MomentPart(Token(0), played[-1].side, row)]


def _asked(now: DrawnMoment) -> frozenset[int]:
    """The cards that the question is about: they have to be on the board to be touched there."""
    question: Question | None = now.view.question if now.beat is None else None
    shape = question.shape if question is not None else None
    if isinstance(shape, Assign | Order | Place):
        return frozenset(shape.choices)
    things = shape.items if isinstance(shape, Pick) else shape.options if isinstance(shape, Chosen) else ()
    return frozenset([one for one in things if isinstance(one, int)])


def _half(ui: UiState, side: Side, shape: _Shape, there: list[MomentPart]) -> BattleHalf:
    """One side of the board: its boxes with who is in them."""
    at_sea = shape.kind == "sea"
    boxes: dict[str, list[MomentPart]] = {task: [] for task in _box_names(side, shape)}
    rest: dict[str, list[MomentPart]] = {}  # by what they are called
    for piece in there:
        if piece.side is not side:
            continue
        task = _task(ui, piece, shape.now)
        placeless = not task or (task in ("withdrawn", "flown") and task not in boxes)
        its = rest.setdefault(_rest_name(shape, piece), []) if placeless else boxes.setdefault(task, [])
        its.append(piece)
    made = [TaskBox(task, task_name(task, at_sea=at_sea), tuple(its)) for task, its in boxes.items()]
    made += [TaskBox("", name, tuple(its)) for name, its in rest.items()]
    question = shape.now.view.question
    asked = question is not None and isinstance(question.shape, Assign) and question.shape.of == "task"
    return BattleHalf(side, tuple(made), asked and question is not None and question.side is side)


def _task(ui: UiState, piece: MomentPart, now: DrawnMoment) -> str:
    """Its task; where tasks are asked, the one that is staged for it, or that it gets if nothing else is."""
    question = now.view.question if now.beat is None and ui.past is None else None
    shape = question.shape if question is not None else None
    if question is None or not isinstance(shape, Assign) or shape.of != "task" or piece.token not in shape.choices:
        return str(getattr(piece.row, "task", None) or "")
    value = _given(ui, question).get(piece.token)
    return str(value or unsaid(question).get(piece.token) or "")


def _given(ui: UiState, question: Question) -> Mapping[int, Value | None]:
    """What is staged for the cards of a question."""
    staged = ui.staged
    return staged.given if isinstance(staged, Staged) and staged.question == question else {}


def _box_names(side: Side, shape: _Shape) -> tuple[str, ...]:
    defends = int(side is not shape.attacker)
    if shape.kind == "air":
        return AIR_BOXES[defends]
    if shape.kind == "sea":
        return SEA_BOXES[defends]
    return SEARCH_BOXES[defends] if shape.kind == "search" else ()


def _rest_name(shape: _Shape, piece: MomentPart) -> str:
    """What those are called who have no task."""
    if shape.kind in ("air", "search"):
        attacks = piece.side is shape.attacker
        return task_name("flown", at_sea=False) if attacks or shape.line is None else capital(line_name(shape.line))
    if shape.kind != "sea":
        return ""
    if not isinstance(piece.row, SeenFormation):
        return phrase("battle.target")
    return phrase("battle.no_task") if piece.row.detected else phrase("battle.not_revealed")


def _title(shape: _Shape) -> str:
    if shape.line is not None:
        name = "battle.air_combat" if shape.kind == "air" else "battle.search"
        return phrase(name, line=line_name(shape.line))
    if shape.kind == "sea":
        return phrase("battle.at_sea", line=line_name(FRONT[shape.attacker.enemy]))
    return phrase("battle.patrol") if shape.kind == "patrol" else capital(section_name(shape.now.view))


def _stage(kind: Kind, now: DrawnMoment) -> str:
    """How far it is, by the view that tells of this fight."""
    views = [view for view in (now.view, now.after) if view is not None and _kind_of(view) == kind]
    return section_name(views[0]) if views else ""


def _aims(now: DrawnMoment) -> tuple[Aim, ...]:
    """Arrows: what lies open, what has been declared since, what fires just now."""
    target = _target(now)
    lists = [(one.aims, one.modes) for one in now.view.lying]
    lists += [(event.aims, event.modes) for event in now.events if isinstance(event, e.Aimed)]
    found: dict[tuple[Token, Token], str] = {}
    for aims, modes in lists:
        for (by, at), mode in zip(aims, modes or ("",) * len(aims), strict=False):
            found[by, at or target] = mode
    live = [(one.by, one.at) for one in now.fresh if isinstance(one, e.Rolled) and one.at]
    found |= {pair: found.get(pair, "") for pair in live}
    return tuple([Aim(by, at, mode, (by, at) in live) for (by, at), mode in found.items()])


def _staged_aims(ui: UiState, now: DrawnMoment) -> tuple[Aim, ...]:
    """Where targets are asked: those that were chosen so far."""
    question = now.view.question if now.beat is None and ui.past is None else None
    shape = question.shape if question is not None else None
    if question is None or not isinstance(shape, Assign | Order) or shape.of == "task":
        return ()
    aims = []
    for by, value in _given(ui, question).items():
        mode, at = value if isinstance(value, tuple) else ("", value)
        if isinstance(at, int):
            aims.append(Aim(Token(by), Token(at), mode, staged=True))
    return tuple(aims)


def _lying_dice(now: DrawnMoment) -> dict[Token, Attempts]:
    """Dice that lie on the table for cards that keep none on their own row: counter-fire, patrols."""
    dice = {token or _target(now): kept for one in now.view.lying for token, kept in one.dice}
    for event in now.events:
        if isinstance(event, e.Rolled) and event.by in dice:
            dice[event.by] = Attempts(event.left, dice[event.by].limited)
    return dice


def _hits(now: DrawnMoment) -> str:
    hits = now.view.lying[-1].hits if now.view.lying else 0
    spent = any(window in SPENDING for _side, window in now.view.waiting)
    return hit_count(hits) if hits and spent else ""


def _effects(now: DrawnMoment, there: list[MomentPart]) -> tuple[SeenEffect, ...]:
    """Events that work on here."""
    tokens = {piece.token for piece in there}
    return tuple([one for one in now.view.in_force if not one.token or one.token in tokens])
