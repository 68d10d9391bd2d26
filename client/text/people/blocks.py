"""Players whom one has blocked on a server, as lines of text."""

from __future__ import annotations

from datetime import datetime

from ironbottom.vocabulary import phrase
from ironbottom.wire.blocking import BlockedPlayer, BlockedPlayers
from ironbottom.wire.cleaning import clean_name

from ..sanitize import sanitize


def lines(found: BlockedPlayers) -> list[str]:
    """The list, for somebody who reads line by line."""
    if not found.blocked:
        return [phrase("blocking.none")]
    return [phrase("blocking.title"), *[f"  {blocked_line(one)}" for one in found.blocked]]


def blocked_line(one: BlockedPlayer) -> str:
    """Who it is, by name and key, and since when."""
    since = phrase("blocking.since", when=f"{datetime.fromtimestamp(one.at):%Y-%m-%d}")
    return f"{blocked_name(one)}  {sanitize(one.key)}  {since}"


def blocked_name(one: BlockedPlayer) -> str:
    """His name as it was."""
    return clean_name(sanitize(one.name)) if one.name else phrase("blocking.unnamed")
