"""A disk without room, at the tables: whoever sits there hears so at once, also where nobody has tried to write."""

from __future__ import annotations

import pytest

from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def test_every_table_where_somebody_is_waits_and_says_so(server: ServerUnderTest) -> None:
    ada, ben = server.seated()
    before = len(server.disk.lines(ada.table, 1))
    server.disk.full = True
    server.lobby.wait_for_room()
    server.run(0.1)
    assert {ada.status(), ben.status()} == {"paused"}
    assert "disk cannot be written" in ada.table_now.note
    told = len(ada.told)
    for _ in range(20):
        server.lobby.wait_for_room()
        server.run(0.5)
    assert len(ada.told) == told  # once
    assert len(server.disk.lines(ada.table, 1)) == before
    server.disk.full = False
    server.run(6.0)
    assert {ada.status(), ben.status()} == {"playing"}
    server.step(ada, ben, answers=4)


def test_who_comes_later_hears_it_too(server: ServerUnderTest) -> None:
    ada, _ben = server.seated()
    server.kill()
    server.start()
    server.disk.full = True
    ada.told.clear()
    server.connect(ada)
    ada.resume()
    server.run(0.2)
    server.lobby.wait_for_room()
    server.run(0.1)
    assert ada.status() == "paused"


def test_a_table_that_nobody_sits_at_is_left_alone(server: ServerUnderTest) -> None:
    ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
    server.table(ada, ben)
    table = server.lobby.tables[ada.table]
    for pipe in server.pipes:
        pipe.lose()
    server.lobby.wait_for_room()
    assert not table.paused
