"""`ironbottom cup`: how the cups of a server stand, in lines of text; entering and leaving; the seats that wait."""

from __future__ import annotations

import argparse

from ironbottom.language import _
from ironbottom.vocabulary import phrase

from ..console.output import say, say_json
from ..console.stdin import StdinLines
from ..launch.join_game import meet_at
from ..launch.player import Person
from ..net.club.club_client import ClubClient, club_client
from ..storage import identity
from ..text.people.cups import cup_lines, lines, seat_line


async def run(args: argparse.Namespace) -> int:
    """Ask the server, and print what it says.  Raises UserError."""
    folder = identity.home()
    person = Person(folder, identity.me(folder), StdinLines(plain=True), json=args.act == "show" and args.json)
    endpoint = await meet_at(person, args.server)
    async with club_client(endpoint, person.me, folder) as club:
        if args.act == "enter":
            await club.enter(args.cup)
            say([phrase("cup.was_entered")])
        elif args.act == "leave":
            await club.leave(args.cup)
            say([phrase("cup.was_left")])
        else:
            await _show(args, club)
    return 0


async def _show(args: argparse.Namespace, club: ClubClient) -> None:
    """One cup, or all; and the seats that wait, which `ironbottom resume` goes on with."""
    one = await club.cup(args.cup, args.round) if args.cup else None
    cups = await club.cups()
    if args.json:
        return say_json(cups if one is None else one)
    seats = [seat_line(seat) for seat in cups.seats]
    told = lines(cups) if one is None else cup_lines(one)
    say([*told, *seats, *([_("Go on with: ironbottom resume")] if seats else [])])
