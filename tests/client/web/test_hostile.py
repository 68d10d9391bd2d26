"""What others write is text: it runs nothing, hides nothing, steers nothing, and breaks no line."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.client.web.support.hostile import HOSTILE
from tests.client.web.support.situations import show, situations
from tests.client.web.support.visitors import Visitors
from tests.support.lengths import by_night

FOREIGN = """() =>
    [...document.querySelectorAll("img, iframe, object, embed, script:not([src]), [onerror], [onclick]")].length"""
WIDE = """() => {
    const right = (one) => one.getBoundingClientRect().right;
    const wide = [...document.querySelectorAll("body *:not(svg *)")].filter((one) => right(one) > innerWidth + 1);
    return document.documentElement.scrollWidth > innerWidth ? wide.map(hands.said).slice(-3) : [];
}"""
UNWANTED = """() => {
    const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const {data, parentElement} = walk.currentNode;
        const steers = /[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}]/u.test(data.replaceAll("\\n", ""));
        if (steers && parentElement.localName !== "noscript") found.push(`${hands.said(parentElement)}: ${data}`);
    }
    return found;
}"""

# A bad server sends everything as it was written.
BAD_SERVER = """async (text) => {
    const {change, state} = await import("/base/store.js");
    const named = (seat) => ({...seat, name: text});
    const line = {
        table: "ABCD", name: text, status: "playing", free: "us", watchers: 3,
        terms: {...state.table.terms, cards: text, spectators: true},
    };
    change({
        table: {...state.table, seats: state.table.seats.map(named), note: text, status: "paused"}, lobby: [line],
        chat: [0, 1, -1].map((place, n) => ({n, place, name: text, text, phrase: 0, at: 1})), tab: "chat",
        refused: {text, rule: "17.2", code: text}, net: {...state.net, text},
        server: {...state.server, software: text, notice: text},
    });
    await hands.frame();
    await hands.frame();
}"""


# One of the two banners on each: that the table is paused, and a notice.
SHOW_SCREEN = """async (screen) => {
    const {change, state} = await import("/base/store.js");
    change({screen, told: screen === "start" ? {code: "x", text: state.server.notice} : null});
    await hands.frame();
    await hands.frame();
}"""


def test_a_bad_server_can_draw_nothing_but_text(visitors: Visitors) -> None:
    """At the table and on the start page, on a desk and on a phone."""
    page = visitors.visit()
    page.locator("button#play-bot:enabled").wait_for()
    page.on("dialog", lambda _: pytest.fail("a script ran"))
    show(page, situations()["ships"])
    faults = []
    for n, text in enumerate(HOSTILE):
        page.evaluate(BAD_SERVER, text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
        for screen in ("table", "start"):
            page.evaluate(SHOW_SCREEN, screen)
            for width in (1280, 390):
                page.set_viewport_size({"width": width, "height": 800})
                faults += [(n, screen, width, wide) for wide in page.evaluate(WIDE)]
            faults += [(n, screen, 0, found) for found in page.evaluate(UNWANTED)]
            assert page.evaluate(FOREIGN) == 0
    assert not faults, "\n".join(map(repr, faults))


@by_night
def test_names_and_words_of_strangers_at_a_real_table(visitors: Visitors) -> None:
    """What two players call themselves and say; each is shown to the other in a <bdi> of its own."""
    ada = visitors.visit(name=HOSTILE[0])
    ada.locator("button#make-table").click()
    link = ada.locator("#invite-link").input_value()
    ben = visitors.visit(link.removeprefix(visitors.server.url), name="\u202e" + "B" * 80)
    ben.get_by_role("button", name="Sit down").click()
    for page in (ada, ben):
        page.locator("#panel").wait_for()
        page.get_by_role("tab", name="Chat").click()
    for text in HOSTILE[:3]:
        ben.get_by_label("Say something to the table").fill(text)
        ben.keyboard.press("Enter")
    said = ada.locator(".said li")
    expect(said).to_have_count(3)
    assert said.first.locator("bdi.who").inner_text().startswith("BBBB")
    for page in (ada, ben):
        assert page.evaluate(FOREIGN) == 0
        assert page.evaluate(UNWANTED) == []
