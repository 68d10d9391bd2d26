"""A real server, whose bots are real processes: one is called, plays, and is there again after a restart."""

from __future__ import annotations

import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from ironbottom.wire.messages import Call, Fetch, Piece, Review, Scenes
from ironbottom.wire.terms import Terms
from tests import ROOT
from tests.server.support.player import WirePlayer
from tests.server.support.reached import PATIENCE, RunningServer
from tests.server.support.server_under_test import SEED
from tests.support.lengths import by_night

TERMS = Terms(side="us", seed=SEED, least=0)


@contextmanager
def server(folder: Path, *options: str) -> Iterator[RunningServer]:
    """The server that players have."""
    argv = [sys.executable, "-m", "ironbottom.server", "--child", "--port", "0", "--interface", "127.0.0.1"]
    argv += ["--data", str(folder), "--log", str(folder / "log"), "--no-announce", *options]
    with subprocess.Popen(argv, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield RunningServer(process, folder / "log")
        finally:
            process.kill()


def until(sock: ssl.SSLSocket, player: WirePlayer, so: Callable[[], bool]) -> None:
    """Hear what the server says until something is so."""
    end = time.monotonic() + 3 * PATIENCE
    sock.settimeout(0.1)
    while not so():
        assert time.monotonic() < end, player.told[-3:]
        try:
            data = sock.recv(65_536)
        except TimeoutError:
            continue
        assert data, player.told[-3:]
        player.hear(data)


@by_night
def test_a_bot_is_called_and_comes_again_after_a_restart(tmp_path: Path) -> None:
    ada = WirePlayer("Ada", 1, bot=False)
    with server(tmp_path) as real, real.secure() as sock:
        ada.connect(sock.sendall)
        until(sock, ada, lambda: ada.session.state == "in")
        ada.create(TERMS)
        until(sock, ada, lambda: bool(ada.table))
        ada.ask(Call, ada.table, "first")
        until(sock, ada, lambda: ada.have > 40)
        seat = ada.table_now.seats[1]
        assert (seat.name, seat.bot, seat.here) == ("first", True, True)
        assert real.figures()["bots"] == 1
        assert real.stop() == 0
    have = ada.have
    with server(tmp_path) as real, real.secure() as sock:
        ada.connect(sock.sendall)
        until(sock, ada, lambda: ada.session.state == "in")
        ada.resume()
        until(sock, ada, lambda: ada.have > have + 20)
        until(sock, ada, lambda: ada.table_now.seats[1].here)
        ada.resign()
        until(sock, ada, lambda: ada.over)
        until(sock, ada, lambda: looked_through(ada))
        seen = ada.last(Scenes)
        transcript(sock, ada, tmp_path / "game.ibss")
    (tmp_path / "other").mkdir()
    eve = WirePlayer("Eve", 2)
    with server(tmp_path / "other", "--replay", str(tmp_path / "game.ibss")) as real, real.secure() as sock:
        eve.connect(sock.sendall)
        until(sock, eve, lambda: eve.session.state == "in")
        eve.ask(Review, "REPLAY")
        until(sock, eve, lambda: bool(eve.all(Scenes)))
    assert eve.last(Scenes) == replace(seen, seq=1, table="REPLAY", game=0)
    assert seen.names == ("Ada", "first")


def looked_through(player: WirePlayer) -> bool:
    """Whether scenes have come; they are asked for once more if that was refused."""
    if not any(isinstance(asked, Review) for asked in player.waiting.values()):
        player.ask(Review, player.table)
    return bool(player.all(Scenes))


def transcript(sock: ssl.SSLSocket, player: WirePlayer, path: Path) -> None:
    """Fetch it, piece by piece."""
    part = of = 0
    while part == 0 or part < of:
        player.told.clear()
        player.ask(Fetch, "transcript", player.table, part)
        until(sock, player, lambda: bool(player.all(Piece)))
        piece = player.last(Piece)
        part, of = part + 1, piece.of
        with path.open("ab") as file:
            file.write(piece.data)
