"""What strangers can make has a limit for each address, a limit for all, a cost that does not grow, and an end."""

from __future__ import annotations

from collections import Counter, deque
from time import process_time
from typing import Any
from zlib import crc32

import msgspec
import pytest

from ironbottom.server.lobby.lobby import Lobby
from ironbottom.server.lobby.register import Finished
from ironbottom.server.runtime.settings import DAY, LIMITS, Allowance, Limits
from ironbottom.wire.messages import (
    Fetch,
    Join,
    Leave,
    ListTables,
    Notice,
    Piece,
    Refused,
    Rematch,
    Review,
    Said,
    Say,
    Scenes,
    Seated,
    Tables,
    Terms,
    Watch,
)
from ironbottom.wire.orders import StandingOrder
from tests.server.support import house as house_module
from tests.server.support.house import House
from tests.server.support.player import Player
from tests.server.support.strangers import OPEN, TEN, Stranger

FAR = "198.51.100.7"
TIMES = LIMITS.times
HOUR = 3600.0
ASKED = 100_000


@pytest.fixture
def house() -> House:
    return House()


def swept(house: House, seconds: float, every: float = 60.0) -> None:
    """Let time pass, as a server does that is swept once a minute."""
    end = house.clock.now + seconds
    while house.clock.now < end:
        house.run(min(every, end - house.clock.now))
        house.hall.sweep()
    house.run(1.0)


def limited(house: House, monkeypatch: pytest.MonkeyPatch, limits: Limits) -> None:
    """The server has other limits, from its next start on, which is now."""

    class Limited(Lobby):
        def __init__(self, *what: Any) -> None:
            super().__init__(*what, limits=limits)

    monkeypatch.setattr(house_module, "Lobby", Limited)
    house.kill()
    house.start()


def honest(house: House) -> Player:
    """Somebody who has made a table for anybody and waits there."""
    ada = Player("Honest", 1, bot=False)
    ada.auto = False
    house.connect(ada, FAR)
    ada.create(OPEN)
    house.run(0.1)
    assert ada.table
    return ada


def in_sight(house: House, table: str) -> bool:
    """Whether somebody from elsewhere finds a table in the lobby."""
    eve = Player("Eve", 5, bot=False)
    pipe = house.connect(eve, "192.0.2.99")
    eve.ask(ListTables)
    house.run(0.05)
    pipe.lose()
    return table in [line.table for line in eve.last(Tables).tables]


def stored(house: House) -> int:
    """Rows of the journal."""
    counts = "SELECT (SELECT COUNT(*) FROM tables) + (SELECT COUNT(*) FROM entries) + (SELECT COUNT(*) FROM chat)"
    return int(house.disk.store.execute(counts).fetchone()[0])


def lobby_cost(house: House) -> float:
    """Seconds of the processor for a hundred lists, at best."""
    eve = Stranger(house.hall, "192.0.2.98")
    best = float("inf")
    for _n in range(20):
        begun = process_time()
        for _again in range(100):
            eve.lobby()
        best = min(best, process_time() - begun)
    return best


def test_a_hundred_thousand_tables_asked_for_from_ten_addresses() -> None:
    """With a fresh key each, for five hours.  Some leave at once, some hold as many connections as they may."""
    house = House()
    ada = honest(house)
    ten = [Stranger(house.hall, FAR) for _n in range(9)]
    for stranger in ten:
        stranger.create()
    house.run(0.1)
    with_ten = lobby_cost(house)
    holding: dict[str, deque[Stranger]] = {address: deque() for address in TEN[5:]}
    refused: Counter[str] = Counter()
    most = 0
    for n in range(ASKED):
        stranger = Stranger(house.hall, TEN[n % 10])
        stranger.create()
        house.run(5 * HOUR / ASKED)
        refused[stranger.refused] += 1
        here = holding.get(stranger.address)
        if here is None:
            stranger.leave()
        else:
            here.append(stranger)
            if len(here) > LIMITS.away.connections:
                here.popleft().leave()
        if n % 333 == 0:  # about a minute
            house.hall.sweep()
            most = max(most, len(house.hall.tables))
        if n % 5_000 == 0:
            assert in_sight(house, ada.table)
    assert most <= 10 + 10 * LIMITS.away.tables
    assert set(refused) == {"", "limit"}
    assert in_sight(house, ada.table)
    assert lobby_cost(house) < 3 * with_ten  # the bench holds it to 1.5, by a whole server's time
    for stranger in [*ten, *[stranger for here in holding.values() for stranger in here]]:
        stranger.leave()
    swept(house, TIMES.seeking + HOUR)
    assert [*house.hall.tables] == [ada.table]
    assert stored(house) == 1
    assert (house.hall.every.register.size, house.hall.every.vacancies.size) == (4, 0)
    assert in_sight(house, ada.table)


# making tables


def test_one_address_has_so_many_tables_whatever_its_keys(house: House) -> None:
    theirs = [Stranger(house.hall, TEN[0]) for _n in range(LIMITS.away.tables + 5)]
    for stranger in theirs:
        stranger.create()
    house.run(0.1)
    assert [stranger.refused for stranger in theirs] == [""] * LIMITS.away.tables + ["limit"] * 5
    assert "From your address 60 tables were made" in theirs[-1].last[Refused].text
    other, near = Stranger(house.hall, TEN[1]), Stranger(house.hall, "127.0.0.1")
    for stranger in (other, near):
        stranger.create()
    theirs[0].ask(Leave, theirs[0].table)
    house.run(0.1)
    theirs[-1].create()
    house.run(0.1)
    assert all(stranger.table for stranger in (other, near))
    assert theirs[-1].refused == "limit"  # they come too fast now
    house.run(60.0)
    theirs[-1].create()
    house.run(0.1)
    assert theirs[-1].table


def test_tables_that_come_and_go_are_slowed_down(house: House) -> None:
    """Else a journal could be made to write without end."""
    stranger = Stranger(house.hall, TEN[0])
    made = 0
    for _n in range(3_600):
        stranger.create()
        house.run(0.9)
        if stranger.table:
            stranger.ask(Leave, stranger.table)
            stranger.last.pop(Seated)
            made += 1
        house.run(0.1)
    allowed = LIMITS.away
    assert made <= allowed.makes_at_once + 3_600 * allowed.makes + 1
    assert (len(house.hall.tables), stored(house)) == (0, 0)


def test_a_server_keeps_so_many_tables_and_an_address_after_the_other(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    limited(house, monkeypatch, Limits(tables=30))
    strangers = [Stranger(house.hall, f"203.0.{n}.1") for n in range(35)]
    for stranger in strangers:
        stranger.create()
    house.run(0.1)
    assert Counter([stranger.refused for stranger in strangers]) == {"": 30, "limit": 5}
    assert "as many tables as it keeps" in strangers[-1].last[Refused].text


def test_limits_hold_over_a_restart(house: House) -> None:
    """The journal knows where a table was made, and nobody can read an address out of it."""
    for _n in range(LIMITS.away.tables):
        Stranger(house.hall, TEN[0]).create()
    house.run(0.1)
    assert not any(b"203.0.113" in body for body in house.disk.bodies())
    house.kill()
    house.start()
    again, other = Stranger(house.hall, TEN[0]), Stranger(house.hall, TEN[1])
    for stranger in (again, other):
        stranger.create()
    house.run(0.1)
    assert (again.refused, bool(other.table)) == ("limit", True)


def test_one_connection_sits_at_so_many_tables(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    limited(house, monkeypatch, Limits(seats=2))
    hosts = [Player(f"Host {n}", n) for n in range(3)]
    for host in hosts:
        host.tosses = False
        house.connect(host)
        host.create(OPEN)
    house.run(0.1)
    eve = Player("Eve", 9)
    eve.tosses = False
    house.connect(eve)
    said = []
    for host in hosts:
        eve.file.request = b""
        eve.join(host.table, b"")
        said.append(house.answered(eve, eve.seq, 0.1))
    assert said == ["ok", "ok", "limit"]
    eve.ask(Leave, hosts[0].table)
    house.run(0.1)
    eve.join(hosts[2].table, b"")
    assert house.answered(eve, eve.seq, 0.1) == "ok"


# the end of what nobody is at


@pytest.mark.parametrize(
    ("terms", "kept"), [(OPEN, TIMES.seeking), (Terms(), TIMES.invited), (Terms(reach="lan"), TIMES.invited)]
)
def test_a_table_before_its_game_is_kept_for_a_while(terms: Terms, kept: float, house: House) -> None:
    """And its maker was told so, in days."""
    ada = Player("Ada", 1, bot=False)
    pipe = house.connect(ada)
    ada.create(terms)
    house.run(0.1)
    (notice,) = ada.all(Notice)
    days = round(kept / DAY)
    assert (notice.code, f"kept for {days} day" in notice.text) == ("kept", True)
    ada.chat("hello")
    swept(house, 2 * kept, 600.0)  # somebody is here
    pipe.lose()
    swept(house, kept - HOUR, 600.0)
    assert ada.table in house.hall.tables
    house.back(ada)
    assert ada.last(Seated).place == 0  # which begins the time anew
    house.pipes[-1].lose()
    swept(house, kept - HOUR, 600.0)
    assert ada.table in house.hall.tables
    swept(house, 2 * HOUR, 600.0)
    assert (house.hall.tables, stored(house)) == ({}, 0)
    ada.told.clear()
    house.connect(ada)
    assert house.answered(ada, ada.resume()) == "no-table"


def test_a_host_who_goes_with_his_server_hears_nothing_of_it(house: House) -> None:
    house.hall.hosted = True
    ada = Player("Ada", 1, bot=False)
    house.connect(ada)
    ada.create(OPEN)
    house.run(0.1)
    assert ada.table
    assert ada.all(Notice) == []


def test_an_absence_is_remembered_over_restarts(house: House) -> None:
    """Else a server that is restarted every day would keep everything for ever."""
    honest(house)
    friend = Player("Ben", 2, bot=False)
    house.connect(friend)
    friend.create(Terms())
    house.run(0.1)
    days = 0
    while house.disk.bodies():
        house.kill()
        house.start()
        swept(house, DAY, 600.0)
        days += 1
        assert days < 30
    assert TIMES.invited / DAY <= days <= 2 * TIMES.invited / DAY


def test_while_a_server_is_down_nobody_can_come(house: House) -> None:
    ada, ben = house.seated()
    for pipe in house.pipes:
        pipe.lose()
    swept(house, 2 * DAY, 3_600.0)
    house.kill()
    house.run(365 * DAY)
    house.start()
    swept(house, TIMES.playing - 3 * DAY, 3_600.0)
    house.back(ada, ben)
    assert ada.status() == "playing"
    house.kill()
    house.start()  # somebody was there: the time has begun anew
    swept(house, TIMES.playing - DAY, 3_600.0)
    assert ada.table in house.hall.tables
    swept(house, 2 * DAY, 3_600.0)
    assert (house.hall.tables, stored(house)) == ({}, 0)


def test_a_game_that_has_begun_waits_for_a_summer(house: House) -> None:
    ada, ben = house.seated()
    for pipe in house.pipes:
        pipe.lose()
    swept(house, TIMES.playing - DAY, 3_600.0)
    house.back(ada, ben)
    house.step(ada, ben, answers=3)
    for pipe in house.pipes:
        pipe.lose()
    swept(house, TIMES.playing - DAY, 3_600.0)
    assert ada.table in house.hall.tables
    swept(house, 2 * DAY, 3_600.0)
    assert (house.hall.tables, stored(house)) == ({}, 0)
    assert (house.hall.every.register.size, house.hall.every.vacancies.size) == (0, 0)


def test_a_disk_that_is_full_when_a_table_goes_loses_nothing_else(house: House) -> None:
    ada = honest(house)
    house.pipes[0].lose()
    house.disk.full = True
    swept(house, TIMES.seeking + HOUR, 600.0)
    assert (house.hall.tables, len(house.disk.bodies())) == ({}, 1)
    house.disk.full = False
    house.kill()
    house.start()
    assert [*house.hall.tables] == [ada.table]  # it is found again, and goes another time
    swept(house, TIMES.seeking + HOUR, 600.0)
    assert (house.hall.tables, stored(house)) == ({}, 0)


# games that are over


def over(house: House) -> tuple[Player, Player]:
    """A game that Ben has given up, and whose players have gone."""
    ada, ben = house.seated(Terms(side="us", reach="open"))
    house.step(ada, ben, answers=6)
    ada.auto = ben.auto = True  # they sign
    ben.resign()
    house.run(10.0)
    ada.auto = ben.auto = False
    for pipe in house.pipes:
        pipe.lose()
    return ada, ben


def test_a_game_that_is_over_leaves_memory(house: House) -> None:
    ada, _ben = over(house)
    assert ada.table in house.hall.tables
    swept(house, TIMES.idle + 120.0)
    every = house.hall.every
    assert (house.hall.tables, every.register.size, every.vacancies.size) == ({}, 0, 0)
    assert house.hall.by_status() == {"over": 1}


@pytest.mark.parametrize("restarted", [False, True])
def test_and_is_brought_back_by_whoever_asks_for_it(restarted: bool, house: House) -> None:
    """Its transcript, its scenes, one's seat, and another game with the same player."""
    ada, ben = over(house)
    swept(house, TIMES.idle + 120.0)
    if restarted:
        house.kill()
        house.start()
    assert house.hall.tables == {}
    eve = Stranger(house.hall, TEN[0])
    eve.ask(Fetch, "transcript", ada.table)
    house.run(0.1)
    assert eve.refused == "no-seat"
    house.connect(ada)
    ada.ask(Fetch, "transcript", ada.table)
    ada.ask(Review, ada.table)  # while it is being brought back
    house.run(3.0)
    assert ada.last(Piece).data.count(b"\n") == len(house.disk.lines(ada.table, 1))
    assert ada.last(Scenes).of > 6
    house.back(ada, ben)
    assert ada.status() == "over"
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    house.run(2.0)
    assert (ada.table_now.games, ada.status()) == (2, "playing")
    house.step(ada, ben, answers=4)


def test_a_game_that_is_over_is_kept_for_a_month(house: House) -> None:
    ada, _ben = over(house)
    swept(house, TIMES.over - HOUR, 3_600.0)
    house.connect(ada)
    assert house.answered(ada, ada.resume()) == "ok"
    house.pipes[-1].lose()
    swept(house, 2 * HOUR, 600.0)  # since its end
    assert (stored(house), len(house.hall.every.finished)) == (0, 0)


def test_a_month_passes_while_a_server_is_down(house: House) -> None:
    over(house)
    house.kill()
    house.run(TIMES.over + 1)
    house.start()
    house.run(1.0)
    assert (house.hall.tables, stored(house)) == ({}, 0)


def test_a_table_of_an_older_version_is_read(house: House) -> None:
    """It says neither where it was made nor when it was over."""
    ada, _ben = over(house)
    other = honest(house)
    for name, body in house.disk.store.execute("SELECT id, body FROM tables").fetchall():
        kept = msgspec.json.decode(body[9:])
        for field in ("origin", "ended", "absent"):
            kept.pop(field, None)
        for seat in kept["seats"]:
            if seat is not None:
                seat.pop("ordered")
        plain = msgspec.json.encode(kept)
        row = b"%08x " % crc32(plain) + plain
        house.disk.store.execute("UPDATE tables SET body = ? WHERE id = ?", (row, name))
    house.kill()
    house.start()
    assert [*house.hall.tables] == [other.table]
    house.back(other)
    house.connect(ada)
    assert house.answered(ada, ada.resume()) == "ok"
    for pipe in house.pipes:
        pipe.lose()
    swept(house, TIMES.over - DAY, 3_600.0)
    house.kill()
    house.start()
    assert ada.table in house.hall.every.finished  # its time began when it was read first
    swept(house, 2 * DAY, 3_600.0)
    assert (house.hall.tables, stored(house)) == ({}, 0)


def test_many_old_games_of_an_older_version_all_stay() -> None:
    kept, gone = finished(Limits(), *[(f"old {n}", b"") for n in range(1_000)])
    assert (gone, len(kept)) == ([], 1_000)


@pytest.mark.parametrize("damage", ["UPDATE tables SET body = x'00'", "DELETE FROM tables"])
def test_a_table_that_is_damaged_when_it_is_to_be_brought_back(damage: str, house: House) -> None:
    ada, _ben = over(house)
    swept(house, TIMES.idle + 120.0)
    house.disk.store.execute(damage)
    house.connect(ada)
    for _n in range(2):
        seq = ada.resume()
        assert house.answered(ada, seq) == "paused"
        assert "Let the host put back a copy" in ada.refusal(seq).text


def test_a_disk_that_cannot_be_read_when_a_table_is_to_be_brought_back(house: House) -> None:
    ada, _ben = over(house)
    swept(house, TIMES.idle + 120.0)
    house.disk.store.execute("ALTER TABLE tables RENAME TO elsewhere")
    house.connect(ada)
    assert house.answered(ada, ada.resume()) == "no-table"
    house.disk.store.execute("ALTER TABLE elsewhere RENAME TO tables")
    assert house.answered(ada, ada.resume()) == "ok"


def finished(limits: Limits, *tables: tuple[str, bytes]) -> tuple[Finished, list[str]]:
    """Tables that are over, one after the other, with their origins; and those that had to go."""
    all_of_them, gone = Finished(limits), list[str]()
    for n, (name, origin) in enumerate(tables):
        gone += all_of_them.add(name, n, origin)
    return all_of_them, gone


def test_an_address_makes_room_for_its_games_itself() -> None:
    limits = Limits(away=Allowance(finished=2))
    kept, gone = finished(limits, ("a", b"x"), ("b", b"y"), ("c", b"x"), ("d", b"x"), ("e", b"y"))
    assert (gone, len(kept), "b" in kept) == (["a"], 4, True)


def test_where_there_are_too_many_whoever_has_most_makes_room() -> None:
    flood = [(f"x{n}", b"x") for n in range(8)]
    kept, gone = finished(Limits(finished=10), ("a", b"y"), ("b", b"z"), *flood, ("c", b"x"), ("d", b"y"))
    assert gone == ["x0", "a"]  # the flood its own; and who has no more than his share, the oldest
    assert len(kept) == 10


def test_games_before_the_last_one_leave_the_journal(house: House) -> None:
    """Nobody can ask for them any more; else two players could fill it with games that they give up."""
    ada, ben = house.seated(Terms(side="us"))
    for _n in range(4):
        ada.auto = ben.auto = True
        ben.resign()
        house.run(10.0)
        ada.auto = ben.auto = False
        ada.ask(Rematch, ada.table)
        ben.ask(Rematch, ben.table)
        house.run(2.0)
    assert ada.table_now.games == 5
    games = house.disk.store.execute("SELECT DISTINCT game FROM entries ORDER BY game").fetchall()
    assert games == [(4,), (5,)]
    ada.ask(Fetch, "transcript", ada.table)
    house.run(0.1)
    assert ada.last(Piece).data.count(b"\n") == len(house.disk.lines(ada.table, 4))


# memory


def test_so_many_games_rest_in_memory(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else whoever asks after one table and then the next would have them all read back."""
    limited(house, monkeypatch, Limits(resting=3))
    names = []
    for n in range(6):
        ada, ben = Player(f"Ada {n}", n), Player(f"Ben {n}", n)
        ada.auto = ben.auto = False
        house.table(ada, ben, OPEN)
        house.run(0.5)
        names.append(ada.table)
        for pipe in house.pipes[-2:]:
            pipe.lose()
        house.run(0.5)
        assert sum([table.playing is not None for table in house.hall.tables.values()]) <= 3
    stranger = Stranger(house.hall, TEN[0])
    for name in names:
        stranger.ask(Join, name, b"")
        house.run(0.5)
        assert stranger.last[Refused].code == "taken"
        assert sum([table.playing is not None for table in house.hall.tables.values()]) <= 3


def test_a_game_with_clocks_leaves_memory_and_gives_no_time_back(house: House) -> None:
    ada, ben = house.seated(Terms(side="us", absent="clock", bank=3_600))
    house.run(600.0)
    for pipe in house.pipes:
        pipe.lose()
    table = house.hall.tables[ada.table]
    left = table.clocks.milliseconds(house.clock.now)
    swept(house, TIMES.idle + 120.0)
    assert table.playing is None
    house.back(ada, ben)
    assert left is not None
    assert left[0] < 3_000_500
    assert ada.table_now.seats[0].left == pytest.approx(left[0], abs=500)


# other things that strangers make


def test_one_address_does_not_take_all_places_of_who_looks_on(house: House) -> None:
    ada, _ben = house.seated(OPEN)
    crowd = [Stranger(house.hall, TEN[0]) for _n in range(LIMITS.away.watchers + 1)]
    for stranger in [*crowd, other := Stranger(house.hall, TEN[1])]:
        stranger.ask(Watch, ada.table)
    house.run(0.5)
    assert [stranger.refused for stranger in crowd] == [""] * LIMITS.away.watchers + ["limit"]
    assert other.table


def test_one_connection_looks_on_at_a_few_tables(house: House) -> None:
    stranger = Stranger(house.hall, "127.0.0.1")
    for n in range(LIMITS.looking + 1):
        stranger.ask(Watch, played(house, n).table)
    house.run(0.1)
    assert stranger.refused == "limit"
    assert len(stranger.seats) == LIMITS.looking


def played(house: House, n: int) -> Player:
    ada, ben = Player(f"Ada {n}", n), Player(f"Ben {n}", n)
    ada.auto = ben.auto = False
    house.table(ada, ben, OPEN)
    house.run(0.1)
    return ada


def test_one_address_says_so_much_at_a_table_whatever_its_keys(house: House) -> None:
    ada, ben = house.seated(OPEN)
    crowd = [Stranger(house.hall, TEN[0]) for _n in range(LIMITS.away.watchers)]
    for stranger in crowd:
        stranger.ask(Watch, ada.table)
        for _line in range(10):
            stranger.ask(Say, ada.table, "buy gold")
    house.run(1.0)
    assert len(ben.all(Said)) == LIMITS.away.lines
    assert house.answered(ada, ada.chat("hello")) == "ok"


def test_all_say_so_much_at_a_table(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    limited(house, monkeypatch, Limits(all_lines=30))
    ada, ben = house.seated(OPEN)
    for address in TEN:
        stranger = Stranger(house.hall, address)
        stranger.ask(Watch, ada.table)
        for _line in range(5):
            stranger.ask(Say, ada.table, "buy gold")
    house.run(1.0)
    assert len(ben.all(Said)) == 30
    house.run(61.0)
    assert house.answered(ada, ada.chat("hello")) == "ok"


def test_of_what_is_said_the_last_lines_are_kept(house: House) -> None:
    ada, _ben = house.seated(OPEN)
    said = 0
    while said < 3 * LIMITS.kept_lines:
        for _line in range(LIMITS.lines):
            ada.chat("hello")
        said += LIMITS.lines
        house.run(61.0)
    lines = [n for (n,) in house.disk.store.execute("SELECT n FROM chat ORDER BY n")]
    assert lines == [*range(lines[0], said + 1)]
    assert LIMITS.kept_lines <= len(lines) <= LIMITS.kept_lines + 50


def test_standing_orders_are_changed_so_often_in_a_game(house: House) -> None:
    """Each change is an entry of the game, and is read back with it."""
    ada, ben = house.seated(Terms(side="us"))
    before = len(house.disk.lines(ada.table, 1))
    for _n in range(LIMITS.orders + 3):
        ada.order(StandingOrder("1", "none"))
        house.run(0.01)
    house.run(0.1)
    assert [refused.code for refused, _request in ada.log.refused] == ["limit"] * 3
    assert len(house.disk.lines(ada.table, 1)) == before + LIMITS.orders
    assert house.answered(ben, ben.order(StandingOrder("1", "none"))) == "ok"
    ada.auto = ben.auto = True
    ben.resign()
    house.run(10.0)
    ada.auto = ben.auto = False
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    house.run(2.0)
    assert house.answered(ada, ada.order(StandingOrder("1", "none"))) == "ok"
