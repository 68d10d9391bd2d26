"""The types of what travels, for those who check the page: tests/client/web/types/wire.d.ts, from the Python structs.

    python -m tests.tools.page_types --update

writes it anew.  The page itself is plain JavaScript and never reads that file; `tsc` does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from enum import Enum
from typing import Any, get_args

from msgspec import inspect

from ironbottom.events import AnyEvent
from ironbottom.views import View
from ironbottom.wire.messages import FromClient, FromServer
from tests import ROOT

FILE = ROOT / "tests" / "client" / "web" / "types" / "wire.d.ts"
UPDATE = "python -m tests.tools.page_types --update"
HEAD = f"""\
// What travels between the page and a server, as JSON brings it.  Made from the Python structs; do not edit:
//     {UPDATE}

declare namespace Wire {{
"""
PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "any", inspect.NoneType: "null", inspect.BoolType: "boolean", inspect.IntType: "number",
    inspect.FloatType: "number", inspect.StrType: "string", inspect.BytesType: "string",  # base64 in JSON
}
EVENTS = {kind.__name__ for kind in get_args(AnyEvent)}
Struct = inspect.StructType


def kinds() -> tuple[Any, ...]:
    """All structs that travel by themselves."""
    return (*get_args(FromServer), *get_args(FromClient), View)


def structs() -> dict[str, Struct]:
    """Every struct among them, by its name, in the order of names."""
    found: dict[str, Struct] = {}
    todo: list[inspect.Type] = list(inspect.multi_type_info(kinds()))
    seen: set[int] = set()
    while todo:
        one = todo.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, Struct):
            other = found.setdefault(one.cls.__name__, one)
            assert other.cls is one.cls, f"two structs are called {one.cls.__name__}"
            todo += [field.type for field in one.fields]
        todo += list(inside(one))
    return dict(sorted(found.items()))


def inside(one: inspect.Type) -> Iterator[inspect.Type]:
    """The types that a type is made of."""
    match one:
        case inspect.UnionType(types=types):
            yield from types
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            yield one.item_type
        case inspect.TupleType(item_types=types):
            yield from types
        case inspect.DictType(key_type=key, value_type=value):
            yield from (key, value)
        case _:
            pass


def text_of(one: inspect.Type) -> str:
    """A type as TypeScript writes it."""
    if type(one) in PLAIN:
        return PLAIN[type(one)]
    match one:
        case inspect.StructType(cls=cls):
            return str(cls.__name__)
        case inspect.EnumType(cls=cls):
            return literals([member.value for member in cls])
        case inspect.LiteralType(values=values):
            return literals(values)
        case inspect.UnionType(types=types):
            return union(list(dict.fromkeys(map(text_of, types))))
        case inspect.TupleType(item_types=types):
            return f"[{', '.join(map(text_of, types))}]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {text_of(value)}>"
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            inner = text_of(one.item_type)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case _:
            raise TypeError(f"no TypeScript for {one}")


def union(names: list[str]) -> str:
    """One of these; the events by the name that they have together."""
    if set(names) >= EVENTS:
        names = ["AnyEvent", *[name for name in names if name not in EVENTS]]
    return " | ".join(names)


def literals(values: Any) -> str:
    """Words or numbers that are given one by one."""
    plain = [value.value if isinstance(value, Enum) else value for value in values]
    return " | ".join([f'"{value}"' if isinstance(value, str) else str(value) for value in plain])


def written(name: str, one: Struct) -> str:
    """A struct as an interface, or as a list where it travels as one."""
    if one.array_like:
        parts = ", ".join([f"{field.encode_name}: {text_of(field.type)}" for field in one.fields])
        return f"  type {name} = [{parts}];\n"
    tag = [f'    {one.tag_field}: "{one.tag}";\n'] if one.tag_field else []
    left_out = one.cls.__struct_config__.omit_defaults
    fields = [
        f"    {field.encode_name}{'?' if left_out and not field.required else ''}: {text_of(field.type)};\n"
        for field in one.fields
    ]
    return f"  interface {name} {{\n{''.join([*tag, *fields])}  }}\n"


def declarations() -> str:
    """The whole file."""
    unions = {"AnyEvent": AnyEvent, "FromServer": FromServer, "FromClient": FromClient}
    named = [
        f"  type {name} =\n    | " + "\n    | ".join([kind.__name__ for kind in get_args(members)]) + ";\n"
        for name, members in unions.items()
    ]
    return HEAD + "\n".join([*[written(name, one) for name, one in structs().items()], *named]) + "}\n"


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit(f"usage: {UPDATE}")
    FILE.write_text(declarations(), "utf-8")
