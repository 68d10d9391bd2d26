"""`ironbottom key`: a name on a server that is yours alone, and your key on another device.

What is told here of a key is told to its owner at his own terminal; to a server goes its public half, or, on its way to
another device, what only the code opens.
"""

from __future__ import annotations

import argparse
import secrets
import zlib
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import Struct
from msgspec.structs import replace

from ironbottom.keys import PRIVATE, fingerprint, new_key, private_bytes, private_key, public_bytes, sign
from ironbottom.language import _, counted
from ironbottom.vocabulary import phrase
from ironbottom.wire.invite import Invite, InviteError, read, write
from ironbottom.wire.messages import Ok
from ironbottom.wire.naming import (
    CARRIED,
    CODE,
    PAPER,
    RECOVER,
    CarriedKey,
    CarryKey,
    ClaimName,
    ReceiveKey,
    RecoverName,
    RevokeKey,
    carrying,
    code_of_secret,
    code_of_words,
    code_secret,
    code_words,
    printed_code,
    printed_key,
    recovered,
)

from ..console.errors import UserError
from ..console.output import say
from ..console.qr import qr
from ..console.running import run_command
from ..console.stdin import StdinLines
from ..launch.join_game import meet_at
from ..launch.player import Person
from ..net.reconnecting_client import Endpoint, ReconnectingClient
from ..storage import identity, seat_store
from ..storage.identity import Identity
from ..storage.seat_store import SavedSeat

TABLE = "KEY"  # in the place of a table, in a QR code that carries a key
NONCE = bytes(12)  # a sealing key is used once
OPENED = 64 * 1024  # bytes at most of what was sealed, unpacked
YES = ("y", "yes")


class CarriedIdentity(Struct, frozen=True):
    """What goes to the other device."""

    key: bytes
    name: str
    seats: tuple[SavedSeat, ...] = ()  # at that server


class KeyRoute(NamedTuple):
    """Where a key lies, and the code that opens it."""

    endpoint: Endpoint
    code: bytes


_pack = msgspec.json.Encoder(enc_hook=str).encode
_unpack = msgspec.json.Decoder(CarriedIdentity, dec_hook=lambda kind, text: kind(text)).decode


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
    async with _client(await meet_at(person, args.server), person.me) as client:
        await client.ask(partial(ClaimName, recovery=_recovery(drawn)), Ok)
    say([_("{name} is yours at {server}: nobody else is called so there.").format(
        name=person.me.name, server=args.server), *_paper(drawn)])
    return 0


async def _recover(args: argparse.Namespace) -> int:
    """The name goes to the key of this computer; the code that was used is used up."""
    old = printed_key(" ".join(args.code))
    if old is None:
        raise UserError(phrase("own_key.typed"))
    person = _person(args)
    me = Identity(new_key(), person.me.name) if args.new_key else person.me
    drawn = secrets.token_bytes(PAPER)
    after = _recovery(drawn)
    async with _client(await meet_at(person, args.server), me) as client:
        signature = sign(old, RECOVER, *recovered(client.server, me.name, me.public, after))
        say(_paper(drawn))  # before the old one is used up
        await client.ask(partial(RecoverName, name=me.name, recovery=after, signature=signature), Ok)
    if args.new_key:  # only now: what was refused changes nothing here
        _become(person.folder, me)
    say([_("{name} is yours again at {server}; the key that had it may not come there any more.").format(
        name=me.name, server=args.server)])
    return 0


async def _revoke(args: argparse.Namespace) -> int:
    person = _person(args)
    if not args.yes:
        say([phrase("own_key.revoking", server=args.server), _("Revoke it? [y/N]")])
        word = await person.typed.line()
        if word is None or word.strip().casefold() not in YES:
            raise UserError(_("Nothing was revoked."))
    async with _client(await meet_at(person, args.server), person.me) as client:
        await client.ask(RevokeKey, Ok)
    say([_("Nobody may come to {server} with this key any more.  The printed code gives your name to another: "
           "ironbottom key recover {server} --new-key CODE").format(server=args.server)])
    return 0


async def _carry(args: argparse.Namespace) -> int:
    person = _person(args)
    endpoint = await meet_at(person, args.server)
    assert endpoint.pin is not None
    code = secrets.token_bytes(CODE)
    made = carrying(code)
    seats = [seat for seat in seat_store.waiting(person.folder) if seat.pin == endpoint.pin and seat.own is None]
    async with _client(endpoint, person.me) as client:
        data, n = _sealed(person.me, seats, made.key, client.server)
        await client.ask(partial(CarryKey, box=made.box, data=data), Ok)
    string = write(Invite(TABLE, code_secret(code), endpoint.pin, endpoint.addresses))
    say([*qr(string), phrase("own_key.carry"), f"  ironbottom key receive {string}",
         f"  ironbottom key receive {args.server} {code_words(code)}"])
    if n:
        say([counted("{n} game of yours there goes with it.", "{n} games of yours there go with it.", n)])
    if n < len(seats):
        say([_("The older {n} had no room.").format(n=len(seats) - n)])
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
        carried = _opened(found, made.key, client.server)
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


def _sealed(me: Identity, seats: list[SavedSeat], key: bytes, server: bytes) -> tuple[bytes, int]:
    """An identity that only the code opens, with as many seats as have room, the newest; and how many those are."""
    for n in range(len(seats), -1, -1):
        whole = CarriedIdentity(private_bytes(me.key), me.name, tuple([replace(one, own=None) for one in seats[:n]]))
        data = AESGCM(key).encrypt(NONCE, zlib.compress(_pack(whole), 9), server)
        if len(data) <= CARRIED:
            return data, n
    raise AssertionError("a key and a name always have room")


def _opened(data: bytes, key: bytes, server: bytes) -> CarriedIdentity:
    """What the other device has sealed.  Raises UserError."""
    try:
        unpacking = zlib.decompressobj()
        found = _unpack(unpacking.decompress(AESGCM(key).decrypt(NONCE, data, server), OPENED))
        if len(found.key) != PRIVATE:
            raise ValueError(len(found.key))
    except (InvalidTag, zlib.error, ValueError):
        raise UserError(phrase("own_key.sealed")) from None
    return found


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


def _recovery(drawn: bytes) -> bytes:
    """What the server is told of a printed code."""
    key = printed_key(printed_code(drawn))
    assert key is not None
    return public_bytes(key)


def _paper(drawn: bytes) -> list[str]:
    """The code, to be written down or printed."""
    return ["", phrase("own_key.paper"), "", f"  {printed_code(drawn)}", ""]


COMMANDS = {"show": _show, "claim": _claim, "carry": _carry, "receive": _receive, "revoke": _revoke,
            "recover": _recover}
