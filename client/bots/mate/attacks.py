"""Over the target: aims and modes, who goes next, and when to break off."""

from __future__ import annotations

from ironbottom.questions import Answer, Assign, Choose, Value
from ironbottom.words import Line

from . import strikes, worth
from .table import SeenTable, as_token
from .volley import blow, mean

WITHDRAW, ATTACK, BREAK_OFF = "withdraw", "attack", "break-off"


def declare(table: SeenTable) -> Answer:
    """Window 25: as the flights were planned, but for the targets that are there now."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    assert table.question.line is not None
    line = Line(table.question.line)
    allowed = {as_token(option) for options in shape.choices.values() for option in options}
    shielded = {token for token in (*table.enemy_ships, *table.enemy_bases) if token not in allowed}
    answer: dict[int, Value] = dict.fromkeys(shape.choices, WITHDRAW)
    for s in strikes.plan(table, dict.fromkeys(shape.choices, (line,)), shielded=shielded):
        answer[s.airplane] = (s.mode, s.target)
    return {**answer}


def next_one(table: SeenTable) -> Answer:
    """Bombs before torpedoes, so that these meet weaker guns; of each the one that hits hardest."""
    shape = table.question.shape
    assert isinstance(shape, Choose)
    lying = table.view.lying[-1]
    torpedoes = {token for (token, _), mode in zip(lying.aims, lying.modes, strict=True) if mode == "torp"}
    hits = {chance.card: chance.hits for chance in table.question.odds}
    return min(shape.options, key=lambda x: (x in torpedoes, -hits.get(as_token(x), 0.0), as_token(x)))


def go_on(table: SeenTable) -> Answer:
    """Attack as long as what may be hit is worth more than the airplane that may be shot down."""
    weighed = next_attack(table)
    return ATTACK if weighed is None or weighed[0] >= weighed[1] else BREAK_OFF


def next_attack(table: SeenTable) -> tuple[float, float] | None:
    """What going on promises and what it risks, in VP; None: the target is not on the table any more."""
    lying = table.view.lying[-1]
    (airplane, at), mode = lying.aims[0], lying.modes[0]
    target = strikes.target(table, at)
    if target is None:
        return None
    ability, torpedo = next((n, first) for name, n, first in strikes.modes(table, airplane, at) if name == mode)
    kept = table.airplanes[airplane].attempts
    flak = dict(lying.dice).get(at)
    one = blow(ability if kept is None else kept, 1, target.air if flak is None else flak, target.hp, torpedo)
    return mean(one.law, target.worth), one.loss * worth.airplane(table.airplane(airplane))
