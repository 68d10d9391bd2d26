"""A real server whose clock on the wall is put back and forward, or that is stopped and goes on: nobody pays for it."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from ironbottom.server.runtime.wake_clock import STOOD
from ironbottom.wire.messages import Ok, Refused, Update
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.reached import RunningServer, started
from tests.server.support.seats import SeatEnd, until
from tests.support.lengths import STOP, by_night

BANK, LEAST = 100, 1.5
TERMS = Terms(side="us", reach="open", bank=BANK, least=int(1_000 * LEAST))

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    words = ["--child", "--port", "0", "--interface", "127.0.0.1", "--no-announce", "--data", str(tmp_path)]
    argv = [sys.executable, "-m", "tests.server.support.jumping_server", *words, "--log", str(tmp_path / "log")]
    with started(argv, tmp_path / "log") as server:
        yield server


@pytest.fixture
def ends(server: RunningServer) -> tuple[SeatEnd, SeatEnd]:
    """Two people who think, at a table with clocks."""
    ada, ben = WirePlayer("Ada", 1, bot=False), WirePlayer("Ben", 2, bot=False)
    ada.auto = ben.auto = False
    one, other = SeatEnd(ada, server.port), SeatEnd(ben, server.port)
    until((one, other), lambda: one.welcome() and other.welcome())
    ada.create(TERMS)
    until((one, other), lambda: ada.secret)
    ben.join(ada.table, ada.secret)
    until((one, other), lambda: ada.update and ben.update)
    return one, other


def hears(ends: tuple[SeatEnd, SeatEnd], seconds: float) -> None:
    """Both hear what is said for a while."""
    end = monotonic() + seconds
    until(ends, lambda: monotonic() > end, seconds + 5.0)


def left(ends: tuple[SeatEnd, SeatEnd]) -> float:
    """The smaller of the banks, as Ada was told last."""
    return min(seat.left or 0 for seat in ends[0].player.table_now.seats) / 1_000


def given(ends: tuple[SeatEnd, SeatEnd]) -> set[str]:
    """Who gave the answers so far."""
    return {update.given for end in ends for update in end.player.all(Update)[1:]}


def noted(server: RunningServer, what: str) -> list[dict[str, object]]:
    lines = [json.loads(line) for line in server.log.read_text("utf-8").splitlines()]
    return [line for line in lines if line["what"] == what]


def answered(ends: tuple[SeatEnd, SeatEnd], *, within: float) -> bool:
    """Whether Ada's answer is taken in time, which the common least time makes 1.5 seconds."""
    ada = ends[0].player
    now = ada.update
    assert now is not None
    seq = ada.answer(ada.guess(now))
    until(ends, lambda: [told for told in ada.told if isinstance(told, Ok | Refused) and told.seq == seq], within)
    return Ok(seq) in ada.told


@by_night
def test_a_clock_that_is_put_back_holds_nothing_up(server: RunningServer, ends: tuple[SeatEnd, SeatEnd]) -> None:
    ada = ends[0].player
    now = ada.update
    assert now is not None
    seq = ada.answer(ada.guess(now))
    sleep(0.3)
    server.process.send_signal(signal.SIGUSR1)
    until(ends, lambda: Ok(seq) in ada.told, 10.0)
    assert left(ends) > BANK - 10


@by_night
def test_a_clock_that_is_put_forward_takes_nothing(server: RunningServer, ends: tuple[SeatEnd, SeatEnd]) -> None:
    server.process.send_signal(signal.SIGUSR2)
    assert answered(ends, within=10.0)
    assert left(ends) > BANK - 10
    assert given(ends) <= {"player"}


def test_a_server_that_was_stopped_takes_nothing_and_drops_nobody(
    server: RunningServer, ends: tuple[SeatEnd, SeatEnd]
) -> None:
    assert answered(ends, within=10.0)
    server.process.send_signal(signal.SIGSTOP)
    sleep(STOP)
    server.process.send_signal(signal.SIGCONT)
    known = len(ends[0].player.told)
    until(ends, lambda: len(ends[0].player.told) > known, 10.0)  # the clocks are told again
    assert left(ends) > BANK - LEAST - STOOD - 1.0
    hears(ends, 2.0)  # and nobody is hung up on
    assert [line["level"] for line in noted(server, "the server stood still; no time was counted")] == ["warn"]
