"""The files that browsers are given: the page itself, the vocabulary, cards, rulebook.  Each is read and packed once.

Only what is there when the server starts is ever served, by its exact path.
"""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from msgspec import to_builtins

from ironbottom.battle import Battle
from ironbottom.battle_sheet import battle_names, battle_text, read_battle
from ironbottom.campaign_sheet import campaigns, opening_of
from ironbottom.catalog import CardError
from ironbottom.language import _
from ironbottom.options import OPTIONAL_RULES
from ironbottom.printed import CardSet
from ironbottom.vocabulary import ROOMS, for_page, for_page_room
from ironbottom.wire.invite import Address
from ironbottom.wire.spoken import WORDS

from ..runtime.settings import CannotServe

LARGEST = 4 * 1024 * 1024  # bytes of a page
TEXT = "text/plain; charset=utf-8"
TYPES = {
    ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript",  # as the document, in UTF-8
    ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".txt": TEXT,
    ".md": "text/markdown; charset=utf-8",
}
BOOKS = {  # in ironbottom/rules, and as pages
    "RULEBOOK.md": "rulebook.md", "RULEBOOK.ja.md": "rulebook.ja.md", "RULINGS.md": "rulings.md",
    "RULINGS.ja.md": "rulings.ja.md", "TEN_MINUTES.md": "ten-minutes.md", "TEN_MINUTES.ja.md": "ten-minutes.ja.md",
}
# Comments on lines of their own, and at the end of one where no quote behind `//` says that it stands in a text.
IN_SCRIPTS = re.compile(
    rb"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*$|//[^\n]*)|[ \t]+// [^\n\"'`*]*$", re.DOTALL | re.MULTILINE
)
IN_STYLES = re.compile(rb"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$|^[ \t]+", re.DOTALL | re.MULTILINE)  # indents, too
COMMENTS = {".js": IN_SCRIPTS, ".css": IN_STYLES}
SHORT = 16  # letters of a tag that browsers give back: two files of one path never have the same
EXPORTED = ".json"  # how a battle ends that `ironbottom battles export` has written
WORTH = 64  # bytes that packing must save
FOR_DEVELOPERS = "README.md"  # lies among the pages, and is none


class Upstream(NamedTuple):
    """A server elsewhere for which the page is served here, and what shows that it is the right one."""

    pin: bytes
    addresses: tuple[Address, ...]


class BadPages(CannotServe):
    """The folder of pages cannot be served."""


class StaticFile(NamedTuple):
    """A file that is served."""

    body: bytes
    type: str
    tag: str  # its digest; the ETag has the first letters of it
    packed: bytes  # with gzip; empty where that saves nothing

    def sent(self, accepted: str, had: str) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers for who takes these encodings and has what has these tags."""
        packed = bool(self.packed) and takes_gzip(accepted)
        tag = f'"{self.tag[:SHORT]}-gz"' if packed else f'"{self.tag[:SHORT]}"'
        kept = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if tag in [one.strip().removeprefix("W/") for one in had.split(",")]:
            return 304, b"", kept
        return 200, self.packed if packed else self.body, kept | ({"Content-Encoding": "gzip"} if packed else {})


def page(name: str, body: bytes) -> StaticFile:
    """A file to be served, packed once for everybody."""
    packed = gzip.compress(body, 9, mtime=0)
    worth = len(packed) + WORTH <= len(body)
    return StaticFile(body, TYPES[Path(name).suffix], sha256(body).hexdigest()[:32], packed if worth else b"")


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding allows gzip."""
    for one in accepted.lower().split(","):
        coding, _semicolon, how = one.partition(";")
        if coding.strip() in ("gzip", "x-gzip"):
            return not how.replace(" ", "").rstrip("0").endswith(("q=", "q=0."))
    return False


def pages(folder: Path) -> dict[str, StaticFile]:
    """Every file of a folder by the path that it is asked for with: only what is there now is ever served."""
    if not folder.is_dir():
        raise BadPages(_("{folder} is no folder: the web pages are missing.").format(folder=folder))
    found: dict[str, StaticFile] = {}
    for file in sorted(folder.rglob("*")):
        parts = file.relative_to(folder).parts
        hidden = file.name == FOR_DEVELOPERS or any(part.startswith(".") for part in parts)
        if not file.is_file() or file.suffix not in TYPES or hidden:
            continue
        body = file.read_bytes()
        if len(body) > LARGEST:
            text = _("{file} has {size} bytes; a page may have {most} at most.")
            raise BadPages(text.format(file=file, size=len(body), most=LARGEST))
        found["/" + "/".join(parts)] = page(file.name, bare(file.suffix, body))
    if "/index.html" in found:
        found["/"] = found["/index.html"]
    return found


def bare(kind: str, text: bytes) -> bytes:
    """A script or a style without what is for its readers alone, other files whole; every line keeps its number."""
    if (comment := COMMENTS.get(kind)) is None:
        return text
    return comment.sub(lambda found: b"\n" * found[0].count(b"\n"), text)


def books() -> Iterator[tuple[str, StaticFile]]:
    """The rulebook, in each language that it is written in."""
    folder = files("ironbottom.rules")
    for name, path in BOOKS.items():
        book = folder / name
        if book.is_file():
            yield f"/{path}", page(path, book.read_bytes())


def puzzles(folder: Path) -> dict[str, StaticFile]:
    """Positions to be solved, and their index: they come when somebody wants them, and no browser keeps them."""
    kept = sorted(folder.iterdir()) if folder.is_dir() else []
    return {f"/puzzles/{file.name}": page(file.name, file.read_bytes()) for file in kept if file.suffix in TYPES}


def vocabulary() -> dict[str, StaticFile]:
    """The sentences and words that all clients say; those of optional rules and battles come when they are needed."""
    rules = [to_builtins(rule) for rule in OPTIONAL_RULES]
    more: dict[str, dict[str, Any]] = {"special": {"rules": rules}, "own-key": {"words": WORDS}}
    told = {"/vocabulary.json": for_page()} | {
        f"/vocabulary-{room}.json": {"tables": for_page_room(room), **more.get(room, {})} for room in ROOMS
    }
    return {path: page(path, msgspec.json.encode(one)) for path, one in told.items()}


def battle_pages(own: Iterable[Battle]) -> dict[str, StaticFile]:
    """The battles that may be chosen, those of the host last: a list of them in brief, and each by its name.

    Campaigns are among them by their own names (§25): each is its first battle, in brief, as a table takes it.
    """
    known = [read_battle(battle_text(name), name) for name in battle_names()]
    every = {battle.name: battle for battle in known} | {name: opening_of(name).brief for name in campaigns()}
    every |= {battle.name: battle for battle in own}
    listed = page("battles.json", msgspec.json.encode([battle.brief for battle in every.values()]))
    each = {name: page("battle.json", msgspec.json.encode(battle)) for name, battle in every.items()}
    return {"/battles.json": listed} | {f"/battles/{name}.json": one for name, one in each.items()}


def own_battle(file: Path) -> Battle:
    """A battle that the host has written.  Raises CannotServe."""
    try:
        text = file.read_text("utf-8")
        return msgspec.json.decode(text, type=Battle) if file.suffix == EXPORTED else read_battle(text, str(file))
    except CardError as error:
        raise CannotServe(str(error)) from None
    except (OSError, ValueError, RecursionError) as error:
        why = getattr(error, "strerror", None) or str(error)
        text = _("{file} cannot be read ({why}): --battle needs a file with a battle.")
        raise CannotServe(text, file=file, why=why) from None


def card_pages(sets: Mapping[str, CardSet]) -> Iterator[tuple[str, StaticFile]]:
    """Each card set, as the same JSON that `fetch` gives."""
    for name, cards in sets.items():
        yield f"/cards/{quote(name, safe='')}.json", page("cards.json", msgspec.json.encode(cards))


def where_page(
    pin: bytes, addresses: Sequence[Address], others: Sequence[str] = (), public: str = ""
) -> dict[str, StaticFile]:
    """What a page needs to write an invite or a link: the pin, and where the server is.

    No address: where the page came from; and for a page on this computer itself, by which names others find it.
    `public`: where its host says that everybody finds it.
    """
    where = [[host, port] for host, port in addresses]
    told = {"pin": b64encode(pin).decode(), "addresses": where, "others": list(others), "public": public}
    return {"/here.json": page("here.json", msgspec.json.encode(told))}
