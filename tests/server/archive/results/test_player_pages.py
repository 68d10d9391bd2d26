"""A player's page: what it tells, of which games, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.keys import fingerprint, public_bytes
from ironbottom.server.archive.results import game_results
from ironbottom.server.archive.results.game_results import RESULT_ROW, GameResult, from_row, to_row
from ironbottom.server.archive.results.player_pages import moments
from ironbottom.server.archive.results.rated_games import RATED_ROW
from ironbottom.server.archive.results.rated_games import to_row as rated_row
from ironbottom.server.archive.results.rating_fit import RatedResult, RatedSide
from ironbottom.wire.messages import Refused
from ironbottom.wire.naming import ClaimName
from ironbottom.wire.players import MOST_MOMENTS, MOST_TOLD, GetPlayer, PlayerPage, SideRecord
from ironbottom.wire.terms import Terms
from tests.server.archive.results.test_rated_games import RATED_TERMS, played
from tests.server.lobby.club.test_names import paper
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest

OPEN = Terms(reach="open", least=0, side="us")


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def asked(server: ServerUnderTest, who: str, asker: WirePlayer | None = None) -> PlayerPage | str:
    """The page, or the code of the refusal."""
    eve = asker or WirePlayer("Eve", 5)
    if asker is None:
        server.connect(eve)
        server.run(0.05)
    seq = eve.ask(GetPlayer, who)
    server.run(0.5)
    (found,) = [one for one in eve.told if getattr(one, "seq", 0) == seq]
    return found.code if isinstance(found, Refused) else found


def page(server: ServerUnderTest, who: str) -> PlayerPage:
    found = asked(server, who)
    assert isinstance(found, PlayerPage), found
    return found


def letters(player: WirePlayer) -> str:
    return fingerprint(public_bytes(player.key))


class TestOfGamesThatWerePlayed:
    def test_results_by_side_and_opponent(self, server: ServerUnderTest) -> None:
        ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
        played(server, ada, ben, OPEN)
        found = page(server, "ada")
        assert (found.name, found.key, found.bot) == ("Ada", letters(ada), True)
        assert (found.us, found.jp) == (SideRecord(1, 1), SideRecord())
        assert [(one.name, one.games, one.won) for one in found.opponents] == [("Ben", 1, 1)]
        (game,) = found.games
        assert (game.side, game.name, game.score, game.reason, game.set) == (0, "Ben", 1.0, "resigned", "core")
        assert found.ratings == ()
        assert page(server, letters(ben)).jp == SideRecord(1)

    def test_a_rated_game_gives_points(self, server: ServerUnderTest) -> None:
        ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
        played(server, ada, ben, RATED_TERMS)
        (now,) = page(server, "Ada").ratings
        assert now.low < 1500 < now.points < now.high
        assert page(server, "Ada").games[0].rated

    def test_it_outlives_the_process_and_the_table(self, server: ServerUnderTest) -> None:
        ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
        played(server, ada, ben, OPEN)
        before = page(server, "Ada")
        server.kill()
        server.disk.store.execute("DELETE FROM tables")
        server.disk.store.execute("DELETE FROM entries")
        server.disk.heads.clear()
        server.start()
        assert replace(page(server, "Ada"), seq=before.seq) == before

    @pytest.mark.parametrize("terms", [
        Terms(reach="invite", least=0, side="us"), Terms(reach="lan", least=0, side="us"),
        replace(OPEN, seed=bytes(32)),
    ])
    def test_what_was_not_for_all_to_see_is_not_told(self, server: ServerUnderTest, terms: Terms) -> None:
        """Planted: a game of two friends, and one for practice."""
        ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
        server.connect(ada)
        server.connect(ben)
        ada.create(terms)
        server.run(0.1)
        ben.join(ada.table, ada.secret)
        server.until(lambda: ada.update is not None)
        ben.resign()
        server.run(10.0)
        assert ada.over
        for who in ("Ada", letters(ada), letters(ben)):
            assert asked(server, who) == "no-player"

    def test_a_game_that_goes_on_is_not_told(self, server: ServerUnderTest) -> None:
        ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
        ada.auto = ben.auto = False
        server.table(ada, ben, OPEN)
        server.until(lambda: ada.update is not None)
        assert asked(server, "Ada") == "no-player"


def kept(server: ServerUnderTest, *results: GameResult) -> None:
    """A server that has these from before."""
    server.kill()
    for one in results:
        server.disk.store.execute(RESULT_ROW, (bytes.fromhex(one.game), one.at, to_row(one)))
    server.start()


def result(n: int, us: tuple[str, str], jp: tuple[str, str], won: float = 1.0, **more: Any) -> GameResult:
    first, second = [RatedSide(key, name, False) for name, key in (us, jp)]
    return GameResult(f"{n:064x}", n, first, second, won, public=more.pop("public", True), **more)


ADA, BEN, CAY = [(name, "-".join([letter * 4] * 4)) for name, letter in (("Ada", "A"), ("Ben", "B"), ("Cay", "C"))]


class TestWhoIsMeant:
    def test_a_name_that_belongs_to_a_key_means_that_key(self, server: ServerUnderTest) -> None:
        """Planted: somebody who has won many games under the name of another."""
        ada = WirePlayer("Ada", 1)
        kept(server, result(1, ("Ada", letters(ada)), BEN), result(2, ("Ada", CAY[1]), BEN))
        assert asked(server, "Ada") == "no-player"  # two were called so
        server.connect(ada)
        ada.ask(ClaimName, public_bytes(paper(0)))
        server.run(0.2)
        assert page(server, "Ada").key == letters(ada)

    @pytest.mark.parametrize("who", ["", "Nobody", "ABCD-EFGH-IJKL-MNOP", "\x1b[2J", "A" * 200])
    def test_nobody(self, server: ServerUnderTest, who: str) -> None:
        kept(server, result(1, ADA, BEN))
        assert asked(server, who) == "no-player"

    def test_who_asks_all_the_time_is_refused(self, server: ServerUnderTest) -> None:
        eve = WirePlayer("Eve", 5)
        server.connect(eve)
        for _n in range(30):
            eve.ask(GetPlayer, "Ada")
        server.run(1.0)
        assert eve.last(Refused).code == "limit"


class TestPageFigures:
    def test_each_side_and_each_opponent_by_themselves(self, server: ServerUnderTest) -> None:
        kept(server, result(1, ADA, BEN), result(2, ADA, BEN, 0.0), result(3, BEN, ADA, 0.5), result(4, CAY, ADA, 0.0),
             result(5, CAY, BEN), result(6, ADA, CAY, public=False))
        found = page(server, "Ada")
        assert (found.us, found.jp) == (SideRecord(2, 1, 0), SideRecord(2, 1, 1))
        assert [(one.name, one.games, one.won, one.drawn) for one in found.opponents] == [
            ("Ben", 3, 1, 1), ("Cay", 1, 1, 0),
        ]
        assert [game.at for game in found.games] == [4, 3, 2, 1]
        assert [game.score for game in found.games] == [1.0, 0.5, 0.0, 1.0]

    def test_no_page_is_too_long(self, server: ServerUnderTest) -> None:
        many = [result(n, ADA, (f"P{n}", f"P{n}")) for n in range(3 * MOST_TOLD)]
        kept(server, *many)
        found = page(server, "Ada")
        assert found.us.games == 3 * MOST_TOLD
        assert (len(found.games), len(found.opponents)) == (MOST_TOLD, MOST_TOLD)

    def test_old_ones_fall_out(self, server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(game_results, "MOST_RESULTS", 2)
        kept(server, result(1, ADA, BEN), result(2, BEN, CAY), result(3, CAY, BEN))
        assert asked(server, "Ada") == "no-player"
        assert len(server.lobby.results) == 2

    def test_what_an_older_version_kept_for_the_ladder_is_there(self, server: ServerUnderTest) -> None:
        server.kill()
        one = RatedResult(f"{1:064x}", 1, RatedSide(ADA[1], "Ada", False), RatedSide(BEN[1], "Ben", False), 1.0)
        server.disk.store.execute(RATED_ROW, (bytes.fromhex(one.game), 1, rated_row(one)))
        server.start()
        found = page(server, "Ada")
        assert found.us == SideRecord(1, 1)
        assert len(found.ratings) == 1

    def test_one_that_is_damaged_is_left_out(self) -> None:
        row = to_row(result(1, ADA, BEN))
        assert from_row(row) == result(1, ADA, BEN)
        assert from_row(row[:-2] + b"x}") is None
        assert from_row(b"") is None


class TestOverTime:
    @pytest.mark.parametrize("played_games", [0, 1, 7, 8, 9, 100, 5_000])
    def test_there_are_few_moments_and_the_last_is_now(self, played_games: int) -> None:
        found = moments(played_games)
        assert len(found) <= MOST_MOMENTS
        assert found[-1:] == [played_games][: bool(played_games)]

    def test_they_are_filled_by_and_by(self, server: ServerUnderTest) -> None:
        """A ladder takes long where many play: a question makes a few."""
        server.kill()
        for n in range(1, 7):
            won = float(n > 3)
            one = RatedResult(f"{n:064x}", n, RatedSide(ADA[1], "Ada", False), RatedSide(BEN[1], "Ben", False), won)
            server.disk.store.execute(RATED_ROW, (bytes.fromhex(one.game), n, rated_row(one)))
        server.start()
        assert len(page(server, "Ada").ratings) == 3
        found = page(server, "Ada").ratings
        assert [one.at for one in found] == [1, 2, 3, 4, 5, 6]
        points = [one.points for one in found]
        assert points[0] > points[2] < points[5]
