"""Who has signed what: the players' countersignatures, the server's receipts, and its signature at the end.

A player signs two things at a time: what he has answered, which nobody can then change or leave out, and the head that
he saw, which nobody can then show in another history.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ironbottom.keys import signed
from ironbottom.language import _, counted
from ironbottom.proof.entries import Agreed, AnsweredEntry, Closed, Countersigned, Ordered, ResignedEntry
from ironbottom.proof.faults import Fault
from ironbottom.proof.reading import Transcript
from ironbottom.proof.transcript import KeptReceipt
from ironbottom.wire.signing import (
    ACCEPT,
    CLOSED,
    COUNTERSIGN,
    DIGEST,
    OFFER,
    ORDERS,
    RECEIPT,
    RESIGNS,
    agreed,
    countersigned,
    digest,
    ordered,
)


class Signer(NamedTuple):
    """Who signs for a side: who took its seat, or his partner by his key (§26)."""

    side: int
    by: bytes = b""


class SaidAnswer(NamedTuple):
    """An answer of a side: its entry, and what stands for it under a signature."""

    n: int
    digest: bytes


class Signatures:
    """Reads a transcript for its signatures, entry by entry.

    One fault does not hide another: where the one player's signature tells that the history was changed, the other's
    may tell just which answer it was.  Only what a player signed after a fault of his own answers says nothing more.
    """

    def __init__(self, t: Transcript) -> None:
        self.t = t
        # what each signer has answered himself, as the file has it; and what was answered for his side
        self.own: defaultdict[Signer, list[SaidAnswer]] = defaultdict(list)
        self.others: tuple[list[SaidAnswer], list[SaidAnswer]] = ([], [])
        self.signed = Counter[Signer]()  # of each signer's own answers, how many
        self.agreed = 0  # the number of the last offer that was accepted
        self.ordered = Counter[Signer]()  # the numbers of each signer's last standing orders
        self.faults: list[Fault] = []
        self.lost: set[Signer] = set()  # those whose later signatures have nothing to stand on
        self.seen = {head: n for n, head in enumerate(t.heads) if n}
        for n, body in t.bodies():
            try:
                self._entry(n, body)
            except Fault as fault:
                self.faults.append(fault)

    def vouched(self) -> set[int]:
        """The entries of all answers that their players have signed."""
        return {one.n for signer, own in self.own.items() for one in own[: self.signed[signer]]}

    def _entry(self, n: int, body: object) -> None:
        game = self.t.begun.game
        match body:
            case AnsweredEntry() | ResignedEntry():
                answer = body.answer if isinstance(body, AnsweredEntry) else RESIGNS
                said = SaidAnswer(n, digest(game, body.update, answer))
                by = body.by if isinstance(body, AnsweredEntry) else b""
                own = body.given == "player"
                (self.own[Signer(body.side, by)] if own else self.others[body.side]).append(said)
            case Ordered():
                self._ordered(n, body, Signer(body.side, body.by or b""))
            case Countersigned():
                signer = Signer(body.side, body.by or b"")
                if signer not in self.lost:
                    self.lost.add(signer)
                    self._countersigned(n, body, signer)
                    self.lost.remove(signer)
                    self._seen_by_both(n, body, signer)
            case Agreed():
                self._agreed(n, body)
            case Closed():
                self._closed(n, body)

    def _ordered(self, n: int, body: Ordered, signer: Signer) -> None:
        name, parts = self.t.named(*signer), ordered(self.t.begun.game, body.seq, body.orders)
        if not signed(self.t.key(*signer), body.signature, ORDERS, *parts):
            text = _("the standing orders are not under the signature of {name}.")
            raise Fault(n, "signature", text.format(name=name))
        if body.seq <= self.ordered[signer]:
            text = _("{name} gave these standing orders before; they were put in again.")
            raise Fault(n, "replayed", text.format(name=name))
        self.ordered[signer] = body.seq

    def _countersigned(self, n: int, body: Countersigned, signer: Signer) -> None:
        t, name, first = self.t, self.t.named(*signer), self.signed[signer]
        parts = countersigned(t.begun.game, body.head, body.first, body.digests)
        if not signed(t.key(*signer), body.signature, COUNTERSIGN, *parts):
            raise Fault(n, "signature", _("the countersignature is not one of {name}.").format(name=name))
        if not body.digests or len(body.digests) % DIGEST or body.first < first:
            raise Fault(n, "signature", _("the countersignature of {name} signs nothing new.").format(name=name))
        if body.first > first:
            text = _(
                "a countersignature of {name} was dropped before this one: it goes on behind {theirs} answers, and the"
                " file has only {ours} under a signature."
            )
            raise Fault(n, "dropped", text.format(name=name, theirs=body.first, ours=first))
        self._answers_fit(n, body, signer)
        self.signed[signer] += len(body.digests) // DIGEST

    def _agreed(self, n: int, body: Agreed) -> None:
        """Both have signed that they agree, each when he knew the game up to a moment of this history."""
        t, game = self.t, self.t.begun.game
        offering, accepting = t.player(body.side), t.player(1 - body.side)
        for who, purpose, head, signature in (
            (offering, OFFER, body.offered, body.offer), (accepting, ACCEPT, body.seen, body.accept),
        ):
            if not signed(who.key, signature, purpose, *agreed(game, body.n, body.what, head)):
                text = _("the consent is forged: what is said to be agreed upon is not under the signature of {name}.")
                raise Fault(n, "consent", text.format(name=who.name))
            if self.seen.get(head, n) >= n:
                text = _("what {name} agreed to is of another history than this.")
                raise Fault(n, "fork", text.format(name=who.name))
        if not t.begun.terms.allow(body.what):
            raise Fault(n, "consent", _("by the terms of the table nobody could offer this."))
        if body.n <= self.agreed:
            raise Fault(n, "replayed", _("both had agreed to this before; it was put in again."))
        self.agreed = body.n

    def _seen_by_both(self, n: int, body: Countersigned, signer: Signer) -> None:
        """The head was this file's when player and server signed it."""
        t, name = self.t, self.t.named(*signer)
        if not signed(t.begun.server, body.receipt, RECEIPT, t.begun.game, body.head):
            text = _("the server's receipt for {name} is not under the server's signature.")
            raise Fault(n, "receipt", text.format(name=name))
        if self.seen.get(body.head, n) >= n:
            raise Fault(n, "fork", forked(body.head, name))

    def _answers_fit(self, n: int, body: Countersigned, signer: Signer) -> None:
        """Whether what a player has signed is what the file says that he answered."""
        own, name = self.own[signer], self.t.named(*signer)
        signed_ = [body.digests[i : i + DIGEST] for i in range(0, len(body.digests), DIGEST)]
        for i, one in enumerate(signed_, body.first):
            found = own[i] if i < len(own) else None
            if found is not None and found.digest == one:
                continue
            since = own[i - 1].n + 1 if i else 2
            until = n if found is None else found.n
            if found is not None and one in [later.digest for later in own[i:]] and found.digest in signed_:
                raise Fault(found.n, "place", _("{name} signed the answers in another order.").format(name=name))
            raise self._disowned(signer, one) or _missing(name, found, signed_, since, until)

    def _disowned(self, signer: Signer, signed_: bytes) -> Fault | None:
        """An answer that its player gave himself, and the file says that somebody else gave it for him."""
        for one in self.others[signer.side]:
            if one.digest == signed_:
                text = _("{name} signed this answer as given by hand; the file says that it was not.")
                return Fault(one.n, "forged", text.format(name=self.t.named(*signer)))
        return None

    def _closed(self, n: int, body: Closed) -> None:
        server, game = self.t.begun.server, self.t.begun.game
        if body.head != self.t.heads[n - 1]:
            text = _("what the server signed at the end is not this file: an entry was changed, dropped or added.")
            raise Fault(n, "closed", text)
        if not signed(server, body.signature, CLOSED, game, body.head):
            raise Fault(n, "closed", _("the signature at the end is not the server's."))


def _missing(name: str, found: SaidAnswer | None, signed_: Sequence[bytes], since: int, until: int) -> Fault:
    """The player has signed something that is not in the file; what stands there instead tells which it is."""
    if found is None or found.digest in signed_:
        text = _("{name} signed an answer that is not in the file: an entry was dropped before this one.")
        return Fault(until, "dropped", text.format(name=name), since)
    text = _("the answer is forged: {name} signed another one in this place.")
    return Fault(until, "forged", text.format(name=name))


def forked(head: bytes, name: str) -> str:
    text = _("the history was forked: the server signed the head {head} for {name}, which is not in this file.")
    return text.format(head=head.hex()[:16], name=name)


def kept(t: Transcript, receipts: Iterable[KeptReceipt]) -> tuple[Fault | None, tuple[str, ...]]:
    """Whether the receipts that a player kept are of this history; what else there is to say of them."""
    game, server = t.begun.game, t.begun.server
    given = tuple(receipts)
    ours = [receipt for receipt in given if receipt.game == game]
    if not ours:
        return None, (_("None of the receipts is of this game."),) if given else ()
    valid = [receipt for receipt in ours if signed(server, receipt.signature, RECEIPT, game, receipt.head)]
    notes = [counted("{n} receipt is of this game.", "{n} receipts are of this game.", len(valid))]
    if len(valid) < len(ours):
        text = counted(
            "{n} receipt is not under the server's signature, and says nothing.",
            "{n} receipts are not under the server's signature, and say nothing.", len(ours) - len(valid),
        )
        notes.append(text)
    return _in_order(t, valid, notes), tuple(notes)


def _in_order(t: Transcript, receipts: Sequence[KeptReceipt], notes: list[str]) -> Fault | None:
    """The heads of receipts stand in the file, each behind those before it."""
    places, last = {head: n for n, head in enumerate(t.heads) if n}, 0
    for receipt in receipts:
        found = places.get(receipt.head)
        if found is None and t.ended is None:
            notes.append(_("The receipts go on where the file ends."))
            return None
        if found is None:
            text = _(
                "the history was forked: the server signed the head {head} for you, which is not in this file; up to"
                " entry {n} the file is what you signed."
            )
            none = _("the history was forked: the server signed the head {head} for you, which is not in this file.")
            return Fault(last + 1, "fork", (text if last else none).format(head=receipt.head.hex()[:16], n=last))
        if found < last:
            text = _(
                "the history was forked: the receipts go back here from entry {last}.  If they are of both players,"
                " check one player's file at a time."
            )
            return Fault(found, "fork", text.format(last=last))
        last = found
    return None
