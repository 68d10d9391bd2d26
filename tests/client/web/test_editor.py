"""The editor of battles on the page: cards dragged or carried by keyboard, checked, played, saved, shared by a link."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from msgspec import json as msgspec_json
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect

from ironbottom.battle import Battle
from ironbottom.battle_check import check_battle
from ironbottom.battle_link import battle_in, letters_of, link_to
from ironbottom.catalog import CardError, card_set
from ironbottom.client.terminal.editor.editing import Site, more, moved, paired, taken, toggled
from ironbottom.words import CardId, Side
from tests.client.web.support import axe
from tests.client.web.support.visitors import Visitors, wait_until
from tests.client.web.test_axe import RUN
from tests.support.battles import TRIAL

OPEN = "async (battle) => (await (await import('/base/later.js')).editor()).openBattle(battle)"
EDITED = "async () => (await import('/base/store.js')).state.editor.battle"
PACKED = "async (battle) => (await import('/start/editor/share.js')).packed(battle)"
FAULT = """async (battles) => {
    const [{fault}, {RULES}, {cards}] = await Promise.all([
        import("/start/editor/checking.js"), import("/base/language/later_words.js"),
        import("/session/net/downloads.js")]);
    const set = await cards("core");
    return battles.map((battle) => fault(battle, set, RULES));
}"""
THEME = """async (theme) => {
    const {state, change} = await import("/base/store.js");
    change({settings: {...state.settings, theme}});
    await new Promise((done) => setTimeout(done, 500));
}"""
STARTED = "async () => Boolean((await import('/base/store.js')).state.shown)"
SARATOGA, CANBERRA, FRONT = "ship 0 2", "ship 0 1", "line 0 0"


def plain(battle: Battle) -> Any:
    return json.loads(msgspec_json.encode(battle))


def opened(visitors: Visitors, lang: str = "en", size: tuple[int, int] = (1366, 900)) -> Page:
    page = visitors.visit(lang=lang, size=size)
    expect(page.locator("button#play-bot")).to_be_enabled()
    page.evaluate(OPEN, plain(TRIAL))
    expect(page.locator(".editor-table")).to_be_visible()
    return page


def edited(page: Page) -> Battle:
    return msgspec_json.decode(json.dumps(page.evaluate(EDITED)), type=Battle)


def card(page: Page, thing: str) -> Locator:
    return page.locator(f'[data-thing="{thing}"]')


def zone(page: Page, place: str) -> Locator:
    return page.locator(f'[data-place="{place}"]')


def drag(page: Page, what: Locator, where: Locator) -> None:
    """As a hand does it."""
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    there = where.bounding_box()
    assert there is not None
    page.mouse.move(there["x"] + there["width"] - 12, there["y"] + there["height"] / 2, steps=4)
    page.mouse.up()


def picture(page: Page, name: str) -> None:
    """For who looks at them: IRONBOTTOM_PICTURES names the folder."""
    if folder := os.environ.get("IRONBOTTOM_PICTURES"):
        page.screenshot(path=Path(folder) / f"editor-{name}.png", full_page=True)


def test_cards_are_dragged_from_line_to_line_and_off_the_table(visitors: Visitors) -> None:
    page = opened(visitors)
    drag(page, card(page, SARATOGA), zone(page, FRONT))
    expect(zone(page, FRONT).locator('[data-thing="ship 0 2"]')).to_contain_text("Saratoga")
    assert edited(page) == moved(TRIAL, Site("ship", Side.US, 2), 0).battle
    picture(page, "en")
    page.locator("#editor-undo").click()
    assert edited(page) == TRIAL
    drag(page, card(page, SARATOGA), page.locator(".editor-left h2"))
    assert edited(page) == taken(TRIAL, Site("ship", Side.US, 2)).battle
    page.locator("#editor-sought").fill("enterprise")
    drag(page, card(page, "left 0 0 us/enterprise"), zone(page, FRONT))
    assert edited(page).us.ships[-2].lead == "us/enterprise"


def test_a_card_is_carried_by_keyboard_and_each_place_is_said(visitors: Visitors) -> None:
    page, told = opened(visitors), "#editor-told"
    card(page, SARATOGA).focus()
    page.keyboard.press("Space")
    expect(page.locator(told)).to_contain_text("is picked up")
    expect(page.locator(told)).to_contain_text("Front line")
    page.keyboard.press("ArrowDown")
    expect(page.locator(told)).to_have_text("Middle line")
    page.keyboard.press("ArrowDown")
    expect(page.locator(told)).to_have_text("Rear line")
    page.keyboard.press("Space")
    expect(page.locator(told)).to_contain_text("laid down, Rear line")
    assert edited(page).us.ships[-1].line == 2
    expect(page.locator(".editor-told.fault").last).to_contain_text("none on a formation in the rear line (§5.3)")
    card(page, CANBERRA).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(page.locator(told)).to_have_text("Put back.")


def test_damage_sight_and_pairs_by_buttons_and_the_fault_is_said(visitors: Visitors) -> None:
    page = opened(visitors)
    card(page, "ship 0 0").click()
    page.locator("#editor-more").click()
    expect(page.locator("#editor-told")).to_contain_text("found 1; allowed is 0, or seen: yes with it (§7.2)")
    expect(page.locator("#editor-play")).to_be_disabled()
    page.locator("#editor-seen").click()
    expect(page.locator("#editor-told")).to_have_text("The battle is in order.")
    assert edited(page) == toggled(more(TRIAL, Site("ship", Side.US, 0), 1).battle, Site("ship", Side.US, 0)).battle
    card(page, SARATOGA).click()
    page.locator("#editor-part").click()
    assert edited(page).us.ships[2].escort is None
    card(page, "left 0 0 us/desron-12").click()
    page.locator('[data-to="ship 2"]').click()
    assert edited(page).us.ships[2].escort == "us/desron-12"


def test_length_points_and_rules_are_set(visitors: Visitors) -> None:
    page = opened(visitors)
    page.locator(".editor-settings summary").click()
    page.locator("#editor-turns").fill("4")
    page.locator("#editor-turns").blur()
    page.locator("#editor-first").select_option("0")
    page.locator("#editor-rule-fuel").check()
    page.locator("#editor-rule-fuel-figure").fill("12")
    page.locator("#editor-rule-fuel-figure").blur()
    page.locator("#editor-called").fill("Our night")
    page.locator("#editor-called").blur()
    now = edited(page)
    assert (now.turns, now.first, now.options, now.english.title) == (4, Side.US, ("fuel:12",), "Our night")
    page.locator("#editor-rule-open-table").check()
    page.locator("#editor-rule-decoys").check()
    expect(page.locator("#editor-told")).to_contain_text("exclude each other; leave one of them out.")


FIELDS = [
    ("turns", "0", 'Turns of both sides together: found "0"; allowed is any whole number from 1 to 40.'),
    ("turns", "999", 'Turns of both sides together: found "999"; allowed is any whole number from 1 to 40.'),
    ("turns", "-3", 'Turns of both sides together: found "-3"; allowed is any whole number from 1 to 40.'),
    ("turns", "4.5", 'Turns of both sides together: found "4.5"; allowed is any whole number from 1 to 40.'),
    ("turns", "", "Turns of both sides together: found nothing; allowed is any whole number from 1 to 40."),
    ("hand-0", "81", 'US: cards of the deck that are dealt to the hand: found "81"; allowed is any whole number '
                     "from 0 to 80."),
    ("score-damage", "100", 'VP for damage on ships: found "100"; allowed is any whole number from 0 to 99.'),
    ("rule-fuel-figure", "0", 'Fuel: figure: found "0"; allowed is any whole number from 6 to 60.'),
    ("called", " ", "Title: found nothing; allowed is a text of 1 to 80 letters."),
]


def test_what_a_field_does_not_allow_stays_there_and_is_said(visitors: Visitors) -> None:
    """Nothing of the battle changes, and it is neither played nor saved until the field is right."""
    page = opened(visitors)
    page.locator(".editor-settings summary").click()
    page.locator("#editor-rule-fuel").check()
    before = edited(page)
    for name, text, sentence in FIELDS:
        field = page.locator(f"#editor-{name}")
        right = field.input_value()
        field.fill(text)
        field.blur()
        expect(page.locator("#editor-told")).to_have_text(sentence)
        expect(field).to_have_value(text)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(page.locator(f"#editor-{name}-wrong")).to_have_text(sentence)
        for way in ("play", "save", "share"):
            expect(page.locator(f"#editor-{way}")).to_be_disabled()
        assert edited(page) == before, name
        field.fill(right)
        field.blur()
        expect(page.locator("#editor-told")).to_have_text("The battle is in order.")
        expect(page.locator("#editor-play")).to_be_enabled()


def test_what_a_field_does_not_allow_is_undone_and_goes_with_its_rule(visitors: Visitors) -> None:
    page = opened(visitors, "ja")
    page.locator(".editor-settings summary").click()
    turns, told = page.locator("#editor-turns"), page.locator("#editor-told")
    turns.fill("0")
    turns.blur()
    expect(told).to_contain_text('実際は"0"。あるべきは1から40までの整数。')
    picture(page, "mistyped-ja")
    page.locator("#editor-undo").click()
    expect(turns).to_have_value(str(TRIAL.turns))
    expect(told).not_to_have_class("fault")
    page.locator("#editor-rule-fuel").check()
    page.locator("#editor-rule-fuel-figure").fill("0")
    page.locator("#editor-rule-fuel-figure").blur()
    expect(page.locator("#editor-play")).to_be_disabled()
    page.locator("#editor-rule-fuel").uncheck()
    expect(page.locator("#editor-play")).to_be_enabled()
    assert edited(page) == TRIAL


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_it_is_shared_by_a_link_and_played(visitors: Visitors, lang: str) -> None:
    """Whoever opens the link sees the battle, and may play it at once or change it."""
    page = opened(visitors, lang)
    page.locator("#editor-share").click()
    link = page.locator("#editor-link").input_value()
    assert "#own-battle=" in link
    assert len(link) < 4000
    size = (390, 844) if lang == "ja" else (1366, 900)
    other = visitors.visit(link[link.index("#") :], name="Ben", lang=lang, size=size)
    expect(other.locator(".editor-about")).to_contain_text("A trial")
    expect(other.locator(".editor-left")).to_have_count(0)
    picture(other, f"link-{lang}")
    assert other.evaluate("document.documentElement.scrollWidth") <= size[0]
    other.locator("#editor-edit").click()
    expect(other.locator(".editor-left")).to_be_visible()
    card(other, SARATOGA).click()
    picture(other, f"change-{lang}")
    assert edited(other) == TRIAL
    other.locator("#editor-play").click()
    wait_until(other, f"async () => ({STARTED})()")
    terms = other.evaluate("async () => (await import('/base/store.js')).state.table.terms")
    assert terms["battle"]["name"] == TRIAL.name


def test_it_opens_from_the_start_page(visitors: Visitors) -> None:
    """With the battle that is chosen, or an empty one, which holds the two bases that each side always has."""
    page = visitors.visit()
    expect(page.locator("button#play-bot")).to_be_enabled()
    page.locator(".start-card.play-bot button.fold").click()
    page.locator("#bot-edit").click()
    expect(page.locator("#editor-told")).to_have_text("The battle is in order.")
    assert (edited(page).name, edited(page).us.ships, len(edited(page).jp.bases)) == ("own-battle", (), 2)
    page.locator("#editor-leave").click()
    page.locator("#bot-battle option[value=cape-esperance]").wait_for(state="attached")
    page.locator("#bot-battle").select_option("cape-esperance")
    page.locator("#bot-edit").click()
    expect(page.locator("#editor-title")).to_have_text("Cape Esperance")
    expect(page.locator("#editor-told")).to_have_text("The battle is in order.")


@pytest.mark.parametrize("letters", ["AAAA", "e30", "x" * 300])
def test_a_link_that_holds_no_battle_is_one_sentence(visitors: Visitors, letters: str) -> None:
    page = visitors.visit(f"#own-battle={letters}")
    expect(page.locator(".start-body > .fault")).to_have_text("This link holds no battle; ask for the whole of it.")


def test_a_link_that_holds_no_battle_is_told_in_the_readers_language(visitors: Visitors) -> None:
    """Its words come with the editor, and are waited for."""
    page = visitors.visit("#own-battle=AAAA", lang="ja")
    fault = page.locator(".start-body > .fault")
    expect(fault).to_have_text("このリンクには戦いが入っていません。リンク全体をもらってください。")


def test_a_link_that_unpacks_to_too_much_or_to_no_battle_is_refused(visitors: Visitors) -> None:
    page = visitors.visit()
    body = """async (things) => {
        const {packed, unpacked} = await import("/start/editor/share.js");
        const letters = await Promise.all(things.map(packed));
        return Promise.all(letters.map((one) => unpacked(one).then(() => "", (wrong) => wrong.message)));
    }"""
    good = plain(TRIAL)
    bad: list[Any] = [
        {**good, "sources": ["x" * 10_000_000]}, {**good, "turns": 41}, {**good, "us": {}}, {**good, "name": "<b>"},
        {**good, "first": 2}, {**good, "english": {"title": 3}}, [], None, {**good, "options": ["../x"]},
    ]
    found = page.evaluate(body, [good, *bad])
    assert found == ["", *["This link holds no battle; ask for the whole of it."] * len(bad)]


def test_a_file_is_saved_and_opened(visitors: Visitors, tmp_path: Path) -> None:
    page = opened(visitors)
    with page.expect_download() as coming:
        page.locator("#editor-save").click()
    assert coming.value.suggested_filename == "a-trial.json"
    path = tmp_path / "saved.json"
    coming.value.save_as(path)
    assert msgspec_json.decode(path.read_bytes(), type=Battle) == TRIAL
    card(page, SARATOGA).click()
    page.locator("#editor-more").click()
    page.locator("#editor-open").set_input_files(path)
    expect(page.locator("#editor-told")).to_have_text("The battle is in order.")
    assert edited(page) == TRIAL
    path.write_text("{}")
    page.locator("#editor-open").set_input_files([])
    page.locator("#editor-open").set_input_files(path)
    expect(page.locator("#editor-told")).to_contain_text("“saved.json” holds no battle of this editor")


def test_the_page_says_what_the_engine_says(visitors: Visitors) -> None:
    """Twins: sentence for sentence, of battles that are in order and of each kind of fault."""
    battles = [TRIAL, *faulty()]
    assert visitors.visit().evaluate(FAULT, [plain(battle) for battle in battles]) == [said(one) for one in battles]
    assert not said(TRIAL)
    assert all(said(one) for one in battles[1:])
    assert len({said(one) for one in battles}) == len(battles)


def said(battle: Battle) -> str:
    try:
        check_battle(battle, card_set("core"), "")
    except CardError as error:
        return str(error).removeprefix(", ")
    return ""


def faulty() -> list[Battle]:
    """One fault each."""
    saratoga, henderson, ships = Site("ship", Side.US, 2), Site("base", Side.US, 2), TRIAL.us.ships
    us = TRIAL.us
    many = replace(us.bases[2], airplanes=(CardId("us/wildcat"),) * 4)
    return [
        replace(TRIAL, set="full"), replace(TRIAL, options=("pursuit", "pursuit")), replace(TRIAL, clear=10),
        replace(TRIAL, options=("decoys", "open-table")), replace(TRIAL, options=("victory-fever",)),
        replace(TRIAL, options=("no-such-rule",)), replace(TRIAL, scores=(("ashore", 1), ("ashore", 2))),
        more(TRIAL, Site("ship", Side.US, 0), 1).battle, more(TRIAL, Site("ship", Side.US, 1), 9).battle,
        moved(TRIAL, saratoga, 2).battle, taken(TRIAL, Site("base", Side.US, 0)).battle,
        more(TRIAL, henderson, 9).battle, more(TRIAL, saratoga, 9).battle,
        paired(TRIAL, Site("ship", Side.US, 0), CardId("us/saratoga")).battle,
        paired(TRIAL, Site("ship", Side.US, 0), CardId("us/desron-12")).battle,
        replace(TRIAL, us=replace(us, bases=(*us.bases[:2], many))), replace(TRIAL, us=replace(us, hand=9)),
        replace(TRIAL, us=replace(us, ships=(*ships, ships[0]))),
        replace(TRIAL, us=replace(us, deck=(CardId("us/saratoga"),), hand=0)),
        replace(TRIAL, us=replace(us, deck=(CardId("jp/zeke"),), hand=0)),
        replace(TRIAL, us=replace(us, deck=(CardId("us/qqqqqq"),), hand=0)),
        replace(TRIAL, us=replace(us, deck=(CardId("us/wildcat"),) * 20)),
        replace(TRIAL, us=replace(us, reserve=(CardId("us/wildcat"),))),
    ]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("night", [False, True])
def test_axe_finds_nothing(visitors: Visitors, lang: str, night: bool) -> None:
    """With a card chosen, settings folded out, a card picked up; and before somebody changes what a link holds."""
    if axe.missing():
        pytest.skip(axe.missing())
    page = opened(visitors, lang)
    page.evaluate(THEME, "night" if night else "day")
    page.evaluate(axe.source_file().read_text("utf-8"))
    page.locator(".editor-settings summary").click()
    card(page, SARATOGA).click()
    assert page.evaluate(RUN, None) == []
    card(page, CANBERRA).focus()
    page.keyboard.press("Space")
    assert page.evaluate(RUN, None) == []
    page.keyboard.press("Escape")
    page.evaluate("async () => (await import('/start/editor/editor.js')).set({reading: true})")
    expect(page.locator(".editor-about")).to_be_visible()
    assert page.evaluate(RUN, None) == []


def test_links_of_page_and_terminal_are_alike(visitors: Visitors) -> None:
    """What the terminal's editor shares the page opens, and the other way round."""
    page = visitors.visit(f"#own-battle={letters_of(link_to(TRIAL, visitors.server.url))}")
    expect(page.locator(".editor-table")).to_be_visible()
    assert edited(page) == TRIAL
    assert battle_in(f"{visitors.server.url}#own-battle={page.evaluate(PACKED, plain(TRIAL))}") == TRIAL


def test_a_link_says_how_its_battle_is_played(visitors: Visitors) -> None:
    """What nobody can read there is as usual."""
    letters = letters_of(link_to(TRIAL, visitors.server.url))
    page = visitors.visit(f"#own-battle={letters}&against=cadet&as=jp&rules=radar&seed=1942")
    expect(page.locator("#editor-bot")).to_have_value("cadet")
    expect(page.locator("#editor-as")).to_have_value("jp")
    expect(page.locator(".editor-about")).to_contain_text("Radar")
    page.locator("#editor-play").click()
    wait_until(page, f"async () => ({STARTED})()")
    terms = page.evaluate("import('/base/store.js').then(({state}) => state.table.terms)")
    assert (terms["side"], terms["options"], terms["practice"]) == ("jp", ["radar"], True)
    other = visitors.visit(f"#own-battle={letters}&against=<b>&as=all&rules=<b>&seed=x")
    expect(other.locator("#editor-bot")).to_have_value("mate")
    expect(other.locator("#editor-as")).to_have_value("either")
