"""What strangers can make has a limit for each address, a limit for all, a cost that does not grow, and an end."""

from __future__ import annotations

from collections import Counter, deque
from time import process_time

import pytest

from ironbottom.server.runtime.settings import LIMITS, Limits
from ironbottom.wire.messages import Leave, Refused, Rematch, Said, Say, Seated, Watch
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest
from tests.server.support.strangers import (
    FAR,
    HOUR,
    OPEN,
    TEN,
    TIMES,
    StrangerSession,
    honest,
    in_sight,
    limited,
    stored,
    swept,
)

ASKED = 100_000


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def lobby_cost(server: ServerUnderTest) -> float:
    """Seconds of the processor for a hundred lists, at best."""
    eve = StrangerSession(server.lobby, "192.0.2.98")
    best = float("inf")
    for _n in range(20):
        begun = process_time()
        for _again in range(100):
            eve.list_tables()
        best = min(best, process_time() - begun)
    return best


def test_a_hundred_thousand_tables_asked_for_from_ten_addresses() -> None:
    """With a fresh key each, for five hours.  Some leave at once, some hold as many connections as they may."""
    server = ServerUnderTest()
    ada = honest(server)
    ten = [StrangerSession(server.lobby, FAR) for _n in range(9)]
    for stranger in ten:
        stranger.create()
    server.run(0.1)
    with_ten = lobby_cost(server)
    holding: dict[str, deque[StrangerSession]] = {address: deque() for address in TEN[5:]}
    refused: Counter[str] = Counter()
    most = 0
    for n in range(ASKED):
        stranger = StrangerSession(server.lobby, TEN[n % 10])
        stranger.create()
        server.run(5 * HOUR / ASKED)
        refused[stranger.refused] += 1
        here = holding.get(stranger.address)
        if here is None:
            stranger.leave()
        else:
            here.append(stranger)
            if len(here) > LIMITS.away.connections:
                here.popleft().leave()
        if n % 333 == 0:  # about a minute
            server.lobby.sweep()
            most = max(most, len(server.lobby.tables))
        if n % 5_000 == 0:
            assert in_sight(server, ada.table)
    assert most <= 10 + 10 * LIMITS.away.tables
    assert set(refused) == {"", "limit"}
    assert in_sight(server, ada.table)
    assert lobby_cost(server) < 3 * with_ten  # the bench holds it to 1.5, by a whole server's time
    for stranger in [*ten, *[stranger for here in holding.values() for stranger in here]]:
        stranger.leave()
    swept(server, TIMES.seeking + HOUR)
    assert [*server.lobby.tables] == [ada.table]
    assert stored(server) == 1
    assert (server.lobby.every.register.size, server.lobby.every.vacancies.size) == (4, 0)
    assert in_sight(server, ada.table)


def test_one_address_has_so_many_tables_whatever_its_keys(server: ServerUnderTest) -> None:
    theirs = [StrangerSession(server.lobby, TEN[0]) for _n in range(LIMITS.away.tables + 5)]
    for stranger in theirs:
        stranger.create()
    server.run(0.1)
    assert [stranger.refused for stranger in theirs] == [""] * LIMITS.away.tables + ["limit"] * 5
    assert "From your address 60 tables were made" in theirs[-1].last[Refused].text
    other, near = StrangerSession(server.lobby, TEN[1]), StrangerSession(server.lobby, "127.0.0.1")
    for stranger in (other, near):
        stranger.create()
    theirs[0].ask(Leave, theirs[0].table)
    server.run(0.1)
    theirs[-1].create()
    server.run(0.1)
    assert all(stranger.table for stranger in (other, near))
    assert theirs[-1].refused == "limit"  # they come too fast now
    server.run(60.0)
    theirs[-1].create()
    server.run(0.1)
    assert theirs[-1].table


def test_tables_that_come_and_go_are_slowed_down(server: ServerUnderTest) -> None:
    """Else a journal could be made to write without end."""
    stranger = StrangerSession(server.lobby, TEN[0])
    made = 0
    for _n in range(3_600):
        stranger.create()
        server.run(0.9)
        if stranger.table:
            stranger.ask(Leave, stranger.table)
            stranger.last.pop(Seated)
            made += 1
        server.run(0.1)
    allowed = LIMITS.away
    assert made <= allowed.makes_at_once + 3_600 * allowed.makes + 1
    assert (len(server.lobby.tables), stored(server)) == (0, 0)


def test_a_server_keeps_so_many_tables_and_an_address_after_the_other(
    server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    limited(server, monkeypatch, Limits(tables=30))
    strangers = [StrangerSession(server.lobby, f"203.0.{n}.1") for n in range(35)]
    for stranger in strangers:
        stranger.create()
    server.run(0.1)
    assert Counter([stranger.refused for stranger in strangers]) == {"": 30, "limit": 5}
    assert "as many tables as it keeps" in strangers[-1].last[Refused].text


def test_limits_hold_over_a_restart(server: ServerUnderTest) -> None:
    """The journal knows where a table was made, and nobody can read an address out of it."""
    for _n in range(LIMITS.away.tables):
        StrangerSession(server.lobby, TEN[0]).create()
    server.run(0.1)
    assert not any(b"203.0.113" in body for body in server.disk.bodies())
    server.kill()
    server.start()
    again, other = StrangerSession(server.lobby, TEN[0]), StrangerSession(server.lobby, TEN[1])
    for stranger in (again, other):
        stranger.create()
    server.run(0.1)
    assert (again.refused, bool(other.table)) == ("limit", True)


def test_one_connection_sits_at_so_many_tables(server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    limited(server, monkeypatch, Limits(seats=2))
    hosts = [WirePlayer(f"Host {n}", n) for n in range(3)]
    for host in hosts:
        host.tosses = False
        server.connect(host)
        host.create(OPEN)
    server.run(0.1)
    eve = WirePlayer("Eve", 9)
    eve.tosses = False
    server.connect(eve)
    said = []
    for host in hosts:
        eve.file.request = b""
        eve.join(host.table, b"")
        said.append(server.answered(eve, eve.seq, 0.1))
    assert said == ["ok", "ok", "limit"]
    eve.ask(Leave, hosts[0].table)
    server.run(0.1)
    eve.join(hosts[2].table, b"")
    assert server.answered(eve, eve.seq, 0.1) == "ok"


def test_one_address_does_not_take_all_places_of_who_looks_on(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(OPEN)
    crowd = [StrangerSession(server.lobby, TEN[0]) for _n in range(LIMITS.away.watchers + 1)]
    for stranger in [*crowd, other := StrangerSession(server.lobby, TEN[1])]:
        stranger.ask(Watch, ada.table)
    server.run(0.5)
    assert [stranger.refused for stranger in crowd] == [""] * LIMITS.away.watchers + ["limit"]
    assert other.table


def test_one_connection_looks_on_at_a_few_tables(server: ServerUnderTest) -> None:
    stranger = StrangerSession(server.lobby, "127.0.0.1")
    for n in range(LIMITS.looking + 1):
        stranger.ask(Watch, played(server, n).table)
    server.run(0.1)
    assert stranger.refused == "limit"
    assert len(stranger.seats) == LIMITS.looking


def played(server: ServerUnderTest, n: int) -> WirePlayer:
    ada, ben = WirePlayer(f"Ada {n}", n), WirePlayer(f"Ben {n}", n)
    ada.auto = ben.auto = False
    server.table(ada, ben, OPEN)
    server.run(0.1)
    return ada


def test_one_address_says_so_much_at_a_table_whatever_its_keys(server: ServerUnderTest) -> None:
    ada, ben = server.seated(OPEN)
    crowd = [StrangerSession(server.lobby, TEN[0]) for _n in range(LIMITS.away.watchers)]
    for stranger in crowd:
        stranger.ask(Watch, ada.table)
        for _line in range(10):
            stranger.ask(Say, ada.table, "buy gold")
    server.run(1.0)
    assert len(ben.all(Said)) == LIMITS.away.lines
    assert server.answered(ada, ada.chat("hello")) == "ok"


def test_all_say_so_much_at_a_table(server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    limited(server, monkeypatch, Limits(all_lines=30))
    ada, ben = server.seated(OPEN)
    for address in TEN:
        stranger = StrangerSession(server.lobby, address)
        stranger.ask(Watch, ada.table)
        for _line in range(5):
            stranger.ask(Say, ada.table, "buy gold")
    server.run(1.0)
    assert len(ben.all(Said)) == 30
    server.run(61.0)
    assert server.answered(ada, ada.chat("hello")) == "ok"


def test_of_what_is_said_the_last_lines_are_kept(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(OPEN)
    said = 0
    while said < 3 * LIMITS.kept_lines:
        for _line in range(LIMITS.lines):
            ada.chat("hello")
        said += LIMITS.lines
        server.run(61.0)
    lines = [n for (n,) in server.disk.store.execute("SELECT n FROM chat ORDER BY n")]
    assert lines == [*range(lines[0], said + 1)]
    assert LIMITS.kept_lines <= len(lines) <= LIMITS.kept_lines + 50


def test_standing_orders_are_changed_so_often_in_a_game(server: ServerUnderTest) -> None:
    """Each change is an entry of the game, and is read back with it."""
    ada, ben = server.seated(Terms(side="us"))
    before = len(server.disk.lines(ada.table, 1))
    for _n in range(LIMITS.orders + 3):
        ada.order(StandingOrder("1", "none"))
        server.run(0.01)
    server.run(0.1)
    assert [refused.code for refused, _request in ada.log.refused] == ["limit"] * 3
    assert len(server.disk.lines(ada.table, 1)) == before + LIMITS.orders
    assert server.answered(ben, ben.order(StandingOrder("1", "none"))) == "ok"
    ada.auto = ben.auto = True
    ben.resign()
    server.run(10.0)
    ada.auto = ben.auto = False
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    server.run(2.0)
    assert server.answered(ada, ada.order(StandingOrder("1", "none"))) == "ok"
