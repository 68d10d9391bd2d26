"""All tables of one player, and whose move it is there: on the start page, at each of them, and in the title."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors, wait_until
from tests.client.web.test_attention import LISTEN, WANTED, called, look
from tests.support.lengths import by_night, some

NAME = "Iron Bottom & Sunset Sky"
CREATE = """async ([side, least]) => {
    const {create} = await import("/session/api.js");
    const seat = await create({side, cards: "core", absent: "wait", bank: 0, spectators: false, reach: "invite", least,
        seed: "A".repeat(43) + "="});
    return [seat.table, seat.secret];
}"""
JOIN = "async ([table, secret]) => (await import('/session/api.js')).join(table, secret, 'either')"
LEAVE = "async () => (await import('/session/home.js')).goHome()"
REFRESH = "async () => (await import('/session/tables/my_tables.js')).refresh()"
ANSWER = """async () => {
    const {state} = await import("/base/store.js");
    return (await import("/session/api.js")).reply(state.shown.view.question.default);
}"""
MINE = "async () => (await import('/base/store.js')).state.mine"


def begun(visitors: Visitors, ada: Page, other: str, *, answered: bool = False) -> tuple[str, Page]:
    """A game of somebody against another, perhaps to where the other is asked; the table, and the other's page."""
    ada.locator("button#play-bot:enabled").wait_for()
    table, secret = ada.evaluate(CREATE, ["us", 0])
    ben = visitors.visit(name=other, hasty=True)
    ben.locator("button#play-bot:enabled").wait_for()
    ben.evaluate(JOIN, [table, secret])
    until(ada, "(here) => here.number > 0")
    if answered:
        answer_until_not_asked(ada)
    ada.evaluate(LEAVE)
    return table, ben


def until(page: Page, fits: str) -> None:
    page.evaluate(f"hands.until({fits})")


def person(visitors: Visitors, **more: Any) -> BrowserContext:
    return visitors.person(hasty=True, **more)


@pytest.mark.parametrize("lang", some(["ja", "en"], 1))
def test_the_start_page_says_at_which_tables_one_is_asked(visitors: Visitors, lang: str) -> None:
    """Those first; after a reload as well, and with their number in the title."""
    ada = visitors.window(person(visitors, name="Ada", lang=lang))
    first, _ben = begun(visitors, ada, "Ben")
    second, _cleo = begun(visitors, ada, "Cleo")
    ada.reload()
    mine = ada.locator("[aria-labelledby=going-on-title] li")
    expect(mine).to_have_count(2)
    whose = ada.locator("[aria-labelledby=going-on-title] .whose")
    expect(whose).to_have_count(2)
    summaries = ada.evaluate(MINE)
    for table in (first, second):
        assert 0 in summaries[table]["asked"]
    expect(ada).to_have_title(f"(2) {NAME}")
    expect(ada.locator("link[rel=icon]")).to_have_attribute("href", "style/icon_move.svg")
    if lang == "en":
        expect(whose.first).to_have_text("your move")
        expect(mine.filter(has_text="against Ben").locator(".whose.mine")).to_have_count(1)
    mine.filter(has_text="Ben").get_by_role("button").click()
    answer_until_not_asked(ada)
    ada.evaluate(LEAVE)
    expect(mine.nth(1).locator(".whose:not(.mine)")).to_contain_text("Ben")
    expect(mine.first.locator(".whose.mine")).to_be_visible()
    expect(mine.first).to_contain_text("Cleo")
    expect(ada).to_have_title(f"(1) {NAME}")


def answer_until_not_asked(page: Page) -> None:
    """By the defaults, until the other side is."""
    player = PagePlayer(page)
    player.ready()
    for _n in range(40):
        page.evaluate(ANSWER)
        until(page, "(here) => !here.sending")
        if not page.evaluate(ASKED):
            return
    raise AssertionError("still asked")


ASKED = """async () => {
    const {state} = await import("/base/store.js");
    return state.latest.view.waiting.some(([side]) => side === state.side);
}"""


def test_from_a_table_one_goes_to_another(visitors: Visitors) -> None:
    """By the list under More, which says how many wait; the game that one leaves is kept."""
    ada = visitors.window(person(visitors, name="Ada"))
    first, _ben = begun(visitors, ada, "Ben")
    second, _cleo = begun(visitors, ada, "Cleo")
    ada.reload()
    ada.locator("[aria-labelledby=going-on-title] li").filter(has_text="Ben").get_by_role("button").click()
    assert PagePlayer(ada).ready()["table"] == first
    expect(ada).to_have_title(f"(2) Your move · {NAME}")
    ada.locator("#tab-more").click()
    ada.get_by_role("button", name="My tables: 1 other waits for you").click()
    rows = ada.get_by_role("dialog").locator("li")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="against Ben")).to_contain_text("here")
    rows.filter(has_text="against Cleo").get_by_role("button", name="Go there").click()
    wait_until(ada, "(table) => location.hash === `#resume=${table}`", arg=second)
    expect(ada.get_by_role("dialog")).to_have_count(0)
    assert PagePlayer(ada).ready()["table"] == second


@by_night
def test_who_looks_elsewhere_is_called_to_another_table(visitors: Visitors) -> None:
    """Once, when it is his move there; nobody is called to what he has seen."""
    browser = person(visitors, name="Ada")
    browser.add_init_script(LISTEN)
    ada = visitors.window(browser)
    table, ben = begun(visitors, ada, "Ben", answered=True)
    ada.reload()
    ada.evaluate(WANTED, {"alerts": True})
    expect(ada.locator(".whose")).to_be_visible()
    look(ada, here=False)
    before = called(ada)["notices"]
    assert before == []
    answer_until_not_asked(ben)
    for _n in range(20):
        ada.evaluate(REFRESH)
        ada.wait_for_timeout(400)
        if called(ada)["notices"]:
            break
    assert called(ada)["notices"] == [[f"Your move · {NAME}", "against Ben", f"table {table}"]]
    ada.wait_for_timeout(5_500)
    ada.evaluate(REFRESH)
    ada.wait_for_timeout(500)
    assert len(called(ada)["notices"]) == 1


def test_one_request_asks_after_all_of_them_and_seldom(visitors: Visitors) -> None:
    """However often the page is looked at."""
    sent: list[str] = []
    browser = person(visitors, name="Ada")
    ada = visitors.window(browser)
    begun(visitors, ada, "Ben")
    begun(visitors, ada, "Cleo")
    ada.close()
    again = browser.new_page()
    again.on("websocket", lambda line: line.on("framesent", lambda data: sent.append(str(data))))
    again.goto(visitors.server.url)
    expect(again.locator(".whose")).to_have_count(2)
    for _n in range(5):
        again.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        again.wait_for_timeout(100)
    asked = [one for one in sent if re.search(r'"type": ?"glance"', one)]
    assert len(asked) == 1
