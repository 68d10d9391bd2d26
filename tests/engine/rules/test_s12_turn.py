"""§12  The turn: its phases in order, and the sides taking turns."""

from __future__ import annotations

import pytest

from ironbottom.events import TurnBegan
from ironbottom.flow import Game
from ironbottom.rules.s12_turn import Turn, Turns
from tests.support.table import REAR, LaidTable, Side, only, window

US, JP = Side.US, Side.JP


def windows_of(action: str) -> list[tuple[str, str]]:
    """The windows of a US turn with this action, everything else by default: side and number."""
    t = LaidTable()
    t.jp.base("Buin")
    t.jp.ship("Shokaku", "FRONT")
    t.us.ship("Hornet", "FRONT", detected=True)
    t.us.load(t.base_of(US, "Port Moresby"), ["Hudson"])
    t.us.hand("Seabees", *["Warhawk"] * 6)
    t.us.air_deck("Wildcat", "Dauntless", "Avenger", "Corsair")
    g = t.play(Turn(phasing=US))
    passed: list[tuple[str, str]] = []
    while g.asked:
        ((side, number),) = window(g).items()
        passed.append((side.name, number))
        g.answer(side, action if number == "16" else g.default(side))
    return passed


DEPLOYED = [("US", number) for number in ("3", "4", "5", "6", "8", "16")]


@pytest.mark.parametrize(
    ("action", "then"),
    [
        ("retreat", []),
        ("air-attack", [("US", "20.1"), ("US", "20.3")]),
        ("landing", [("US", "20.1"), ("US", "20.3"), ("JP", "26"), ("US", "27")]),
    ],
)
def test_12_1_the_phases_of_a_turn(action: str, then: list[tuple[str, str]]) -> None:
    """§12.1  Draw, deployment, reconnaissance, action; air combat unless it retreats; landing; return with the hand."""
    assert windows_of(action) == [*DEPLOYED, *then, ("US", "33")]


def skipping(g: Game, turns: int) -> None:
    for _ in range(turns):
        ((side, number),) = window(g).items()
        assert number == "3"
        g.answer(side, "keep")


def test_12_2_the_sides_take_turns_until_the_game_ends() -> None:
    """§12.2, §10.6  US, Japan, US, Japan; then the US deck is empty."""
    t = LaidTable()
    t.state.turn = 0
    t.us.air_deck(*["Wildcat"] * 6)
    t.jp.air_deck(*["Zeke"] * 6)
    g = t.play(Turns())
    skipping(g, 4)
    began = [(e.turn, e.side) for e in only(g, TurnBegan)]
    assert began == [(1, US), (2, JP), (3, US), (4, JP), (5, US)]
    assert g.outcome is not None
    assert len(g.forces[JP].hand) == 4


def test_12_2_what_was_named_in_a_turn_is_forgotten_in_the_next() -> None:
    """§12.2, §16.3(1)  Action and target belong to one turn."""
    t = LaidTable()
    t.us.ship("Hornet", "REAR")
    t.us.air_deck(*["Wildcat"] * 4)
    t.jp.air_deck("Zeke", "Zeke")
    g = t.play(Turn(phasing=US), Turns())
    while window(g) != {US: "16"}:
        g.answer(US, g.default(US))
    g.answer(US, "retreat")
    assert (g.state.phasing, g.state.action, g.state.target) == (JP, None, 0)
    assert [f.line for f in g.forces[US].formations.values()] == [REAR[US]]
