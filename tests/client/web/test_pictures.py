"""Pictures of named situations in both themes, three sizes and both languages, for people to look at.

They are put into build/screenshots; and nothing lies out of sight in them.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Page

from tests import ROOT
from tests.client.web.support.situations import NAMES, show, situations
from tests.client.web.support.visitors import Visitors
from tests.support.lengths import some

FOLDER = ROOT / "build" / "screenshots"
SIZES = {"desk": (1280, 720), "phone": (390, 844), "wide": (1920, 1080)}
PICTURE = {"format": "jpeg", "quality": 90, "optimizeForSpeed": True}
LOOKS = [(lang, theme) for lang in ("en", "ja") for theme in ("day", "night")]
FEWER = [("en", "day"), ("ja", "night")]  # of what is no situation of a game

DRESS = """async ([lang, theme]) => {
    const [{speak}, store] = [await import("/base/language/words.js"), await import("/base/store.js")];
    await speak(lang);
    store.change({settings: {...store.state.settings, lang, theme}});
    await hands.frame();
    await hands.frame();
}"""

OPEN = """async ([name, at]) => {
    const store = await import("/base/store.js");
    store.change({open: name, openAt: at});
    await hands.frame();
}"""

INVITED = """async () => {
    const {change, state} = await import("/base/store.js");
    const terms = {cards: "core", absent: "bot", bank: 3600, spectators: true, reach: "invite", practice: false};
    const line = {table: "K7F2QA9X", name: "Ada", terms, status: "open", free: "jp", watchers: 0, against: ""};
    change({
        invited: {table: "K7F2QA9X", secret: "AAAA", side: "either", known: true, about: {line}},
        server: {...state.server, readable: true},
    });
}"""
ON_A_NETWORK = """async () => {
    const {change, state} = await import("/base/store.js");
    change({here: {...state.here, addresses: [["192.168.1.20", 4277]], others: ["192.168.1.20"]}});
}"""

# What lies outside of the window, or is cut off where it cannot be scrolled to.  On a wide screen nothing is scrolled.
OUT_OF_SIGHT = """() => {
    const {scrollWidth, scrollHeight} = document.documentElement;
    const out = [];
    const within = ({top, bottom, left, right}, box) =>
        left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
    const scrolled = (one) => {
        const pane = one.closest(".lines");
        if (!pane || innerWidth > 1600 || getComputedStyle(pane).overflowY !== "auto") return false;
        const {left, right, top} = pane.getBoundingClientRect();
        const all = {left, right, top: top - pane.scrollTop, bottom: top - pane.scrollTop + pane.scrollHeight};
        return within(one.getBoundingClientRect(), all);
    };
    if (scrollWidth > innerWidth) out.push(`the page is ${scrollWidth} wide in ${innerWidth}`);
    if (document.querySelector(".screen-table") && innerWidth > 600) {
        if (scrollHeight > innerHeight) out.push(`the page is ${scrollHeight} high in ${innerHeight}`);
        const window_ = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
        for (const one of hands.all("main.table [data-thing]:not(.battle *)")) {
            if (!within(one.getBoundingClientRect(), window_) && !scrolled(one)) out.push(hands.said(one));
        }
    }
    return out;
}"""


def start(page: Page) -> None:
    """The first page."""


def invited(page: Page) -> None:
    """By a friend's link."""
    page.evaluate(INVITED)
    page.locator("#sit-down:enabled").wait_for()


def waiting_room(page: Page) -> None:
    """A table of one's own."""
    page.locator("button#make-table").click()
    page.locator("#invite-link").wait_for()
    page.evaluate(ON_A_NETWORK)
    page.locator(".qr").wait_for()


def sheet(name: str, at: str | None = None) -> Callable[[Page], None]:
    """A sheet over a table."""

    def opened(page: Page) -> None:
        show(page, situations()["ships"])
        page.evaluate(OPEN, [name, at])
        page.get_by_role("dialog").wait_for()

    return opened


def whole_table(page: Page) -> None:
    """A fight, with its board put away."""
    show(page, situations()["sea-combat"])
    page.locator(".battle-close").click()


PLACES: dict[str, Callable[[Page], None]] = {
    "start": start,
    "invited": invited,
    "waiting-room": waiting_room,
    "rules": sheet("rules", "17.2"),
    "cards": sheet("cards"),
    "opponent": sheet("opponent"),
    "whole-table": whole_table,
}


@pytest.mark.parametrize("name", some([*PLACES, *NAMES], 1))
def test_pictures(visitors: Visitors, name: str) -> None:
    """Twelve of each situation, six of each other place; nothing moves in them."""
    page = visitors.visit(motion=False, hasty=True, covered=False)
    camera = page.context.new_cdp_session(page)
    page.locator("button#play-bot:enabled").wait_for()
    if name in PLACES:
        PLACES[name](page)
    else:
        show(page, situations()[name])
    FOLDER.mkdir(parents=True, exist_ok=True)
    out = {}
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for lang, theme in FEWER if name in PLACES else LOOKS:
            page.evaluate(DRESS, [lang, theme])
            take(camera, FOLDER / f"{name}-{size}-{theme}-{lang}.jpg")
            if found := page.evaluate(OUT_OF_SIGHT):
                out[size, lang, theme] = found
    assert out == {}


def take(camera: CDPSession, file: Path) -> None:
    """What stands on the screen; the browser does it at once, where Playwright takes a second to get ready."""
    file.write_bytes(base64.b64decode(camera.send("Page.captureScreenshot", PICTURE)["data"]))
