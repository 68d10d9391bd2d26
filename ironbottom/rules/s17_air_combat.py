"""§17  Air combat: flights, then line by line tasks, air control, interception, air attack."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from ironbottom.dice import NONE
from ironbottom.events import Aimed, LineBegan, Tasked
from ironbottom.flow import Asking, Forced, Game, Procedure, ask, call, do, until
from ironbottom.questions import STAY, Assign, Choose, Pick, Value
from ironbottom.rules.s03_exchange import attempts_now, intercept, throw
from ironbottom.rules.s04_damage import shoot_down, surplus
from ironbottom.rules.s07_detection import face
from ironbottom.rules.s09_withdrawal import withdraw_airplanes
from ironbottom.rules.s15_reconnaissance import flights, fly, ordered_aims
from ironbottom.rules.s17_air_attack import AirAttack
from ironbottom.rules.s20_asking import STRIKING, anybody_aboard, could_fly
from ironbottom.rules.s23_intelligence import coast_watchers
from ironbottom.rules.s23_veterans import veterans
from ironbottom.state import Airplane
from ironbottom.views import Lying
from ironbottom.words import MIDDLE, OWN_LINES, SIDES, Line, Side, Task, Token

ESCAPE, WITHDRAW = "escape", "withdraw"


class AirCombatPhase(Procedure, tag="air-combat-phase", kw_only=True):
    """§17  Flights, combat line by line, surplus."""

    phasing: Side

    @property
    def waiting(self) -> Side:
        return self.phasing.enemy

    @ask("17.1(1)", "20.1", "phasing")
    def attack(self, g: Game, side: Side) -> Asking:
        """Send airplanes to attack enemy lines."""
        lines = OWN_LINES[side.enemy]
        shape = flights(g.forces[side], STRIKING, lines, (STAY,))
        return shape if could_fly(g, side, STRIKING, lines) else Forced(shape)

    @attack.answered
    def attacked(self, g: Game, side: Side, answer: dict[int, Value]) -> None:
        take_off(g, side, answer)
        coast_watchers(g, side)

    @ask("17.1(2)", "20.2", "waiting")
    def react(self, g: Game, side: Side) -> Asking:
        """Send airplanes to enemy lines, to your lines under attack, or to escape."""
        return reactions(g, side, OWN_LINES[side.enemy])

    @react.answered
    def reacted(self, g: Game, side: Side, answer: dict[int, Value]) -> None:
        take_off(g, side, answer)

    @ask("17.1(3)", "20.3", "phasing")
    def meet(self, g: Game, side: Side) -> Asking:
        """Send airplanes that are left to your lines under attack, or to escape."""
        return reactions(g, side, ())

    @meet.answered
    def met(self, g: Game, side: Side, answer: dict[int, Value]) -> None:
        take_off(g, side, answer)

    @call("17.2(1)")
    def lines(self, g: Game) -> Procedure | None:
        return AttackedLines(phasing=self.phasing) if attacked_lines(g) else None

    @do("20.3")
    def effects_end(self, g: Game) -> None:
        g.state.cease("round", "segment", "phase")

    @call("17.4")
    def surplus(self, g: Game) -> Procedure | None:
        return surplus(g)


def reactions(g: Game, side: Side, enemy_lines: tuple[Line, ...]) -> Asking:
    """§17.1(2), §17.1(3), §17.1(5), R-53  Enemy lines for who can strike, own ones under attack for AirC, escape."""
    if not anybody_aboard(g.forces[side]):
        return None
    forces = g.forces[side]
    flown = flown_to(g, side.enemy)
    under_attack = tuple([line for line in OWN_LINES[side] if line in flown]) if flown else ()
    strikes = flights(forces, STRIKING, enemy_lines, (STAY, ESCAPE)).choices
    meets = flights(forces, ("airc",), under_attack, (STAY, ESCAPE)).choices if under_attack else strikes
    if meets is strikes:
        return Assign("line", strikes)
    choices = {token: (*options, *[o for o in meets[token] if o not in options]) for token, options in strikes.items()}
    return Assign("line", choices)


def flown_to(g: Game, side: Side) -> set[Line | None]:
    """Enemy lines that airplanes of this side have flown to."""
    own = OWN_LINES[side]
    return {a.line for a in g.forces[side].airplanes.values() if a.task is Task.FLOWN and a.line not in own}


def take_off(g: Game, side: Side, answer: dict[int, Value]) -> None:
    """§17.1(4)  Who escapes waits on the right of the MIDDLE line for the return phase."""
    escaping = {token: MIDDLE[side] for token, where in answer.items() if where == ESCAPE}
    fly(g, side, dict(escaping), Task.WITHDRAWN)
    fly(g, side, {t: w for t, w in answer.items() if t not in escaping}, Task.FLOWN)


def attacked_lines(g: Game) -> tuple[Line, ...]:
    """Lines with attackers that have not been resolved, in the order flown: the phasing side flew first."""
    first, then = g.state.phasing.enemy, g.state.phasing
    flown = flown_to(g, then) | flown_to(g, first)
    return tuple([line for line in OWN_LINES[first] + OWN_LINES[then] if line in flown]) if flown else ()


class AttackedLines(Procedure, tag="attacked-lines", kw_only=True):
    """§17.2(1)  Every line with attackers is resolved, the phasing side choosing what is next."""

    loops: ClassVar[bool] = True
    phasing: Side
    line: Line | None = None

    @ask("17.2(1)", "21", "phasing")
    def next_line(self, g: Game, side: Side) -> Asking:
        """Which line is resolved next?"""
        lines = attacked_lines(g)
        return Choose(lines) if len(lines) > 1 else Forced(Choose(lines))

    @next_line.answered
    def chose(self, g: Game, side: Side, answer: int) -> None:
        self.line = Line(answer)

    @call("17.2")
    def resolve(self, g: Game) -> Procedure:
        assert self.line is not None
        return AirCombat(line=self.line, defender=self.line.owner)

    @until("17.2(1)")
    def over(self, g: Game) -> bool:
        return not any(flown_to(g, side) for side in SIDES)


class InLine(Procedure, kw_only=True):
    """What the sections of an air combat share: a line, and the side that owns it."""

    line: Line
    defender: Side

    @property
    def attacker(self) -> Side:
        return self.defender.enemy

    def there(self, g: Game, side: Side, *tasks: Task) -> list[Airplane]:
        line = self.line
        return [a for a in g.forces[side].airplanes.values() if a.line is line and a.task in tasks]


class AirCombat(InLine, tag="air-combat", kw_only=True):
    """§17.2  Air combat of a line, and the air attack after it."""

    @do("17.2(1)")
    def begin(self, g: Game) -> None:
        """§21.6  Under a squall that stops air combat here, the defender's airplanes withdraw before tasking."""
        g.tell(LineBegan, self.line)
        if g.state.squall(self.line, "squall-no-combat"):
            withdraw_airplanes(g, self.defender, [a.token for a in self.there(g, self.defender, Task.FLOWN)])

    @ask("17.2(2)(a)", "22", "attacker")
    def divide(self, g: Game, side: Side) -> Asking:
        """Give each attacker a task: air attack, escort, or withdraw."""
        if not self.there(g, self.defender, Task.FLOWN):
            return None
        plain, fighter = (Task.ATTACK, WITHDRAW), (Task.ATTACK, Task.ESCORT, WITHDRAW)
        mine = self.there(g, side, Task.FLOWN)
        return Assign("task", {a.token: plain if a.card.airc is None else fighter for a in mine})

    @divide.answered
    def divided(self, g: Game, side: Side, answer: dict[int, Value]) -> None:
        give_tasks(g, side, answer)

    @ask("17.2(2)(b)", "22", "defender")
    def assign(self, g: Game, side: Side) -> Asking:
        """Give each interceptor a task: intercept, air control, or withdraw."""
        mine = self.there(g, side, Task.FLOWN)
        tasks: tuple[Value, ...] = (Task.INTERCEPT, Task.CONTROL, WITHDRAW)
        return Assign("task", dict.fromkeys([a.token for a in mine], tasks)) if mine else None

    @assign.answered
    def assigned(self, g: Game, side: Side, answer: dict[int, Value]) -> None:
        give_tasks(g, side, answer)

    @do("17.2(2)(c)")
    def all_attack(self, g: Game) -> None:
        """If the defender has none there, all attackers are on Air Attack."""
        rest = self.there(g, self.attacker, Task.FLOWN)
        give_tasks(g, self.attacker, {a.token: Task.ATTACK for a in rest})

    @do("17.2(2)(d)")
    def detect(self, g: Game) -> None:
        """All airplanes with a task there become detected; who was withdrawn keeps its state (R-42)."""
        face(g, self.attacker, self.there(g, self.attacker, Task.ESCORT, Task.ATTACK))
        face(g, self.defender, self.there(g, self.defender, Task.CONTROL, Task.INTERCEPT))

    @call("17.2(3)")
    def air_control(self, g: Game) -> Procedure | None:
        escorts = self.there(g, self.attacker, Task.ESCORT)
        return AirControl(line=self.line, defender=self.defender) if escorts else None

    @do("17.2(3)(d)")
    def control_ends(self, g: Game) -> None:
        """Then all Escort and Air Control airplanes are withdrawn."""
        withdraw_airplanes(g, self.attacker, [a.token for a in self.there(g, self.attacker, Task.ESCORT)])
        withdraw_airplanes(g, self.defender, [a.token for a in self.there(g, self.defender, Task.CONTROL)])
        g.state.cease("round")

    @call("17.2(4)")
    def intercepts(self, g: Game) -> Procedure:
        return InterceptCombat(line=self.line, defender=self.defender)

    @call("17.3")
    def air_attack(self, g: Game) -> Procedure:
        return AirAttack(line=self.line, defender=self.defender)

    @do("17.3(6)")
    def all_withdraw(self, g: Game) -> None:
        """Afterwards every airplane that flew here is withdrawn until the return phase."""
        for side in SIDES:
            rest = self.there(g, side, Task.FLOWN, Task.ATTACK, Task.INTERCEPT, Task.ESCORT, Task.CONTROL)
            withdraw_airplanes(g, side, [a.token for a in rest])


def give_tasks(g: Game, side: Side, answer: dict[int, Value]) -> None:
    """§17.2(2)  Tasks are open, faces are not."""
    airplanes = g.forces[side].airplanes
    given = []
    for key, task in answer.items():
        if task != WITHDRAW:
            given.append((Token(key), str(task)))
            airplanes[Token(key)] = replace(airplanes[Token(key)], task=Task(str(task)))
    if given:
        g.tell(Tasked, side, tuple(given))
    withdraw_airplanes(g, side, [Token(key) for key, task in answer.items() if task == WITHDRAW])


def sharper(g: Game, side: Side, line: Line) -> int:
    """§21.5  What Coastwatchers add to AirC in the first round in which an airplane fires there."""
    if not g.state.in_force:
        return 0
    return sum([e.n for e in g.state.in_force if e.does == "watchers" and e.side is side and e.line is line])


class AirControl(InLine, tag="air-control", kw_only=True):
    """§17.2(3)  Air control combat: Escorts against Air Control and Intercept, round by round (R-55)."""

    loops: ClassVar[bool] = True
    aims: tuple[tuple[Side, Token, Token], ...] = ()

    def lying(self) -> Lying:
        return Lying(aims=tuple([(token, target) for _, token, target in self.aims]))

    @do("17.2(3)(a)")
    def spent_ones_leave(self, g: Game) -> None:
        """Escort and Air Control airplanes without attempts must withdraw."""
        for side, task in ((self.attacker, Task.ESCORT), (self.defender, Task.CONTROL)):
            withdraw_airplanes(g, side, [a.token for a in self.there(g, side, task) if a.attempts == NONE])

    @until("17.2(3)(d)")
    def decided(self, g: Game) -> bool:
        """R-20  No Escort left, or none of Air Control and Intercept; who has no attempts has left already."""
        return self.over.run(self, g) is True

    @ask("17.2(3)(a)", "23", "attacker", "defender")
    def withdraw(self, g: Game, side: Side) -> Asking:
        """Withdraw any of your airplanes from this combat."""
        if side is self.defender and not self.there(g, self.attacker, Task.ESCORT):
            return None
        tasks = (Task.ESCORT,) if side is self.attacker else (Task.CONTROL, Task.INTERCEPT)
        there = self.there(g, side, *tasks)
        return Pick(tuple([a.token for a in there]), 0, len(there))

    @withdraw.answered
    def withdrawn(self, g: Game, side: Side, answer: tuple[Token, ...]) -> None:
        withdraw_airplanes(g, side, answer)

    @until("17.2(3)(d)")
    def over(self, g: Game) -> bool:
        escorts = self.there(g, self.attacker, Task.ESCORT)
        return not escorts or not self.there(g, self.defender, Task.CONTROL, Task.INTERCEPT)

    @ask("17.2(3)(b)", "23", "defender", "attacker")
    def aim(self, g: Game, side: Side) -> Asking:
        """Aim your airplanes at the enemy's."""
        if side is self.defender:
            mine, theirs = self.there(g, side, Task.CONTROL), self.there(g, self.attacker, Task.ESCORT)
        else:
            mine = self.there(g, side, Task.ESCORT)
            theirs = self.there(g, self.defender, Task.CONTROL, Task.INTERCEPT)
        if not mine or not theirs:
            return None
        targets: tuple[Value, ...] = tuple([t.token for t in theirs])
        shape = Assign("target", dict.fromkeys([a.token for a in mine], targets))
        return shape if len(targets) > 1 else Forced(shape)

    @aim.answered
    def aimed(self, g: Game, side: Side, answer: dict[int, int]) -> None:
        aims = tuple([(Token(key), Token(target)) for key, target in answer.items()])
        self.aims += tuple([(side, token, target) for token, target in aims])
        g.tell(Aimed, side, aims)

    @do("17.2(3)(c)")
    def fire(self, g: Game) -> None:
        """All fire at once; an airplane that is hit has fired all the same (§3.7)."""
        hit: dict[Side, set[Token]] = {side: set() for side in SIDES}
        for side, token, target in self.aims:
            airplanes = g.forces[side].airplanes
            a = airplanes[token]
            fire = attempts_now(a, (a.card.airc or 0) + sharper(g, side, self.line) + veterans(g, a))
            rolled = throw(g, side, token, target, "airc", fire)
            airplanes[token] = replace(a, attempts=rolled.left)
            if rolled.hits:
                hit[side.enemy].add(target)
        woven = {e.token for e in g.state.in_force if e.does == "weave"}  # §21.8
        for side in SIDES:
            shoot_down(g, side, tuple(sorted(hit[side] - woven)))
        self.aims = ()
        g.state.cease("round")


class InterceptCombat(InLine, tag="intercept-combat", kw_only=True):
    """§17.2(4)  Intercept combat: interceptors against the airplanes on Air Attack."""

    loops: ClassVar[bool] = True
    aims: tuple[tuple[Token, Token], ...] = ()

    def lying(self) -> Lying:
        return Lying(aims=self.aims)

    @do("17.2(4)(a)")
    def spent_ones_leave(self, g: Game) -> None:
        """An interceptor without attempts must withdraw."""
        there = self.there(g, self.defender, Task.INTERCEPT)
        withdraw_airplanes(g, self.defender, [a.token for a in there if a.attempts == NONE])

    @until("17.2(4)(d)")
    def decided(self, g: Game) -> bool:
        return self.over.run(self, g) is True

    @ask("17.2(4)(a)", "24", "attacker", "defender")
    def withdraw(self, g: Game, side: Side) -> Asking:
        """Withdraw any of your airplanes from this combat."""
        if side is self.defender and not self.there(g, self.attacker, Task.ATTACK):
            return None
        there = self.there(g, side, Task.ATTACK if side is self.attacker else Task.INTERCEPT)
        return Pick(tuple([a.token for a in there]), 0, len(there))

    @withdraw.answered
    def withdrawn(self, g: Game, side: Side, answer: tuple[Token, ...]) -> None:
        withdraw_airplanes(g, side, answer)

    @until("17.2(4)(d)")
    def over(self, g: Game) -> bool:
        """It ends when either side has none."""
        return not self.there(g, self.attacker, Task.ATTACK) or not self.there(g, self.defender, Task.INTERCEPT)

    @ask("17.2(4)(b)", "24", "defender")
    def aim(self, g: Game, side: Side) -> Asking:
        """Aim your interceptors at attackers, and put them in the order in which they fire."""
        return ordered_aims(self.there(g, side, Task.INTERCEPT), self.there(g, self.attacker, Task.ATTACK))

    @aim.answered
    def aimed(self, g: Game, side: Side, answer: tuple[tuple[Token, Token], ...]) -> None:
        self.aims = answer
        g.tell(Aimed, side, answer)

    @do("17.2(4)(c)")
    def fire(self, g: Game) -> None:
        """Exchange after exchange, each simultaneous; only who is shot at answers (R-31)."""
        intercept(g, self.defender, self.aims, sharper(g, self.defender, self.line))
        self.aims = ()


