"""A player at a server between his games: what he asks there, and what of the answers is kept on this computer."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from ironbottom.keys import sign
from ironbottom.wire.blocking import BlockedPlayers, BlockPlayer, ListBlocks, Unblock
from ironbottom.wire.challenging import CloseChallenge, PostChallenge, Posted
from ironbottom.wire.cups import Cup, Cups, CupSeat, EnterCup, LeaveCup, ListCups, ShowCup
from ironbottom.wire.invite import Invite, write
from ironbottom.wire.messages import ListTables, Ok, Seated, TableLine, Tables
from ironbottom.wire.naming import (
    CODE,
    RECOVER,
    CarryKey,
    ClaimName,
    RecoverName,
    RevokeKey,
    carrying,
    code_secret,
    code_words,
    recovered,
)
from ironbottom.wire.players import GetPlayer, PlayerPage
from ironbottom.wire.ratings import ListRatings, Ratings
from ironbottom.wire.terms import Terms

from ...storage import seat_store
from ...storage.identity import Identity
from ...storage.seat_store import SavedSeat
from ...text.people.cups import entrant
from ..reconnecting_client import Endpoint, Listener, ReconnectingClient
from ..saved_seat import seat_of
from .carrying import TABLE, KeyOnItsWay, recovery, sealed

LONGEST_WHO = 200  # letters by which a player is named


@asynccontextmanager
async def club_client(
    endpoint: Endpoint, me: Identity, folder: Path, listener: Listener = lambda _event: None
) -> AsyncIterator[ClubClient]:
    """A way to a server, for as long as something is asked there; its losses are heard.  Raises UserError."""
    async with ReconnectingClient(endpoint, me, listener) as client:
        yield ClubClient(client, folder)


class ClubClient:
    """Everything here raises NotGranted, or UserError, in one sentence."""

    def __init__(self, client: ReconnectingClient, folder: Path) -> None:
        self.client, self.folder = client, folder

    @property
    def pin(self) -> bytes:
        assert self.client.endpoint.pin is not None
        return self.client.endpoint.pin

    @property
    def seats(self) -> list[SavedSeat]:
        """Those of ours that wait at this server, the newest first."""
        return [seat for seat in seat_store.waiting(self.folder) if seat.pin == self.pin and seat.own is None]

    def seat_at(self, table: str) -> SavedSeat | None:
        """Ours at a table of this server."""
        return seat_store.at(self.folder, self.pin, table)

    # the ladder, and players

    async def ladder(self) -> Ratings:
        return await self.client.ask(ListRatings, Ratings)

    async def player(self, who: str) -> PlayerPage:
        """By a name, or the letters of a key."""
        return await self.client.ask(partial(GetPlayer, who=who[:LONGEST_WHO]), PlayerPage)

    # challenges

    async def challenges(self) -> list[TableLine]:
        """Those that wait."""
        return [table for table in (await self.client.ask(ListTables, Tables)).tables if table.challenge]

    async def post(self, terms: Terms, *, days: int, within: int, seek: bool) -> Posted:
        """Let a table wait, or find one that does; the seat is kept as that at any other table."""
        wished = partial(
            PostChallenge, request=secrets.token_bytes(16), terms=terms, days=days, within=within, seek=seek,
            movable=seek,
        )
        posted = await self.client.ask(wished, Posted)
        seat_store.keep(self.folder, self._seat(posted))
        return posted

    def _seat(self, taken: Posted | CupSeat) -> SavedSeat:
        """One that the server has given us at a table."""
        return seat_of("join", Seated(1, taken.table, taken.place, taken.token, b"", 0, 0, 0), self.client)

    async def take_back(self, table: str) -> None:
        """A challenge of ours; its seat is given up."""
        await self.client.ask(partial(CloseChallenge, table=table), Ok)
        saved = self.seat_at(table)
        if saved is not None:
            seat_store.give_up(self.folder, saved)

    # cups

    async def cups(self) -> Cups:
        """All of them; the seats that wait, and are not known here yet, are written down."""
        cups = await self.client.ask(ListCups, Cups)
        for seat in cups.seats:
            if self.seat_at(seat.table) is None:
                seat_store.keep(self.folder, replace(self._seat(seat), against=entrant(seat.against)))
        return cups

    async def cup(self, cup: str, round_: int = 0) -> Cup:
        """One of them, with a round of it; 0: the present one."""
        return await self.client.ask(partial(ShowCup, cup=cup, round=round_), Cup)

    async def enter(self, cup: str) -> None:
        await self.client.ask(partial(EnterCup, cup=cup), Ok)

    async def leave(self, cup: str) -> None:
        await self.client.ask(partial(LeaveCup, cup=cup), Ok)

    # blocked players

    async def blocks(self) -> BlockedPlayers:
        return await self.client.ask(ListBlocks, BlockedPlayers)

    async def block(self, who: str) -> BlockedPlayers:
        """By a name that is his alone there, or the letters of a key."""
        return await self.client.ask(partial(BlockPlayer, who=who[:LONGEST_WHO]), BlockedPlayers)

    async def unblock(self, key: str) -> BlockedPlayers:
        return await self.client.ask(partial(Unblock, key=key), BlockedPlayers)

    # one's own name and key

    async def claim(self, drawn: bytes) -> None:
        """Our name is ours alone from now on; `drawn` makes the printed code that recovers it."""
        await self.client.ask(partial(ClaimName, recovery=recovery(drawn)), Ok)

    async def recover(self, old: Ed25519PrivateKey, drawn: bytes) -> None:
        """Our name goes to the key that we have now; `old` follows from the printed code, `drawn` makes the next."""
        me, after = self.client.me, recovery(drawn)
        signature = sign(old, RECOVER, *recovered(self.client.server, me.name, me.public, after))
        await self.client.ask(partial(RecoverName, name=me.name, recovery=after, signature=signature), Ok)

    async def revoke(self) -> None:
        """Nobody comes in with our key any more."""
        await self.client.ask(RevokeKey, Ok)

    async def carry(self) -> KeyOnItsWay:
        """Our key, and the seats here as far as they have room, for another device."""
        code = secrets.token_bytes(CODE)
        made, seats = carrying(code), self.seats
        data, n = sealed(self.client.me, seats, made.key, self.client.server)
        await self.client.ask(partial(CarryKey, box=made.box, data=data), Ok)
        string = write(Invite(TABLE, code_secret(code), self.pin, self.client.endpoint.addresses))
        return KeyOnItsWay(string, code_words(code), n, len(seats) - n)
