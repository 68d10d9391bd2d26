"""`ironbottom player`: the page of a player of a server, line by line."""

from __future__ import annotations

import argparse

from ...console.output import say, say_json
from ...console.running import run_command
from ...console.stdin import StdinLines
from ...launch.join_game import meet_at
from ...launch.player import Person
from ...net.club.club_client import club_client
from ...storage import identity
from ...text.people.player_pages import lines


def run(args: argparse.Namespace) -> int:
    """Ask the server, and print what it says."""
    return run_command(_run(args))


async def _run(args: argparse.Namespace) -> int:
    folder = identity.home()
    person = Person(folder, identity.me(folder), StdinLines(plain=True), json=args.json)
    endpoint = await meet_at(person, args.server)
    async with club_client(endpoint, person.me, folder) as club:
        found = await club.player(args.who)
    if args.json:
        say_json(found)
    else:
        say(lines(found))
    return 0
