"""What stands for an update that was shown: the same for whoever hears it, and another for every other update."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import msgpack
import msgspec
from msgspec import inspect
from msgspec.structs import replace

from ironbottom.events import AnyEvent
from ironbottom.keys import hashed
from ironbottom.views import View
from ironbottom.wire.shown import TELLING, canonical, events_shown, view_shown
from tests.support.lengths import some
from tests.wire.games import turns

GAME = bytes(range(32))
SHAPES = {1: "2d463e6f02ea66a3"}  # of each edition of views and events


def written(value: Any) -> bytes:
    """By another library, from what JSON has: keys in order, whole numbers as integers."""
    if isinstance(value, dict):
        value = {key: value[key] for key in sorted(value)}
        head = msgpack.Packer().pack_map_header(len(value))
        return bytes(head + b"".join([written(part) for pair in value.items() for part in pair]))
    if isinstance(value, list):
        return bytes(msgpack.Packer().pack_array_header(len(value)) + b"".join(map(written, value)))
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return bytes(msgpack.packb(value))


def test_it_is_what_the_document_says() -> None:
    """From JSON, as a page hears it, with MessagePack of another library."""
    for turn in some(turns(7), 60):
        for update in turn.updates:
            heard = json.loads(msgspec.json.encode(update))
            number = update.number.to_bytes(8, "big")
            assert canonical(update.view) == written(heard["view"])
            events, view = written(heard["events"]), written(heard["view"])
            assert events_shown(GAME, update.number, update.events) == hashed("events", GAME, number, events)[:16]
            assert view_shown(GAME, update.number, update.view) == hashed("view", GAME, number, view)[:16]


def test_it_is_another_for_another_game_number_or_table() -> None:
    update = next(turns(7)).updates[0]
    one = view_shown(GAME, 3, update.view)
    others = [
        view_shown(bytes(32), 3, update.view), view_shown(GAME, 4, update.view),
        view_shown(GAME, 3, replace(update.view, turn=9)), events_shown(GAME, 3, update.events),
    ]
    assert len({one, *others}) == 5


def floats(kind: inspect.Type, seen: set[type]) -> set[str]:
    """The structs that have numbers which need not be whole."""
    found: set[str] = set()
    match kind:
        case inspect.StructType(cls=cls, fields=fields) if cls not in seen:
            seen.add(cls)
            for field in fields:
                inner = floats(field.type, seen)
                found |= {cls.__name__ if name == "float" else name for name in inner}
        case inspect.UnionType(types=types) | inspect.TupleType(item_types=types):
            found = set().union(*[floats(one, seen) for one in types])
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            found = floats(item, seen)
        case inspect.DictType(key_type=key, value_type=value):
            found = floats(key, seen) | floats(value, seen)
        case inspect.FloatType():
            found = {"float"}
    return found


def test_nothing_but_chances_has_numbers_that_are_not_whole() -> None:
    """`canonical` looks for whole ones nowhere else."""
    assert floats(inspect.multi_type_info([View, AnyEvent])[0], set()) == {"Chance"}
    assert floats(inspect.type_info(AnyEvent), set()) == set()


def shape() -> str:
    """What stands for the fields of views and events and their types."""
    _types, parts = msgspec.json.schema_components([View, AnyEvent])
    return sha256(json.dumps(without_words(parts), sort_keys=True).encode()).hexdigest()[:16]


def without_words(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: without_words(value) for key, value in node.items() if key not in ("description", "title")}
    return [without_words(one) for one in node] if isinstance(node, list) else node


def test_another_shape_is_another_edition() -> None:
    """A record can only be compared by who tells as its server told.

    If this fails because a view or an event has got, lost or renamed a field: where a version with this edition was
    released, raise TELLING in wire/shown.py; else write the new shape here.
    """
    assert SHAPES[TELLING] == shape()
