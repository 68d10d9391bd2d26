"""What the server spends on a command, a decision, a login and an idle player, beside a bare Twisted echo."""

from __future__ import annotations

import os
import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from urllib.request import urlopen

from ironbottom.wire.messages import Create, Join, Message, Mute
from ironbottom.wire.terms import Terms
from tests.bench.figures import Goal, Row
from tests.bench.run import Run
from tests.server.support.crowd import Crowd, CrowdClient, CrowdLine, CrowdPlayer, context, muted
from tests.server.support.server_process import OwnProcess, two_cores

COMMANDS, LINES = 6_000, 20  # a round; connections that take turns
TABLES = 30  # that play at a time while decisions are measured
DECISIONS = 6_000  # a round
IDLE, LOGINS = 1_000, 400
LIVE, RATE, SECONDS = 1_000, 1_000.0, 10.0  # tables, answers a second, for how long
GAMES = 2_000  # with two connections each

Build = Callable[[], object]


def measure(run: Run) -> list[Row]:
    """All of it; the server on one core, who asks it on the other."""
    core, tls = apart(), context()
    commands, decisions, memory, logins = [], [], [], []
    for number in range(run.rounds):
        run.say(f"round {number + 1} of {run.rounds}")
        with servers(core) as (server, echo):
            commands.append((command_of_ours(server, tls), command_of_echo(echo, tls)))
            decisions.append(decision(server, tls, number))
        with servers(core) as (server, echo):
            client, line = partial(CrowdClient, tls=tls), partial(CrowdLine, tls=tls)
            logins.append((login(server, client), login(echo, line)))
            memory.append((idle(server, client), idle(echo, line)))
    with servers(core) as (server, _echo):
        run.say("a thousand live tables")
        waits, late = live(server, tls)
    with servers(core) as (server, _echo):
        run.say("two thousand games")
        whole = crowd(server, tls)
    run.notes += told(waits, whole)
    echoed = [echo for _, echo in commands]
    return [
        against("an acknowledged command", "us", commands, "echo", 1.5),
        against("a decision, both views, journal", "us", list(zip(decisions, echoed, strict=True)), "echo", 6),
        against("a login", "us", logins, "handshake", 1.3),
        against("an idle connected player", "kB", memory, "echo", 1.5),
        Row("answer to update, 1,000 tables, p99", "us", [quantiles(waits, n=100)[98]], goal=Goal("<=", 0.020)),
        Row("times the event loop was 20 ms late", "", [late], goal=Goal("<=", 0.5)),  # not once
    ]


def apart() -> int | None:
    """Take one core; the other is for the server."""
    core, ours = two_cores()
    if ours is not None and sys.platform == "linux":
        os.sched_setaffinity(0, {ours})
    return core


def told(waits: list[float], whole: float) -> list[str]:
    """How it was measured, and what is no row of the table."""
    return [
        f"wire: server CPU as the kernel counts it, server and clients on a core each; {COMMANDS} commands on {LINES}"
        f" connections, {DECISIONS} decisions at {TABLES} tables, {LOGINS} logins, {IDLE} idle connections a round.",
        f"wire: {LIVE} live tables at {RATE:.0f} answers a second for {SECONDS:.0f} s: {len(waits)} answers, median"
        f" {1e3 * median(waits):.1f} ms, 99 in 100 within {1e3 * quantiles(waits, n=100)[98]:.1f} ms; {GAMES} games"
        f" with {2 * GAMES} connections: {whole / 1e6:.0f} MB resident.",
    ]


def against(what: str, unit: str, pairs: list[tuple[float, float]], peer: str, bound: float) -> Row:
    """A row that may cost so many times what the peer does."""
    ours, theirs = [a for a, _ in pairs], [b for _, b in pairs]
    ratios = [a / b for a, b in pairs]
    return Row(what, "us" if unit == "us" else "kB", ours, theirs, peer, ratios, None, Goal("<=", bound))


@contextmanager
def servers(core: int | None) -> Iterator[tuple[OwnProcess, OwnProcess]]:
    """Ours and the echo, both fresh."""
    with TemporaryDirectory() as folder:
        argv = ["ironbottom.server", "--port", "0", "--interface", "127.0.0.1", "--data", folder, "--no-announce"]
        log = str(Path(folder) / "log")
        with (
            OwnProcess(*argv, "--child", "--log", log, core=core) as ours,
            OwnProcess("tests.bench.echo", folder, core=core) as echo,
        ):
            yield ours, echo


def command_of_ours(server: OwnProcess, tls: ssl.SSLContext) -> float:
    """Server seconds for a command that is acknowledged."""
    clients = [CrowdPlayer(server.port, tls, n) for n in range(LINES)]
    for client in clients:
        client.ask(Create, os.urandom(16), Terms())
        while client.seated is None:
            for message in client.hear():
                client.take(message)
    return _turns(server, [(client, partial(muted, client, client.place)) for client in clients])


def command_of_echo(echo: OwnProcess, tls: ssl.SSLContext) -> float:
    """The same bytes, to the echo."""
    return _turns(echo, [(CrowdLine(echo.port, tls), lambda: Mute(1, "ABCDEFGH", True)) for _ in range(LINES)])


def _turns(server: OwnProcess, lines: list[tuple[CrowdLine, Callable[[], Message]]]) -> float:
    for line, message in lines:  # the first message of a connection pays for its session tickets
        line.say(message())
        line.hear()
    before = server.seconds()
    for _ in range(COMMANDS // LINES):
        for line, message in lines:
            line.say(message())
        for line, _message in lines:
            line.hear()
    spent = server.seconds() - before
    for line, _message in lines:
        line.close()
    return spent / COMMANDS


def seated(server: OwnProcess, tls: ssl.SSLContext, n: int, seed: int) -> Crowd:
    """So many tables, each with two players at its first questions."""
    crowd = Crowd()
    for number in range(2 * n):
        crowd.add(CrowdPlayer(server.port, tls, seed + number))
        for _player in crowd.hear(0):  # who waits answers the server's pings
            continue
    hosts, guests = crowd.players[::2], crowd.players[1::2]
    for host in hosts:
        host.ask(Create, os.urandom(16), Terms(least=0))
    crowd.until(lambda: all(host.seated is not None for host in hosts))
    for host, guest in zip(hosts, guests, strict=True):
        assert host.seated is not None
        guest.ask(Join, host.place, host.seated.secret, "either")
    crowd.until(lambda: all(player.ready is not None or player.over for player in crowd.players))
    _settle(crowd)
    return crowd


def _settle(crowd: Crowd) -> None:
    """Until nobody hears anything more."""
    quiet = 0
    while quiet < 3:
        quiet = quiet + 1 if not [*crowd.hear(0.05)] else 0


def decision(server: OwnProcess, tls: ssl.SSLContext, number: int) -> float:
    """Server seconds for an answer that is accepted, written down and told to both sides."""
    answers = 0
    spent = 0.0
    while answers < DECISIONS:
        crowd = seated(server, tls, TABLES, 10_000 * number + answers)
        before = server.seconds()
        while not all(player.over for player in crowd.players):
            _turn(crowd)
        spent += server.seconds() - before
        answers += sum([player.answers for player in crowd.players])
        for player in crowd.players:
            player.close()
    return spent / answers


def _turn(crowd: Crowd) -> None:
    """Everybody who is asked answers, then all hear what came of it: as the echo is asked, turn by turn."""
    asked = [player for player in crowd.players if player.ready is not None]
    for player in asked:
        player.answer()
    crowd.until(lambda: not any(player.flying for player in asked))
    for _player in crowd.hear(0.0 if asked else 0.1):  # what the others were told
        continue


def login(server: OwnProcess, connect: Callable[[int], CrowdLine]) -> float:
    """Server seconds for a connection with everything that goes before its first request."""
    for _ in range(20):
        connect(server.port).close()
    before = server.seconds()
    for _ in range(LOGINS):
        connect(server.port).close()
    sleep(0.2)
    return (server.seconds() - before) / LOGINS


def idle(server: OwnProcess, connect: Callable[[int], CrowdLine]) -> float:
    """Bytes of memory for a connection on which nothing happens."""
    some = [connect(server.port) for _ in range(50)]
    sleep(0.2)
    before = server.resident()
    lines = [connect(server.port) for _ in range(IDLE)]
    sleep(0.5)
    grown = (server.resident() - before) / IDLE
    for line in some + lines:
        line.close()
    return grown


def live(server: OwnProcess, tls: ssl.SSLContext) -> tuple[list[float], float]:
    """Seconds from each answer to its update, and how often the event loop came more than 20 ms late."""
    crowd = seated(server, tls, LIVE, 1)
    waiting = [player for player in crowd.players if player.ready is not None]
    late = _late(server)
    begun = perf_counter()
    sent = 0
    while (now := perf_counter() - begun) < SECONDS:
        while waiting and sent < now * RATE:
            waiting.pop(0).answer()
            sent += 1
        for player in crowd.hear(0.001):
            if player.ready is not None and not player.sent and player not in waiting:
                waiting.append(player)
    _settle(crowd)
    waits = [wait for player in crowd.players for wait in player.waits]
    return waits, _late(server) - late


def _late(server: OwnProcess) -> float:
    """How often the event loop came more than 20 ms late so far, as the server itself counts it."""
    with urlopen(f"http://127.0.0.1:{server.port}/metrics", timeout=5) as answer:
        lines = answer.read().decode().splitlines()
    name = "ironbottom_loop_lag_seconds_"
    figures = dict([line.removeprefix(name).split(" ") for line in lines if line.startswith(name)])
    return float(figures["count"]) - float(figures['bucket{le="0.02"}'])


def crowd(server: OwnProcess, tls: ssl.SSLContext) -> float:
    """Bytes of memory of a server with so many games, each at its first questions."""
    players = seated(server, tls, GAMES, 1).players
    sleep(0.5)
    held = server.resident()
    for player in players:
        player.close()
    return held
