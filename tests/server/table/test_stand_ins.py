"""A bot that plays for who is away, under the terms "bot": when it comes, what it may do, when it goes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ironbottom.proof.chain import read
from ironbottom.proof.entries import AnsweredEntry
from ironbottom.server.lobby.lobby import AWAY
from ironbottom.server.table.table import GameTable
from ironbottom.wire.messages import Absent, Bye, Leave, Notice, Seated, Terms, Update
from ironbottom.wire.orders import StandingOrder
from ironbottom.words import Side
from tests.server.support.house import SEED, House
from tests.server.support.player import Player

TERMS = Terms(side="us", seed=SEED, absent="bot")


class Agency:
    """Who sends stand-ins."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.asked: list[tuple[float, int, bytes]] = []
        self.send()

    def send(self) -> None:
        self.house.hall.spawn = self.spawn

    def spawn(self, _table: GameTable, place: int, secret: bytes) -> None:
        self.asked.append((self.house.clock.now, place, secret))

    def come(self, table: str) -> Player:
        """The one that was asked for last comes."""
        bot = Player("Stand-in", len(self.asked))
        bot.auto = False
        self.house.connect(bot)
        bot.join(table, self.asked[-1][2])
        self.house.run(0.05)
        return bot


@pytest.fixture
def house() -> House:
    return House()


def ben_away(house: House) -> tuple[Player, Player, Agency]:
    """Ben has lost his connection, and a stand-in has been asked for."""
    agency = Agency(house)
    ada, ben = house.seated(TERMS)
    house.pipes[1].lose()
    house.run(AWAY + 0.1)
    return ada, ben, agency


def test_it_comes_after_a_while_and_everybody_sees_it(house: House) -> None:
    ada, _ben, agency = ben_away(house)
    assert [(round(at), place) for at, place, _secret in agency.asked] == [(45, 1)]
    assert [seat.stand_in for seat in ada.table_now.seats] == [False, False]
    bot = agency.come(ada.table)
    assert [seat.stand_in for seat in ada.table_now.seats] == [False, True]
    assert [seat.here for seat in ada.table_now.seats] == [True, False]
    assert (bot.place, bot.token, bot.secret) == (1, b"", b"")
    bot.answer("keep")
    house.run(0.1)
    bodies = [read(line).body for line in house.disk.lines(ada.table, 1)]
    assert [(body.given, body.by) for body in bodies if isinstance(body, AnsweredEntry)] == [
        ("stand-in", house.pipes[-1].caller.key)
    ]


@pytest.mark.parametrize("absent", ["wait", "clock"])
def test_it_comes_only_where_that_was_agreed(house: House, absent: Absent) -> None:
    agency = Agency(house)
    house.seated(Terms(side="us", seed=SEED, absent=absent, bank=600))
    house.pipes[1].lose()
    house.run(10 * AWAY)
    assert agency.asked == []


@pytest.mark.parametrize(("bank", "meanwhile"), [(0, "The game waits"), (600, "The clock runs on")])
def test_where_none_can_be_had_the_other_player_is_told_once(house: House, bank: int, meanwhile: str) -> None:
    """Each absence anew; and as soon as there is room for one, it comes."""

    def nobody(_table: GameTable, _place: int, _secret: bytes) -> None:
        raise OSError("as many play here as may")

    house.hall.spawn = nobody
    ada, ben = house.seated(replace(TERMS, bank=bank))
    house.pipes[1].lose()
    house.run(3 * AWAY + 1)
    text = f"No bot can stand in for Ben just now (as many play here as may).  {meanwhile}; a bot comes when one can."
    assert ada.all(Notice) == [Notice("no-stand-in", text)]
    assert not ada.table_now.seats[1].stand_in
    assert (ada.table_now.seats[1].left is not None) == bool(bank)
    house.back(ben)
    house.pipes[-1].lose()
    house.run(AWAY + 1)
    assert len(ada.all(Notice)) == 2
    agency = Agency(house)
    house.run(AWAY + 1)
    agency.come(ada.table)
    assert ada.table_now.seats[1].stand_in


def test_it_does_not_come_when_the_player_is_back_in_time(house: House) -> None:
    agency = Agency(house)
    _ada, ben = house.seated(TERMS)
    house.pipes[1].lose()
    house.run(AWAY - 1)
    house.back(ben)
    house.run(2 * AWAY)
    assert agency.asked == []


def test_it_comes_for_who_gets_up(house: House) -> None:
    agency = Agency(house)
    _ada, ben = house.seated(TERMS)
    ben.ask(Leave, ben.table)
    house.run(AWAY + 1)
    assert [place for _at, place, _secret in agency.asked] == [1]


def test_it_comes_for_who_does_not_return_after_a_restart(house: House) -> None:
    ada, _ben = house.seated(TERMS)
    house.kill()
    house.start()
    agency = Agency(house)
    house.back(ada)
    house.run(AWAY + 1)
    assert [place for _at, place, _secret in agency.asked] == [1]


def test_bots_do_not_play_among_themselves(house: House) -> None:
    agency = Agency(house)
    ada, _ben = house.seated(TERMS)
    for pipe in house.pipes:
        pipe.lose()
    house.run(10 * AWAY)
    assert agency.asked == []
    house.back(ada)
    house.run(AWAY + 1)
    assert [place for _at, place, _secret in agency.asked] == [1]


def test_another_one_comes_for_one_that_is_lost_or_never_comes(house: House) -> None:
    ada, _ben, agency = ben_away(house)
    house.run(AWAY + 1)  # it did not come
    assert len(agency.asked) == 2
    late = Player("Late", 1)
    house.connect(late)
    late.join(ada.table, agency.asked[0][2])
    assert house.answered(late, late.seq) == "no-table"
    agency.come(ada.table)
    house.run(3 * AWAY)
    assert len(agency.asked) == 2
    house.pipes[-1].lose()  # and now it crashes
    house.run(AWAY + 1)
    assert len(agency.asked) == 3
    agency.come(ada.table)
    assert ada.table_now.seats[1].stand_in


def test_it_goes_when_the_player_is_back(house: House) -> None:
    ada, ben, agency = ben_away(house)
    agency.come(ada.table)
    pipe = house.pipes[-1]
    house.back(ben)
    assert [message.code for message in pipe.messages() if isinstance(message, Bye)] == ["elsewhere"]
    assert pipe.cut
    assert [seat.stand_in for seat in ada.table_now.seats] == [False, False]
    ben.answer("redraw")
    house.run(0.1)
    assert ben.own == [(1, "redraw")]


def test_an_answer_of_his_that_waits_goes_with_him(house: House) -> None:
    agency = Agency(house)
    ada, ben = house.seated(Terms(side="us", seed=SEED, absent="bot", least=5_000), bots=False)
    house.pipes[1].lose()
    house.run(AWAY + 1)
    bot = agency.come(ada.table)
    house.hall.tables[ada.table].sitting[1].asked = house.clock.now
    bot.answer("keep")
    house.run(1.0)
    house.back(ben)
    house.run(10.0)
    assert ben.have == 1
    assert ben.asked


def test_its_secret_is_good_once_and_for_nobody_else(house: House) -> None:
    ada, _ben, agency = ben_away(house)
    eve = Player("Eve", 1)
    house.connect(eve)
    eve.join(ada.table, bytes(16))
    assert house.answered(eve, eve.seq) == "no-table"
    agency.come(ada.table)
    eve.join(ada.table, agency.asked[-1][2])
    assert house.answered(eve, eve.seq) == "no-table"


def test_its_secret_is_void_when_the_player_is_back(house: House) -> None:
    ada, ben, agency = ben_away(house)
    house.back(ben)
    bot = agency.come(ada.table)
    assert house.answered(bot, bot.seq) == "no-table"


def test_it_may_answer_and_nothing_else(house: House) -> None:
    ada, _ben, agency = ben_away(house)
    bot = agency.come(ada.table)
    for seq in (bot.chat("hello"), bot.resign(), bot.order(StandingOrder("*", "none"))):
        assert house.answered(bot, seq) == "no-seat"
    assert house.answered(bot, bot.answer("no answer")) == "illegal"
    assert house.answered(bot, bot.answer("keep")) == "ok"


def test_its_numbers_are_not_those_of_the_seat(house: House) -> None:
    """What the player had not got through before he was lost is still carried out when he is back."""
    ada, ben, agency = ben_away(house)
    bot = agency.come(ada.table)
    bot.seq = 1_000
    assert house.answered(bot, bot.answer("keep")) == "ok"
    ben.seq += 1
    for restart in (False, True):
        if restart:
            house.restart(ada)
        house.back(ben)
        assert ben.last(Seated).last < 1_000
        assert house.answered(ben, ben.chat("I am back")) == "ok"
    assert len(house.disk.store.execute("SELECT * FROM chat").fetchall()) == 2


def test_the_orders_of_the_player_go_before_what_it_thinks(house: House) -> None:
    agency = Agency(house)
    ada, ben = house.seated(Terms(side="us", seed=SEED, absent="bot", least=2_000), bots=False)
    house.run(3.0)
    assert house.answered(ben, ben.order(StandingOrder("2", "default"))) == "ok"
    house.pipes[1].lose()
    house.run(AWAY + 1)
    bot = agency.come(ada.table)
    assert house.answered(ada, ada.answer("keep")) == "ok"
    bot.answer("keep")
    house.until(lambda: bot.asked and bot.question.window == "2")
    began = house.clock.now
    seq = bot.answer(bot.guess(bot.last(Update)))
    assert house.answered(bot, seq, 0.1) == "stale"
    house.until(lambda: not bot.asked)
    assert house.clock.now - began == pytest.approx(2.0, abs=0.1)
    bodies = [read(line).body for line in house.disk.lines(ada.table, 1)]
    given = [(body.given, body.window) for body in bodies if isinstance(body, AnsweredEntry) and body.side == Side.JP]
    assert given == [("stand-in", "1"), ("order", "2")]


def test_it_is_not_asked_to_sign(house: House) -> None:
    ada, _ben, agency = ben_away(house)
    bot = agency.come(ada.table)
    bot.answer("keep")
    ada.answer("keep")
    house.run(0.1)
    for _n in range(20):
        bot.answer(bot.guess(bot.last(Update)))
        house.run(0.05)
        if not bot.asked:
            break
    assert not any(update.sign for update in bot.all(Update))
