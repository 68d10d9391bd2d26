"""§23.4, §23.10  What lies on a card while it throws by an optional rule."""

from __future__ import annotations

from ironbottom.client.terminal.state.moment import DrawnMoment, pieces
from ironbottom.dice import Attempts
from ironbottom.events import AnyEvent, Rolled
from ironbottom.rules.s18_sea_combat import SeaSegment
from ironbottom.sight import view
from ironbottom.words import SeaTask, Side
from tests.support.table import LaidTable


def kept(*throws: tuple[str, int]) -> Attempts | None:
    """What lies on a cruiser after these throws of it, each of an ability and with so many attempts kept."""
    t = LaidTable()
    ship = t.us.ship("Helena & Boise", "FRONT", detected=True, task=SeaTask.ESCORT)
    target = t.jp.ship("Hiei & Kirishima", "FRONT", detected=True, task=SeaTask.CONTROL)
    shown = view(t.play(SeaSegment(attacker=Side.US, part="control", weapon="surface")), Side.US)
    events: list[AnyEvent] = []
    for ability, left in throws:
        events.append(Rolled("18.4(a)(4)", Side.US, ship, target, ability, bytes([4] * left + [1]), 0, left))
    row = pieces(DrawnMoment(shown, None, None, tuple(events), (), {}))[ship].row
    found: Attempts | None = getattr(row, "attempts", None)
    return found


def test_what_radar_keeps_lies_beside_what_was_kept() -> None:
    """§23.4  Two of the guns, and one that was thrown again."""
    assert kept(("surface", 2)) == Attempts(2)
    assert kept(("surface", 2), ("radar", 1)) == Attempts(3)
    assert kept(("surface", 2), ("radar", 0)) == Attempts(2)


def test_of_a_pursuit_nothing_is_kept() -> None:
    """§23.10  What lies there stays."""
    assert kept(("pursuit", 2)) is None
    assert kept(("surface", 1), ("pursuit", 2)) == Attempts(1)
