"""§26.6  Who shares a side sees what his side sees, in each of the four seats, and nothing of the other side."""

from __future__ import annotations

import pytest

from ironbottom.server.table.table import GameTable
from ironbottom.server.transport.session import ClientSession
from tests.secrecy.over_wire.teams import TeamWorld, WholeTeams
from tests.secrecy.over_wire.world import draw_alike
from tests.secrecy.reading import Leaked
from tests.support.lengths import PAIRS, some

GAMES, ANSWERS = max(4, PAIRS // 1_000), 200  # of both sides in turn, and how far


@pytest.fixture(autouse=True)
def _draws(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_alike(monkeypatch)


@pytest.mark.parametrize("number", some(range(GAMES), 4))
def test_four_seats_hear_the_same_whatever_the_other_side_hides(number: int) -> None:
    """§22, §26.6  In two games the US keeps the secrets, in two Japan; the viewer and his partner listen."""
    whole = WholeTeams(number, ANSWERS)
    assert isinstance(whole.one, TeamWorld)
    assert whole.play() > 60
    assert whole.changed > 0
    assert whole.tried["restarted"] == 1


def test_both_seats_of_the_viewer_are_listened_to() -> None:
    whole = WholeTeams(1, 12)
    world = whole.one
    assert isinstance(world, TeamWorld)
    for side, answer in whole.script[:4]:
        world.run(1.0)
        world.give(side, answer)
        world.run(1.0)
    assert world.seats_heard() == {"viewer", "viewer's partner"}


def tells_partner(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that tells a partner what the enemy's seats hear."""
    honest = GameTable.at

    def at(self: GameTable, chair: int) -> list[ClientSession]:
        return honest(self, chair) + (honest(self, 3) if chair == 0 and len(self.seat_states) > 2 else [])

    monkeypatch.setattr(GameTable, "at", at)


def test_a_partner_who_is_told_of_the_other_side_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tells_partner(monkeypatch)
    with pytest.raises(Leaked):
        four_games()


def four_games() -> None:
    for number in range(4):
        WholeTeams(number, ANSWERS).play()
