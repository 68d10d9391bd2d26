"""A game against a bot on this computer: server, bot and client are three processes, and nothing is to be set up."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from ironbottom.catalog import CardError
from ironbottom.language import _
from ironbottom.options import USUAL_BID
from ironbottom.private_files import make_folder
from ironbottom.windows import Command
from ironbottom.wire.messages import Create, PlayOn, Seated
from ironbottom.wire.terms import Terms

from ...bots.registry import maker
from ...bots.seat.reasons import writable
from ...console.errors import UserError
from ...console.output import say
from ...console.running import run_command
from ...console.stdin import StdinLines
from ...net.club.table_wish import with_special
from ...net.reconnecting_client import ReconnectingClient
from ...net.saved_seat import seat_of
from ...plain.client import HowLeft
from ...storage import identity, seat_store
from ...storage.card_sets import chosen, of_project
from ...storage.identity import Identity
from ...storage.seat_store import OwnServer, SavedSeat
from .. import player
from ..agreeing import choose
from ..player import CODES, Person
from ..processes.partners import tell_partner, with_partner
from ..processes.subprocesses import FolderInUse, ServerProcess
from ..processes.supervisor import Supervisor
from ..table_options import cards_folder, cards_name, special

FOLDER = "alone"
FIRST_BOT = "mate"  # after the tutorial

Wished = Callable[..., Create | PlayOn]  # what makes the table, but for its number


def run(args: argparse.Namespace) -> int:
    """`ironbottom play`."""
    return run_command(_play(args))


async def _play(args: argparse.Namespace) -> int:
    maker(args.bot)
    if args.reasons is not None:
        writable(args.reasons)
    folder = identity.home()
    if args.choose:
        await choose(args)
    me = await asyncio.to_thread(prepared, folder, args)
    own = OwnServer(
        new_folder(folder / FOLDER), cards=cards_folder(args.set), bot=args.bot, everywhere=bool(args.team),
        reasons="" if args.reasons is None else str(args.reasons.absolute()),
    )
    plain = Terms(
        side=args.side, cards=cards_name(args.set), absent=args.absent, spectators=False, least=args.least,
        seed=args.seed,
    )
    terms = with_special(plain, args.agreed)
    say([_("A new game against {bot}; it is kept, whatever happens.").format(bot=args.bot)])
    typed = StdinLines(plain=args.plain)
    command = args.command if terms.teams else None
    wish = by(terms)
    return CODES[await begin(folder, me, own, wish, typed, advice=args.advice, bid=args.bid, command=command)]


def by(terms: Terms) -> Wished:
    """A new table by these terms."""
    return partial(Create, request=secrets.token_bytes(16), terms=terms)


async def begin(
    folder: Path, me: Identity, own: OwnServer, wish: Wished, typed: StdinLines, *, advice: bool = False,
    bid: int = USUAL_BID, after: OwnServer | None = None, command: Command | None = None,
) -> HowLeft:
    """A new game, to its end; after the tutorial perhaps another.  `after`: the server to go on at, if another.

    `command`: what we command beside a partner, who is invited (§26).
    """
    player.make_ready(typed)
    try:
        async with Supervisor(own) as supervisor:
            take = partial(_take, supervisor, wish, after or supervisor.own, command)
            left = await Person(folder, me, typed, supervisor, advice=advice, bid=bid).sit(supervisor.endpoint, take)
    finally:
        tidy_up(folder, own)
    return await _now_against_the_bot(folder, me, typed) if left is HowLeft.BOT else left


async def _now_against_the_bot(folder: Path, me: Identity, typed: StdinLines) -> HowLeft:
    """The first game of somebody who has done the tutorial."""
    say([_("A new game against {bot}; it is kept, whatever happens.").format(bot=FIRST_BOT)])
    own = OwnServer(new_folder(folder / FOLDER), bot=FIRST_BOT)
    return await begin(folder, me, own, by(Terms(spectators=False, least=0)), typed)


def prepared(folder: Path, args: argparse.Namespace) -> Identity:
    """Who plays; and a look at cards of his own and at what he wants besides the rules (`args.agreed`), before anything
    is started.  Raises UserError.
    """
    if not of_project(args.set):
        try:
            chosen(args.set)
        except CardError as error:
            raise UserError(str(error)) from None
    args.agreed = special(args)
    return identity.me(folder, args.name)


async def _take(
    supervisor: Supervisor, wish: Wished, own: OwnServer, command: Command | None, client: ReconnectingClient
) -> tuple[Seated, SavedSeat]:
    """Make the table, and let the bot come; and a partner, if there is to be one."""
    seated = await client.ask(wish, Seated)
    supervisor.invite_bot(seated.table, seated.secret)
    saved = seat_of("play", seated, client, own)
    if command is not None:
        own = replace(own, port=supervisor.port)  # the same another time: the invite says it
        saved = await with_partner(supervisor, replace(saved, own=own), client, command)
    return seated, saved


async def go_on(folder: Path, me: Identity, saved: SavedSeat, own: OwnServer, typed: StdinLines) -> HowLeft:
    """Take up a game that was interrupted: the same server, on the same folder, and the same bot."""
    player.make_ready(typed)
    try:
        async with Supervisor(own, again=True) as supervisor:
            supervisor.invite_bot(saved.table, saved.secret)
            if saved.partner_secret:
                tell_partner(supervisor, saved.table, saved.partner_secret)
            left = await Person(folder, me, typed, supervisor).go_on(supervisor.endpoint, saved)
    except FolderInUse:
        raise open_already() from None
    finally:
        tidy_up(folder, own)
    return await _now_against_the_bot(folder, me, typed) if left is HowLeft.BOT else left


def open_already() -> UserError:
    """Two windows cannot have one game."""
    return UserError(_("This game is open already, in another window of this computer: leave it there first."))


async def is_open(own: OwnServer) -> bool:
    """Whether a server of ours runs on that folder now: then no other can."""
    if not own.data.is_dir():
        return False
    try:
        server = await ServerProcess.serve(own)
    except FolderInUse:
        return True
    except UserError:  # it does not start, and so does not run
        return False
    await server.stop()
    return False


def new_folder(parent: Path) -> Path:
    """A folder that nobody else uses, for one game."""
    try:
        make_folder(parent)
        while True:
            folder = parent / secrets.token_hex(4)
            try:
                folder.mkdir(mode=0o700)
            except FileExistsError:
                continue
            return folder
    except OSError as error:
        text = _("{path} cannot be made ({why}): set another folder in the environment variable IRONBOTTOM_HOME.")
        raise UserError(text.format(path=parent, why=error.strerror)) from None


def tidy_up(folder: Path, own: OwnServer) -> None:
    """A server's folder that no kept seat needs any more is taken away; the transcript is elsewhere.

    A seat that cannot be read just now may be the one that needs it.
    """
    saved = seat_store.found(folder)
    if not saved.unread and all(seat.own is None or seat.own.data != own.data for seat in saved.seats):
        shutil.rmtree(own.data, ignore_errors=True)
