"""§13  The draw: discard one of the drawn cards and play, or keep all and skip."""

from __future__ import annotations

from ironbottom.events import TurnSkipped
from ironbottom.flow import Asking, Game, Procedure, ask, call, do
from ironbottom.printed import AirplaneCard, EventCard
from ironbottom.questions import Answer, Choose
from ironbottom.rules.s04_damage import discard
from ironbottom.rules.s11_victory import take_from_deck
from ironbottom.rules.s23_fever import fever
from ironbottom.words import CardId, Side

KEEP = "keep"


class Draw(Procedure, tag="draw", kw_only=True):
    """§13  The draw phase."""

    phasing: Side
    drawn: tuple[CardId, ...] = ()

    @call("23.17")
    def fever(self, g: Game) -> Procedure | None:
        """Where that is agreed upon the end of the game may be put off."""
        return fever(g, self.phasing, g.state.cards.side(self.phasing).home.drawn)

    @do("13.1")
    def draw(self, g: Game) -> None:
        """Three for the US, two for Japan; a deck that does not hold them ends the game."""
        n = g.state.cards.side(self.phasing).home.drawn
        self.drawn = tuple([c.id for c in take_from_deck(g, self.phasing, n)])

    @ask("13.2", "3", "phasing")
    def choose(self, g: Game, side: Side) -> Asking:
        """Discard one of the drawn cards and play your turn, or keep all and skip it?"""
        return Choose((*dict.fromkeys(self.drawn), KEEP)) if self.drawn else None  # §24.3: nobody has drawn

    @choose.answered
    def chose(self, g: Game, side: Side, answer: str) -> None:
        if answer == KEEP:
            g.state.skipped = True  # §13.3
            g.tell(TurnSkipped, side)
        else:
            discard(g, side, (take_from_hand(g, side, CardId(answer)),))

    @choose.otherwise
    def by_lot(self, g: Game, side: Side) -> Answer:
        return self.drawn[g.lot(len(self.drawn))]


def take_from_hand(g: Game, side: Side, card_id: CardId) -> AirplaneCard | EventCard:
    """One card of this name leaves the hand; copies are as good as each other."""
    forces = g.forces[side]
    for i, card in enumerate(forces.hand):
        if card.id == card_id:
            forces.hand = forces.hand[:i] + forces.hand[i + 1 :]
            return card
    raise KeyError(card_id)
