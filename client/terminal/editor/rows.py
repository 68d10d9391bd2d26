"""A battle as rows to walk through: what it is, then both sides, line by line, with what stands on everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ironbottom.battle import SCORES, Battle, BattleSide, PlacedBase, PlacedShip
from ironbottom.battle_words import LINES, CardNames, told
from ironbottom.language import N_, _, counted
from ironbottom.narration import ship_half
from ironbottom.options import OPTIONAL_RULES
from ironbottom.phrases import side_name
from ironbottom.printed import EventCard
from ironbottom.vocabulary import TABLES
from ironbottom.words import SIDES, CardId, Side

from .editing import Spot, said

COUNTED = {
    "ashore": N_("transports ashore"), "transports": N_("transports sunk"), "airplanes": N_("airplanes lost"),
    "bases": N_("damage on bases at the end"), "damage": N_("damage on formations at the end"),
}


class BattleRow(NamedTuple):
    """A row: its place, how far it stands in, and its text."""

    spot: Spot
    depth: int
    text: str


def rows(battle: Battle, names: CardNames) -> list[BattleRow]:
    """All of them."""
    return [*_head(battle), *[row for side in SIDES for row in _side(battle.side(side), side, names)], *_rules(battle)]


def _head(battle: Battle) -> Iterator[BattleRow]:
    yield BattleRow(Spot("title"), 0, _("Title: {title}").format(title=told(battle).title))
    yield BattleRow(Spot("turns"), 0, _("Turns: {n}").format(n=battle.turns))
    yield BattleRow(Spot("first"), 0, _("First turn: {side}").format(side=side_name(battle.first)))
    yield BattleRow(Spot("decks"), 0, _("Decks: both draw") if battle.decks else _("Decks: nobody draws"))


def _side(placed: BattleSide, side: Side, names: CardNames) -> Iterator[BattleRow]:
    start = _("{side}: {n} VP from the start").format(side=side_name(side), n=placed.lead)
    yield BattleRow(Spot("lead", side), 0, start)
    yield BattleRow(Spot("bases", side), 1, _("Bases"))
    for n, base in enumerate(placed.bases):
        yield BattleRow(Spot("base", side, n), 2, _state(names.name(base.card), base))
        yield from _aboard("aboard-base", side, n, base.airplanes, names)
    for line, head in enumerate(LINES):
        yield BattleRow(Spot("line", side, line), 1, _(head))
        for n, ship in enumerate(placed.ships):
            if ship.line == line:
                yield BattleRow(Spot("ship", side, n), 2, _formation(ship, names))
                yield from _aboard("aboard-ship", side, n, ship.airplanes, names)
    yield from _decks(placed, side, names)


def _decks(placed: BattleSide, side: Side, names: CardNames) -> Iterator[BattleRow]:
    hand = _("Hand: {n} of the cards below are dealt to it").format(n=placed.hand)
    for field, head, cards in (("deck", _("Airplane deck"), placed.deck), ("reserve", _("Fleet deck"), placed.reserve)):
        if field == "deck":
            yield BattleRow(Spot("hand", side), 1, hand)
        all_of_them = counted("{n} card", "{n} cards", len(cards))
        yield BattleRow(Spot(field, side), 1, _("{deck}: {cards}").format(deck=head, cards=all_of_them))
        for card, text in _alike(cards, names):
            yield BattleRow(Spot(f"{field}-card", side, word=card), 2, text)


def _rules(battle: Battle) -> Iterator[BattleRow]:
    yield BattleRow(Spot("ties"), 0, _("On equal VP {side} wins").format(side=side_name(battle.ties)))
    yield BattleRow(Spot("clear"), 0, _("A clear victory: by {n} VP").format(n=battle.clear))
    yield BattleRow(Spot("decisive"), 0, _("A decisive victory: by {n} VP").format(n=battle.decisive))
    for word in SCORES:
        text = _("VP for {what}: {n}").format(what=_(COUNTED[word]), n=battle.score(word))
        yield BattleRow(Spot("score", word=word), 1, text)
    for rule in OPTIONAL_RULES:
        now = said(battle, rule.word)
        figure = now.partition(":")[2]
        name = " ".join([_(TABLES[rule.word]["name"]), *([figure] if figure else [])])
        yield BattleRow(Spot("option", word=rule.word), 1, f"[{'x' if now else ' '}] {name}")


def _formation(ship: PlacedShip, names: CardNames) -> str:
    card = names.by_id.get(ship.lead)
    name = ship_half(card, names.called) if isinstance(card, EventCard) else names.name(ship.lead)
    if ship.escort is not None:
        name = _("{ship} with {escort}").format(ship=name, escort=names.name(ship.escort))
    return _state(name, ship, *([_("detected")] if ship.detected or ship.transports else []))


def _state(name: str, placed: PlacedShip | PlacedBase, *parts: str) -> str:
    damage = [counted("{n} damage", "{n} damage", placed.damage)] if placed.damage else []
    return "; ".join([name, *parts, *damage])


def _aboard(kind: str, side: Side, n: int, cards: Iterable[CardId], names: CardNames) -> Iterator[BattleRow]:
    for card, text in _alike(cards, names):
        yield BattleRow(Spot(kind, side, n, card), 3, text)


def _alike(cards: Iterable[CardId], names: CardNames) -> Iterator[tuple[CardId, str]]:
    for card, n in Counter(cards).items():
        yield card, f"{n} {names.name(card)}" if n > 1 else names.name(card)
