"""A list in which nobody is pushed out by one who makes very many: everybody has his share of it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from itertools import islice
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class FairShares(Generic[T]):
    """Things by whose they are, in the order in which they came.  Everything costs the same, however many there are."""

    def __init__(self) -> None:
        self._owners: OrderedDict[bytes, OrderedDict[T, None]] = OrderedDict()
        self._owner: dict[T, bytes] = {}

    def __contains__(self, thing: T) -> bool:
        return thing in self._owner

    def __len__(self) -> int:
        return len(self._owner)

    def add(self, thing: T, owner: bytes) -> None:
        """One more, the newest; nothing happens where it is there already."""
        if thing not in self._owner:
            self._owner[thing] = owner
            self._owners.setdefault(owner, OrderedDict())[thing] = None
            self._owners.move_to_end(owner)

    def discard(self, thing: T) -> None:
        """It is gone, if it was there."""
        owner = self._owner.pop(thing, None)
        if owner is not None:
            things = self._owners[owner]
            del things[thing]
            if not things:
                del self._owners[owner]

    def newest(self, most: int) -> list[T]:
        """So many: of each owner his newest, then of each his next, and so on; the owners who came last first."""
        rows: list[Iterator[T]] = [reversed(things) for things in islice(reversed(self._owners.values()), most)]
        found: list[T] = []
        while rows and len(found) < most:
            going_on = []
            for row in islice(rows, most - len(found)):
                for thing in islice(row, 1):
                    found.append(thing)
                    going_on.append(row)
            rows = going_on
        return found
