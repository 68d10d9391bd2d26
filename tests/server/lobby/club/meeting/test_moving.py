"""Two challenges that wait already are brought together when they come to fit; whose seat moves finds it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.keys import fingerprint, public_bytes
from ironbottom.server.lobby.club.meeting import moving
from ironbottom.server.runtime.settings import DAY
from ironbottom.server.store.journal import Write
from ironbottom.server.table import toss_handlers
from ironbottom.wire.blocking import BlockPlayer, Unblock
from ironbottom.wire.challenging import CloseChallenge, Moved, PostChallenge, Posted
from ironbottom.wire.messages import Bye, Leave, Refused, Resume, Watch
from ironbottom.wire.terms import Terms
from tests.server.lobby.club.meeting.posting import BY_THE_DAY, TERMS, came, leaves, listed, posts, sits
from tests.server.lobby.club.meeting.test_blocks import blocked, letters, member
from tests.server.lobby.club.meeting.test_challenges import joins, on_the_ladder
from tests.server.lobby.notifications.test_outbox import OTHER, ServerWithEndpoints, wants
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest
from tests.server.support.strangers import TIMES, swept

SOUGHT: dict[str, Any] = {"seek": True, "movable": True}
NO_TABLE = "no-table"


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def apart(server: ServerUnderTest, terms: Terms = TERMS, **more: Any) -> tuple[WirePlayer, WirePlayer, str, str]:
    """Ada has blocked Ben; both seek the same, Ada a while longer."""
    ada, ben = member(server, "Ada", 1), member(server, "Ben", 2, 1)
    assert blocked(server, ada, "Ben") == "ok"
    older = posts(server, ada, terms, **{**SOUGHT, **more})
    server.run(2.0)
    newer = posts(server, ben, terms, **{**SOUGHT, **more})
    assert older != newer
    looks(server)
    assert {older, newer} <= {*server.lobby.tables}
    return ada, ben, older, newer


def lifts(server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer) -> None:
    assert server.answered(ada, ada.ask(Unblock, letters(ben))) == "ok"


def looks(server: ServerUnderTest) -> None:
    """Its next round."""
    server.lobby.sweep()
    server.run(1.0)


def restarts(server: ServerUnderTest, *players: WirePlayer) -> None:
    server.kill()
    server.start()
    for player in players:
        server.connect(player)
    server.run(0.1)


def resumes(server: ServerUnderTest, player: WirePlayer, table: str, token: bytes) -> Any:
    """What he hears first who comes with this token to this table."""
    seq = player.ask(Resume, table, token)
    server.run(0.5)
    return next(one for one in player.told if getattr(one, "seq", 0) == seq)


def follows(server: ServerUnderTest, player: WirePlayer, moved: Moved) -> None:
    sits(server, player, Posted(1, moved.to, moved.place, player.last(Posted).token, paired=True))


def sit_at(server: ServerUnderTest, table: str) -> list[str]:
    return [seat.name for seat in server.lobby.tables[table].stored.seats if seat is not None]


class TestAnother:
    """What makes two fit who wait already."""

    def test_a_block_that_is_lifted(self, server: ServerUnderTest) -> None:
        ada, ben, older, newer = apart(server)
        lifts(server, ada, ben)
        assert newer in server.lobby.tables  # until the next round, as with everything that makes two fit
        looks(server)
        assert newer not in server.lobby.tables
        assert sit_at(server, older) == ["Ada", "Ben"]

    def test_the_ladder_is_another(self, server: ServerUnderTest) -> None:
        server.kill()
        ada, ben = [WirePlayer(name, n, bot=False) for n, name in enumerate(("Ada", "Ben"))]
        on_the_ladder(server.disk, (ben, 9))
        server.start()
        for player in (ada, ben):
            server.connect(player)
        older, newer = posts(server, ada, within=100, **SOUGHT), posts(server, ben, **SOUGHT)
        looks(server)
        assert newer in server.lobby.tables
        server.lobby.rated._results.clear()  # all of his games are too old to count now
        server.lobby.rated._stale, server.lobby.rated._next = True, 0.0
        looks(server)
        assert sit_at(server, older) == ["Ada", "Ben"]

    def test_a_third_who_stood_between_is_gone(self, server: ServerUnderTest) -> None:
        ada, ben, cay = [came(server, name, n) for n, name in enumerate(("Ada", "Ben", "Cay"))]
        older = posts(server, ada, **SOUGHT)
        assert joins(server, cay, older) == "ok"
        newer = posts(server, ben, **SOUGHT)
        looks(server)
        assert sit_at(server, newer) == ["Ben"]
        assert server.answered(cay, cay.ask(Leave, older)) == "ok"
        looks(server)
        assert sit_at(server, older) == ["Ada", "Ben"]

    def test_a_restart_between_forgets_nothing(self, server: ServerUnderTest) -> None:
        ada, ben, older, newer = apart(server)
        lifts(server, ada, ben)
        restarts(server, ada, ben)
        looks(server)
        assert newer not in server.lobby.tables
        assert sit_at(server, older) == ["Ada", "Ben"]

    def test_a_few_at_a_time(self, server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(moving, "COMPARED", 1)
        ada, ben, older, _newer = apart(server)
        lifts(server, ada, ben)
        for _n in range(8):
            looks(server)
        assert sit_at(server, older) == ["Ada", "Ben"]

    def test_where_only_one_seeks_it_is_he_who_moves(self, server: ServerUnderTest) -> None:
        ada, ben = member(server, "Ada", 1), member(server, "Ben", 2, 1)
        assert blocked(server, ada, "Ben") == "ok"
        sought, posted = posts(server, ada, **SOUGHT), posts(server, ben)
        lifts(server, ada, ben)
        looks(server)
        assert sought not in server.lobby.tables
        assert sit_at(server, posted) == ["Ben", "Ada"]


class TestStays:
    """Who is left where he is."""

    def test_whose_program_does_not_follow(self, server: ServerUnderTest) -> None:
        """Planted: it would not know where its seat is."""
        ada, ben, older, newer = apart(server, movable=False)
        lifts(server, ada, ben)
        looks(server)
        assert {older, newer} <= {*server.lobby.tables}

    def test_who_has_not_sought_but_joined_and_was_left_alone(self, server: ServerUnderTest) -> None:
        ada, ben, older, newer = apart(server)
        cay = came(server, "Cay", 3)
        cay.tosses = ben.tosses = False
        assert joins(server, cay, newer) == "ok"
        sits(server, ben)
        assert server.answered(ben, ben.ask(Leave, newer)) == "ok"
        lifts(server, ada, ben)
        looks(server)
        assert cay.all(Moved) == []  # but she who seeks comes to her
        assert sit_at(server, newer) == ["Ada", "Cay"]
        assert older not in server.lobby.tables

    def test_who_is_at_a_toss_with_somebody(self, server: ServerUnderTest) -> None:
        ada, ben, older, newer = apart(server)
        cay = came(server, "Cay", 3)
        cay.tosses = False
        assert joins(server, cay, newer) == "ok"
        lifts(server, ada, ben)
        looks(server)
        assert sit_at(server, newer) == ["Ben", "Cay"]
        assert sit_at(server, older) == ["Ada"]

    def test_two_who_come_to_fit_for_other_terms(self, server: ServerUnderTest) -> None:
        ada, ben = member(server, "Ada", 1), member(server, "Ben", 2, 1)
        assert blocked(server, ada, "Ben") == "ok"
        tables = {posts(server, ada, **SOUGHT), posts(server, ben, replace(TERMS, bank=600), **SOUGHT)}
        lifts(server, ada, ben)
        looks(server)
        assert tables <= {*server.lobby.tables}

    def test_who_comes_from_far_for_a_table_of_this_network(self, server: ServerUnderTest) -> None:
        near = replace(TERMS, reach="lan")
        ada, ben = member(server, "Ada", 1), came(server, "Ben", 2, address="8.8.8.8")
        assert blocked(server, ada, letters(ben)) == "ok"
        tables = {posts(server, ada, near, **SOUGHT), posts(server, ben, near, **SOUGHT)}
        lifts(server, ada, ben)
        looks(server)
        assert tables <= {*server.lobby.tables}

    def test_two_of_this_network_meet(self, server: ServerUnderTest) -> None:
        ada, ben, older, _newer = apart(server, replace(TERMS, reach="lan"))
        lifts(server, ada, ben)
        looks(server)
        assert sit_at(server, older) == ["Ada", "Ben"]

    def test_where_one_has_ended(self, server: ServerUnderTest) -> None:
        ada, ben, older, _newer = apart(server, days=1)
        for player in (ada, ben):
            leaves(server, player)
        server.run(DAY + 5)
        server.connect(ada)
        lifts(server, ada, ben)
        looks(server)
        assert older not in server.lobby.tables
        assert server.lobby.every.moved.size == 0


class TestFollows:
    """Whose seat has moved."""

    def test_who_is_there_is_told_and_plays_on(self, server: ServerUnderTest) -> None:
        ada, ben, older, newer = apart(server)
        for player in (ada, ben):
            player.auto = True
            sits(server, player)
        lifts(server, ada, ben)
        looks(server)
        assert ben.last(Moved) == Moved(0, newer, older, 1)
        assert ada.all(Moved) == []
        follows(server, ben, ben.last(Moved))
        server.until(lambda: ada.update is not None and ben.update is not None)
        assert server.lobby.tables[older].stored.seats[1].token == ben.all(Posted)[-1].token  # type: ignore[union-attr]

    @pytest.mark.parametrize("between", [restarts, lambda *_all: None], ids=["a restart between", "none"])
    def test_who_was_away_finds_it_by_the_old_table(
        self, server: ServerUnderTest, between: Callable[..., None]
    ) -> None:
        ada, ben, older, newer = apart(server)
        leaves(server, ben)
        lifts(server, ada, ben)
        looks(server)
        between(server, ada)
        ben.auto = ada.auto = True
        server.connect(ben)
        said = resumes(server, ben, newer, ben.last(Posted).token)
        assert said == Moved(ben.seq, newer, older, 1)
        follows(server, ben, said)
        sits(server, ada)
        server.until(lambda: ada.update is not None and ben.update is not None)
        assert resumes(server, ben, newer, ben.last(Posted).token).to == older  # as long as that table is there

    @pytest.mark.parametrize("between", [restarts, lambda *_all: None], ids=["a restart between", "none"])
    def test_who_comes_when_the_game_is_over_finds_it_too(
        self, server: ServerUnderTest, between: Callable[..., None]
    ) -> None:
        """It lies in the journal alone by then; when it is taken away from there nothing is remembered."""
        ada, ben, older, newer = apart(server)
        lifts(server, ada, ben)
        looks(server)
        ben.auto = ada.auto = True
        follows(server, ben, Moved(0, newer, older, 1))
        sits(server, ada)
        server.until(lambda: ada.update is not None and ben.update is not None)
        ada.resign()
        server.run(10.0)
        leaves(server, ada)
        leaves(server, ben)
        swept(server, TIMES.idle + 120.0)
        assert older in server.lobby.every.finished
        between(server)
        server.connect(ben)
        server.run(0.1)
        assert resumes(server, ben, newer, ben.last(Posted).token) == Moved(ben.seq, newer, older, 1)
        assert resumes(server, ben, newer, bytes(16)).code == NO_TABLE
        leaves(server, ben)
        swept(server, TIMES.over + DAY)
        assert server.lobby.every.moved.size == 0

    def test_both_hear_of_it_by_the_ways_that_they_have_chosen(self) -> None:
        server = ServerWithEndpoints()
        ada, ben, _older, _newer = apart(server, BY_THE_DAY)
        wants(server, ada)
        wants(server, ben, OTHER)
        lifts(server, ada, ben)
        leaves(server, ada)
        leaves(server, ben)
        looks(server)
        server.run(60.0)
        assert server.told() == ["seat"]
        assert server.told(OTHER) == ["seat"]

    def test_the_same_request_finds_the_seat(self, server: ServerUnderTest) -> None:
        ada, ben, older, _newer = apart(server)
        lifts(server, ada, ben)
        looks(server)
        request = server.lobby.tables[older].stored.seats[1].request  # type: ignore[union-attr]
        assert posts(server, ben, request=request, **SOUGHT) == older
        assert ben.last(Posted).paired

    def test_a_thief_hears_what_he_hears_of_a_table_that_never_was(self, server: ServerUnderTest) -> None:
        """Planted: another token, another key, a look, a way back without either."""
        ada, ben, older, newer = apart(server)
        lifts(server, ada, ben)
        looks(server)
        eve, token = came(server, "Eve", 5), ben.last(Posted).token
        never = resumes(server, eve, "NOTHERE1", token)
        assert never.code == NO_TABLE
        for player, key in ((eve, token), (eve, bytes(16)), (ben, bytes(16)), (ada, ada.last(Posted).token)):
            said = resumes(server, player, newer, key)
            assert isinstance(said, Refused)
            assert (said.code, said.text) == (never.code, never.text)
        assert server.answered(eve, eve.ask(Watch, newer)) == NO_TABLE
        assert server.answered(ben, ben.ask(CloseChallenge, newer)) == NO_TABLE
        assert sit_at(server, older) == ["Ada", "Ben"]

    def test_what_is_remembered_goes_with_the_table(self, server: ServerUnderTest) -> None:
        ada, ben, older, newer = apart(server)
        lifts(server, ada, ben)
        looks(server)
        follows(server, ben, Moved(0, newer, older, 1))
        assert server.lobby.every.moved.size == 2
        assert server.answered(ben, ben.ask(Leave, older)) == "ok"
        assert server.lobby.every.moved.size == 0
        assert resumes(server, ben, newer, ben.last(Posted).token).code == NO_TABLE

    def test_who_looks_on_hears_that_it_is_over(self, server: ServerUnderTest) -> None:
        ada, ben, _older, newer = apart(server)
        cay = came(server, "Cay", 3)
        cay.ask(Watch, newer)
        server.run(0.5)
        lifts(server, ada, ben)
        looks(server)
        assert cay.status() == "over"
        assert cay.all(Bye) == []


class TestOneStep:
    def test_at_every_moment_he_has_one_seat(
        self, server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The disk as it is after each commit: what another server would put up after a loss of power."""
        ada, ben, older, _newer = apart(server)
        lifts(server, ada, ben)
        written, seen = server.disk.written, list[list[str]]()

        def noted(writes: tuple[Write, ...]) -> None:
            written(writes)
            rows = server.disk.store.execute("SELECT id, body FROM tables").fetchall()
            seen.append([table for table, body in rows if b'"Ben"' in body])

        monkeypatch.setattr(server.disk, "written", noted)
        looks(server)
        assert seen
        assert {len(tables) for tables in seen} == {1}
        assert seen[-1] == [older]

    def test_a_full_disk_leaves_both_where_they_are(self, server: ServerUnderTest) -> None:
        ada, ben, older, newer = apart(server)
        lifts(server, ada, ben)
        server.disk.full = True
        looks(server)
        server.disk.full = False
        server.run(30.0)
        assert (sit_at(server, older), sit_at(server, newer)) == (["Ada"], ["Ben"])
        looks(server)
        assert sit_at(server, older) == ["Ada", "Ben"]

    def test_a_fault_of_ours_lets_nobody_wait(self, server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
        ada, ben, older, newer = apart(server)
        lifts(server, ada, ben)

        def fails(*_all: object) -> None:
            raise RuntimeError("planted")

        with monkeypatch.context() as patched:
            patched.setattr(toss_handlers, "start", fails)
            looks(server)
        assert server.answered(ben, ben.ask(CloseChallenge, newer)) == "ok"
        assert sit_at(server, older) == ["Ada"]

    def test_who_takes_his_back_meanwhile(self, server: ServerUnderTest) -> None:
        ada, ben, older, newer = apart(server)
        lifts(server, ada, ben)
        server.lobby.sweep()
        ben.ask(CloseChallenge, newer)
        server.run(1.0)
        assert newer not in server.lobby.tables
        assert sit_at(server, older) in (["Ada"], ["Ada", "Ben"])

    def test_whoever_takes_the_seat_meanwhile_has_it(self, server: ServerUnderTest) -> None:
        ada, ben, older, newer = apart(server)
        cay = came(server, "Cay", 3)
        lifts(server, ada, ben)
        cay.ask(PostChallenge, cay.rng.randbytes(16), TERMS, **SOUGHT)
        server.lobby.sweep()
        server.run(2.0)
        looks(server)
        everybody = sorted([name for table in server.lobby.tables for name in sit_at(server, table)])
        assert everybody == ["Ada", "Ben", "Cay"]
        assert {line.table for line in listed(server, cay)} >= {older} - {newer}
        assert fingerprint(public_bytes(ada.key)) == letters(ada)

    def test_he_who_is_blocked_anew_stays(self, server: ServerUnderTest) -> None:
        ada, ben, older, newer = apart(server)
        lifts(server, ada, ben)
        assert server.answered(ada, ada.ask(BlockPlayer, "Ben")) == "ok"
        looks(server)
        assert {older, newer} <= {*server.lobby.tables}
