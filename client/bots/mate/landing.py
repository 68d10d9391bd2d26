"""When to land: which base may fall, and who must sail for it."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.options import Options
from ironbottom.printed import EventCard, ShipCard
from ironbottom.views import SeenBase, SeenFormation
from ironbottom.words import Rank, Side

from . import clock, opposition, rationing, skies, worth
from .assault import Army, Gunners, falls
from .table import SeenTable
from .volley import Law, mean, untouched

BOLD_FOR_ALL = 0.2  # the chance from which on a landing on the strategic base is worth it
LAST_CHANCE = 0.03  # and for any, when there is no other day
EARLY = 2  # side-turns in which nobody is ready yet
SURE = 0.9  # more than that needs no more transports

Troops = SeenFormation | EventCard  # transports on the table, or in the hand


class Plan(NamedTuple):
    """A landing that pays."""

    target: int
    chance: float
    gain: float  # chance times what the base is worth
    transports: tuple[int, ...]  # on the table
    cards: tuple[str, ...]  # transports still in the hand
    guns: tuple[int, ...]  # formations that bombard, or keep the enemy's ships away


def army(table: SeenTable, troops: Troops) -> Army:
    """§18.4(e)(4)  The escort takes the damage first, so the army is whole until it is full."""
    card = troops if isinstance(troops, EventCard) else table.event(troops.lead or "")
    assert card is not None
    assert card.transports is not None
    values = card.transports.values
    more = marines(table.options, table.me)
    if isinstance(troops, EventCard):
        return Army((values.army or 0) + more, values.hp)
    escort = table.ship_card(troops.escort)
    escort_hp = 0 if escort is None else escort.values.hp
    damage = max(0, troops.damage - escort_hp)
    left = max(0, escort_hp - troops.damage)
    return Army(max(0, (values.army or 0) - damage) + more, max(1, values.hp - damage), left)


def marines(options: Options, side: Side) -> int:
    """§23.8  What transports of a side fight with besides their Army."""
    return int(options.semper_fi and side is Side.US)


def law(table: SeenTable, base: SeenBase, armies: list[Army], guns: list[SeenFormation], arrives: float = 1.0) -> Law:
    """P(the base falls) by the damage that it has after the air attacks, the heaviest guns and armies first."""
    shelling = [Gunners(f.values.land, max(1, f.values.hp - f.damage)) for f in guns if f.values is not None]
    shelling.sort(key=lambda gun: (worth.number(gun.land), gun.hp), reverse=True)
    return falls(table.base(base), sorted(armies, reverse=True), shelling, arrives)


def opposed(table: SeenTable, base: SeenBase, armies: list[Army], guns: list[SeenFormation]) -> Law:
    """The same with the enemy's ships and bombers counted in.  Guns that hold ships down do not bombard."""
    escorts, support = opposition.split(table, guns)
    return law(table, base, armies, support, opposition.arrives(table, escorts, armies))


def usable(table: SeenTable, f: SeenFormation) -> bool:
    """Whether a ship may go into a landing: it has guns, is no carrier, and is not half sunk."""
    card = table.ship_card(f.lead)
    if card is None or f.values is None or 2 * f.damage >= f.values.hp:
        return False
    return not is_carrier(card) and opposition.firepower(f) + worth.number(f.values.land) >= 1


def is_carrier(card: ShipCard | None) -> bool:
    """By the type that the card prints."""
    return card is not None and card.type.startswith("CV")


def bombs(table: SeenTable, base: SeenBase) -> Law:
    """P(so much damage to a base) by the airplanes that could attack it this turn."""
    card = table.base(base)
    target = untouched(base.token, card.hp, card.air, (0.0,) * (card.hp + 1))
    aboard = [(table.airplane(a.token), a.host) for a in table.mine.airplanes if a.host]
    able = [plane for plane, host in aboard if table.in_reach(plane, host, base.line)]
    escorts = len([plane for plane in able if skies.fighter(plane)])
    risk = skies.dangers(table, {base.line}, escorts)[base.line]
    for plane in sorted(able, key=lambda c: -worth.number(c.land)):
        if plane.land and not skies.fighter(plane):
            after, _ = target.after(plane.land, torpedo=False)
            mixed = [risk * p + (1 - risk) * q for p, q in zip(target.law, after.law, strict=True)]
            target = target._replace(law=tuple(mixed))
    return target.law


def best_plan(table: SeenTable) -> Plan | None:
    """The landing that promises most, if one pays; before the ships move, so any of them may sail for it."""
    good = [plan for plan in plans(table) if plan.chance >= bold(table, plan)]
    return max(good, key=lambda plan: (plan.gain, plan.target), default=None)


def plans(table: SeenTable) -> list[Plan]:
    """For each base the landing that could be sent there; none without transports."""
    afloat = [f for f in table.mine.formations if table.has_transports(f)]
    held = [card for card in table.hand_events() if card.transports is not None]
    held.sort(key=lambda card: (army(table, card), card.id), reverse=True)
    waiting: list[Troops] = [*afloat, *held]
    if not waiting:
        return []
    return [_plan(table, b, waiting) for b in table.theirs.bases if b.line is table.enemy_front]


def bold(table: SeenTable, plan: Plan) -> float:
    """The chance that a landing must have."""
    if clock.desperate(table):
        return LAST_CHANCE
    card = table.base(table.enemy_bases[plan.target])
    least = BOLD_FOR_ALL if card.rank is Rank.STRATEGIC else table.temper.bold
    if table.view.turn <= EARLY:
        least += table.temper.early
    bare = len(plan.cards) > ferried(table, plan) or any(table.ships[token].escort is None for token in plan.transports)
    return least + table.temper.bare * skies.strikers(table, table.front) if bare else least


def ferried(table: SeenTable, plan: Plan) -> int:
    """§21.16  How many transports of a plan can sail unseen: one, if the Tokyo Express is held and may load it."""
    express = [card.id for card in table.hand_events() if card.effect.does == "express"]
    loads = [card for card in plan.cards if card not in express]  # it never loads itself
    return int(table.temper.express and bool(express and loads and unseen_escorts(table)))


def unseen_escorts(table: SeenTable) -> list[SeenFormation]:
    """§21.16  Whom the Tokyo Express may load: unhurt, by themselves, and seen by nobody."""
    return [f for f in table.mine.formations if not f.detected and lone_escort(table, f)]


def lone_escort(table: SeenTable, f: SeenFormation) -> bool:
    """Whether an escort that is unhurt lies by itself."""
    card = table.ship_card(f.lead)
    return card is not None and card.attached is not None and f.escort is None and not f.damage


def _plan(table: SeenTable, base: SeenBase, waiting: list[Troops]) -> Plan:
    """Transports one after another, those on the table first, until the base is as good as taken."""
    guns = rationing.in_reach(table, [f for f in table.mine.formations if usable(table, f)])
    air, chance, sailing = bombs(table, base), 0.0, 0
    armies = [army(table, troops) for troops in waiting]
    while chance < SURE and sailing < len(waiting):
        sailing += 1
        chance = mean(air, opposed(table, base, armies[:sailing], guns))
    afloat = tuple([troops.token for troops in waiting[:sailing] if isinstance(troops, SeenFormation)])
    cards = tuple([troops.id for troops in waiting[:sailing] if isinstance(troops, EventCard)])
    gain = chance * worth.base_lost(table.base(base))
    return Plan(base.token, chance, gain, afloat, cards, tuple([f.token for f in guns]))


def in_place(table: SeenTable) -> tuple[list[SeenFormation], list[SeenFormation]]:
    """Transports of mine that stand in FRONT now, and everything there that has guns, their escorts included."""
    there = [f for f in table.mine.formations if f.line is table.front]
    transports = [f for f in there if table.has_transports(f)]
    return transports, [f for f in there if f not in transports or f.escort is not None]


def chances_now(table: SeenTable, base: SeenBase) -> Law:
    """P(this base falls) by its damage after the air attacks, with what stands in FRONT now."""
    transports, guns = in_place(table)
    if not transports:
        return (0.0,) * (table.base(base).hp + 1)
    return opposed(table, base, [army(table, f) for f in transports], guns)
