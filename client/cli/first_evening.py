"""What `ironbottom play` offers whoever says nothing more: to go on with a campaign, to learn the game, to play with
advice, to play; and against whom.

Only a person at a terminal is asked; a pipe, or a command that says what it wants, plays at once.  Who has played
before finds that first.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ironbottom.language import N_, _
from ironbottom.wire.cleaning import clean_name

from ..bots.registry import BotFault, maker
from ..console.errors import UserError
from ..console.output import say
from ..console.stdin import is_screen
from ..launch import browser_game, resume_game
from ..launch.alone import local_game, tutorial_game
from ..storage import identity, seat_store, web_profiles
from ..storage.atomic_files import files_in
from ..storage.evidence_log import GAMES
from ..text.people.rungs import bot_told, ladder_head, ladder_with
from ..text.rules.campaigns import stands
from ..tutorial.coach import TUTOR

BOT = "b"  # what is typed for another bot
PLAYED = ".ibss"  # how the transcript of a game ends


class Beginning(NamedTuple):
    """One way to begin."""

    name: str
    text: str  # in English, or a sentence that was put together
    seat: int = 0  # which game that waits, from 1


LEARN = Beginning("learn", N_("Learn the game in ten minutes: a first game in short lessons"))
ADVISED = Beginning("advice", N_("Play against a bot, and be warned before a blunder"))
PLAY = Beginning("play", N_("Play against a bot"))
CHOOSE = Beginning("choose", N_("Choose a historical battle, a campaign or optional rules, and play against a bot"))
GO_ON = "go on"  # with a campaign that stands
FIRST, AGAIN = (LEARN, ADVISED, PLAY), (PLAY, ADVISED, LEARN)


def run(args: argparse.Namespace) -> int:
    """Ask, where somebody can be asked, and begin that."""
    lists = not (args.plain or args.web) and is_screen()
    chosen = asked(identity.home(), args.bot, lists=lists, web=args.web) if _somebody() else (PLAY, args.bot)
    if chosen is None:
        return 0
    evening, args.bot = chosen
    return begun(evening, args)


def begun(evening: Beginning, args: argparse.Namespace) -> int:
    """Begin one of them, here or in the browser."""
    if evening.name == GO_ON:
        waits = argparse.Namespace(n=evening.seat, plain=args.plain, web=False, forget=False)
        return resume_game.run(waits)
    if evening is LEARN:
        lessons = argparse.Namespace(name=args.name, plain=args.plain, web=args.web, again=False)
        return tutorial_game.in_browser(lessons) if args.web else tutorial_game.run(lessons)
    args.advice, args.choose = evening is ADVISED, evening is CHOOSE
    return browser_game.run("play", args) if args.web else local_game.run(args)


def asked(folder: Path, bot: str, *, lists: bool = False, web: bool = False) -> tuple[Beginning, str] | None:
    """What somebody picks by its number, with nothing the first; and against which bot.  Ctrl-D is no choice: None.

    `lists` can be drawn here: who has played may choose from them.  A page (`web`) shows itself which campaigns stand.
    """
    again = (*([] if web else standing(folder)), *AGAIN, *([CHOOSE] if lists else []))
    offered = again if has_played(folder) else FIRST
    prompt = _("A number from 1 to {n}, b for another bot, or Enter for 1: ").format(n=len(offered))
    bots = ladder_with(bot)
    say(menu(offered, bot))
    while line := _typed(prompt):
        if line.strip().lower() == BOT:
            other = bot_asked(bots, bot)
            if other is None:
                return None
            bot, bots = other, tuple(dict.fromkeys([*bots, other]))
            say(menu(offered, bot))
        elif (picked := picked_of(offered, line)) is not None:
            return picked, bot
        else:
            say([_found(line)])
    return None


def bot_asked(bots: tuple[str, ...], now: str) -> str | None:
    """A bot, by its number or its name, with nothing the present one; one that there is.  Ctrl-D is no choice: None."""
    say([ladder_head(), *[f"  {n}  {bot_told(bot)}" for n, bot in enumerate(bots, 1)]])
    prompt = _("A number from 1 to {n}, or MODULE:CLASS, or Enter for {bot}: ").format(n=len(bots), bot=now)
    while line := _typed(prompt):
        text = line.strip()
        if text.isascii() and text.isdigit():
            if 1 <= int(text[:9]) <= len(bots):
                return bots[int(text) - 1]
            say([_found(line)])
        elif not text or _is_there(text):
            return text or now
    return None


def _is_there(bot: str) -> bool:
    """Whether there is a bot of that name; if not, it is said why."""
    try:
        maker(bot)
    except BotFault as fault:
        say([str(fault)])
        return False
    return True


def _typed(prompt: str) -> str:
    """A line; "" for the end of the input."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        say([""])
    return line


def _found(line: str) -> str:
    return _("Found {text}.").format(text=repr(line.strip()[:20]))


def standing(folder: Path) -> list[Beginning]:
    """A way to go on with each campaign that stands here, the newest first."""
    text = _("Go on: {campaign}, against {name}")
    return [
        Beginning(GO_ON, text.format(
            campaign=stands(seat.campaign, seat.battle, seat.of, over=seat.over),
            name=clean_name(seat.against or (seat.own.bot if seat.own is not None else "")),
        ), n)
        for n, seat in enumerate(seat_store.waiting(folder), 1) if seat.campaign
    ]


def menu(offered: tuple[Beginning, ...], bot: str) -> Iterator[str]:
    """The offer, in lines."""
    yield _("Iron Bottom & Sunset Sky. How do you want to begin?")
    for n, one in enumerate(offered, 1):
        yield f"  {n}  {_(one.text)}"
    yield _("{what}: {how}").format(what=_("Bot"), how=bot_told(bot))


def picked_of(offered: tuple[Beginning, ...], line: str) -> Beginning | None:
    """What a line picks; None: nothing that is offered."""
    text = line.strip()
    if not text:
        return offered[0]
    return offered[int(text) - 1] if text.isascii() and text.isdigit() and 1 <= int(text) <= len(offered) else None


def has_played(folder: Path) -> bool:
    """Whether a game of his lies here, waits, or was played on a page; lessons that were begun are none."""
    try:
        if files_in(folder / GAMES, PLAYED):
            return True
    except UserError:
        return True
    waiting = [seat for seat in seat_store.waiting(folder) if not _lesson(seat)]
    return bool(waiting or web_profiles.found(folder).profiles)


def _lesson(seat: seat_store.SavedSeat) -> bool:
    return seat.own is not None and seat.own.bot == TUTOR


def _somebody() -> bool:
    """Whether there is somebody to be asked."""
    try:
        return sys.stdin.isatty() and sys.stdout.isatty()
    except (OSError, ValueError):
        return False
