"""A finished game is played on from a moment of its replay, against a bot; and the way back, and a link to it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors, wait_until
from tests.client.web.test_replay import WHOLE

CLICKS = 40  # of a game that is given up then
RESIGN = """async () => { await (await import("/session/api.js")).resign(); }"""
VIEW = "async () => JSON.stringify((await import('/base/store.js')).state.latest?.view ?? null)"



def over(page: Page) -> None:
    """A game that was given up after some answers, and its replay."""
    player = PagePlayer(page, 5)
    for _n in range(CLICKS):
        player.step(player.ready())
    page.evaluate(RESIGN)
    page.get_by_role("button", name="Look at the whole game again").click()
    page.locator(".replay-bar").wait_for()
    wait_until(page, WHOLE)


def asked(page: Page) -> None:
    """Wait until the what-if asks for something, or goes on."""
    page.locator(".top-what-if").wait_for()
    wait_until(page, "async () => (await import('/base/store.js')).state.latest !== null")


def test_a_game_is_played_on_from_a_moment(visitors: Visitors) -> None:
    page = visitors.window(visitors.person(hasty=True), "#bot=random&side=us&seed=6&set=core")
    over(page)
    page.locator("#scrub").focus()
    for _n in range(3):
        page.keyboard.press("t")
    page.keyboard.press("o")
    sheet = page.get_by_role("dialog", name="Play on from here")
    expect(sheet).to_contain_text("It counts as no game, and leads back here.")
    at = re.search(r"After (\d+) answers", sheet.inner_text())
    assert at is not None
    sheet.get_by_label("what the US did not know is dealt anew").check()
    sheet.get_by_label("new dice").check()
    sheet.locator("#what-if-side").get_by_label("US").check()

    link = sheet.locator("#what-if-link").input_value()
    sheet.get_by_role("button", name="Play on from here").click()
    asked(page)
    seen = page.evaluate(VIEW)
    page.locator(".top-what-if").click()
    about = page.get_by_role("dialog", name="What-if")
    expect(about).to_contain_text("what the US did not know is dealt anew, new dice.")
    about.get_by_role("button", name="Back to the game that it left").click()
    expect(page.locator(".replay-bar")).to_be_visible()
    by_link(visitors, page, link, seen)


def by_link(visitors: Visitors, page: Page, link: str, seen: str) -> None:
    """The same moment and the same cards, for whoever may look through that game."""
    page.goto("about:blank")
    page.goto(link)
    sheet = page.get_by_role("dialog", name="Play on from here")
    expect(sheet.get_by_label("what the US did not know is dealt anew")).to_be_checked()
    expect(sheet.get_by_label("new dice")).to_be_checked()
    sheet.get_by_role("button", name="Play on from here").click()
    asked(page)
    assert page.evaluate(VIEW) == seen
