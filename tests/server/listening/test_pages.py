"""The files that browsers are given, how they are packed, and how many a connection may ask for."""

from __future__ import annotations

import gzip
import http.client
import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ironbottom.catalog import card_set
from ironbottom.client.net.downloads import unpacked
from ironbottom.server.listening.app_shell import MARK, WORKER, WORKER_HEADERS
from ironbottom.server.listening.http import DOCUMENT, HttpRequest, HttpResponse, Website
from ironbottom.server.listening.static import LARGEST, BadPages, StaticFile, bare, page, takes_gzip, where_page
from ironbottom.server.runtime.metrics import Metrics
from ironbottom.server.runtime.settings import PAGES, Limits, Settings
from ironbottom.wire.invite import Address
from tests.server.support.doubles import Grounds
from tests.server.support.reached import HANDSHAKE, PROTOCOL, RunningServer, body, everything, serving, status

OWN = "198.51.100.1"


def website(folder: Path = PAGES, more: Mapping[str, StaticFile] | None = None) -> Website:
    sets = {"core": card_set("core"), "my cards": card_set("core")}
    return Website(Settings(Path("nowhere"), pages=folder), Metrics(), sets, more)


def answer(path: str, site: Website, method: str = "GET", **headers: str) -> HttpResponse:
    named = {"host": OWN} | {name.replace("_", "-"): value for name, value in headers.items()}
    found = site.answer(HttpRequest(method, path, named, "192.0.2.7", OWN))
    assert isinstance(found, HttpResponse)
    return found


@pytest.fixture
def little(tmp_path: Path) -> Website:
    """A page, a script in a folder, and what is none of anybody's business."""
    (tmp_path / "index.html").write_text("<p>" + "x" * 1_000)
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "play.js").write_text("1")
    (tmp_path / ".env").write_text("secret")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x.txt").write_text("secret")
    (tmp_path / "notes.py").write_text("secret")
    return website(tmp_path)


class TestFiles:
    def test_only_what_is_there(self, little: Website) -> None:
        assert [answer(path, little).status for path in ("/", "/index.html", "/js/play.js")] == [200] * 3
        for path in ("/.env", "/.git/x.txt", "/notes.py", "/js", "/js/", "//index.html", "/../etc/passwd", "/%2e%2e/x"):
            assert answer(path, little).status == 404

    @pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PRI", "x"])
    def test_nothing_is_written(self, method: str, little: Website) -> None:
        assert answer("/", little, method).status == 405

    def test_a_folder_that_is_missing(self, tmp_path: Path) -> None:
        with pytest.raises(BadPages, match="no folder"):
            website(tmp_path / "none")

    def test_a_file_that_is_too_great(self, tmp_path: Path) -> None:
        (tmp_path / "a.js").write_bytes(bytes(LARGEST + 1))
        with pytest.raises(BadPages, match=r"a\.js"):
            website(tmp_path)

    def test_our_page_keeps_its_own_policy(self) -> None:
        """No script, no style and no address of another host stands in what is served."""
        text = answer("/", website()).body.decode()
        assert re.findall(r"<script[^>]*>", text) == ['<script type="module" src="main.js">']
        for never in ("<style", "style=", "http://", "https://", "onload"):
            assert never not in text

    def test_every_file_that_the_page_names_is_there(self) -> None:
        site = website()
        named = re.findall(r'(?:src|href)="([^"#]+)"', answer("/", site).body.decode())
        assert "main.js" in named
        assert [name for name in named if answer(f"/{name}", site).status != 200] == []

    @pytest.mark.parametrize("path", ["/cards/core.json", "/cards/my%20cards.json"])
    def test_cards_are_the_file_that_fetch_gives(self, path: str) -> None:
        found = answer(path, website())
        assert found.type == "application/json"
        assert found.body == msgspec.json.encode(card_set("core"))
        assert unpacked(found.body).fingerprint == card_set("core").fingerprint

    def test_cards_that_are_not_here(self) -> None:
        for path in ("/cards/none.json", "/cards/", "/cards/core", "/cards/my cards.json", "/cards/../index.html"):
            assert answer(path, website()).status == 404

    def test_the_rulebook(self) -> None:
        found = answer("/rulebook.md", website())
        assert found.type == "text/markdown; charset=utf-8"
        assert "§17" in found.body.decode() or "17." in found.body.decode()

    @pytest.mark.parametrize(
        ("path", "title"),
        [
            ("/rulebook.md", "# Iron Bottom & Sunset Sky: the rulebook"), ("/rulings.md", "# Rulings"),
            ("/rulebook.ja.md", "# Iron Bottom & Sunset Sky ルールブック"), ("/rulings.ja.md", "# 裁定"),
            ("/ten-minutes.md", "# The game in ten minutes"), ("/ten-minutes.ja.md", "# 10分でわかるゲーム"),
        ],
    )
    def test_rulebook_and_rulings_in_both_languages(self, path: str, title: str) -> None:
        found = answer(path, website())
        assert (found.status, found.type) == (200, "text/markdown; charset=utf-8")
        assert found.body.decode().splitlines()[0] == title


class TestShell:
    """What a browser keeps of the page, and how it knows that it is of one version."""

    def shell(self, site: Website) -> tuple[str, dict[str, str]]:
        told = json.loads(answer("/shell.json", site).body)
        return told["version"], told["files"]

    def test_each_file_with_its_digest(self) -> None:
        site = website()
        version, files = self.shell(site)
        for path, tag in files.items():
            found = answer(path, site)
            assert (found.headers["ETag"], sha256(found.body).hexdigest()[:32]) == (f'"{tag[:16]}"', tag)
        assert {"/", "/main.js", "/vocabulary.json", "/rulebook.md", "/cards/core.json"} <= {*files}
        assert json.loads(answer("/version.json", site).body) == {"version": version}

    def test_a_hosts_own_cards_and_what_is_live_are_not_kept(self) -> None:
        _version, files = self.shell(website(more=where_page(b"p" * 16, ())))
        live = {"/here.json", "/version.json", "/shell.json", "/index.html", WORKER}
        assert [path for path in files if path in live or "my%20cards" in path] == []

    def test_the_page_knows_its_version(self) -> None:
        site = website()
        version, _files = self.shell(site)
        for path in ("/", "/index.html"):
            assert f'<meta name="version" content="{version}">'.encode() in answer(path, site).body
        assert MARK in (PAGES / "index.html").read_bytes()

    def test_another_byte_is_another_version(self, tmp_path: Path) -> None:
        def version(text: str, name: str = "a.js") -> str:
            folder = tmp_path / f"{name} {text}"
            folder.mkdir()
            (folder / "index.html").write_bytes(MARK)
            (folder / name).write_text(text)
            return self.shell(website(folder))[0]

        assert len({version("1"), version("2"), version("1", "b.js")}) == 3

    def test_only_the_worker_may_answer_for_the_whole_site(self) -> None:
        site = website()
        assert answer(WORKER, site).headers.items() >= WORKER_HEADERS.items()
        assert "Service-Worker-Allowed" not in answer("/main.js", site).headers
        assert "manifest-src 'self'; worker-src 'self'" in DOCUMENT["Content-Security-Policy"]


class TestPacked:
    def test_for_who_takes_it(self, little: Website) -> None:
        plain, packed = answer("/", little), answer("/", little, accept_encoding="br, gzip;q=0.8")
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.body) == plain.body
        assert len(packed.body) < len(plain.body)
        assert plain.headers["Vary"] == packed.headers["Vary"] == "Accept-Encoding"
        assert plain.headers["ETag"] != packed.headers["ETag"]

    @pytest.mark.parametrize(
        ("accepted", "takes"),
        [
            ("gzip", True), ("GZIP", True), ("br, gzip", True), ("deflate,gzip;q=1.0", True), ("gzip; q=0.001", True),
            ("", False), ("br", False), ("gzip;q=0", False), ("gzip; q=0.000", False), ("identity", False),
            ("gzipped", False),
        ],
    )
    def test_who_takes_it(self, accepted: str, takes: bool) -> None:
        assert takes_gzip(accepted) == takes

    def test_not_where_it_saves_nothing(self, little: Website) -> None:
        found = answer("/js/play.js", little, accept_encoding="gzip")
        assert (found.body, found.headers.get("Content-Encoding")) == (b"1", None)

    def test_the_same_bytes_in_every_process(self) -> None:
        assert page("a.js", b"x" * 1_000) == page("a.js", b"x" * 1_000)

    @pytest.mark.parametrize("accepted", ["", "gzip"])
    def test_what_a_browser_has_is_not_sent_again(self, little: Website, accepted: str) -> None:
        tag = answer("/", little, accept_encoding=accepted).headers["ETag"]
        for had in (tag, f"W/{tag}", f'"other", {tag}'):
            again = answer("/", little, accept_encoding=accepted, if_none_match=had)
            assert (again.status, again.body, again.headers["ETag"]) == (304, b"", tag)
        for had in ('"other"', tag[1:-1], ""):
            assert answer("/", little, accept_encoding=accepted, if_none_match=had).status == 200


GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with serving(tmp_path_factory.mktemp("pages")) as server:
        yield server


class TestOneAfterTheOther:
    """Over real sockets."""

    @pytest.mark.parametrize("secure", [False, True])
    def test_many_files_on_one_connection(self, server: RunningServer, secure: bool) -> None:
        sock = server.secure() if secure else server.plain()
        browser = http.client.HTTPConnection("localhost", server.port)
        browser.sock = sock
        way = f'connections_total{{way="{"https" if secure else "http"}"}}'
        before = server.figures().get(way, 0)
        for path in ("/", "/index.html", "/rulebook.md", "/none", "/healthz"):
            browser.request("GET", path, headers={"Accept-Encoding": "gzip"})
            response = browser.getresponse()
            assert response.getheader("Connection") is None  # it stays, as HTTP/1.1 has it
            found = response.read()
            assert response.status == (404 if path == "/none" else 200)
            assert (found[:2] == b"\x1f\x8b") == (response.getheader("Content-Encoding") == "gzip")
            browser.request("HEAD", path)
            assert browser.getresponse().read() == b""
        browser.close()
        assert server.figures()[way] - before == (1 if secure else 2)  # the figures come over one of their own

    def test_what_is_refused_ends_the_connection(self, server: RunningServer) -> None:
        for request in (b"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
                        b"GET / HTTP/1.1\r\n\r\n", b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n",
                        b"GET /healthz HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n",
                        GET[:-2] + b"Connection: x, close\r\n\r\n"):
            with server.plain() as sock:
                sock.sendall(request)
                assert b"\r\nConnection: close\r\n" in everything(sock)

    def test_three_requests_in_one_packet_get_one_answer(self, server: RunningServer) -> None:
        with server.plain() as sock:
            sock.sendall(GET * 3)
            response = everything(sock).decode()
        assert body(response) == "ok\n"
        assert "\r\nConnection: close\r\n" in response

    def test_a_beginning_of_the_next_request_counts_too(self, server: RunningServer) -> None:
        with server.plain() as sock:
            sock.sendall(GET + b"G")
            assert "\r\nConnection: close\r\n" in everything(sock).decode()


def answered(connection: Any) -> str:
    """A whole answer that just came."""
    text: str = connection.wire.read().decode()
    assert status(text) == 200
    return text


class TestLimits:
    """With a clock of our own."""

    def asked(self, grounds: Grounds, request: bytes = GET) -> tuple[Any, str]:
        connection = grounds.connect()
        connection.send(request)
        return connection, connection.wire.read().decode()

    def test_a_limited_number(self) -> None:
        grounds = Grounds(Limits(requests=3))
        connection, first = self.asked(grounds)
        assert "Connection" not in first
        connection.send(GET)
        assert "Connection" not in answered(connection)
        connection.send(GET)
        assert "Connection: close" in connection.wire.read().decode()
        assert connection.wire.disconnecting
        connection.send(GET)
        assert connection.wire.read() == b""

    def test_not_too_fast(self) -> None:
        grounds = Grounds()
        most = grounds.context.limits.away.messages_at_once
        connection, _first = self.asked(grounds)
        for _n in range(most - 1):
            connection.send(GET)
            assert "Connection" not in answered(connection)
        connection.send(GET)
        last = connection.wire.read().decode()  # a page that is half there would be of no use
        assert status(last) == 200
        assert "Connection: close" in last
        assert connection.wire.disconnecting

    @pytest.mark.parametrize("more", [b"", b"GET / HT", GET[:-2]])
    def test_the_next_request_has_its_time(self, more: bytes) -> None:
        grounds = Grounds()
        connection, _first = self.asked(grounds)
        grounds.wait(grounds.context.limits.rest - 2)
        assert not connection.wire.disconnecting
        if more:
            connection.send(more)  # which does not give it more time
        grounds.wait(4)
        assert connection.wire.disconnecting
        assert not connection.wire.aborted
        assert not grounds.metrics.dropped

    def test_a_whole_request_gives_the_next_one_its_time_again(self) -> None:
        grounds = Grounds()
        connection, _first = self.asked(grounds)
        for _n in range(4):
            grounds.wait(3)
            connection.send(GET)
            assert status(connection.wire.read().decode()) == 200
        assert not connection.wire.disconnecting

    def test_who_does_not_take_an_answer_gets_no_other(self, tmp_path: Path) -> None:
        (tmp_path / "great.js").write_bytes(bytes(1_000_000))
        grounds = Grounds(pages=tmp_path)
        connection = grounds.connect()
        connection.send(GET.replace(b"/healthz", b"/great.js"))
        connection.wire.producer.pauseProducing()  # as Twisted does when much waits
        connection.send(GET)
        connection.send(GET)
        assert connection.wire.disconnecting
        assert connection.wire.read().count(b"HTTP/1.1") == 1

    def test_who_takes_nothing_is_cut_off(self, tmp_path: Path) -> None:
        (tmp_path / "great.js").write_bytes(bytes(1_000_000))
        grounds = Grounds(pages=tmp_path)
        connection = grounds.connect()
        connection.send(GET.replace(b"/healthz", b"/great.js"))
        connection.wire.producer.pauseProducing()
        grounds.wait(grounds.context.limits.rest + grounds.context.limits.page + 2)
        assert connection.wire.aborted

    def test_a_request_in_pieces(self) -> None:
        grounds = Grounds()
        connection = grounds.connect()
        for request in (GET, GET):
            for byte in request:
                connection.send(bytes([byte]))
            assert "Connection" not in answered(connection)

    def test_a_websocket_after_pages_has_the_time_of_a_first_message(self) -> None:
        grounds = Grounds()
        connection, _first = self.asked(grounds)
        grounds.wait(2)
        connection.send((HANDSHAKE.format(host="localhost") + PROTOCOL + "\r\n").encode())
        assert status(connection.wire.read().decode()) == 101
        grounds.wait(grounds.context.limits.first - 1)
        assert not connection.wire.aborted
        grounds.wait(3 + grounds.context.limits.farewell)  # it is told so first
        assert connection.wire.aborted
        assert grounds.metrics.dropped["first"] == 1


def test_a_stranger_can_load_the_whole_page_at_once(tmp_path: Path) -> None:
    """Sixty files and more, over six connections as browsers do it, within the limits of who comes from elsewhere."""
    away = json.loads(msgspec.json.encode(Limits().away))
    with serving(tmp_path, limits={"near": away}) as server:
        paths = ["/" + file.relative_to(PAGES).as_posix() for file in sorted(PAGES.rglob("*.js"))]
        browsers = [http.client.HTTPConnection("localhost", server.port) for _ in range(6)]
        found = []
        for n, path in enumerate(paths * 3):
            browser = browsers[n % 6]
            browser.request("GET", path)
            response = browser.getresponse()
            response.read()
            found.append(response.status)
        assert found == [200] * len(paths) * 3
        for browser in browsers:
            browser.close()


class TestWhereTheServerIs:
    """A page cannot see the key that an invite names: its server tells it."""

    def test_the_pin_of_the_server_that_serves_the_page(self, server: RunningServer) -> None:
        told = json.loads(body(server.http("GET /here.json HTTP/1.1\r\nHost: localhost\r\n\r\n")))
        assert told == {"pin": b64encode(server.pin).decode(), "addresses": [], "others": [], "public": ""}

    def test_the_pin_and_addresses_of_a_server_elsewhere(self) -> None:
        pages = where_page(b"p" * 16, (Address("play.example.org", 4277),))
        told = json.loads(answer("/here.json", website(more=pages)).body)
        assert (told["pin"], told["addresses"]) == (b64encode(b"p" * 16).decode(), [["play.example.org", 4277]])

    def test_by_which_names_others_find_it(self) -> None:
        pages = where_page(b"p" * 16, (), ("192.0.2.7", "fd00::2"))
        assert json.loads(answer("/here.json", website(more=pages)).body)["others"] == ["192.0.2.7", "fd00::2"]

    def test_where_everybody_finds_it(self) -> None:
        """The page is told, and its host is a name that browsers may ask for."""
        public = "https://play.example.org/"
        more = where_page(b"p" * 16, (), (), public)
        site = Website(Settings(Path("nowhere"), public=public), Metrics(), {}, more)
        assert json.loads(answer("/here.json", site).body)["public"] == public
        assert answer("/", site, host="play.example.org").status == 200
        assert answer("/", site, host="other.example.org").status == 421


def test_scripts_are_sent_without_comments() -> None:
    """Those that cannot be anything else: in lines of their own, or behind code with no quote after them."""
    script = b"""/** What it
 * is for. */
import {a} from "./a.js"; // goes
  // goes, "whatever" it says
const link = "http://x/**/"; // the "name" stays
  /** Goes. */
/** Stays: */ const more = 1;\t// 1 > 0
const text = `// stays too`, other = " // and so does this";
const third = 1 /* one // half */ + 2;
"""
    assert bare(".js", script) == b"""

import {a} from "./a.js";

const link = "http://x/**/"; // the "name" stays

/** Stays: */ const more = 1;
const text = `// stays too`, other = " // and so does this";
const third = 1 /* one // half */ + 2;
"""


def test_styles_too_and_nothing_else() -> None:
    style = b"""/* What it
   is for. */
.a { color: red; } /* stays */
  /* goes */
.b::after { content: "/* stays */"; }
"""
    assert bare(".css", style) == b"""

.a { color: red; } /* stays */

.b::after { content: "/* stays */"; }
"""
    assert bare(".md", style) == style
