"""The lines of cards: what is alike is equally wide, everybody is known by an outline, names stand whole, and on a desk
the whole board is in sight.
"""

from __future__ import annotations

import random
from itertools import permutations, product
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.client.web.support.situations import show, situations
from tests.client.web.support.stage import Stage
from tests.support.lengths import some

DESK, PAD, WIDE = (1366, 768), (1024, 768), (1920, 1080)
LAID = ("ships", "airplanes", "reconnaissance", "air-attack", "return", "action")  # whose lines are looked at
LEAST = {"outline": 58, "share": 0.35, "letter": 10.99}  # pixels, of a card's width, pixels

# What lies in the lines: how wide each kind is, its outlines, its names, and what of the board is out of sight.
LINES = """async () => {
    document.querySelector(".battle-close")?.click();
    for (let n = 0; n < 3; n += 1) await hands.frame();
    const box = (one) => one.getBoundingClientRect(), wide = (one) => Math.round(box(one).width);
    const all = (which) => [...document.querySelectorAll(`.lines ${which}`)];
    const kinds = {base: ".base", formation: ".formation:not(.face-down)", back: ".face-down"};
    const widths = Object.entries(kinds).map(([name, which]) => {
        return [name, [...new Set(all(`.stack${which} .lying-card`).map(wide))]];
    });
    const ships = all(".formation .face:not(.back)").map((face) => {
        const drawn = [...face.querySelectorAll(".silhouette path:not(.water)")].map(box).filter(({width}) => width);
        const across = Math.max(...drawn.map(({right}) => right)) - Math.min(...drawn.map(({left}) => left));
        return [face.querySelector(".face-name").textContent, across, across / box(face).width];
    });
    const cut = all(":is(.face-band, .face-name)").filter((one) => {
        return one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
    });
    const small = all(".face-name").map((one) => parseFloat(getComputedStyle(one).fontSize));
    const lines = document.querySelector(".lines");
    return {
        widths: Object.fromEntries(widths), ships, cut: cut.map((one) => one.textContent),
        letter: Math.min(...small), hidden: lines.scrollHeight - lines.clientHeight,
    };
}"""

# Numbers that lie over something that is to be read, or over an airplane.
COVERED = """() => {
    const box = (one) => one.getBoundingClientRect();
    const before = (a, b) => a.right <= b.left + 0.5 || a.bottom <= b.top + 0.5;
    const apart = (a, b) => before(a, b) || before(b, a);
    const signs = [...document.querySelectorAll(":is(.lines, .hand) :is(.badge, .odds, .note)")];
    const read = [...document.querySelectorAll(
        ":is(.lines, .hand) :is(.face-name, .face-type, .figure-cell, .face-hp, .face-vp, .piece, .task)")];
    const texts = read.map((one) => [one, one.textContent && one.matches(".face-name") ? lines(one) : [box(one)]]);
    function lines(one) {
        const range = document.createRange();
        range.selectNodeContents(one);
        return [...range.getClientRects()];
    }
    const beside = (sign) => texts.filter(([one]) => sign.closest(".lines, .hand") === one.closest(".lines, .hand"));
    const over = signs.flatMap((sign) => {
        const under = beside(sign).filter(([, boxes]) => boxes.some((one) => !apart(box(sign), one)));
        return under.map(([one]) => `${sign.textContent} over ${one.textContent}`);
    });
    return {signs: signs.length, over};
}"""


EVENLY = """async ([tables, room]) => {
    const {evenly} = await import("/table/board/cards/even.js");
    return tables.map((lines) => evenly(lines, room));
}"""
LIMITS = {"formation": (102, 190), "back": (54, 84), "base": (104, 156)}  # as the module has them
GAP, STEPS = 6, 6


def lines(stage: Stage, name: str, size: tuple[int, int], lang: str) -> dict[str, Any]:
    """What is measured of a situation."""
    found: dict[str, Any] = stage.showing(name, size, lang=lang).evaluate(LINES)
    assert len(found["widths"]["base"]) > 0
    return found


@pytest.mark.parametrize(("name", "size"), some(product(LAID, [DESK, PAD, WIDE]), 4))
def test_cards_of_a_kind_are_equally_wide_on_the_whole_board(stage: Stage, name: str, size: tuple[int, int]) -> None:
    for kind, widths in lines(stage, name, size, "en")["widths"].items():
        assert len(widths) <= 1, (kind, widths)


@pytest.mark.parametrize(("name", "size"), some(product(LAID, [DESK, PAD, WIDE]), 4))
def test_every_ship_is_known_by_her_outline(stage: Stage, name: str, size: tuple[int, int]) -> None:
    """Whatever lies on her decks."""
    found = lines(stage, name, size, "en")["ships"]
    assert len(found) > 3
    assert [one for one in found if one[1] < LEAST["outline"] or one[2] < LEAST["share"]] == []


@pytest.mark.parametrize(("name", "size", "lang"), some(product(LAID, [DESK, PAD, WIDE], ["en", "ja"]), 4))
def test_no_name_is_cut(stage: Stage, name: str, size: tuple[int, int], lang: str) -> None:
    """It is written narrower or in two lines, and never too small."""
    found = lines(stage, name, size, lang)
    assert found["cut"] == []
    assert found["letter"] >= LEAST["letter"]


@pytest.mark.parametrize(("name", "lang"), some(product(LAID, ["en", "ja"]), 3))
def test_on_a_desk_the_whole_board_is_in_sight(stage: Stage, name: str, lang: str) -> None:
    assert lines(stage, name, DESK, lang)["hidden"] <= 0


def test_the_whole_board_is_in_sight_whatever_was_shown_before(stage: Stage) -> None:
    """Widths that are kept from one question to the next are given up where the board gets too high."""
    page = stage.showing(LAID[0], DESK)
    hidden = {}
    for before, name in permutations(LAID, 2):
        for shown in (before, name):
            show(page, situations()[shown])
        found = page.evaluate(LINES)["hidden"]
        if found > 0:
            hidden[before, name] = found
    assert hidden == {}


@pytest.mark.parametrize(("name", "size"), some(product(LAID, [DESK, PAD, WIDE, (390, 844)]), 4))
def test_no_number_covers_what_is_read(stage: Stage, name: str, size: tuple[int, int]) -> None:
    page = stage.showing(name, size)
    page.evaluate(LINES)
    assert page.evaluate(COVERED)["over"] == []


def test_what_would_be_wrong_is_found(stage: Stage) -> None:
    page = stage.showing("ships", DESK)
    assert page.evaluate(COVERED)["signs"] > 3
    spoiled(page, ".formation:not(.face-down)", "flex-basis", "90px")
    spoiled(page, ".formation:not(.face-down) .face-art", "max-width", "24px")
    spoiled(page, ".formation:not(.face-down) .face-band", "max-height", "9px")
    spoiled(page, ".line", "min-height", "300px")
    spoiled(page, ".formation .badge", "top", "0")
    found = page.evaluate(LINES)
    assert len(found["widths"]["formation"]) > 1
    assert any(one[1] < LEAST["outline"] for one in found["ships"])
    assert found["cut"] != []
    assert found["hidden"] > 0
    assert page.evaluate(COVERED)["over"] != []


def spoiled(page: Page, which: str, name: str, value: str) -> None:
    """The first of its kind, drawn otherwise than it should be."""
    page.locator(f".lines {which}").first.evaluate(
        "(one, [name, value]) => one.style.setProperty(name, value, 'important')", [name, value]
    )


def some_line(dice: random.Random) -> dict[str, Any]:
    """What may lie in a line."""
    kinds = ["base"] * dice.randrange(3) + ["formation"] * dice.randrange(8) + ["back"] * dice.randrange(9)
    cards = [{"kind": kind, "more": 0 if kind == "back" else 32 * dice.randrange(4)} for kind in kinds]
    return {"cards": cards, "air": dice.choice([0, 0, 161, 314])}


def rows(line: dict[str, Any], widths: dict[str, int], room: int) -> int:
    """Into how many rows a style breaks a line."""
    count, used = 1, 0
    for card in line["cards"]:
        wide = widths[card["kind"]] + card["more"]
        if used and used + GAP + wide > room - line["air"]:
            count, used = count + 1, wide
        else:
            used += wide + (GAP if used else 0)
    return count


@pytest.mark.parametrize("room", [515, 803, 950])
def test_widths_fill_the_room_and_cost_no_row(bench: Page, room: int) -> None:
    """Of many tables: no line has more rows than with the least widths, and no kind could be wider by much."""
    dice = random.Random(room)
    tables = [[some_line(dice) for _line in range(6)] for _table in range(200)]
    least = {kind: low for kind, (low, _high) in LIMITS.items()}
    grown = 0
    for table, widths in zip(tables, bench.evaluate(EVENLY, [tables, room]), strict=True):
        allowed = [rows(line, least, room) for line in table]
        assert [rows(line, widths, room) for line in table] == allowed
        for kind, (low, high) in LIMITS.items():
            assert low <= widths[kind] <= high
            wider = {**widths, kind: widths[kind] + (high - low) // STEPS + 1}
            assert wider[kind] > high or [rows(line, wider, room) for line in table] != allowed, (kind, widths)
        grown += widths["formation"] > LIMITS["formation"][0]
    assert grown > 20
