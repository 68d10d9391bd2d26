"""Games that wait, taken up again: against a bot, at a table of one's own, or at somebody else's."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from ironbottom.language import _

from . import alone, hosting, identity, seats_kept, sitting
from .identity import Me
from .link import Door
from .plain_play import Left
from .seats_kept import KeptSeat
from .sitting import CODES, DONE, USAGE, Person
from .terminal import complain, say
from .trouble import Trouble
from .typed import Typed


def run(args: argparse.Namespace) -> int:
    """`ironbottom resume`."""
    folder = identity.home()
    seats = seats_kept.waiting(folder)
    if not seats:
        complain(_("No game waits for you; `ironbottom play` begins one."))
        return sitting.FAILED
    if args.n is None and len(seats) > 1:
        say([_("These games wait:"), *[line(n, seat) for n, seat in enumerate(seats, 1)]])
        complain(_("Say which one: ironbottom resume 1, or another number."))
        return USAGE
    n = args.n or 1
    if not 1 <= n <= len(seats):
        complain(_("There is no game {n}; {most} wait, from 1 on.").format(n=n, most=len(seats)))
        return USAGE
    if args.forget:
        return _forget(folder, seats[n - 1])
    return sitting.run(_resume(folder, seats[n - 1]))


def line(n: int, seat: KeptSeat) -> str:
    """A game in the list."""
    begun = datetime.fromtimestamp(seat.made).strftime("%Y-%m-%d %H:%M")
    against = seat.against or (seat.own.bot if seat.own is not None else "")
    if not against:
        text = _("{n}  a table that waits for a player, made {begun}")
    elif not seat.turn:
        text = _("{n}  against {against}, begun {begun}")
    else:
        text = _("{n}  against {against}, turn {turn}, begun {begun}")
    return text.format(n=n, against=against, turn=seat.turn, begun=begun)


def _forget(folder: Path, seat: KeptSeat) -> int:
    """Take a game off the list: a server may be gone for good."""
    seats_kept.give_up(folder, seat)
    if seat.own is not None and seat.how == "play":
        alone.tidy_up(folder, seat.own)
    say([_("That game is off the list.")])
    return DONE


async def _resume(folder: Path, seat: KeptSeat) -> int:
    return CODES[await _taken_up(folder, identity.me(folder), seat)]


async def _taken_up(folder: Path, me: Me, seat: KeptSeat) -> Left:
    if seat.own is not None and seat.how == "play":
        return await alone.go_on(folder, me, seat, seat.own)
    if seat.own is not None:
        return await hosting.go_on(folder, me, seat, seat.own)
    if not seat.addresses:
        raise Trouble(_("This game was reached with a spoken code, which works once: ask your friend for a new one and "
                        "type `ironbottom join` with it."))
    return await Person(folder, me, Typed()).go_on(Door(seat.addresses, seat.pin), seat)
