"""A cable between browser and server that can be cut, and joined again."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Lock, Thread
from types import TracebackType
from typing import Self


class Cable:
    """Carries connections from a port of its own to the server's, as long as it is whole."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.whole = True
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        self._ends: set[socket.socket] = set()
        self._lock = Lock()

    @property
    def url(self) -> str:
        """Where the page is, through this cable."""
        return f"http://127.0.0.1:{self.port}/"

    def cut(self) -> None:
        """Every connection breaks, and no new one comes about."""
        with self._lock:
            self.whole = False
            ends = [*self._ends]
        for end in ends:
            _hang_up(end)

    def join(self) -> None:
        """It works again."""
        with self._lock:
            self.whole = True

    def __enter__(self) -> Self:
        Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        _hang_up(self.listening)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _address = self.listening.accept()
                Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self.to))
        except OSError:
            _hang_up(near)
            return
        with self._lock:
            self._ends |= {near, far}
            whole = self.whole
        if not whole:
            _hang_up(near)
        back = Thread(target=_pour, args=(far, near), daemon=True)
        back.start()
        _pour(near, far)
        back.join()
        with self._lock:
            self._ends -= {near, far}
        near.close()
        far.close()


def _pour(one: socket.socket, other: socket.socket) -> None:
    """Everything that comes from one end goes out at the other; when one is gone, so is the other."""
    with suppress(OSError):
        while data := one.recv(65_536):
            other.sendall(data)
    _hang_up(one)
    _hang_up(other)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    if not end.fileno() < 0 and end.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
        end.close()
