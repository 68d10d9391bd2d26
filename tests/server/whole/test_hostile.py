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
from ironbottom.wire.messages import Bye, Commit, Hello, Ping, Receipt, Refused, Reply, Resume, Reveal, Say, Terms
from ironbottom.wire.session import DEAD, MALFORMED, PING
from ironbottom.words import Side
from tests.server.support.house import SEED, House, Pipe
from tests.server.support.player import Player

TERMS = Terms(side="us", seed=SEED, reach="open")

ANSWERS: list[Any] = [
    0, 1, 2**31 - 1, "", "keep ", "KEEP", "x" * 60, [], [[]], [[[]]], ["done"], ["done", "done"], ["move"],
    ["move", 1], ["move", 1, 1, 1], ["move", "1", "1"], ["play", "us/admiral"], ["play"], ["play", 3], {}, {1: 2},
    {2**31 - 1: "x"}, {1: [1, 2, 3, 4]}, [1] * 200, [["a", 1]] * 200, {n: n for n in range(200)}, [[1, "a"], [1, "a"]],
    ["pass", "pass"], "pass", "undo", ["undo"], [[1, [2, 3]]], "\x00", "\ud7ff",
]


@pytest.fixture
def house() -> House:
    return House()


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
    pipe.caller.received(data)


def reply(player: Player, seq: int, update: int, answer: Any) -> bytes:
    """A reply with anything for an answer."""
    said = {"type": "reply", "seq": seq, "table": player.table, "update": update, "answer": answer}
    return frame(msgspec.msgpack.encode(said))


def byes(pipe: Pipe) -> list[str]:
    return [message.code for message in pipe.messages() if isinstance(message, Bye)]


def test_answers_of_every_shape(house: House, faults: list[str]) -> None:
    """In each window that a game comes to: what is not legal is refused as illegal, and changes nothing."""
    ada, ben = house.seated(TERMS)
    rng, seq, windows = Random(1), 10_000, set[str]()
    for _turn in range(250):
        player = next((each for each in (ada, ben) if each.asked), None)
        if player is None:
            break
        if player.question.window not in windows:
            windows.add(player.question.window)
            seq = _tried(house, player, seq)
        player.answer(player.question.shape.guess(rng))
        house.run(0.01)
        assert not any(refused.code == "fault" for refused in player.all(Refused))
    assert len(windows) > 8
    assert faults == []


def _tried(house: House, player: Player, seq: int) -> int:
    """All of them, at one question."""
    for answer in ANSWERS:
        if _may_be_legal(player, answer):
            continue
        seq, have = seq + 1, player.have
        raw(house.pipes[player.place], reply(player, seq, have, answer))
        house.run(0.005)
        assert (player.refusal(seq).code, player.have) == ("illegal", have), answer
    return seq


def _may_be_legal(player: Player, answer: Any) -> bool:
    try:
        return bool(player.question.plays) or player.question.shape.fault(understood(answer)) is None
    except TypeError:
        return False  # it cannot even be looked for among the legal ones


@pytest.mark.parametrize(
    "answer",
    [None, True, 1.5, -1, 2**31, 2**70, b"bytes", "x" * 61, [1] * 201, [[1] * 5], {1: {2: 3}}, {"a": 1}, {-1: 1},
     [[[[1]]]], {1: None}],
)  # fmt: skip
def test_what_is_no_answer_at_all(house: House, answer: Any) -> None:
    ada, _ben = house.seated(TERMS)
    raw(house.pipes[0], reply(ada, 77, 1, answer) if answer != 2**70 else b"\x00\x00\x00\x02\xc1\xc1")
    house.run(0.1)
    refused = ada.last(Refused)
    assert (refused.code, refused.seq) == ("malformed", 77 if answer != 2**70 else 0)
    assert house.answered(ada, ada.answer("keep")) == "ok"


def test_answers_out_of_turn_and_to_other_questions(house: House) -> None:
    ada, ben = house.seated(TERMS)
    house.step(ada, ben, answers=4)
    before = (ada.have, ben.have)
    for player in (ada, ben):
        for update in (0, 1, player.have - 1, player.have + 1, 2**40):
            seq = player.ask(Reply, player.table, update, "keep")
            assert house.answered(player, seq, 0.05) in ("stale", "not-asked")
    assert (ada.have, ben.have) == before


def test_an_answer_for_the_other_side(house: House) -> None:
    """Whose answer it is, the seat says; there is no way to name another."""
    ada, ben = house.seated(TERMS)
    assert house.answered(ada, ada.answer("keep")) == "ok"
    seq = ada.ask(Reply, ada.table, ben.have, "redraw")
    assert house.answered(ada, seq) == "not-asked"
    assert (ben.question.window, house.playing(ada).signing[Side.JP].unsigned) == ("1", ())


def test_requests_for_tables_of_others(house: House) -> None:
    ada, _ben = house.seated(TERMS)
    eve = Player("Eve", 3)
    house.connect(eve)
    for table in (ada.table, "", "NOTABLE", "\x00" * 16):
        for kind, fields in ((Reply, (1, "keep")), (Commit, (bytes(32), bytes(64))), (Reveal, (bytes(32), bytes(64)))):
            assert house.answered(eve, eve.ask(kind, table, *fields), 0.05) in ("no-seat", "no-table")
    assert house.answered(eve, eve.ask(Resume, ada.table, bytes(16)), 0.05) == "no-seat"


def test_a_flood_of_requests_leaves_the_game_alone(house: House) -> None:
    ada, ben = house.seated(TERMS)
    for n in range(300):
        ada.ask(Reply, ada.table, n, "keep")
        ada.chat(f"line {n}")
    house.run(5.0)
    assert ben.asked
    assert house.answered(ben, ben.answer("keep")) == "ok"
    assert len(house.disk.store.execute("SELECT n FROM chat").fetchall()) == LIMITS.lines


def test_too_many_messages_that_cannot_be_read_end_a_connection(house: House) -> None:
    ada, ben = house.seated(TERMS)
    for _n in range(MALFORMED):
        raw(house.pipes[0], frame(b"\xc1"))
    assert byes(house.pipes[0]) == []
    raw(house.pipes[0], frame(b"\xc1"))
    house.run(0.1)
    assert byes(house.pipes[0]) == ["malformed"]
    assert [seat.here for seat in ben.table_now.seats] == [False, True]
    house.back(ada)
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
def test_what_is_no_message_of_a_player(house: House, data: bytes, code: str) -> None:
    _ada, ben = house.seated(TERMS)
    raw(house.pipes[0], data)
    house.run(0.1)
    assert byes(house.pipes[0]) == ([code] if code else [])
    assert house.answered(ben, ben.answer("keep")) == "ok"


def test_a_message_of_a_newer_client_is_survived(house: House) -> None:
    ada, _ben = house.seated(TERMS)
    raw(house.pipes[0], frame(msgspec.msgpack.encode({"type": "dance", "seq": 55, "how": "slowly"})))
    newer = {"type": "reply", "seq": 56, "table": ada.table, "update": 1, "answer": "keep", "mood": "confident"}
    raw(house.pipes[0], frame(msgspec.msgpack.encode(newer)))
    house.run(0.1)
    assert ada.refusal(55).code == "unknown-message"
    assert ada.have > 1


def test_who_crashes_in_the_middle_of_a_message(house: House) -> None:
    ada, ben = house.seated(TERMS)
    whole = reply(ada, ada.seq + 1, 1, "redraw")
    raw(house.pipes[0], whole[: len(whole) // 2])
    house.pipes[0].lose()
    house.run(1.0)
    house.back(ada)
    assert ada.asked
    assert house.answered(ada, ada.answer("keep")) == "ok"
    assert house.answered(ben, ben.answer("keep")) == "ok"


def test_half_a_message_is_no_sign_of_life(house: House) -> None:
    """A length that was damaged on the way would otherwise swallow whatever comes, and nobody would notice."""
    _ada, ben = house.seated(TERMS)
    pipe = house.pipes[0]
    raw(pipe, TO_SERVER.to_bytes(4, "big"))
    for _second in range(int(DEAD) + 2):
        house.run(1.0)
        pipe.caller.pulse()
        if not pipe.cut:
            raw(pipe, frame(msgspec.msgpack.encode(Ping(1))))
        ben.say(Ping(1))
    assert byes(pipe) == ["silence"]
    assert not ben.table_now.seats[0].here


def test_who_is_silent_is_asked_and_then_left(house: House) -> None:
    ada, _ben = house.seated(TERMS)
    pipe = house.pipes[0]
    vars(ada)["hear_ping"] = lambda ping: None
    while not pipe.cut and house.clock.now < 60:
        pipe.caller.pulse()
        house.run(1.0)
    pings = [at for at, message in pipe.timed() if isinstance(message, Ping)]
    assert pings[0] == pytest.approx(PING, abs=1.5)
    assert byes(pipe) == ["silence"]
    assert house.clock.now == pytest.approx(DEAD, abs=3)


def test_bits_that_turn_over_on_the_way(faults: list[str]) -> None:
    """On a plain line nothing but our own reading guards a message.  Whatever comes of a wrong bit, the server goes on,
    the opponent's game is unharmed, and no signature can be put under an answer that was not given."""
    rng, outcomes = Random(11), set[bool]()
    for _n in range(150):
        house = House()
        ada, ben = house.seated(TERMS)
        said = Reply(ada.seq + 1, ada.table, 1, "keep"), Say(ada.seq + 2, ada.table, "hello")
        data = bytearray(b"".join([frame(msgspec.msgpack.encode(message)) for message in said]))
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        raw(house.pipes[0], bytes(data))
        house.run(0.2)
        assert house.answered(ben, ben.answer("keep")) == "ok"
        assert house.playing(ben).numbers[Side.JP] == ben.have > 1
        if not house.pipes[0].cut:
            taken = house.playing(ada).signing[Side.US].unsigned
            ada.own, ada.seq = [(1, "keep")], ada.seq + 10
            house.hall.tables[ada.table].sitting[0].last = 0  # a damaged number may be greater than all that follow
            ada.countersign()
            house.run(0.1)
            assert taken == ((1, "keep"),) or not ada.all(Receipt)
            outcomes.add(bool(ada.all(Receipt)))
    assert outcomes == {True, False}
    assert faults == []

