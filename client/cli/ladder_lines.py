"""`ironbottom ladder`: how strong the players of the rated games of a server are."""

from __future__ import annotations

import argparse

import msgspec

from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import cells, clean_name
from ironbottom.wire.ratings import LadderRung, ListRatings, Ratings

from ..console.output import say
from ..console.stdin import StdinLines
from ..launch.join_game import meet_at
from ..launch.player import Person
from ..net.reconnecting_client import ReconnectingClient
from ..storage import identity
from ..text.sanitize import sanitize


async def run(args: argparse.Namespace) -> int:
    """Ask the server, and print what it says.  Raises UserError."""
    folder = identity.home()
    person = Person(folder, identity.me(folder), StdinLines(plain=True))
    endpoint = await meet_at(person, args.server)
    async with ReconnectingClient(endpoint, person.me, lambda _event: None) as client:
        found = await client.ask(ListRatings, Ratings)
    say(msgspec.json.format(msgspec.json.encode(found)).decode().splitlines() if args.json else lines(found))
    return 0


def lines(found: Ratings) -> list[str]:
    """The ladder, for somebody who reads line by line."""
    if not found.rungs:
        return [phrase("ratings.none")]
    names = [_name(rung) for rung in found.rungs]
    width = max(map(cells, names))
    told = [phrase("ratings.counted", n=found.games)]
    for n, (rung, name) in enumerate(zip(found.rungs, names, strict=True), 1):
        own = f"  <- {phrase('ratings.you')}" if n == found.you else ""
        told.append(f"{n:3}  {name}{' ' * (width - cells(name))}  {_told(rung)}{own}")
    told.append(phrase("ratings.about"))
    if found.side is not None:
        points, low, high = [f"{value:+}" for value in found.side]
        told.append(phrase("ratings.side", points=points, low=low, high=high))
    return told


def _name(rung: LadderRung) -> str:
    name = clean_name(sanitize(rung.name))
    return phrase("ratings.bot", name=name) if rung.bot else name


def _told(rung: LadderRung) -> str:
    points = phrase("ratings.points", points=rung.points, low=rung.low, high=rung.high)
    return f"{points}  {phrase('ratings.games', games=rung.games, won=rung.won, drawn=rung.drawn, us=rung.as_us)}"
