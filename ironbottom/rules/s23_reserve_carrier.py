"""§23.7  Reserve carrier: a US side without a carrier on the table takes one out of its fleet deck, at a price."""

from __future__ import annotations

from ironbottom.events import Reinforced, Scored
from ironbottom.flow import Asking, Game, Procedure, ask
from ironbottom.printed import AnyCard, ShipCard
from ironbottom.questions import PASS, Choose
from ironbottom.state import Formation
from ironbottom.words import REAR, Icon, Side

RESERVE = "reserve"
PRICE = 2  # VP for Japan


def is_carrier(card: AnyCard) -> bool:
    """§23.7  A ship card with carrier icons."""
    return isinstance(card, ShipCard) and card.values.icon is Icon.CARRIER


class ReserveCarrier(Procedure, tag="reserve-carrier", kw_only=True):
    """§23.7  The offer, before the reinforcement of a US turn."""

    phasing: Side

    @ask("23.7", "4a", "phasing")
    def offer(self, g: Game, side: Side) -> Asking:
        """Take the next carrier out of your fleet deck? Japan scores 2 VP for it."""
        forces = g.forces[side]
        afloat = any(is_carrier(f.lead) for f in forces.formations.values())
        may = not afloat and any(is_carrier(card) for card in forces.fleet_deck)
        return Choose((PASS, RESERVE)) if may else Choose((PASS,))

    @offer.harmless
    def stays_in_deck(self, g: Game, side: Side) -> bool:
        """A carrier that is not taken stays in the deck."""
        return True

    @offer.answered
    def chose(self, g: Game, side: Side, answer: str) -> None:
        if answer == RESERVE:
            bring(g, side)


def reserve_carrier(g: Game, side: Side) -> Procedure | None:
    """§23.7, §20.1  The offer, where for all that Japan sees no carrier is on the table and one may be in the deck."""
    if not g.state.cards.options.reserve_carrier or side is not Side.US or not g.forces[side].fleet_deck:
        return None
    if any((f.detected or f.known) and is_carrier(f.lead) for f in g.forces[side].formations.values()):
        return None
    printed = sum([is_carrier(card) for card in g.state.cards.side(side).fleet])
    lost = sum([is_carrier(card) for card, _ in g.forces[side.enemy].victory])
    return ReserveCarrier(phasing=side) if lost < printed else None


def bring(g: Game, side: Side) -> None:
    """§23.7  The next carrier of the deck enters REAR unseen, the rest of the deck is shuffled, Japan scores."""
    forces = g.forces[side]
    deck = list(forces.fleet_deck)
    card = deck.pop(max([place for place, card in enumerate(deck) if is_carrier(card)]))
    assert isinstance(card, ShipCard)
    forces.fleets = fleets = forces.fleets.copy()
    order = fleets.order(len(deck))
    g.note_mix(f"fleet/{side.name.lower()}", order)
    forces.fleet_deck = tuple([deck[place] for place in order])
    f = Formation(g.deal_token(), side, REAR[side], card, card.values)
    forces.formations[f.token] = f
    g.tell(Reinforced, side, (f.token,), (), (card.id,))
    g.forces[side.enemy].scored += PRICE
    g.tell(Scored, side.enemy, "reserve-carrier", 1, PRICE)
