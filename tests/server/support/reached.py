"""A real server in a process of its own, and the ways to it that good and bad clients take."""

from __future__ import annotations

import json
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ironbottom.keys import new_key, public_bytes, sign
from ironbottom.wire.frames import TO_CLIENT
from ironbottom.wire.messages import Bye, Challenge, Hello, Login, Message, Welcome
from ironbottom.wire.session import Native, Session, Web, Wire
from ironbottom.wire.signing import LOGIN
from tests import ROOT

PATIENCE = 15.0  # seconds until a test gives up; nothing waits so long unless it is broken

M = TypeVar("M")


def until(true: Callable[[], M], seconds: float = PATIENCE) -> M:
    """Ask again and again; what was found when it was something."""
    end = monotonic() + seconds
    while not (found := true()):
        assert monotonic() < end, "it did not happen"
        sleep(0.02)
    return found


class RunningServer:
    """A server that runs."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        assert process.stdout is not None
        self.process, self.log = process, log
        told = json.loads(process.stdout.readline())
        self.port: int = told["port"]
        self.pin: bytes = bytes.fromhex(told["pin"])

    def stop(self) -> int:
        """End its input, which ends it; its exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE)

    def figures(self) -> dict[str, float]:
        """What /metrics says."""
        text = body(self.http("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
        return {name.removeprefix("ironbottom_"): float(value) for name, value in lines}

    def peak(self) -> float:
        """The most memory that it ever held."""
        return self.figures()["memory_peak_bytes"]

    def http(self, request: str, *, secure: bool = False) -> str:
        """Send a request, as the last one on its connection, and read until the server closes."""
        last = request.replace("\r\n", "\r\nConnection: close\r\n", 1)
        with self.secure() if secure else self.plain() as sock:
            sock.sendall(last.encode("latin-1"))
            return everything(sock).decode("latin-1")

    def plain(self) -> socket.socket:
        """A connection without TLS."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def secure(self, highest: ssl.TLSVersion = ssl.TLSVersion.TLSv1_3) -> ssl.SSLSocket:
        """A connection with TLS of at most this version, which trusts whoever answers."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.minimum_version, context.maximum_version = ssl.TLSVersion.TLSv1_2, highest
        return context.wrap_socket(self.plain(), server_hostname="localhost")


@contextmanager
def started(argv: list[str], log: Path) -> Iterator[RunningServer]:
    """A program that is a server, and tells its port and pin first."""
    with subprocess.Popen(argv, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield RunningServer(process, log)
        finally:
            process.kill()


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[RunningServer]:
    """A server with these settings; its data and its log are in the folder."""
    usual = {"data": str(folder), "log": str(folder / "log"), "port": 0, "interface": "127.0.0.1"}
    argv = [sys.executable, "-m", "tests.server.support.echo_server", json.dumps(usual | settings)]
    with started(argv, folder / "log") as server:
        yield server


def everything(sock: socket.socket) -> bytes:
    """All bytes until the other end closes, gracefully or not."""
    data = b""
    try:
        while more := sock.recv(65_536):
            data += more
    except (ConnectionError, ssl.SSLError):
        pass
    return data


def gone(sock: socket.socket) -> bool:
    """Whether the other end has hung up; bytes that still come are thrown away."""
    sock.settimeout(0.05)
    try:
        return not sock.recv(65_536)
    except TimeoutError:
        return False
    except (ConnectionError, ssl.SSLError):
        return True


def body(response: str) -> str:
    """What stands behind the headers."""
    return response.split("\r\n\r\n", 1)[1]


def status(response: str) -> int:
    """The status of an answer over HTTP."""
    return int(response.split(" ", 2)[1])


class NativeClient:
    """Somebody who speaks the protocol as he should, over native frames."""

    def __init__(self, sock: socket.socket, key: Ed25519PrivateKey | None = None, wire: Wire | None = None) -> None:
        self.sock, self.key = sock, key or new_key()
        self.session = Session("client", wire or Native("client"), monotonic())
        self.heard: list[Any] = []

    def say(self, message: Message) -> None:
        self.send(self.session.send(message, monotonic()))

    def send(self, data: bytes) -> None:
        self.sock.sendall(data)

    def receive(self) -> list[bytes]:
        """What came: pieces for the session."""
        data = self.sock.recv(65_536)
        if not data:
            raise ConnectionError("the server hung up")
        return [data]

    def hear(self, kind: type[M]) -> M:
        """The next message of a kind; others are thrown away."""
        while True:
            while self.heard:
                message = self.heard.pop(0)
                if isinstance(message, kind):
                    return message
            for data in self.receive():
                self.heard += self.session.receive(data, monotonic())

    def hello(self, name: str = "Tanaka") -> Challenge:
        """The first words."""
        self.say(Hello((1, 1), "test", public_bytes(self.key), name))
        return self.hear(Challenge)

    def log_in(self, name: str = "Tanaka") -> Welcome:
        """All the way in."""
        challenge = self.hello(name)
        self.say(Login(sign(self.key, LOGIN, challenge.nonce, challenge.key)))
        return self.hear(Welcome)

    def bye(self) -> Bye:
        """The server's last word."""
        return self.hear(Bye)


HANDSHAKE = (
    "GET /play HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
PROTOCOL = "Sec-WebSocket-Protocol: ironbottom.1\r\n"
MASK = bytes((1, 2, 3, 4))


def masked(opcode: int, payload: bytes, *, final: bool = True) -> bytes:
    """One frame of a WebSocket client."""
    size = len(payload)
    head = bytes([opcode | (0x80 if final else 0)])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65_536:
        head += bytes([0x80 | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([0x80 | 127]) + size.to_bytes(8, "big")
    return head + MASK + bytes([byte ^ MASK[i % 4] for i, byte in enumerate(payload)])


class Browser(NativeClient):
    """Somebody who speaks the protocol over a WebSocket."""

    def __init__(self, sock: socket.socket, host: str = "localhost", more: str = PROTOCOL) -> None:
        super().__init__(sock, wire=Web("client"))
        self.buffer = b""
        self.closed: int | None = None  # the code that the server closed with
        sock.sendall((HANDSHAKE.format(host=host) + more + "\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            data = sock.recv(TO_CLIENT)
            if not data:
                break
            self.buffer += data
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.response = head.decode()

    def send(self, data: bytes) -> None:
        self.sock.sendall(masked(1, data))

    def receive(self) -> list[bytes]:
        texts: list[bytes] = []
        while not texts:
            for opcode, payload in self.frames():
                if opcode == 1:
                    texts.append(payload)
                elif opcode == 8:
                    self.closed = int.from_bytes(payload[:2], "big")
            if not texts:
                data = self.sock.recv(65_536)
                if not data:
                    raise ConnectionError("the server hung up")
                self.buffer += data
        return texts

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """The frames that have come whole."""
        while len(self.buffer) >= 2:
            at, size = 2, self.buffer[1] & 0x7F
            if size == 126:
                at, size = 4, int.from_bytes(self.buffer[2:4], "big")
            elif size == 127:
                at, size = 10, int.from_bytes(self.buffer[2:10], "big")
            if len(self.buffer) < at + size:
                return
            opcode, payload = self.buffer[0] & 0x0F, self.buffer[at : at + size]
            self.buffer = self.buffer[at + size :]
            yield opcode, payload
