"""`ironbottom key`: a name on a server that is yours alone, and your key on another device.

What is told here of a key is told to its owner at his own terminal; to a server goes its public half, or, on its way to
another device, what only the code opens.
"""

from __future__ import annotations

import argparse
import secrets
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from ironbottom.keys import fingerprint, new_key, private_key
from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.invite import InviteError, read
from ironbottom.wire.naming import (
    PAPER,
    CarriedKey,
    ReceiveKey,
    carrying,
    code_of_secret,
    code_of_words,
    printed_key,
)

from ..console.errors import UserError
from ..console.output import say
from ..console.qr import qr
from ..console.running import run_command
from ..console.stdin import StdinLines
from ..launch.join_game import meet_at
from ..launch.player import Person
from ..net.club.carrying import TABLE, opened
from ..net.club.club_client import club_client
from ..net.reconnecting_client import Endpoint, ReconnectingClient
from ..storage import identity, seat_store
from ..storage.identity import Identity
from ..storage.seat_store import SavedSeat
from ..text.people.own_key import claimed, games_with_it, paper, recovered_line, revoked_line, to_receive

YES = ("y", "yes")


class KeyRoute(NamedTuple):
    """Where a key lies, and the code that opens it."""

    endpoint: Endpoint
    code: bytes


def run(args: argparse.Namespace) -> int:
    """One of the sub-commands."""
    return run_command(COMMANDS[args.key_command](args))


async def _show(_args: argparse.Namespace) -> int:
    me = identity.me(identity.home())
    say([_("Your name: {name}").format(name=me.name), _("Your key: {key}").format(key=fingerprint(me.public))])
    return 0


async def _claim(args: argparse.Namespace) -> int:
    person = _person(args)
    drawn = secrets.token_bytes(PAPER)
    async with club_client(await meet_at(person, args.server), person.me, person.folder) as club:
        await club.claim(drawn)
    say([claimed(person.me.name, args.server), *paper(drawn)])
    return 0


async def _recover(args: argparse.Namespace) -> int:
    """The name goes to the key of this computer; the code that was used is used up."""
    old = printed_key(" ".join(args.code))
    if old is None:
        raise UserError(phrase("own_key.typed"))
    person = _person(args)
    me = Identity(new_key(), person.me.name) if args.new_key else person.me
    drawn = secrets.token_bytes(PAPER)
    async with club_client(await meet_at(person, args.server), me, person.folder) as club:
        say(paper(drawn))  # before the old one is used up
        await club.recover(old, drawn)
    if args.new_key:  # only now: what was refused changes nothing here
        _become(person.folder, me)
    say([recovered_line(me.name, args.server)])
    return 0


async def _revoke(args: argparse.Namespace) -> int:
    person = _person(args)
    if not args.yes:
        say([phrase("own_key.revoking", server=args.server), _("Revoke it? [y/N]")])
        word = await person.typed.line()
        if word is None or word.strip().casefold() not in YES:
            raise UserError(_("Nothing was revoked."))
    async with club_client(await meet_at(person, args.server), person.me, person.folder) as club:
        await club.revoke()
    say([revoked_line(args.server)])
    return 0


async def _carry(args: argparse.Namespace) -> int:
    person = _person(args)
    async with club_client(await meet_at(person, args.server), person.me, person.folder) as club:
        way = await club.carry()
    say([*qr(way.string), *to_receive(way.string, way.words, args.server), *games_with_it(way.games, way.left)])
    return 0


async def _receive(args: argparse.Namespace) -> int:
    """This computer is you, too: whoever it was before is kept aside, if he says so."""
    folder = identity.home()
    if identity.has_key(folder) and not args.replace:
        raise UserError(phrase("own_key.another", folder=folder))
    person = Person(folder, Identity(new_key(), _("New device")), StdinLines(plain=True))
    way = await _way(args, person)
    made = carrying(way.code)
    async with _client(way.endpoint, person.me) as client:
        found = (await client.ask(partial(ReceiveKey, box=made.box), CarriedKey)).data
        carried = opened(found, made.key, client.server)
    _become(folder, Identity(private_key(carried.key), carried.name))
    for seat in carried.seats:
        seat_store.keep(folder, _at(way.endpoint, seat))
    say([_("This computer is {name} now, too.").format(name=identity.kept_name(folder)),
         _("Your games that wait: ironbottom resume")])
    return 0


def _become(folder: Path, me: Identity) -> None:
    """Be somebody else on this computer; the key before is kept beside."""
    kept = identity.set_aside(folder)
    if kept is not None:
        say([_("The key before is kept as {path}.").format(path=kept)])
    identity.take_over(folder, me.key, me.name)


async def _way(args: argparse.Namespace, person: Person) -> KeyRoute:
    """Where to ask, by what was typed: one string, or an address and words."""
    first, *words = args.code
    if not words:
        try:
            invite = read(first)
        except InviteError as error:
            raise UserError(str(error)) from None
        code = code_of_secret(invite.secret) if invite.table == TABLE else None
        if code is None:
            raise UserError(_("That is an invite to a table: give it to `ironbottom join`."))
        return KeyRoute(Endpoint(invite.addresses, invite.pin), code)
    code = code_of_words(words)
    if code is None:
        raise UserError(phrase("own_key.words"))
    return KeyRoute(await meet_at(person, first), code)


def _at(endpoint: Endpoint, seat: SavedSeat) -> SavedSeat:
    """A seat that a page has carried, which does not know where its server is: where it was just found."""
    if seat.pin or endpoint.pin is None:
        return seat
    return replace(seat, pin=endpoint.pin, addresses=endpoint.addresses)


def _person(args: argparse.Namespace) -> Person:
    folder = identity.home()
    return Person(folder, identity.me(folder, args.name), StdinLines(plain=True))


def _client(endpoint: Endpoint, me: Identity) -> ReconnectingClient:
    return ReconnectingClient(endpoint, me, lambda _event: None)


COMMANDS = {"show": _show, "claim": _claim, "carry": _carry, "receive": _receive, "revoke": _revoke,
            "recover": _recover}
