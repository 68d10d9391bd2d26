"""The page of a player, from the ladder and by a name."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.client.web.support.visitors import Visitors
from tests.client.web.test_rated import rated_visitors

__all__ = ["rated_visitors"]


def test_a_name_of_the_ladder_leads_to_its_page(rated_visitors: Visitors) -> None:
    page = rated_visitors.visit()
    page.get_by_role("button", name="Ladder", exact=True).click()
    page.locator(".sheet.ladder ol li").nth(0).get_by_role("button", name="Ada").click()
    sheet = page.locator(".sheet.player")
    expect(sheet.get_by_role("heading", name="Ada")).to_be_visible()
    for words in ("Key: ABCD-EFGH-IJKL-MNOP", "As US: games 3, won 2, drawn 1", "As Japan: games 0", "Rating: 1",
                  "<b>mate</b> (bot): games 3, won 2, drawn 1", "won as US against <b>mate</b>"):
        expect(sheet).to_contain_text(words)
    sheet.get_by_label("Name, or letters of a key").fill("Nobody")
    sheet.get_by_role("button", name="Show the player").click()
    expect(sheet.locator(".fault")).to_contain_text("Nobody of that name has finished a game")
