"""All files of the page: they load, they fit together, they are small, and nothing in them makes markup of text."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from playwright.sync_api import Page

from ironbottom.catalog import card_set
from ironbottom.server.listening.static import card_pages, pages
from tests import ROOT as PROJECT

WEB = PROJECT / "client" / "web"
MODULES = sorted(file.relative_to(WEB).as_posix() for file in WEB.rglob("*.js"))
SHEETS = sorted(file.relative_to(WEB).as_posix() for file in WEB.rglob("*.css"))
BEGINS = "main.js"  # draws as soon as it is loaded
LATER = "later.js"  # fetches parts when they are needed: their addresses are as from there

IMPORTS = re.compile(r"(?:from|import)\s*\(?[\"'](\.[^\"']+)[\"']")
FETCHED = re.compile(r"\b(?:part|fetched)\([\"'](\.[^\"']+)[\"']")

MAKES_MARKUP = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|setHTML|createContextualFragment"
MAKES_CODE = r"\beval\(|new Function\(|setTimeout\([\"'`]|javascript:"
FROM_ELSEWHERE = r"[\"'(]\s*(?:https?:)?//[a-z]"
NOT_LINKS = ("http://www.w3.org/2000/svg",)


def text_of(path: str) -> str:
    """A file of the page."""
    return (WEB / path).read_text(encoding="utf-8")


def test_every_module_finds_what_it_imports(bench: Page) -> None:
    """A name that a module does not export is a fault when it is loaded, and only then."""
    body = """async (paths) => {
        const wrong = [];
        for (const path of paths) {
            try { await import(`/${path}`); } catch (error) { wrong.push(`${path}: ${error.message}`); }
        }
        return wrong;
    }"""
    assert bench.evaluate(body, [path for path in MODULES if path != BEGINS]) == []


def test_the_first_page_is_a_page() -> None:
    """Every module is reached from it, and every sheet is linked."""
    reached, todo = set[str](), [BEGINS]
    while todo:
        path = todo.pop()
        if path in reached:
            continue
        reached.add(path)
        todo += [under(path, found) for found in IMPORTS.findall(text_of(path))]
        todo += [under(LATER, found) for found in FETCHED.findall(text_of(path))]
    assert [path for path in MODULES if path not in reached] == []
    linked = re.findall(r'<link rel="stylesheet" href="([^"]+)"', text_of("index.html"))
    imported = [f"style/{name}" for path in SHEETS for name in re.findall(r'@import "(?:\./)?([^"]+)"', text_of(path))]
    assert sorted(set(linked) | set(imported)) == SHEETS


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {path: {under(path, found) for found in IMPORTS.findall(text_of(path))} for path in MODULES}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names them


@pytest.mark.parametrize("pattern", [MAKES_MARKUP, MAKES_CODE], ids=["markup", "code"])
def test_texts_never_become_markup_or_code(pattern: str) -> None:
    found = [(path, hit) for path in MODULES for hit in re.findall(pattern, without_comments(text_of(path)))]
    assert found == []


def test_nothing_comes_from_elsewhere() -> None:
    files = [*MODULES, *SHEETS, "index.html"]
    found = [
        (path, line.strip()) for path in files for line in without_comments(text_of(path)).splitlines()
        if re.search(FROM_ELSEWHERE, line) and not any(one in line for one in NOT_LINKS)
    ]  # fmt: skip
    assert found == []


def test_the_page_has_no_script_and_no_style_of_its_own() -> None:
    page = text_of("index.html")
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\bsrc=)", page)


def test_no_file_is_long() -> None:
    long = {path: n for path in [*MODULES, *SHEETS] if (n := len(text_of(path).splitlines())) > 400}
    assert long == {}


def test_all_of_it_fits_into_the_budget() -> None:
    """265 kB as the server packs it, with catalogue, tutorial and all cards; the rulebook comes when it is opened."""
    served = pages(WEB) | dict(card_pages({"full": card_set("full")}))
    sizes = {page.tag: len(page.packed or page.body) for page in served.values()}
    assert sum(sizes.values()) <= 265_000


def under(path: str, address: str) -> str:
    """The file that a module means."""
    return (Path("/") / Path(path).parent / address).resolve().as_posix().lstrip("/")


def without_comments(text: str) -> str:
    """What is executed."""
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)
