"""Waiting until something is true in a page, also where that is only known after a while.

Playwright's own `wait_for_function` takes the promise of an answer for the answer, and so waits for nothing.
"""

from __future__ import annotations

from time import monotonic
from typing import Any

from playwright.sync_api import Error, Page

from tests.client.web.support.page_server import PATIENCE

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


def wait_until(page: Page, expression: str, arg: Any = None, *, within: float = PATIENCE) -> Any:
    """What an expression, or the function that it is, gives as soon as that is true; `within`: seconds."""
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
