"""The battle board and the beats: whole games are played through them, and no throw is lost on the way."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from ironbottom.wire.codecs import encode_json
from tests.support.lengths import some
from tests.wire.games import turns

SEEN = ((1, 0), (1, 2), (3, 1))  # games of eager players, who land and fly, and whose eyes see them
SEARCHES = {1: {"search", "intercept"}, 3: {"search", "intercept"}}  # the tasks of those that meet in their searches

BEGIN = """
    const [{hear}, {field}, {battle}, {beatsOf, arrived, skip}, {keptFaces}, store, {draw}] = await Promise.all(
        ["text/story", "table/battle/field", "table/battle/battle", "session/seat/beats", "table/battle/dice",
         "base/store", "base/dom"].map((path) => import(`/${path}.js`)));
    const cards = {};
    const find = (one) => {
        if (one?.id) cards[one.id] = one;
        else if (one instanceof Object) Object.values(one).forEach(find);
    };
    find(await (await fetch("/cards/full.json")).json());
    const updates = given.map((text) => JSON.parse(text));
    const settings = {lang: "en", theme: "day", speed: "calm", motion: true};
"""

EVERY_BEAT = """async (given) => {""" + BEGIN + """
    const told = {throws: 0, boards: 0, lost: [], unknown: []};
    const log = [];
    updates.forEach((update, n) => {
        hear(update.events, update.view, cards);
        for (const event of update.events) log.push({number: n, event, view: update.view});
        const before = updates[n - 1];
        if (!before) return;
        for (const beat of beatsOf(update.events)) {
            const state = {
                ...store.state, cards, log, shown: {number: n - 1, view: before.view}, settings,
                beat: {...beat, of: 0, events: update.events, before: before.view, after: update.view, length: 1},
            };
            const fight = field(state);
            if (fight) told.boards += 1;
            const tokens = (fight?.halves ?? []).flatMap((half) => half.boxes.flatMap((box) => box.pieces))
                .map((piece) => piece.token);
            for (const event of beat.group.filter((one) => one.event === "rolled")) {
                told.throws += 1;
                const times = tokens.filter((token) => token === event.by).length;
                if (times !== 1) told.lost.push([n, event.rule, times]);
                if (event.ability === "speed") continue; // a withdrawal check keeps nothing
                const kept = keptFaces(event, event.left);
                if (kept.some((face) => face < 4) || kept.length !== event.left) told.unknown.push([n, event.rule]);
            }
        }
    });
    return told;
}"""

# Of every board, as beats play and while it is asked: what lies in which box that is no box of a task.
BOXES = """async (given) => {""" + BEGIN + """
    const found = [];
    const log = [];
    const note = (state, asked) => {
        const fight = field(state);
        for (const half of fight?.halves ?? []) {
            for (const {task, label, pieces} of half.boxes) {
                for (const {row} of pieces.filter(({fate}) => fate !== "gone")) {
                    const what = "host" in row ? "airplane" : "pair" in row ? "formation" : "base";
                    found.push({kind: fight.kind, asked, task, label, what});
                }
            }
        }
    };
    updates.forEach((update, n) => {
        hear(update.events, update.view, cards);
        for (const event of update.events) log.push({number: n, event, view: update.view});
        const before = updates[n - 1], still = {...store.state, cards, log, settings};
        for (const beat of before ? beatsOf(update.events) : []) {
            note({...still, shown: {number: n - 1, view: before.view},
                beat: {...beat, of: 0, events: update.events, before: before.view, after: update.view, length: 1}}, "");
        }
        const window = update.view.waiting.map(([, one]) => one).join();
        note({...still, shown: {number: n, view: update.view}}, window);
    });
    return found;
}"""

DRAWN = """async (given) => {""" + BEGIN + """
    const board = document.body.appendChild(document.createElement("div"));
    const log = [];
    const drawn = [];
    updates.forEach((update, n) => {
        hear(update.events, update.view, cards);
        for (const event of update.events) log.push({number: n, event, view: update.view});
        const state = {...store.state, cards, log, shown: {number: n, view: update.view}, settings};
        draw(board, battle(state, new Map()));
        const fight = field(state);
        const tiles = (fight?.halves ?? []).flatMap((half) => half.boxes.flatMap((box) => box.pieces)).length;
        const count = (which) => board.querySelectorAll(which).length;
        drawn.push([tiles, count(".tile"), count(".tile:not([aria-label], :has(> .unseen))")]);
    });
    return drawn;
}"""

SKIPPED = """async (given) => {""" + BEGIN + """
    const throws = (update) => update.events.filter((event) => event.event === "rolled").length;
    const at = updates.findIndex((update, n) => n > 0 && throws(update) > 1);
    const [before, after, later] = [updates[at - 1], updates[at], updates[at + 1]];
    const seen = [];
    const note = () => seen.push([
        ...[before, after, later].map((update) => store.state.shown === update), store.state.beat?.event.event ?? "",
    ]);
    store.change({settings, cards});
    arrived(before); note();
    arrived(after); note();
    arrived(later); note();
    skip(); note();
    store.change({settings: {...settings, speed: "at-once"}});
    arrived(after); note();
    return seen;
}"""


def sent(number: int, who: int) -> list[str]:
    """A game as one pair of eyes is told it."""
    return [json.dumps(json.loads(encode_json(turn.updates[who]))) for turn in turns(number)]


@pytest.mark.parametrize(("number", "who"), some(SEEN, 1))
def test_every_throw_has_its_card_on_the_board(bench: Page, number: int, who: int) -> None:
    """Once; and what it keeps are faces that keep."""
    told: dict[str, Any] = bench.evaluate(EVERY_BEAT, sent(number, who))
    assert told["throws"] > 20
    assert told["boards"] > 20
    assert (told["lost"], told["unknown"]) == ([], [])


def test_the_board_shows_everybody_who_is_in_the_fight(bench: Page) -> None:
    """Each as one tile, and each said in words."""
    drawn = bench.evaluate(DRAWN, sent(1, 0))
    assert max(tiles for tiles, _drawn, _silent in drawn) > 5
    assert [row for row in drawn if row[0] != row[1] or row[2]] == []


@pytest.mark.parametrize(("number", "who"), some(SEEN, 1))
def test_whoever_meets_a_search_is_in_the_box_of_those(bench: Page, number: int, who: int) -> None:
    """From the moment that they fly: in the line itself lie only ships and bases."""
    found = bench.evaluate(BOXES, sent(number, who))
    search = [one for one in found if one["kind"] == "search"]
    assert {one["task"] for one in search if one["what"] == "airplane"} == SEARCHES[number]
    assert {one["what"] for one in search if not one["task"]} <= {"formation", "base"}


@pytest.mark.parametrize(("number", "who"), some(SEEN, 1))
def test_only_the_base_is_the_target_of_a_landing(bench: Page, number: int, who: int) -> None:
    """Ships that do not attend, or have no task yet, have a box of their own."""
    found = bench.evaluate(BOXES, sent(number, who))
    there = [one for one in found if one["kind"] == "sea" and not one["task"]]
    assert {one["what"] for one in there if one["label"] == "Target of the landing"} == {"base"}
    assert {one["what"] for one in there if one["label"] != "Target of the landing"} <= {"formation"}
    at_26 = {one["label"] for one in there if one["asked"] == "26"}
    assert at_26 == (set() if who == 2 else {"Target of the landing", "Not revealed yet"})


def test_what_happens_is_seen_before_the_table_changes(bench: Page) -> None:
    """The first view is shown at once; then the table waits for the beats, unless they are skipped or not wanted."""
    first, beat, waiting, skipped, at_once = bench.evaluate(SKIPPED, sent(1, 0))
    assert first == [True, False, False, ""]
    assert beat[:3] == waiting[:3] == [True, False, False]
    assert beat[3] == waiting[3] != ""
    assert skipped == [False, False, True, ""]
    assert at_once == [False, True, False, ""]
