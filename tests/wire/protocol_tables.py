"""The tables of PROTOCOL.md that are made from the code: fields and their types, events, windows, enums.

What a type allows is said as a reader of the document needs it; what a field means is written by hand in the document,
and stays there when the table is made anew.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from enum import IntEnum, StrEnum
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, UNSET, Meta, Struct, UnsetType
from msgspec.structs import fields

from ironbottom import battle, questions, views
from ironbottom import events as e
from ironbottom.dice import Attempts
from ironbottom.events import AnyEvent, Event
from ironbottom.flow import Procedure
from ironbottom.proof import entries
from ironbottom.questions import Answer, Shape, Value
from ironbottom.rules import new_game
from ironbottom.windows import WINDOWS
from ironbottom.wire import (
    advising,
    agreeing,
    answers,
    blocking,
    challenging,
    cups,
    messages,
    moments,
    naming,
    notifying,
    pace,
    players,
    ratings,
    teams,
    whatif,
)
from ironbottom.wire.spoken import WORDS
from ironbottom.words import Action, CardId, Icon, Line, Rank, SeaTask, Side, Task, Token

NAMED: list[tuple[Any, str]] = [
    (Value, "value"), (Answer, "answer"), (answers.Plain, "answer"), (AnyEvent, "event"), (Shape, "shape"),
    (Token, "token"), (CardId, "card id"), (Attempts, "attempts"), (e.Face, "[token, card id]"),
]
ENUMS: dict[str, type[IntEnum] | type[StrEnum]] = {
    kind.__name__: kind for kind in (Side, Line, Icon, Rank, Task, SeaTask, Action)
}
assert callable(new_game)  # whoever imports the rules knows every procedure

Row = tuple[str, ...]


def notation(kind: Any) -> str:
    """What a field may hold, in the words of the document."""
    for known, name in NAMED:
        if kind == known:
            return name
    if get_origin(kind) is Annotated:
        inner, *metas = get_args(kind)
        return _limited(inner, [meta for meta in metas if isinstance(meta, Meta)])
    if isinstance(kind, NewType):
        return notation(kind.__supertype__)
    if kind in PLAIN:
        return PLAIN[kind]
    if get_origin(kind) is Literal:
        return " or ".join([f"`{word}`" for word in get_args(kind)])
    if get_origin(kind) in (Union, types.UnionType):
        for union, name in ((get_args(answers.Plain), "answer"), (get_args(AnyEvent), "event")):
            rest = [one for one in get_args(kind) if one not in union]
            if len(rest) + len(union) == len(get_args(kind)):
                return " or ".join([name, *[notation(one) for one in rest]])
        return " or ".join([notation(one) for one in get_args(kind)])
    if get_origin(kind) in (tuple, list, dict):
        return _many(kind)
    assert isinstance(kind, type), kind
    return kind.__name__


PLAIN: dict[Any, str] = {
    int: "integer", str: "text", bytes: "bytes", bool: "boolean", float: "float", type(None): "null",
    UnsetType: "left out",
}


def _limited(inner: Any, metas: list[Meta]) -> str:
    """A type with its limits."""
    said = notation(inner)
    for meta in metas:
        least, most = meta.ge, meta.le if meta.le is not None else None if meta.lt is None else meta.lt - 1
        if least is not None and most is not None:
            said += f" {_figure(least)} to {_figure(most)}"
        if meta.min_length is not None and meta.min_length == meta.max_length:
            said = f"{meta.min_length} {said}"
        elif meta.max_length is not None:
            said = f"{said}, at most {meta.max_length}"
    return said


def _figure(n: float) -> str:
    return "2^53-1" if n == 2**53 - 1 else "2^31-1" if n == 2**31 - 1 else f"{n:g}" if n < 10**6 else str(n)


def _many(kind: Any) -> str:
    args = get_args(kind)
    if get_origin(kind) is dict:
        return f"table from {notation(args[0])} to {notation(args[1])}"
    if get_origin(kind) is list or args[1:] == (...,):
        inner = notation(args[0])
        return f"list of ({inner})" if " or " in inner else f"list of {inner}"
    return f"[{', '.join([notation(one) for one in args])}]"


def hints(kind: type[Struct]) -> dict[str, Any]:
    """The types of the fields as they were written, in the order in which they travel."""
    known = get_type_hints(kind, include_extras=True)
    return {field.name: known[field.name] for field in fields(kind)}


def field_rows(kind: type[Struct]) -> Iterator[Row]:
    """Each field and its type; of one that may be left out its default too."""
    found = hints(kind)
    for field in fields(kind):
        said = notation(found[field.name])
        if field.default is UNSET:
            said += "; left out by default"
        elif field.default is not NODEFAULT:
            default = msgspec.json.encode(field.default).decode()
            said += f"; default `{default}`"
        yield f"`{field.name}`", said


def event_rows() -> Iterator[Row]:
    for kind in get_args(AnyEvent):
        yield f"`{kind.__struct_config__.tag}`", ", ".join(_event_fields(kind)) or "none"


def _event_fields(kind: type[Event]) -> Iterator[str]:
    for name, hint in hints(kind).items():
        if name != "rule":
            own = " (own side only)" if name in kind.secret else ""
            yield f"`{name}`: {notation(hint)}{own}"


def window_rows() -> Iterator[Row]:
    for number, window in WINDOWS.items():
        yield f"`{number}`", window.decides, window.cause


def step_rows() -> Iterator[Row]:
    """Every question of the rules: its window, its step, the paragraph, and what is asked."""
    found = [
        (step.window or "any", f"`{procedure.tag()}.{step.name}`", f"§{step.rule}", step.prompt)
        for procedure in _procedures(Procedure)
        for step in procedure.steps
        if step.kind in ("ask", "both")
    ]
    order = [*WINDOWS, "any"]
    yield from [(f"`{row[0]}`", *row[1:]) for row in sorted(found, key=lambda row: order.index(row[0]))]


def _procedures(kind: type[Procedure]) -> Iterator[type[Procedure]]:
    for below in kind.__subclasses__():  # those of tests are no part of the protocol
        if not below.__module__.startswith("ironbottom."):
            continue
        yield below
        yield from _procedures(below)


def section_rows() -> Iterator[Row]:
    played = [procedure for procedure in _procedures(Procedure) if procedure.steps[:-1]]  # not what several share
    for procedure in sorted(played, key=lambda procedure: procedure.tag()):
        yield f"`{procedure.tag()}`", (procedure.__doc__ or "").strip().split("\n")[0]


def number_rows(name: str) -> Iterator[Row]:
    for member in ENUMS[name]:
        yield str(member.value), f"`{member.name}`"


def word_rows(name: str) -> Iterator[Row]:
    for member in ENUMS[name]:
        yield (f"`{member.value}`",)


def struct(name: str) -> type[Struct]:
    """A struct by its name: of the wire, or of a transcript as entries.Begun; questions.Order is the shape."""
    module, _, name = name.rpartition(".")
    for place in MODULES[module]:
        found = getattr(place, name, None)
        if isinstance(found, type) and issubclass(found, Struct):
            return found
    raise KeyError(name)


MODULES = {
    "": (
        messages, advising, agreeing, cups, pace, teams, views, questions, whatif, moments, battle, naming, notifying,
        ratings, challenging, blocking, players,
    ),
    "questions": (questions,),
    "entries": (entries,),
}
HEADS: dict[str, Row] = {
    "fields": ("field", "holds", "meaning"),
    "events": ("event", "fields besides `rule`", "what happened"),
    "windows": ("window", "what is decided", "what opens it"),
    "steps": ("window", "step", "rule", "asked", "shape and values"),
    "sections": ("section", "paragraph"),
    "numbers": ("number", "name", "meaning"),
    "words": ("word", "meaning"),
}
ROWS: dict[str, Callable[[str], Iterator[Row]]] = {
    "fields": lambda name: field_rows(struct(name)),
    "events": lambda _: event_rows(),
    "windows": lambda _: window_rows(),
    "steps": lambda _: step_rows(),
    "sections": lambda _: section_rows(),
    "numbers": number_rows,
    "words": word_rows,
}


def spoken_words() -> str:
    """The words for a byte, sixteen to a line, behind the byte of the first."""
    lines = [f"{at:02x}  {' '.join(WORDS[at : at + 16])}\n" for at in range(0, len(WORDS), 16)]
    return f"```text\n{''.join(lines)}```\n"


def made(kind: str, name: str, before: str) -> str:
    """A table anew; the last column is kept from the one before, row by row."""
    if kind == "spoken":
        return spoken_words()
    head = HEADS[kind]
    rows = [*ROWS[kind](name)]
    by_hand = len(head) - (len(rows[0]) if rows else len(head))
    kept = {_cells(line)[0 if kind != "steps" else 1]: _cells(line)[-1] for line in before.splitlines()[2:]}
    lines = [_line(head), _line(tuple(["---"] * len(head)))]
    for row in rows:
        name_of_row = row[0 if kind != "steps" else 1]
        lines.append(_line((*row, *([kept.get(name_of_row, "")] if by_hand else []))))
    return "\n".join(lines) + "\n"


def _line(row: Row) -> str:
    return f"| {' | '.join(row)} |"


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split(" | ")]
