"""HTTP and WebSockets: who may ask for what, and what a browser may be talked into."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ironbottom.server.listening.http import DOCUMENT, SAFE, UNGUESSED, HttpRequest, HttpResponse, Website, same_origin
from ironbottom.server.listening.web_socket import Upgrade
from ironbottom.server.runtime.metrics import Metrics
from ironbottom.server.runtime.settings import Settings
from ironbottom.wire.messages import Bye, Ok, Refused, Say
from tests.server.support.doubles import Grounds
from tests.server.support.reached import (
    HANDSHAKE,
    PROTOCOL,
    Browser,
    RunningServer,
    body,
    masked,
    serving,
    status,
    until,
)

OWN = "198.51.100.1"
PROXY = "198.51.100.9"


def website(**settings: Any) -> Website:
    told: dict[str, Any] = {"names": ("Example.org", "203.0.113.5"), "proxies": (PROXY,)}
    return Website(Settings(Path("nowhere"), **(told | settings)), Metrics())


def ask(path: str = "/", peer: str = "192.0.2.7", method: str = "GET", site: Website | None = None, **more: Any) -> int:
    """The status that a request gets; headers are given with underscores."""
    headers = {"host": OWN} | {name.replace("_", "-"): value for name, value in more.items()}
    answer = (site or website()).answer(HttpRequest(method, path, headers, peer, OWN))
    return answer.status if isinstance(answer, HttpResponse) else 101


UPGRADE: dict[str, Any] = {
    "upgrade": "websocket", "connection": "keep-alive, Upgrade", "sec_websocket_version": "13",
    "sec_websocket_key": "dGhlIHNhbXBsZSBub25jZQ==", "sec_websocket_protocol": "ironbottom.1",
}


class TestHost:
    @pytest.mark.parametrize(
        "host",
        [
            "localhost", "LOCALHOST:4277", "127.0.0.1", "127.0.0.1:80", "[::1]", "[::1]:4277", OWN, f"{OWN}:4277",
            "example.org", "EXAMPLE.ORG.:8000", "203.0.113.5",
        ],
    )
    def test_our_own_names(self, host: str) -> None:
        assert ask("/healthz", host=host) == 200

    @pytest.mark.parametrize(
        "host",
        [
            "evil.example", "localhost.evil.example", "198.51.100.2", "[2001:db8::1]", "example.org.evil.example",
            "evil.example:4277", "localhost:4277:80", "[::1", "127.0.0.1.evil.example", "[localhost", "*",
        ],
    )
    def test_dns_rebinding(self, host: str) -> None:
        for path in ("/", "/healthz", "/metrics", "/play"):
            assert ask(path, host=host, peer="127.0.0.1") == 421

    @pytest.mark.parametrize("host", ["", "localhost,localhost", "localhost, evil.example"])
    def test_no_host_or_two(self, host: str) -> None:
        assert ask(host=host) == 400


class TestOrigin:
    @pytest.mark.parametrize(
        ("origin", "host"),
        [
            ("http://localhost:4277", "localhost:4277"), ("https://example.org", "example.org"),
            ("https://example.org", "EXAMPLE.org:443"), ("http://example.org:80", "example.org"),
            ("http://[::1]:4277", "[::1]:4277"), ("http://127.0.0.1:4277", "127.0.0.1:4277"),
        ],
    )
    def test_of_the_same_host(self, origin: str, host: str) -> None:
        assert same_origin(origin, host)

    @pytest.mark.parametrize(
        ("origin", "host"),
        [
            ("http://evil.example", "localhost:4277"), ("http://localhost", "localhost:4277"),
            ("http://localhost:4278", "localhost:4277"), ("null", "localhost"), ("", "localhost"),
            ("http://localhost:4277/path", "localhost:4277"), ("http://me@localhost:4277", "localhost:4277"),
            ("file://", "localhost"), ("http://localhost:123456", "localhost:123456"), ("http://[::1", "[::1"),
            ("https://example.org", "example.org:80"), ("http://localhost:4277,http://evil", "localhost:4277"),
            ("data://localhost:4277", "localhost:4277"),
        ],
    )
    def test_of_another(self, origin: str, host: str) -> None:
        assert not same_origin(origin, host)

    def test_a_foreign_page_gets_nothing(self) -> None:
        for path in ("/", "/play", "/metrics"):
            assert ask(path, peer="127.0.0.1", origin="http://evil.example", **UPGRADE) == 403

    def test_its_own_page_may_connect(self) -> None:
        assert ask("/play", origin=f"http://{OWN}", **UPGRADE) == 101

    def test_a_client_that_is_no_browser_may_too(self) -> None:
        assert ask("/play", **UPGRADE) == 101


class TestHandshake:
    @pytest.mark.parametrize(
        ("header", "value"),
        [
            ("upgrade", "h2c"), ("connection", "close"), ("sec_websocket_version", "8"), ("sec_websocket_key", "short"),
            ("sec_websocket_key", ""), ("sec_websocket_protocol", "chat"), ("sec_websocket_protocol", ""),
            ("sec_websocket_protocol", "ironbottom.2"), ("sec_websocket_key", "dGhlIHNhbXBsZSBub25j*ZQ=="),
        ],
    )
    def test_what_is_none(self, header: str, value: str) -> None:
        assert ask("/play", **(UPGRADE | {header: value})) == 426

    def test_the_example_of_the_rfc(self) -> None:
        headers = {"host": OWN} | {name.replace("_", "-"): value for name, value in UPGRADE.items()}
        headers["sec-websocket-protocol"] = "chat, ironbottom.1"
        headers["sec-websocket-extensions"] = "permessage-deflate"
        answer = website().answer(HttpRequest("GET", "/play", headers, "192.0.2.7", OWN))
        assert isinstance(answer, Upgrade)
        lines = answer.response.decode().split("\r\n")
        assert "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in lines
        assert "Sec-WebSocket-Protocol: ironbottom.1" in lines
        assert not [line for line in lines if "Extensions" in line]


class TestMetrics:
    def test_this_machine_and_who_is_named(self) -> None:
        assert ask("/metrics", peer="127.0.0.1") == 200
        assert ask("/metrics", peer="192.0.2.7") == 403
        assert ask("/metrics", peer="192.0.2.7", site=website(metrics=("192.0.2.0/24",))) == 200

    @pytest.mark.parametrize("header", ["x_forwarded_for", "forwarded", "x_real_ip", "x_forwarded_host"])
    def test_the_world_behind_a_proxy_on_this_machine_is_not_this_machine(self, header: str) -> None:
        more: dict[str, Any] = {header: "127.0.0.1"}
        assert ask("/metrics", peer="127.0.0.1", **more) == 403

    def test_through_a_proxy_that_is_trusted(self) -> None:
        site = website(metrics=("192.0.2.7", PROXY))
        assert ask("/metrics", peer=PROXY, site=site, x_forwarded_for="192.0.2.7") == 200
        assert ask("/metrics", peer=PROXY, site=site, x_forwarded_for="192.0.2.7, 203.0.113.77") == 403
        assert ask("/metrics", peer=PROXY, site=site, x_forwarded_for="nonsense") == 403


class TestWhoIsServed:
    def who(self, peer: str, forwarded: str) -> str:
        return website().who(HttpRequest("GET", "/", {"x-forwarded-for": forwarded}, peer, OWN))

    def test_only_a_trusted_proxy_is_believed(self) -> None:
        assert self.who(PROXY, "10.0.0.1, 203.0.113.77") == "203.0.113.77"
        assert self.who("192.0.2.7", "203.0.113.77") == "192.0.2.7"
        assert self.who(PROXY, "") == self.who(PROXY, "unknown") == PROXY


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with serving(tmp_path_factory.mktemp("web"), names=["example.org"]) as server:
        yield server


class TestWebOverRealSockets:
    def test_every_answer_is_safe(self, server: RunningServer) -> None:
        page = SAFE | UNGUESSED | DOCUMENT
        for request, safe in (
            ("GET /", page), ("HEAD /", page), ("GET /none", page), ("POST /", page), ("GET /play", page),
            ("GET /style/icon.svg", page), ("GET /vocabulary.json", SAFE | UNGUESSED), ("GET /main.js", SAFE),
        ):  # fmt: skip
            response = server.http(f"{request} HTTP/1.1\r\nHost: localhost\r\n\r\n")
            for name, value in safe.items():
                assert f"\r\n{name}: {value}\r\n" in response, request
            assert not re.search("twisted|^server:", response.partition("\r\n\r\n")[0], re.IGNORECASE | re.MULTILINE)

    def test_a_script_needs_few_headers(self, server: RunningServer) -> None:
        """More than a hundred of them come before the first question."""
        response = server.http("GET /main.js HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n")
        head = response.partition("\r\n\r\n")[0]
        assert "\r\nContent-Type: text/javascript\r\n" in head  # without it no module is run
        assert len(head.replace("Connection: close\r\n", "")) < 220  # which is said by the last of them alone

    @pytest.mark.parametrize(("host", "apart"), [("localhost", True), ("127.0.0.1:80", True), ("example.org", False)])
    def test_what_browsers_heed_from_their_own_machine_only(
        self, server: RunningServer, host: str, apart: bool
    ) -> None:
        response = server.http(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")
        assert ("Cross-Origin-Opener-Policy: same-origin" in response) is apart

    def test_head_has_no_body(self, server: RunningServer) -> None:
        response = server.http("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert status(response) == 200
        assert "Content-Length: " in response
        assert body(response) == ""

    @pytest.mark.parametrize(
        "request_line",
        ["GET", "GET  / HTTP/1.1", "GET / HTTP/9", "\x00\x01", "GET / HTTP/1.1\r\nHost: a\r\nHost: b", "* / HTTP/1.1"],
    )
    def test_what_is_no_request(self, server: RunningServer, request_line: str) -> None:
        response = server.http(f"{request_line}\r\nHost: localhost\r\n\r\n")
        assert status(response) in (400, 405)

    def test_a_header_cannot_add_another(self, server: RunningServer) -> None:
        response = server.http("GET /healthz HTTP/1.1\r\nHost: localhost\r\nOrigin: http://x\rSet-Cookie: a=b\r\n\r\n")
        assert "Set-Cookie" not in response

    def test_figures(self, server: RunningServer) -> None:
        with server.plain() as sock:
            browser = Browser(sock)
            browser.log_in()
            for seq in (1, 2, 3):
                browser.say(Say(seq, "T", "x"))
                browser.hear(Ok)
            figures = server.figures()
        assert figures["logins_total"] >= 1
        assert figures['messages_in_total{kind="say"}'] >= 3
        assert figures['messages_out_total{kind="ok"}'] >= 3
        assert figures["connections"] >= 1
        assert figures['connections_total{way="websocket"}'] >= 1
        until(lambda: server.figures()["loop_lag_seconds_count"])

    @pytest.mark.parametrize(("host", "expected"), [("localhost", 101), ("example.org", 101), ("evil.example", 421)])
    def test_host_of_a_websocket(self, server: RunningServer, host: str, expected: int) -> None:
        with server.plain() as sock:
            assert status(Browser(sock, host).response) == expected

    @pytest.mark.parametrize(("origin", "expected"), [("http://localhost", 101), ("http://evil.example", 403)])
    def test_origin_of_a_websocket(self, server: RunningServer, origin: str, expected: int) -> None:
        with server.plain() as sock:
            assert status(Browser(sock, more=f"{PROTOCOL}Origin: {origin}\r\n").response) == expected

    def test_the_sub_protocol_is_answered(self, server: RunningServer) -> None:
        with server.plain() as sock:
            assert "Sec-WebSocket-Protocol: ironbottom.1" in Browser(sock).response
        with server.plain() as sock:
            assert status(Browser(sock, more="").response) == 426

    def test_no_compression(self, server: RunningServer) -> None:
        with server.plain() as sock:
            browser = Browser(sock, more=PROTOCOL + "Sec-WebSocket-Extensions: permessage-deflate\r\n")
            assert "Extensions" not in browser.response
            sock.sendall(bytes([0xC1, 0x80, 1, 2, 3, 4]))  # a frame that claims to be compressed
            with pytest.raises(ConnectionError):
                browser.hear(Ok)
            assert browser.closed == 1002


class TestMessages:
    @pytest.fixture
    def browser(self, server: RunningServer) -> Iterator[Browser]:
        with server.plain() as sock:
            browser = Browser(sock)
            browser.log_in()
            yield browser

    def text(self, seq: int, letters: int = 1) -> bytes:
        return json.dumps({"type": "say", "seq": seq, "table": "T", "text": "x" * letters}).encode()

    def test_a_message_in_pieces(self, browser: Browser) -> None:
        text = self.text(1)
        browser.sock.sendall(masked(1, text[:9], final=False) + masked(9, b"ping") + masked(0, text[9:20], final=False))
        browser.sock.sendall(masked(0, text[20:]))
        assert browser.hear(Ok).seq == 1

    def test_a_letter_cut_in_two(self, browser: Browser) -> None:
        text = '{"type":"say","seq":1,"table":"T","text":"大和"}'.encode()
        at = text.index("和".encode()) + 1
        browser.sock.sendall(masked(1, text[:at], final=False) + masked(0, text[at:]))
        assert browser.hear(Ok).seq == 1

    def test_binary_is_refused(self, browser: Browser) -> None:
        browser.sock.sendall(masked(2, self.text(1)))
        with pytest.raises(ConnectionError):
            browser.hear(Ok)
        assert browser.closed == 1003

    def test_nothing_is_heard_after_what_ends_it(self, server: RunningServer, browser: Browser) -> None:
        before = server.figures().get('messages_in_total{kind="say"}', 0)
        browser.sock.sendall(masked(2, b"binary") + masked(1, self.text(1)))
        with pytest.raises(ConnectionError):
            browser.hear(Ok)
        assert server.figures().get('messages_in_total{kind="say"}', 0) == before

    @pytest.mark.parametrize(
        "bad", [masked(1, b"\xff\xfe"), masked(3, b""), masked(0, b"x"), b"\x81\x01x", b"\x09\x80"]
    )
    def test_bad_frames(self, browser: Browser, bad: bytes) -> None:
        browser.sock.sendall(bad + bytes(8))
        with pytest.raises(ConnectionError):
            browser.hear(Ok)
        assert browser.closed in (1002, 1007)

    def test_a_message_that_is_too_long(self, browser: Browser) -> None:
        browser.sock.sendall(masked(1, b" " * 20_000 + self.text(1)))
        assert browser.bye().code == "frame"

    @pytest.mark.parametrize("pieces", [[b" " * 9_000] * 2, [b""] * 1_100])
    def test_a_message_that_is_not_yet_whole_but_too_much_already(self, browser: Browser, pieces: list[bytes]) -> None:
        frames = [masked(0, piece, final=False) for piece in pieces]
        browser.sock.sendall(masked(1, b"{", final=False) + b"".join(frames))
        assert browser.bye().code == "frame"

    def test_a_bad_message_is_refused_and_the_next_is_heard(self, browser: Browser) -> None:
        browser.sock.sendall(masked(1, b'{"type":"say"') + masked(1, self.text(2)))
        assert browser.hear(Refused).code == "malformed"
        assert browser.hear(Ok).seq == 2

    def test_two_texts_at_once_are_not_one_message(self, browser: Browser) -> None:
        browser.sock.sendall(masked(1, self.text(1) + self.text(2)))
        assert browser.hear(Refused).code == "malformed"

    def test_a_close_is_answered(self, browser: Browser) -> None:
        browser.sock.sendall(masked(8, (1000).to_bytes(2, "big")))
        with pytest.raises(ConnectionError):
            browser.hear(Bye)
        assert browser.closed == 1000

    def test_closing_codes_that_nobody_may_send(self, browser: Browser) -> None:
        browser.sock.sendall(masked(8, (1005).to_bytes(2, "big")))
        with pytest.raises(ConnectionError):
            browser.hear(Bye)
        assert browser.closed == 1002


class TestBehindAProxy:
    """A WebSocket counts as its user's, not as the proxy's."""

    def request(self, forwarded: str) -> bytes:
        return (HANDSHAKE.format(host="localhost") + PROTOCOL + f"X-Forwarded-For: {forwarded}\r\n\r\n").encode()

    def connect(self, grounds: Grounds, forwarded: str, peer: str = PROXY) -> int:
        connection = grounds.connect(peer)
        connection.send(self.request(forwarded))
        return status(connection.wire.read().decode())

    def test_users_are_counted(self) -> None:
        grounds = Grounds(proxies=(PROXY,))
        most = grounds.context.limits.away.connections
        assert [self.connect(grounds, "203.0.113.77") for _ in range(most + 1)] == [101] * most + [429]
        assert self.connect(grounds, "203.0.113.78") == 101
        assert grounds.metrics.turned_away["address"] == 1

    def test_who_is_no_proxy_cannot_hide(self) -> None:
        grounds = Grounds(proxies=(PROXY,))
        assert self.connect(grounds, "203.0.113.77", peer="192.0.2.7") == 101
        (guard,) = grounds.context.guards
        assert guard.address == "192.0.2.7"

    def test_everybody_is_uncounted_when_he_goes(self) -> None:
        grounds = Grounds(proxies=(PROXY,))
        connection = grounds.connect(PROXY)
        connection.send(self.request("203.0.113.77"))
        connection.lose()
        assert grounds.context.limiter.here == 0
        grounds.wait(30)
        assert grounds.context.limiter.addresses == 0
