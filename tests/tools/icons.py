"""The icons of the installed page as PNG, drawn by Chromium from the icon that we drew: not every system takes SVG.

    python -m tests.tools.icons    write them
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests import ROOT
from tests.support.chromium import SWITCHES, found, missing

FOLDER = ROOT / "client" / "web" / "shell" / "install"
DRAWN = FOLDER / "icon.svg"  # to its edges: systems cut their own shape out of it
SIZES = (192, 512)
ALONE = "<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>"


def file_of(size: int) -> Path:
    """Where the icon of a size lies."""
    return FOLDER / f"icon_{size}.png"


def main() -> int:
    """Draw them."""
    if why := missing():
        sys.exit(why)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found(), args=[*SWITCHES])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(ALONE + DRAWN.read_text("utf-8"))
            page.screenshot(path=file_of(size))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
