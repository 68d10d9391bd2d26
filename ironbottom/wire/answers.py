"""Answers as every language has them: whole numbers, words, lists, and a table from numbers to values."""

from __future__ import annotations

from operator import index
from typing import Annotated, Any

from msgspec import Meta

from ironbottom.questions import Answer, Value

Word = Annotated[str, Meta(max_length=60)]
Number = Annotated[int, Meta(ge=0, lt=2**31)]
PlainValue = Number | Word | Annotated[list[Number | Word], Meta(max_length=4)]
PlainPart = Number | Word | Annotated[list[PlainValue], Meta(max_length=4)]
Plain = (
    Number
    | Word
    | Annotated[list[PlainPart], Meta(max_length=200)]
    | Annotated[dict[Number, PlainValue], Meta(max_length=200)]
)


def plain(answer: Answer) -> Plain:
    """An answer as it travels: tuples as lists, numbers (also those of numpy) and words without their meaning."""
    found: Plain = _plain(answer)
    return found


def _plain(part: Any) -> Any:
    if isinstance(part, dict):
        return {_plain(key): _plain(value) for key, value in part.items()}
    if isinstance(part, tuple | list):
        return [_plain(one) for one in part]
    if isinstance(part, str | bool):
        return str(part)  # a truth is no number: it is refused as the word that it is
    try:
        return index(part)
    except TypeError:
        return str(part)


def answer(given: Plain) -> Answer:
    """The answer that came: lists as tuples.  Whether it is legal, its question says.

    A table comes sorted by its keys, in whatever order it was sent: dice are thrown in the order of a table of aims,
    and whoever carries a table from one place to another must not be able to choose which die falls for whom.
    """
    if isinstance(given, dict):
        table: dict[int, Value] = {key: _value(given[key]) for key in sorted(given)}
        return table
    found: Answer = _value(given)
    return found


def _value(part: Any) -> Any:
    if isinstance(part, list):
        return tuple([_value(one) for one in part])
    if isinstance(part, str) and part.isascii() and part.isdigit():  # a key of a JSON table, said back as it was read
        return int(part)
    return part
