"""Where ships and airplanes stand: fleet, pairs, stations, berths and repair."""

from __future__ import annotations

from ironbottom.printed import AirplaneCard
from ironbottom.questions import Choose, Move, Pick, Value
from ironbottom.views import SeenFormation
from ironbottom.words import FRONT, MIDDLE, REAR, Line

from ...mate.table import as_token
from ..counting import decided, read
from ..desk import Desk, FoundRow, Occasion, Perch, Ruling, as_card, victory

DONE = ("done",)


def keep(desk: Desk) -> Ruling:
    """Window 1."""
    found = read(desk, "fleet")
    return Ruling(found.row.do, found)


def ships(desk: Desk) -> Ruling:
    """Windows 2 and 5, step by step: the best pair, then each formation to its station."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Move)
    return _parting(desk, shape) or _pairing(desk, shape) or _moving(desk, shape)


def _moving(desk: Desk, shape: Move) -> Ruling:
    found = read(desk, "stations", None)
    for token, lines in shape.steps.get("move", {}).items():
        f = desk.seen.ships[as_token(token)]
        found = read(desk, "stations", f)
        line = station(desk, found)
        if line is not f.line and line in lines:
            return Ruling(("move", token, int(line)), found)
    return Ruling(DONE, found)


def station(desk: Desk, found: FoundRow) -> Line:
    lines = {"front": FRONT, "middle": MIDDLE, "rear": REAR}[found.row.do]
    return lines[desk.seen.me]


def _pairing(desk: Desk, shape: Move) -> Ruling | None:
    """The leader of the best row takes the escort with most HP to add; before a landing bare transports come first."""
    waits = bool(_bare(desk))
    ranked: list[tuple[int, int, int, int, FoundRow]] = []
    for escort, leaders in shape.steps.get("pair", {}).items():
        one = desk.seen.ships[as_token(escort)]
        card = desk.seen.ship_card(one.lead)
        if one.damage or card is None or card.attached is None:
            continue
        for leader in leaders:
            f = desk.seen.ships[as_token(leader)]
            found = read(desk, "pairs", f)
            if found.row.do == "pair" and not f.damage and (not waits or desk.seen.has_transports(f)):
                ranked.append((found.row.number, -victory(desk.seen, f), -card.attached.hp, one.token, found))
                ranked[-1] = (*ranked[-1][:3], one.token * (1 << 32) + f.token, found)
    if not ranked:
        return None
    best = min(ranked, key=lambda entry: entry[:4])
    return Ruling(("pair", best[3] >> 32, best[3] & 0xFFFFFFFF), best[4])


def _parting(desk: Desk, shape: Move) -> Ruling | None:
    """For a landing, bare transports get the escort of the pair whose leader has fewest VP."""
    bare = _bare(desk)
    if not shape.steps.get("part") or not bare:
        return None
    lone = [f for f in desk.seen.mine.formations if _lone_escort(desk, f)]
    giving = [desk.seen.ships[as_token(x)] for x in shape.steps["part"]]
    giving = [f for f in giving if not f.damage and read(desk, "giving", f).row.do == "part"]
    if len(lone) >= len(bare) or not giving:
        return None
    best = min(giving, key=lambda f: (read(desk, "giving", f).row.number, victory(desk.seen, f), f.token))
    return decided(desk, ("part", best.token), "giving", best)


def _bare(desk: Desk) -> list[SeenFormation]:
    """Transports that are to land, and have no escort."""
    return [f for f in desk.troops if f.escort is None and not f.damage] if desk.intention == "land" else []


def _lone_escort(desk: Desk, f: SeenFormation) -> bool:
    card = desk.seen.ship_card(f.lead)
    return card is not None and card.attached is not None and f.escort is None and not f.damage


def airplanes(desk: Desk) -> Ruling:
    """Window 6, step by step: off ships in REAR, then out of the hand, then to better berths."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Move)
    shifts = {as_token(token): hosts for token, hosts in shape.steps.get("shift", {}).items()}
    lost = {a: hosts for a, hosts in shifts.items() if read_berth(desk, a).row.do == "off"}
    step = _shift(desk, lost) or _deploy(desk, shape) or _shift(desk, shifts)
    return step or decided(desk, DONE, "routine", Occasion("segment-done"))


def read_berth(desk: Desk, token: int, host: int = 0) -> FoundRow:
    a = desk.seen.airplanes[token]
    card = desk.card(a)
    assert card is not None
    return read(desk, "berths", Perch(card, host or a.host))


def _deploy(desk: Desk, shape: Move) -> Ruling | None:
    """The airplane that is kept longest goes to its best berth."""
    ranked: list[tuple[int, int, str, int, FoundRow]] = []
    for name, hosts in shape.steps.get("deploy", {}).items():
        card = as_card(desk.seen, name)
        assert isinstance(card, AirplaneCard)
        kept = read(desk, "keeping", card).row.number
        for host in map(as_token, hosts):
            found = read(desk, "berths", Perch(card, host))
            if found.row.do != "off":
                ranked.append((kept, found.row.number, str(name), host, found))
    if not ranked:
        return None
    best = min(ranked, key=lambda entry: entry[:4])
    return Ruling(("deploy", best[2], best[3]), best[4])


def _shift(desk: Desk, shifts: dict[int, tuple[Value, ...]]) -> Ruling | None:
    """The shift that leads to the best row, among those that lead to a better one."""
    ranked: list[tuple[int, int, int, int, FoundRow]] = []
    for a, hosts in shifts.items():
        now = read_berth(desk, a).row.number
        for host in map(as_token, hosts):
            found = read_berth(desk, a, host)
            if found.row.number < now and found.row.do != "off":
                ranked.append((found.row.number - now, found.row.number, a, host, found))
    if not ranked:
        return None
    best = min(ranked, key=lambda entry: entry[:4])
    return Ruling(("shift", best[2], best[3]), best[4])


def repair(desk: Desk) -> Ruling:
    """Window 7."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Choose)
    ships_ = {x: desk.seen.ships[as_token(x)] for x in shape.options}
    rows = {x: read(desk, "repair", f) for x, f in ships_.items()}
    best = min(rows, key=lambda x: (rows[x].row.number, ships_[x].damage, -victory(desk.seen, ships_[x]), as_token(x)))
    return Ruling(best, rows[best])


def surplus(desk: Desk) -> Ruling:
    """Window 15: those that are kept least."""
    shape = desk.seen.question.shape
    assert isinstance(shape, Pick)
    rows = {x: read(desk, "keeping", desk.card(desk.seen.airplanes[as_token(x)])) for x in shape.items}
    gone = sorted(shape.items, key=lambda x: (-rows[x].row.number, as_token(x)))[: shape.least]
    return Ruling(tuple(gone), rows[gone[0]] if gone else read(desk, "keeping", None))


def come_down(desk: Desk) -> Ruling:
    """Window 32: each to the nearest host that has room."""
    return decided(desk, desk.seen.question.default, "routine", Occasion("return"))
