"""The tables of the envelope, read strictly from `tables.toml`: what the bot answers by, and what the page prints.

A table is read from its first row on, and the first row that fits is carried out.  A row fits when the roll of the turn
is within its range, the intention of the turn is among its own, the thing that the table is read for is of one of its
kinds, and every fact is within its bounds.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

FACES = (1, 6)  # of the die
SIGNS = (">=", "<=", "=")
ROW = ("do", "roll", "intention", "kinds", "when", "n")
TABLE = ("rows",)


class TableFault(ValueError):
    """What is wrong in a file of tables: one sentence with the place and what is allowed."""


class FactBound(NamedTuple):
    """What a fact must be for a row to fit."""

    fact: str
    sign: str
    n: int

    def holds(self, value: int) -> bool:
        if self.sign == ">=":
            return value >= self.n
        return value <= self.n if self.sign == "<=" else value == self.n


class TableRow(NamedTuple):
    """One row: when it fits, and the word of the order that is carried out then."""

    number: int  # from 1
    do: str
    roll: tuple[int, int]  # the least and the highest face
    intentions: tuple[str, ...]  # none: any
    kinds: tuple[str, ...]  # none: any
    bounds: tuple[FactBound, ...]
    n: int  # the number in the order, where it has one


class PrintedTable(NamedTuple):
    """One table of the sheet."""

    name: str
    rows: tuple[TableRow, ...]


class Words(NamedTuple):
    """What a file of tables may name."""

    tables: Mapping[str, tuple[str, ...]]  # by table: the orders that its rows may give
    facts: frozenset[str]
    kinds: frozenset[str]
    intentions: tuple[str, ...]


@cache
def printed_text() -> str:
    """The file of the envelope itself."""
    return (files(__package__) / "tables.toml").read_text("utf-8")


def read(text: str, words: Words) -> dict[str, PrintedTable]:
    """All tables of a file, in its order.  Raises TableFault."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TableFault(f"the file is not TOML: {error}; mend it there") from None
    missing = [name for name in words.tables if name not in found]
    if missing:
        raise TableFault(f"the table {missing[0]} is missing; there must be {', '.join(words.tables)}")
    return {name: _table(name, given, words) for name, given in found.items()}


def _table(name: str, given: Any, words: Words) -> PrintedTable:
    _known("the table", name, words.tables)
    rows = given.get("rows") if isinstance(given, dict) else None
    if not isinstance(rows, list) or not rows:
        raise TableFault(f"the table {name} has no rows; write rows = [{{ do = ... }}]")
    for key in given:
        _known(f"the field of table {name}", key, TABLE)
    found = [_row(f"table {name}, row {n}", n, row, words, words.tables[name]) for n, row in enumerate(rows, 1)]
    if not _always(found[-1]):
        text = f"the last row of table {name} does not always fit; it must have no roll, intention, kinds or when"
        raise TableFault(text)
    return PrintedTable(name, tuple(found))


def _always(row: TableRow) -> bool:
    return row.roll == FACES and not (row.intentions or row.kinds or row.bounds)


def _row(at: str, number: int, given: Any, words: Words, orders: tuple[str, ...]) -> TableRow:
    if not isinstance(given, dict):
        raise TableFault(f"{at} is no row; write {{ do = ... }}")
    for key in given:
        _known(f"{at}: the field", key, ROW)
    do = given.get("do")
    _known(f"{at}: do", do, orders)
    intentions, kinds = _words(at, "intention", given), _words(at, "kinds", given)
    for word in intentions:
        _known(f"{at}: the intention", word, words.intentions)
    for word in kinds:
        _known(f"{at}: the kind", word, words.kinds)
    n = given.get("n", 0)
    if type(n) is not int or n < 0:
        raise TableFault(f"{at}: n is {n!r}; it must be a whole number from 0")
    roll, bounds = _faces(at, given.get("roll", "1-6")), _bounds(at, given, words)
    return TableRow(number, str(do), roll, intentions, kinds, bounds, n)


def _bounds(at: str, given: Mapping[str, Any], words: Words) -> tuple[FactBound, ...]:
    when = given.get("when", {})
    if not isinstance(when, dict):
        raise TableFault(f"{at}: when is {when!r}; write when = {{ fact = \">= 1\" }}")
    found: list[FactBound] = []
    for fact, bound in when.items():
        _known(f"{at}: the fact", fact, words.facts)
        sign, _, number = bound.partition(" ") if isinstance(bound, str) else ("", "", "")
        if sign not in SIGNS or not number.removeprefix("-").isdecimal():
            raise TableFault(f'{at}: {fact} is {bound!r}; write ">= 1", "<= 1" or "= 1"')
        found.append(FactBound(fact, sign, int(number)))
    return tuple(found)


def _words(at: str, field: str, given: Mapping[str, Any]) -> tuple[str, ...]:
    found = given.get(field, [])
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise TableFault(f'{at}: {field} is {found!r}; write {field} = ["word"]')
    return tuple(found)


def _faces(at: str, given: Any) -> tuple[int, int]:
    least, dash, most = given.partition("-") if isinstance(given, str) else ("", "", "")
    if not (least.isdecimal() and (most.isdecimal() or not dash)):
        raise TableFault(f'{at}: roll is {given!r}; write "3" or "3-6"')
    faces = int(least), int(most or least)
    if not FACES[0] <= faces[0] <= faces[1] <= FACES[1]:
        raise TableFault(f"{at}: roll is {given!r}; a die has the faces 1 to 6, the lower one first")
    return faces


def _known(what: str, word: object, allowed: Iterable[str]) -> None:
    if word not in tuple(allowed):
        raise TableFault(f"{what} {word!r} is not known; allowed are {', '.join(sorted(allowed))}")
