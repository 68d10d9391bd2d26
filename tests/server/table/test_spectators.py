"""§22.7  Those who look on: they see what both sides may see, and may chat; nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ironbottom.events import AnyEvent
from ironbottom.server.lobby.glances import LOOKS
from ironbottom.server.runtime.settings import LIMITS
from ironbottom.sight import seen, view
from ironbottom.wire.messages import (
    Commit,
    Countersign,
    Join,
    Leave,
    Missed,
    Refused,
    Rematch,
    Reply,
    Resign,
    Reveal,
    Seated,
    Update,
    Watch,
)
from ironbottom.wire.terms import Terms
from tests.server.support.accounts import History, as_json
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest

TERMS = Terms(side="us", seed=SEED, reach="open")


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def looking_on(server: ServerUnderTest, player: WirePlayer, *, web: bool = False, secret: bytes = b"") -> WirePlayer:
    eve = WirePlayer("Eve", 9, web=web)
    server.connect(eve)
    eve.ask(Watch, player.table, secret)
    server.run(0.05)
    return eve


@pytest.mark.parametrize("web", [False, True], ids=["native", "web"])
def test_they_see_what_both_may_see(server: ServerUnderTest, web: bool) -> None:
    ada, ben = server.seated(TERMS)
    eve = looking_on(server, ada, web=web)
    assert (eve.place, eve.token, eve.secret) == (-1, b"", b"")
    ada.auto = ben.auto = True
    ada.consider()
    ben.consider()
    server.play(ada, ben)
    server.run(10.0)
    updates = eve.all(Update)
    assert len(updates) > 50
    assert all(update.view.viewer is None and update.view.question is None and not update.sign for update in updates)
    assert [update.number for update in updates] == [*range(updates[0].number, updates[0].number + len(updates))]
    public = [event for *_numbers, _game, events in [*History(server.disk, ada.table, 1).replayed()][1:]
              for event in seen(events, None)]
    assert [event for update in updates for event in update.events] == public
    assert as_json(updates[-1].view) == as_json(view(server.live_game(ada).game, None))


def test_each_of_their_views_is_the_public_one(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    eve = looking_on(server, ada)
    for _n in range(60):
        server.step(ada, ben)
        assert eve.view == view(server.live_game(ada).game, None)


def test_they_hear_nothing_of_what_is_done_in_private(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    ada.answer("keep")
    ben.answer("keep")
    server.run(0.1)
    eve = looking_on(server, ada)
    assert ada.question.window == "2"
    heard = len(eve.told)
    for _n in range(5):
        assert server.answered(ada, ada.answer(ada.other_than(("done",))), 0.1) == "ok"
    assert ada.have > 3
    assert len(eve.told) == heard


def test_who_comes_in_the_middle_sees_how_things_stand(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    server.step(ada, ben, answers=20)
    first, second = looking_on(server, ada), looking_on(server, ada)
    for eve in (first, second):
        assert eve.view == view(server.live_game(ada).game, None)
        assert eve.last(Update).events == ()
    assert ada.table_now.watchers == 2
    second.ask(Leave, ada.table)
    server.run(0.05)
    assert ada.table_now.watchers == 1


@pytest.mark.parametrize("web", [False, True], ids=["native", "web"])
def test_who_comes_late_hears_what_those_heard_who_were_there(server: ServerUnderTest, web: bool) -> None:
    """From the deal on, under the same numbers; and nothing else."""
    ada, ben = server.seated(TERMS)
    early = looking_on(server, ada)
    server.step(ada, ben, answers=60)
    late = looking_on(server, ada, web=web)
    first, *rest = [update for update in early.all(Update) if update.events]
    numbers = [missed.first + n for missed in late.all(Missed) for n in range(len(missed.updates))]
    assert numbers == [*range(1, early.last(Update).number + 1)]
    heard = [events for missed in late.all(Missed) for events in missed.updates]
    assert {update.number: update.events for update in (first, *rest)}.items() <= dict(enumerate(heard, 1)).items()
    assert late.last(Seated).number == late.last(Update).number == len(heard) == early.last(Update).number
    assert late.last(Update).events == ()


def test_the_story_of_a_whole_game_is_all_that_is_public_of_it(server: ServerUnderTest) -> None:
    """Also of what nobody looked on at, and after a restart."""
    ada, ben = server.seated(TERMS)
    ada.auto = ben.auto = True
    ada.consider()
    ben.consider()
    server.play(ada, ben)
    server.run(10.0)
    public = [event for *_numbers, _game, events in History(server.disk, ada.table, 1).replayed()
              for event in seen(events, None)]
    assert told_late(server, ada) == public
    server.kill()
    server.start()
    assert told_late(server, ada) == public


def told_late(server: ServerUnderTest, player: WirePlayer) -> list[AnyEvent]:
    eve = looking_on(server, player)
    server.until(lambda: eve.update is not None)
    assert eve.view.outcome is not None
    return [event for missed in eve.all(Missed) for events in missed.updates for event in events]


def test_who_comes_before_the_game_is_told_its_beginning_once(server: ServerUnderTest) -> None:
    ada = WirePlayer("Ada", 1)
    server.connect(ada)
    ada.create(TERMS)
    server.run(0.05)
    eve = looking_on(server, ada)
    ben = WirePlayer("Ben", 2)
    server.connect(ben)
    ben.join(ada.table, ada.secret)
    server.until(lambda: eve.update is not None)
    assert eve.all(Missed) == []
    assert eve.all(Update)[0].number == 1


def test_nobody_makes_the_server_tell_a_game_again_and_again(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS)
    eve = looking_on(server, ada)
    refused = []
    for _n in range(2 * LOOKS):
        eve.ask(Leave, ada.table)
        server.run(0.05)
        eve.ask(Watch, ada.table, b"")
        server.run(0.05)
        refused += [one.code for one in eve.all(Refused) if one.seq == eve.seq]
    assert {*refused} == {"limit"}
    assert len(eve.all(Seated)) in (LOOKS, LOOKS + 1)
    server.run(120.0)
    eve.ask(Watch, ada.table, b"")
    server.run(0.05)
    assert len(eve.all(Seated)) > LOOKS


def test_where_the_journal_cannot_be_read_they_see_how_things_stand(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    server.step(ada, ben, answers=20)
    server.disk.store.execute("ALTER TABLE entries RENAME TO gone")
    eve = looking_on(server, ada)
    server.disk.store.execute("ALTER TABLE gone RENAME TO entries")
    assert eve.all(Missed) == []
    assert eve.view == view(server.live_game(ada).game, None)


def test_after_a_restart_they_look_on_again(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    server.step(ada, ben, answers=10)
    server.kill()
    server.start()
    eve = looking_on(server, ada)
    assert eve.view == view(server.live_game(ada).game, None)


def test_where_it_was_agreed_nobody_looks_on(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(Terms(side="us", seed=SEED, reach="open", spectators=False))
    eve = looking_on(server, ada)
    assert eve.refusal(eve.seq).code == "no-seat"
    assert eve.all(Seated) == []


def test_an_invitation_is_needed_where_players_need_one(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(Terms(side="us", seed=SEED, reach="invite"))
    assert looking_on(server, ada).all(Seated) == []
    assert looking_on(server, ada, secret=ada.log.secret).place == -1


REQUESTS: dict[str, Callable[[WirePlayer], int]] = {
    "reply": lambda eve: eve.ask(Reply, eve.table, 1, "keep"),
    "resign": lambda eve: eve.ask(Resign, eve.table),
    "orders": lambda eve: eve.order(),
    "rematch": lambda eve: eve.ask(Rematch, eve.table),
    "commit": lambda eve: eve.ask(Commit, eve.table, bytes(32), bytes(64)),
    "reveal": lambda eve: eve.ask(Reveal, eve.table, bytes(32), bytes(64)),
    "countersign": lambda eve: eve.ask(Countersign, eve.table, bytes(32), 0, b"", bytes(64)),
}


@pytest.mark.parametrize("what", REQUESTS)
def test_they_may_do_nothing(server: ServerUnderTest, what: str) -> None:
    ada, ben = server.seated(TERMS)
    eve = looking_on(server, ada)
    assert server.answered(eve, REQUESTS[what](eve)) == "no-seat"
    assert (ada.have, ben.have) == (1, 1)


def test_who_looks_on_may_sit_down_and_is_told_everything_once(server: ServerUnderTest) -> None:
    ada = WirePlayer("Ada", 1)
    ada.auto = False
    server.connect(ada)
    ada.create(TERMS)
    server.run(0.05)
    eve = looking_on(server, ada)
    eve.auto = False
    assert ada.table_now.watchers == 1
    eve.ask(Join, ada.table, b"")
    server.until(lambda: eve.update is not None)
    server.run(0.1)
    assert eve.place == 1
    assert ada.table_now.watchers == 0
    assert len(eve.all(Update)) == 1
    assert eve.view.viewer is not None


def test_nobody_looks_on_twice_from_one_place(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS)
    eve = looking_on(server, ada)
    assert server.answered(eve, eve.ask(Watch, ada.table)) == "taken"
    assert server.answered(ada, ada.ask(Watch, ada.table)) == "taken"


def test_there_is_room_for_so_many(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS)
    for _n in range(LIMITS.watchers):
        assert looking_on(server, ada).place == -1
    one_more = looking_on(server, ada)
    assert one_more.refusal(one_more.seq).code == "limit"


def test_a_lost_connection_leaves_no_trace(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS)
    looking_on(server, ada)
    server.pipes[-1].lose()
    server.run(0.05)
    assert ada.table_now.watchers == 0
    watchers: list[Any] = server.lobby.tables[ada.table].watchers
    assert watchers == []
