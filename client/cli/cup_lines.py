"""`ironbottom cup`: how the cups of a server stand, in lines of text; entering and leaving; the seats that wait."""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from ironbottom.language import _
from ironbottom.phrases import side_name
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import cells, clean_name
from ironbottom.wire.cups import (
    WHOLE,
    Cup,
    CupGame,
    CupLine,
    CupPlayer,
    Cups,
    CupSeat,
    EnterCup,
    LeaveCup,
    ListCups,
    ShowCup,
)
from ironbottom.wire.messages import Ok, Seated
from ironbottom.words import Side

from ..console.output import say
from ..console.stdin import StdinLines
from ..launch.join_game import meet_at
from ..launch.player import Person
from ..net.reconnecting_client import ReconnectingClient
from ..net.saved_seat import seat_of
from ..net.table_list import terms_text
from ..storage import identity, seat_store
from ..text.rules.table_rules import in_brief, of_terms
from ..text.sanitize import sanitize


async def run(args: argparse.Namespace) -> int:
    """Ask the server, and print what it says.  Raises UserError."""
    folder = identity.home()
    person = Person(folder, identity.me(folder), StdinLines(plain=True))
    endpoint = await meet_at(person, args.server)
    async with ReconnectingClient(endpoint, person.me, lambda _event: None) as client:
        if args.act == "enter":
            await client.ask(partial(EnterCup, cup=args.cup), Ok)
            say([phrase("cup.was_entered")])
        elif args.act == "leave":
            await client.ask(partial(LeaveCup, cup=args.cup), Ok)
            say([phrase("cup.was_left")])
        elif args.cup:
            found = await client.ask(partial(ShowCup, cup=args.cup, round=args.round), Cup)
            told = _json(found) if args.json else cup_lines(found)
            kept = _kept(folder, client, await client.ask(ListCups, Cups))
            say(told if args.json else [*told, *kept])
        else:
            cups = await client.ask(ListCups, Cups)
            kept = _kept(folder, client, cups)
            say(_json(cups) if args.json else [*lines(cups), *kept])
    return 0


def _json(found: Cup | Cups) -> list[str]:
    return msgspec.json.format(msgspec.json.encode(found)).decode().splitlines()


def _kept(folder: Path, client: ReconnectingClient, cups: Cups) -> list[str]:
    """Write down the seats that wait and are not known here yet, so that `ironbottom resume` goes on with them."""
    assert client.endpoint.pin is not None
    told = list[str]()
    for seat in cups.seats:
        if seat_store.at(folder, client.endpoint.pin, seat.table) is None:
            seated = Seated(1, seat.table, seat.place, seat.token, b"", 0, 0, 0)
            seat_store.keep(folder, replace(seat_of("join", seated, client), against=_name(seat.against)))
        told.append(_seat(seat))
    return [*told, _("Go on with: ironbottom resume")] if told else []


def _seat(seat: CupSeat) -> str:
    side, name = side_name(Side(seat.place)), _name(seat.against)
    return phrase("cup.seat", side=side, name=name, table=sanitize(seat.table))


def lines(cups: Cups) -> list[str]:
    """All cups, for somebody who reads line by line."""
    return [line for cup in cups.cups for line in line_of(cup)] or [phrase("cup.none")]


def line_of(cup: CupLine) -> list[str]:
    """One of them, in brief."""
    parts = [_state(cup), phrase("cup.of_most", n=cup.entered, most=cup.most)]
    if cup.mine:
        parts.append(phrase("cup.entered"))
    first = f"{sanitize(cup.cup)}  {sanitize(cup.title)}: {phrase('rows.between').join(parts)}"
    return [first, f"    {_rules(cup)}"]


def _state(cup: CupLine) -> str:
    if cup.state == "open":
        return phrase("cup.closes", when=_moment(cup.closes))
    return phrase("cup.over") if cup.state == "over" else phrase("cup.in_round", n=cup.round, of=cup.rounds)


def _rules(cup: CupLine) -> str:
    own = cup.terms
    terms = terms_text(own.bank, "", pace=own.pace or None, special=in_brief(of_terms(own)), offers=own.offers or ())
    name = "tie" if cup.kind == "knock-out" else "two_games" if cup.games == 2 else "one_game"
    parts = [phrase(f"cup_kinds.{cup.kind}"), phrase(f"cup.{name}"), phrase("cup.within", n=cup.days)]
    return phrase("rows.between").join([*parts, sanitize(own.cards), terms])


def cup_lines(found: Cup) -> list[str]:
    """A cup: how everybody stands, and one of its rounds."""
    names = [_name(player.name) for player in found.players]
    width = max(map(cells, names), default=0)
    told = line_of(found.line)
    told += [_player(player, name, width, found) for player, name in zip(found.players, names, strict=True)]
    if found.line.state != "open":
        told.append(phrase("cup.through" if found.line.kind == "knock-out" else "cup.equal", n=WHOLE))
    if found.round:
        told += ["", phrase("cup.round", n=found.round), *[_game(game, names) for game in found.games]]
    if found.free:
        told.append(phrase("cup.free", names=phrase("rows.inside").join([names[n] for n in found.free])))
    return told


def _player(player: CupPlayer, name: str, width: int, found: Cup) -> str:
    if found.line.state == "open":
        return f"     {name}"
    place = str(player.place) if player.place else "-"
    points = phrase("cup.row", points=f"{player.points:g}", games=player.games, us=player.us, jp=player.jp)
    counts = phrase("cup.counts", mutual=f"{player.mutual:g}", strength=f"{player.strength:g}", lead=f"{player.lead:+}")
    parts = [points, counts if found.line.kind == "round-robin" else f"VP {player.lead:+}"]
    if player.out:
        parts.append(phrase("cup.out"))
    return f"{place:>3}  {name}{' ' * (width - cells(name))}  {phrase('rows.between').join(parts)}"


def _game(game: CupGame, names: list[str]) -> str:
    both = phrase("cup.game", us=names[game.us], jp=names[game.jp])
    if game.ending is None:
        how = phrase("cup.open", table=sanitize(game.table), when=_moment(game.due))
    else:
        result = phrase("cup.result", us=f"{game.points[0]:g}", jp=f"{game.points[1]:g}")
        how = phrase("rows.inside").join([result, f"VP {game.lead:+}", phrase(f"cup_endings.{game.ending}")])
    return f"{game.n:4}  {both}  {how}"


def _name(name: str) -> str:
    return clean_name(sanitize(name))


def _moment(at: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
