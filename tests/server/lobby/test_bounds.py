"""What one seat, or a stranger, can make a server hold; and that the requests of a seat keep their order."""

from __future__ import annotations

from ironbottom.keys import public_bytes
from ironbottom.server.runtime.settings import LIMITS
from ironbottom.server.table.table_handlers import gone
from ironbottom.wire.messages import Create, Join, Leave, Ok, Refused, Reply, Seated, Toss, Watch
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest


def refusals(player: WirePlayer) -> list[str]:
    return [message.code for message in player.told if isinstance(message, Refused)]


def people(server: ServerUnderTest, **terms: int) -> tuple[WirePlayer, WirePlayer]:
    """Two persons at a table, who answer when they are told to."""
    ann, bob = WirePlayer("Ann", 1, bot=False), WirePlayer("Bob", 2, bot=False)
    ann.auto = bob.auto = False
    server.table(ann, bob, Terms(least=terms.get("least", 1_000)))
    return ann, bob


def test_a_line_of_chat_waits_behind_an_answer_that_waits_for_its_time() -> None:
    """Else its greater number would say that the answer was carried out, which it was not."""
    server = ServerUnderTest()
    ann, _bob = people(server)
    assert ann.update is not None
    assert ann.update.view.question is not None
    answer = ann.answer(ann.update.view.question.default)
    line = ann.chat("well played")
    server.run(0.1)
    assert {answer, line} <= set(ann.waiting)
    server.pipes[0].lose()
    server.run(0.1)
    ann.auto = True
    server.connect(ann)
    ann.resume()
    server.run(3.0)
    acknowledged = [message.seq for message in ann.told if isinstance(message, Ok)]
    assert acknowledged.index(answer) < acknowledged.index(line)
    table = server.lobby.tables[ann.table]
    assert table.live_game is not None
    assert table.live_game.game.answers >= 1


def test_who_leaves_the_toss_and_comes_back_meets_the_same_share() -> None:
    """The server was bound before: another share for the same game would look like a cheat."""
    server = ServerUnderTest()
    ann, bob = WirePlayer("Ann", 1), WirePlayer("Bob", 2)
    ann.tosses = bob.tosses = False
    server.table(ann, bob)
    bob.ask(Leave, bob.table)
    server.run(0.05)
    bob.join(ann.table, ann.secret)
    server.run(0.05)
    tossed = [message for message in ann.told if isinstance(message, Toss)]
    assert len(tossed) == 2
    assert tossed[0] == tossed[1]


def test_a_key_alone_takes_no_seat_again() -> None:
    """Resuming needs the token; joining again needs the request that was made before."""
    server = ServerUnderTest()
    ann, bob = people(server)
    thief = WirePlayer("Bob", 2, bot=False)
    assert public_bytes(thief.key) == public_bytes(bob.key)
    server.connect(thief)
    thief.ask(Join, ann.table, b"")
    server.run(0.05)
    assert refusals(thief) == ["taken"]
    assert not any(isinstance(message, Seated) for message in thief.told)


def test_many_tables_at_once_are_counted_before_they_are_written_down() -> None:
    server = ServerUnderTest()
    ann = WirePlayer("Ann", 1)
    server.connect(ann)
    for _ in range(LIMITS.of_player + 5):
        ann.ask(Create, ann.rng.randbytes(16), Terms())
    server.run(0.2)
    assert len(server.lobby.tables) == LIMITS.of_player
    assert refusals(ann) == ["limit"] * 5


def test_a_table_that_nobody_wants_leaves_nothing_behind() -> None:
    server = ServerUnderTest()
    ann = WirePlayer("Ann", 1)
    server.connect(ann)
    ann.create(Terms())
    server.run(0.05)
    ann.ask(Leave, ann.table)
    server.run(0.05)
    assert server.lobby.tables == {}
    assert server.disk.bodies() == []


def test_a_clock_needs_a_bank() -> None:
    server = ServerUnderTest()
    ann = WirePlayer("Ann", 1)
    server.connect(ann)
    ann.create(Terms(absent="clock"))
    server.run(0.05)
    assert refusals(ann) == ["terms"]


def test_so_many_lines_of_chat_in_a_minute() -> None:
    server = ServerUnderTest()
    ann, _bob = people(server)
    for n in range(LIMITS.lines + 3):
        ann.chat(f"line {n}")
    server.run(0.3)
    assert refusals(ann) == ["limit"] * 3
    server.run(60.0)
    ann.chat("a minute later")
    server.run(0.1)
    assert refusals(ann) == ["limit"] * 3


def test_so_many_may_look_on() -> None:
    server = ServerUnderTest()
    ann, _bob = people(server)
    table = server.lobby.tables[ann.table]
    watchers = [WirePlayer(f"Watcher {n}", n) for n in range(LIMITS.watchers + 1)]
    for watcher in watchers:
        server.connect(watcher)
        watcher.ask(Watch, ann.table, table.stored.secret)
        server.run(0.01)
    assert len(table.watchers) == LIMITS.watchers
    assert refusals(watchers[-1]) == ["limit"]
    gone(table, table.watchers[0])
    assert len(table.watchers) == LIMITS.watchers - 1


def test_an_answer_that_waits_was_given_in_time() -> None:
    """The clock runs out while it waits for the common least time: it counts, and no default."""
    server = ServerUnderTest()
    ann, bob = WirePlayer("Ann", 1, bot=False), WirePlayer("Bob", 2, bot=False)
    ann.auto = bob.auto = False
    server.table(ann, bob, Terms(least=5_000, absent="clock", bank=1))
    server.run(1.0)
    assert ann.update is not None
    assert ann.update.view.question is not None
    seq = ann.answer(ann.update.view.question.default)
    server.run(6.0)
    assert [message.seq for message in ann.told if isinstance(message, Ok)].count(seq) == 1
    assert not [message for message in ann.told if isinstance(message, Refused)]
    assert seq not in ann.waiting
    assert not [asked for asked in ann.waiting.values() if isinstance(asked, Reply)]
