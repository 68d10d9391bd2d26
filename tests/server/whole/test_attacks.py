"""What strangers do to a server: the list of attacks, against a real one, over real sockets.

The memory of the process is held against what it needed for one well-behaved client.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from ironbottom.wire.frames import MAGIC, TO_SERVER
from ironbottom.wire.messages import Fetch, Ok, Ping, Refused, Say
from tests.server.support.reached import (
    Browser,
    NativeClient,
    RunningServer,
    everything,
    gone,
    masked,
    serving,
    status,
    until,
)

MB = 1_000_000
FIRST = 0.5  # seconds for the first message, so that the test need not wait for five
ALLOWED = 20

STRICT = {
    "near": {"connections": ALLOWED, "arrivals": 1e6, "arrivals_at_once": 1_000_000},
    "first": FIRST,
    "stalled": 1.0,
    "kernel": 8_192,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with serving(tmp_path_factory.mktemp("attacked"), limits=STRICT) as server:
        with server.secure() as sock:
            NativeClient(sock).log_in()
        yield server


@pytest.fixture
def growth(server: RunningServer) -> Iterator[list[float]]:
    """Whatever a test does may cost the server ten MB; and it still serves the next one."""
    before = server.peak()
    grown: list[float] = []
    yield grown
    grown.append(server.peak() - before)
    assert grown[0] < 10 * MB
    assert not faults(server)
    with server.secure() as sock:
        client = NativeClient(sock)
        client.log_in()
        client.say(Say(7, "T", "still there?"))
        assert client.hear(Ok).seq == 7


def faults(server: RunningServer) -> list[str]:
    """What the log tells of our own mistakes."""
    return [line for line in server.log.read_text().splitlines() if '"level": "info"' not in line]


class Dribbler(NativeClient):
    """A good client on a line that carries one byte at a time."""

    def send(self, data: bytes) -> None:
        for byte in data:
            self.sock.sendall(bytes([byte]))


def cut(sock: socket.socket, piece: bytes, most: int) -> int:
    """Send the same piece until the server hangs up, or `most` bytes are sent; how many were."""
    sent = 0
    try:
        while sent < most:
            sock.sendall(piece)
            sent += len(piece)
    except OSError:
        pass
    return sent


@pytest.mark.usefixtures("growth")
class TestAttacks:
    def test_a_websocket_message_without_end(self, server: RunningServer) -> None:
        with server.plain() as sock:
            browser = Browser(sock)
            browser.log_in()
            sock.sendall(masked(1, b'{"type":"say"', final=False))
            assert cut(sock, masked(0, b" " * 4_096, final=False), 50 * MB) < 5 * MB
            until(lambda: gone(sock))

    def test_a_websocket_message_in_empty_pieces(self, server: RunningServer) -> None:
        with server.plain() as sock:
            browser = Browser(sock)
            browser.log_in()
            sock.sendall(masked(1, b"{", final=False))
            assert cut(sock, masked(0, b"", final=False) * 500, 50 * MB) < 5 * MB
            until(lambda: gone(sock))

    def test_websocket_pings_without_end(self, server: RunningServer) -> None:
        with server.plain() as sock:
            browser = Browser(sock)
            browser.log_in()
            assert cut(sock, masked(9, b"?") * 500, 50 * MB) < 5 * MB
            until(lambda: gone(sock))

    def test_a_websocket_frame_that_claims_to_be_huge(self, server: RunningServer) -> None:
        with server.plain() as sock:
            browser = Browser(sock)
            browser.log_in()
            sock.sendall(bytes([0x81, 0x80 | 127]) + (2**62).to_bytes(8, "big") + bytes(4))
            assert cut(sock, bytes(4_096), 50 * MB) < 5 * MB
            until(lambda: gone(sock))

    def test_native_bytes_without_end(self, server: RunningServer) -> None:
        with server.secure() as sock:
            client = NativeClient(sock)
            client.log_in()
            assert cut(sock, (TO_SERVER + 1).to_bytes(4, "big") + bytes(TO_SERVER), 50 * MB) < 5 * MB
            until(lambda: gone(sock))

    def test_tls_records_without_end_before_the_handshake(self, server: RunningServer) -> None:
        with server.plain() as sock:
            record = b"\x16\x03\x01\x40\x00" + b"\x01\x00\xff\xff" + bytes(0x4000 - 4)
            assert cut(sock, record, 50 * MB) < 5 * MB
            until(lambda: gone(sock))

    def test_half_requests_over_http(self, server: RunningServer) -> None:
        dropped = server.figures().get('dropped_total{reason="first"}', 0)
        with ExitStack() as stack:
            socks = [stack.enter_context(server.plain()) for _ in range(150)]
            for sock in socks:
                sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ")
            at_once = [sock for sock in socks if gone(sock)]
            assert len(at_once) >= len(socks) - ALLOWED
            until(lambda: all(gone(sock) for sock in socks), 4 * FIRST + 2)
        assert server.figures()['dropped_total{reason="first"}'] > dropped

    def test_a_request_that_comes_byte_by_byte(self, server: RunningServer) -> None:
        """Bytes that come do not give him more time: only a whole message would."""
        with server.plain() as sock:
            sock.sendall(b"GET / HTTP/1.1\r\n")

            def dribble() -> bool:
                try:
                    sock.sendall(b"X")
                except OSError:
                    return True
                return gone(sock)

            until(dribble, 4 * FIRST + 2)

    @pytest.mark.parametrize("length", ["Content-Length: 2000000000", "Transfer-Encoding: chunked"])
    def test_a_great_body(self, server: RunningServer, length: str) -> None:
        with server.plain() as sock:
            sock.sendall(f"POST / HTTP/1.1\r\nHost: localhost\r\n{length}\r\n\r\n".encode())
            assert status(everything(sock).decode()) == 413
        with server.plain() as sock:
            sock.sendall(f"POST / HTTP/1.1\r\nHost: localhost\r\n{length}\r\n\r\n".encode())
            assert cut(sock, bytes(65_536), 50 * MB) < 10 * MB

    def test_twenty_thousand_headers(self, server: RunningServer) -> None:
        lines = "".join([f"X-{n}: y\r\n" for n in range(20_000)])
        with server.plain() as sock:
            try:
                sock.sendall(f"GET / HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n".encode())
            except OSError:
                return  # cut off before all of it was sent
            assert b" 200 " not in everything(sock)

    def test_a_thousand_requests_in_one_packet(self, server: RunningServer) -> None:
        with server.plain() as sock:
            sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1_000)
            assert everything(sock).count(b"HTTP/1.1 ") == 1

    def test_a_native_client_who_never_reads(self, server: RunningServer) -> None:
        with server.secure() as sock:
            client = NativeClient(sock)
            client.log_in()
            client.say(Fetch(1, "cards", "core", 200))
            until(lambda: server.figures().get('dropped_total{reason="backlog"}', 0) >= 1)

    def test_a_browser_that_never_reads(self, server: RunningServer) -> None:
        before = server.figures().get('dropped_total{reason="backlog"}', 0)
        with server.plain() as sock:
            browser = Browser(sock)
            browser.log_in()
            browser.say(Fetch(1, "cards", "core", 200))
            until(lambda: server.figures().get('dropped_total{reason="backlog"}', 0) > before)

    def test_a_client_who_reads_nothing_of_little(self, server: RunningServer) -> None:
        """What waits is not too much, but it waits for ever."""
        before = server.figures().get('dropped_total{reason="stalled"}', 0)
        with socket.socket() as narrow:
            narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            narrow.settimeout(10)
            narrow.connect(("127.0.0.1", server.port))
            client = NativeClient(narrow)
            client.log_in()
            client.say(Fetch(1, "cards", "core", 6))
            until(lambda: server.figures().get('dropped_total{reason="stalled"}', 0) > before)

    def test_hello_and_never_a_login(self, server: RunningServer) -> None:
        with server.secure() as sock:
            client = NativeClient(sock)
            client.hello()
            until(lambda: gone(sock), 4 * FIRST + 2)

    def test_pings_instead_of_a_login(self, server: RunningServer) -> None:
        with server.secure() as sock:
            client = NativeClient(sock)
            client.hello()

            def ping() -> bool:
                try:
                    client.say(Ping(1))
                except OSError:
                    return True
                return gone(sock)

            until(ping, 4 * FIRST + 2)

    def test_a_flood_of_pings_instead_of_a_login(self, server: RunningServer) -> None:
        with server.secure() as sock:
            client = NativeClient(sock)
            client.hello()
            cut(sock, client.session.send(Ping(1), 0.0) * 1_000, 5 * MB)
            until(lambda: gone(sock))

    def test_silence(self, server: RunningServer) -> None:
        with server.plain() as sock:
            until(lambda: gone(sock), 4 * FIRST + 2)

    def test_garbage_of_every_first_byte(self, server: RunningServer) -> None:
        for first in range(256):
            with server.plain() as sock:
                sock.sendall(bytes([first]) * 40 + b"\r\n\r\n")
                with suppress(OSError):  # the server may have hung up before
                    sock.shutdown(socket.SHUT_WR)
                assert b" 200 " not in everything(sock)


def test_a_flood_of_messages_is_refused_and_then_ended(tmp_path: Path) -> None:
    limits = {"near": {"messages": 20.0, "messages_at_once": 60}}
    with serving(tmp_path, limits=limits) as server, server.secure() as sock:
        client = NativeClient(sock)
        client.log_in()
        with suppress(OSError):  # it may be cut off before all is said
            for seq in range(1, 200):
                client.say(Say(seq, "T", "x"))
        heard = [type(client.hear(object)) for _ in range(58)]
        assert heard == [Ok] * 58  # with hello and login the sixty that may come at once
        refused = client.hear(Refused)
        assert refused.code == "limit"
        assert refused.seq == 59
        assert client.bye().code == "limit"
        until(lambda: gone(sock))


def test_a_flood_of_websocket_pings_is_ended(tmp_path: Path) -> None:
    """Long before they use up the budget of bytes."""
    limits = {"near": {"messages": 20.0, "messages_at_once": 60}}
    with serving(tmp_path, limits=limits) as server, server.plain() as sock:
        browser = Browser(sock)
        browser.log_in()
        sock.sendall(masked(9, b"?") * 200)
        assert browser.bye().code == "limit"
        until(lambda: gone(sock))


def test_a_slow_client_is_not_refused(tmp_path: Path) -> None:
    limits = {"near": {"messages": 1_000_000.0, "messages_at_once": 2}}
    with serving(tmp_path, limits=limits) as server, server.plain() as sock:
        client = NativeClient(sock)
        client.log_in()
        for seq in range(1, 50):
            client.say(Say(seq, "T", "x"))
            assert client.hear(Ok).seq == seq


def test_connections_beyond_the_total_are_turned_away(tmp_path: Path) -> None:
    with serving(tmp_path, limits={"total": 3}) as server, ExitStack() as stack:
        socks = [stack.enter_context(server.plain()) for _ in range(3)]
        late = stack.enter_context(server.plain())
        until(lambda: gone(late))
        socks[0].close()

        def comes_in() -> bool:
            with server.plain() as sock:
                try:
                    return NativeClient(sock).log_in().name == "Tanaka"
                except ConnectionError:
                    return False

        until(comes_in)


def test_a_native_hello_split_into_single_bytes(server: RunningServer) -> None:
    with server.secure() as sock:
        assert Dribbler(sock).log_in().name == "Tanaka"


def test_the_magic_alone_is_not_enough(server: RunningServer) -> None:
    with server.plain() as sock:
        sock.sendall(MAGIC)
        until(lambda: gone(sock), 4 * FIRST + 2)
