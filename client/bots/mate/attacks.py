"""Over the target: aims and modes, who goes next, and when to break off."""

from __future__ import annotations

from ironbottom.questions import Answer, Assign, Choose, Value
from ironbottom.words import Line

from . import strikes, worth
from .table import Table
from .volley import Target, blow

WITHDRAW, ATTACK, BREAK_OFF = "withdraw", "attack", "break-off"


def declare(t: Table) -> Answer:
    """Window 25: as the flights were planned, but for the targets that are there now."""
    shape = t.question.shape
    assert isinstance(shape, Assign)
    line = None if t.question.line is None else Line(t.question.line)
    assert line is not None
    answer: dict[int, Value] = dict.fromkeys(shape.choices, WITHDRAW)
    for s in strikes.plan(t, dict.fromkeys(shape.choices, (line,))):
        if (s.mode, s.target) in shape.choices[s.airplane]:
            answer[s.airplane] = (s.mode, s.target)
    return {**answer}


def next_one(t: Table) -> Answer:
    """Bombs before torpedoes, so that these meet weaker guns; of each the one that hits hardest."""
    shape = t.question.shape
    assert isinstance(shape, Choose)
    lying = t.view.lying[-1]
    mode = {token: m for (token, _), m in zip(lying.aims, lying.modes, strict=True)}
    odds = {chance.card: chance for chance in t.question.odds}

    def rank(token: Value) -> tuple[bool, float, int]:
        assert isinstance(token, int)
        chance = odds.get(token)
        return mode.get(token) == "torp", -(chance.hits if chance else 0.0), token

    return min(shape.options, key=rank)


def go_on(t: Table) -> Answer:
    """Attack as long as what may be hit is worth more than the airplane that may be shot down."""
    lying = t.view.lying[-1]
    (token, at), mode = lying.aims[0], lying.modes[0]
    target = aimed_at(t, at)
    if target is None:
        return ATTACK
    seen, card = t.airplanes[token], t.airplane(token)
    ability = next((n for name, n, _ in strikes.modes(card, base=mode == "land", skip=skips(t, token)) if name == mode), 0)
    fire = ability if seen.attempts is None else seen.attempts
    flak = dict(lying.dice).get(at, target.air)
    one = blow(fire, 1, flak, target.hp, mode == "torp")
    gain = sum([p * w for p, w in zip(one.law, target.worth, strict=True)])
    return ATTACK if gain >= one.loss * worth.airplane(card) else BREAK_OFF


def aimed_at(t: Table, token: int) -> Target | None:
    """The target of an attack that is under way."""
    if token in t.enemy_bases:
        return strikes.base_target(t, t.enemy_bases[token])
    return strikes.ship_target(t, t.enemy_ships[token]) if token in t.enemy_ships else None


def skips(t: Table, token: int) -> bool:
    """§21.9  Whether this airplane skips its bomb."""
    return any(e.does == "skip" and e.token == token for e in t.view.in_force)
