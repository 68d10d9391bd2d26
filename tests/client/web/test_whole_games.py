"""Whole games, by clicking what the page offers; by mouse, by keys alone, and between two pages."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.client.web.support.player import PagePlayer, unpainted
from tests.client.web.support.visitors import Visitors, wait_until
from tests.support.lengths import NIGHT, by_night, some

GAMES = (("random", "us", 1), ("mate", "jp", 2), ("mate", "us", 3))
MOST_KEYS = 8_000
MORE_GAMES = 2
MOST_CLICKS = 5_000 if NIGHT else 80  # then Ada resigns
KINDS = 1_000 if NIGHT else 6  # of questions; there are fewer than that: by night it goes on to the end
WAYS = (("2",), ("1", "b"), ("ArrowDown", "Space"), ("3", "ArrowRight", "Enter"), ("Tab", "Enter"), ("0", "a"))


@by_night
@pytest.mark.parametrize(("bot", "side", "seed"), some(GAMES, 1))
def test_a_game_against_a_bot_to_its_end(visitors: Visitors, tmp_path: Path, bot: str, side: str, seed: int) -> None:
    """With the mouse, on table and panel; then the end is told, and the transcript is the proof that it says it is."""
    page = visitors.visit(f"#bot={bot}&side={side}&seed={seed:x}&set={'full' if seed % 2 else 'core'}", hasty=True)
    player = PagePlayer(page, seed)
    end = player.play()
    assert end["over"]
    assert {"confirm", "thing", "row", "option", "done"} <= {*player.clicks}
    assert len(player.steps) > 12
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", level=2)).to_have_text(re.compile("You have (won|lost)"))
    expect(sheet.get_by_role("heading", name="Luck")).to_be_visible()
    verified(page, tmp_path)


def verified(page: Page, tmp_path: Path) -> None:
    """The transcript and our own record, downloaded, and verified with the command that is shown."""
    command = page.get_by_role("dialog").locator("code.command").inner_text()
    file = downloaded(page, tmp_path, "Download the transcript")
    assert command == f"ironbottom verify {file.name}"
    assert downloaded(page, tmp_path, "Download your own record") == file.with_suffix(".record.jsonl")
    argv = [sys.executable, "-m", "ironbottom.client", "verify", str(file)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Proven by your record: you were shown what this game tells your side, in all its updates." in done.stdout


def downloaded(page: Page, folder: Path, button: str) -> Path:
    """A file that a button saves."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button).click()
    file = folder / waiting.value.suggested_filename
    waiting.value.save_as(file)
    return file


@pytest.mark.parametrize("lang", some(["en", "ja"], 1))
def test_a_game_by_keys_alone(visitors: Visitors, lang: str) -> None:
    """From the start page on, and at every question: no mouse is there."""
    player = PagePlayer(visitors.visit(lang=lang, hasty=True), 11)
    here = by_keys(player)
    for _ in range(MORE_GAMES):
        if len(player.steps) > 3:
            break
        player.page.goto(visitors.server.url)  # a base was taken early, or some key said that nothing is asked again
        here = by_keys(player)
    assert len(player.steps) > 3
    if not here["over"]:
        return
    page = player.page
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def by_keys(player: PagePlayer) -> Any:
    """A game against a bot, from the start page on; where things stand at its end."""
    expect(player.page.locator("button#play-bot")).to_be_enabled()
    tab_to(player.page, "button#play-bot")
    player.page.keyboard.press("Enter")
    for _ in range(MOST_KEYS):
        here = player.ready()
        if here["over"] or len(player.steps) >= KINDS:
            return here
        press(player, here)
    raise AssertionError(f"no end after {MOST_KEYS} keys: {player.now()}")


def tab_to(page: Page, selector: str, most: int = 60) -> None:
    """Go from one thing to the next until this one has the focus."""
    for _ in range(most):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by the Tab key")


def press(player: PagePlayer, here: Any) -> None:
    """Some key that may bring the answer nearer."""
    rng, keys = player.rng, player.page.keyboard
    if here["open"]:
        keys.press("Escape")
        return
    player.steps[here["asked"]] += 1
    if here["type"] == "move":
        if rng.random() < 0.3:
            keys.press("Control+Enter")
        else:
            keys.press(str(rng.randint(1, 9)))
            keys.press(rng.choice("abcdef"))
    elif rng.random() < 0.6:
        keys.press("Control+Enter" if rng.random() < 0.3 else "Enter")
    else:
        for key in rng.choice(WAYS):
            keys.press(key)


def test_two_pages_play_against_each_other_and_a_third_looks_on(visitors: Visitors) -> None:
    """By the link that one gives the other; with words between them; all three see the same end."""
    ada = visitors.visit(name="Ada", hasty=True)
    ada.locator(".invite-friend").get_by_role("button", name="More options").click()
    ada.get_by_label("Least time of an answer").fill("0")
    ada.locator("button#make-table").click()
    link = ada.locator("#invite-link").input_value()
    table = ada.evaluate("hands.now()")["table"]
    ben = visitors.visit(link.removeprefix(visitors.server.url), name="Ben", hasty=True)
    ben.get_by_role("button", name="Sit down").click()
    for page in (ada, ben):
        wait_until(page, "() => hands.now().then((here) => here.number > 0)")
    watcher = visitors.visit(f"#watch={table}", name="Cleo", hasty=True)
    greet(ben, "Good luck, Ada.")
    expect(tab(ada, "Chat").locator(".said")).to_contain_text("Good luck, Ada.")
    with unpainted(ada, ben, watcher):
        for page, chance, most in ((ada, 1, MOST_CLICKS), (ben, 2, 5_000)):
            page.evaluate("([seed, most]) => { globalThis.end = hands.play(seed, most, 60); }", [chance, most])
        if not ada.evaluate("() => globalThis.end")["over"]:
            ada.evaluate("async () => (await import('/session/api.js')).resign()")
        for page in (ada, ben):
            wait_until(page, "() => hands.now().then((here) => here.over)")
    told = [page.get_by_role("dialog").locator("p.reason").inner_text() for page in (ada, ben, watcher)]
    assert len({*told}) == 1
    heads = [page.locator("#sheet-title").inner_text() for page in (ada, ben, watcher)]
    assert {*heads[:2]} == {"You have won", "You have lost"}
    assert "has won" in heads[2]


def tab(page: Page, name: str) -> Page:
    """Show a tab of the side."""
    page.get_by_role("tab", name=name).click()
    return page


def greet(page: Page, text: str) -> None:
    """Say something to the table."""
    tab(page, "Chat").get_by_label("Say something to the table").fill(text)
    page.keyboard.press("Enter")
