"""A bot that plays for who is away, under the terms "bot": when it comes, what it may do, when it goes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ironbottom.proof.chain import read
from ironbottom.proof.entries import AnsweredEntry
from ironbottom.server.lobby.lobby import AWAY
from ironbottom.server.table.table import GameTable
from ironbottom.wire.messages import Bye, Leave, Notice, Seated, Update
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.terms import Absent, Terms
from ironbottom.words import Side
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest

TERMS = Terms(side="us", seed=SEED, absent="bot")


class StandInAgency:
    """Who sends stand-ins."""

    def __init__(self, server: ServerUnderTest) -> None:
        self.server = server
        self.asked: list[tuple[float, int, bytes]] = []
        self.send()

    def send(self) -> None:
        self.server.lobby.spawn = self.spawn

    def spawn(self, _table: GameTable, place: int, secret: bytes) -> None:
        self.asked.append((self.server.clock.now, place, secret))

    def come(self, table: str) -> WirePlayer:
        """The one that was asked for last comes."""
        bot = WirePlayer("Stand-in", len(self.asked))
        bot.auto = False
        self.server.connect(bot)
        bot.join(table, self.asked[-1][2])
        self.server.run(0.05)
        return bot


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def ben_away(server: ServerUnderTest) -> tuple[WirePlayer, WirePlayer, StandInAgency]:
    """Ben has lost his connection, and a stand-in has been asked for."""
    agency = StandInAgency(server)
    ada, ben = server.seated(TERMS)
    server.pipes[1].lose()
    server.run(AWAY + 0.1)
    return ada, ben, agency


def test_it_comes_after_a_while_and_everybody_sees_it(server: ServerUnderTest) -> None:
    ada, _ben, agency = ben_away(server)
    assert [(round(at), place) for at, place, _secret in agency.asked] == [(45, 1)]
    assert [seat.stand_in for seat in ada.table_now.seats] == [False, False]
    bot = agency.come(ada.table)
    assert [seat.stand_in for seat in ada.table_now.seats] == [False, True]
    assert [seat.here for seat in ada.table_now.seats] == [True, False]
    assert (bot.place, bot.token, bot.secret) == (1, b"", b"")
    bot.answer("keep")
    server.run(0.1)
    bodies = [read(line).body for line in server.disk.lines(ada.table, 1)]
    assert [(body.given, body.by) for body in bodies if isinstance(body, AnsweredEntry)] == [
        ("stand-in", server.pipes[-1].session.key)
    ]


@pytest.mark.parametrize("absent", ["wait", "clock"])
def test_it_comes_only_where_that_was_agreed(server: ServerUnderTest, absent: Absent) -> None:
    agency = StandInAgency(server)
    server.seated(Terms(side="us", seed=SEED, absent=absent, bank=600))
    server.pipes[1].lose()
    server.run(10 * AWAY)
    assert agency.asked == []


@pytest.mark.parametrize(("bank", "meanwhile"), [(0, "The game waits"), (600, "The clock runs on")])
def test_where_none_can_be_had_the_other_player_is_told_once(
    server: ServerUnderTest, bank: int, meanwhile: str
) -> None:
    """Each absence anew; and as soon as there is room for one, it comes."""

    def nobody(_table: GameTable, _place: int, _secret: bytes) -> None:
        raise OSError("as many play here as may")

    server.lobby.spawn = nobody
    ada, ben = server.seated(replace(TERMS, bank=bank))
    server.pipes[1].lose()
    server.run(3 * AWAY + 1)
    text = f"No bot can stand in for Ben just now (as many play here as may).  {meanwhile}; a bot comes when one can."
    assert ada.all(Notice) == [Notice("no-stand-in", text)]
    assert not ada.table_now.seats[1].stand_in
    assert (ada.table_now.seats[1].left is not None) == bool(bank)
    server.back(ben)
    server.pipes[-1].lose()
    server.run(AWAY + 1)
    assert len(ada.all(Notice)) == 2
    agency = StandInAgency(server)
    server.run(AWAY + 1)
    agency.come(ada.table)
    assert ada.table_now.seats[1].stand_in


def test_it_does_not_come_when_the_player_is_back_in_time(server: ServerUnderTest) -> None:
    agency = StandInAgency(server)
    _ada, ben = server.seated(TERMS)
    server.pipes[1].lose()
    server.run(AWAY - 1)
    server.back(ben)
    server.run(2 * AWAY)
    assert agency.asked == []


def test_it_comes_for_who_gets_up(server: ServerUnderTest) -> None:
    agency = StandInAgency(server)
    _ada, ben = server.seated(TERMS)
    ben.ask(Leave, ben.table)
    server.run(AWAY + 1)
    assert [place for _at, place, _secret in agency.asked] == [1]


def test_it_comes_for_who_does_not_return_after_a_restart(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS)
    server.kill()
    server.start()
    agency = StandInAgency(server)
    server.back(ada)
    server.run(AWAY + 1)
    assert [place for _at, place, _secret in agency.asked] == [1]


def test_bots_do_not_play_among_themselves(server: ServerUnderTest) -> None:
    agency = StandInAgency(server)
    ada, _ben = server.seated(TERMS)
    for pipe in server.pipes:
        pipe.lose()
    server.run(10 * AWAY)
    assert agency.asked == []
    server.back(ada)
    server.run(AWAY + 1)
    assert [place for _at, place, _secret in agency.asked] == [1]


def test_another_one_comes_for_one_that_is_lost_or_never_comes(server: ServerUnderTest) -> None:
    ada, _ben, agency = ben_away(server)
    server.run(AWAY + 1)  # it did not come
    assert len(agency.asked) == 2
    late = WirePlayer("Late", 1)
    server.connect(late)
    late.join(ada.table, agency.asked[0][2])
    assert server.answered(late, late.seq) == "no-table"
    agency.come(ada.table)
    server.run(3 * AWAY)
    assert len(agency.asked) == 2
    server.pipes[-1].lose()  # and now it crashes
    server.run(AWAY + 1)
    assert len(agency.asked) == 3
    agency.come(ada.table)
    assert ada.table_now.seats[1].stand_in


def test_it_goes_when_the_player_is_back(server: ServerUnderTest) -> None:
    ada, ben, agency = ben_away(server)
    agency.come(ada.table)
    pipe = server.pipes[-1]
    server.back(ben)
    assert [message.code for message in pipe.messages() if isinstance(message, Bye)] == ["elsewhere"]
    assert pipe.cut
    assert [seat.stand_in for seat in ada.table_now.seats] == [False, False]
    ben.answer("redraw")
    server.run(0.1)
    assert ben.own == [(1, "redraw")]


def test_an_answer_of_his_that_waits_goes_with_him(server: ServerUnderTest) -> None:
    agency = StandInAgency(server)
    ada, ben = server.seated(Terms(side="us", seed=SEED, absent="bot", least=5_000), bots=False)
    server.pipes[1].lose()
    server.run(AWAY + 1)
    bot = agency.come(ada.table)
    server.lobby.tables[ada.table].seat_states[1].asked = server.clock.now
    bot.answer("keep")
    server.run(1.0)
    server.back(ben)
    server.run(10.0)
    assert ben.have == 1
    assert ben.asked


def test_its_secret_is_good_once_and_for_nobody_else(server: ServerUnderTest) -> None:
    ada, _ben, agency = ben_away(server)
    eve = WirePlayer("Eve", 1)
    server.connect(eve)
    eve.join(ada.table, bytes(16))
    assert server.answered(eve, eve.seq) == "no-table"
    agency.come(ada.table)
    eve.join(ada.table, agency.asked[-1][2])
    assert server.answered(eve, eve.seq) == "no-table"


def test_its_secret_is_void_when_the_player_is_back(server: ServerUnderTest) -> None:
    ada, ben, agency = ben_away(server)
    server.back(ben)
    bot = agency.come(ada.table)
    assert server.answered(bot, bot.seq) == "no-table"


def test_it_may_answer_and_nothing_else(server: ServerUnderTest) -> None:
    ada, _ben, agency = ben_away(server)
    bot = agency.come(ada.table)
    for seq in (bot.chat("hello"), bot.resign(), bot.order(StandingOrder("*", "none"))):
        assert server.answered(bot, seq) == "no-seat"
    assert server.answered(bot, bot.answer("no answer")) == "illegal"
    assert server.answered(bot, bot.answer("keep")) == "ok"


def test_its_numbers_are_not_those_of_the_seat(server: ServerUnderTest) -> None:
    """What the player had not got through before he was lost is still carried out when he is back."""
    ada, ben, agency = ben_away(server)
    bot = agency.come(ada.table)
    bot.seq = 1_000
    assert server.answered(bot, bot.answer("keep")) == "ok"
    ben.seq += 1
    for restart in (False, True):
        if restart:
            server.restart(ada)
        server.back(ben)
        assert ben.last(Seated).last < 1_000
        assert server.answered(ben, ben.chat("I am back")) == "ok"
    assert len(server.disk.store.execute("SELECT * FROM chat").fetchall()) == 2


def test_the_orders_of_the_player_go_before_what_it_thinks(server: ServerUnderTest) -> None:
    agency = StandInAgency(server)
    ada, ben = server.seated(Terms(side="us", seed=SEED, absent="bot", least=2_000), bots=False)
    server.run(3.0)
    assert server.answered(ben, ben.order(StandingOrder("2", "default"))) == "ok"
    server.pipes[1].lose()
    server.run(AWAY + 1)
    bot = agency.come(ada.table)
    assert server.answered(ada, ada.answer("keep")) == "ok"
    bot.answer("keep")
    server.until(lambda: bot.asked and bot.question.window == "2")
    began = server.clock.now
    seq = bot.answer(bot.guess(bot.last(Update)))
    assert server.answered(bot, seq, 0.1) == "stale"
    server.until(lambda: not bot.asked)
    assert server.clock.now - began == pytest.approx(2.0, abs=0.1)
    bodies = [read(line).body for line in server.disk.lines(ada.table, 1)]
    given = [(body.given, body.window) for body in bodies if isinstance(body, AnsweredEntry) and body.side == Side.JP]
    assert given == [("stand-in", "1"), ("order", "2")]


def test_it_is_not_asked_to_sign(server: ServerUnderTest) -> None:
    ada, _ben, agency = ben_away(server)
    bot = agency.come(ada.table)
    bot.answer("keep")
    ada.answer("keep")
    server.run(0.1)
    for _n in range(20):
        bot.answer(bot.guess(bot.last(Update)))
        server.run(0.05)
        if not bot.asked:
            break
    assert not any(update.sign for update in bot.all(Update))
