"""§12  The game and the turn: the order of play, as a table of contents."""

from __future__ import annotations

from typing import ClassVar

from ironbottom.events import TurnBegan
from ironbottom.flow import Game, Procedure, call, do, until
from ironbottom.rules.s04_damage import surplus
from ironbottom.rules.s10_setup import Setup
from ironbottom.rules.s11_victory import sudden_death
from ironbottom.rules.s13_draw import Draw
from ironbottom.rules.s14_deployment import Deployment
from ironbottom.rules.s15_reconnaissance import Reconnaissance
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.rules.s17_air_combat import AirCombatPhase
from ironbottom.rules.s18_landing import LandingPhase
from ironbottom.rules.s19_return import HandLimit, Return
from ironbottom.rules.s23_unpack import unpacked
from ironbottom.rules.s24_battles import end_of_battle
from ironbottom.state import AIR
from ironbottom.words import Action, Side


class Match(Procedure, tag="match", kw_only=True):
    """§1  A whole game."""

    ask_sides: bool = False
    bid: int = 0

    @call("10")
    def setup(self, g: Game) -> Procedure:
        return Setup(ask_sides=self.ask_sides, bid=self.bid)

    @call("12.2")
    def play(self, g: Game) -> Procedure:
        return Turns()


class Turns(Procedure, tag="turns", kw_only=True):
    """§12.2  Sides alternate, the US first (§10.6) or who begins the battle (§24.4), until the game ends."""

    loops: ClassVar[bool] = True

    @do("12.2")
    def begin(self, g: Game) -> None:
        state, battle = g.state, g.state.cards.battle
        if battle is not None and state.turn >= battle.turns:
            end_of_battle(g, battle)
        sudden_death(g)
        first = Side.US if battle is None else battle.first
        state.phasing = state.phasing.enemy if state.turn else first
        state.turn += 1
        state.skipped, state.action, state.target = False, None, AIR
        unpacked(g)
        g.tell(TurnBegan, state.turn, state.phasing)

    @call("12.1")
    def turn(self, g: Game) -> Procedure:
        return Turn(phasing=g.state.phasing)


class Turn(Procedure, tag="turn", kw_only=True):
    """§12.1  One side's turn."""

    phasing: Side

    @call("13")
    def draw(self, g: Game) -> Procedure:
        return Draw(phasing=self.phasing)

    @until("13.3")
    def kept_every_card(self, g: Game) -> bool:
        """R-12  A skipped turn has nothing else."""
        return g.state.skipped

    @call("14")
    def deployment(self, g: Game) -> Procedure:
        return Deployment(phasing=self.phasing)

    @call("15")
    def reconnaissance(self, g: Game) -> Procedure:
        return Reconnaissance(phasing=self.phasing)

    @call("16")
    def action(self, g: Game) -> Procedure:
        return ChooseAction(phasing=self.phasing)

    @call("17")
    def air_combat(self, g: Game) -> Procedure | None:
        return None if g.state.action is Action.RETREAT else AirCombatPhase(phasing=self.phasing)

    @call("18")
    def landing(self, g: Game) -> Procedure | None:
        return LandingPhase(attacker=self.phasing) if g.state.action is Action.LANDING else None

    @call("4.6")
    def surplus(self, g: Game) -> Procedure | None:
        return surplus(g)

    @call("19")
    def return_(self, g: Game) -> Procedure:
        return Return()

    @call("19.4")
    def hand_limit(self, g: Game) -> Procedure:
        return HandLimit(phasing=self.phasing)

    @do("20.3")
    def effects_end(self, g: Game) -> None:
        g.state.cease("round", "attack", "segment", "phase", "turn")
