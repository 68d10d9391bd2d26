"""A seat that has moved to another table, in the page: who sat there goes along, who was away finds it again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.client.web.support.page_server import PageServer
from tests.client.web.support.visitors import Visitors, visiting
from tests.client.web.test_blocked import claimed
from tests.client.web.test_challenges import opened

SENTENCE = "your seat is at his table now."
ASKS = """async (words) => {
    const {ask} = await import("/session/net/server.js");
    return await ask(words);
}"""
KEPT = """async () => {
    const [{keptSeats}] = await Promise.all([import("/session/api.js")]);
    return keptSeats().map(({table}) => table);
}"""


@pytest.fixture
def club(browser: Browser, tmp_path: Path) -> Iterator[Visitors]:
    program = ("tests.server.support.sweeping_server",)
    with PageServer(tmp_path / "server", program=program) as server, visiting(browser, server) as visitors:
        yield visitors


def seeks(visitors: Visitors, name: str) -> Page:
    page = opened(visitors, name)
    claimed(page)
    return page


def apart(visitors: Visitors) -> tuple[Page, Page]:
    """Ada has blocked Ben, and both seek the same; Ada a while longer."""
    ada, ben = seeks(visitors, "Ada"), seeks(visitors, "Ben")
    ada.evaluate(ASKS, {"type": "block", "who": "Ben"})
    for page in (ada, ben):
        page.get_by_role("button", name="Seek an opponent").click()
        expect(page.locator(".sheet.challenges [role=status]")).to_contain_text("your challenge waits")
        page.wait_for_timeout(1_100)  # so that one is the older
        page.keyboard.press("Escape")
    return ada, ben


def lifts(ada: Page) -> str:
    """The block; the table where she waits."""
    (one,) = ada.evaluate(ASKS, {"type": "list-blocks"})["blocked"]
    ada.evaluate(ASKS, {"type": "unblock", "key": one["key"]})
    (table,) = ada.evaluate(KEPT)
    return str(table)


def goes_on(page: Page) -> None:
    page.locator("[aria-labelledby=going-on-title] li").get_by_role("button", name="Go on").click()


def both_play(ada: Page, ben: Page, table: str) -> None:
    for page in (ada, ben):
        page.evaluate("hands.until((here) => here.number > 0)")
        assert page.evaluate(KEPT) == [table]


def test_who_sits_there_goes_along(club: Visitors) -> None:
    ada, ben = apart(club)
    for page in (ada, ben):
        goes_on(page)
    expect(ben.locator("body")).to_contain_text("Ben")
    table = lifts(ada)
    expect(ben.locator("body")).to_contain_text(SENTENCE)
    both_play(ada, ben, table)


def test_who_was_away_finds_it_by_his_old_table(club: Visitors) -> None:
    ada, ben = apart(club)
    ben.goto("about:blank")
    table = lifts(ada)
    expect(ada.locator("[aria-labelledby=going-on-title] li")).to_contain_text("The lot is drawn", timeout=90_000)
    ben.goto(club.server.url)
    goes_on(ben)
    expect(ben.locator("body")).to_contain_text(SENTENCE)
    goes_on(ada)
    both_play(ada, ben, table)
    ben.reload()
    ben.evaluate("hands.until((here) => here.number > 0)")
    assert ben.evaluate(KEPT) == [table]
