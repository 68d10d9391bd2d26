"""Servers whose source was changed to cheat, before the page in a real browser: what its player reads."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.client.web.support.page_server import PageServer
from tests.client.web.support.player import unpainted
from tests.client.web.support.visitors import Visitors, visiting
from tests.client.web.test_seat import HIDES
from tests.client.web.test_whole_games import downloaded, tab_to
from tests.support.lengths import by_night, some


@contextmanager
def cheating(browser: Browser, folder: Path, what: str) -> Iterator[Visitors]:
    """Visitors of such a server."""
    with PageServer(folder, program=("tests.proof.cheating", what)) as server, visiting(browser, server) as visitors:
        yield visitors


def two(visitors: Visitors) -> tuple[Page, Page]:
    """Two pages at a table, by the link that one gives the other."""
    ada = visitors.visit(name="Ada", hasty=True)
    ada.locator("button#make-table").click()
    link = ada.locator("#invite-link").input_value()
    ben = visitors.visit(link.removeprefix(visitors.server.url), name="Ben", hasty=True)
    ben.get_by_role("button", name="Sit down").click()
    return ada, ben


def verified(page: Page, folder: Path) -> subprocess.CompletedProcess[str]:
    """What the command says of the game that is over, with the page's own record."""
    file = downloaded(page, folder, "Download the transcript")
    record = downloaded(page, folder, "Download your own record")
    argv = [sys.executable, "-m", "ironbottom.client", "verify", "--record", str(record), str(file)]
    return subprocess.run(argv, capture_output=True, text=True, check=False)


AGAINST_A_BOT = """async () => {
    const guest = await import("/session/api.js");
    await guest.create({side: "us", cards: "core", least: 0});
    await guest.callBot("random");
}"""


def played(visitors: Visitors) -> Page:
    """A page that has played some while against a bot, as the US."""
    page = visitors.visit(name="Ada", hasty=True)
    page.evaluate(AGAINST_A_BOT)
    assert page.evaluate("hands.ready(60)")["ready"]
    with unpainted(page):
        page.evaluate("hands.play(5, 250, 60)")
    return page


def resign(page: Page) -> None:
    page.evaluate("import('/session/api.js').then((guest) => guest.resign())")
    page.get_by_role("dialog").get_by_role("button", name="Download the transcript").wait_for()


@by_night
def test_a_server_that_looks_at_the_deal_and_tosses_again(browser: Browser, tmp_path: Path) -> None:
    """Both pages go no further, and say why; a page that is loaded again says it again."""
    with cheating(browser, tmp_path, "grinds") as visitors:
        ada, ben = two(visitors)
        for page in (ada, ben):
            expect(page.locator(".banner.ended")).to_contain_text(HIDES)
        ada.reload()
        expect(ada.get_by_text(HIDES)).to_be_visible()


@pytest.mark.parametrize("way", some(["keys", "mouse"], 1))
def test_whoever_sits_there_decides_on_another_toss(browser: Browser, tmp_path: Path, way: str) -> None:
    with cheating(browser, tmp_path, "grinds-and-tells") as visitors:
        ada, ben = two(visitors)
        for page in (ada, ben):
            expect(page.get_by_role("heading", level=1)).to_have_text("The toss came to nothing")
            expect(page.locator("main p[role=alert]")).to_have_text(
                "The toss came to nothing after your share had been shown, and the cards are to be dealt anew."
            )
            assert page.evaluate("hands.now()")["number"] == 0
        for page in (ada, ben):
            if way == "mouse":
                page.get_by_role("button", name="Go on with another toss").click()
            else:
                tab_to(page, "main .row-buttons button")
                page.keyboard.press("Enter")
        for page in (ada, ben):
            assert page.evaluate("hands.ready(60)")["ready"]
        resign(ada)
        done = verified(ada, tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "sound, but tosses before it were thrown away" in done.stdout
        assert "Not proven: that nobody chose the seed." in done.stdout
        assert "Proven: nobody chose the seed" not in done.stdout


@by_night
def test_that_a_game_is_over_is_the_servers_word_only(browser: Browser, tmp_path: Path) -> None:
    """Both pages were shown an outcome, and nobody has asked for another game: each player is asked."""
    with cheating(browser, tmp_path, "ends-and-grinds") as visitors:
        ada, ben = two(visitors)
        for page in (ada, ben):
            expect(page.locator("main p[role=alert]")).to_have_text(
                "The server deals the cards anew, though you have not asked for another game after the last one."
            )
            page.get_by_role("button", name="Go on with another toss").click()
        for page in (ada, ben):
            assert page.evaluate("hands.ready(60)")["ready"]
        resign(ada)
        done = verified(ada, tmp_path)
        assert done.returncode == 1, done.stdout + done.stderr
        assert "was ended by the server alone, and you had asked for no other" in done.stdout


@by_night
def test_a_game_that_was_thrown_away_unsaid_is_hidden(browser: Browser, tmp_path: Path) -> None:
    with cheating(browser, tmp_path, "begins-and-grinds") as visitors:
        for page in two(visitors):
            expect(page.locator(".banner.ended")).to_contain_text(HIDES)


@by_night
def test_whoever_leaves_gives_the_seat_up(browser: Browser, tmp_path: Path) -> None:
    with cheating(browser, tmp_path, "grinds-and-tells") as visitors:
        ada, ben = two(visitors)
        ben.get_by_role("button", name="Leave the table").click()
        expect(ben.locator("button#play-bot")).to_be_visible()
        expect(ada.locator("p.seat.empty")).to_have_count(0)  # she reads the question still
        ada.get_by_role("button", name="Go on with another toss").click()
        expect(ada.locator("p.seat.empty")).to_have_count(1)


LIES = (("dice", "told of other events"), ("cards", "shown another table"))


@by_night
@pytest.mark.parametrize(("what", "words"), some(LIES, 1))
def test_false_telling(browser: Browser, tmp_path: Path, what: str, words: str) -> None:
    """The page's own record names the first update that is not what the game tells its side."""
    with cheating(browser, tmp_path, what) as visitors:
        page = played(visitors)
        if not page.evaluate("hands.now()")["over"]:
            resign(page)
        done = verified(page, tmp_path)
        assert done.returncode == 1, done.stdout + done.stderr
        assert re.search(rf"update \d+ was not what this game tells Ada: you were {words}\.", done.stdout)


@by_night
def test_what_was_missed_and_told_falsely(browser: Browser, tmp_path: Path) -> None:
    """A page that has lost its history is told the whole game again, and otherwise."""
    with cheating(browser, tmp_path, "missed") as visitors:
        page = played(visitors)
        page.evaluate("() => { indexedDB.deleteDatabase('ironbottom'); }")
        page.reload()
        assert page.evaluate("hands.ready(60)")["ready"]
        if not page.evaluate("hands.now()")["over"]:
            resign(page)
        done = verified(page, tmp_path)
        assert done.returncode == 1, done.stdout + done.stderr
        assert re.search(r"update \d+ was not what this game tells Ada: you were told of other events\.", done.stdout)
