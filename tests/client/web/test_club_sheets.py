"""The sheets of a club, filled: axe finds nothing in any of them, and in Japanese they speak no English."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from ironbottom.wire.challenging import ChallengeLine
from ironbottom.wire.cups import Cup, CupGame, CupLine, CupPlayer, Cups, CupSeat, Ending
from ironbottom.wire.messages import TableLine
from ironbottom.wire.pace import DAY, PaceTerms
from ironbottom.wire.players import OpponentRecord, PlayerGame, PlayerPage, RatingMoment, SideRecord
from ironbottom.wire.terms import Terms
from tests.client.web.support import axe
from tests.client.web.support.visitors import Visitors
from tests.client.web.test_axe import RUN
from tests.client.web.test_pictures import SIZES

NOW, KEY = 1_790_000_000, "ABCD-EFGH-IJKL-MNOP"
TERMS = Terms(reach="open", absent="clock", pace=PaceTerms(3 * DAY), rated=True)
OPEN_CUP = CupLine("SPRING42", "春", "round-robin", 2, TERMS, "open", NOW, 8, 2)
RUNNING = msgspec.structs.replace(
    OPEN_CUP, cup="AUTUMN42", kind="knock-out", state="running", mine=True, round=2, rounds=3, days=7
)
PLAYERS = (
    CupPlayer("安", KEY, 1, 1.5, 2, 1, 1, 0.5, 0.75, 12), CupPlayer("弁", KEY, 2, 0.5, 2, 1, 1, out=True, lead=-12),
)
WITHOUT: tuple[Ending, ...] = ("default", "withdrawn", "decided")
GAMES = (
    CupGame(1, 0, 1, "K7F2QA5X", "played", (1.0, 0.0), 12, NOW), CupGame(2, 1, 0, "K7F2QA5Y", due=NOW),
    *[CupGame(n, 0, 1, "", ending, (1.0, 0.0)) for n, ending in enumerate(WITHOUT, 3)],
)
ALL_CUPS = Cups(1, (OPEN_CUP, RUNNING, msgspec.structs.replace(RUNNING, cup="OVER", state="over")),
                (CupSeat("K7F2QA5X", 1, bytes(16), "弁"),))
WAITING = [
    TableLine("K7F2QA5X", "弁", TERMS, "open", "us", 0, challenge=ChallengeLine(NOW, 200, 1_500)),
    TableLine("K7F2QA5Y", "茂", Terms(reach="open", bank=600, cast=2), "open", "jp", 0,
              challenge=ChallengeLine(NOW, 0, None, bot=True)),
]
PAGE = PlayerPage(
    1, "弁", KEY, False, SideRecord(3, 1, 1), SideRecord(1, 0, 0),
    (OpponentRecord("安", KEY, False, 2, 1, 0),),
    tuple([
        PlayerGame(NOW, n % 2, "安", KEY, score, reason, 5, (12, 8), "core", "", rated=True)
        for n, (score, reason) in enumerate(((1.0, "time-up"), (0.5, ""), (0.0, "resigned")))
    ]),
    (RatingMoment(NOW, 1_510, 1_400, 1_620), RatingMoment(NOW, 1_550, 1_450, 1_650)),
)


def _js(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


SHEETS: dict[str, dict[str, Any]] = {
    "cups": {"open": "cups", "cups": {"found": _js(ALL_CUPS)}},
    "no-cups": {"open": "cups", "cups": {"found": _js(Cups(1, ()))}},
    "cup": {"open": "cups", "cups": {"cup": _js(Cup(1, RUNNING, PLAYERS, 2, GAMES, (0,)))}},
    "round-robin": {"open": "cups", "cups": {"cup": _js(
        Cup(1, msgspec.structs.replace(RUNNING, kind="round-robin"), PLAYERS, 1, GAMES)
    )}},
    "challenges": {"open": "challenges", "lobby": _js(WAITING), "posting": {"posted": True, "part": "challenge"}},
    "no-challenges": {"open": "challenges", "lobby": []},
    "blocked": {"open": "blocked", "blocked": {"found": [
        {"key": KEY, "name": "弁", "at": NOW}, {"key": KEY[::-1], "name": "", "at": NOW}
    ]}},
    "nobody-blocked": {"open": "blocked", "blocked": {"found": []}},
    "player": {"open": "player", "player": {"found": _js(PAGE), "who": "弁"}},
    "nobody": {"open": "player"},
    "own-key": {"open": "own-key", "ownKey": {}},
    "own-key-paper": {"open": "own-key", "ownKey": {"paper": "ABCD-EFGH-IJKL-MNOP"}},
}

SHOW = """async (patch) => {
    const {change, state} = await import("/base/store.js");
    change({cups: null, player: null, blocked: null, ...patch, server: {...state.server, readable: true}});
    const drawn = () => document.querySelector("dialog .sheet-body")?.children.length;
    while (!drawn()) await hands.frame();
    await new Promise((done) => setTimeout(done, 700)); // parts of it that are fetched when they are needed
    await hands.frame();
}"""

# What a person reads, or hears read: texts, and names that stand in attributes.
READ = """() => {
    const sheet = document.querySelector("dialog"), found = [];
    const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) found.push(texts.currentNode.nodeValue);
    for (const one of sheet.querySelectorAll("*")) {
        found.push(...["aria-label", "title", "placeholder", "alt"].map((name) => one.getAttribute(name) ?? ""));
    }
    const words = /[A-Za-z][a-z]+[ ,.:]+[A-Za-z]?[a-z]+/u;
    return found.map((one) => one.replace(/`[^`]*`/gu, "")).filter((one) => words.test(one)).map((one) => one.trim());
}"""


@pytest.fixture(params=["desk", "phone"])
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_axe_finds_nothing(visitors: Visitors, size: str) -> None:
    assert not axe.missing(), axe.missing()
    person = visitors.person(motion=False, hasty=True, covered=False, size=SIZES[size])
    person.add_init_script(path=axe.source_file())
    page = visitors.window(person)
    page.locator("button#play-bot:enabled").wait_for()
    faults = []
    for name, patch in SHEETS.items():
        page.evaluate(SHOW, patch)
        faults += [f"{name}: {fault}" for fault in page.evaluate(RUN, None)]
    assert not faults, "\n".join(faults)


@pytest.fixture
def japanese(visitors: Visitors) -> Page:
    page = visitors.visit(lang="ja")
    page.locator("button#play-bot:enabled").wait_for()
    return page


def _english_of(page: Page) -> list[str]:
    """What is left in English when the words of a sheet have had their time to come."""
    said: list[str] = []
    for _look in range(20):
        said = page.evaluate(READ)
        if not said:
            break
        page.wait_for_timeout(250)
    return said


def test_in_japanese_no_sheet_speaks_english(japanese: Page) -> None:
    found = dict[str, list[str]]()
    for name, patch in SHEETS.items():
        japanese.evaluate(SHOW, patch)
        if said := _english_of(japanese):
            found[name] = said
    assert found == {}


def test_a_sentence_in_english_would_be_found(japanese: Page) -> None:
    """Planted: the name of a cup, which nobody translates."""
    line = {**SHEETS["cups"]["cups"]["found"]["cups"][0], "title": "The cup of this spring"}
    japanese.evaluate(SHOW, {"open": "cups", "cups": {"found": {"cups": [line], "seats": []}}})
    assert "The cup of this spring" in japanese.evaluate(READ)
