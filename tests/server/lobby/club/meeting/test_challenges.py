"""Challenges that wait while who posted them is away, and players whom the server pairs."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.keys import fingerprint, public_bytes
from ironbottom.proof.verify import check
from ironbottom.server.archive.results import game_results
from ironbottom.server.archive.results.game_results import RESULT_ROW, GameResult
from ironbottom.server.archive.results.rated_games import RATED_ROW, to_row
from ironbottom.server.archive.results.rating_fit import RatedResult, RatedSide
from ironbottom.server.lobby.club.meeting.open_challenges import waits
from ironbottom.server.runtime.settings import DAY
from ironbottom.server.table.countersign import LAST_WORD
from ironbottom.server.table.stored_table import StoredSeat, StoredTable
from ironbottom.wire.challenging import MOST_CHALLENGES, CloseChallenge, PostChallenge, Posted
from ironbottom.wire.messages import Join, Leave, Refused, Seated
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.server.lobby.club.meeting.posting import BY_THE_DAY, TERMS, came, leaves, listed, posts, sits
from tests.server.lobby.notifications.test_outbox import OTHER, ServerWithEndpoints, wants
from tests.server.support.disk import Disk
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import BEGAN, ServerUnderTest, card_sets
from tests.support.lengths import some


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def joins(server: ServerUnderTest, player: WirePlayer, table: str) -> str:
    """The code with which a seat is refused, or "ok"."""
    return server.answered(player, player.ask(Join, table, b"", "either", player.rng.randbytes(16), special=True,
                                              pace=True))


def on_the_ladder(disk: Disk, *players: tuple[WirePlayer, int]) -> None:
    """Each has won so many rated games against somebody."""
    for player, won in players:
        own = RatedSide(fingerprint(public_bytes(player.key)), player.name, False)
        for n in range(won):
            game = bytes([won, n]) * 16
            other = RatedSide("ZZZZ-ZZZZ-ZZZZ-ZZZZ", "Zed", False)
            result = RatedResult(game.hex(), n, own, other, 1.0)
            disk.store.execute(RATED_ROW, (game, n, to_row(result)))


def as_us(disk: Disk, player: WirePlayer, games: int) -> None:
    """He has played so many games as the US here."""
    own = RatedSide(fingerprint(public_bytes(player.key)), player.name, False)
    for n in range(games):
        game = bytes([n, 77]) * 16
        result = GameResult(game.hex(), n, own, RatedSide(f"X{n}", "Xan", False), 1.0)
        disk.store.execute(RESULT_ROW, (game, n, game_results.to_row(result)))


class TestPosted:
    def test_it_is_listed_with_its_terms_while_who_posted_it_is_away(self, server: ServerUnderTest) -> None:
        ada, ben = came(server, "Ada", 1), came(server, "Ben", 2)
        table = posts(server, ada, BY_THE_DAY, days=3, within=200)
        leaves(server, ada)
        (line,) = listed(server, ben)
        assert (line.table, line.name, line.free, line.status) == (table, "Ada", "either", "open")
        assert line.terms.pace == BY_THE_DAY.pace
        assert line.terms.rated is True
        assert line.challenge is not UNSET
        told = line.challenge
        assert (told.within, told.points, told.bot) == (200, None, False)
        assert told.until == pytest.approx(BEGAN + server.clock.now + 3 * DAY, abs=5)

    def test_whoever_takes_it_up_plays_by_its_terms(self, server: ServerUnderTest) -> None:
        ada, ben = came(server, "Ada", 1), came(server, "Ben", 2)
        table = posts(server, ada, BY_THE_DAY)
        leaves(server, ada)
        assert joins(server, ben, table) == "ok"
        assert ben.status() == "tossing"
        assert listed(server, ben)[0].challenge is UNSET
        server.connect(ada)
        sits(server, ada)
        server.until(lambda: ada.update is not None and ben.update is not None)
        assert ada.table_now.terms == replace(BY_THE_DAY, practice=False)

    def test_who_does_not_say_that_he_was_shown_the_terms_gets_no_seat(self, server: ServerUnderTest) -> None:
        """A planted one: a program that would let its player take up what he has not read."""
        ada, ben = came(server, "Ada", 1), came(server, "Ben", 2)
        table = posts(server, ada, BY_THE_DAY)
        assert server.answered(ben, ben.ask(Join, table)) == "special"

    def test_it_outlives_the_server_and_a_day_without_anybody(self, server: ServerUnderTest) -> None:
        ada = came(server, "Ada", 1)
        table = posts(server, ada, days=5)
        leaves(server, ada)
        for _n in range(4):
            server.run(DAY)
            server.lobby.sweep()
        server.kill()
        server.start()
        server.lobby.sweep()
        ben = came(server, "Ben", 2)
        assert [line.table for line in listed(server, ben)] == [table]
        assert joins(server, ben, table) == "ok"

    def test_it_ends(self, server: ServerUnderTest) -> None:
        ada, ben = came(server, "Ada", 1), came(server, "Ben", 2)
        table = posts(server, ada, days=2)
        leaves(server, ada)
        server.run(2 * DAY + 5)
        assert joins(server, ben, table) == "challenge"
        assert ben.last(Refused).text == "This challenge has ended."
        server.lobby.sweep()
        server.run(1.0)
        assert listed(server, ben) == []
        assert server.lobby.every.challenges.size == 0
        assert joins(server, ben, table) == "no-table"

    def test_one_that_was_taken_up_does_not(self, server: ServerUnderTest) -> None:
        ada, ben = came(server, "Ada", 1), came(server, "Ben", 2)
        table = posts(server, ada, days=1)
        leaves(server, ada)
        assert joins(server, ben, table) == "ok"
        leaves(server, ben)
        server.run(3 * DAY)
        server.lobby.sweep()
        server.run(1.0)
        server.connect(ada)
        sits(server, ada)
        assert ada.status() == "tossing"

    def test_it_is_taken_back_by_its_key_alone(self, server: ServerUnderTest) -> None:
        ada, ben = came(server, "Ada", 1), came(server, "Ben", 2)
        table = posts(server, ada)
        leaves(server, ada)
        assert server.answered(ben, ben.ask(CloseChallenge, table)) == "not-yours"  # a planted thief
        server.connect(ada)
        assert server.answered(ada, ada.ask(CloseChallenge, table)) == "ok"
        assert listed(server, ben) == []
        assert server.answered(ada, ada.ask(CloseChallenge, table)) == "no-table"
        assert server.lobby.every.challenges.size == 0

    def test_once_it_is_taken_up_nobody_takes_it_back(self, server: ServerUnderTest) -> None:
        ada, ben = came(server, "Ada", 1), came(server, "Ben", 2)
        table = posts(server, ada)
        assert joins(server, ben, table) == "ok"
        assert server.answered(ada, ada.ask(CloseChallenge, table)) == "not-yours"

    def test_the_same_request_gives_the_same_seat(self, server: ServerUnderTest) -> None:
        ada = came(server, "Ada", 1)
        table = posts(server, ada, request=bytes(16))
        assert posts(server, ada, request=bytes(16)) == table
        first, second = ada.all(Posted)
        assert (first.token, first.place) == (second.token, second.place)
        assert len(listed(server, ada)) == 1

    def test_so_many_wait_at_a_time(self, server: ServerUnderTest) -> None:
        ada = came(server, "Ada", 1)
        for _n in range(MOST_CHALLENGES):
            assert len(posts(server, ada)) == 8
        assert posts(server, ada) == "limit"
        assert "take one back first" in ada.last(Refused).text
        ada.ask(CloseChallenge, listed(server, ada)[0].table)
        server.run(0.5)
        assert len(posts(server, ada)) == 8

    @pytest.mark.parametrize("terms", [
        Terms(), replace(TERMS, seed=bytes(32)), replace(TERMS, teams=(0,)),
        replace(TERMS, rated=True, advice=True), replace(TERMS, absent="clock"),
    ])
    def test_bad_terms_are_refused(self, server: ServerUnderTest, terms: Terms) -> None:
        ada = came(server, "Ada", 1)
        assert posts(server, ada, terms) == "terms"
        assert posts(server, ada, replace(TERMS, cards="none")) == "no-cards"
        assert listed(server, ada) == []

    @pytest.mark.parametrize("more", [{"days": 0}, {"days": 31}, {"within": -1}, {"within": 1_001}])
    def test_bad_numbers_are_refused(self, server: ServerUnderTest, more: dict[str, Any]) -> None:
        ada = came(server, "Ada", 1)
        assert posts(server, ada, **more) == "malformed"

    def test_nobody_plays_himself(self, server: ServerUnderTest) -> None:
        ada = came(server, "Ada", 1)
        table = posts(server, ada)
        assert joins(server, ada, table) == "challenge"

    def test_a_seat_is_nobody_elses(self, server: ServerUnderTest) -> None:
        """A planted thief: he has the token, and another key."""
        ada, eve = came(server, "Ada", 1), came(server, "Eve", 5)
        posts(server, ada)
        sits(server, eve, ada.last(Posted))
        assert eve.last(Refused).code == "no-seat"

    def test_getting_up_from_it_takes_it_back(self, server: ServerUnderTest) -> None:
        ada = came(server, "Ada", 1)
        table = posts(server, ada)
        sits(server, ada)
        assert server.answered(ada, ada.ask(Leave, table)) == "ok"
        assert listed(server, ada) == []
        assert server.lobby.every.challenges.size == 0


class TestWithinPoints:
    def test_who_is_too_strong_is_refused_with_a_sentence(self, server: ServerUnderTest) -> None:
        server.kill()
        ada, ben, cay = [WirePlayer(name, n, bot=False) for n, name in enumerate(("Ada", "Ben", "Cay"))]
        on_the_ladder(server.disk, (ben, 9))
        server.start()
        for player in (ada, ben, cay):
            server.connect(player)
        table = posts(server, ada, within=100)
        assert joins(server, ben, table) == "challenge"
        points = server.lobby.rated.points(fingerprint(public_bytes(ben.key)))
        assert ben.last(Refused).text == (
            f"This challenge is for opponents from 1400 to 1600 points; you have {points}."
        )
        assert joins(server, cay, table) == "ok"

    def test_a_seeker_is_not_paired_with_him_either(self, server: ServerUnderTest) -> None:
        server.kill()
        ada, ben, cay = [WirePlayer(name, n, bot=False) for n, name in enumerate(("Ada", "Ben", "Cay"))]
        on_the_ladder(server.disk, (ben, 9))
        server.start()
        for player in (ada, ben, cay):
            server.connect(player)
        one = posts(server, ada, within=100, seek=True)
        two = posts(server, ben, seek=True)
        assert one != two
        assert posts(server, cay, within=100, seek=True) == one


class TestSought:
    def test_two_who_seek_the_same_are_paired_and_told(self) -> None:
        server = ServerWithEndpoints()
        ada, ben = came(server, "Ada", 1), came(server, "Ben", 2)
        wants(server, ada)
        wants(server, ben, OTHER)
        table = posts(server, ada, BY_THE_DAY, seek=True)
        assert not ada.last(Posted).paired
        leaves(server, ada)
        assert posts(server, ben, BY_THE_DAY, seek=True) == table
        assert ben.last(Posted).paired
        leaves(server, ben)
        server.run(60.0)
        assert server.told() == ["seat"]
        assert server.told(OTHER) == ["seat"]
        for player in (ada, ben):
            server.connect(player)
            sits(server, player)
        server.until(lambda: ada.update is not None and ben.update is not None)
        assert server.lobby.every.challenges.of_player(public_bytes(ada.key)) == 0

    def test_who_seeks_takes_up_a_challenge_that_waits(self, server: ServerUnderTest) -> None:
        ada, ben = came(server, "Ada", 1), came(server, "Ben", 2)
        table = posts(server, ada, replace(TERMS, side="us"))
        assert posts(server, ben, replace(TERMS, side="us"), seek=True) != table
        assert posts(server, ben, replace(TERMS, side="jp"), seek=True) == table

    @pytest.mark.parametrize("special", [{"cast": 2}, {"advice": True}, {"options": ("radar",)}])
    def test_who_seeks_by_special_terms_has_been_shown_them(
        self, server: ServerUnderTest, special: dict[str, Any]
    ) -> None:
        ada, ben = came(server, "Ada", 1), came(server, "Ben", 2)
        table = posts(server, ada, replace(TERMS, **special))
        assert posts(server, ben, replace(TERMS, **special), seek=True) == table
        assert ben.last(Posted).paired

    def test_the_oldest_goes_first(self, server: ServerUnderTest) -> None:
        ada, ben, cay = [came(server, name, n) for n, name in enumerate(("Ada", "Ben", "Cay"))]
        first = posts(server, ada)
        posts(server, ben)
        assert posts(server, cay, seek=True) == first

    @pytest.mark.parametrize(
        "other", [{"bank": 600}, {"rated": True}, {"cards": "full"}, {"spectators": False}, {"cast": 2}]
    )
    def test_other_terms_do_not_fit(self, server: ServerUnderTest, other: dict[str, Any]) -> None:
        ada, ben = came(server, "Ada", 1), came(server, "Ben", 2)
        table = posts(server, ada, seek=True)
        assert posts(server, ben, replace(TERMS, **other), seek=True) != table

    def test_nobody_is_paired_with_himself_or_a_bot(self, server: ServerUnderTest) -> None:
        ada, mate = came(server, "Ada", 1), WirePlayer("Mate", 9, bot=True)
        server.connect(mate)
        tables = {posts(server, ada, seek=True), posts(server, ada, seek=True), posts(server, mate, seek=True)}
        assert len(tables) == 3

    def test_the_same_request_again_finds_the_seat_at_anothers_table(self, server: ServerUnderTest) -> None:
        ada, ben = came(server, "Ada", 1), came(server, "Ben", 2)
        table = posts(server, ada)
        assert posts(server, ben, seek=True, request=bytes(16)) == table
        server.kill()
        server.start()
        server.connect(ben)
        assert posts(server, ben, seek=True, request=bytes(16)) == table
        first, second = ben.all(Posted)
        assert first.token == second.token

    def test_two_who_come_at_once_are_not_seated_on_one_chair(self, server: ServerUnderTest) -> None:
        ada, ben, cay = [came(server, name, n) for n, name in enumerate(("Ada", "Ben", "Cay"))]
        table = posts(server, ada)
        for player in (ben, cay):
            player.ask(PostChallenge, player.rng.randbytes(16), TERMS, seek=True)
        server.run(1.0)
        assert sorted([ben.last(Posted).paired, cay.last(Posted).paired]) == [False, True]
        assert table in (ben.last(Posted).table, cay.last(Posted).table)


    def test_who_posts_what_somebody_seeks_is_paired_with_him(self, server: ServerUnderTest) -> None:
        """He who seeks has waited for it; two who have only posted wait for whoever takes theirs up."""
        ada, ben, cay = came(server, "Ada", 1), came(server, "Ben", 2), came(server, "Cay", 3)
        sought = posts(server, ada, seek=True)
        assert posts(server, ben) == sought
        assert ben.last(Posted).paired
        assert [seat.name for seat in server.lobby.tables[sought].stored.seats if seat] == ["Ada", "Ben"]
        first, second = posts(server, ben), posts(server, cay)
        assert first != second
        assert {line.table for line in listed(server, cay) if line.challenge} == {first, second}

    def test_it_outlives_the_server_that_somebody_seeks(self, server: ServerUnderTest) -> None:
        sought = posts(server, came(server, "Ada", 1), seek=True)
        server.kill()
        server.start()
        assert posts(server, came(server, "Ben", 2)) == sought

    @pytest.mark.parametrize("seed", some(range(12), 4))
    def test_no_two_wait_of_whom_one_seeks_the_other(self, seed: int) -> None:
        """Whatever is posted and sought in whatever order; the points of nobody change meanwhile."""
        rng, disk = Random(seed), Disk()
        players = [WirePlayer(name, n, bot=False) for n, name in enumerate(("Ada", "Ben", "Cay", "Dan", "Eve"), 1)]
        on_the_ladder(disk, (players[1], 3), (players[2], 7), (players[3], 1))
        server = ServerUnderTest(disk=disk)
        for one in players:
            server.connect(one)
        server.run(0.1)
        sought = dict[str, bool]()
        for _step in range(24):
            terms = replace(TERMS, side=rng.choice(("us", "jp", "either")), bank=rng.choice((0, 600)))
            seek = rng.random() < 0.5
            table = posts(server, rng.choice(players), terms, seek=seek, within=rng.choice((0, 0, 150, 400)))
            sought.setdefault(table, seek)
            waiting = [(one, seat) for one in server.lobby.tables.values() if (seat := waits(one.stored)) is not None]
            for (first, mine), (second, theirs) in combinations(waiting, 2):
                if sought[first.id] or sought[second.id]:
                    assert not _fit(server, first.stored, mine, second.stored, theirs)


def _fit(server: ServerUnderTest, one: StoredTable, mine: StoredSeat, two: StoredTable, theirs: StoredSeat) -> bool:
    """Whether two who wait would play each other, by what each has asked for."""
    assert one.challenge is not None
    assert two.challenge is not None
    apart = abs(server.lobby.challenges.points(mine.key) - server.lobby.challenges.points(theirs.key))
    sides = "either" in (mine.wish, theirs.wish) or mine.wish != theirs.wish
    within = all(apart <= (most or apart) for most in (one.challenge.within, two.challenge.within))
    return mine.key != theirs.key and one.terms.bank == two.terms.bank and sides and within


class TestSidesByFairness:
    @pytest.mark.parametrize("first", [True, False])
    def test_who_had_the_us_more_often_gets_japan(self, server: ServerUnderTest, *, first: bool) -> None:
        server.kill()
        ada, ben = WirePlayer("Ada", 1, bot=False), WirePlayer("Ben", 2, bot=False)
        as_us(server.disk, ada if first else ben, 1)
        server.start()
        for player in (ada, ben):
            server.connect(player)
        posts(server, ada)
        posts(server, ben, seek=True)
        sits(server, ada)
        sits(server, ben)
        server.until(lambda: ada.update is not None and ben.update is not None)
        assert server.live_game(ada).side(0) is (Side.JP if first else Side.US)

    def test_games_that_go_on_count(self, server: ServerUnderTest) -> None:
        """Who had the US in one game gets Japan in the next, though the first is not over."""
        server.kill()
        ada, ben, cay = [WirePlayer(name, n, bot=False) for n, name in enumerate(("Ada", "Ben", "Cay"))]
        as_us(server.disk, ben, 1)
        server.start()
        for player in (ada, ben, cay):
            server.connect(player)
        posts(server, ada)
        posts(server, ben, seek=True)  # Ada gets the US
        posts(server, cay)
        table = posts(server, ada, seek=True)
        toss = server.lobby.tables[table].stored.toss
        assert toss is not None
        assert toss.wishes == ("us", "jp")  # Cay, Ada

    def test_the_game_is_proven_as_any_other(self, server: ServerUnderTest) -> None:
        server.kill()
        ada, ben = WirePlayer("Ada", 1, bot=False), WirePlayer("Ben", 2, bot=False)
        as_us(server.disk, ada, 1)
        server.start()
        for player in (ada, ben):
            server.connect(player)
        posts(server, ada)
        posts(server, ben, seek=True)
        sits(server, ada)
        sits(server, ben)
        server.until(lambda: ada.update is not None and ben.update is not None)
        ben.resign()
        server.run(LAST_WORD + 1)
        verdict = check([line + b"\n" for line in server.disk.lines(ada.table, 1)], card_sets().values())
        assert verdict.ok, verdict


def test_older_tables_are_none(server: ServerUnderTest) -> None:
    ada, ben = came(server, "Ada", 1), came(server, "Ben", 2)
    ada.create(TERMS)
    server.run(0.2)
    assert listed(server, ben)[0].challenge is UNSET
    assert posts(server, ben, seek=True) != ada.last(Seated).table
