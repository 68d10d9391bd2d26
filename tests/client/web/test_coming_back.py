"""Nothing is lost: not by a reload, not by a server that is killed, not by a cable that is cut, not by a second tab."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.client.web.support.cable import Cable
from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors
from tests.support.lengths import by_night

# What a browser says of a lost server.
BROKEN = ("WebSocket", "ERR_CONNECTION", "ERR_EMPTY", "ERR_SOCKET", "ERR_INTERNET")
COMBAT = ("air-combat", "sea-rounds", "search-rounds", "barrage")  # sections
MOST_GAMES = 5
GAME = "#bot=random&side=jp&seed=5&set=full"
LOST = "The connection is lost"

NOWHERE = {
    "#watch=NOTABLE": "no such table",
    "#replay=NOTABLE": "no such table",
    "#resume=GONE": "no seat at that table",
    "#nothing": "leads to no table",
    "#join=<b>:x": "leads to no table",
    "#bot=hal": "There is no bot “hal”; there are random, cadet, seaman, ensign, mate, admiral.",
}


def as_it_was(player: PagePlayer) -> Any:
    """What must not change: the question, and all that was told so far."""
    player.ready()
    player.page.wait_for_load_state("networkidle")  # parts of the panel are loaded when they are needed
    here = player.ready()
    log = player.page.locator("section.log").inner_text()
    panel = player.page.locator("#panel").inner_text()
    return [here[name] for name in ("table", "side", "number", "asked", "sections")], panel, log


def in_combat(page: Page, seed: int) -> PagePlayer:
    """Somebody in the middle of a fight, hurried there; few games have none, and then another is begun."""
    address = page.url.split("#")[0]
    for n in range(MOST_GAMES):
        player = PagePlayer(page, seed + n)
        if not player.hurry(*COMBAT)["over"]:
            return player
        page.goto("about:blank")
        page.goto(address + GAME)
    raise AssertionError(f"no fight in {MOST_GAMES} games")


def goes_on(player: PagePlayer) -> None:
    """The game is played on as if nothing had been."""
    before = player.ready()["number"]
    here = player.hurry(clicks=30)
    assert here["over"] or here["number"] > before


@by_night
def test_a_reload_in_the_middle_of_a_fight(visitors: Visitors) -> None:
    """And another day, when the tab was closed and the browser kept, the start page leads back."""
    person = visitors.person(hasty=True)
    player = in_combat(visitors.window(person, GAME), 3)
    before = as_it_was(player)
    player.page.reload()
    assert as_it_was(player) == before
    player.page.close()
    page = visitors.window(person)
    page.locator("[aria-labelledby=going-on-title] .entries button").first.click()
    again = PagePlayer(page, 4)
    assert as_it_was(again) == before
    goes_on(again)


def test_the_server_is_killed_in_the_middle_of_a_fight(own_visitors: Visitors) -> None:
    """The page says so, waits, and goes on when there is a server again."""
    own_visitors.faults.allow(*BROKEN)
    player = in_combat(own_visitors.visit(GAME, hasty=True), 5)
    before = as_it_was(player)
    own_visitors.server.kill()
    banner = player.page.locator(".banner")
    expect(banner).to_contain_text(LOST)
    own_visitors.server.open()
    expect(banner).to_have_count(0)
    assert as_it_was(player) == before
    goes_on(player)


def test_the_cable_is_cut_in_the_middle_of_an_answer(visitors: Visitors) -> None:
    """An answer that is given while there is no way arrives once, when there is one."""
    visitors.faults.allow(*BROKEN, "asked somebody else")
    with Cable(visitors.server.port) as cable:
        page = visitors.window(visitors.person(hasty=True), cable.url + GAME)
        player = in_combat(page, 6)
        before = player.ready()
        cable.cut()
        player.page.context.set_offline(True)
        answered = player.page.evaluate(ANSWER)
        expect(page.locator(".banner")).to_contain_text(LOST)
        assert player.now()["number"] == before["number"]
        cable.join()
        player.page.context.set_offline(False)
        expect(page.locator(".banner")).to_have_count(0)
        page.evaluate("() => globalThis.answered")
        after = player.ready()
        assert after["number"] > before["number"], (answered, after)
        goes_on(player)


SAY = "async (text) => (await import('/session/api.js')).say({text})"
ELSEWHERE = "This seat is played elsewhere"
ANSWER = """async () => {
    const {reply} = await import("/session/api.js");
    const {state} = await import("/base/store.js");
    globalThis.answered = reply(state.shown.view.question.default);
    return state.shown.view.question.default;
}"""


@by_night
def test_a_second_tab_of_the_same_seat_is_told_so(visitors: Visitors) -> None:
    """Whichever has the seat plays; the other can take it, and the first is told."""
    person = visitors.person(hasty=True)
    first = visitors.window(person, GAME)
    player = PagePlayer(first, 8)
    table = player.ready()["table"]
    second = visitors.window(person, f"#resume={table}")
    told = second.get_by_role("heading", name=ELSEWHERE)
    expect(told).to_be_visible()
    second.get_by_role("button", name="Take the seat here").click()
    PagePlayer(second, 8).ready()
    expect(first.get_by_role("heading", name=ELSEWHERE)).to_be_visible()
    assert PagePlayer(second, 8).play(until="submarines.play")["asked"]


@by_night
def test_lines_of_chat_that_were_read_stay_read(visitors: Visitors) -> None:
    """A reload brings them again, but not as new; one that comes while nobody looks is new until it was read."""
    ada = visitors.visit(hasty=True)
    ada.locator("button#make-table").click()
    link = ada.locator("#invite-link").input_value().removeprefix(visitors.server.url)
    ben = visitors.visit(f"{link}&name=Ben", name="", hasty=True)
    PagePlayer(ada).ready()
    sign = ada.locator("#tab-chat .unread")
    ben.evaluate(SAY, "Hello.")
    expect(sign).to_have_text("1")
    ada.reload()
    expect(sign).to_have_text("1")
    ada.get_by_role("tab", name="Chat").click()
    expect(ada.locator(".said")).to_contain_text("Hello.")
    ada.get_by_role("tab", name="Log").click()
    expect(sign).to_have_count(0)
    ada.reload()
    PagePlayer(ada).ready()
    ben.evaluate(SAY, "Still there?")
    expect(sign).to_have_text("1")


@by_night
def test_to_go_on_in_another_tab_takes_the_game_there(visitors: Visitors) -> None:
    """Who asks for it plays on where he asks; the tab that played says so, and brings it back by a button."""
    person = visitors.person(hasty=True)
    first = visitors.window(person, GAME)
    before = PagePlayer(first, 8).ready()
    second = visitors.window(person)
    second.locator("[aria-labelledby=going-on-title] .entries button").first.click()
    after = PagePlayer(second, 8).ready()
    assert (after["asked"], after["table"]) == (before["asked"], before["table"])
    expect(second.get_by_role("heading", name=ELSEWHERE)).to_have_count(0)
    expect(first.get_by_role("heading", name=ELSEWHERE)).to_be_visible()
    first.get_by_role("button", name="Take the seat here").click()
    assert PagePlayer(first, 8).ready()["asked"] == before["asked"]
    expect(second.get_by_role("heading", name=ELSEWHERE)).to_be_visible()


@by_night
def test_a_link_that_leads_nowhere_says_so_on_the_start_page(visitors: Visitors) -> None:
    person = visitors.person(hasty=True)
    for place, said in NOWHERE.items():
        page = visitors.window(person, place)
        expect(page.get_by_role("alert").filter(has_text=said)).to_be_visible()
        expect(page.locator("button#play-bot")).to_be_enabled()
        page.close()


def test_a_link_brings_the_language_of_the_program_that_opened_it(visitors: Visitors) -> None:
    """Once: what is chosen on the page afterwards is not undone by a reload."""
    page = visitors.visit("#name=Ann&lang=ja", lang="en")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("button#play-bot")).to_have_text("ボットと対局")
    assert page.evaluate("location.hash") == "#name=Ann"
    page.get_by_role("button", name="設定", exact=True).click()
    page.get_by_label("English").check()
    page.reload()
    expect(page.locator("button#play-bot")).to_have_text("Play a bot")
