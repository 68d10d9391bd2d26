"""The admiral at a seat: a die for each turn, a table for each question, and a sentence that names both."""

from __future__ import annotations

from collections.abc import Callable

from ironbottom.printed import CardSet
from ironbottom.questions import PASS, Answer, Choose, Rng
from ironbottom.views import View

from ..mate.steady_seat import SteadySeat, asked
from ..mate.table import SeenTable
from .counting import decided, read
from .desk import Desk, Ruling
from .orders import fleet, flights, hand, sea, search, strikes
from .sheet import sheet
from .telling import told

IDLE = Choose((PASS,))  # asked where only an event card could come
BEFORE = ("setup.redraw", "first-deployment.place", "draw.choose")  # asked before there is an intention

Order = Callable[[Desk], Ruling]

ORDERS: dict[str, Order] = {
    "setup.redraw": fleet.keep,
    "first-deployment.place": fleet.ships,
    "draw.choose": hand.discard,
    "reinforcement.play": hand.reinforce,
    "ships.step": fleet.ships,
    "airplanes.step": fleet.airplanes,
    "remove-damage.choose": fleet.repair,
    "reconnaissance.search": search.search,
    "reconnaissance.meet": search.rise,
    "search-rounds.aim": flights.intercept,
    "search-rounds.withdraw": flights.leave,
    "find.found": search.found,
    "find.shown": search.found,
    "uncover.choose": search.found,
    "submarines.play": hand.submarine,
    "surplus.choose": fleet.surplus,
    "action.choose": sea.action,
    "approach.target": sea.target,
    "air-combat-phase.attack": flights.attack,
    "air-combat-phase.react": flights.react,
    "air-combat-phase.meet": flights.react,
    "air-combat.divide": flights.attackers_tasks,
    "air-combat.assign": flights.defenders_tasks,
    "air-control.withdraw": flights.leave,
    "air-control.aim": flights.aim,
    "intercept-combat.withdraw": flights.leave,
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
    "return.place": fleet.come_down,
    "searched-lines.next_line": flights.next_line,
    "attacked-lines.next_line": flights.next_line,
    "hand-limit.choose": hand.down_to_limit,
    "playing.name": hand.name,
}


class EnvelopeSeat(SteadySeat):
    """One side, run by the tables."""

    def __init__(self, cards: CardSet, rng: Rng) -> None:
        super().__init__(cards)
        self.rng = rng
        self.tables = sheet()
        self.rolls: dict[int, int] = {}  # the die of each turn, kept because a turn has one
        self.intention: tuple[int, str] = (-1, "")  # of which turn

    def decide(self, view: View) -> Answer:
        """What the tables say."""
        return self.decision(view).answer

    def why(self, view: View, answer: Answer) -> str:
        """The roll, the table and the row behind a legal answer, in one sentence."""
        desk = self.desk(view)
        decision = decision_at(desk)
        return told(desk, decision, answer)

    def decision(self, view: View) -> Ruling:
        """The answer to the question in a view, and the row that it follows from."""
        return decision_at(self.desk(view))

    def desk(self, view: View) -> Desk:
        """Everything for the question in a view: the die is rolled, and the intention read, once in a turn."""
        question = asked(view)
        roll = self.rolls.get(view.turn)
        if roll is None:
            roll = self.rolls[view.turn] = 1 + int(6 * self.rng.random())
        seen = SeenTable(view, question, self.cards, battle=self.battle, options=self.options)
        desk = Desk(seen, self.tables, roll, strikes.prey)
        if question.side is view.phasing and question.step not in BEFORE:
            if self.intention[0] != view.turn:
                self.intention = view.turn, read(desk, "intention").row.do
            desk.intention = self.intention[1]
        return desk


def decision_at(desk: Desk) -> Ruling:
    """An event first; then the order for this question; else the rules' own default."""
    played = hand.event(desk)
    if played is not None:
        return played
    question = desk.seen.question
    if question.shape == IDLE:
        return hand.passing(desk)
    order = ORDERS.get(question.step)
    return decided(desk, question.default, "routine") if order is None else order(desk)
