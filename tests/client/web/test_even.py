"""Made even on the page: by one's own strength against a bot, by what friends say of each other; a bid for sides."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ironbottom.client.text.people.rungs import rung_strength
from ironbottom.client.text.rules.handicap import handicap
from ironbottom.words import Side
from tests.client.web.support.visitors import Visitors
from tests.client.web.test_my_games import ENTER, row, shown
from tests.client.web.test_special import BEGUN, TERMS, folded_out, picture

ENSIGN, MATE = (int(rung_strength(name) or 0) for name in ("ensign", "mate"))
SIDE = "async () => (await import('/base/store.js')).state.side"
BOUGHT = """async () => {
    const store = await import("/base/store.js");
    const bid = () => store.state.log.find(({event}) => event.event === "scored" && event.word === "bid");
    while (!bid()) await hands.frame();
    return [bid().event.side, bid().event.points];
}"""


def played(n: int) -> list[dict[str, Any]]:
    """Half of so many games against the ensign are won, from either side as often."""
    return [row(one, against="ensign", side=one % 2, won=one % 4 < 2) for one in range(n)]


def opened(page: Page, card: str, prefix: str) -> None:
    """Folded out by keys."""
    folded_out(page, card)
    page.locator(f"#{prefix}-even").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"#{prefix}-even-own")).to_be_visible()


@pytest.mark.parametrize(("lang", "size"), [("en", (1366, 768)), ("ja", (390, 844))])
def test_against_a_bot_by_ones_own_strength(visitors: Visitors, lang: str, size: tuple[int, int]) -> None:
    """By keys alone; the rules may be changed, and what they come to is told."""
    page = visitors.visit(name="Ada", lang=lang, size=size)
    page.evaluate(ENTER, played(12))
    opened(page, "play-bot", "bot")
    page.locator("#bot-name").select_option("mate")
    expect(page.locator("#bot-even-own")).to_have_value(f"{ENSIGN:g}")
    expect(page.locator("#bot-even-other")).to_have_value(f"{MATE:g}")
    told = page.locator(".play-bot .even-told")
    expect(page.locator("#bot-even-choose")).to_be_disabled()
    page.locator("#bot-side input[value=us]").check()
    words = handicap(Side.US, ENSIGN - MATE).words
    expect(told).to_contain_text("9")
    page.locator("#bot-even-choose").scroll_into_view_if_needed()
    picture(page, f"even-bot-{lang}")
    page.locator("#bot-even-choose").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#bot-rule-us-head-start")).to_be_checked()
    expect(page.locator("#bot-rule-us-head-start-figure")).to_have_value("9")
    expect(told.locator("p")).to_have_count(2)
    page.locator("#bot-rule-us-head-start-figure").fill("12")
    page.locator("#bot-rule-us-head-start-figure").blur()
    expect(told.locator("p")).to_have_count(3)
    page.locator("#bot-even-choose").click()
    page.locator("button#play-bot").click()
    page.evaluate(BEGUN)
    assert tuple(page.evaluate(TERMS)["options"]) == words


def test_friends_say_how_strong_they_are(visitors: Visitors) -> None:
    page = visitors.visit()
    opened(page, "invite-friend", "friend")
    told = page.locator(".invite-friend .even-told")
    expect(told).to_have_text("Choose your side first: which rules make it even hangs on it.")
    page.locator("#friend-side input[value=jp]").check()
    expect(told).to_contain_text("Say how strong you both are")
    page.locator("#friend-even-own").fill("900")
    page.locator("#friend-even-other").fill("much")
    expect(told).to_contain_text("whole numbers from -3000 to 3000")
    page.locator("#friend-even-other").fill("760")
    expect(told).to_contain_text("To make it even: Head start for the US 6 (+20.7 % for the US to win).")
    page.locator("#friend-even-lead").fill("140")
    expect(told.locator("p")).to_have_count(2)
    page.locator("#friend-even-lead").fill("1500")
    expect(told).to_contain_text("No rules make that even")
    expect(told).to_contain_text("Nearest to even: Head start for the US 24")
    expect(told).not_to_contain_text("To make it even")
    expect(told).to_contain_text("The points between you count, and not the strengths above them, which make 140.")
    page.locator("#friend-even-lead").fill("0")
    expect(told).to_contain_text("To make it even no rule is needed.")
    expect(told).to_contain_text("With that you win about 50 of 100 games")
    page.locator("#friend-even-lead").fill("-150")
    page.locator("#friend-even-choose").click()
    page.locator("button#make-table").click()
    page.locator("#invite-link").wait_for()
    assert page.evaluate(TERMS)["options"] == [*handicap(Side.JP, -150).words]


def test_my_games_say_how_strong_one_is(visitors: Visitors) -> None:
    """Few games have no figure; games with a friend compare him with us; battles tell nothing."""
    page = visitors.visit(name="Ada", hasty=True)
    page.evaluate(ENTER, [row(n, against="ensign", battle=True) for n in range(100, 130)] + played(3))
    shown(page)
    section = page.locator("section[aria-labelledby=strength-title]")
    expect(section).to_contain_text("No figure yet: 3 games against bots whose strength is known tell too little.")
    page.evaluate(ENTER, played(40) + [row(n, against="Ben", bot=False, won=n % 4 < 3) for n in range(40, 60)])
    page.get_by_role("button", name="To the start page").click()
    shown(page)
    expect(section).to_contain_text(f"About {ENSIGN:g} points above the bot random, and with 95 % certainty between")
    expect(section).to_contain_text(f"Of ten games against ensign ({ENSIGN:g}) you would win about 5.")
    expect(section).to_contain_text("points stronger than Ben: from 20 games.")
    picture(page, "even-strength")


@pytest.mark.parametrize(("lang", "size"), [("en", (1366, 768)), ("ja", (390, 844))])
def test_sides_are_bid_for(visitors: Visitors, lang: str, size: tuple[int, int]) -> None:
    """§23.18  Who bids more plays Japan, whatever was wished, and the US begins with so many VP."""
    ada = visitors.visit(lang=lang, size=size)
    card = folded_out(ada, "invite-friend")
    expect(ada.locator("#friend-bid")).to_have_count(0)
    ada.locator("#friend-rule-bid").check()
    expect(ada.locator("#friend-bid")).to_have_value("3")
    ada.locator("#friend-side input[value=us]").check()
    card.locator("#friend-bid").fill("99")
    card.locator("#friend-bid").press("Enter")
    expect(ada.locator("#friend-bid")).to_have_value("9")
    ada.locator("button#make-table").click()
    link = ada.locator("#invite-link").input_value()
    ada.locator("#waiting-bid").focus()
    ada.keyboard.press("ArrowDown")
    ada.keyboard.press("Tab")
    expect(ada.locator("#waiting-bid")).to_have_value("8")
    picture(ada, f"bid-waiting-{lang}")
    ben = visitors.visit(link, name="Ben", lang=lang, size=size)
    expect(ben.locator("#invited-bid")).to_have_value("3")
    ben.locator("#invited-bid").fill("2")
    picture(ben, f"bid-invited-{lang}")
    ben.locator("#sit-down").click()
    for page, side in ((ada, 1), (ben, 0)):
        page.evaluate(BEGUN)
        assert page.evaluate(SIDE) == side
        assert page.evaluate(BOUGHT) == [0, 8]
