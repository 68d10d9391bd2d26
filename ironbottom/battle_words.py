"""§24  A battle in words: who lies where, what is otherwise than in a whole game, what counts, and its history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import NamedTuple

from ironbottom.battle import Battle, BattleSide, BattleText, PlacedShip
from ironbottom.language import N_, Reader, _, counted
from ironbottom.narration import ship_half
from ironbottom.options import BY_WORD, SEPARATOR
from ironbottom.phrases import in_row, side_name
from ironbottom.printed import AnyCard, EventCard, Submarine, Transports
from ironbottom.vocabulary import TABLES
from ironbottom.words import CardId, Side

LINES = (N_("Front line"), N_("Middle line"), N_("Rear line"))
COUNTS = {
    "ashore": N_("{n} VP for each of your transports that come ashore, whatever they do there"),
    "transports": N_("{n} VP for each transports card of the enemy that is sunk"),
    "airplanes": N_("{n} VP for each enemy airplane that is lost by fire, or with what it is aboard of"),
    "bases": N_("{n} VP for each damage on enemy bases at the end"),
    "damage": N_("{n} VP for each damage on enemy formations at the end"),
}

Called = Callable[[AnyCard | Transports | Submarine], str]


class CardNames(NamedTuple):
    """The cards of a battle, and what the reader's program calls them."""

    by_id: Mapping[CardId, AnyCard]
    called: Called

    def name(self, card_id: CardId) -> str:
        card = self.by_id.get(card_id)
        return card_id if card is None else self.called(card)


def told(battle: Battle) -> BattleText:
    """Its texts in the reader's language."""
    return battle.japanese if Reader.language.startswith("ja") else battle.english


def begins(battle: Battle) -> str:
    """When it was, how long it is, and who begins."""
    turns = counted("{n} turn", "{n} turns", battle.turns)
    return _("{date}; {turns} of both sides together; {side} has the first.").format(
        date=battle.date, turns=turns, side=side_name(battle.first)
    )


def order_of_battle(battle: Battle, side: Side, names: CardNames) -> list[str]:
    """One side, by line, as lines for people."""
    placed = battle.side(side)
    lines = [side_name(side)]
    for line, head in enumerate(LINES):
        ships = [_ship(ship, names) for ship in placed.ships if ship.line == line]
        if ships:
            lines += [f"  {_(head)}", *[f"    {text}" for text in ships]]
    lines.append("  " + _("Bases"))
    for base in placed.bases:
        lines.append(f"    {_in_parts(names.name(base.card), _damage(base.damage), _aboard(base.airplanes, names))}")
    return [*lines, *_cards(placed, names)]


def _ship(ship: PlacedShip, names: CardNames) -> str:
    lead = names.by_id.get(ship.lead)
    name = ship_half(lead, names.called) if isinstance(lead, EventCard) else names.name(ship.lead)
    if ship.escort is not None:
        name = _("{ship} with {escort}").format(ship=name, escort=names.name(ship.escort))
    seen = _("detected") if ship.detected or ship.transports else ""
    return _in_parts(name, seen, _damage(ship.damage), _aboard(ship.airplanes, names))


def _in_parts(*parts: str) -> str:
    """What there is to say about one thing."""
    text = _("{before}; {part}")
    found = [part for part in parts if part]
    return reduce(lambda before, part: text.format(before=before, part=part), found)


def _damage(n: int) -> str:
    return counted("{n} damage", "{n} damage", n) if n else ""


def _aboard(airplanes: Iterable[CardId], names: CardNames) -> str:
    return _("aboard: {airplanes}").format(airplanes=alike(airplanes, names)) if airplanes else ""


def alike(cards: Iterable[CardId], names: CardNames) -> str:
    """Cards, alike ones together: "2 Wildcat, Dauntless"."""
    found = Counter(cards)
    several = _("{n} {card}")
    return in_row([several.format(n=n, card=names.name(one)) if n > 1 else names.name(one) for one, n in found.items()])


def _cards(placed: BattleSide, names: CardNames) -> list[str]:
    """What is drawn from, and what it has from the start."""
    lines = []
    if placed.hand and placed.hand == len(placed.deck):
        lines.append(_("Hand: {cards}").format(cards=alike(placed.deck, names)))
    elif placed.deck:
        hand = counted("{n} card is dealt to the hand", "{n} cards are dealt to the hand", placed.hand)
        lines.append(_("Deck: {cards}; {hand}").format(cards=alike(placed.deck, names), hand=hand))
    if placed.reserve:
        lines.append(_("Fleet deck: {cards}").format(cards=alike(placed.reserve, names)))
    if placed.lead:
        lines.append(_("From the start: {n} VP").format(n=placed.lead))
    return [f"  {line}" for line in lines]


def special_rules(battle: Battle) -> list[str]:
    """§24.2 to §24.4, and the optional rules that belong to it."""
    draws = _("Both sides draw as in a whole game; a deck that is too short ends the battle.")
    lines = [
        _("Nothing is drawn or placed before the first turn; what lies where is known to both."),
        draws if battle.decks else _("There are no decks: nobody draws."),
    ]
    for option in battle.options:
        lines.append(option_line(option))
    return lines


def option_line(said: str) -> str:
    """An optional rule by its word: its name, what it says, and its paragraph."""
    word, _colon, figure = said.partition(SEPARATOR)
    rule = BY_WORD[word]
    called, says = [TABLES[word][field] for field in ("name", "text")]
    text = _(says).format(n=figure or rule.usual)
    return _("{name}: {text} (§{rule})").format(name=_(called), text=text, rule=rule.rule)


def counting(battle: Battle) -> list[str]:
    """§11.3, §24.5, §24.6  What brings points, and who wins on equal ones."""
    lines = [_("the printed VP of enemy ships that are sunk, and twice those of front bases that are taken")]
    lines += [_(COUNTS[word]).format(n=n) for word, n in battle.scores]
    return [*lines, _("on equal VP {side} wins").format(side=side_name(battle.ties))]


def levels(battle: Battle) -> str:
    """§24.7"""
    text = _("A lead of {clear} VP is a clear victory, one of {decisive} a decisive one; any other is marginal.")
    return text.format(clear=battle.clear, decisive=battle.decisive)


def level(battle: Battle, lead: int) -> str:
    """§24.7  What a victory by so many VP is."""
    if lead >= battle.decisive:
        return _("a decisive victory")
    return _("a clear victory") if lead >= battle.clear else _("a marginal victory")
