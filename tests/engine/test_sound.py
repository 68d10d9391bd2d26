"""What a position is told to be wrong with: a sound one with nothing, and each fault by its sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.flow import Game
from ironbottom.rules import new_game
from ironbottom.state import AIR, Airplane, Base, Forces, Formation
from ironbottom.variant import varied
from ironbottom.words import FRONT, MIDDLE, CardId, Rank, Side, Token
from tests.support.battles import TRIAL

US, NOBODY = Side.US, Token(99)


def laid() -> Game:
    return new_game(varied(card_set("core"), (), TRIAL), bytes(32))


def ship(forces: Forces, lead: str) -> Formation:
    return next(f for f in forces.formations.values() if f.lead.id == CardId(lead))


def base(forces: Forces, rank: Rank) -> Base:
    return next(b for b in forces.bases.values() if b.card.rank is rank)


def plane(forces: Forces) -> Airplane:
    return next(iter(forces.airplanes.values()))


FAULTS: dict[str, Callable[[Forces], Formation | Base | Airplane]] = {
    "us/australia-canberra has 9 damage": lambda us: replace(ship(us, "us/australia-canberra"), damage=9),
    "us/salt-lake-city-chester is damaged and unseen": lambda us: replace(
        ship(us, "us/salt-lake-city-chester"), damage=1
    ),
    "us/saratoga stands on the wrong side": lambda us: replace(ship(us, "us/saratoga"), side=Side.JP),
    "us/pacific-fleet-1 are transports and unseen": lambda us: replace(ship(us, "us/pacific-fleet-1"), detected=False),
    "us/henderson-field has more damage than HP": lambda us: replace(base(us, Rank.FRONT), damage=50),
    "us/port-moresby stands in the wrong line": lambda us: replace(base(us, Rank.STRATEGIC), line=FRONT[US]),
    "is nowhere": lambda us: replace(plane(us), host=AIR, line=None),
    "is aboard of nothing": lambda us: replace(plane(us), host=NOBODY),
}


def test_a_battle_lies_there_without_a_fault() -> None:
    game = laid()
    assert game.state.check() == []
    assert base(game.forces[US], Rank.STRATEGIC).line is MIDDLE[US]


@pytest.mark.parametrize("said", FAULTS)
def test_each_fault_is_told(said: str) -> None:
    game = laid()
    us = game.forces[US]
    row: Any = FAULTS[said](us)
    tables: dict[type, Any] = {Formation: us.formations, Base: us.bases, Airplane: us.airplanes}
    tables[type(row)][row.token] = row
    assert [fault for fault in game.state.check() if said in fault]
