"""The table at every size: a small screen at 200 %, phones upright and on their side, a tablet, 1024 by 768."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.client.web.support.situations import NAMES, WANTED, show, situations
from tests.client.web.support.stage import Stage
from tests.client.web.support.visitors import Visitors
from tests.client.web.test_battle import BEGIN, sent
from tests.client.web.test_pictures import DRESS
from tests.support.lengths import some

ZOOMED = (683, 384)  # 1366 by 768 at 200 %
PHONE, SMALL, TURNED = (390, 844), (360, 640), (844, 390)
LYING = [ZOOMED, TURNED, (568, 320)]
UPRIGHT = [PHONE, SMALL, (820, 1180)]
WIDE = [(1024, 768), (1180, 820)]
EVERY = [*LYING, *UPRIGHT, *WIDE]
LEAST = {"line": 23, "card": 25}  # pixels

# How the table lies: what is covered by what, what is cut.
BOARD = """() => {
    const box = (which) => document.querySelector(which)?.getBoundingClientRect();
    const boxes = (which) => [...document.querySelectorAll(which)].map((one) => one.getBoundingClientRect());
    const lines = boxes(".line");
    const [hand, side, top] = [box(".hand"), box("aside.side"), box("header.top")];
    const beside = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
    const apart = (a, b) => beside(a, b) || beside(b, a);
    const parts = [box(".lines"), box(".piles.theirs"), box(".piles.mine"), hand, side, top];
    const cut = [];
    for (const pile of document.querySelectorAll(".piles")) {
        const around = pile.getBoundingClientRect();
        for (const one of pile.querySelectorAll(".piles-name, .score-sign, .deck b")) {
            const {left, right, top, bottom} = one.getBoundingClientRect();
            const within = left > around.left - 1 && right < around.right + 1 && top > around.top - 1;
            if (!within || bottom > around.bottom + 1) cut.push(one.className.baseVal ?? one.className);
        }
    }
    for (const one of document.querySelectorAll(".line-words, .line-short")) {
        if (one.checkVisibility() && (one.scrollHeight > one.parentElement.clientHeight + 1)) cut.push(one.textContent);
    }
    return {
        line: Math.min(...lines.map(({height}) => height)),
        card: Math.min(...boxes(".line .lying-card").map(({width}) => width)),
        across: parts.flatMap((one, n) => parts.slice(n + 1).filter((other) => !apart(one, other)).map(() => n)),
        share: lines.reduce((sum, {height, width}) => sum + height * width, 0) / (innerWidth * innerHeight), cut,
    };
}"""

# What is asked: how much of it is out of sight.
ASKED = """() => {
    const [head, title, list, foot] = [".panel-head", ".panel-title", ".panel-list", ".panel-foot"]
        .map((one) => document.querySelector(one));
    const box = (one) => one.getBoundingClientRect();
    return {
        hidden: head.scrollHeight - head.clientHeight, over: box(title).right - box(head).right,
        list: list.clientHeight, below: box(foot).bottom - innerHeight, before: box(foot).top - box(list).bottom,
    };
}"""

FIGHT = """() => {
    const tiles = [...document.querySelectorAll(".battle .tile")].map((one) => one.getBoundingClientRect());
    return {tile: Math.min(...tiles.map(({width}) => width)), high: document.querySelector(".battle-sea").clientHeight};
}"""

# A long story that is told beat by beat.
TOLD = """async () => {
    const {state, change} = await import("/base/store.js");
    const group = state.log.filter(({event}) => event.event === "rolled").map(({event}) => event), [event] = group;
    const {view} = state.shown;
    change({beat: {event, group, from: 0, index: 0, of: 1, events: group, before: view, after: view, length: 1}});
    await hands.frame();
    return [group.length, document.querySelector("aside.side").clientHeight];
}"""

EXTENT = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"

SAID = """async (n) => {
    const {change} = await import("/base/store.js");
    const said = {type: "said", place: 1, name: "本田", text: "Good luck!", phrase: 0, at: 1_700_000_000};
    change({heard: 0, chat: Array.from({length: n}, (_none, i) => ({...said, n: i + 1}))});
    await hands.frame();
    await hands.frame();
}"""

# Chances that stand out of the list, or are cut.
CHANCES = """() => {
    const list = document.querySelector(".panel-list").getBoundingClientRect();
    const odds = [...document.querySelectorAll(".panel .chance")];
    const out = odds.filter((one) => {
        const {left, right} = one.getBoundingClientRect();
        const around = one.closest(".option, .row-button").getBoundingClientRect();
        const cut = one.scrollWidth > one.clientWidth + 1;
        return cut || left < list.left || right > Math.min(list.right, around.right) + 1;
    });
    return [odds.length, out.map((one) => one.textContent)];
}"""

# A whole game: each beat is drawn, and arrows are followed point by point.
ARROWS = """async (given) => {""" + BEGIN + """
    const {TILE} = await import("/table/battle/layout.js");
    const board = document.body.appendChild(document.createElement("div"));
    const told = {boards: 0, arrows: 0, over: [], hidden: []};
    const log = [];
    const spot = (tile) => ["--left", "--top"].map((name) => Number(tile.style.getPropertyValue(name)));
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
            if (!field(state)) continue;
            draw(board, battle(state, new Map()));
            told.boards += 1;
            const tiles = [...board.querySelectorAll(".tile")].map(spot);
            for (const line of board.querySelectorAll(".aim-line")) {
                told.arrows += 1;
                const length = line.getTotalLength();
                for (let at = 2; at < length - 2; at += 4) {
                    const {x, y} = line.getPointAtLength(at);
                    const within = (at, from, size) => at > from + 1 && at < from + size - 1;
                    const inside = ([left, top]) => within(x, left, TILE.width) && within(y, top, TILE.height);
                    if (tiles.some(inside)) {
                        told.over.push([n, beat.event.event, line.getAttribute("d")]);
                        break;
                    }
                }
            }
            const words = board.querySelector(".battle-told");
            if (!words || words.closest("svg") || words.scrollWidth > words.clientWidth + 1) told.hidden.push(n);
        }
    });
    return told;
}"""


def at_sizes(page: Page, name: str, sizes: Iterable[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], str]]:
    """Each size; the languages take turns from one to the next, and from situation to situation."""
    for n, (width, height) in enumerate(sizes, len(name)):
        page.set_viewport_size({"width": width, "height": height})
        lang = ("en", "ja")[n % 2]
        page.evaluate(DRESS, [lang, "day"])
        yield (width, height), lang


@pytest.mark.parametrize("name", some(["ships", "action", "reconnaissance"], 1))
def test_the_board_is_there_at_every_size(stage: Stage, name: str) -> None:
    """Six lines, decks and hand beside each other; nothing covers or cuts anything."""
    page = stage.showing(name, WIDE[0])
    for where in at_sizes(page, name, EVERY):
        found = page.evaluate(BOARD)
        assert (found["across"], found["cut"]) == ([], []), where
        assert found["line"] >= LEAST["line"], where
        assert found["card"] >= LEAST["card"], where
        assert found["share"] > 0.3, where


@pytest.mark.parametrize("name", some(WANTED, 2))
def test_what_is_asked_is_never_cut(stage: Stage, name: str) -> None:
    """The heading stands whole, and there is room for an answer below it, and for the buttons."""
    page = stage.showing(name, WIDE[0])
    for where in at_sizes(page, name, EVERY):
        found = page.evaluate(ASKED)
        assert found["hidden"] <= 1, (where, found)
        assert found["over"] <= 1, (where, found)
        assert found["list"] >= 40, (where, found)
        assert found["below"] <= 1, (where, found)
        assert found["before"] >= -1, (where, found)


@pytest.mark.parametrize("name", some(["air-combat", "sea-combat"], 1))
def test_a_fight_has_room_at_every_size(stage: Stage, name: str) -> None:
    """Its cards are as large as those of the table."""
    page = stage.showing(name, WIDE[0])
    for size, lang in at_sizes(page, name, EVERY):
        found = page.evaluate(FIGHT)
        assert found["tile"] > (40 if size[1] < 380 else 50), (size, lang)
        assert found["high"] > 0.4 * (size[1] if size in LYING else 300), (size, lang)


@pytest.mark.parametrize("size", some([ZOOMED, TURNED, PHONE, SMALL], 1))
def test_a_line_of_chat_leaves_a_sign_and_the_connection_is_shown(
    visitors: Visitors, size: tuple[int, int]
) -> None:
    """Also where the tabs are out of sight; the sign leads to what was said."""
    page = Stage(visitors).showing("ships", size)
    expect(page.locator(".net-dot")).to_be_visible()
    sign = page.locator(".chat-sign")
    expect(sign).to_have_count(0)
    page.evaluate(SAID, 2)
    expect(sign).to_be_visible()
    expect(sign).to_contain_text("2")
    sign.click()
    expect(page.locator(".said li").last).to_be_in_viewport()
    expect(sign).to_have_count(0)


@pytest.mark.parametrize("name", some(["reconnaissance", "air-attack", "sea-combat", "air-combat", "landing"], 2))
def test_no_odds_are_cut(stage: Stage, name: str) -> None:
    page = stage.showing(name, WIDE[0])
    for where in at_sizes(page, name, [WIDE[0], ZOOMED, SMALL]):
        found, cut = page.evaluate(CHANCES)
        assert cut == [], where
        assert found > 0 or name in ("landing", "air-combat")


@pytest.mark.parametrize(("number", "size"), some(product([1, 3], [WIDE[0], ZOOMED, PHONE]), 1))
def test_no_arrow_crosses_a_card_and_no_words_hide_one(visitors: Visitors, size: tuple[int, int], number: int) -> None:
    """In all fights of a game; what is told stands over the water, as long as it is."""
    visitors.faults.allow("favicon")
    page = visitors.visit("healthz", size=size)
    told: dict[str, Any] = page.evaluate(ARROWS, sent(number, 0))
    assert told["boards"] > 20
    assert told["arrows"] > 20
    assert (told["over"], told["hidden"]) == ([], [])


def test_nothing_lies_outside_of_a_low_page(stage: Stage) -> None:
    page = stage.showing("ships", ZOOMED)
    for name in NAMES:
        show(page, situations()[name])
        assert page.evaluate(EXTENT) == [*ZOOMED], name


@pytest.mark.parametrize("size", some([ZOOMED, TURNED, PHONE, SMALL], 1))
def test_a_lesson_leaves_room_for_its_question(visitors: Visitors, size: tuple[int, int]) -> None:
    """The task, the question and the button below it."""
    page = visitors.visit(size=size, motion=False)
    page.get_by_role("button", name="Begin the tutorial").click()
    page.locator(".lesson button.main").click()
    expect(page.locator(".lesson .goal")).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".panel-foot .main")).to_be_in_viewport(ratio=0.9)
    found = page.evaluate(ASKED)
    assert found["hidden"] <= 1
    assert found["list"] >= 40
    assert found["before"] >= -1


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_what_is_told_does_not_take_the_board_away(stage: Stage, size: tuple[int, int]) -> None:
    """Only a question makes the sheet higher."""
    throws, high = stage.showing("sea-combat", size).evaluate(TOLD)
    assert throws > 3
    assert high <= max(226, 0.34 * size[1]) + 1
