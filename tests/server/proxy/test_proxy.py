"""The companion of a browser: the page on this computer, the game on a server elsewhere, and one pinned way between."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import pytest
from twisted.internet.task import Clock

from ironbottom.keys import new_key, public_bytes, sign
from ironbottom.server.listening.static import Upstream
from ironbottom.server.proxy import proxy
from ironbottom.server.transport.tls import own_certificate, pin
from ironbottom.wire.frames import frame
from ironbottom.wire.invite import Address
from ironbottom.wire.messages import Bye, Challenge, Fetch, Hello, ListTables, Message, Piece, Refused, Tables, Welcome
from ironbottom.wire.session import Native, Session
from ironbottom.wire.signing import SERVER
from tests.support.lengths import NIGHT, by_night

from ..support.player import WirePlayer
from ..support.reached import PATIENCE, PROTOCOL, Browser, RunningServer, gone, masked, status
from ..support.reached import until as eventually
from ..support.seats import LONG, SeatEnd, at_a_table, real_server, until

Answer = Callable[[Message], list[Message | bytes]]  # bytes: as they are
CUT_OFF = (2, 4) if NIGHT else (2, 3)  # the turns at whose beginning it is
OVERTAKEN = {"stale", "not-asked", "over"}  # where both are asked, the other one's answer may come first


@contextmanager
def companion(folder: Path, key_pin: bytes, *ports: int, host: str = "127.0.0.1") -> Iterator[RunningServer]:
    """The companion for a server on these ports."""
    where = [word for port in ports for word in (host, str(port))]
    with real_server(folder, "--relay", key_pin.hex(), *where) as served:
        yield served


@contextmanager
def both(folder: Path) -> Iterator[tuple[RunningServer, RunningServer]]:
    """A server elsewhere, and the companion here."""
    with real_server(folder / "there") as there, companion(folder / "here", there.pin, there.port) as here:
        yield there, here


def page(server: RunningServer) -> Browser:
    """A page of the companion that has connected."""
    sock = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    return Browser(sock, f"127.0.0.1:{server.port}")


def bye(server: RunningServer) -> Bye:
    """What a page is told that greets and cannot be let in."""
    browser = page(server)
    browser.say(Hello((1, 1), "test", public_bytes(browser.key), "Ann"))
    return browser.bye()


def reached_turn(player: WirePlayer, turn: int) -> bool:
    """Whether so much was played, or all of it."""
    return player.update is not None and (player.view.turn >= turn or player.over)


# games


def test_a_whole_game_with_the_page_cut_off_twice(tmp_path: Path) -> None:
    """One plays on a page through the companion, the other over TLS; nothing is lost, and every answer is signed.

    By night to the end of the game, on a push until one resigns.
    """
    with both(tmp_path) as (there, here):
        ann, bob = SeatEnd(WirePlayer("Ann", 1, web=True), here.port), SeatEnd(WirePlayer("Bob", 2), there.port)
        ends = (ann, bob)
        at_a_table(ann, bob)
        for turn in CUT_OFF:
            until(ends, partial(reached_turn, ann.player, turn), LONG)
            ann.again()
        if not NIGHT:
            bob.player.resign()
        until(ends, lambda: ann.player.over and bob.player.over, LONG)
        until(ends, lambda: not ann.player.own and not bob.player.own)
        assert ann.player.view.outcome == bob.player.view.outcome
        assert {refused.code for refused, _asked in ann.player.log.refused} <= OVERTAKEN
        assert ann.player.log.receipts
        ann.player.ask(Fetch, "transcript", ann.player.table, 0)
        until(ends, lambda: ann.player.all(Piece))


class Keeper(WirePlayer):
    """Keeps what it was told as it came."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__(name, seed, web=True)
        self.texts: list[bytes] = []

    def hear(self, data: bytes) -> None:
        self.texts.append(data)
        super().hear(data)

    @property
    def updates(self) -> list[bytes]:
        return [text for text in self.texts if b'"type":"update"' in text]


def test_what_the_page_is_told_is_what_the_server_tells_a_page(tmp_path: Path) -> None:
    """Letter by letter: a message that is read and written again on its way loses nothing."""
    with both(tmp_path) as (there, here):
        keeper = Keeper("Ann", 3)
        ann, bob = SeatEnd(keeper, there.port), SeatEnd(WirePlayer("Bob", 4), there.port)
        at_a_table(ann, bob)
        until((ann, bob), partial(reached_turn, keeper, 2), LONG)
        keeper.auto = bob.player.auto = False
        told = []
        for port in (there.port, here.port):
            ann.port = port
            keeper.texts.clear()
            ann.again()
            until((ann,), lambda: keeper.updates)
            told += keeper.updates
        assert told[0] == told[1]
        assert len(json.loads(told[0])["view"]) > 10


# the server's key


@contextmanager
def impostor(folder: Path, answer: Answer) -> Iterator[tuple[int, bytes, list[bytes]]]:
    """Somebody with a key of his own: his port, his pin, and all that he was told behind TLS."""
    own = own_certificate(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem")
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        Thread(target=_answer, args=(listener, context, heard, answer), daemon=True).start()
        yield listener.getsockname()[1], pin(own.certificate), heard


def _answer(listener: socket.socket, context: ssl.SSLContext, heard: list[bytes], answer: Answer) -> None:
    """Let one in, and answer to what he says."""
    try:
        with context.wrap_socket(listener.accept()[0], server_side=True) as sock:
            session = Session("server", Native("server"), monotonic())
            while data := sock.recv(65_536):
                heard.append(data)
                for message in session.receive(data, monotonic()):
                    for said in answer(message):
                        sock.sendall(said if isinstance(said, bytes) else session.send(said, monotonic()))
    except OSError:
        return


def nothing(_message: Message) -> list[Message | bytes]:
    return []


def test_another_key_is_a_hard_stop_and_is_told_nothing(tmp_path: Path) -> None:
    """Not even hello is said to whoever answers with a key that is not the one in the invite."""
    with impostor(tmp_path, nothing) as (port, _pin, heard), companion(tmp_path / "here", bytes(16), port) as here:
        said = bye(here)
        assert said.code == "login", "a page does not come back after that"
        assert said.text.startswith(f"STOP: at 127.0.0.1 port {port} somebody answers whose key is not the one")
        assert heard == []


def test_who_passes_on_another_server_is_found_out(tmp_path: Path) -> None:
    """The key of TLS is the one that was expected, the challenge is another server's."""
    key = new_key()
    challenge = Challenge(1, "x", "x", public_bytes(key), bytes(32), sign(key, SERVER, bytes(16)))
    with (
        impostor(tmp_path, lambda said: [challenge] if isinstance(said, Hello) else []) as (port, right, _heard),
        companion(tmp_path / "here", right, port) as here,
    ):
        said = bye(here)
        assert said.code == "login"
        assert "somebody stands in between" in said.text


def test_an_answer_that_only_a_newer_program_knows_is_refused(tmp_path: Path) -> None:
    """Whoever asked does not wait for ever."""
    key = new_key()

    def answer(message: Message) -> list[Message | bytes]:
        challenge = Challenge(1, "x", "x", public_bytes(key), bytes(32), sign(key, SERVER, right))
        return [challenge] if isinstance(message, Hello) else [Welcome("Ann", ()), NOVEL]

    with impostor(tmp_path, answer) as (port, right, _heard), companion(tmp_path / "here", right, port) as here:
        browser = page(here)
        browser.log_in()
        refused = browser.hear(Refused)
        assert (refused.seq, refused.code) == (7, "unknown-message")


NOVEL = frame(b"\x82\xa4type\xa5novel\xa3seq\x07")


# connections that fail


def test_a_server_that_goes_and_comes_back(tmp_path: Path) -> None:
    """The page is told what is wrong and where, each time that it tries; then it is in again."""
    with both(tmp_path) as (there, here):
        browser = page(here)
        browser.log_in()
        there.process.kill()
        there.process.wait()  # until then its port may still take a connection
        lost = browser.bye()
        assert (lost.code, f"its connection to the server at 127.0.0.1 port {there.port} is lost" in lost.text) == (
            "silence", True,
        )
        away = bye(here)
        assert away.code == "silence"
        assert f"the server cannot be reached: 127.0.0.1 port {there.port} does not answer." in away.text
        with real_server(tmp_path / "there", port=there.port):
            assert page(here).log_in().name == "Tanaka"


@by_night
def test_a_server_that_stops_says_so_itself(tmp_path: Path) -> None:
    with both(tmp_path) as (there, here):
        browser = page(here)
        browser.log_in()
        there.stop()
        assert browser.bye().code == "closed"  # it ends with whoever has started it


def test_what_answers_and_is_no_server(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        Thread(target=lambda: listener.accept()[0].sendall(b"SSH-2.0-x\r\n"), daemon=True).start()
        with companion(tmp_path, bytes(16), port) as here:
            assert f"127.0.0.1 port {port} answers, but is not an Iron Bottom server" in bye(here).text


@by_night
def test_the_first_address_that_works_is_taken(tmp_path: Path) -> None:
    """The others are dead, or somebody else's; nobody waits for them, and they are no reason to stop."""
    with (
        real_server(tmp_path / "there") as there,
        real_server(tmp_path / "other") as other,
        companion(tmp_path / "here", there.pin, 1, other.port, there.port) as here,
    ):
        assert page(here).log_in().name == "Tanaka"


class SilentConnection:
    """A connection whose server says nothing; `said` is what was said to it."""

    address = Address("192.0.2.9", 4277)

    def __init__(self, _reactor: Any, _upstream: Upstream, reached: Callable[[Any], None], _failed: Any) -> None:
        said: list[bytes] = []
        self.said, self.write = said, said.append
        LEGS.append(self)
        reached(self)


LEGS: list[SilentConnection] = []


class ProxiedClient:
    """A client; `byes` is what he was told at the end."""

    def __init__(self) -> None:
        byes: list[Bye] = []
        self.byes, self.hang_up = byes, byes.append


def test_a_silent_server_is_asked_whether_it_is_there_and_then_left(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(proxy, "HappyEyeballs", SilentConnection)
    client: Any = ProxiedClient()
    proxied = proxy.ProxySession(clock, Upstream(bytes(16), ()), client, Hello((1, 1), "test", bytes(32), "Ann"))
    while clock.seconds() < 24.0:
        clock.advance(1.0)
        proxied.tick()
    said = LEGS.pop().said
    assert [b"hello" in said[0], *[b"ping" in one for one in said[1:]]] == [True, True, True]
    assert client.byes == []
    clock.advance(1.0)
    proxied.tick()
    assert client.byes[0].code == "silence"
    assert "192.0.2.9 port 4277 is lost" in client.byes[0].text


# who may come to the page


def test_only_this_computer_and_its_own_page(tmp_path: Path) -> None:
    """It listens on one address; a page of another site, by whatever name, gets nothing."""
    with both(tmp_path) as (_there, here):
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", here.port), timeout=PATIENCE)
        assert status(here.http("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")) == 200
        assert status(here.http("GET /cards/core.json HTTP/1.1\r\nHost: localhost\r\n\r\n")) == 200
        assert status(here.http("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")) == 421
        sock = socket.create_connection(("127.0.0.1", here.port), timeout=PATIENCE)
        foreign = Browser(sock, f"127.0.0.1:{here.port}", f"Origin: http://evil.example\r\n{PROTOCOL}")
        assert status(foreign.response) == 403


def test_a_page_that_talks_too_much_is_slowed_and_then_cut_off(tmp_path: Path) -> None:
    with both(tmp_path) as (_there, here):
        browser = page(here)
        browser.log_in()
        with suppress(ConnectionError):  # it may be cut off before all is said
            for seq in range(1, 600):
                browser.say(ListTables(seq))
        assert browser.hear(Tables).seq == 1
        assert browser.hear(Refused).code == "limit"
        assert browser.bye().code == "limit"


def test_what_is_no_message_goes_no_further(tmp_path: Path) -> None:
    """Requests out of turn and binary frames end the connection here; the server never hears of them."""
    with both(tmp_path) as (there, here):
        early = page(here)
        early.send(b'{"type":"lobby","seq":1}')
        assert early.bye().code == "order"
        binary = page(here)
        binary.sock.sendall(masked(2, b"x"))
        eventually(lambda: gone(binary.sock))
        heard = [name for name in there.figures() if name.startswith("messages_in_total")]
        assert not [name for name in heard if "lobby" in name]
        page(here).log_in()
        assert [name for name in there.figures() if name.startswith("messages_in_total") and "login" in name]


@by_night
def test_at_most_so_many_pages(tmp_path: Path) -> None:
    with both(tmp_path) as (_there, here):
        socks = [socket.create_connection(("127.0.0.1", here.port), timeout=PATIENCE) for _n in range(70)]
        eventually(lambda: sum(map(gone, socks[64:])) == 6)
        assert not gone(socks[0])


@by_night
def test_a_page_that_is_closed_leaves_the_server(tmp_path: Path) -> None:
    """No connection is left behind, neither here nor there."""
    with both(tmp_path) as (there, here):
        before = there.figures()["connections"]
        browser = page(here)
        browser.log_in()
        assert there.figures()["connections"] == before + 1
        browser.sock.close()
        eventually(lambda: there.figures()["connections"] == before)
        assert here.stop() == 0
