"""§26.3  A partner for a side that two share: his invitation, how it is told, and how he takes his seat."""

from __future__ import annotations

import secrets
from functools import partial

from msgspec.structs import replace

from ironbottom.keys import public_bytes, sign
from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.windows import Command
from ironbottom.wire.invite import PARTNER, Invite, write
from ironbottom.wire.messages import Ok, Seated
from ironbottom.wire.teams import JOINS, SECRET, JoinAsPartner, invitation, invitation_key, joined_parts

from ...console.output import say
from ...net.discovery import own_addresses
from ...net.reconnecting_client import ReconnectingClient
from ...storage.identity import Identity
from ...storage.seat_store import SavedSeat
from .supervisor import Supervisor


async def invited(client: ReconnectingClient, me: Identity, table: str, commands: Command) -> bytes:
    """Invite a partner who is to command that; the secret of his invite.  Raises UserError."""
    secret = secrets.token_bytes(SECRET)
    made = invitation(me.key, client.server, table, secret, commands)
    await client.ask(lambda seq: replace(made, seq=seq), Ok)
    return secret


def other_than(commands: Command) -> Command:
    """What is left to command for the other of two."""
    return "fleet" if commands == "air" else "air"


def for_partner(invite: Invite, secret: bytes) -> Invite:
    """The invite for a partner to the table of another invite."""
    return replace(invite, secret=secret, flags=invite.flags | PARTNER)


def partner_lines(invite: Invite) -> list[str]:
    """What is said beside the string for a partner, which stands on a line of its own."""
    return [phrase("team.invite"), "", write(invite), "", _("He types: ironbottom join, and the string.")]


async def shared(client: ReconnectingClient, me: Identity, invite: Invite) -> Seated:
    """Sit down beside who has invited us as his partner.  Raises UserError."""
    key = invitation_key(invite.secret)
    signature = sign(key, JOINS, *joined_parts(client.server, invite.table, me.public))
    return await client.ask(
        partial(JoinAsPartner, table=invite.table, invitation=public_bytes(key), signature=signature, cast=True), Seated
    )


async def with_partner(
    supervisor: Supervisor, saved: SavedSeat, client: ReconnectingClient, command: Command
) -> SavedSeat:
    """Invite a partner to our own table, beside whom we command that, and say how he comes."""
    secret = await invited(client, client.me, saved.table, other_than(command))
    tell_partner(supervisor, saved.table, secret)
    return replace(saved, partner_secret=secret)


def tell_partner(supervisor: Supervisor, table: str, secret: bytes) -> None:
    """How a partner finds a table of ours."""
    invite = Invite(table, secret, supervisor.pin, own_addresses(supervisor.port, supervisor.own.addresses))
    say([*partner_lines(for_partner(invite, secret)), ""])
