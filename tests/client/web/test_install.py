"""The page as a program of the system: its manifest, what a browser keeps of it, and what it does without a server."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.client.web.support.page_server import PageServer
from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors, visiting
from tests.client.web.test_coming_back import BROKEN
from tests.server.listening.test_pages import answer, website
from tests.support.lengths import by_night
from tests.tools import icons

AWAY = (*BROKEN, "status 504", "ERR_FAILED", "Failed to load resource")
EARLY = """{
    const later = globalThis.setTimeout;
    globalThis.setTimeout = (act, ms, ...more) => {
        if (ms !== 5000) return later(act, ms, ...more);
        return more.length ? 0 : later(act, 50);
    };
}"""  # what is done when it is quiet is done soon; but no part of the page is fetched before it is needed
KEPT = """async () => {
    const found = {};
    for (const name of await caches.keys()) {
        if (!name.startsWith("page ")) continue;
        found[name] = (await (await caches.open(name)).keys()).map(({url}) => new URL(url).pathname).sort();
    }
    return found;
}"""
ACTIVE = """async () => {
    const {active} = await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
    while (!(await caches.has("windows"))) await new Promise((done) => setTimeout(done, 20));
    await new Promise((done) => setTimeout(done, 200)); // and the page has heard so
    return active.state;
}"""


def keeping(visitors: Visitors, **more: Any) -> BrowserContext:
    """Somebody whose browser keeps the page, and does it soon."""
    person = visitors.person(hasty=True, service_workers="allow", **more)
    person.add_init_script(EARLY)
    return person


def kept(visitors: Visitors, path: str = "", **more: Any) -> Page:
    """A page that is kept by now."""
    page = visitors.window(keeping(visitors, **more), path)
    page.evaluate(ACTIVE)
    return page


def test_a_manifest_in_each_language_and_the_same_program() -> None:
    site = website()
    english, japanese = (
        json.loads(answer(f"/shell/install/{name}.webmanifest", site).body) for name in ("manifest", "manifest.ja")
    )
    assert (english.pop("lang"), japanese.pop("lang")) == ("en", "ja")
    assert english.pop("description") != japanese.pop("description")
    assert english == japanese
    told = ("Iron Bottom & Sunset Sky", "/", "standalone")
    assert (english["name"], english["start_url"], english["display"]) == told
    for icon in english["icons"]:
        path = "/style/icon.svg" if icon["sizes"] == "any" else f"/shell/install/{icon['src']}"
        found = answer(path, site)
        assert (found.status, found.type) == (200, icon["type"])


@pytest.mark.parametrize("size", icons.SIZES)
def test_icons_have_the_size_that_the_manifest_says(size: int) -> None:
    png = icons.file_of(size).read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (size, size)


def test_chromium_finds_it_installable(visitors: Visitors) -> None:
    page = kept(visitors)
    cdp = page.context.new_cdp_session(page)
    errors = cdp.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == []  # as every window of a test is
    manifest = cdp.send("Page.getAppManifest")
    assert (manifest["errors"], json.loads(manifest["data"])["lang"]) == ([], "en")


def test_who_reads_japanese_installs_it_in_japanese(visitors: Visitors) -> None:
    page = kept(visitors, lang="ja")
    expect(page.locator("link[rel=manifest]")).to_have_attribute("href", "shell/install/manifest.ja.webmanifest")
    assert json.loads(page.context.new_cdp_session(page).send("Page.getAppManifest")["data"])["lang"] == "ja"


def test_all_files_of_one_version_are_kept_and_nothing_of_a_game(visitors: Visitors) -> None:
    page = kept(visitors, "#bot=random&side=us&set=full")
    page.evaluate("hands.ready(60)")
    shell = json.loads(page.request.get(f"{visitors.server.url}shell.json").text())
    assert page.evaluate(KEPT) == {f"page {shell['version']}": sorted(shell["files"])}
    assert {"/", "/main.js", "/vocabulary.json", "/base/language/words/ja.json"} <= {*shell["files"]}
    assert not {"/play", "/healthz", "/metrics", "/here.json", "/version.json"} & {*shell["files"]}


def test_what_was_loaded_is_not_sent_again_to_be_kept(visitors: Visitors) -> None:
    """Once over the network in all, whatever the worker asks for."""
    person = keeping(visitors)
    page = person.new_page()
    visitors.faults.watch(page)
    before = figures(page, visitors.server)
    page.goto(visitors.server.url)
    page.evaluate(ACTIVE)
    files = len(json.loads(page.request.get(f"{visitors.server.url}shell.json").text())["files"])
    sent = figures(page, visitors.server) - before
    assert files / 2 < sent <= files + 12, sent  # and what is live


def figures(page: Page, server: PageServer) -> int:
    """How many answers the server has given."""
    text = page.request.get(f"{server.url}metrics").text()
    lines = [line for line in text.splitlines() if line.startswith("ironbottom_http_answers_total")]
    return sum(int(float(line.split()[-1])) for line in lines)


def test_without_a_server_the_page_opens_and_goes_on_when_there_is_one(browser: Browser, tmp_path: Path) -> None:
    with PageServer(tmp_path) as server, visiting(browser, server) as visitors:
        visitors.faults.allow(*AWAY)
        page = kept(visitors, "#bot=random&side=us&set=core")
        before = page.evaluate("hands.ready(60)")
        server.kill()
        page.reload()
        expect(page.get_by_role("heading", name="There is no way to the server")).to_be_visible()
        assert page.evaluate("hands.now()")["net"] == "waiting"
        server.open()
        after = page.evaluate("hands.ready(60)")
        assert (after["table"], after["asked"]) == (before["table"], before["asked"])
        assert after["number"] >= before["number"]  # the bot may have answered meanwhile


@by_night
def test_what_can_be_done_without_a_server(browser: Browser, tmp_path: Path) -> None:
    """Rules, cards, settings, and our games as far as they were told; each opens, and Escape leads back."""
    with PageServer(tmp_path) as server, visiting(browser, server) as visitors:
        visitors.faults.allow(*AWAY)
        page = kept(visitors, "#bot=random&side=jp&seed=5&set=core")
        told = PagePlayer(page, 3).hurry("ships.step")["number"]
        page.evaluate("location.hash = ''")
        server.kill()
        page.reload()
        expect(page.get_by_role("heading", name="There is no way to the server")).to_be_visible()
        sheets = page.get_by_role("dialog")
        for button, said in (("Read the game in ten minutes, and the rules", "17.2"), ("Look at the cards", "VP"),
                             ("Change the settings", "Language")):
            page.get_by_role("button", name=button).click()
            expect(sheets).to_contain_text(said)
            page.keyboard.press("Escape")
            expect(sheets).to_have_count(0)
        page.get_by_role("button", name="Look at it again").click()
        expect(page.get_by_text("This is what you were told")).to_be_visible()
        page.get_by_role("button", name="To the end").click()
        replay = page.evaluate("async () => { const {state} = await import('/base/store.js'); return state.replay; }")
        assert (replay["scenes"][-1]["number"], replay["names"]) == (told, ["random", "Ada"])
        page.get_by_role("button", name="Close the replay").click()
        expect(page.get_by_role("heading", name="There is no way to the server")).to_be_visible()
        server.open()
        page.get_by_role("button", name="Try again").click()
        expect(page.locator("button#play-bot")).to_be_enabled()


def test_where_pages_are_not_encrypted_all_works_without_it(visitors: Visitors) -> None:
    """As in a browser that keeps nothing: no worker, no fault."""
    person = visitors.person(hasty=True)
    person.add_init_script(EARLY + "Object.defineProperty(globalThis, 'isSecureContext', {value: false});")
    page = visitors.window(person)
    page.locator("button#play-bot:enabled").wait_for()
    page.wait_for_timeout(400)
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
