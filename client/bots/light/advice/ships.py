"""Where the ships lie: in harbour unless there is work, carriers one line back, the landing force in front."""

from __future__ import annotations

from collections.abc import Iterable

from ironbottom.printed import AirplaneCard, ShipCard
from ironbottom.questions import Answer, Choose, Move, Value
from ironbottom.rules.s23_fuel import fuel_left, rationed
from ironbottom.state import Formation
from ironbottom.words import FRONT, MIDDLE, REAR, Icon, Line, Token

from ...mate.rationing import KEPT
from ...mate.worth import number
from ..facts import Hull
from ..outlook import Outlook, has_front_base, strategic_in_front, token_of
from .landing import Beachhead, best_plan

DONE: Answer = ("done",)
GUARDS = 4  # formations that guard the front bases; the strategic base is guarded by all

Rows = list[tuple[Formation, Hull]]
Sailing = tuple[Answer | None, dict[Token, Line]]  # who is paired or parted next; if nobody is, where each one goes


def keep(b: Outlook) -> Answer:
    """Window 1: a fleet without a front base leaves the strategic base in the front line; draw anew."""
    return "keep" if has_front_base([base.card for base in b.own.bases.values()]) else "redraw"


def place(b: Outlook) -> Answer:
    """Window 2, step by step."""
    return step(b, b.once(first_orders))


def deploy(b: Outlook) -> Answer:
    """Window 5, step by step."""
    return step(b, b.once(orders))


def first_orders(b: Outlook) -> Sailing:
    """Before the game nobody lands."""
    return sailing(b, None)


def orders(b: Outlook) -> Sailing:
    return sailing(b, b.once(best_plan))


def sailing(b: Outlook, plan: Beachhead | None) -> Sailing:
    """What the ships are to do until they are paired otherwise."""
    shape = b.shape
    assert isinstance(shape, Move)
    rows = [(f, b.card_facts.hull(f)) for f in b.own.formations.values()]
    pairing = _parting(b, rows, shape.steps, plan) or _pairing(b, shape.steps)
    return pairing, {} if pairing is not None else lines(b, rows, plan)


def step(b: Outlook, to_do: Sailing) -> Answer:
    """The next pair, else the next formation that is not where it should be, else done."""
    pairing, wanted = to_do
    if pairing is not None:
        return pairing
    formations, idle = b.own.formations, None
    for token, line in wanted.items():
        if formations[token].line is not line:
            if not rationed(b.g.state, b.me):
                return ("move", token, int(line))
            idle = _paid(b, token, line, idle)
    return DONE if idle is None else ("move", idle, int(wanted[idle]))


def _paid(b: Outlook, token: Token, line: Line, other: Token | None) -> Token | None:
    """§23.13  With fuel: whichever of two is more urgent; who need not sail, or whose move is not paid for, stays."""
    shape, formations = b.shape, b.own.formations
    assert isinstance(shape, Move)
    f = formations[token]
    if line not in shape.steps.get("move", {}).get(token, ()) or not (f.damage or line not in REAR):
        return other
    if fuel_left(b.g.state) <= KEPT and line is not MIDDLE[b.me] and not b.once(best_plan):
        return other
    return token if other is None or (f.transports and not formations[other].transports) else other


def lines(b: Outlook, rows: Rows, plan: Beachhead | None) -> dict[Token, Line]:
    """The line for each of my formations: at work, else in harbour, where the damaged ones are repaired."""
    rear, middle, front = REAR[b.me], MIDDLE[b.me], FRONT[b.me]
    found: dict[Token, Line] = {f.token: rear for f, _ in rows}
    for token in hosts(b, rows):
        found[token] = middle
    if plan is not None:
        for token in (*plan.transports, *plan.guns):
            found[token] = front
    strong = [(-hull.fire, f.token) for f, hull in rows if hull.usable and not f.damage and found[f.token] is rear]
    strong.sort()
    for _, token in strong if strategic_in_front(b.own, b.me) else strong[:GUARDS]:
        found[token] = front
    return found


def hosts(b: Outlook, rows: Rows) -> list[Token]:
    """Ships that airplanes of mine need: the best carriers first, as many as have something to carry."""
    aboard = b.aboard()
    sound = [(-aboard.get(f.token, 0), -f.values.icons, f.token, f.values.icon) for f, hull in rows
             if f.values.icons and not f.damage and not hull.transports]
    if not sound:
        return []
    sound.sort(key=lambda row: row[:3])
    cards = [c for c in b.own.hand if isinstance(c, AirplaneCard)] + [a.card for a in b.own.airplanes.values()]
    waiting: dict[Icon, int] = {}
    for card in cards:
        waiting[card.icon] = waiting.get(card.icon, 0) + 1
    found = []
    for _, icons, token, icon in sound:
        if icon in (Icon.CARRIER, Icon.SEA) and waiting.get(icon, 0) > 0:
            found.append(token)
            waiting[icon] += icons
    return found


Steps = dict[str, dict[Value, tuple[Value, ...]]]


def _pairing(b: Outlook, steps: Steps) -> Answer | None:
    """The lone escort and the leader that profit most from each other."""
    best: tuple[float, int, int] | None = None
    pairs = steps.get("pair")
    if not pairs:
        return None
    formations = b.own.formations
    everybody: Iterable[Value] = next(iter(pairs.values()))
    fuel = rationed(b.g.state, b.me)
    if fuel:  # §23.13: not every escort may join every leader
        everybody = dict.fromkeys([x for leads in pairs.values() for x in leads])
    leaders = [f for f in [formations[token_of(x)] for x in everybody] if not f.damage]
    rows = [(f.token, b.card_facts.hull(f), b.worth(f)) for f in leaders]
    for escort in pairs:
        f = formations[token_of(escort)]
        if f.damage or not isinstance(f.lead, ShipCard):
            continue
        bonus = match(f.lead)
        for token, hull, worth in rows:
            if fuel and token not in pairs[escort]:
                continue
            good = bonus[0] if hull.transports else worth + bonus[1 + hull.carrier]
            if best is None or (good, f.token, token) > best:
                best = (good, f.token, token)
    return None if best is None or best[0] <= 0 else ("pair", best[1], best[2])


def match(escort: ShipCard) -> tuple[float, float, float]:
    """How good it is that this card escorts transports; another ship; a carrier."""
    plus = escort.attached
    assert plus is not None
    guns = 0.5 * (number(plus.surface) + number(plus.torp))
    return 12.0 + plus.hp + 0.5 * number(plus.land), guns, 3.0 + number(plus.air)


def _parting(b: Outlook, rows: Rows, steps: Steps, plan: Beachhead | None) -> Answer | None:
    """Transports that are about to land take the escort of a ship that needs it less."""
    if plan is None or not steps.get("part"):
        return None
    bare = [f for f, _ in rows if f.token in plan.transports and f.escort is None and not f.damage]
    lone = [f for f, _ in rows if f.escort is None and f.lead.attached is not None and not f.damage]
    if not bare or len(lone) >= len(bare):
        return None
    giving = [(hull.worth, f.token) for f, hull in rows
              if f.token in steps["part"] and not f.damage and not hull.transports and not hull.carrier]
    if rationed(b.g.state, b.me):  # an escort that would have to sail there is left where it is
        giving = [row for row in giving if b.own.formations[row[1]].line in [f.line for f in bare]]
    return ("part", min(giving)[1]) if giving else None


def repair(b: Outlook) -> Answer:
    """Window 7: first who is nearly whole, so that ships come out of the dock."""
    shape = b.shape
    assert isinstance(shape, Choose)
    formations = b.own.formations
    docked = [formations[token_of(x)] for x in shape.options]
    return min(docked, key=lambda f: (f.damage, -b.worth(f), f.token)).token
