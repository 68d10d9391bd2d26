"""What can be done to a battle: each step gives another battle, and where the cursor goes.

Nothing here asks whether the battle is sound: `ironbottom.battle_check` does, after each step.  Only what a battle has
no place for at all (fewer than no turns) is not done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from ironbottom.battle import SCORES, Battle, BattleSide, PlacedBase, PlacedShip
from ironbottom.options import BY_WORD, OPTIONAL_RULES, SEPARATOR, rule_of
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, CardSet, EventCard, ShipCard
from ironbottom.words import CardId, Rank, Side

FIGURES = {"turns": (1, 40), "clear": (1, 99), "decisive": (1, 99), "lead": (0, 99), "hand": (0, 80)}
MOST_DAMAGE = MOST_SCORE = 99


class Spot(NamedTuple):
    """A place of a battle that the cursor may be at."""

    kind: str  # "turns", "first", "score", "option", "line", "ship", "base", "aboard-ship", "deck-card" ...
    side: Side = Side.US
    n: int = 0  # which line, ship or base
    word: str = ""  # which card, what counts, which rule


class Step(NamedTuple):
    """A battle after a change, and where the cursor goes."""

    battle: Battle
    spot: Spot


def more(battle: Battle, spot: Spot, by: int) -> Step:
    """A greater or a smaller figure: damage, cards of a kind, turns, what counts."""
    placed, kind = battle.side(spot.side), spot.kind
    if kind in ("turns", "clear", "decisive"):
        return Step(replace(battle, **{kind: _within(getattr(battle, kind) + by, *FIGURES[kind])}), spot)
    if kind in ("lead", "hand"):
        figure = _within(getattr(placed, kind) + by, *FIGURES[kind])
        return Step(with_side(battle, spot.side, **{kind: figure}), spot)
    if kind == "score":
        return Step(_scored(battle, spot.word, _within(battle.score(spot.word) + by, 0, MOST_SCORE)), spot)
    if kind == "option":
        return Step(_figured(battle, spot.word, by), spot)
    if kind in ("ship", "base"):
        field = f"{kind}s"
        one = getattr(placed, field)[spot.n]
        return Step(_instead(battle, spot, field, replace(one, damage=_within(one.damage + by, 0, MOST_DAMAGE))), spot)
    if kind.startswith(("aboard", "deck-", "reserve-")):
        return _added(battle, spot, CardId(spot.word)) if by > 0 else taken(battle, spot)
    return Step(battle, spot)


def toggled(battle: Battle, spot: Spot) -> Step:
    """The other of two: first side, decks, who wins ties, whether a ship is seen, an optional rule."""
    if spot.kind in ("first", "ties"):
        return Step(replace(battle, **{spot.kind: getattr(battle, spot.kind).enemy}), spot)
    if spot.kind == "decks":
        return Step(replace(battle, decks=not battle.decks), spot)
    if spot.kind == "option":
        return Step(_switched(battle, spot.word), spot)
    if spot.kind == "ship":
        ship = battle.side(spot.side).ships[spot.n]
        return Step(_instead(battle, spot, "ships", replace(ship, detected=not ship.detected)), spot)
    return Step(battle, spot)


def moved(battle: Battle, spot: Spot, line: int) -> Step:
    """A formation to another line, behind those that are there."""
    if spot.kind != "ship":
        return Step(battle, spot)
    ships = [*battle.side(spot.side).ships]
    ship = replace(ships.pop(spot.n), line=line)
    n = len([one for one in ships if one.line <= line])
    return Step(with_side(battle, spot.side, ships=(*ships[:n], ship, *ships[n:])), spot._replace(n=n))


def paired(battle: Battle, spot: Spot, escort: CardId | None) -> Step:
    """§8.1  With this escort; None: alone."""
    if spot.kind != "ship":
        return Step(battle, spot)
    ship = battle.side(spot.side).ships[spot.n]
    return Step(_instead(battle, spot, "ships", replace(ship, escort=escort)), spot)


def taken(battle: Battle, spot: Spot) -> Step:
    """Off the table or out of a deck; what was aboard goes with it."""
    placed, card = battle.side(spot.side), CardId(spot.word)
    if spot.kind in ("ship", "base"):
        field = f"{spot.kind}s"
        rest = [one for n, one in enumerate(getattr(placed, field)) if n != spot.n]
        after = spot._replace(n=min(spot.n, len(rest) - 1)) if rest else Spot("bases", spot.side)
        return Step(with_side(battle, spot.side, **{field: tuple(rest)}), after)
    if spot.kind in ("deck-card", "reserve-card"):
        field = spot.kind.removesuffix("-card")
        cards = _without(getattr(placed, field), card)
        return Step(with_side(battle, spot.side, **{field: cards}), spot if card in cards else Spot(field, spot.side))
    if spot.kind in ("aboard-ship", "aboard-base"):
        host = Spot(spot.kind.removeprefix("aboard-"), spot.side, spot.n)
        one = getattr(placed, f"{host.kind}s")[host.n]
        cards = _without(one.airplanes, card)
        whole = _instead(battle, host, f"{host.kind}s", replace(one, airplanes=cards))
        return Step(whole, spot if card in cards else host)
    return Step(battle, spot)


def added(battle: Battle, spot: Spot, card: AnyCard) -> Step:
    """A card where the cursor is: a formation in a line, an airplane aboard, a card in a deck."""
    placed = battle.side(spot.side)
    if isinstance(card, BaseCard) and spot.kind in ("bases", "base"):
        bases = (*placed.bases, PlacedBase(card=card.id))
        return Step(with_side(battle, spot.side, bases=bases), Spot("base", spot.side, len(bases) - 1))
    if spot.kind == "line" and isinstance(card, ShipCard | EventCard):
        n = len([ship for ship in placed.ships if ship.line <= spot.n])
        ship = PlacedShip(lead=card.id, line=spot.n, transports=isinstance(card, EventCard))
        ships = (*placed.ships[:n], ship, *placed.ships[n:])
        return Step(with_side(battle, spot.side, ships=ships), Spot("ship", spot.side, n))
    return _added(battle, spot, card.id)


def _added(battle: Battle, spot: Spot, card: CardId) -> Step:
    placed, kind = battle.side(spot.side), spot.kind.removesuffix("-card")
    if kind in ("deck", "reserve"):
        cards = tuple(sorted((*getattr(placed, kind), card)))
        return Step(with_side(battle, spot.side, **{kind: cards}), Spot(f"{kind}-card", spot.side, word=card))
    host = Spot(kind.removeprefix("aboard-"), spot.side, spot.n)
    if host.kind not in ("ship", "base"):
        return Step(battle, spot)
    one = getattr(placed, f"{host.kind}s")[host.n]
    whole = _instead(battle, host, f"{host.kind}s", replace(one, airplanes=tuple(sorted((*one.airplanes, card)))))
    return Step(whole, Spot(f"aboard-{host.kind}", spot.side, spot.n, card))


def titled(battle: Battle, title: str) -> Battle:
    """Called so in both languages."""
    english, japanese = [replace(text, title=title) for text in (battle.english, battle.japanese)]
    return replace(battle, english=english, japanese=japanese)


def left(battle: Battle, cards: CardSet, side: Side) -> Counter[CardId]:
    """What the set has left of a side."""
    whole, placed = cards.side(side), battle.side(side)
    found = Counter([card.id for card in (whole.home, whole.strategic, *whole.fleet, *whole.air)])
    found.subtract([*placed.aboard, *placed.deck, *placed.reserve, *[base.card for base in placed.bases]])
    found.subtract([card for ship in placed.ships for card in (ship.lead, ship.escort) if card is not None])
    return +found


def fits(spot: Spot, *, pairs: bool = False) -> Callable[[AnyCard], bool]:
    """Which kind of card may be added where the cursor is; `pairs`: as an escort."""
    if pairs:
        return lambda card: isinstance(card, ShipCard) and card.attached is not None
    kind = spot.kind.removesuffix("-card")
    if kind == "line":
        return lambda card: isinstance(card, ShipCard) or (isinstance(card, EventCard) and card.transports is not None)
    if kind == "bases":
        return lambda card: isinstance(card, BaseCard)
    if kind == "deck":
        return lambda card: isinstance(card, AirplaneCard | EventCard)
    if kind == "reserve":
        return lambda card: isinstance(card, ShipCard) or (isinstance(card, BaseCard) and card.rank is Rank.FRONT)
    if kind in ("ship", "base", "aboard-ship", "aboard-base"):
        return lambda card: isinstance(card, AirplaneCard)
    return lambda _card: False


def _within(n: int, least: int, most: int) -> int:
    return max(least, min(most, n))


def with_side(battle: Battle, side: Side, **fields: Any) -> Battle:
    """With other fields of one side."""
    changed = replace(battle.side(side), **fields)
    return replace(battle, us=changed) if side is Side.US else replace(battle, jp=changed)


def _instead(battle: Battle, spot: Spot, field: str, one: PlacedShip | PlacedBase) -> Battle:
    placed: BattleSide = battle.side(spot.side)
    rows = [*getattr(placed, field)]
    rows[spot.n] = one
    return with_side(battle, spot.side, **{field: tuple(rows)})


def _without(cards: tuple[CardId, ...], card: CardId) -> tuple[CardId, ...]:
    """One of this kind less."""
    if card not in cards:
        return cards
    n = cards.index(card)
    return cards[:n] + cards[n + 1 :]


def _scored(battle: Battle, word: str, points: int) -> Battle:
    found = {**dict(battle.scores), word: points}
    return replace(battle, scores=tuple([(one, found[one]) for one in SCORES if found.get(one)]))


def said(battle: Battle, word: str) -> str:
    """An optional rule as the battle has it, with its figure; nothing: it has it not."""
    return next((one for one in battle.options if rule_of(one) == word), "")


def _switched(battle: Battle, word: str) -> Battle:
    rule, now = BY_WORD[word], said(battle, word)
    chosen = "" if now else f"{word}{SEPARATOR}{rule.usual}" if rule.most else word
    return _with_option(battle, word, chosen)


def _figured(battle: Battle, word: str, by: int) -> Battle:
    rule, now = BY_WORD[word], said(battle, word)
    if not now:
        return _switched(battle, word) if by > 0 else battle
    if not rule.most:
        return battle
    figure = _within(int(now.partition(SEPARATOR)[2] or rule.usual) + by, rule.least, rule.most)
    return _with_option(battle, word, f"{word}{SEPARATOR}{figure}")


def _with_option(battle: Battle, word: str, chosen: str) -> Battle:
    """In the order of the rulebook."""
    found = {rule_of(one): one for one in battle.options if rule_of(one) != word} | ({word: chosen} if chosen else {})
    return replace(battle, options=tuple([found[rule.word] for rule in OPTIONAL_RULES if rule.word in found]))
