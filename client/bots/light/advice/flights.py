"""Who flies where, and fighters against fighters and bombers: flights, tasks and aims."""

from __future__ import annotations

from ironbottom import odds
from ironbottom.abilities import raised
from ironbottom.questions import STAY, Answer, Assign, Order, Value
from ironbottom.rules.s03_exchange import attempts_now
from ironbottom.rules.s15_reconnaissance import SearchRounds
from ironbottom.rules.s17_air_combat import AirCombat, AirControl, InterceptCombat, sharper
from ironbottom.rules.s23_veterans import veterans
from ironbottom.state import Airplane
from ironbottom.words import LINES, Line, Task, Token

from ...mate.flights import AT_HOME, ESCAPE, MET, UNKNOWN_THREAT
from ...mate.worth import ABOARD
from ..outlook import Outlook, token_of
from .intelligence import bombers
from .strikes import Able, Raid, plan

NEEDED = 0.2  # interceptors that may rise, from which on escorts go

Choices = dict[int, tuple[Value, ...]]


def attack(b: Outlook) -> Answer:
    """Window 20.1: the strikes that pay, and escorts for them."""
    shape = b.shape
    assert isinstance(shape, Assign)
    answer: dict[int, Value] = dict.fromkeys(shape.choices, STAY)
    answer.update(strike(b, shape.choices))
    return answer


def strike(b: Outlook, choices: Choices) -> dict[int, Value]:
    """Strikes into enemy lines, with the fighters that they need."""
    able: Able = {}
    fighters: Able = {}
    enemy = b.enemy
    memo: dict[tuple[Value, ...], tuple[Line, ...]] = {}
    for token, options in choices.items():
        lines = memo.get(options)
        if lines is None:
            lines = memo[options] = tuple([LINES[x] for x in options if isinstance(x, int) and LINES[x].owner is enemy])
        if lines:
            (fighters if b.plane(token).fighter else able)[token] = lines
    flights = plan(b, able, len(fighters))
    found: dict[int, Value] = {s.airplane: int(s.line) for s in flights}
    if flights and fighters:
        found.update(escorts(b, flights, fighters))
    return found


def strongest_first(b: Outlook, fighters: Able | Choices) -> list[int]:
    return sorted(fighters, key=lambda f: (-b.plane(f).airc, f))


def escorts(b: Outlook, flights: list[Raid], fighters: Able) -> dict[int, Value]:
    """Fighters go with the strikes, most where most interceptors may rise."""
    need = {line: b.interceptors(line) for line in {s.line for s in flights}}
    going: dict[int, Value] = {}
    for token in strongest_first(b, fighters)[: len(fighters) - len(fighters) // AT_HOME]:
        lines = [line for line in fighters[token] if need.get(line, 0.0) > NEEDED]
        if lines:
            line = max(lines, key=lambda x: (need[x], x))
            need[line] -= 1.0
            going[token] = int(line)
    return going


def react(b: Outlook) -> Answer:
    """Windows 20.2 and 20.3: strike back where it pays, meet who comes, and get away from under the bombs."""
    shape = b.shape
    assert isinstance(shape, Assign)
    choices = shape.choices
    answer: dict[int, Value] = dict.fromkeys(choices, STAY)
    flying = {} if b.phasing else strike(b, choices)
    flown = b.flown_to_me()
    if flown:
        flying.update(meet(b, {token: x for token, x in choices.items() if token not in flying}, flown))
        for token, options in choices.items():
            if token not in flying and ESCAPE in options and b.host_line(b.own.airplanes[Token(token)].host) in flown:
                flying[token] = ESCAPE
    answer.update(flying)
    return answer


def meet(b: Outlook, choices: Choices, flown: dict[Line, list[Airplane]]) -> dict[int, Value]:
    """Fighters rise over the lines where enemies are, first where most may be lost."""
    coming = {line: sum([threat(b, a) for a in there]) for line, there in flown.items()}
    if b.g.state.cards.options.coast_watchers:
        coming |= {line: coming[line] * bombing for line, bombing in bombers(b).items() if line in coming}
    stake = {line: at_stake(b, line) for line in coming}
    fighters = {token: options for token, options in choices.items() if b.plane(token).fighter}
    rising: dict[int, Value] = {}
    for token in strongest_first(b, fighters):
        lines = [line for line in coming if line in fighters[token] and coming[line] > 0]
        if lines:
            line = max(lines, key=lambda x: (coming[x] * stake[x], x))
            coming[line] -= MET
            rising[token] = int(line)
    return rising


def threat(b: Outlook, a: Airplane) -> float:
    """How much an enemy attacker is to be feared."""
    card = b.foe_plane(a)
    return UNKNOWN_THREAT if card is None else card.worth


def at_stake(b: Outlook, line: Line) -> float:
    """What of mine may be hit in a line."""
    ships = sum([b.worth(f) for f in b.own.formations.values() if f.line is line and f.detected])
    aboard = b.aboard()
    bases = sum([1.0 + ABOARD * aboard.get(x.token, 0) for x in b.own.bases.values() if x.line is line])
    target = b.target()
    return ships + bases + (3.0 if target is not None and target.line is line else 0.0)


def attackers_tasks(b: Outlook) -> Answer:
    """Window 22: fighters escort, the rest attacks."""
    shape = b.shape
    assert isinstance(shape, Assign)
    escort, attack_ = Task.ESCORT, Task.ATTACK
    return {token: (escort if escort in tasks and b.plane(token).fighter else attack_).value
            for token, tasks in shape.choices.items()}


def defenders_tasks(b: Outlook) -> Answer:
    """Window 22: one fighter holds down each escort; who is left goes for the bombers."""
    shape, top = b.shape, b.g.stack[-1]
    assert isinstance(shape, Assign)
    assert isinstance(top, AirCombat)
    there = [a.task for a in b.their.airplanes.values() if a.line is top.line]
    mine = strongest_first(b, shape.choices)
    holding = there.count(Task.ESCORT) if Task.ATTACK in there else len(mine)
    return {f: (Task.CONTROL if i < holding else Task.INTERCEPT).value for i, f in enumerate(mine)}


def aim(b: Outlook) -> Answer:
    """Window 23: each at the enemy that is worth most; two at one only where it is likely to be still there."""
    shape, top = b.shape, b.g.stack[-1]
    assert isinstance(shape, Assign)
    assert isinstance(top, AirControl)
    bonus = sharper(b.g, b.me, top.line)
    prey = {token: _prey(b, b.their.airplanes[token_of(token)])
            for token in next(iter(shape.choices.values()), ())}
    answer: dict[int, Value] = {}
    for token, targets in shape.choices.items():
        best = max(targets, key=lambda x: (prey[x], token_of(x)))
        a = b.own.airplanes[Token(token)]
        prey[best] *= 1 - odds.at_least(attempts_now(a, raised(a.card.airc, bonus + veterans(b.g, a))), 1)
        answer[token] = best
    return answer


def _prey(b: Outlook, a: Airplane) -> float:
    """What it is worth to shoot this airplane down now: one that holds many attempts is dangerous at once."""
    dice = 3.0 if a.attempts is None else float(a.attempts.dice)
    return b.foe_plane_worth(a) + (0.1 * dice if a.task in (Task.CONTROL, Task.ESCORT) else 0.15)


def intercept(b: Outlook) -> Answer:
    """Windows 11 and 24: the strongest fires first, each where it adds most to what was aimed already."""
    shape, top = b.shape, b.g.stack[-1]
    assert isinstance(shape, Order)
    assert isinstance(top, SearchRounds | InterceptCombat)
    bonus = sharper(b.g, b.me, top.line) if isinstance(top, InterceptCombat) else 0
    state: dict[Value, tuple[float, float, float]] = {}  # still there, what it brings, how it answers
    for target in next(iter(shape.choices.values()), ()):
        a = b.their.airplanes[token_of(target)]
        card = b.foe_plane(a)
        state[target] = 1.0, b.foe_plane_worth(a) + 0.3, 0.0 if card is None else odds.first_round(card.air)
    answer: list[tuple[int, Value]] = []
    for token in strongest_first(b, shape.choices):
        own = b.own.airplanes[Token(token)]
        fire = attempts_now(own, raised(own.card.airc, bonus + veterans(b.g, own)))
        hit, worth = odds.first_round(fire), b.plane(token).worth
        best, most = None, (0.0, 0)
        for target, (alive, brings, costs) in state.items():
            gain = (alive * (hit * brings - costs * worth), token_of(target))
            if best is None or gain > most:
                best, most = target, gain
        assert best is not None
        alive, brings, costs = state[best]
        state[best] = alive * (1 - hit), brings, costs * 0.5
        answer.append((token, best))
    return tuple(answer)
