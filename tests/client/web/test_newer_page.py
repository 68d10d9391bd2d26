"""A server is restarted with a newer page: who has the old one open goes on, is told so, and can load it at no loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.client.web.support.other_page import PROGRAM, copied
from tests.client.web.support.page_server import PageServer
from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors, never_rung, visiting, wait_until
from tests.client.web.test_coming_back import BROKEN, as_it_was, goes_on
from tests.client.web.test_install import KEPT, kept
from tests.support.lengths import NIGHT, by_night

GAME = "#bot=random&side=jp&seed=5&set=core"
NEWER = "The server has a newer page"
GONE = "What you asked for is no longer there"
OPEN_SETTINGS = "async () => (await import('/base/store.js')).change({open: 'settings'})"
VERSIONS = """async () => {
    const [{ownVersion}, answer] = [await import("/base/later.js"), await fetch("/version.json", {cache: "no-store"})];
    return [ownVersion(), (await answer.json()).version];
}"""


def other_title(text: str) -> str:
    """A sheet that reads differently."""
    assert '_("Settings")' in text
    return text.replace('_("Settings")', '"Settings of the newer page"')


def other_names(text: str) -> str:
    """A module that no longer exports what the old page asks it for."""
    return text.replace("export function sheets(", "export function newSheets(")


@pytest.fixture
def restarted(browser: Browser, tmp_path: Path) -> Iterator[tuple[Visitors, Callable[..., None]]]:
    """Visitors of a server, and how it is restarted with another page."""
    with PageServer(tmp_path / "data") as server, visiting(browser, server) as visitors:
        visitors.faults.allow(*BROKEN, "status 404", "Failed to load resource", "ERR_FAILED")

        def restart(**changed: Callable[[str], str]) -> None:
            server.kill()
            server.program = (PROGRAM, str(copied(tmp_path / "newer", **changed)))
            server.open()

        yield visitors, restart


TAKE_BACK = "async () => (await import('/base/store.js')).change({staged: null})"


def load(page: Page) -> None:
    """Load the newer page, as soon as nothing is begun."""
    page.evaluate(TAKE_BACK)
    page.get_by_role("button", name="Load the newer page").click()
    wait_until(page, "() => globalThis.hands && !document.querySelector('.banner.newer')")


def told(page: Page, text: str = NEWER) -> None:
    expect(page.locator(".banner.newer")).to_contain_text(text)


def in_any_order(player: PagePlayer) -> Any:
    """What must not change; the rows of a segment keep their places only while the page is open."""
    here, panel, log = as_it_was(player)
    return here, sorted(panel.splitlines()), log


def test_a_game_goes_on_with_the_old_page_and_is_finished_with_the_newer_one(
    restarted: tuple[Visitors, Callable[..., None]],
) -> None:
    """At the same seat, at the same question; and what was begun is given first."""
    visitors, restart = restarted
    page = visitors.visit(GAME, hasty=True)
    player = PagePlayer(page, 8)
    player.hurry("ships.step", clicks=400)
    restart(settings=other_title)
    told(page)
    old, new = page.evaluate(VERSIONS)
    assert old != new
    goes_on(player)
    player.ready()
    page.evaluate(TAKE_BACK)
    before = in_any_order(player)
    load(page)
    assert in_any_order(player) == before
    assert len({*page.evaluate(VERSIONS)}) == 1
    page.evaluate(OPEN_SETTINGS)
    expect(page.get_by_role("dialog")).to_contain_text("Settings of the newer page")
    page.keyboard.press("Escape")
    assert player.hurry()["over"] if NIGHT else player.hurry(clicks=60)


@by_night
def test_while_an_answer_is_put_together_nothing_is_loaded(restarted: tuple[Visitors, Callable[..., None]]) -> None:
    """An answer that is half there would be lost by it, and so would a line of chat."""
    visitors, restart = restarted
    page = visitors.visit(GAME, hasty=True)
    player = PagePlayer(page, 8)
    player.hurry("ships.step", clicks=400)
    restart(settings=other_title)
    told(page)
    player.ready()
    button = page.get_by_role("button", name="Load the newer page")
    expect(button).to_be_enabled()
    page.locator("#panel button.row-button").first.click()
    expect(button).to_be_disabled()
    page.evaluate(TAKE_BACK)
    expect(button).to_be_enabled()
    page.evaluate("async () => (await import('/base/store.js')).change({chatDraft: 'Well pl'})")
    expect(button).to_be_disabled()


@by_night
@pytest.mark.parametrize(("file", "change"), [("settings", other_title), ("sheets", other_names)])
def test_a_part_of_the_newer_page_is_never_used_by_the_old_one(
    restarted: tuple[Visitors, Callable[..., None]], file: str, change: Callable[[str], str]
) -> None:
    """Whether it would fit or not: the reader is told, and the game is there all the same."""
    visitors, restart = restarted
    person = visitors.person(hasty=True)
    person.add_init_script(never_rung(5000))  # nothing comes early
    page = visitors.window(person, GAME)
    player = PagePlayer(page, 8)
    player.ready()
    restart(**{file: change})
    told(page)
    player.ready()
    page.evaluate(OPEN_SETTINGS)
    told(page, GONE)
    expect(page.get_by_role("dialog")).to_have_count(0)
    goes_on(player)
    load(page)
    goes_on(player)


@by_night
def test_who_keeps_the_page_has_all_parts_of_the_old_one(restarted: tuple[Visitors, Callable[..., None]]) -> None:
    """Also those that were never opened; and when the newer page is loaded it is kept, and the old one goes."""
    visitors, restart = restarted
    page = kept(visitors, GAME)
    player = PagePlayer(page, 8)
    player.ready()
    [old] = page.evaluate(KEPT)
    restart(settings=other_title, replay=lambda text: text + "\nexport const newer = 1;\n")
    told(page)
    page.evaluate(OPEN_SETTINGS)
    expect(page.get_by_role("dialog").get_by_role("heading", name="Settings", exact=True)).to_be_visible()
    expect(page.locator(".banner.newer")).not_to_contain_text(GONE)
    page.keyboard.press("Escape")
    assert page.evaluate("async () => 'newer' in await import('/shell/replay/replay.js')") is False
    before = in_any_order(player)
    load(page)
    assert in_any_order(player) == before
    assert page.evaluate("async () => 'newer' in await import('/shell/replay/replay.js')") is True
    wait_until(page, f"({KEPT})().then((all) => !('{old}' in all) && Object.keys(all).length === 1)")


@by_night
def test_a_file_that_the_browser_has_put_away_is_not_taken_from_the_newer_page(
    restarted: tuple[Visitors, Callable[..., None]],
) -> None:
    """Browsers may empty what they keep; then the part is gone, and no other takes its place."""
    visitors, restart = restarted
    page = kept(visitors, GAME)
    player = PagePlayer(page, 8)
    player.ready()
    restart(settings=other_title)
    told(page)
    page.evaluate("""async () => {
        const name = (await caches.keys()).find((one) => one.startsWith("page "));
        await (await caches.open(name)).delete("/sheets/settings.js");
    }""")
    page.evaluate(OPEN_SETTINGS)
    told(page, GONE)
    expect(page.get_by_role("dialog")).to_have_count(0)
    goes_on(player)


@by_night
def test_the_same_page_again_is_no_newer_one(restarted: tuple[Visitors, Callable[..., None]]) -> None:
    visitors, restart = restarted
    page = visitors.visit(GAME, hasty=True)
    player = PagePlayer(page, 8)
    player.ready()
    with page.expect_response("**/version.json"):
        restart()
    goes_on(player)
    expect(page.locator(".banner")).to_have_count(0)
