"""A finished game is played on from a moment of its replay, against a bot; and the way back, and a link to it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors, wait_until
from tests.client.web.test_replay import WHOLE

CLICKS = 40  # of a game that is given up then
RESIGN = """async () => { await (await import("/session/api.js")).resign(); }"""
BOTS = "async () => JSON.stringify((await import('/base/store.js')).state.table.seats)"
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
    against_whom(page, link.partition("&answers")[0])


def against_whom(page: Page, replay: str) -> None:
    """Who opens a replay may name the bot that is met where it is played on, as `replay --bot` does."""
    for behind, bot in (("", "mate"), ("&against=cadet", "cadet"), ("&against=<b>", "mate")):
        page.goto("about:blank")
        page.goto(replay + behind)
        page.locator(".replay-bar").wait_for()
        page.keyboard.press("o")
        expect(page.locator("#what-if-bot")).to_have_value(bot)
        page.locator("#begin-what-if").click()
        asked(page)
        assert bot in page.evaluate(BOTS)


def test_a_battle_is_made_of_a_moment(visitors: Visitors) -> None:
    """§24  The editor opens with it, and leads back to the replay; what the server refuses is said there."""
    page = visitors.window(visitors.person(hasty=True), "#bot=random&side=us&seed=6&set=core")
    over(page)
    page.locator("#scrub").focus()
    page.keyboard.press("t")
    page.locator("#replay-battle").click()
    expect(page.locator("#editor-title")).to_contain_text("of another game")
    expect(page.locator(".editor-table")).to_be_visible()
    expect(page.locator("#editor-play")).to_be_enabled()
    page.get_by_role("button", name="Back to the replay").click()
    expect(page.locator(".replay-bar")).to_be_visible()
    page.evaluate("import('/base/store.js').then(({change, state}) => change({replay: {...state.replay, game: 9}}))")
    page.locator("#replay-battle").click()
    expect(page.locator(".replay-bar .fault")).to_be_visible()
