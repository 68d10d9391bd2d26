"""A real server whose journal has a fault: it stops or goes on in words, /healthz tells the truth, nothing is lost."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

from ironbottom.server.ops.service import FATAL
from ironbottom.wire.messages import Bye, Ok, Refused, Seated
from ironbottom.wire.terms import Terms
from tests.server.support.faults import LASTING, PASSING
from tests.server.support.player import WirePlayer
from tests.server.support.reached import PATIENCE, RunningServer, body, started, status
from tests.server.support.seats import SeatEnd, real_server, until
from tests.support.lengths import some

WITHIN = 1.0  # seconds until /healthz must say so, after the first who was told
TERMS = Terms(side="us", reach="open", least=0)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")


@contextmanager
def faulty(folder: Path, fault: str) -> Iterator[tuple[RunningServer, SeatEnd, SeatEnd]]:
    """A server with a fault that has not begun, and two players in the midst of a game."""
    words = ["--child", "--port", "0", "--interface", "127.0.0.1", "--no-announce", "--data", str(folder)]
    argv = [sys.executable, "-m", "tests.server.support.faulty_server", fault, *words, "--log", str(folder / "log")]
    with started(argv, folder / "log") as server:
        one, other = SeatEnd(WirePlayer("Ada", 1), server.port), SeatEnd(WirePlayer("Ben", 2), server.port)
        ends = (one, other)
        until(ends, lambda: one.welcome() and other.welcome())
        one.player.create(TERMS)
        until(ends, lambda: one.player.secret)
        other.player.join(one.player.table, one.player.secret)
        until(ends, lambda: one.player.have > 10)
        yield server, one, other


def health(server: RunningServer) -> tuple[int, str]:
    answer = server.http("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return status(answer), body(answer).strip()


def notices(server: RunningServer) -> str:
    """What /healthz says of the failure, which it must in time."""
    end = monotonic() + WITHIN
    while (said := health(server))[0] == 200:
        assert monotonic() < end, "it says that all is well"
    assert said[0] == 503
    return said[1]


def logged(server: RunningServer) -> str:
    """Everything in its log; no line holds a field that was not filled."""
    lines = [json.loads(line) for line in server.log.read_text("utf-8").splitlines()]
    assert [line["what"] for line in lines if "{" in line["what"]] == []
    return "\n".join([line["what"] for line in lines])


def goes_on_from(folder: Path, *ends: SeatEnd) -> None:
    """Another server on the same folder has everything that was acknowledged; the game goes on."""
    with real_server(folder) as server:
        for end in ends:
            end.port = server.port
            end.again()
        known = [end.player.have for end in ends]
        until(ends, lambda: all(end.player.have > before + 5 for end, before in zip(ends, known, strict=True)))


def acknowledged(ends: tuple[SeatEnd, ...]) -> list[int]:
    """The greatest number of a request that each was told to be done."""
    return [max([message.seq for message in end.player.told if isinstance(message, Ok)], default=0) for end in ends]


@pytest.mark.parametrize("fault", some(LASTING, 1))
def test_it_stops_in_words_and_nothing_is_lost(tmp_path: Path, fault: str) -> None:
    with faulty(tmp_path, fault) as (server, one, other):
        ends = (one, other)
        server.process.send_signal(signal.SIGUSR1)
        with pytest.raises(ConnectionError):
            until(ends, lambda: False)
        byes = [message for end in ends for message in end.player.told if isinstance(message, Bye)]
        assert byes
        assert {bye.code for bye in byes} == {"restart"}
        assert "disk has failed" in byes[0].text
        assert server.process.wait(PATIENCE) == FATAL
        assert "the journal has failed (" in logged(server)
        done = acknowledged(ends)
        goes_on_from(tmp_path, *ends)
        assert all(end.player.last(Seated).last >= before for end, before in zip(ends, done, strict=True))


@pytest.mark.parametrize("fault", some([*PASSING, "twice"], 1))
def test_it_goes_on_when_that_is_over(tmp_path: Path, fault: str) -> None:
    with faulty(tmp_path, fault) as (server, one, other):
        ends = (one, other)
        server.process.send_signal(signal.SIGUSR1)
        code = "fault" if fault == "twice" else "not-stored"
        until(ends, lambda: code in [said.code for end in ends for said in end.player.all(Refused)])
        if fault == "twice":
            assert health(server) == (200, "ok")  # the journal is well: one table is not
        else:
            assert "disk cannot be written" in notices(server)
        server.process.send_signal(signal.SIGUSR2)
        until(ends, lambda: one.player.status() == other.player.status() == "playing", 20.0)
        until(ends, lambda: health(server) == (200, "ok"))  # it tries by itself
        for end in ends:
            end.player.consider()
        known = one.player.have
        until(ends, lambda: one.player.have > known + 5)
        assert server.process.poll() is None
        told = logged(server)
        assert ("a row cannot be written as it is: SQLITE_CONSTRAINT_UNIQUE" in told) == (fault == "twice")
        assert ("the disk cannot be written: " in told) == (fault != "twice")
        assert ("the disk can be written again" in told) == (fault != "twice")


def test_a_disk_that_hangs_is_told_while_it_hangs(tmp_path: Path) -> None:
    with faulty(tmp_path, "slow") as (server, one, other):
        server.process.send_signal(signal.SIGUSR1)
        known = one.player.have
        end = monotonic() + PATIENCE
        while (said := health(server))[0] == 200:
            assert monotonic() < end, "it says that all is well"
        assert "the disk is slow" in said[1]
        server.process.send_signal(signal.SIGUSR2)
        until((one, other), lambda: one.player.have > known + 5, 20.0)
        assert health(server) == (200, "ok")
