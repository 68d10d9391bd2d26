"""Sitting down at a table as a person, and getting up again: the connection, the seat on file, the play in lines."""

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
from ironbottom.options import USUAL_BID
from ironbottom.vocabulary import phrase
from ironbottom.wire.challenging import Moved
from ironbottom.wire.invite import NATIVE_TLS, PARTNER, Invite
from ironbottom.wire.messages import Seated, Table

from ..console.errors import UserError
from ..console.output import complain, say
from ..console.stdin import StdinLines
from ..net.downloads import cards_of
from ..net.reconnecting_client import Endpoint, ReconnectingClient
from ..net.saved_seat import up_to_date
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
from .processes.partners import partner_lines
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

    def __init__(
        self, folder: Path, me: Identity, typed: StdinLines, supervisor: Supervisor | None = None, *,
        advice: bool = False, bid: int = USUAL_BID, json: bool = False,
    ) -> None:
        self.advice = advice  # wishes to be warned of blunders, whatever his settings say
        self._json = json  # a program reads what is printed: what a person is to read goes where errors go
        self.folder, self.me, self.typed, self.supervisor = folder, me, typed, supervisor
        self.warned: list[str] = []  # what is to be read before one plays
        self.record = EvidenceLog(folder / GAMES)
        self.record.bid = bid

    def warn(self, sentence: str) -> None:
        """Say something that is to be read before one plays; the terminal client shows it once more."""
        if self._json:
            complain(sentence)
        else:
            say([sentence])
        self.warned.append(sentence)

    async def sit(self, endpoint: Endpoint, take: TakeSeat) -> HowLeft:
        """Take a new seat, or look on, and play.  Raises UserError."""
        queue: asyncio.Queue[SessionEvent] = asyncio.Queue()
        async with ReconnectingClient(endpoint, self.me, queue.put_nowait) as client:
            seated, saved = await take(client)
            if saved is not None:
                seat_store.keep(self.folder, saved)  # before anything is played
            if client.welcome.notice and (saved is None or saved.how != "play"):
                # who could look into the server, once; a bot is nobody to be wary of
                self.warn(in_our_words("", client.welcome.notice))
            session = SeatSession(
                self.me, client.server, seated.table, client.numbers, self.record, place=seated.place,
                secret=seated.secret,
            )
            client.take(session, queue.put_nowait, seated)
            return await self._play(client, session, saved, queue)

    async def go_on(self, endpoint: Endpoint, saved: SavedSeat) -> HowLeft:
        """Take a seat again that was kept.  Raises UserError."""
        queue: asyncio.Queue[SessionEvent] = asyncio.Queue()
        async with ReconnectingClient(endpoint, self.me, queue.put_nowait) as client:
            if client.server != saved.server:
                raise _another_key(saved)
            if saved.partner_secret and saved.own is None:
                flags = NATIVE_TLS | PARTNER
                say([*partner_lines(Invite(saved.table, saved.partner_secret, saved.pin, saved.addresses, flags)), ""])
            session = SeatSession(
                self.me, client.server, saved.table, client.numbers, self.record, place=saved.place, token=saved.token,
                secret=saved.secret, known=saved.known,
            )
            client.take(session, queue.put_nowait)
            return await self._play(client, session, saved, queue)

    async def _play(
        self, client: ReconnectingClient, session: SeatSession, saved: SavedSeat | None,
        queue: asyncio.Queue[SessionEvent],
    ) -> HowLeft:
        kept = _SeatOnDisk(self.folder, saved, session)
        if self.supervisor is not None:
            self.supervisor.tell(partial(_given_up, session, queue))
        cards = await cards_of(client, session, queue, self.folder)
        if saved is not None and saved.how == "play":
            await _opponent_of(session, queue)
        try:
            frontend = self._frontend(saved)
            left = await frontend(client, session, cards, self.folder / GAMES, self.typed, queue, kept.save).play()
        except asyncio.CancelledError:
            if saved is not None:
                say(["", resume_hint()])
            raise
        stays = left is HowLeft.KEPT or (left is HowLeft.OVER and session.between_battles)
        if saved is not None and stays:
            say([resume_hint()])
        elif saved is not None and left in (HowLeft.OVER, HowLeft.BOT, HowLeft.TOSS):
            kept.give_up()
            if saved.how == "host":
                await _others_leave(session, queue)
        return left

    def _frontend(self, saved: SavedSeat | None) -> Callable[..., PlainClient | TerminalPlay]:
        """The client for whoever sits there; that for a terminal is loaded only where there is one."""
        kind: Callable[..., PlainClient | TerminalPlay] = PlainClient
        coach = coach_beside(saved.own.bot) if saved is not None and saved.own is not None else None
        if self.typed.screen:
            kind = partial(import_module(SCREEN).TerminalPlay, warned=tuple(self.warned))
        elif coach is not None:
            kind = CoachedPlay
        guarded = partial(kind, guarded=self.advice)
        return guarded if coach is None else partial(guarded, coach=coach)


class _SeatOnDisk:
    """What is kept of a seat while somebody plays from it; nothing where he only looks on."""

    def __init__(self, folder: Path, seat: SavedSeat | None, session: SeatSession) -> None:
        self._folder, self._seat, self._session = folder, seat, session
        session.moves = self._move

    def save(self) -> None:
        if self._seat is not None:
            seat_store.keep(self._folder, up_to_date(self._seat, self._session))

    def give_up(self) -> None:
        if self._seat is not None:
            seat_store.give_up(self._folder, self._seat)

    def _move(self, moved: Moved) -> None:
        if self._seat is not None:
            self._seat = seat_store.move(self._folder, self._seat, moved.to, moved.place)


def _another_key(saved: SavedSeat) -> UserError:
    """What it means when a game is not where it was; a server of one's own is nobody to be wary of."""
    if saved.own is None:
        return UserError(
            phrase("distrust.other_key_since")
        )
    text = _("{path} is another key than when this game was begun: put back a copy of that folder; if you have none, "
             "`ironbottom resume --forget` takes the game off the list.")
    return UserError(text.format(path=saved.own.data / KEY))


def make_ready(typed: StdinLines) -> None:
    """Load the client for a terminal while something else is waited for."""
    if typed.screen:
        Thread(target=import_module, args=(SCREEN,), name="ready", daemon=True).start()


def resume_hint() -> str:
    """What somebody reads who leaves a game."""
    return _("Saved.  Go on with `ironbottom resume`.")


def _given_up(session: SeatSession, queue: asyncio.Queue[SessionEvent], one: SessionEvent) -> None:
    """A game that is over needs its bot no more."""
    if not (isinstance(one, SessionEnded) and one.code == BOT and session.over):
        queue.put_nowait(one)


async def _opponent_of(session: SeatSession, queue: asyncio.Queue[SessionEvent]) -> None:
    """Wait for the bot, which is on its way: nobody need read of a free seat.  Raises UserError."""
    heard: list[SessionEvent] = []
    while not _taken(session.state, 1 - session.place):
        heard.append(await queue.get())
        if isinstance(heard[-1], SessionEnded):
            raise UserError(heard[-1].sentence)
    while not queue.empty():
        heard.append(queue.get_nowait())
    left = [one for one in heard if not isinstance(one, AtTable) or _taken(one.now, 1 - session.place)]
    first = next((one for one in left if isinstance(one, AtTable)), None)
    for one in left:
        queue.put_nowait(one._replace(before=None) if isinstance(one, AtTable) and one is first else one)


def _taken(table: Table | None, place: int) -> bool:
    """Whether somebody has that seat."""
    return table is not None and bool(table.seats[place].key)


async def _others_leave(session: SeatSession, queue: asyncio.Queue[SessionEvent]) -> None:
    """Our server ends with us: give the other player's client the time to fetch its transcript; a bot wants none."""
    with suppress(TimeoutError):
        async with asyncio.timeout(FAREWELL):
            while (
                session.state is not None
                and (other := session.state.seats[1 - session.place]).here
                and not other.bot
            ):
                await queue.get()
