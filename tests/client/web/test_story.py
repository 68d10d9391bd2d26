"""What the page tells of whole games, beside what the plain client tells: the same sentences."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from msgspec import msgpack
from msgspec.structs import replace
from playwright.sync_api import Page

from ironbottom.catalog import card_set
from ironbottom.client.plain.reader import PlainReader
from ironbottom.events import AnyEvent
from ironbottom.views import View
from ironbottom.wire.codecs import encode_json
from ironbottom.wire.messages import Update
from tests.support.lengths import some
from tests.wire.games import VIEWERS, turns

Sent = tuple[View, tuple[AnyEvent, ...]]
GAMES = (1, 2, 3, 4)

TELL = """async (updates) => {
    const [{hear, lines}, {speak}] = [await import("/text/story.js"), await import("/base/language/words.js")];
    await speak("en");
    const file = await (await fetch("/cards/full.json")).json();
    const cards = {};
    const find = (one) => {
        if (one?.id) cards[one.id] = one;
        else if (one instanceof Object) Object.values(one).forEach(find);
    };
    find(file);
    return updates.map((text) => {
        const update = JSON.parse(text);
        hear(update.events, update.view, cards);
        return update.events.flatMap(lines).map(({text, rule}) => rule ? `${text} §${rule}` : text).filter(Boolean);
    });
}"""


@cache
def updates(number: int) -> tuple[tuple[Update, ...], ...]:
    """All updates of a game."""
    return tuple([turn.updates for turn in turns(number)])


def by_plain_client(told: list[Update], name: str) -> list[list[str]]:
    """The lines of each update."""
    reader = PlainReader(card_set(name))
    lines = []
    for update in told:
        view, events = msgpack.decode(msgpack.encode((update.view, update.events)), type=Sent)
        reader.seat.naming.see(view)
        lines.append([line for line in reader.story.told(events) if line])
    return lines


@pytest.mark.parametrize("number", GAMES[:2])
def test_both_tell_who_comes_late_the_same(bench: Page, number: int) -> None:
    """A whole game at once, by its last table; most cards have a name all the same."""
    all_told = [update[2] for update in updates(number)]
    events = tuple([event for update in all_told for event in update.events])
    last = replace(all_told[-1], events=events)
    by_page: list[Any] = bench.evaluate(TELL, [json.dumps(json.loads(encode_json(last)))])
    (expected,) = by_plain_client([last], "full@1" if number % 2 else "core@1")
    assert by_page == [expected]
    assert sum("a card" in line for line in expected) < len(expected) / 5  # without their faces it were half


@pytest.mark.parametrize("number", some(GAMES, 2))
def test_both_tell_the_same(bench: Page, number: int) -> None:
    """From one pair of eyes a game, in turns."""
    who = number % len(VIEWERS)
    told = [update[who] for update in updates(number)]
    by_page: list[Any] = bench.evaluate(TELL, [json.dumps(json.loads(encode_json(update))) for update in told])
    expected = by_plain_client(told, "full@1" if number % 2 else "core@1")
    assert sum(map(len, expected)) > 200
    for n, (ours, theirs) in enumerate(zip(by_page, expected, strict=True), 1):
        assert ours == theirs, f"update {n}"
