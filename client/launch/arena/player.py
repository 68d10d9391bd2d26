"""One bot's process in an arena: it makes tables and takes seats as it is told, and plays many games at once.

    python -m ironbottom.client.launch.arena.player BOT SEED PORT PIN SET FOLDER OUT

What it is to do it reads line by line, and what came of it it prints, each line a JSON object (Make, Take; Made,
Over).  It sees the bytes of its seats and nothing else; the process ends when its input does.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from ironbottom.keys import new_key
from ironbottom.wire.invite import Address
from ironbottom.wire.messages import Create, Join, Seated
from ironbottom.wire.terms import Terms, Wish
from ironbottom.words import Side

from ...bots.registry import made
from ...bots.seat.bot_seat import BotSeat
from ...console.errors import UserError
from ...console.stdin import StdinLines
from ...net import downloads
from ...net.discovery import HERE
from ...net.reconnecting_client import Endpoint, ReconnectingClient
from ...net.seat_session import SeatSession
from ...net.session_events import SessionEvent
from ...storage.atomic_files import write_whole
from ...storage.evidence_log import EvidenceLog
from ...storage.identity import Identity
from .in_process import Series


class Make(Struct, frozen=True, tag="make"):
    """Make a table for game n, which is dealt from this seed."""

    n: int
    side: Wish
    seed: bytes


class Take(Struct, frozen=True, tag="take"):
    """Take the seat that is left."""

    n: int
    table: str
    secret: bytes
    side: Wish


class Made(Struct, frozen=True, tag="made"):
    """The table of game n is there."""

    n: int
    table: str
    secret: bytes


class ArenaGameOver(Struct, frozen=True, tag="over"):
    """How game n ended, as this bot saw it."""

    n: int
    side: int
    winner: int
    reason: str
    points: tuple[int, int]
    turns: int
    times: tuple[float, ...]  # seconds of each decision
    faults: int


class Failed(Struct, frozen=True, tag="failed"):
    """Game n could not be played to its end."""

    n: int
    why: str


Told = Made | ArenaGameOver | Failed

write = msgspec.json.Encoder().encode
read_order = msgspec.json.Decoder(Make | Take).decode
read_told = msgspec.json.Decoder(Told).decode


class ArenaPlayer:
    """A bot with one connection, at many tables."""

    def __init__(self, client: ReconnectingClient, name: str, series: Series, set_name: str, out: Path | None) -> None:
        self.client, self.name, self.series, self.set_name, self.out = client, name, series, set_name, out

    async def play(self, order: Make | Take) -> None:
        """One game, from the table to the end."""
        try:
            tell(await self._play(order))
        except UserError as error:
            tell(Failed(order.n, str(error)))
        except Exception as fault:
            tell(Failed(order.n, repr(fault)))

    async def _play(self, order: Make | Take) -> ArenaGameOver:
        client, queue = self.client, asyncio.Queue[SessionEvent]()
        seated = await self._seat(order)
        session = SeatSession(client.me, client.server, seated.table, client.numbers, EvidenceLog(None))
        client.take(session, queue.put_nowait, seated)
        if isinstance(order, Make):
            tell(Made(order.n, seated.table, seated.secret))
        chance = self.series.chance(order.n, Side[order.side.upper()])
        seat = BotSeat(client, session, queue, lambda: made(self.name, self.series.cards, chance), bugs=0)
        outcome = await seat.play(lingers=0)
        if self.out is not None and isinstance(order, Make):
            path = self.out / f"game-{order.n + 1:06}.ibss"
            write_whole(path, await downloads.transcript(client, session.table, session.game))
        session.leave()
        client.flush()
        client.drop(session)
        assert seat.last is not None
        assert seat.last.viewer is not None
        assert outcome.winner is not None  # nobody offers a draw here
        return ArenaGameOver(
            order.n, seat.last.viewer, outcome.winner, outcome.reason, outcome.points, seat.last.turn,
            tuple(seat.times), seat.bot.faults,
        )

    async def _seat(self, order: Make | Take) -> Seated:
        if isinstance(order, Take):
            request = partial(Join, table=order.table, secret=order.secret, side=order.side, special=True)
            return await self.client.ask(request, Seated)
        terms = Terms(order.side, self.set_name, spectators=False, least=0, seed=order.seed)
        return await self.client.ask(partial(Create, request=secrets.token_bytes(16), terms=terms), Seated)


def tell(what: Told) -> None:
    """A line for the process that started us; what a bot prints goes to the log."""
    print(write(what).decode(), file=sys.__stdout__, flush=True)


async def _main(name: str, seed: str, port: str, pin: str, set_name: str, folder: str, out: str) -> int:
    typed = StdinLines()
    endpoint = Endpoint((Address(HERE, int(port)),), bytes.fromhex(pin))
    games: set[asyncio.Task[None]] = set()
    async with ReconnectingClient(endpoint, Identity(new_key(), name, bot=True), lambda _event: None) as client:
        cards = await downloads.cards(client, set_name, Path(folder))
        player = ArenaPlayer(client, name, Series("", "", seed, cards), set_name, Path(out) if out else None)
        while (line := await typed.line()) is not None:
            game = asyncio.create_task(player.play(read_order(line)))
            games.add(game)
            game.add_done_callback(games.discard)
        for game in games:
            game.cancel()
    return 0


if __name__ == "__main__":
    with redirect_stdout(sys.stderr):
        sys.exit(asyncio.run(_main(*sys.argv[1:])))
