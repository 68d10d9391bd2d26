"""§25  A campaign on the page: chosen, read before anybody sits down, gone on with after a battle."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.client.web.support.page_server import PageServer
from tests.client.web.support.visitors import Visitors, visiting, wait_until
from tests.client.web.test_special import TERMS, folded_out, picture
from tests.support.lengths import some

TITLES = {
    "en": ("Guadalcanal", "Eastern Solomons, battle 2 of 7, is on 1942-08-24", "Next battle"),
    "ja": ("ガダルカナル", "1942-08-24", "次の戦い"),
}
FOUGHT = """async (n) => {
    const {state} = await import("/base/store.js"), {games, terms} = state.table ?? {};
    const begun = games === n && terms.battle?.campaign?.number === n && state.side !== null;
    return begun && state.latest?.view.outcome === null;
}"""  # the table of the game before is seen until the new one is dealt
SIDE = "async () => (await import('/base/store.js')).state.side"


@pytest.mark.parametrize(("lang", "size"), some([("en", (1366, 768)), ("ja", (390, 844))], 1))
def test_two_people_go_on_to_the_next_battle(visitors: Visitors, lang: str, size: tuple[int, int]) -> None:
    """Both read what it is; after the battle one button for each begins the next, sides as they were."""
    campaign, second, button = TITLES[lang]
    ada = visitors.visit(name="Ada", hasty=True, lang=lang, size=size)
    card = folded_out(ada, "invite-friend")
    ada.locator("#friend-battle option[value=guadalcanal]").wait_for(state="attached")
    ada.locator("#friend-battle").select_option("guadalcanal")
    expect(card.locator(".special-battle")).to_contain_text(campaign)
    picture(ada, f"campaign-chooser-{lang}")
    ada.locator("button#make-table").click()
    ben = visitors.visit(ada.locator("#invite-link").input_value(), name="Ben", hasty=True, lang=lang, size=size)
    expect(ben.locator(".agreement")).to_contain_text(campaign)
    picture(ben, f"campaign-agreement-{lang}")
    ben.locator("#sit-down").click()
    for page in (ada, ben):
        wait_until(page, FOUGHT, arg=1)
        terms = page.evaluate(TERMS)
        assert (terms["cards"], terms["battle"]["name"]) == ("full", "savo-island")
        assert len(terms["battle"]["us"]["ships"]) == 5  # what the chooser has sent in brief
    side = ada.evaluate(SIDE)
    ada.evaluate("async () => (await import('/session/api.js')).resign()")
    for page in (ada, ben):
        expect(page.locator("dialog.end")).to_contain_text(second)  # and what is carried over to it
    picture(ben, f"campaign-end-{lang}")
    for page in (ada, ben):
        page.locator("dialog.end button.primary").filter(has_text=button).click()
    for page in (ada, ben):
        wait_until(page, FOUGHT, arg=2)
    assert ada.evaluate(SIDE) == side
    expect(ada.locator("dialog.end")).to_have_count(0)
    ada.evaluate("async () => (await import('/base/store.js')).change({open: 'special'})")
    expect(ada.locator("dialog.special")).to_contain_text(campaign)
    expect(ada.locator("dialog.special")).to_contain_text("1942-08-24")
    picture(ada, f"campaign-sheet-{lang}")


def test_a_campaign_survives_a_restart_of_everything(browser: Browser, tmp_path: Path) -> None:
    """Between two battles both windows are closed and the server dies: both find it among their tables, and go on."""
    with PageServer(tmp_path) as server, visiting(browser, server) as visitors:
        one, other = [visitors.person(name=name, hasty=True) for name in ("Ada", "Ben")]
        ada, ben = visitors.window(one), visitors.window(other)
        folded_out(ada, "invite-friend")
        ada.locator("#friend-battle option[value=guadalcanal]").wait_for(state="attached")
        ada.locator("#friend-battle").select_option("guadalcanal")
        ada.locator("button#make-table").click()
        ben.goto(ada.locator("#invite-link").input_value())
        ben.reload()
        ben.locator("#sit-down").click()
        for page in (ada, ben):
            wait_until(page, FOUGHT, arg=1)
        side = ada.evaluate(SIDE)
        ben.evaluate("async () => (await import('/session/api.js')).resign()")
        for page in (ada, ben):
            expect(page.locator("dialog.end")).to_be_visible()
            page.close()
        server.kill()
        server.open()
        ada, ben = [gone_on(visitors.window(context)) for context in (one, other)]
        ada.locator("dialog.end button.primary").filter(has_text="Next battle").click()
        ben.keyboard.press("Escape")
        banner = ben.locator(".banner.wish")
        expect(banner).to_contain_text("Ada wants the next battle of the campaign.")
        picture(ben, "campaign-banner")
        banner.get_by_role("button", name="Next battle").click()
        for page in (ada, ben):
            wait_until(page, FOUGHT, arg=2)
        assert ada.evaluate(SIDE) == side


def gone_on(page: Page) -> Page:
    """The table between two battles, from the start page of a new window."""
    row = page.locator("#going-on-title + ul li")
    expect(row).to_contain_text("campaign Guadalcanal, after battle 1 of 7")
    picture(page, "campaign-tables")
    row.get_by_role("button", name="Go on").click()
    expect(page.locator("dialog.end")).to_contain_text("Eastern Solomons, battle 2 of 7, is on 1942-08-24")
    return page
