"""How tables stand, asked from outside: for who is invited, and for who has left a game and comes back to it."""

from __future__ import annotations

import pytest

from ironbottom.server.lobby.glances import GLANCES
from ironbottom.server.table.countersign import LAST_WORD
from ironbottom.wire.messages import GLANCED, Glance, Leave, Refused, Rematch, Summaries, Summary
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest
from tests.server.support.strangers import TIMES, swept


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def came(server: ServerUnderTest, name: str) -> WirePlayer:
    player = WirePlayer(name, 7)
    server.connect(player)
    server.run(0.05)
    return player


def glanced(server: ServerUnderTest, player: WirePlayer, *tables: str, secret: bytes = b"") -> list[Summary]:
    """What somebody is told."""
    seq = player.ask(Glance, tables, secret)
    server.run(1.0)
    told = player.last(Summaries)
    assert told.seq == seq
    return [*told.tables]


def waiting(server: ServerUnderTest, terms: Terms) -> WirePlayer:
    """Somebody at a table of his own."""
    ada = came(server, "Ada")
    ada.create(terms)
    server.run(0.05)
    return ada


def asked(player: WirePlayer) -> tuple[int, ...]:
    """The places that the game waits for, as a player sees it."""
    us = next(place for place, seat in enumerate(player.table_now.seats) if seat.side == Side.US)
    return tuple(sorted({us if side is Side.US else 1 - us for side, _window in player.view.waiting}))


def test_who_has_the_invite_reads_who_waits_and_by_what_terms(server: ServerUnderTest) -> None:
    """And sits nowhere by it: the seat stays free."""
    ada = waiting(server, Terms(side="us", bank=3600, absent="clock", spectators=False, seed=SEED))
    ben = came(server, "Ben")
    (summary,) = glanced(server, ben, ada.table, secret=ada.secret)
    line = summary.line
    assert (line.table, line.name, line.against, line.free, line.status) == (ada.table, "Ada", "", "jp", "open")
    assert (line.terms.bank, line.terms.absent, line.terms.spectators) == (3600, "clock", False)
    assert (line.terms.seed, line.terms.practice) == (None, True)
    assert (summary.turn, summary.asked, summary.wishing) == (0, (), ())
    assert [seat.name for seat in ada.table_now.seats] == ["Ada", ""]


@pytest.mark.parametrize("secret", [b"", bytes(16)])
def test_who_has_not_hears_the_same_as_of_no_table(server: ServerUnderTest, secret: bytes) -> None:
    ada = waiting(server, Terms(reach="invite"))
    eve = came(server, "Eve")
    assert glanced(server, eve, ada.table, "NOTABLE", secret=secret) == []


def test_players_read_whose_move_it_is_wherever_they_sit(server: ServerUnderTest) -> None:
    """At each answer, in the order in which they asked, and at no table of others."""
    ada, ben = server.seated(Terms(side="us", spectators=False))
    for _n in range(12):
        (found,) = glanced(server, ada, "NOTABLE", ada.table)
        assert found.asked == asked(ada) != ()
        assert found.turn == ada.view.turn
        assert glanced(server, ben, ada.table) == [found]
        server.step(ada, ben, answers=1)


@pytest.mark.parametrize("spectators", [True, False])
def test_others_read_it_only_where_they_may_look_on(server: ServerUnderTest, *, spectators: bool) -> None:
    ada, ben = server.seated(Terms(side="us", reach="open", spectators=spectators))
    server.step(ada, ben, answers=30)
    (found,) = glanced(server, came(server, "Eve"), ada.table)
    assert found.asked == (asked(ada) if spectators else ())
    assert found.turn == (ada.view.turn if spectators else 0)


@pytest.mark.parametrize("killed", [True, False])
def test_a_game_in_the_journal_is_read_back_once(server: ServerUnderTest, *, killed: bool) -> None:
    """Where it was left is known without it from then on."""
    ada, ben = server.seated(Terms(side="us"))
    server.step(ada, ben, answers=20)
    before = (ada.view.turn, asked(ada))
    for pipe in server.pipes:
        pipe.lose()
    if killed:
        server.kill()
        server.start()
    else:
        swept(server, TIMES.idle + 120.0)
    table = server.lobby.tables[ada.table]
    assert table.live_game is None
    assert (table.standing() is None) is killed
    server.connect(ada)
    server.run(0.1)
    (found,) = glanced(server, ada, ada.table)
    assert (found.turn, found.asked) == before
    assert (table.live_game is not None) is killed
    swept(server, TIMES.idle + 120.0)
    assert table.live_game is None
    server.connect(ada)
    server.run(0.1)
    assert glanced(server, ada, ada.table) == [found]
    assert table.live_game is None


def test_a_game_that_is_over_waits_for_nobody_but_a_wish(server: ServerUnderTest) -> None:
    """Who has left reads that the other wants another game; who never sat there does not."""
    ada, ben = server.seated(Terms(side="us", reach="open"))
    ada.auto = ben.auto = True
    ben.resign()
    server.run(LAST_WORD + 1)
    ben.ask(Leave, ben.table)
    ada.ask(Rematch, ada.table)
    server.run(0.1)
    (found,) = glanced(server, ben, ada.table)
    assert (found.line.status, found.asked, found.wishing) == ("over", (), (0,))
    (seen,) = glanced(server, came(server, "Eve"), ada.table)
    assert seen.wishing == ()


def test_who_asks_too_often_is_told_so(server: ServerUnderTest) -> None:
    ada = waiting(server, Terms())
    for _n in range(GLANCES):
        ada.ask(Glance, (ada.table,))
    server.run(0.1)
    seq = ada.ask(Glance, (ada.table,))
    server.run(0.1)
    assert (ada.last(Refused).seq, ada.last(Refused).code) == (seq, "limit")
    server.run(60.0)
    assert len(glanced(server, ada, ada.table)) == 1


def test_who_asks_after_nothing_is_told_nothing(server: ServerUnderTest) -> None:
    assert glanced(server, waiting(server, Terms())) == []


def test_more_tables_than_may_be_are_no_request(server: ServerUnderTest) -> None:
    ada = waiting(server, Terms())
    ada.ask(Glance, tuple([f"T{n}" for n in range(GLANCED + 1)]))
    server.run(0.1)
    assert ada.last(Refused).code == "malformed"
