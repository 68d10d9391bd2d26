"""A player that weighs exact odds: one piece of advice for each question.

It sees its own view and nothing else, and no decision hangs on what it remembers: the same view gets the same answer,
so that a game that was broken off goes on as if nothing had been.
"""

from __future__ import annotations

from collections.abc import Callable

from ironbottom.printed import CardSet
from ironbottom.questions import PASS, Answer, Choose, Question, Rng
from ironbottom.views import View

from . import attacks, course, dogfight, events, fleet, flights, hand, hangar, intelligence, scouting, sea, shore
from .oversights import noticed, thought_of
from .steady_seat import SteadySeat, asked
from .table import SeenTable
from .temper import CADET, ENSIGN, FIRST, SEAMAN, STEADY
from .why import why

Advice = Callable[[SeenTable], Answer]
IDLE = Choose((PASS,))  # asked where only an event card could come

# What is not here is answered by default: no scout and no bomber leaves a combat before it is over, searched and
# attacked lines are resolved from front to rear, and the bot takes either side.
ADVICE: dict[str, Advice] = {
    "setup.redraw": fleet.keep,
    "setup.say": intelligence.bid,
    "first-deployment.place": fleet.set_up,
    "victory-fever.offer": hand.fever,
    "draw.choose": hand.discard,
    "reinforcement.play": hand.reinforce,
    "ships.step": fleet.deploy,
    "airplanes.step": hangar.deploy,
    "remove-damage.choose": fleet.repair,
    "reconnaissance.search": scouting.search,
    "reconnaissance.meet": scouting.rise,
    "search-rounds.aim": dogfight.intercept,
    "find.found": scouting.found,
    "find.shown": scouting.found,
    "find.decoy": intelligence.decoy,
    "uncover.choose": scouting.found,
    "submarines.play": hand.submarine,
    "surplus.choose": hangar.surplus,
    "action.choose": course.action,
    "approach.target": course.target,
    "air-combat-phase.attack": flights.attack,
    "air-combat-phase.react": flights.react,
    "air-combat-phase.meet": flights.react,
    "air-combat.divide": dogfight.attackers_tasks,
    "air-combat.assign": dogfight.defenders_tasks,
    "air-control.withdraw": dogfight.leave,
    "air-control.aim": dogfight.aim,
    "intercept-combat.aim": dogfight.intercept,
    "air-attack.declare": attacks.declare,
    "attacks.choose": attacks.next_one,
    "strike.go_on": attacks.go_on,
    "landing-phase.reveal": sea.reveal,
    "landing-phase.divide": sea.attackers_tasks,
    "landing-phase.assign": sea.defenders_tasks,
    "sea-rounds.check": sea.check,
    "sea-rounds.aim": sea.aim,
    "bombardment.choose": shore.bombard,
    "barrage.go_on": shore.cease,
    "going-ashore.name": shore.land,
    "detach.divide": shore.divide,
    "land-combat.choose": shore.next_army,
    "hand-limit.choose": hand.down_to_limit,
    "playing.name": events.name,
    "read-mail.choose": intelligence.mail,
    "read-mail.look": intelligence.look,
    "reserve-carrier.offer": intelligence.reserve,
}


class Mate(SteadySeat):
    """The steady one."""

    temper = STEADY

    def __init__(self, cards: CardSet, rng: Rng) -> None:
        super().__init__(cards)

    def decide(self, view: View) -> Answer:
        """The advice for this question."""
        return advised(self._table(view, asked(view)))

    def why(self, view: View, answer: Answer) -> str:
        """What speaks for a legal answer, in one sentence."""
        return why(self._table(view, asked(view)), answer)

    def _table(self, view: View, question: Question) -> SeenTable:
        return SeenTable(view, question, self.cards, self.temper, self.battle, self.options)


class FirstMate(Mate):
    """The mate as it was at first, for comparison."""

    temper = FIRST


class Cadet(Mate):
    """The rung above chance."""

    temper = CADET


class Seaman(Mate):
    """The rung above the cadet."""

    temper = SEAMAN


class Ensign(Mate):
    """The rung below the mate."""

    temper = ENSIGN


def advised(table: SeenTable) -> Answer:
    """Events first; then what the advice for this question says: all of it among what the temper thinks of."""
    seen = noticed(table)
    question = seen.question
    card = events.play(seen)
    if card is not None:
        return ("play", card)
    answer = PASS if question.shape == IDLE else advice(seen)
    return answer if seen is table else thought_of(question, answer)


def advice(table: SeenTable) -> Answer:
    """What the advice for this question says, if no event card is played."""
    found = ADVICE.get(table.question.step)
    return table.question.default if found is None else found(table)
