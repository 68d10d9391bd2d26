"""What a server costs that strangers have filled with tables: its lobby, a new table, and its memory."""

from __future__ import annotations

import json
import os
import ssl
import subprocess
import sys
from itertools import count
from typing import Any

from ironbottom.server.runtime.settings import LIMITS
from ironbottom.wire.messages import Create, Leave, ListTables
from ironbottom.wire.terms import Terms
from tests.bench.figures import Goal, Row
from tests.bench.measure_wire import apart, servers
from tests.bench.peers import ROOT
from tests.bench.run import Run
from tests.server.support.crowd import CrowdClient, CrowdLine, CrowdPlayer, context
from tests.server.support.server_process import OwnProcess

FEW, MANY = 10, 9_500
LISTS, TABLES, LINES = 2_000, 1_000, 20  # a round; connections that take turns
ASKED = 100_000
OPEN = Terms(reach="open")


def measure(run: Run) -> list[Row]:
    """A server with ten tables and one with thousands, in turns; and the memory of one that a hundred thousand ask."""
    core, tls = apart(), context()
    with servers(core) as (few, _echo), servers(core) as (many, _other):
        run.say(f"{MANY:,} tables")
        fill(few, tls, FEW)
        fill(many, tls, MANY)
        lists, tables = [], []
        for number in range(run.rounds):
            run.say(f"round {number + 1} of {run.rounds}")
            lists.append((lobby(many, tls), lobby(few, tls)))
            tables.append((new_table(many, tls), new_table(few, tls)))
    run.say(f"{ASKED:,} tables asked for from ten addresses")
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.crowded", str(ASKED)], cwd=ROOT, stdout=subprocess.PIPE, text=True,
        check=True,
    )
    told: dict[str, Any] = json.loads(done.stdout)
    run.notes.append(
        f"strangers: server CPU as the kernel counts it; {LISTS:,} lists on {LINES} connections and {TABLES:,} tables"
        f" made and left a round, beside {FEW} and {MANY:,} tables that others have made. {ASKED:,} tables asked for by"
        f" fresh keys from ten addresses in five simulated hours: {told['tables']} were there at most,"
        f" {told['seconds']:.1f} s of CPU, {told['before'] / 1e6:.0f} MB before and {told['after'] / 1e6:.0f} MB"
        f" at most; a day later {told['left']} was left, with somebody at it, in the lobby all the time."
    )
    return [
        compared(f"the lobby, {MANY:,} tables", lists, 1.5),
        compared(f"a table made and left, {MANY:,} tables", tables, 1.5),
        Row(f"memory, {ASKED:,} tables asked for", "MB", [told["after"]], goal=Goal("<=", 200e6)),
    ]


def compared(what: str, pairs: list[tuple[float, float]], bound: float) -> Row:
    """A row that may cost so many times what it costs where there are few tables."""
    ours, peer = [many for many, _few in pairs], [few for _many, few in pairs]
    return Row(what, "us", ours, peer, f"{FEW} tables", [a / b for a, b in pairs], None, Goal("<=", bound))


def fill(server: OwnProcess, tls: ssl.SSLContext, tables: int) -> None:
    """So many open tables, each player as many as he may have."""
    seeds = count(1)
    while tables:
        player = CrowdPlayer(server.port, tls, next(seeds))
        for _n in range(min(tables, LIMITS.of_player)):
            player.ask(Create, os.urandom(16), OPEN)
            player.seated = None
            while player.seated is None:
                for message in player.hear():
                    player.take(message)
            tables -= 1
        player.close()


def lobby(server: OwnProcess, tls: ssl.SSLContext) -> float:
    """Server seconds for a list of the lobby."""
    seqs = count(1)
    lines: list[CrowdLine] = [CrowdClient(server.port, tls) for _ in range(LINES)]
    for line in lines:  # the first message of a connection pays for its session tickets
        line.say(ListTables(next(seqs)))
        line.hear()
    before = server.seconds()
    for _ in range(LISTS // LINES):
        for line in lines:
            line.say(ListTables(next(seqs)))
        for line in lines:
            line.hear()
    spent = server.seconds() - before
    for line in lines:
        line.close()
    return spent / LISTS


def new_table(server: OwnProcess, tls: ssl.SSLContext) -> float:
    """Server seconds for a table that is made and left again: asked for, written down, told, and taken away."""
    players = [CrowdPlayer(server.port, tls, 88_000 + n) for n in range(LINES)]
    before = server.seconds()
    for _ in range(TABLES // LINES):
        for player in players:
            player.seated = None
            player.ask(Create, os.urandom(16), OPEN)
        for player in players:
            while player.seated is None:
                for message in player.hear():
                    player.take(message)
        for player in players:
            player.ask(Leave, player.place)
            player.flying = player.seq
        for player in players:
            while player.flying:
                for message in player.hear():
                    player.take(message)
    spent = server.seconds() - before
    for player in players:
        player.close()
    return spent / TABLES
