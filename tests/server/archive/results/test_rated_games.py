"""The ladder of a server while it runs: what it counts, whom it tells, and what a restart leaves of it."""

from __future__ import annotations

from math import exp
from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.server.archive.results import rated_games
from ironbottom.server.archive.results.rated_games import from_row, ratings, to_row
from ironbottom.server.archive.results.rating_fit import MIDDLE, RatedResult, RatedSide
from ironbottom.strength import POINTS
from ironbottom.wire.messages import Refused
from ironbottom.wire.ratings import MOST_RUNGS, ListRatings, Ratings
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest

RATED_TERMS = Terms(reach="open", least=0, rated=True)


def played(server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer, terms: Terms = RATED_TERMS) -> None:
    """A game of both that Ben gives up."""
    server.connect(ada)
    server.connect(ben)
    ada.create(terms)
    server.run(0.1)
    ben.join(ada.table, b"", special=True)
    server.until(lambda: ada.update is not None)
    ben.resign()
    server.run(10.0)


def asked(server: ServerUnderTest, player: WirePlayer) -> Ratings:
    player.ask(ListRatings)
    server.run(0.1)
    found: Ratings = player.last(Ratings)
    return found


class TestOnTheWire:
    def test_a_finished_game_is_on_the_ladder(self) -> None:
        server = ServerUnderTest()
        ada, ben, cay = WirePlayer("Ada", 1), WirePlayer("Ben", 2), WirePlayer("Cay", 3)
        server.connect(cay)
        assert asked(server, cay) == Ratings(1, 0, ())
        played(server, ada, ben)
        found = asked(server, ben)
        assert [(rung.name, rung.games, rung.won, rung.drawn) for rung in found.rungs] == [
            ("Ada", 1, 1, 0), ("Ben", 1, 0, 0),
        ]
        assert (found.games, found.you) == (1, 2)
        assert all(rung.low < rung.points < rung.high for rung in found.rungs)
        assert asked(server, ada).you == 1
        assert asked(server, cay).you == 0

    @pytest.mark.parametrize("terms", [replace(RATED_TERMS, rated=False), Terms(reach="open", least=0)])
    def test_a_game_that_nobody_wished_to_be_rated_is_not(self, terms: Terms) -> None:
        """A planted cheat would be a game that counts without consent."""
        server = ServerUnderTest()
        ada = WirePlayer("Ada", 1)
        played(server, ada, WirePlayer("Ben", 2), terms)
        assert asked(server, ada).games == 0
        assert not server.disk.store.execute("SELECT * FROM rated").fetchall()

    def test_it_outlives_the_process_and_the_table(self) -> None:
        server = ServerUnderTest()
        ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
        played(server, ada, ben)
        before = asked(server, ada)
        server.kill()
        server.disk.store.execute("DELETE FROM tables")
        server.disk.store.execute("DELETE FROM entries")
        server.disk.heads.clear()
        again = ServerUnderTest(server.disk)
        eve = WirePlayer("Eve", 5)
        again.connect(eve)
        found = asked(again, eve)
        assert found.rungs == before.rungs

    def test_who_asks_all_the_time_is_refused(self) -> None:
        server = ServerUnderTest()
        ada = WirePlayer("Ada", 1)
        server.connect(ada)
        for _n in range(30):
            ada.ask(ListRatings)
        server.run(1.0)
        assert ada.last(Refused).code == "limit"


def result(n: int, us: str, jp: str, won: float) -> RatedResult:
    return RatedResult(f"{n:064x}", n, RatedSide(us, us.upper(), False), RatedSide(jp, jp.upper(), False), won)


class TestStrengthsOfTheNewest:
    def test_it_finds_what_the_games_were_drawn_from(self) -> None:
        rng, true = Random(7), {name: 250.0 - 100 * n for n, name in enumerate("abcdef")}
        drawn = list[RatedResult]()
        for n in range(900):
            us, jp = rng.sample("abcdef", 2)
            chance = 1 / (1 + exp(-(true[us] - true[jp] + 80) / POINTS))
            drawn.append(result(n, us, jp, float(rng.random() < chance)))
        found = ratings(drawn)
        assert [rung.key for rung in found.rungs] == list("abcdef")
        inside = [rung.low <= MIDDLE + true[rung.key] <= rung.high for rung in found.rungs]
        assert sum(inside) >= 5
        assert found.side is not None
        assert found.side[1] < 80 < found.side[2]

    def test_a_draw_moves_nobody(self) -> None:
        found = ratings([result(1, "a", "b", 0.5), result(2, "b", "a", 0.5)])
        assert [(rung.points, rung.drawn, rung.won) for rung in found.rungs] == [(1500, 2, 0), (1500, 2, 0)]

    def test_of_too_many_players_those_who_played_last_are_told(self) -> None:
        games = [result(n, f"a{n:03}", f"b{n:03}", 1.0) for n in range(MOST_RUNGS // 2 + 5)]
        found = ratings(games)
        assert len(found.rungs) == MOST_RUNGS
        assert {rung.key for rung in found.rungs}.isdisjoint({"a000", "b004"})
        assert "a005" in {rung.key for rung in found.rungs}


class TestRows:
    def test_one_that_is_damaged_is_left_out(self) -> None:
        row = to_row(result(1, "a", "b", 1.0))
        assert from_row(row) == result(1, "a", "b", 1.0)
        assert from_row(row[:-2] + b"x}") is None
        assert from_row(b"") is None

    def test_old_ones_fall_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(rated_games, "MOST_GAMES", 2)
        server = ServerUnderTest()
        for n in range(3):
            played(server, WirePlayer("Ada", 1 + 2 * n), WirePlayer("Ben", 2 + 2 * n))
            server.run(5.0)
        eve = WirePlayer("Eve", 9)
        server.connect(eve)
        assert asked(server, eve).games == 2
        assert len(server.disk.store.execute("SELECT * FROM rated").fetchall()) == 2
