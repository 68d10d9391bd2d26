"""§20.1, §20.2, §21  When an event card may come, who may play it, and what playing means.

What each effect does is in `effects.py`: for every word of the vocabulary the windows, the public condition, what must
be named, and one small function.
"""

from __future__ import annotations

from ironbottom.events import Named, Played
from ironbottom.flow import Asking, Forced, Game, Procedure, ask, do
from ironbottom.printed import CardSet, EventCard
from ironbottom.questions import Choose, Value
from ironbottom.rules.effects import EFFECTS, WINDOWS_OF_EVENTS
from ironbottom.rules.s04_damage import account, discard
from ironbottom.rules.s13_draw import take_from_hand
from ironbottom.rules.s14_airplanes import Airplanes
from ironbottom.words import CardId, Side

WORDS = {w: frozenset([word for word, e in EFFECTS.items() if w in e.windows]) for w in WINDOWS_OF_EVENTS}


class EventLaw:
    """What the flow asks about event cards."""

    windows = WINDOWS_OF_EVENTS

    def may_come(self, g: Game, side: Side, window: str) -> bool:
        """§20.1  Hand not empty, and an event not yet accounted for whose conditions are met on the table."""
        forces = g.forces[side]
        if not forces.hand:
            return False
        words = WORDS[window]
        for card in forces.unaccounted:
            if card.effect.does in words and EFFECTS[card.effect.does].stands(g, side, card):
                return True
        return False

    def playable(self, g: Game, side: Side, window: str) -> tuple[EventCard, ...]:
        """The events of its hand that a side may play now."""
        top = g.stack[-1]
        if isinstance(top, Airplanes) and top.taken:
            return ()  # §14.3(1): before the plan
        words = WORDS[window]
        found = [c for c in g.forces[side].hand if type(c) is EventCard and c.effect.does in words]
        if not found:
            return ()
        return tuple({c.id: c for c in found if may_play(g, side, c)}.values())

    def play(self, g: Game, side: Side, card: EventCard, window: str) -> None:
        """§2.5, §20.2, R-32  Shown to both, discarded at once, carried out before anything else."""
        g.rule = "20.2"
        forces = g.forces[side]
        take_from_hand(g, side, card.id)
        account(forces, card)
        g.tell(Played, side, card.id, "event")
        discard(g, side, (card,))
        keep_in_sight(g, side)
        g.stack.append(Playing(side=side, card=card.id, window=window))


def may_play(g: Game, side: Side, card: EventCard) -> bool:
    """What its owner alone may know, and what everybody sees."""
    effect = EFFECTS[card.effect.does]
    return effect.playable(g, side, card) and effect.stands(g, side, card)


def keep_in_sight(g: Game, side: Side) -> None:
    """§14.3(1)  A card played in the private airplane segment is open: hand, deck and pile show it at once."""
    shown, forces = g.state.shown, g.forces[side]
    if shown is not None and side is g.state.phasing:
        now = shown.clone()
        now.hand, now.air_deck, now.unaccounted = forces.hand, forces.air_deck, forces.unaccounted
        now.discards += forces.discards[-1:]
        g.state.shown = now


def event_card(cards: CardSet, card_id: CardId) -> EventCard:
    for side_cards in (cards.us, cards.jp):
        for card in side_cards.air:
            if card.id == card_id and isinstance(card, EventCard):
                return card
    raise KeyError(card_id)


class Playing(Procedure, tag="playing", kw_only=True):
    """§20.3, R-62  An event that has been shown: it names what it needs, one thing after another, and works."""

    side: Side
    card: CardId
    window: str
    chosen: tuple[Value, ...] = ()

    @ask("20.3", "", "side")
    def name(self, g: Game, side: Side) -> Asking:
        """What does the event work on?"""
        card = event_card(g.state.cards, self.card)
        targets = EFFECTS[card.effect.does].targets
        if len(self.chosen) == len(targets):
            return None
        options = targets[len(self.chosen)](g, side, card, self.chosen)
        return Choose(options) if len(options) > 1 else Forced(Choose(options))

    @name.answered
    def named(self, g: Game, side: Side, answer: Value) -> None:
        card = event_card(g.state.cards, self.card)
        self.chosen = (*self.chosen, answer)
        g.tell(Named, side, self.card, answer)
        if len(self.chosen) < len(EFFECTS[card.effect.does].targets):
            self.at = 0

    @do("20.2")
    def work(self, g: Game) -> None:
        g.stack.pop()  # what the effect looks at is the section that asked
        card = event_card(g.state.cards, self.card)
        EFFECTS[card.effect.does].work(g, self.side, card, self.chosen)
        keep_drawn_in_sight(g, self.side)


def keep_drawn_in_sight(g: Game, side: Side) -> None:
    """What an event drew in the private airplane segment changes open counts."""
    shown, forces = g.state.shown, g.forces[side]
    if shown is not None and side is g.state.phasing:
        now = shown.clone()
        now.hand, now.air_deck = forces.hand, forces.air_deck
        g.state.shown = now


