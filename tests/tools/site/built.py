"""What came out, as a browser without a network would see it: every link, every anchor, everything that is loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {  # tag -> attribute by which a browser fetches something unasked
    "script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src", "audio": "src", "embed": "src",
    "object": "data", "link": "href", "form": "action",
}  # fmt: skip
IN_STYLE = re.compile(r"""(?:url\(|@import\s+)["']?([^"')\s;]+)""")


class Page(HTMLParser):
    """The anchors of a page, where its links lead, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Called by the parser."""
        had = {name: value for name, value in attrs if value is not None}
        self.anchors |= {had[name] for name in ("id", "name") if name in had}
        if tag == "a" and "href" in had:
            self.links.append(had["href"])
        if tag in LOADED and LOADED[tag] in had:
            self.loaded.append(had[LOADED[tag]])
        self.loaded += IN_STYLE.findall(had.get("style", ""))


def faults(folder: Path) -> Iterator[str]:
    """A line for each link that leads nowhere, and for each thing that a page would fetch from elsewhere."""
    folder = folder.resolve()
    pages = {path: Page(path.read_text("utf-8")) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        where = path.relative_to(folder).as_posix()
        for target in page.loaded:
            yield from [f"{where}: loads {target}: {fault}" for fault in missing(path, target, elsewhere=False)]
        for target in page.links:
            yield from [f"{where}: links to {target}: {fault}" for fault in leads_nowhere(path, target, pages)]
    for style in sorted(folder.rglob("*.css")):
        where = style.relative_to(folder).as_posix()
        for target in IN_STYLE.findall(style.read_text("utf-8")):
            yield from [f"{where}: loads {target}: {fault}" for fault in missing(style, target, elsewhere=False)]


def missing(page: Path, target: str, *, elsewhere: bool) -> Iterator[str]:
    """What is wrong with an address, apart from its anchor."""
    parts = urlsplit(target)
    if parts.scheme == "data":
        return
    if parts.scheme or parts.netloc:
        if not elsewhere:
            yield "it is elsewhere"
    elif parts.path and not (page.parent / unquote(parts.path)).is_file():
        yield "it is not there"


def leads_nowhere(page: Path, target: str, pages: dict[Path, Page]) -> Iterator[str]:
    """What is wrong with a link."""
    found = list(missing(page, target, elsewhere=True))
    yield from found
    parts = urlsplit(target)
    if found or not parts.fragment or parts.scheme or parts.netloc:
        return
    known = pages.get(Path(normpath(page.parent / unquote(parts.path))) if parts.path else page)
    if known is not None and not {parts.fragment, unquote(parts.fragment)} & known.anchors:
        yield "it has no such anchor"
