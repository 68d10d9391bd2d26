"""Somebody who plays on the page: clicks with the mouse on what it offers, and knows no rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page

from tests.client.web.support.page_server import PATIENCE

HANDS = (Path(__file__).parent / "hands.js").read_text(encoding="utf-8")
KINDS = ("way", "option", "thing", "row")
MOST_CLICKS = 6_000  # of one game

# Everything has its place and its size, but nothing is painted, and no mouse hits anything.
UNPAINTED = """() => {
  const nothing = globalThis.nothing = new CSSStyleSheet();
  nothing.replaceSync("html, dialog, [popover] { clip-path: inset(50%) !important; }");
  document.adoptedStyleSheets.push(nothing);
}"""
PAINTED = "document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== globalThis.nothing)"


@contextmanager
def unpainted(*pages: Page) -> Iterator[None]:
    """While this lasts, nobody looks at these pages or uses a mouse there."""
    for page in pages:
        page.evaluate(UNPAINTED)
    yield
    for page in pages:
        page.evaluate(PAINTED)


class PagePlayer:
    """One seat."""

    def __init__(self, page: Page, seed: int = 1, *, finger: bool = False) -> None:
        self.page, self.rng, self.finger = page, Random(seed), finger
        self.clicks = Counter[str]()
        self.steps = Counter[str]()  # of what was asked
        self.sheets = Counter[str]()  # that were put away
        self.last = ""

    def now(self) -> Any:
        """Where things stand."""
        return self.page.evaluate("hands.now()")

    def ready(self, seconds: float = PATIENCE) -> Any:
        """Wait until there is something to answer or the game is over."""
        here = self.page.evaluate("(seconds) => hands.ready(seconds)", seconds)
        assert here["ready"], f"nothing came: {here}; the last click was {self.last}"
        assert here["refused"] is None, f"the page let us do what the server refuses: {here}; after {self.last}"
        return here

    def click(self, kind: str) -> bool:
        """One of the things of a kind that can be hit; whether there was one."""
        aim = self.page.evaluate("([kind, n]) => hands.aim(kind, n)", [kind, self.rng.randrange(1_000)])
        if aim is None:
            return False
        if self.finger:
            self.page.touchscreen.tap(*aim["at"])
        else:
            self.page.mouse.click(*aim["at"])
        self.clicks[kind] += 1
        self.last = f"{kind} {aim['said']}"
        return True

    def step(self, here: Any) -> None:
        """One click towards an answer; a sheet that lies over the table is put away first."""
        if here["open"]:
            self.sheets[here["open"].split(":")[0]] += 1
            self.page.keyboard.press("Escape")
            return
        offered = self.page.evaluate("hands.counts()")
        end = "done" if here["type"] == "move" else "confirm"
        kinds = [kind for kind in KINDS if offered[kind]]
        self.rng.shuffle(kinds)
        if offered[end] and (not kinds or self.rng.random() < (0.2 if end == "done" else 0.45)):
            kinds.insert(0, end)
        if offered["way"]:
            kinds.insert(0, "way")
        assert any(self.click(kind) for kind in [*kinds, end]), f"a dead end: {here}, {offered}; after {self.last}"

    def play(self, *, until: str = "", most: int = MOST_CLICKS) -> Any:
        """To the end of the game, or until something of this section or step is asked; where things stand then."""
        for _ in range(most):
            here = self.ready()
            if here["over"] or here["net"] == "ended" or until in (*here["sections"], here["asked"]):
                return here
            self.steps[here["asked"]] += 1
            self.step(here)
        raise AssertionError(f"no end after {most} clicks: {self.now()}; {self.clicks}")

    def hurry(self, *until: str, clicks: int = MOST_CLICKS) -> Any:
        """The same without a mouse, as fast as the page goes; to the end, or until one of these is asked."""
        told = [self.rng.randrange(10**6), clicks, PATIENCE, until]
        with unpainted(self.page):
            here = self.page.evaluate("(told) => hands.play(...told)", told)
        assert here["over"] or until or clicks < MOST_CLICKS, f"no end: {here}"
        return here
