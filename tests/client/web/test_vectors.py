"""What both compute: the page's JavaScript gives what tests/client/support/vectors says, as Python does
(tests/client/text/test_vectors.py).
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from ironbottom.client.text.question.standing_orders import PROPOSED
from ironbottom.language import LANGUAGES
from tests.client.support.vectors import plain, read, table_rules
from tests.support.battle_sheets import TEST_SOUND

STAGING = """async (cases) => {
    const staging = await import("/table/question/staging/staging.js");
    const {menuOf} = await import("/table/question/staging/menu.js");
    const acts = {
        touch: (staged, thing) => staging.touch(staged, thing),
        drop: (staged, from, to) => staging.drop(staged, from, to),
        give: (staged, id, thing, verb) => staging.give(staged, rowOf(staged, id),
            rowOf(staged, id).options.find((one) => one.thing === thing && (one.verb ?? "") === verb)),
        "give all": (staged, thing) =>
            staging.giveAll(staged, menuOf(staged.question).values.find((one) => one.thing === thing).value),
        hold: (staged, id) => staging.hold(staged, id),
        reordered: (staged, id, n) => staging.reordered(staged, orderName(staged, id), n),
        playing: (staged, card) => staging.playing(staged, card),
        decide: (staged, n) => staging.decide(staged, n),
        undo: staging.undo, saying: staging.saying, clear: staging.clear, unready: staging.unready,
    };
    const rowOf = (staged, id) => menuOf(staged.question).rows.find((row) => row.id === id);
    const orderName = (staged, id) => (staged.question.shape.type === "pick" ? id : rowOf(staged, id).value);
    const told = (staged) => ({
        held: staged.held, chosen: staged.chosen, picked: staged.picked, given: staged.given, order: staged.order,
        said: staged.said, play: staged.play, step: staged.step, ways: staged.fork?.ways.length ?? 0,
        fault: staged.fault?.why ?? "", undo: staging.canUndo(staged), answer: staging.complete(staged),
    });
    const changes = (last, now) => Object.fromEntries(
        Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(last[name])));
    return cases.map(({question, acts: done}) => {
        let staged = staging.begin(question);
        const after = [told(staged)];
        for (const [name, ...what] of done) {
            staged = acts[name](staged, ...what);
            after.push(told(staged));
            staged = {...staged, step: null};
        }
        return after.map((now, n) => (n === 0 ? now : changes(after[n - 1], now)));
    });
}"""


def difference(name: str, found: list[Any], wanted: list[Any]) -> str:
    """The first step at which two differ, and in what."""
    for n, (one, other) in enumerate(zip(found, wanted, strict=True)):
        if one != other:
            fields = {key: (one.get(key), other.get(key)) for key in {**one, **other} if one.get(key) != other.get(key)}
            return f"{name}, after act {n}: {json.dumps(fields)} (the page, Python)"
    return ""


def test_an_answer_is_put_together_as_in_the_terminal(bench: Page) -> None:
    cases = read("staging")
    found = bench.evaluate(STAGING, cases)
    wrong = [difference(one["name"], after, one["after"]) for one, after in zip(cases, found, strict=True)]
    assert not any(wrong), "\n".join(filter(None, wrong))


BATTLE = """async (cases) => {
    const [{hear}, {field}, {beatsOf}, store] = await Promise.all(
        ["text/story", "table/battle/field", "session/seat/beats", "base/store"].map((path) => import(`/${path}.js`)));
    const file = await (await fetch("/cards/full.json")).json();
    const cards = {};
    const find = (one) => {
        if (one?.id) cards[one.id] = one;
        else if (one instanceof Object) Object.values(one).forEach(find);
    };
    find(file);
    const log = [];
    const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    const byParts = (one, other) => one.reduce((found, part, i) => found || order(part, other[i]), 0);
    const ofPiece = ({token, fate, row}) => [token, fate, row.damage ?? 0];
    const told = (fight) => (fight === null ? {kind: ""} : {
        kind: fight.kind, title: fight.title,
        halves: fight.halves.map(({side, boxes}) => [side, ...boxes.filter(({task, pieces}) => task || pieces.length)
            .map(({task, label, pieces}) => [task, label, ...pieces.map(ofPiece).sort(byParts)])]),
        aims: fight.aims.map(({by, at, mode, live}) => [by, at, mode, live]).sort(byParts),
        dice: [...fight.dice].map(([token, [dice, limited]]) => [token, dice, limited ?? false]).sort(byParts),
        hits: fight.hits, effects: fight.effects.map(({token}) => token).sort((one, other) => one - other),
    });
    return cases.map(({events, view, fights}, n) => {
        hear(events, view, cards);
        for (const event of events) log.push({number: n, event, view});
        if (!fights.length) return [];
        const before = cases[n - 1].view, still = {...store.state, cards, log, past: null, staged: null};
        const played = beatsOf(events).map((beat) => ({
            beat: [beat.index - beat.group.length + 1, beat.index],
            ...told(field({...still, shown: {number: n - 1, view: before},
                beat: {...beat, of: events.length, events, before, after: view, length: 1}})),
        }));
        return [...played, {beat: [], ...told(field({...still, shown: {number: n, view}, beat: null}))}];
    });
}"""


def test_a_fight_is_drawn_as_in_the_terminal(bench: Page) -> None:
    cases = read("battle")
    wrong = []
    for n, (found, case) in enumerate(zip(bench.evaluate(BATTLE, cases), cases, strict=True)):
        if found != case["fights"]:
            assert [one["beat"] for one in found] == [one["beat"] for one in case["fights"]], n
            wrong.append(difference(f"update {n}", found, case["fights"]))
    assert wrong == []


STORY = """async ([cases, language]) => {
    const [{tell}, {speak}] = [await import("/text/narration.js"), await import("/base/language/words.js")];
    await speak(language);
    const marks = () => {
        const learned = new Map();
        const token = (one) => learned.get(one) ?? `#${one}`;
        return {
            card: (card) => `<${card}>`, half: (card) => `<half of ${card}>`,
            shipHalf: (card) => (card.length % 2 ? `<ship of ${card}>` : ""), eventText: (card) => `<text of ${card}>`,
            formation: ([lead, escort]) => (escort ? `<${lead} and ${escort}>` : `<${lead}>`),
            token, placed: (one) => `#${one} there`, inFlight: token, knows: (one) => learned.has(one) || one % 2 === 0,
            learn: (one, name) => learned.set(one, name), learnEscort: (one) => learned.set(one, "<the escort>"),
            byView: () => learned.clear(), hp: (one) => one % 5, escapes: (_side, airplane) => airplane % 3 === 0,
        };
    };
    return cases.map(({event, limited}) => tell(event, marks(), limited));
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_event_is_told_as_in_python(bench: Page, language: str) -> None:
    cases = read("story")
    found = bench.evaluate(STORY, [cases, language])
    wanted = [case["told"][language] for case in cases]
    assert found == wanted


BY_ITSELF = """async (cases) => {
    const rules = await import("/table/question/staging/by_itself.js");
    const {stillOpen} = await import("/table/question/staging/still_open.js");
    const cards = {}, file = await (await fetch("/cards/full.json")).json();
    const find = (one) => {
        if (one?.id) cards[one.id] = one;
        else if (one instanceof Object) Object.values(one).forEach(find);
    };
    find(file);
    const listed = (answer) => (answer === undefined ? [] : [answer]);
    let held = [];
    return cases.map(({sole, begins, kinds, question, hand, half, says}) => {
        if (sole) return {sole: sole.map(([one]) => [one, listed(rules.soleAnswer(one))])};
        if (begins) {
            held = [];
            return {begins};
        }
        held = rules.lasting(held, kinds);
        const found = rules.unprompted(question, held, hand);
        if (!found) held = rules.standing(held, question, hand);
        const case_ = {kinds, question, hand, again: rules.comesAgain(question), given: listed(found?.answer),
            holds: held.length};
        if (half) Object.assign(case_, {half, open: stillOpen(question, {us: half, jp: half}, cards)});
        if (!says) return case_;
        held = rules.withRule(held, {question, scope: says[0], answer: says[1], hand});
        return {...case_, says};
    });
}"""


def test_the_same_is_answered_without_asking(bench: Page) -> None:
    cases = read("by_itself")
    found = bench.evaluate(BY_ITSELF, cases)
    wrong = [difference(f"case {n}", [one], [other]) for n, (one, other) in enumerate(zip(found, cases, strict=True))]
    assert not any(wrong), "\n".join(filter(None, wrong))


IN_LANGUAGE = """
    const words = await import("/base/language/words.js");
    const spoken = async (language, wait) => {
        await words.speak(language);
        const before = words.edition();
        wait(); // a text that is not for the beginning is asked for, and the rest comes with it
        while (language !== "en" && words.edition() === before) await hands.frame();
    };"""

TABLE_RULES = f"""async (cases) => {{{IN_LANGUAGE}
    const rules = await import("/text/table_rules.js");
    const ends = cases.ends.map((outcome) => ({{turn: 0, outcome}}));
    const views = [null, ...[0, 1, 99].map((turn) => ({{turn, outcome: null}})), ...ends];
    const of = (one) => {{
        const word = one.rule;
        if (word) return [rules.optionName(word), rules.optionText(word), rules.optionLine(word), rules.worth(word)];
        const both = rules.ofTerms(one);
        return {{brief: rules.inBrief(both), introduced: rules.introduced(both),
            none: rules.introduced({{words: [], battle: null}}),
            whole: views.map((view) => rules.whole(both, view))}};
    }};
    const told = {{}};
    for (const language of cases.languages) {{
        await spoken(language, () => rules.optionText("radar"));
        told[language] = cases.cases.map(of);
    }}
    await words.speak("en");
    const {{windowsFor}} = await import("/session/tables/standing.js");
    return cases.cases.map((one, n) => ({{words: one.rule ? null : rules.ofTerms(one).words,
        windows: one.rule ? null : cases.kinds.map((does) => windowsFor(does, one)),
        told: Object.fromEntries(cases.languages.map((language) => [language, told[language][n]]))}}));
}}"""


def is_of_rules(case: dict[str, Any]) -> bool:
    """The others are of players who are made even."""
    return "rule" in case or "options" in case


def test_what_a_table_is_played_by_is_said_as_in_python(bench: Page) -> None:
    cases = [one for one in read("table_rules") if is_of_rules(one)]
    ends = [plain(one) for one in table_rules.ENDS]
    other = plain(TEST_SOUND)
    given = {"cases": cases, "ends": ends, "languages": [*LANGUAGES], "other": other, "kinds": PROPOSED}
    for found, case in zip(bench.evaluate(TABLE_RULES, given), cases, strict=True):
        assert found["told"] == case["told"], case.get("rule")
        assert found["words"] == case.get("words")
        assert found["windows"] == case.get("windows")


EVEN = f"""async ([cases, languages]) => {{{IN_LANGUAGE}
    const [even, handicap, {{rating}}, {{ownLines}}] = await Promise.all(
        ["even_words", "handicap", "rating", "strength"].map((name) => import(`/start/terms/${{name}}.js`)));
    const near = (n, digits) => (n === null ? null : Number(n.toFixed(digits)));
    const of = (one) => {{
        if (one.worths) return null;
        if (one.games) return ownLines(rating(one.games));
        const {{side, points}} = one, found = handicap.handicap(side, points);
        return [...even.evenedLines(side, points, found), even.chanceLine(side, points, ["unpack"])];
    }};
    const computed = (one) => {{
        if (one.worths) return {{worths: one.worths.map(([said]) => [said, near(handicap.ruleWorth(said), 6)])}};
        if (one.games) {{
            const {{estimate}} = rating(one.games);
            const ends = estimate ? [estimate.points, estimate.low, estimate.high].map((end) => near(end, 1)) : [];
            return {{games: one.games, rated: ends}};
        }}
        const {{side, points}} = one;
        const wins = handicap.percent(side, points, ["us-head-start:3"]);
        return {{side, points, ...handicap.handicap(side, points), wins}};
    }};
    const told = {{}};
    for (const language of languages) {{
        await spoken(language, () => even.chanceLine(0, 0, []));
        told[language] = cases.map(of);
    }}
    await words.speak("en");
    const inAll = (n) => Object.fromEntries(languages.map((language) => [language, told[language][n]]));
    return cases.map((one, n) => ({{...computed(one), ...(one.told ? {{told: inAll(n)}} : {{}})}}));
}}"""


def test_two_players_are_made_even_and_rated_as_in_python(bench: Page) -> None:
    cases = [one for one in read("table_rules") if not is_of_rules(one)]
    found = bench.evaluate(EVEN, [cases, [*LANGUAGES]])
    wrong = [difference(f"case {n}", [one], [other]) for n, (one, other) in enumerate(zip(found, cases, strict=True))]
    assert not any(wrong), "\n".join(filter(None, wrong))


def test_what_differs_is_found(bench: Page) -> None:
    """One word of a vector is changed: the page computes no such thing."""
    case = read("staging")[0]
    case["after"][-1]["answer"] = "something else"
    (found,) = bench.evaluate(STAGING, [case])
    assert "something else" in difference("planted", found, case["after"])
