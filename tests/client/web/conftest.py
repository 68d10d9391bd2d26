"""One browser and one server for all tests of this folder; each test has windows of its own.

They are of the package and not of the session: while Playwright runs, a thread has an event loop, and tests elsewhere
make their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.client.web.support.chromium import SWITCHES, found, missing
from tests.client.web.support.house import PATIENCE, House
from tests.client.web.support.visitors import Visitors, visiting

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
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that all tests share."""
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def visitors(browser: Browser, house: House) -> Iterator[Visitors]:
    """Windows before the shared server; the test fails when anything went wrong in one of them."""
    with visiting(browser, house) as visitors:
        yield visitors


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server that a test may stop."""
    with House(tmp_path) as house:
        yield house


@pytest.fixture
def own_visitors(browser: Browser, own_house: House) -> Iterator[Visitors]:
    """Windows before it."""
    with visiting(browser, own_house) as visitors:
        yield visitors


@pytest.fixture
def bench(visitors: Visitors) -> Page:
    """An empty page of our origin, to try modules on."""
    visitors.faults.allow("favicon")
    return visitors.visit("healthz")
