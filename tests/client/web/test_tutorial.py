"""The tutorial on the page: from its button to the game against the bot, with the mouse."""

from __future__ import annotations

import re

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from ironbottom.catalog import card_set
from ironbottom.client.text.naming import Naming
from ironbottom.client.tutorial.coach import Coach, Lesson
from ironbottom.client.tutorial.script import key_of, script
from ironbottom.record import Entry
from ironbottom.sight import view
from ironbottom.words import Side
from tests.client.web.support import axe
from tests.client.web.support.page_server import PATIENCE
from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors, wait_until
from tests.client.web.test_axe import RUN
from tests.support.lengths import by_night, some
from tests.tools import lesson

KIND = "Fine in a game; here the lesson needs this:"
N = len(script().lessons)


def test_the_page_knows_every_question_by_the_same_key(bench: Page) -> None:
    views = [
        view(moment.before, Side[moment.entry.side]) for moment in lesson.moments()
        if isinstance(moment.entry, Entry) and moment.before is not None
    ]
    body = """async (views) => {
        const {keyOf, script, stepFor} = await import("/tutorial/script.js");
        const told = await script();
        return views.map((text) => JSON.parse(text)).map((view) => [keyOf(view), stepFor(told, view)?.key]);
    }"""
    found = bench.evaluate(body, [msgspec.json.encode(seen).decode() for seen in views])
    assert found == [[key_of(seen)] * 2 for seen in views]
    assert len(found) == len(script().steps)


def at_lesson(page: Page, n: int) -> None:
    """Wait until a lesson and its question are there, and go on wherever one is waited for."""
    go_on_until(page, page.locator("#lesson-title", has_text=f"Lesson {n} of {N}"))
    page.get_by_role("button", name="To the task").click()
    PagePlayer(page).ready()


def go_on_until(page: Page, wanted: Locator) -> list[str]:
    """Press "Go on" until something is there; what was said meanwhile."""
    said = list[str]()
    go_on = page.locator(".lesson").get_by_role("button", name="Go on", exact=True)
    wanted.or_(go_on).first.wait_for()
    while not wanted.count():
        said.append(page.locator(".lesson").inner_text())
        go_on.click()
        wait_until(page, "(said) => document.querySelector('.lesson')?.innerText !== said", arg=said[-1])
        wanted.or_(go_on).first.wait_for()
    return said


def do_it(page: Page) -> None:
    page.get_by_role("button", name="Do it for me").click()


def row(page: Page, text: str) -> None:
    """Choose a row of the panel, and confirm."""
    page.locator("#panel button.row-button", has_text=text).first.click()
    page.locator("#panel .confirm").click()


def test_a_learner_goes_through_all_lessons(visitors: Visitors) -> None:
    """A wrong answer is answered kindly, and nothing is sent; a reload leads back to the lesson; then a real game."""
    page = visitors.visit(hasty=True)
    page.get_by_role("button", name="Begin the tutorial").click()
    at_lesson(page, 1)
    asked = page.evaluate("hands.now()")["asked"]  # the number may rise: the other side plays meanwhile
    page.locator("#panel .done").click()
    said = page.locator(".lesson .said")
    expect(said).to_contain_text(KIND)
    assert page.evaluate("hands.now()")["asked"] == asked
    page.get_by_role("button", name="How?").click()
    expect(said).to_have_text(script().lessons[0].hint)
    do_it(page)
    at_lesson(page, 2)
    expect(said).to_have_text("")
    row(page, "Zeke")
    expect(said).to_contain_text(KIND)
    row(page, "Val")
    for n in range(3, 6):
        at_lesson(page, n)
        do_it(page)
    at_lesson(page, 6)
    page.reload()
    for n in range(6, 8):
        at_lesson(page, n)
        do_it(page)
    at_lesson(page, 8)
    row(page, "landing")
    for n in range(9, N):
        at_lesson(page, n)
        do_it(page)
    at_lesson(page, N)
    row(page, "Sendai")
    bot = page.get_by_role("button", name="Now against the bot")
    assert "Tulagi has fallen" in go_on_until(page, bot)[-1]
    bot.click()
    against = "() => import('/base/store.js').then(({state}) => state.table?.seats[1].name === 'mate')"
    wait_until(page, against, within=PATIENCE)
    PagePlayer(page).ready()
    expect(page.locator("#lesson-title")).to_have_count(0)


def test_a_lesson_frames_what_it_speaks_of(visitors: Visitors) -> None:
    """The ships of the first lesson on the table, the card of the second in the hand; in no game without a coach."""
    page = visitors.visit(hasty=True)
    page.get_by_role("button", name="Begin the tutorial").click()
    at_lesson(page, 1)
    framed = page.locator(".thing.now")
    expect(framed).to_have_count(1)
    expect(framed).to_contain_text("Atago & Takao")
    do_it(page)
    at_lesson(page, 2)
    expect(framed.first).to_contain_text("Val")
    assert all("Val" in text for text in framed.all_inner_texts())


@by_night
def test_a_tutorial_that_was_left_is_gone_on_with_from_the_start_page(visitors: Visitors) -> None:
    page = visitors.visit(hasty=True)
    page.get_by_role("button", name="Begin the tutorial").click()
    at_lesson(page, 1)
    do_it(page)
    at_lesson(page, 2)
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Leave; the game is kept").click()
    page.get_by_role("button", name="Go on learning").click()
    at_lesson(page, 2)


@by_night
@pytest.mark.parametrize("theme", some(["day", "night"], 1))
def test_axe_finds_nothing(visitors: Visitors, theme: str) -> None:
    """While a lesson is read, and at its task."""
    page = visitors.visit(hasty=True, covered=False, motion=False, theme=theme)
    page.get_by_role("button", name="Begin the tutorial").click()
    page.get_by_role("button", name="To the task").wait_for()
    page.evaluate(axe.source_file().read_text(encoding="utf-8"))
    faults = page.evaluate(RUN)
    at_lesson(page, 1)
    page.locator("#panel .done").click()
    page.mouse.move(1, 1)
    wait_until(page, "() => !document.querySelector('button:hover')")
    assert [*faults, *page.evaluate(RUN)] == []


def test_the_tutor_is_not_among_the_bots_to_play_against(visitors: Visitors) -> None:
    page = visitors.visit()
    expect(page.locator("button#play-bot")).to_be_enabled()
    options = page.locator("#bot-name option").all_inner_texts()
    assert options
    assert not [text for text in options if re.search("tutor", text, re.I)]


def test_the_page_writes_each_figure_as_the_terminal_does(bench: Page) -> None:
    """The same value for every figure that a lesson tells of."""
    naming = Naming(card_set("core"))
    cards = {id: msgspec.json.decode(msgspec.json.encode(card)) for id, card in naming.cards.items()}
    body = """async ([cards, lessons]) => {
        const {knowCards} = await import("/text/naming.js"), {figuresInWords} = await import("/tutorial/pointing.js");
        knowCards(cards);
        return lessons.flatMap(({cards}) => cards.map((card) => figuresInWords(card)));
    }"""
    lessons = msgspec.json.decode(msgspec.json.encode(script().lessons))
    told = [[one.text.replace(" -:", " –:") for one in card.figures] for found in learnt() for card in found.cards]
    assert bench.evaluate(body, [cards, lessons]) == told


def learnt() -> list[Lesson]:
    """All lessons, as Python tells them."""
    seen = [
        view(moment.before, lesson.LEARNER) for moment in lesson.moments()
        if isinstance(moment.entry, Entry) and moment.before is not None and moment.entry.side == lesson.LEARNER.name
    ]
    return [now for now in map(Coach().before, seen) if isinstance(now, Lesson)]


def test_dice_and_coach_wait_for_enter(visitors: Visitors) -> None:
    """By keyboard alone, with everything shown that happens; nothing goes on by itself, and the ear hears why."""
    page = visitors.visit(speed="quick")
    page.get_by_role("button", name="Begin the tutorial").click()
    title = page.locator("#lesson-title")
    expect(title).to_contain_text("Lesson 1 of")
    said = page.locator("#live")
    expect(said).to_contain_text("You win at once when you take the strategic base of the enemy")
    expect(said).to_contain_text("HP 5: The damage that sinks it.")
    assert "You are asked" not in said.inner_text().split("You win at once")[-1]
    assert page.locator(".panel").is_hidden()
    expect(page.locator(".thing.now")).to_have_count(2)
    expect(page.locator(".line.told")).to_have_attribute("aria-label", "Japanese front")
    page.keyboard.press("Enter")
    expect(page.locator(".panel")).to_be_visible()
    do_it(page)
    halt = page.locator(".lesson.halt")
    expect(halt).to_contain_text("Atago & Takao lie in FRONT now")
    number = page.evaluate("hands.now()")["number"]
    page.wait_for_timeout(400)
    assert page.evaluate("hands.now()")["number"] == number, "it has not gone on"
    page.keyboard.press("Enter")
    expect(halt).to_contain_text("Look at the dice")
    page.wait_for_timeout(1_500)
    expect(halt).to_contain_text("Look at the dice")
    page.keyboard.press("Enter")
    expect(title).to_contain_text("Lesson 2 of")
