"""`python -m tests.client.web.support.other_page FOLDER ...`: our server, but with the page that lies in a folder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from ironbottom.server.listening import http
from ironbottom.server.listening.static import pages
from ironbottom.server.ops.command import add_options, run
from ironbottom.server.runtime.settings import PAGES

PROGRAM = "tests.client.web.support.other_page"


def copied(folder: Path, **changed: Callable[[str], str]) -> Path:
    """A copy of our page; `changed`: files by the ends of their names, and what becomes of their texts."""
    copytree(PAGES, folder)
    for end, change in changed.items():
        [file] = [one for one in folder.rglob("*.js") if one.stem == end and one.parent.name != "editor"]
        file.write_text(change(file.read_text("utf-8")), "utf-8")
    return folder


if __name__ == "__main__":
    folder = Path(sys.argv.pop(1))
    pytest.MonkeyPatch().setattr(http, "pages", lambda _folder: pages(folder))
    parser = argparse.ArgumentParser(prog=f"python -m {PROGRAM}")
    add_options(parser)
    sys.exit(run(parser.parse_args()))
