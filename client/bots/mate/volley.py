"""What a row of attacks does to one target: how likely each damage is, attack by attack."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ironbottom import odds
from ironbottom.abilities import damaged
from ironbottom.dice import NONE, Ability
from ironbottom.odds import Thrown

Law = tuple[float, ...]  # P(damage is 0, 1, ... up to the HP that were left)


class Blow(NamedTuple):
    """One attack on a target with so many HP left: what it does, and what it costs."""

    law: Law
    loss: float  # P(the attacker is lost)


@lru_cache(1 << 14)
def blow(fire: Thrown, own_hp: int, counter: Thrown, hp: int, torpedo: bool = False) -> Blow:
    """Fire that is answered.  The mean and the loss are exact; the law is that of free fire, thinned to this mean.

    With `torpedo` the answer comes first in each round (§17.3(4)(c)).
    """
    if fire is None or fire == NONE or hp < 1:
        return Blow((1.0, *[0.0] * max(0, hp)), 0.0)
    whole = odds.duel(fire, own_hp, counter, hp, "defence" if torpedo else None)
    free = odds.hits(fire, hp - 1)
    share = whole.defender_damage / odds.expected_damage(fire, hp)
    thinned = [share * chance for chance in free]
    thinned[0] += 1 - share
    return Blow((*thinned, share * max(0.0, 1 - sum(free))), whole.attacker_down)


class Target(NamedTuple):
    """Something to hit, and how it may stand after what was sent at it so far."""

    token: int
    hp: int  # left
    air: Ability  # its answer, before further damage
    worth: Law  # what it is worth to me that so much damage is done to it
    law: Law  # P(so much damage is done by what was sent)

    @property
    def value(self) -> float:
        return mean(self.law, self.worth)

    def after(self, ability: Ability, torpedo: bool) -> tuple[Target, float]:
        """One more airplane is sent: how it may stand then, and the chance that the airplane is shot down."""
        law, lost = [0.0] * (self.hp + 1), 0.0
        law[self.hp] = self.law[self.hp]
        for done, chance in enumerate(self.law[:-1]):
            if chance > 1e-6:
                one = blow(ability, 1, damaged(self.air, done), self.hp - done, torpedo)
                lost += chance * one.loss
                for more, p in enumerate(one.law):
                    law[done + more] += chance * p
        return self._replace(law=tuple(law)), lost


def mean(law: Law, worth: Law) -> float:
    """What something is worth, by the law of what may come."""
    return sum([p * w for p, w in zip(law, worth, strict=True)])


def untouched(token: int, hp: int, air: Ability, worth: Law) -> Target:
    """A target before anything is sent at it."""
    return Target(token, hp, air, worth, (1.0, *[0.0] * hp))
