"""Any message at all, for hypothesis: made from the types of its fields and their limits, so that none is forgotten."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

from ironbottom.wire.messages import FromClient, FromServer

TEXT = st.characters(codec="utf-8")
LEAST, MOST = -(2**63), 2**63 - 1  # what msgspec reads into an int without limits
FEW = 2  # entries of a list, so that a whole View stays small


def any_of(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type, within its limits."""
    return _of(inspect.type_info(kind))


def _of(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.Metadata(type=inner):
            return _of(inner)
        case inspect.IntType():
            return _whole(info)
        case inspect.FloatType():
            return st.floats(info.ge, info.le, allow_nan=False, allow_infinity=False)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.StrType():
            least = info.min_length or 0
            return st.text(TEXT, min_size=least, max_size=max(least, min(8, info.max_length or 8)))
        case inspect.BytesType():
            least = info.min_length or 0
            return st.binary(min_size=least, max_size=max(least, min(8, info.max_length or 8)))
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.EnumType(cls=cls):
            return st.sampled_from([*cls])
        case inspect.UnionType(types=types):
            return st.one_of([_of(one) for one in types])
        case inspect.CustomType():
            raise TypeError(info.cls)
        case _:
            return _of_many(info)


def _whole(info: inspect.IntType) -> st.SearchStrategy[int]:
    least = LEAST if info.ge is None else info.ge
    most = info.le if info.le is not None else MOST if info.lt is None else info.lt - 1
    return st.integers(least, most)


def _of_many(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.TupleType(item_types=types):
            return st.tuples(*[_of(one) for one in types])
        case inspect.VarTupleType(item_type=item, min_length=least):
            return st.lists(_of(item), min_size=least or 0, max_size=max(least or 0, FEW)).map(tuple)
        case inspect.ListType(item_type=item, min_length=least):
            return st.lists(_of(item), min_size=least or 0, max_size=max(least or 0, FEW))
        case inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(_of(_plain_key(key)), _of(value), max_size=FEW)
        case inspect.StructType(cls=cls, fields=fields):
            return st.builds(cls, **{field.name: _of(field.type) for field in fields})
        case _:
            raise TypeError(info)


def _plain_key(key: inspect.Type) -> inspect.Type:
    """A key of a table is never a pair: JSON has no such keys, and no question has."""
    if isinstance(key, inspect.UnionType):
        return inspect.UnionType(tuple([one for one in key.types if not isinstance(one, inspect.TupleType)]))
    return key


FROM_CLIENT: st.SearchStrategy[Any] = any_of(FromClient)
FROM_SERVER: st.SearchStrategy[Any] = any_of(FromServer)
