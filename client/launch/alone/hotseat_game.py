"""Two people at one screen: `ironbottom hotseat`.

The referee is a server of one's own, as for a game against a bot, with two seats and a key for each.  Only the seat of
the one who sits there is connected: when he gets up it is closed, and the next one hears from the server what he may
know.  Both are connected together only where nobody is shown anything: for the toss, and to see whose turn it is.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.language import _
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.messages import Create, Join, Seated
from ironbottom.wire.orders import EVERY, StandingOrder
from ironbottom.wire.terms import Terms
from ironbottom.words import Side

from ...console.errors import UserError
from ...console.output import can_wipe, say, wipe
from ...console.running import run_command
from ...console.stdin import StdinLines
from ...net.club.table_wish import with_special
from ...net.downloads import cards_of
from ...net.reconnecting_client import ReconnectingClient
from ...net.saved_seat import seat_of, up_to_date
from ...net.seat_session import SeatSession
from ...net.session_events import SessionEnded, SessionEvent, TossBroken
from ...plain.client import LEAVES, HowLeft
from ...plain.hotseat import HotSeatClient, NextPlayer, next_player
from ...storage import identity, seat_store
from ...storage.evidence_log import GAMES, EvidenceLog
from ...storage.identity import Identity
from ...storage.seat_store import OwnServer, SavedSeat
from ..agreeing import choose
from ..player import CODES, resume_hint
from ..processes.subprocesses import FolderInUse
from ..processes.supervisor import Supervisor
from ..table_options import cards_folder, cards_name, without_bids
from .local_game import FOLDER, new_folder, open_already, prepared, tidy_up

APP = "ironbottom.client.terminal.app.hotseat_app"
FORCED = (StandingOrder(EVERY, "pass-when-forced"),)  # what need not be asked needs nobody to sit down for it
PLACES = (0, 1)
LOOK = 0.05  # seconds between two looks at seats that nobody sits at: a receipt is no news
DEAF = 0.7  # seconds: a line that was typed ahead is not meant for the curtain


class Headless(NamedTuple):
    """A seat that is connected and shown to nobody."""

    session: SeatSession
    client: ReconnectingClient
    heard: asyncio.Queue[SessionEvent]


def run(args: argparse.Namespace) -> int:
    """`ironbottom hotseat`."""
    return run_command(_play(args))


async def _play(args: argparse.Namespace) -> int:
    folder = identity.home()
    typed = _screen(plain=args.plain)
    args.name = None
    if args.choose:
        await choose(args)
    await asyncio.to_thread(prepared, folder, args)
    without_bids(args.agreed)
    names = args.players or [phrase("hotseat.first"), phrase("hotseat.second")]
    own = OwnServer(new_folder(folder / FOLDER), cards=cards_folder(args.set))
    plain = Terms(side=args.side, cards=cards_name(args.set), spectators=False, least=0, seed=args.seed,
                  advice=args.advice)
    say([_("A new game for two at this screen; it is kept, whatever happens.")])
    orders = () if args.every_question else FORCED
    try:
        async with Supervisor(own) as supervisor:
            pair = HotSeat(folder, typed, supervisor, (clean_name(names[0]), clean_name(names[1])))
            await pair.begin(with_special(plain, args.agreed), orders)
            return CODES[await pair.play()]
    finally:
        tidy_up(folder, own)


async def go_on(folder: Path, saved: SavedSeat, own: OwnServer, *, plain: bool) -> HowLeft:
    """Take up a game that was left: the curtain falls first."""
    typed = _screen(plain=plain)
    try:
        async with Supervisor(own, again=True) as supervisor:
            pair = HotSeat(folder, typed, supervisor, _names(saved), saved)
            return await pair.play()
    except FolderInUse:
        raise open_already() from None
    finally:
        tidy_up(folder, own)


def _names(saved: SavedSeat) -> tuple[str, str]:
    other = saved.other
    return "" if other is None else other.against, saved.against


def _screen(*, plain: bool) -> StdinLines:
    """What is typed; a terminal from which nothing can be taken away would show the one what the other had there."""
    typed = StdinLines(plain=plain)
    if typed.terminal and not can_wipe():
        raise UserError(_("This terminal (TERM=dumb) cannot be wiped between two players: set TERM to what it is, or "
                          "play on the page with `ironbottom hotseat --web`."))
    return typed


class HotSeat:
    """The two, their seats, and who sits before the screen."""

    def __init__(
        self, folder: Path, typed: StdinLines, supervisor: Supervisor, names: tuple[str, str],
        saved: SavedSeat | None = None,
    ) -> None:
        self.folder, self.typed, self.supervisor, self.names = folder, typed, supervisor, names
        self.seats = [] if saved is None or saved.other is None else [saved, saved.other]
        homes = [supervisor.own.data / f"seat-{place}" for place in PLACES]
        self.players = [Identity(identity.kept_key(home), name) for home, name in zip(homes, names, strict=True)]
        self.records = [EvidenceLog(home / GAMES) for home in homes]
        self._between_battles = False

    # both at once, and nothing shown

    async def begin(self, terms: Terms, orders: tuple[StandingOrder, ...]) -> None:
        """Make the table and take both seats of it.  Raises UserError."""
        async with AsyncExitStack() as stack:
            ways = [await self._connected(stack, place) for place in PLACES]
            (first, heard), (second, other) = ways
            wish = partial(Create, request=secrets.token_bytes(16), terms=terms)
            seated = await first.ask(wish, Seated)
            special = terms.options is not UNSET or terms.battle is not UNSET
            join = partial(Join, table=seated.table, secret=seated.secret, request=secrets.token_bytes(16),
                           advice=terms.advice is True, special=special)
            taken = await second.ask(join, Seated)
            self.seats = [seat_of("hotseat", seated, first, self.supervisor.own),
                          seat_of("hotseat", taken, second, self.supervisor.own)]
            self._keep()
            pair = [
                self._sat(0, first, heard, seated), self._sat(1, second, other, taken),
            ]
            await self._dealt(pair, b"", [orders, orders])

    async def _again(self) -> None:
        """§25.1, §23.18  Both wish for another game; their standing orders go with them."""
        async with self._both() as pair:
            game = pair[0].session.game
            orders = [one.session.orders for one in pair]
            for one in pair:
                state = one.session.state
                if state is not None and not state.seats[one.session.place].rematch:
                    one.session.rematch()
                    one.client.flush()
            await self._dealt(pair, game, orders)

    async def _turn(self) -> NextPlayer | None:
        """Who is asked; None: the game is over."""
        async with self._both() as pair:
            first = pair[0].session
            update, state = first.update, first.state
            assert update is not None
            assert state is not None
            asked = [side for side, _window in update.view.waiting]
            return next((
                NextPlayer(place, Side(seat.side), clean_name(seat.name)) for place, seat in enumerate(state.seats)
                if seat.side is not None and Side(seat.side) in asked
            ), None)

    @asynccontextmanager
    async def _both(self) -> AsyncIterator[list[Headless]]:
        """Both seats, taken again, when each knows how the table stands."""
        async with AsyncExitStack() as stack:
            pair = [self._sat(place, *await self._connected(stack, place)) for place in PLACES]
            await _until(pair, lambda: all(one.session.update is not None for one in pair))
            yield pair

    async def _connected(
        self, stack: AsyncExitStack, place: int
    ) -> tuple[ReconnectingClient, asyncio.Queue[SessionEvent]]:
        heard: asyncio.Queue[SessionEvent] = asyncio.Queue()
        way = ReconnectingClient(self.supervisor.endpoint, self.players[place], heard.put_nowait)
        return await stack.enter_async_context(way), heard

    def _sat(
        self, place: int, client: ReconnectingClient, heard: asyncio.Queue[SessionEvent], seated: Seated | None = None
    ) -> Headless:
        """A session at a seat; what it learns is not what its player was shown."""
        saved = self.seats[place]
        session = SeatSession(
            self.players[place], client.server, saved.table, client.numbers, self.records[place], place=place,
            token=b"" if seated is not None else saved.token, secret=saved.secret,
            known=None if seated is not None else saved.known,
        )
        client.take(session, heard.put_nowait, seated)
        return Headless(session, client, heard)

    async def _dealt(self, pair: list[Headless], before: bytes, orders: list[tuple[StandingOrder, ...]]) -> None:
        """Wait for another game than `before`, and give the standing orders.  Raises UserError."""
        await _until(pair, lambda: all(
            one.session.game != before and one.session.update is not None and not one.session.over for one in pair
        ))
        for one, given in zip(pair, orders, strict=True):
            if given:
                one.session.order(given)
                one.client.flush()
        await _until(pair, lambda: not any(one.session.waits for one in pair))
        for place, one in enumerate(pair):
            self.seats[place] = replace(up_to_date(self.seats[place], one.session), number=0)  # nobody has seen it
        self._keep()

    def _keep(self) -> None:
        seat_store.keep(self.folder, replace(self.seats[0], other=self.seats[1]))

    # one after the other

    async def play(self) -> HowLeft:
        """Play until the end, or until somebody leaves."""
        due = await self._turn()
        place, left = 0, HowLeft.HANDED
        while left is HowLeft.HANDED:
            if due is not None:
                if not await self._curtain(due):
                    left = HowLeft.KEPT
                    break
                place = due.place
            left, due = await self._guarded(place)
            if left is HowLeft.AGAIN:
                await self._again()
                left, due = HowLeft.HANDED, await self._turn()
        return self._kept(left)

    def _kept(self, left: HowLeft) -> HowLeft:
        """What becomes of the seats."""
        if left is HowLeft.OVER and not self._between_battles:
            seat_store.give_up(self.folder, self.seats[0])
        elif left in (HowLeft.KEPT, HowLeft.OVER):
            say([resume_hint()])
        return left

    async def _curtain(self, due: NextPlayer) -> bool:
        """Nothing of either seat is to be seen until the next player sits there; False: somebody has left."""
        if self.typed.screen:
            return bool(await import_module(APP).seated(due))
        if not self.typed.terminal:
            say([*due.curtain, ""])
            return True
        wipe()
        say([*due.curtain, "", phrase("hotseat.seated", name=due.name)])
        await asyncio.sleep(DEAF)
        self.typed.drop()
        said = await self.typed.line()
        wipe()
        return said is not None and said.strip().casefold() not in LEAVES

    async def _guarded(self, place: int) -> tuple[HowLeft, NextPlayer | None]:
        """One sits there until the next is asked; before the end of a game none of his lines stays on the terminal."""
        left: HowLeft | None = None
        try:
            left, due = await self._sit(place)
            return left, due
        finally:
            if left not in (HowLeft.OVER, HowLeft.AGAIN) and self.typed.terminal and not self.typed.screen:
                wipe()
            if left is None:
                say(["", resume_hint()])

    async def _sit(self, place: int) -> tuple[HowLeft, NextPlayer | None]:
        """One seat, connected alone, and a client for it that knows nothing of the other.  Raises UserError."""
        queue: asyncio.Queue[SessionEvent] = asyncio.Queue()
        async with AsyncExitStack() as stack:
            way = ReconnectingClient(self.supervisor.endpoint, self.players[place], queue.put_nowait)
            client = await stack.enter_async_context(way)
            session = self._sat(place, client, queue).session
            self.supervisor.tell(queue.put_nowait)
            cards = await cards_of(client, session, queue, self.folder)

            def save() -> None:
                self.seats[place] = up_to_date(self.seats[place], session)
                self._keep()

            kind: Callable[..., HotSeatClient] = HotSeatClient
            if self.typed.screen:
                kind = import_module(APP).HotSeatPlay
            playing = kind(client, session, cards, self.folder / GAMES, self.typed, queue, save,
                           seen=self.seats[place].number)
            left = await playing.play()
            self._between_battles = session.between_battles
            return left, next_player(session)


async def _until(pair: list[Headless], done: Callable[[], bool]) -> None:
    """Hear what is said at both seats until it is done; it is shown to nobody.  Raises UserError."""
    while not done():
        waits = [asyncio.ensure_future(one.heard.get()) for one in pair]
        try:
            finished, _others = await asyncio.wait(waits, timeout=LOOK, return_when=asyncio.FIRST_COMPLETED)
            for event in [one.result() for one in finished]:
                if isinstance(event, SessionEnded):
                    raise UserError(event.sentence)
                if isinstance(event, TossBroken):
                    raise UserError(phrase("hotseat.toss"))
        finally:
            for one in waits:
                one.cancel()
