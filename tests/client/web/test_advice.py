"""Advice on the page: a real server, a real bot opposite and a real adviser; by mouse and by keys."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ironbottom.language import speak
from ironbottom.vocabulary import phrase
from tests.client.web.support.visitors import Visitors, wait_until
from tests.support.languages import english
from tests.support.lengths import so_many

__all__ = ["english"]  # after each test the next one hears English

ADVISED = so_many("ADVISED", 1, 2)  # of two who agreed to it


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
    assert (", " in rows.first.inner_text()) == (lang == "en")
    why = "".join(page.locator(".advice-rows p").all_inner_texts())
    assert why
    assert lang == "en" or not set(",:;()") & set(why), why
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
    wait_until(page, "(async () => (await import('./base/store.js')).state.shown.number > 1)()")


def two_at_a_table(visitors: Visitors, *, agreed: bool) -> tuple[Page, Page]:
    """Ada makes the table, and Ben sits down there by her link; what he reads of advice before that is looked at."""
    ada = visitors.visit(name="Ada")
    if agreed:
        ada.locator(".invite-friend .fold").click()
        ada.get_by_label(phrase("advice.for_both")).check()
    ada.locator("button#make-table").click()
    link = ada.locator("#invite-link").input_value().removeprefix(visitors.server.url)
    ben = visitors.visit(link, name="Ben")
    terms = ben.locator(".invited-terms")
    expect(terms).to_contain_text("others may look on")
    picture(ben, f"invited-{'with' if agreed else 'without'}-advice")
    assert (phrase("advice.for_both") in terms.inner_text()) == agreed
    ben.get_by_role("button", name="Sit down").click()
    return ada, ben


def asked_first(ada: Page, ben: Page) -> tuple[Page, Page]:
    """Who decides first, and the other."""
    while True:
        for page, other in ((ada, ben), (ben, ada)):
            if page.locator("#panel.has-question").count():
                return page, other
        ada.wait_for_timeout(50)


def test_two_people_who_agreed_are_both_advised(visitors: Visitors) -> None:
    """The host ticks it, and the friend reads so before he sits down.  On a push who decides first stands for both."""
    for page in asked_first(*two_at_a_table(visitors, agreed=True))[:ADVISED]:
        expect(page.locator("#panel.has-question")).to_be_visible()
        page.locator("#advise").click()
        expect(page.locator(".advice-rows button").first).to_be_visible()
        assert "±" in page.locator(".advice-rows button").first.inner_text()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        expect(page.locator(".advice")).to_have_count(0)


def test_two_people_who_did_not_agree_have_none(visitors: Visitors) -> None:
    """No button, the key does nothing, and whoever asks the server all the same is refused."""
    for page in two_at_a_table(visitors, agreed=False):
        wait_until(page, "(async () => (await import('./base/store.js')).state.shown !== null)()")
        page.keyboard.press("Shift+I")
        said = page.evaluate("""async () => (await import("./session/api.js")).advise(null, "en").then(
            () => "advised", (refused) => refused.code)""")
        assert said == "no-consent"
        expect(page.locator("#advise, .advice")).to_have_count(0)
