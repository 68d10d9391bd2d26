"""Who flies where: strikes with their escorts, interceptors for what is threatened, and escape for the rest."""

from __future__ import annotations

from ironbottom.questions import Answer, Assign, Value
from ironbottom.views import SeenAirplane
from ironbottom.words import Line

from . import skies, strikes, worth
from .skies import fighter
from .strikes import Sortie
from .table import Table, line_of

STAY, ESCAPE = "stay", "escape"


def lines_of(options: tuple[Value, ...], side_lines: set[Line]) -> tuple[Line, ...]:
    found = [line_of(option) for option in options]
    return tuple([line for line in found if line is not None and line in side_lines])


def attack(t: Table) -> Answer:
    """Window 20.1: the strikes that pay, and escorts for them."""
    shape = t.question.shape
    assert isinstance(shape, Assign)
    answer: dict[int, Value] = dict.fromkeys(shape.choices, STAY)
    answer.update(strike(t, shape.choices))
    return {**answer}


def strike(t: Table, choices: dict[int, tuple[Value, ...]]) -> dict[int, Value]:
    """Strikes into enemy lines from these choices, each with the fighters that it needs."""
    enemy_lines = {line for line in Line if line.owner is t.enemy}
    reached = {token: lines_of(options, enemy_lines) for token, options in choices.items()}
    able = {token: lines for token, lines in reached.items() if not fighter(t.airplane(token))}
    fighters = [token for token, lines in reached.items() if lines and fighter(t.airplane(token))]
    sorties = sent(t, able, len(fighters))
    return {**{s.airplane: int(s.line) for s in sorties}, **escorts(t, sorties, fighters, reached)}


def sent(t: Table, able: dict[int, tuple[Line, ...]], fighters: int) -> list[Sortie]:
    """The strikes that pay with so many fighters to go with them."""
    lines = {line for reached in able.values() for line in reached}
    return strikes.plan(t, able, skies.dangers(t, lines, fighters))


def escorts(
    t: Table, sorties: list[Sortie], fighters: list[int], reached: dict[int, tuple[Line, ...]]
) -> dict[int, Value]:
    """Fighters go with the strikes, most where most interceptors may rise; one of three stays at home."""
    need = {line: skies.interceptors(t, line) for line in {s.line for s in sorties}}
    going: dict[int, Value] = {}
    home = len(fighters) // 3
    for token in sorted(fighters, key=lambda f: (-(t.airplane(f).airc or 0), f))[: len(fighters) - home]:
        lines = [line for line in reached[token] if need.get(line, 0.0) > 0.2]
        if lines:
            line = max(lines, key=lambda x: (need[x], x))
            need[line] -= 1.0
            going[token] = int(line)
    return going


def react(t: Table) -> Answer:
    """Windows 20.2 and 20.3: strike back where it pays, meet who comes, and get away from under bombs."""
    shape = t.question.shape
    assert isinstance(shape, Assign)
    choices = shape.choices
    answer: dict[int, Value] = dict.fromkeys(choices, STAY)
    answer.update(strike(t, choices) if not t.phasing else {})
    answer.update(meet(t, choices, {token for token, where in answer.items() if where != STAY}))
    threatened = set(t.flown_to_me())
    for token, where in answer.items():
        if where == STAY and ESCAPE in choices[token] and t.host_line(t.airplanes[token].host) in threatened:
            answer[token] = ESCAPE
    return {**answer}


def meet(t: Table, choices: dict[int, tuple[Value, ...]], gone: set[int]) -> dict[int, Value]:
    """Fighters that are left rise over the lines where enemies are, to the most dangerous ones first."""
    coming = {line: sum([threat(t, a) for a in flown]) for line, flown in t.flown_to_me().items()}
    rising: dict[int, Value] = {}
    able = [f for f in choices if f not in gone and t.airplane(f).airc is not None and fighter(t.airplane(f))]
    for token in sorted(able, key=lambda f: (-(t.airplane(f).airc or 0), f)):
        lines = [line for line in lines_of(choices[token], set(coming)) if coming[line] > 0]
        if lines:
            line = max(lines, key=lambda x: (coming[x] * at_stake(t, x), x))
            coming[line] -= 0.6
            rising[token] = int(line)
    return rising


def threat(t: Table, a: SeenAirplane) -> float:
    """How much an enemy attacker is to be feared; one whose face I do not see counts as an average one."""
    card = t.enemy_airplane(a.token)
    return 0.6 if card is None else worth.airplane(card)


def at_stake(t: Table, line: Line) -> float:
    """What of mine may be hit in a line."""
    ships = sum([worth.ship(t, f) for f in t.mine.formations if f.line is line and f.detected])
    bases = sum([1.0 + 0.3 * len(worth.airplanes_on(t, b)) for b in t.mine.bases if b.line is line])
    landed = 3.0 if any(b.token == t.view.target and b.line is line for b in t.mine.bases) else 0.0
    return ships + bases + landed
