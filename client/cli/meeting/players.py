"""`ironbottom player`: the page of a player of a server, line by line; twin of client/web/start/games/player.js."""

from __future__ import annotations

import argparse
from datetime import datetime
from functools import partial

import msgspec

from ironbottom.phrases import side_name
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.players import GetPlayer, PlayerGame, PlayerPage
from ironbottom.words import SIDES

from ...console.output import say
from ...console.running import run_command
from ...console.stdin import StdinLines
from ...launch.join_game import meet_at
from ...launch.player import Person
from ...net.reconnecting_client import ReconnectingClient
from ...storage import identity
from ...text.sanitize import sanitize

RESULTS = {1.0: "won", 0.0: "lost"}  # all others are drawn


def run(args: argparse.Namespace) -> int:
    """Ask the server, and print what it says."""
    return run_command(_run(args))


async def _run(args: argparse.Namespace) -> int:
    folder = identity.home()
    person = Person(folder, identity.me(folder), StdinLines(plain=True))
    endpoint = await meet_at(person, args.server)
    async with ReconnectingClient(endpoint, person.me, lambda _event: None) as client:
        found = await client.ask(partial(GetPlayer, who=args.who[:200]), PlayerPage)
    say(msgspec.json.format(msgspec.json.encode(found)).decode().splitlines() if args.json else lines(found))
    return 0


def lines(page: PlayerPage) -> list[str]:
    """The page, for somebody who reads line by line."""
    told = [_name(page.name, bot=page.bot), phrase("players.letters", key=sanitize(page.key))]
    for side, record in zip(SIDES, (page.us, page.jp), strict=True):
        told.append(phrase("players.side", side=side_name(side), games=record.games, won=record.won,
                           drawn=record.drawn))
    if page.ratings:
        now = page.ratings[-1]
        told.append(phrase("players.rating", points=now.points, low=now.low, high=now.high))
    else:
        told.append(phrase("players.unrated"))
    if len(page.ratings) > 1:
        told.append(phrase("players.over_time"))
    for one in page.ratings[:-1]:
        told.append("  " + phrase("players.moment", when=_day(one.at), points=one.points, low=one.low, high=one.high))
    told.append(phrase("players.opponents"))
    for other in page.opponents:
        told.append("  " + phrase("players.opponent", name=_name(other.name, bot=other.bot), games=other.games,
                                  won=other.won, drawn=other.drawn))
    return [*told, phrase("players.games"), *[f"  {_game(one)}" for one in page.games], phrase("players.public")]


def _game(one: PlayerGame) -> str:
    known = {
        "when": _day(one.at), "result": phrase(f"players.{RESULTS.get(one.score, 'drawn')}"),
        "side": side_name(SIDES[one.side == 1]), "name": _name(one.name),
    }
    if not one.reason:
        return phrase("players.earlier", **known)
    us, jp = one.points
    return phrase("players.game", **known, us=us, jp=jp, turn=one.turn)


def _name(name: str, *, bot: bool = False) -> str:
    clean = clean_name(sanitize(name))
    return phrase("ratings.bot", name=clean) if bot else clean


def _day(at: int) -> str:
    return f"{datetime.fromtimestamp(at):%Y-%m-%d}"
