"""The sentences and words that all clients say, once: Python reads the .toml files here, the page gets them as JSON.

A table has a name that no other has, in whatever file it stands: `phrase("refused.not_yet", why=...)` is the sentence
`not_yet` of the table [refused], in the reader's language.  English stands here; translations are in the catalogues
(ironbottom/locale), which `python -m tests.tools.catalogue` collects.  Texts that one client alone says stand where it
says them, marked by `_`.

It may touch the language and nothing else.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from re import Match
from typing import Any, NamedTuple

from ironbottom.language import _, counted
from ironbottom.windows import WINDOWS

FILES = (
    "words", "cards", "questions", "table", "server", "chat", "bots", "advice", "options", "special", "even", "pace",
    "teams", "cast",
)  # fmt: skip


class Room(NamedTuple):
    """What a part of the page brings: whole files, and tables of others; a table that is named comes with no file."""

    files: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


ROOMS: Mapping[str, Room] = {  # what the page fetches when it needs it, each at /vocabulary-NAME.json
    "special": Room(("options", "special"), ("opponent", "games", "toss_again")),
    "orders": Room(tables=("orders", "order_for", "his_turn", "order")),
    "editor": Room(tables=("battle_faults",)),
    "even": Room(("even",)),
    "notifying": Room(tables=("notifying", "notifying_ways", "notifying_help")),
    "ratings": Room(tables=("ratings", "players", "players_refused")),
    "challenge": Room(tables=("challenge", "challenge_refused", "blocking")),
    "cups": Room(tables=("cup", "cup_refused", "cup_kinds", "cup_endings")),
    "pace": Room(("pace",)),
    "teams": Room(("teams", "cast")),
    "hotseat": Room(tables=("hotseat",)),
    "own-key": Room(tables=("own_key", "own_key_refused")),
}

COUNTED = ("counts", "spans")  # tables of one and many

UNSAID = (  # numbers, codes and names
    "moments",
    "order_for",
    "his_turn",
    "comes_again",
    "with_details",
    "told_of_ships",
    "told_of_airplanes",
    "rung_elo",
)

FIELD = re.compile(r"\{(\w+)\??\}")
OPTION = re.compile(r"\[([^\]]*)\]")
ONLY_DECIDES = re.compile(r"\{\w+\?\}")


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__name__) / f"{name}.toml").read_text(encoding="utf-8"))


EVENTS: Mapping[str, Mapping[str, Any]] = _read("events")
TABLES: Mapping[str, Mapping[str, Any]] = {name: table for file in FILES for name, table in _read(file).items()}


def phrase(name: str, /, **parts: object) -> str:
    """A sentence by the names of its table and itself, with its parts: phrase("dice.left", dice="3 dice")."""
    table, _dot, key = name.partition(".")
    return _(TABLES[table][key]).format(**parts)


def word(table: str, key: object) -> str:
    """The word of a table for a word of the engine; that word itself, where a newer engine has more of them."""
    return _(TABLES[table].get(str(key), str(key)))


def amount(name: str, n: int, *, of: str = "counts") -> str:
    """So many of something: amount("dice", 3) is "3 dice"."""
    one, many = TABLES[of][name]
    return counted(one, many, n)


def told(text: str, has: Callable[[str], bool], put: Callable[[str], str]) -> str:
    """A template in the reader's language with its fields put in; a part in [brackets] only where it `has` them all."""

    def part(found: Match[str]) -> str:
        return ONLY_DECIDES.sub("", found[1]) if all(map(has, FIELD.findall(found[1]))) else ""

    return FIELD.sub(lambda field: put(field[1]), OPTION.sub(part, _(text)))


def texts() -> Iterator[tuple[str | tuple[str, ...], str]]:
    """Every text of the files, for the catalogues: a text or one and many, and its file."""
    yield from [(text, "events.toml") for text in _sentences(EVENTS)]
    for file in FILES:
        for name, table in _read(file).items():
            if name in COUNTED:
                yield from [(tuple(forms), f"{file}.toml") for forms in table.values()]
            elif name not in UNSAID:
                yield from [(text, f"{file}.toml") for text in _strings(table)]


def texts_of_room(room: str) -> set[str]:
    """The texts that the page has no use for before it fetches this room."""
    later = for_page_room(room)
    said = [(name, text) for name, table in TABLES.items() if name not in UNSAID for text in _strings(table)]
    at_once = {text for name, text in said if name not in later}  # or with a sheet of their own
    return {text for name, text in said if name in later} - at_once - {*_sentences(EVENTS)}


def _strings(table: Any) -> Iterator[str]:
    if isinstance(table, str):
        yield table
        return
    if isinstance(table, int | float):
        return
    for value in table.values() if isinstance(table, Mapping) else table:
        yield from _strings(value)


def _sentences(say: Any) -> Iterator[str]:
    """The templates of events: not the names of fields and kinds."""
    if isinstance(say, Mapping):
        for key, value in say.items():
            if key == "text" or (key == "say" and isinstance(value, str)):
                yield value
            elif not isinstance(value, str):
                yield from _sentences(value)
    elif isinstance(say, list):
        for one in say:
            yield from [one] if isinstance(one, str) else _sentences(one)


def for_page() -> dict[str, Any]:
    """All of it as the page is given it, with what is decided in each window (§20)."""
    windows = {n: window.decides for n, window in WINDOWS.items()}
    fetched = {name for room in ROOMS for name in for_page_room(room)}
    tables = {name: table for name, table in TABLES.items() if name not in fetched}
    return {"events": EVENTS, "windows": windows, **tables}


def for_page_room(room: str) -> dict[str, Any]:
    """What of it the page fetches with one of ROOMS."""
    files, own = ROOMS[room]
    named = {table for other in ROOMS.values() for table in other.tables}
    of_files = [table for file in files for table in _read(file) if table not in named]
    return {name: TABLES[name] for name in (*own, *of_files)}
