"""A table for a page: made by this program, which keeps one seat of it free until somebody has taken the other.

Only who sits at a table can have made it.  The page has a key of its own and takes its seat like the friend, by the
connection; so the seat of whoever made the table is given up as soon as one of the two is there.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Any

from ironbottom.language import _
from ironbottom.wire.messages import Bye, Create, Leave, Ok, Refused, Resume, Seated, Table
from ironbottom.wire.terms import Terms

from ..console.errors import UserError
from ..net.connection import Connection, Lost, NotReached
from ..net.reconnecting_client import Endpoint, reach
from ..net.server_messages import in_our_words
from ..storage.identity import Identity
from ..storage.web_profiles import HeldSeat

GONE = ("no-seat", "no-table")  # codes: that seat was left before
PAUSE = 1.0  # seconds between two tries, and between two looks whether the server still lives


async def make(endpoint: Endpoint, me: Identity, terms: Terms) -> HeldSeat:
    """Make the table.  Raises UserError."""
    connection = await reach(endpoint)
    try:
        await connection.log_in(me)
        connection.say(Create(1, secrets.token_bytes(16), terms))
        seated = await _next(_said(connection), Seated, Refused)
    except Lost as lost:
        raise UserError(_("The server cannot be reached: {whys}.").format(whys=lost)) from None
    finally:
        await connection.close(Bye("leaving"))
    if isinstance(seated, Refused):
        raise UserError(in_our_words(seated.code, seated.text))
    return HeldSeat(seated.table, seated.token, seated.secret, terms.side)


async def keep_free(endpoint: Endpoint, me: Identity, held: HeldSeat) -> None:
    """Sit there until the other seat is taken; then leave.  Comes back after every loss.  Raises UserError."""
    while not await _kept_free(endpoint, me, held):
        await asyncio.sleep(PAUSE)


async def _kept_free(endpoint: Endpoint, me: Identity, held: HeldSeat) -> bool:
    """The same on one connection; False: it was lost."""
    try:
        connection = await reach(endpoint)
    except NotReached:
        return False
    try:
        await connection.log_in(me)
        connection.say(Resume(1, held.table, held.token))
        said = _said(connection)
        while not _both_sit(message := await _next(said, Table, Refused)):
            if isinstance(message, Refused):
                return message.code in GONE
        connection.say(Leave(2, held.table))
        return isinstance(await _next(said, Ok, Refused), Ok)
    except (Lost, NotReached):
        return False
    finally:
        await connection.close(Bye("leaving"))


def _both_sit(message: Any) -> bool:
    return isinstance(message, Table) and all(seat.key for seat in message.seats)


async def _next(said: AsyncIterator[Any], *kinds: type) -> Any:
    """The next message of one of these kinds.  Raises Lost."""
    async for message in said:
        if isinstance(message, kinds):
            return message
    raise AssertionError("a connection ends with Lost")


async def _said(connection: Connection) -> AsyncIterator[Any]:
    """What the server says, one message after the other, while it lives.  Raises Lost."""
    while True:
        try:
            async with asyncio.timeout(PAUSE):
                messages = await connection.hear()
        except TimeoutError:
            connection.tick()
            continue
        for message in messages:
            yield message
