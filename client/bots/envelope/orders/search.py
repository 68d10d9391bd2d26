"""Finding the enemy: which line is searched and by whom, what is found, and whether fighters rise against scouts."""

from __future__ import annotations

from ironbottom.questions import STAY, Assign, Choose, Value
from ironbottom.words import OWN_LINES

from ...mate.table import as_token, line_of
from ..counting import read, search_value
from ..desk import Desk, FoundRow, Ruling


def search(desk: Desk) -> Ruling:
    """Window 8: the line of the best row, by as many scouts as the row says; the others keep for the strike."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Assign)
    rows = {line: read(desk, "search", line) for line in OWN_LINES[desk.seen.enemy]}
    order = sorted(rows, key=lambda line: (rows[line].row.number, -search_value(desk, line), line))
    answer: dict[int, Value] = dict.fromkeys(shape.choices, STAY)
    for line in order:
        if rows[line].row.do != "search":
            continue
        scouts = [a for a, options in shape.choices.items() if line in map(line_of, options)]
        ranked = sorted(scouts, key=lambda a: (_scout(desk, a).row.number, a))
        going = [a for a in ranked if _scout(desk, a).row.do == "go"][: rows[line].row.n]
        if going:
            answer.update(dict.fromkeys(going, int(line)))
            return Ruling({**answer}, rows[line])
    return Ruling({**answer}, read(desk, "search", order[-1]))


def _scout(desk: Desk, token: int) -> FoundRow:
    return read(desk, "scouts", desk.seen.airplanes[token])


def found(desk: Desk) -> Ruling:
    """Windows 8, 12 and 19: which formation is turned up."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Choose)
    ships = {x: desk.seen.enemy_ships.get(as_token(x)) or desk.seen.ships.get(as_token(x)) for x in shape.options}
    rows = {x: read(desk, "finding", f) for x, f in ships.items()}

    def rank(value: Value) -> tuple[int, int, int]:
        f = ships[value]
        return rows[value].row.number, 0 if f is None else -f.airplanes, as_token(value)

    best = min(shape.options, key=rank)
    return Ruling(best, rows[best])


def rise(desk: Desk) -> Ruling:
    """Window 9: fighters against scouts."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Assign)
    answer: dict[int, Value] = dict.fromkeys(shape.choices, STAY)
    told = read(desk, "patrols")
    fighters = sorted(shape.choices, key=lambda a: (read(desk, "dogfight", desk.seen.airplanes[a]).row.number, a))
    if told.row.do == "rise":
        for token in fighters[told.row.n :]:
            answer[token] = next((x for x in shape.choices[token] if x != STAY), STAY)
    return Ruling({**answer}, told)

