"""Thinking time: banks, grace, defaults (§20.6), and when clocks stand still."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.flow import Game
from ironbottom.proof.chain import read
from ironbottom.proof.entries import AnsweredEntry
from ironbottom.server.table.clocks import GRACE, Clocks
from ironbottom.server.table.live_game import LiveGame, Transition
from ironbottom.server.table.play_handlers import RETRY
from ironbottom.wire.answers import plain
from ironbottom.wire.messages import Absent, Notice, Rematch, Terms, Update
from tests.server.support.house import SEED, House
from tests.server.support.player import Player

ADA, BEN = 0, 1


def clocked(house: House, *, absent: Absent = "clock", bank: int = 60) -> tuple[Player, Player]:
    return house.seated(Terms(side="us", seed=SEED, absent=absent, bank=bank))


def left(house: House, player: Player) -> list[int]:
    """Seconds left of both banks, as the server has it now, rounded."""
    clocks = house.hall.tables[player.table].clocks
    return [round(clocks.left(place, house.clock.now)) for place in (ADA, BEN)]


def given(house: House, player: Player) -> list[str]:
    """By whom each answer was given."""
    bodies = [read(line).body for line in house.disk.lines(player.table, 1)]
    return [body.given for body in bodies if isinstance(body, AnsweredEntry)]


@pytest.fixture
def house() -> House:
    return House()


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
    method: str, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game would stand still for ever, with both players waiting for a clock that has run out."""
    ada, ben = clocked(house, bank=10)
    monkeypatch.setattr(Game, method, fails)
    house.run(10.0 + GRACE + 1.0)
    assert given(house, ada) == []
    for player in (ada, ben):
        told = player.all(Notice)  # both are asked
        assert [notice.code for notice in told] == ["fault", "fault"]
        assert all("is tried again in 30 seconds" in notice.text for notice in told)
        assert ["of Ada" in notice.text for notice in told] == ["of Ben" not in notice.text for notice in told]
    house.run(5 * RETRY)
    assert len(ada.all(Notice)) == 2  # once for a question
    monkeypatch.undo()
    house.run(RETRY)
    assert given(house, ada)[:2] == ["clock", "clock"]


def test_who_is_asked_may_answer_himself_where_a_default_fails(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = LiveGame.answered

    def fails_for_the_clock(*what: Any) -> Transition:
        if "clock" in what:
            fails()
        return answered(*what)

    ada, _ben = clocked(house, bank=10)
    monkeypatch.setattr(LiveGame, "answered", fails_for_the_clock)
    house.run(10.0 + GRACE + 1.0)
    assert len(ada.all(Notice)) == 2
    assert house.answered(ada, ada.answer("keep")) == "ok"
    assert given(house, ada) == ["player"]


def test_everybody_sees_the_clocks(house: House) -> None:
    ada, ben = clocked(house)
    house.run(10.0)
    ada.answer("keep")
    house.run(0.5)
    clocks = ada.last(Update).clocks
    assert [round(ms / 1000) for ms in clocks] == [50, 50]
    seats = ben.table_now.seats
    assert [seat.left for seat in seats] == [60_000, 60_000]  # when the table was told of last, at the beginning
    house.run(4.5)
    ben.answer("keep")
    house.run(1.0)
    assert left(house, ada) == [49, 44]  # both deploy, and are asked at once


def test_who_has_no_time_left_gives_the_default(house: House) -> None:
    ada, ben = clocked(house, bank=10)
    default = ada.question.default
    house.run(9.0)
    assert given(house, ada) == []
    house.run(1.5)
    assert given(house, ada) == ["clock", "clock"]
    bodies = [read(line).body for line in house.disk.lines(ada.table, 1)]
    assert [body.answer for body in bodies if isinstance(body, AnsweredEntry)] == [plain(default)] * 2
    assert [update.given for update in ada.all(Update)[1:]].count("clock") >= 1
    assert ada.own == []
    assert ben.have > 1


def test_a_game_of_two_who_do_nothing_ends_by_the_clock(house: House) -> None:
    ada, ben = clocked(house, bank=5)
    house.play(ada, ben, seconds=20_000.0)
    assert ada.over
    assert set(given(house, ada)) == {"clock"}


def test_an_answer_after_the_default_is_refused(house: House) -> None:
    ada, _ben = clocked(house, bank=10)
    house.run(10.5)
    number = ada.have
    ada.update = ada.all(Update)[0]
    assert house.answered(ada, ada.answer("redraw")) == "stale"
    assert ada.have == number


@pytest.mark.parametrize(
    ("absent", "runs"), [("wait", False), ("clock", True), ("bot", True)],
)
def test_the_clock_of_who_is_away(house: House, absent: Absent, runs: bool) -> None:
    ada, _ben = clocked(house, absent=absent)
    house.pipes[BEN].lose()
    house.run(20.0)
    assert left(house, ada) == [40, 40 if runs else 60]


def test_the_clocks_stand_still_while_nobody_is_here(house: House) -> None:
    ada, ben = clocked(house)
    for pipe in house.pipes:
        pipe.lose()
    house.run(500.0)
    assert left(house, ada) == [60, 60]
    house.back(ada, ben)
    house.run(10.0)
    assert left(house, ada) == [50, 50]


def test_the_clocks_stand_still_while_the_server_is_down(house: House) -> None:
    ada, ben = clocked(house)
    house.run(20.0)
    ada.answer("keep")
    house.run(0.1)
    house.kill()
    house.run(1_000.0)
    house.start()
    house.run(1_000.0)
    house.back(ada, ben)
    assert left(house, ada) == [40, 40]  # Ben's as they were when the last answer was written down
    house.run(10.0)
    assert left(house, ada)[BEN] == 30


def test_the_clocks_stand_still_while_the_game_is_paused(house: House) -> None:
    ada, ben = clocked(house)
    house.disk.full = True
    ada.answer("keep")
    house.run(0.1)
    assert ada.status() == "paused"
    assert not any(seat.running for seat in ben.table_now.seats)
    house.run(1_000.0)
    assert left(house, ada) == [60, 60]
    house.disk.full = False
    house.run(15.0)
    assert ada.status() == "playing"
    assert left(house, ada)[ADA] < 60
    house.run(60.0)
    assert "clock" in given(house, ada)


def test_a_default_that_could_not_be_stored_is_given_later(house: House) -> None:
    ada, _ben = clocked(house, bank=10)
    house.run(9.0)
    house.disk.full = True
    house.run(60.0)
    assert given(house, ada) == []
    house.disk.full = False
    house.run(60.0)
    assert "clock" in given(house, ada)


def test_each_game_begins_with_full_banks(house: House) -> None:
    ada, ben = clocked(house)
    house.run(30.0)
    ada.resign()
    house.run(6.0)
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    house.until(lambda: ada.have == 1 and ada.asked and not ada.over)
    assert left(house, ada) == [60, 60]
