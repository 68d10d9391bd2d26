"""What the page costs its player: bytes until the first question, the time until it is there, and each update."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench import battle_board
from tests.bench.figures import Goal, Row
from tests.bench.run import Run
from tests.client.web.support.page_server import PageServer
from tests.client.web.support.player import HANDS
from tests.support.chromium import SWITCHES, found, missing

GAME = "#bot=random&side=us&set=core&seed={seed}"
LARGEST = 250_000  # bytes
CLICKS = 400  # of each round

# Times what an update costs the page: from the message's arrival until all of it is drawn and laid out.
STOPWATCH = """
{
    const spent = globalThis.spent = [];
    let begun = 0, work = 0;
    const timed = (act) => {
        const from = performance.now();
        act();
        work += performance.now() - from;
    };
    const picture = globalThis.requestAnimationFrame.bind(globalThis);
    globalThis.requestAnimationFrame = (act) => picture((now) => {
        timed(() => { act(now); if (begun) document.body.offsetHeight; });
    });
    const end = () => {
        if (begun) spent.push([work, performance.now() - begun]);
        begun = 0;
    };
    globalThis.WebSocket = class extends WebSocket {
        set onmessage(hear) {
            super.onmessage = (event) => {
                const update = event.data.startsWith('{"type":"update"');
                if (!update) return hear(event);
                [begun, work] = [performance.now(), 0];
                timed(() => hear(event));
                picture(() => picture(end));
            };
        }
        addEventListener(type, hear, more) {
            if (type === "message") this.onmessage = hear;
            else super.addEventListener(type, hear, more);
        }
    };
}
"""


def measure(run: Run) -> list[Row]:
    """All of it, in a fresh browser each round.  Browser, server and we run on all cores, as everywhere."""
    if why := missing():
        raise RuntimeError(why)
    with all_cores():
        return _measure(run)


@contextmanager
def all_cores() -> Iterator[None]:
    """What is started here is not held to the bench's one core."""
    if sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    yield
    os.sched_setaffinity(0, before)


def _measure(run: Run) -> list[Row]:
    bytes_, first, work, waits = [], [], [], []
    opened, beats, cards = [], [], 0
    with TemporaryDirectory() as folder, PageServer(Path(folder)) as server, sync_playwright() as driver:
        for number in range(run.rounds):
            run.say(f"round {number + 1} of {run.rounds}")
            browser = driver.chromium.launch(executable_path=found(), args=[*SWITCHES])
            bytes_.append(transfer(browser, server, number))
            first.append(first_question(browser, server, number))
            spent = updates(browser, server, number)
            work += [row[0] / 1000 for row in spent]
            waits += [row[1] / 1000 for row in spent]
            painted, cards, played = battle(browser, server)
            opened.append(painted)
            beats += played
            browser.close()
    run.notes.append(
        f"page: {len(work)} updates of games by clicks, each from the arrival of its message until it is drawn and laid"
        f" out, without waiting for the screen; with that wait, median {1e3 * median(waits):.1f} ms. The largest battle"
        f" has {cards} cards; {len(beats)} beats from there on."
    )
    return [
        Row("page: all transfer until the first question", "kB", bytes_, goal=Goal("<=", LARGEST)),
        Row("page: first question, from opening the link", "ms", first, goal=Goal("<=", 1.0)),
        Row("page: an update drawn, median", "ms", [median(work)], goal=Goal("<=", 0.016)),
        Row("page: an update drawn, p99", "ms", [quantiles(work, n=100)[98]], goal=Goal("<=", 0.050)),
        Row("page: largest battle, first painted", "ms", opened, goal=Goal("<=", 0.100)),
        Row("page: a beat of it drawn, median", "ms", [median(beats)], goal=Goal("<=", 0.016)),
        Row("page: a beat of it drawn, p99", "ms", [quantiles(beats, n=100)[98]], goal=Goal("<=", 0.050)),
    ]


def page_of(browser: Browser, *scripts: str) -> Page:
    """A window of somebody new."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, locale="en-GB")
    context.add_init_script(HANDS)
    for script in scripts:
        context.add_init_script(script)
    context.add_init_script("localStorage.setItem('ironbottom.settings', JSON.stringify({speed: 'at-once'}))")
    return context.new_page()


def transfer(browser: Browser, server: PageServer, seed: int) -> float:
    """Bytes of everything that came over the network, with headers and the messages of the game."""
    page = page_of(browser)
    heard = page.context.new_cdp_session(page)
    came: list[float] = []

    def loaded(event: dict[str, Any]) -> None:
        came.append(event["encodedDataLength"])

    heard.on("Network.loadingFinished", loaded)
    heard.on("Network.webSocketFrameReceived", lambda event: came.append(len(event["response"]["payloadData"])))
    heard.send("Network.enable")
    page.goto(server.url + GAME.format(seed=seed))
    page.evaluate("hands.ready(20)")
    page.context.close()
    return sum(came)


def first_question(browser: Browser, server: PageServer, seed: int) -> float:
    """Seconds from following a link until its question is drawn; nothing is kept from another visit."""
    page = page_of(browser)
    page.goto(server.url + GAME.format(seed=seed))
    spent: float = page.evaluate("hands.ready(20).then(() => performance.now())")
    page.context.close()
    return spent / 1000


def battle(browser: Browser, server: PageServer) -> tuple[float, int, list[float]]:
    """Seconds until the largest battle is painted, its cards, and seconds for each of its beats."""
    page = page_of(browser)
    page.goto(server.url)
    page.locator("button#play-bot:enabled").wait_for()
    measured = battle_board.measured(page)
    page.context.close()
    return measured


def updates(browser: Browser, server: PageServer, seed: int) -> list[list[float]]:
    """Milliseconds of work, and until it was drawn, of each update of a game."""
    page = page_of(browser, STOPWATCH)
    page.goto(server.url + GAME.format(seed=seed + 40))
    page.evaluate("(told) => hands.play(...told)", [seed + 7, CLICKS])
    spent: list[list[float]] = page.evaluate("globalThis.spent")
    page.context.close()
    return spent
