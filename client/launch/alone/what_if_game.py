"""A what-if on this computer: a finished game of a file, played on from a moment of it against a bot."""

from __future__ import annotations

import argparse
import asyncio
import secrets
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from ironbottom.catalog import CardError
from ironbottom.flow import Game
from ironbottom.language import _
from ironbottom.record import RecordedMoment
from ironbottom.wire.messages import PlayOn
from ironbottom.wire.terms import Terms

from ...bots.registry import maker
from ...console.errors import UserError
from ...console.output import say
from ...console.running import run_command
from ...console.stdin import StdinLines
from ...storage import identity
from ...storage.card_sets import KnownSets
from ...storage.finished_games import FinishedGame, WhatIfChoice, command, reel
from ...storage.identity import Identity
from ...storage.seat_store import OwnServer
from ...text.people.rungs import RUNGS
from ..player import CODES
from ..table_options import cards_folder
from .local_game import FOLDER, begin, new_folder

SHELF = "REPLAY"  # by which a server knows the game of its file
RECORD = ".jsonl"  # how a record ends that is no transcript
SEED = 8  # bytes of chance: short enough to be typed


def run(args: argparse.Namespace) -> int:
    """`ironbottom whatif`."""
    return run_command(_run(args))


async def _run(args: argparse.Namespace) -> int:
    maker(args.bot)
    folder = identity.home()
    me = await asyncio.to_thread(identity.me, folder, args.name)
    moments = await asyncio.to_thread(moments_of, args.file, args.set)
    choice = WhatIfChoice(moment(moments, args.at, args.turn), args.knows, args.dice == "fresh", args.side, args.bot,
                          args.seed)
    return await played(folder, me, args.file, choice, StdinLines(plain=args.plain), args.set)


async def wished(file: str, choice: WhatIfChoice, cards: str | None) -> int:
    """One that was wished for on the screen.  Raises UserError."""
    folder = identity.home()
    me = await asyncio.to_thread(identity.me, folder, None)
    return await played(folder, me, file, choice, StdinLines(plain=False), cards)


def leads_on(file: str, found: FinishedGame) -> bool:
    """Whether a server will play on from this file."""
    return Path(file).suffix != RECORD and not found.fault and found.moments[-1].game.outcome is not None


async def played(
    folder: Path, me: Identity, file: str, choice: WhatIfChoice, typed: StdinLines, cards: str | None
) -> int:
    """Play it, to its end or until it is left."""
    choice = seeded(choice)
    own = OwnServer(
        new_folder(folder / FOLDER), cards=cards_folder(cards) if cards else "", bot=choice.bot,
        replay=str(Path(file).resolve()),
    )
    terms = Terms(side=choice.side, spectators=False, least=0, seed=choice.seed)
    wish = partial(
        PlayOn, request=secrets.token_bytes(16), terms=terms, table=SHELF, at=choice.at, knows=choice.knows,
        fresh=choice.fresh,
    )
    say([_("A what-if against {bot}: it counts as no game, and is kept like one.").format(bot=choice.bot),
         _("The same again, for whoever has the file: {command}").format(command=command(file, choice)), ""])
    code = CODES[await begin(folder, me, own, wish, typed, after=replace(own, replay=""))]
    back = file if choice.bot in RUNGS else f"{file} --bot {choice.bot}"
    say([_("Back to the game that it left: ironbottom replay {file}").format(file=back)])
    return code


def seeded(choice: WhatIfChoice) -> WhatIfChoice:
    """With a seed, so that it can be had again."""
    return choice if choice.seed is not None else choice._replace(seed=secrets.token_bytes(SEED).rjust(32, b"\0"))


def moments_of(file: str, cards: str | None) -> list[RecordedMoment]:
    """The moments of a finished game that a server will take.  Raises UserError, in one sentence."""
    if Path(file).suffix == RECORD:
        text = _("{file} is a record of `ironbottom selfplay`; allowed is the transcript (.ibss) of a finished game.")
        raise UserError(text.format(file=file))
    try:
        found = reel(file, KnownSets(cards))
    except CardError as error:
        raise UserError(str(error)) from None
    return sound(file, found)


def sound(file: str, found: FinishedGame) -> list[RecordedMoment]:
    """The same of a file that was read."""
    if found.fault:
        raise UserError(found.fault)
    if not found.moments or found.moments[-1].game.outcome is None:
        text = _("{file}: the game is not over, or its end was cut off: what-ifs are for games that are over.")
        raise UserError(text.format(file=file))
    return found.moments


def moment(moments: list[RecordedMoment], at: int | None, turn: int | None, option: str = "--at") -> int:
    """How many answers were given before it.  Raises UserError where the game has no such moment; `option` said so."""
    if turn is not None:
        return _beginning(moments, turn)
    last = max([n for n, one in enumerate(moments) if one.game.outcome is None])
    if at is None or not 0 <= at <= last:
        text = _("{option}: found {found}; allowed is a number from 0 to {most}, by how many answers were given "
                 "before.")
        raise UserError(text.format(option=option, found=at, most=last))
    return at


def _beginning(moments: list[RecordedMoment], turn: int) -> int:
    """The first question of a turn."""
    games: list[Game] = [one.game for one in moments]
    last = max(game.state.turn for game in games)
    found = next((n for n, game in enumerate(games) if game.state.turn == turn and game.asked), None)
    if found is None:
        raise UserError(_("--turn: found {found}; allowed is a number from 1 to {most}.").format(found=turn, most=last))
    return found
