"""Your own table for a friend: a server on this computer, one invite for him, and you in the same terminal."""

from __future__ import annotations

import argparse
import asyncio
import secrets
from contextlib import AsyncExitStack
from functools import partial
from itertools import count
from pathlib import Path

from msgspec.structs import replace

from ironbottom.language import _
from ironbottom.windows import Command
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.invite import SECRET, Invite, write
from ironbottom.wire.invite import link as as_link
from ironbottom.wire.messages import Create, Seated
from ironbottom.wire.spoken import spoken
from ironbottom.wire.terms import Terms

from ..console.output import columns, say
from ..console.qr import qr
from ..console.running import run_command
from ..console.stdin import StdinLines
from ..net.club.table_wish import TableWish
from ..net.connection import named
from ..net.discovery import own_addresses
from ..net.reconnecting_client import Endpoint, ReconnectingClient
from ..net.saved_seat import seat_of
from ..plain.client import HowLeft
from ..storage import identity
from ..storage.identity import Identity
from ..storage.seat_store import OwnServer, SavedSeat
from .agreeing import choose
from .alone.local_game import prepared
from .join_game import meet_at
from .player import CODES, Person
from .processes import remote_code
from .processes.partners import for_partner, invited, other_than, partner_lines, tell_partner, with_partner
from .processes.subprocesses import FolderInUse
from .processes.supervisor import Supervisor
from .table_options import cards_folder, cards_name

FOLDER = "host"
PORT = 4277  # the same for each of your tables, so that a friend finds you again


def run(args: argparse.Namespace) -> int:
    """`ironbottom host`."""
    return run_command(_host(args))


async def _host(args: argparse.Namespace) -> int:
    folder = identity.home()
    if args.choose:
        await choose(args)
    me = await asyncio.to_thread(prepared, folder, args)
    if args.at:
        person = Person(folder, me, StdinLines(plain=args.plain), bid=args.bid)
        endpoint = await elsewhere(args, person)
        make = partial(_make, replace(terms_of(args), cards=args.set), args.command)
        return CODES[await person.sit(endpoint, make)]
    async with AsyncExitStack() as stack:
        supervisor = await up(stack, own_server(folder, args))
        take = partial(_take, supervisor, terms_of(args), args.command)
        person = Person(folder, me, StdinLines(plain=args.plain), supervisor, bid=args.bid)
        left = await person.sit(supervisor.endpoint, take)
    return CODES[left]


def own_server(folder: Path, args: argparse.Namespace) -> OwnServer:
    """The server that was asked for.  Raises UserError."""
    if args.remote:
        remote_code.needs_extra()
    return OwnServer(
        folder / FOLDER, port=args.port, cards=cards_folder(args.set), announce=args.reach != "invite",
        everywhere=True, remote=args.remote, addresses=tuple(args.address), public=args.public or "",
    )


async def up(stack: AsyncExitStack, own: OwnServer) -> Supervisor:
    """Our server, whose folder keeps its key; while another table of ours is up there, one in a folder beside it."""
    for n in count(2):
        try:
            return await stack.enter_async_context(Supervisor(own))
        except FolderInUse:
            own = replace(own, data=own.data.with_name(f"{FOLDER}-{n}"))
    raise AssertionError("there is no end to the numbers")


async def elsewhere(args: argparse.Namespace, person: Person) -> Endpoint:
    """Somebody else's server, which a table is to be made on.  Raises UserError."""
    return await meet_at(person, args.at)


async def _make(terms: Terms, command: Command, client: ReconnectingClient) -> tuple[Seated, SavedSeat]:
    seated = await client.ask(partial(Create, request=secrets.token_bytes(16), terms=terms), Seated)
    assert client.endpoint.pin is not None
    invite = Invite(seated.table, seated.secret, client.endpoint.pin, client.endpoint.addresses)
    say([*shown_invite(invite), ""])
    saved = seat_of("join", seated, client)
    if 0 not in (terms.teams or ()):
        return seated, saved
    secret = await invited(client, client.me, seated.table, other_than(command))
    say([*partner_lines(for_partner(invite, secret)), ""])
    return seated, replace(saved, partner_secret=secret)


def terms_of(args: argparse.Namespace) -> Terms:
    """What the table is played by."""
    return TableWish(
        side=args.side, cards=cards_name(args.set), absent=args.absent, bank=args.bank, days=args.days,
        added=args.added, ceiling=args.ceiling, hours=args.hours, vacation=args.vacation, spectators=args.spectators,
        reach=args.reach, least=args.least, advice=args.advice, offers=args.offers, rated=args.rated, cast=args.cast,
        rules=args.agreed,
    ).terms


async def _take(
    supervisor: Supervisor, terms: Terms, command: Command, client: ReconnectingClient
) -> tuple[Seated, SavedSeat]:
    seated = await client.ask(partial(Create, request=secrets.token_bytes(16), terms=terms), Seated)
    await tell(supervisor, seated.table, seated.secret)
    own = replace(supervisor.own, port=supervisor.port)  # the same port another time: the invite says it
    saved = seat_of("host", seated, client, own)
    if 0 in (terms.teams or ()):
        saved = await with_partner(supervisor, saved, client, command)
    return seated, saved


def shown_invite(invite: Invite) -> list[str]:
    """The QR code where somebody sits before it, then the string, whole: a broken line cannot be copied."""
    if columns():
        say(qr(as_link(invite)))
    say([_("Your table is up.  One string is all that your friend needs:"), ""])
    print(write(invite))
    return ["", _("He types: ironbottom join, and the string.")]


async def go_on(folder: Path, me: Identity, saved: SavedSeat, own: OwnServer, typed: StdinLines) -> HowLeft:
    """Take up a table of our own again; if nobody sits there yet, say the invite again."""
    async with Supervisor(own, again=True) as supervisor:
        if saved.against and not own.remote:
            say_again(supervisor, saved)
        elif saved.secret or own.remote:
            await tell(supervisor, saved.table, saved.secret)
        if saved.partner_secret:
            tell_partner(supervisor, saved.table, saved.partner_secret)
        return await Person(folder, me, typed, supervisor).go_on(supervisor.endpoint, saved)


def say_again(supervisor: Supervisor, saved: SavedSeat) -> None:
    """He has his seat: the invite is for him only if our address is another one than before."""
    text = _("{name} comes back with `ironbottom resume`; if this computer has another address than before, with "
             "`ironbottom join` and this:")
    say([text.format(name=clean_name(saved.against))])
    print(write(_invite(supervisor, saved.table, saved.secret or bytes(SECRET))), flush=True)
    say([""])


def _invite(supervisor: Supervisor, table: str, secret: bytes) -> Invite:
    return Invite(table, secret, supervisor.pin, own_addresses(supervisor.port, supervisor.own.addresses))


async def tell(supervisor: Supervisor, table: str, secret: bytes) -> None:
    """How a friend finds the table."""
    own, invite = supervisor.own, _invite(supervisor, table, secret)
    lines = shown_invite(invite)
    where = ", ".join([named(address) for address in invite.addresses])
    lines.append(_("It leads to {where}.  From another network that works if your router passes that port on to this "
                   "computer, or with `ironbottom host --remote`.").format(where=where))
    if own.announce:
        text = _("On this network `ironbottom join` finds the table by itself; your server's words are: {words}.")
        lines.append(text.format(words=spoken(supervisor.pin)))
    if own.remote:
        child, code = await remote_code.host(supervisor.port, write(invite))
        supervisor.keep(child)
        lines.append(_("Or read this code to him: {code} (he types: ironbottom join {code}).  It works once.").format(
            code=code
        ))
    say([*lines, ""])
