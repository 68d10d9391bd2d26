"""Whom players do not want to meet, each by his own name here, so that it holds for whichever key that name has.

A block is found by the other's key, and by his name if that belongs to him.  Nobody is told that he is blocked: what he
would see of who has blocked him is not there for him, and what he says is heard by all others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from sqlite3 import Connection
from typing import Any, Protocol

from msgspec.structs import replace

from ironbottom.keys import fingerprint
from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.blocking import MOST_BLOCKED, BlockedPlayer, BlockedPlayers, BlockPlayer, ListBlocks, Unblock
from ironbottom.wire.cleaning import chosen_name, look

from ....store.journal import Journal, Write
from ....table.table import not_stored, refuse
from ....transport.session import ClientSession
from ..names import KnownNames

LETTERS = re.compile(r"[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}")  # of a key


class BlockingHost(Protocol):
    """The server, as far as it is needed here."""

    journal: Journal

    def seconds(self) -> int: ...
    def name_of(self, key: str) -> str: ...  # what somebody was called last, by his key's fingerprint; empty: unknown


class StoredBlock(BlockedPlayer, frozen=True):
    """One block, as it is kept."""

    look: str = ""  # of the other's name, if that belongs to him


def stored_blocks(store: Connection) -> list[tuple[str, StoredBlock]]:
    """All of a store, each behind the look of its owner's name."""
    rows = store.execute("SELECT owner, key, look, name, at FROM blocks ORDER BY owner, at, key")
    return [(owner, StoredBlock(key, name, at, seen)) for owner, key, seen, name, at in rows]


class Blocks:
    """Those of one server."""

    def __init__(self, host: BlockingHost, names: KnownNames) -> None:
        self._host, self._names = host, names
        self._of: dict[str, dict[str, StoredBlock]] = {}  # by the look of the owner's name, then by key
        self._met: Counter[str] = Counter()  # keys and looks that somebody has blocked
        self.lifted: Callable[[bytes | None], None] = lambda _key: None  # who may meet others now; None: anybody may
        self._does: dict[type, Callable[[ClientSession, Any], None]] = {
            BlockPlayer: self._block, Unblock: self._unblock,
            ListBlocks: lambda session, message: self._show(session, message.seq),
        }

    def load(self) -> None:
        """Begin with what the store has; before anybody comes."""
        for owner, one in self._host.journal.first(stored_blocks):
            self._put(owner, one)

    # what others ask

    def blocks(self, owner: bytes, other: bytes) -> bool:
        """Whether one has blocked another, by their keys."""
        blocked = self._by_owner(owner)
        if not blocked:
            return False
        member = self._names.of_key(other)
        seen = "" if member is None else look(member.name)
        return fingerprint(other) in blocked or bool(seen and any(one.look == seen for one in blocked.values()))

    def blocks_name(self, owner: bytes, name: str) -> bool:
        """The same of somebody of whom a name is known alone."""
        seen = look(name)
        return any(seen in (one.look, look(one.name)) for one in self._by_owner(owner).values() if one.name)

    def apart(self, one: bytes, other: bytes) -> bool:
        """Whether two are not to meet."""
        return self.blocks(one, other) or self.blocks(other, one)

    def concern(self, key: bytes) -> bool:
        """Whether there is a block of somebody, or against him."""
        member = self._names.of_key(key)
        seen = "" if member is None else look(member.name)
        return bool(self._met) and (fingerprint(key) in self._met or seen in self._met or seen in self._of)

    def _by_owner(self, owner: bytes) -> dict[str, StoredBlock]:
        member = self._names.of_key(owner)
        return {} if member is None or not self._of else self._of.get(look(member.name), {})

    # when a name is another one

    @staticmethod
    def renaming(before: str, now: str) -> tuple[Write, ...]:
        """For the commit by which a name gets another look."""
        return (
            Write("UPDATE OR REPLACE blocks SET owner = ? WHERE owner = ?", (now, before)),
            Write("UPDATE blocks SET look = ? WHERE look = ?", (now, before)),
        )

    def renamed(self, before: str, now: str) -> None:
        """That commit is through."""
        everything = [(owner, one) for owner, blocked in self._of.items() for one in blocked.values()]
        self._of, self._met = {}, Counter()
        for owner, one in everything:
            changed = replace(one, look=now) if one.look == before else one
            self._put(now if owner == before else owner, changed)
        self.lifted(None)

    # what players ask

    def hear(self, session: ClientSession, message: Any, *, may: bool) -> None:
        """Block somebody, or lift that, or list them."""
        if not may:
            refuse(session, message.seq, "limit", _("You ask very often; try again in a minute."))
        elif self._names.of_key(session.key) is None:
            refuse(session, message.seq, "no-name", phrase("own_key_refused.no-name"))
        else:
            self._does[type(message)](session, message)

    def _owner(self, session: ClientSession) -> str:
        member = self._names.of_key(session.key)
        assert member is not None
        return look(member.name)

    def _show(self, session: ClientSession, seq: int) -> None:
        if not session.logged_in or self._names.of_key(session.key) is None:
            return
        mine = self._of.get(self._owner(session), {}).values()
        told = [BlockedPlayer(one.key, one.name, one.at) for one in mine]
        session.tell(BlockedPlayers(seq, tuple(told)))

    def _block(self, session: ClientSession, message: BlockPlayer) -> None:
        owner, found = self._owner(session), self._found(message.who)
        mine = self._of.get(owner, {})
        if found is None:
            refuse(session, message.seq, "player", phrase("challenge_refused.player"))
        elif found.key == fingerprint(session.key):
            refuse(session, message.seq, "player", _("That is yourself."))
        elif found.key not in mine and len(mine) >= MOST_BLOCKED:
            text = _("You have blocked {n} players already: lift one first.")
            refuse(session, message.seq, "limit", text.format(n=MOST_BLOCKED))
        else:
            row = Write("INSERT OR REPLACE INTO blocks VALUES (?, ?, ?, ?, ?)",
                        (owner, found.key, found.look, found.name, found.at))
            self._write(session, message.seq, row, lambda: self._put(owner, found))

    def _found(self, who: str) -> StoredBlock | None:
        """Whom somebody means by a name or by the letters of a key; None: nobody has that name for himself."""
        letters = who.strip().upper()
        if LETTERS.fullmatch(letters):
            return StoredBlock(letters, self._host.name_of(letters), self._host.seconds())
        member = self._names.called(chosen_name(who))
        if member is None or not member.key:
            return None
        return StoredBlock(fingerprint(member.key), member.name, self._host.seconds(), look(member.name))

    def _unblock(self, session: ClientSession, message: Unblock) -> None:
        owner = self._owner(session)
        row = Write("DELETE FROM blocks WHERE owner = ? AND key = ?", (owner, message.key))

        def written() -> None:
            self._drop(owner, message.key)
            self.lifted(session.key)

        self._write(session, message.seq, row, written)

    def _write(self, session: ClientSession, seq: int, row: Write, then: Callable[[], None]) -> None:
        def written(_none: None) -> None:
            then()
            self._show(session, seq)

        done = self._host.journal.write(row)
        done.addCallbacks(written, lambda failure: not_stored(session, seq)(failure.value))

    def _put(self, owner: str, one: StoredBlock) -> None:
        self._drop(owner, one.key)
        self._of.setdefault(owner, {})[one.key] = one
        self._met.update(filter(None, (one.key, one.look)))

    def _drop(self, owner: str, key: str) -> None:
        mine = self._of.get(owner, {})
        one = mine.pop(key, None)
        if one is not None:
            self._met -= Counter(filter(None, (one.key, one.look)))
        if not mine:
            self._of.pop(owner, None)
