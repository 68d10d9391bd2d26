"""What two agree upon and who is told: a pause waits for nobody; a takeback asks again whoever answered."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ironbottom.server.lobby.notifications.outbox import ACTIVE, HOUR, RETURN
from tests.server.lobby.notifications.test_outbox import (
    HOOK,
    OTHER,
    SOON,
    TERMS,
    ServerWithEndpoints,
    asked_player,
    wants,
)
from tests.server.lobby.test_offering import Pair, agree, to_takeback
from tests.server.support.player import WirePlayer

OFFERS = replace(TERMS, reach="open", offers=("draw", "pause", "takeback"))
GONE = ACTIVE + RETURN + SOON


@pytest.fixture
def server() -> ServerWithEndpoints:
    return ServerWithEndpoints()


def seated(server: ServerWithEndpoints) -> Pair:
    """Ada is told by the one address, Ben by the other."""
    ada, ben = server.seated(OFFERS, bots=False)
    wants(server, ada)
    wants(server, ben, OTHER)
    return ada, ben


def address(player: WirePlayer) -> str:
    return HOOK if player.place == 0 else OTHER


def both_gone(server: ServerWithEndpoints, players: Pair) -> None:
    for player in players:
        server.away(player)
    server.run(GONE)


def back(server: ServerWithEndpoints, player: WirePlayer) -> None:
    server.connect(player)
    player.resume()
    server.run(0.2)


def passed_over(server: ServerWithEndpoints, players: Pair) -> Pair:
    """On until an answer that can be taken back has passed the question from one who was asked alone to the other."""
    for _n in range(300):
        first, second = to_takeback(server, players)
        undoable = server.live_game(first).undoable
        assert undoable is not None
        if not first.asked and second.asked and len(undoable.game.asked) == 1 and not undoable.acted:
            return first, second
        server.step(*players)
    raise AssertionError("it never came to that")


def test_nobody_is_told_while_a_game_is_paused(server: ServerWithEndpoints) -> None:
    """Whoever is asked is told when it goes on, if he is away again by then."""
    players = seated(server)
    asked, other = asked_player(server, *players)
    agree(server, asked, other, "pause")
    both_gone(server, players)
    server.run(30 * HOUR)
    assert [server.told(HOOK), server.told(OTHER)] == [[], []]
    for player in players:
        back(server, player)
    agree(server, other, asked, "go-on")
    both_gone(server, players)
    assert server.told(address(asked)) == ["turn"]
    assert server.told(address(other)) == []


def test_after_a_takeback_he_is_told_who_is_asked_again(server: ServerWithEndpoints) -> None:
    """And not the one to whom the question had passed."""
    players = seated(server)
    first, second = passed_over(server, players)
    agree(server, first, second, "takeback")
    assert (first.asked, second.asked) == (True, False)
    both_gone(server, players)
    assert server.told(address(first)) == ["turn"]
    assert server.told(address(second)) == []
