"""A player that weighs exact odds: one piece of advice for each window.

It sees its own view and nothing else, and keeps no memory that a decision hangs on: the same view gets the same answer,
so a game that was broken off goes on as if nothing had been.
"""

from __future__ import annotations

from collections.abc import Callable

from ironbottom.catalog import cards_by_id
from ironbottom.printed import CardSet
from ironbottom.questions import PASS, Answer, Choose, Move, Question, Rng
from ironbottom.views import View

from . import attacks, course, dogfight, events, fleet, flights, hand, hangar, scouting, sea, shore
from .table import Table

Advice = Callable[[Table], Answer]
IDLE = Choose((PASS,))  # asked where only an event card could come
STEPS = 80  # steps of a segment: more is a fault of mine, and the segment is closed

ADVICE: dict[str, Advice] = {
    "setup.redraw": fleet.keep,
    "first-deployment.place": fleet.set_up,
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
    "submarines.play": hand.submarine,
    "surplus.choose": hangar.surplus,
    "action.choose": course.action,
    "approach.target": course.target,
    "air-combat-phase.attack": flights.attack,
    "air-combat-phase.react": flights.react,
    "air-combat-phase.meet": flights.react,
    "air-combat.divide": dogfight.attackers_tasks,
    "air-combat.assign": dogfight.defenders_tasks,
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
    "barrage.go_on": shore.bombard,
    "going-ashore.name": shore.land,
    "detach.divide": shore.divide,
    "land-combat.choose": shore.next_army,
    "return.place": hangar.come_home,
    "hand-limit.choose": hand.down_to_limit,
    "playing.name": events.name,
    "uncover.choose": scouting.found,
}


class Mate:
    """One seat.  `faults` counts what it could not answer by itself."""

    def __init__(self, cards: CardSet, rng: Rng) -> None:
        self.cards = cards_by_id(cards)
        self.faults = 0
        self.steps = 0
        self.trouble = []
        self.log=[]

    def choose(self, view: View) -> Answer:
        """A legal answer, whatever happens."""
        question = view.question
        if question is None:
            raise ValueError("a bot is asked only where its view holds a question")
        try:
            answer = self.advised(Table(view, question, self.cards))
            if legal(question, answer):
                return answer
            self.trouble.append((question.step, answer, question.shape))
        except Exception:
            import traceback
            self.trouble.append(traceback.format_exc())
        self.faults += 1
        return question.default

    def advised(self, t: Table) -> Answer:
        """What the advice for this step says; events first."""
        played = events.play(t)
        if played is not None:
            return played
        if t.question.shape == IDLE:
            return PASS
        if isinstance(t.question.shape, Move):
            self.steps += 1
            if self.steps > STEPS-12: self.log.append(t.question.step)
            if self.steps > STEPS:
                self.steps = 0
                raise RuntimeError("no end of a segment %s"%self.log)
        advice = ADVICE.get(t.question.step)
        answer = t.question.default if advice is None else advice(t)
        if self.steps > STEPS-12: self.log.append(answer)
        if answer == ("done",) or not isinstance(t.question.shape, Move):
            self.steps = 0
        return answer


def legal(question: Question, answer: Answer) -> bool:
    """Whether the question takes this answer."""
    if isinstance(answer, tuple) and len(answer) == 2 and answer[0] == "play" and answer[1] in question.plays:
        return True
    return question.shape.fault(answer) is None
