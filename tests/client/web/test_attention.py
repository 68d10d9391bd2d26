"""Your move: the tab says it; who looks elsewhere is called, if he wants that, once until he has looked."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors

GAME = "#bot=mate&side=us&seed=7&set=full"
NAME = "Iron Bottom & Sunset Sky"

# What the system and the loudspeaker would have shown and played; and whether the page is in front.
LISTEN = """
globalThis.called = {notices: [], tones: 0, asked: 0};
globalThis.inFront = true;
document.hasFocus = () => globalThis.inFront;
globalThis.Notification = class {
  static permission = "default";
  static async requestPermission() {
    called.asked += 1;
    return Notification.permission = globalThis.answer ?? "granted";
  }
  constructor(title, {body, tag}) { called.notices.push([title, body, tag]); }
  close() {}
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { called.tones += 1; return start.apply(this, at); };
"""
WANTED = """async (settings) => {
  const {state, change} = await import("/base/store.js");
  if (settings.alerts) Notification.permission = "granted";
  change({settings: {...state.settings, ...settings}});
}"""


def sitting(visitors: Visitors, **settings: Any) -> tuple[Page, PagePlayer]:
    """Somebody who is asked something, with these settings."""
    person = visitors.person(hasty=True)
    person.add_init_script(LISTEN)
    page = visitors.window(person, GAME)
    player = PagePlayer(page, 3)
    player.ready()
    page.evaluate(WANTED, settings)
    return page, player


def called(page: Page) -> dict[str, Any]:
    told: dict[str, Any] = page.evaluate("called")
    return told


def look(page: Page, *, here: bool) -> None:
    page.evaluate("(here) => { inFront = here; if (here) dispatchEvent(new Event('focus')); }", here)


def answer(player: PagePlayer, times: int = 3) -> None:
    """Some questions are answered, each followed by another."""
    for _n in range(times):
        before = player.ready()["number"]
        while (here := player.ready())["number"] == before:
            player.step(here)


def test_the_tab_says_it_as_long_as_one_is_asked(visitors: Visitors) -> None:
    page, _player = sitting(visitors)
    expect(page).to_have_title(f"Your move · {NAME}")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "style/icon_move.svg")
    assert page.request.get(f"{visitors.server.url}style/icon_move.svg").ok
    page.locator("#tab-more").click()
    page.get_by_role("button", name="Leave; the game is kept").click()
    expect(page).to_have_title(f"(1) {NAME}")  # one table waits; the server is asked after all within seconds
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "style/icon_move.svg")


def test_who_looks_elsewhere_is_called_once_until_he_looks(visitors: Visitors) -> None:
    page, player = sitting(visitors, sound=True, alerts=True)
    answer(player)
    assert called(page)["notices"] == []
    look(page, here=False)
    answer(player)
    first = called(page)
    assert len(first["notices"]) == 1
    assert first["tones"] == 2
    title, body, tag = first["notices"][0]
    assert title == f"Your move · {NAME}"
    assert body == "against mate"
    assert re.fullmatch("table .+", tag)
    look(page, here=True)
    answer(player)
    assert called(page) == first
    look(page, here=False)
    answer(player)
    assert len(called(page)["notices"]) == 2


@pytest.mark.parametrize("wanted", [{}, {"sound": True, "volume": 0}])
def test_nothing_calls_who_did_not_ask_for_it(visitors: Visitors, wanted: dict[str, Any]) -> None:
    page, player = sitting(visitors, **wanted)
    look(page, here=False)
    answer(player)
    assert called(page) == {"notices": [], "tones": 0, "asked": 0}


@pytest.mark.parametrize(("says", "kept"), [("granted", True), ("denied", False)])
def test_leave_is_asked_for_when_it_is_wanted(visitors: Visitors, says: str, kept: bool) -> None:
    """And where the browser was told no, the reason stands below."""
    page, _player = sitting(visitors)
    page.evaluate("(says) => { globalThis.answer = says; }", says)
    page.locator("#tab-more").click()
    page.get_by_role("button", name="Settings").click()
    assert called(page)["asked"] == 0
    page.get_by_label("a notification of the system").click()
    expect(page.get_by_label("a notification of the system")).to_be_checked(checked=kept)
    assert called(page)["asked"] == 1
    hint = page.locator(".calls .hint")
    expect(hint).to_contain_text("The title of the tab" if kept else "Your browser was told")
    page.get_by_label("a sound").check()
    assert called(page)["tones"] == 2
    expect(page.get_by_label("Volume")).to_be_enabled()
