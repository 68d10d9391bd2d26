"""Whom a player does not want to meet: what he asks for, and the list that he gets."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ironbottom.wire.fields import Count, Seq, Short

MOST_BLOCKED = 100  # by one player


class BlockPlayer(Struct, frozen=True, tag="block"):
    """Never pair me with this player, nor show me his challenges or what he says; he is not told.

    For who has a name of his own here: it holds for that name, whichever key it has.
    """

    seq: Seq
    who: Annotated[str, Meta(max_length=200)]  # a name that belongs to a key here, or the letters of a key


class Unblock(Struct, frozen=True, tag="unblock"):
    """As if you had never blocked him."""

    seq: Seq
    key: Short  # as the list has it


class ListBlocks(Struct, frozen=True, tag="list-blocks"):
    """Whom have I blocked?"""

    seq: Seq


class BlockedPlayer(Struct, frozen=True):
    """Somebody whom you have blocked."""

    key: Short  # its fingerprint
    name: Annotated[str, Meta(max_length=128)]  # as he was called then; empty: nobody knew
    at: Count  # seconds since 1970


class BlockedPlayers(Struct, frozen=True, tag="blocks"):
    """All of them, as they are now."""

    seq: Seq
    blocked: Annotated[tuple[BlockedPlayer, ...], Meta(max_length=MOST_BLOCKED)]


Blocking = BlockPlayer | Unblock | ListBlocks
