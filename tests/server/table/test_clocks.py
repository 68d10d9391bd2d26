"""Thinking time: banks, grace, defaults (§20.6), and when clocks stand still."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.flow import Game
from ironbottom.proof.chain import read
from ironbottom.proof.entries import AnsweredEntry
from ironbottom.server.table.clock.clock_timer import RETRY
from ironbottom.server.table.clock.clocks import GRACE, Clocks
from ironbottom.server.table.live_game import LiveGame, Transition
from ironbottom.wire.answers import plain
from ironbottom.wire.messages import Notice, Rematch, Update
from ironbottom.wire.terms import Absent, Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest

ADA, BEN = 0, 1


def clocked(server: ServerUnderTest, *, absent: Absent = "clock", bank: int = 60) -> tuple[WirePlayer, WirePlayer]:
    return server.seated(Terms(side="us", seed=SEED, absent=absent, bank=bank))


def left(server: ServerUnderTest, player: WirePlayer) -> list[int]:
    """Seconds left of both banks, as the server has it now, rounded."""
    clocks = server.lobby.tables[player.table].clocks
    return [round(clocks.left(place, server.clock.now)) for place in (ADA, BEN)]


def given(server: ServerUnderTest, player: WirePlayer) -> list[str]:
    """By whom each answer was given."""
    bodies = [read(line).body for line in server.disk.lines(player.table, 1)]
    return [body.given for body in bodies if isinstance(body, AnsweredEntry)]


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def fails(*_what: object) -> None:
    raise ArithmeticError("a bug in a rule")


# the banks by themselves


def test_a_bank_runs_only_while_its_place_is_asked() -> None:
    clocks = Clocks((60.0, 60.0))
    assert clocks.milliseconds(5.0) == (60_000, 60_000)
    clocks.run({ADA}, 10.0)
    assert (clocks.running(ADA), clocks.running(BEN)) == (True, False)
    assert clocks.milliseconds(15.0) == (55_000, 60_000)
    clocks.run({BEN}, 20.0)
    assert clocks.milliseconds(25.0) == (50_000, 55_000)
    clocks.run(set(), 30.0)
    assert clocks.milliseconds(99.0) == (50_000, 50_000)


def test_a_decision_has_a_few_seconds_when_the_bank_is_used_up() -> None:
    clocks = Clocks((8.0, 60.0))
    clocks.run({ADA}, 0.0)
    assert clocks.over_in(ADA, 0.0) == 8.0
    assert clocks.over_in(BEN, 0.0) is None
    clocks.answered(ADA, 7.0)
    assert clocks.over_in(ADA, 7.0) == GRACE
    assert clocks.over_in(ADA, 10.0) == GRACE - 3.0
    clocks.answered(ADA, 10.0)
    assert (clocks.left(ADA, 10.0), clocks.over_in(ADA, 10.0)) == (0.0, GRACE)


def test_without_a_bank_there_are_no_clocks() -> None:
    clocks = Clocks(None)
    clocks.run({ADA}, 0.0)
    assert (clocks.milliseconds(9.0), clocks.running(ADA), clocks.over_in(ADA, 99.0)) == (None, False, None)


# at a table


@pytest.mark.parametrize("method", ["default", "after"])
def test_a_rule_that_fails_in_a_default_is_told_and_tried_again(
    method: str, server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game would stand still for ever, with both players waiting for a clock that has run out."""
    ada, ben = clocked(server, bank=10)
    monkeypatch.setattr(Game, method, fails)
    server.run(10.0 + GRACE + 1.0)
    assert given(server, ada) == []
    for player in (ada, ben):
        told = player.all(Notice)  # both are asked
        assert [notice.code for notice in told] == ["fault", "fault"]
        assert all("is tried again in 30 seconds" in notice.text for notice in told)
        assert ["of Ada" in notice.text for notice in told] == ["of Ben" not in notice.text for notice in told]
    server.run(5 * RETRY)
    assert len(ada.all(Notice)) == 2  # once for a question
    monkeypatch.undo()
    server.run(RETRY)
    assert given(server, ada)[:2] == ["clock", "clock"]


def test_who_is_asked_may_answer_himself_where_a_default_fails(
    server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = LiveGame.answered

    def fails_for_the_clock(*what: Any) -> Transition:
        if "clock" in what:
            fails()
        return answered(*what)

    ada, _ben = clocked(server, bank=10)
    monkeypatch.setattr(LiveGame, "answered", fails_for_the_clock)
    server.run(10.0 + GRACE + 1.0)
    assert len(ada.all(Notice)) == 2
    assert server.answered(ada, ada.answer("keep")) == "ok"
    assert given(server, ada) == ["player"]


def test_everybody_sees_the_clocks(server: ServerUnderTest) -> None:
    ada, ben = clocked(server)
    server.run(10.0)
    ada.answer("keep")
    server.run(0.5)
    clocks = ada.last(Update).clocks
    assert [round(ms / 1000) for ms in clocks] == [50, 50]
    seats = ben.table_now.seats
    assert [seat.left for seat in seats] == [60_000, 60_000]  # when the table was told of last, at the beginning
    server.run(4.5)
    ben.answer("keep")
    server.run(1.0)
    assert left(server, ada) == [49, 44]  # both deploy, and are asked at once


def test_who_has_no_time_left_gives_the_default(server: ServerUnderTest) -> None:
    ada, ben = clocked(server, bank=10)
    default = ada.question.default
    server.run(9.0)
    assert given(server, ada) == []
    server.run(1.5)
    assert given(server, ada) == ["clock", "clock"]
    bodies = [read(line).body for line in server.disk.lines(ada.table, 1)]
    assert [body.answer for body in bodies if isinstance(body, AnsweredEntry)] == [plain(default)] * 2
    assert [update.given for update in ada.all(Update)[1:]].count("clock") >= 1
    assert ada.own == []
    assert ben.have > 1


def test_a_game_of_two_who_do_nothing_ends_by_the_clock(server: ServerUnderTest) -> None:
    ada, ben = clocked(server, bank=5)
    server.play(ada, ben, seconds=20_000.0)
    assert ada.over
    assert set(given(server, ada)) == {"clock"}


def test_an_answer_after_the_default_is_refused(server: ServerUnderTest) -> None:
    ada, _ben = clocked(server, bank=10)
    server.run(10.5)
    number = ada.have
    ada.update = ada.all(Update)[0]
    assert server.answered(ada, ada.answer("redraw")) == "stale"
    assert ada.have == number


@pytest.mark.parametrize(
    ("absent", "runs"), [("wait", False), ("clock", True), ("bot", True)],
)
def test_the_clock_of_who_is_away(server: ServerUnderTest, absent: Absent, runs: bool) -> None:
    ada, _ben = clocked(server, absent=absent)
    server.pipes[BEN].lose()
    server.run(20.0)
    assert left(server, ada) == [40, 40 if runs else 60]


def test_the_clocks_stand_still_while_nobody_is_here(server: ServerUnderTest) -> None:
    ada, ben = clocked(server)
    for pipe in server.pipes:
        pipe.lose()
    server.run(500.0)
    assert left(server, ada) == [60, 60]
    server.back(ada, ben)
    server.run(10.0)
    assert left(server, ada) == [50, 50]


def test_the_clocks_stand_still_while_the_server_is_down(server: ServerUnderTest) -> None:
    ada, ben = clocked(server)
    server.run(20.0)
    ada.answer("keep")
    server.run(0.1)
    server.kill()
    server.run(1_000.0)
    server.start()
    server.run(1_000.0)
    server.back(ada, ben)
    assert left(server, ada) == [40, 40]  # Ben's as they were when the last answer was written down
    server.run(10.0)
    assert left(server, ada)[BEN] == 30


def test_the_clocks_stand_still_while_the_game_is_paused(server: ServerUnderTest) -> None:
    ada, ben = clocked(server)
    server.disk.full = True
    ada.answer("keep")
    server.run(0.1)
    assert ada.status() == "paused"
    assert not any(seat.running for seat in ben.table_now.seats)
    server.run(1_000.0)
    assert left(server, ada) == [60, 60]
    server.disk.full = False
    server.run(15.0)
    assert ada.status() == "playing"
    assert left(server, ada)[ADA] < 60
    server.run(60.0)
    assert "clock" in given(server, ada)


def test_a_default_that_could_not_be_stored_is_given_later(server: ServerUnderTest) -> None:
    ada, _ben = clocked(server, bank=10)
    server.run(9.0)
    server.disk.full = True
    server.run(60.0)
    assert given(server, ada) == []
    server.disk.full = False
    server.run(60.0)
    assert "clock" in given(server, ada)


def test_each_game_begins_with_full_banks(server: ServerUnderTest) -> None:
    ada, ben = clocked(server)
    server.run(30.0)
    ada.resign()
    server.run(6.0)
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    server.until(lambda: ada.have == 1 and ada.asked and not ada.over)
    assert left(server, ada) == [60, 60]
