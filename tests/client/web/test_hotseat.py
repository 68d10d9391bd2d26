"""Two people at one page: what lies before whom; nothing of the other's hand is behind the curtain."""

from __future__ import annotations

import json
import os
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.client.support.terminal import Terminal
from tests.client.web.support import axe
from tests.client.web.support.page_server import PATIENCE
from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors
from tests.client.web.test_axe import RUN

PHONE, DESK = (360, 640), (1280, 720)
# All words that ever stand on the curtain, also for a moment.
SAID = """
globalThis.said = new Set();
new MutationObserver(() => {
    const text = document.getElementById("curtain")?.innerText;
    if (text) said.add(text);
}).observe(document, {subtree: true, childList: true, characterData: true});
"""
ENGLISH = ("Hand over", "One moment", "Two at one screen", "seated")
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
HERE = "#bot=hotseat&side=us&set=core&seed={seed}&players=Ann,Bob"
MINE = """async () => {
    const {state} = await import("/base/store.js");
    const {us, jp, viewer} = state.latest.view;
    return JSON.stringify([us, jp][viewer]);
}"""
CARDS = """async () => {
    const {state} = await import("/base/store.js");
    const {us, jp, viewer} = state.latest.view, mine = [us, jp][viewer];
    const found = new Set(mine.hand ?? []);
    JSON.stringify(mine, (key, value) => {
        if (["card", "lead"].includes(key) && value) found.add(value);
        return value;
    });
    return [...found].filter((id) => state.cards[id]).map((id) => [id, state.cards[id].name]);
}"""
REACHED = """async () => {
    const {state} = await import("/base/store.js");
    const {cards, set, battles, ...store} = state;
    const base = (await indexedDB.databases()).map(({name}) => name);
    const rows = await new Promise((done) => {
        const request = indexedDB.open("ironbottom");
        request.onupgradeneeded = () => request.result.createObjectStore("updates", {keyPath: ["game", "number"]});
        request.onsuccess = () => {
            const all = request.result.transaction("updates").objectStore("updates").getAll();
            all.onsuccess = () => { request.result.close(); done(all.result); };
        };
    });
    const kept = [];
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const one of await cache.keys()) kept.push(one.url);
    }
    const local = Object.entries(localStorage).filter(([name]) => !name.startsWith("ironbottom.hotseat"));
    return {
        dom: document.documentElement.outerHTML, store: JSON.stringify(store), local,
        session: Object.entries(sessionStorage), rows, kept, history: history.state,
        title: document.title, name: window.name,
    };
}"""
READS = """async () => {
    const {state} = await import("/base/store.js");
    if (document.querySelector(".curtain-box.wait")) return false;
    return document.activeElement?.id === "to-table" || state.shown && !document.body.classList.contains("curtained");
}"""
HAND_OVERS = 8  # within them both have set up, and are shown it
SEATED = """async () => {
    const {state} = await import("/base/store.js");
    document.querySelector("#to-table")?.click();
    return !document.body.classList.contains("curtained") && state.shown && state.me.name;
}"""
ASKED_OR_OFFERED = """async () => {
    const {state} = await import("/base/store.js");
    if (document.querySelector("#hand-over")) return "offered";
    return state.shown?.view.question && !state.sending && state.shown === state.latest && "asked";
}"""
GAME = "import('/session/api.js').then(() => import('/base/store.js')).then(({state}) => state.table.game)"
SIDE = "import('/base/store.js').then(({state}) => state.side)"
TOLD = """async () => {
    const {state} = await import("/base/store.js"), {lines} = await import("/text/story.js");
    return state.log.flatMap(({event, view}) => lines(event, view)).map(({text}) => text).filter(Boolean);
}"""
HERE_BOTH = "import('/base/store.js').then(({state}) => state.table.seats.map(({here}) => here))"
SINCE = """async () => {
    const {state} = await import("/base/store.js"), {lines} = await import("/text/story.js");
    const {pairHere} = await import("/table/curtain/pair.js"), {seen} = pairHere().seats[state.seat.place];
    if (!seen) return [];
    const rows = state.log.filter(({number}) => number > seen).flatMap(({event, view}) => lines(event, view));
    return rows.filter(({text}) => text).map(({text, rule}) => rule ? `${text} §${rule}` : text);
}"""
CURTAIN = ".curtain-box.curtain"


def until(page: Page, look: str) -> Any:
    """What a look at the page gives, as soon as that is something."""
    end = monotonic() + PATIENCE
    while not (found := page.evaluate(look)):
        assert monotonic() < end, page.evaluate("hands.now()")
        page.wait_for_timeout(30)
    return found


def sit(page: Page, name: str) -> None:
    """The one whose turn it is sits down."""
    expect(page.locator(CURTAIN)).to_contain_text(f"Hand over to {name}.", timeout=1000 * PATIENCE)
    page.wait_for_timeout(800)
    page.keyboard.press("Enter")
    assert until(page, SEATED) == name


def news(page: Page) -> list[str]:
    """Whoever is due sits down: what he reads before he is at the table."""
    expect(page.locator(CURTAIN)).to_be_visible(timeout=1000 * PATIENCE)
    page.wait_for_timeout(800)
    page.keyboard.press("Enter")
    until(page, READS)
    return page.locator(".since li").all_inner_texts()


def begun(visitors: Visitors, seed: int = 7, **person: Any) -> Page:
    """A game of two, with the curtain down before its first question."""
    page = visitors.visit(HERE.format(seed=seed), **person)
    page.locator("#hotseat-begin").click()
    expect(page.locator(CURTAIN)).to_be_visible(timeout=1000 * PATIENCE)
    return page


def answered(page: Page) -> None:
    """Answer until the other is asked."""
    player = PagePlayer(page)
    for _ in range(40):
        if until(page, ASKED_OR_OFFERED) == "offered":
            return
        player.step(player.ready())
    raise AssertionError("the other is never asked")


def leaks(page: Page, cards: list[list[str]]) -> list[str]:
    """Where behind the curtain something of these cards stands."""
    reached = page.evaluate(REACHED)
    return [f"{place}: {name}" for place, what in reached.items() for one, name in cards
            if one in json.dumps(what, ensure_ascii=False) or name in json.dumps(what, ensure_ascii=False)]


def test_nothing_of_a_hand_is_behind_the_curtain(visitors: Visitors) -> None:
    """Not on the page, in its store, or in anything that the browser keeps; and not before the other player's eyes."""
    page = begun(visitors)
    sit(page, "Ann")
    assert page.evaluate(HERE_BOTH) == [True, True]  # nobody is away who sits beside
    cards = page.evaluate(CARDS)
    assert len(cards) > 3
    assert leaks(page, cards), "a net through which everything falls"
    answered(page)
    page.keyboard.press("F")
    expect(page.locator(CURTAIN)).to_contain_text("Bob")
    assert leaks(page, cards) == []
    sit(page, "Bob")
    assert [one for one in leaks(page, cards) if "dom" in one or "store" in one or "local" in one] == []
    assert page.evaluate(MINE) != ""


def remembered(page: Page, sentence: str) -> bool:
    """Whether a sentence lies anywhere in the memory of the page's scripts, after the garbage is taken out."""
    chunks = list[str]()
    session = page.context.new_cdp_session(page)
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda told: chunks.append(told["chunk"]))
    session.send("HeapProfiler.collectGarbage")
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.detach()
    return any(sentence in text for text in json.loads("".join(chunks))["strings"])


def test_no_script_remembers_who_got_up(visitors: Visitors) -> None:
    """What the log told Ann alone is in the memory of her page, and neither behind the curtain nor where Bob sits."""
    page = begun(visitors)
    sit(page, "Ann")
    answered(page)
    (told, *_more) = page.evaluate(TOLD)
    assert "US draws its fleet: " in told
    assert remembered(page, told), "a net through which everything falls"
    page.keyboard.press("F")
    expect(page.locator(CURTAIN)).to_contain_text("Bob")
    assert not remembered(page, told)
    sit(page, "Bob")
    assert not remembered(page, told)
    assert remembered(page, page.evaluate(TOLD)[0])


def test_two_deals_have_the_same_curtain(visitors: Visitors) -> None:
    """Byte for byte, whatever the one who got up holds."""
    seen, kept = list[str](), list[list[Any]]()
    for seed in (7, 8):
        page = begun(visitors, seed)
        sit(page, "Ann")
        answered(page)
        page.locator("#hand-over").click()
        expect(page.locator(CURTAIN)).to_contain_text("Bob")
        seen.append(page.locator("#curtain").inner_html())
        reached = page.evaluate(REACHED)
        kept.append(reached["rows"] + reached["session"])
    assert seen[0] == seen[1]
    assert kept == [[], []]


def test_a_game_that_is_left_goes_on(visitors: Visitors) -> None:
    """By the button on the start page, behind the curtain."""
    page = begun(visitors)
    page.get_by_role("button", name="Leave; the game is kept").click()
    page.locator("#hotseat").click()
    page.get_by_role("button", name="Go on: Ann and Bob").click()
    sit(page, "Ann")
    page.reload()
    expect(page.locator(CURTAIN)).to_contain_text("Ann")


def test_two_of_one_name_are_told_apart(visitors: Visitors) -> None:
    """As the table calls them: on the curtain, before the one who hands over, and where the game is taken up."""
    page = visitors.visit("#bot=hotseat&side=us&set=core&seed=7&players=Ada,ada")
    page.locator("#hotseat-begin").click()
    sit(page, "Ada")
    answered(page)
    expect(page.locator(".curtain-box.offer")).to_contain_text("ada (2)")
    page.keyboard.press("F")
    sit(page, "ada (2)")
    names = "import('/base/store.js').then(({state}) => state.table.seats.map(({name}) => name))"
    assert page.evaluate(names) == ["Ada", "ada (2)"]
    page.reload()
    page.get_by_role("button", name="Leave; the game is kept").click()
    page.locator("#hotseat").click()
    expect(page.get_by_role("button", name="Go on: Ada and ada (2)")).to_be_visible()


def test_what_happened_since_stands_behind_the_curtain(visitors: Visitors) -> None:
    """What the log tells of the updates that came while the other sat there: nothing, where none told anything."""
    page = begun(visitors)
    told = news(page)
    assert told == []
    for _ in range(HAND_OVERS):
        answered(page)
        page.keyboard.press("F")
        told = news(page)
        assert told == page.evaluate(SINCE)
        if told:
            break
    assert told
    assert page.evaluate("document.activeElement.id") == "to-table"
    page.keyboard.press("Enter")
    assert until(page, SEATED)
    assert not page.locator("body.curtained").count()


def test_another_game_begins_behind_the_curtain(visitors: Visitors) -> None:
    """Both may look when a game is over; then nothing of it is left, and whoever is asked first sits down."""
    page = begun(visitors)
    sit(page, "Ann")
    before = page.evaluate(GAME)
    page.evaluate("import('/session/api.js').then((api) => api.resign())")
    end = page.locator("dialog.end")
    expect(end).to_contain_text("Japan has won")  # nobody else sits here who could be meant by "you"
    expect(end).not_to_contain_text("(you)")
    picture(page, "hotseat-end")
    end.locator("button.primary").click()
    sit(page, "Ann")
    assert page.evaluate(SIDE) == 1  # the sides are swapped
    assert page.evaluate(GAME) != before
    assert page.locator("dialog.end").count() == 0


@pytest.mark.parametrize(("lang", "size"), [("en", DESK), ("ja", PHONE)], ids=["desk", "phone"])
def test_it_reads_well(visitors: Visitors, lang: str, size: tuple[int, int]) -> None:
    """Axe finds nothing, nothing is too wide; in Japanese no word of English stands there, not even for a moment."""
    assert not axe.missing(), axe.missing()
    context = visitors.person(lang=lang, size=size)
    context.add_init_script(SAID)
    page = visitors.window(context, HERE.format(seed=7))
    page.locator("#hotseat-begin").wait_for()
    reads_well(page, f"hotseat-who-{lang}")
    box = page.locator("#every-question").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 16
    page.locator("#hotseat-begin").click()
    page.locator("#sit-down").wait_for(timeout=1000 * PATIENCE)
    reads_well(page, f"hotseat-curtain-{lang}")
    page.wait_for_timeout(800)
    page.keyboard.press("Enter")
    until(page, SEATED)
    answered(page)
    reads_well(page, f"hotseat-offer-{lang}")


def reads_well(page: Page, name: str) -> None:
    picture(page, name)
    assert not page.evaluate(TOO_WIDE)
    page.evaluate(axe.source_file().read_text("utf-8"))
    assert page.evaluate(RUN, None) == []
    if "-ja" in name:
        assert [one for one in page.evaluate("[...said]") if any(word in one for word in ENGLISH)] == []


def picture(page: Page, name: str) -> None:
    """For who looks at them: IRONBOTTOM_PICTURES names the folder."""
    if folder := os.environ.get("IRONBOTTOM_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def test_a_battle_by_the_command(browser: Browser, tmp_path: Path) -> None:
    """`ironbottom hotseat --web` opens the page at it, with names, side, battle and optional rules."""
    words = ("hotseat", "--web", "--players", "Ann", "Bob", "--side", "us", "--battle", "cape-esperance")
    with Terminal(tmp_path, *words, env={"BROWSER": "true"}) as terminal:
        link = terminal.until(r"http://127\.0\.0\.1:\d+/#\S+")[0]
        page = browser.new_page()
        page.goto(link)
        page.locator("#hotseat-begin").click()
        sit(page, "Bob")
        terms = page.evaluate("import('/base/store.js').then(({state}) => state.table.terms)")
        assert (terms["battle"]["name"], terms["side"]) == ("cape-esperance", "us")
        page.close()


def test_two_at_one_screen_cannot_bid_for_sides(visitors: Visitors) -> None:
    """§23.18  This browser keeps one bid: it would be that of both."""
    page = visitors.visit("#bot=hotseat&side=us&set=core&seed=7&players=Ann,Bob&options=bid")
    page.locator("#hotseat-begin").click()
    expect(page.locator("#curtain .fault")).to_contain_text("Two at one screen cannot bid for sides in secret")
