"""Answers that are put together by clicks: whatever is touched, what comes out whole is legal, and all can be said."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from ironbottom import sight
from ironbottom.questions import Answer, Assign, Choose, Move, Order, Pick, Place, Question, Value, unsaid
from ironbottom.rules.s14_deployment import Deployment
from ironbottom.wire.answers import answer, plain
from ironbottom.wire.codecs import WEB_FROM_CLIENT
from ironbottom.wire.messages import Reply
from ironbottom.words import Side
from tests.client.plain import questions
from tests.support.lengths import some
from tests.support.table import LaidTable
from tests.wire.games import TABLE, turns

GAMES = (1, 2, 4)
SHAPES = ("choose", "pick", "assign", "order", "place", "move")

START = """async (given) => {
    const staging = await import("/table/question/staging/staging.js");
    const {menuOf} = await import("/table/question/staging/menu.js");
    let seed = 1942;
    const chance = (n) => (seed = (seed * 48271) % 2147483647) % n;
    const one = (list) => list[chance(list.length)];
    const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
    BODY
}"""

# Every thing that a question speaks of and some that it does not, touched, dragged, taken back, in any order.
AT_RANDOM = """
    const things = (question) => {
        const {rows, values, plays} = menuOf(question);
        const about = question.about.map((token) => `t${token}`);
        return [...rows.map((row) => row.id), ...values.map((option) => option.thing),
          ...plays.map((play) => play.id), ...about, "t1", "l0", "w:pass", "c:x/y:0"];
    };
    return given.map((question) => {
        const all = things(question), found = [];
        let staged = staging.begin(question);
        for (let n = 0; n < 80; n++) {
            const act = chance(13);
            if (act < 7) staged = staging.touch(staged, one(all));
            else if (act < 10) staged = staging.drop(staged, one(all), one(all));
            else if (act === 10) staged = staging.undo(staged);
            else if (act === 11) staged = staging.decide(staged, chance(3));
            else staged = staging.saying(staged);
            const answer = staging.complete(staged);
            if (answer !== null) found.push(JSON.stringify(answer));
        }
        return [...new Set(found)].map((text) => JSON.parse(text));
    });
"""

# An answer of the game, said by one touch after another; what is staged then.
AS_TOLD = """
    const {thingOf, kindOf} = await import("/table/question/staging/things.js");
    return given.map(([question, answer]) => {
        const {type} = question.shape;
        let staged = staging.begin(question);
        const touch = (thing) => { staged = staging.touch(staged, thing); };
        const rowFor = (value) => menuOf(question).rows.find((row) => row.value === value);
        if (Array.isArray(answer) && answer[0] === "play") {
            staged = staging.playing(staged, answer[1]);
        } else if (type === "choose") {
            touch(menuOf(question).rows.find((row) => same(row.value, answer)).id);
        } else if (type === "pick") {
            if (!answer.length && !staged.picked.length) staged = staging.saying(staged);
            for (const id of [...staged.picked]) touch(id);
            const left = [...menuOf(question).rows];
            for (const value of answer) touch(left.splice(left.findIndex((row) => row.value === value), 1)[0].id);
        } else if (type === "move") {
            if (answer.length === 1) return answer;  // words are buttons
            const row = rowFor(answer[1]);
            const option = row.options.find((one) => same(one.answer, answer));
            staged = staging.give(staged, row, option);
        } else {
            const ordered = type === "order";
            const pairs = ordered ? answer : Object.entries(answer).map(([key, value]) => [Number(key), value]);
            const give = (row, value) => {
                staged = staging.give(staged, row, row.options.find((one) => same(one.value, value)));
            };
            const lost = type === "place" ? menuOf(question).rows.filter((row) => !(row.value in answer)) : [];
            for (const row of lost) give(row, null);
            for (const [key, value] of pairs) give(rowFor(key), value);
            if (ordered) pairs.forEach(([key], n) => { staged = staging.reordered(staged, key, n); });
            if (!pairs.length) staged = staging.saying(staged);
        }
        return staging.complete(staged);
    });
"""


@cache
def asked(number: int) -> tuple[tuple[Question, Any, Answer], ...]:
    """The questions of a game: as they are, as JSON says them, and what was answered."""
    return tuple([(turn.question, in_json(turn.question), turn.answer) for turn in turns(number)])


def in_json(value: Any) -> Any:
    """As a page gets it: keys of tables are text."""
    return json.loads(msgspec.json.encode(value))


def received(said: Any) -> Answer:
    """What a server reads of an answer."""
    bare = {"type": "reply", "seq": 1, "table": TABLE, "update": 1, "answer": said}
    reply = WEB_FROM_CLIENT.decode(json.dumps(bare).encode())
    assert isinstance(reply, Reply), reply
    return answer(reply.answer)


def legal(question: Question, said: Any) -> str | None:
    """What is wrong with what a page would send."""
    given = received(said)
    if isinstance(given, tuple) and len(given) == 2 and given[0] == "play" and given[1] in question.plays:
        return None
    return question.shape.fault(given)


@pytest.mark.parametrize("number", some(GAMES, 1))
def test_whatever_is_touched_what_comes_out_is_legal(bench: Page, number: int) -> None:
    """And of most questions something comes out."""
    questions = asked(number)
    found = bench.evaluate(START.replace("BODY", AT_RANDOM), [told for _question, told, _answer in questions])
    wrong = [
        (question.step, said, fault)
        for (question, _told, _answer), answers in zip(questions, found, strict=True)
        for said in answers
        if (fault := legal(question, said)) is not None
    ]
    assert wrong == []
    silent = [q.step for (q, _t, _a), answers in zip(questions, found, strict=True) if not answers]
    assert len(silent) < len(questions) / 10, silent


@pytest.mark.parametrize("number", some(GAMES, 1))
def test_every_answer_can_be_put_together(bench: Page, number: int) -> None:
    """Those that were given in the game, of whatever shape."""
    questions = asked(number)
    given = [(told, in_json(plain(said))) for _question, told, said in questions]
    found = bench.evaluate(START.replace("BODY", AS_TOLD), given)
    wrong = [
        (question.step, said, back)
        for (question, _told, said), back in zip(questions, found, strict=True)
        if back is None or received(back) != said
    ]
    assert wrong == []


@pytest.mark.parametrize("number", GAMES)
def test_nothing_is_staged_at_the_beginning_but_what_loses_nothing(bench: Page, number: int) -> None:
    """§20.6  A confirm without a touch gives a harmless default, and no other answer; steps are said by their words."""
    questions = [one for one in asked(number) if not isinstance(one[0].shape, Move)]
    body = "return given.map((question) => staging.complete(staging.begin(question)));"
    found = bench.evaluate(START.replace("BODY", body), [told for _question, told, _answer in questions])
    wrong = [
        (question.step, question.default, back)
        for (question, _told, _answer), back in zip(questions, found, strict=True)
        if (back is not None) is not question.harmless or (back is not None and received(back) != question.default)
    ]
    assert wrong == []
    assert {question.harmless for question, _told, _answer in questions} == {True, False}


@pytest.mark.parametrize("number", GAMES)
def test_what_is_not_said_is_the_same_as_in_the_engine(bench: Page, number: int) -> None:
    """And a card that is told nothing and gets nothing is asked for by its name."""
    questions = [one for one in asked(number) if isinstance(one[0].shape, Assign | Order | Place)]
    body = """
        const {unsaid} = await import("/table/question/staging/unsaid.js");
        return given.map((question) => unsaid(question));
    """
    found = bench.evaluate(START.replace("BODY", body), [told for _question, told, _answer in questions])
    wrong = [
        (question.step, unsaid(question), back)
        for (question, _told, _answer), back in zip(questions, found, strict=True)
        if {int(key): value for key, value in back.items()} != in_values(unsaid(question))
    ]
    assert wrong == []


def in_values(given: dict[int, Value]) -> dict[int, Any]:
    """As JSON says them: a strike is a list there."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in given.items()}


def test_those_games_ask_in_every_shape() -> None:
    kinds = {type(question.shape) for number in GAMES for question, _told, _answer in asked(number)}
    assert kinds >= {Choose, Pick, Order, Place, Move}


EXCHANGES = """
    const [question] = given;
    const [betty, zeke] = menuOf(question).rows.map((row) => row.id);
    const clicked = staging.touch(staging.touch(staging.begin(question), betty), zeke);
    return {
        ways: clicked.fork.ways.map((way) => way.option?.verb ?? "take"),
        clicked: staging.complete(staging.decide(clicked, 0)),
        dragged: staging.complete(staging.drop(staging.begin(question), betty, zeke)),
        back: staging.complete(staging.drop(staging.begin(question), zeke, betty)),
    };
"""

OVER_ANOTHER = """
    const [question] = given;
    const [wildcat, hudson] = menuOf(question).rows.map((row) => row.id);
    const hangs = staging.drop(staging.begin(question), wildcat, hudson, ["t" + HOST]);
    return hangs.fork.ways.map((way, n) => staging.complete(staging.decide(hangs, n)));
"""


def test_airplanes_that_change_places_mean_it_from_either_end(bench: Page) -> None:
    """§14.3(2)  A click on the second says so, or takes that one instead; dragged onto it there is nothing else."""
    question = sight.question(questions.exchanges(), Side.JP)
    assert isinstance(question.shape, Move)
    betty, zeke = list(question.shape.steps["swap"])[:2]
    found = bench.evaluate(START.replace("BODY", EXCHANGES), [in_json(question)])
    assert found["ways"] == ["swap", "take"]
    assert found["clicked"] == found["dragged"] == ["swap", betty, zeke]
    assert found["back"] == ["swap", zeke, betty]


def test_an_airplane_that_is_let_go_over_another_asks_what_is_meant(bench: Page) -> None:
    """Where its host has room too: to change places, or to join it."""
    t = LaidTable()
    base, home = t.base_of(Side.US, "Port Moresby"), t.base_of(Side.US, "Espiritu Santo")
    (hudson,), (dauntless,) = t.us.load(base, ["Hudson"]), t.us.load(home, ["Dauntless"])
    question = in_json(sight.question(t.play(Deployment(phasing=Side.US)), Side.US))
    found = bench.evaluate(START.replace("BODY", OVER_ANOTHER.replace("HOST", str(home))), [question])
    assert found == [["swap", hudson, dauntless], ["shift", hudson, home]]
