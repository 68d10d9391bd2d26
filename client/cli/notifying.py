"""`ironbottom notify`: by which ways a server tells this player that a game waits for him.

It finds the server, by the games that wait or by an address, asks it, and says how things stand then; what is asked is
one of the requests of ironbottom/wire/notifying.py.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ironbottom.language import Reader, _
from ironbottom.vocabulary import phrase
from ironbottom.wire.notifying import (
    ConfirmSubscription,
    ListSubscriptions,
    Remind,
    Subscribe,
    Subscription,
    Subscriptions,
    TrySubscription,
    Unsubscribe,
)

from ..console.errors import UserError
from ..console.output import say
from ..console.stdin import StdinLines
from ..launch.join_game import meet_at
from ..launch.player import Person
from ..net.connection import named
from ..net.reconnecting_client import Endpoint, ReconnectingClient
from ..storage import identity, seat_store
from ..terminal.app import notify_app
from ..terminal.app.notify_app import TOKEN, row


async def run(args: argparse.Namespace) -> int:
    """Do what was asked for, and say how things stand.  Raises UserError."""
    folder = identity.home()
    person = Person(folder, identity.me(folder), StdinLines(plain=args.plain))
    endpoint = await _endpoint(args.server, folder, person)
    async with ReconnectingClient(endpoint, person.me, lambda _event: None) as client:
        where = ", ".join([named(one) for one in endpoint.addresses])
        now = await client.ask(ListSubscriptions, Subscriptions)
        if args.what is None and person.typed.screen:
            await notify_app.shown(where, now, partial(client.ask, kind=Subscriptions))
            return 0
        if args.what is not None:
            now = await client.ask(_request(args, now), Subscriptions)
        say([_("Notifications of {where}").format(where=where), *lines(now)])
    return 0


async def _endpoint(typed: str, folder: Path, person: Person) -> Endpoint:
    """The server at an address; without one that of the games that wait."""
    if typed:
        return await meet_at(person, typed)
    seats = [seat for seat in seat_store.waiting(folder) if seat.own is None and seat.addresses]
    servers = {seat.pin: Endpoint(seat.addresses, seat.pin) for seat in reversed(seats)}
    if not servers:
        raise UserError(_("No game waits for you at somebody else's server: say which with --server ADDRESS."))
    if len(servers) > 1:
        known = ", ".join([named(one.addresses[0]) for one in servers.values()])
        text = _("Games wait for you at several servers: say which with --server ({known}).")
        raise UserError(text.format(known=known))
    return next(iter(servers.values()))


def _request(args: argparse.Namespace, now: Subscriptions) -> Callable[[int], Any]:
    """What is asked of the server."""
    if args.what == "add":
        if args.way not in now.ways:
            raise UserError(_("This server has not that way; it has: {ways}.").format(ways=", ".join(offered(now))))
        token = os.environ.get(TOKEN, "")
        return partial(Subscribe, way=args.way, address=args.address, room=args.room, token=token,
                       language=Reader.language.split("_")[0])
    if args.what == "remind":
        return partial(Remind, hours=args.hours)
    one = _numbered(args.n, now)
    if args.what == "confirm":
        return partial(ConfirmSubscription, subscription=one.id, code=args.code)
    return partial(TrySubscription if args.what == "try" else Unsubscribe, subscription=one.id)


def offered(now: Subscriptions) -> list[str]:
    """The ways that can be chosen here: a browser is told from its page alone."""
    return [way for way in now.ways if way != "push"]


def _numbered(n: int, now: Subscriptions) -> Subscription:
    if n > len(now.subscriptions):
        raise UserError(_("There is no way {n}: `ironbottom notify` lists them.").format(n=n))
    return now.subscriptions[n - 1]


def lines(now: Subscriptions) -> list[str]:
    """How things stand, for somebody who reads line by line."""
    if not now.ways:
        return [phrase("notifying.unavailable")]
    told = [phrase("notifying.about"), phrase("notifying.no_secret")]
    told += [f"{n}  {row(one)}" for n, one in enumerate(now.subscriptions, 1)] or [phrase("notifying.none")]
    for n, one in enumerate(now.subscriptions, 1):
        if one.state == "unconfirmed":
            text = _("A code has gone to {where}: ironbottom notify confirm {n} CODE")
            told.append(text.format(where=one.shown, n=n))
        if one.way == "feed":
            told.append(_("The feed is read at that path of the server's page, as a calendar with .ics at its end."))
    told.append(phrase("notifying.reminders", n=now.hours) if now.hours else phrase("notifying.no_reminders"))
    return told
