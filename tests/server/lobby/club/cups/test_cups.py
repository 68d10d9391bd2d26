"""Cups that run by themselves on a server: whole ones, and whatever may happen to them."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.keys import public_bytes
from ironbottom.server.archive.results.rated_games import ratings
from ironbottom.server.lobby.club.cups.cups import CupRefused
from ironbottom.server.lobby.club.moderation import line_of
from ironbottom.server.store.journal import NotStored
from ironbottom.wire.cups import CupKind, EnterCup, LeaveCup, ListCups, ShowCup
from ironbottom.wire.messages import Glance, Join, Leave, Refused, Rematch, Resume, Summaries, Table
from ironbottom.wire.naming import RevokeKey
from ironbottom.wire.notifying import Subscribe
from ironbottom.wire.pace import DAY, PaceTerms
from ironbottom.wire.terms import Terms
from tests.server.lobby.club.cups.club import SLOW, CupClub, CupMember
from tests.server.lobby.notifications.test_outbox import ServerWithEndpoints


def begun_club(players: int, kind: CupKind = "round-robin", games: int = 1, **more: Any) -> CupClub:
    """With a cup whose first round has come."""
    club = CupClub(players, kind, games, **more)
    assert club.enters(*club.members) == ["ok"] * players
    assert club.starts() is None
    return club


def endings(club: CupClub) -> list[str]:
    return [one.result.ending for one in club.games if one.result is not None]


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize(("kind", "games"), [("round-robin", 1), ("round-robin", 2), ("knock-out", 2)])
def test_a_whole_cup(kind: CupKind, games: int, players: int) -> None:
    """Also with odd numbers: the strongest wins all his games, and nobody else does anything but play."""
    club = begun_club(players, kind, games)
    best = club.now.order[-1]
    club.plays_all(lambda one: best if best in (one.us, one.jp) else one.us)
    assert club.now.state == "over"
    shown = club.shown(club.members[0])
    assert (shown.players[0].name, shown.players[0].place) == (club.now.entrants[best].name, 1)
    even = kind == "round-robin" and (players % 2 or games == 2)
    assert {one.us - one.jp for one in shown.players} <= ({0} if even else {-1, 0, 1})
    assert {*endings(club)} == {"played"}


class TestEntering:
    def test_it_begins_by_itself_when_its_time_has_come(self) -> None:
        club = CupClub(3)
        club.enters(*club.members)
        club.passes(0.9)
        assert not club.open
        club.passes(0.2)
        assert club.now.state == "running"
        assert len(club.open) == 1

    def test_alone_nobody_plays(self) -> None:
        club = CupClub(1)
        club.enters(*club.members)
        club.passes(1.1)
        assert club.now.state == "over"

    def test_who_has_no_name_of_his_own_does_not_enter(self) -> None:
        """A planted cheat: somebody comes under the name of a player, and would play for him."""
        club = CupClub(2)
        eve = CupMember("Ada", 9)
        club.comes(eve)
        assert club.enters(eve) == ["cup-name"]

    def test_he_enters_under_the_name_of_his_key_whatever_he_says(self) -> None:
        club = CupClub(2)
        eve = CupMember("Eve")
        club.comes(eve)
        assert club.claims(eve) == "ok"
        eve.name = "Ada"
        club.comes(eve)
        assert club.enters(eve) == ["ok"]
        assert [one.name for one in club.now.entrants] == ["Eve"]

    def test_twice_is_once_and_nobody_enters_late_or_where_there_is_no_room(self) -> None:
        club = CupClub(4, most=2)
        assert club.enters(*club.members[:3]) == ["ok", "ok", "cup-full"]
        assert club.enters(club.members[0]) == ["ok"]
        assert len(club.now.entrants) == 2
        assert club.starts() is None
        assert club.enters(club.members[3]) == ["cup-begun"]
        late = CupClub(2)
        late.server.run(25 * 3600.0)  # and nobody has looked after it yet
        for one in late.members:
            late.comes(one)
        assert late.enters(*late.members) == ["cup-begun", "cup-begun"]

    def test_who_leaves_before_it_begins_may_come_again(self) -> None:
        club = CupClub(2)
        ada = club.members[0]
        assert club.enters(ada) == ["ok"]
        assert club.server.answered(ada, ada.ask(LeaveCup, club.cup)) == "ok"
        assert not club.now.entrants
        assert club.server.answered(ada, ada.ask(LeaveCup, club.cup)) == "no-entrant"
        assert club.enters(ada) == ["ok"]

    def test_there_is_no_such_cup(self) -> None:
        club = CupClub(1)
        ada = club.members[0]
        for kind in (ShowCup, EnterCup, LeaveCup):
            assert club.server.answered(ada, ada.ask(kind, "NONE")) == "no-cup"

    def test_who_asks_all_the_time_is_refused(self) -> None:
        club = CupClub(1)
        for _n in range(30):
            club.members[0].ask(ListCups)
        club.server.run(1.0)
        assert club.members[0].last(Refused).code == "limit"


class TestTables:
    def test_nobody_sits_down_by_the_seat_of_another(self) -> None:
        """Planted cheats: with his token under another key, with his key and another token, and by `join`."""
        club = begun_club(3)
        (game,) = club.open
        table, (us, jp) = game.table, game.tokens
        eve = CupMember("Eve")
        club.comes(eve)
        assert club.server.answered(eve, eve.ask(Resume, table, us, 0)) == "no-seat"
        assert club.server.answered(eve, eve.ask(Join, table, b"", "us", us)) == "taken"
        ada = CupMember(club.now.entrants[game.us].name)
        club.comes(ada)
        assert club.server.answered(ada, ada.ask(Resume, table, jp, 0)) == "no-seat"
        assert not club.seats(eve)

    def test_the_sides_are_those_of_the_schedule(self) -> None:
        club = begun_club(2, "round-robin", 2)
        (game,) = club.open
        club.plays(game, game.us)
        (swapped,) = club.open
        assert (swapped.us, swapped.jp) == (game.jp, game.us)
        table = club.server.lobby.tables[game.table]
        assert table.live_game is not None
        assert [player.key for player in table.live_game.begun.players] == [
            club.now.entrants[game.us].key, club.now.entrants[game.jp].key,
        ]
        assert table.live_game.begun.us == 0

    def test_who_gets_up_keeps_his_seat_and_nobody_plays_on(self) -> None:
        club = begun_club(2)
        (game,) = club.open
        ada = club.sits(club.member(game.us), game.table)
        assert club.server.answered(ada, ada.ask(Leave, game.table)) == "ok"
        assert None not in club.server.lobby.tables[game.table].stored.seats
        club.plays(game, game.jp)
        ada = club.members[0]
        again = CupMember(club.now.entrants[game.us].name)
        club.comes(again)
        again.ask(Resume, game.table, game.tokens[0], 0)
        club.server.run(0.1)
        assert club.server.answered(again, again.ask(Rematch, game.table)) == "over"

    def test_both_find_it_among_their_tables(self) -> None:
        club = begun_club(2)
        (game,) = club.open
        for one in club.members:
            one.ask(Glance, (game.table,))
            club.server.run(0.1)
            (summary,) = one.last(Summaries).tables
            assert summary.line.table == game.table

    def test_both_are_told_once_by_the_ways_that_they_chose(self) -> None:
        server = ServerWithEndpoints()
        club = CupClub(3, server=server)
        for n, one in enumerate(club.members):
            one.ask(Subscribe, "webhook", f"https://example.org/{n}")
            server.run(0.5)
        club.enters(*club.members)
        assert club.starts() is None
        server.run(10.0)
        (game,) = club.open
        told = {club.now.entrants[n].name: server.told(f"https://example.org/{n}") for n in range(3)}
        assert {name: what for name, what in told.items() if what} == {
            club.now.entrants[n].name: ["cup"] for n in (game.us, game.jp)
        }
        club.restarts()
        server.run(10.0)
        assert [*told.values()] == [server.told(f"https://example.org/{n}") for n in range(3)]

    def test_games_are_rated_if_the_terms_say_so(self) -> None:
        for rated, games in ((True, 1), (False, 0)):
            club = begun_club(2, terms=replace(SLOW, rated=True) if rated else SLOW)
            (game,) = club.open
            club.plays(game, game.us)
            assert ratings([*club.server.lobby.rated._results.values()]).games == games


class TestWhoDoesNotPlay:
    def test_who_does_not_come_has_lost(self) -> None:
        club = begun_club(2)
        (game,) = club.open
        club.sits(club.member(game.jp), game.table)  # and commits to his share of the toss
        club.passes(4.9)
        assert club.open
        club.passes(0.2)
        assert club.now.state == "over"
        (row, other) = club.shown(club.members[0]).players
        assert (row.name, row.points, other.points) == (club.now.entrants[game.jp].name, 1.0, 0.0)
        assert endings(club) == ["default"]
        assert club.server.lobby.tables[game.table].stored.status == "over"
        assert not club.seats(club.members[0])

    def test_where_neither_comes_neither_has_a_point_and_the_cup_goes_on(self) -> None:
        club = begun_club(4)
        for _round in range(3):
            club.passes(5.1)
        assert club.now.state == "over"
        assert endings(club) == ["default"] * 6
        assert {one.points for one in club.shown(club.members[0]).players} == {0.0}

    def test_a_game_by_the_day_that_is_begun_ends_by_its_own_clock(self) -> None:
        club = begun_club(2, terms=replace(SLOW, pace=PaceTerms(10 * DAY)))
        (game,) = club.open
        both = [club.sits(club.member(n), game.table) for n in (game.us, game.jp)]
        club.server.until(lambda: all(one.update is not None for one in both))
        club.passes(6)
        assert club.open
        for _look in range(10):
            club.passes(3.1)
        assert endings(club) == ["played"]

    def test_a_game_of_an_evening_is_lost_by_whom_it_waits_for_at_the_end_of_its_round(self) -> None:
        club = begun_club(2, terms=Terms(least=0, bank=86_400))
        (game,) = club.open
        both = [club.sits(club.member(n), game.table) for n in (game.us, game.jp)]
        club.server.until(lambda: all(one.update is not None for one in both))
        live_game = club.server.lobby.tables[game.table].live_game
        assert live_game is not None
        asked = [*live_game.game.asked]
        club.restarts()
        for _look in range(3):
            club.passes(5.1)
        (result,) = [one.result for one in club.games]
        assert result is not None
        assert result.ending == "default"
        expected = (0.5, 0.5) if len(asked) == 2 else (0.0, 1.0) if int(asked[0]) == 0 else (1.0, 0.0)
        assert (result.us, result.jp) == expected

    def test_a_server_that_stands_still_takes_nothing_from_the_round(self) -> None:
        club = begun_club(2)
        club.passes(2)
        club.restarts(down=4)
        club.passes(2.9)
        assert club.open
        club.passes(0.2)
        assert not club.open

    def test_who_leaves_loses_what_is_open_and_plays_no_more(self) -> None:
        club = begun_club(4, "round-robin", 2)
        gone = club.now.order[0]
        member = club.member(gone)
        assert club.server.answered(member, member.ask(LeaveCup, club.cup)) == "ok"
        club.plays_all(lambda one: one.us)
        assert club.now.state == "over"
        assert sorted(endings(club)) == ["played"] * 6 + ["withdrawn"] * 6
        shown = {one.name: one for one in club.shown(club.members[0]).players}
        assert shown[member.name].out
        assert {one.games for one in shown.values() if not one.out} == {4}

    def test_who_is_banned_is_out(self) -> None:
        club = begun_club(2, "knock-out")
        key = public_bytes(club.members[0].key)
        fingerprint = club.shown(club.members[0]).players[0].key
        club.server.lobby.club.moderation.follow([line_of(f"key {fingerprint}")])
        club.passes(0.01)
        assert club.now.state == "over"
        assert {*endings(club)} == {"withdrawn"}
        banned = next(one for one in club.now.entrants if one.out)
        assert (banned.key == key) == (banned.name == club.members[0].name)

    def test_the_host_decides_a_game_once(self) -> None:
        club = begun_club(2)
        cups = club.server.lobby.cups
        assert {one.points for one in club.shown(club.members[0]).players} == {0.0}
        assert club.does(cups.decide, club.cup, 1, 0.5) is None
        assert {one.points for one in club.shown(club.members[0]).players} == {0.5}
        assert isinstance(club.does(cups.decide, club.cup, 1, 1.0), CupRefused)
        assert [(one.result.us, one.result.ending) for one in club.games if one.result] == [(0.5, "decided")]
        assert club.now.state == "over"

    def test_a_game_that_goes_on_after_its_result_changes_nothing(self) -> None:
        club = begun_club(2)
        (game,) = club.open
        both = [club.sits(club.member(n), game.table) for n in (game.us, game.jp)]
        club.server.until(lambda: all(one.update is not None for one in both))
        assert club.does(club.server.lobby.cups.decide, club.cup, 1, 1.0) is None
        both[0].resign()
        club.server.run(1.0)
        club.restarts()
        assert [(one.result.us, one.result.ending) for one in club.games if one.result] == [(1.0, "decided")]

    @pytest.mark.parametrize("act", ["decide", "withdraw", "end"])
    def test_who_plays_on_is_told_that_it_counts_no_more(self, act: str) -> None:
        """Both hear it, also after a restart, and how they end it changes nothing in the cup."""
        club, both = _in_play()
        (game,), cups = club.open, club.server.lobby.cups
        assert [one.last(Table).settled for one in both] == [UNSET] * 2
        more = {"decide": (1, 1.0), "withdraw": (club.now.entrants[game.us].key,), "end": ()}[act]
        assert club.does(getattr(cups, act), club.cup, *more) is None
        assert [(one.last(Table).status, one.last(Table).settled) for one in both] == [("playing", True)] * 2
        stood = club.shown(club.members[0]).players
        club.restarts()
        again = [club.resumes(one, game.table, token) for one, token in zip(both, game.tokens, strict=True)]
        assert [one.last(Table).settled for one in again] == [True] * 2
        again[0].resign()
        club.server.run(1.0)
        assert [(one.last(Table).status, one.last(Table).settled) for one in again] == [("over", UNSET)] * 2
        assert club.shown(again[0]).players == stood
        club.restarts()
        club.comes(club.members[0])
        assert club.shown(club.members[0]).players == stood

    def test_a_table_that_could_not_be_told_is_told_by_the_next_look(self) -> None:
        club, both = _in_play()
        cups, journal = club.server.lobby.cups, club.server.lobby.journal
        journal.committed = lambda: setattr(club.server.disk, "full", True)  # type: ignore[attr-defined]
        assert club.does(cups.decide, club.cup, 1, 1.0) is None
        journal.committed = lambda: None  # type: ignore[attr-defined]
        assert both[0].last(Table).settled is UNSET
        club.server.disk.full = False
        club.passes(0.01)
        assert both[0].last(Table).settled is True

    def test_a_game_with_a_result_of_its_own_is_told_nothing(self) -> None:
        club, both = _in_play(3)
        both[0].resign()
        club.server.run(1.0)
        club.passes(0.01)
        assert {one.settled for one in both[0].all(Table)} == {UNSET}

    def test_the_host_ends_it(self) -> None:
        club = begun_club(2)
        (game,) = club.open
        assert club.does(club.server.lobby.cups.end, club.cup) is None
        assert club.now.state == "over"
        assert club.server.lobby.tables[game.table].stored.status == "over"
        assert isinstance(club.does(club.server.lobby.cups.end, club.cup), CupRefused)

    def test_a_draw_by_agreement_is_half_a_point_for_each(self) -> None:
        club = begun_club(2, terms=replace(SLOW, offers=("draw",)))
        (game,) = club.open
        both = [club.sits(club.member(n), game.table) for n in (game.us, game.jp)]
        club.server.until(lambda: all(one.update is not None for one in both))
        both[0].offer("draw")
        club.server.run(0.2)
        both[1].accept("draw")
        club.server.run(1.0)
        assert {one.points for one in club.shown(club.members[0]).players} == {0.5}
        assert endings(club) == ["played"]

    def test_who_has_lost_his_device_plays_on_by_his_printed_code(self) -> None:
        club = begun_club(2)
        (game,) = club.open
        lost = club.member(game.us)
        anew = CupMember(lost.name, 7)
        club.comes(anew)
        assert club.recovers(anew) == "ok"
        assert club.now.entrants[game.us].key == public_bytes(anew.key)
        assert [seat.table for seat in club.seats(anew)] == [game.table]
        assert club.comes_again(lost) == "revoked"
        other = club.sits(club.member(game.jp), game.table)
        here = club.sits(anew, game.table)
        club.server.until(lambda: here.update is not None and other.update is not None)

    def test_who_takes_a_name_that_an_entrant_has_given_up_does_not_play_for_him(self) -> None:
        """A planted cheat; he who was there plays on under his new name."""
        club = begun_club(2)
        ada = CupMember("Ada")
        ada.name = "Adele"
        club.comes(ada)
        assert club.claims(ada) == "ok"
        eve = CupMember("Ada", 9)
        club.comes(eve)
        assert club.claims(eve) == "ok"
        club.server.run(1.0)
        assert sorted([one.name for one in club.now.entrants]) == ["Adele", "Ben"]
        assert not club.seats(eve)
        assert club.seats(ada)

    def test_a_key_that_was_revoked_before_the_name_was_recovered_loses_nothing(self) -> None:
        club = begun_club(2)
        (game,) = club.open
        lost = CupMember(club.member(game.us).name)
        club.comes(lost)
        lost.ask(RevokeKey)
        club.server.run(0.5)
        anew = CupMember(lost.name, 7)
        club.comes(anew)
        assert club.recovers(anew) == "ok"
        assert [seat.table for seat in club.seats(anew)] == [game.table]


class TestStops:
    def test_killed_at_any_commit_it_goes_on_and_makes_each_table_once(self) -> None:
        """From the making of the cup to its end: what is durable and known to nobody is found again."""
        for n in range(1, 60):
            club = CupClub(2, "round-robin", 2)
            if not _played_with_a_kill(club, n):
                break
        else:
            raise AssertionError("there are more commits than that")
        assert n > 8

    def test_a_full_disk_starts_nothing_and_the_next_look_does(self) -> None:
        club = CupClub(2)
        club.enters(*club.members)
        club.server.disk.full = True
        assert isinstance(club.starts(), NotStored)
        assert not club.games
        club.server.disk.full = False
        club.passes(1.1)
        assert club.open

    def test_a_table_that_could_not_be_closed_is_closed_by_the_next_look(self) -> None:
        club = begun_club(2)
        (game,) = club.open
        table = club.server.lobby.tables[game.table]
        table.wait()
        assert club.does(club.server.lobby.cups.decide, club.cup, 1, 1.0) is None
        club.server.disk.full = True
        table.free()
        club.server.run(1.0)
        assert not club.is_over(game.table)
        club.server.disk.full = False
        club.passes(0.01)
        assert club.is_over(game.table)

    def test_a_damaged_row_hides_no_other_cup(self) -> None:
        club = CupClub(2)
        kept = club.cup
        other = club.made("knock-out", 2)
        club.server.disk.store.execute("UPDATE cups SET body = x'00' WHERE id = ?", (other,))
        club.restarts()
        assert [*club.server.lobby.cups.cups] == [kept]


def _in_play(players: int = 2) -> tuple[CupClub, list[CupMember]]:
    """A cup whose first game has begun, and who plays it, the US first."""
    club = begun_club(players, terms=replace(SLOW, pace=PaceTerms(20 * DAY)))
    game = club.open[0]
    both = [club.sits(club.member(n), game.table) for n in (game.us, game.jp)]
    club.server.until(lambda: _have_begun(both))
    return club, both


def _have_begun(both: list[CupMember]) -> bool:
    return all(one.update is not None for one in both)


def _played_with_a_kill(club: CupClub, n: int) -> bool:
    """Play a cup through; the server is killed when its commit of that number is durable; whether it came to that."""
    server, left = club.server, [n]

    def committed() -> None:
        left[0] -= 1
        if left[0] == 0:
            server.kill()

    def step(act: Any) -> None:
        server.lobby.journal.committed = committed  # type: ignore[attr-defined]
        act()
        server.run(1.0)
        server.lobby.journal.committed = lambda: None  # type: ignore[attr-defined]
        if left[0] <= 0 and not server.pipes:
            server.start()
            server.run(1.0)
            for one in club.members:
                club.comes(one)

    step(lambda: [one.ask(EnterCup, club.cup) for one in club.members])
    if len(club.now.entrants) < 2:
        club.enters(*club.members)
    step(lambda: server.lobby.cups.start(club.cup, lambda _why: None))
    if club.now.state == "open":
        club.starts()
    for _game in range(2):
        (game,) = club.open
        both = [club.sits(club.member(each), game.table) for each in (game.us, game.jp)]
        server.until(partial(_have_begun, both))
        step(both[0].resign)
        if game.n in [one.n for one in club.open]:
            club.sits(club.member(game.us), game.table).resign()
            server.run(1.0)
    tables = [one.table for one in club.games]
    assert len({*tables}) == len(tables) == 2
    assert club.now.state == "over"
    rows = server.disk.store.execute("SELECT id FROM tables").fetchall()
    assert sorted([name for (name,) in rows]) == sorted(tables)
    return left[0] <= 0
