"""Games by the day on a simulated calendar: banks, hours, vacations, restarts, months."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.proof.chain import read
from ironbottom.proof.entries import AnsweredEntry
from ironbottom.proof.takeback import why_not
from ironbottom.server.runtime.settings import LIMITS
from ironbottom.server.table import play_handlers
from ironbottom.server.table.clock import clock_timer
from ironbottom.server.table.clock.clocks import GRACE
from ironbottom.server.table.clock.day_clocks import DayClocks, first_pace
from ironbottom.server.table.clock.working_hours import WorkingHours
from ironbottom.wire.agreeing import Agreeable, Offered
from ironbottom.wire.messages import Join, Rematch
from ironbottom.wire.pace import DAY, HOUR, Hours, PaceTerms, SeatPace, SetHours, Vacation
from ironbottom.wire.terms import Absent, Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import BEGAN, SEED, ServerUnderTest

ADA, BEN = 0, 1
PACE = PaceTerms(bank=3 * DAY, added=12 * HOUR, most=5 * DAY, vacation=10)
MINUTE = 60.0


def by_the_day(
    server: ServerUnderTest, pace: PaceTerms = PACE, absent: Absent = "clock", offers: tuple[Offered, ...] = ()
) -> tuple[WirePlayer, WirePlayer]:
    ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
    ada.auto = ben.auto = False
    server.connect(ada)
    server.connect(ben)
    ada.create(Terms(side="us", seed=SEED, absent=absent, pace=pace, offers=offers or UNSET))
    server.run(0.01)
    ben.ask(Join, ada.table, secret=ada.secret, pace=True)
    server.until(lambda: ada.update is not None and ben.update is not None)
    return ada, ben


def days(server: ServerUnderTest, n: float) -> None:
    """Let days go by as a server has them: with a sweep now and then."""
    end = server.clock.now + n * DAY
    while server.clock.now < end:
        server.run(min(float(HOUR), end - server.clock.now))
        server.lobby.sweep()
    server.run(0.1)


def left(server: ServerUnderTest, player: WirePlayer) -> list[int]:
    """Hours left of both banks, rounded."""
    table = server.lobby.tables[player.table]
    return [round(table.clocks.left(place, table.clock_time) / HOUR) for place in (ADA, BEN)]


def given(server: ServerUnderTest, player: WirePlayer) -> list[str]:
    bodies = [read(line).body for line in server.disk.lines(player.table, 1)]
    return [body.given for body in bodies if isinstance(body, AnsweredEntry)]


def paced(player: WirePlayer, place: int) -> SeatPace:
    """What the player was told last of a place."""
    found = player.table_now.seats[place].pace
    assert isinstance(found, SeatPace)
    return found


def on_to_turns(server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer) -> None:
    """Both are asked at once at first; from here on it is one after the other."""
    while ada.asked and ben.asked:
        server.step(ada, ben)


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


# the clocks by themselves


def clocks(pace: PaceTerms = PACE, *, asked: tuple[int, ...] = (ADA,), hours: WorkingHours | None = None) -> DayClocks:
    return DayClocks(pace, first_pace(pace, asked, BEGAN), (hours, None), list)


def test_only_who_is_asked_pays() -> None:
    found = clocks()
    assert found.left(ADA, BEGAN + DAY) == 2 * DAY
    assert found.left(BEN, BEGAN + DAY) == 3 * DAY
    assert found.due(ADA, BEGAN + DAY) == BEGAN + 3 * DAY
    assert found.due(BEN, BEGAN) is None


def test_time_is_added_at_each_hand_over_up_to_the_ceiling() -> None:
    found = clocks()
    found.kept = found.answered([BEN], BEGAN + HOUR)
    assert found.left(BEN, BEGAN + HOUR) == PACE.bank + PACE.added
    assert found.left(ADA, BEGAN + HOUR) == PACE.bank - HOUR
    for n in range(10):
        found.kept = found.answered([(ADA, BEN)[n % 2]], BEGAN + HOUR)
    assert found.left(ADA, BEGAN + HOUR) == found.left(BEN, BEGAN + HOUR) == PACE.most


def test_many_answers_of_one_turn_add_nothing() -> None:
    """A cheat who is asked ten times in a row would else fill his bank up by answering."""
    found = clocks()
    for n in range(1, 11):
        found.kept = found.answered([ADA], BEGAN + n * HOUR)
    assert found.left(ADA, BEGAN + 10 * HOUR) == PACE.bank - 10 * HOUR


def test_a_used_up_bank_leaves_a_few_seconds_within_the_hours() -> None:
    found = clocks(replace(PACE, hours=8), hours=WorkingHours(Hours(0, "UTC"), 0))
    midnight = BEGAN - BEGAN % DAY + DAY
    found.kept = replace(first_pace(PACE, [ADA], midnight), at=midnight, since=midnight)
    end = midnight + 8 * DAY + 8 * HOUR  # three days are nine times eight hours
    assert found.due(ADA, midnight) == end
    assert found.due(ADA, end + HOUR) == end + HOUR  # out of his hours, and his few seconds are over
    found.kept = found.answered([ADA], end + HOUR)
    assert found.due(ADA, end + HOUR) == end + 16 * HOUR + GRACE  # not in the night


def test_a_wall_clock_that_is_set_back_gives_nothing_below_what_was_counted() -> None:
    found = clocks()
    found.kept = found.counted(BEGAN + DAY)
    assert found.left(ADA, BEGAN) == 2 * DAY
    kept = found.counted(BEGAN)
    assert kept is not None
    assert kept.at == BEGAN + DAY


# at a table


def test_clocks_for_days_run_while_nobody_is_here(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server)
    on_to_turns(server, ada, ben)
    asked = ADA if ada.asked else BEN
    before = left(server, ada)
    for pipe in server.pipes:
        pipe.lose()
    days(server, 1.0)
    after = left(server, ada)
    assert (before[asked] - after[asked], before[1 - asked] - after[1 - asked]) == (24, 0)
    assert not server.lobby.tables[ada.table].loaded  # its game sleeps in the journal


def test_a_game_that_sleeps_wakes_when_its_clock_has_run_out(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server)
    on_to_turns(server, ada, ben)
    for pipe in server.pipes:
        pipe.lose()
    due = min(due for place in (ADA, BEN) if (due := paced(ada, place).due) is not None)
    days(server, (due - BEGAN - server.clock.now) / DAY - 0.1)
    assert "clock" not in given(server, ada)
    days(server, 0.2)
    assert "clock" in given(server, ada)


def test_a_game_that_sleeps_wakes_after_a_restart_too(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server)
    on_to_turns(server, ada, ben)
    days(server, 1.0)
    server.kill()
    server.run(5 * DAY)
    server.start()
    assert not server.lobby.tables[ada.table].loaded
    due = min(due for place in (ADA, BEN) if (due := paced(ada, place).due) is not None)
    days(server, (due - BEGAN - server.clock.now) / DAY + 5.0 - 0.1)
    assert "clock" not in given(server, ada)
    days(server, 0.2)
    assert "clock" in given(server, ada)


def test_nobody_pays_for_the_time_in_which_the_server_was_down(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server)
    days(server, 0.5)
    before = left(server, ada)
    server.kill()
    server.run(3 * DAY)
    server.start()
    server.back(ada, ben)
    assert left(server, ada) == before == [60, 60]
    days(server, 0.25)
    assert left(server, ada) == [54, 54]


def test_a_restart_gives_no_time_back(server: ServerUnderTest) -> None:
    """A cheat who could have the server restarted each night would else never run out of time."""
    ada, ben = by_the_day(server)
    for _night in range(4):
        days(server, 0.5)
        server.kill()
        server.run(10 * MINUTE)
        server.start()
    server.back(ada, ben)
    assert left(server, ada) == [24, 24]


def test_many_crashes_give_a_minute_each_at_most(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server)
    for _crash in range(20):
        days(server, 0.05)
        server.run(9 * MINUTE)  # and no sweep
        server.kill()
        server.start()
    server.back(ada, ben)
    table = server.lobby.tables[ada.table]
    assert PACE.bank - table.clocks.left(ADA, table.clock_time) == pytest.approx(20 * 0.05 * DAY, abs=60)


def test_what_is_left_follows_from_the_journal_alone(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server)
    on_to_turns(server, ada, ben)
    days(server, 0.7)
    server.step(ada, ben, answers=6)
    days(server, 0.3)
    before = server.lobby.tables[ada.table]
    asked = before.clocks.left(ADA, before.clock_time), before.clocks.left(BEN, before.clock_time)
    server.restart(ada, ben)
    table = server.lobby.tables[ada.table]
    again = table.clocks.left(ADA, table.clock_time), table.clocks.left(BEN, table.clock_time)
    assert again == pytest.approx(asked, abs=2)


@pytest.mark.parametrize(("absent", "ends"), [("clock", True), ("wait", False)])
def test_the_end_of_time_is_as_in_the_terms(server: ServerUnderTest, absent: Absent, ends: bool) -> None:
    ada, ben = by_the_day(server, absent=absent)
    for pipe in server.pipes:
        pipe.lose()
    days(server, 3.1)
    assert ("clock" in given(server, ada)) is ends
    server.back(ada, ben)
    if not ends:
        assert left(server, ada) == [0, 0]
        assert server.answered(ada, ada.answer("keep")) == "ok"  # he is late, and plays on


def test_a_bot_stands_in_only_when_the_time_is_up(server: ServerUnderTest) -> None:
    ada, _ben = by_the_day(server, absent="bot")
    called: list[int] = []
    server.lobby.spawn = lambda _table, place, _secret: called.append(place)
    server.pipes[BEN].lose()
    days(server, 2.9)
    assert called == []
    days(server, 0.2)
    assert set(called) == {BEN}
    assert ada.status() == "playing"


def test_each_game_begins_with_full_banks_and_vacations(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server)
    ada.ask(Vacation, ada.table, away=True)
    days(server, 1.0)
    ada.resign()
    server.run(6.0)
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    server.until(lambda: ada.have == 1 and ada.asked and not ada.over)
    server.run(1.0)
    assert left(server, ada) == [72, 72]
    assert paced(ben, ADA) == SeatPace(paced(ben, ADA).due, vacation=10 * DAY)


# hours


def hour_of(server: ServerUnderTest) -> int:
    return datetime.fromtimestamp(BEGAN + server.clock.now, UTC).hour


def test_a_clock_runs_in_the_hours_of_its_player(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server, replace(PACE, hours=8))
    start = (hour_of(server) + 2) % 24
    assert server.answered(ada, ada.ask(SetHours, ada.table, hours=Hours(start, "UTC"))) == "ok"
    assert paced(ben, ADA).hours == Hours(start, "UTC")
    assert not ben.table_now.seats[ADA].running
    assert ben.table_now.seats[BEN].running  # who has chosen none is asked by day and night
    days(server, 3.0)
    assert left(server, ada)[ADA] == 72 - 24
    assert paced(ada, ADA).due is not None


def test_whoever_looks_on_hears_when_hours_begin_and_end(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server, replace(PACE, hours=8))
    ada.ask(SetHours, ada.table, hours=Hours((hour_of(server) + 2) % 24, "UTC"))
    server.run(1.0)
    heard = []
    for _hour in range(24):
        server.run(float(HOUR))
        heard.append(ben.table_now.seats[ADA].running)
    assert sum(heard) == 8


def test_hours_are_refused_where_they_mean_nothing(server: ServerUnderTest) -> None:
    ada, _ben = by_the_day(server)
    assert server.answered(ada, ada.ask(SetHours, ada.table, hours=Hours(8, "UTC"))) == "not-yet"


def test_hours_of_no_zone_are_refused(server: ServerUnderTest) -> None:
    ada, _ben = by_the_day(server, replace(PACE, hours=8))
    assert server.answered(ada, ada.ask(SetHours, ada.table, hours=Hours(8, "Mars/Olympus"))) == "not-yet"
    assert "Europe/Berlin" in ada.told[-1].text


def test_a_cheat_cannot_move_his_hours_on_and_on(server: ServerUnderTest) -> None:
    ada, _ben = by_the_day(server, replace(PACE, hours=8, bank=20 * DAY, most=20 * DAY))
    said = []
    for _hour in range(10 * 24):
        said.append(server.answered(ada, ada.ask(SetHours, ada.table, hours=Hours((hour_of(server) + 12) % 24, "UTC"))))
        server.run(HOUR - 1.0)
        server.lobby.sweep()
    assert said.count("ok") == 2
    assert 20 * 24 - left(server, ada)[ADA] >= 8 * 8


# vacation


def test_a_vacation_stops_the_clock_and_is_told(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server)
    assert server.answered(ada, ada.ask(Vacation, ada.table, away=True)) == "ok"
    assert paced(ben, ADA).away == BEGAN + int(server.clock.now) + 10 * DAY - 1
    assert not ben.table_now.seats[ADA].running
    days(server, 2.0)
    assert left(server, ada) == [72, 24]
    assert server.answered(ada, ada.ask(Vacation, ada.table, away=False)) == "ok"
    assert paced(ben, ADA).away == 0
    assert paced(ben, ADA).vacation == pytest.approx(8 * DAY, abs=5)
    days(server, 0.5)
    assert left(server, ada)[ADA] == 60


def test_a_vacation_ends_by_itself_and_there_is_no_other(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server, replace(PACE, bank=20 * DAY, most=20 * DAY, vacation=3))
    ada.ask(Vacation, ada.table, away=True)
    days(server, 5.0)
    assert left(server, ada) == [18 * 24, 15 * 24]
    assert server.answered(ada, ada.ask(Vacation, ada.table, away=True)) == "not-yet"
    assert "all days" in ada.told[-1].text
    assert left(server, ben) == [18 * 24, 15 * 24]


def test_a_cheat_cannot_switch_vacations_on_for_moments(server: ServerUnderTest) -> None:
    """A vacation counts a day at least."""
    ada, _ben = by_the_day(server)
    for n in range(40):
        ada.ask(Vacation, ada.table, away=n % 2 == 0)
        server.run(10.0)
    assert paced(ada, ADA).vacation == 0
    assert server.answered(ada, ada.ask(Vacation, ada.table, away=True)) == "not-yet"
    assert server.answered(ada, ada.ask(Vacation, ada.table, away=False)) == "ok"  # and not on any


def test_without_consent_there_is_no_vacation(server: ServerUnderTest) -> None:
    ada, _ben = by_the_day(server, replace(PACE, vacation=0))
    assert server.answered(ada, ada.ask(Vacation, ada.table, away=True)) == "not-yet"


def test_a_vacation_outlasts_a_restart(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server)
    ada.ask(Vacation, ada.table, away=True)
    days(server, 1.0)
    server.restart(ada, ben)
    days(server, 1.0)
    assert left(server, ada) == [72, 24]
    assert paced(ben, ADA).away


def test_an_answer_on_vacation_is_taken(server: ServerUnderTest) -> None:
    ada, _ben = by_the_day(server)
    ada.ask(Vacation, ada.table, away=True)
    server.run(1.0)
    assert server.answered(ada, ada.answer("keep")) == "ok"
    assert server.lobby.tables[ada.table].stored.pace


# by agreement, and trouble


def test_both_may_agree_to_stop(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server)
    table = server.lobby.tables[ada.table]
    table.keep(clock_timer.stop(table), lambda: play_handlers.go_on(table), lambda _why: None)
    days(server, 30.0)
    assert left(server, ada) == [72, 72]
    server.restart(ada, ben)
    days(server, 10.0)
    assert left(server, ada) == [72, 72]
    table = server.lobby.tables[ada.table]
    table.keep(clock_timer.go_on(table), lambda: play_handlers.go_on(table), lambda _why: None)
    days(server, 1.0)
    assert left(server, ada) == [48, 48]


def test_clocks_for_an_evening_stop_by_agreement_too(server: ServerUnderTest) -> None:
    ada, ben = server.seated(Terms(side="us", seed=SEED, absent="clock", bank=60, offers=("pause",)))
    agree(server, ada, ben, "pause")
    table = server.lobby.tables[ada.table]
    began = table.clocks.left(ADA, table.clock_time)
    assert 50 < began < 60
    server.run(500.0)
    assert table.clocks.left(ADA, table.clock_time) == began
    agree(server, ada, ben, "go-on")
    server.run(10.0)
    assert table.clocks.left(ADA, table.clock_time) == pytest.approx(began - 11, abs=1)  # one while they agreed


def test_a_pause_that_both_have_signed_stops_clocks_for_days(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server, offers=("pause",))
    agree(server, ada, ben, "pause")
    days(server, 30.0)
    assert left(server, ada) == [72, 72]
    assert not given(server, ada)
    server.restart(ada, ben)
    days(server, 10.0)
    assert left(server, ada) == [72, 72]
    agree(server, ada, ben, "go-on")
    days(server, 1.0)
    assert left(server, ada) == [48, 48]


def test_an_answer_taken_back_adds_no_time_and_runs_the_clock_of_who_gave_it(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server, offers=("takeback",))
    while (found := server.live_game(ada).undoable) is None or why_not(found, found.side, server.live_game(ada).game):
        server.step(ada, ben)
    live_game = server.live_game(ada)
    one, two = [ada, ben] if live_game.place(found.side) == ADA else [ben, ada]
    days(server, 0.5)
    before = left(server, ada)
    agree(server, one, two, "takeback")
    assert left(server, ada) == before
    pace = server.lobby.tables[ada.table].stored.pace
    assert pace
    asked = server.live_game(ada).game.asked
    assert pace.asked == tuple(sorted([server.live_game(ada).place(side) for side in asked]))


def agree(server: ServerUnderTest, first: WirePlayer, second: WirePlayer, what: Agreeable) -> None:
    assert server.answered(first, first.offer(what)) == "ok"
    assert server.answered(second, second.accept(what)) == "ok"
    server.run(0.2)


def test_nobody_pays_while_the_disk_cannot_be_written(server: ServerUnderTest) -> None:
    ada, _ben = by_the_day(server)
    server.disk.full = True
    ada.answer("keep")
    server.run(0.1)
    assert ada.status() == "paused"
    days(server, 1.0)
    server.disk.full = False
    days(server, 0.5)
    assert left(server, ada)[BEN] == 60


def test_an_answer_that_was_not_stored_adds_no_time_twice(server: ServerUnderTest) -> None:
    ada, ben = by_the_day(server)
    on_to_turns(server, ada, ben)
    who = ada if ada.asked else ben
    before = left(server, ada)
    server.disk.full = True
    for _try in range(5):
        assert who.update is not None
        who.answer(who.guess(who.update))
        server.run(6.0)
    server.disk.full = False
    server.run(20.0)
    assert all(now <= then + 12 for now, then in zip(left(server, ada), before, strict=True))


def test_who_was_not_shown_the_clocks_gets_no_seat(server: ServerUnderTest) -> None:
    ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
    server.connect(ada)
    server.connect(ben)
    ada.create(Terms(side="us", seed=SEED, absent="clock", pace=PACE))
    server.run(0.01)
    assert server.answered(ben, ben.ask(Join, ada.table, secret=ada.secret)) == "special"


@pytest.mark.parametrize("wrong", [{"bank": 60}, {"pace": replace(PACE, most=DAY)}])
def test_terms_that_fit_no_clock_are_refused(server: ServerUnderTest, wrong: dict[str, object]) -> None:
    ada = WirePlayer("Ada", 1)
    server.connect(ada)
    ada.create(replace(Terms(absent="clock", pace=PACE), **wrong))
    server.run(0.1)
    assert ada.told[-1].code == "terms"


def test_months_with_summer_time_restarts_and_vacations(server: ServerUnderTest) -> None:
    """From September over the end of summer time: who answers in his evenings never loses to his clock."""
    pace = PaceTerms(bank=2 * DAY, added=DAY, most=4 * DAY, hours=10, vacation=14)
    ada, ben = by_the_day(server, pace)
    ada.ask(SetHours, ada.table, hours=Hours(14, "Europe/Berlin"))
    ben.ask(SetHours, ben.table, hours=Hours(12, "America/New_York"))
    for day in range(92):
        if ada.over:
            break
        days(server, 1.0)
        if day % 9 == 4:
            server.restart(ada, ben)
        if day == 20:
            ada.ask(Vacation, ada.table, away=True)
        if day == 30:
            ada.ask(Vacation, ada.table, away=False)
        who = (ada, ben)[day % 2]  # each sits down every other day
        if who is ada and 20 <= day < 30:
            continue
        while who.asked and not who.over:
            server.step(who)
    assert set(given(server, ada)) == {"player"}
    assert len(given(server, ada)) > 60
    assert server.clock.now > 45 * DAY


def test_months_in_which_nobody_comes_end_by_the_clock(server: ServerUnderTest) -> None:
    assert LIMITS.times.playing >= 90 * DAY
    ada, _ben = by_the_day(server, PaceTerms(bank=DAY, added=HOUR, most=DAY))
    for pipe in server.pipes:
        pipe.lose()
    for _day in range(80):
        days(server, 1.0)
        if server.lobby.every.finished:
            break
    assert set(given(server, ada)) == {"clock"}
    assert server.lobby.by_status()["over"] == 1
