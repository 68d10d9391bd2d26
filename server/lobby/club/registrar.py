"""Names and keys, as players ask for them: claimed, revoked, recovered, carried to another device.

Whoever has logged in has shown his key; that is all that is asked of him for his own.  A name of another key is given
for a signature by what follows from its printed code alone, and such a signature names the server, the new key and the
next code: it is of no use to anybody else, and not twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

from twisted.internet.defer import Deferred

from ironbottom.keys import signed
from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.blocking import Blocking
from ironbottom.wire.cleaning import NOBODY, STRANGER, chosen_name, look
from ironbottom.wire.messages import Bye, Ok
from ironbottom.wire.naming import (
    RECOVER,
    CarriedKey,
    CarryKey,
    ClaimName,
    ReceiveKey,
    RecoverName,
    RevokeKey,
    recovered,
)

from ...runtime.rate_limits import Key, TokenBucket, is_loopback, key
from ...store.journal import NotStored, Write
from ...table.table import not_stored, refuse
from ...transport.session import ClientSession
from .boxes import Boxes
from .meeting.blocks import BlockingHost, Blocks
from .moderation import Moderation
from .names import NAMES, KnownNames, Member, member_rows, revoked_row, stored_names

CHANGES, REFILL = 10, 10 / 3600.0  # of names and keys from one address: at once, and a second after that
LOCAL = 1_000  # at once, from this machine


class NamingHost(BlockingHost, Protocol):
    """The server, as far as it is needed here."""

    public: bytes
    sessions: set[ClientSession]


class Registrar:
    """Who bears which name on this server."""

    def __init__(self, host: NamingHost, now: Callable[[], float], reserved: Callable[[], Iterable[str]]) -> None:
        self._host, self._now, self._reserved = host, now, reserved
        self.names, self.boxes, self.moderation = KnownNames(), Boxes(now), Moderation()
        self.renamed: Callable[[bytes, Member], None] = lambda lost, member: None  # of a key lost, too
        self.blocks = Blocks(host, self.names)
        self._buckets: dict[Key, TokenBucket] = {}
        self._busy: set[str] = set()  # looks of names, while a change of them is written down
        self._does: dict[type, Callable[[ClientSession, Any], None]] = {
            ClaimName: self._claim, RevokeKey: self._revoke, RecoverName: self._recover, CarryKey: self._carry,
            ReceiveKey: self._receive,
        }

    def load(self) -> None:
        """Begin with what the store has; before anybody comes."""
        self.names.load(self._host.journal.first(stored_names))
        self.blocks.load()

    def turned_away(self, session: ClientSession) -> Bye | None:
        """Why somebody who has shown his key may not come in; None: he may."""
        if session.key in self.names.revoked:
            return Bye("revoked", phrase("server.revoked"))
        return self.moderation.turned_away(session.key, session.address)

    def moderate(self, folder: Path) -> None:
        """Now and then: see whether the host has banned somebody, who leaves at once then."""
        if not self.moderation.look(folder):
            return
        for session in [*self._host.sessions]:
            session.name = self.shown(session)
            if bye := self.turned_away(session):
                session.hang_up(bye)

    def shown(self, session: ClientSession) -> str:
        """What somebody is called here."""
        allowed = self.moderation.allowed
        return allowed(self.names.shown(session.key, allowed(session.claims)))

    def hear(self, session: ClientSession, message: Any, may_ask: Callable[[], bool]) -> None:
        """Something that is asked about names and keys, or said of a player whom somebody does not want to meet."""
        if isinstance(message, Blocking):
            self.blocks.hear(session, message, may=may_ask())
        elif self._too_fast(session.address):
            refuse(session, message.seq, "limit", _("Names and keys change too often from your address: "
                                                    "try again in a few minutes."))
        else:
            self._does[type(message)](session, message)

    def sweep(self) -> None:
        """Forget what lay too long, and who has asked for nothing of late."""
        self.boxes.sweep()
        now = self._now()
        for whose, bucket in [*self._buckets.items()]:
            if bucket.full(CHANGES, REFILL, now):
                del self._buckets[whose]

    def _too_fast(self, address: str) -> bool:
        whose, most = key(address), LOCAL if is_loopback(address) else CHANGES
        bucket = self._buckets.get(whose)
        if bucket is None:
            bucket = self._buckets[whose] = TokenBucket(most, self._now())
        return bucket.take(most, REFILL, self._now) > 0

    def _claim(self, session: ClientSession, message: ClaimName) -> None:
        name = session.claims
        holder, own = self.names.called(name), self.names.of_key(session.key)
        if self._is_nobodys(name):
            refuse(session, message.seq, "name", phrase("own_key_refused.name"))
        elif holder is not None and holder.key != session.key:
            refuse(session, message.seq, "name-taken", phrase("own_key_refused.name-taken"))
        elif own is None and len(self.names) >= NAMES:
            refuse(session, message.seq, "limit", _("This server has as many names as it keeps."))
        else:
            self._change(session, message.seq, Member(name, session.key, message.recovery))

    def _is_nobodys(self, name: str) -> bool:
        """Whether a name can belong to no key: it is none, was removed, may be taken for any, or is a bot's."""
        if NOBODY in (name, self.moderation.allowed(name)):
            return True
        return STRANGER in look(name) or look(name) in map(look, self._reserved())

    def _recover(self, session: ClientSession, message: RecoverName) -> None:
        member = self.names.called(chosen_name(message.name))
        parts = recovered(self._host.public, message.name, session.key, message.recovery)
        if member is None or not signed(member.recovery, message.signature, RECOVER, *parts):
            refuse(session, message.seq, "recovery", phrase("own_key_refused.recovery"))
        else:
            anew = Member(member.name, session.key, message.recovery)
            lost = member.key if member.key != session.key else b""
            self._change(session, message.seq, anew, lost)

    def _revoke(self, session: ClientSession, message: RevokeKey) -> None:
        member = self.names.of_key(session.key)
        if member is None:
            refuse(session, message.seq, "no-name", phrase("own_key_refused.no-name"))
        else:
            self._change(session, message.seq, member._replace(key=b""), session.key)

    def _change(self, session: ClientSession, seq: int, member: Member, lost: bytes = b"") -> None:
        """Write a name down as it is from now on, and the key that has lost it; then everybody hears of it."""
        seen = look(member.name)
        if seen in self._busy:
            refuse(session, seq, "again", _("That name is being changed just now: ask again."))
            return
        self._busy.add(seen)
        at = self._host.seconds()
        rows: list[Write] = [revoked_row(lost, at)] if lost else []
        rows += self.blocks.renaming(before, seen) if (before := self._look_before(member)) else ()
        done: Deferred[None] = self._host.journal.write(*rows, *member_rows(member, at))
        done.addCallbacks(
            lambda _none: self._changed(session, seq, member, lost),
            lambda failure: self._unchanged(session, seq, member, failure.value),
        )

    def _look_before(self, member: Member) -> str:
        """The look of the name that a key has had; empty: it had none, or this one."""
        own = self.names.of_key(member.key) if member.key else None
        return "" if own is None or look(own.name) == look(member.name) else look(own.name)

    def _changed(self, session: ClientSession, seq: int, member: Member, lost: bytes) -> None:
        self._busy.discard(look(member.name))
        before = self._look_before(member)
        self.names.put(member)
        self.renamed(lost, member)
        if before:
            self.blocks.renamed(before, look(member.name))
        session.tell(Ok(seq))
        for other in self._host.sessions:
            other.name = self.shown(other)
        if lost:
            self.names.revoked.add(lost)
            for other in [one for one in self._host.sessions if one.key == lost]:
                other.hang_up(Bye("revoked", phrase("server.revoked")))

    def _unchanged(self, session: ClientSession, seq: int, member: Member, why: NotStored) -> None:
        self._busy.discard(look(member.name))
        not_stored(session, seq)(why)

    def _carry(self, session: ClientSession, message: CarryKey) -> None:
        if self.boxes.fill(message.box, session.key, message.data):
            session.tell(Ok(message.seq))
        else:
            refuse(session, message.seq, "limit", _("This server carries as many keys as it can: try again later."))

    def _receive(self, session: ClientSession, message: ReceiveKey) -> None:
        data = self.boxes.empty(message.box)
        if data is None:
            refuse(session, message.seq, "no-box", phrase("own_key_refused.no-box"))
        else:
            session.tell(CarriedKey(message.seq, data))
