"""Sitting down at a table as a person, and getting up again: the link, the seat on file, the play in lines of text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.wire.messages import Seated

from . import fetching, seats_kept
from .guest import Guest
from .identity import Me
from .link import Door, Link
from .news import Ended, News
from .own_record import OwnRecord
from .plain_play import Left, PlainPlay
from .seats_kept import KeptSeat
from .terminal import complain, say
from .trouble import Trouble
from .typed import Typed

DONE, FAILED, USAGE = 0, 1, 2
CODES = {Left.OVER: DONE, Left.KEPT: DONE, Left.STOPPED: FAILED}

GAMES, CARDS = "games", "cards"  # folders
FAREWELL = 5.0  # seconds

TakeSeat = Callable[[Link], Awaitable[tuple[Seated, KeptSeat | None]]]


class Person:
    """Somebody at this computer, with his folder and what he types."""

    def __init__(self, folder: Path, me: Me, typed: Typed) -> None:
        self.folder, self.me, self.typed = folder, me, typed
        self.record = OwnRecord(folder / GAMES)

    async def sit(self, door: Door, take: TakeSeat) -> Left:
        """Take a new seat, or look on, and play.  Raises Trouble."""
        news: asyncio.Queue[News] = asyncio.Queue()
        async with Link(door, self.me, news.put_nowait) as link:
            seated, kept = await take(link)
            if kept is not None:
                seats_kept.keep(self.folder, kept)  # before anything is played
            guest = Guest(
                self.me, link.server, seated.table, link.numbers, self.record, place=seated.place, secret=seated.secret
            )
            link.take(guest, news.put_nowait, seated)
            return await self._play(link, guest, kept, news)

    async def go_on(self, door: Door, kept: KeptSeat) -> Left:
        """Take a seat again that was kept.  Raises Trouble."""
        news: asyncio.Queue[News] = asyncio.Queue()
        async with Link(door, self.me, news.put_nowait) as link:
            if link.server != kept.server:
                raise Trouble(_("STOP: the server has another key than when this game was begun.  Ask its host; do not "
                                "go on playing there."))
            guest = Guest(
                self.me, link.server, kept.table, link.numbers, self.record, place=kept.place, token=kept.token,
                secret=kept.secret, known=kept.known,
            )
            link.take(guest, news.put_nowait)
            return await self._play(link, guest, kept, news)

    async def _play(self, link: Link, guest: Guest, kept: KeptSeat | None, news: asyncio.Queue[News]) -> Left:
        if link.welcome.notice and (kept is None or kept.how != "play"):
            say([link.welcome.notice])  # who could look into the server; against a bot there is nobody to be wary of
        cards = await cards_of(link, guest, news, self.folder)

        def save() -> None:
            if kept is not None:
                seats_kept.keep(self.folder, seats_kept.up_to_date(kept, guest))

        play = PlainPlay(link, guest, cards, self.folder / GAMES, self.typed, news, save)
        try:
            left = await play.play()
        except asyncio.CancelledError:
            if kept is not None:
                say(["", saved()])
            raise
        if kept is not None and left is Left.OVER:
            seats_kept.give_up(self.folder, kept)
            if kept.how == "host":
                await _others_leave(guest, news)
        elif kept is not None and left is Left.KEPT:
            say([saved()])
        return left


def saved() -> str:
    """What somebody reads who leaves a game."""
    return _("Saved.  Go on with `ironbottom resume`.")


async def _others_leave(guest: Guest, news: asyncio.Queue[News]) -> None:
    """Our server ends with us: give the other player's client the time to fetch its transcript; a bot wants none."""
    with suppress(TimeoutError):
        async with asyncio.timeout(FAREWELL):
            while guest.state is not None and (other := guest.state.seats[1 - guest.place]).here and not other.bot:
                await news.get()


async def cards_of(link: Link, guest: Guest, news: asyncio.Queue[News], folder: Path) -> CardSet:
    """Wait until the table is seen, for the cards that it is played with; what is heard meanwhile keeps its order."""
    heard: list[News] = []
    while guest.state is None:
        heard.append(await news.get())
        if isinstance(heard[-1], Ended):
            raise Trouble(heard[-1].sentence)
    cards = await fetching.cards(link, guest.state.terms.cards, folder / CARDS)
    while not news.empty():
        heard.append(news.get_nowait())
    for one in heard:
        news.put_nowait(one)
    return cards


def run(main: Awaitable[int]) -> int:
    """Run a command; what a person can do something about is one sentence, and 1."""
    try:
        return asyncio.run(_awaited(main))
    except Trouble as trouble:
        complain(trouble)
        return FAILED


async def _awaited(main: Awaitable[int]) -> int:
    return await main
