"""§4.5, §8.4, §20.4  What a card can do now: damage takes away, an escort adds, an event raises."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ironbottom.dice import Ability
from ironbottom.printed import AnyCard, GradedValues, ShipCard, Values
from ironbottom.words import CardId, Icon, Side

VETERANS = frozenset(map(CardId, ("jp/zeke", "jp/val", "jp/kate")))  # §23.3: what they fly, from a carrier
VETERANS_LOST = "veterans-lost"  # what is in force once a carrier was hit; n: its place among the carriers


def damaged(ability: Ability, damage: int) -> Ability:
    """§4.5  Each damage takes one, never below zero; "-" stays "-"."""
    if ability is None or damage == 0:
        return ability
    return ability - damage if ability > damage else 0


def raised(ability: Ability, n: int) -> Ability:
    """§20.4, R-34  n higher, after damage and pairing; 0 becomes n, "-" stays "-"."""
    return None if ability is None else ability + n


def together(lead: Ability, escort: Ability) -> Ability:
    """§8.4  Number and number add; 0 and +0 are a single 0; one "-" leaves the other; two "-" are "-"."""
    if lead is None or escort is None:
        return escort if lead is None else lead
    return lead + escort


@cache
def _paired(lead: Values, escort: Values) -> Values:
    speeds = (lead.speed, escort.speed)
    graded = isinstance(lead, GradedValues) or isinstance(escort, GradedValues)  # §23.11
    return (GradedValues if graded else Values)(
        hp=lead.hp + escort.hp,
        air=together(lead.air, escort.air),
        surface=together(lead.surface, escort.surface),
        torp=together(lead.torp, escort.torp),
        land=together(lead.land, escort.land),
        sub=together(lead.sub, escort.sub),
        speed=None if None in speeds else min(s for s in speeds if s is not None),
        army=lead.army,
        icon=lead.icon or escort.icon,
        icons=lead.icons + escort.icons,
    )


def paired(lead: Values, escort: ShipCard) -> Values:
    """§8.4  The abilities of a pair: the slower speed, everything else added."""
    assert escort.attached is not None
    return _paired(lead, escort.attached)


@cache
def _express(values: Values, speed: Ability) -> Values:
    return Values(
        hp=values.hp, air=values.air, surface=values.surface, torp=values.torp, land=values.land, sub=values.sub,
        speed=speed, army=values.army, icon=values.icon, icons=values.icons,
    )


def express(lead: Values, escort: ShipCard) -> Values:
    """§21.16  A Tokyo Express pair: as any pair, but its Speed is the escort's."""
    assert escort.attached is not None
    return _express(paired(lead, escort), escort.attached.speed)


def carriers(cards: Iterable[AnyCard], side: Side) -> list[CardId]:
    """§23.3, §23.11  The ships of a side with C icons among these cards, by their ids."""
    found = [card for card in cards if isinstance(card, ShipCard) and card.side is side]
    return sorted({card.id for card in found if card.values.icon is Icon.CARRIER})
