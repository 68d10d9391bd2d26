"""Players whom one does not want to meet, in the page: a sheet, by a name, and by whom one plays."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.client.web.support.visitors import Visitors
from tests.client.web.test_challenges import club, opened

__all__ = ["club"]


def claimed(page: Page) -> None:
    page.evaluate("""async () => {
        const {ask} = await import("/session/net/server.js");
        await ask({type: "claim", recovery: "A".repeat(43) + "="});
    }""")


def test_a_name_is_blocked_and_lifted_again(club: Visitors) -> None:
    rude = opened(club, "Rude")
    claimed(rude)
    rude.get_by_role("button", name="Post the challenge").click()
    expect(rude.locator(".sheet.challenges ul li")).to_have_count(1)
    ada = opened(club, "Ada")
    expect(ada.locator(".sheet.challenges ul li")).to_have_count(1)
    ada.locator("#open-blocked").click()
    sheet = ada.locator(".sheet.blocked")
    expect(sheet.locator(".fault")).to_be_visible()  # she has no name of her own
    claimed(ada)
    sheet.get_by_label("Name, or letters of the key").fill("Nobody")
    sheet.get_by_role("button", name="Block", exact=True).click()
    expect(sheet.locator(".fault")).to_contain_text("Nobody here has that name for himself")
    sheet.get_by_label("Name, or letters of the key").fill("rude")
    sheet.get_by_role("button", name="Block", exact=True).click()
    expect(sheet.locator("ul li")).to_contain_text("Rude")
    ada.reload()
    ada.locator("button#open-challenges").click()
    expect(ada.locator(".sheet.challenges")).to_contain_text("No challenge waits here.")
    ada.locator("#open-blocked").click()
    sheet.get_by_role("button", name="Lift it").click()
    expect(sheet).to_contain_text("You have blocked nobody.")


def test_whom_one_plays_is_blocked_with_one_click(club: Visitors) -> None:
    ada = opened(club, "Ada")
    ada.get_by_role("button", name="Seek an opponent").click()
    expect(ada.locator(".sheet.challenges ul li")).to_have_count(1)
    ben = opened(club, "Ben")
    ben.get_by_role("button", name="Seek an opponent").click()
    expect(ben.get_by_role("heading", name="The lot is drawn")).to_be_visible()
    claimed(ben)
    ben.evaluate("""async () => {
        const {fetched} = await import("/base/later.js");
        (await fetched("../start/games/blocked.js")).openBlocked();
    }""")
    ben.get_by_role("button", name="Block Ada, whom you play").click()
    expect(ben.locator(".sheet.blocked ul li")).to_have_count(1)
