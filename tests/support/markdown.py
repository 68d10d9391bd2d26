"""What stands in a document besides its words: links, headings, and the anchors that they make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

READER = MarkdownIt("commonmark").enable("table")
ANCHOR = re.compile(r"""<a\s+(?:id|name)=["']([^"']+)["']""")


class Link(NamedTuple):
    """A link or a picture."""

    line: int  # of the paragraph in which it stands, from 1
    path: str  # as it is written; "" for one inside the document
    anchor: str
    outside: bool  # to an address elsewhere


def links(text: str) -> list[Link]:
    """Every link and every picture of a document; nothing that stands in code."""
    return [link for block, token in _inline(text) for link in _link(block, token)]


def _inline(text: str) -> Iterator[tuple[Token, Token]]:
    for block in READER.parse(text):
        for token in block.children or ():
            yield block, token


def _link(block: Token, token: Token) -> Iterator[Link]:
    target = token.attrGet("href") if token.type == "link_open" else token.attrGet("src")
    if isinstance(target, str):
        parts = urlsplit(target)
        outside = bool(parts.scheme or parts.netloc)
        yield Link((block.map or [0])[0] + 1, unquote(parts.path), unquote(parts.fragment), outside)


def anchors(text: str) -> set[str]:
    """What can be linked to inside a document: its headings, as code hosts name them, and anchors written as HTML."""
    found: dict[str, int] = {}
    tokens = READER.parse(text)
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open":
            slug = _slug("".join([one.content for one in inline.children or ()]))
            n = found[slug] = found.get(slug, -1) + 1
            if n:
                found[f"{slug}-{n}"] = 0
    return {*found, *ANCHOR.findall(text)}


def _slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
