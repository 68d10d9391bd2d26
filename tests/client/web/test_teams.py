"""§26  Two commanders of one side on the page: invited by a link, each asked what is his, back after a reload."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ironbottom.windows import OF_AIR, WINDOWS
from tests.client.support.terminal import Terminal
from tests.client.web.support.page_server import PageServer
from tests.client.web.support.visitors import Visitors, visiting, wait_until

BEGUN = """async () => {
    const store = await import("/base/store.js");
    while (!store.state.shown || !store.state.table?.terms) await hands.frame();
}"""
STATE = "async () => { const {state} = await import('/base/store.js'); return (%s)(state); }"
QUESTION = STATE % "(state) => state.latest?.view.question?.window ?? ''"
DEFAULT = """async () => {
    const store = await import("/base/store.js"), {reply} = await import("/session/api.js");
    const {phrase} = await import("/base/language/vocabulary.js"), {question} = store.state.latest.view;
    if (question) await reply(question.default).catch((wrong) => {
        if (wrong.message !== phrase("server.stale")) throw wrong;
    });
}"""  # the other side may have answered just now, and the same is asked anew


def picture(page: Page, name: str) -> None:
    """For who looks at them: IRONBOTTOM_PICTURES names the folder."""
    if folder := os.environ.get("IRONBOTTOM_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def test_the_page_knows_who_answers_in_which_window(visitors: Visitors) -> None:
    page = visitors.visit()
    said = page.evaluate(
        """async (windows) => {
            const {OF_AIR} = await import("/session/seat/seat_session.js");
            return windows.map((window) => (OF_AIR.test(window) ? "air" : "fleet"));
        }""", [*WINDOWS],
    )
    assert dict(zip(WINDOWS, said, strict=True)) == {one: "air" if one in OF_AIR else "fleet" for one in WINDOWS}


def made(visitors: Visitors, lang: str, size: tuple[int, int], reach: str = "lan") -> Page:
    """Ada has made a table whose side is shared."""
    ada = visitors.visit(name="Ada", lang=lang, size=size)
    expect(ada.locator("button#play-bot")).to_be_enabled()
    card = ada.locator(".start-card.invite-friend")
    card.locator("button.fold").click()
    ada.locator("#friend-reach").select_option(reach)
    ada.locator("#friend-offers-draw").check()
    ada.locator("#friend-team").select_option("mine")
    expect(ada.locator("#friend-offers-draw")).to_have_count(0)  # nothing is agreed upon there, and nothing asked for
    picture(ada, f"teams-chooser-{lang}")
    ada.locator("button#make-table").click()
    ada.locator("#partner-link").wait_for()
    return ada


@pytest.mark.parametrize(("lang", "size"), [("en", (1366, 768)), ("ja", (390, 844))])
def test_two_share_a_side_against_a_third(visitors: Visitors, lang: str, size: tuple[int, int]) -> None:
    ada = made(visitors, lang, size)
    picture(ada, f"teams-waiting-{lang}")
    bob = visitors.visit(ada.locator("#partner-link").input_value(), name="Bob", lang=lang, size=size)
    expect(bob.locator(".agreement")).to_contain_text("26")
    expect(bob.locator("#sit-down")).to_be_enabled()
    picture(bob, f"teams-invited-{lang}")
    bob.locator("#sit-down").click()
    expect(ada.locator(".waiting-room .seats")).to_contain_text("Bob")
    expect(ada.locator("#partner-link")).to_have_count(0)
    picture(ada, f"teams-partner-there-{lang}")
    cato = visitors.visit(ada.locator("#invite-link").input_value(), name="Cato", lang=lang, size=size)
    cato.locator("#sit-down").click()
    for page in (ada, bob, cato):
        page.evaluate(BEGUN)
    assert ada.evaluate(QUESTION) == "1"
    assert bob.evaluate(QUESTION) == ""
    expect(bob.locator(".top-move")).to_contain_text("Ada")
    expect(bob.locator(".panel .waiting")).to_contain_text("Ada")
    picture(bob, f"teams-partner-decides-{lang}")
    play_until(ada, bob, cato)
    expect(ada.locator(".top-move")).to_contain_text("Bob")
    picture(ada, f"teams-air-asked-{lang}")
    bob.reload()
    bob.evaluate(BEGUN)
    wait_until(bob, "async () => (await import('/base/store.js')).state.latest?.view.question")


def play_until(ada: Page, bob: Page, cato: Page) -> None:
    """The defaults, until Bob is asked."""
    for _n in range(60):
        if bob.evaluate(QUESTION):
            return
        for page in (ada, cato):
            if page.evaluate(QUESTION):
                page.evaluate(DEFAULT)
        ada.wait_for_timeout(100)
    raise AssertionError("he was never asked")


def test_two_share_a_side_against_a_bot(visitors: Visitors) -> None:
    ada = made(visitors, "en", (1366, 768))
    ada.locator("input[name=command][value=air]").check()
    wait_until(ada, "(before) => document.getElementById('partner-link').value !== before",
                          arg=ada.locator("#partner-link").input_value())
    bob = visitors.visit(ada.locator("#partner-link").input_value(), name="Bob")
    bob.locator("#sit-down").click()
    expect(ada.locator(".waiting-room .seats")).to_contain_text("Bob")
    ada.locator("details.call-bot summary").click()
    ada.locator("#wait-bot").select_option("random")
    ada.locator("details.call-bot button").click()
    for page in (ada, bob):
        page.evaluate(BEGUN)
    assert bob.evaluate(QUESTION) == "1"
    assert ada.evaluate(QUESTION) == ""


@pytest.mark.parametrize("command", ["fleet", "air"])
def test_play_with_team_makes_the_table_calls_the_bot_and_shows_the_link_for_a_partner(
    browser: Browser, tmp_path: Path, command: str
) -> None:
    """`ironbottom play --web --team`, as a new user types it: the partner's link leads to this computer's network."""
    words = ("--bot", "random", "--side", "jp", "--command", command, "--absent", "bot", "--name", "Ada")
    none = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
    server = PageServer(tmp_path)
    with (
        Terminal(tmp_path / "home", "play", "--web", "--team", *words, env=none) as play,
        visiting(browser, server) as visitors,
    ):
        link = play.until(r"^(http://127\.0\.0\.1:\d+/#.*)$")[1]
        server.port = int(link.split("/")[2].split(":")[1])
        play.until("Your partner comes by the link")
        ada = visitors.visit(link)
        ada.locator("#partner-link").wait_for()
        expect(ada.locator(".waiting-room .seats")).to_contain_text("random")
        expect(ada.locator("details.call-bot")).to_have_count(0)
        expect(ada.locator("#invite-link")).to_have_count(0)
        expect(ada.locator(f"input[name=command][value={command}]")).to_be_checked()
        expect(ada.locator(".waiting-room .terms")).to_contain_text("bot")
        expect(ada.locator(".hero").get_by_text("waiting for your partner")).to_be_visible()
        picture(ada, f"team-{command}")
        partner = ada.locator("#partner-link").input_value()
        bob = visitors.visit(partner.replace(partner.split("/")[2], link.split("/")[2]), name="Bob")
        bob.locator("#sit-down").click()
        for page in (ada, bob):
            page.evaluate(BEGUN)
        first, second = (ada, bob) if command == "fleet" else (bob, ada)
        assert first.evaluate(QUESTION) == "1"
        assert second.evaluate(QUESTION) == ""


@pytest.mark.parametrize("reach", ["invite", "lan"])
def test_an_invitation_that_is_no_longer_good_is_refused(visitors: Visitors, reach: str) -> None:
    """At once where he may not know the table without it; when he sits down where he may."""
    ada = made(visitors, "en", (1366, 768), reach)
    old = ada.locator("#partner-link").input_value()
    ada.locator("input[name=command][value=air]").check()
    wait_until(ada, "(before) => document.getElementById('partner-link').value !== before", arg=old)
    bob = visitors.visit(old, name="Bob")
    if reach == "lan":
        bob.locator("#sit-down").click()
        expect(bob.locator(".fault")).to_contain_text("ask for a new invitation")
    else:
        expect(bob.locator(".fault")).to_be_visible()
        expect(bob.locator("#sit-down")).to_have_count(0)
