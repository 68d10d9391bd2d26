"""Sitting down at a table as a person, and getting up again: the link, the seat on file, the play in lines of text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from ironbottom.language import _
from ironbottom.wire.messages import Seated, Table

from ..console.errors import UserError
from ..console.output import say
from ..console.stdin import StdinLines
from ..net.downloads import cards_of
from ..net.reconnecting_client import Endpoint, ReconnectingClient
from ..net.seat_record import up_to_date
from ..net.seat_session import SeatSession
from ..net.server_messages import in_our_words
from ..net.session_events import AtTable, SessionEnded, SessionEvent
from ..plain.client import HowLeft, PlainClient
from ..plain.tutorial_client import CoachedPlay
from ..storage import seat_store
from ..storage.evidence_log import GAMES, EvidenceLog
from ..storage.identity import Identity
from ..storage.seat_store import SavedSeat
from ..tutorial.coach import coach_beside
from .processes.supervisor import BOT, KEY, Supervisor

if TYPE_CHECKING:
    from ..terminal.app.player_app import TerminalPlay

DONE, FAILED, USAGE = 0, 1, 2
CODES = {HowLeft.OVER: DONE, HowLeft.KEPT: DONE, HowLeft.BOT: DONE, HowLeft.TOSS: FAILED, HowLeft.STOPPED: FAILED}

SCREEN = "ironbottom.client.terminal.app.player_app"
FAREWELL = 5.0  # seconds

TakeSeat = Callable[[ReconnectingClient], Awaitable[tuple[Seated, SavedSeat | None]]]


class Person:
    """Somebody at this computer, with his folder and what he types; at his own table with what runs for it, too."""

    def __init__(self, folder: Path, me: Identity, typed: StdinLines, household: Supervisor | None = None) -> None:
        self.folder, self.me, self.typed, self.household = folder, me, typed, household
        self.warned: list[str] = []  # what is to be read before one plays
        self.record = EvidenceLog(folder / GAMES)

    def warn(self, sentence: str) -> None:
        """Say something that is to be read before one plays; the terminal client shows it once more."""
        say([sentence])
        self.warned.append(sentence)

    async def sit(self, door: Endpoint, take: TakeSeat) -> HowLeft:
        """Take a new seat, or look on, and play.  Raises UserError."""
        news: asyncio.Queue[SessionEvent] = asyncio.Queue()
        async with ReconnectingClient(door, self.me, news.put_nowait) as link:
            seated, kept = await take(link)
            if kept is not None:
                seat_store.keep(self.folder, kept)  # before anything is played
            if link.welcome.notice and (kept is None or kept.how != "play"):
                # who could look into the server, once; a bot is nobody to be wary of
                self.warn(in_our_words("", link.welcome.notice))
            guest = SeatSession(
                self.me, link.server, seated.table, link.numbers, self.record, place=seated.place, secret=seated.secret
            )
            link.take(guest, news.put_nowait, seated)
            return await self._play(link, guest, kept, news)

    async def go_on(self, door: Endpoint, kept: SavedSeat) -> HowLeft:
        """Take a seat again that was kept.  Raises UserError."""
        news: asyncio.Queue[SessionEvent] = asyncio.Queue()
        async with ReconnectingClient(door, self.me, news.put_nowait) as link:
            if link.server != kept.server:
                raise _another_key(kept)
            guest = SeatSession(
                self.me, link.server, kept.table, link.numbers, self.record, place=kept.place, token=kept.token,
                secret=kept.secret, known=kept.known,
            )
            link.take(guest, news.put_nowait)
            return await self._play(link, guest, kept, news)

    async def _play(
        self, link: ReconnectingClient, guest: SeatSession, kept: SavedSeat | None, news: asyncio.Queue[SessionEvent]
    ) -> HowLeft:
        if self.household is not None:
            self.household.tell(partial(_given_up, guest, news))
        cards = await cards_of(link, guest, news, self.folder)
        if kept is not None and kept.how == "play":
            await _opponent_of(guest, news)

        def save() -> None:
            if kept is not None:
                seat_store.keep(self.folder, up_to_date(kept, guest))

        try:
            client = self._client(kept)
            left = await client(link, guest, cards, self.folder / GAMES, self.typed, news, save).play()
        except asyncio.CancelledError:
            if kept is not None:
                say(["", saved()])
            raise
        if kept is not None and left in (HowLeft.OVER, HowLeft.BOT, HowLeft.TOSS):
            seat_store.give_up(self.folder, kept)
            if kept.how == "host":
                await _others_leave(guest, news)
        elif kept is not None and left is HowLeft.KEPT:
            say([saved()])
        return left

    def _client(self, kept: SavedSeat | None) -> Callable[..., PlainClient | TerminalPlay]:
        """The client for whoever sits there; that for a terminal is loaded only where there is one."""
        kind: Callable[..., PlainClient | TerminalPlay] = PlainClient
        coach = coach_beside(kept.own.bot) if kept is not None and kept.own is not None else None
        if self.typed.screen:
            kind = partial(import_module(SCREEN).TerminalPlay, warned=tuple(self.warned))
        elif coach is not None:
            kind = CoachedPlay
        return kind if coach is None else partial(kind, coach=coach)


def _another_key(kept: SavedSeat) -> UserError:
    """What it means when a game is not where it was; a server of one's own is nobody to be wary of."""
    if kept.own is None:
        return UserError(
            _(
                "STOP: the server has another key than when this game was begun.  Ask its host; do not go on "
                "playing there."
            )
        )
    text = _("{path} is another key than when this game was begun: put back a copy of that folder; if you have none, "
             "`ironbottom resume --forget` takes the game off the list.")
    return UserError(text.format(path=kept.own.data / KEY))


def make_ready(typed: StdinLines) -> None:
    """Load the client for a terminal while something else is waited for."""
    if typed.screen:
        Thread(target=import_module, args=(SCREEN,), name="ready", daemon=True).start()


def saved() -> str:
    """What somebody reads who leaves a game."""
    return _("Saved.  Go on with `ironbottom resume`.")


def _given_up(guest: SeatSession, news: asyncio.Queue[SessionEvent], one: SessionEvent) -> None:
    """A game that is over needs its bot no more."""
    if not (isinstance(one, SessionEnded) and one.code == BOT and guest.over):
        news.put_nowait(one)


async def _opponent_of(guest: SeatSession, news: asyncio.Queue[SessionEvent]) -> None:
    """Wait for the bot, which is on its way: nobody need read of a free seat.  Raises UserError."""
    heard: list[SessionEvent] = []
    while not _taken(guest.state, 1 - guest.place):
        heard.append(await news.get())
        if isinstance(heard[-1], SessionEnded):
            raise UserError(heard[-1].sentence)
    while not news.empty():
        heard.append(news.get_nowait())
    kept = [one for one in heard if not isinstance(one, AtTable) or _taken(one.now, 1 - guest.place)]
    first = next((one for one in kept if isinstance(one, AtTable)), None)
    for one in kept:
        news.put_nowait(one._replace(before=None) if isinstance(one, AtTable) and one is first else one)


def _taken(table: Table | None, place: int) -> bool:
    """Whether somebody has that seat."""
    return table is not None and bool(table.seats[place].key)


async def _others_leave(guest: SeatSession, news: asyncio.Queue[SessionEvent]) -> None:
    """Our server ends with us: give the other player's client the time to fetch its transcript; a bot wants none."""
    with suppress(TimeoutError):
        async with asyncio.timeout(FAREWELL):
            while guest.state is not None and (other := guest.state.seats[1 - guest.place]).here and not other.bot:
                await news.get()
