"""A player's part in the toss: to be bound to a share before the others are seen, and then to show it, once.

Whoever sees the shares can work out the deal.  So a toss that comes to nothing after ours was shown is never followed
by another one unasked: who sits here decides, and a server that hides it is left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ironbottom.keys import sign, signed
from ironbottom.language import _
from ironbottom.proof.kept import Attempt, BoundShare, Revealed, WentOn
from ironbottom.proof.seeds import game_id
from ironbottom.wire.messages import AtTable, Commit, Reveal, Toss, Tossed
from ironbottom.wire.signing import COMMIT, REVEAL, TOSS, TOSSED, commitment

from ..console.errors import UserError
from ..storage.evidence_log import EvidenceLog
from ..storage.identity import Identity
from ..storage.toss_log import Tosses
from .session_events import SessionEvent, TossBroken


class Tossing(Protocol):
    """A seat at which there is a toss (seat_session.py)."""

    @property
    def me(self) -> Identity: ...
    @property
    def server(self) -> bytes: ...  # its key
    @property
    def table(self) -> str: ...
    @property
    def place(self) -> int: ...
    @property
    def record(self) -> EvidenceLog: ...
    @property
    def tosses(self) -> Tosses: ...
    @property
    def toss(self) -> Toss | None: ...
    broken_off: bytes  # the game whose toss waits until who sits here decides

    def step(self, kind: type, make: Callable[[int], AtTable]) -> None: ...


def bind(guest: Tossing, toss: Toss) -> list[SessionEvent]:
    """The server is bound to its share: now we bind ourselves to ours.  Raises UserError where that is no fair toss."""
    _bound_fairly(guest, toss)
    share = guest.record.share(toss.game, toss.commitment)
    guest.tosses.keep(toss)
    broken = guest.tosses.attempts.broken(toss.game)
    for attempt in broken:
        _admitted(attempt, toss)
    if not all(attempt.went_on for attempt in broken):
        if guest.broken_off == toss.game:
            return []  # that is said already
        guest.broken_off = toss.game
        return [_broken(broken)]
    guest.broken_off = b""
    own = commitment(toss.game, share)
    signature = sign(guest.me.key, COMMIT, toss.game, toss.commitment, own)
    guest.tosses.keep(BoundShare(toss.game, own, signature))
    guest.step(Commit, lambda seq: Commit(seq, guest.table, own, signature))
    return []


def _bound_fairly(guest: Tossing, toss: Toss) -> None:
    """The server's signature is under a toss that names us, the rules, and what was tossed at this table in vain."""
    if not toss.signature:
        raise UserError(
            _(
                "The server does not sign its part of the toss: it is older than this client, or hides what it "
                "does; this client goes no further with it."
            )
        )
    named = game_id(guest.server, toss.players, toss.table, toss.number, toss.engine, toss.cards, toss.thrown)
    ours = guest.me.public == toss.players[guest.place]
    if not ours or named != toss.game or not signed(guest.server, toss.signature, TOSS, toss.game, toss.commitment):
        raise another_toss()


def _broken(broken: list[Attempt]) -> TossBroken:
    """What is news of it to who sits here."""
    return TossBroken(any(one.began and not one.over for one in broken), all(one.over for one in broken))


def _admitted(attempt: Attempt, toss: Toss) -> None:
    """What came to nothing stands in the next toss.  Of a game that was shown to be over it need not be said."""
    told = [(one.game, one.commitment) for one in toss.thrown]
    if not attempt.over and (attempt.toss.game, attempt.toss.commitment) not in told:
        raise UserError(_("The server hides that a toss of this table came to nothing after you had shown your share: "
                        "whoever saw the deal could have another one.  That is no fair toss, and this client goes no "
                        "further with it."))


def show(guest: Tossing, toss: Toss, tossed: Tossed) -> None:
    """Everybody is bound: now we show our share.  Raises UserError where the toss was another one than ours."""
    share = guest.record.share(toss.game, toss.commitment)
    said, attempt = tossed.commitments, guest.tosses.attempts.by_game[toss.game]
    if said[0] != toss.commitment or said[1 + guest.place] != commitment(toss.game, share):
        raise another_toss()
    if attempt.tossed is not None and attempt.tossed.commitments != said:
        raise another_toss()  # after somebody has perhaps seen our share
    other = 1 - guest.place
    parts = (toss.game, toss.commitment, said[1 + other])
    if not signed(guest.server, tossed.signature, TOSSED, toss.game, *said) or not signed(
        toss.players[other], tossed.committed[other], COMMIT, *parts
    ):
        raise another_toss()
    signature = sign(guest.me.key, REVEAL, toss.game, *said)
    guest.tosses.keep(tossed)
    guest.tosses.keep(Revealed(toss.game, share, signature), now=True)
    guest.step(Reveal, lambda seq: Reveal(seq, guest.table, share, signature))


def go_on(guest: Tossing) -> None:
    """Who sits here knows why the toss came to nothing, and wants another."""
    toss = guest.toss
    if toss is None or not guest.broken_off:
        return
    for attempt in guest.tosses.attempts.broken(toss.game):
        guest.tosses.keep(WentOn(attempt.toss.game))
    bind(guest, toss)


def another_toss() -> UserError:
    """What the server says does not fit what it was bound to."""
    return UserError(_("The server says that the toss was another one than this client took part in: that is no fair "
                     "toss, and this client goes no further with it."))


def broken_words(news: TossBroken) -> list[str]:
    """What is said to who sits here, before he decides."""
    if news.over:
        first = _("The server deals the cards anew, though you have not asked for another game after the last one.")
    elif news.began:
        first = _("The game that had begun here was thrown away, and the cards are to be dealt anew.")
    else:
        first = _("The toss came to nothing after your share had been shown, and the cards are to be dealt anew.")
    return [
        first,
        _("Whoever saw the deal could have another one by that.  There may be an honest reason: the host has restarted "
          "with other cards or another version.  Go on only if you know it."),
    ]
