"""Settings: kept in this browser, taken to another one as a file; a bad file changes nothing and says what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.client.web.support.visitors import Visitors, wait_until
from tests.support.lengths import by_night

CHOSEN = {
    "lang": "en", "theme": "night", "speed": "quick", "motion": False, "sound": True, "volume": 35, "alerts": False,
    "cards": "large", "palette": "blind", "confirm": "quick", "byItself": False,
    "effects": True, "loudness": 60,
}
SETTINGS = "async () => (await import('/base/store.js')).state.settings"
BAD = {
    "not JSON": "hello", "nothing": "", "null": "null", "a list": "[]",
    "another program": '{"program": "x", "format": 1, "settings": {}}',
    "no settings": '{"program": "ironbottom", "format": 1}', "too much": " " * 30_000,
    "no format": '{"program": "ironbottom", "settings": {}}',
    "a format that is none": '{"program": "ironbottom", "format": "1", "settings": {}}',
}
NO_SETTINGS = (
    "mine.json holds no settings of this page: choose a file that “Save to a file” has made. Nothing was changed."
)
BAD_FIELDS: list[tuple[str, Any]] = [
    ("palette", "grey"), ("volume", 101), ("volume", "50"), ("motion", 1), ("lang", "de"), ("cards", None),
    ("later", {"a": 1}), ("later", "x" * 65), ("__proto__", 1), ("<b>", 1),
]


def settings(visitors: Visitors, **person: Any) -> Page:
    """The open sheet."""
    page = visitors.visit(**person)
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_role("dialog").wait_for()
    return page


def give(page: Page, text: str, name: str = "mine.json") -> None:
    """Choose a file."""
    file: FilePayload = {"name": name, "mimeType": "application/json", "buffer": text.encode()}
    page.get_by_label("Read from a file").set_input_files(file)


def choose(page: Page) -> None:
    """All that CHOSEN says, by labels alone."""
    for group, chip in (
        ("Colours", "night"), ("What happens is shown", "quickly"), ("Size of the cards", "large"),
        ("Sides and marks", "for colour-blind eyes"), ("An answer is given", "quickly"),
    ):
        page.get_by_role("group", name=group, exact=True).get_by_label(chip, exact=True).check()
    page.get_by_label("Cards and dice move").uncheck()
    page.get_by_label("One legal answer is given by itself").uncheck()
    page.get_by_label("searches, shots and hits are heard").check()
    page.get_by_label("How loud").fill("60")
    page.get_by_label("a sound").check()
    page.get_by_label("Volume").fill("35")


def test_they_are_kept_saved_and_read_in_another_browser(visitors: Visitors, tmp_path: Path) -> None:
    page = settings(visitors, hasty=True)
    choose(page)
    assert page.evaluate(SETTINGS) == CHOSEN
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save to a file").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert json.loads(file.read_text("utf-8")) == {"program": "ironbottom", "format": 1, "settings": CHOSEN}
    page.reload()
    page.locator("button#play-bot").wait_for()
    assert page.evaluate(SETTINGS) == CHOSEN
    other = settings(visitors, hasty=True)
    give(other, file.read_text("utf-8"))
    expect(other.get_by_text("Read: these settings hold from now on.")).to_be_visible()
    assert other.evaluate(SETTINGS) == CHOSEN
    assert other.evaluate("({...document.body.dataset})").items() >= {"cards": "large", "palette": "blind"}.items()


def test_a_browser_of_before_has_what_was_usual(visitors: Visitors) -> None:
    """Settings that were kept by an older page lack the newer ones."""
    page = settings(visitors, hasty=True)
    found = page.evaluate(SETTINGS)
    usual = {"cards": "usual", "palette": "usual", "confirm": "always", "byItself": True}
    assert {name: found[name] for name in usual} == usual


@by_night
def test_what_a_newer_page_has_written_is_kept(visitors: Visitors) -> None:
    """And a file that says less leaves the rest as it is."""
    page = settings(visitors, hasty=True)
    told = {"program": "ironbottom", "format": 2, "more": [], "settings": {"later": "x", "theme": "night"}}
    give(page, json.dumps(told))
    expect(page.locator("body")).to_have_class("night")
    found = page.evaluate(SETTINGS)
    assert (found["later"], found["theme"], found["speed"]) == ("x", "night", "at-once")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save to a file").click()
    assert json.loads(waiting.value.path().read_text("utf-8"))["settings"] == found


@by_night
@pytest.mark.parametrize("lang", ["ja"])
def test_the_language_of_the_file_is_spoken_at_once(visitors: Visitors, lang: str) -> None:
    page = settings(visitors, hasty=True)
    give(page, json.dumps({"program": "ironbottom", "format": 1, "settings": {"lang": lang}}))
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.get_by_role("dialog").get_by_role("heading", name="設定")).to_be_visible()


def test_a_bad_file_changes_nothing_and_says_so_in_one_sentence(visitors: Visitors) -> None:
    """By its name, with the way out."""
    page = settings(visitors, hasty=True)
    before = page.evaluate(SETTINGS)
    fault = page.get_by_role("dialog").get_by_role("alert")
    for text in BAD.values():
        give(page, text)
        expect(fault).to_have_text(NO_SETTINGS)
        give(page, '{"program": "ironbottom", "format": 1, "settings": {}}')
        expect(fault).to_have_count(0)
    for field, value in BAD_FIELDS:
        told = json.dumps({"program": "ironbottom", "format": 1, "settings": {"theme": "night", field: value}})
        give(page, told, "<b>other\u202e.json")
        expect(fault).to_contain_text(f"“{field}” has a value that it cannot have")
        expect(fault).to_contain_text("<b>other.json")
        assert page.evaluate(SETTINGS) == before
        give(page, '{"program": "ironbottom", "format": 1, "settings": {}}')
        expect(fault).to_have_count(0)


def test_all_of_them_by_keys_alone(visitors: Visitors) -> None:
    """Groups by Tab, choices by arrows, ticks by Space, the file by Enter."""
    page = visitors.visit(hasty=True)
    page.locator("button#play-bot:enabled").wait_for()
    to(page, "Settings")
    page.keyboard.press("Enter")
    for group, key, field, value in (
        ("set-palette", "ArrowRight", "palette", "blind"), ("set-cards", "ArrowLeft", "cards", "small"),
        ("set-confirm", "ArrowRight", "confirm", "quick"), ("set-by-itself", "Space", "byItself", False),
    ):
        to(page, group)
        page.keyboard.press(key)
        wait_until(page, f"({SETTINGS})().then((now) => now.{field} === {json.dumps(value)})")
    to(page, "Save to a file")
    with page.expect_download():
        page.keyboard.press("Enter")
    to(page, "set-read")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def to(page: Page, wanted: str, most: int = 60) -> None:
    """From one thing to the next by Tab, until that has the focus: by its name, id, or what it chooses."""
    for _n in range(most):
        page.keyboard.press("Tab")
        if wanted in page.evaluate("(({id, name, textContent}) => [id, name, textContent])(document.activeElement)"):
            return
    raise AssertionError(f"{wanted} is not reached by the Tab key")
