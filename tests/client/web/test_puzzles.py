"""Puzzles on the page: by click and by key, right and wrong, rated in the browser, in both languages."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page, expect

from ironbottom.client.bots.review.puzzles.solving.progress import PuzzleProgress
from ironbottom.client.bots.review.puzzles.solving.puzzle import Puzzle
from ironbottom.client.bots.review.puzzles.solving.shelf import shelf
from tests.client.web.support.visitors import Visitors

RATED = "JSON.parse(Object.entries(localStorage).find(([name]) => name.includes('puzzles'))[1])"


def shown(page: Page) -> Puzzle:
    """The puzzle on the screen."""
    which = page.locator(".puzzle .hint").first.inner_text()
    found = re.search(r"[a-z]+-[0-9a-f]{6}", which)
    assert found is not None, which
    return next(one for one in shelf() if one.id == found[0])


def test_a_puzzle_is_solved_by_click_and_the_next_one_failed_by_key(visitors: Visitors) -> None:
    page = visitors.visit(size=(1366, 768))
    page.locator("#puzzles").click()
    expect(page.locator(".puzzle-answer").first).to_be_visible()
    first = shown(page)
    assert page.locator(".puzzle-answer").count() == len(first.answers)
    _picture(page, "asked")
    page.locator(".puzzle-answer").nth(first.best).click()
    expect(page.locator(".puzzle-verdict")).to_contain_text("Right!")
    expect(page.locator(".puzzle-verdict")).to_contain_text(first.answers[first.best].why["en"])
    assert page.evaluate(RATED)["rating"] > 1200
    page.keyboard.press("n")
    expect(page.locator(".puzzle .hint").first).not_to_contain_text(first.id)
    second = shown(page)
    wrong = 0 if second.best else 1
    page.keyboard.press(str(wrong + 1))
    expect(page.locator(".puzzle-verdict")).to_contain_text(f"the best is {second.best + 1}")
    _picture(page, "failed")
    kept = page.evaluate(RATED)["attempts"]
    assert [one["solved"] for one in kept] == [True, False]
    page.get_by_role("button", name="Close the puzzles").click()
    expect(page.locator("#puzzles")).to_be_visible()


def test_one_kind_in_japanese_on_a_phone_and_forgotten_again(visitors: Visitors) -> None:
    page = visitors.visit(lang="ja", size=(390, 844))
    page.locator("#puzzles").click()
    page.locator("button.pull").click()
    page.locator("#puzzle-kind").select_option("landing")
    expect(page.locator(".puzzle .hint").first).to_contain_text("landing-")
    one = shown(page)
    assert one.answers[one.best].words["ja"] in page.locator(".puzzle-answer").nth(one.best).inner_text()
    page.locator(".puzzle-answer").nth(one.best).click()
    _picture(page, "phone")
    expect(page.locator(".puzzle-verdict")).to_contain_text(one.answers[one.best].why["ja"])
    page.locator(".puzzle-standing button").click()
    assert page.evaluate(RATED)["attempts"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_page_rates_and_chooses_as_the_terminal_does(visitors: Visitors) -> None:
    """The same attempts lead to the same ratings, and to the same puzzle after each."""
    page, puzzles, now = visitors.visit(), shelf(), PuzzleProgress()
    rows = [{"id": one.id, "rating": one.rating, "place": one.hand.place if one.hand else 0} for one in puzzles]
    body = """async ([rows, results]) => {
        const {nextOf, withAttempt, START} = await import("/shell/puzzles/rating.js");
        let now = {rating: START, attempts: []};
        const found = [];
        for (const solved of results) {
            const one = nextOf(now, rows);
            now = withAttempt(now, one, solved);
            found.push([one.id, now.rating]);
        }
        return [found, nextOf(now, rows).id];
    }"""
    results = [n % 3 != 1 for n in range(len(puzzles))]
    found, last = page.evaluate(body, [rows, results])
    for (id_, rating), solved in zip(found, results, strict=True):
        one = now.next_of(puzzles)
        assert one is not None
        now = now.with_attempt(one, solved=solved)
        assert (id_, rating) == (one.id, pytest.approx(now.rating))
    again = now.next_of(puzzles)
    assert again is not None
    assert again.id == last


def _picture(page: Page, name: str) -> None:
    """Where somebody asks for them, to be looked at."""
    folder = os.environ.get("IRONBOTTOM_PICTURES")
    if folder:
        page.screenshot(path=f"{folder}/puzzle-{name}.png")
