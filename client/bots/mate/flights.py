"""Who flies where: strikes with their escorts, interceptors for what is threatened, and escape for the rest."""

from __future__ import annotations

from ironbottom.questions import STAY, Answer, Assign, Value
from ironbottom.views import SeenAirplane
from ironbottom.words import Line, Side

from . import intelligence, skies, strikes, worth
from .skies import fighter
from .strikes import Able, Likely, Sortie
from .table import SeenTable, line_of

ESCAPE = "escape"
AT_HOME = 3  # one of so many fighters stays at home when others escort
UNKNOWN_THREAT = 0.6  # what an attacker is to be feared whose face I do not see
MET = 0.6  # how much of that one interceptor takes away

Choices = dict[int, tuple[Value, ...]]


def lines_of(options: tuple[Value, ...], owner: Side) -> tuple[Line, ...]:
    """The lines of a side among the values of an answer."""
    return tuple([line for line in map(line_of, options) if line is not None and line.owner is owner])


def attack(table: SeenTable) -> Answer:
    """Window 20.1: the strikes that pay, and escorts for them."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    return {**dict.fromkeys(shape.choices, STAY), **strike(table, shape.choices)}


def strike(table: SeenTable, choices: Choices) -> dict[int, Value]:
    """Strikes into enemy lines, with the fighters that they need."""
    reached = {token: lines_of(options, table.enemy) for token, options in choices.items()}
    able = {token: lines for token, lines in reached.items() if not fighter(table.airplane(token))}
    fighters = {token: lines for token, lines in reached.items() if lines and fighter(table.airplane(token))}
    sorties = sent(table, able, len(fighters))
    return {**{s.airplane: int(s.line) for s in sorties}, **escorts(table, sorties, fighters)}


def sent(table: SeenTable, able: Able, fighters: int, more: Likely | None = None) -> list[Sortie]:
    """The strikes that pay with so many fighters to go with them."""
    lines = {line for reached in able.values() for line in reached}
    return strikes.plan(table, able, skies.dangers(table, lines, fighters), more=more)


def strongest_first(table: SeenTable, fighters: Able | Choices) -> list[int]:
    return sorted(fighters, key=lambda f: (-(table.airplane(f).airc or 0), f))


def escorts(table: SeenTable, sorties: list[Sortie], fighters: Able) -> dict[int, Value]:
    """Fighters go with the strikes, most where most interceptors may rise."""
    need = {s.line: skies.interceptors(table, s.line) for s in sorties}
    going: dict[int, Value] = {}
    for token in strongest_first(table, fighters)[: len(fighters) - len(fighters) // AT_HOME]:
        lines = [line for line in fighters[token] if need.get(line, 0.0) > 0.2]
        if lines:
            line = max(lines, key=lambda x: (need[x], x))
            need[line] -= 1.0
            going[token] = int(line)
    return going


def react(table: SeenTable) -> Answer:
    """Windows 20.2 and 20.3: strike back where it pays, meet who comes, and get away from under the bombs."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    choices = shape.choices
    flying = {} if table.phasing else strike(table, choices)
    flying = {**flying, **meet(table, {token: where for token, where in choices.items() if token not in flying})}
    threatened = table.flown_to_me()
    for token, where in choices.items():
        if token not in flying and ESCAPE in where and table.host_line(table.airplanes[token].host) in threatened:
            flying[token] = ESCAPE
    return {**dict.fromkeys(choices, STAY), **flying}


def meet(table: SeenTable, choices: Choices) -> dict[int, Value]:
    """Fighters rise over the lines where enemies are, first where most may be lost."""
    bombers = intelligence.bombers(table)
    coming = {
        line: bombers.get(line, 1.0) * sum([threat(table, a) for a in flown])
        for line, flown in table.flown_to_me().items()
    }
    rising: dict[int, Value] = {}
    for token in strongest_first(table, choices):
        lines = [line for line in lines_of(choices[token], table.me) if coming.get(line, 0.0) > 0]
        if lines and fighter(table.airplane(token)):
            line = max(lines, key=lambda x: (coming[x] * at_stake(table, x), x))
            coming[line] -= MET
            rising[token] = int(line)
    return rising


def threat(table: SeenTable, a: SeenAirplane) -> float:
    """How much an enemy attacker is to be feared."""
    card = table.enemy_airplane(a.token)
    return UNKNOWN_THREAT if card is None else worth.airplane(card)


def at_stake(table: SeenTable, line: Line) -> float:
    """What of mine may be hit in a line."""
    ships = sum([worth.ship(table, f) for f in table.mine.formations if f.line is line and f.detected])
    bases = sum([1.0 + worth.ABOARD * len(worth.airplanes_on(table, b)) for b in table.mine.bases if b.line is line])
    landed = 3.0 if any(b.token == table.view.target and b.line is line for b in table.mine.bases) else 0.0
    return ships + bases + landed
