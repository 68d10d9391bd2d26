"""Cups as they lie in a store: for the start of a server, and as a list for who wants to study them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from sqlite3 import Connection
from typing import TypeVar

import msgspec
from msgspec import DecodeError, Struct
from twisted.logger import Logger

from ironbottom.wire.cups import Cup, CupGame

from .cup import Fixture, StoredCup, cup_of, fixture_of
from .shown import whole_cup

T = TypeVar("T")

log = Logger()


class ExportedCup(Struct, frozen=True):
    """A cup with all of its games; `tables` are those of the transcripts TABLE-1.ibss."""

    cup: Cup
    rounds: tuple[tuple[CupGame, ...], ...]


def kept_cups(store: Connection) -> list[tuple[StoredCup, list[Fixture]]]:
    """All cups of a store, the oldest first, each with its games; none of a store that has no place for them."""
    if not store.execute("SELECT 1 FROM sqlite_master WHERE name = 'cups'").fetchone():
        return []
    cups = [body for (body,) in store.execute("SELECT body FROM cups ORDER BY made, id")]
    return [(cup, [*_read(_bodies(store, cup.id), fixture_of)]) for cup in _read(cups, cup_of)]


def exported_cups(store: Connection) -> bytes:
    """All of them, a line of JSON for each."""
    return b"".join([msgspec.json.encode(_exported(*one)) + b"\n" for one in kept_cups(store)])


def _exported(cup: StoredCup, fixtures: Sequence[Fixture]) -> ExportedCup:
    rounds = [whole_cup(1, cup, fixtures, b"", number).games for number in range(1, cup.round + 1)]
    return ExportedCup(whole_cup(1, cup, fixtures, b"", 0), tuple(rounds))


def _bodies(store: Connection, cup: str) -> list[bytes]:
    return [body for (body,) in store.execute("SELECT body FROM fixtures WHERE cup = ? ORDER BY n", (cup,))]


def _read(rows: Sequence[bytes], of: Callable[[bytes], T]) -> Iterator[T]:
    for row in rows:
        try:
            yield of(row)
        except (DecodeError, UnicodeDecodeError) as error:
            log.error("a row of a cup cannot be read: {error}", error=error)
