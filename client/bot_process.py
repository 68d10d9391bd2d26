"""`ironbottom bot NAME join INVITE`: a bot takes a seat like anyone."""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import sys
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path

from ironbottom.phrases import ending
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.invite import Invite, InviteError, read
from ironbottom.wire.messages import Join, Seated, Wish

from . import identity, seats_kept, sitting
from .bot_seat import BotSeat, Farewell
from .bots.finding import made, maker, short
from .guest import Guest
from .identity import Me
from .link import Door, Link
from .news import News
from .own_record import OwnRecord
from .saying import say
from .seats_kept import KeptSeat
from .sitting import DONE, GAMES
from .trouble import Trouble
from .typed import Typed

FROM_INPUT = "-"  # in the place of an invite: it is the first line of the input, and the bot ends when the input does


def run(args: argparse.Namespace) -> int:
    """`ironbottom bot NAME join INVITE`."""
    return sitting.run(_bot(args))


async def _bot(args: argparse.Namespace) -> int:
    maker(args.bot)  # what is wrong with it is said before it sits down
    folder = identity.home() / "bots" / args.bot.replace(":", "-")
    me = Me(identity.kept_key(folder), clean_name(args.name or short(args.bot)), bot=True)
    if args.invite == FROM_INPUT:
        with redirect_stdout(sys.stderr):  # what it prints would be read by nobody, and fill a pipe
            return await _as_child(args, folder, me)
    return await _seat(args, folder, me, args.invite)


async def _as_child(args: argparse.Namespace, folder: Path, me: Me) -> int:
    """Play for whoever has started this process, and no longer than he is there."""
    typed = Typed()
    invite = await typed.line()
    if invite is None:
        return DONE
    playing = asyncio.create_task(_seat(args, folder, me, invite))
    parent = asyncio.create_task(typed.line())
    await asyncio.wait((playing, parent), return_when=asyncio.FIRST_COMPLETED)
    if playing.done():
        return playing.result()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    return DONE


def _invite(text: str) -> Invite:
    try:
        return read(text)
    except InviteError as error:
        raise Trouble(str(error)) from None


async def _seat(args: argparse.Namespace, folder: Path, me: Me, text: str) -> int:
    """Sit down, or sit down again, and play."""
    invite = _invite(text)
    news: asyncio.Queue[News] = asyncio.Queue()
    async with Link(Door(invite.addresses, invite.pin), me, news.put_nowait) as link:
        kept = seats_kept.at(folder, invite.pin, invite.table)
        seated = await _joined(link, invite, args.side) if kept is None else None
        if seated is not None and seated.token:
            kept = seats_kept.seat_of("join", seated, link)
            seats_kept.keep(folder, kept)
        guest = _guest(link, me, folder, invite, None if seated is not None else kept)
        link.take(guest, news.put_nowait, seated)
        cards = await sitting.cards_of(link, guest, news, folder)
        rng = random.Random(args.seed)
        seat = BotSeat(link, guest, news, lambda: made(args.bot, cards, rng))
        try:
            outcome = await seat.play()
        except Farewell as farewell:
            if farewell.code == "elsewhere":  # the player is back
                return DONE
            raise
        finally:
            _put_away(folder, seat, kept, lasting=args.invite != FROM_INPUT)
    say([ending(outcome.winner, outcome.reason, outcome.points)])
    return DONE


def _put_away(folder: Path, seat: BotSeat, kept: KeptSeat | None, *, lasting: bool) -> None:
    """Keep the seat for another time, unless the game is over: then its receipts stay, if `lasting`, no more."""
    if kept is None:
        return
    if seat.last is None:
        seats_kept.keep(folder, seats_kept.up_to_date(kept, seat.guest))
    else:
        seats_kept.give_up(folder, kept)
        seat.guest.record.forget(seat.guest.game)
        if not lasting:
            seat.guest.record.receipts(seat.guest.game).unlink(missing_ok=True)


async def _joined(link: Link, invite: Invite, side: Wish) -> Seated:
    request = secrets.token_bytes(16)
    return await link.ask(partial(Join, table=invite.table, secret=invite.secret, side=side, request=request), Seated)


def _guest(link: Link, me: Me, folder: Path, invite: Invite, kept: KeptSeat | None) -> Guest:
    record = OwnRecord(folder / GAMES)
    if kept is None:
        return Guest(me, link.server, invite.table, link.numbers, record)
    return Guest(
        me, link.server, kept.table, link.numbers, record, place=kept.place, token=kept.token, known=kept.known
    )
