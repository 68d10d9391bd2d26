"""Laws of damage that come again and again in playouts, each worked out once: airplanes on a target, landings."""

from __future__ import annotations

from functools import lru_cache

from ironbottom import odds
from ironbottom.abilities import damaged
from ironbottom.dice import Ability, Attempts, attempts
from ironbottom.printed import BaseCard

from ..mate.assault import Army, Gunners, falls
from ..mate.volley import Law, blow

MOST = 1 << 14  # laws of landings that are kept before all are forgotten, and as many targets that were struck
RARE = 1e-6  # what is less likely is left out


class Struck:
    """A target and what was sent at it so far: P(so much damage), and what follows from one airplane more."""

    __slots__ = ("air", "further", "hp", "hurt", "law", "sunk")

    def __init__(self, hp: int, air: Ability, law: Law) -> None:
        self.hp, self.air, self.law = hp, air, law
        self.sunk = law[hp]
        self.hurt = sum([d * p for d, p in enumerate(law[:hp])])  # damage to be expected where it does not sink
        self.further: dict[tuple[Ability, bool], tuple[Struck, float]] = {}

    def after(self, ability: Ability, torpedo: bool) -> tuple[Struck, float]:
        """How it may stand after one more airplane, and the chance that this is shot down."""
        found = self.further.get((ability, torpedo))
        return self._sent(ability, torpedo) if found is None else found

    def _sent(self, ability: Ability, torpedo: bool) -> tuple[Struck, float]:
        law, lost, hp = [0.0] * (self.hp + 1), 0.0, self.hp
        law[hp] = self.law[hp]
        for done, chance in enumerate(self.law[:-1]):
            if chance > RARE:
                one = blow(ability, 1, damaged(self.air, done), hp - done, torpedo)
                lost += chance * one.loss
                for more, p in enumerate(one.law):
                    law[done + more] += chance * p
        if len(_struck) >= MOST:
            forget()
        found = self.further[ability, torpedo] = Struck(hp, self.air, tuple(law)), lost
        _struck.append(self)
        return found


_struck: list[Struck] = []  # those from which something follows


def forget() -> None:
    """What follows from each of them is worked out anew when it is asked for."""
    for struck in _struck:
        struck.further.clear()
    _struck.clear()


@lru_cache(1 << 10)
def untouched(hp: int, air: Ability) -> Struck:
    """A target before anything is sent at it."""
    return Struck(hp, air, (1.0, *[0.0] * hp))


_fallen: dict[object, Law] = {}
GRAIN = 16  # chances to arrive are told apart by sixteenths


def fallen(card: BaseCard, armies: tuple[Army, ...], guns: tuple[Gunners, ...], arrives: float) -> Law:
    """P(a base falls) by its damage when the bombardment begins, the heaviest guns and armies first."""
    grain = round(arrives * GRAIN)
    key = (card.hp, card.tb, card.guns, card.garrison, armies, guns, grain)
    law = _fallen.get(key)
    if law is None:
        if len(_fallen) >= MOST:
            _fallen.clear()
        law = _fallen[key] = falls(card, [*armies], [*guns], grain / GRAIN)
    return law


@lru_cache(1 << 12)
def torpedoed(torp: int, boat: int, sub: Ability, hp: int) -> tuple[float, float]:
    """A submarine that has found its target: hits to be expected, and P(it sinks)."""
    whole = odds.duel(attempts(torp), boat, attempts(sub), hp, None)
    return whole.defender_damage, whole.defender_down


def expected(dice: Attempts) -> float:
    """Hits of a full roll."""
    return dice.dice / 5 if dice.limited else float(dice.dice)


def expected_of(ability: Ability) -> float:
    """Hits of a full roll of an ability."""
    return 0.0 if ability is None else ability or 0.2
