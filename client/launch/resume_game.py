"""Games that wait, taken up again: against a bot, at a table of one's own, or at somebody else's."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ironbottom.language import _, counted

from ..console.errors import UserError
from ..console.output import complain, say
from ..console.running import run_command
from ..console.stdin import StdinLines
from ..net.connection import NotReached, WrongKey
from ..net.reconnecting_client import Endpoint
from ..net.saved_seat import waiting_line
from ..plain.client import HowLeft
from ..storage import identity, seat_store, web_profiles
from ..storage.identity import Identity
from ..storage.seat_store import SavedSeat
from ..storage.web_profiles import WebProfile
from . import browser_game, host_game, player
from .alone import hotseat_game, local_game
from .player import CODES, DONE, USAGE, Person


def run(args: argparse.Namespace) -> int:
    """`ironbottom resume`."""
    folder = identity.home()
    pages, unread = web_profiles.found(folder)
    if args.web:
        _name(unread)
        return player.FAILED if unread and not pages else _in_browser(args, folder, pages)
    seats, unread = seat_store.found(folder)
    _name(unread)
    if not seats and unread:
        return player.FAILED
    if not seats:
        in_browser = _("No game waits for you here; those in the browser go on with `ironbottom resume --web`.")
        complain(in_browser if pages else _("No game waits for you; `ironbottom play` begins one."))
        return player.FAILED
    there = counted("{n} game waits", "{n} games wait", len(seats))

    def go(n: int) -> int:
        return run_command(_forget(folder, seats[n]) if args.forget else _resume(folder, seats[n], plain=args.plain))

    return _one_of(args.n, Choice(
        [_("These games wait:"), *[waiting_line(n, seat) for n, seat in enumerate(seats, 1)]],
        _("Say which one: ironbottom resume 1, or another number."),
        _("There is no game {n}: {there}, numbered from 1.").format(n=args.n, there=there),
        len(seats), go,
    ))


def _name(unread: list[str]) -> None:
    """Files that may be games that wait, too."""
    for sentence in unread:
        complain(sentence)


def _in_browser(args: argparse.Namespace, folder: Path, pages: list[WebProfile]) -> int:
    """`ironbottom resume --web`: each page shows its games itself."""
    if not pages:
        complain(_("No page waits for you; `ironbottom play --web` begins a game on one."))
        return player.FAILED
    there = counted("{n} page waits", "{n} pages wait", len(pages))

    def go(n: int) -> int:
        return _off_the_list(folder, pages[n]) if args.forget else run_command(browser_game.resume(folder, pages[n]))

    return _one_of(args.n, Choice(
        [_("You have games in the browser:"), *[browser_game.line(n, page) for n, page in enumerate(pages, 1)]],
        _("Say which: ironbottom resume --web 1, or another number."),
        _("There is no page {n}: {there}, numbered from 1.").format(n=args.n, there=there),
        len(pages), go,
    ))


def _off_the_list(folder: Path, page: WebProfile) -> int:
    web_profiles.forget(folder, page)
    say([_("That page is off the list; its games stay with the browser and the server.")])
    return DONE


class Choice(NamedTuple):
    """What waits, and how it is gone on with."""

    lines: list[str]  # that show all of them
    unasked: str  # said to a pipe, which cannot be asked
    missing: str  # said where the number is too great
    most: int
    go: Callable[[int], int]  # with the one of this number, from 0


def _one_of(n: int | None, choice: Choice) -> int:
    """Go on with the one whose number was given, or is typed now where there are several; the exit code."""
    if n is None and choice.most > 1:
        say(choice.lines)
        if not at_terminal():
            complain(choice.unasked)
            return USAGE
        n = asked_for(choice.most)
        if n == 0:
            return DONE
    if n is not None and n > choice.most:
        complain(choice.missing)
        return USAGE
    return choice.go((n or 1) - 1)


def at_terminal() -> bool:
    """Whether somebody is there who can be asked; a pipe is told how to call the command."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def asked_for(most: int) -> int:
    """Which of so many, from 1; 0: none, after all."""
    while True:
        say([_("Which one?  Type its number, 1 to {n}; q leaves.").format(n=most)])
        try:
            word = input("> ").strip().casefold()
        except EOFError:
            print()
            return 0
        except UnicodeDecodeError:
            continue
        if word in ("q", "quit", "exit"):
            return 0
        if word.isascii() and word.isdigit() and len(word) < 6 and 1 <= int(word) <= most:
            return int(word)


async def _forget(folder: Path, seat: SavedSeat) -> int:
    """Take a game off the list: a server may be gone for good.  Raises UserError."""
    alone = seat.how in ("play", "hotseat")
    if seat.own is not None and alone and await local_game.is_open(seat.own):
        raise local_game.open_already()
    seat_store.give_up(folder, seat)
    if seat.own is not None and alone:
        local_game.tidy_up(folder, seat.own)
    say([_("That game is off the list.")])
    return DONE


async def _resume(folder: Path, seat: SavedSeat, *, plain: bool) -> int:
    if seat.how == "hotseat" and seat.own is not None:
        return CODES[await hotseat_game.go_on(folder, seat, seat.own, plain=plain)]
    return CODES[await _taken_up(folder, identity.me(folder), seat, StdinLines(plain=plain))]


async def _taken_up(folder: Path, me: Identity, seat: SavedSeat, typed: StdinLines) -> HowLeft:
    if seat.own is not None and seat.how == "play":
        return await local_game.go_on(folder, me, seat, seat.own, typed)
    if seat.own is not None:
        return await host_game.go_on(folder, me, seat, seat.own, typed)
    if not seat.addresses:
        raise UserError(
            _(
                "This game was reached with a spoken code, which works once: ask your friend for a new one and "
                "type `ironbottom join` with it."
            )
        )
    try:
        return await Person(folder, me, typed).go_on(Endpoint(seat.addresses, seat.pin), seat)
    except WrongKey:
        raise
    except NotReached as error:
        text = _("{fault}  Your game is kept there.  A friend's table is up again when he has typed "
                 "`ironbottom resume`.")
        raise UserError(text.format(fault=error)) from None
