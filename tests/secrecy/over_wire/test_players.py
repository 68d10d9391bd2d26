"""Players' pages tell nothing of a game that goes on: not a byte, while two ask for them all the time."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest
from msgspec.structs import replace

from ironbottom.keys import fingerprint, public_bytes
from ironbottom.server.archive.results import player_pages
from ironbottom.server.archive.results.game_results import GameResult
from ironbottom.server.archive.results.rating_fit import RatedSide
from ironbottom.server.table.table import GameTable
from ironbottom.wire.players import GetPlayer, PlayerPage
from tests.secrecy.over_wire.asking import ask_by_the_clock
from tests.secrecy.over_wire.wholes import Whole
from tests.secrecy.over_wire.world import World
from tests.secrecy.reading import Leaked

NUMBERS = (0, 2)
ANSWERS = 60
LIVES: list[GameTable] = []


def act(world: World) -> None:
    LIVES[:] = [table for table in world.lobby.tables.values() if table.live_game]
    for player in (world.viewer, world.stranger):
        player.ask(GetPlayer, "Keeper")
        player.ask(GetPlayer, "Viewer")


def before(world: World) -> None:
    """They have played an open game some time ago."""
    us, jp = [RatedSide(fingerprint(public_bytes(one.key)), one.name, False) for one in (world.keeper, world.viewer)]
    world.lobby.results._put(GameResult("00" * 32, 1, us, jp, 1.0, "resigned", 3, public=True))


@pytest.fixture(autouse=True)
def done(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    return ask_by_the_clock(monkeypatch, act, before)


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
    """A page that is made of games that go on."""
    page = player_pages.page

    def leaking(*args: Any) -> PlayerPage:
        found = page(*args)
        told = [crc32(LEAKS[name](table.live_game).encode()) for table in LIVES]
        return replace(found, games=tuple([replace(found.games[0], at=at) for at in told]))

    monkeypatch.setattr(player_pages, "page", leaking)
    with pytest.raises(Leaked):
        play()
