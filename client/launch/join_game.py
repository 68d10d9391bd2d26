"""A seat at somebody else's table: by an invite, by a spoken code, at an address, or picked from those on the LAN."""

from __future__ import annotations

import argparse
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from importlib import import_module
from ipaddress import IPv6Address
from typing import NamedTuple

from msgspec.structs import replace

from ironbottom.keys import public_bytes
from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.beacon import PORT as BEACON
from ironbottom.wire.beacon import Announced
from ironbottom.wire.invite import PARTNER, PORTS, Address, Invite, InviteError, read
from ironbottom.wire.messages import Join, ListTables, Seated, Tables, Watch
from ironbottom.wire.session import version_of
from ironbottom.wire.spoken import spoken
from ironbottom.wire.teams import admits, invitation_key

from ..console.errors import UserError
from ..console.output import say
from ..console.running import run_command
from ..console.stdin import StdinLines
from ..net import discovery
from ..net.connection import Connection, NotReached, WrongKey, named
from ..net.discovery import Found
from ..net.reconnecting_client import Endpoint, NotGranted, ReconnectingClient
from ..net.saved_seat import seat_of
from ..plain.client import HowLeft
from ..storage import identity, known_hosts, seat_store
from ..storage.seat_store import SavedSeat
from ..text.people.table_list import SHOWN, Picked, TableChoice, free_side, table_line, terms_text
from ..text.rules.table_rules import announced
from .agreeing import agree
from .player import CODES, Person
from .processes import remote_code
from .processes.partners import for_partner, invited, other_than, partner_lines, shared

FIRST, LONGEST = 2.0, 5.0  # seconds of looking for tables on the LAN
PORT = 4277  # of an address without one
INVITED = re.compile(r"IB[0-9]+-", re.IGNORECASE)  # how an invite begins, whatever became of its end
TYPED = re.compile(r"(?:\[(?P<v6>[0-9a-fA-F:.]+)\]|(?P<host>[A-Za-z0-9_.-]+))(?::(?P<port>[0-9]{1,5}))?\Z")
SPECIAL = "special"  # code: who sits down must have been shown optional rules, battle and clocks for days


def run(args: argparse.Namespace) -> int:
    """`ironbottom join`."""
    return run_command(_join(args))


async def _join(args: argparse.Namespace) -> int:
    folder = identity.home()
    person = Person(folder, identity.me(folder, args.name), StdinLines(plain=args.plain), bid=args.bid)
    async with way_in(args, person) as (invite, lasting):
        return CODES[await by_invite(args, person, invite, lasting=lasting)]


class NoAddress(UserError):
    """It looks like an address, but cannot be one."""


class TableRoute(NamedTuple):
    """How one comes to a table; `lasting`: the addresses will lead there another time, too."""

    invite: Invite
    lasting: bool = True


@asynccontextmanager
async def way_in(args: argparse.Namespace, person: Person) -> AsyncIterator[TableRoute]:
    """The way that was asked for, by whatever was typed.  For a browser, which shows them, no table is picked of those
    at an address: the invite names none then.  Raises UserError.
    """
    text = " ".join(args.invite).strip()
    if args.invite and not text:
        raise UserError(_("That invite is empty: give the whole string, or nothing for the tables on this network."))
    found: Found | None = None
    if not text and person.typed.screen:
        found, text = await _from_lobby(args)
    elif not text:
        found = await _chosen(person, watch=args.watch)
    address = _address(text)
    if found is not None:
        async with _from_lan(args, person, found) as way:
            yield way
    elif remote_code.is_code(text):
        async with _by_code(text) as way:
            yield way
    elif address is not None:
        yield await _at_address(args, person, address)
    else:
        try:
            way = TableRoute(read(text))
        except InviteError as error:
            raise UserError(str(error)) from None
        yield way


def _address(text: str) -> Address | None:
    """An address that looks like one, and not like an invite."""
    likely = "." in text or ":" in text or text == "localhost"
    return typed_address(text) if likely and not INVITED.match(text) else None


async def _nowhere(text: str) -> str:
    """Why what was typed leads nowhere, as one sentence; "" where it may lead somewhere."""
    if not text or remote_code.is_code(text):
        return ""
    try:
        address = _address(text)
        if address is None:
            read(text)
        else:
            await (await _reached(address)).close()
    except (InviteError, NoAddress, NotReached) as error:
        return str(error)
    return ""


async def _reached(address: Address) -> Connection:
    """A connection to whoever is there.  Raises NotReached."""
    try:
        return await Connection.open(address, None)
    except NotReached as error:
        raise NotReached(_("The server cannot be reached: {whys}.").format(whys=error)) from None


async def meet_at(person: Person, text: str) -> Endpoint:
    """The server at an address that somebody typed, known or met now.  Raises UserError."""
    address = typed_address(text)
    if address is None:
        raise UserError(_("{text} is no address: it looks like play.example.org or play.example.org:4277.").format(
            text=repr(text[:80])
        ))
    return await meet(person, address, anew=False)


def typed_address(text: str) -> Address | None:
    """An address that somebody typed, "play.example.org:4277"; None: it is none.  Raises NoAddress."""
    if _is_v6(text):
        return Address(text, PORT)
    typed = TYPED.match(text)
    if typed is None:
        return None
    port = int(typed["port"] or PORT)
    if not 0 < port <= PORTS:
        raise NoAddress(_("{port} is no port: give one from 1 to {most}, or none for {usual}.").format(
            port=port, most=PORTS, usual=PORT
        ))
    return Address(typed["v6"] or typed["host"], port)


def _is_v6(text: str) -> bool:
    """Whether it is an IPv6 address without a port, as we ourselves show one."""
    try:
        IPv6Address(text)
    except ValueError:
        return False
    return True


async def meet(person: Person, address: Address, *, anew: bool) -> Endpoint:
    """The server at an address; its key is remembered when it is met first, and must be the same from then on.

    It has to let us in first: whatever else may answer there is no server of this game, and nothing to be remembered.
    """
    line = await _reached(address)
    pin = line.pin
    before = known_hosts.known(person.folder, address)
    try:
        if before != pin and (before is None or anew):
            await line.log_in(person.me)
    finally:
        await line.close()
    known_hosts.meet(person.folder, address, pin, anew=anew)
    if before is None or anew:
        person.warn(_compare(pin))
    return Endpoint((address,), pin)


async def by_invite(args: argparse.Namespace, person: Person, invite: Invite, *, lasting: bool = True) -> HowLeft:
    """The seat that an invite offers; or ours, if we have one there already."""
    endpoint = Endpoint(invite.addresses, invite.pin)
    saved = seat_store.at(person.folder, invite.pin, invite.table)
    if saved is not None and not args.watch:
        return await person.go_on(endpoint, saved)
    return await person.sit(endpoint, partial(_take, args, person.typed, invite, lasting))


async def _take(
    args: argparse.Namespace, typed: StdinLines, invite: Invite, lasting: bool, client: ReconnectingClient
) -> tuple[Seated, SavedSeat | None]:
    if args.watch and invite.flags & PARTNER:
        raise UserError(phrase("team.no_watching"))
    if args.watch:
        return await client.ask(partial(Watch, table=invite.table, secret=invite.secret), Seated), None
    seated, saved = await (_beside if invite.flags & PARTNER else _seated)(args, typed, invite, client)
    return seated, saved if lasting else replace(saved, addresses=())


async def _beside(
    args: argparse.Namespace, typed: StdinLines, invite: Invite, client: ReconnectingClient
) -> tuple[Seated, SavedSeat]:
    """§26.3  The seat of a partner, once he has read what is played there."""
    key = public_bytes(invitation_key(invite.secret))
    await agree(client, invite.table, admits(key), typed, agreed=args.agree)
    try:
        seated = await shared(client, client.me, invite)
    except NotGranted as no:
        raise _not_let_in(no) from None
    return seated, seat_of("join", seated, client)


async def _seated(
    args: argparse.Namespace, typed: StdinLines, invite: Invite, client: ReconnectingClient
) -> tuple[Seated, SavedSeat]:
    """A seat by the rules alone, or else by what the table has besides, once it was shown and agreed upon."""
    wished = partial(
        Join, table=invite.table, secret=invite.secret, side=args.side, request=secrets.token_bytes(16),
        advice=args.advice,
    )
    try:
        seated = await client.ask(wished, Seated)
    except NotGranted as no:
        if no.refused.code != SPECIAL:
            raise _not_let_in(no) from None
    else:
        return seated, seat_of("join", seated, client)
    terms = await agree(client, invite.table, invite.secret, typed, agreed=args.agree)
    try:
        seated = await client.ask(partial(wished, special=True, pace=True, cast=True), Seated)
    except NotGranted as no:
        raise _not_let_in(no) from None
    saved = seat_of("join", seated, client)
    if seated.place not in (terms.teams or ()):
        return seated, saved
    secret = await invited(client, client.me, seated.table, other_than(args.command))
    say(partner_lines(for_partner(invite, secret)))
    return seated, replace(saved, partner_secret=secret)


def _not_let_in(no: NotGranted) -> UserError:
    """Why there is no seat, and what can be done instead."""
    if no.refused.code == "taken":
        return UserError(_("The table is full: {why}  You may look on with --watch.").format(why=no))
    if no.refused.code == "advice":
        return UserError(
            _("At this table both of you may ask for advice on what to answer: give the command with --advice if that "
              "is what you want.")
        )
    if no.refused.code == "no-table":
        return UserError(
            _(
                "The server was reached, but the table of this invite is not there any more: ask your friend "
                "for a new one."
            )
        )
    return no


@asynccontextmanager
async def _by_code(code: str) -> AsyncIterator[TableRoute]:
    """Through a tunnel; it ends with this process."""
    child, invite = await remote_code.join(code)
    try:
        yield TableRoute(invite, lasting=False)
    finally:
        await child.stop()


async def _at_address(args: argparse.Namespace, person: Person, address: Address) -> TableRoute:
    """Without an invite: the tables of the lobby are shown."""
    endpoint = await meet(person, address, anew=args.new_key)
    assert endpoint.pin is not None
    if args.web:
        return TableRoute(Invite("", b"", endpoint.pin, endpoint.addresses))
    if person.typed.screen:
        return TableRoute(await _of_server(args, person, endpoint))
    async with ReconnectingClient(endpoint, person.me, lambda _event: None) as client:
        tables = [
            table for table in (await client.ask(ListTables, Tables)).tables
            if table.terms.spectators or (table.free is not None and not args.watch)
        ]
    if not tables:
        text = (_("{address} is reached, but there is no table to look on at.") if args.watch else
                _("{address} is reached, but no table there waits for a player."))
        raise UserError(text.format(address=named(address)))
    lines = [table_line(n, table) for n, table in enumerate(tables, 1)]
    chosen = tables[await picked(person.typed, lines, watch=args.watch or tables[0].free is None)]
    args.watch = args.watch or chosen.free is None
    return TableRoute(Invite(chosen.table, b"", endpoint.pin, endpoint.addresses))


async def _of_server(args: argparse.Namespace, person: Person, endpoint: Endpoint) -> Invite:
    """One of the tables of a server, in the terminal client, or one to which its club leads; there one may also look
    on.
    """
    assert endpoint.pin is not None
    visiting = import_module("ironbottom.client.terminal.club.visiting")
    table = ""
    while not table:
        picked = await _at_tables(endpoint, person, watch=args.watch)
        if picked.club:
            table = await visiting.visit(endpoint, person.me, person.folder)
            person.me = identity.me(person.folder)
        else:
            table, args.watch = picked.key, args.watch or picked.watch
    return Invite(table, b"", endpoint.pin, endpoint.addresses)


async def _at_tables(endpoint: Endpoint, person: Person, *, watch: bool) -> Picked:
    """What is picked among the tables of a server."""
    async with ReconnectingClient(endpoint, person.me, lambda _event: None) as client:

        async def look() -> list[TableChoice]:
            tables = (await client.ask(ListTables, Tables)).tables
            return [TableChoice(table.table, table_line(n, table), table.free is not None, table.terms.spectators)
                    for n, table in enumerate(tables, 1)]

        where = ", ".join([named(one) for one in endpoint.addresses])
        return await _lobby(_("Tables of {where}").format(where=where), look, watch=watch)


async def _lobby(
    title: str, look: Callable[[], Awaitable[list[TableChoice]]], hint: Callable[[], str] | None = None, *, watch: bool
) -> Picked:
    """Show tables, and let one be picked, to look on there if `watch`; who looks at a finished game comes back to
    them.  Raises UserError for who goes away.
    """
    lobby_app = import_module("ironbottom.client.terminal.app.lobby_app")
    finished_game = import_module("ironbottom.client.launch.alone.finished_game")
    told = title
    while True:
        picked: Picked | None = await lobby_app.picked(told, look, hint, watch=watch)
        if picked is None:
            raise UserError(_("No table was picked."))
        if not picked.game:
            return picked
        told = title
        try:
            await finished_game.opened(picked.game, review=picked.review)
        except UserError as fault:
            told = str(fault)


async def _from_lobby(args: argparse.Namespace) -> tuple[Found | None, str]:
    """A table of this network, or what was typed in its place, in the terminal client; there one may also look on."""
    known: dict[str, Found] = {}

    async def look() -> list[TableChoice]:
        found = await discovery.search(FIRST)
        known.update({one.table.table: one for one in found})
        return [
            TableChoice(one.table.table, _found_line(n, one), True, one.table.spectators)
            for n, one in enumerate(found, 1)
        ]

    picked = await _lobby(_("Tables on this network"), look, hint=nobody_found, watch=args.watch)
    while wrong := await _nowhere(picked.typed):
        picked = await _lobby(wrong, look, hint=nobody_found, watch=args.watch)
    args.watch = args.watch or picked.watch
    return known.get(picked.key), picked.typed


def _compare(pin: bytes) -> str:
    text = _("You meet this server for the first time.  Its words are: {words}.  Compare them with those on the host's "
             "screen; if they differ, somebody else has answered: then quit.")
    return text.format(words=spoken(pin))


# the LAN


async def _chosen(person: Person, *, watch: bool) -> Found:
    """Look around, and let one be picked, to look on there if `watch`."""
    say([_("Looking for tables on this network ...")])
    found = await discovery.search(FIRST)
    if not found:
        found = await discovery.search(LONGEST - FIRST)
    if not found:
        raise UserError(nobody_found())
    lines = [_found_line(n, one) for n, one in enumerate(found, 1)]
    return found[await picked(person.typed, lines, watch=watch)]


@asynccontextmanager
async def _from_lan(args: argparse.Namespace, person: Person, one: Found) -> AsyncIterator[TableRoute]:
    """To a table that was found."""
    if version_of(one.table.versions) is None:
        text = _("That table runs on {software}, which speaks another version of the protocol: upgrade the older one, "
                 "as its README says under Install.")
        raise UserError(text.format(software=one.table.software))
    before = known_hosts.known(person.folder, one.address)
    known_hosts.meet(person.folder, one.address, one.table.pin, anew=args.new_key)
    if before != one.table.pin:
        person.warn(_compare(one.table.pin))
    try:
        yield TableRoute(Invite(one.table.table, b"", one.table.pin, (one.address,)))
    except WrongKey:
        raise UserError(_("STOP: the server at {address} has not the key that was announced for it: somebody else "
                        "announces tables in its name.  Ask its host for an invite.").format(
            address=named(one.address)
        )) from None


def _found_line(n: int, found: Found) -> str:
    """What a server announces; an older one tells neither clock nor absence."""
    table: Announced = found.table
    where, software = named(found.address), table.software[:SHOWN]
    special = announced(table.options, table.battle, table.cast)
    terms = [terms_text(table.bank, table.absent, advice=table.advice, special=special)] if table.absent else []
    return _("{n}  {name}; free: {free}; cards: {cards}; {more}").format(
        n=n, name=table.name, free=free_side(table.free), cards=table.cards[:SHOWN],
        more=phrase("rows.between").join([*terms, where, software]),
    )


def nobody_found() -> str:
    """What may help where no table is found."""
    addresses = ", ".join([address.host for address in discovery.own_addresses(PORT)])
    text = _("No table was found on this network.  Is your friend's table up (`ironbottom host`), and does his "
             "firewall let in TCP port {port} and UDP port {beacon}?  Ask him for his invite, or for his address, and "
             "type `ironbottom join ADDRESS`.  The addresses of this computer are: {addresses}.")
    return text.format(port=PORT, beacon=BEACON, addresses=addresses)


async def picked(typed: StdinLines, lines: list[str], *, watch: bool = False) -> int:
    """Which of some tables, from 0; `watch`: the first is to be looked at.  Raises UserError when nothing is typed."""
    say(lines)
    while True:
        one = _("Look on there?  Type 1, or end with Ctrl-C.") if watch else _(
            "Sit down there?  Type 1, or end with Ctrl-C.")
        say([one if len(lines) == 1 else _("Which one?  Type its number, 1 to {n}.").format(n=len(lines))])
        word = await typed.line()
        if word is None:
            raise UserError(_("No table was picked."))
        word = word.strip()
        if word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= len(lines):
            return int(word) - 1
