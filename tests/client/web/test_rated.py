"""The ladder of a server in the page: a sheet behind a button of the first page, and terms that are rated."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ironbottom.server.archive.results.rated_games import RATED_ROW, to_row
from ironbottom.server.archive.results.rating_fit import RatedResult, RatedSide
from ironbottom.server.store.journal import NAME
from ironbottom.server.store.schema import made
from tests.client.web.support.page_server import PageServer
from tests.client.web.support.visitors import Visitors, visiting

ADA = RatedSide("ABCD-EFGH-IJKL-MNOP", "Ada", False)
MATE = RatedSide("QRST-UVWX-YZ23-4567", "<b>mate</b>", True)


@pytest.fixture
def rated_visitors(browser: Browser, tmp_path: Path) -> Iterator[Visitors]:
    """Of a server on which two have played three rated games."""
    folder = tmp_path / "server"
    folder.mkdir(mode=0o700)
    with closing(sqlite3.connect(folder / NAME, isolation_level=None)) as store:
        made(store)
        for n, won in enumerate((1.0, 1.0, 0.5)):
            result = RatedResult(f"{n:064x}", n, ADA, MATE, won)
            store.execute(RATED_ROW, (bytes.fromhex(result.game), n, to_row(result)))
    with PageServer(folder) as server, visiting(browser, server) as visitors:
        yield visitors


def test_the_ladder_is_a_sheet(rated_visitors: Visitors) -> None:
    page = rated_visitors.visit()
    page.get_by_role("button", name="Ladder", exact=True).click()
    expect(page.get_by_role("heading", name="Ladder")).to_be_visible()
    rows = page.locator(".sheet.ladder ol li")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("1. Ada")
    expect(rows.nth(0)).to_contain_text("games 3, won 2, drawn 1, as the US 3")
    expect(rows.nth(1)).to_contain_text("2. <b>mate</b> (bot)")
    expect(page.locator(".sheet.ladder")).to_contain_text("The US side is worth")
    page.keyboard.press("Escape")
    expect(page.locator(".sheet.ladder")).to_have_count(0)


def test_without_rated_games_it_says_so(own_visitors: Visitors) -> None:
    page = own_visitors.visit()
    page.get_by_role("button", name="Ladder", exact=True).click()
    expect(page.get_by_text("No rated game has been played here yet.")).to_be_visible()
