"""Air attacks: the Targets table is read for everything in sight, and the best row gets its bombers first."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

from ironbottom.questions import Assign, Choose, Value
from ironbottom.views import SeenBase, SeenFormation
from ironbottom.words import OWN_LINES, Line

from ...mate.table import as_token, line_of
from ..counting import anti_air, decided, read
from ..desk import Desk, FoundRow, Occasion, Prey, Ruling, Shot, against, hull, is_fighter, victory

Able = Mapping[int, tuple[Line, ...]]  # airplanes, and the enemy lines that each may attack
NOTHING = "leave"  # of a target
WITHDRAW, ATTACK, BREAK_OFF = "withdraw", "attack", "break-off"


class SentAirplane(NamedTuple):
    """One airplane and its target."""

    airplane: int
    mode: str
    target: int
    line: Line
    found: FoundRow


def reach_all(desk: Desk) -> Able:
    """Every airplane on a host that is no fighter, with the enemy lines in its reach."""
    found: dict[int, tuple[Line, ...]] = {}
    for a in desk.aboard:
        card = desk.card(a)
        if card is not None and not is_fighter(card):
            found[a.token] = tuple([line for line in OWN_LINES[desk.seen.enemy] if desk.reaches(a, line)])
    return found


def prey(desk: Desk) -> int:
    """How many enemy formations the Targets table gives to my bombers now."""
    return len({s.target for s in plan(desk, reach_all(desk)) if s.target in desk.seen.enemy_ships})


def plan(desk: Desk, able: Able, shielded: Container[int] = ()) -> list[SentAirplane]:
    """Target after target by its row, each with as many airplanes as its row says, until nothing is left to strike."""
    left = dict(able)
    waiting: list[SeenFormation | SeenBase] = [f for f in desk.seen.theirs.formations if f.detected]
    waiting += desk.seen.theirs.bases
    waiting = [one for one in waiting if one.token not in shielded]
    sorties: list[SentAirplane] = []
    while waiting and left:
        ranked = [(one, _free(left, one), read(desk, "targets", Prey(one, _free(left, one)))) for one in waiting]
        ranked = [entry for entry in ranked if entry[1] and entry[2].row.do != NOTHING]
        if not ranked:
            break
        one, free, found = min(ranked, key=lambda entry: (entry[2].row.number, *precedence(desk, entry[0])))
        sent = _sent(desk, one, free, found)
        for token in sent:
            del left[token]
        sorties += [SentAirplane(token, mode_of(desk, token, one), one.token, one.line, found) for token in sent]
        waiting = [other for other in waiting if other is not one]
    return sorties


def precedence(desk: Desk, one: SeenFormation | SeenBase) -> tuple[int, int, int]:
    """Of things in the same row: more VP, more airplanes aboard, then as they lie."""
    if isinstance(one, SeenBase):
        return -desk.seen.base(one).vp, 0, one.token
    return -victory(desk.seen, one), -one.airplanes, one.token


def hull_of(desk: Desk, one: SeenFormation | SeenBase) -> int:
    return desk.seen.base(one).hp - one.damage if isinstance(one, SeenBase) else hull(one)


def _free(left: Able, one: SeenFormation | SeenBase) -> tuple[int, ...]:
    return tuple([token for token, lines in left.items() if one.line in lines])


def _sent(desk: Desk, one: SeenFormation | SeenBase, free: tuple[int, ...], found: FoundRow) -> list[int]:
    """The strongest first, until they count the HP that are left and the number of the row more; or all of them."""
    counts = {token: count_of(desk, token, one) for token in free}
    ranked = sorted([token for token in free if counts[token]], key=lambda token: (-counts[token], token))
    if found.row.do == "all":
        return ranked
    sent: list[int] = []
    need = hull_of(desk, one) + found.row.n
    for token in ranked:
        if need <= 0:
            break
        sent.append(token)
        need -= counts[token]
    return sent


def count_of(desk: Desk, token: int, one: SeenFormation | SeenBase) -> int:
    return _against(desk, token, one)[1]


def mode_of(desk: Desk, token: int, one: SeenFormation | SeenBase) -> str:
    return _against(desk, token, one)[0]


def _against(desk: Desk, token: int, one: SeenFormation | SeenBase) -> tuple[str, int]:
    card = desk.card(desk.seen.airplanes[token])
    return ("bomb", 0) if card is None else against(card, one, anti_air(desk, Prey(one, ())))


def declare(desk: Desk) -> Ruling:
    """Window 25: as the Targets table has it for what is here now."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Assign)
    assert desk.seen.question.line is not None
    line = Line(desk.seen.question.line)
    allowed = {as_token(option) for options in shape.choices.values() for option in options}
    hidden = {x for x in (*desk.seen.enemy_ships, *desk.seen.enemy_bases) if x not in allowed}
    sorties = plan(desk, dict.fromkeys(shape.choices, (line,)), hidden)
    answer: dict[int, Value] = dict.fromkeys(shape.choices, WITHDRAW)
    for s in sorties:
        if (s.mode, s.target) in shape.choices[s.airplane]:
            answer[s.airplane] = (s.mode, s.target)
    late = _leftover(desk, shape, answer, sorties)
    found = sorties[0].found if sorties else read(desk, "targets", None)
    return Ruling({**answer, **late}, found)


def _leftover(desk: Desk, shape: Assign, answer: Mapping[int, Value], sorties: list[SentAirplane]) -> dict[int, Value]:
    """Who is over a target anyway joins the attack on the first one, and does not fly home."""
    if not sorties:
        return {}
    found: dict[int, Value] = {}
    at = sorties[0].target
    for token, options in shape.choices.items():
        if answer[token] == WITHDRAW:
            mine = [option for option in options if isinstance(option, tuple) and option[1] == at]
            one = desk.seen.enemy_ships.get(at) or desk.seen.enemy_bases.get(at)
            if mine and one is not None and count_of(desk, token, one):
                wanted = (mode_of(desk, token, one), at)
                found[token] = wanted if wanted in mine else mine[0]
    return found


def next_one(desk: Desk) -> Ruling:
    """Window 25: bombs before torpedoes, so that these meet fewer guns; of each the strongest."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Choose)
    lying = desk.seen.view.lying[-1]
    modes: dict[int, str] = {token: mode for (token, _), mode in zip(lying.aims, lying.modes, strict=True)}
    aims: dict[int, int] = {**dict(lying.aims)}

    def rank(value: Value) -> tuple[bool, int, int]:
        token = as_token(value)
        one = desk.seen.enemy_ships.get(aims.get(token, 0)) or desk.seen.enemy_bases.get(aims.get(token, 0))
        return modes.get(token) == "torp", 0 if one is None else -count_of(desk, token, one), token

    return decided(desk, min(shape.options, key=rank), "routine", Occasion("attacks"))


def go_on(desk: Desk) -> Ruling:
    """Window 25: whether an attack goes on, round by round."""
    lying = desk.seen.view.lying[-1]
    (airplane, at), mode = lying.aims[0], lying.modes[0]
    one = desk.seen.enemy_ships.get(at) or desk.seen.enemy_bases.get(at)
    if one is None:
        return decided(desk, ATTACK, "press", None)
    a = desk.seen.airplanes[airplane]
    card = desk.card(a)
    printed = 0 if card is None else getattr(card, mode) or 0
    held = printed if a.attempts is None else a.attempts.dice
    answered = dict(lying.dice).get(at)
    flak = anti_air(desk, Prey(one, ())) if answered is None else answered.dice
    found = read(desk, "press", Shot(one, held, flak))
    return Ruling(found.row.do, found)


def lines_of(options: tuple[Value, ...], lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines among the values of an answer that are among these."""
    return tuple([line for line in map(line_of, options) if line in lines and line is not None])
