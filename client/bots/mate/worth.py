"""What cards are worth, in victory points: printed VP for ships, and what a thing will still bring for the rest."""

from __future__ import annotations

from ironbottom.dice import Ability
from ironbottom.printed import AirplaneCard, BaseCard
from ironbottom.views import SeenAirplane, SeenBase, SeenFormation
from ironbottom.words import Icon, Rank

from .table import SeenTable

STRATEGIC = 30.0  # losing it loses the game (§11.1)
UNKNOWN_SHIP, UNKNOWN_PAIR = 2.0, 3.0  # VP of a fleet card on the mean, and of a pair
UNKNOWN_AIRPLANE = 0.45
ABOARD = 0.3  # an airplane that goes down with its ship, if it has not flown
TRANSPORTS = 1.0  # no VP, but a landing is lost without them
DAMAGE = 0.12  # one damage on a ship that does not sink: it is slow, weak and visible until repaired


def number(ability: Ability) -> float:
    """An ability as hits to be expected."""
    return 0.0 if ability is None else ability or 0.2


def airplane(card: AirplaneCard) -> float:
    """What an airplane will do in the rest of the game, measured against ships: about half a VP each."""
    strikes = max(number(card.bomb), 0.85 * number(card.torp), 0.6 * number(card.land))
    return 0.12 + 0.09 * number(card.airc) + 0.1 * strikes + 0.04 * number(card.recon) + 0.03 * (card.range - 1)


def seen_airplane(table: SeenTable, a: SeenAirplane) -> float:
    """What an airplane of either side is worth, as far as I know it."""
    card = None if a.card is None else table.cards[a.card]
    return airplane(card) if isinstance(card, AirplaneCard) else UNKNOWN_AIRPLANE


def ship(table: SeenTable, f: SeenFormation) -> float:
    """A formation: its VP, its transports, and the airplanes that would go down with it."""
    if f.lead is None:
        known = UNKNOWN_PAIR if f.pair else UNKNOWN_SHIP
    else:
        known = sum([float(card.vp) for card in map(table.ship_card, (f.lead, f.escort)) if card is not None])
        if table.has_transports(f):
            known += TRANSPORTS + table.score("transports")
    return known + (ABOARD + table.score("airplanes")) * f.airplanes


def base_lost(card: BaseCard) -> float:
    """What the elimination of a base brings: the game, or twice its VP and the icons that its side has no more."""
    return STRATEGIC if card.rank is Rank.STRATEGIC else 2.0 * card.vp + 1.0


def airplanes_on(table: SeenTable, b: SeenBase) -> list[SeenAirplane]:
    """Airplanes of either side that stand on a base."""
    return [a for a in (*table.mine.airplanes, *table.theirs.airplanes) if a.host == b.token]


def icons(card: BaseCard) -> int:
    """Icons for land and carrier airplanes, on which most of them stand."""
    return sum([n for icon, n in card.slots if icon is Icon.LAND])
