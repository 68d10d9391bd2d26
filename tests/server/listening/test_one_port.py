"""One port for everything: which language the first byte announces, and who may speak it."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from cryptography import x509

from ironbottom.server.runtime.rate_limits import spelled
from ironbottom.server.runtime.settings import Allowance, Limits
from ironbottom.server.transport.tls import pin
from ironbottom.wire.messages import Bye, Ok, Say
from tests.server.support.doubles import Grounds
from tests.server.support.reached import (
    Browser,
    NativeClient,
    RunningServer,
    body,
    everything,
    gone,
    serving,
    status,
    until,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with serving(tmp_path_factory.mktemp("one_port")) as server:
        yield server


class TestOverRealSockets:
    def test_native_frames_over_tls(self, server: RunningServer) -> None:
        with server.secure() as sock:
            client = NativeClient(sock)
            assert client.log_in().name == "Tanaka"
            client.say(Say(1, "T", "hello"))
            assert client.hear(Ok).seq == 1

    def test_native_frames_without_tls_from_this_machine(self, server: RunningServer) -> None:
        with server.plain() as sock:
            assert NativeClient(sock).log_in().name == "Tanaka"

    @pytest.mark.parametrize("secure", [False, True])
    def test_http(self, server: RunningServer, secure: bool) -> None:
        response = server.http("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", secure=secure)
        assert status(response) == 200
        assert body(response) == "ok\n"

    @pytest.mark.parametrize("secure", [False, True])
    def test_websocket(self, server: RunningServer, secure: bool) -> None:
        with server.secure() if secure else server.plain() as sock:
            browser = Browser(sock)
            assert browser.log_in().name == "Tanaka"
            browser.say(Say(1, "T", "hello"))
            assert browser.hear(Ok).seq == 1

    def test_everything_at_once(self, server: RunningServer) -> None:
        with server.plain() as one, server.secure() as two, server.plain() as three:
            clients = [NativeClient(one), NativeClient(two), Browser(three)]
            for client in clients:
                client.log_in()
            for seq in range(1, 5):
                for client in clients:
                    client.say(Say(seq, "T", "hello"))
            for client in clients:
                assert [client.hear(Ok).seq for _ in range(4)] == [1, 2, 3, 4]

    def test_tls_1_2_is_refused(self, server: RunningServer) -> None:
        with pytest.raises(ssl.SSLError):
            server.secure(ssl.TLSVersion.TLSv1_2)

    def test_tls_1_3_is_what_is_spoken(self, server: RunningServer) -> None:
        with server.secure() as sock:
            assert sock.version() == "TLSv1.3"

    def test_no_session_is_taken_up_again(self, server: RunningServer) -> None:
        """Nothing can then be sent, and replayed, before the handshake is done."""
        with server.secure() as sock:
            NativeClient(sock).log_in()
            session, context = sock.session, sock.context
        with context.wrap_socket(server.plain(), server_hostname="localhost", session=session) as again:
            NativeClient(again).log_in()
            assert not again.session_reused

    @pytest.mark.parametrize(("offered", "chosen"), [(["h2", "http/1.1"], "http/1.1"), (["h2"], None), (["x"], None)])
    def test_a_client_that_offers_other_protocols(
        self, server: RunningServer, offered: list[str], chosen: str | None
    ) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(offered)
        with context.wrap_socket(server.plain()) as sock:
            assert sock.selected_alpn_protocol() == chosen
            assert NativeClient(sock).log_in().name == "Tanaka"

    def test_the_pin_is_that_of_the_certificate(self, server: RunningServer) -> None:
        with server.secure() as sock:
            raw = sock.getpeercert(binary_form=True)
        assert raw is not None
        assert pin(x509.load_der_x509_certificate(raw)) == server.pin

    def test_tls_within_tls_is_not_tls(self, server: RunningServer) -> None:
        with server.secure() as sock:
            sock.sendall(b"\x16\x03\x01\x00\x05hello\r\n\r\n")
            assert b"400 Bad Request" in everything(sock)

    def test_a_bad_client_is_told_why(self, server: RunningServer) -> None:
        with server.plain() as sock:
            sock.sendall(b"IBSS2 and more")
            client = NativeClient(sock)
            assert client.bye().code == "frame"
            until(lambda: gone(sock))


class TestTheGracefulEnd:
    def test_everybody_is_told_and_the_port_is_free(self, server: RunningServer) -> None:
        folder = server.log.parent / "ended"
        folder.mkdir()
        with ExitStack() as stack:
            other = stack.enter_context(serving(folder, limits={"farewell": 0.5}))
            one, two, idle = [stack.enter_context(sock) for sock in (other.plain(), other.secure(), other.plain())]
            native, browser = NativeClient(two), Browser(one)
            native.log_in()
            browser.log_in()
            idle.sendall(b"GET /")
            assert other.stop() == 0
            assert native.bye().code == browser.bye().code == "restart"
            assert until(lambda: gone(idle))

    def test_who_does_not_read_holds_nobody_up(self, server: RunningServer) -> None:
        folder = server.log.parent / "held_up"
        folder.mkdir()
        limits = {"farewell": 0.5, "kernel": 4_096}
        with serving(folder, limits=limits) as other, other.plain() as sock:
            browser = Browser(sock)
            browser.log_in()
            browser.say(Say(1, "T", "hello"))
            assert other.stop() == 0


class TestTurnedAway:
    def test_native_frames_without_tls_from_elsewhere(self) -> None:
        grounds = Grounds()
        connection = grounds.connect("192.0.2.7")
        connection.send(b"IBSS1" + bytes(40))
        (bye,) = connection.hear()
        assert isinstance(bye, Bye)
        assert bye.code == "frame"
        assert "TLS" in bye.text
        assert connection.wire.disconnecting
        assert not grounds.lobby.heard

    @pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    def test_from_this_machine_however_it_is_written(self, address: str) -> None:
        connection = Grounds().connect(address)
        connection.log_in()
        assert connection.guard.address == spelled(address)

    @pytest.mark.parametrize("address", ["::ffff:192.0.2.7", "fe80::1%eth0", "2001:db8::1", "128.0.0.1", ""])
    def test_from_elsewhere_however_it_is_written(self, address: str) -> None:
        connection = Grounds().connect(address)
        connection.send(b"IBSS1")
        assert isinstance(connection.hear()[0], Bye)

    def test_too_many_of_one_address(self) -> None:
        grounds = Grounds(Limits(away=Allowance(connections=2)))
        connections = [grounds.connect() for _ in range(2)]
        with pytest.raises(AssertionError, match="turned away"):
            grounds.connect()
        grounds.connect("192.0.2.8")
        connections[0].lose()
        grounds.connect()
        assert grounds.metrics.turned_away["address"] == 1

    def test_too_many_in_too_short_a_time(self) -> None:
        grounds = Grounds(Limits(away=Allowance(arrivals=1.0, arrivals_at_once=3)))
        for _ in range(3):
            grounds.connect().lose()
        with pytest.raises(AssertionError, match="turned away"):
            grounds.connect()
        grounds.wait(2.5)
        grounds.connect().lose()
        assert grounds.metrics.turned_away["arrivals"] == 1
