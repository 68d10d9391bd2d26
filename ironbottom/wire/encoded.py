"""Messages of a server whose greater parts were encoded before, once for all who hear the same."""

from __future__ import annotations

from msgspec import Raw, Struct


class EncodedUpdate(Struct, frozen=True, tag="update"):
    """An Update whose greater parts were encoded before, once for all who see the same."""

    table: str
    number: int
    events: Raw
    view: Raw
    head: bytes
    given: str
    sign: bool
    clocks: tuple[int, int] | None


class EncodedMissed(Struct, frozen=True, tag="missed"):
    """A Missed whose parts were encoded before."""

    table: str
    first: int
    updates: tuple[Raw, ...]


class EncodedTables(Struct, frozen=True, tag="tables"):
    """Tables whose list was encoded before, once for all who see the same."""

    seq: int
    tables: Raw


class EncodedScenes(Struct, frozen=True, tag="scenes"):
    """Scenes that were encoded before."""

    seq: int
    table: str
    first: int
    of: int
    scenes: tuple[Raw, ...]
    set: str
    names: tuple[str, ...]
    game: int


Encoded = EncodedUpdate | EncodedMissed | EncodedScenes | EncodedTables
