"""The table from question to reason, beside that from question to advice."""

from __future__ import annotations

from collections.abc import Callable

from ironbottom.language import _
from ironbottom.questions import PASS, Answer, Choose, sole

from ...mate.table import SeenTable
from . import airplanes, cards, intelligence, ships

Reason = Callable[[SeenTable, Answer], str]
IDLE = Choose((PASS,))

REASONS: dict[str, Reason] = {
    "setup.redraw": ships.redraw,
    "setup.say": intelligence.bid,
    "first-deployment.place": ships.set_up,
    "victory-fever.offer": cards.fever,
    "draw.choose": cards.discard,
    "reinforcement.play": cards.reinforce,
    "ships.step": ships.deploy,
    "airplanes.step": airplanes.deploy,
    "remove-damage.choose": ships.repair,
    "reconnaissance.search": airplanes.search,
    "reconnaissance.meet": airplanes.rise,
    "search-rounds.withdraw": airplanes.go_home,
    "search-rounds.aim": airplanes.shots,
    "searched-lines.next_line": airplanes.next_line,
    "find.found": airplanes.found,
    "find.shown": airplanes.found,
    "find.decoy": intelligence.decoy,
    "uncover.choose": airplanes.found,
    "submarines.play": cards.submarine,
    "surplus.choose": airplanes.surplus,
    "action.choose": ships.action,
    "approach.target": ships.target,
    "air-combat-phase.attack": airplanes.attack,
    "air-combat-phase.react": airplanes.react,
    "air-combat-phase.meet": airplanes.react,
    "attacked-lines.next_line": airplanes.next_line,
    "air-combat.divide": airplanes.attackers_tasks,
    "air-combat.assign": airplanes.defenders_tasks,
    "air-control.withdraw": airplanes.leave,
    "air-control.aim": airplanes.shots,
    "intercept-combat.withdraw": airplanes.go_home,
    "intercept-combat.aim": airplanes.shots,
    "air-attack.declare": airplanes.declare,
    "attacks.choose": airplanes.next_one,
    "strike.go_on": airplanes.go_on,
    "landing-phase.reveal": ships.reveal,
    "landing-phase.divide": ships.attackers_tasks,
    "landing-phase.assign": ships.defenders_tasks,
    "sea-rounds.check": ships.check,
    "sea-rounds.aim": ships.aim,
    "bombardment.choose": ships.bombard,
    "barrage.go_on": ships.cease,
    "going-ashore.name": ships.land,
    "detach.divide": ships.divide,
    "land-combat.choose": ships.next_army,
    "return.place": airplanes.come_down,
    "hand-limit.choose": cards.down_to_limit,
    "playing.name": cards.name,
    "read-mail.choose": intelligence.mail,
    "read-mail.look": intelligence.look,
    "reserve-carrier.offer": intelligence.reserve,
}


def why(table: SeenTable, answer: Answer) -> str:
    """One sentence about an answer that is legal, in the language of this process, by what the mate weighs."""
    question = table.question
    if isinstance(answer, tuple) and answer and answer[0] == "play":
        return cards.play(table, str(answer[1]))
    if question.shape == IDLE:
        return cards.keep(table)
    if sole(question.shape) and question.plays:
        return cards.keep(table)
    if sole(question.shape):
        return _("There is nothing to decide.")
    reason = REASONS.get(question.step)
    if reason is None:
        return _("No figure speaks for another answer than that of the rules for who is absent.")
    said = reason(table, answer)
    return said[:1].upper() + said[1:]
