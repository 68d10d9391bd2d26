"""§16  The action of the turn: retreat, air attack, landing."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.abilities import damaged
from ironbottom.dice import Attempts, attempts
from ironbottom.events import ActionTaken, TargetNamed
from ironbottom.flow import Asking, Forced, Game, Procedure, ask, call, until
from ironbottom.flow import do as do_step
from ironbottom.questions import Answer, Choose
from ironbottom.rules.s03_exchange import throw
from ironbottom.rules.s05_lines import unseen_in
from ironbottom.rules.s07_detection import hide
from ironbottom.rules.s11_victory import take_from_deck
from ironbottom.rules.s15_reconnaissance import Find
from ironbottom.rules.s23_fever import fever
from ironbottom.rules.s23_intelligence import read_mail
from ironbottom.state import AIR
from ironbottom.views import Lying
from ironbottom.words import FRONT, Action, Side, Token

DRAWN = 1  # §16.2(1)
ACTIONS = Choose((Action.RETREAT.value, Action.AIR.value, Action.LANDING.value))


class ChooseAction(Procedure, tag="action", kw_only=True):
    """§16.1  One of three actions."""

    phasing: Side

    @call("23.5")
    def mail(self, g: Game) -> Procedure | None:
        return read_mail(g, self.phasing)

    @ask("16.1", "16", "phasing")
    def choose(self, g: Game, side: Side) -> Asking:
        """Retreat, attack from the air, or land?"""
        return ACTIONS

    @choose.answered
    def chose(self, g: Game, side: Side, answer: str) -> None:
        g.state.action = Action(answer)
        g.tell(ActionTaken, side, answer)

    @choose.otherwise
    def cautious(self, g: Game, side: Side) -> Answer:
        """Retreat; but not where the draw would end the game."""
        return Action.RETREAT.value if g.forces[side].air_deck else Action.AIR.value

    @call("16.2")
    def carry_out(self, g: Game) -> Procedure | None:
        if g.state.action is Action.RETREAT:
            return Retreat(phasing=self.phasing)
        return Approach(phasing=self.phasing) if g.state.action is Action.LANDING else None  # §16.4


class Retreat(Procedure, tag="retreat", kw_only=True):
    """§16.2  Draw one card; turn unseen."""

    phasing: Side

    @call("23.17")
    def fever(self, g: Game) -> Procedure | None:
        """Where that is agreed upon the end of the game may be put off."""
        return fever(g, self.phasing, DRAWN)

    @do_step("16.2(1)")
    def draw(self, g: Game) -> None:
        take_from_deck(g, self.phasing, DRAWN)

    @do_step("16.2(2)")
    def turn_unseen(self, g: Game) -> None:
        """All own detected formations without damage and without transports, in place (R-49)."""
        formations = g.forces[self.phasing].formations.values()
        hide(g, self.phasing, [f for f in formations if f.detected and not f.damage and not f.transports])


class Approach(Procedure, tag="approach", kw_only=True):
    """§16.3  The target of a landing, and the patrol of its base."""

    phasing: Side

    @ask("16.3(1)", "18", "phasing")
    def target(self, g: Game, side: Side) -> Asking:
        """Which base in the enemy FRONT line is the target of this turn?"""
        front = FRONT[side.enemy]
        bases = tuple([b.token for b in g.forces[side.enemy].bases.values() if b.line is front])
        return Choose(bases) if len(bases) > 1 else Forced(Choose(bases))

    @target.answered
    def named(self, g: Game, side: Side, answer: int) -> None:
        g.state.target = Token(answer)  # for the whole turn
        g.tell(TargetNamed, side, g.state.target)

    @call("16.3(2)")
    def patrol(self, g: Game) -> Procedure:
        base = g.forces[self.phasing.enemy].bases[g.state.target]
        patrol = attempts(damaged(base.card.patrol, base.damage))
        return Patrol(phasing=self.phasing, left=patrol, base=base.token)


class Patrol(Procedure, tag="patrol", kw_only=True):
    """§16.3(2)  The target base searches the phasing side's FRONT line, round by round."""

    loops: ClassVar[bool] = True
    phasing: Side
    left: Attempts
    hits: int = 0
    base: Token = AIR

    def lying(self) -> Lying:
        return Lying(dice=((self.base, self.left),))

    @until("16.3(2)")
    def over(self, g: Game) -> bool:
        return not self.left.dice or not unseen_in(g.forces[self.phasing], FRONT[self.phasing])

    @do_step("16.3(2)")
    def roll(self, g: Game) -> None:
        rolled = throw(g, self.phasing.enemy, g.state.target, AIR, "patrol", self.left)
        self.hits, self.left = rolled.hits, rolled.left

    @call("16.3(3)")
    def find(self, g: Game) -> Procedure | None:
        if not self.hits:
            return None
        side = self.phasing
        return Find(chooser=side.enemy, owner=side, line=FRONT[side], hits=self.hits, by="patrol")
