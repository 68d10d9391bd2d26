"""§25  Campaigns: battles or whole games that follow each other, and the battle that comes of what is carried to it.

    first_battle(campaign, cards)             the first, as its file has it
    battle_of(campaign, cards, part)          any other, with losses, damage, hands and points carried over

What is carried over is worked out by `ironbottom.campaign_after`.  `cards` is always the whole set of the campaign.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date
from hashlib import sha256
from typing import Literal, NamedTuple

from msgspec import Struct, msgpack
from msgspec.structs import replace

from ironbottom.abilities import paired
from ironbottom.battle import (
    Battle,
    BattleSide,
    BattleText,
    CampaignPart,
    CampaignText,
    CarriedSide,
    PlacedBase,
    PlacedShip,
)
from ironbottom.catalog import cards_by_id
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, CardSet, EventCard, ShipCard, Values
from ironbottom.variant import figures
from ironbottom.words import SIDES, CardId, Icon, Side

MOST_TURNS = 40  # a whole game ends by its decks; a battle must say a number
BASE_ICON = {Icon.CARRIER: Icon.LAND}  # §6.2: carrier airplanes stand on land icons of bases

Points = tuple[int, int]
_encode = msgpack.Encoder(order="deterministic").encode


class WholeGame(Struct, frozen=True):
    """§25.7  A battle of a campaign that is a whole game."""

    date: str
    english: str  # its title
    japanese: str


class Campaign(Struct, frozen=True, kw_only=True):
    """A chain of battles, or of whole games."""

    name: str  # "guadalcanal"
    version: int
    set: str
    battles: tuple[Battle | WholeGame, ...]  # in their order, which is that of their dates
    ship_days: int  # §25.4: every so many days a damage of each ship is repaired
    base_days: int  # likewise of each base
    hand: int  # §25.5: so much of a hand is carried over, in percent
    lead: Points = (0, 0)  # §25.3: points of US and Japan from the start
    marginal: int  # §25.6
    decisive: int
    english: CampaignText
    japanese: CampaignText

    @property
    def mark(self) -> str:
        """What its rules say, its battles with them: SHA-256.  Two that differ only in their prose are one."""
        rules = [self.ship_days, self.base_days, self.hand, self.lead, self.marginal, self.decisive]
        battles = [figures(one) if isinstance(one, Battle) else "whole" for one in self.battles]
        return sha256(_encode([self.set, rules, battles, [one.date for one in self.battles]])).hexdigest()


class CampaignOutcome(NamedTuple):
    """§25.6  How a campaign stands, or has ended."""

    points: Points  # of US and Japan in all battles so far
    level: Literal["draw", "marginal", "decisive"]
    winner: Side | None  # None: a draw


def first_battle(campaign: Campaign, cards: CardSet) -> Battle:
    """§25.1  The first battle: nothing is carried to it."""
    return battle_of(campaign, cards, replace(part_of(campaign, 1), points=campaign.lead))


def summed(fought: Battle, winner: Side | None, reason: str, points: Points) -> Points:
    """§25.3  The points of all battles up to this one, which ended so.

    Whoever ends a battle before its time by winning it, or by giving it up, does not end what it is worth: its winner
    has at least as many points more as make a decisive victory (§24.7).  A draw leaves the points as they are.
    """
    assert fought.campaign is not None
    now = [*points]
    if winner is not None and reason != "time-up":
        now[winner] = max(now[winner], now[winner.enemy] + fought.decisive)
    us, jp = fought.campaign.points
    return us + now[Side.US], jp + now[Side.JP]


def standing(part: CampaignPart, points: Points) -> CampaignOutcome:
    """§25.6  What so many points come to by the margins of the campaign."""
    lead = points[Side.US] - points[Side.JP]
    winner = Side.US if lead > 0 else Side.JP
    if abs(lead) < part.marginal:
        return CampaignOutcome(points, "draw", None)
    return CampaignOutcome(points, "decisive" if abs(lead) >= part.decisive else "marginal", winner)


def repair_days(campaign: Campaign, number: int, every: int) -> int:
    """§25.4  How many repair days lie between this battle and the next, from 1; the day of the next is one of them."""
    start, last, now = [date.fromisoformat(campaign.battles[n].date) for n in (0, number - 1, number)]
    return (now - start).days // every - (last - start).days // every


def part_of(campaign: Campaign, number: int) -> CampaignPart:
    """A battle by its number, to which nothing is carried yet."""
    return CampaignPart(
        name=campaign.name, version=campaign.version, mark=campaign.mark, number=number, marginal=campaign.marginal,
        decisive=campaign.decisive, english=campaign.english, japanese=campaign.japanese,
    )


def battle_of(campaign: Campaign, cards: CardSet, part: CampaignPart) -> Battle:
    """§25.2  A battle as its file and what is carried to it have it."""
    planned, by_id = campaign.battles[part.number - 1], cards_by_id(cards)
    if isinstance(planned, WholeGame):
        us, jp = [_whole(cards, part, side) for side in SIDES]
        texts = [
            BattleText(title=title, introduction=text.introduction, history="")
            for title, text in ((planned.english, part.english), (planned.japanese, part.japanese))
        ]
        return Battle(
            name=f"{campaign.name}-{part.number}"[:40], version=campaign.version, set=campaign.set, date=planned.date,
            first=Side.US, turns=MOST_TURNS, decks=True, whole=True, us=us, jp=jp, english=texts[0],
            japanese=texts[1], campaign=part,
        )
    us, jp = [_laid(planned.side(side), part.side(side), _air(cards, side), by_id) for side in SIDES]
    return replace(planned, us=us, jp=jp, campaign=part)


def _air(cards: CardSet, side: Side) -> Counter[CardId]:
    return Counter([card.id for card in cards.side(side).air])


def _whole(cards: CardSet, part: CampaignPart, side: Side) -> BattleSide:
    """§25.7  A whole game: ships that are lost are not in the fleet deck, those that are damaged are in dock."""
    mine, carried = cards.side(side), part.side(side)
    away = {*carried.lost, *[card for card, _n in carried.damage]}
    deck = _air(cards, side)
    deck.subtract(carried.hand)
    return BattleSide(
        bases=(PlacedBase(card=mine.home.id), PlacedBase(card=mine.strategic.id)), ships=(),
        deck=tuple(deck.elements()), held=carried.hand,
        reserve=tuple([card.id for card in mine.fleet if card.id not in away]),
    )


def _laid(
    planned: BattleSide, carried: CarriedSide, air: Counter[CardId], by_id: dict[CardId, AnyCard]
) -> BattleSide:
    """§25.3 to §25.5  One side of a battle that is laid out, as the battles before have left it."""
    damage, lost = dict(carried.damage), {*carried.lost}
    bases = [_base(base, damage.get(base.card, 0), by_id) for base in planned.bases]
    ships = [ship for one in planned.ships if (ship := _ship(one, lost, damage, by_id)) is not None]
    stock = air.copy()
    stock.subtract([ship.lead for ship in ships if ship.transports])
    for load in [base.airplanes for base in bases] + [ship.airplanes for ship in ships]:
        stock.subtract(load)
    held = _in_stock(carried.hand, stock)
    deck = _in_stock(planned.deck, stock)
    reserve = tuple([card for card in planned.reserve if card not in lost and not damage.get(card)])
    return replace(
        planned, bases=tuple(bases), ships=tuple(ships), deck=deck, held=held + planned.held,
        hand=min(planned.hand, len(deck)), reserve=reserve,
    )


def _in_stock(cards: Iterable[CardId], stock: Counter[CardId]) -> tuple[CardId, ...]:
    """Those of which there is one left, which is then taken."""
    found = list[CardId]()
    for card in cards:
        if stock[card] > 0:
            stock[card] -= 1
            found.append(card)
    return tuple(found)


def _base(placed: PlacedBase, damage: int, by_id: dict[CardId, AnyCard]) -> PlacedBase:
    card = by_id[placed.card]
    assert isinstance(card, BaseCard)
    hurt = min(card.hp, max(placed.damage, damage))
    icons = Counter({icon: max(0, n - hurt) for icon, n in card.slots})
    return replace(placed, damage=hurt, airplanes=_aboard(placed.airplanes, icons, by_id, base=True))


def _ship(
    placed: PlacedShip, lost: set[CardId], damage: dict[CardId, int], by_id: dict[CardId, AnyCard]
) -> PlacedShip | None:
    """§25.3  A formation without what is lost: an escort whose first card is lost lies there alone; None: all is."""
    escort = None if placed.escort in lost else placed.escort
    if placed.lead in lost:
        if escort is None:
            return None
        placed, escort = replace(placed, lead=escort, transports=False, damage=0, airplanes=()), None
    values = _values(placed, by_id)
    hurt = sum([damage.get(card, 0) for card in (placed.lead, escort) if card is not None])
    if escort is not None:
        card = by_id[escort]
        assert isinstance(card, ShipCard)
        values = paired(values, card)
    hurt = min(values.hp - 1, max(placed.damage, hurt))
    icons = Counter({} if values.icon is None else {values.icon: max(0, values.icons - hurt)})
    airplanes = _aboard(placed.airplanes, icons, by_id, base=False)
    detected = placed.detected or (hurt > 0 and not placed.transports)  # §7.2
    return replace(placed, escort=escort, damage=hurt, detected=detected, airplanes=airplanes)


def _values(placed: PlacedShip, by_id: dict[CardId, AnyCard]) -> Values:
    card = by_id[placed.lead]
    half = card.transports if isinstance(card, EventCard) else card
    assert half is not None
    assert not isinstance(half, BaseCard | AirplaneCard)
    return half.values


def _aboard(
    airplanes: tuple[CardId, ...], icons: Counter[Icon], by_id: dict[CardId, AnyCard], *, base: bool
) -> tuple[CardId, ...]:
    """§6.2  As many as there are icons left, the first of them."""
    found = list[CardId]()
    for name in airplanes:
        card = by_id[name]
        assert isinstance(card, AirplaneCard)
        icon = BASE_ICON.get(card.icon, card.icon) if base else card.icon
        if icons[icon] > 0:
            icons[icon] -= 1
            found.append(name)
    return tuple(found)
