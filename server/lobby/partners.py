"""§26  Two commanders of one side: who took a seat invites a partner, and whoever has that invitation sits down.

What vouches for a partner is kept with his seat and goes into the toss and the transcript: this server can seat nobody
whom the other seats could not check.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from msgspec.structs import replace

from ironbottom.keys import signed
from ironbottom.vocabulary import phrase
from ironbottom.wire.teams import (
    INVITES,
    JOINS,
    InvitePartner,
    JoinAsPartner,
    Partner,
    admits,
    invited_parts,
    joined_parts,
)

from ..store.journal import NotStored
from ..table import recovery, toss_handlers
from ..table.stored_table import PLACES, StoredInvitation, StoredSeat, StoredTable, is_partner
from ..table.table import GameTable, done, not_stored, refuse
from ..transport.session import ClientSession


def invite(table: GameTable, chair: int, session: ClientSession, message: InvitePartner) -> None:
    """Whoever took a seat of a side that is shared says by which key his partner comes."""
    stored, seat = table.stored, table.seat(chair)
    parts = invited_parts(table.services.public, table.id, message.invitation, message.commands)
    if is_partner(chair) or seat is None:
        refuse(session, message.seq, "not-yours", phrase("team.invites"), "26.3")
    elif chair not in (stored.terms.teams or ()):
        refuse(session, message.seq, "no-team", phrase("team.no_team"), "26.1")
    elif stored.partners[chair] is not None:
        refuse(session, message.seq, "taken", phrase("team.partner_there"))
    elif not signed(seat.key, message.signature, INVITES, *parts):
        refuse(session, message.seq, "signature", phrase("team.bad_invitation"))
    else:
        invitation = StoredInvitation(message.invitation, message.commands, message.signature)
        before = stored.invitations
        pair = (invitation, before[1]) if chair == 0 else (before[0], invitation)
        kept = replace(table.with_seat(chair, replace(seat, last=message.seq)), invitations=pair)
        table.keep(
            kept, lambda: done(session, table.seat_states[chair], message.seq), not_stored(session, message.seq)
        )


def invited_here(table: GameTable, secret: bytes) -> bool:
    """Whether somebody may look at a table because he was invited as partner."""
    invitations = [one for one in table.stored.invitations if one is not None]
    return any(secrets.compare_digest(admits(one.key), secret) for one in invitations)


def join(table: GameTable, session: ClientSession, message: JoinAsPartner) -> None:
    """Who was invited sits down beside who has invited him; or again, after a connection that was lost."""
    if _sat_down_before(table, session, message):
        return
    stored, place = table.stored, _place(table, message)
    keys = [seat.key for seat in stored.everybody]
    if place is None:
        refuse(session, message.seq, "partner", phrase("team.not_invited"), "26.3")
    elif stored.partners[place] is not None or stored.status != "open":
        refuse(session, message.seq, "taken", phrase("team.partner_there"))
    elif stored.terms.cast and message.cast is not True:
        refuse(session, message.seq, "special", phrase("server.special"))
    elif session.key in keys:
        refuse(session, message.seq, "partner", phrase("team.own_partner"), "26.3")
    else:
        _take_seat(table, place, session, message)


def _sat_down_before(table: GameTable, session: ClientSession, message: JoinAsPartner) -> bool:
    for place, seat in enumerate(table.stored.partners):
        shares = None if seat is None else seat.shares
        if shares is not None and shares.key == session.key and shares.invitation == message.invitation:
            if not _signed_for(table, session, message):
                return False
            recovery.sit(table, PLACES + place, session, message.seq, 0)
            return True
    return False


def _place(table: GameTable, message: JoinAsPartner) -> int | None:
    """Which side the invitation is for; None: it is none, or another has taken its place."""
    for place, invitation in enumerate(table.stored.invitations):
        if invitation is not None and invitation.key == message.invitation:
            return place
    return None


def _signed_for(table: GameTable, session: ClientSession, message: JoinAsPartner) -> bool:
    parts = joined_parts(table.services.public, table.id, session.key)
    return signed(message.invitation, message.signature, JOINS, *parts)


def _take_seat(table: GameTable, place: int, session: ClientSession, message: JoinAsPartner) -> None:
    stored, chair = table.stored, PLACES + place
    if not _signed_for(table, session, message):
        refuse(session, message.seq, "partner", phrase("team.not_invited"), "26.3")
        return
    invitation = stored.invitations[place]
    assert invitation is not None
    shares = Partner(
        session.name, session.key, session.bot, invitation.commands, invitation.key, invitation.signature,
        message.signature,
    )
    seat = StoredSeat(
        session.name, session.key, session.bot, secrets.token_bytes(16), "either", shares=shares
    )
    table.stored = table.with_seat(chair, seat)
    table.seat_states[chair].last, table.seat_states[chair].muted = 0, False
    seated(table, chair, session, message.seq, stored)


def seated(
    table: GameTable, chair: int, session: ClientSession, seq: int, before: StoredTable,
    then: Callable[[], None] | None = None,
) -> None:
    """A seat was taken, in `table.stored`: it is written down, and where nobody is missing any more the toss begins.

    `then` is done in place of seating him, where he does not come to the table yet.
    """

    def refused(why: NotStored) -> None:
        table.stored = before
        not_stored(session, seq)(why)

    def sit() -> None:
        recovery.sit(table, chair, session, seq) if then is None else then()

    if table.stored.full:
        toss_handlers.start(table, sit, refused)
    else:
        stored, table.stored = table.stored, before
        table.keep(stored, sit, refused)
