"""The paragraphs of the rulebook as anchors, RULEBOOK.html#17.2(3)(b), and their numbers as links to them.

Outside the rules a number is one of the rulebook only behind a §.  One that is not there is a mistake, as a broken link
is: Sphinx is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.logging import getLogger
from sphinx.util.typing import ExtensionMetadata

STEP = r"\((?:\d+|[a-z])\)"
NUMBER = rf"\d+(?:\.\d+)?(?:{STEP})*"
BARE = rf"\d+\.\d+(?:{STEP})*|\d+(?:{STEP})+"  # a 3 may be anything, 3.4 and 3(a) are paragraphs
CITED = re.compile(rf"§(?P<rule>{NUMBER})|\b(?P<ruling>R-\d+b?)\b")
NAMED = re.compile(rf"{CITED.pattern}|(?<![\w.])(?P<bare>{BARE})(?![\w.]*\w)")
HEADING = re.compile(rf"({NUMBER}|R-\d+b?)(?: |$)")

RULES = "ironbottom/rules/"
BOOK, RULINGS = f"{RULES}RULEBOOK", f"{RULES}RULINGS"
NO_LINKS = (nodes.reference, nodes.title, nodes.literal, nodes.literal_block, nodes.strong, nodes.raw)

LOG = getLogger(__name__)


def named(app: Sphinx, document: nodes.document) -> None:
    """Give each numbered paragraph of the rulebook, in each language, its anchor."""
    name = app.env.docname
    if name.startswith((BOOK, RULINGS)):
        known: dict[str, str] = {}
        for section in document.findall(nodes.section):
            if (found := HEADING.match(section[0].astext())) is not None:
                known.setdefault(found[1], section["ids"][0])
        for paragraph in document.findall(nodes.paragraph):
            first = next((child for child in paragraph.children if child.astext()), None)
            if isinstance(first, nodes.strong) and re.fullmatch(NUMBER, first.astext()):
                paragraph["ids"].append(first.astext())
                known[first.astext()] = first.astext()
        anchors(app)[name] = known


def anchors(app: Sphinx) -> dict[str, dict[str, str]]:
    """document -> number -> anchor, for every document that has numbers."""
    found: dict[str, dict[str, str]] = vars(app.env).setdefault("ironbottom_anchors", {})
    return found


def linked(app: Sphinx, document: nodes.document, name: str) -> None:
    """Make links of the numbers in a document."""
    pattern = NAMED if name.startswith(RULES) else CITED
    for text in list(document.findall(nodes.Text)):
        if not within(text, NO_LINKS) and pattern.search(text):
            text.parent.replace(text, list(parts(app, pattern, text, name)))


def within(text: nodes.Text, kinds: tuple[type[nodes.Element], ...]) -> bool:
    node: nodes.Node | None = text.parent
    while node is not None and not isinstance(node, kinds):
        node = node.parent
    return node is not None


def parts(app: Sphinx, pattern: re.Pattern[str], text: nodes.Text, name: str) -> Iterator[nodes.Node]:
    """A text in parts: what names a paragraph or a ruling that there is, and what stands between."""
    done = 0
    for found in pattern.finditer(text):
        number = found["rule"] or found["ruling"] or found["bare"]
        address = target(app, number, name)
        if address:
            yield nodes.Text(text[done : found.start()])
            yield nodes.reference("", found[0], refuri=address, internal=True, classes=["paragraph"])
            done = found.end()
        elif found["rule"]:
            LOG.warning("there is no §%s in the rulebook", number, location=name)
    yield nodes.Text(text[done:])


def target(app: Sphinx, number: str, name: str) -> str:
    """Where a paragraph or a ruling stands, in the language of who cites it if it stands there; "" for nowhere."""
    book = RULINGS if number.startswith("R") else BOOK
    language = name.rpartition(".")[2] if "." in name.rpartition("/")[2] else ""
    for one in (f"{book}.{language}", book):
        anchor = anchors(app).get(one, {}).get(number)
        if anchor is not None:
            return f"{app.builder.get_relative_uri(name, one) if one != name else ''}#{anchor}"
    return ""


def setup(app: Sphinx) -> ExtensionMetadata:
    """What Sphinx calls."""
    app.connect("doctree-read", named)
    app.connect("doctree-resolved", linked)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
