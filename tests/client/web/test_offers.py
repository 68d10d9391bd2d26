"""Two pages agree: a pause and its end, a draw, what is declined; and the same bytes are signed as by a program."""

from __future__ import annotations

import os
from base64 import b64decode
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ironbottom.wire.signing import agreed
from tests.client.web.support.visitors import Visitors, wait_until
from tests.client.web.test_my_tables import CREATE, JOIN, until
from tests.support.lengths import some

OFFERING = CREATE.replace("bank: 0,", 'bank: 0, offers: ["draw", "pause", "takeback"],')
PAUSED = "async () => (await import('/base/store.js')).state.table.status === 'paused'"
OFFERS = "async () => (await import('/base/store.js')).state.offers"
PARTS = """async ([game, head]) => {
    const {agreed} = await import("/session/seat/agreeing.js");
    return agreed(game, 7, "go-on", head).map((part) => [...part]);
}"""


def picture(page: Page, name: str) -> None:
    """For who looks at them: IRONBOTTOM_PICTURES names the folder."""
    if folder := os.environ.get("IRONBOTTOM_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def at_table(
    visitors: Visitors, terms: str = OFFERING, lang: str = "en", size: tuple[int, int] = (1280, 720)
) -> tuple[Page, Page]:
    """Ada and Ben, whose game has begun."""
    ada, ben = visitors.visit(name="Ada", hasty=True), visitors.visit(name="Ben", hasty=True, lang=lang, size=size)
    for page in (ada, ben):
        page.locator("button#play-bot:enabled").wait_for()
    ben.evaluate(JOIN, ada.evaluate(terms, ["us", 0]))
    for page in (ada, ben):
        until(page, "(here) => here.number > 0")
    return ada, ben


def offer(page: Page, button: str) -> None:
    """By the key, and a button of the sheet."""
    page.keyboard.press("Shift+Y")
    page.get_by_role("dialog").get_by_role("button", name=button).click()
    page.get_by_role("dialog").wait_for(state="detached")


def test_a_draw_is_offered_and_accepted(visitors: Visitors) -> None:
    ada, ben = at_table(visitors)
    ada.keyboard.press("Shift+Y")
    expect(ada.get_by_role("dialog")).to_contain_text("by consent: a draw, a pause, a takeback")
    picture(ada, "offers-sheet")
    ada.keyboard.press("Escape")
    offer(ada, "Offer a draw")
    expect(ada.locator(".banner")).to_contain_text("You offer a draw.")
    banner = ben.locator(".banner")
    expect(banner).to_contain_text("Ada offers a draw.")
    picture(ben, "offers-banner")
    banner.get_by_role("button", name="Accept").click()
    for page in (ada, ben):
        expect(page.get_by_role("dialog")).to_contain_text("The game is drawn.")
        expect(page.get_by_role("dialog")).to_contain_text("both players agreed to a draw")
    picture(ben, "offers-drawn")


@pytest.mark.parametrize(("lang", "size"), some([("ja", (360, 640))], 1))
def test_an_offer_is_declined(visitors: Visitors, lang: str, size: tuple[int, int]) -> None:
    """Where the screen is small, and in another language."""
    ada, ben = at_table(visitors, lang=lang, size=size)
    offer(ada, "Offer a draw")
    ben.locator(".banner.offer button").nth(1).click()
    expect(ada.locator(".banner")).to_contain_text("Declined: a draw.")
    ada.locator(".banner").get_by_role("button", name="Close").click()
    expect(ada.locator(".banner")).to_have_count(0)
    assert ada.evaluate(OFFERS)["standing"] is None


def test_a_pause_and_its_end(visitors: Visitors) -> None:
    ada, ben = at_table(visitors)
    offer(ada, "Offer a pause")
    ben.locator(".banner").get_by_role("button", name="Accept").click()
    for page in (ada, ben):
        wait_until(page, PAUSED)
    offer(ben, "Offer to go on")
    ada.locator(".banner").get_by_role("button", name="Accept").click()
    for page in (ada, ben):
        wait_until(page, f"async () => !(await ({PAUSED})())")


def test_without_such_terms_there_is_nothing_of_it(visitors: Visitors) -> None:
    ada, _ben = at_table(visitors, CREATE)
    ada.keyboard.press("Shift+Y")
    expect(ada.get_by_role("dialog")).to_have_count(0)
    assert ada.evaluate(OFFERS) is None


def test_the_same_bytes_are_signed_as_by_a_program(visitors: Visitors) -> None:
    page = visitors.visit()
    found = page.evaluate(PARTS, ["A" * 43 + "=", "B" * 43 + "="])
    game, head = b64decode("A" * 43 + "="), b64decode("B" * 43 + "=")
    assert [bytes(part) for part in found] == [*agreed(game, 7, "go-on", head)]
