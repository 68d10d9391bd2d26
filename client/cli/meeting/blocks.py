"""`ironbottom block`: block a player of a server, lift that, list whom you have blocked."""

from __future__ import annotations

import argparse

from ironbottom.vocabulary import phrase
from ironbottom.wire.blocking import BlockedPlayers
from ironbottom.wire.cleaning import look

from ...console.errors import UserError
from ...console.output import say
from ...console.running import run_command
from ...console.stdin import StdinLines
from ...launch.join_game import meet_at
from ...launch.player import Person
from ...net.club.club_client import club_client
from ...storage import identity
from ...text.people.blocks import lines


def run(args: argparse.Namespace) -> int:
    """One of the sub-commands."""
    return run_command(_run(args))


async def _run(args: argparse.Namespace) -> int:
    folder = identity.home()
    person = Person(folder, identity.me(folder), StdinLines(plain=True))
    endpoint = await meet_at(person, args.server)
    async with club_client(endpoint, person.me, folder) as club:
        found = await (club.block(args.who) if args.block_command == "add" else club.blocks())
        if args.block_command == "lift":
            found = await club.unblock(_key(args.who, found))
    say(lines(found))
    return 0


def _key(who: str, found: BlockedPlayers) -> str:
    """Who is meant of those on the list.  Raises UserError."""
    letters, seen = who.strip().upper(), look(who.strip())
    for one in found.blocked:
        if letters == one.key or (one.name and seen == look(one.name)):
            return one.key
    raise UserError(phrase("blocking.not_there"))
