"""Advice on the page: a real server, a real bot opposite and a real adviser; by mouse and by keys."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ironbottom.language import speak
from ironbottom.vocabulary import phrase
from tests.client.web.support.visitors import Visitors
from tests.support.languages import english

__all__ = ["english"]  # after each test the next one hears English



def at_the_first_question(visitors: Visitors, lang: str = "en") -> Page:
    page = visitors.visit(lang=lang)
    expect(page.locator("button#play-bot")).to_be_enabled()
    page.locator("button#play-bot").click()
    expect(page.locator("#panel.has-question")).to_be_visible()
    return page


def picture(page: Page, name: str) -> None:
    """For who looks at them: IRONBOTTOM_PICTURES names the folder."""
    if folder := os.environ.get("IRONBOTTOM_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_adviser_is_asked_and_his_answer_waits_to_be_given(visitors: Visitors, lang: str) -> None:
    """A click puts it into the question; it goes out when the player gives it."""
    speak(lang)
    page = at_the_first_question(visitors, lang)
    page.locator("#advise").click()
    rows = page.locator(".advice-rows button")
    expect(rows.first).to_be_visible()
    assert 1 <= rows.count() <= 3
    assert "±" in rows.first.inner_text()
    assert page.locator(".advice-rows p").first.inner_text()
    expect(page.locator(".advice-state")).to_have_attribute("role", "status")
    picture(page, f"advice-{lang}")
    number = page.evaluate("(async () => (await import('./base/store.js')).state.shown.number)()")
    rows.first.click()
    assert page.evaluate("(async () => (await import('./base/store.js')).state.shown.number)()") == number
    page.keyboard.press("Enter")
    expect(page.locator(".advice")).to_have_count(0)


def test_by_keys_alone(visitors: Visitors) -> None:
    page = at_the_first_question(visitors)
    page.keyboard.press("Shift+I")
    rows = page.locator(".advice-rows button")
    expect(rows.first).to_be_visible()
    rows.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel .confirm")).to_have_attribute("aria-disabled", "false")


def test_before_a_blunder_there_is_one_gentle_question(visitors: Visitors) -> None:
    """What the server says of it is put into its mouth: which answer is bad is the adviser's affair."""
    page = at_the_first_question(visitors)
    page.evaluate("""async () => {
        const {change, state} = await import("./base/store.js");
        change({settings: {...state.settings, warn: true}});
    }""")
    page.evaluate("""async () => {
        const {SeatSession} = await import("./session/seat/seat_session.js");
        SeatSession.prototype.advise = (answer) => Promise.resolve({
          answers: [{behind: 0, unsure: 0, answer, then: [], chance: 0.5, error: 0.03, why: "It is better."}],
          worlds: 64, given: {answer, behind: 0.21, unsure: 0.04, then: [], chance: 0.3, error: 0.03, why: ""},
          blunder: true,
        });
    }""")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    warning = page.locator(".advice-warning")
    expect(warning).to_be_visible()
    expect(warning).to_contain_text("21 ± 4 %")
    expect(warning.get_by_role("button", name=phrase("advice.again"))).to_be_focused()
    picture(page, "blunder")
    warning.get_by_role("button", name=phrase("advice.again")).click()
    expect(warning).to_have_count(0)
    expect(page.locator("#panel.has-question .confirm")).to_be_visible()
    page.locator("#panel .confirm").click()
    expect(warning).to_be_visible()
    warning.get_by_role("button", name=phrase("advice.anyway")).click()
    expect(warning).to_have_count(0)
    page.wait_for_function("(async () => (await import('./base/store.js')).state.shown.number > 1)()")


def test_two_people_are_not_offered_it(visitors: Visitors) -> None:
    """And where both agreed, the second is shown so before he sits down."""
    ada = visitors.visit()
    ada.locator("button#make-table").click()
    expect(ada.locator("#invite-link, .invite")).not_to_have_count(0)
    assert ada.locator("#advise").count() == 0
