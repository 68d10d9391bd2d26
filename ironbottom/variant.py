"""§23, §24  A set of cards with the optional rules and the battle that two players agreed upon.

    varied(card_set("core"), ["long-lance", "fuel:24"])
    varied(card_set("core"), [], read_battle(battle_text("cape-esperance")))

Whoever plays, watches, verifies or samples a game needs only the cards that come of this.  They have a fingerprint of
their own, which both players sign for; without options and battle they are the set itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from msgspec import msgpack, to_builtins
from msgspec.structs import asdict, replace

from ironbottom.battle import Battle, BattleSide
from ironbottom.battle_sheet import check_battle
from ironbottom.catalog import CardError, cards_by_id
from ironbottom.options import OptionError, options, rule_of
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, CardSet, EventCard, GradedValues, ShipCard, SideCards
from ironbottom.words import SIDES, CardId, Icon, Rank

PROSE = frozenset({"english", "japanese", "sources", "date", "clear", "decisive", "version"})
_encode = msgpack.Encoder(order="deterministic").encode


def found_among(
    card_sets: Iterable[CardSet], fingerprint: str, words: Iterable[str] = (), battle: Battle | None = None
) -> CardSet | None:
    """The cards with this fingerprint, made from one of these sets by the same options and battle; None: from none."""
    said = tuple(words)
    for cards in card_sets:
        try:
            found = varied(cards, said, battle)
        except (OptionError, CardError):  # with other cards it may be agreed upon
            continue
        if found.fingerprint == fingerprint:
            return found
    return None


def varied(cards: CardSet, words: Iterable[str] = (), fight: Battle | None = None) -> CardSet:
    """These cards with optional rules (§23) and a battle (§24).

    Raises OptionError or CardError for what cannot be agreed upon.
    """
    if fight is not None:
        check_battle(fight, cards)
    added = besides(words, fight)
    if fight is None and not added:
        return cards
    chosen = options(agreed(added, fight))
    marked = replace(cards, options=chosen, fingerprint=mark(cards.fingerprint, added, fight))
    if chosen.graded_damage:
        marked = replace(marked, us=_graded(marked.us), jp=_graded(marked.jp))
    return marked if fight is None else _of_battle(marked, fight)


def _graded(side: SideCards) -> SideCards:
    """§23.11  The carriers of a side, whose icons damage spoils otherwise."""
    fleet = [
        replace(card, values=GradedValues(**asdict(card.values)))
        if isinstance(card, ShipCard) and card.values.icon is Icon.CARRIER else card
        for card in side.fleet
    ]
    return replace(side, fleet=tuple(fleet))


def besides(words: Iterable[str], fight: Battle | None) -> tuple[str, ...]:
    """The optional rules that are not those of the battle itself, in the order of the rulebook.  Raises OptionError."""
    own = () if fight is None else tuple(map(rule_of, fight.options))
    return options([said for said in words if rule_of(said) not in own]).words


def agreed(words: Iterable[str], fight: Battle | None) -> tuple[str, ...]:
    """All optional rules that are played by: those of the battle, and of the others what it does not say itself."""
    own = () if fight is None else fight.options
    return (*own, *[said for said in words if rule_of(said) not in map(rule_of, own)])


def mark(fingerprint: str, added: Sequence[str], fight: Battle | None) -> str:
    """The fingerprint of cards with this one, by what was agreed upon: SHA-256 of all that the rules read.

    `added`: words as `besides` gives them.  The twin of `mark` in client/web/session/crypto/shown.js.
    """
    return sha256(_encode([fingerprint, [*added], None if fight is None else figures(fight)])).hexdigest()


def figures(fight: Battle) -> dict[str, Any]:
    """All of a battle that the rules read; what only battles of campaigns have (§25) is left out where it is empty."""
    found = {field: value for field, value in to_builtins(fight).items() if field not in PROSE}
    for table, field in ((found, "whole"), (found, "campaign"), (found["us"], "held"), (found["jp"], "held")):
        if not table[field]:
            del table[field]
    return found


def _of_battle(cards: CardSet, fight: Battle) -> CardSet:
    """§24.1  Each side has the cards of the battle, and no other; §25.7: a whole game is none that is laid out."""
    by_id = cards_by_id(cards)
    us, jp = [_side(cards.side(side), fight.side(side), by_id) for side in SIDES]
    return replace(cards, battle=None if fight.whole else fight, chapter=fight if fight.whole else None, us=us, jp=jp)


def _side(whole: SideCards, placed: BattleSide, by_id: dict[CardId, AnyCard]) -> SideCards:
    fleet: list[ShipCard | BaseCard] = []
    air: list[AirplaneCard | EventCard] = []
    there = [ship.lead for ship in placed.ships] + [ship.escort for ship in placed.ships if ship.escort is not None]
    for card_id in (*there, *[base.card for base in placed.bases], *placed.reserve):
        card = by_id[card_id]
        if isinstance(card, ShipCard) or (isinstance(card, BaseCard) and card.rank is Rank.FRONT):
            fleet.append(card)
    for card_id in (*there, *placed.aboard, *placed.deck, *placed.held):
        card = by_id[card_id]
        if isinstance(card, AirplaneCard | EventCard):
            air.append(card)
    return SideCards(home=whole.home, strategic=whole.strategic, fleet=tuple(fleet), air=tuple(air))
