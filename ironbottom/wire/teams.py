"""§26.3  Two commanders of one side: how a partner is invited, and how everybody can see that he was.

Whoever took the seat draws a key for the invitation and signs it, with what his partner is to command; with that key,
which the invite carries and no server ever sees, the partner signs his own.  So the server cannot seat a stranger: a
partner's key hangs on the key of the seat by two signatures, and the name of every game hangs on the partner's key.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import UNSET, Meta, Struct, UnsetType

from ironbottom.keys import hashed, private_key, public_bytes, sign, signed
from ironbottom.windows import Command, commander
from ironbottom.wire.fields import Bytes32, Seq, Signature, TableId

SECRET = 16  # bytes, in the invite: whoever has them can sit down as partner
INVITES = "partner"
JOINS = "joins"


class Partner(Struct, frozen=True):
    """Who shares a side with whoever took its seat, and what vouches for him."""

    name: Annotated[str, Meta(max_length=128)]
    key: Bytes32
    bot: bool
    commands: Command
    invitation: Bytes32  # the key of the invitation
    invited: Signature  # of who took the seat, under that key and what is commanded
    joined: Signature  # by the key of the invitation, under the partner's key

    def vouched(self, server: bytes, table: str, seat: bytes) -> bool:
        """Whether who took the seat has invited him to this table of this server."""
        invited = signed(seat, self.invited, INVITES, *invited_parts(server, table, self.invitation, self.commands))
        return (
            invited and self.key != seat
            and signed(self.invitation, self.joined, JOINS, *joined_parts(server, table, self.key))
        )

    def answers(self, window: str) -> bool:
        """§26.2  Whether a question is his, and not of who took the seat."""
        return commander(window) == self.commands


Partners = tuple[Partner | None, Partner | None]  # of places 0 and 1


class InvitePartner(Struct, frozen=True, tag="invite-partner"):
    """Whoever signs with this key shares your side; another invitation takes the place of the one before."""

    seq: Seq
    table: TableId
    invitation: Bytes32  # its public key
    commands: Command  # what your partner is to command
    signature: Signature


class JoinAsPartner(Struct, frozen=True, tag="join-partner"):
    """Share the side of whoever has invited you."""

    seq: Seq
    table: TableId
    invitation: Bytes32  # the public key of the invitation
    signature: Signature  # by its private key, under yours
    cast: bool | UnsetType = UNSET  # who sits down was shown how many turns late who looks on there sees both hands


def invitation_key(secret: bytes) -> Ed25519PrivateKey:
    """The key of an invitation, from the secret that its invite carries."""
    return private_key(hashed("invitation", secret))


def admits(invitation: bytes) -> bytes:
    """By what a server lets somebody look at a table who is invited as partner: the beginning of the public key."""
    return invitation[:SECRET]


def invited_parts(server: bytes, table: str, invitation: bytes, commands: Command) -> tuple[bytes, ...]:
    """What who took the seat signs."""
    return (server, table.encode(), invitation, commands.encode())


def joined_parts(server: bytes, table: str, partner: bytes) -> tuple[bytes, ...]:
    """What is signed with the key of the invitation."""
    return (server, table.encode(), partner)


def invitation(me: Ed25519PrivateKey, server: bytes, table: str, secret: bytes, commands: Command) -> InvitePartner:
    """An invitation, but for its number."""
    key = public_bytes(invitation_key(secret))
    return InvitePartner(0, table, key, commands, sign(me, INVITES, *invited_parts(server, table, key, commands)))


def partners_mark(partners: Sequence[Partner | None]) -> bytes:
    """What stands for the partners of both sides in the name of a game; empty: there are none."""
    if not any(partners):
        return b""
    marks = [b"" if one is None else one.key + one.commands.encode() for one in partners]
    return hashed("partners", *marks)
