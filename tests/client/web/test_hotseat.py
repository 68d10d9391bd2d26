"""Two people at one page: what lies before whom; nothing of the other's hand is behind the curtain."""

from __future__ import annotations

import json
from time import monotonic
from typing import Any

from playwright.sync_api import Page, expect

from tests.client.web.support.page_server import PATIENCE
from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors

HERE = "#bot=hotseat&side=us&set=core&seed={seed}&players=Ann,Bob"
MINE = """async () => {
    const {state} = await import("/base/store.js");
    const {us, jp, viewer} = state.latest.view;
    return JSON.stringify([us, jp][viewer]);
}"""
CARDS = """async () => {
    const {state} = await import("/base/store.js");
    const {us, jp, viewer} = state.latest.view, mine = [us, jp][viewer];
    const found = new Set(mine.hand ?? []);
    JSON.stringify(mine, (key, value) => {
        if (["card", "lead"].includes(key) && value) found.add(value);
        return value;
    });
    return [...found].filter((id) => state.cards[id]).map((id) => [id, state.cards[id].name]);
}"""
REACHED = """async () => {
    const {state} = await import("/base/store.js");
    const {cards, set, battles, ...store} = state;
    const base = (await indexedDB.databases()).map(({name}) => name);
    const rows = await new Promise((done) => {
        const request = indexedDB.open("ironbottom");
        request.onupgradeneeded = () => request.result.createObjectStore("updates", {keyPath: ["game", "number"]});
        request.onsuccess = () => {
            const all = request.result.transaction("updates").objectStore("updates").getAll();
            all.onsuccess = () => { request.result.close(); done(all.result); };
        };
    });
    const kept = [];
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const one of await cache.keys()) kept.push(one.url);
    }
    const local = Object.entries(localStorage).filter(([name]) => !name.startsWith("ironbottom.hotseat"));
    return {
        dom: document.documentElement.outerHTML, store: JSON.stringify(store), local,
        session: Object.entries(sessionStorage), rows, kept, history: history.state,
        title: document.title, name: window.name,
    };
}"""
READS = """async () => {
    const {state} = await import("/base/store.js");
    if (document.querySelector(".curtain-box.wait")) return false;
    return document.activeElement?.id === "to-table" || state.shown && !document.body.classList.contains("curtained");
}"""
HAND_OVERS = 8  # within them both have set up, and are shown it
SEATED = """async () => {
    const {state} = await import("/base/store.js");
    document.querySelector("#to-table")?.click();
    return !document.body.classList.contains("curtained") && state.shown && state.me.name;
}"""
ASKED_OR_OFFERED = """async () => {
    const {state} = await import("/base/store.js");
    if (document.querySelector("#hand-over")) return "offered";
    return state.shown?.view.question && !state.sending && state.shown === state.latest && "asked";
}"""
SINCE = """async () => {
    const {state} = await import("/base/store.js"), {lines} = await import("/text/story.js");
    const {pairHere} = await import("/table/curtain/pair.js"), {seen} = pairHere().seats[state.seat.place];
    if (!seen) return [];
    const rows = state.log.filter(({number}) => number > seen).flatMap(({event, view}) => lines(event, view));
    return rows.filter(({text}) => text).map(({text, rule}) => rule ? `${text} §${rule}` : text);
}"""
CURTAIN = ".curtain-box.curtain"


def until(page: Page, look: str) -> Any:
    """What a look at the page gives, as soon as that is something."""
    end = monotonic() + PATIENCE
    while not (found := page.evaluate(look)):
        assert monotonic() < end, page.evaluate("hands.now()")
        page.wait_for_timeout(30)
    return found


def sit(page: Page, name: str) -> None:
    """The one whose turn it is sits down."""
    expect(page.locator(CURTAIN)).to_contain_text(f"Hand over to {name}.", timeout=1000 * PATIENCE)
    page.wait_for_timeout(800)
    page.keyboard.press("Enter")
    assert until(page, SEATED) == name


def news(page: Page) -> list[str]:
    """Whoever is due sits down: what he reads before he is at the table."""
    expect(page.locator(CURTAIN)).to_be_visible(timeout=1000 * PATIENCE)
    page.wait_for_timeout(800)
    page.keyboard.press("Enter")
    until(page, READS)
    return page.locator(".since li").all_inner_texts()


def begun(visitors: Visitors, seed: int = 7, **person: Any) -> Page:
    """A game of two, with the curtain down before its first question."""
    page = visitors.visit(HERE.format(seed=seed), **person)
    page.locator("#hotseat-begin").click()
    expect(page.locator(CURTAIN)).to_be_visible(timeout=1000 * PATIENCE)
    return page


def answered(page: Page) -> None:
    """Answer until the other is asked."""
    player = PagePlayer(page)
    for _ in range(40):
        if until(page, ASKED_OR_OFFERED) == "offered":
            return
        player.step(player.ready())
    raise AssertionError("the other is never asked")


def leaks(page: Page, cards: list[list[str]]) -> list[str]:
    """Where behind the curtain something of these cards stands."""
    reached = page.evaluate(REACHED)
    return [f"{place}: {name}" for place, what in reached.items() for one, name in cards
            if one in json.dumps(what, ensure_ascii=False) or name in json.dumps(what, ensure_ascii=False)]


def test_nothing_of_a_hand_is_behind_the_curtain(visitors: Visitors) -> None:
    """Not on the page, in its store, or in anything that the browser keeps; and not before the other player's eyes."""
    page = begun(visitors)
    sit(page, "Ann")
    cards = page.evaluate(CARDS)
    assert len(cards) > 3
    assert leaks(page, cards), "a net through which everything falls"
    answered(page)
    page.keyboard.press("F")
    expect(page.locator(CURTAIN)).to_contain_text("Bob")
    assert leaks(page, cards) == []
    sit(page, "Bob")
    assert [one for one in leaks(page, cards) if "dom" in one or "store" in one or "local" in one] == []
    assert page.evaluate(MINE) != ""


def test_two_deals_have_the_same_curtain(visitors: Visitors) -> None:
    """Byte for byte, whatever the one who got up holds."""
    seen, kept = list[str](), list[list[Any]]()
    for seed in (7, 8):
        page = begun(visitors, seed)
        sit(page, "Ann")
        answered(page)
        page.locator("#hand-over").click()
        expect(page.locator(CURTAIN)).to_contain_text("Bob")
        seen.append(page.locator("#curtain").inner_html())
        reached = page.evaluate(REACHED)
        kept.append(reached["rows"] + reached["session"])
    assert seen[0] == seen[1]
    assert kept == [[], []]


def test_a_game_that_is_left_goes_on(visitors: Visitors) -> None:
    """By the button on the start page, behind the curtain."""
    page = begun(visitors)
    page.get_by_role("button", name="Leave; the game is kept").click()
    page.locator("#hotseat").click()
    page.get_by_role("button", name="Go on: Ann and Bob").click()
    sit(page, "Ann")
    page.reload()
    expect(page.locator(CURTAIN)).to_contain_text("Ann")


def test_what_happened_since_stands_behind_the_curtain(visitors: Visitors) -> None:
    """What the log tells of the updates that came while the other sat there: nothing, where none told anything."""
    page = begun(visitors)
    told = news(page)
    assert told == []
    for _ in range(HAND_OVERS):
        answered(page)
        page.keyboard.press("F")
        told = news(page)
        assert told == page.evaluate(SINCE)
        if told:
            break
    assert told
    assert page.evaluate("document.activeElement.id") == "to-table"
    page.keyboard.press("Enter")
    assert until(page, SEATED)
    assert not page.locator("body.curtained").count()
