"""A battle of the log shown again: from what the page has kept, beside the game, which it leaves as it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ironbottom.wire.codecs import encode_json
from tests.client.web.support import axe
from tests.client.web.support.player import PagePlayer
from tests.client.web.support.situations import show, situations
from tests.client.web.support.stage import Stage
from tests.client.web.support.visitors import Visitors, wait_until
from tests.client.web.test_axe import RUN
from tests.client.web.test_replay import finished
from tests.support.lengths import by_night, some
from tests.wire.games import turns

SEEN = ((7, 1), (1, 0), (1, 2))  # in the first somebody lands whose flights nobody met
STANDS = """async () => {
    const {state} = await import("/base/store.js");
    const {shown, staged, latest, log, beat, past} = state;
    return JSON.stringify([shown, staged, latest, log.length, beat, past]);
}"""
AGAIN = "async () => { const {again} = (await import('/base/store.js')).state; return again ? again.at ?? -1 : null; }"

# Whether each throw of a log stands in one battle and no more; and what the beats of those battles show.
BATTLES = """async (texts) => {
    const [{battlesOf}, {beatsAgain}, {hear}, {field}, store] = await Promise.all(
        ["text/battles", "table/battle/again", "text/story", "table/battle/field", "base/store"]
            .map((path) => import(`/${path}.js`)));
    const cards = {};
    const find = (one) => {
        if (one?.id) cards[one.id] = one;
        else if (one instanceof Object) Object.values(one).forEach(find);
    };
    find(await (await fetch("/cards/full.json")).json());
    const log = [];
    for (const {number, events, view} of texts.map((text) => JSON.parse(text))) {
        hear(events, view, cards);
        for (const event of events) log.push({number, event, view});
    }
    const battles = battlesOf(log);
    const told = {battles: battles.length, beats: 0, outside: [], twice: 0, bare: [], strange: 0};
    const seen = new Set();
    for (const {first, last} of battles) {
        for (const beat of beatsAgain(log, first, last)) {
            told.beats += 1;
            told.strange += Number(!beat.length || beat.events[beat.index] === undefined);
            const shown = {number: beat.number, view: beat.before};
            const state = {...store.state, cards, log, shown, beat, past: null};
            for (const event of beat.group.filter((one) => one.event === "rolled")) {
                if (seen.has(event)) told.twice += 1;
                seen.add(event);
                const pieces = (field(state)?.halves ?? []).flatMap(({boxes}) => boxes.flatMap((box) => box.pieces));
                if (!pieces.some(({token}) => token === event.by)) told.bare.push([beat.number, event.rule]);
            }
        }
    }
    for (const {event, number} of log) {
        const fights = event.event === "rolled" && event.ability !== "repair";
        if (fights && !seen.has(event)) told.outside.push([number, event.rule]);
    }
    return told;
}"""


@pytest.mark.parametrize(("number", "who"), some(SEEN, 1))
def test_every_throw_of_a_battle_is_seen_again_once(bench: Page, number: int, who: int) -> None:
    """With its card on the board."""
    texts = [json.dumps(json.loads(encode_json(turn.updates[who]))) for turn in turns(number)]
    told: dict[str, Any] = bench.evaluate(BATTLES, texts)
    assert told["battles"] > 10
    assert told["beats"] > 100
    assert (told["outside"], told["twice"], told["bare"], told["strange"]) == ([], 0, [], 0)


# No beat ends by itself: how long it takes to click is nobody's matter.
HELD = """() => {
    globalThis.unheld = globalThis.setTimeout;
    globalThis.setTimeout = (act, after, ...more) => unheld(act, after > 300 ? 1e8 : after, ...more);
}"""
GOING = "() => { globalThis.setTimeout = globalThis.unheld; }"


@contextmanager
def held(page: Page) -> Iterator[None]:
    page.evaluate(HELD)
    try:
        yield
    finally:
        page.evaluate(GOING)


def buttons(page: Page) -> Any:
    return page.get_by_role("button", name="Show that battle again")


def test_it_is_shown_over_the_table_and_the_question_stays_as_it_was(stage: Stage) -> None:
    """Also what was staged for it."""
    page = stage.showing("sea-combat")
    page.locator(".panel .row-button").first.click()
    before = page.evaluate(STANDS)
    board = page.locator(".battle.again")
    with held(page):
        buttons(page).last.click()
        expect(board.locator(".battle-title")).to_contain_text("Again: ")
        expect(board.locator("[data-thing]")).to_have_count(0)
        expect(board.locator("[role=status] .battle-told")).to_be_visible()
        assert page.evaluate(STANDS) == before
        expect(page.locator(".panel .row-button").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(board).to_have_count(0)
    assert page.evaluate(STANDS) == before


@by_night
@pytest.mark.parametrize("theme", some(["day", "night"], 1))
def test_axe_finds_nothing_on_it(visitors: Visitors, theme: str) -> None:
    assert not axe.missing(), axe.missing()
    person = visitors.person(motion=False, theme=theme, hasty=True, covered=False)
    person.add_init_script(path=axe.source_file())
    page = visitors.window(person)
    page.locator("button#play-bot:enabled").wait_for()
    show(page, situations()["sea-combat"])
    with held(page):
        buttons(page).first.click()
        page.locator(".battle.again .tile").first.wait_for()
    assert page.evaluate(RUN, None) == []


@pytest.mark.parametrize("key", some(["Escape", "."], 1))
def test_it_can_be_gone_through_and_ended(stage: Stage, key: str) -> None:
    page = stage.showing("sea-combat")
    with held(page):
        buttons(page).last.click()
        expect(page.locator(".battle.again")).to_be_visible()
        for n in range(3):
            assert page.evaluate(AGAIN) == n
            page.get_by_role("button", name="Next", exact=True).click()
        page.keyboard.press(key)
        assert page.evaluate(AGAIN) is None
        buttons(page).last.click()
        page.get_by_role("button", name="Back to now").click()
        assert page.evaluate(AGAIN) is None


def test_to_its_end_it_leads_back_to_the_table(stage: Stage) -> None:
    page = stage.showing("sea-combat")
    with held(page):
        buttons(page).first.click()
        expect(page.locator(".battle.again")).to_be_visible()
        beats = page.evaluate("async () => (await import('/base/store.js')).state.again.beats.length")
        assert beats > 1
        for _n in range(beats):
            page.get_by_role("button", name="Next", exact=True).click()
        assert page.evaluate(AGAIN) is None
    expect(buttons(page).first).to_be_focused()


def test_it_goes_on_by_itself(stage: Stage) -> None:
    page = stage.showing("sea-combat")
    buttons(page).last.click()
    wait_until(page, f"async () => (await ({AGAIN})()) >= 1")
    page.keyboard.press(".")


@by_night
def test_when_the_game_goes_on_it_ends_and_says_so(visitors: Visitors) -> None:
    page = visitors.visit("#bot=random&side=us&set=full&seed=5", hasty=True)
    player = PagePlayer(page, 5)
    for _n in range(400):
        if buttons(page).count():
            break
        player.step(player.ready())
    page.reload()  # what was kept of the game will do
    before = player.ready()["number"]
    buttons(page).first.click()
    expect(page.locator(".battle.again")).to_be_visible()
    for _n in range(40):
        here = player.ready()
        if here["number"] != before:
            break
        player.step(here)
    told = page.locator(".battle-strip.again [role=status]")
    expect(told).to_have_text("The game goes on: the battle that was shown again has ended here.")
    page.locator(".battle-strip.again").get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)


def test_who_looks_on_sees_it_too(stage: Stage) -> None:
    page = stage.showing("looking-on")
    buttons(page).last.click()
    expect(page.locator(".battle.again .tile").first).to_be_visible()
    page.keyboard.press("Escape")


@by_night
def test_it_is_shown_in_a_replay_until_one_goes_on(visitors: Visitors) -> None:
    page = visitors.visit("#bot=random&side=us&set=core&seed=7", hasty=True)
    finished(page)
    page.locator("#scrub").press("End")
    buttons(page).first.click()
    board = page.locator(".battle.again")
    expect(board).to_be_visible()
    expect(board.get_by_role("button", name="Back to now")).to_be_visible()
    page.get_by_role("button", name="The decision before", exact=True).click()
    expect(board).to_have_count(0)
