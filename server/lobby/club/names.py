"""Which name belongs to which key here, and which keys may not come any more.

All of it is in memory, and each change is written down before anybody hears of it.  Of a printed code only the public
key that follows from it is known: whoever reads the store cannot take a name by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from sqlite3 import Connection
from typing import NamedTuple

from ironbottom.keys import fingerprint
from ironbottom.wire.cleaning import STRANGER, look, taken_for, told_apart

from ...store.journal import Write

NAMES = 20_000  # that belong to somebody, at most


class Member(NamedTuple):
    """A name, and whose it is."""

    name: str
    key: bytes  # empty: revoked, and nobody's until the printed code is used
    recovery: bytes  # the public key that follows from the printed code


class StoredNames(NamedTuple):
    """What lies in the store."""

    members: list[Member]
    revoked: list[bytes]


def stored_names(store: Connection) -> StoredNames:
    """All names and revoked keys of a store."""
    members = [Member(*row) for row in store.execute("SELECT name, key, recovery FROM members ORDER BY look")]
    return StoredNames(members, [key for (key,) in store.execute("SELECT key FROM revoked")])


class KnownNames:
    """The names of one server."""

    def __init__(self) -> None:
        self._by_look: dict[str, Member] = {}
        self._by_key: dict[bytes, str] = {}  # the look of its name
        self.revoked: set[bytes] = set()

    def __len__(self) -> int:
        return len(self._by_look)

    def load(self, stored: StoredNames) -> None:
        """Begin with what was kept."""
        for member in stored.members:
            self.put(member)
        self.revoked.update(stored.revoked)

    def of_key(self, key: bytes) -> Member | None:
        """The name of a key."""
        found = self._by_key.get(key)
        return None if found is None else self._by_look[found]

    def called(self, name: str) -> Member | None:
        """Who has a name, or one that the eye takes for it."""
        seen = look(name)
        found = self._by_look.get(seen)
        return found if found is not None else next(self._like(seen), None)

    def fingerprint_of(self, name: str) -> str:
        """The letters of the key that a name belongs to; empty: it is nobody's."""
        member = self.called(name)
        return "" if member is None or not member.key else fingerprint(member.key)

    def shown(self, key: bytes, name: str) -> str:
        """What somebody is called who comes with this key and gives this name: another's name gets a number."""
        own = self.of_key(key)
        if own is not None:
            return own.name
        holder = self.called(name)
        return name if holder is None else told_apart(name, holder.name)

    def put(self, member: Member) -> None:
        """A name, its key or its code is another one now."""
        seen = look(member.name)
        before, name_before = self._by_look.get(seen), self._by_key.get(member.key)
        if before is not None:
            self._by_key.pop(before.key, None)
        if name_before is not None and name_before != seen:
            del self._by_look[name_before]
        self._by_look[seen] = member
        if member.key:
            self._by_key[member.key] = seen

    def _like(self, seen: str) -> Iterator[Member]:
        """Those that may be meant by a name with a letter that may be taken for any."""
        if STRANGER in seen:
            yield from [member for other, member in self._by_look.items() if taken_for(seen, other)]


def member_rows(member: Member, at: int) -> tuple[Write, ...]:
    """A name as it is from now on; its key has no other."""
    row = (look(member.name), member.name, member.key, member.recovery, at)
    return (
        Write("DELETE FROM members WHERE key = ? AND key <> x''", (member.key,)),
        Write("INSERT OR REPLACE INTO members VALUES (?, ?, ?, ?, ?)", row),
    )


def revoked_row(key: bytes, at: int) -> Write:
    """A key that may not come any more."""
    return Write("INSERT OR IGNORE INTO revoked VALUES (?, ?)", (key, at))
