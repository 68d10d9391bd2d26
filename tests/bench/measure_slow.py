"""Ten thousand games by the day on one server: how soon it is back, what it holds, and how long an answer takes."""

from __future__ import annotations

import ssl
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from ironbottom.wire.messages import Resume, Seated
from tests.bench.figures import Goal, Row
from tests.bench.measure_wire import apart
from tests.bench.run import Run
from tests.bench.slow_games import SlowSeat, lay_out, played
from tests.server.support.crowd import Crowd, CrowdPlayer, GlancedUpdate, context
from tests.server.support.server_process import OwnProcess

GAMES, PLAYERS = 10_000, 2_000  # two players to a game
QUICK_GAMES, QUICK_PLAYERS = 500, 100
ORIGINALS, ANSWERS = 20, 150  # games that are played, up to so many answers
RATE, SECONDS, QUICK_SECONDS = 200.0, 30.0, 5.0  # answers a second, for how long


def measure(run: Run) -> list[Row]:
    """One server on a core, its players on the other; the quick form has fewer of both, and the same bounds."""
    games, players = (QUICK_GAMES, QUICK_PLAYERS) if run.quick else (GAMES, PLAYERS)
    core, tls = apart(), context()
    with TemporaryDirectory() as folder:
        run.say(f"{ORIGINALS} games are played")
        originals = [played(number, ANSWERS) for number in range(ORIGINALS)]
        run.say(f"{games:,} games are written down")
        seats = [both for pair in lay_out(Path(folder), games, originals) for both in pair]
        size = sum([path.stat().st_size for path in Path(folder).iterdir()])
        backs, starts = zip(*[back(folder, core, tls, seats[-1]) for _ in range(run.rounds)], strict=True)
        with server_on(folder, core) as server:
            run.say(f"{players:,} players come back")
            begun = perf_counter()
            crowd = come_back(server.port, tls, seats[:players])
            came = perf_counter() - begun
            run.say(f"{RATE:.0f} answers a second")
            seconds = QUICK_SECONDS if run.quick else SECONDS
            spent = server.seconds()
            waits = answered(crowd, seconds)
            spent, held = (server.seconds() - spent) / len(waits), server.resident()
    late = quantiles(waits, n=100)[98]
    run.notes.append(
        f"slow: {games:,} games by the day, {len(originals[0].rows)} entries each, {size / 1e6:,.0f} MB of journal;"
        f" {players:,} players came back to {players // 2:,} of them within {came:.0f} s; then {RATE:.0f} answers a"
        f" second for {seconds:.0f} s: {len(waits):,} answers, median {1e3 * median(waits):.1f} ms, and"
        f" {1e3 * spent:.1f} ms of the processor each; {median(starts):.1f} s of it for a start."
    )
    return [
        Row(f"{games:,} slow games: from start to a player at his table", "ms", [*backs], goal=Goal("<=", 5.0)),
        Row(f"{games:,} slow games, {players:,} players: resident", "MB", [held], goal=Goal("<=", 600e6)),
        Row(f"{games:,} slow games, {players:,} players: answer to update, p99", "ms", [late], goal=Goal("<=", 0.020)),
    ]


def server_on(folder: str, core: int | None) -> OwnProcess:
    """A server on the folder that was laid out."""
    argv = ["ironbottom.server", "--port", "0", "--interface", "127.0.0.1", "--data", folder, "--no-announce"]
    return OwnProcess(*argv, "--child", "--log", str(Path(folder) / "server.log"), core=core)


def back(folder: str, core: int | None, tls: ssl.SSLContext, seat: SlowSeat) -> tuple[float, float]:
    """Seconds from the start of a server until a player is at his table again, by the wall and of the processor."""
    begun = perf_counter()
    with server_on(folder, core) as server:
        come_back(server.port, tls, [seat])
        return perf_counter() - begun, server.seconds()


def come_back(port: int, tls: ssl.SSLContext, seats: list[SlowSeat]) -> Crowd:
    """Players at their tables, each with his last update."""
    crowd, players = Crowd(), list[ReturningPlayer]()
    for number, seat in enumerate(seats):
        player = ReturningPlayer(port, tls, number, seat)
        players.append(player)
        crowd.add(player)
        for _player in crowd.hear(0.0):
            continue
    crowd.until(lambda: all(player.told for player in players))
    return crowd


class ReturningPlayer(CrowdPlayer):
    """One who comes back to a seat of before, and goes on by chance."""

    def __init__(self, port: int, tls: ssl.SSLContext, seed: int, seat: SlowSeat) -> None:
        super().__init__(port, tls, seed, seat.key)
        self.game, self.seq, self.told = seat.game, seat.last, False
        self.ask(Resume, seat.table, seat.token, seat.have)

    def take(self, message: Any) -> None:
        """He is told which of his answers are not signed."""
        super().take(message)
        if isinstance(message, Seated):
            self.signed, self.own = message.signed, [*message.unsigned]

    def update(self, update: GlancedUpdate) -> None:
        super().update(update)
        self.told = True


def answered(crowd: Crowd, seconds: float) -> list[float]:
    """Seconds from answer to update, at so many answers a second from players by chance."""
    rng, begun, given = Random(1), perf_counter(), 0
    while (passed := perf_counter() - begun) < seconds:
        ready = [player for player in crowd.players if player.ready is not None and not player.over]
        while given < passed * RATE and ready:
            player = ready.pop(rng.randrange(len(ready)))
            player.answer()
            given += 1
        for _player in crowd.hear(0.002):
            continue
    return [wait for player in crowd.players for wait in player.waits]
