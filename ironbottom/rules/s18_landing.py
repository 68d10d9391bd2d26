"""§18  The landing phase: who attends, tasks, and the order of the segments."""

from __future__ import annotations

from msgspec.structs import replace

from ironbottom.events import Tasked
from ironbottom.flow import Asking, Game, Procedure, ask, call, do
from ironbottom.questions import Assign, Pick, Value
from ironbottom.rules.s05_lines import unseen_in
from ironbottom.rules.s07_detection import turn
from ironbottom.rules.s18_sea_combat import Part, SeaSegment, Weapon
from ironbottom.rules.s18_shore import Bombardment, GoingAshore
from ironbottom.state import AIR, Forces, Formation
from ironbottom.words import FRONT, SIDES, SeaTask, Side, Token


class LandingPhase(Procedure, tag="landing-phase", kw_only=True):
    """§18  The attacker is the phasing side, the defender the other (§18.2)."""

    attacker: Side

    @property
    def defender(self) -> Side:
        return self.attacker.enemy

    @ask("18.1(2)", "26", "attacker", "defender")
    def reveal(self, g: Game, side: Side) -> Asking:
        """Turn any of your unseen FRONT formations detected, to attend the landing."""
        unseen = unseen_in(g.forces[side], FRONT[side])
        return Pick(tuple([f.token for f in unseen]), 0, len(unseen)) if unseen else None

    @reveal.answered
    def revealed(self, g: Game, side: Side, answer: tuple[Token, ...]) -> None:
        for token in answer:
            turn(g, g.forces[side].formations[token])

    @do("18.3(1)")
    def transports_support(self, g: Game) -> None:
        """R-21  Transports, alone or paired, are always Landing Support."""
        carrying = [f.token for f in attending(g.forces[self.attacker], self.attacker) if f.transports]
        give_sea_tasks(g, self.attacker, dict.fromkeys(carrying, SeaTask.SUPPORT))

    @ask("18.3(1)", "27", "attacker")
    def divide(self, g: Game, side: Side) -> Asking:
        """Give each of your formations a task: Landing Support or Escort."""
        there = [f.token for f in attending(g.forces[side], side) if not f.transports]
        return Assign("task", dict.fromkeys(there, (SeaTask.SUPPORT, SeaTask.ESCORT))) if there else None

    @divide.answered
    def divided(self, g: Game, side: Side, answer: dict[int, Value]) -> None:
        give_sea_tasks(g, side, {Token(t): SeaTask(str(task)) for t, task in answer.items()})

    @ask("18.3(2)", "27", "defender")
    def assign(self, g: Game, side: Side) -> Asking:
        """Give each of your formations a task: Intercept or Sea Control."""
        there = [f.token for f in attending(g.forces[side], side)]
        return Assign("task", dict.fromkeys(there, (SeaTask.INTERCEPT, SeaTask.CONTROL))) if there else None

    @assign.answered
    def assigned(self, g: Game, side: Side, answer: dict[int, Value]) -> None:
        give_sea_tasks(g, side, {Token(t): SeaTask(str(task)) for t, task in answer.items()})

    @call("18.4(a)")
    def control_guns(self, g: Game) -> Procedure | None:
        return self.at_sea(g, "control", "surface")

    @call("18.4(b)")
    def control_torpedoes(self, g: Game) -> Procedure | None:
        return self.at_sea(g, "control", "torp")

    @call("18.4(c)")
    def intercept_guns(self, g: Game) -> Procedure | None:
        return self.at_sea(g, "intercept", "surface")

    @call("18.4(c)")
    def intercept_torpedoes(self, g: Game) -> Procedure | None:
        return self.at_sea(g, "intercept", "torp")

    @call("18.4(d)")
    def surface_to_land(self, g: Game) -> Procedure:
        return Bombardment(attacker=self.attacker)

    @call("18.4(e)")
    def ashore(self, g: Game) -> Procedure:
        return GoingAshore(attacker=self.attacker)

    def at_sea(self, g: Game, part: Part, weapon: Weapon) -> Procedure | None:
        """§18.4(a)(1)  A segment takes place if somebody can fire at somebody; else it is skipped, checks included."""
        segment = SeaSegment(attacker=self.attacker, part=part, weapon=weapon)
        return segment if segment.takes_place(g) else None

    @do("18.5")
    def stand_down(self, g: Game) -> None:
        """All formations then simply stand in their FRONT lines."""
        for side in SIDES:
            formations = g.forces[side].formations
            for f in [f for f in formations.values() if f.task is not None]:
                formations[f.token] = replace(f, task=None, attempts=None)
        g.state.target = AIR
        g.state.cease("round", "segment", "phase")


def attending(forces: Forces, side: Side) -> list[Formation]:
    """§18.1(1), R-48  Detected formations of the FRONT line, willing or not."""
    return [f for f in forces.formations.values() if f.detected and f.line is FRONT[side]]


def give_sea_tasks(g: Game, side: Side, tasks: dict[Token, SeaTask]) -> None:
    formations = g.forces[side].formations
    for token, task in tasks.items():
        formations[token] = replace(formations[token], task=task)
    if tasks:
        g.tell(Tasked, side, tuple(tasks.items()))
