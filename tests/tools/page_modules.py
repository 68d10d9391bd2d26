"""The list of modules in the page's first lines, so that a browser fetches them together and not one after the other.

    python -m tests.tools.page_modules             is the list in client/web/index.html what the modules import?
    python -m tests.tools.page_modules --update    write it
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from tests import ROOT

WEB = ROOT / "client" / "web"
PAGE = WEB / "index.html"
FIRST = "main.js"
UPDATE = "python -m tests.tools.page_modules --update"

IMPORT = re.compile(r"""^\s*(?:import|export)\b[^;]*?\bfrom\s*["'](\.[^"']+)["']""", re.MULTILINE)
LINK = '<link rel="modulepreload" href="{path}">\n'
LINKS = re.compile(r'(?:<link rel="modulepreload" href="[^"]+">\n)*(?=<script type="module")')


def needed() -> list[str]:
    """Every module that must be here before the page begins, besides the first: those that are imported at once."""
    found, todo = set[str](), [FIRST]
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            for name in IMPORT.findall((WEB / path).read_text("utf-8")):
                todo.append((WEB / path).parent.joinpath(name).resolve().relative_to(WEB).as_posix())
    return sorted(found - {FIRST})


def with_links(page: str) -> str:
    """The page with the list as it should be."""
    return LINKS.sub("".join([LINK.format(path=path) for path in needed()]), page, count=1)


def main(argv: Sequence[str]) -> int:
    """Compare, or write."""
    page = PAGE.read_text("utf-8")
    right = with_links(page)
    if "--update" in argv:
        PAGE.write_text(right, "utf-8")
    elif page != right:
        print(f"client/web/index.html does not list what its modules import: {UPDATE}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
