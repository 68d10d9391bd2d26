"""Answers on the wire: every shape's answers survive both formats, and their questions judge them as before."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from ironbottom.questions import Answer, Assign, Choose, Move, Order, Pick, Place, Question
from ironbottom.wire.answers import Plain, answer, plain
from ironbottom.wire.codecs import NATIVE_FROM_CLIENT, WEB_FROM_CLIENT, encode, encode_json
from ironbottom.wire.frames import TO_SERVER
from ironbottom.wire.messages import Malformed, Reply
from ironbottom.words import Line, Task
from tests.wire.anything import any_of
from tests.wire.games import TABLE, turns

GAMES = range(10, 16)
TRIED = 12  # answers of each question, from the first legal ones and by chance


def back(given: Answer) -> list[Answer]:
    """An answer after each trip: by us in both formats, and written by another library."""
    reply = Reply(1, TABLE, 1, plain(given))
    bare = {"type": "reply", "seq": 1, "table": TABLE, "update": 1, "answer": reply.answer}
    trips = [
        NATIVE_FROM_CLIENT.decode(encode(reply)), WEB_FROM_CLIENT.decode(encode_json(reply)),
        NATIVE_FROM_CLIENT.decode(msgpack.packb(bare)), WEB_FROM_CLIENT.decode(json.dumps(bare).encode()),
    ]
    return [answer(trip.answer) if isinstance(trip, Reply) else str(trip) for trip in trips]


def some_answers(question: Question, rng: Random) -> list[Answer]:
    """The first legal answers, some by chance, the default, and the cards that may be played."""
    shape = question.shape
    legal = [] if isinstance(shape, Place) else [*islice(shape.answers(), TRIED)]
    plays: list[Answer] = [("play", card) for card in question.plays]
    return [*legal, *[shape.guess(rng) for _ in range(TRIED)], question.default, *plays]


@pytest.mark.parametrize("number", GAMES)
def test_the_answers_of_every_shape_survive_every_trip(number: int) -> None:
    rng, seen = Random(number), Counter[str]()
    for turn in [*turns(number)][::3]:
        seen[type(turn.question.shape).__name__] += 1
        for given_ in some_answers(turn.question, rng):
            assert back(given_) == [given_] * 4
            assert len(encode(Reply(2**53 - 1, "T" * 16, 2**53 - 1, plain(given_)))) <= TO_SERVER
    assert {"Choose", "Pick", "Assign", "Move"} <= set(seen)


def test_every_shape_is_answered_in_those_games() -> None:
    seen = {type(turn.question.shape) for number in GAMES for turn in turns(number)}
    assert seen == {Choose, Pick, Assign, Order, Place, Move}


def by_json(question: Question) -> Any:
    """A question as a browser has it: every key is a word there."""
    return json.loads(json.dumps(to_builtins(question, str_keys=True)))


@pytest.mark.parametrize("number", [10, 11])
def test_a_client_in_json_may_say_keys_back_as_it_read_them(number: int) -> None:
    rng, moves = Random(number), 0
    for turn in turns(number):
        shape, seen = turn.question.shape, by_json(turn.question)["shape"]
        given_: Any = None
        if isinstance(shape, Assign):
            given_ = {key: rng.choice(values) for key, values in seen["choices"].items()}
        elif isinstance(shape, Order):
            given_ = [[key, rng.choice(values)] for key, values in seen["choices"].items()]
        elif isinstance(shape, Move) and seen["steps"]:
            verb, things = rng.choice([*seen["steps"].items()])
            thing, targets = rng.choice([*things.items()])
            given_ = [verb, thing, rng.choice(targets)] if targets else [verb, thing]
            moves += 1
        if given_ is None:
            continue
        bare = {"type": "reply", "seq": 1, "table": TABLE, "update": 1, "answer": given_}
        reply = WEB_FROM_CLIENT.decode(json.dumps(bare).encode())
        assert isinstance(reply, Reply)
        assert shape.fault(answer(reply.answer)) is None
    assert moves


def test_no_word_of_a_game_is_made_of_digits() -> None:
    """A word of digits is read as a number, so none of the game's own words may look like one."""
    for number in GAMES:
        for turn in turns(number):
            assert not [word for word in words(to_builtins(turn.question.shape)) if word.isdigit()]


def words(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [word for pair in value.items() for part in pair for word in words(part)]
    if isinstance(value, list | tuple):
        return [word for part in value for word in words(part)]
    return [value] if isinstance(value, str) else []


def test_meanings_are_left_behind() -> None:
    assert plain({7: Line.JP_REAR, 8: Task.ESCORT}) == {7: 5, 8: "escort"}
    found = plain((Line.US_FRONT, ("bomb", 3)))
    assert found == [2, ["bomb", 3]]
    assert isinstance(found, list)
    assert type(found[0]) is int


@settings(deadline=None)
@given(any_of(Plain))
def test_any_plain_answer_can_be_understood_and_said_again(given_: Plain) -> None:
    assert answer(plain(answer(given_))) == answer(given_)


NONE: list[Any] = [
    -1, 2**31, 1.5, True, None, "x" * 61, [1.5], [[[[1]]]], [[1] * 5], [[["a"] * 5]], [1] * 201, {"x": 1}, {-1: 1},
    {1: {}}, {1: [[1]]}, {1: None}, [{}], dict.fromkeys(range(201), 1), [None], [True],
]


@pytest.mark.parametrize("value", NONE, ids=[str(value)[:20] for value in NONE])
def test_what_can_be_no_answer_is_malformed(value: Any) -> None:
    bare = {"type": "reply", "seq": 4, "table": TABLE, "update": 1, "answer": value}
    for found in (NATIVE_FROM_CLIENT.decode(msgpack.packb(bare)), WEB_FROM_CLIENT.decode(json.dumps(bare).encode())):
        assert isinstance(found, Malformed)
        assert found.seq == 4


@settings(deadline=None)
@given(st.text(max_size=12))
def test_only_plain_digits_are_read_as_numbers(text: str) -> None:
    found = answer([text])
    assert found == ((int(text),) if text and all(letter in "0123456789" for letter in text) else (text,))
