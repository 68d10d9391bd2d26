"""Who flies: strikes with their escorts, interceptors over what is threatened, and escape for the rest."""

from __future__ import annotations

from ironbottom.questions import STAY, Assign, Choose, Order, Value
from ironbottom.words import OWN_LINES, Line, Task

from ...mate.table import as_token
from ..counting import decided, read
from ..desk import Desk, FoundRow, Occasion, Ruling, is_fighter, number
from .strikes import lines_of, plan

ESCAPE = "escape"

Flying = dict[int, Value]


def attack(desk: Desk) -> Ruling:
    """Window 20.1."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Assign)
    flying, found = strike(desk, shape.choices)
    return Ruling({**dict.fromkeys(shape.choices, STAY), **flying}, found)


def strike(desk: Desk, choices: dict[int, tuple[Value, ...]]) -> tuple[Flying, FoundRow]:
    """Strikes at enemy lines and the fighters that go along."""
    theirs = OWN_LINES[desk.seen.enemy]
    reached = {token: lines_of(options, theirs) for token, options in choices.items()}
    fighters = [token for token in reached if _fighter(desk, token)]
    sorties = plan(desk, {token: lines for token, lines in reached.items() if token not in fighters and lines})
    flying: Flying = {s.airplane: int(s.line) for s in sorties}
    if sorties:
        flying.update(_escorts(desk, [s.line for s in sorties], {f: reached[f] for f in fighters}))
    return flying, sorties[0].found if sorties else read(desk, "targets", None)


def _fighter(desk: Desk, token: int) -> bool:
    card = desk.card(desk.seen.airplanes[token])
    return card is not None and is_fighter(card)


def _airc(desk: Desk, token: int) -> int:
    card = desk.card(desk.seen.airplanes[token])
    return 0 if card is None else number(card.airc)


def _escorts(desk: Desk, struck: list[Line], fighters: dict[int, tuple[Line, ...]]) -> Flying:
    """As many as the row says of each three go, the strongest, to the struck line with most enemy airplanes near."""
    lines = sorted(dict.fromkeys(struck), key=lambda line: (-_guarded(desk, line), line))
    able = sorted([f for f in fighters if fighters[f]], key=lambda f: (-_airc(desk, f), f))
    row = read(desk, "escorts", lines[0]).row
    going: Flying = {}
    for token in able[: (len(able) * row.n + 2) // 3 if row.do == "escort" else 0]:
        line = next((line for line in lines if line in fighters[token]), None)
        if line is not None:
            going[token] = int(line)
    return going


def _guarded(desk: Desk, line: Line) -> int:
    """Enemy airplanes that stand within two lines of a line of theirs."""
    hosts = {f.token: f.line for f in desk.seen.theirs.formations} | {b.token: b.line for b in desk.seen.theirs.bases}
    return len([a for a in desk.seen.theirs.airplanes if a.host in hosts and hosts[a.host].distance(line) <= 2])


def react(desk: Desk) -> Ruling:
    """Windows 20.2 and 20.3: strike back, meet who comes, and get away from under the bombs."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Assign)
    choices, flying = shape.choices, dict[int, Value]()
    found = read(desk, "reaction")
    if not desk.seen.phasing and found.row.do == "strike":
        flying, why = strike(desk, choices)
        found = why if flying else found
    rising, met = meet(desk, {token: there for token, there in choices.items() if token not in flying})
    flying.update(rising)
    if met is not None and found.table != "targets":
        found = met
    threatened = desk.seen.flown_to_me()
    for token, options in choices.items():
        host = desk.seen.airplanes[token].host
        if token in flying or ESCAPE not in options or desk.seen.host_line(host) not in threatened:
            continue
        flying[token] = ESCAPE
    return Ruling({**dict.fromkeys(choices, STAY), **flying}, found)


def meet(desk: Desk, choices: dict[int, tuple[Value, ...]]) -> tuple[Flying, FoundRow | None]:
    """Fighters rise, the strongest first, until each line has as many as its row says."""
    coming = desk.seen.flown_to_me()
    wanted: dict[Line, int] = {}
    rows = {line: read(desk, "interception", line) for line in coming}
    order = sorted(coming, key=lambda line: (rows[line].row.number, -desk.over(line), line))
    for line in order:
        row = rows[line].row
        wanted[line] = 99 if row.do == "all" else (desk.over(line) + row.n if row.do == "meet" else 0)
    rising: Flying = {}
    told: FoundRow | None = None
    for token in sorted(choices, key=lambda f: (-_airc(desk, f), f)):
        able = lines_of(choices[token], OWN_LINES[desk.seen.me])
        there = next((line for line in order if line in able and wanted[line] > 0), None)
        if there is not None and _fighter(desk, token):
            wanted[there] -= 1
            rising[token] = int(there)
            told = told or rows[there]
    return rising, told


def attackers_tasks(desk: Desk) -> Ruling:
    """Window 22: fighters escort, the rest attacks."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Assign)
    answer: Flying = {}
    found = read(desk, "air-tasks")
    for token, tasks in shape.choices.items():
        found = read(desk, "air-tasks", desk.seen.airplanes[token])
        answer[token] = found.row.do if found.row.do in tasks else Task.ATTACK.value
    return Ruling({**answer}, found)


def defenders_tasks(desk: Desk) -> Ruling:
    """Window 22: one fighter holds each escort; who is left goes for the bombers."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Assign)
    line = here(desk)
    escorts = len(desk.seen.over(desk.seen.enemy, line, Task.ESCORT))
    bombers = len(desk.seen.over(desk.seen.enemy, line, Task.ATTACK))
    mine = sorted(shape.choices, key=lambda f: (-_airc(desk, f), f))
    found = read(desk, "air-control", line)
    holding = max(0, escorts + found.row.n - 1) if bombers and found.row.do == "hold" else len(mine)
    answer = {f: (Task.CONTROL if i < holding else Task.INTERCEPT).value for i, f in enumerate(mine)}
    return Ruling({**answer}, found)


def here(desk: Desk) -> Line:
    assert desk.seen.question.line is not None
    return Line(desk.seen.question.line)


def leave(desk: Desk) -> Ruling:
    """Windows 13, 23 and 24: nobody leaves a fight."""
    return decided(desk, (), "routine", Occasion("leaving"))


def aim(desk: Desk) -> Ruling:
    """Window 23: one at each, by the Dogfight table; a second one only where all have one."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Assign)
    pairs, found = _aimed(desk, shape.choices)
    return Ruling(dict(pairs), found)


def intercept(desk: Desk) -> Ruling:
    """Windows 11 and 24: likewise, the strongest first."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Order)
    pairs, found = _aimed(desk, shape.choices)
    return Ruling(tuple(pairs), found)


def _aimed(desk: Desk, choices: dict[int, tuple[Value, ...]]) -> tuple[list[tuple[int, Value]], FoundRow]:
    aimed: dict[Value, int] = {}
    pairs: list[tuple[int, Value]] = []
    told: FoundRow | None = None
    for token in sorted(choices, key=lambda f: (-_airc(desk, f), f)):
        rows = {x: read(desk, "dogfight", desk.seen.enemy_airplanes.get(as_token(x))) for x in choices[token]}
        best = min(choices[token], key=lambda x: (aimed.get(x, 0), rows[x].row.number, as_token(x)))
        aimed[best] = aimed.get(best, 0) + 1
        told = told or rows[best]
        pairs.append((token, best))
    return pairs, told or read(desk, "dogfight", None)


def next_line(desk: Desk) -> Ruling:
    """Windows 10 and 21: from front to rear."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Choose)
    return decided(desk, desk.seen.question.default, "routine", Occasion("lines"))

