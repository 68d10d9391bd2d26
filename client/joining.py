"""A seat at somebody else's table: by an invite, by a spoken code, at an address, or picked from those on the LAN."""

from __future__ import annotations

import argparse
import re
import secrets
from functools import partial

from msgspec.structs import replace

from ironbottom.language import _
from ironbottom.phrases import side_name
from ironbottom.wire.beacon import PORT as BEACON
from ironbottom.wire.beacon import Announced
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.invite import Address, Invite, InviteError, read
from ironbottom.wire.messages import Join, Lobby, Seated, TableLine, Tables, Watch, Wish
from ironbottom.wire.session import version_of
from ironbottom.wire.spoken import spoken
from ironbottom.words import Side

from . import identity, known_hosts, lan, remote, seats_kept, sitting
from .lan import Found
from .line import Line, WrongKey, named
from .link import Door, Link, NotGranted
from .plain_play import Left
from .seats_kept import KeptSeat
from .sitting import CODES, Person
from .terminal import say
from .trouble import Trouble
from .typed import Typed

FIRST, LONGEST = 2.0, 5.0  # seconds of looking for tables on the LAN
PORT = 4277  # of an address without one
TYPED = re.compile(r"(?:\[(?P<v6>[0-9a-fA-F:.]+)\]|(?P<host>[A-Za-z0-9_.-]+))(?::(?P<port>[0-9]{1,5}))?\Z")
SHOWN = 40


def run(args: argparse.Namespace) -> int:
    """`ironbottom join`."""
    return sitting.run(_join(args))


async def _join(args: argparse.Namespace) -> int:
    folder = identity.home()
    person = Person(folder, identity.me(folder, args.name), Typed())
    text = " ".join(args.invite).strip()
    if args.invite and not text:
        raise Trouble(_("That invite is empty: give the whole string, or nothing for the tables on this network."))
    if not text:
        return CODES[await _from_lan(args, person)]
    if remote.is_code(text):
        return CODES[await _by_code(args, person, text)]
    address = typed_address(text)
    if address is not None and ("." in text or ":" in text):
        return CODES[await _at_address(args, person, address)]
    try:
        invite = read(text)
    except InviteError as error:
        raise Trouble(str(error)) from None
    return CODES[await by_invite(args, person, invite)]


def typed_address(text: str) -> Address | None:
    """An address that somebody typed, "play.example.org:4277"; None: it is none."""
    typed = TYPED.match(text)
    return None if typed is None else Address(typed["v6"] or typed["host"], int(typed["port"] or PORT))


async def meet(person: Person, address: Address, *, anew: bool) -> Door:
    """The server at an address; its key is remembered when it is met first, and must be the same from then on."""
    line = await Line.open(address, None)
    pin = line.pin
    await line.close()
    new = known_hosts.known(person.folder, address) is None
    known_hosts.meet(person.folder, address, pin, anew=anew)
    if new or anew:
        say([_compare(pin)])
    return Door((address,), pin)


async def by_invite(args: argparse.Namespace, person: Person, invite: Invite, *, lasting: bool = True) -> Left:
    """The seat that an invite offers; or ours, if we have one there already.

    `lasting`: the addresses will lead there another time, too.
    """
    door = Door(invite.addresses, invite.pin)
    kept = seats_kept.at(person.folder, invite.pin, invite.table)
    if kept is not None and not args.watch:
        return await person.go_on(door, kept)
    return await person.sit(door, partial(_take, args, invite.table, invite.secret, lasting))


async def _take(
    args: argparse.Namespace, table: str, secret: bytes, lasting: bool, link: Link
) -> tuple[Seated, KeptSeat | None]:
    if args.watch:
        return await link.ask(partial(Watch, table=table, secret=secret), Seated), None
    request = secrets.token_bytes(16)
    try:
        seated = await link.ask(partial(Join, table=table, secret=secret, side=args.side, request=request), Seated)
    except NotGranted as no:
        raise _not_let_in(no) from None
    kept = seats_kept.seat_of("join", seated, link)
    return seated, kept if lasting else replace(kept, addresses=())


def _not_let_in(no: NotGranted) -> Trouble:
    """Why there is no seat, and what can be done instead."""
    if no.refused.code == "taken":
        return Trouble(_("The table is full: {why}  You may look on with --watch.").format(why=no.refused.text))
    if no.refused.code == "no-table":
        return Trouble(_("The server was reached, but the table of this invite is not there any more: ask your friend "
                         "for a new one."))
    return no


async def _by_code(args: argparse.Namespace, person: Person, code: str) -> Left:
    """Through a tunnel; it ends with this process."""
    child, invite = await remote.join(code)
    try:
        return await by_invite(args, person, invite, lasting=False)
    finally:
        await child.stop()


async def _at_address(args: argparse.Namespace, person: Person, address: Address) -> Left:
    """Without an invite: the tables of the lobby are shown."""
    door = await meet(person, address, anew=args.new_key)
    async with Link(door, person.me, lambda _news: None) as link:
        tables = [table for table in (await link.ask(Lobby, Tables)).tables if table.free is not None or args.watch]
    if not tables:
        raise Trouble(_("{address} is reached, but no table there waits for a player.").format(address=named(address)))
    chosen = await _picked(person.typed, [_table_line(n, table) for n, table in enumerate(tables, 1)])
    assert door.pin is not None
    kept = seats_kept.at(person.folder, door.pin, tables[chosen].table)
    if kept is not None and not args.watch:
        return await person.go_on(door, kept)
    return await person.sit(door, partial(_take, args, tables[chosen].table, b"", True))


def _compare(pin: bytes) -> str:
    text = _("You meet this server for the first time.  Its words are: {words}.  Compare them with those on the host's "
             "screen; if they differ, somebody else has answered: then quit.")
    return text.format(words=spoken(pin))


def _table_line(n: int, table: TableLine) -> str:
    return _("{n}  {name}; free: {free}; cards: {cards}").format(
        n=n, name=clean_name(table.name), free=_free(table.free), cards=table.terms.cards[:SHOWN]
    )


def _free(side: Wish | None) -> str:
    if side is None:
        return _("none")
    return _("either side") if side == "either" else side_name(Side[side.upper()])


# the LAN


async def _from_lan(args: argparse.Namespace, person: Person) -> Left:
    """Look around, and let one be picked."""
    say([_("Looking for tables on this network ...")])
    found = await lan.search(FIRST)
    if not found:
        found = await lan.search(LONGEST - FIRST)
    if not found:
        raise Trouble(nobody_found())
    one = found[await _picked(person.typed, [_found_line(n, one) for n, one in enumerate(found, 1)])]
    if version_of(one.table.versions) is None:
        text = _("That table runs on {software}, which speaks another version of the protocol: upgrade the older one "
                 "with `pip install --upgrade ironbottom`.")
        raise Trouble(text.format(software=one.table.software))
    door = Door((one.address,), one.table.pin)
    before = known_hosts.known(person.folder, one.address)
    known_hosts.meet(person.folder, one.address, one.table.pin, anew=args.new_key)
    if before != one.table.pin:
        say([_compare(one.table.pin)])
    try:
        return await by_invite(args, person, Invite(one.table.table, b"", one.table.pin, door.addresses))
    except WrongKey:
        raise Trouble(_("STOP: the server at {address} has not the key that was announced for it: somebody else "
                        "announces tables in its name.  Ask its host for an invite.").format(
            address=named(one.address)
        )) from None


def _found_line(n: int, found: Found) -> str:
    table: Announced = found.table
    return _("{n}  {name}; free: {free}; cards: {cards}; {where}; {software}").format(
        n=n, name=table.name, free=_free(table.free), cards=table.cards[:SHOWN], where=named(found.address),
        software=table.software[:SHOWN],
    )


def nobody_found() -> str:
    """What may help where no table is found."""
    addresses = ", ".join([address.host for address in lan.own_addresses(PORT)])
    text = _("No table was found on this network.  Is your friend's table up (`ironbottom host`), and does his "
             "firewall let in TCP port {port} and UDP port {beacon}?  Ask him for his invite, or for his address, and "
             "type `ironbottom join ADDRESS`.  The addresses of this computer are: {addresses}.")
    return text.format(port=PORT, beacon=BEACON, addresses=addresses)


async def _picked(typed: Typed, lines: list[str]) -> int:
    """Which of some tables, from 0.  Raises Trouble when nothing more is typed."""
    say(lines)
    while True:
        one = _("Sit down there?  Type 1, or end with Ctrl-C.")
        say([one if len(lines) == 1 else _("Which one?  Type its number, 1 to {n}.").format(n=len(lines))])
        word = await typed.line()
        if word is None:
            raise Trouble(_("No table was picked."))
        word = word.strip()
        if word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= len(lines):
            return int(word) - 1
