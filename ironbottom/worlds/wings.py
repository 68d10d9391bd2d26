"""Which airplanes and event cards lie where the enemy alone sees them: aboard, in the air, discarded, in hand, in deck.

What is known of them: an airplane stands on its own kind of icon; what flew has the range and the ability to; a card
that was face up once has not gone back; an event card that was seen is played or discarded.
"""

from __future__ import annotations

from math import comb, perm
from typing import NamedTuple, TypeVar

from ironbottom.printed import AirplaneCard, EventCard
from ironbottom.questions import Rng
from ironbottom.rules.s20_asking import STRIKING, can
from ironbottom.words import Icon, Side, Token
from ironbottom.worlds.memory import ANYTHING, Flight

T = TypeVar("T")
AirCard = AirplaneCard | EventCard
SHIP_ICONS = (Icon.CARRIER, Icon.SEA)


class Berth(NamedTuple):
    """An unseen airplane: on a formation, or in the air and from one."""

    token: Token
    host: Token
    flight: Flight | None


class Owed(NamedTuple):
    """An airplane that was seen and has not gone back: it is aboard, or was discarded after so many others."""

    card: AirplaneCard
    since: int


class AirDeal(NamedTuple):
    aboard: dict[Token, AirplaneCard]
    buried: list[AirCard]
    hand: tuple[AirCard, ...]
    deck: tuple[AirCard, ...]


class Unfit(LookupError):
    """This deal comes to no end: what is left does not fit where something is missing.  Another one may."""


def flew(card: AirplaneCard, flight: Flight, side: Side) -> bool:
    """§15.1, §17.1  Whether it could have flown so, from a ship."""
    if flight.home is not None and not flight.escaped and abs(flight.home - flight.line) > card.range:
        return False
    if flight.escaped:
        return True
    if flight.rule == "15.1(1)":
        return card.recon is not None
    if flight.line.owner is side:
        return card.airc is not None
    return can(card, STRIKING)


class Wings:
    """The airplane cards of one side that are not seen."""

    def __init__(
        self,
        side: Side,
        places: list[Berth],
        free: list[AirplaneCard],
        owed: list[Owed],
        buried: list[str],
        hand: int,
        event_in_hand: float,
    ) -> None:
        self.side, self.owed, self.buried, self.hand = side, owed, buried, hand
        self.in_air = [place for place in places if place.flight is not None]
        self.aboard = [place for place in places if place.flight is None]
        self.free, self.event_in_hand = free, event_in_hand

    def deal(self, icons: dict[Token, Icon | None], events: list[EventCard], rng: Rng) -> AirDeal:
        """`icons`: of every host; `events`: those that nobody has seen.  Raises Unfit."""
        stock = _Stock(self.free, self.owed, rng)
        for place in (*self.in_air, *self.aboard):
            stock.expect(icons.get(place.host))
        aboard: dict[Token, AirplaneCard] = {}
        for place in self.in_air:
            assert place.flight is not None
            aboard[place.token] = stock.flying(icons.get(place.host), place.flight, self.side, len(self.buried))
        for place in self.aboard:
            aboard[place.token] = stock.standing(icons.get(place.host), len(self.buried))
        events = list(events)
        last = len(self.buried) - 1
        buried = [stock.lying(n, last - n, kind, events) for n, kind in enumerate(self.buried)]
        if stock.owing:
            raise Unfit
        hand, deck = self._rest(stock.left(), events, rng)
        return AirDeal(aboard, buried, hand, deck)

    def _rest(
        self, airplanes: list[AirplaneCard], events: list[EventCard], rng: Rng
    ) -> tuple[tuple[AirCard, ...], tuple[AirCard, ...]]:
        """What is left is in the hand and the deck, in any order; a prior draws events to the hand."""
        random, weight = rng.random, self.event_in_hand
        cards: list[AirCard] = [*airplanes, *events]
        if weight == 1:
            cards.sort(key=lambda _: random())
            return tuple(cards[: self.hand]), tuple(cards[self.hand :])
        power = 1 / weight
        cards.sort(key=lambda card: -(random() ** power if type(card) is EventCard else random()))
        deck = cards[self.hand :]
        deck.sort(key=lambda _: random())
        return tuple(cards[: self.hand]), tuple(deck)


class _Stock:
    """Airplanes while they are dealt, by kind of icon: those that may be anywhere, and those that are owed."""

    def __init__(self, free: list[AirplaneCard], owed: list[Owed], rng: Rng) -> None:
        self.rng = rng
        self.free: dict[Icon, list[AirplaneCard]] = {icon: [] for icon in Icon}
        for card in free:
            self.free[card.icon].append(card)
        self.owed: dict[Icon, list[Owed]] = {icon: [] for icon in Icon}
        for debt in owed:
            self.owed[debt.card.icon].append(debt)
        self.owing = len(owed)
        self.expected: dict[Icon, int] = dict.fromkeys(Icon, 0)

    def expect(self, icon: Icon | None) -> None:
        """One more airplane of this kind is to come."""
        if icon is not None:
            self.expected[icon] += 1

    def left(self) -> list[AirplaneCard]:
        return [card for cards in self.free.values() for card in cards]

    def _take(self, icon: Icon, free: list[int], owed: list[int], buried: int) -> AirplaneCard:
        """One of these, by place in its list.

        An owed one is the likelier, the fewer other places are left for it; if none is left, it is here.
        """
        there, debts = self.free[icon], self.owed[icon]
        places = self.expected[icon]
        self.expected[icon] -= 1
        if not debts:
            if not free:
                raise Unfit
            return _pop(there, free[int(self.rng.random() * len(free))])
        found, weights = self._weights(icon, free, owed, places, buried)
        total = len(found) + sum(weights)
        if total <= 0:  # what lies discarded can only be owed airplanes of other kinds, too
            found, weights = self._weights(icon, free, owed, places, buried, self.owing - len(debts))
            total = len(found) + sum(weights)
        if total <= 0:
            raise Unfit
        free = found
        at = self.rng.random() * total
        if at < len(free):
            return _pop(there, free[int(at)])
        at -= len(free)
        self.owing -= 1
        for n, weight in zip(owed, weights, strict=True):
            at -= weight
            if at < 0:
                return _pop(debts, n).card
        return _pop(debts, owed[-1]).card

    def _weights(
        self, icon: Icon, free: list[int], owed: list[int], places: int, buried: int, besides: int = 0
    ) -> tuple[list[int], list[float]]:
        """Which free ones may be here, each with the weight 1, and how likely each owed one is against them.

        `besides`: airplanes that are owed of other kinds, and may lie discarded like free ones.
        """
        debts, more = self.owed[icon], places - 1
        alike, others = len(self.free[icon]), sum([len(cards) for cards in self.free.values()]) + besides
        bound = [debt.since >= buried for debt in debts]  # aboard for certain
        tied, loose = sum(bound), len(debts) - sum(bound)
        if_free = ways(more, tied, loose, alike - 1, others - 1, buried) if free else 0
        if_tied = ways(more, tied - 1, loose, alike, others, buried) if tied else 0
        if_loose = ways(more, tied, loose - 1, alike, others, buried) if loose else 0
        if not if_free:
            return [], [float(if_tied if bound[n] else if_loose) for n in owed]
        return free, [(if_tied if bound[n] else if_loose) / if_free for n in owed]

    def standing(self, icon: Icon | None, buried: int) -> AirplaneCard:
        """An airplane on a ship."""
        if icon is None:
            raise Unfit
        return self._take(icon, list(range(len(self.free[icon]))), list(range(len(self.owed[icon]))), buried)

    def flying(self, icon: Icon | None, flight: Flight, side: Side, buried: int) -> AirplaneCard:
        """An airplane in the air whose face is not seen yet."""
        if icon is None:
            icon = max(SHIP_ICONS, key=lambda kind: self.rng.random() * len(self.free[kind] + self.owed[kind]))
            self.expected[icon] += 1
        free = [n for n, card in enumerate(self.free[icon]) if flew(card, flight, side)]
        owed = [n for n, debt in enumerate(self.owed[icon]) if flew(debt.card, flight, side)]
        return self._take(icon, free, owed, buried)

    def lying(self, n: int, more: int, kind: str, events: list[EventCard]) -> AirCard:
        """The n-th card that was discarded unseen, with so many more to come."""
        debts = [(icon, i) for icon, there in self.owed.items() for i, debt in enumerate(there) if debt.since <= n]
        free = sum([len(cards) for cards in self.free.values()]) + (len(events) if kind == ANYTHING else 0)
        if debts:
            spare = more + 1 - self.owing
            weight = free / spare if spare > 0 else 1.0
            if spare <= 0 or not free or self.rng.random() * (free + weight * len(debts)) >= free:
                icon, i = debts[int(self.rng.random() * len(debts))]
                self.owing -= 1
                return _pop(self.owed[icon], i).card
        if not free:
            raise Unfit
        at = int(self.rng.random() * free)
        for cards in self.free.values():
            if at < len(cards):
                return _pop(cards, at)
            at -= len(cards)
        return events.pop(at)


def ways(places: int, tied: int, loose: int, alike: int, others: int, buried: int) -> int:
    """In how many ways the places of one kind of icon, and those that were discarded unseen, can be filled.

    `tied` airplanes that were seen must have a place each, `loose` ones a place or lie discarded; what is left is
    filled from `alike` free airplanes of that kind, and among the discarded from `others`, which are all that are free.
    """
    if tied > places:
        return 0
    left, found = places - tied, 0
    for down in range(max(0, loose - left), min(loose, buried) + 1):
        filled = left - loose + down
        found += (
            comb(loose, down) * perm(buried, down) * perm(left, loose - down)
            * perm(max(0, alike), filled) * perm(max(0, others - filled), buried - down)
        )  # fmt: skip
    return found * perm(places, tied)


def _pop(cards: list[T], n: int) -> T:
    """Takes one out; the order of the others does not matter."""
    cards[n], cards[-1] = cards[-1], cards[n]
    return cards.pop()
