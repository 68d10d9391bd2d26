"""Challenges in the page: a sheet behind a button of the first page, one click to take one up, and two who seek."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.client.web.support.page_server import PageServer
from tests.client.web.support.visitors import Visitors, visiting

LOBBY = "async () => (await import('/base/store.js')).state.lobby"
OF_FRIEND = """async () => {
    const [{draft}, {state}] = await Promise.all([import("/base/draft.js"), import("/base/store.js")]);
    return draft({start: state.start});
}"""
WAITING = ".sheet.challenges ul li"


@pytest.fixture
def club(browser: Browser, tmp_path: Path) -> Iterator[Visitors]:
    """Of a server of their own: nobody else posts there."""
    with PageServer(tmp_path / "server") as server, visiting(browser, server) as visitors:
        yield visitors


def opened(visitors: Visitors, name: str) -> Page:
    page = visitors.visit(name=name)
    page.locator("button#play-bot:enabled").wait_for()
    page.locator("button#open-challenges").click()
    expect(page.locator(".sheet.challenges")).to_be_visible()
    return page


def test_one_is_posted_seen_by_others_and_taken_back(club: Visitors) -> None:
    ada = opened(club, "Ada")
    expect(ada.locator(".sheet.challenges")).to_contain_text("No challenge waits here.")
    ada.get_by_label("Points of the ladder to an opponent, at most").fill("200")
    ada.get_by_role("button", name="Post the challenge").click()
    expect(ada.locator(".sheet.challenges [role=status]")).to_contain_text("your challenge waits")
    ben = opened(club, "Ben")
    row = ben.locator(WAITING)
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Ada")
    for words in ("free: either side", "3 days", "rated", "until 20", "not on the ladder yet", "within 200 points"):
        expect(row).to_contain_text(words)
    mine = ada.locator(WAITING)
    expect(mine).to_contain_text("yours")
    mine.get_by_role("button", name="Take it back").click()
    expect(mine).to_have_count(0)
    expect(row).to_have_count(0)


def test_the_first_page_is_there_again_when_the_sheet_is_closed(club: Visitors) -> None:
    ada = opened(club, "Ada")
    ada.get_by_role("button", name="Post the challenge").click()
    expect(ada.locator(WAITING)).to_have_count(1)
    ada.keyboard.press("Escape")
    for button in (ada.get_by_role("button", name="Go on"), ada.locator("button#play-bot")):
        expect(button).to_be_enabled()


def test_one_click_takes_one_up_and_who_posted_it_comes_when_he_likes(club: Visitors) -> None:
    ada = opened(club, "Ada")
    ada.get_by_role("button", name="Post the challenge").click()
    expect(ada.locator(WAITING)).to_have_count(1)
    ada.keyboard.press("Escape")
    ben = opened(club, "Ben")
    ben.locator(WAITING).get_by_role("button", name="Accept").click()
    expect(ben.get_by_role("heading", name="The lot is drawn")).to_be_visible()
    ada.reload()
    mine = ada.locator("[aria-labelledby=going-on-title] li")
    expect(mine).to_contain_text("The lot is drawn")
    expect(mine).to_contain_text("against Ben")
    mine.get_by_role("button", name="Go on").click()
    for page in (ada, ben):
        page.evaluate("hands.until((here) => here.number > 0)")


def test_two_who_seek_the_same_come_to_one_table(club: Visitors) -> None:
    ada = opened(club, "Ada")
    ada.get_by_role("button", name="Seek an opponent").click()
    expect(ada.locator(".sheet.challenges [role=status]")).to_contain_text("your challenge waits")
    ben = opened(club, "Ben")
    ben.get_by_role("button", name="Seek an opponent").click()
    expect(ben.get_by_role("heading", name="The lot is drawn")).to_be_visible()


def test_it_carries_whatever_a_table_can_have(club: Visitors) -> None:
    """The fields of a table for a friend, but for what needs a friend; the card of that table keeps its own."""
    ada = opened(club, "Ada")
    sheet = ada.locator(".sheet.challenges")
    expect(sheet).to_contain_text("3 days")
    sheet.get_by_role("button", name="More options").click()
    for gone in ("only who has the invite", "Seed, for practice", "Share", "Make a battle"):
        expect(sheet).not_to_contain_text(gone)
    ada.locator("#friend-pace").uncheck()
    ada.locator("#friend-bank").fill("45")
    ada.locator("#friend-rated").uncheck()
    ada.locator("#friend-advice").check()
    ada.locator("#friend-offers-draw").check()
    ada.locator("#friend-cast").select_option("2")
    ada.locator("#friend-rule-long-lance").check()
    expect(sheet.locator(".hint").filter(has_text="clock: 45 min")).to_have_count(1)
    sheet.get_by_role("button", name="Post the challenge").click()
    expect(sheet.locator("p[role=status].hint").last).to_contain_text("your challenge waits")
    expect(ada.locator(WAITING)).to_have_count(1)
    (table,) = [one for one in ada.evaluate(LOBBY) if one["challenge"]]
    terms = table["terms"]
    assert (terms["bank"], terms["advice"], terms["offers"], terms["cast"]) == (2_700, True, ["draw"], 2)
    assert terms["options"] == ["long-lance"]
    assert "pace" not in terms
    assert "rated" not in terms
    start = ada.evaluate(OF_FRIEND)
    assert (start["bank"], start["advice"], start["part"]) == ("0", False, "")


def test_a_battle_may_be_sought(club: Visitors) -> None:
    ada, ben = [opened(club, name) for name in ("Ada", "Ben")]
    for page in (ada, ben):
        page.locator(".sheet.challenges").get_by_role("button", name="More options").click()
        page.locator("#friend-rated").uncheck()
        page.locator("#friend-battle").select_option("cape-esperance")
        expect(page.locator(".sheet.challenges .special-battle")).to_be_visible()
        page.get_by_role("button", name="Seek an opponent").click()
        expect(page.locator(".sheet.challenges").filter(has_text="One moment ...")).to_have_count(0)
    expect(ben.get_by_role("heading", name="The lot is drawn")).to_be_visible()


def test_a_wrong_figure_of_the_terms_is_said_in_a_sentence(club: Visitors) -> None:
    ada = opened(club, "Ada")
    ada.locator(".sheet.challenges").get_by_role("button", name="More options").click()
    ada.locator("#friend-least").fill("soon")
    ada.get_by_role("button", name="Post the challenge").click()
    expect(ada.locator(".sheet.challenges .fault")).to_contain_text("Least time of an answer")


@pytest.mark.parametrize(("label", "value", "says"), [
    ("Days that it waits", "31", "give a whole number from 1 to 30"),
    ("Points of the ladder to an opponent, at most", "1001", "give a whole number from 0 to 1000"),
])
def test_a_bad_number_is_said_in_a_sentence(club: Visitors, label: str, value: str, says: str) -> None:
    ada = opened(club, "Ada")
    ada.get_by_label(label).fill(value)
    ada.get_by_role("button", name="Seek an opponent").click()
    expect(ada.locator(".sheet.challenges .fault")).to_contain_text(says)
