"""Finding the enemy: who searches which line, what is found, and whether to rise against enemy scouts."""

from __future__ import annotations

from ironbottom import odds
from ironbottom.questions import STAY, Answer, Assign, Choose, Value
from ironbottom.views import SeenFormation
from ironbottom.words import OWN_LINES, Line

from . import landing, worth
from .skies import fighter, striker
from .table import SeenTable, as_token, line_of

JUST_TO_KNOW = 0.02  # what it is worth to see a VP that nobody can attack this turn
EACH = 0.2  # and what each airplane adds that can


def strikers(table: SeenTable) -> list[int]:
    """My airplanes aboard that hurt ships."""
    return [a.token for a in table.mine.airplanes if a.host and striker(table.airplane(a.token))]


def unseen(table: SeenTable, line: Line) -> list[SeenFormation]:
    return [f for f in table.theirs.formations if f.line is line and not f.detected]


def interest(table: SeenTable, line: Line) -> float:
    """How much I want to know what lies unseen in a line: it matters where I can strike it this turn."""
    value = sum([worth.ship(table, f) for f in unseen(table, line)])
    reaching = [s for s in strikers(table) if table.in_reach(table.airplane(s), table.airplanes[s].host, line)]
    return value * (JUST_TO_KNOW + min(1.0, EACH * len(reaching)))


def search(table: SeenTable) -> Answer:
    """Window 8: the best scouts first, where most is left to be found."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    answer: dict[int, Value] = dict.fromkeys(shape.choices, STAY)
    wanted = {line: interest(table, line) for line in OWN_LINES[table.enemy]}
    left = {line: float(len(unseen(table, line))) for line in wanted}
    for token in sorted(shape.choices, key=lambda a: (-worth.number(table.airplane(a).recon), a)):
        lines = [line for line in map(line_of, shape.choices[token]) if line is not None and left[line] > 0.3]
        line = max(lines, key=lambda x: (wanted[x], x), default=None)
        if line is not None and wanted[line] > table.temper.dull and spare(table, token):
            found = min(left[line], odds.expected(table.airplane(token).recon))
            wanted[line] *= 1 - 0.9 * found / left[line]
            left[line] -= found
            answer[token] = int(line)
    return {**answer}


def spare(table: SeenTable, token: int) -> bool:
    """Whether an airplane may search: who has flown in a search does not strike in the same turn."""
    card = table.airplane(token)
    recon = worth.number(card.recon)
    if fighter(card) or (worth.number(card.land) >= 2 and landing.in_place(table)[0]):
        return False
    if recon >= 3 or not striker(card):
        return True
    others = [s for s in strikers(table) if s != token]
    return recon >= 1 and len(others) >= 2 and not any(f.detected for f in table.theirs.formations)


def found(table: SeenTable) -> Answer:
    """Windows 8, 12 and 19: a carrier shows by its airplanes; then pairs; else any."""
    shape = table.question.shape
    assert isinstance(shape, Choose)
    value = {token: worth.ship(table, f) for token, f in table.enemy_ships.items()}
    return max(shape.options, key=lambda x: (value.get(as_token(x), 0.0), as_token(x)))


def rise(table: SeenTable) -> Answer:
    """Window 9: fighters beyond those that are kept back meet the scouts."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    answer: dict[int, Value] = dict.fromkeys(shape.choices, STAY)
    fighters = [f for f in shape.choices if fighter(table.airplane(f))]
    for token in fighters[table.temper.kept_back:]:
        answer[token] = next((value for value in shape.choices[token] if value != STAY), STAY)
    return {**answer}
