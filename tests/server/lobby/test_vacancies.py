"""What nobody is at goes after a while, from the journal too, and its maker is told."""

from __future__ import annotations

import pytest

from ironbottom.server.runtime.settings import DAY
from ironbottom.wire.messages import Notice, Seated
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest
from tests.server.support.strangers import HOUR, OPEN, TIMES, honest, stored, swept


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


@pytest.mark.parametrize(
    ("terms", "kept"), [(OPEN, TIMES.seeking), (Terms(), TIMES.invited), (Terms(reach="lan"), TIMES.invited)]
)
def test_a_table_before_its_game_is_kept_for_a_while(terms: Terms, kept: float, server: ServerUnderTest) -> None:
    """And its maker was told so, in days."""
    ada = WirePlayer("Ada", 1, bot=False)
    pipe = server.connect(ada)
    ada.create(terms)
    server.run(0.1)
    (notice,) = ada.all(Notice)
    days = round(kept / DAY)
    assert (notice.code, f"kept for {days} day" in notice.text) == ("kept", True)
    ada.chat("hello")
    swept(server, 2 * kept, 600.0)  # somebody is here
    pipe.lose()
    swept(server, kept - HOUR, 600.0)
    assert ada.table in server.lobby.tables
    server.back(ada)
    assert ada.last(Seated).place == 0  # which begins the time anew
    server.pipes[-1].lose()
    swept(server, kept - HOUR, 600.0)
    assert ada.table in server.lobby.tables
    swept(server, 2 * HOUR, 600.0)
    assert (server.lobby.tables, stored(server)) == ({}, 0)
    ada.told.clear()
    server.connect(ada)
    assert server.answered(ada, ada.resume()) == "no-table"


def test_a_host_who_goes_with_his_server_hears_nothing_of_it(server: ServerUnderTest) -> None:
    server.lobby.hosted = True
    ada = WirePlayer("Ada", 1, bot=False)
    server.connect(ada)
    ada.create(OPEN)
    server.run(0.1)
    assert ada.table
    assert ada.all(Notice) == []


def test_an_absence_is_remembered_over_restarts(server: ServerUnderTest) -> None:
    """Else a server that is restarted every day would keep everything for ever."""
    honest(server)
    friend = WirePlayer("Ben", 2, bot=False)
    server.connect(friend)
    friend.create(Terms())
    server.run(0.1)
    days = 0
    while server.disk.bodies():
        server.kill()
        server.start()
        swept(server, DAY, 600.0)
        days += 1
        assert days < 30
    assert TIMES.invited / DAY <= days <= 2 * TIMES.invited / DAY


def test_while_a_server_is_down_nobody_can_come(server: ServerUnderTest) -> None:
    ada, ben = server.seated()
    for pipe in server.pipes:
        pipe.lose()
    swept(server, 2 * DAY, 3_600.0)
    server.kill()
    server.run(365 * DAY)
    server.start()
    swept(server, TIMES.playing - 3 * DAY, 3_600.0)
    server.back(ada, ben)
    assert ada.status() == "playing"
    server.kill()
    server.start()  # somebody was there: the time has begun anew
    swept(server, TIMES.playing - DAY, 3_600.0)
    assert ada.table in server.lobby.tables
    swept(server, 2 * DAY, 3_600.0)
    assert (server.lobby.tables, stored(server)) == ({}, 0)


def test_a_game_that_has_begun_waits_for_a_summer(server: ServerUnderTest) -> None:
    ada, ben = server.seated()
    for pipe in server.pipes:
        pipe.lose()
    swept(server, TIMES.playing - DAY, 3_600.0)
    server.back(ada, ben)
    server.step(ada, ben, answers=3)
    for pipe in server.pipes:
        pipe.lose()
    swept(server, TIMES.playing - DAY, 3_600.0)
    assert ada.table in server.lobby.tables
    swept(server, 2 * DAY, 3_600.0)
    assert (server.lobby.tables, stored(server)) == ({}, 0)
    assert (server.lobby.every.register.size, server.lobby.every.vacancies.size) == (0, 0)


def test_a_disk_that_is_full_when_a_table_goes_loses_nothing_else(server: ServerUnderTest) -> None:
    ada = honest(server)
    server.pipes[0].lose()
    server.disk.full = True
    swept(server, TIMES.seeking + HOUR, 600.0)
    assert (server.lobby.tables, len(server.disk.bodies())) == ({}, 1)
    server.disk.full = False
    server.kill()
    server.start()
    assert [*server.lobby.tables] == [ada.table]  # it is found again, and goes another time
    swept(server, TIMES.seeking + HOUR, 600.0)
    assert (server.lobby.tables, stored(server)) == ({}, 0)
