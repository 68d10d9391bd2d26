"""Bots against bots over the protocol: one server on this computer, each bot in a process of its own, many tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from ironbottom.language import _
from ironbottom.wire.terms import Wish
from ironbottom.words import Side

from ...console.errors import UserError
from ...storage.seat_store import OwnServer
from ..processes.subprocesses import Subprocess
from ..processes.supervisor import Supervisor
from .in_process import Result, Series
from .player import ArenaGameOver, Failed, Made, Make, Take, Told, read_told, write

WISHES: dict[Side, Wish] = {Side.US: "us", Side.JP: "jp"}


class Arena:
    """A series of games that is being played."""

    def __init__(self, series: Series, games: int, at_once: int, done: Callable[[Result], None]) -> None:
        self.series, self.games, self.at_once, self._done = series, games, at_once, done
        self._begun = self._over = 0
        self._overs: dict[int, list[ArenaGameOver]] = {}
        self._players: tuple[Subprocess, ...] = ()

    async def play(self, set_name: str, folder: str, out: Path | None) -> None:
        """All games.  Raises UserError where one cannot be played."""
        with TemporaryDirectory(prefix="ironbottom-arena-") as data:
            async with Supervisor(OwnServer(Path(data) / "server", cards=folder)) as supervisor:
                started = [await self._player(n, supervisor, set_name, Path(data), out) for n in (0, 1)]
                self._players = tuple(started)
                for child in started:
                    supervisor.keep(child)
                for _table in range(min(self.at_once, self.games)):
                    self._next()
                lines: asyncio.Queue[tuple[int, str]] = asyncio.Queue()
                reading = [asyncio.create_task(_read(n, child, lines)) for n, child in enumerate(started)]
                try:
                    while self._over < self.games:
                        self._hear(*await lines.get())
                finally:
                    for task in reading:
                        task.cancel()

    async def _player(self, n: int, supervisor: Supervisor, set_name: str, data: Path, out: Path | None) -> Subprocess:
        name = self._name(n)
        words = [self.series.seed, str(supervisor.port), supervisor.pin.hex(), set_name, str(data), str(out or "")]
        return await Subprocess.start("ironbottom.client.launch.arena.player", name, *words, log=data / f"bot-{n}.txt")

    def _name(self, player: int) -> str:
        return (self.series.a, self.series.b)[player]

    def _next(self) -> None:
        """Begin another game, if one is left: the first player makes its table."""
        n = self._begun
        if n == self.games:
            return
        self._begun += 1
        side = self._side(0, n)
        self._players[0].say(write(Make(n, WISHES[side], self.series.deal(n))).decode())

    def _side(self, player: int, n: int) -> Side:
        """In even games the first player plays the US side."""
        return Side.US if (player + n) % 2 == 0 else Side.JP

    def _hear(self, player: int, line: str) -> None:
        """What a player tells; nothing: its process has ended."""
        if not line:
            text = _("The process of the bot {name} has ended in mid-game: {why}")
            why = self._players[player].complaint() or _("it did not say why.")
            raise UserError(text.format(name=self._name(player), why=why))
        self._take(read_told(line))

    def _take(self, told: Told) -> None:
        if isinstance(told, Failed):
            raise UserError(_("Game {n} failed: {why}").format(n=told.n + 1, why=told.why))
        if isinstance(told, Made):
            self._overs[told.n] = []
            side = self._side(1, told.n)
            take = Take(told.n, told.table, told.secret, WISHES[side])
            self._players[1].say(write(take).decode())
            return
        overs = self._overs[told.n]
        overs.append(told)
        if len(overs) == 2:
            del self._overs[told.n]
            self._over += 1
            self._done(self._result(sorted(overs, key=lambda over: over.side)))
            self._next()

    def _result(self, overs: list[ArenaGameOver]) -> Result:
        us, jp = overs
        series, n = self.series, us.n
        return Result(
            n, series.deal(n).hex(), *series.players(n), Side(us.winner), us.reason, us.points, us.turns,
            len(us.times) + len(jp.times), (us.times, jp.times), (us.faults, jp.faults),
        )


async def _read(n: int, child: Subprocess, lines: asyncio.Queue[tuple[int, str]]) -> None:
    """Pass on what a player tells, to the end."""
    while True:
        line = await child.line()
        lines.put_nowait((n, line))
        if not line:
            return
