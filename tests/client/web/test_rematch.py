"""Another game at the same table: one button for each, sides swapped, and nobody is drawn into it unasked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors, wait_until
from tests.client.web.test_my_tables import CREATE, JOIN, until
from tests.support.lengths import by_night, some

RESIGN = "async () => (await import('/session/api.js')).resign()"
GAMES = "async () => (await import('/base/store.js')).state.table.games"
PLAYS = """async (side) => {
    const {state} = await import("/base/store.js");
    return state.table?.games === 2 && state.side === side && state.latest !== null;
}"""


def over(
    visitors: Visitors, lang: str = "en", size: tuple[int, int] = (1280, 720), terms: str = CREATE
) -> tuple[Page, Page]:
    """Two who have just ended a game, which Ben gave up."""
    ada, ben = visitors.visit(name="Ada", hasty=True), visitors.visit(name="Ben", hasty=True, lang=lang, size=size)
    for page in (ada, ben):
        page.locator("button#play-bot:enabled").wait_for()
    ben.evaluate(JOIN, ada.evaluate(terms, ["us", 0]))
    for page in (ada, ben):
        until(page, "(here) => here.number > 0")
    ben.evaluate(RESIGN)
    for page in (ada, ben):
        page.get_by_role("dialog").wait_for()
    return ada, ben


def plays(page: Page, side: int) -> None:
    """The second game has begun, and that is one's side in it."""
    wait_until(page, PLAYS, arg=side)


@pytest.mark.parametrize(("lang", "size"), some([("en", (1280, 720)), ("ja", (360, 640))], 1))
def test_one_asks_and_the_other_says_yes(visitors: Visitors, lang: str, size: tuple[int, int]) -> None:
    """Sides swapped; the one who has not been asked plays no game that he does not want."""
    ada, ben = over(visitors, lang, size)
    expect(ada.locator(".wishes")).to_have_text("In a rematch you play Japan, by the same terms.")
    ada.get_by_role("button", name="Rematch, sides swapped").click()
    expect(ada.get_by_role("button", name="You have asked for a rematch")).to_be_disabled()
    expect(ada.locator(".wishes")).to_contain_text("It begins when Ben says yes.")
    expect(ben.locator(".wishes")).to_contain_text("Ada")
    ben.wait_for_timeout(700)
    assert (ada.evaluate(GAMES), ben.evaluate(GAMES)) == (1, 1)
    button = ben.get_by_role("dialog").locator("button.primary")
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1]
    button.click()
    for page, side in ((ada, 1), (ben, 0)):
        page.get_by_role("dialog").wait_for(state="detached")
        plays(page, side)


@by_night
def test_who_has_closed_the_sheet_is_asked_above_the_table(visitors: Visitors) -> None:
    """And by the title; one button says yes."""
    ada, ben = over(visitors)
    ada.keyboard.press("Escape")
    expect(ada.get_by_role("dialog")).to_have_count(0)
    ben.get_by_role("button", name="Rematch, sides swapped").click()
    expect(ada.locator(".banner")).to_contain_text("Ben wants a rematch, sides swapped.")
    expect(ada).to_have_title(re.compile("^A rematch\\? · "))
    ada.get_by_role("button", name="Yes, a rematch").click()
    expect(ada.locator(".banner")).to_have_count(0)
    plays(ben, 0)


def test_who_has_left_finds_the_wish_on_the_start_page(visitors: Visitors) -> None:
    """Who asks reads that the other is not there."""
    ada, ben = over(visitors)
    ada.get_by_role("button", name="To the start page").click()
    ben.get_by_role("button", name="Rematch, sides swapped").click()
    expect(ben.locator(".wishes")).to_contain_text("Ada is not here: your wish waits at this table.")
    ada.reload()
    row = ada.locator("[aria-labelledby=going-on-title] li")
    expect(row).to_contain_text("Ben wants a rematch")
    row.get_by_role("button", name="Go on").click()
    ada.get_by_role("button", name="Yes, a rematch, sides swapped").click()
    plays(ben, 0)
    assert PagePlayer(ada).now()["table"] == PagePlayer(ben).now()["table"]


OPEN = CREATE.replace("spectators: false", "spectators: true")


@by_night
def test_a_link_to_a_moment_leads_to_the_game_that_it_was_made_in(visitors: Visitors) -> None:
    """For everybody, where others might look on; when another was played there since, it says so, and shows none."""
    ada, ben = over(visitors, terms=OPEN)
    ada.get_by_role("button", name="Look at the whole game again").click()
    ada.locator("#scrub").fill("1")
    expect(ada.locator("#replay-link")).to_have_value(re.compile("&game=1&at=1&eye=us$"))
    link = ada.locator("#replay-link").input_value().partition("#")[2]
    eve = visitors.visit(f"#{link}", name="Eve", hasty=True)
    expect(eve.locator("#scrub")).to_have_value("1")
    expect(eve.get_by_label("Seen by")).to_have_value("us")
    ada.get_by_role("button", name="Close the replay").click()
    for page in (ada, ben):
        page.evaluate("async () => (await import('/session/api.js')).rematch()")
    for page, side in ((ada, 1), (ben, 0)):
        plays(page, side)
    again = visitors.visit(f"#{link}", name="Fay", hasty=True)
    expect(again.locator("#scrub")).to_have_value("1")
    ben.evaluate(RESIGN)
    ada.get_by_role("dialog").wait_for()
    late = visitors.visit(f"#{link}", name="Guy", hasty=True)
    expect(late.locator(".start .fault, .banner")).to_contain_text("another has been played at its table since")
    expect(late.locator("#scrub")).to_have_count(0)


def test_a_moment_of_a_closed_table_is_for_its_players(visitors: Visitors) -> None:
    """Its link says so, and so does the page of who follows it."""
    ada, _ben = over(visitors)
    ada.get_by_role("button", name="Look at the whole game again").click()
    expect(ada.locator(".replay-link")).to_contain_text("Only the two players can open it")
    eve = visitors.visit("#" + ada.locator("#replay-link").input_value().partition("#")[2], name="Eve", hasty=True)
    expect(eve.locator(".start .fault")).to_contain_text("without spectators")
