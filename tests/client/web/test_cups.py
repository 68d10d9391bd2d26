"""Cups on the page: a sheet behind a button of the first page; two enter, and play at the table made for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ironbottom.server.ops.cup_requests import DecideGame, MakeCup, StartCup, ask_for
from ironbottom.wire.pace import DAY, PaceTerms
from ironbottom.wire.terms import Terms
from tests.client.web.support.page_server import PageServer
from tests.client.web.support.visitors import Visitors, visiting

CLAIM = """async () => {
    const {ask} = await import("/session/net/server.js");
    await ask({type: "claim", recovery: btoa(String.fromCharCode(...new Uint8Array(32).fill(7)))});
}"""
MY_TABLES = """async () => {
    const [{myTables}, {state}] = await Promise.all([import("/session/tables/my_tables.js"), import("/base/store.js")]);
    return myTables(state).map((one) => one.table);
}"""
ENTER = "async (cup) => (await import('/session/net/server.js')).ask({type: 'enter-cup', cup})"

SETTLED = "This game counts no more for its cup: play it out, or leave it."


class CupServer:
    """A server with a cup, and its host."""

    def __init__(self, folder: Path, visitors: Visitors) -> None:
        self.folder, self.visitors = folder, visitors
        terms = Terms(absent="clock", pace=PaceTerms(3 * DAY), rated=True)
        (made,) = ask_for(folder, MakeCup("<b>Spring</b>", "knock-out", 2, terms, 8, DAY, 7))
        self.cup = made.line.cup

    def player(self, name: str, lang: str = "en") -> Page:
        page = self.visitors.visit(name=name, lang=lang)
        page.locator("button#play-bot:enabled").wait_for()
        page.evaluate(CLAIM)
        return page

    def starts(self) -> tuple[str, ...]:
        (cup,) = ask_for(self.folder, StartCup(self.cup))
        return tuple([game.table for game in cup.games])


@pytest.fixture
def cup_server(browser: Browser, tmp_path: Path) -> Iterator[CupServer]:
    folder = tmp_path / "server"
    with PageServer(folder) as server, visiting(browser, server) as visitors:
        yield CupServer(folder, visitors)


def opened(page: Page) -> None:
    page.locator("button#open-cups").click()
    expect(page.locator(".sheet.cups li").first).to_be_visible()


def test_two_enter_and_find_their_tables(cup_server: CupServer) -> None:
    ada, ben = cup_server.player("Ada"), cup_server.player("Ben")
    for page in (ada, ben):
        opened(page)
        sheet = page.locator(".sheet.cups")
        expect(sheet).to_contain_text("<b>Spring</b>")
        expect(sheet).to_contain_text("knock-out")
        sheet.get_by_role("button", name="Enter").click()
        expect(sheet).to_contain_text("You play in it.")
        page.keyboard.press("Escape")
    tables = cup_server.starts()
    opened(ada)
    seats = ada.locator(".sheet.cups ul").first.locator("li")
    expect(seats).to_have_count(2)
    expect(seats.first).to_contain_text("against Ben waits")
    assert {*ada.evaluate(MY_TABLES)} == {*tables}
    ada.locator(".sheet.cups").get_by_role("button", name="Show").click()
    expect(ada.locator(".sheet.cups")).to_contain_text("Ada (US) : Ben (Japan)")
    expect(ada.locator(".sheet.cups")).to_contain_text("a lead of 20 VP")
    ada.get_by_role("button", name="All cups").click()
    ada.get_by_role("button", name="Go there").first.click()
    expect(ada.locator("dialog.cups")).to_have_count(0)
    ada.wait_for_function("async () => (await import('/base/store.js')).state.seat !== null")
    table = ada.evaluate("async () => (await import('/base/store.js')).state.seat.table")
    assert table in tables
    ben.goto("about:blank")
    ben.goto(f"{cup_server.visitors.server.url}#resume={table}")
    ben.wait_for_function("async () => (await import('/base/store.js')).state.number > 0")


def test_who_has_no_name_reads_why_he_does_not_enter(cup_server: CupServer) -> None:
    page = cup_server.visitors.visit(name="Eve")
    opened(page)
    page.locator(".sheet.cups").get_by_role("button", name="Enter").click()
    expect(page.locator(".sheet.cups")).to_contain_text("make your name yours here first")


def test_without_cups_it_says_so(own_visitors: Visitors) -> None:
    page = own_visitors.visit(lang="ja")
    page.locator("button#open-cups").click()
    expect(page.get_by_text("ここにはまだ大会がありません。")).to_be_visible()


def test_a_game_that_counts_no_more_says_so_as_long_as_it_goes_on(cup_server: CupServer) -> None:
    ada, ben = cup_server.player("Ada"), cup_server.player("Ben", "ja")
    for page in (ada, ben):
        page.evaluate(ENTER, cup_server.cup)
    table, _other = cup_server.starts()
    for page in (ada, ben):
        opened(page)
        page.goto("about:blank")
        page.goto(f"{cup_server.visitors.server.url}#resume={table}")
    for page in (ada, ben):
        page.wait_for_function("async () => (await import('/base/store.js')).state.number > 0")
    expect(ada.locator(".banner")).to_have_count(0)
    ask_for(cup_server.folder, DecideGame(cup_server.cup, 1, 1.0))
    expect(ada.locator(".banner")).to_have_text(f"ⓘ{SETTLED}")
    expect(ben.locator(".banner")).to_contain_text("大会の成績")


def test_how_a_game_was_decided_is_told_in_words(cup_server: CupServer) -> None:
    ada, ben = cup_server.player("Ada"), cup_server.player("Ben", "ja")
    for page in (ada, ben):
        page.evaluate(ENTER, cup_server.cup)
    cup_server.starts()
    ask_for(cup_server.folder, DecideGame(cup_server.cup, 1, 1.0))
    opened(ben)
    ben.locator(".sheet.cups").get_by_role("button", name="見る").click()
    expect(ben.locator(".sheet.cups")).to_contain_text("主催者の裁定")
