"""Who comes to the page: browser windows, each as of another person, that are watched for every fault."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page, Request, Response

from tests.client.web.support.page_server import PATIENCE, PageServer
from tests.client.web.support.player import HANDS, UNPAINTED

DESK = (1280, 720)

# Runs in each page before anything of its own.
AT_THE_DOOR = """
document.addEventListener("securitypolicyviolation", (event) => console.error(
  `CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`));
"""

# Pictures of the screen as soon as they are asked for, not sixty times a second: nobody looks on.
UNSEEN = """
{
  let asked = [];
  const bell = new MessageChannel();
  bell.port1.onmessage = () => { const now = asked; asked = []; for (const act of now) act(performance.now()); };
  globalThis.requestAnimationFrame = (act) => { if (!asked.length) bell.port2.postMessage(0); return asked.push(act); };
}
"""

# A black sheet lies before the page, and lets the mouse through: what is behind it is not filled with colour.
COVERED = """
{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`html::after {
    content: ""; position: fixed; inset: 0; z-index: 2147483647; background: black; pointer-events: none;
    will-change: transform;
  }`);
  document.adoptedStyleSheets.push(sheet);
}
"""

KEPT = """
([name, text]) => { try { if (localStorage.getItem(name) === null) localStorage.setItem(name, text); } catch {} }
"""

GONE = ("Execution context was destroyed", "Cannot find context")  # the page was loaded anew meanwhile
WAITING = """async ([arg, most]) => {
    const look = async () => { const found = (%s); return typeof found === "function" ? found(arg) : found; };
    for (const end = performance.now() + most; performance.now() < end;) {
        const seen = await look();
        if (seen) return {seen};
        await new Promise((done) => setTimeout(done, 20));
    }
    return null;
}"""


def never_rung(*milliseconds: int) -> str:
    """A script to begin with: a page whose timers of these lengths never ring, however slow the machine is."""
    return f"""{{
      const later = globalThis.setTimeout;
      globalThis.setTimeout = (act, ms, ...more) => {[*milliseconds]}.includes(ms) ? 0 : later(act, ms, ...more);
    }}"""


class Faults:
    """What went wrong in a page, and what a test says may go wrong."""

    def __init__(self, server: PageServer) -> None:
        self.server = server
        self.found: list[str] = []
        self.allowed: list[re.Pattern[str]] = []

    def allow(self, *patterns: str) -> None:
        """A test that cuts the network off hears of it from the browser."""
        self.allowed += [re.compile(pattern) for pattern in patterns]

    def watch(self, page: Page) -> None:
        """From now on."""
        page.on("console", lambda said: self._add(said.type == "error", f"console: {said.text} {said.location}"))
        page.on("pageerror", lambda error: self._add(True, f"error: {error.message}\n{error.stack}"))
        page.on("crash", lambda _: self._add(True, "the page crashed"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("request", self._asked)

    def _add(self, bad: bool, text: str) -> None:
        if bad and not any(pattern.search(text) for pattern in self.allowed):
            self.found.append(text)

    def _failed(self, request: Request) -> None:
        why = request.failure or ""
        self._add("ERR_ABORTED" not in why, f"failed: {request.method} {request.url}: {why}")

    def _answered(self, response: Response) -> None:
        self._add(response.status >= 400, f"status {response.status}: {response.url}")

    def _asked(self, request: Request) -> None:
        """Nothing comes from anywhere else."""
        parts = urlsplit(request.url)
        ours = parts.scheme in ("data", "blob") or parts.netloc == f"127.0.0.1:{self.server.port}"
        self._add(not ours, f"asked somebody else: {request.url}")


class Visitors:
    """The windows that a test has open."""

    def __init__(self, browser: Browser, server: PageServer) -> None:
        self.browser, self.server = browser, server
        self.faults = Faults(server)
        self.contexts: list[BrowserContext] = []

    def person(
        self, name: str = "Ada", *, lang: str = "en", theme: str = "day", speed: str = "at-once",
        size: tuple[int, int] = DESK, motion: bool = True, hasty: bool = False,
        covered: bool | None = None, blind: bool = False, **options: Any,
    ) -> BrowserContext:
        """Somebody with a browser of their own, whose settings are those.

        Who is `hasty` does not wait for the screen, nor see it, unless it is not `covered`; who is `blind` has no use
        for it, nor for a mouse.  Nobody keeps the page but who says so (`service_workers="allow"`).
        """
        usual: dict[str, Any] = {
            "viewport": {"width": size[0], "height": size[1]}, "locale": "ja-JP" if lang == "ja" else "en-GB",
            "reduced_motion": "no-preference" if motion else "reduce", "accept_downloads": True,
            "service_workers": "block",
        }
        context = self.browser.new_context(**(usual | options))
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(AT_THE_DOOR)
        context.add_init_script(HANDS)
        if hasty:
            context.add_init_script(UNSEEN)
        if hasty and not blind if covered is None else covered:
            context.add_init_script(COVERED)
        if blind:
            context.add_init_script(f"({UNPAINTED})()")
        settings = {"lang": lang, "theme": theme, "speed": speed, "motion": motion}
        for key, value in (("name", name), ("settings", settings)):
            told = json.dumps([f"ironbottom.{key}", json.dumps(value)])
            context.add_init_script(f"({KEPT})({told})")
        self.contexts.append(context)
        return context

    def window(self, context: BrowserContext, path: str = "") -> Page:
        """A tab of somebody, watched from the beginning, at a path of our page or a whole address."""
        page = context.new_page()
        self.faults.watch(page)
        page.goto(path if "://" in path else self.server.url + path)
        return page

    def visit(self, path: str = "", **person: Any) -> Page:
        """Somebody who comes to a path."""
        return self.window(self.person(**person), path)

    def leave(self) -> None:
        """Everybody goes."""
        for context in self.contexts:
            context.close()
        self.contexts.clear()


@contextmanager
def visiting(browser: Browser, server: PageServer) -> Iterator[Visitors]:
    """Visitors who are gone at the end; fails when anything went wrong in any page."""
    visitors = Visitors(browser, server)
    try:
        yield visitors
    finally:
        visitors.leave()
    assert not visitors.faults.found, "\n".join(visitors.faults.found[:20])


def wait_until(page: Page, expression: str, arg: Any = None, *, within: float = PATIENCE) -> Any:
    """Wait for what may only be known after a while: Playwright's own wait takes a promise for yes.

    What an expression, or the function that it is, gives as soon as that is true; `within`: seconds.
    """
    end = monotonic() + within
    while (left := end - monotonic()) > 0:
        try:
            found = page.evaluate(WAITING % expression, [arg, 1000 * left])
        except Error as error:
            if not any(text in error.message for text in GONE):
                raise
            continue
        if found is not None:
            return found["seen"]
    raise AssertionError(f"never true within {within:g} s: {expression}")
