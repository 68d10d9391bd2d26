"""Players on real sockets: over TLS as a native client speaks, and over a WebSocket as a page does."""

from __future__ import annotations

import select
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from ironbottom.wire.messages import Welcome
from ironbottom.wire.terms import Terms
from tests import ROOT

from .player import WirePlayer
from .reached import PATIENCE, Browser, RunningServer

LONG = 60.0  # seconds for a whole game on a machine that does other things besides
QUICK = Terms(least=0, reach="open")


class SeatEnd:
    """One player's connection."""

    def __init__(self, player: WirePlayer, port: int) -> None:
        self.player, self.port = player, port
        self.sock: socket.socket = self._open()

    def _open(self) -> socket.socket:
        """A page by WebSocket, else TLS."""
        sock = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        if self.player.web:
            self.browser = Browser(sock, f"127.0.0.1:{self.port}")
            self.player.connect(self.browser.send, monotonic)
            return sock
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        secure = context.wrap_socket(sock)
        self.player.connect(secure.sendall, monotonic)
        return secure

    def hear(self) -> None:
        """What has come, or comes now.  Raises ConnectionError when the other end has hung up."""
        if self.player.web:
            for text in self.browser.receive():
                self.player.hear(text)
            return
        data = self.sock.recv(65_536)
        if not data:
            raise ConnectionError("the server hung up")
        self.player.hear(data)

    def again(self) -> None:
        """Cut the connection, and come back on another."""
        self.sock.close()
        self.player.told.clear()
        self.sock = self._open()
        until((self,), self.welcome)
        self.player.resume()

    def welcome(self) -> bool:
        """Whether he is logged in."""
        return bool(self.player.all(Welcome))

    @property
    def waits(self) -> bool:
        """Whether something has come that the system does not tell of any more."""
        return isinstance(self.sock, ssl.SSLSocket) and self.sock.pending() > 0


def until(ends: tuple[SeatEnd, ...], true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Let them play until something has come about."""
    last = monotonic() + seconds
    while not true():
        assert monotonic() < last, [end.player.told[-3:] for end in ends]
        ready = [end for end in ends if end.waits] or select.select([end.sock for end in ends], [], [], 1.0)[0]
        for end in ends:
            if end in ready or end.sock in ready:
                end.hear()


@contextmanager
def real_server(folder: Path, *words: str, port: int = 0) -> Iterator[RunningServer]:
    """A server as `play` and `host` start it."""
    argv = [sys.executable, "-m", "ironbottom.server", "--child", "--port", str(port), "--data", str(folder)]
    argv += ["--log", str(folder / "log"), "--no-announce", *words]
    folder.mkdir(exist_ok=True)
    with subprocess.Popen(argv, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield RunningServer(process, folder / "log")
        finally:
            process.kill()


def at_a_table(one: SeatEnd, other: SeatEnd) -> None:
    """The first makes a table, the other joins it, and both see the first question."""
    ends = (one, other)
    until(ends, lambda: all(end.welcome() for end in ends))
    one.player.create(QUICK)
    until(ends, lambda: one.player.secret)
    other.player.join(one.player.table, one.player.secret)
    until(ends, lambda: all(end.player.update for end in ends))
