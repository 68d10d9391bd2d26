"""Every deal there is, one after another: slow, short and plainly right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

from ironbottom.printed import AirplaneCard, EventCard, ShipCard
from ironbottom.words import Icon
from ironbottom.worlds.fleets import Spot
from ironbottom.worlds.wings import Berth, Owed

Berthed = tuple[Berth, Icon]


def ship_deals(spots: list[Spot], pool: list[ShipCard], met: set[str]) -> Iterator[tuple[tuple[int, bool, str], ...]]:
    """Each way in which these ships may stand in these formations."""
    places = [(s, escort) for s in spots for escort in ((False, True) if s.pair else (False,))]
    for cards in permutations(pool, len(places)):
        laid = list(zip(places, cards, strict=True))
        if met <= {card.id for card in cards} and all(_stands(s, escort, card) for (s, escort), card in laid):
            yield tuple(sorted((s.token, escort, card.id) for (s, escort), card in laid))


def _stands(s: Spot, escort: bool, card: ShipCard) -> bool:
    if s.pair and (card.attached is None) is escort:
        return False
    return escort or (card.values.icons >= s.load and s.icon in (None, card.values.icon))


def airplane_deals(
    berths: list[Berthed], free: list[AirplaneCard], owed: list[Owed], buried: list[str], hand: int,
    unseen: list[EventCard],
) -> dict[object, float]:
    """The share of deals in which a card is aboard there, lies there, or is in the hand."""
    cards: list[tuple[AirplaneCard | EventCard, int | None]] = [(card, None) for card in free]
    cards += [(debt.card, debt.since) for debt in owed] + [(card, None) for card in unseen]
    counts, total = Counter[object](), 0.0
    for taken in permutations(range(len(cards)), len(berths) + len(buried)):
        rest = [n for n in range(len(cards)) if n not in taken]
        if not _agrees(berths, buried, [cards[n] for n in taken], [cards[n] for n in rest]):
            continue
        for held in combinations(rest, hand):
            total += 1
            for (berth, _), n in zip(berths, taken, strict=False):
                counts[berth.token, cards[n][0].id] += 1
            for k, n in enumerate(taken[len(berths) :]):
                counts["buried", k, cards[n][0].id] += 1
            for n in held:
                counts["hand", cards[n][0].id] += 1
    return {where: n / total for where, n in counts.items()}


def _agrees(
    berths: list[Berthed], buried: list[str], laid: list[tuple[AirplaneCard | EventCard, int | None]],
    rest: list[tuple[AirplaneCard | EventCard, int | None]],
) -> bool:
    """Each on its icon; who was seen is neither in hand nor deck, and was buried after that."""
    if any(since is not None for _, since in rest):
        return False
    for (_, icon), (card, _) in zip(berths, laid, strict=False):
        if not isinstance(card, AirplaneCard) or card.icon is not icon:
            return False
    for n, (kind, (card, since)) in enumerate(zip(buried, laid[len(berths) :], strict=True)):
        if (kind == "air" and not isinstance(card, AirplaneCard)) or (since is not None and since > n):
            return False
    return True
