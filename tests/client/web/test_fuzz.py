"""Random clicks on anything at all: the page never stands still, and never complains.

Three thousand of them on a push, ten thousand by night.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors
from tests.support.lengths import NIGHT, some

CLICKS = 1_000 if NIGHT else 400  # of each run

FUZZ = """async ([seed, clicks]) => {
    const chance = hands.dice(seed);
    const one = (list) => list[Math.floor(chance() * list.length)];
    const store = await import("/base/store.js");
    const fields = "input, select, textarea, [role=radio]";
    const kinds = ["button, [role=button]", "[role=tab]", "[data-thing]", "summary", fields];
    const away = /Load the page again|ページを読み込み直す/;  // it would end this test, not the game
    const seen = {screens: {}, sheets: {}, updates: 0, clicks: 0, ms: {}};
    let last = 0;

    const free = (one) => !one.disabled && !away.test(one.textContent) && one.checkVisibility();
    const within = () => document.querySelector("dialog[open]") ?? document;
    const PLAY = "#going-on-title + ul button, button#play-bot";  // else it would hardly ever find back to a game
    const answers = "#panel button, #beside button, main [data-thing].marked";

    /** One of them that can be clicked: all are looked at only where the first few cannot. */
    const pick = (selector) => {
        const all = [...within().querySelectorAll(selector)];
        for (let n = 0; n < 8 && all.length; n++) {
            const target = one(all);
            if (free(target)) return target;
        }
        return one(all.filter(free));
    };

    /** What is clicked next.  A rulebook has so many links that one would never come out of it. */
    const choice = () => {
        const over = within() !== document && chance() < 0.75;
        const any = () => pick(one(kinds)) ?? pick(kinds.join());
        const back = store.state.screen === "start" && within() === document && chance() < 0.3;
        const target = (over && pick(".close")) || (back && pick(PLAY)) || (chance() < 0.8 && pick(answers)) || any();
        return target?.matches(".rule, .rule-link") && chance() < 0.9 ? any() : target;
    };

    /** The same, where it may be a while until there is anything, as when one leaves the table. */
    const next = async () => {
        for (let n = 0; n < 100; n++) {
            const target = choice();
            if (target) return target;
            await new Promise((done) => setTimeout(done, 50));
        }
        return null;
    };

    const fill = (field) => {
        if (field.type === "checkbox" || field.type === "radio") return field.click();
        if (field.tagName === "SELECT") field.value = one([...field.options]).value;
        else if (field.type === "range") field.value = String(Math.floor(chance() * Number(field.max)));
        else field.value = one(["", "x", "12", "beef", "<b>", "Ada"]);
        field.dispatchEvent(new Event("input", {bubbles: true}));
        field.dispatchEvent(new Event("change", {bubbles: true}));
    };

    for (let n = 0; n < clicks; n++) {
        const from = performance.now();
        const target = await next();
        if (!target) {
            const where = document.querySelector("dialog[open]")?.outerHTML ?? document.body.innerHTML;
            const now = JSON.stringify(await hands.now());
            throw new Error(`a dead end after ${n} clicks: ${now}: ${where.slice(0, 2000)}`);
        }
        seen.last = hands.said(target);
        if (target.matches("input, select, textarea")) fill(target);
        else target.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, view: window, detail: 1}));
        if (chance() < 0.5) await hands.frame();  // else a second click comes before anything is drawn
        const {state} = store;
        seen.screens[state.screen] = (seen.screens[state.screen] ?? 0) + 1;
        if (state.open) seen.sheets[state.open.split(":")[0]] = (seen.sheets[state.open.split(":")[0]] ?? 0) + 1;
        const number = state.latest?.number ?? 0;
        if (number !== last) seen.updates += 1;
        last = number;
        const waits = state.screen === "table" && !state.latest?.view.question;  // a bot has to think
        if (chance() < (waits ? 0.25 : 0.02)) await new Promise((done) => setTimeout(done, waits ? 100 : 20));
        seen.ms[state.screen] = (seen.ms[state.screen] ?? 0) + performance.now() - from;
        seen.clicks += 1;
    }
    return seen;
}"""


@pytest.mark.parametrize("seed", some(range(10), 1))
def test_random_clicks_find_no_dead_end(visitors: Visitors, seed: int) -> None:
    """Then the start page is reached as ever, and a new game begins."""
    page = visitors.visit(f"#bot=random&side={'us' if seed % 2 else 'jp'}&set=full", hasty=True, blind=True)
    PagePlayer(page, seed).ready()
    seen = page.evaluate(FUZZ, [seed + 77, CLICKS])
    assert seen["clicks"] == CLICKS
    assert seen["updates"] > 5, (seen, PagePlayer(page, seed).now())
    page.goto(visitors.server.url)
    expect(page.locator("button#play-bot")).to_be_enabled()
    page.evaluate("document.querySelector('button#play-bot').click()")
    assert PagePlayer(page, seed).ready()["number"] >= 1
