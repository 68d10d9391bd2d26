"""§24  Historical battles: laid out as their file says, with a last turn, and points for what counted in them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ironbottom.abilities import paired
from ironbottom.battle import Battle, BattleSide, PlacedShip
from ironbottom.catalog import cards_by_id
from ironbottom.dice import Stream
from ironbottom.events import BattleLaidOut, SetUpShown
from ironbottom.flow import Game, Procedure, do
from ironbottom.printed import AirplaneCard, AnyCard, BaseCard, CardSet, EventCard, ShipCard
from ironbottom.rules.s04_damage import account
from ironbottom.rules.s05_lines import place_base
from ironbottom.rules.s11_victory import score, time_up
from ironbottom.rules.s23_veterans import lose_veterans
from ironbottom.state import Airplane, Forces, Formation
from ironbottom.words import OWN_LINES, SIDES, CardId, Rank, Side, Token


def stacked(cards: CardSet, side: Side, forces: Forces, order: Stream) -> Forces:
    """§24.3  The decks of a battle: what it names for them, shuffled; so many cards are dealt to the hand.

    What the battle has in the hand from the start lies before them.
    """
    assert cards.battle is not None
    mine, by_id = cards.battle.side(side), cards_by_id(cards)
    reserve = [by_id[card_id] for card_id in mine.reserve]
    air = [by_id[card_id] for card_id in mine.deck]
    forces.fleet_deck = forces.fleets.shuffled(tuple([c for c in reserve if isinstance(c, ShipCard | BaseCard)]))
    shuffled = order.shuffled(tuple([card for card in air if isinstance(card, AirplaneCard | EventCard)]))
    left = len(shuffled) - mine.hand
    forces.air_deck, forces.hand = shuffled[:left], held(mine, by_id) + shuffled[left:][::-1]
    forces.unaccounted = tuple([card for card in cards.side(side).air if isinstance(card, EventCard)])
    forces.scored = mine.lead + cards.options.head_starts[side]
    return forces


def held(mine: BattleSide, by_id: dict[CardId, AnyCard]) -> tuple[AirplaneCard | EventCard, ...]:
    """§24.3, §25.5  The cards that a side has in its hand from the start."""
    cards = [by_id[card_id] for card_id in mine.held]
    return tuple([card for card in cards if isinstance(card, AirplaneCard | EventCard)])


class LayOut(Procedure, tag="lay-out", kw_only=True):
    """§24.2  Everything is put where the battle has it; nobody decides anything."""

    @do("24.2(1)")
    def bases(self, g: Game) -> None:
        """Home, strategic and front bases, with their damage and their airplanes."""
        for side, mine, by_id in _sides(g):
            for placed in sorted(mine.bases, key=lambda placed: _place(by_id[placed.card])):
                card = by_id[placed.card]
                assert isinstance(card, BaseCard)
                token, bases = place_base(g, side, card).token, g.forces[side].bases
                bases[token] = replace(bases[token], damage=placed.damage)
                _board(g, side, token, placed.airplanes, detected=True)

    @do("24.2(2)")
    def formations(self, g: Game) -> None:
        """Ships and pairs in their lines.  Both sides know which lies where, until it is mixed (§7.4)."""
        for side, mine, by_id in _sides(g):
            formations = g.forces[side].formations
            for token, placed in zip(sorted(g.deal_tokens(len(mine.ships))), mine.ships, strict=True):
                f = formations[token] = _formation(side, token, placed, by_id)
                if isinstance(f.lead, EventCard):
                    account(g.forces[side], f.lead)
                if f.damage:
                    lose_veterans(g, f)
                _board(g, side, token, placed.airplanes, detected=False)

    @do("24.2(3)")
    def show(self, g: Game) -> None:
        """From here on both see the table."""
        battle = g.state.cards.battle
        assert battle is not None
        g.state.setting_up = False
        g.tell(BattleLaidOut, battle.name, battle.turns)
        for side in SIDES:
            airplanes = g.forces[side].airplanes
            g.forces[side].airplanes = dict(sorted(airplanes.items()))
            g.tell(SetUpShown, side, False, len(g.forces[side].formations))


def _sides(g: Game) -> Iterator[tuple[Side, BattleSide, dict[CardId, AnyCard]]]:
    battle = g.state.cards.battle
    assert battle is not None
    for side in SIDES:
        yield side, battle.side(side), cards_by_id(g.state.cards)


def _place(card: AnyCard) -> tuple[bool, bool, CardId]:
    """R-67  Home, strategic, front bases by name, whatever the order of the file: as in any set-up."""
    assert isinstance(card, BaseCard)
    return card.rank is Rank.FRONT, card.rank is Rank.STRATEGIC, card.id


def _formation(side: Side, token: Token, placed: PlacedShip, by_id: dict[CardId, AnyCard]) -> Formation:
    lead = by_id[placed.lead]
    escort = None if placed.escort is None else by_id[placed.escort]
    assert isinstance(lead, ShipCard | EventCard)
    assert escort is None or isinstance(escort, ShipCard)
    half = lead if isinstance(lead, ShipCard) else lead.transports
    assert half is not None
    values = half.values if escort is None else paired(half.values, escort)
    line, detected = OWN_LINES[side][placed.line], placed.detected or isinstance(lead, EventCard)
    return Formation(
        token, side, line, lead, values, escort, detected, placed.damage, known=not detected,
    )


def _board(g: Game, side: Side, host: Token, names: tuple[CardId, ...], *, detected: bool) -> None:
    """The airplanes of one host, in the order of the file by rising tokens."""
    by_id = cards_by_id(g.state.cards)
    for token, name in zip(sorted(g.deal_tokens(len(names))), names, strict=True):
        card = by_id[name]
        assert isinstance(card, AirplaneCard)
        g.forces[side].airplanes[token] = Airplane(token, side, card, host, detected)


def end_of_battle(g: Game, battle: Battle) -> None:
    """§24.4, §24.6  After the last turn: what counts at the end is added, and more VP win."""
    g.rule = "24.4"
    for side in SIDES:
        enemy = g.forces[side.enemy]
        score(g, side, "bases", sum([base.damage for base in enemy.bases.values()]))
        score(g, side, "damage", sum([f.damage for f in enemy.formations.values()]))
    time_up(g)
