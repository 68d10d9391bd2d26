"""Each question that passes to a player who is away is told once by each of his ways; none is, while he is looking."""

from __future__ import annotations

import pytest

from ironbottom.server.lobby.notifications.outbox import ACTIVE, HOUR, RETRIES, RETURN, SETTLE
from ironbottom.wire.messages import Notice, Ok
from ironbottom.wire.notifying import (
    ListSubscriptions,
    Remind,
    Subscribe,
    Subscriptions,
    TrySubscription,
    Unsubscribe,
)
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.terms import Terms
from tests.server.support.endpoints import Endpoints
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest

HOOK, OTHER = "https://example.org/ann", "https://example.org/other"
TERMS = Terms(side="us", seed=SEED, least=0)
SOON = SETTLE + 1.0


class ServerWithEndpoints(ServerUnderTest):
    """A server whose players can be told."""

    def __init__(self) -> None:
        self.endpoints = Endpoints()
        super().__init__()

    def start(self) -> None:
        super().start()
        self.lobby.notifications.courier = self.endpoints.for_life(self.lifetime)
        self.lobby.notifications.link = "https://play.example.org/"

    def told(self, address: str = HOOK) -> list[str]:
        return [told.what for told in self.endpoints.turns(address)]

    def away(self, player: WirePlayer) -> None:
        """He goes."""
        for pipe in self.pipes:
            if pipe.player is player:
                pipe.lose()
        self.run(0.01)


@pytest.fixture
def server() -> ServerWithEndpoints:
    return ServerWithEndpoints()


def wants(server: ServerUnderTest, player: WirePlayer, address: str = HOOK) -> Subscriptions:
    player.ask(Subscribe, "webhook", address)
    server.run(0.5)
    told: Subscriptions = player.last(Subscriptions)
    return told


def asked_player(server: ServerUnderTest, *players: WirePlayer) -> tuple[WirePlayer, WirePlayer]:
    """Who is asked alone, and the other; some answers later, if need be."""
    for _n in range(200):
        asked = [player for player in players if player.asked]
        if len(asked) == 1:
            return asked[0], next(player for player in players if player is not asked[0])
        server.step(*players)
    raise AssertionError("both are always asked")


def pass_on(server: ServerUnderTest, giver: WirePlayer, taker: WirePlayer) -> None:
    """The giver answers until the taker alone is asked."""
    for _n in range(300):
        if taker.asked and not giver.asked:
            return
        server.step(giver, *(() if giver.asked else (taker,)))
    raise AssertionError("the question never passed")


def asked_of(server: ServerUnderTest, player: WirePlayer) -> bool:
    live_game = server.live_game(player)
    return live_game.side(player.place) in live_game.game.asked


def until_passed(server: ServerUnderTest, giver: WirePlayer, taker: WirePlayer) -> None:
    """The same where the taker is away, and hears nothing."""
    for _n in range(300):
        if asked_of(server, taker):
            return
        server.step(giver)
    raise AssertionError("the question never passed")


def begun(server: ServerUnderTest) -> tuple[WirePlayer, WirePlayer]:
    """Ada, who wants to be told and is not asked, and Ben, who is."""
    ada, ben = server.seated(TERMS, bots=False)
    wants(server, ada)
    pass_on(server, ada, ben)
    server.run(SOON)
    assert server.told() == [] if isinstance(server, ServerWithEndpoints) else True
    return ada, ben


def test_who_is_away_is_told_once_within_seconds(server: ServerWithEndpoints) -> None:
    ada, ben = begun(server)
    server.away(ada)
    until_passed(server, ben, ada)
    server.run(SOON)
    assert server.told() == ["turn"]
    (told,) = server.endpoints.turns(HOOK)
    assert (told.table, told.game, told.name) == (ada.table, 1, "Ben")
    assert told.link == f"https://play.example.org/#resume={ada.table}"
    server.run(100 * HOUR)
    assert server.told() == ["turn"]


def test_each_hand_over_is_told_and_nothing_between(server: ServerWithEndpoints) -> None:
    """He comes, answers one question after the other, goes, and is told when it has passed back."""
    ada, ben = begun(server)
    server.away(ada)
    for n in range(1, 6):
        until_passed(server, ben, ada)
        server.run(SOON)
        assert server.told() == ["turn"] * n
        server.back(ada)
        pass_on(server, ada, ben)
        server.away(ada)
        server.run(SOON)
        assert server.told() == ["turn"] * n
    assert len({told.id for told in server.endpoints.turns(HOOK)}) == 5


def test_who_is_looking_is_not_told_until_he_stops(server: ServerWithEndpoints) -> None:
    ada, ben = begun(server)
    until_passed(server, ben, ada)
    server.run(ACTIVE / 2)
    assert server.told() == []
    server.away(ada)
    server.run(RETURN - 1)
    assert server.told() == []
    server.run(5)
    assert server.told() == ["turn"]


def test_a_screen_that_nobody_touches_is_not_looking(server: ServerWithEndpoints) -> None:
    ada, ben = begun(server)
    until_passed(server, ben, ada)
    for _n in range(int(ACTIVE) // 5 + 2):
        server.run(5)
        for pipe in server.pipes:
            pipe.session.tick()
    assert server.told() == ["turn"]


def test_who_has_answered_since_knows(server: ServerWithEndpoints) -> None:
    """He answered, is asked on, and goes: nothing has passed to him meanwhile."""
    ada, ben = begun(server)
    until_passed(server, ben, ada)
    while True:
        server.step(ada)
        if not asked_of(server, ada):
            until_passed(server, ben, ada)
            continue
        if not asked_of(server, ben):
            break
    server.away(ada)
    server.run(HOUR)
    assert server.told() == []


def test_a_reminder_comes_as_often_as_he_wishes(server: ServerWithEndpoints) -> None:
    ada, ben = begun(server)
    ada.ask(Remind, 6)
    server.run(1)
    assert ada.last(Subscriptions).hours == 6
    server.away(ada)
    until_passed(server, ben, ada)
    server.run(5.9 * HOUR)
    assert server.told() == ["turn"]
    server.run(0.2 * HOUR)
    assert server.told() == ["turn", "reminder"]
    server.kill()
    server.start()
    server.run(6 * HOUR)
    assert server.told() == ["turn", "reminder", "reminder"]
    assert len({told.id for told in server.endpoints.turns(HOOK)}) == 3


def test_who_wants_to_be_told_only_now_is_told_what_waits_already(server: ServerWithEndpoints) -> None:
    ada, ben = server.seated(TERMS, bots=False)
    waiting, _other = asked_player(server, ada, ben)
    wants(server, waiting)
    server.away(waiting)
    server.run(RETURN + SOON)
    assert server.told() == ["turn"]


def test_who_is_awaited_for_the_toss_is_told(server: ServerWithEndpoints) -> None:
    """He made a table and went; a friend has sat down."""
    ada, ben = WirePlayer("Ada", 1, bot=False), WirePlayer("Ben", 2, bot=False)
    server.connect(ada)
    ada.create(TERMS)
    server.run(0.1)
    wants(server, ada)
    server.away(ada)
    server.connect(ben)
    ben.join(ada.table, ada.secret)
    server.run(SOON)
    assert server.told() == ["seat"]
    server.run(HOUR)
    assert server.told() == ["seat"]


def test_an_order_that_answers_is_no_hand_over_to_tell(server: ServerWithEndpoints) -> None:
    ada, ben = begun(server)
    ada.order(StandingOrder("*", "default"))
    server.run(0.1)
    server.away(ada)
    for _n in range(30):
        if not ben.asked:
            break
        server.step(ben)
        server.run(0.5)
    assert server.told() == []


def test_bots_are_told_nothing(server: ServerWithEndpoints) -> None:
    ada, ben = server.seated(TERMS, bots=True)
    wants(server, ada)
    waiting, other = asked_player(server, ada, ben)
    if waiting is ada:
        pass_on(server, ada, other)
    server.away(ada)
    until_passed(server, ben, ada)
    server.run(HOUR)
    assert server.told() == []


def test_a_failure_is_tried_again_and_counts_for_nothing_then(server: ServerWithEndpoints) -> None:
    ada, ben = begun(server)
    server.away(ada)
    left = [True, True]
    server.endpoints.fails = lambda address: bool(left) and left.pop()
    until_passed(server, ben, ada)
    server.run(SOON)
    assert server.told() == []
    server.run(RETRIES[0] + 1)
    assert server.told() == []
    server.run(RETRIES[1] + 1)
    assert server.told() == ["turn"]
    server.back(ada)
    ada.ask(ListSubscriptions)
    server.run(0.1)
    (one,) = ada.last(Subscriptions).subscriptions
    assert (one.state, one.error) == ("on", "")


def test_a_dead_endpoint_is_switched_off_after_three_failures_and_its_player_told(server: ServerWithEndpoints) -> None:
    """By his other way, and when he comes; a trial that goes well switches it on again."""
    ada, ben = begun(server)
    wants(server, ada, OTHER)
    server.away(ada)
    server.endpoints.fails = lambda address: address == HOOK
    until_passed(server, ben, ada)
    server.run(RETRIES[0] + RETRIES[1] + 10)
    assert (server.told(), server.told(OTHER)) == ([], ["turn"])
    (off,) = [one.told for one in server.endpoints.taken if one.told.what == "off"]
    assert "example.org" in off.name
    server.back(ada)
    notices = [told for told in ada.all(Notice) if told.code == "failed"]
    assert len(notices) == 1
    assert "503" in notices[0].text
    pass_on(server, ada, ben)
    server.away(ada)
    until_passed(server, ben, ada)
    server.run(2 * HOUR)
    assert (server.told(), server.told(OTHER)) == ([], ["turn", "turn"])
    server.endpoints.fails = lambda address: False
    server.back(ada)
    (broken,) = [one for one in asked_for(server, ada).subscriptions if one.state == "off"]
    ada.ask(TrySubscription, broken.id)
    server.run(1)
    assert [one.state for one in ada.last(Subscriptions).subscriptions] == ["on", "on"]


def asked_for(server: ServerUnderTest, player: WirePlayer) -> Subscriptions:
    player.ask(ListSubscriptions)
    server.run(0.1)
    told: Subscriptions = player.last(Subscriptions)
    return told


def test_who_is_told_no_more_is_told_no_more(server: ServerWithEndpoints) -> None:
    ada, ben = begun(server)
    (one,) = asked_for(server, ada).subscriptions
    ada.ask(Unsubscribe, one.id)
    server.run(0.1)
    assert ada.last(Subscriptions).subscriptions == ()
    server.away(ada)
    until_passed(server, ben, ada)
    server.run(HOUR)
    assert server.told() == []
    assert [*server.disk.store.execute("SELECT * FROM subscribers")] == []
    assert [*server.disk.store.execute("SELECT * FROM handovers")] == []


def test_nothing_is_written_for_who_wants_nothing(server: ServerWithEndpoints) -> None:
    ada, ben = server.seated(TERMS, bots=False)
    server.step(ada, ben, answers=10)
    assert [*server.disk.store.execute("SELECT * FROM handovers")] == []
    assert ada.all(Ok)
