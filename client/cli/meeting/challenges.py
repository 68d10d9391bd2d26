"""`ironbottom challenge`: post a challenge, seek, take one up, take one back, list them."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import AbstractAsyncContextManager

import msgspec

from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.invite import Invite
from ironbottom.wire.messages import TableLine

from ...console.errors import UserError
from ...console.output import say, say_json
from ...console.running import run_command
from ...console.stdin import StdinLines
from ...launch.agreeing import choose
from ...launch.alone.local_game import prepared
from ...launch.host_game import terms_of
from ...launch.join_game import by_invite, meet_at, picked
from ...launch.player import CODES, Person
from ...net.club.club_client import ClubClient, club_client
from ...net.reconnecting_client import Endpoint
from ...storage import identity
from ...text.people.table_list import table_line


def run(args: argparse.Namespace) -> int:
    """One of the sub-commands."""
    return run_command(COMMANDS[args.challenge_command](args))


async def _list(args: argparse.Namespace) -> int:
    person = _person(args, json=args.json)
    async with _club(person, await meet_at(person, args.server)) as club:
        found = await club.challenges()
    if args.json:
        say_json(found)
    else:
        say(lines(found))
    return 0


def lines(found: list[TableLine]) -> list[str]:
    """The challenges that wait, for somebody who reads line by line."""
    if not found:
        return [phrase("challenge.none")]
    return [f"{table.table}  {table_line(n, table)}" for n, table in enumerate(found, 1)]


async def _post(args: argparse.Namespace) -> int:
    """Post a challenge, or seek; the seat is kept as that at any other table."""
    folder = identity.home()
    if args.choose:
        await choose(args)
    person = Person(folder, await asyncio.to_thread(prepared, folder, args), StdinLines(plain=True))
    terms = msgspec.structs.replace(terms_of(args), cards=args.set)
    async with _club(person, await meet_at(person, args.server)) as club:
        seeks = args.challenge_command == "seek"
        posted = await club.post(terms, days=args.wait, within=args.within, seek=seeks)
    told = phrase("challenge.paired") if posted.paired else phrase("challenge.posted")
    say([_("Table {table}: {told}").format(table=posted.table, told=told),
         _("You come to it with `ironbottom resume`.")])
    return 0


async def _accept(args: argparse.Namespace) -> int:
    """Sit down at the table of a challenge, and play."""
    folder = identity.home()
    person = Person(folder, identity.me(folder, args.name), StdinLines(plain=args.plain), bid=args.bid)
    endpoint = await meet_at(person, args.server)
    assert endpoint.pin is not None
    table = args.table or await _chosen(person, endpoint)
    return CODES[await by_invite(args, person, Invite(table, b"", endpoint.pin, endpoint.addresses))]


async def _chosen(person: Person, endpoint: Endpoint) -> str:
    async with _club(person, endpoint) as club:
        found = await club.challenges()
    if not found:
        raise UserError(phrase("challenge.none"))
    return found[await picked(person.typed, [table_line(n, table) for n, table in enumerate(found, 1)])].table


async def _back(args: argparse.Namespace) -> int:
    person = _person(args)
    async with _club(person, await meet_at(person, args.server)) as club:
        await club.take_back(args.table.strip().upper()[:16])
    say([phrase("challenge.back")])
    return 0


def _person(args: argparse.Namespace, *, json: bool = False) -> Person:
    folder = identity.home()
    return Person(folder, identity.me(folder, args.name), StdinLines(plain=True), json=json)


def _club(person: Person, endpoint: Endpoint) -> AbstractAsyncContextManager[ClubClient]:
    return club_client(endpoint, person.me, person.folder)


COMMANDS = {"list": _list, "post": _post, "seek": _post, "accept": _accept, "back": _back}
