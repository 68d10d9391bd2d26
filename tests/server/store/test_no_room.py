"""A disk without room, at the tables: whoever sits there hears so at once, also where nobody has tried to write."""

from __future__ import annotations

import pytest

from tests.server.support.house import House
from tests.server.support.player import Player


@pytest.fixture
def house() -> House:
    return House()


def test_every_table_where_somebody_is_waits_and_says_so(house: House) -> None:
    ada, ben = house.seated()
    before = len(house.disk.lines(ada.table, 1))
    house.disk.full = True
    house.hall.wait_for_room()
    house.run(0.1)
    assert {ada.status(), ben.status()} == {"paused"}
    assert "disk cannot be written" in ada.table_now.note
    told = len(ada.told)
    for _ in range(20):
        house.hall.wait_for_room()
        house.run(0.5)
    assert len(ada.told) == told  # once
    assert len(house.disk.lines(ada.table, 1)) == before
    house.disk.full = False
    house.run(6.0)
    assert {ada.status(), ben.status()} == {"playing"}
    house.step(ada, ben, answers=4)


def test_who_comes_later_hears_it_too(house: House) -> None:
    ada, _ben = house.seated()
    house.kill()
    house.start()
    house.disk.full = True
    ada.told.clear()
    house.connect(ada)
    ada.resume()
    house.run(0.2)
    house.hall.wait_for_room()
    house.run(0.1)
    assert ada.status() == "paused"


def test_a_table_that_nobody_sits_at_is_left_alone(house: House) -> None:
    ada, ben = Player("Ada", 1), Player("Ben", 2)
    house.table(ada, ben)
    table = house.hall.tables[ada.table]
    for pipe in house.pipes:
        pipe.lose()
    house.hall.wait_for_room()
    assert not table.paused
