"""`ironbottom challenge`: post a challenge, seek, take one up, take one back, list them."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import time
from functools import partial

import msgspec

from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.challenging import CloseChallenge, PostChallenge, Posted
from ironbottom.wire.invite import Invite
from ironbottom.wire.messages import ListTables, Ok, TableLine, Tables

from ...console.errors import UserError
from ...console.output import say
from ...console.running import run_command
from ...console.stdin import StdinLines
from ...launch.agreeing import choose
from ...launch.alone.local_game import prepared
from ...launch.host_game import terms_of
from ...launch.join_game import by_invite, meet_at, picked, table_line
from ...launch.player import CODES, Person
from ...net.reconnecting_client import Endpoint, ReconnectingClient
from ...storage import identity, seat_store
from ...storage.seat_store import SavedSeat


def run(args: argparse.Namespace) -> int:
    """One of the sub-commands."""
    return run_command(COMMANDS[args.challenge_command](args))


async def _list(args: argparse.Namespace) -> int:
    person = _person(args)
    found = await _waiting(person, await meet_at(person, args.server))
    if args.json:
        say(msgspec.json.format(msgspec.json.encode(found)).decode().splitlines())
    else:
        say(lines(found))
    return 0


def lines(found: list[TableLine]) -> list[str]:
    """The challenges that wait, for somebody who reads line by line."""
    if not found:
        return [phrase("challenge.none")]
    return [f"{table.table}  {table_line(n, table)}" for n, table in enumerate(found, 1)]


async def _waiting(person: Person, endpoint: Endpoint) -> list[TableLine]:
    async with _client(endpoint, person) as client:
        found = (await client.ask(ListTables, Tables)).tables
    return [table for table in found if table.challenge]


async def _post(args: argparse.Namespace) -> int:
    """Post a challenge, or seek; the seat is kept as that at any other table."""
    folder = identity.home()
    if args.choose:
        await choose(args)
    person = Person(folder, await asyncio.to_thread(prepared, folder, args), StdinLines(plain=True))
    endpoint = await meet_at(person, args.server)
    wished = partial(
        PostChallenge, request=secrets.token_bytes(16), terms=msgspec.structs.replace(terms_of(args), cards=args.set),
        days=args.wait, within=args.within, seek=args.challenge_command == "seek",
    )
    async with _client(endpoint, person) as client:
        posted = await client.ask(wished, Posted)
        seat_store.keep(folder, _seat(posted, client))
    told = phrase("challenge.paired") if posted.paired else phrase("challenge.posted")
    say([_("Table {table}: {told}").format(table=posted.table, told=told),
         _("You come to it with `ironbottom resume`.")])
    return 0


def _seat(posted: Posted, client: ReconnectingClient) -> SavedSeat:
    assert client.endpoint.pin is not None
    return SavedSeat(
        "join", posted.table, posted.place, posted.token, client.endpoint.pin, client.server, client.endpoint.addresses,
        int(time.time()),
    )


async def _accept(args: argparse.Namespace) -> int:
    """Sit down at the table of a challenge, and play."""
    folder = identity.home()
    person = Person(folder, identity.me(folder, args.name), StdinLines(plain=args.plain), bid=args.bid)
    endpoint = await meet_at(person, args.server)
    assert endpoint.pin is not None
    table = args.table or await _chosen(person, endpoint)
    return CODES[await by_invite(args, person, Invite(table, b"", endpoint.pin, endpoint.addresses))]


async def _chosen(person: Person, endpoint: Endpoint) -> str:
    found = await _waiting(person, endpoint)
    if not found:
        raise UserError(phrase("challenge.none"))
    return found[await picked(person.typed, [table_line(n, table) for n, table in enumerate(found, 1)])].table


async def _back(args: argparse.Namespace) -> int:
    person = _person(args)
    endpoint = await meet_at(person, args.server)
    table = args.table.strip().upper()[:16]
    async with _client(endpoint, person) as client:
        await client.ask(partial(CloseChallenge, table=table), Ok)
    assert endpoint.pin is not None
    saved = seat_store.at(person.folder, endpoint.pin, table)
    if saved is not None:
        seat_store.give_up(person.folder, saved)
    say([phrase("challenge.back")])
    return 0


def _person(args: argparse.Namespace) -> Person:
    folder = identity.home()
    return Person(folder, identity.me(folder, args.name), StdinLines(plain=True))


def _client(endpoint: Endpoint, person: Person) -> ReconnectingClient:
    return ReconnectingClient(endpoint, person.me, lambda _event: None)


COMMANDS = {"list": _list, "post": _post, "seek": _post, "accept": _accept, "back": _back}
