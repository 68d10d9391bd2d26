"""§18.4(a) to (c)  Combat at sea: four segments, fought alike, that differ in who fires at whom and with what."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from ironbottom.abilities import damaged, raised
from ironbottom.dice import NONE, Ability, Attempts, Roll, attempts
from ironbottom.events import Aimed
from ironbottom.flow import Asking, Forced, Game, Procedure, ask, call, do, until
from ironbottom.questions import Assign, Pick, Value
from ironbottom.rules.s03_exchange import throw, throw_again
from ironbottom.rules.s04_damage import damage_formation
from ironbottom.rules.s09_withdrawal import try_withdrawal
from ironbottom.rules.s23_at_sea import Aims, lance, pursue, screened_aims, volleys
from ironbottom.rules.s23_radar import FirstShot, best_seen, radar_works
from ironbottom.state import Formation
from ironbottom.views import Lying
from ironbottom.words import SIDES, SeaTask, Side, Token

Part = Literal["control", "intercept"]
Weapon = Literal["surface", "torp"]
Role = Literal["attacker", "defender"]

FIRE: dict[tuple[Part, Role], tuple[SeaTask, ...]] = {  # §18.4: who fires
    ("control", "attacker"): (SeaTask.ESCORT,),
    ("control", "defender"): (SeaTask.CONTROL,),
    ("intercept", "attacker"): (),
    ("intercept", "defender"): (SeaTask.INTERCEPT,),
}
# who is in the segment: may be fired at, and may try to withdraw
FIRED_AT: dict[tuple[Part, Role], tuple[SeaTask, ...]] = {
    ("control", "attacker"): (SeaTask.ESCORT,),
    ("control", "defender"): (SeaTask.CONTROL, SeaTask.INTERCEPT),
    ("intercept", "attacker"): (SeaTask.SUPPORT,),
    ("intercept", "defender"): (SeaTask.INTERCEPT,),  # in danger of nothing here, but may try to withdraw
}


class Segment(Procedure, kw_only=True):
    """What a segment at sea knows: the attacker, the part, the weapon."""

    attacker: Side
    part: Part
    weapon: Weapon

    @property
    def defender(self) -> Side:
        return self.attacker.enemy

    def role(self, side: Side) -> Role:
        return "attacker" if side is self.attacker else "defender"

    def in_it(self, g: Game, side: Side) -> list[Formation]:
        """Formations of this side that are in the segment."""
        tasks = FIRED_AT[self.part, self.role(side)]
        return [f for f in g.forces[side].formations.values() if f.task in tasks]

    def targets(self, g: Game, side: Side) -> list[Formation]:
        """What this side may fire at."""
        if not FIRE[self.part, self.role(side)]:
            return []
        return self.in_it(g, side.enemy)

    def firing(self, g: Game, side: Side) -> list[Formation]:
        """Formations of this side that fire here and have attempts, or have yet to fire."""
        tasks = FIRE[self.part, self.role(side)]
        return [f for f in g.forces[side].formations.values() if f.task in tasks and self.left(f) != NONE]

    def on_station(self, g: Game, side: Side) -> list[Formation]:
        """Formations of this side with a task that fires here, whether they have attempts or not."""
        tasks = FIRE[self.part, self.role(side)]
        return [f for f in g.forces[side].formations.values() if f.task in tasks]

    def ability(self, f: Formation) -> Ability:
        return damaged(f.values.surface if self.weapon == "surface" else f.values.torp, f.damage)

    def left(self, f: Formation) -> Attempts:
        return attempts(self.ability(f)) if f.attempts is None else f.attempts

    def fighting(self, g: Game, side: Side) -> bool:
        return bool(self.targets(g, side) and self.firing(g, side))

    def takes_place(self, g: Game) -> bool:
        return self.fighting(g, Side.US) or self.fighting(g, Side.JP)


class SeaSegment(Segment, tag="sea-segment", kw_only=True):
    """§18.4(a), §18.4(b), §18.4(c)  One segment; attempts never pass from one to the next."""

    @call("18.4(a)(1)")
    def rounds(self, g: Game) -> Procedure:
        """Takes place if somebody can fire at somebody; else it is over before the first check."""
        return SeaRounds(attacker=self.attacker, part=self.part, weapon=self.weapon)

    @do("18.4(b)")
    def dice_off(self, g: Game) -> None:
        for side in SIDES:
            formations = g.forces[side].formations
            for f in [f for f in formations.values() if f.attempts is not None]:
                formations[f.token] = replace(f, attempts=None)
        g.state.cease("round", "segment")


class SeaRounds(Segment, tag="sea-rounds", kw_only=True):
    """§18.4(a)  Checks, aims, fire; round after round."""

    loops: ClassVar[bool] = True
    round: int = 0
    aims: Aims = ()

    def lying(self) -> Lying:
        aims = tuple([(token, target) for _, token, target in self.aims])
        return Lying(aims=aims, part=self.part, weapon=self.weapon)

    @until("18.4(a)(5)")
    def over(self, g: Game) -> bool:
        """No formation that has attempts, or has yet to fire, has a target."""
        return not self.takes_place(g)

    @do("18.4(a)(2)")
    def next_round(self, g: Game) -> None:
        self.round += 1

    @ask("18.4(a)(2)", "28", "attacker", "defender")
    def check(self, g: Game, side: Side) -> Asking:
        """Which of your formations try to withdraw?"""
        if not self.takes_place(g):
            return None
        able = tuple([f.token for f in self.in_it(g, side) if f.values.speed is not None])
        able = () if self.pinned(g, side) else able
        shape = Pick(able, 0, len(able))
        return shape if able else Forced(shape)

    @check.answered
    def checked(self, g: Game, side: Side, answer: tuple[Token, ...]) -> None:
        """R-44  Results at once; §23.10 who gets away may be pursued."""
        pursuit = g.state.cards.options.pursuit and not self.blinded(g, side.enemy)
        for token in answer:
            f = g.forces[side].formations[token]
            if try_withdrawal(g, side, token) and pursuit:
                pursue(g, f, self.on_station(g, side.enemy))

    @ask("18.4(a)(3)", "29", "attacker", "defender")
    def aim(self, g: Game, side: Side) -> Asking:
        """Aim your formations at the enemy's (R-45: the attacker first)."""
        theirs = self.targets(g, side)
        mine = [f.token for f in self.firing(g, side)]
        if not theirs or not mine or self.blinded(g, side):
            return None
        targets: tuple[Value, ...] = tuple([f.token for f in theirs])
        choices: dict[int, tuple[Value, ...]] = dict.fromkeys(mine, targets)
        if g.state.cards.options.screening:
            done = {token: target for _, token, target in self.aims}
            choices = screened_aims([token for token in mine if token not in done], theirs, set(done.values()))
            targets = max(choices.values(), key=len)
        shape = Assign("target", choices)
        return shape if len(targets) > 1 else Forced(shape)

    @aim.answered
    def aimed(self, g: Game, side: Side, answer: dict[int, int]) -> None:
        aims = tuple([(Token(t), Token(target)) for t, target in answer.items()])
        self.aims += tuple([(side, token, target) for token, target in aims])
        g.tell(Aimed, side, aims)
        if g.state.cards.options.screening:
            self.aim_on(g, side)

    def aim_on(self, g: Game, side: Side) -> None:
        """§23.9  The same side is asked again, until all of its formations are aimed."""
        if len([aim for aim in self.aims if aim[0] is side]) < len(self.firing(g, side)):
            aim = SeaRounds.aim
            self.at, self.asked = aim.next - 1, aim.roles.index(self.role(side))

    @do("18.4(a)(4)")
    def fire(self, g: Game) -> None:
        """All fire together; §23.2 a night column before the others."""
        column = g.state.cards.options.night_column and self.round == 1
        if column and self.part == "control" and self.weapon == "surface":
            for aims in volleys(g, self.aims):
                self.volley(g, aims)
        else:
            self.volley(g, self.aims)
        self.aims = ()
        g.state.cease("round")

    def volley(self, g: Game, aims: Aims) -> None:
        """§3.7  All roll from the state before; then all hits are applied.

        After a night column (§23.2) there may be nobody left who would fire, or nobody to fire at.
        """
        hits: list[tuple[Side, Token, int]] = []
        shots: list[FirstShot] = []
        for side, token, target in aims:
            formations = g.forces[side].formations
            f = formations.get(token)
            if f is None or target not in g.forces[side.enemy].formations:
                continue
            thrown = self.fire_of(g, f)
            rolled = throw(g, side, token, target, self.weapon, thrown)
            formations[token] = replace(f, attempts=rolled.left)
            hits.append((side.enemy, target, rolled.hits))
            if f.attempts is None and self.weapon == "surface" and radar_works(g.state, side):
                shots.append(FirstShot(f, target, thrown, rolled))
        if (shot := best_seen(shots)) is not None:  # §23.4
            hits.append(self.seen_better(g, shot))
        for side, target, n in hits:
            hit = g.forces[side].formations.get(target)
            if hit is not None:
                damage_formation(g, hit, n)

    def seen_better(self, g: Game, shot: FirstShot) -> tuple[Side, Token, int]:
        """§23.4  A lost attempt is thrown again: what it hits besides."""
        f = shot.f
        both: Roll = throw_again(g, f.side, f.token, shot.at, shot.thrown, shot.rolled)
        g.forces[f.side].formations[f.token] = replace(f, attempts=both.left)
        return f.side.enemy, shot.at, both.hits - shot.rolled.hits

    def pinned(self, g: Game, side: Side) -> bool:
        """§21.10  SG Radar: no enemy tries to withdraw before round two, while the formation named is there (R-33)."""
        there = [f.token for f in self.in_it(g, side.enemy)]
        return self.round == 2 and any(e.does == "radar" and e.token in there for e in g.state.in_force)

    def blinded(self, g: Game, side: Side) -> bool:
        """§21.11  Night Lookouts of the enemy: this side does not fire in this round."""
        return any(e.does == "lookouts" and e.side is side.enemy for e in g.state.in_force)

    def fire_of(self, g: Game, f: Formation) -> Attempts:
        """§3.1, §3.8, §20.4  In its first round its ability as it is now, raised by events; then what it maintained."""
        if f.attempts is not None:
            return f.attempts
        ability = self.ability(f)
        if self.weapon == "torp":
            ability = raised(ability, lance(g, f))
        for e in g.state.in_force:
            if (e.does == "radar" and e.token == f.token) or (e.does == "lance" and e.side is f.side):
                ability = raised(ability, e.n)
        return attempts(ability)
