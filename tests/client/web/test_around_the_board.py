"""What stays in sight while a battle is on: the hand, and who plays."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from ironbottom.client.net.server_messages import in_our_words
from ironbottom.language import speak
from tests.client.web.support.situations import show, situations
from tests.client.web.support.stage import Stage
from tests.client.web.support.visitors import DESK, Visitors
from tests.support.languages import english
from tests.support.lengths import some

__all__ = ["english"]  # after each test the next one hears English

PHONE = (390, 844)

PLACES = """async () => {
    await Promise.all(document.querySelector(".battle").getAnimations().map((one) => one.finished));
    const held = [...document.querySelectorAll(".held-card")];
    const board = document.querySelector(".battle").getBoundingClientRect();
    const hand = document.querySelector(".hand").getBoundingClientRect();
    const hit = held.filter((card) => {
        const {left, top, height} = card.getBoundingClientRect();
        const there = document.elementFromPoint(left + 8, top + height / 2);
        return there?.closest(".held-card") === card;
    });
    return {cards: held.length, hit: hit.length, between: hand.top - board.bottom, height: board.height};
}"""

SAID = """async () => {
    const {change} = await import("/base/store.js");
    const said = {type: "said", place: 1, name: "本田", text: "Good luck!", phrase: 0, at: 1_700_000_000};
    change({tab: "chat", pulled: true, chat: [{...said, n: 1}, {...said, n: 2}, {...said, n: 3}]});
    await hands.frame();
    await hands.frame();
    const list = document.querySelector(".said").getBoundingClientRect();
    const last = document.querySelector(".said li:last-child").getBoundingClientRect();
    return [list.height > 2 * last.height, last.bottom <= list.bottom + 1, list.bottom <= innerHeight];
}"""

AWAY = """async () => {
    const {state, change} = await import("/base/store.js");
    const seats = state.table.seats.map((seat) => ({...seat, here: seat.side === state.side}));
    change({table: {...state.table, seats}});
}"""


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("name", some(["air-combat", "sea-combat"], 1))
def test_the_hand_lies_free_below_the_board(stage: Stage, name: str, size: tuple[int, int]) -> None:
    """Event cards are played from it in the middle of a fight."""
    told: dict[str, Any] = stage.showing(name, size).evaluate(PLACES)
    assert told["cards"] > 0
    assert told["hit"] == told["cards"]
    assert abs(told["between"]) <= 1
    assert told["height"] > 200


def test_the_table_names_its_players_and_says_who_is_away(stage: Stage) -> None:
    """The one whom the game waits for may have gone."""
    page = stage.showing("action")
    names = page.locator(".piles-player")
    expect(names).to_have_count(2)
    assert {*names.locator("bdi").all_inner_texts()} == {"Ada", "本田"}
    expect(page.locator(".piles-player.away")).to_have_count(0)
    page.evaluate(AWAY)
    expect(page.locator(".piles-player.away")).to_have_count(1)
    expect(page.locator(".piles.theirs .piles-player")).to_contain_text("away")


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_what_was_said_last_can_be_read(stage: Stage, size: tuple[int, int]) -> None:
    """Also where the question takes most of the room."""
    page = stage.showing("ships", size)
    assert page.evaluate(SAID) == [True, True, True]


def test_the_log_is_told_again_when_the_texts_of_cards_are_here(visitors: Visitors) -> None:
    """They are fetched when the first of them is needed; until then an event card is told in English."""
    page = visitors.visit(lang="ja", motion=False)
    show(page, situations()["action"])
    log = page.locator("section.log")
    expect(log).to_contain_text("暗号解読")
    expect(log).not_to_contain_text("Up to 3 unseen")


def test_an_airplane_that_stays_shows_no_odds_for_staying(stage: Stage) -> None:
    """They stand at the line that it could search, and at the airplane itself as soon as it is sent there."""
    page = stage.showing("reconnaissance")
    row = page.locator(".panel .row:not(.all)").first
    expect(row.locator(".option[aria-pressed=true]")).to_contain_text("Stay")
    expect(row.locator(".row-button .chance, .option[aria-pressed=true] .chance")).to_have_count(0)
    expect(row.locator(".option[aria-pressed=false] .chance")).not_to_have_count(0)
    row.locator(".option[aria-pressed=false]").first.click()
    expect(row.locator(".row-button .chance")).not_to_have_count(0)
    expect(row.locator(".option .chance")).to_have_count(0)


BEATS = """async () => {
    const {state, change} = await import("/base/store.js");
    const found = [];
    for (const entry of state.log.filter(({event}) => event.event === "played").slice(-2)) {
        const {event, view} = entry, events = [event];
        change({beat: {event, group: events, from: 0, index: 0, of: 1, events, before: view, after: view, length: 1}});
        await hands.frame();
        await hands.frame();
        found.push(document.querySelector(".telling").innerText);
    }
    return found;
}"""


def test_a_narrow_page_tells_beside_the_button_what_happens(stage: Stage) -> None:
    """Beat by beat, and there alone."""
    page = stage.showing("return", PHONE)
    first, second = page.evaluate(BEATS)
    assert first
    assert second
    assert first != second
    expect(page.locator(".beat-told")).to_be_hidden()


DENIED = """async () => {
    const {heard} = await import("/session/seat/session_events.js");
    heard({busy: false}, {type: "denied", refused: {text: "Strange words.", code: "stale", rule: ""}});
    await hands.frame();
}"""

SPEAK = """async (lang) => {
    const [{speak}, {change, state}] = [await import("/base/language/words.js"), await import("/base/store.js")];
    await speak(lang);
    change({settings: {...state.settings, lang}});
    await hands.frame();
}"""


def test_what_was_refused_is_read_in_the_language_that_is_chosen_later(visitors: Visitors) -> None:
    page = visitors.visit()
    page.locator("button#play-bot:enabled").wait_for()
    show(page, situations()["ships"])
    page.evaluate(DENIED)
    told = page.locator("#panel .refused")
    expect(told).to_contain_text("Strange words.")
    page.evaluate(SPEAK, "ja")
    speak("ja")
    expect(told).to_contain_text(in_our_words("stale", "Strange words."))
    expect(told).not_to_contain_text("Strange words.")
