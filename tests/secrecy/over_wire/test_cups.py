"""A cup tells nothing of a game that goes on: not a byte, while others ask for it all the time, enter and leave."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest
from msgspec.structs import replace

from ironbottom.keys import public_bytes
from ironbottom.server.lobby.club.cups.cup import Entrant, Fixture, StoredCup, cup_row, fixture_row
from ironbottom.server.lobby.club.cups.cups import CupRegister
from ironbottom.server.store.journal import table_row
from ironbottom.server.table.stored_table import CupFixture, to_bytes
from ironbottom.server.table.table import GameTable
from ironbottom.wire.cups import EnterCup, LeaveCup, ListCups, ShowCup
from tests.secrecy.over_wire.wholes import Whole
from tests.secrecy.over_wire.world import World, draw_alike
from tests.secrecy.reading import Leaked

NUMBERS = (0, 2)
ANSWERS = 60
EVERY = 0.37  # seconds
ASKED = [0]


@pytest.fixture(autouse=True)
def _asking(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is one of a cup; the viewer and a stranger ask for it by the clock, and nobody is refused for that."""
    draw_alike(monkeypatch)
    sit_down = World._sit_down
    monkeypatch.setattr("ironbottom.server.lobby.glances.may_ask", lambda *_args: True)

    def sat_down(world: World, terms: Any) -> None:
        def ask() -> None:
            ASKED[0] += 1
            for one in (world.viewer, world.stranger):
                one.ask(ListCups)
                one.ask(ShowCup, "CUP")
                one.ask(EnterCup, "CUP")
            world.stranger.ask(LeaveCup, "CUP")
            world.clock.callLater(EVERY, ask)

        sit_down(world, terms)
        put_in_a_cup(world)
        world.clock.callLater(EVERY, ask)

    monkeypatch.setattr(World, "_sit_down", sat_down)


def put_in_a_cup(world: World) -> None:
    """The game that both play counts for it."""
    table = world.lobby.tables[world.keeper.table]
    entrants = tuple([Entrant(one.name, public_bytes(one.key)) for one in (world.keeper, world.viewer)])
    now = world.lobby.seconds()
    cup = StoredCup(
        "CUP", "Cup", "round-robin", 1, table.stored.terms, 8, now, 7, now, "running", entrants, (0, 1), b"lot", 1
    )
    game = Fixture(1, 1, 0, 0, 1, table.id, (bytes(16), bytes(16)), now + 9_999)
    table.stored = replace(table.stored, cup=CupFixture("CUP", 1))
    for row in (cup_row(cup), fixture_row("CUP", game), table_row(table.id, to_bytes(table.stored))):
        world.disk.store.execute(row.statement, row.values)
    world.lobby.cups.open()


def play() -> int:
    return sum([Whole(number, ANSWERS).play() for number in NUMBERS])


def test_every_byte_is_the_same_in_both_worlds() -> None:
    ASKED[0] = 0
    assert play() > 20 * len(NUMBERS)
    assert ASKED[0] > 100


LEAKS: dict[str, Any] = {
    "the cards of a hand": lambda live: repr([[*forces.hand] for forces in live.game.state.forces]),
    "the next card of a deck": lambda live: repr([forces.air_deck[-1:] for forces in live.game.state.forces]),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cup that tells of games that go on."""
    passed = CupRegister.passed

    def leaking(self: CupRegister, table: GameTable) -> None:
        passed(self, table)
        if table.live_game is not None and "CUP" in self.fixtures:
            due = crc32(LEAKS[name](table.live_game).encode())
            self.fixtures["CUP"][1] = replace(self.fixtures["CUP"][1], due=due)

    monkeypatch.setattr(CupRegister, "passed", leaking)
    with pytest.raises(Leaked):
        play()
