"""The ladder of bots on the page: six rungs with their strength, and who the chosen one is, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ironbottom.client.text.people.rungs import RUNGS, Rung, rungs
from ironbottom.language import speak
from ironbottom.vocabulary import phrase
from tests.client.web.support.visitors import Visitors
from tests.support.languages import english

__all__ = ["english"]  # after each test the next one hears English

SIZES = {"desk": (1366, 768), "phone": (390, 844)}


def said(rung: Rung) -> str:
    return phrase("rung_said.option", name=rung.name, elo=rung.elo)


@pytest.mark.parametrize(("lang", "size"), [("en", "desk"), ("ja", "phone")])
def test_a_bot_is_chosen_by_strength_and_character(visitors: Visitors, lang: str, size: str) -> None:
    """From the weakest; the mate stands there at first, and what is said of it follows the choice."""
    speak(lang)
    page = visitors.visit(lang=lang, size=SIZES[size])
    expect(page.locator("button#play-bot")).to_be_enabled()
    chooser, hint = page.locator("#bot-name"), page.locator("#bot-name-hint")
    assert chooser.locator("option").all_inner_texts() == [said(rung) for rung in rungs()]
    expect(chooser).to_have_value("mate")
    for rung in rungs():
        chooser.select_option(rung.name)
        expect(hint).to_have_text(rung.character)
    expect(chooser).to_have_attribute("aria-describedby", "bot-name-hint")
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]


def test_the_same_at_a_table_to_which_no_friend_comes(visitors: Visitors) -> None:
    page = visitors.visit()
    page.locator("button#make-table").click()
    page.locator(".call-bot summary").click()
    chooser = page.locator("#wait-bot")
    assert [one.get_attribute("value") for one in chooser.locator("option").all()] == [*RUNGS]
    chooser.select_option("cadet")
    expect(page.locator("#wait-bot-hint")).to_have_text(rungs()[1].character)
