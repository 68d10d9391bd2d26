"""Laws that are kept: they are those of the numbers that `mate` reckons with, and there is an end to how many."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.light import laws
from ironbottom.client.bots.mate import volley
from ironbottom.client.bots.mate.assault import Army, Gunners, falls
from ironbottom.dice import Ability
from ironbottom.odds import at_least, duel
from ironbottom.printed import BaseCard

BASES = [c for side in (card_set("full").us, card_set("full").jp) for c in side.fleet if isinstance(c, BaseCard)]
SENT: list[tuple[Ability, bool]] = [(3, False), (2, True), (0, False), (None, False), (5, True)]


@pytest.mark.parametrize("hp", [1, 4, 7])
@pytest.mark.parametrize("air", [None, 0, 3])
def test_airplane_after_airplane_has_the_law_of_the_volley(hp: int, air: Ability) -> None:
    """With what is lost on the way, whether it is worked out or looked up."""
    worth = (*[0.0] * hp, 1.0)
    for _ in range(2):
        target, struck = volley.untouched(1, hp, air, worth), laws.untouched(hp, air)
        for ability, torpedo in SENT:
            (target, lost), (struck, looked_up) = target.after(ability, torpedo), struck.after(ability, torpedo)
            assert struck.law == pytest.approx(target.law)
            assert looked_up == pytest.approx(lost)
            assert struck.sunk == pytest.approx(target.value)
            assert struck.hurt + hp * struck.sunk == pytest.approx(sum(d * p for d, p in enumerate(target.law)))


@pytest.mark.parametrize("card", BASES, ids=lambda card: card.id)
def test_a_base_falls_as_likely_as_it_does(card: BaseCard) -> None:
    """But for the chance to arrive, which is told apart by sixteenths."""
    armies, guns = (Army(3, 4, 2), Army(2, 3)), (Gunners(4, 6), Gunners(1, 3))
    for arrives in (0.0, 0.25, 1.0):
        assert laws.fallen(card, armies, guns, arrives) == falls(card, [*armies], [*guns], arrives)
    assert laws.fallen(card, armies, guns, 0.26) == falls(card, [*armies], [*guns], 0.25)
    assert laws.fallen(card, armies, guns, 0.30) == falls(card, [*armies], [*guns], 5 / 16)


def test_a_boat_hits_as_in_a_duel() -> None:
    whole = duel(4, 2, 3, 5, None)
    assert laws.torpedoed(4, 2, 3, 5) == (whole.defender_damage, whole.defender_down)
    assert laws.torpedoed(4, 2, None, 1)[1] == pytest.approx(at_least(4, 1))


def test_no_more_is_kept_than_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is worked out again is the same."""
    monkeypatch.setattr(laws, "MOST", 3)
    laws.forget()
    first = laws.untouched(6, 2).after(4, torpedo=False)[0].law
    for ability in range(1, 9):
        laws.untouched(6, 2).after(ability, torpedo=False)
        assert len(laws._struck) <= 3
    assert laws.untouched(6, 2).after(4, torpedo=False)[0].law == first
