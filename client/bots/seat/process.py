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
from ironbottom.views import SeenOutcome
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.invite import Invite, InviteError, read
from ironbottom.wire.messages import Join, Seated
from ironbottom.wire.terms import Wish

from ...console.errors import UserError
from ...console.output import say
from ...console.running import run_command
from ...console.stdin import StdinLines
from ...net.downloads import cards_now, cards_of
from ...net.reconnecting_client import Endpoint, ReconnectingClient
from ...net.saved_seat import seat_of, up_to_date
from ...net.seat_session import SeatSession
from ...net.session_events import SessionEvent
from ...storage import identity, seat_store
from ...storage.evidence_log import GAMES, EvidenceLog
from ...storage.identity import Identity
from ...storage.seat_store import SavedSeat
from ..registry import made, maker, short
from . import finished
from .bot_seat import BotSeat, Farewell, LeftToss
from .reasons import ReasonFile, writable

DONE = 0
FROM_INPUT = "-"  # in the place of an invite: it is the first line of the input, and the bot ends when the input does


def run(args: argparse.Namespace) -> int:
    """`ironbottom bot NAME join INVITE`."""
    return run_command(_bot(args))


async def _bot(args: argparse.Namespace) -> int:
    maker(args.bot)  # what is wrong with it is said before it sits down
    if args.reasons is not None and args.invite != FROM_INPUT:  # of a child it was looked at before the game began
        writable(args.reasons)
    folder = identity.home() / "bots" / args.bot.replace(":", "-")
    me = Identity(identity.kept_key(folder), clean_name(args.name or short(args.bot)), bot=True)
    if args.invite == FROM_INPUT:
        with redirect_stdout(sys.stderr):  # what it prints would be read by nobody, and fill a pipe
            return await _as_child(args, folder, me)
    return await _seat(args, folder, me, args.invite)


async def _as_child(args: argparse.Namespace, folder: Path, me: Identity) -> int:
    """Play for whoever has started this process, and no longer than he is there."""
    typed = StdinLines()
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
        raise UserError(str(error)) from None


async def _seat(args: argparse.Namespace, folder: Path, me: Identity, text: str) -> int:
    """Sit down, or sit down again, and play."""
    invite = _invite(text)
    queue: asyncio.Queue[SessionEvent] = asyncio.Queue()
    async with ReconnectingClient(Endpoint(invite.addresses, invite.pin), me, queue.put_nowait) as client:
        saved = seat_store.at(folder, invite.pin, invite.table)
        seated = await _joined(client, invite, args.side) if saved is None else None
        if seated is not None and seated.token:
            saved = seat_of("join", seated, client)
            seat_store.keep(folder, saved)
        record = EvidenceLog(folder / GAMES, lasting=args.invite != FROM_INPUT)  # nobody asks who was sent for
        session = _session(client, me, record, invite, None if seated is not None else saved)
        client.take(session, queue.put_nowait, seated)
        cards = await cards_of(client, session, queue, folder)
        rng = random.Random(args.seed)
        own_server = args.invite == FROM_INPUT  # which needs no proof
        proof = None if own_server else finished.proof(client, session, session.base or cards)
        reasons = None if args.reasons is None else ReasonFile(args.reasons, lambda: cards_now(session, cards))
        seat = BotSeat(
            client, session, queue, lambda: made(args.bot, cards_now(session, cards), rng), proof=proof, reasons=reasons
        )
        outcome = await _play(folder, seat, saved)
    if outcome is not None:
        say([ending(outcome.winner, outcome.reason, outcome.points)])
    return DONE


async def _play(folder: Path, seat: BotSeat, saved: SavedSeat | None) -> SeenOutcome | None:
    """Play from a seat; None: the player is back, for whom it stood in."""
    try:
        return await seat.play()
    except Farewell as farewell:
        if farewell.code == "elsewhere":
            return None
        raise
    except LeftToss:
        _give_up(folder, saved)
        saved = None
        raise
    finally:
        _put_away(folder, seat, saved)


def _put_away(folder: Path, seat: BotSeat, saved: SavedSeat | None) -> None:
    """Keep the seat for another time, unless the game is over, and the campaign that it is part of."""
    if saved is None:
        return
    if seat.last is None or seat.session.between_battles:
        seat_store.keep(folder, up_to_date(saved, seat.session))
    else:
        _give_up(folder, saved)
        seat.session.record.forget(seat.session.game)


def _give_up(folder: Path, saved: SavedSeat | None) -> None:
    """The seat is not ours any more."""
    if saved is not None:
        seat_store.give_up(folder, saved)


async def _joined(client: ReconnectingClient, invite: Invite, side: Wish) -> Seated:
    request = secrets.token_bytes(16)
    wished = partial(
        Join, table=invite.table, secret=invite.secret, side=side, request=request, advice=True, special=True,
        pace=True, cast=True,
    )
    return await client.ask(wished, Seated)


def _session(
    client: ReconnectingClient, me: Identity, record: EvidenceLog, invite: Invite, saved: SavedSeat | None
) -> SeatSession:
    if saved is None:
        return SeatSession(me, client.server, invite.table, client.numbers, record)
    return SeatSession(
        me, client.server, saved.table, client.numbers, record, place=saved.place, token=saved.token, known=saved.known
    )
