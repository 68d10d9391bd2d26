"""Another game at the same table, with the sides swapped, when both wish for it."""

from __future__ import annotations

import pytest

from ironbottom.proof.verify import check
from ironbottom.server.table.countersign import LAST_WORD
from ironbottom.wire.messages import Fetch, Leave, Piece, Rematch, Terms, Toss
from ironbottom.words import Side
from tests.server.support.house import House, card_sets
from tests.server.support.player import Player


@pytest.fixture
def house() -> House:
    return House()


def over(house: House, *, wish: str = "us") -> tuple[Player, Player]:
    """A short game that is over, and closed."""
    ada, ben = house.seated(Terms(side="us" if wish == "us" else "jp"))
    ada.auto = ben.auto = True
    ben.resign()
    house.run(LAST_WORD + 1)
    ada.auto = ben.auto = False
    return ada, ben


def begun(house: House, ada: Player, ben: Player) -> None:
    house.until(lambda: all(each.have == 1 and not each.over for each in (ada, ben)))


@pytest.mark.parametrize("wish", ["us", "jp"])
def test_the_sides_are_swapped(house: House, wish: str) -> None:
    ada, ben = over(house, wish=wish)
    before = ada.view.viewer
    assert house.answered(ada, ada.ask(Rematch, ada.table)) == "ok"
    assert [seat.rematch for seat in ben.table_now.seats] == [True, False]
    assert ada.status() == "over"
    assert house.answered(ben, ben.ask(Rematch, ben.table)) == "ok"
    begun(house, ada, ben)
    assert before is not None
    assert (ada.view.viewer, ben.view.viewer) == (before.enemy, before)
    assert (ada.table_now.games, ada.status()) == (2, "playing")
    assert [seat.rematch for seat in ben.table_now.seats] == [False, False]


def test_and_swapped_back_in_the_next(house: House) -> None:
    ada, ben = over(house)
    sides = [ada.view.viewer]
    for _n in range(3):
        ada.ask(Rematch, ada.table)
        ben.ask(Rematch, ben.table)
        begun(house, ada, ben)
        sides.append(ada.view.viewer)
        ada.resign()
        house.until(lambda: ada.over and ben.over)
        house.run(LAST_WORD + 1)
    assert sides == [Side.US, Side.JP, Side.US, Side.JP]


def test_each_game_has_its_own_toss_and_its_own_transcript(house: House) -> None:
    ada, ben = over(house)
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    begun(house, ada, ben)
    tosses = ada.all(Toss)
    assert len({toss.game for toss in tosses}) == len({toss.commitment for toss in tosses}) == 2
    first = house.disk.lines(ada.table, 1)
    assert fetched(house, ada) == first  # of the last game that is over
    ben.resign()
    house.run(LAST_WORD + 1)
    second = house.disk.lines(ada.table, 2)
    assert fetched(house, ada) == second
    for lines in (first, second):
        verdict = check([line + b"\n" for line in lines], card_sets().values())
        assert verdict.ok, verdict


def fetched(house: House, player: Player) -> list[bytes]:
    player.told.clear()
    player.ask(Fetch, "transcript", player.table)
    house.run(0.1)
    data: bytes = player.last(Piece).data
    return data.splitlines()


def test_it_begins_when_the_transcript_is_closed_and_not_before(house: House) -> None:
    """Whoever has not signed his last answers has some seconds for it."""
    ada, ben = house.seated(Terms(side="us"))
    ada.answer("keep")
    house.run(0.1)
    ben.resign()
    house.run(0.1)
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    house.run(LAST_WORD - 1)
    assert ada.status() == "over"
    house.run(2.0)
    assert ada.status() == "playing"


def test_it_is_asked_for_when_a_game_is_over(house: House) -> None:
    ada, _ben = house.seated()
    assert house.answered(ada, ada.ask(Rematch, ada.table)) == "not-yet"


def test_a_wish_outlives_a_restart(house: House) -> None:
    ada, ben = over(house)
    assert house.answered(ada, ada.ask(Rematch, ada.table)) == "ok"
    house.restart(ada, ben)
    assert [seat.rematch for seat in ben.table_now.seats] == [True, False]
    ben.ask(Rematch, ben.table)
    begun(house, ada, ben)


def test_two_wishes_outlive_a_restart(house: House) -> None:
    ada, ben = over(house)
    ada.ask(Rematch, ada.table)
    assert house.answered(ben, ben.ask(Rematch, ben.table), 0.05) == "ok"
    assert ada.status() == "over"
    house.restart(ada, ben)
    begun(house, ada, ben)


def test_a_full_disk_only_delays_it(house: House) -> None:
    ada, ben = over(house)
    ada.ask(Rematch, ada.table)
    assert house.answered(ben, ben.ask(Rematch, ben.table), 0.05) == "ok"
    house.disk.full = True
    house.run(3.0)
    assert ada.status() == "paused"
    house.disk.full = False
    begun(house, ada, ben)


def test_who_has_left_can_come_back_for_it(house: House) -> None:
    ada, ben = over(house)
    ben.ask(Leave, ben.table)
    ada.ask(Rematch, ada.table)
    house.run(1.0)
    assert not ada.table_now.seats[1].here
    house.back(ben)
    ben.ask(Rematch, ben.table)
    begun(house, ada, ben)
