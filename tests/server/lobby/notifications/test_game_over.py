"""Whoever is away hears once that his game is over; who is there sees it, and nobody is reminded of it."""

from __future__ import annotations

import pytest

from ironbottom.server.lobby.notifications.outbox import ACTIVE, HOUR, RETURN
from ironbottom.wire.messages import Rematch, Resign
from ironbottom.wire.notifying import Remind, Subscribe, Subscriptions
from tests.server.lobby.notifications.test_outbox import (
    HOOK,
    OTHER,
    SOON,
    ServerWithEndpoints,
    begun,
    until_passed,
    wants,
)
from tests.server.support.player import WirePlayer

GONE = ACTIVE + RETURN + SOON


@pytest.fixture
def server() -> ServerWithEndpoints:
    return ServerWithEndpoints()


def resigned(server: ServerWithEndpoints, player: WirePlayer) -> None:
    player.ask(Resign, player.table)
    server.run(SOON)


def away_and_told(server: ServerWithEndpoints) -> tuple[WirePlayer, WirePlayer]:
    """Ada is away, and was told that she is asked; Ben is there."""
    ada, ben = begun(server)
    server.away(ada)
    until_passed(server, ben, ada)
    server.run(SOON)
    assert server.told() == ["turn"]
    return ada, ben


def test_who_is_away_hears_that_it_is_over(server: ServerWithEndpoints) -> None:
    ada, ben = away_and_told(server)
    wants(server, ben, OTHER)
    resigned(server, ben)
    assert server.told() == ["turn", "over"]
    (_turn, told) = server.endpoints.turns(HOOK)
    assert (told.table, told.game, told.name) == (ada.table, 1, "Ben")
    server.away(ben)
    server.run(GONE)
    assert server.told(OTHER) == []  # he has ended it himself, and saw it


def test_nobody_is_reminded_of_it(server: ServerWithEndpoints) -> None:
    ada, ben = begun(server)
    ada.ask(Remind, 1)
    server.run(0.5)
    server.away(ada)
    resigned(server, ben)
    server.run(50 * HOUR)
    assert server.told() == ["over"]


def test_who_looks_at_it_is_not_told(server: ServerWithEndpoints) -> None:
    ada, ben = begun(server)
    resigned(server, ben)
    server.away(ada)
    server.run(GONE)
    assert server.told() == []


def test_it_is_told_once_through_a_kill_and_a_failing_endpoint(server: ServerWithEndpoints) -> None:
    ada, ben = begun(server)
    server.away(ada)
    server.endpoints.fails = lambda _address: True
    resigned(server, ben)
    server.endpoints.fails = lambda _address: False
    server.kill()
    server.start()
    server.run(GONE)
    assert server.told() == ["over"]
    server.kill()
    server.start()
    server.run(GONE)
    assert server.told() == ["over"]


def test_another_game_asks_anew(server: ServerWithEndpoints) -> None:
    """The wish for another tells nothing again; its toss does."""
    _ada, ben = away_and_told(server)
    resigned(server, ben)
    ben.ask(Rematch, ben.table)
    server.run(SOON)
    assert server.told() == ["turn", "over"]


def test_who_wants_to_be_told_afterwards_hears_nothing_of_old_games(server: ServerWithEndpoints) -> None:
    ada, ben = begun(server)
    resigned(server, ben)
    server.run(3 * HOUR)
    wants(server, ben, OTHER)
    server.away(ben)
    ada.ask(Rematch, ada.table)
    server.run(GONE)
    assert server.told(OTHER) == []


def test_a_feed_has_it_for_some_days(server: ServerWithEndpoints) -> None:
    ada, ben = begun(server)
    ada.ask(Subscribe, "feed", "")
    server.run(0.5)
    told = ada.last(Subscriptions)
    path = "/feed/" + told.subscriptions[-1].shown.rpartition("/feed/")[2]
    server.away(ada)
    resigned(server, ben)
    answer = server.lobby.notifications.feed(path)
    assert answer is not None
    assert b"is over" in answer.body
    server.run(100 * HOUR)
    answer = server.lobby.notifications.feed(path)
    assert answer is not None
    assert b"is over" not in answer.body
