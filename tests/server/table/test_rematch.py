"""Another game at the same table, with the sides swapped, when both wish for it."""

from __future__ import annotations

import pytest

from ironbottom.proof.verify import check
from ironbottom.server.table.countersign import LAST_WORD
from ironbottom.wire.messages import Fetch, Leave, Piece, Rematch, Toss
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest, card_sets


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def over(server: ServerUnderTest, *, wish: str = "us") -> tuple[WirePlayer, WirePlayer]:
    """A short game that is over, and closed."""
    ada, ben = server.seated(Terms(side="us" if wish == "us" else "jp"))
    ada.auto = ben.auto = True
    ben.resign()
    server.run(LAST_WORD + 1)
    ada.auto = ben.auto = False
    return ada, ben


def begun(server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer) -> None:
    server.until(lambda: all(each.have == 1 and not each.over for each in (ada, ben)))


@pytest.mark.parametrize("wish", ["us", "jp"])
def test_the_sides_are_swapped(server: ServerUnderTest, wish: str) -> None:
    ada, ben = over(server, wish=wish)
    before = ada.view.viewer
    assert server.answered(ada, ada.ask(Rematch, ada.table)) == "ok"
    assert [seat.rematch for seat in ben.table_now.seats] == [True, False]
    assert ada.status() == "over"
    assert server.answered(ben, ben.ask(Rematch, ben.table)) == "ok"
    begun(server, ada, ben)
    assert before is not None
    assert (ada.view.viewer, ben.view.viewer) == (before.enemy, before)
    assert (ada.table_now.games, ada.status()) == (2, "playing")
    assert [seat.rematch for seat in ben.table_now.seats] == [False, False]


def test_and_swapped_back_in_the_next(server: ServerUnderTest) -> None:
    ada, ben = over(server)
    sides = [ada.view.viewer]
    for _n in range(3):
        ada.ask(Rematch, ada.table)
        ben.ask(Rematch, ben.table)
        begun(server, ada, ben)
        sides.append(ada.view.viewer)
        ada.resign()
        server.until(lambda: ada.over and ben.over)
        server.run(LAST_WORD + 1)
    assert sides == [Side.US, Side.JP, Side.US, Side.JP]


def test_each_game_has_its_own_toss_and_its_own_transcript(server: ServerUnderTest) -> None:
    ada, ben = over(server)
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    begun(server, ada, ben)
    tosses = ada.all(Toss)
    assert len({toss.game for toss in tosses}) == len({toss.commitment for toss in tosses}) == 2
    first = server.disk.lines(ada.table, 1)
    assert fetched(server, ada) == first  # of the last game that is over
    ben.resign()
    server.run(LAST_WORD + 1)
    second = server.disk.lines(ada.table, 2)
    assert fetched(server, ada) == second
    for lines in (first, second):
        verdict = check([line + b"\n" for line in lines], card_sets().values())
        assert verdict.ok, verdict


def fetched(server: ServerUnderTest, player: WirePlayer) -> list[bytes]:
    player.told.clear()
    player.ask(Fetch, "transcript", player.table)
    server.run(0.1)
    data: bytes = player.last(Piece).data
    return data.splitlines()


def test_it_begins_when_the_transcript_is_closed_and_not_before(server: ServerUnderTest) -> None:
    """Whoever has not signed his last answers has some seconds for it."""
    ada, ben = server.seated(Terms(side="us"))
    ada.answer("keep")
    server.run(0.1)
    ben.resign()
    server.run(0.1)
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    server.run(LAST_WORD - 1)
    assert ada.status() == "over"
    server.run(2.0)
    assert ada.status() == "playing"


def test_it_is_asked_for_when_a_game_is_over(server: ServerUnderTest) -> None:
    ada, _ben = server.seated()
    assert server.answered(ada, ada.ask(Rematch, ada.table)) == "not-yet"


def test_a_wish_outlives_a_restart(server: ServerUnderTest) -> None:
    ada, ben = over(server)
    assert server.answered(ada, ada.ask(Rematch, ada.table)) == "ok"
    server.restart(ada, ben)
    assert [seat.rematch for seat in ben.table_now.seats] == [True, False]
    ben.ask(Rematch, ben.table)
    begun(server, ada, ben)


def test_two_wishes_outlive_a_restart(server: ServerUnderTest) -> None:
    ada, ben = over(server)
    ada.ask(Rematch, ada.table)
    assert server.answered(ben, ben.ask(Rematch, ben.table), 0.05) == "ok"
    assert ada.status() == "over"
    server.restart(ada, ben)
    begun(server, ada, ben)


def test_a_full_disk_only_delays_it(server: ServerUnderTest) -> None:
    ada, ben = over(server)
    ada.ask(Rematch, ada.table)
    assert server.answered(ben, ben.ask(Rematch, ben.table), 0.05) == "ok"
    server.disk.full = True
    server.run(3.0)
    assert ada.status() == "paused"
    server.disk.full = False
    begun(server, ada, ben)


def test_who_has_left_can_come_back_for_it(server: ServerUnderTest) -> None:
    ada, ben = over(server)
    ben.ask(Leave, ben.table)
    ada.ask(Rematch, ada.table)
    server.run(1.0)
    assert not ada.table_now.seats[1].here
    server.back(ben)
    ben.ask(Rematch, ben.table)
    begun(server, ada, ben)
