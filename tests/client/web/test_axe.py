"""axe finds nothing: names, roles, order, contrast, on every screen, in both themes and for colour-blind eyes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.client.web.support import axe
from tests.client.web.support.situations import NAMES, show, situations
from tests.client.web.support.visitors import Visitors
from tests.client.web.test_pictures import OPEN, PLACES, SIZES, sheet
from tests.support.lengths import some

COLOURS = ["color-contrast", "link-in-text-block"]  # all that a theme changes

# Of the levels A and AA all but two rules: what is small on the table stands in the panel too, as large as it must be;
# and a card is called by its name, though its numbers are drawn on it.
RUN = """async (rules) => {
    const all = {
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        rules: {"target-size": {enabled: false}, "label-content-name-mismatch": {enabled: false}},
    };
    const {violations} = await axe.run(document, rules ? {runOnly: {type: "rule", values: rules}} : all);
    return violations.flatMap(({id, nodes}) => nodes.slice(0, 5).map(({target, failureSummary}) =>
        `${id}: ${target.join(" ")}: ${failureSummary.replaceAll("\\n", " ")}`));
}"""

WEAR = """async (palette) => {
    const {state, change} = await import("/base/store.js");
    change({settings: {...state.settings, palette}});
    await hands.frame();
}"""

# What was told so far, as a replay; of our own that this browser has kept, or one that a link leads to.
REPLAYED = """async (own) => {
    const [{beginHere}, {state, change}, {fetched}] = await Promise.all(
        ["/shell/replay/replay.js", "/base/store.js", "/base/later.js"].map((path) => import(path)));
    await fetched("../shell/replay/screen.js");
    const scenes = Map.groupBy(state.log, ({number}) => number).entries().map(([number, entries]) => ({
        number, events: entries.map(({event}) => event), us: entries[0].view, jp: entries[0].view, side: 0, window: 23,
    })).toArray();
    beginHere({table: "K7F2QA9X", scenes, names: ["Ada", "本田"], eye: "us"}, state.set);
    change({replay: {...(await import("/base/store.js")).state.replay, own, at: 3}});
    await hands.frame();
    await hands.frame();
}"""
UNREPLAYED = "async () => (await import('/base/store.js')).change({screen: 'start', replay: null})"

AWAY = """async () => {
    const [{change, state}, {fetched}, {keep, keepSeat}] = await Promise.all(
        ["/base/store.js", "/base/later.js", "/base/browser_storage.js"].map((path) => import(path)));
    await fetched("../start/offline.js");
    keep("histories", ["a game"]);
    keepSeat({table: "A", game: "a game", token: "x", against: "本田", over: true, turn: 3, at: 1});
    globalThis.before = {net: state.net, server: state.server};
    const net = {status: "waiting", text: "the server does not answer", again: 3, code: ""};
    change({screen: "start", open: "", net, server: {...state.server, software: ""}});
    await hands.frame();
}"""
BACK = """async () => {
    const [{change}, {forgetSeat}] = [await import("/base/store.js"), await import("/base/browser_storage.js")];
    forgetSeat("A");
    change(globalThis.before);
    await hands.frame();
}"""
SET = "async (patch) => { (await import('/base/store.js')).change(patch); await hands.frame(); }"


def at_the_end(page: Page) -> None:
    """Who has won and why."""
    show(page, situations()["end"])
    page.evaluate(OPEN, ["end", None])
    page.get_by_role("dialog").wait_for()


def replay(*, own: bool) -> Callable[[Page], None]:
    """A game that is looked through."""

    def shown(page: Page) -> None:
        show(page, situations()["air-combat"])
        page.evaluate(REPLAYED, own)
        page.locator(".replay-bar").wait_for()

    return shown


def offline(page: Page) -> None:
    """A page that was kept, and its server is away."""
    page.evaluate(AWAY)
    page.get_by_role("heading", name="There is no way to the server").wait_for()


def with_banner(patch: dict[str, object]) -> Callable[[Page], None]:
    """A table with something over it that must not be overlooked."""

    def shown(page: Page) -> None:
        show(page, situations()["ships"])
        page.evaluate(SET, patch)
        page.locator(".banner").wait_for()

    return shown


def pulled(page: Page) -> None:
    """What is beside the table, pulled up over it."""
    show(page, situations()["ships"])
    page.evaluate(SET, {"pulled": True})


WAITING = {"status": "waiting", "text": "the server does not answer", "again": 3, "code": ""}
IN = {"status": "in", "text": "", "again": None, "code": ""}
MORE: dict[str, Callable[[Page], None]] = {
    **{name: sheet(name) for name in ("settings", "orders", "resign", "keys", "ladder", "own-key", "notifying")},
    "end-sheet": at_the_end,
    "replay": replay(own=False),
    "own-replay": replay(own=True),
    "offline": offline,
    "newer": with_banner({"newer": "there"}),
    "lost": with_banner({"net": WAITING}),
    "pulled": pulled,
}
LEFT: dict[str, dict[str, object]] = {  # how it is undone
    "newer": {"newer": ""}, "lost": {"net": IN}, "pulled": {"pulled": False},
}  # fmt: skip
LOOKS = [
    ("desk", "day", "usual", None), ("phone", "night", "usual", COLOURS), ("phone", "day", "usual", None),
    ("desk", "night", "usual", COLOURS), ("desk", "day", "blind", COLOURS), ("desk", "night", "blind", COLOURS),
]  # fmt: skip


@pytest.mark.parametrize(("size", "theme", "palette", "rules"), some(LOOKS, 1))
def test_axe_finds_nothing(
    visitors: Visitors, size: str, theme: str, palette: str, rules: list[str] | None
) -> None:
    assert not axe.missing(), axe.missing()
    person = visitors.person(motion=False, theme=theme, hasty=True, covered=False, size=SIZES[size])
    person.add_init_script(path=axe.source_file())
    page = visitors.window(person)
    faults = []
    for name in (*PLACES, *some(MORE, 3), *some(NAMES, 4)):
        if name in ("start", "invited", "waiting-room"):
            page.goto(visitors.server.url)
        page.locator("button#play-bot:enabled, .screen-table, .waiting-room").first.wait_for()
        page.evaluate(WEAR, palette)
        draw(page, name)
        faults += [f"{name}: {fault}" for fault in page.evaluate(RUN, rules)]
        leave(page, name)
    assert not faults, "\n".join(faults)


def draw(page: Page, name: str) -> None:
    """Let the page show a place or a situation."""
    if name in PLACES:
        PLACES[name](page)
    elif name in MORE:
        MORE[name](page)
    else:
        show(page, situations()[name])


def leave(page: Page, name: str) -> None:
    """As if it had not been."""
    page.evaluate(SET, {"open": "", "openAt": None, **LEFT.get(name, {})})
    if "replay" in name:
        page.evaluate(UNREPLAYED)
    if name == "offline":
        page.evaluate(BACK)


def test_what_has_no_name_is_found(visitors: Visitors) -> None:
    """A planted fault on each kind of screen: axe does look there."""
    person = visitors.person(motion=False, hasty=True, covered=False)
    person.add_init_script(path=axe.source_file())
    page = visitors.window(person)
    page.locator("button#play-bot:enabled").wait_for()
    for name in some(MORE, 3):
        draw(page, name)
        page.evaluate("""() => {
            const place = document.querySelector("dialog .sheet-body") ?? document.querySelector("main");
            place.append(document.createElement("button"));
        }""")
        assert any(fault.startswith("button-name") for fault in page.evaluate(RUN, None)), name
        page.evaluate("() => document.querySelector('button:empty')?.remove()")
        leave(page, name)
