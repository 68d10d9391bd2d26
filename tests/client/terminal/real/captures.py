"""Pictures to be looked at: the ten situations are written to build/terminal-screens.

    python -m tests.client.terminal.real.captures

Each at three sizes, in two languages and two themes: as it can be printed in a terminal (.ansi), and as a page (.html).
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import ROOT
from tests.client.terminal.real.picture import page
from tests.client.terminal.real.showing import SHOWN, TEN
from tests.client.terminal.real.terminal import TmuxTerminal

ENDING = "░░░"
FOLDER = ROOT / "build" / "terminal-screens"
SHOWING = (sys.executable, "-m", "tests.client.terminal.real.showing")
SIZES = ((80, 24), (120, 40), (160, 50))
LANGUAGES, THEMES = ("en", "ja"), ("night", "day")


def capture(language: str, theme: str) -> None:
    """All situations in one terminal."""
    with TemporaryDirectory() as home:
        shown = Path(home) / SHOWN
        with TmuxTerminal(Path(home), "situations", home, language, theme, program=SHOWING) as terminal:
            for name in TEN:
                terminal.until_written(shown, name)
                for columns, rows in SIZES:
                    terminal.resize(columns, rows)
                    terminal.until(partial(is_drawn, rows=rows), name)
                    terminal.calm(after=terminal.screen(), grace=1.5)
                    keep(f"{name}-{columns}x{rows}-{language}-{theme}", terminal.coloured())
                terminal.press("F12")


def is_drawn(screen: str, rows: int) -> bool:
    """Whether the line of keys stands in the last row, or the sheet of the ending lies over all."""
    return len(screen.rstrip("\n").split("\n")) == rows or ENDING in screen


def keep(name: str, coloured: str) -> None:
    """One picture in two forms."""
    (FOLDER / f"{name}.ansi").write_text(coloured, encoding="utf-8")
    (FOLDER / f"{name}.html").write_text(page(coloured, name), encoding="utf-8")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        for theme in THEMES:
            capture(language, theme)
    print(f"{len([*FOLDER.glob('*.html')])} pictures in {FOLDER}")


if __name__ == "__main__":
    main()
