"""The page's own clock: the wall may be put back or forward, the computer may sleep; the connection bears it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

LINE = """
    const told = [], sent = [];
    let now = 1000, wall = 1e12;
    const real = {now: performance.now, date: Date.now, socket: globalThis.WebSocket};
    performance.now = () => now;
    Date.now = () => wall;
    globalThis.WebSocket = class {
      static OPEN = 1;
      constructor() { this.readyState = 1; }
      send(text) { sent.push(JSON.parse(text).type); }
      close() {}
    };
    try {
      const {Connection} = await import("/session/net/connection.js");
      const connection = new Connection("", {ready() {}, heard() {}, lost: (why) => told.push(why)});
      clearInterval(connection.timer);
      connection.greeted = true;
      for (const [seconds, jump, heard] of given) {
        now += 1000 * seconds;
        wall += 1000 * (seconds + jump);
        if (heard) connection.receive('{"type": "pong", "n": 0}');
        connection.check();
      }
    } finally {
      performance.now = real.now;
      Date.now = real.date;
      globalThis.WebSocket = real.socket;
    }
    return [told.length, sent];
"""


def looked_after(bench: Page, *looks: tuple[float, float, bool]) -> list[Any]:
    """How often the connection was given up, and what was said, after looks: seconds, jumps of the wall, news."""
    found: list[Any] = bench.evaluate(f"async (given) => {{ {LINE} }}", [[*look] for look in looks])
    return found


@pytest.mark.parametrize("jump", [-3_600.0, 7_200.0])
def test_a_wall_that_jumps_ends_no_connection(bench: Page, jump: float) -> None:
    assert looked_after(bench, (1.0, 0.0, True), (1.0, jump, False), (1.0, 0.0, False)) == [0, []]


@pytest.mark.parametrize("jump", [-3_600.0, 0.0, 7_200.0])
def test_silence_is_noticed_whatever_the_wall_shows(bench: Page, jump: float) -> None:
    silent = [(1.0, 0.0, False)] * 25
    assert looked_after(bench, (1.0, 0.0, True), (1.0, jump, False), *silent) == [1, ["ping", "ping", "bye"]]


def test_a_page_that_slept_asks_before_it_gives_up(bench: Page) -> None:
    slept = (7_200.0, 0.0, False)
    assert looked_after(bench, (1.0, 0.0, True), slept) == [0, ["ping"]]
    assert looked_after(bench, (1.0, 0.0, True), slept, (1.0, 0.0, True), *[(1.0, 0.0, False)] * 5) == [0, ["ping"]]
    assert looked_after(bench, (1.0, 0.0, True), slept, *[(1.0, 0.0, False)] * 6) == [1, ["ping", "bye"]]
