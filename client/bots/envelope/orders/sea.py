"""Ships at a base: the action, who attends, tasks, aims, withdrawal, bombardment and the landing."""

from __future__ import annotations

from ironbottom.questions import Assign, Choose, Pick, Value
from ironbottom.views import SeenBase, SeenFormation
from ironbottom.words import Action, SeaTask

from ...mate.table import as_token
from .. import landings
from ..counting import decided, read
from ..desk import Desk, FoundRow, Occasion, Ruling, Shelling, guns, hull, number


def action(desk: Desk) -> Ruling:
    """Window 16."""
    found = read(desk, "action")
    answer = found.row.do
    if answer == Action.RETREAT.value and not desk.seen.mine.air_deck and desk.seen.lead < 0:
        answer = Action.AIR.value
    return Ruling(answer, found)


def target(desk: Desk) -> Ruling:
    """Window 18: the base with the best balance."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Choose)

    def rank(value: Value) -> tuple[int, int]:
        return -landings.in_place(desk, desk.seen.enemy_bases[as_token(value)]), as_token(value)

    return decided(desk, min(shape.options, key=rank), "routine", Occasion("bases"))


def reveal(desk: Desk) -> Ruling:
    """Window 26: who comes out to attend."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Pick)
    able = [desk.seen.ships[as_token(x)] for x in shape.items]
    able = [f for f in able if f in desk.warships]
    found = read(desk, "attending", None)
    return Ruling(tuple([f.token for f in able]) if found.row.do == "come" else (), found)


def attackers_tasks(desk: Desk) -> Ruling:
    """Window 27: as many guns escort as the enemy shows, the rest supports."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Assign)
    theirs = [f for f in desk.seen.theirs.formations if f.line is desk.seen.enemy_front and f.detected]
    found = read(desk, "sea-escort")
    need = sum(map(guns, theirs)) * found.row.n // 10
    answer: dict[int, Value] = dict.fromkeys(shape.choices, SeaTask.SUPPORT.value)
    ships = [desk.seen.ships[token] for token in shape.choices]
    for f in sorted(ships, key=lambda f: (-guns(f) + _land(f), f.token)):
        if need > 0 and SeaTask.ESCORT in shape.choices[f.token]:
            answer[f.token] = SeaTask.ESCORT.value
            need -= guns(f)
    return Ruling({**answer}, found)


def _land(f: SeenFormation) -> int:
    return 0 if f.values is None else number(f.values.land)


def defenders_tasks(desk: Desk) -> Ruling:
    """Window 27: as many guns hold the escorts as the row says in tenths, the rest breaks through."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Assign)
    escorts = [f for f in desk.seen.theirs.formations if f.task is SeaTask.ESCORT]
    found = read(desk, "sea-control")
    need = sum(map(guns, escorts)) * found.row.n
    answer: dict[int, Value] = {}
    for f in sorted([desk.seen.ships[x] for x in shape.choices], key=lambda f: (-guns(f), f.token)):
        answer[f.token] = (SeaTask.CONTROL if need > 0 else SeaTask.INTERCEPT).value
        need -= 10 * guns(f)
    return Ruling({**answer}, found)


def check(desk: Desk) -> Ruling:
    """Window 28: who tries to leave."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Pick)
    gone: list[Value] = []
    told = read(desk, "smoke", None)
    for x in shape.items:
        found = read(desk, "smoke", desk.seen.ships[as_token(x)])
        if found.row.do == "leave":
            gone.append(x)
            told = found
    return Ruling(tuple(gone), told)


def aim(desk: Desk) -> Ruling:
    """Window 29: the best row first, until as much is aimed at it as it has HP left; then the next."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Assign)
    left = {token: hull(f) for token, f in desk.seen.enemy_ships.items()}
    rows = {token: read(desk, "sea-targets", f) for token, f in desk.seen.enemy_ships.items()}
    answer: dict[int, Value] = {}
    told: FoundRow | None = None

    def rank(value: Value) -> tuple[bool, int, int, int]:
        at = as_token(value)
        return left[at] <= 0, rows[at].row.number, left[at], at

    for token in sorted(shape.choices, key=lambda x: (-_fire(desk, x), x)):
        best = min(shape.choices[token], key=rank)
        left[as_token(best)] -= _fire(desk, token)
        told = told or rows[as_token(best)]
        answer[token] = best
    return Ruling({**answer}, told or read(desk, "sea-targets", None))


def _fire(desk: Desk, token: int) -> int:
    """Dice of the segment that a ship of mine may throw."""
    f = desk.seen.ships[token]
    if f.attempts is not None:
        return f.attempts.dice
    weapon = desk.seen.view.lying[-1].weapon if desk.seen.view.lying else ""
    if f.values is None:
        return 0
    return number(f.values.torp if weapon == "torp" else f.values.surface)


def bombard(desk: Desk) -> Ruling:
    """Window 30: who bombards next, most Land first."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Choose)
    ships = [desk.seen.ships[as_token(x)] for x in shape.options if isinstance(x, int)]
    told = read(desk, "bombardment", None)
    for f in sorted(ships, key=lambda f: (-_land(f), f.token)):
        found = read(desk, "bombardment", Shelling(f, _base(desk)))
        if found.row.do == "fire":
            return Ruling(f.token, found)
        told = found
    return Ruling("none", told)


def _base(desk: Desk) -> SeenBase:
    return desk.seen.enemy_bases[desk.seen.view.target]


def cease(desk: Desk) -> Ruling:
    """Window 30: whether it goes on."""
    f = desk.seen.ships.get(desk.seen.question.about[0])
    thing = None if f is None else Shelling(f, _base(desk))
    found = read(desk, "bombardment", thing)
    return Ruling(found.row.do, found)


def land(desk: Desk) -> Ruling:
    """Window 31: all that the row sends, the largest army first."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Pick)
    troops = [desk.seen.ships[as_token(x)] for x in shape.items]
    troops.sort(key=lambda f: (-landings.army_of(desk, f), f.token))
    found = read(desk, "ashore", None)
    return Ruling(tuple([f.token for f in troops]) if found.row.do == "land" else (), found)


def divide(desk: Desk) -> Ruling:
    """Window 31: the escort takes what it can without being sunk."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Choose)
    pair = desk.seen.ships[desk.seen.question.about[0]]
    escort = desk.seen.ship_card(pair.escort)
    room = 0 if escort is None else escort.values.hp - 1
    fit = [x for x in shape.options if pair.damage - as_token(x) <= room]
    return decided(desk, min(fit or shape.options, key=as_token), "routine", Occasion("pair-damage"))


def next_army(desk: Desk) -> Ruling:
    """Window 31: the largest army first."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Choose)
    best = min(shape.options, key=lambda x: (-landings.army_of(desk, desk.seen.ships[as_token(x)]), as_token(x)))
    return decided(desk, best, "routine", Occasion("armies"))
