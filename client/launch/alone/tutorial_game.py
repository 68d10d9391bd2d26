"""`ironbottom tutorial`: begin it, or go on with it where it was left."""

from __future__ import annotations

import argparse
import asyncio
from importlib import import_module
from pathlib import Path
from typing import Literal

from ironbottom.language import _
from ironbottom.wire.terms import Terms

from ...console.output import say
from ...console.running import run_command
from ...console.stdin import StdinLines
from ...plain.client import HowLeft
from ...storage import identity, seat_store
from ...storage.identity import Identity
from ...storage.seat_store import OwnServer, SavedSeat
from ...tutorial.coach import TUTOR
from ...tutorial.script import Script, script
from ..player import CODES
from . import local_game


def run(args: argparse.Namespace) -> int:
    """One that was left is gone on with, unless it is to be begun again."""
    return run_command(_learn(args))


def in_browser(args: argparse.Namespace) -> int:
    """The page knows the script as well: it makes the table, and calls the same bot."""
    told = script()
    wanted = {"bot": TUTOR, "side": _side(told), "set": told.cards, "seed": bytes.fromhex(told.seed)}
    asked = argparse.Namespace(**vars(args), **wanted, least=0, advice=False)
    return int(import_module("ironbottom.client.launch.browser_game").run("play", asked))


async def _learn(args: argparse.Namespace) -> int:
    folder = identity.home()
    me = await asyncio.to_thread(identity.me, folder, args.name)
    typed = StdinLines(plain=args.plain)
    left = [seat for seat in seat_store.waiting(folder) if seat.own is not None and seat.own.bot == TUTOR]
    if args.again:
        for seat in left:
            _forget(folder, seat)
    elif left and left[0].own is not None:
        say([_("You go on where you left the tutorial; `ironbottom tutorial --again` begins it anew.")])
        return CODES[await local_game.go_on(folder, me, left[0], left[0].own, typed)]
    return CODES[await _begun(folder, me, typed)]


def _side(told: Script) -> Literal["us", "jp"]:
    return "jp" if told.side else "us"


def _forget(folder: Path, seat: SavedSeat) -> None:
    seat_store.give_up(folder, seat)
    if seat.own is not None:
        local_game.tidy_up(folder, seat.own)


async def _begun(folder: Path, me: Identity, typed: StdinLines) -> HowLeft:
    """A table with the deal and the dice of the script."""
    told = script()
    own = OwnServer(local_game.new_folder(folder / local_game.FOLDER), bot=TUTOR)
    terms = Terms(side=_side(told), cards=told.cards, spectators=False, least=0, seed=bytes.fromhex(told.seed))
    text = _("{n} short lessons, on a server of your own.  Leave at any moment; `ironbottom tutorial` goes on.")
    say([text.format(n=len(told.lessons))])
    return await local_game.begin(folder, me, own, local_game.by(terms), typed)
