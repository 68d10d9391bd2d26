"""Where the ships lie: in harbour unless there is work, carriers one line back, the landing force in front."""

from __future__ import annotations

from ironbottom.printed import AirplaneCard, ShipCard
from ironbottom.questions import Answer, Choose, Move, Value
from ironbottom.views import SeenFormation
from ironbottom.words import FRONT, MIDDLE, REAR, Icon, Line, Rank

from . import battles, landing, opposition, rationing, skies, worth
from .landing import Plan
from .table import SeenTable, as_token

DONE: Answer = ("done",)


def keep(table: SeenTable) -> Answer:
    """Window 1: a fleet without a front base leaves the strategic base in the front line; draw anew."""
    fronts = [b for b in table.mine.bases if table.base(b).rank is Rank.FRONT]
    return "keep" if fronts else "redraw"


def set_up(table: SeenTable) -> Answer:
    """Window 2, step by step."""
    return step(table, None)


def deploy(table: SeenTable) -> Answer:
    """Window 5, step by step."""
    return step(table, landing.best_plan(table))


def step(table: SeenTable, plan: Plan | None) -> Answer:
    """The next pair, else the next formation that is not where it should be, else done."""
    shape = table.question.shape
    assert isinstance(shape, Move)
    paired = _parting(table, shape, plan) or _pairing(table, shape)
    if paired is not None:
        return paired
    wanted = lines(table, plan)
    sailing = (*battles.raiders(table), *(() if plan is None else (*plan.transports, *plan.guns)))
    for token, there in rationing.by_urgency(table, shape.steps.get("move", {}), wanted, sailing).items():
        line = wanted[as_token(token)]
        if line in there and table.ships[as_token(token)].line is not line:
            return ("move", token, int(line))
    return DONE


def lines(table: SeenTable, plan: Plan | None) -> dict[int, Line]:
    """The line for each of my formations: at work, else in harbour, where the damaged ones are repaired."""
    wanted = dict.fromkeys(table.ships, REAR[table.me])
    behind = FRONT if battles.forward(table) else MIDDLE
    for token in hosts(table):
        wanted[token] = behind[table.me]
    if plan is not None:
        wanted.update(dict.fromkeys((*plan.transports, *plan.guns), FRONT[table.me]))
    wanted.update(dict.fromkeys(battles.raiders(table), FRONT[table.me]))
    for f in guards(table, [f for f in table.mine.formations if wanted[f.token] is REAR[table.me]]):
        wanted[f.token] = FRONT[table.me]
    return wanted


def hosts(table: SeenTable) -> list[int]:
    """Ships that airplanes of mine need: the best carriers first, as many as have something to carry."""
    sound = [f for f in table.mine.formations if f.values is not None and not f.damage and not table.has_transports(f)]
    sound.sort(key=lambda f: (-f.airplanes, -(f.values.icons if f.values else 0), f.token))
    waiting = {icon: carried(table, icon) for icon in (Icon.CARRIER, Icon.SEA)}
    found: list[int] = []
    for f in sound:
        assert f.values is not None
        if f.values.icon is not None and f.values.icons and waiting[f.values.icon] > 0:
            found.append(f.token)
            waiting[f.values.icon] -= f.values.icons
    return found


def carried(table: SeenTable, icon: Icon) -> int:
    """Airplanes of a kind that I hold or have on the table."""
    cards = [table.cards[c] for c in table.mine.hand or ()] + [table.airplane(a.token) for a in table.mine.airplanes]
    return len([card for card in cards if isinstance(card, AirplaneCard) and card.icon is icon])


def guards(table: SeenTable, idle: list[SeenFormation]) -> list[SeenFormation]:
    """Who lies in FRONT, unseen, so that a landing there meets ships."""
    strong = [f for f in idle if landing.usable(table, f) and not f.damage]
    fresh = table.temper.fresh_guards and skies.strikers(table, table.front) >= 1
    strong.sort(key=lambda f: (fresh and f.detected, -opposition.firepower(f), f.token))
    return strong if table.strategic_in_front(table.me) else strong[: table.temper.guards]


def _pairing(table: SeenTable, shape: Move) -> Answer | None:
    """The lone escort and the leader that profit most from each other."""
    pairs = shape.steps.get("pair", {})
    free = kept_free(table) if table.temper.express else None
    found: list[tuple[float, int, int]] = []
    for escort, leaders in pairs.items():
        card = table.ship_card(table.ships[as_token(escort)].lead)
        if card is None or table.ships[as_token(escort)].damage or as_token(escort) == free:
            continue
        for leader in leaders:
            f = table.ships[as_token(leader)]
            if not f.damage:
                found.append((_match(table, card, f), as_token(escort), f.token))
    best = max(found, default=None)
    if best is None or best[0] <= 0:
        return None
    return ("pair", best[1], best[2])


def kept_free(table: SeenTable) -> int | None:
    """§21.16  The escort that waits for the Tokyo Express, where its card is held with transports to load."""
    held = table.hand_events()
    loads = [card for card in held if card.transports is not None and card.effect.does != "express"]
    if not loads or not any(card.effect.does == "express" for card in held):
        return None
    unseen = landing.unseen_escorts(table)
    return min(unseen, key=lambda f: (worth.ship(table, f), f.token)).token if len(unseen) > 1 else None


def _match(table: SeenTable, escort: ShipCard, leader: SeenFormation) -> float:
    """How good it is that this card escorts that formation."""
    plus = escort.attached
    assert plus is not None
    if table.has_transports(leader):
        return 12.0 + plus.hp + 0.5 * worth.number(plus.land)
    vp = worth.ship(table, leader)
    if landing.is_carrier(table.ship_card(leader.lead)):
        return 3.0 + vp + worth.number(plus.air)
    return vp + 0.5 * (worth.number(plus.surface) + worth.number(plus.torp))


def _parting(table: SeenTable, shape: Move, plan: Plan | None) -> Answer | None:
    """Transports that are about to land take the escort of a ship that needs it less."""
    if plan is None or not shape.steps.get("part"):
        return None
    bare = [token for token in plan.transports if table.ships[token].escort is None and not table.ships[token].damage]
    lone = [f for f in table.mine.formations if landing.lone_escort(table, f)]
    if not bare or len(lone) >= len(bare):
        return None
    giving = [table.ships[as_token(x)] for x in shape.steps["part"]]
    giving = [f for f in giving if not f.damage and not table.has_transports(f)]
    giving = [f for f in giving if not landing.is_carrier(table.ship_card(f.lead))]
    if table.fuel is not None:  # §23.13: an escort that would have to sail there is left where it is
        giving = [f for f in giving if f.line in [table.ships[token].line for token in bare]]
    if not giving:
        return None
    return ("part", min(giving, key=lambda f: (worth.ship(table, f), f.token)).token)


def repair(table: SeenTable) -> Answer:
    """Window 7: first who is nearly whole, so that ships come out of the dock."""
    shape = table.question.shape
    assert isinstance(shape, Choose)

    def rank(token: Value) -> tuple[int, float, int]:
        f = table.ships[as_token(token)]
        return f.damage, -worth.ship(table, f), f.token

    return min(shape.options, key=rank)
