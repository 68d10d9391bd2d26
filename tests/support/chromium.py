"""The browser that the page is tested in: the distribution's Chromium, installed where it is missing and we may.

`python -m tests` asks `missing` before it runs pytest.  On a machine without the browser, and without the right to
install it, the tests of the page are left out and the summary says so; where the environment holds NEEDED, as `.ci/run`
sets it, that is a failure.
"""

from __future__ import annotations

import os
import shutil
from functools import cache

from tests.support.debian import install

NEEDED = "IRONBOTTOM_NEEDS_BROWSER"
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGES = ("chromium-headless-shell", "chromium")  # the one without windows costs a fifth less; not all have it
LETTERS = "fonts-noto-cjk"  # for the pictures in Japanese

# No service of its maker, no first run, nothing that waits for a network: a closed one is what tests should have.
SWITCHES = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-domain-reliability", "--disable-breakpad", "--no-pings",
)  # fmt: skip


def needed() -> bool:
    """Whether a machine without the browser is a failure."""
    return bool(os.environ.get(NEEDED))


def found() -> str | None:
    """Where the browser is."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@cache
def missing() -> str:
    """Install the browser where it is missing and we may; why there is none, or nothing."""
    for package in PACKAGES:
        if found():
            return ""
        if refused := install("Chromium", "of the page", package, LETTERS):
            return refused
    return "" if found() else "there is no Chromium, and apt-get could not install it"
