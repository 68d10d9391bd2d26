"""§23, §24  Optional rules and battles on the page: chosen, read before anybody sits down, and there in the game."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import json as msgspec_json
from playwright.sync_api import Browser, Locator, Page, Route, expect

from ironbottom.options import OPTIONAL_RULES
from tests.client.web.support.page_server import PageServer
from tests.client.web.support.visitors import Visitors, visiting, wait_until
from tests.support.battle_sheets import TEST_SOUND, TEXT

TERMS = "async () => (await import('/base/store.js')).state.table?.terms"
BEGUN = """async () => {
    const store = await import("/base/store.js");
    while (!store.state.shown || !store.state.table?.terms) await hands.frame();
}"""
SPOKEN = "() => document.getElementById('live').textContent"


@pytest.fixture(scope="module")
def sound_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """A server whose host has a battle of his own."""
    folder = tmp_path_factory.mktemp("sound")
    (folder / "sound.yaml").write_text(TEXT, "utf-8")
    with PageServer(folder, "--battle", str(folder / "sound.yaml")) as server:
        yield server


@pytest.fixture
def guests(browser: Browser, sound_server: PageServer) -> Iterator[Visitors]:
    with visiting(browser, sound_server) as visitors:
        yield visitors


def picture(page: Page, name: str) -> None:
    """For who looks at them: IRONBOTTOM_PICTURES names the folder."""
    if folder := os.environ.get("IRONBOTTOM_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def folded_out(page: Page, card: str) -> Locator:
    """The card with all that may be chosen for its table."""
    expect(page.locator("button#play-bot")).to_be_enabled()
    found = page.locator(f".start-card.{card}")
    found.locator("button.fold").click()
    expect(found.locator(".special-chooser")).to_be_visible()
    return found


def with_sound(page: Page, card: str, prefix: str) -> Locator:
    """The same with the battle and fuel for 12."""
    found = folded_out(page, card)
    page.locator(f"#{prefix}-battle option[value=test-sound]").wait_for(state="attached")
    page.locator(f"#{prefix}-battle").select_option("test-sound")
    expect(found.locator(".special-battle")).to_be_visible()
    page.locator(f"#{prefix}-rule-fuel").check()
    page.locator(f"#{prefix}-rule-fuel-figure").fill("12")
    page.locator(f"#{prefix}-rule-fuel-figure").blur()
    return found


@pytest.mark.parametrize(("lang", "size"), [("en", (1366, 768)), ("ja", (390, 844))])
def test_two_people_agree_and_play(guests: Visitors, lang: str, size: tuple[int, int]) -> None:
    """One chooses; the other reads all of it before he sits down; in the game both have it at hand, and at the end."""
    ada = guests.visit(lang=lang, size=size)
    card = with_sound(ada, "invite-friend", "friend")
    expect(ada.locator("#friend-rule-pursuit")).to_be_checked()
    expect(ada.locator("#friend-rule-pursuit")).to_be_disabled()
    card.locator(".special-battle").scroll_into_view_if_needed()
    picture(ada, f"special-chooser-{lang}")
    ada.locator("button#make-table").click()
    link = ada.locator("#invite-link").input_value()
    ben = guests.visit(link, name="Ben", lang=lang, size=size)
    agreement = ben.locator(".agreement")
    text = TEST_SOUND.japanese if lang == "ja" else TEST_SOUND.english
    expect(agreement).to_contain_text(text.title)
    expect(agreement).to_contain_text(text.introduction)
    expect(agreement).to_contain_text("12")
    expect(agreement).not_to_contain_text(text.history.partition("\n")[0])
    expect(ben.locator("#sit-down")).to_be_enabled()
    picture(ben, f"special-agreement-{lang}")
    ben.locator("#sit-down").click()
    for page in (ada, ben):
        page.evaluate(BEGUN)
        terms = page.evaluate(TERMS)
        assert (terms["options"], terms["battle"]["name"]) == (["fuel:12"], "test-sound")
        expect(page.locator(".top-turn")).to_contain_text("3")
        expect(page.locator(".piles .piles-none")).to_have_count(2)  # and no deck with nothing in it
        expect(page.locator(".piles.mine .deck")).to_have_count(2)  # the hand, and the discards
        wait_until(page, f"() => ({SPOKEN})().includes({json.dumps(text.title)})")
    ada.keyboard.press("Shift+B")
    sheet = ada.locator("dialog.special")
    expect(sheet).to_contain_text(text.title)
    expect(sheet).not_to_contain_text(text.history.partition("\n")[0])
    picture(ada, f"special-sheet-{lang}")
    ada.keyboard.press("Escape")
    ada.evaluate("async () => (await import('/session/api.js')).resign()")
    level = ben.locator("dialog.end .end-level")
    expect(level).to_contain_text(text.title)
    picture(ben, f"special-end-{lang}")
    level.locator("button").click()
    expect(ben.locator("dialog.special")).to_contain_text(text.history.partition("\n")[0])
    expect(ben.locator("dialog.special h3")).to_have_count(1)
    gaps = "all => all.map((one) => parseFloat(getComputedStyle(one).marginBottom))"
    assert min(ben.locator("dialog.special .special-sheet > *").evaluate_all(gaps)) > 4
    picture(ben, f"special-history-{lang}")


def test_who_says_nothing_of_them_gets_no_seat(guests: Visitors) -> None:
    """A planted page that does not show them: the server refuses it, and this page then shows them."""
    ada = guests.visit()
    with_sound(ada, "invite-friend", "friend")
    ada.locator("button#make-table").click()
    link = ada.locator("#invite-link").input_value()
    guests.faults.allow("special")
    table, secret = link.partition("#join=")[2].split(":")
    ben = guests.visit(name="Ben")
    expect(ben.locator("button#play-bot")).to_be_enabled()
    said = ben.evaluate(
        """async ([table, secret]) => {
            const {join} = await import("/session/api.js");
            const {base64OfLink} = await import("/session/crypto/link_secret.js");
            return join(table, base64OfLink(secret)).then(() => "sits", ({code}) => code);
        }""", [table, secret],
    )
    assert said == "special"
    introduced = guests.visit(f"{link}&name=Ben")  # as a program of his own opens it
    expect(introduced.locator(".agreement")).to_contain_text("Test Sound")
    introduced.locator("#sit-down").click()
    introduced.evaluate(BEGUN)


def test_open_tables_name_them_and_lead_to_them(guests: Visitors) -> None:
    ada = guests.visit()
    with_sound(ada, "invite-friend", "friend")
    ada.locator("#friend-reach").select_option("open")
    ada.locator("button#make-table").click()
    ada.locator("#invite-link").wait_for()
    expect(ada.locator(".waiting-room p.terms")).to_contain_text("battle: Test Sound")
    ben = guests.visit(name="Ben")
    row = ben.locator(".open-tables li", has_text="Test Sound", has=ben.get_by_role("button", name="Join")).first
    expect(row).to_contain_text("battle: Test Sound · optional rules: Pursuit, Fuel 12")
    row.get_by_role("button", name="Join").click()
    expect(ben.locator(".agreement")).to_contain_text("Fuel 12")
    expect(ben.locator("#sit-down")).to_have_text("Sit down by these rules")
    ben.locator("#sit-down").click()
    ben.evaluate(BEGUN)


def test_all_rules_can_be_chosen_by_keys_and_those_that_are_excluded_go_off(guests: Visitors) -> None:
    page = guests.visit()
    card = folded_out(page, "play-bot")
    assert card.locator(".special-rule").count() == len(OPTIONAL_RULES)
    page.locator("#bot-rule-decoys").focus()
    page.keyboard.press("Space")
    expect(page.locator("#bot-rule-decoys-figure")).to_be_enabled()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#bot-rule-decoys-text")).to_contain_text("3")
    page.locator("#bot-rule-open-table").focus()
    page.keyboard.press("Space")
    expect(page.locator("#bot-rule-decoys")).not_to_be_checked()
    expect(card.locator(".special-rules [role=status]")).to_have_text("Open table excludes Decoys 3: that is off now.")
    page.locator("#bot-rule-us-head-start").focus()
    page.keyboard.press("Space")
    page.locator("button#play-bot").click()
    page.evaluate(BEGUN)
    assert page.evaluate(TERMS)["options"] == ["open-table", "us-head-start:5"]


def test_nothing_is_begun_without_a_battle_that_is_on_its_way(guests: Visitors) -> None:
    """Two are chosen, one after the other, and come late: the last one is played, and no game without it."""
    page = guests.visit()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/battles/*.json", hold)
    card = folded_out(page, "play-bot")
    page.locator("#bot-battle option[value=test-sound]").wait_for(state="attached")
    for name in ("cape-esperance", "test-sound"):
        page.locator("#bot-battle").select_option(name)
        expect(page.locator("#bot-battle")).to_have_value(name)
    for begins in (page.locator("button#play-bot"), page.locator("#bot-edit"), page.locator("button#make-table")):
        expect(begins).to_be_disabled()
    for n in range(2):
        while len(held) <= n:
            page.wait_for_timeout(20)
        expect(page.locator("button#play-bot")).to_be_disabled()
        assert page.locator(".special-battle").count() == n
        held[n].continue_()
    expect(card.locator(".special-battle")).to_contain_text("Test Sound")
    page.locator("button#play-bot").click()
    page.evaluate(BEGUN)
    assert page.evaluate(TERMS)["battle"]["english"]["title"] == "Test Sound"


def test_a_battle_that_does_not_come_is_said(guests: Visitors) -> None:
    """And one that was chosen before is not played in its place."""
    page = guests.visit()
    card = folded_out(page, "play-bot")
    page.locator("#bot-battle option[value=test-sound]").wait_for(state="attached")
    page.locator("#bot-battle").select_option("cape-esperance")
    expect(card.locator(".special-battle")).to_be_visible()
    guests.faults.allow("404", "status 404")
    page.route("**/battles/*.json", lambda route: route.fulfill(status=404))
    page.locator("#bot-battle").select_option("test-sound")
    expect(card.locator(".special-rules [role=status]")).to_have_text("This server has no battle “test-sound”.")
    expect(card.locator(".special-battle")).to_have_count(0)
    expect(page.locator("#bot-battle")).to_have_value("")
    page.locator("button#play-bot").click()
    page.evaluate(BEGUN)
    assert page.evaluate(TERMS).get("battle") is None


def test_a_file_of_ones_own_can_be_opened(guests: Visitors, tmp_path: Path) -> None:
    """One that `ironbottom battles export` has written; anything else is said to be none."""
    page = guests.visit()
    card = folded_out(page, "play-bot")
    (tmp_path / "none.json").write_text('{"name": 1}', "utf-8")
    page.locator("#bot-battle-file").set_input_files(tmp_path / "none.json")
    expect(card.locator(".special-rules [role=status]")).to_contain_text("none.json is no battle")
    (tmp_path / "sound.json").write_bytes(msgspec_json.encode(TEST_SOUND))
    page.locator("#bot-battle-file").set_input_files(tmp_path / "sound.json")
    expect(page.locator("#bot-battle")).to_have_value("own file")
    page.locator("button#play-bot").click()
    page.evaluate(BEGUN)
    assert page.evaluate(TERMS)["battle"]["english"]["title"] == "Test Sound"


def test_the_address_of_a_program_begins_a_battle(guests: Visitors) -> None:
    """As `ironbottom play --web --battle` opens it; what there is not is said."""
    page = guests.visit("#bot=random&side=us&set=core&options=radar,fuel:12&battle=test-sound")
    page.evaluate(BEGUN)
    terms = page.evaluate(TERMS)
    assert (terms["options"], terms["cards"]) == (["radar", "fuel:12"], "full")
    guests.faults.allow("404", "status 404")
    other = guests.visit("#bot=random&battle=jutland", name="Eve")
    expect(other.locator(".play-bot .fault")).to_contain_text("This server has no battle “jutland”.")


def test_nothing_of_it_comes_with_the_first_page(own_visitors: Visitors) -> None:
    """Where no table has any of it."""
    page = own_visitors.visit()
    expect(page.locator("button#play-bot")).to_be_enabled()
    came = page.evaluate("() => performance.getEntriesByType('resource').map(({name}) => name)")
    assert not [one for one in came if "battles" in one.rpartition("/")[2] and one.endswith(".json")]
    assert not [one for one in came if "vocabulary-" in one or "special" in one]
