"""All files of the page: they load, they fit together, they are small, and nothing in them makes markup of text."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from playwright.sync_api import Page

from ironbottom.catalog import card_set
from ironbottom.server.listening.static import card_pages, pages, vocabulary
from tests import ROOT as PROJECT
from tests.client.web.support.visitors import Visitors, never_rung

WEB = PROJECT / "client" / "web"
MODULES = sorted(file.relative_to(WEB).as_posix() for file in WEB.rglob("*.js"))
SHEETS = sorted(file.relative_to(WEB).as_posix() for file in WEB.rglob("*.css"))
BEGINS = "main.js"  # draws as soon as it is loaded
LATER = "base/later.js"  # fetches parts when they are needed: their addresses are as from there

IMPORTS = re.compile(r"(?:from|import)\s*\(?[\"'](\.[^\"']+)[\"']")
WORKERS = re.compile(r"new URL\([\"'`]([\w./]+\.js)(?:\?[^\"'`]*)?[\"'`], import\.meta\.url\)")
SCRIPTS = re.compile(r"importScripts\([\"'](\./[^\"']+)[\"']\)")  # of a worker
STYLED = re.compile(r"\bstyled\([\"']\.\./([^\"']+)[\"']")
FETCHED = re.compile(r"\b(?:part|fetched)\([\"'](\.[^\"']+)[\"']")

LAYERS = {  # the rooms of the page, each folder from the top: imports go down; `*` is what lies in the folder itself
    "": ["main.js", "shell", "start", "sheets", "tutorial", "table", "session", "text", "base"],
    "shell": ["review", "replay", "*"],
    "start": ["*", "games", "terms", "invite"],
    "table": ["*", "curtain", "battle", "question", "board", "chat", "log.js"],
    "table/question": ["input", "panel", "answering", "words", "staging"],
    "table/board": ["*", "cards"],
    "session": ["*", "seat", "net", "storage", "crypto"],
    "base": ["widgets", "*", "language"],
}
MOST = 12  # entries of a folder

MAKES_MARKUP = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|setHTML|createContextualFragment"
MAKES_CODE = r"\beval\(|new Function\(|setTimeout\([\"'`]|javascript:"
FROM_ELSEWHERE = r"[\"'(]\s*(?:https?:)?//[a-z]"
CAME = """() => hands.ready(60).then(() => {
    return performance.getEntriesByType("resource").map(({name}) => new URL(name).pathname.slice(1));
})"""
OF_LATER = (4000, 5000)  # ms until a bot has been waited for in vain, and until it is quiet: what comes then is later
NOT_LINKS = ("http://www.w3.org/2000/svg",)


def text_of(path: str) -> str:
    """A file of the page."""
    return (WEB / path).read_text(encoding="utf-8")


def test_every_module_finds_what_it_imports(bench: Page) -> None:
    """A name that a module does not export is a fault when it is loaded, and only then."""
    body = """async (paths) => {
        const wrong = [];
        self.importScripts ??= () => {}; // of workers alone
        for (const path of paths) {
            try { await import(`/${path}`); } catch (error) { wrong.push(`${path}: ${error.message}`); }
        }
        return wrong;
    }"""
    assert bench.evaluate(body, [path for path in MODULES if path != BEGINS]) == []


def test_the_first_page_is_a_page() -> None:
    """Every module is reached from it, workers too, and every sheet is linked."""
    reached, todo = set[str](), [BEGINS]
    while todo:
        path = todo.pop()
        if path in reached:
            continue
        reached.add(path)
        todo += [under(path, found) for found in IMPORTS.findall(text_of(path))]
        todo += [under(path, found) for found in (*WORKERS.findall(text_of(path)), *SCRIPTS.findall(text_of(path)))]
        todo += [under(LATER, found) for found in FETCHED.findall(text_of(path))]
    assert [path for path in MODULES if path not in reached] == []
    linked = re.findall(r'<link rel="stylesheet" href="([^"]+)"', text_of("index.html"))
    imported = [f"style/{name}" for path in SHEETS for name in re.findall(r'@import "(?:\./)?([^"]+)"', text_of(path))]
    later = [address for path in MODULES for address in STYLED.findall(text_of(path))]
    assert sorted({*linked, *imported, *later}) == SHEETS


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {path: {under(path, found) for found in IMPORTS.findall(text_of(path))} for path in MODULES}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names them


def test_imports_go_down_from_room_to_room() -> None:
    assert [
        wrong for path in MODULES for found in imported_by(text_of(path)) if (wrong := upward(path, under(path, found)))
    ] == []


@pytest.mark.parametrize(
    ("path", "line", "above"),
    [
        ("base/dom.js", 'import {state} from "../session/home.js";', "session/home.js"),
        ("session/crypto/sha.js", 'export {sign} from "../seat/toss.js";', "session/seat/toss.js"),
        ("table/chat/chat.js", 'import {a} from "../battle/battle.js";', "table/battle/battle.js"),
    ],
)
def test_an_import_that_goes_up_is_named(path: str, line: str, above: str) -> None:
    [found] = imported_by(line)
    assert upward(path, under(path, found)) == f"{path} imports {above}"


def test_every_folder_can_be_taken_in_at_a_glance_and_says_who_lives_there() -> None:
    folders = [WEB, *(file for file in WEB.rglob("*") if file.is_dir())]
    assert {folder.name: n for folder in folders if (n := len(list(folder.iterdir()))) > MOST} == {}
    told = re.findall(r"^\| `([^`]+)/` \|", (WEB / "README.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(told) == sorted(folder.relative_to(WEB).as_posix() for folder in folders[1:])


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


OPENED = {  # what comes when it is opened, how many files it has, and its budget in bytes
    "games/cups|seat/cup_se|vocabulary-cups": (4, 4_600), "words/rooms/cups": (1, 2_000),
    "games/(ladder|player)|vocabulary-ratings": (3, 4_200), "words/rooms/ratings": (1, 1_900),
    "invite/challenges/|games/blocked|crypto/letters|vocabulary-challenge": (5, 6_600),
    "words/rooms/challenge": (1, 2_400),
    "seat/moved": (1, 500),
    "invite/friend_options": (1, 1_000),
    "(shell|later)/review": (6, 8_300), "(start|later)/games": (6, 9_300), "(shell|later)/puzzles": (4, 4_500),
    "base/spoken": (1, 350), "editor/typing": (1, 900),
    "editor/entering": (1, 900), "(start|later)/editor": (8, 16_000),
    "words/rooms/editor": (1, 3_000), "vocabulary-editor": (1, 750),
    "offers_sheet|seat/agreeing|tables/elsewhere": (3, 3_100),
    "^/tutorial/(?!begin)": (4, 11_400),
    "/curtain/|hotseat.css|vocabulary-hotseat": (5, 6_650), "words/rooms/hotseat": (1, 1_500),
    "/terms/(?!special)|vocabulary-even": (8, 7_700), "words/rooms/even": (1, 2_000),
    "install/(notifying|push)|vocabulary-notifying": (4, 5_000), "words/rooms/notifying": (1, 2_500),
    "install/own_key|crypto/sealing|vocabulary-own-key": (3, 9_000), "words/rooms/own-key": (1, 2_500),
    "storage/preferences_file": (1, 1_500),
    "clock_(words|sheet)|by_the_day|vocabulary-pace": (4, 4_300), "words/rooms/pace": (1, 1_350),
    "sheets/orders|tables/standing|vocabulary-orders": (3, 5_000), "words/rooms/orders": (1, 1_800),
    "partner_invitation|tables/partner|table/teams|replay/cast|vocabulary-teams": (5, 5_200),
    "words/rooms/teams": (1, 2_800),
    "shell/replay/": (6, 6_500),
    "words/rooms/special": (1, 9_300), "text/campaigns": (1, 1_100),
    "tables/campaign": (1, 900),
    "/special|table_rules|later_words|vocabulary-special": (6, 10_200), "language/bring": (1, 350),
}


def test_all_of_it_fits_into_the_budget() -> None:
    """283 kB as the server packs it, with all texts and cards, and 45 kB of Japanese for who reads that.

    Rulebook, review, puzzles, my games, tutorial, replay, standing orders and what is special at a table come when
    opened, each within a budget of its own.  What comes before the first question is less: `make bench` measures it
    and asks for 250 kB at most.
    """
    served = pages(WEB) | vocabulary() | dict(card_pages({"full": card_set("full")}))
    rooms: dict[str, dict[str, int]] = {name: {} for name in (*OPENED, "words/ja", "all")}
    for path, page in served.items():
        room = next((name for name in rooms if re.search(name, path)), "all")
        rooms[room][page.tag] = len(page.packed or page.body)
    assert sum(rooms["all"].values()) <= 282_900
    assert sum(rooms["words/ja"].values()) <= 45_000
    for name, (files, budget) in OPENED.items():
        assert len(rooms[name]) == files
        assert sum(rooms[name].values()) <= budget


def test_nothing_comes_before_the_first_question_that_is_not_needed_for_it(own_visitors: Visitors) -> None:
    """No part of the page that is fetched when it is needed; and not the invite, for a game against a bot.

    On a server of its own: what is special at a table of somebody else needs words in the list of tables.
    """
    person = own_visitors.person(hasty=True)
    person.add_init_script(never_rung(*OF_LATER))
    page = own_visitors.window(person, "#bot=random&side=us&set=core&seed=1")
    came = page.evaluate(CAME)
    parts = {under(LATER, found) for path in MODULES for found in FETCHED.findall(text_of(path))}
    assert "table/question/panel/panel.js" in came
    assert {*came} & parts == set()


def imported_by(text: str) -> list[str]:
    """The addresses of the modules that a module imports at once; `later.js` alone fetches from above."""
    return IMPORTS.findall(text)


def upward(path: str, target: str) -> str:
    """Who imports whom where that goes up from room to room; nothing where it goes down."""
    for folder, rooms in LAYERS.items():
        inside = f"{folder}/" if folder else ""
        if path.startswith(inside) and target.startswith(inside):
            above, below = (room_of(file.removeprefix(inside), rooms) for file in (path, target))
            if rooms.index(above) > rooms.index(below):
                return f"{path} imports {target}"
    return ""


def room_of(file: str, rooms: list[str]) -> str:
    """The room of a file within a folder."""
    first = file.split("/", maxsplit=1)[0]
    return first if first in rooms else "*"


def under(path: str, address: str) -> str:
    """The file that a module means."""
    return (Path("/") / Path(path).parent / address).resolve().as_posix().lstrip("/")


def without_comments(text: str) -> str:
    """What is executed."""
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)
