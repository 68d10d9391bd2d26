"""The cards of the battle board: the same as on the table, filling their places, everything on them to be read."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.client.web.support.situations import show, situations
from tests.client.web.support.stage import Stage
from tests.client.web.test_pictures import DRESS
from tests.support.lengths import some

DESK, PAD, PHONE, SMALL, LOW, ZOOMED = (1366, 768), (1024, 768), (390, 844), (360, 640), (844, 390), (683, 384)

# What each card says, on the battle board and on the table below it.
SAID = """() => {
    const drawn = (svg) => [...svg.querySelectorAll("path")].map((part) => part.getAttribute("d"));
    const told = (face) => [...face.querySelectorAll(".face-band, .face-hp, .face-vp, .figure-cell, .hull-boxes")]
        .map((one) => one.localName === "svg" ? drawn(one) : one.textContent);
    const found = {};
    for (const face of document.querySelectorAll(".tile .face, .stack .lying-card .face")) {
        const thing = face.closest("[data-thing]"), where = thing.classList.contains("tile") ? "battle" : "table";
        (found[thing.dataset.thing] ??= {})[where] = told(face);
    }
    return Object.values(found).filter((one) => one.battle && one.table);
}"""

# Every formation that is seen has damage and dice, as in the middle of a fight.
FOUGHT = """async () => {
    const {state, change} = await import("/base/store.js");
    const {view} = state.latest;
    const rows = (half) => half.formations.map((one) => ({...one, damage: 1, attempts: [2, false]}));
    const hurt = (half) => ({...half, formations: rows(half)});
    const update = {...state.latest, view: {...view, us: hurt(view.us), jp: hurt(view.jp)}};
    change({latest: update, shown: update});
    await hands.frame();
    await hands.frame();
}"""

# Of each card: the share of its place below its figures or its dice; and what of it is cut off or too small.
PLACES = """() => {
    const bare = [], cut = [], small = [];
    const tell = (one, why) => cut.push(`${one.closest(".tile").textContent.slice(0, 40)}: ${why}`);
    for (const tile of document.querySelectorAll(".tile:has(.figures)")) {
        const place = tile.getBoundingClientRect(), scale = place.width / 124;
        const box = (which) => tile.querySelector(which)?.getBoundingClientRect();
        const [state, face, foot] = [".face-state", ".face", ".tile-foot"].map(box);
        bare.push((place.bottom - Math.max(box(".figures").bottom, foot?.bottom ?? 0)) / place.height);
        const figures = tile.querySelector(".figures"), near = 2.5 * scale;
        for (const one of tile.querySelectorAll(".face-hp, .face-vp")) {
            const {top, bottom, right} = one.getBoundingClientRect();
            if (top < state.top - near || bottom > state.bottom + near || right > face.right) tell(one, one.className);
        }
        if (figures.getBoundingClientRect().bottom > face.bottom + 1) tell(figures, "figures");
        for (const name of tile.querySelectorAll(".face-name")) {
            const range = document.createRange();
            range.selectNodeContents(name);
            const words = range.getBoundingClientRect(), over = name.closest(".face-band").getBoundingClientRect();
            const out = words.right > over.right + 1 || words.bottom > over.bottom + 2;
            if (out || name.textContent.includes("…")) tell(name, "name");
        }
        for (const one of tile.querySelectorAll(".figure-cell b, .face-hp, .face-vp")) {
            if (parseFloat(getComputedStyle(one).fontSize) < 12.99) small.push(one.textContent);
        }
    }
    return {bare, cut, small};
}"""

ROOM = """() => [...document.querySelectorAll(".box-ground")].map((one) => {
    const {width, height} = one.getBoundingClientRect();
    return [one.parentElement.classList.contains("empty"), width * height, height];
})"""


def places(page: Page) -> dict[str, Any]:
    """Where cards are that are seen."""
    page.locator(".tile .figures").first.wait_for()
    told: dict[str, Any] = page.evaluate(PLACES)
    return told


@pytest.mark.parametrize("fought", [False, True])
def test_a_card_says_the_same_in_a_battle_and_on_the_table(stage: Stage, fought: bool) -> None:
    """Header, HP or damage with its pips, victory points and figures; of a pair both cards' and the sums."""
    page = stage.showing("sea-combat", DESK)
    page.locator(".tile .figures").first.wait_for()
    if fought:
        page.evaluate(FOUGHT)
    told = page.evaluate(SAID)
    assert len(told) > 10
    assert [one for one in told if one["battle"] != one["table"]] == []
    expect(page.locator(".tile .of-pair .part").first).to_be_visible()
    assert (page.locator(".tile .face-hp.hurt").count() > 10) is fought


@pytest.mark.parametrize("name", some(["air-combat", "sea-combat", "landing"], 2))
def test_a_card_fills_its_place_and_nothing_on_it_is_cut(stage: Stage, name: str) -> None:
    """In both languages, with dice and damage and without."""
    page = stage.showing(name, DESK)
    for size, lang in [(DESK, "en"), (PAD, "ja"), (PHONE, "ja"), (SMALL, "en"), (LOW, "ja"), (ZOOMED, "en")]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(DRESS, [lang, "day"])
        for fought in (False, True):
            if fought:
                page.evaluate(FOUGHT)
            told = places(page)
            assert len(told["bare"]) > 4
            assert max(told["bare"]) < 0.08, (size, lang, fought)
            assert (told["cut"], told["small"]) == ([], []), (size, lang, fought)


def test_a_card_that_leaves_room_or_is_cut_is_found(stage: Stage) -> None:
    page = stage.showing("sea-combat", DESK)
    places(page)
    page.evaluate("document.querySelector('.tile .face').style.marginBottom = '40px'")
    name = page.locator(".tile .face-name").last
    name.evaluate("(one) => { one.style.whiteSpace = 'nowrap'; one.textContent = 'A name that is very long indeed'; }")
    page.evaluate("document.querySelector('.tile .figure-cell b').style.fontSize = '12px'")
    told = places(page)
    assert max(told["bare"]) > 0.2
    assert (len(told["cut"]) > 0, len(told["small"])) == (True, 1)


@pytest.mark.parametrize("name", ["air-combat", "landing"])
def test_an_empty_group_takes_less_room_than_one_with_cards(stage: Stage, name: str) -> None:
    page = stage.showing(name, DESK)
    page.locator(".box-ground").first.wait_for()
    room = page.evaluate(ROOM)
    full = [(area, height) for empty, area, height in room if not empty]
    bare = [(area, height) for empty, area, height in room if empty]
    assert len(bare) > 1
    assert max(area for area, _height in bare) < 0.75 * min(area for area, _height in full)
    assert min(height for _area, height in bare) > 40  # there is room for a card to be dropped


@pytest.mark.parametrize(("name", "sky"), [("air-combat", "by-day"), ("sea-combat", "by-night")])
def test_the_weather_is_that_of_the_table(stage: Stage, name: str, sky: str) -> None:
    page = stage.showing(name, DESK)
    expect(page.locator(f".battle > .weather.on.{sky}")).to_be_visible()
    expect(page.locator(f".waters > .weather.on.{sky}")).to_have_count(1)


@pytest.mark.parametrize("size", some([PHONE, SMALL, LOW, ZOOMED], 2))
def test_on_a_small_page_what_is_asked_about_is_in_sight(stage: Stage, size: tuple[int, int]) -> None:
    """The board is scrolled to it, also where the other side lies above."""
    page = stage.showing("sea-combat", size)
    page.locator(".tile.marked").first.wait_for()
    show(page, situations()["landing"])
    expect(page.locator(".tile.marked:not(.off)").first).to_be_in_viewport(ratio=0.5)
    expect(page.locator(".battle-sea")).not_to_have_js_property("scrollTop", 0)


def test_a_card_in_a_battle_can_be_seen_large(stage: Stage) -> None:
    """Where its face may be read."""
    page = stage.showing("sea-combat", DESK)
    page.locator("#enlarged").wait_for(state="attached")
    page.locator(".tile:has(.of-pair)").first.hover()
    expect(page.locator("#enlarged .card-face")).to_have_count(2)
