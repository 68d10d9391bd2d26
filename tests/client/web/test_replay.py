"""A finished game, looked through again: from either side or both, by event, by itself, and by a link to a moment."""

from __future__ import annotations

import re
from pathlib import Path
from time import monotonic

from playwright.sync_api import Browser, BrowserContext, Page, expect

from ironbottom.catalog import card_set
from ironbottom.client.storage.finished_games import reel
from ironbottom.client.terminal.state.model import UiState
from ironbottom.client.terminal.state.replay_timeline import ReplayTimeline
from tests.client.web.support.page_server import PageServer
from tests.client.web.support.player import PagePlayer
from tests.client.web.support.visitors import Visitors, visiting, wait_until
from tests.support.lengths import by_night

PATIENCE = 60.0  # seconds
WHOLE = """async () => {
    const {state} = await import("/base/store.js");
    const {replay} = state, drawn = document.querySelector("#scrub");
    return replay?.scenes.length === replay?.of && Number(drawn?.max) === replay?.row.length - 1;
}"""  # every piece of the game has come
TRANSCRIPT = """async () => {
    const [{transcript}, {state}] = [await import("/session/net/downloads.js"), await import("/base/store.js")];
    return [...await transcript(state.seat.table, state.table.game)];
}"""
SCENES = "async () => (await import('/base/store.js')).state.replay.row.map(({scene}) => scene)"
TURNS = """async () => (await import("/base/store.js")).state.replay.row.flatMap(
    ({event}, at) => event?.event === "turn-began" ? [[at, event.turn]] : [])"""

TOLD = """async () => {
    const [{wholeLogOf}, {state}] = [await import("/shell/replay/moments.js"), await import("/base/store.js")];
    const log = wholeLogOf(state.replay), {eye} = state.replay, side = {us: 0, jp: 1}[eye] ?? 0;
    const drawn = ({event}) => ["fleet-drawn", "drew"].includes(event.event);
    const secret = (entry) => drawn(entry) && entry.event.side !== side && entry.event.cards !== null;
    return [log.length, log.filter(secret).length];
}"""  # how many lines there are; and how many tell a card that the other side has drawn


def finished(page: Page) -> None:
    """A game to its end, and its replay."""
    assert PagePlayer(page, 5).hurry()["over"]
    page.get_by_role("button", name="Look at the whole game again").click()
    page.locator(".replay-bar").wait_for()
    deadline = monotonic() + PATIENCE
    while not page.evaluate(WHOLE):
        assert monotonic() < deadline, "not every piece of the game has come"
        page.wait_for_timeout(50)


def press(page: Page, name: str) -> None:
    """One of the buttons of the bar."""
    page.get_by_role("button", name=name, exact=True).click()


def at(page: Page, moment: int) -> None:
    """Wait until that moment is shown."""
    expect(page.locator("#scrub")).to_have_value(str(moment))


@by_night
def test_a_finished_game_is_looked_through(visitors: Visitors, tmp_path: Path) -> None:
    person = visitors.person(hasty=True)
    page = visitors.window(person, "#bot=random&side=us&seed=6&set=core")
    finished(page)
    last = int(page.locator("#scrub").get_attribute("max") or 0)
    by_steps(page, last)
    page.locator("#scrub").fill(str(last // 2))
    at(page, last // 2)
    by_keys(page, last // 2)
    as_in_the_terminal(page, last, tmp_path)
    its_header_keeps_up(page)
    page.locator("#scrub").fill(str(last // 2))
    by_three_pairs_of_eyes(page, last // 2)
    by_link(visitors, person, page, last // 2)
    by_itself(page, last // 2)
    press(page, "Close the replay")
    expect(page.locator("#panel")).to_contain_text("The game is over")


def test_a_replay_that_was_closed_can_be_opened_again(browser: Browser, visitors: Visitors, tmp_path: Path) -> None:
    """A game that the host publishes, as `ironbottom replay --web` shows it: by the start page, where it was."""
    page = visitors.visit("#bot=random&side=us&seed=1&set=core", hasty=True)
    PagePlayer(page).ready()
    page.evaluate("async () => (await import('/session/api.js')).resign()")
    page.get_by_role("button", name="Look at the whole game again").wait_for()
    file = tmp_path / "game.ibss"
    file.write_bytes(bytes(page.evaluate(TRANSCRIPT)))
    folder = tmp_path / "server"
    folder.mkdir()
    with PageServer(folder, "--replay", str(file)) as server, visiting(browser, server) as guests:
        looking = guests.visit("#replay=REPLAY", hasty=True)
        looking.locator("#scrub").fill("1")
        at(looking, 1)
        looking.get_by_label("Seen by").select_option("jp")
        press(looking, "Close the replay")
        looking.reload()
        row = looking.locator("[aria-labelledby=finished-title] li")
        expect(row).to_contain_text("Ada – random")
        row.get_by_role("button", name="Look at it again").click()
        at(looking, 1)
        expect(looking.get_by_label("Seen by")).to_have_value("jp")


def by_steps(page: Page, last: int) -> None:
    """The ends, an event, and a decision, which is further on."""
    press(page, "To the end")
    at(page, last)
    press(page, "To the beginning")
    at(page, 0)
    press(page, "One event on")
    at(page, 1)
    press(page, "The next decision")
    expect(page.locator("#scrub")).not_to_have_value(re.compile("^[01]$"))


def by_keys(page: Page, begun: int) -> None:
    """Event by event, by decision, by turn, to the ends; it runs and is held; through the next eyes, and faster."""
    page.locator("main").focus()
    page.locator("#scrub").fill(str(begun))
    for key, moment in {"ArrowRight": begun + 1, "ArrowLeft": begun}.items():
        page.keyboard.press(key)
        at(page, moment)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#scrub")).not_to_have_value(str(begun))
    here = int(page.locator("#scrub").input_value())
    next_turn = next(place for place, _turn in page.evaluate(TURNS) if place > here)
    page.keyboard.press("t")
    expect(page.locator("#scrub")).to_have_value(str(next_turn))
    press(page, "One event on")  # it keeps the focus; the space is not its own
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Hold")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    eye = page.get_by_label("Seen by").input_value()
    page.keyboard.press("e")
    expect(page.get_by_label("Seen by")).not_to_have_value(eye)
    page.keyboard.press("+")
    expect(page.get_by_label("Speed")).to_have_value("quick")
    page.keyboard.press("Home")
    at(page, 0)


def as_in_the_terminal(page: Page, last: int, folder: Path) -> None:
    """The same number of events and of entries, and the same entry at each event."""
    file = folder / "game.ibss"
    file.write_bytes(bytes(page.evaluate(TRANSCRIPT)))
    found = reel(str(file), [card_set("core")])
    assert not found.fault
    assert found.cards is not None
    film = ReplayTimeline(found.moments, found.cards, UiState(found.cards))
    assert film.last == last
    assert page.evaluate(SCENES) == [place.scene for place in film.row]
    page.keyboard.press("End")
    expect(page.locator(".replay-what")).to_contain_text(f"{last + 1} of {last + 1}")
    expect(page.locator(".replay-what")).to_contain_text(f"entry {len(found.moments) - 1} of {len(found.moments) - 1}")


def its_header_keeps_up(page: Page) -> None:
    """Where a turn is told to begin it has begun."""
    for place, turn in page.evaluate(TURNS)[:4]:
        page.locator("#scrub").fill(str(place))
        expect(page.locator(".top-turn")).to_have_text(f"Turn {turn}")


def by_three_pairs_of_eyes(page: Page, moment: int) -> None:
    """The same moment, and three tables; what a side was not told of stands in no log of its own."""
    tables, told = set(), dict[str, int]()
    for eye in ("us", "jp", "both"):
        page.get_by_label("Seen by").select_option(eye)
        page.evaluate("hands.frame().then(hands.frame)")
        at(page, moment)
        tables.add(page.locator("main").inner_text())
        told[eye], secrets = page.evaluate(TOLD)
        assert (secrets > 0) is (eye == "both")
    assert len(tables) == 3
    assert max(told["us"], told["jp"]) < told["both"]


def by_link(visitors: Visitors, person: BrowserContext, page: Page, moment: int) -> None:
    """It leads to the moment."""
    link = page.locator("#replay-link").input_value()
    eye = page.get_by_label("Seen by").input_value()
    assert link.endswith(f"&at={moment}&eye={eye}")
    other = visitors.window(person, link.removeprefix(visitors.server.url))
    at(other, moment)
    expect(other.get_by_label("Seen by")).to_have_value(eye)
    other.close()


def by_itself(page: Page, begun: int) -> None:
    """On and on, until it is held."""
    page.get_by_label("Speed").select_option("quick")
    press(page, "Play")
    wait_until(page, "(begun) => Number(document.querySelector('#scrub').value) >= begun + 3", arg=begun)
    press(page, "Hold")
    held = int(page.locator("#scrub").input_value())
    press(page, "One event back")
    at(page, held - 1)
