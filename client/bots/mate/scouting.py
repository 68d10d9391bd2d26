"""Finding the enemy: who searches which line, what is found, and whether to rise against enemy scouts."""

from __future__ import annotations

from ironbottom import odds
from ironbottom.printed import AirplaneCard
from ironbottom.questions import Answer, Assign, Choose, Value
from ironbottom.views import SeenFormation
from ironbottom.words import Line

from . import landing, worth
from .skies import fighter
from .table import Table, line_of

STAY = "stay"
JUST_TO_KNOW = 0.02  # what it is worth to see a ship that nobody can attack


def strikers(t: Table) -> list[int]:
    """My airplanes aboard that hurt ships."""
    return [a.token for a in t.mine.airplanes if a.host and strength(t.airplane(a.token)) >= 1]


def strength(card: AirplaneCard) -> float:
    return max(worth.number(card.bomb), worth.number(card.torp))


def interest(t: Table, line: Line) -> float:
    """How much I want to know what lies unseen in a line: more where I can strike it this turn."""
    unseen = [f for f in t.theirs.formations if f.line is line and not f.detected]
    value = sum([worth.ship(t, f) for f in unseen])
    able = sum([1 for s in strikers(t) if t.in_reach(t.airplane(s), t.airplanes[s].host, line)])
    return value * (JUST_TO_KNOW + min(1.0, 0.2 * able))


def search(t: Table) -> Answer:
    """Window 8: scouts go where most is to be found; bombers go along only where no scout can."""
    shape = t.question.shape
    assert isinstance(shape, Assign)
    answer: dict[int, Value] = dict.fromkeys(shape.choices, STAY)
    open_ = {line: interest(t, line) for line in Line if line.owner is t.enemy}
    unseen = {line: _count(t, line) for line in open_}
    for token in sorted(shape.choices, key=lambda a: (-worth.number(t.airplane(a).recon), a)):
        card = t.airplane(token)
        lines = [line for line in map(line_of, shape.choices[token]) if line is not None and unseen[line] > 0.3]
        if not lines or not spare(t, card, token):
            continue
        line = max(lines, key=lambda x: (open_[x], x))
        if open_[line] > 0.4:
            found = min(unseen[line], odds.expected(card.recon))
            open_[line] *= 1 - found / unseen[line] * 0.9
            unseen[line] -= found
            answer[token] = int(line)
    return {**answer}


def _count(t: Table, line: Line) -> float:
    return float(len([f for f in t.theirs.formations if f.line is line and not f.detected]))


def spare(t: Table, card: AirplaneCard, token: int) -> bool:
    """Whether it may search: who has flown in a search does not strike in the same turn."""
    if fighter(card):
        return False
    recon = worth.number(card.recon)
    if worth.number(card.land) >= 2 and landing.in_place(t)[0]:
        return False
    if recon >= 3 or strength(card) < 1:
        return True
    others = [s for s in strikers(t) if s != token]
    seen = any(f.detected for f in t.theirs.formations)
    return recon >= 1 and len(others) >= 2 and not seen


def found(t: Table) -> Answer:
    """Windows 12 and 19: a carrier shows by its airplanes; then pairs; else any."""
    shape = t.question.shape
    assert isinstance(shape, Choose)
    seen = t.enemy_ships

    def rank(token: Value) -> tuple[float, int]:
        f: SeenFormation | None = seen.get(worth.as_token(token))
        return (0.0 if f is None else worth.ship(t, f), worth.as_token(token))

    return max(shape.options, key=rank)


def rise(t: Table) -> Answer:
    """Window 9: fighters that are over go for scouts that are weak; whoever rises now is not there later this turn."""
    shape = t.question.shape
    assert isinstance(shape, Assign)
    answer: dict[int, Value] = dict.fromkeys(shape.choices, STAY)
    fighters = [f for f in shape.choices if fighter(t.airplane(f))]
    for token in fighters[2:]:
        lines = [value for value in shape.choices[token] if value != STAY]
        if lines:
            answer[token] = lines[0]
    return {**answer}
