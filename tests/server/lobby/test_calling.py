"""Bots that players call to their tables: who may, how many, what they may do, and when they come again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ironbottom.client.bots.players import BOTS
from ironbottom.server.lobby.bot_pool import ALONE, COMES, BotPool, names
from ironbottom.server.lobby.lobby import AWAY
from ironbottom.server.runtime.memory import BOT, SHARE, installed, usual_bots
from ironbottom.server.runtime.metrics import Metrics
from ironbottom.server.runtime.settings import LIMITS
from ironbottom.server.table.table import GameTable
from ironbottom.wire.messages import Bye, Call, Leave, Rematch, Say, Seated, Welcome
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, Pipe, ServerUnderTest

TERMS = Terms(side="us", seed=SEED)
FAR = "203.0.113.7"


class StartedProcess:
    """One that was started; `come` lets it sit down."""

    def __init__(self, agency: Agency, table: GameTable, secret: bytes, name: str, ended: Callable[[], None]) -> None:
        self.agency, self.table, self.secret, self.name = agency, table.id, secret, name
        self.ended, self.over = ended, False
        self.player = WirePlayer(name, 1)  # the same key each time, as its folder keeps it
        self.pipe: Pipe | None = None

    def come(self) -> WirePlayer:
        server = self.agency.server
        self.pipe = server.connect(self.player)
        self.player.join(self.table, self.secret)
        server.run(0.1)
        return self.player

    def end(self) -> None:
        if not self.over:
            self.over = True
            self.agency.server.lifetime.callLater(0.1, self.gone)

    def gone(self) -> None:
        self.over = True
        if self.pipe is not None:
            self.pipe.lose()
        self.ended()


class Agency:
    """What starts the bots of a server."""

    def __init__(self, server: ServerUnderTest, most: int = 50) -> None:
        self.server, self.most, self.metrics = server, most, Metrics()
        self.started: list[StartedProcess] = []
        self.broken = False
        self.open()

    def open(self) -> None:
        """For the server that runs now."""
        self.server.lobby.bots = BotPool(self.server.lifetime, self.metrics, self.most, self.start)

    def start(self, table: GameTable, secret: bytes, name: str, ended: Callable[[], None]) -> StartedProcess:
        if self.broken:
            raise OSError("no memory")
        self.started.append(StartedProcess(self, table, secret, name, ended))
        return self.started[-1]


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


@pytest.fixture
def agency(server: ServerUnderTest) -> Agency:
    return Agency(server)


def made(server: ServerUnderTest, name: str = "Ada", address: str = "127.0.0.1") -> WirePlayer:
    """Somebody with a table of his own."""
    ada = WirePlayer(name, 1, bot=False)
    ada.auto = False
    server.connect(ada, address)
    ada.create(TERMS)
    server.run(0.1)
    return ada


def call(server: ServerUnderTest, player: WirePlayer, bot: str = "mate") -> str:
    return server.answered(player, player.ask(Call, player.table, bot), 0.2)


def playing(server: ServerUnderTest, agency: Agency) -> tuple[WirePlayer, WirePlayer]:
    ada = made(server)
    assert call(server, ada) == "ok"
    bot = agency.started[-1].come()
    server.run(1.0)
    assert ada.status() == "playing"
    return ada, bot


def test_the_names_are_those_that_the_client_can_play() -> None:
    assert sorted(names()) == sorted(BOTS)
    assert names()[0] == "mate"


def test_it_sits_there_like_anybody(server: ServerUnderTest, agency: Agency) -> None:
    ada, bot = playing(server, agency)
    seat = ada.table_now.seats[1]
    assert (seat.name, seat.bot, seat.here, seat.stand_in) == ("mate", True, True, False)
    assert bot.token
    assert bot.secret == b""
    ada.auto = True
    ada.consider()
    server.play(ada, seconds=3_000)
    assert ada.over


def test_everybody_is_told_which_there_are(server: ServerUnderTest, agency: Agency) -> None:
    ada = made(server)
    assert ada.last(Welcome).bots == names()


def test_a_class_that_the_host_has_not_named_is_not_run(server: ServerUnderTest, agency: Agency) -> None:
    agency.server.lobby.bots = BotPool(server.lifetime, agency.metrics, 50, agency.start, own=("careful:Careful",))
    ada = made(server)
    assert ada.last(Welcome).bots == (*names(), "careful:Careful")
    for name in ("os:system", "careful:Other", "careful"):
        assert call(server, ada, name) == "no-bot"
    assert agency.started == []
    assert call(server, ada, "careful:Careful") == "ok"
    assert [one.name for one in agency.started] == ["careful:Careful"]


def test_a_server_without_bots(server: ServerUnderTest) -> None:
    ada = made(server)
    assert ada.last(Welcome).bots == ()
    assert call(server, ada) == "no-bot"
    agency = Agency(server, 0)
    assert call(server, ada) == "no-bot"
    assert agency.started == []


@pytest.mark.parametrize("name", ["", "none", "Mate", "../mate", "mate join -", "--help"])
def test_one_that_there_is_not(server: ServerUnderTest, agency: Agency, name: str) -> None:
    assert call(server, made(server), name) == "no-bot"
    assert agency.started == []


def test_only_who_made_the_table_may(server: ServerUnderTest, agency: Agency) -> None:
    ada = made(server)
    eve = WirePlayer("Eve", 2)
    server.connect(eve)
    assert server.answered(eve, eve.ask(Call, ada.table, "mate")) == "no-table"
    assert server.answered(eve, eve.ask(Call, "NOTABLE", "mate")) == "no-table"


def test_only_while_a_seat_is_free(server: ServerUnderTest, agency: Agency) -> None:
    ada, bot = playing(server, agency)
    assert call(server, ada) == "taken"
    assert server.answered(bot, bot.ask(Call, ada.table, "mate")) == "no-seat"


def test_one_at_a_time(server: ServerUnderTest, agency: Agency) -> None:
    ada = made(server)
    assert [call(server, ada), call(server, ada)] == ["ok", "again"]
    assert len(agency.started) == 1


def test_the_same_request_twice_calls_one(server: ServerUnderTest, agency: Agency) -> None:
    ada = made(server)
    seq = ada.ask(Call, ada.table, "mate")
    ada.say(Call(seq, ada.table, "mate"))
    server.run(0.2)
    assert len(agency.started) == 1


def test_somebody_else_was_quicker(server: ServerUnderTest, agency: Agency) -> None:
    ada = made(server)
    call(server, ada)
    ben = WirePlayer("Ben", 2)
    server.connect(ben)
    ben.join(ada.table, ada.secret)
    server.run(0.2)
    bot = agency.started[0].come()
    assert [refused.code for refused, _request in bot.log.refused] == ["taken"]
    assert ada.table_now.seats[1].name == "Ben"


def test_its_secret_is_good_once_and_not_the_one_of_the_invite(server: ServerUnderTest, agency: Agency) -> None:
    ada = made(server)
    call(server, ada)
    process = agency.started[0]
    assert process.secret != ada.secret
    process.come()
    eve = WirePlayer("Eve", 3)
    server.connect(eve)
    eve.join(ada.table, process.secret)
    server.run(0.1)
    assert eve.all(Seated) == []


def test_one_that_does_not_come_is_given_up(server: ServerUnderTest, agency: Agency) -> None:
    ada = made(server)
    call(server, ada)
    server.run(COMES + 1)
    assert agency.started[0].over
    assert call(server, ada) == "ok"
    late = agency.started[0].come()
    assert late.all(Seated) == []


def test_one_that_cannot_be_started(server: ServerUnderTest, agency: Agency) -> None:
    ada = made(server)
    agency.broken = True
    assert call(server, ada) == "limit"
    agency.broken = False
    assert call(server, ada) == "ok"


def test_no_more_than_the_host_allows(server: ServerUnderTest) -> None:
    agency = Agency(server, 2)
    players = [made(server, f"Ada {n}") for n in range(3)]
    assert [call(server, player) for player in players] == ["ok", "ok", "limit"]
    assert agency.metrics.bots == 2
    agency.started[0].gone()
    assert agency.metrics.bots == 1
    assert call(server, players[2]) == "ok"
    assert agency.metrics.called == 3


def test_one_that_plays_with_nobody_makes_room(server: ServerUnderTest) -> None:
    agency = Agency(server, 1)
    _ada, bot = playing(server, agency)
    other = made(server, "Other")
    assert call(server, other) == "limit"
    server.pipes[0].lose()
    assert call(server, other) == "ok"
    assert bot.last(Bye).code == "elsewhere"
    server.run(1.0)
    assert agency.metrics.bots == 1


def test_a_stranger_calls_a_few_only(server: ServerUnderTest, agency: Agency) -> None:
    players = [made(server, f"Ada {n}", FAR) for n in range(LIMITS.away.bots + 1)]
    assert [call(server, player) for player in players] == ["ok"] * LIMITS.away.bots + ["limit"]
    assert call(server, made(server, "Near")) == "ok"


def test_it_goes_with_who_called_it_before_the_game(server: ServerUnderTest, agency: Agency) -> None:
    ada = made(server)
    call(server, ada)
    bot = agency.started[0].player
    bot.tosses = False
    agency.started[0].come()
    table = ada.table
    assert ada.status() == "tossing"
    assert server.answered(ada, ada.ask(Leave, table)) == "ok"
    assert bot.last(Bye).code == "elsewhere"
    assert table not in server.lobby.tables
    assert agency.started[0].over


def test_it_comes_again_after_a_restart_without_what_it_knew(server: ServerUnderTest, agency: Agency) -> None:
    ada, bot = playing(server, agency)
    heard = len(bot.log.heard[bot.game])
    server.kill()
    server.start()
    agency.open()
    server.run(10.0)
    assert len(agency.started) == 1  # nobody is there who misses it
    server.back(ada)
    server.run(2.0)
    again = agency.started[1]
    assert (again.name, again.table) == ("mate", ada.table)
    again.come()
    assert again.player.token == bot.token
    assert len(again.player.log.heard[bot.game]) == heard
    assert ada.table_now.seats[1].here
    ada.auto = True
    ada.consider()
    server.play(ada, seconds=3_000)
    assert ada.over


def test_it_comes_again_when_its_process_dies_but_not_too_often(server: ServerUnderTest, agency: Agency) -> None:
    ada, _bot = playing(server, agency)
    agency.started[0].gone()
    server.run(1.5)
    assert len(agency.started) == 2
    for _n in range(100):
        agency.started[-1].gone()
        server.run(10.0)
    assert 10 < len(agency.started) < 30
    agency.started[-1].gone()
    server.run(100.0)
    agency.started[-1].come()
    assert ada.table_now.seats[1].here


class StandInProcess:
    """A process that stands in."""

    def __init__(self, ended: Callable[[], None]) -> None:
        self.ended, self.over = ended, False

    def end(self) -> None:
        self.over = True
        self.ended()


def stood_in(server: ServerUnderTest, player: WirePlayer) -> StandInProcess:
    """Somebody stands in for whom a player plays with."""
    started: list[StandInProcess] = []

    def start(ended: Callable[[], None]) -> StandInProcess:
        started.append(StandInProcess(ended))
        return started[0]

    server.lobby.bots.stand_in(server.lobby.tables[player.table], 1, start)
    return started[0]


def test_those_that_stand_in_take_room(server: ServerUnderTest) -> None:
    """One more is one too many, called or standing in; whoever plays with nobody makes room for it."""
    agency = Agency(server, most=1)
    ada, other = made(server), made(server, "Other")
    first = stood_in(server, ada)
    assert agency.metrics.bots == 1
    with pytest.raises(OSError, match="as many play here as may"):
        stood_in(server, other)
    assert call(server, ada) == "limit"
    first.end()
    assert agency.metrics.bots == 0
    call(server, ada)
    agency.started[0].come()
    with pytest.raises(OSError, match="as many play here as may"):
        stood_in(server, other)
    server.pipes[0].lose()
    stood_in(server, other)
    assert agency.started[0].over


def test_a_stranger_has_a_few_that_stand_in_too(server: ServerUnderTest, agency: Agency) -> None:
    """Called and standing in are counted together."""
    players = [made(server, f"Ada {n}", FAR) for n in range(LIMITS.away.bots + 1)]
    assert call(server, players[0]) == "ok"
    for player in players[1:-1]:
        stood_in(server, player)
    with pytest.raises(OSError, match="as many play here as may"):
        stood_in(server, players[-1])
    stood_in(server, made(server, "Near"))


def test_one_that_stands_in_at_an_empty_table_is_sent_home(server: ServerUnderTest, agency: Agency) -> None:
    """Else who leaves two seats of his own would keep a process for ever."""
    ada = made(server)
    standing = stood_in(server, ada)
    server.lobby.sweep()
    server.run(2 * ALONE)
    server.lobby.sweep()
    assert not standing.over
    server.pipes[0].lose()
    server.lobby.sweep()
    server.run(ALONE)
    server.lobby.sweep()
    assert standing.over
    assert agency.metrics.bots == 0


def test_a_stand_in_that_cannot_be_started_takes_no_room(server: ServerUnderTest, agency: Agency) -> None:
    def broken(_ended: Callable[[], None]) -> StandInProcess:
        raise OSError("no memory")

    ada = made(server)
    with pytest.raises(OSError, match="no memory"):
        server.lobby.bots.stand_in(server.lobby.tables[ada.table], 1, broken)
    assert agency.metrics.bots == 0


@pytest.mark.parametrize(
    ("memory", "most"), [(1, 1), (512 << 20, 2), (1 << 30, 4), (4 << 30, 16), (64 << 30, 50)]
)
def test_how_many_there_may_be_hangs_on_the_memory(memory: int, most: int) -> None:
    assert usual_bots(memory) == most
    assert most == 1 or most * BOT <= memory / SHARE


def test_a_container_has_less_memory_than_its_machine(tmp_path: Path) -> None:
    limit, none = tmp_path / "memory.max", tmp_path / "other"
    limit.write_text("268435456\n")
    none.write_text("max\n")
    assert installed((limit, none, tmp_path / "missing")) == 268_435_456
    assert (installed((none,)) or 0) > 268_435_456


def test_nobody_stands_in_for_it(server: ServerUnderTest, agency: Agency) -> None:
    came: list[bytes] = []
    server.lobby.spawn = lambda _table, _place, secret: came.append(secret)
    ada = WirePlayer("Ada", 1, bot=False)
    server.connect(ada)
    ada.create(Terms(side="us", seed=SEED, absent="bot"))
    server.run(0.1)
    ada.auto = False
    call(server, ada)
    agency.started[0].come()
    server.run(1.0)
    agency.started[0].gone()
    server.run(3 * AWAY)
    assert came == []
    assert len(agency.started) > 1


def test_another_key_does_not_get_its_seat(server: ServerUnderTest, agency: Agency) -> None:
    playing(server, agency)
    agency.started[0].gone()
    server.run(1.5)
    again = agency.started[1]
    again.player = WirePlayer("Impostor", 9)
    again.come()
    assert [refused.code for refused, _request in again.player.log.refused] == ["taken"]


def test_it_is_sent_home_when_nobody_is_there(server: ServerUnderTest, agency: Agency) -> None:
    ada, bot = playing(server, agency)
    server.pipes[0].lose()
    for _minute in range(int(ALONE / 60) + 2):
        server.lobby.sweep()
        server.run(60.0)
    assert bot.last(Bye).code == "elsewhere"
    assert agency.metrics.bots == 0
    server.back(ada)
    server.run(2.0)
    agency.started[1].come()
    assert ada.table_now.seats[1].here


def test_it_agrees_to_another_game_after_it_had_gone(server: ServerUnderTest, agency: Agency) -> None:
    ada, _bot = playing(server, agency)
    ada.resign()
    server.run(10.0)
    agency.started[0].gone()
    server.run(100.0)
    assert len(agency.started) == 1  # the game is over
    ada.ask(Rematch, ada.table)
    server.run(2.0)
    bot = agency.started[1].come()
    bot.ask(Rematch, bot.table)
    server.run(2.0)
    assert ada.table_now.games == 2
    assert ada.status() == "playing"


def test_it_may_do_what_a_player_may(server: ServerUnderTest, agency: Agency) -> None:
    _ada, bot = playing(server, agency)
    assert server.answered(bot, bot.ask(Say, bot.table, "Beep")) == "ok"
