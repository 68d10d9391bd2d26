"""Where the ships lie: in harbour unless there is work, carriers one line back, the landing force in front."""

from __future__ import annotations

from ironbottom.printed import BaseCard, ShipCard
from ironbottom.questions import Answer, Choose, Move, Value
from ironbottom.views import SeenFormation
from ironbottom.words import FRONT, MIDDLE, REAR, Icon, Line, Rank

from . import landing, worth
from .landing import Plan
from .table import Table

DONE: Answer = ("done",)
GUARDED = 6.0  # a front base that is worth less is left to its garrison
GUARDS = 2  # formations that guard a front base; the strategic base is guarded by all


def keep(t: Table) -> Answer:
    """Window 1: a fleet without a front base leaves the strategic base in the front line; draw anew."""
    fronts = [b for b in t.mine.bases if t.base(b).rank is Rank.FRONT]
    return "keep" if fronts else "redraw"


def set_up(t: Table) -> Answer:
    """Window 2, step by step."""
    return step(t, None)


def deploy(t: Table) -> Answer:
    """Window 5, step by step."""
    return step(t, landing.best_plan(t))


def step(t: Table, plan: Plan | None) -> Answer:
    """The next pair, else the next formation that is not where it should be, else done."""
    shape = t.question.shape
    assert isinstance(shape, Move)
    paired = _parting(t, shape, plan) or _pairing(t, shape)
    if paired is not None:
        return paired
    wanted = lines(t, plan)
    for token, there in shape.steps.get("move", {}).items():
        line = wanted[worth.as_token(token)]
        if line in there and t.ships[worth.as_token(token)].line is not line:
            return ("move", token, int(line))
    return DONE


def lines(t: Table, plan: Plan | None) -> dict[int, Line]:
    """The line for each of my formations."""
    wanted = {f.token: _line(t, f, plan) for f in t.mine.formations}
    for f in guards(t, [f for f in t.mine.formations if wanted[f.token] is REAR[t.me]]):
        wanted[f.token] = FRONT[t.me]
    return wanted


def _line(t: Table, f: SeenFormation, plan: Plan | None) -> Line:
    """A damaged ship goes to the dock; who carries airplanes lies in MIDDLE; who lands, in FRONT."""
    if plan is not None and (f.token in plan.transports or f.token in plan.guns):
        return FRONT[t.me]
    if f.values is None or f.damage:
        return REAR[t.me]
    carries = f.values.icon is Icon.CARRIER or (f.values.icon is not None and seaplanes(t))
    return MIDDLE[t.me] if carries and f.values.icons and not t.has_transports(f) else REAR[t.me]


def seaplanes(t: Table) -> bool:
    """Whether I have seaplanes that need a ship."""
    cards = [t.cards[c] for c in t.mine.hand or ()] + [t.airplane(a.token) for a in t.mine.airplanes]
    return any(getattr(card, "icon", None) is Icon.SEA for card in cards)


def guards(t: Table, idle: list[SeenFormation]) -> list[SeenFormation]:
    """Who lies in FRONT, unseen, so that a landing there meets ships."""
    strong = [f for f in idle if landing.usable(t, f) and not f.damage]
    strong.sort(key=lambda f: (-landing.firepower(f), f.token))
    if t.strategic_in_front(t.me):
        return strong
    best = max([worth.base_lost(t.base(b)) for b in t.mine.bases if b.line is FRONT[t.me]], default=0.0)
    return strong[:GUARDS] if best >= GUARDED else []


def _pairing(t: Table, shape: Move) -> Answer | None:
    """The lone escort and the leader that profit most from each other."""
    pairs = shape.steps.get("pair", {})
    found: list[tuple[float, int, int]] = []
    for escort, leaders in pairs.items():
        card = t.ship_card(t.ships[worth.as_token(escort)].lead)
        if card is None or t.ships[worth.as_token(escort)].damage:
            continue
        for leader in leaders:
            f = t.ships[worth.as_token(leader)]
            if not f.damage:
                found.append((_match(t, card, f), worth.as_token(escort), f.token))
    best = max(found, default=None)
    if best is None or best[0] <= 0:
        return None
    return ("pair", best[1], best[2])


def _match(t: Table, escort: ShipCard, leader: SeenFormation) -> float:
    """How good it is that this card escorts that formation."""
    plus = escort.attached
    assert plus is not None
    if t.has_transports(leader):
        return 12.0 + plus.hp + 0.5 * worth.number(plus.land)
    vp = worth.ship(t, leader)
    if landing.is_carrier(t.ship_card(leader.lead)):
        return 3.0 + vp + worth.number(plus.air)
    return vp + 0.5 * (worth.number(plus.surface) + worth.number(plus.torp))


def _parting(t: Table, shape: Move, plan: Plan | None) -> Answer | None:
    """Transports that are about to land take the escort of a ship that needs it less."""
    if plan is None or not shape.steps.get("part"):
        return None
    bare = [token for token in plan.transports if t.ships[token].escort is None and not t.ships[token].damage]
    lone = [f for f in t.mine.formations if _lone_escort(t, f)]
    if not bare or len(lone) >= len(bare):
        return None
    giving = [t.ships[worth.as_token(x)] for x in shape.steps["part"]]
    giving = [f for f in giving if not f.damage and not t.has_transports(f)]
    giving = [f for f in giving if not landing.is_carrier(t.ship_card(f.lead))]
    if not giving:
        return None
    return ("part", min(giving, key=lambda f: (worth.ship(t, f), f.token)).token)


def _lone_escort(t: Table, f: SeenFormation) -> bool:
    card = t.ship_card(f.lead)
    return card is not None and card.attached is not None and f.escort is None and not f.damage


def repair(t: Table) -> Answer:
    """Window 7: first who is nearly whole, so that ships come out of the dock."""
    shape = t.question.shape
    assert isinstance(shape, Choose)

    def rank(token: Value) -> tuple[int, float, int]:
        f = t.ships[worth.as_token(token)]
        return f.damage, -worth.ship(t, f), f.token

    return min(shape.options, key=rank)


def base_values(card: BaseCard) -> float:
    return worth.base_lost(card)
