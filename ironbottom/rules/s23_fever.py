"""§23.17  Victory fever: who leads may put off the end of the game, once, and both discard piles come back."""

from __future__ import annotations

from ironbottom.events import Reshuffled
from ironbottom.flow import Asking, Game, Procedure, ask
from ironbottom.printed import AirplaneCard, EventCard
from ironbottom.questions import Choose
from ironbottom.state import InForce
from ironbottom.words import SIDES, Side

PRICE = 4  # VP
FEVER = "fever"  # what is in force once it was used
END, RESHUFFLE = "end", "reshuffle"


class VictoryFever(Procedure, tag="victory-fever", kw_only=True):
    """§23.17  A deck is too short for a draw."""

    leader: Side

    @ask("23.17", "2a", "leader")
    def offer(self, g: Game, side: Side) -> Asking:
        """Let the game end, or give up 4 VP so that both sides shuffle their discards back?"""
        return Choose((END, RESHUFFLE))

    @offer.answered
    def offered(self, g: Game, side: Side, answer: str) -> None:
        if answer == RESHUFFLE:
            g.state.in_force = (*g.state.in_force, InForce(FEVER, side, PRICE, "game"))
            g.forces[side].scored -= PRICE
            for owner in SIDES:
                shuffle_back(g, owner)
            us, jp = [len(forces.air_deck) for forces in g.forces]
            g.tell(Reshuffled, side, PRICE, us, jp)


def fever(g: Game, side: Side, n: int) -> VictoryFever | None:
    """§23.17  The question, where this side must draw so many cards and its deck does not hold them."""
    cards, forces = g.state.cards, g.forces[side]
    if not cards.options.victory_fever or (cards.battle is not None and not cards.battle.decks):
        return None
    us, jp = [both.points for both in g.forces]
    leader = Side.US if us > jp else Side.JP
    short = len(forces.air_deck) < n <= len(forces.air_deck) + len(forces.discards)
    able = us != jp and max(us, jp) >= PRICE and not any(e.does == FEVER for e in g.state.in_force)
    return VictoryFever(leader=leader) if short and able else None


def shuffle_back(g: Game, side: Side) -> None:
    """The whole discard pile and what is left of the deck are the deck; nobody knows of any event in it (§20.1)."""
    forces = g.forces[side]
    back = tuple([card for card in forces.discards if isinstance(card, AirplaneCard | EventCard)])
    deck = forces.air_deck + back
    forces.chance = chance = forces.chance.copy()
    order = chance.order(len(deck))
    g.note_mix(f"packets/{side.name.lower()}", order)
    forces.air_deck, forces.discards = tuple([deck[place] for place in order]), ()
    hidden = {card.id for card in (*forces.unaccounted, *back)}
    printed = g.state.cards.side(side).air
    forces.unaccounted = tuple([card for card in printed if isinstance(card, EventCard) and card.id in hidden])
