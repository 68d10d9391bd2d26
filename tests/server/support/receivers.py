"""Real endpoints on this machine: one takes requests and answers as a test says, one is a mail server."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes
from email.message import Message
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import monotonic, sleep
from typing import Any, NamedTuple

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

PATIENCE = 20.0  # seconds


class HeardRequest(NamedTuple):
    """What came."""

    method: str
    path: str
    headers: dict[str, str]  # by lower-case name
    body: bytes


class Receiver:
    """Takes what comes; `/status/N` answers N, `/moved?URL` leads elsewhere, `/endless` and `/headers` never end."""

    def __init__(self) -> None:
        self.heard: list[HeardRequest] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            """One request."""

            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.heard.append(HeardRequest(self.command, self.path, headers, self.rfile.read(length)))
                receiver.answer(self)

            do_PUT = do_GET = do_POST

            def log_message(self, format: str, *args: Any) -> None:
                """Nobody reads it."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.port = self._http.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        Thread(target=self._http.serve_forever, daemon=True).start()

    def answer(self, to: BaseHTTPRequestHandler) -> None:
        """By the path."""
        if to.path.startswith("/status/"):
            self._status(to, int(to.path.rpartition("/")[2]))
        elif to.path.startswith("/moved?"):
            to.send_response(302)
            to.send_header("Location", to.path.partition("?")[2])
            to.end_headers()
        elif to.path == "/slow":
            sleep(PATIENCE)
        elif to.path in ("/endless", "/headers"):
            self._without_end(to)
        else:
            self._status(to, 204)

    def _status(self, to: BaseHTTPRequestHandler, status: int) -> None:
        to.send_response(status)
        to.end_headers()

    def _without_end(self, to: BaseHTTPRequestHandler) -> None:
        to.wfile.write(b"HTTP/1.1 200 OK\r\n" + (b"\r\n" if to.path == "/endless" else b""))
        with suppress(OSError):
            for n in range(100_000):
                to.wfile.write(b"X-%d: %s\r\n" % (n, b"x" * 1000))
                self.cut = n

    cut = 0  # how many pieces were written until it was cut off

    def wait(self, n: int = 1) -> list[HeardRequest]:
        """So many requests, or more."""
        last = monotonic() + PATIENCE
        while len(self.heard) < n:
            assert monotonic() < last, self.heard
            sleep(0.02)
        return self.heard

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


@contextmanager
def receiver() -> Iterator[Receiver]:
    """An endpoint of the web."""
    one = Receiver()
    try:
        yield one
    finally:
        one.close()


class Mailbox:
    """What a mail server has taken."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, list[str], Message]] = []
        self.refuses = False

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.refuses:
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        message = message_from_bytes(envelope.content, policy=default)
        self.taken.append((str(envelope.mail_from), [*envelope.rcpt_tos], message))
        return "250 taken"

    def wait(self, n: int = 1) -> list[tuple[str, list[str], Message]]:
        last = monotonic() + PATIENCE
        while len(self.taken) < n:
            assert monotonic() < last
            sleep(0.02)
        return self.taken


@contextmanager
def mail_server() -> Iterator[tuple[Mailbox, int]]:
    """A mail server that is one, and its port."""
    box = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield box, port
    finally:
        controller.stop()
