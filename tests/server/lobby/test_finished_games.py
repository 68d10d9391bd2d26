"""Games that are over, or at which nobody is: they leave memory, come back when somebody asks, and end."""

from __future__ import annotations

from zlib import crc32

import msgspec
import pytest

from ironbottom.server.lobby.register import Finished
from ironbottom.server.runtime.settings import DAY, Allowance, Limits
from ironbottom.wire.messages import Fetch, Join, Piece, Refused, Rematch, Review, Scenes
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest
from tests.server.support.strangers import HOUR, OPEN, TEN, TIMES, StrangerSession, honest, limited, stored, swept


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def over(server: ServerUnderTest) -> tuple[WirePlayer, WirePlayer]:
    """A game that Ben has given up, and whose players have gone."""
    ada, ben = server.seated(Terms(side="us", reach="open"))
    server.step(ada, ben, answers=6)
    ada.auto = ben.auto = True  # they sign
    ben.resign()
    server.run(10.0)
    ada.auto = ben.auto = False
    for pipe in server.pipes:
        pipe.lose()
    return ada, ben


def test_a_game_that_is_over_leaves_memory(server: ServerUnderTest) -> None:
    ada, _ben = over(server)
    assert ada.table in server.lobby.tables
    swept(server, TIMES.idle + 120.0)
    every = server.lobby.every
    assert (server.lobby.tables, every.register.size, every.vacancies.size) == ({}, 0, 0)
    assert server.lobby.by_status() == {"over": 1}


@pytest.mark.parametrize("restarted", [False, True])
def test_and_is_brought_back_by_whoever_asks_for_it(restarted: bool, server: ServerUnderTest) -> None:
    """Its transcript, its scenes, one's seat, and another game with the same player."""
    ada, ben = over(server)
    swept(server, TIMES.idle + 120.0)
    if restarted:
        server.kill()
        server.start()
    assert server.lobby.tables == {}
    eve = StrangerSession(server.lobby, TEN[0])
    eve.ask(Fetch, "transcript", ada.table)
    server.run(0.1)
    assert eve.refused == "no-seat"
    server.connect(ada)
    ada.ask(Fetch, "transcript", ada.table)
    ada.ask(Review, ada.table)  # while it is being brought back
    server.run(3.0)
    assert ada.last(Piece).data.count(b"\n") == len(server.disk.lines(ada.table, 1))
    assert ada.last(Scenes).of > 6
    server.back(ada, ben)
    assert ada.status() == "over"
    ada.ask(Rematch, ada.table)
    ben.ask(Rematch, ben.table)
    server.run(2.0)
    assert (ada.table_now.games, ada.status()) == (2, "playing")
    server.step(ada, ben, answers=4)


def test_a_game_that_is_over_is_kept_for_a_month(server: ServerUnderTest) -> None:
    ada, _ben = over(server)
    swept(server, TIMES.over - HOUR, 3_600.0)
    server.connect(ada)
    assert server.answered(ada, ada.resume()) == "ok"
    server.pipes[-1].lose()
    swept(server, 2 * HOUR, 600.0)  # since its end
    assert (stored(server), len(server.lobby.every.finished)) == (0, 0)


def test_a_month_passes_while_a_server_is_down(server: ServerUnderTest) -> None:
    over(server)
    server.kill()
    server.run(TIMES.over + 1)
    server.start()
    server.run(1.0)
    assert (server.lobby.tables, stored(server)) == ({}, 0)


def test_a_table_of_an_older_version_is_read(server: ServerUnderTest) -> None:
    """It says neither where it was made nor when it was over."""
    ada, _ben = over(server)
    other = honest(server)
    for name, body in server.disk.store.execute("SELECT id, body FROM tables").fetchall():
        kept = msgspec.json.decode(body[9:])
        for field in ("origin", "ended", "absent"):
            kept.pop(field, None)
        for seat in kept["seats"]:
            if seat is not None:
                seat.pop("ordered")
        plain = msgspec.json.encode(kept)
        row = b"%08x " % crc32(plain) + plain
        server.disk.store.execute("UPDATE tables SET body = ? WHERE id = ?", (row, name))
    server.kill()
    server.start()
    assert [*server.lobby.tables] == [other.table]
    server.back(other)
    server.connect(ada)
    assert server.answered(ada, ada.resume()) == "ok"
    for pipe in server.pipes:
        pipe.lose()
    swept(server, TIMES.over - DAY, 3_600.0)
    server.kill()
    server.start()
    assert ada.table in server.lobby.every.finished  # its time began when it was read first
    swept(server, 2 * DAY, 3_600.0)
    assert (server.lobby.tables, stored(server)) == ({}, 0)


def test_many_old_games_of_an_older_version_all_stay() -> None:
    kept, gone = finished(Limits(), *[(f"old {n}", b"") for n in range(1_000)])
    assert (gone, len(kept)) == ([], 1_000)


@pytest.mark.parametrize("damage", ["UPDATE tables SET body = x'00'", "DELETE FROM tables"])
def test_a_table_that_is_damaged_when_it_is_to_be_brought_back(damage: str, server: ServerUnderTest) -> None:
    ada, _ben = over(server)
    swept(server, TIMES.idle + 120.0)
    server.disk.store.execute(damage)
    server.connect(ada)
    for _n in range(2):
        seq = ada.resume()
        assert server.answered(ada, seq) == "paused"
        assert "Let the host put back a copy" in ada.refusal(seq).text


def test_a_disk_that_cannot_be_read_when_a_table_is_to_be_brought_back(server: ServerUnderTest) -> None:
    ada, _ben = over(server)
    swept(server, TIMES.idle + 120.0)
    server.disk.store.execute("ALTER TABLE tables RENAME TO elsewhere")
    server.connect(ada)
    assert server.answered(ada, ada.resume()) == "no-table"
    server.disk.store.execute("ALTER TABLE elsewhere RENAME TO tables")
    assert server.answered(ada, ada.resume()) == "ok"


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


def test_games_before_the_last_one_leave_the_journal(server: ServerUnderTest) -> None:
    """Nobody can ask for them any more; else two players could fill it with games that they give up."""
    ada, ben = server.seated(Terms(side="us"))
    for _n in range(4):
        ada.auto = ben.auto = True
        ben.resign()
        server.run(10.0)
        ada.auto = ben.auto = False
        ada.ask(Rematch, ada.table)
        ben.ask(Rematch, ben.table)
        server.run(2.0)
    assert ada.table_now.games == 5
    games = server.disk.store.execute("SELECT DISTINCT game FROM entries ORDER BY game").fetchall()
    assert games == [(4,), (5,)]
    ada.ask(Fetch, "transcript", ada.table)
    server.run(0.1)
    assert ada.last(Piece).data.count(b"\n") == len(server.disk.lines(ada.table, 4))


def test_so_many_games_rest_in_memory(server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else whoever asks after one table and then the next would have them all read back."""
    limited(server, monkeypatch, Limits(resting=3))
    names = []
    for n in range(6):
        ada, ben = WirePlayer(f"Ada {n}", n), WirePlayer(f"Ben {n}", n)
        ada.auto = ben.auto = False
        server.table(ada, ben, OPEN)
        server.run(0.5)
        names.append(ada.table)
        for pipe in server.pipes[-2:]:
            pipe.lose()
        server.run(0.5)
        assert sum([table.live_game is not None for table in server.lobby.tables.values()]) <= 3
    stranger = StrangerSession(server.lobby, TEN[0])
    for name in names:
        stranger.ask(Join, name, b"")
        server.run(0.5)
        assert stranger.last[Refused].code == "taken"
        assert sum([table.live_game is not None for table in server.lobby.tables.values()]) <= 3


def test_a_game_with_clocks_leaves_memory_and_gives_no_time_back(server: ServerUnderTest) -> None:
    ada, ben = server.seated(Terms(side="us", absent="clock", bank=3_600))
    server.run(600.0)
    for pipe in server.pipes:
        pipe.lose()
    table = server.lobby.tables[ada.table]
    left = table.clocks.milliseconds(server.clock.now)
    swept(server, TIMES.idle + 120.0)
    assert table.live_game is None
    server.back(ada, ben)
    assert left is not None
    assert left[0] < 3_000_500
    assert ada.table_now.seats[0].left == pytest.approx(left[0], abs=500)
