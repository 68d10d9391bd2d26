"""The chance that a base falls: what bombs and shells leave of it, and what the armies then do to the rest."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom import odds
from ironbottom.abilities import damaged
from ironbottom.dice import Ability
from ironbottom.printed import BaseCard

from .volley import Law, blow


class Army(NamedTuple):
    """Transports that may go ashore: what they fight with, and what stands between them and the torpedo boats."""

    army: int
    hp: int  # of the transports alone
    escort_hp: int = 0


class Gunners(NamedTuple):
    """A formation that may bombard the base."""

    land: Ability
    hp: int


def falls(card: BaseCard, armies: list[Army], gunners: list[Gunners], arrives: float = 1.0) -> Law:
    """P(the base falls in this landing), by the damage that it has when the bombardment begins.

    Each army `arrives` off the base with this chance.

    Counted backwards: first for when nobody is left to go ashore, then with the last army, and so on to the first gun.
    """
    chance: Law = (0.0,) * (card.hp + 1)
    for army in reversed(armies):
        chance = tuple([_ashore(card, army, done, chance, arrives) for done in range(card.hp + 1)])
    if not armies:
        return chance
    for gun in reversed(gunners):
        chance = tuple([_shelled(card, gun, done, chance) for done in range(card.hp + 1)])
    return chance


def _ashore(card: BaseCard, army: Army, done: int, later: Law, arrives: float) -> float:
    """§18.4(e), §18.4(f)  This army lands where the base has so much damage, and the others after it."""
    through = arrives * (1 - odds.at_least(damaged(card.tb, done), army.hp + army.escort_hp))
    if done == card.hp:
        return through + (1 - through) * later[done]
    fight = blow(army.army, army.hp, damaged(card.garrison, done), card.hp - done).law
    fought = fight[-1] + sum([p * later[done + more] for more, p in enumerate(fight[:-1])])
    return through * fought + (1 - through) * later[done]


def _shelled(card: BaseCard, gun: Gunners, done: int, later: Law) -> float:
    """§18.4(d)  This formation bombards a base that has so much damage, and the landing goes on."""
    if done == card.hp:
        return later[done]
    guns = card.tb if card.guns is None else card.guns
    shells = blow(gun.land, gun.hp, damaged(guns, done), card.hp - done).law
    return sum([p * later[done + more] for more, p in enumerate(shells)])
