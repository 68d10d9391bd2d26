"""The values that are not known from the published game follow from history: this recomputes every one of them.

The formula is written down here and nowhere else; cards/FIELDS.md points to it.  A card that does not follow it stands
in EXCEPTIONS with the reason, and a test sees to it that no exception is left over.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

import pytest

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.dice import Ability
from ironbottom.printed import AirplaneCard, BaseCard, EventCard, ShipCard
from ironbottom.words import CardId, Icon, Rank

from .raw_figures import AIRPLANES, BASES, SHIPS, RawAirplane, RawBase, RawShip

CARDS = cards_by_id(card_set("full"))

Derived = dict[str, int | None]

# (card, field): what the card prints, and why it is not what the formula gives
EXCEPTIONS: dict[tuple[str, str], tuple[Ability, str]] = {
    ("jp/shortland", "sea"): (3, "52 floatplanes are the peak of Sep 1942; no card has more than three seaplane icons"),
    ("jp/shortland", "flying"): (2, "their number is not on record; the flying boats of two air groups lay here"),
}

CARRIERS = ("CV", "CVL", "CVE")


def half_up(value: float) -> int:
    return floor(value + 0.5 + 1e-9)


def within(low: int, value: int, high: int) -> int:
    return max(low, min(value, high))


def half(value: int | None) -> int | None:
    return None if value is None else value // 2


def ship(raw: RawShip, card: ShipCard) -> Derived:
    """§2.2  What the raw figures of a ship card make of its values."""
    us, carrier = raw.card.startswith("us/"), card.type in CARRIERS
    surface = half_up(raw.guns / 7.9)
    torp = None if carrier or card.type == "AV" else half_up(raw.tubes / 8 + raw.secondary / 10)
    land = None if carrier or card.type == "APD" else half_up(raw.guns / 7.9 * (1.0 if raw.bombards else 0.6))
    derived: Derived = {
        "vp": max(1, half_up(raw.points)),
        "air": half_up(raw.flak / 10 + raw.fighters / (18 if us else 24)),
        "surface": surface,
        "torp": torp,
        "land": land,
        "sub": half_up(raw.hunters * (0.6 if us else 0.4)),
        "speed": within(0, floor((raw.knots - 22) / 3), 4),
        "hp": half_up(raw.hulls),
        "icons": half_up(raw.points) if carrier else _sea_icons(raw),
    }
    if card.attached:  # §8.4: the lower column
        derived |= {"surface+": half(surface), "torp+": half(torp), "land+": half(land)}
    return derived


def _sea_icons(raw: RawShip) -> int:
    """One for five floatplanes, at most three; a single floatplane makes none."""
    return min(3, half_up(raw.floatplanes / 5)) if raw.floatplanes >= 2 else 0


def base(raw: RawBase, card: BaseCard) -> Derived:
    """§2.3  What the raw figures of a base make of its values."""
    land = min(5, half_up(raw.planes / 25))
    flying, sea = (max(1, half_up(count / 12)) if count else 0 for count in (raw.flying, raw.sea))
    guns = raw.flak * (1.0 if raw.card.startswith("us/") else 0.5) / 12
    derived: Derived = {
        "land": land,
        "flying": flying,
        "sea": sea,
        "hp": min(8, 3 + land),
        "air": within(1, half_up(guns + raw.fighters / 24), 4),
    }
    if card.rank is Rank.HOME:
        return derived | {"repair": 3}
    garrison = within(1, half_up(raw.troops / 6000), 5)
    derived |= {
        "garrison": garrison,
        "tb": min(4, half_up(1 + raw.guns / 8 + raw.boats / 5 + raw.mines)),
        "patrol": min(4, 1 + raw.radar + raw.watchers + (1 if raw.flying or raw.sea else 0)),
    }
    if card.rank is Rank.FRONT:
        derived["vp"] = half_up(land + garrison + (flying + sea) / 2)
    return derived


def airplane(raw: RawAirplane, card: AirplaneCard) -> Derived:
    """§2.4  What the raw figures of an airplane make of its values."""
    airc = None
    if raw.fighter:
        speed, *rest = raw.fighter
        airc = within(0, half_up((speed - 400) / 50 + sum(rest)), 5)
    return {
        "airc": airc,
        "air": _own_defence(raw) if airc is None else half_up(airc / 2),
        "bomb": _bomb(raw),
        "torp": None if raw.torpedo is None else half_up(raw.planes * raw.torpedo),
        "land": None if raw.load is None else half_up(raw.planes * raw.load / 8),
        "recon": None if raw.role is None else min(4, half_up(raw.radius / 250 * raw.role + raw.bonus)),
        # §5.5: a carrier airplane flies one line less from a base
        "range": max(1, half_up(raw.radius / 280)) + (1 if card.icon is Icon.CARRIER else 0),
    }


def _own_defence(raw: RawAirplane) -> int:
    heavy, rifle, cannon, rugged = raw.guns
    return within(0, half_up(heavy * 0.4 + rifle * 0.25 + cannon * 0.8) + rugged, 4)


def _bomb(raw: RawAirplane) -> int | None:
    if raw.bomb is None:
        return None
    tons, hits = raw.bomb
    value = raw.planes * tons * hits * 2.5
    return None if raw.fighter and value < 0.45 else half_up(value)


def derived() -> Iterator[tuple[str, str, Ability, Ability]]:
    """Card, field, what the formula gives, what the card prints."""
    for raw in (*SHIPS, *BASES, *AIRPLANES):
        card = CARDS[CardId(raw.card)]
        if isinstance(raw, RawShip):
            assert isinstance(card, ShipCard)
            computed, printed = ship(raw, card), _ship_prints(card)
        elif isinstance(raw, RawBase):
            assert isinstance(card, BaseCard)
            computed, printed = base(raw, card), {}
        else:
            assert isinstance(card, AirplaneCard)
            computed, printed = airplane(raw, card), {}
        for field, value in computed.items():
            yield raw.card, field, value, printed[field] if printed else getattr(card, field)


def _ship_prints(card: ShipCard) -> Derived:
    v, a = card.values, card.attached
    prints: Derived = {field: getattr(v, field) for field in ("air", "surface", "torp", "land", "sub", "speed", "hp")}
    prints |= {"vp": card.vp, "icons": v.icons}
    if a:
        prints |= {"surface+": a.surface, "torp+": a.torp, "land+": a.land}
    return prints


ROWS = list(derived())


@pytest.mark.parametrize("card", dict.fromkeys(row[0] for row in ROWS))
def test_the_formula_gives_what_the_card_prints(card: str) -> None:
    """§2.2, §2.3, §2.4"""
    its = [row for row in ROWS if row[0] == card]
    expected = {field: EXCEPTIONS.get((card, field), (computed, ""))[0] for _card, field, computed, _printed in its}
    assert {field: printed for _card, field, _computed, printed in its} == expected


@pytest.mark.parametrize(("card", "field"), list(EXCEPTIONS))
def test_every_exception_is_needed(card: str, field: str) -> None:
    """An exception names a value that is derived, differs from what the formula gives, and says why."""
    computed = [row[2] for row in ROWS if row[:2] == (card, field)]
    printed, reason = EXCEPTIONS[card, field]
    assert computed
    assert computed != [printed]
    assert reason


def test_every_card_has_raw_figures() -> None:
    """No ship, base or airplane is without history."""
    with_figures = sorted([raw.card for raw in (*SHIPS, *BASES, *AIRPLANES)])
    assert with_figures == [card_id for card_id, card in CARDS.items() if not isinstance(card, EventCard)]


def test_known_values_follow_from_the_formula_as_well() -> None:
    """§2.2, §2.3, §2.4  The formula was fitted to the values that are known: it must give each of them."""
    anchors = {
        ("us/wasp", "vp"): 3,
        ("us/north-carolina-washington", "vp"): 4,
        ("us/san-juan-destroyers", "vp"): 1,
        ("us/henderson-field", "vp"): 8,
        ("jp/yamato-mutsu", "surface"): 7,
        ("jp/zeke", "airc"): 4,
        ("jp/truk", "land"): 2,
        ("jp/truk", "sea"): 1,
        ("jp/truk", "flying"): 1,
    }
    assert {row[:2]: row[2] for row in ROWS if row[:2] in anchors} == anchors


TROOPS = {  # men and ships of each transports half
    "us/pacific-fleet-1": (11_000, 15),
    "us/pacific-fleet-2": (12_000, 8),
    "us/south-pacific": (6_000, 3),
    "us/code-breakers": (6_000, 5),
    "us/seabees": (10_000, 9),
    "us/third-fleet-reserve": (14_000, 12),
    "jp/combined-fleet-1": (10_000, 11),
    "jp/combined-fleet-2": (8_000, 6),
    "jp/eighth-fleet": (6_200, 5),
    "jp/long-lance": (2_400, 3),
    "jp/type-3-shells": (10_000, 9),
    "jp/submarine-patrol-line": (6_900, 8),
    "jp/decoy-carrier": (1_943, 3),
}


def test_transports_carry_what_they_carried() -> None:
    """§2.5  Army is men / 3,000 from 2 to 5, HP is ships / 3 from 2 to 4."""
    expected = {
        card: (within(2, half_up(men / 3000), 5), within(2, half_up(ships / 3), 4))
        for card, (men, ships) in TROOPS.items()
    }
    events = [card for card in CARDS.values() if isinstance(card, EventCard)]
    halves = {card.id: card.transports.values for card in events if card.transports}
    assert {card: (values.army, values.hp) for card, values in halves.items()} == expected
