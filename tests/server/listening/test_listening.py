"""Opening the port, the ticker, and what is counted."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cryptography.x509 import load_pem_x509_certificate
from twisted.internet.address import IPv4Address
from twisted.internet.error import CannotListenError
from twisted.internet.task import Clock
from twisted.internet.testing import MemoryReactorClock

from ironbottom.server.listening.listener import CannotListen, Listener, listen
from ironbottom.server.listening.static import BadPages
from ironbottom.server.runtime.metrics import Histogram, Metrics
from ironbottom.server.runtime.rate_limits import BadNetwork
from ironbottom.server.runtime.settings import CannotServe, Limits, Settings
from ironbottom.server.runtime.ticker import STEP, TURNS, Ticker
from ironbottom.server.transport.tls import pin as pin_of
from ironbottom.wire.messages import Bye, Ok, Refused, Welcome
from ironbottom.wire.spoken import spoken
from tests import ROOT
from tests.server.support.doubles import BothEnds, EchoLobby, KeptSocket
from tests.server.support.reached import NativeClient, serving


def machine(*taken: str) -> Any:
    """A machine on which the port is taken on these addresses."""
    reactor: Any = MemoryReactorClock()
    listen_there = reactor.listenTCP

    def listen_tcp(port: int, factory: Any, backlog: int = 50, interface: str = "") -> Any:
        if interface in taken:
            raise CannotListenError(interface, port, OSError(98, "Address already in use"))
        return listen_there(port, factory, backlog, interface)

    reactor.listenTCP = listen_tcp
    return reactor


class TestThePort:
    def test_an_address_of_another_machine(self, tmp_path: Path) -> None:
        reactor = machine()

        def not_here(port: int, _factory: object, backlog: int, interface: str) -> None:
            raise CannotListenError(interface, port, OSError(99, "Cannot assign requested address"))

        reactor.listenTCP = not_here
        with pytest.raises(CannotListen, match=r"192\.0\.2\.1 is no address of this machine .* --interface"):
            listen(EchoLobby(), Settings(tmp_path, interface="192.0.2.1"), reactor)

    def test_every_family_of_addresses(self, tmp_path: Path) -> None:
        with serving(tmp_path, interface="") as server:
            with server.plain() as sock:
                assert NativeClient(sock).log_in().name == "Tanaka"
            if has_ipv6():
                with socket.create_connection(("::1", server.port), timeout=10) as sock:
                    assert NativeClient(sock).log_in().name == "Tanaka"

    def test_a_port_that_is_taken(self, tmp_path: Path) -> None:
        with pytest.raises(CannotListen, match=r"Port 4277 cannot be opened: Address already in use.*--port"):
            listen(EchoLobby(), Settings(tmp_path), machine("::", ""))

    def test_a_machine_without_ipv6(self, tmp_path: Path) -> None:
        reactor = machine("::")
        listen(EchoLobby(), Settings(tmp_path), reactor)
        assert [interface for _port, _factory, _backlog, interface in reactor.tcpServers] == [""]

    @pytest.mark.parametrize(
        ("settings", "fault"),
        [({"pages": Path("none")}, BadPages), ({"metrics": ("here",)}, BadNetwork), ({"proxies": ("/8",)}, BadNetwork)],
    )
    def test_bad_settings_are_one_sentence(
        self, tmp_path: Path, settings: dict[str, Any], fault: type[CannotServe]
    ) -> None:
        reactor: Any = MemoryReactorClock()
        with pytest.raises(fault):
            listen(EchoLobby(), Settings(tmp_path, **settings), reactor)
        assert not reactor.tcpServers


def test_a_server_that_was_started_by_hand_says_its_words_and_its_pin(tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "ironbottom.server", "--port", "0", "--interface", "127.0.0.1", "--no-announce"]
    argv += ["--data", str(tmp_path), "--log", str(tmp_path / "log")]
    with subprocess.Popen(argv, cwd=ROOT, text=True, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        process.terminate()
    pin = pin_of(load_pem_x509_certificate((tmp_path / "certificate.pem").read_bytes()))
    assert f"Its words are: {spoken(pin)}; its pin is {pin.hex()}.  Ctrl-C stops it." in said


class TestTheEnd:
    def listening(self, folder: Path, reactor: Any) -> tuple[Listener, Any]:
        settings = Settings(folder, limits=Limits(farewell=0.5))
        listening = listen(EchoLobby(), settings, reactor)
        return listening, reactor.tcpServers[0][1]

    def test_a_server_that_ends_with_its_host_says_so(self, tmp_path: Path) -> None:
        reactor: Any = MemoryReactorClock()
        listening, factory = self.listening(tmp_path, reactor)
        connection = BothEnds(factory.buildProtocol(IPv4Address("TCP", "127.0.0.1", 5)), KeptSocket("127.0.0.1", "::1"))
        connection.log_in()
        listening.stop("The host has gone.", hosted=True)
        assert connection.hear() == [Bye("closed", "The host has gone.")]

    def test_who_does_not_go_is_cut(self, tmp_path: Path) -> None:
        reactor: Any = MemoryReactorClock()
        listening, factory = self.listening(tmp_path, reactor)
        connection = BothEnds(factory.buildProtocol(IPv4Address("TCP", "127.0.0.1", 5)), KeptSocket("127.0.0.1", "::1"))
        silent = BothEnds(factory.buildProtocol(IPv4Address("TCP", "192.0.2.7", 5)), KeptSocket("192.0.2.7", "::1"))
        connection.log_in()
        ended = listening.stop("Back in an hour.")
        assert connection.hear() == [Bye("restart", "Back in an hour.")]
        assert silent.wire.aborted
        reactor.pump([0.1] * 4)
        assert not connection.wire.aborted
        reactor.pump([0.1] * 2)
        assert connection.wire.aborted
        assert not ended.called
        connection.lose()
        silent.lose()
        assert ended.called
        assert listening.connections == 0

    def test_nobody_to_wait_for(self, tmp_path: Path) -> None:
        reactor: Any = MemoryReactorClock()
        listening, _factory = self.listening(tmp_path, reactor)
        assert listening.port
        assert len(listening.pin) == 16
        assert listening.stop().called
        assert not reactor.getDelayedCalls()


def has_ipv6() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


class VisitedDouble:
    """Somebody whom the ticker comes by."""

    def __init__(self) -> None:
        self.turn = 0
        self.visits: list[float] = []

    def visit(self, now: float) -> None:
        self.visits.append(now)


class FailingVisited(VisitedDouble):
    def visit(self, now: float) -> None:
        raise ValueError("a fault")


class TestThePulse:
    def test_everybody_is_visited_every_second(self) -> None:
        clock = Clock()
        ticker = Ticker(clock, clock.seconds, Histogram(), lambda: None)
        visited = [VisitedDouble() for _ in range(25)]
        for one in visited:
            ticker.add(one)
        ticker.start()
        clock.pump([STEP] * TURNS * 3)
        assert {len(one.visits) for one in visited} == {3}
        assert max(sum(one.turn == turn for one in visited) for turn in range(TURNS)) == 3

    def test_who_is_gone_is_not(self) -> None:
        clock = Clock()
        ticker = Ticker(clock, clock.seconds, Histogram(), lambda: None)
        one = VisitedDouble()
        ticker.add(one)
        ticker.start()
        ticker.discard(one)
        clock.pump([STEP] * TURNS)
        ticker.stop()
        assert not one.visits
        assert not clock.getDelayedCalls()

    def test_a_fault_with_one_is_nothing_to_the_others(self) -> None:
        clock = Clock()
        ticker = Ticker(clock, clock.seconds, Histogram(), lambda: None)
        others = [VisitedDouble() for _ in range(2 * TURNS)]
        for one in (*others, FailingVisited()):
            ticker.add(one)
        ticker.start()
        clock.pump([STEP] * TURNS * 2)
        assert {len(one.visits) for one in others} == {2}

    def test_how_late_it_comes_is_counted(self) -> None:
        clock, lag = Clock(), Histogram()
        ticker = Ticker(clock, clock.seconds, lag, lambda: None)
        ticker.start()
        clock.advance(STEP)
        clock.advance(STEP + 0.3)
        assert sum(lag.counts) == 2
        assert lag.total == pytest.approx(0.3)


class TestFigures:
    def test_the_text_of_prometheus(self) -> None:
        metrics = Metrics()
        metrics.tell(Ok(1))
        metrics.tell(Refused(2, "stale", ""))
        metrics.heard[Welcome] += 2
        metrics.commit.add(0.003)
        metrics.commit.add(99)
        metrics.tables = lambda: {"playing": 3, "open": 1}
        lines = metrics.text().splitlines()
        for line in (
            'ironbottom_messages_out_total{kind="ok"} 1', 'ironbottom_refused_total{code="stale"} 1',
            'ironbottom_messages_in_total{kind="welcome"} 2', 'ironbottom_tables{status="playing"} 3',
            'ironbottom_commit_seconds_bucket{le="0.002"} 0', 'ironbottom_commit_seconds_bucket{le="0.005"} 1',
            'ironbottom_commit_seconds_bucket{le="+Inf"} 2', "ironbottom_commit_seconds_count 2",
            "ironbottom_connections 0",
        ):
            assert line in lines
        assert lines[-1]
        assert metrics.text().endswith("\n")

    def test_every_family_is_explained(self) -> None:
        text = Metrics().text()
        told = {line.split(" ")[2] for line in text.splitlines() if line.startswith("# HELP")}
        typed = {line.split(" ")[2] for line in text.splitlines() if line.startswith("# TYPE")}
        assert told == typed
        assert len(told) > 10
