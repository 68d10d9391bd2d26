"""What the cards say that the light player asks for, worked out once for each card of a set.

The figures are those of `mate` (worth, skies, opposition): VP, hits to be expected, chances.
"""

from __future__ import annotations

from msgspec import Struct

from ironbottom.abilities import damaged
from ironbottom.dice import Ability
from ironbottom.printed import AirplaneCard, AnyCard, CardSet, EventCard, ShipCard
from ironbottom.questions import Value
from ironbottom.state import Formation
from ironbottom.words import FRONT, OWN_LINES, REAR, SIDES, CardId, Icon, Line

from ..mate import skies
from ..mate.assault import Army, Gunners
from ..mate.hand import ARMY, SUBMARINE
from ..mate.hand import TRANSPORTS as TRANSPORTS_HELD
from ..mate.hangar import EXPOSED, LOST, REACHED
from ..mate.landing import marines
from ..mate.opposition import HIDDEN_GUNS, HIDDEN_PAIR
from ..mate.worth import (
    TRANSPORTS,
    UNKNOWN_PAIR,
    UNKNOWN_SHIP,
    airplane,
    number,
)

Spot = tuple[Line, bool]  # a line, and whether it is on a base there
Sent = tuple[Ability, bool]  # with what an airplane attacks, and whether the Anti-Air goes first
Mode = tuple[str, Sent]


class Plane(Struct, frozen=True, gc=False):
    """An airplane card."""

    id: CardId
    fighter: bool  # it fights airplanes in the first place
    striker: bool  # it hurts ships
    worth: float
    airc: int
    air: Ability
    land: Ability
    bombs: float  # hits to be expected on a base
    scouts: float  # and in a search
    recon: Ability
    range: int
    carrier: bool
    icon: Icon
    rises: float  # how much of an interceptor it is
    at_ships: tuple[Mode, ...]
    at_bases: tuple[Mode, ...]


class Hull(Struct, frozen=True, gc=False):
    """What stands in a line as one ship, with the damage that it has."""

    left: int  # HP
    air: Ability
    land: Ability
    sub: Ability
    surface: float  # hits to be expected
    fire: float  # at sea, with guns and torpedoes
    shells: float  # at a base
    worth: float  # VP, and what transports count for
    transports: bool
    carrier: bool
    usable: bool  # it may go into a landing
    gunners: Gunners
    army: Army


UNSEEN = (
    Hull(4, None, None, None, HIDDEN_GUNS, HIDDEN_GUNS, 0.0, UNKNOWN_SHIP, False, False, False, Gunners(None, 4),
         Army(0, 1)),
    Hull(7, None, None, None, HIDDEN_PAIR, HIDDEN_PAIR, 0.0, UNKNOWN_PAIR, False, False, False, Gunners(None, 7),
         Army(0, 1)),
)  # a lone formation that I cannot see, and a pair


class CardFacts:
    """The cards of one set, by id.  `hulls` grows as formations are met."""

    def __init__(self, cards: CardSet) -> None:
        both = (cards.us, cards.jp)
        self.planes: dict[Value, Plane] = {
            c.id: plane(c) for side in both for c in side.air if isinstance(c, AirplaneCard)
        }
        self.events: dict[Value, EventCard] = {c.id: c for side in both for c in side.air if isinstance(c, EventCard)}
        self.homes = (cards.us.home, cards.jp.home)  # by side
        # what a card in the hand will still do
        self.held: dict[Value, float] = {c.id: held(c) for side in both for c in side.air}
        self.hulls: dict[tuple[str, str, int], Hull] = {}
        self.marines = tuple([marines(cards.options, side) for side in SIDES])  # §23.8: by side
        # how good each spot of its side is for an airplane
        self.places = {
            c.id: {(line, on_base): place(self.planes[c.id], line, on_base)
                   for line in OWN_LINES[c.side] for on_base in (False, True)}
            for side in both for c in side.air if isinstance(c, AirplaneCard)
        }

    def hull(self, f: Formation) -> Hull:
        """A formation whose face is known."""
        escort = f.escort
        key = (f.lead.id, "" if escort is None else escort.id, f.damage)
        found = self.hulls.get(key)
        if found is None:
            found = self.hulls[key] = hull(f, self.marines[f.side])
        return found


_made: dict[str, CardFacts] = {}


def facts_of(cards: CardSet) -> CardFacts:
    """The facts of a set; made once for each."""
    found = _made.get(cards.fingerprint)
    if found is None:
        found = _made[cards.fingerprint] = CardFacts(cards)
    return found


def plane(card: AirplaneCard) -> Plane:
    at_ships: list[Mode] = [] if card.bomb is None else [("bomb", (card.bomb, False))]
    if card.torp is not None:
        at_ships.append(("torp", (card.torp, True)))
    return Plane(
        id=card.id,
        fighter=skies.fighter(card),
        striker=skies.striker(card),
        worth=airplane(card),
        airc=card.airc or 0,
        air=card.air,
        land=card.land,
        bombs=number(card.land),
        scouts=number(card.recon),
        recon=card.recon,
        range=card.range,
        carrier=card.icon is Icon.CARRIER,
        icon=card.icon,
        rises=0.0 if card.airc is None else min(1.0, card.airc / 3),
        at_ships=tuple(at_ships),
        at_bases=() if card.land is None else (("land", (card.land, False)),),
    )


def hull(f: Formation, more: int = 0) -> Hull:
    """`more`: what its army fights with besides (§23.8)."""
    values, damage, lead = f.values, f.damage, f.lead
    land = damaged(values.land, damage)
    surface, shells = number(damaged(values.surface, damage)), number(land)
    fire = surface + number(damaged(values.torp, damage))
    ship = isinstance(lead, ShipCard)
    carrier = isinstance(lead, ShipCard) and lead.type.startswith("CV")
    vp = float(lead.vp) + (0.0 if f.escort is None else f.escort.vp)
    return Hull(
        left=values.hp - damage,
        air=damaged(values.air, damage),
        land=land,
        sub=damaged(values.sub, damage),
        surface=surface,
        fire=fire,
        shells=shells,
        worth=vp + (0.0 if ship else TRANSPORTS),
        transports=not ship,
        carrier=carrier,
        usable=ship and not carrier and 2 * damage < values.hp and fire + shells >= 1,
        gunners=Gunners(land, max(1, values.hp - damage)),
        army=army(f, more),
    )


def army(f: Formation, more: int) -> Army:
    """§18.4(e)(4)  The escort takes the damage first, so the army is whole until it is full."""
    if not isinstance(f.lead, EventCard) or f.lead.transports is None:
        return Army(0, 1)
    values = f.lead.transports.values
    escort = 0 if f.escort is None else f.escort.values.hp
    damage = max(0, f.damage - escort)
    return Army(max(0, (values.army or 0) - damage) + more, max(1, values.hp - damage), max(0, escort - f.damage))


def place(card: Plane, line: Line, on_base: bool) -> float:
    """What an airplane can reach from there, and how exposed it is."""
    side = line.owner
    if not on_base and line in REAR:
        return LOST
    reach = card.range - 1 if card.carrier and on_base and card.range else card.range
    score = sum([w for w, there in zip(REACHED, OWN_LINES[side.enemy], strict=True) if abs(line - there) <= reach])
    if card.fighter:
        score = 0.6 * score + sum([0.5 for own in OWN_LINES[side][:2] if abs(line - own) <= reach])
    return score - (EXPOSED if line is FRONT[side] else 0.0)


def held(card: AnyCard) -> float:
    """What a card in the hand will still do."""
    if isinstance(card, AirplaneCard):
        return plane(card).worth
    if isinstance(card, EventCard) and card.transports is not None:
        return TRANSPORTS_HELD + ARMY * (card.transports.values.army or 0)
    return SUBMARINE
