"""What `ironbottom play` offers whoever says nothing more: to learn the game, to play with advice, to play.

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

from ..console.errors import UserError
from ..console.output import say
from ..console.stdin import is_screen
from ..launch import browser_game
from ..launch.alone import local_game, tutorial_game
from ..storage import identity, seat_store, web_profiles
from ..storage.atomic_files import files_in
from ..storage.evidence_log import GAMES
from ..tutorial.coach import TUTOR

PLAYED = ".ibss"  # how the transcript of a game ends


class Beginning(NamedTuple):
    """One way to begin."""

    name: str
    text: str  # in English


LEARN = Beginning("learn", N_("Learn the game in ten minutes: a first game in short lessons"))
ADVISED = Beginning("advice", N_("Play against a bot, and be warned before a blunder"))
PLAY = Beginning("play", N_("Play against a bot"))
CHOOSE = Beginning("choose", N_("Choose a historical battle or optional rules, and play against a bot"))
FIRST, AGAIN = (LEARN, ADVISED, PLAY), (PLAY, ADVISED, LEARN)


def run(args: argparse.Namespace) -> int:
    """Ask, where somebody can be asked, and begin that."""
    lists = not (args.plain or args.web) and is_screen()
    evening = chosen(identity.home(), lists=lists) if _somebody() else PLAY
    return 0 if evening is None else begun(evening, args)


def begun(evening: Beginning, args: argparse.Namespace) -> int:
    """Begin one of them, here or in the browser."""
    if evening is LEARN:
        lessons = argparse.Namespace(name=args.name, plain=args.plain, web=args.web, again=False)
        return tutorial_game.in_browser(lessons) if args.web else tutorial_game.run(lessons)
    args.advice, args.choose = evening is ADVISED, evening is CHOOSE
    return browser_game.run("play", args) if args.web else local_game.run(args)


def chosen(folder: Path, *, lists: bool = False) -> Beginning | None:
    """What somebody picks by its number; with nothing, the first.  Ctrl-D is no choice: None.  `lists` can be drawn
    here: who has played may choose from them.
    """
    again = (*AGAIN, CHOOSE) if lists else AGAIN
    offered = again if has_played(folder) else FIRST
    say(menu(offered))
    while True:
        print(_("A number from 1 to {n}, or Enter for 1: ").format(n=len(offered)), end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            say([""])
            return None
        picked = picked_of(offered, line)
        if picked is not None:
            return picked
        say([_("Found {text}.").format(text=repr(line.strip()[:20]))])


def menu(offered: tuple[Beginning, ...]) -> Iterator[str]:
    """The offer, in lines."""
    yield _("Iron Bottom & Sunset Sky. How do you want to begin?")
    for n, one in enumerate(offered, 1):
        yield f"  {n}  {_(one.text)}"


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
