"""What a finished game teaches, on the page: the curve, the decisions, there and back to the replay, and saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ironbottom.client.bots.review.serving import make
from ironbottom.client.storage.card_sets import KnownSets
from ironbottom.server.archive.studies import name_of
from ironbottom.server.runtime.settings import software
from tests.client.support.reviewed import LITTLE, short_transcript
from tests.client.web.support.page_server import PageServer
from tests.client.web.support.visitors import visiting
from tests.support.lengths import by_night

PATIENCE = 240_000  # milliseconds for a review that is made


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """The transcript of a short game, beside the folder of a server that has its review already."""
    file = short_transcript(tmp_path)
    data = file.read_bytes()
    reviews = tmp_path / "server" / "reviews"
    reviews.mkdir(parents=True, mode=0o700)
    (tmp_path / "server").chmod(0o700)
    place = reviews / name_of(data, software())
    make(data, KnownSets(None), place, lambda _line: None, LITTLE)
    return file


def opened(page: Page) -> None:
    page.locator(".replay-bar").get_by_role("button", name="Review").click()
    page.locator("main.review").wait_for()


def test_a_review_is_read(browser: Browser, shelf: Path, tmp_path: Path) -> None:
    with PageServer(tmp_path / "server", "--replay", str(shelf)) as server, visiting(browser, server) as guests:
        page = guests.visit("#replay=REPLAY", hasty=True)
        opened(page)
        expect(page.get_by_role("heading", name="All decisions")).to_be_visible()
        there_and_back(page)
        filtered(page)
        kept(page, tmp_path)
        narrow(page)
        page.get_by_role("button", name="Close the review").click()
        expect(page.locator("main.review")).to_have_count(0)


def there_and_back(page: Page) -> None:
    """By keys alone."""
    field = page.get_by_role("slider", name="Moment of the game")
    field.focus()
    for key in ("End", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    n = int(field.get_attribute("aria-valuemax") or 0) - 2
    expect(field).to_have_attribute("aria-valuenow", str(n))
    expect(page.locator(".curve-says")).to_contain_text(f"answer {n}")
    page.keyboard.press("Enter")
    expect(page.locator(".replay-what")).to_contain_text(f"entry {n} of")
    page.get_by_role("button", name="Back to the review").click()
    expect(field).to_have_attribute("aria-valuenow", str(n))


def filtered(page: Page) -> None:
    rows = page.locator(".review-every li")
    page.get_by_label("Gave away at least").select_option("0")
    every = rows.count()
    assert every > 0
    page.get_by_label("Side", exact=True).select_option("US")
    expect(page.locator(".review-every [role=status]")).not_to_contain_text(f"{every} of")
    assert all("· US ·" in text for text in rows.all_inner_texts())


def kept(page: Page, folder: Path) -> None:
    """What is saved holds what is shown."""
    with page.expect_download() as begun:
        page.get_by_role("button", name="Save as JSON").click()
    begun.value.save_as(folder / "review.json")
    found = json.loads((folder / "review.json").read_text("utf-8"))
    assert len(found["curve"]) > 2
    assert found["account"]["without_luck"] is not None
    with page.expect_download() as begun:
        page.get_by_role("button", name="Save as text").click()
    begun.value.save_as(folder / "review.txt")
    assert "Without luck: US" in (folder / "review.txt").read_text("utf-8")


def narrow(page: Page) -> None:
    """Nothing is wider than a phone."""
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".bar-cell").first).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@by_night
def test_a_review_is_made(browser: Browser, tmp_path: Path) -> None:
    """By a process of its own; the curve is there first."""
    file = short_transcript(tmp_path)
    (tmp_path / "server").mkdir()
    with PageServer(tmp_path / "server", "--replay", str(file)) as server, visiting(browser, server) as guests:
        page = guests.visit("#replay=REPLAY", hasty=True)
        opened(page)
        expect(page.get_by_role("slider", name="Moment of the game")).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_role("heading", name="All decisions")).to_be_visible(timeout=PATIENCE)
