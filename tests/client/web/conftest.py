"""One browser and one server for all tests of this folder; each test has windows of its own.

They are of the package and not of the session: while Playwright runs, a thread has an event loop, and tests elsewhere
make their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.client.web.support.page_server import PATIENCE, PageServer
from tests.client.web.support.stage import Stage
from tests.client.web.support.visitors import Visitors, visiting
from tests.support.chromium import SWITCHES, found, missing

expect.set_options(timeout=1000 * PATIENCE)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The distribution's Chromium, without a screen."""
    assert not missing(), missing()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found(), args=[*SWITCHES])
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """A server that all tests share."""
    with PageServer(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def visitors(browser: Browser, server: PageServer) -> Iterator[Visitors]:
    """Windows before the shared server; the test fails when anything went wrong in one of them."""
    with visiting(browser, server) as visitors:
        yield visitors


@pytest.fixture(scope="package")
def lasting(browser: Browser, server: PageServer) -> Iterator[Stage]:
    """A page that all tests share."""
    with visiting(browser, server) as visitors:
        yield Stage(visitors)


@pytest.fixture
def stage(lasting: Stage) -> Iterator[Stage]:
    """The same for one test; it fails when anything went wrong in it meanwhile."""
    yield lasting
    wrong = lasting.clear()
    assert not wrong, "\n".join(wrong[:20])


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[PageServer]:
    """A server that a test may stop."""
    with PageServer(tmp_path) as server:
        yield server


@pytest.fixture
def own_visitors(browser: Browser, own_server: PageServer) -> Iterator[Visitors]:
    """Windows before it."""
    with visiting(browser, own_server) as visitors:
        yield visitors


@pytest.fixture(scope="package")
def empty(browser: Browser, server: PageServer) -> Iterator[Stage]:
    """A page of our origin with nothing on it, which all tests share."""
    with visiting(browser, server) as visitors:
        visitors.faults.allow("favicon")
        yield Stage(visitors)


@pytest.fixture
def bench(empty: Stage) -> Iterator[Page]:
    """It, loaded anew, to try modules on."""
    yield empty.bare()
    wrong = empty.clear()
    assert not wrong, "\n".join(wrong[:20])
