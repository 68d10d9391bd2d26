"""The ladder tells nothing of a game that goes on: not a byte, while both ask for it all the time."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest

from ironbottom.server.archive.results.rated_games import RatedGames
from ironbottom.server.table.table import GameTable
from ironbottom.wire.ratings import ListRatings, Ratings
from tests.secrecy.over_wire.wholes import Whole
from tests.secrecy.over_wire.world import World, draw_alike
from tests.secrecy.reading import Leaked

NUMBERS = (0, 2)
ANSWERS = 60
EVERY = 0.37  # seconds
ASKED = [0]


@pytest.fixture(autouse=True)
def _asking(monkeypatch: pytest.MonkeyPatch) -> None:
    """The viewer and a stranger ask again and again, by the clock; nobody is refused for that."""
    draw_alike(monkeypatch)
    sit_down = World._sit_down
    monkeypatch.setattr("ironbottom.server.lobby.glances.may_ask", lambda *_args: True)

    def sat_down(world: World, terms: Any) -> None:
        def ask() -> None:
            ASKED[0] += 1
            world.viewer.ask(ListRatings)
            world.stranger.ask(ListRatings)
            world.clock.callLater(EVERY, ask)

        sit_down(world, terms)
        world.clock.callLater(EVERY, ask)

    monkeypatch.setattr(World, "_sit_down", sat_down)


def play() -> int:
    return sum([Whole(number, ANSWERS).play() for number in NUMBERS])


def test_every_byte_is_the_same_in_both_worlds() -> None:
    ASKED[0] = 0
    assert play() > 20 * len(NUMBERS)
    assert ASKED[0] > 200


LEAKS: dict[str, Any] = {
    "the cards of a hand": lambda live: repr([[*forces.hand] for forces in live.game.state.forces]),
    "the next card of a deck": lambda live: repr([forces.air_deck[-1:] for forces in live.game.state.forces]),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ladder that is made of games that go on."""
    passed = RatedGames.passed

    def leaking(self: RatedGames, table: GameTable) -> None:
        passed(self, table)
        if table.live_game is not None:
            self._stale, self._made = False, Ratings(1, crc32(LEAKS[name](table.live_game).encode()), ())

    monkeypatch.setattr(RatedGames, "passed", leaking)
    with pytest.raises(Leaked):
        play()
