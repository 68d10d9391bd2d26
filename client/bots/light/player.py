"""The light player: an answer to any question of a game, from the state itself, in some 10 µs on the mean.

It uses what its side may know and nothing else (`outlook`).  It is for games that are played on in search, where both
sides decide by it, so that its answers are legal by the way in which they are made and are looked at by nobody.
"""

from __future__ import annotations

from collections.abc import Callable

from ironbottom.flow import IDLE, Game
from ironbottom.printed import CardSet
from ironbottom.questions import PASS, Answer, Move
from ironbottom.words import Side

from .advice import flights, hand, sea, ships, strikes, wings
from .facts import facts_of
from .outlook import Outlook

Advice = Callable[[Outlook], Answer]

# What is not here is answered by default.  Keys are the tag of the section and the name of the step.
ADVICE: dict[tuple[str, str], Advice] = {
    ("setup", "redraw"): ships.keep,
    ("draw", "choose"): hand.discard,
    ("reinforcement", "play"): hand.reinforce,
    ("airplanes", "step"): wings.deploy,
    ("remove-damage", "choose"): ships.repair,
    ("reconnaissance", "search"): wings.search,
    ("reconnaissance", "meet"): wings.rise,
    ("search-rounds", "aim"): flights.intercept,
    ("find", "found"): wings.found,
    ("find", "shown"): wings.found,
    ("uncover", "choose"): wings.found,
    ("submarines", "play"): hand.submarine,
    ("surplus", "choose"): wings.surplus,
    ("action", "choose"): hand.action,
    ("approach", "target"): hand.target,
    ("air-combat-phase", "attack"): flights.attack,
    ("air-combat-phase", "react"): flights.react,
    ("air-combat-phase", "meet"): flights.react,
    ("air-combat", "divide"): flights.attackers_tasks,
    ("air-combat", "assign"): flights.defenders_tasks,
    ("air-control", "aim"): flights.aim,
    ("intercept-combat", "aim"): flights.intercept,
    ("air-attack", "declare"): strikes.declare,
    ("attacks", "choose"): strikes.next_one,
    ("strike", "go_on"): strikes.go_on,
    ("landing-phase", "reveal"): sea.reveal,
    ("landing-phase", "divide"): sea.attackers_tasks,
    ("landing-phase", "assign"): sea.defenders_tasks,
    ("sea-rounds", "check"): sea.check,
    ("sea-rounds", "aim"): sea.aim,
    ("bombardment", "choose"): sea.bombard,
    ("barrage", "go_on"): sea.cease,
    ("going-ashore", "name"): sea.land,
    ("detach", "divide"): sea.divide,
    ("land-combat", "choose"): sea.next_army,
    ("hand-limit", "choose"): hand.down_to_limit,
    ("playing", "name"): hand.name,
}
PLACING = {("first-deployment", "place"): False, ("ships", "step"): True}  # whether a landing is planned for


class LightPlayer:
    """It plays either side of any game with one set of cards; what it holds saves work and changes no answer."""

    def __init__(self, cards: CardSet) -> None:
        self.facts = facts_of(cards)
        self._wanted = ships.Wanted(None, None, {})

    def choose(self, game: Game, side: Side) -> Answer:
        """A legal answer for a side that is asked.  Raises KeyError if it is not."""
        asked = game.asked[side]
        shape = asked.shape
        if asked.plays:
            played = hand.event(Outlook(game, side, shape, self.facts), asked.plays)
            if played is not None:
                return played
        if shape is IDLE:
            return PASS
        key = (str(game.stack[-1].__struct_config__.tag), asked.step.name)
        advice = ADVICE.get(key)
        if advice is not None:
            return advice(Outlook(game, side, shape, self.facts))
        planned = PLACING.get(key)
        if planned is None:
            return game.default(side)
        return self._placed(Outlook(game, side, shape, self.facts), planned)

    def _placed(self, b: Outlook, planned: bool) -> Answer:
        """A step of the ships.  As long as only moves are made the steps offered hold the same pairs, and so the plan
        stands; that nothing else has changed follows from the segment being private.
        """
        assert isinstance(b.shape, Move)
        mark = b.shape.steps.get("pair")
        if mark is None or self._wanted.mark is not mark:
            self._wanted = ships.wanted(b, planned)
        return ships.step(b, self._wanted)
