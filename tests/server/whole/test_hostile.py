"""Players who send whatever they like: the game of the other goes on unharmed, and nothing is carried out wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from twisted.logger import ILogObserver, globalLogPublisher
from zope.interface import provider

from ironbottom.server.runtime.settings import LIMITS
from ironbottom.wire.answers import answer as understood
from ironbottom.wire.frames import TO_SERVER, frame
from ironbottom.wire.messages import Bye, Commit, Hello, Ping, Receipt, Refused, Reply, Resume, Reveal, Say
from ironbottom.wire.session import DEAD, MALFORMED, PING
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, Pipe, ServerUnderTest

TERMS = Terms(side="us", seed=SEED, reach="open")

ANSWERS: list[Any] = [
    0, 1, 2**31 - 1, "", "keep ", "KEEP", "x" * 60, [], [[]], [[[]]], ["done"], ["done", "done"], ["move"],
    ["move", 1], ["move", 1, 1, 1], ["move", "1", "1"], ["play", "us/admiral"], ["play"], ["play", 3], {}, {1: 2},
    {2**31 - 1: "x"}, {1: [1, 2, 3, 4]}, [1] * 200, [["a", 1]] * 200, {n: n for n in range(200)}, [[1, "a"], [1, "a"]],
    ["pass", "pass"], "pass", "undo", ["undo"], [[1, [2, 3]]], "\x00", "\ud7ff",
]


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """Whatever the server logs as a failure of its own."""
    found: list[str] = []

    @provider(ILogObserver)
    def watch(event: dict[str, Any]) -> None:
        if "log_failure" in event:
            found.append(event["log_failure"].getTraceback())

    globalLogPublisher.addObserver(watch)
    yield found
    globalLogPublisher.removeObserver(watch)


def raw(pipe: Pipe, data: bytes) -> None:
    """Bytes from somebody who does not keep to the protocol."""
    pipe.session.received(data)


def reply(player: WirePlayer, seq: int, update: int, answer: Any) -> bytes:
    """A reply with anything for an answer."""
    said = {"type": "reply", "seq": seq, "table": player.table, "update": update, "answer": answer}
    return frame(msgspec.msgpack.encode(said))


def byes(pipe: Pipe) -> list[str]:
    return [message.code for message in pipe.messages() if isinstance(message, Bye)]


def test_answers_of_every_shape(server: ServerUnderTest, faults: list[str]) -> None:
    """In each window that a game comes to: what is not legal is refused as illegal, and changes nothing."""
    ada, ben = server.seated(TERMS)
    rng, seq, windows = Random(1), 10_000, set[str]()
    for _turn in range(250):
        player = next((each for each in (ada, ben) if each.asked), None)
        if player is None:
            break
        if player.question.window not in windows:
            windows.add(player.question.window)
            seq = _tried(server, player, seq)
        player.answer(player.question.shape.guess(rng))
        server.run(0.01)
        assert not any(refused.code == "fault" for refused in player.all(Refused))
    assert len(windows) > 8
    assert faults == []


def _tried(server: ServerUnderTest, player: WirePlayer, seq: int) -> int:
    """All of them, at one question."""
    for answer in ANSWERS:
        if _may_be_legal(player, answer):
            continue
        seq, have = seq + 1, player.have
        raw(server.pipes[player.place], reply(player, seq, have, answer))
        server.run(0.005)
        assert (player.refusal(seq).code, player.have) == ("illegal", have), answer
    return seq


def _may_be_legal(player: WirePlayer, answer: Any) -> bool:
    try:
        return bool(player.question.plays) or player.question.shape.fault(understood(answer)) is None
    except TypeError:
        return False  # it cannot even be looked for among the legal ones


@pytest.mark.parametrize(
    "answer",
    [None, True, 1.5, -1, 2**31, 2**70, b"bytes", "x" * 61, [1] * 201, [[1] * 5], {1: {2: 3}}, {"a": 1}, {-1: 1},
     [[[[1]]]], {1: None}],
)
def test_what_is_no_answer_at_all(server: ServerUnderTest, answer: Any) -> None:
    ada, _ben = server.seated(TERMS)
    raw(server.pipes[0], reply(ada, 77, 1, answer) if answer != 2**70 else b"\x00\x00\x00\x02\xc1\xc1")
    server.run(0.1)
    refused = ada.last(Refused)
    assert (refused.code, refused.seq) == ("malformed", 77 if answer != 2**70 else 0)
    assert server.answered(ada, ada.answer("keep")) == "ok"


def test_answers_out_of_turn_and_to_other_questions(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    server.step(ada, ben, answers=4)
    before = (ada.have, ben.have)
    for player in (ada, ben):
        for update in (0, 1, player.have - 1, player.have + 1, 2**40):
            seq = player.ask(Reply, player.table, update, "keep")
            assert server.answered(player, seq, 0.05) in ("stale", "not-asked")
    assert (ada.have, ben.have) == before


def test_an_answer_for_the_other_side(server: ServerUnderTest) -> None:
    """Whose answer it is, the seat says; there is no way to name another."""
    ada, ben = server.seated(TERMS)
    assert server.answered(ada, ada.answer("keep")) == "ok"
    seq = ada.ask(Reply, ada.table, ben.have, "redraw")
    assert server.answered(ada, seq) == "not-asked"
    assert (ben.question.window, server.live_game(ada).signing[Side.JP].unsigned) == ("1", ())


def test_requests_for_tables_of_others(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS)
    eve = WirePlayer("Eve", 3)
    server.connect(eve)
    for table in (ada.table, "", "NOTABLE", "\x00" * 16):
        for kind, fields in ((Reply, (1, "keep")), (Commit, (bytes(32), bytes(64))), (Reveal, (bytes(32), bytes(64)))):
            assert server.answered(eve, eve.ask(kind, table, *fields), 0.05) in ("no-seat", "no-table")
    assert server.answered(eve, eve.ask(Resume, ada.table, bytes(16)), 0.05) == "no-seat"


def test_a_flood_of_requests_leaves_the_game_alone(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    for n in range(300):
        ada.ask(Reply, ada.table, n, "keep")
        ada.chat(f"line {n}")
    server.run(5.0)
    assert ben.asked
    assert server.answered(ben, ben.answer("keep")) == "ok"
    assert len(server.disk.store.execute("SELECT n FROM chat").fetchall()) == LIMITS.lines


def test_too_many_messages_that_cannot_be_read_end_a_connection(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    for _n in range(MALFORMED):
        raw(server.pipes[0], frame(b"\xc1"))
    assert byes(server.pipes[0]) == []
    raw(server.pipes[0], frame(b"\xc1"))
    server.run(0.1)
    assert byes(server.pipes[0]) == ["malformed"]
    assert [seat.here for seat in ben.table_now.seats] == [False, True]
    server.back(ada)
    assert [seat.here for seat in ben.table_now.seats] == [True, True]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ((TO_SERVER + 1).to_bytes(4, "big"), "frame"),
        (b"\xff\xff\xff\xff", "frame"),
        (frame(msgspec.msgpack.encode({"type": "welcome", "name": "", "sets": []})), ""),
        (frame(msgspec.msgpack.encode(Hello((1, 1), "x", bytes(32), "Eve"))), "order"),
    ],
    ids=["oversized", "huge", "unknown", "again"],
)
def test_what_is_no_message_of_a_player(server: ServerUnderTest, data: bytes, code: str) -> None:
    _ada, ben = server.seated(TERMS)
    raw(server.pipes[0], data)
    server.run(0.1)
    assert byes(server.pipes[0]) == ([code] if code else [])
    assert server.answered(ben, ben.answer("keep")) == "ok"


def test_a_message_of_a_newer_client_is_survived(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS)
    raw(server.pipes[0], frame(msgspec.msgpack.encode({"type": "dance", "seq": 55, "how": "slowly"})))
    newer = {"type": "reply", "seq": 56, "table": ada.table, "update": 1, "answer": "keep", "mood": "confident"}
    raw(server.pipes[0], frame(msgspec.msgpack.encode(newer)))
    server.run(0.1)
    assert ada.refusal(55).code == "unknown-message"
    assert ada.have > 1


def test_who_crashes_in_the_middle_of_a_message(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    whole = reply(ada, ada.seq + 1, 1, "redraw")
    raw(server.pipes[0], whole[: len(whole) // 2])
    server.pipes[0].lose()
    server.run(1.0)
    server.back(ada)
    assert ada.asked
    assert server.answered(ada, ada.answer("keep")) == "ok"
    assert server.answered(ben, ben.answer("keep")) == "ok"


def test_half_a_message_is_no_sign_of_life(server: ServerUnderTest) -> None:
    """A length that was damaged on the way would otherwise swallow whatever comes, and nobody would notice."""
    _ada, ben = server.seated(TERMS)
    pipe = server.pipes[0]
    raw(pipe, TO_SERVER.to_bytes(4, "big"))
    for _second in range(int(DEAD) + 2):
        server.run(1.0)
        pipe.session.tick()
        if not pipe.cut:
            raw(pipe, frame(msgspec.msgpack.encode(Ping(1))))
        ben.say(Ping(1))
    assert byes(pipe) == ["silence"]
    assert not ben.table_now.seats[0].here


def test_who_is_silent_is_asked_and_then_left(server: ServerUnderTest) -> None:
    ada, _ben = server.seated(TERMS)
    pipe = server.pipes[0]
    vars(ada)["hear_ping"] = lambda ping: None
    while not pipe.cut and server.clock.now < 60:
        pipe.session.tick()
        server.run(1.0)
    pings = [at for at, message in pipe.timed() if isinstance(message, Ping)]
    assert pings[0] == pytest.approx(PING, abs=1.5)
    assert byes(pipe) == ["silence"]
    assert server.clock.now == pytest.approx(DEAD, abs=3)


def test_bits_that_turn_over_on_the_way(faults: list[str]) -> None:
    """On a plain line nothing but our own reading guards a message.  Whatever comes of a wrong bit, the server goes on,
    the opponent's game is unharmed, and no signature can be put under an answer that was not given."""
    rng, outcomes = Random(11), set[bool]()
    for _n in range(150):
        server = ServerUnderTest()
        ada, ben = server.seated(TERMS)
        said = Reply(ada.seq + 1, ada.table, 1, "keep"), Say(ada.seq + 2, ada.table, "hello")
        data = bytearray(b"".join([frame(msgspec.msgpack.encode(message)) for message in said]))
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        raw(server.pipes[0], bytes(data))
        server.run(0.2)
        assert server.answered(ben, ben.answer("keep")) == "ok"
        assert server.live_game(ben).numbers[Side.JP] == ben.have > 1
        if not server.pipes[0].cut:
            taken = server.live_game(ada).signing[Side.US].unsigned
            ada.own, ada.seq = [(1, "keep")], ada.seq + 10
            server.lobby.tables[ada.table].seat_states[0].last = 0  # a damaged number may be greater than what follows
            ada.countersign()
            server.run(0.1)
            assert taken == ((1, "keep"),) or not ada.all(Receipt)
            outcomes.add(bool(ada.all(Receipt)))
    assert outcomes == {True, False}
    assert faults == []

