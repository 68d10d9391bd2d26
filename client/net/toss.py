"""A player's part in the toss: to be bound to a share before the others are seen, and then to show it, once.

Whoever sees the shares can work out the deal.  So a toss that comes to nothing after ours was shown is never followed
by another one unasked: who sits here decides, and a server that hides it is left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ironbottom.keys import sign, signed
from ironbottom.options import OptionError
from ironbottom.proof.kept import Attempt, BoundShare, Revealed, WentOn
from ironbottom.proof.seeds import game_id
from ironbottom.vocabulary import phrase
from ironbottom.wire.messages import AtTable, Commit, Reveal, Table, Toss, Tossed
from ironbottom.wire.signing import COMMIT, REVEAL, TOSS, TOSSED, commitment
from ironbottom.wire.teams import Partners, partners_mark
from ironbottom.wire.terms import mark_of

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
    partner: bool  # §26: another took the seat
    @property
    def record(self) -> EvidenceLog: ...
    @property
    def tosses(self) -> Tosses: ...
    @property
    def toss(self) -> Toss | None: ...
    @property
    def sets(self) -> dict[str, str]: ...  # of the server, with their fingerprints
    @property
    def state(self) -> Table | None: ...
    broken_off: bytes  # the game whose toss waits until who sits here decides

    def step(self, kind: type, make: Callable[[int], AtTable]) -> None: ...


def bind(session: Tossing, toss: Toss) -> list[SessionEvent]:
    """The server is bound to its share: now we bind ourselves to ours.  Raises UserError where that is no fair toss."""
    _bound_fairly(session, toss)
    if session.partner:  # who took the seat tosses for both
        return []
    share = session.record.share(toss.game, toss.commitment, _bid(session))
    session.tosses.keep(toss)
    broken = session.tosses.attempts.broken(toss.game)
    for attempt in broken:
        _admitted(attempt, toss)
    if not all(attempt.went_on for attempt in broken):
        if session.broken_off == toss.game:
            return []  # that is said already
        session.broken_off = toss.game
        return [_broken(broken)]
    session.broken_off = b""
    own = commitment(toss.game, share)
    signature = sign(session.me.key, COMMIT, toss.game, toss.commitment, own)
    session.tosses.keep(BoundShare(toss.game, own, signature))
    session.step(Commit, lambda seq: Commit(seq, session.table, own, signature))
    return []


def _bound_fairly(session: Tossing, toss: Toss) -> None:
    """The server's signature is under a toss that names us, the rules, and what was tossed at this table in vain."""
    if not toss.signature:
        raise UserError(
            phrase("distrust.unsigned_toss")
        )
    partners = toss.partners or (None, None)
    named = game_id(
        session.server, toss.players, toss.table, toss.number, toss.engine, toss.cards, toss.thrown,
        partners_mark(partners),
    )
    mine = partners[session.place] if session.partner else None
    ours = session.me.public == (toss.players[session.place] if mine is None else mine.key)
    if not ours or named != toss.game or not signed(session.server, toss.signature, TOSS, toss.game, toss.commitment):
        raise another_toss()
    _vouched(session, toss, partners)
    _agreed(session, toss)


def _vouched(session: Tossing, toss: Toss, partners: Partners) -> None:
    """§26.3  Partners are where the terms have them, and who took the seat has invited each of them."""
    shared = () if session.state is None else session.state.terms.teams or ()
    keys = [*toss.players, *[one.key for one in partners if one is not None]]
    for place, partner in enumerate(partners):
        vouched = partner is not None and partner.vouched(session.server, toss.table, toss.players[place])
        if vouched != (place in shared) or (partner is not None and not vouched):
            raise UserError(phrase("team.strange_partner"))
    if any(partners) and len({*keys}) < len(keys):
        raise UserError(phrase("team.strange_partner"))


def _agreed(session: Tossing, toss: Toss) -> None:
    """§23, §24  The cards of the toss are those of the terms that we were shown, options and battle with them."""
    terms = None if session.state is None else session.state.terms
    if terms is None or not terms.altered or terms.cards not in session.sets:
        return
    try:
        fits = toss.cards == mark_of(session.sets[terms.cards], terms)
    except OptionError:
        fits = False
    if not fits:
        raise UserError(phrase("distrust.other_terms"))


def _bid(session: Tossing) -> bytes:
    """§23.18  Where sides are bid for, our share begins with our bid: nobody knows it before he is bound to his own."""
    terms = None if session.state is None else session.state.terms
    return bytes([session.record.bid]) if terms is not None and "bid" in (terms.options or ()) else b""


def _broken(broken: list[Attempt]) -> TossBroken:
    """What is news of it to who sits here."""
    return TossBroken(any(one.began and not one.over for one in broken), all(one.over for one in broken))


def _admitted(attempt: Attempt, toss: Toss) -> None:
    """What came to nothing stands in the next toss.  Of a game that was shown to be over it need not be said."""
    told = [(one.game, one.commitment) for one in toss.thrown]
    if not attempt.over and (attempt.toss.game, attempt.toss.commitment) not in told:
        raise UserError(phrase("distrust.hidden_toss"))


def show(session: Tossing, toss: Toss, tossed: Tossed) -> None:
    """Everybody is bound: now we show our share.  Raises UserError where the toss was another one than ours."""
    share = session.record.share(toss.game, toss.commitment)
    said, attempt = tossed.commitments, session.tosses.attempts.by_game[toss.game]
    if said[0] != toss.commitment or said[1 + session.place] != commitment(toss.game, share):
        raise another_toss()
    if attempt.tossed is not None and attempt.tossed.commitments != said:
        raise another_toss()  # after somebody has perhaps seen our share
    other = 1 - session.place
    parts = (toss.game, toss.commitment, said[1 + other])
    if not signed(session.server, tossed.signature, TOSSED, toss.game, *said) or not signed(
        toss.players[other], tossed.committed[other], COMMIT, *parts
    ):
        raise another_toss()
    signature = sign(session.me.key, REVEAL, toss.game, *said)
    session.tosses.keep(tossed)
    session.tosses.keep(Revealed(toss.game, share, signature), now=True)
    session.step(Reveal, lambda seq: Reveal(seq, session.table, share, signature))


def go_on(session: Tossing) -> None:
    """Who sits here knows why the toss came to nothing, and wants another."""
    toss = session.toss
    if toss is None or not session.broken_off:
        return
    for attempt in session.tosses.attempts.broken(toss.game):
        session.tosses.keep(WentOn(attempt.toss.game))
    bind(session, toss)


def another_toss() -> UserError:
    """What the server says does not fit what it was bound to."""
    return UserError(phrase("distrust.other_toss"))


def broken_words(event: TossBroken) -> list[str]:
    """What is said to who sits here, before he decides."""
    if event.over:
        first = phrase("toss_again.unasked")
    elif event.began:
        first = phrase("toss_again.begun")
    else:
        first = phrase("toss_again.nothing")
    return [
        first,
        phrase("toss_again.why"),
    ]
