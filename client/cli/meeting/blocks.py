"""`ironbottom block`: block a player of a server, lift that, list whom you have blocked."""

from __future__ import annotations

import argparse
from datetime import datetime
from functools import partial

from ironbottom.vocabulary import phrase
from ironbottom.wire.blocking import BlockedPlayers, BlockPlayer, ListBlocks, Unblock
from ironbottom.wire.cleaning import clean_name, look

from ...console.errors import UserError
from ...console.output import say
from ...console.running import run_command
from ...console.stdin import StdinLines
from ...launch.join_game import meet_at
from ...launch.player import Person
from ...net.reconnecting_client import ReconnectingClient
from ...storage import identity
from ...text.sanitize import sanitize


def run(args: argparse.Namespace) -> int:
    """One of the sub-commands."""
    return run_command(_run(args))


async def _run(args: argparse.Namespace) -> int:
    folder = identity.home()
    person = Person(folder, identity.me(folder), StdinLines(plain=True))
    endpoint = await meet_at(person, args.server)
    async with ReconnectingClient(endpoint, person.me, lambda _event: None) as client:
        if args.block_command == "add":
            found = await client.ask(partial(BlockPlayer, who=args.who[:200]), BlockedPlayers)
        else:
            found = await client.ask(ListBlocks, BlockedPlayers)
        if args.block_command == "lift":
            found = await client.ask(partial(Unblock, key=_key(args.who, found)), BlockedPlayers)
    say(lines(found))
    return 0


def _key(who: str, found: BlockedPlayers) -> str:
    """Who is meant of those on the list.  Raises UserError."""
    letters, seen = who.strip().upper(), look(who.strip())
    for one in found.blocked:
        if letters == one.key or (one.name and seen == look(one.name)):
            return one.key
    raise UserError(phrase("blocking.not_there"))


def lines(found: BlockedPlayers) -> list[str]:
    """The list, for somebody who reads line by line."""
    if not found.blocked:
        return [phrase("blocking.none")]
    told = [phrase("blocking.title")]
    for one in found.blocked:
        name = clean_name(sanitize(one.name)) if one.name else phrase("blocking.unnamed")
        since = phrase("blocking.since", when=f"{datetime.fromtimestamp(one.at):%Y-%m-%d}")
        told.append(f"  {name}  {sanitize(one.key)}  {since}")
    return told
