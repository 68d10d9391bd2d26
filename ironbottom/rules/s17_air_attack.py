"""§17.3  Air attack: airplanes on formations and bases, one after another."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from ironbottom.abilities import damaged, raised
from ironbottom.dice import Ability, Attempts, attempts
from ironbottom.events import Aimed
from ironbottom.flow import Asking, Forced, Game, Procedure, ask, call, do, until
from ironbottom.questions import Answer, Assign, Choose, Value
from ironbottom.rules.s03_exchange import throw
from ironbottom.rules.s04_damage import damage_base, damage_formation, shoot_down
from ironbottom.rules.s09_withdrawal import withdraw_airplanes
from ironbottom.rules.s23_veterans import veterans
from ironbottom.state import AIR, Airplane, Base, Formation
from ironbottom.views import Lying
from ironbottom.words import Line, Side, Task, Token

WITHDRAW, FIRE, BREAK_OFF = "withdraw", "attack", "break-off"
Aim = tuple[Token, str, Token]  # airplane, mode, target


class AirAttack(Procedure, tag="air-attack", kw_only=True):
    """§17.3  Targets and modes together, then airplane after airplane."""

    line: Line
    defender: Side
    aims: tuple[Aim, ...] = ()

    @property
    def attacker(self) -> Side:
        return self.defender.enemy

    @ask("17.3(1)", "25", "attacker")
    def declare(self, g: Game, side: Side) -> Asking:
        """Give each attacker a target and a mode: bomb or torpedo a formation, attack a base; or withdraw it."""
        mine = [a for a in g.forces[side].airplanes.values() if a.line is self.line and a.task is Task.ATTACK]
        if not mine:
            return None
        ships, bases = targets(g, self.defender, self.line)
        choices = {a.token: modes(g, a, ships, bases) for a in mine}
        shape = Assign("strike", {token: options for token, options in choices.items() if len(options) > 1})
        return shape if shape.choices else Forced(shape)

    @declare.answered
    def declared(self, g: Game, side: Side, answer: dict[int, Value]) -> None:
        """Who has no legal target and mode must withdraw."""
        aims = tuple([(Token(t), aim[0], Token(aim[1])) for t, aim in answer.items() if isinstance(aim, tuple)])
        self.aims = aims
        g.tell(Aimed, side, tuple([(token, target) for token, _, target in aims]), tuple([mode for _, mode, _ in aims]))
        aiming = {token for token, _, _ in aims}
        mine = [a for a in g.forces[side].airplanes.values() if a.line is self.line and a.task is Task.ATTACK]
        withdraw_airplanes(g, side, [a.token for a in mine if a.token not in aiming])

    @declare.otherwise
    def best(self, g: Game, side: Side) -> Answer:
        """Each with the strongest of its abilities, against the first target for it."""
        shape, airplanes = g.asked[side].shape, g.forces[side].airplanes
        assert isinstance(shape, Assign)

        def force(token: int, option: Value) -> int:
            return (strength(g, airplanes[Token(token)], option[0]) or 0) if isinstance(option, tuple) else -1

        return {token: max(options, key=partial(force, token)) for token, options in shape.choices.items()}

    @call("17.3(3)")
    def attacks(self, g: Game) -> Procedure | None:
        return Attacks(defender=self.defender, aims=self.aims) if self.aims else None

    @do("20.3")
    def effects_end(self, g: Game) -> None:
        g.state.cease("attack")


def targets(g: Game, defender: Side, line: Line) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """§7.1, §17.3(1), §3.9  Detected formations, unless a squall shields them (§21.6); bases not yet at their HP."""
    forces = g.forces[defender]
    shielded = g.state.squall(line, "squall-no-attack")
    ships = [] if shielded else [f.token for f in forces.formations.values() if f.line is line and f.detected]
    bases = [b.token for b in forces.bases.values() if b.line is line and not b.wrecked]
    return tuple(ships), tuple(bases)


def modes(g: Game, a: Airplane, ships: tuple[Token, ...], bases: tuple[Token, ...]) -> tuple[Value, ...]:
    """§17.3(2)  Bomb or torpedo against a formation, land against a base; the ability must be 0 or more."""
    options: list[Value] = []
    if a.card.bomb is not None:
        options += [("bomb", token) for token in ships]
    if a.card.torp is not None:
        options += [("torp", token) for token in ships]
    if a.card.land is not None:
        options += [("land", token) for token in bases]
    return (*options, WITHDRAW)


def strength(g: Game, a: Airplane, mode: str) -> Ability:
    """Its ability in this mode; §21.9 Skip Bombing replaces the Bomb of one airplane, §23.3 veterans add to theirs."""
    if mode == "bomb":
        for effect in g.state.in_force:
            if effect.does == "skip" and effect.token == a.token:
                return effect.n
        return raised(a.card.bomb, veterans(g, a))
    return raised(a.card.torp if mode == "torp" else a.card.land, veterans(g, a))


class Attacks(Procedure, tag="attacks", kw_only=True):
    """§17.3(3), R-56  The attacker chooses which airplane goes next; it is resolved completely before another."""

    loops: ClassVar[bool] = True
    defender: Side
    aims: tuple[Aim, ...]
    next: Token = AIR

    @property
    def attacker(self) -> Side:
        return self.defender.enemy

    def lying(self) -> Lying:
        aims = tuple([(token, target) for token, _, target in self.aims])
        return Lying(aims=aims, modes=tuple([mode for _, mode, _ in self.aims]))

    @ask("17.3(3)", "25", "attacker")
    def choose(self, g: Game, side: Side) -> Asking:
        """Which airplane attacks next?"""
        tokens = tuple([token for token, _, _ in self.aims])
        return Choose(tokens) if len(tokens) > 1 else Forced(Choose(tokens))

    @choose.answered
    def chose(self, g: Game, side: Side, answer: int) -> None:
        self.next = Token(answer)

    @call("17.3(4)")
    def attack(self, g: Game) -> Procedure:
        token, mode, target = next(aim for aim in self.aims if aim[0] == self.next)
        self.aims = tuple([aim for aim in self.aims if aim[0] != token])
        return Strike(defender=self.defender, airplane=token, mode=mode, target=target)

    @do("17.3(5)")
    def nothing_left_to_hit(self, g: Game) -> None:
        """Airplanes aimed at a target that is sunk, or a base at its HP, withdraw without a roll."""
        gone = [token for token, _, target in self.aims if struck(g, self.defender, target) is None]
        withdraw_airplanes(g, self.attacker, gone)
        self.aims = tuple([aim for aim in self.aims if aim[0] not in gone])

    @until("17.3(3)")
    def over(self, g: Game) -> bool:
        return not self.aims


def struck(g: Game, defender: Side, target: Token) -> Formation | Base | None:
    """The target, while there is something left to hit."""
    forces = g.forces[defender]
    base = forces.bases.get(target)
    if base is not None:
        return None if base.wrecked else base
    return forces.formations.get(target)


class Strike(Procedure, tag="strike", kw_only=True):
    """§17.3(4)  One airplane against one target, round by round."""

    loops: ClassVar[bool] = True
    defender: Side
    airplane: Token
    mode: str
    target: Token
    anti_air: Attempts | None = None  # None before the first round: full for each new airplane
    broken_off: bool = False

    @property
    def attacker(self) -> Side:
        return self.defender.enemy

    def about(self) -> tuple[int, ...]:
        return (self.airplane, self.target)

    def lying(self) -> Lying:
        dice = () if self.anti_air is None else ((self.target, self.anti_air),)
        return Lying(aims=((self.airplane, self.target),), modes=(self.mode,), dice=dice)

    @ask("17.3(4)(a)", "25", "attacker")
    def go_on(self, g: Game, side: Side) -> Asking:
        """Attack, or break off?"""
        return Choose((FIRE, BREAK_OFF))

    @go_on.answered
    def went_on(self, g: Game, side: Side, answer: str) -> None:
        self.broken_off = answer == BREAK_OFF

    @until("17.3(4)(a)")
    def left(self, g: Game) -> bool:
        if self.broken_off:
            withdraw_airplanes(g, self.attacker, (self.airplane,))
        return self.broken_off

    @do("17.3(4)(b)")
    def fight(self, g: Game) -> None:
        """Bomb and land: together with the Anti-Air.  §17.3(4)(c) Torpedo: the Anti-Air goes first."""
        target = struck(g, self.defender, self.target)
        assert target is not None
        airplanes = g.forces[self.attacker].airplanes
        a = airplanes[self.airplane]
        fire = attempts(self.ability(g, a)) if a.attempts is None else a.attempts
        flak = self.flak(g, target)
        if self.mode == "torp" and flak:
            shoot_down(g, self.attacker, (self.airplane,))
            return
        rolled = throw(g, self.attacker, self.airplane, self.target, self.mode, fire)
        airplanes[self.airplane] = replace(a, attempts=rolled.left)
        if isinstance(target, Base):
            damage_base(g, target, rolled.hits)
        else:
            damage_formation(g, target, rolled.hits)
        if flak:
            shoot_down(g, self.attacker, (self.airplane,))

    @until("17.3(5)")
    def over(self, g: Game) -> bool:
        """The airplane is down, has no attempts, or has nothing left to hit."""
        a = g.forces[self.attacker].airplanes.get(self.airplane)
        if a is None:
            return True
        if a.attempts is not None and a.attempts.dice and struck(g, self.defender, self.target) is not None:
            return False
        withdraw_airplanes(g, self.attacker, (self.airplane,))
        return True

    def ability(self, g: Game, a: Airplane) -> Ability:
        return strength(g, a, self.mode)

    def flak(self, g: Game, target: Formation | Base) -> int:
        """§3.9  Current Anti-Air in the first round against each airplane, then what is maintained."""
        if self.anti_air is None:
            printed = target.card.air if isinstance(target, Base) else target.values.air
            self.anti_air = attempts(damaged(printed, target.damage))
        if not self.anti_air.dice:
            return 0
        rolled = throw(g, self.defender, self.target, self.airplane, "air", self.anti_air)
        self.anti_air = rolled.left
        return rolled.hits


