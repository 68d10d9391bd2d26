"""Which ships stand unseen on the enemy's table, and which lie in his fleet deck.

What is known of them: those that were face up once have not gone back; a pair is a leader and an escort; a formation
has as many icons as it has carried airplanes; the VP that were drawn together were enough with the last card, and not
before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ironbottom.abilities import express, paired
from ironbottom.printed import BaseCard, EventCard, ShipCard, Values
from ironbottom.questions import Rng
from ironbottom.words import CardId, Icon, Line, Token
from ironbottom.worlds.prior import Prior

TRIES = 24  # deals at a time
ICONS = tuple(Icon)
FleetCard = ShipCard | BaseCard
ShipsByToken = dict[Token, tuple[ShipCard | EventCard, ShipCard | None, Values]]


class Spot(NamedTuple):
    """An unseen formation."""

    token: Token
    line: Line
    pair: bool
    load: int  # the most airplanes that it has carried
    aboard: int  # airplanes of it that are unseen now, aboard or in the air
    icon: Icon | None  # which icons it has, if one of its airplanes was seen


class Group(NamedTuple):
    """Fleet cards that were drawn together."""

    needed: int  # VP
    base_vp: tuple[int, ...]


class ShipPlace(NamedTuple):
    """A card of an unseen formation that is to be found: who may be there, and how likely against the others."""

    token: Token
    escort: bool
    cards: tuple[ShipCard, ...]
    weights: tuple[float, ...]
    even: bool  # all weigh the same
    aboard: int  # unseen airplanes that are to be its own


class Load:
    """How many airplanes of each kind of icon may be aboard; those that must be somewhere weigh the more."""

    def __init__(self, free: Mapping[Icon, float], owed: Mapping[Icon, float], places: int) -> None:
        """`places`: of unseen airplanes, aboard and in the air; `owed` are in them for certain."""
        self.free, self.owed, self.places = dict(free), dict(owed), float(places)

    def copy(self) -> Load:
        return Load(self.free, self.owed, int(self.places))

    def ways(self, icon: Icon | None, n: int) -> float:
        """In how many ways n airplanes can be dealt to such icons, against other icons."""
        if icon is None:
            return 0.0
        owing = sum(self.owed.values())
        spare, free, owed, ways = self.places - owing, self.free.get(icon, 0), self.owed.get(icon, 0), 1.0
        for _ in range(n):
            each = sum(self.free.values()) / spare if spare > 0 else 1.0
            if spare <= 0:
                free = 0
            ways *= max(0.0, max(0.0, free) + each * owed)
            part = min(1.0, owed) if owed > 0 and each * owed >= free else 0.0
            owed, free = owed - part, free - (1 - part)
        return ways

    def take(self, icon: Icon | None, n: int) -> None:
        """So many airplanes stand on such icons."""
        if icon is None:
            return
        for _ in range(n):
            owing = sum(self.owed.values())
            spare = self.places - owing
            each = sum(self.free.values()) / spare if spare > 0 else 1.0
            free, owed = self.free.get(icon, 0) if spare > 0 else 0.0, self.owed.get(icon, 0)
            total = free + each * owed
            part = each * owed / total if total > 0 else 1.0
            self.owed[icon] = max(0.0, owed - part)
            self.free[icon] = max(0.0, self.free.get(icon, 0) - (1 - part))
            self.places -= 1


class Fleets:
    """The unseen ships of one side."""

    def __init__(
        self,
        spots: list[Spot],
        hidden: list[FleetCard],
        load: Load,
        prior: Prior,
        groups: list[Group],
        drawn: list[ShipCard],
        met: frozenset[CardId],
    ) -> None:
        """`hidden`: all fleet cards that do not lie open; `drawn`: the ships that do.

        `load`: the airplanes that are to be on these formations, with nothing dealt yet; `met`: the ships that were
        face up once: those that are hidden now are on the table for certain.
        """
        self.spots, self.hidden, self.prior = spots, hidden, prior
        self.load, self.groups, self.drawn = load, groups, drawn
        self.ships = [card for card in hidden if isinstance(card, ShipCard)]
        self.met = frozenset([card.id for card in self.ships if card.id in met])

    def prepare(self, express_spots: frozenset[Token]) -> list[ShipPlace]:
        """The parts in the order in which they are dealt: where least fits comes first."""
        parts = [part for spot in self.spots for part in self._parts(spot, self.ships, spot.token in express_spots)]
        return sorted(parts, key=lambda part: len(part.cards))

    def _parts(self, spot: Spot, ships: list[ShipCard], is_express: bool) -> list[ShipPlace]:
        escorts = [card for card in ships if card.attached is not None]
        if is_express:
            return [self._part(spot, escorts, escort=True)]
        if not spot.pair:
            return [self._part(spot, ships, escort=False)]
        leads = [card for card in ships if card.attached is None]
        spare = max([card.attached.icons for card in escorts if card.attached is not None], default=0)
        return [self._part(spot, leads, escort=False, spare=spare), self._part(spot, escorts, escort=True)]

    def _part(self, spot: Spot, ships: list[ShipCard], *, escort: bool, spare: int = 0) -> ShipPlace:
        found: list[tuple[ShipCard, float]] = []
        for card in ships:
            if escort or _carries(spot, card.values, spare):
                found.append((card, self.prior.ship(card, spot.line)))
        weights = tuple([weight for _, weight in found])
        aboard = 0 if escort else spot.aboard
        even = len(set(weights)) < 2 and not aboard
        return ShipPlace(spot.token, escort, tuple([card for card, _ in found]), weights, even, aboard)

    def deal(self, parts: list[ShipPlace], rng: Rng, strict: bool = True) -> dict[tuple[Token, bool], ShipCard] | None:
        """A card for each part; None where it came to no end.  `strict`: the VP must fit what was drawn together."""
        for _ in range(TRIES):
            found = self._lay(parts, rng)
            if found is not None and (not strict or not self.groups or self._enough(found, rng)):
                return found
        return None

    def _lay(self, parts: list[ShipPlace], rng: Rng) -> dict[tuple[Token, bool], ShipCard] | None:
        """Each part in turn takes one of the cards that fit and are left; all that were met must be among them."""
        random, met = rng.random, self.met
        used: set[str] = set()
        dealt: dict[tuple[Token, bool], ShipCard] = {}
        load = self.load.copy()
        owed, left, free = len(met), len(parts), len(self.ships) - len(met)
        for part in parts:
            if part.even and not owed:
                cards = [card for card in part.cards if card.id not in used and card.id not in met]
                if not cards:
                    return None
                card = cards[int(random() * len(cards))]
            else:
                found = self._weighed(part, used, owed, left, free, load, rng)
                if found is None:
                    return None
                card = found
            used.add(card.id)
            dealt[part.token, part.escort] = card
            left -= 1
            if card.id in met:
                owed -= 1
            else:
                free -= 1
        return None if owed else dealt

    def _weighed(
        self, part: ShipPlace, used: set[str], owed: int, left: int, free: int, load: Load, rng: Rng
    ) -> ShipCard | None:
        """A card that must be found somewhere is the likelier here, the fewer other places are left for it."""
        must = float(free) / (left - owed) if left > owed else None
        met, total, aboard = self.met, 0.0, part.aboard
        ways: dict[Icon | None, float] = {icon: load.ways(icon, aboard) for icon in ICONS} if aboard else {}
        sums: list[float] = []
        cards: list[ShipCard] = []
        for card, weight in zip(part.cards, part.weights, strict=True):
            is_met = card.id in met
            if card.id in used or (must is None and not is_met):
                continue
            carries = ways.get(card.values.icon, 0.0) if aboard else 1.0
            total += weight * carries * (must if is_met and must is not None else 1.0)
            sums.append(total)
            cards.append(card)
        if total <= 0:
            return None
        at = rng.random() * total
        chosen = next((card for card, upto in zip(cards, sums, strict=True) if at < upto), cards[-1])
        if aboard:
            load.take(chosen.values.icon, aboard)
        return chosen

    def _enough(self, dealt: dict[tuple[Token, bool], ShipCard], rng: Rng) -> bool:
        """§10.3, §14.1(2)  Whether the cards that were drawn could have been: each draw ended with the card it needed.

        With one draw that is exact: any of its cards may have been the last.  With more of them, who came with which is
        not known any more: then their VP as a whole must be possible.
        """
        values = [card.vp for card in self.drawn] + [card.vp for card in dealt.values()]
        values += [vp for group in self.groups for vp in group.base_vp]
        total, least = sum(values), sum([group.needed for group in self.groups])
        if len(self.groups) == 1:
            return total >= least and total - values[int(rng.random() * len(values))] < least
        values.sort(reverse=True)
        return least <= total <= least - len(self.groups) + sum(values[: len(self.groups)])


def _carries(spot: Spot, values: Values, spare: int) -> bool:
    """Whether a card with these values can lead it, with what an escort may add."""
    return spot.load <= values.icons + spare and (spot.icon is None or spot.icon is values.icon)


def formed(lead: ShipCard | EventCard, escort: ShipCard | None, *, is_express: bool) -> Values:
    """§8.4, §21.16  What a formation of these cards can do."""
    if isinstance(lead, EventCard):
        assert lead.transports is not None
        values = lead.transports.values
    else:
        values = lead.values
    if escort is None:
        return values
    return express(values, escort) if is_express else paired(values, escort)
