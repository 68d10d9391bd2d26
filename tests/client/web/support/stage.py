"""A page that lasts: situations are shown on it, one after the other, for tests in which nobody plays.

To open a page costs more than to draw a table on it.
"""

from __future__ import annotations

from playwright.sync_api import Page

from tests.client.web.support.situations import Situation, show, situations
from tests.client.web.support.visitors import DESK, Visitors

OPENED = """async () => { globalThis.asOpened = {...(await import("/base/store.js")).state}; }"""

# As it was when it was opened, in a language and a theme.
EMPTIED = """async ([lang, theme]) => {
    const [{speak}, {change}] = [await import("/base/language/words.js"), await import("/base/store.js")];
    await speak(lang);
    const {settings} = globalThis.asOpened;
    change({...globalThis.asOpened, settings: {...settings, lang, theme}});
    await hands.frame();
}"""


class Stage:
    """The page, and who watches it."""

    def __init__(self, visitors: Visitors) -> None:
        self.visitors = visitors
        self._page: Page | None = None

    def page(self, size: tuple[int, int] = DESK, *, lang: str = "en", theme: str = "day") -> Page:
        """Empty: as if it had just been opened by somebody who likes no motion."""
        page = self._page or self._opened()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(EMPTIED, [lang, theme])
        return page

    def showing(
        self, what: str | Situation, size: tuple[int, int] = DESK, *, lang: str = "en", theme: str = "day"
    ) -> Page:
        """A situation, or one by its name."""
        page = self.page(size, lang=lang, theme=theme)
        show(page, what if isinstance(what, Situation) else situations()[what])
        return page

    def bare(self) -> Page:
        """Of our origin, with no module loaded and nothing remembered."""
        page = self._page = self._page or self.visitors.visit("healthz")
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.goto(self.visitors.server.url + "healthz")
        return page

    def clear(self) -> list[str]:
        """What went wrong since the last time; then nobody uses that page again."""
        wrong = [*self.visitors.faults.found]
        if wrong:
            self.visitors.faults.found.clear()
            self.visitors.leave()
            self._page = None
        return wrong

    def _opened(self) -> Page:
        page = self._page = self.visitors.visit(motion=False, hasty=True, covered=False)
        page.locator("button#play-bot:enabled").wait_for()
        page.evaluate(OPENED)
        return page
