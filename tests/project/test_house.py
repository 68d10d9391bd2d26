"""The tree: every folder says who lives there, no folder, file or function is more than one can take in; and outside
the rules things have the names that the field has for them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

from tests import ROOT

TOPS = ("ironbottom", "server", "client", "tests")
MOST = 12  # entries of a folder, besides its __init__.py
ALIKE = {  # lists of like things
    "ironbottom": "the floors of the engine",
    "ironbottom/rules": "the sections of the rulebook",
    "ironbottom/wire": "the parts of the protocol",
    "ironbottom/proof": "the parts of a proof",
    "ironbottom/vocabulary": "sentences, by who says them",
    "client/bots/mate": "the parts of a bot's judgement",
    "client/cli/commands": "commands",
    "tests/bench": "figures that are measured",
    "tests/server/support": "helpers",
    "tests/support": "helpers",
}


LINES, LENGTH = 600, 30  # of a file, of a function
CODE = (".py", ".js", ".mjs", ".css", ".tcss")


def folders() -> list[Path]:
    """All folders with Python in them; links are other folders' other names."""
    found = [ROOT / top for top in TOPS]
    for folder in found:  # which grows meanwhile
        below = [path for path in sorted(folder.iterdir()) if path.is_dir() and not path.is_symlink()]
        found += [path for path in below if (path / "__init__.py").exists()]
    return found


FOLDERS = [path.relative_to(ROOT).as_posix() for path in folders()]


def entries(folder: str) -> list[str]:
    """What somebody sees who opens it."""
    return [path.name for path in (ROOT / folder).iterdir() if path.name not in ("__init__.py", "__pycache__")]


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Not for types alone, either; and tests no more than what they test."""
    graph = grimp.build_graph("ironbottom", "tests", cache_dir=None)
    assert graph.modules >= {"ironbottom.client.text.naming", "tests.server.support.sea"}
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # raises CycleError, which names them


TWINS = {  # one name for one thing in two places, and which thing
    "Connection": "the way to a server, in Python and on the page",
    "Effect": "what an event card does: what is printed on it, and the rule",
    "Letters": "the letters of what lies face down, in Python and on the page",
    "Names": "what a reader calls things, in Python and on the page",
    "Numbers": "the numbers of requests, in Python and on the page",
    "ReconnectingClient": "a connection and its repair, in Python and on the page",
    "SeatSession": "a seat without a socket, in Python and on the page",
    "Story": "what happened, told from events, in Python and on the page",
    "Throws": "how dice fell beside their odds, in Python and on the page",
    "UserError": "an error in one sentence for people, in Python and on the page",
}
PAGE_CLASS = re.compile(r"^\s*(?:export )?(?:default )?class (\w+)", re.MULTILINE)


def class_names(file: Path) -> list[str]:
    """Of the classes that a file defines, in whatever it defines them."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".js":
        return PAGE_CLASS.findall(text)
    return [node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]


def twice(files: list[Path]) -> dict[str, list[str]]:
    """The class names that more than one class has, and the files of these."""
    where: dict[str, list[str]] = {}
    for file in files:
        for name in class_names(file):
            where.setdefault(name, []).append(file.name)
    return {name: found for name, found in where.items() if len(found) > 1}


def test_one_class_name_means_one_thing() -> None:
    """In the product, in its tests and on the page."""
    page = [*(ROOT / "client" / "web").rglob("*.js")]
    found = twice([*[file for folder in FOLDERS for file in (ROOT / folder).glob("*.py")], *page])
    assert {name: files for name, files in found.items() if name not in TWINS} == {}
    assert found.keys() == TWINS.keys()  # and no twin is named that is none any more
    assert {name for name, files in found.items() if len(files) > 2} == set()


def test_a_class_name_with_two_meanings_is_caught(tmp_path: Path) -> None:
    """In a test, in a function, on the page."""
    texts = {"a.py": "class Table: ...", "b.py": "def f():\n    class Table: ...", "c.js": "export class Table {\n}"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert twice(sorted(tmp_path.iterdir())) == {"Table": ["a.py", "b.py", "c.js"]}


@pytest.mark.parametrize("folder", FOLDERS)
def test_it_says_who_lives_there(folder: str) -> None:
    text = (ROOT / folder / "__init__.py").read_text(encoding="utf-8")
    assert len(ast.get_docstring(ast.parse(text)) or "") > len(folder.rpartition("/")[2])


MAY = re.compile(r"\b(?:It|They|Its rooms|A module|they)\s+may\s+(?:touch|use)\b")


@pytest.mark.parametrize("folder", FOLDERS)
def test_it_says_what_it_may_touch(folder: str) -> None:
    """In words what the contracts of pyproject.toml check."""
    text = (ROOT / folder / "__init__.py").read_text(encoding="utf-8")
    assert MAY.search(ast.get_docstring(ast.parse(text)) or "")


def test_a_folder_without_python_says_so_in_a_readme() -> None:
    """In client/web that of the whole page does."""
    kinds = (".ts", ".css", ".js", ".mjs")
    held = {path.parent for path in (ROOT / "tests").rglob("*") if path.suffix in kinds}
    without = {folder for folder in held if not (folder / "__init__.py").exists()}
    assert {folder.name for folder in without} >= {"types", "static"}
    assert [folder for folder in without if not (folder / "README.md").exists()] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_one_can_take_it_in(folder: str) -> None:
    """Tests are a list of like things, and so are golden pictures."""
    own = [name for name in entries(folder) if not name.startswith("test_")]
    assert len(own) <= MOST or folder in ALIKE, (len(own), own)


def sources() -> list[Path]:
    """All files that hold code."""
    found = [path for top in TOPS for path in (ROOT / top).rglob("*") if path.suffix in CODE]
    return [path for path in found if path.is_file() and not any(one.is_symlink() for one in path.parents)]


def test_no_file_is_longer_than_one_reads() -> None:
    long = {
        path.relative_to(ROOT).as_posix(): n for path in sources()
        if (n := len(path.read_text(encoding="utf-8").splitlines())) > LINES
    }
    assert not long


def test_no_function_of_the_product_is_longer_than_one_sees() -> None:
    long = [
        (path.relative_to(ROOT).as_posix(), node.name, length)
        for path in sources() if path.suffix == ".py" and (ROOT / "tests") not in path.parents
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or 0) - node.lineno + 1) > LENGTH
    ]
    assert not long


RETIRED = {  # words of ours that names had once, and the field's: which are used
    "caller": "session, or client", "census": "limiter", "door": "endpoint", "guest": "session, or client",
    "hall": "lobby", "house": "server, or services", "household": "supervisor", "journey": "session",
    "leg": "connection", "news": "event, update or queue", "passenger": "client", "pulse": "tick, or ticker",
    "relay": "proxy", "trouble": "error, or failure",
}


def retired(code: str) -> set[str]:
    """The retired words among the names of a module; in strings and comments they are words like others."""
    words = re.findall("[A-Z]+(?![a-z])|[A-Z]?[a-z]+", " ".join(names(ast.parse(code))))
    return {form for word in words for form in (word.lower(), word.lower().removesuffix("s"))} & RETIRED.keys()


def names(tree: ast.AST) -> Iterator[str]:
    """All names of a module: of what it defines, takes, imports and looks up, in f-strings too."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant):
            for _field, value in ast.iter_fields(node):
                yield from (one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str))


@pytest.mark.parametrize("top", TOPS[:3])
def test_outside_the_rules_names_are_those_of_the_field(top: str) -> None:
    own = [path for path in sources() if path.suffix == ".py" and (ROOT / top) in path.parents]
    read = [path for path in own if (ROOT / "ironbottom" / "rules") not in path.parents]
    found = {path.relative_to(ROOT).as_posix(): retired(path.read_text(encoding="utf-8")) for path in read}
    assert read
    assert {path: words for path, words in found.items() if words} == {}


# What is no name in a module of the page: comments, texts, and what stands in templates between ${ and }.
NO_NAMES = re.compile(r"/\*.*?\*/|//[^\n]*|\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`|/(?:[^/\n]|\\/)+/[gu]*", re.DOTALL)


def retired_on_page(code: str) -> set[str]:
    """The same of a module of the page."""
    words = re.findall("[A-Z]+(?![a-z])|[A-Z]?[a-z]+", NO_NAMES.sub(" ", code))
    return {form for word in words for form in (word.lower(), word.lower().removesuffix("s"))} & RETIRED.keys()


def test_on_the_page_names_are_those_of_the_field() -> None:
    own = list((ROOT / "client" / "web").rglob("*.js"))
    found = {path.relative_to(ROOT).as_posix(): retired_on_page(path.read_text(encoding="utf-8")) for path in own}
    assert {path: words for path, words in found.items() if words} == {}


def test_a_retired_word_is_caught_on_the_page() -> None:
    assert retired_on_page('const news = "guest"; // a door\nclient.oldPulse(); /* hall */') == {"news", "pulse"}


@pytest.mark.parametrize(("code", "word"), [
    ("guest = 1", "guest"), ("def hear(caller): ...", "caller"), ("house.clock", "house"), ("x.old_doors[0]", "door"),
    ("class HallOfTables: ...", "hall"), ("PULSE_AGAIN = 1", "pulse"), ("import census as c", "census"),
    ("f'{a.latest_news}'", "news"), ("call(trouble=1)", "trouble"), ("from a.relay import b", "relay"),
])
def test_a_retired_word_is_caught(code: str, word: str) -> None:
    assert retired(code) == {word}


def test_words_that_only_begin_or_end_like_a_retired_one_are_not() -> None:
    assert retired("shall = called = doorway = newest = legend = warehouse = 'guest'  # guest") == set()
