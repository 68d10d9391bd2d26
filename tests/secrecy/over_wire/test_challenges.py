"""Challenges tell nothing of a game that goes on, not a byte, while two post, seek, list and take back all the time."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest
from msgspec.structs import replace

from ironbottom.server.lobby import open_tables
from ironbottom.server.table.table import GameTable
from ironbottom.wire.challenging import CloseChallenge, PostChallenge
from ironbottom.wire.messages import ListTables, TableLine
from ironbottom.wire.terms import Terms
from tests.secrecy.over_wire.asking import EVERY, ask_by_the_clock
from tests.secrecy.over_wire.wholes import Whole
from tests.secrecy.over_wire.world import World
from tests.secrecy.reading import Leaked

NUMBERS = (0, 2)
ANSWERS = 60
TERMS = Terms(reach="open")


def act(world: World) -> None:
    n = round(world.now / EVERY)
    waiting = [table.id for table in world.lobby.tables.values() if table.stored.challenge is not None]
    for player in (world.viewer, world.stranger):
        player.ask(PostChallenge, n.to_bytes(16), TERMS, within=200, seek=n % 2 == 0)
        for table in waiting[:1]:
            player.ask(CloseChallenge, table)
        player.ask(ListTables)


@pytest.fixture(autouse=True)
def done(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    return ask_by_the_clock(monkeypatch, act)


def play() -> int:
    return sum([Whole(number, ANSWERS).play() for number in NUMBERS])


def test_every_byte_is_the_same_in_both_worlds(done: list[int]) -> None:
    assert play() > 20 * len(NUMBERS)
    assert done[0] > 50


LEAKS: dict[str, Any] = {
    "the last card of a deck": lambda live: repr([forces.fleet_deck[:3] for forces in live.game.state.forces]),
    "the next card of a deck": lambda live: repr([forces.air_deck[-1:] for forces in live.game.state.forces]),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Points that hang on the game that somebody plays meanwhile."""
    line = open_tables.line

    def leaking(table: GameTable) -> TableLine:
        found, lives = line(table), [one.live_game for one in table.services.tables.values() if one.live_game]
        if found.challenge and lives:
            points = crc32(LEAKS[name](lives[0]).encode())
            return replace(found, challenge=replace(found.challenge, points=points))
        return found

    monkeypatch.setattr(open_tables, "line", leaking)
    with pytest.raises(Leaked):
        play()
