"""What a listener hears: each question once, and nothing of a game that is over."""

from __future__ import annotations

from collections import Counter

from playwright.sync_api import Page, expect

from tests.client.web.support.player import unpainted
from tests.client.web.support.visitors import Visitors, wait_until

GAME = "#bot=mate&side=us&seed=7&set=full"
LISTEN = """() => {
    globalThis.spoken = [];
    const added = (changes) => changes.flatMap((one) => [...one.addedNodes]);
    const hear = (changes) => spoken.push(...added(changes).map((one) => one.textContent));
    new MutationObserver(hear).observe(document.getElementById("live"), {childList: true});
}"""
ASKED = "You are asked: "

AGAIN = """async () => {
    const {state, change} = await import("/base/store.js");
    const copy = (update) => JSON.parse(JSON.stringify(update));
    change({latest: copy(state.latest), shown: copy(state.shown)});
    await hands.frame();
    await hands.frame();
}"""


def spoken(page: Page) -> list[str]:
    told: list[str] = page.evaluate("spoken")
    return told


def test_a_question_is_said_once(visitors: Visitors) -> None:
    """A segment of many steps too, and when the same update comes again after a lost connection."""
    page = visitors.visit(GAME, hasty=True)
    wait_until(page, "() => document.querySelector('#panel')")
    page.evaluate(LISTEN)
    with unpainted(page):
        here = page.evaluate("() => hands.play(3, 400, 20, ['action.choose'])")
    assert here["asked"] == "action.choose"
    said = [text for text in spoken(page) if text.startswith(ASKED)]
    assert len(said) > 4
    assert [text for text, times in Counter(said).items() if times > 1] == []
    page.evaluate(AGAIN)
    assert [text for text in spoken(page) if text.startswith(ASKED)] == said


def test_another_game_begins_in_silence(visitors: Visitors) -> None:
    """What was said of the last one is not read again."""
    page = visitors.visit(GAME, hasty=True)
    live = page.locator("#live p")
    expect(live.first).to_be_attached()
    page.locator("#tab-more").click()
    page.get_by_role("button", name="Leave; the game is kept").click()
    page.locator("button#play-bot:enabled").wait_for()
    expect(live).to_have_count(0)
