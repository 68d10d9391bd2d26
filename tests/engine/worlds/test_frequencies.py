"""In small games every way of laying the unseen cards that agrees with what is known is as likely as any other.

Each case is counted out in full, by trying every deal there is, and held against many that were dealt by chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations
from math import sqrt
from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.printed import AirplaneCard, EventCard, ShipCard
from ironbottom.words import CardId, Icon, Line, Side, Token
from ironbottom.worlds.fleets import Fleets, Group, Load, Spot
from ironbottom.worlds.prior import EVEN, Prior
from ironbottom.worlds.wings import Berth, Owed, Wings

from .counting import Berthed, airplane_deals, ship_deals

CARDS = card_set("core")
MANY = 20_000
SIGMAS = 4.5


def ships(*names: str) -> list[ShipCard]:
    found = {card.id.partition("/")[2]: card for card in CARDS.jp.fleet if isinstance(card, ShipCard)}
    return [found[name] for name in names]


def airplanes(**copies: int) -> list[AirplaneCard]:
    found = {card.id.partition("/")[2]: card for card in CARDS.jp.air if isinstance(card, AirplaneCard)}
    return [found[name] for name, n in copies.items() for _ in range(n)]


def spot(token: int, *, pair: bool = False, load: int = 0, aboard: int = 0, icon: Icon | None = None) -> Spot:
    return Spot(Token(token), Line.JP_FRONT, pair, load, aboard, icon)


def fleets(
    spots: list[Spot], hidden: list[ShipCard], *, met: tuple[str, ...] = (), kinds: Mapping[Icon, int] | None = None,
    prior: Prior = EVEN, groups: tuple[Group, ...] = (),
) -> Fleets:
    load = Load(kinds or {}, {}, sum(s.aboard for s in spots))
    known = frozenset([CardId(f"jp/{name}") for name in met])
    return Fleets(spots, [*hidden], load, prior, list(groups), [], known)


def close(dealt: Counter[object], exact: Mapping[object, float]) -> None:
    """Shares of what was dealt against the exact ones; nothing impossible, and each within so many deviations."""
    n, total = dealt.total(), sum(exact.values())
    assert set(dealt) <= {what for what, weight in exact.items() if weight}
    for what, weight in exact.items():
        p = weight / total
        assert abs(dealt[what] / n - p) <= SIGMAS * sqrt(p * (1 - p) / n), (what, dealt[what] / n, p)


def dealt_ships(known: Fleets) -> Iterator[dict[tuple[Token, bool], ShipCard]]:
    rng, parts = Random(1), known.prepare(frozenset())
    for _ in range(MANY):
        while (found := known.deal(parts, rng)) is None:
            pass
        yield found


POOL = ("shokaku", "zuikaku", "ryujo", "tone-chikuma", "atago-takao", "nagara-destroyers", "sendai-destroyers")


@pytest.mark.parametrize(
    ("spots", "met"),
    [
        ([spot(1), spot(2)], ()),
        ([spot(1, load=2), spot(2), spot(3)], ()),
        ([spot(1, pair=True), spot(2)], ()),
        ([spot(1, load=3), spot(2, pair=True), spot(3)], ()),
        ([spot(1, load=1, icon=Icon.SEA), spot(2, load=1), spot(3)], ()),
        ([spot(1), spot(2), spot(3)], ("shokaku", "atago-takao")),
        ([spot(1, load=2), spot(2)], ("tone-chikuma",)),
    ],
)  # fmt: skip
def test_ships_stand_as_often_where_they_fit(spots: list[Spot], met: tuple[str, ...]) -> None:
    """§8.1, §6.1  Pairs, loads, kinds of icons, and ships that were seen."""
    known = fleets(spots, ships(*POOL), met=met)
    counts: Counter[object] = Counter()
    for found in dealt_ships(known):
        counts[tuple(sorted((token, escort, card.id) for (token, escort), card in found.items()))] += 1
    laid: Iterator[object] = ship_deals(spots, ships(*POOL), {f"jp/{name}" for name in met})
    exact = dict.fromkeys(laid, 1.0)
    marginal_close(counts, exact)


def marginal_close(counts: Counter[object], exact: Mapping[object, float]) -> None:
    """Where each card stands, and every whole deal where there are few."""
    if len(exact) < 60:
        close(counts, exact)
    places, ways = Counter[object](), dict[object, float]()
    for laid, n in counts.items():
        assert isinstance(laid, tuple)
        for where in laid:
            places[where] += n
    for laid, weight in exact.items():
        assert isinstance(laid, tuple)
        for where in laid:
            ways[where] = ways.get(where, 0.0) + weight
    total, n = sum(exact.values()), counts.total()
    assert set(places) <= set(ways)
    for where, weight in ways.items():
        p = weight / total
        assert abs(places[where] / n - p) <= SIGMAS * sqrt(p * (1 - p) / n), (where, places[where] / n, p)


def test_a_kind_of_icon_is_as_likely_as_its_airplanes_are_many() -> None:
    """One airplane is aboard: of eight carrier airplanes and two seaplanes it is more often one of the eight."""
    kinds = {Icon.CARRIER: 8, Icon.SEA: 2}
    spots = [spot(1, load=1, aboard=1), spot(2)]
    known, counts = fleets(spots, ships(*POOL), kinds=kinds), Counter[object]()
    for found in dealt_ships(known):
        counts[found[Token(1), False].id] += 1
    exact: dict[object, float] = {
        card.id: float(kinds.get(card.values.icon, 0)) for card in ships(*POOL) if card.values.icon is not None
    }
    close(counts, exact)


def test_vp_that_were_drawn_together_were_just_enough() -> None:
    """§10.3  With one draw the chance that it ended there is exact."""
    needed = 5
    spots, pool = [spot(1), spot(2), spot(3)], ships(*POOL)
    known, counts = fleets(spots, pool, groups=(Group(needed, ()),)), Counter[object]()
    for found in dealt_ships(known):
        counts[frozenset(card.id for card in found.values())] += 1
    exact = Counter[object]()
    for order in permutations(pool, len(spots)):  # the order of the draw
        total = sum(card.vp for card in order)
        if total >= needed > total - order[-1].vp:
            exact[frozenset(card.id for card in order)] += 1
    close(counts, exact)


def test_a_prior_changes_the_shares() -> None:
    """Whoever keeps carriers out of FRONT makes them so much rarer there."""
    prior = Prior(ships={"jp CV": (0.1, 2.0, 1.0)})
    pool, counts = ships(*POOL), Counter[object]()
    for found in dealt_ships(fleets([spot(1)], pool, prior=prior)):
        counts[found[Token(1), False].id] += 1
    close(counts, {card.id: 0.1 if card.type == "CV" else 1.0 for card in pool})


def events(*names: str) -> list[EventCard]:
    found = {card.id.partition("/")[2]: card for card in CARDS.jp.air if isinstance(card, EventCard)}
    return [found[name] for name in names]


def where_they_lie(
    berths: list[Berthed], free: list[AirplaneCard], owed: list[Owed], buried: list[str], hand: int,
    unseen: list[EventCard], weight: float = 1.0,
) -> Counter[object]:
    counts: Counter[object] = Counter()
    rng, icons = Random(2), {Token(100 + n): icon for n, (_, icon) in enumerate(berths)}
    placed = [berth._replace(host=Token(100 + n)) for n, (berth, _) in enumerate(berths)]
    wings = Wings(Side.JP, placed, free, owed, buried, hand, weight)
    for _ in range(MANY):
        found = wings.deal({**icons}, unseen, rng)
        for token, card in found.aboard.items():
            counts[token, card.id] += 1
        for n, lying in enumerate(found.buried):
            counts["buried", n, lying.id] += 1
        for held in found.hand:
            counts["hand", held.id] += 1
    return counts


def berth(token: int, icon: Icon) -> Berthed:
    return Berth(Token(token), Token(0), None), icon


ONE, TWO = [berth(1, Icon.CARRIER)], [berth(1, Icon.CARRIER), berth(2, Icon.CARRIER)]
MIXED = [berth(1, Icon.CARRIER), berth(2, Icon.SEA)]
Case = tuple[list[Berthed], dict[str, int], dict[str, int], list[str], int]
CASES: dict[str, Case] = {  # berths; free airplanes; seen ones, and how many were discarded before; discarded; hand
    "aboard": (MIXED, {"zeke": 3, "val": 2, "jake": 1, "pete": 1, "betty": 2}, {}, [], 3),
    "one that was seen": (TWO, {"zeke": 2, "val": 2, "betty": 1}, {"kate": 9}, [], 2),
    "all that were seen": (TWO, {"zeke": 2, "betty": 1}, {"kate": 9, "val": 9}, [], 1),
    "discarded unseen": (ONE, {"zeke": 2, "betty": 2, "jake": 1}, {}, ["air", "any"], 2),
    "seen, and discarded since or aboard": (TWO, {"zeke": 2, "val": 1, "betty": 2}, {"kate": 0}, ["air"], 2),
    "seen before and after": (ONE, {"zeke": 2, "betty": 2}, {"kate": 0, "val": 9}, ["air", "air"], 1),
    "more that were seen": (ONE, {"zeke": 2, "betty": 2}, {"kate": 0, "val": 0}, ["air", "air"], 1),
}


@pytest.mark.parametrize("name", CASES)
def test_airplanes_lie_as_often_where_they_may(name: str) -> None:
    """§6.1, R-36  Aboard, discarded, in hand and deck."""
    berths, free, seen, buried, hand = CASES[name]
    unseen = events("squall", "long-lance")
    owed = [Owed(card, since) for card_name, since in seen.items() for card in airplanes(**{card_name: 1})]
    counts = where_they_lie(berths, airplanes(**free), owed, buried, hand, unseen)
    exact = airplane_deals(berths, airplanes(**free), owed, buried, hand, unseen)
    compare(counts, exact)


def compare(counts: Counter[object], exact: Mapping[object, float]) -> None:
    """Expected numbers for each place and card."""
    assert set(counts) <= set(exact)
    for where, p in exact.items():
        limit = SIGMAS * sqrt(max(p * (1 - p), 1 / MANY) / MANY)
        assert abs(counts[where] / MANY - p) <= limit, (where, counts[where] / MANY, p)


def test_events_are_drawn_to_the_hand_by_a_prior() -> None:
    """Three times as likely against an airplane for one card of the hand."""
    counts = where_they_lie([], airplanes(zeke=3), [], [], 1, events("squall"), 3.0)
    assert abs(counts["hand", "jp/squall"] / MANY - 0.5) < 0.02


def test_an_airplane_that_is_owed_in_part_is_never_owed_twice() -> None:
    """Three seaplanes, one of them owed; one was laid elsewhere, by which a part of each is gone: two are left."""
    free, owed = {Icon.LAND: 3.0, Icon.CARRIER: 4.0, Icon.SEA: 1.53}, {Icon.SEA: 0.47, Icon.CARRIER: 1.0}
    load = Load(free, owed, 5)
    load.take(Icon.CARRIER, 3)
    assert load.ways(Icon.SEA, 2) > 0
