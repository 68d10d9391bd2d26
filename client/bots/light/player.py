"""The light player: an answer to any question of a game, from the state itself.

On the mean it takes some 20 µs where the processor has just done the same, and about twice that in playouts, a little
less than what the engine then does (`python -m tests.bench playouts`).

It uses what its side may know and nothing else (`outlook`).  It is for games that are played on in search, where both
sides decide by it, so that its answers are legal by the way in which they are made and are looked at by nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ironbottom.flow import IDLE, Game, Step
from ironbottom.printed import CardSet
from ironbottom.questions import PASS, Answer
from ironbottom.words import Side

from .advice import flights, hand, intelligence, sea, ships, strikes, wings
from .facts import facts_of
from .outlook import KeptOrders, Outlook

Advice = Callable[[Outlook], Answer]

# What is not here is answered by default.
ADVICE: dict[str, Advice] = {
    "setup.redraw": ships.keep,
    "setup.say": intelligence.bid,
    "first-deployment.place": ships.place,
    "victory-fever.offer": hand.fever,
    "draw.choose": hand.discard,
    "reinforcement.play": hand.reinforce,
    "ships.step": ships.deploy,
    "airplanes.step": wings.deploy,
    "remove-damage.choose": ships.repair,
    "reconnaissance.search": wings.search,
    "reconnaissance.meet": wings.rise,
    "search-rounds.aim": flights.intercept,
    "find.found": wings.found,
    "find.shown": wings.found,
    "find.decoy": intelligence.decoy,
    "uncover.choose": wings.found,
    "submarines.play": hand.submarine,
    "surplus.choose": wings.surplus,
    "action.choose": hand.action,
    "approach.target": hand.target,
    "air-combat-phase.attack": flights.attack,
    "air-combat-phase.react": flights.react,
    "air-combat-phase.meet": flights.react,
    "air-combat.divide": flights.attackers_tasks,
    "air-combat.assign": flights.defenders_tasks,
    "air-control.aim": flights.aim,
    "intercept-combat.aim": flights.intercept,
    "air-attack.declare": strikes.declare,
    "attacks.choose": strikes.next_one,
    "strike.go_on": strikes.go_on,
    "landing-phase.reveal": sea.reveal,
    "landing-phase.divide": sea.attackers_tasks,
    "landing-phase.assign": sea.defenders_tasks,
    "sea-rounds.check": sea.check,
    "sea-rounds.aim": sea.aim,
    "bombardment.choose": sea.bombard,
    "barrage.go_on": sea.cease,
    "going-ashore.name": sea.land,
    "detach.divide": sea.divide,
    "land-combat.choose": sea.next_army,
    "hand-limit.choose": hand.down_to_limit,
    "playing.name": hand.name,
    "read-mail.choose": intelligence.mail,
    "read-mail.look": intelligence.look,
    "reserve-carrier.offer": intelligence.reserve,
}


class LightPlayer:
    """It plays either side of any game with one set of cards; what it holds saves work and changes no answer."""

    def __init__(self, cards: CardSet) -> None:
        self.facts = facts_of(cards)
        self._advice: dict[Step[Any], Advice | None] = {}  # by the steps that were met
        self._orders = KeptOrders()

    def choose(self, game: Game, side: Side) -> Answer:
        """A legal answer for a side that is asked.  Raises KeyError if it is not."""
        asked = game.asked[side]
        shape, step = asked.shape, asked.step
        if asked.plays:
            played = hand.event(Outlook(game, side, shape, self.facts, self._orders), asked.plays)
            if played is not None:
                return played
        if shape is IDLE:
            return PASS
        if step not in self._advice:
            self._advice[step] = ADVICE.get(game.step(side))
        advice = self._advice[step]
        if advice is None:
            return game.default(side)
        return advice(Outlook(game, side, shape, self.facts, self._orders))
