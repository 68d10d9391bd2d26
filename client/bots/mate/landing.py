"""When to land: which base may fall, who must sail for it, and what the enemy can do about it."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.printed import EventCard, ShipCard
from ironbottom.views import SeenBase, SeenFormation
from ironbottom.words import FRONT, Rank

from . import clock, skies, worth
from .assault import Army, Gunners, falls
from .table import Table
from .volley import Law, untouched

BOLD = 0.3  # a landing is worth it from this chance on, for a front base
BOLD_FOR_ALL = 0.2  # and for the strategic base
LAST_CHANCE = 0.03  # and for any, when there is no other day
SURE = 0.9  # more than that needs no more ships
HIDDEN_GUNS = 3.5  # hits that an unseen enemy formation in FRONT may be good for
COMES = 0.7  # how likely an unseen enemy formation comes out to meet a landing
HOLD = 1.2  # guns on Escort for each gun that may meet us
HELD_DOWN = 0.8  # how much of the escorts' fire tells
BREAKS = 0.6  # how much of the enemy's guns go for the transports, if escorts are there
AT_TRANSPORTS = 0.7  # and how much of that hits them and not others
SINKS = 0.3  # transports without an escort that one bomber sinks


class Plan(NamedTuple):
    """A landing that pays."""

    target: int
    chance: float
    gain: float  # chance times what the base is worth
    transports: tuple[int, ...]  # on the table
    cards: tuple[str, ...]  # transports still in the hand
    guns: tuple[int, ...]  # formations that bombard, or keep the enemy's ships away


def army_of(t: Table, f: SeenFormation) -> Army:
    """§18.4(e)(4)  The escort takes the damage first, so the army is whole until it is full."""
    card = None if f.lead is None else t.cards[f.lead]
    assert isinstance(card, EventCard)
    assert card.transports is not None
    escort = t.ship_card(f.escort)
    escort_hp = 0 if escort is None else escort.values.hp
    damage = max(0, f.damage - escort_hp)
    values = card.transports.values
    return Army(max(0, (values.army or 0) - damage), max(1, values.hp - damage), max(0, escort_hp - f.damage))


def army_in_hand(card: EventCard) -> Army:
    assert card.transports is not None
    return Army(card.transports.values.army or 0, card.transports.values.hp)


def gunners(f: SeenFormation) -> Gunners:
    assert f.values is not None
    return Gunners(f.values.land, max(1, f.values.hp - f.damage))


def law(t: Table, base: SeenBase, armies: list[Army], guns: list[SeenFormation]) -> Law:
    """P(the base falls) by its damage, if these go for it and nothing is in their way."""
    return falls(t.base(base), sorted(armies, reverse=True), [gunners(f) for f in by_land(guns)])


def opposed(t: Table, base: SeenBase, armies: list[Army], guns: list[SeenFormation]) -> Law:
    """P(the base falls) by the damage that it has after the air attacks, with the enemy's ships and bombers counted in.

    Guns that hold enemy ships down do not bombard.
    """
    escorts, support = split(t, guns)
    arrives = crossing(t, escorts, armies) * flown_at(t, armies)
    return falls(t.base(base), sorted(armies, reverse=True), [gunners(f) for f in by_land(support)], arrives)


def by_land(guns: list[SeenFormation]) -> list[SeenFormation]:
    return sorted(guns, key=lambda f: (-worth.number(f.values and f.values.land), f.token))


def firepower(f: SeenFormation) -> float:
    """Hits at sea to be expected of a formation."""
    if f.values is None:
        return HIDDEN_GUNS * (1.5 if f.pair else 1.0)
    return worth.number(f.values.surface) + worth.number(f.values.torp)


def hull(f: SeenFormation) -> float:
    """HP left."""
    if f.values is None:
        return 7.0 if f.pair else 4.0
    return float(f.values.hp - f.damage)


def meeting(t: Table) -> list[tuple[SeenFormation, float]]:
    """Enemy ships that may meet a landing, and how likely: who is detected has to attend."""
    there = [f for f in t.theirs.formations if f.line is t.enemy_front and firepower(f) >= 1]
    return [(f, 1.0 if f.detected else COMES) for f in there]


def keeping(f: SeenFormation) -> float:
    """Better on Escort: guns against ships.  Better off the base: guns against land."""
    return firepower(f) - (0.0 if f.values is None else 1.5 * worth.number(f.values.land))


def split(t: Table, guns: list[SeenFormation]) -> tuple[list[SeenFormation], list[SeenFormation]]:
    """Who keeps enemy ships away, and who bombards."""
    need = HOLD * sum([firepower(f) * p for f, p in meeting(t)])
    escorts: list[SeenFormation] = []
    for f in sorted(guns, key=lambda f: (-keeping(f), f.token)):
        if need > 0 and not t.has_transports(f):
            escorts.append(f)
            need -= firepower(f)
    return escorts, [f for f in guns if f not in escorts]


def crossing(t: Table, escorts: list[SeenFormation], armies: list[Army]) -> float:
    """The chance of transports to get past the enemy ships in their FRONT line."""
    theirs = meeting(t)
    fire, hulls = sum([firepower(f) * p for f, p in theirs]), sum([hull(f) * p for f, p in theirs])
    if not fire:
        return 1.0
    held = min(1.0, HELD_DOWN * sum([firepower(f) for f in escorts]) / max(1.0, hulls))
    through = fire * (BREAKS if escorts else 1.0) * (1 - held)
    return max(0.0, 1 - AT_TRANSPORTS * through / max(1.0, _bulk(armies)))


def flown_at(t: Table, armies: list[Army]) -> float:
    """The chance of transports to live through what the enemy's bombers send at them before they land."""
    strikers = skies.strikers(t, t.front)
    sunk = sum([SINKS / (1.0 if army.escort_hp == 0 else 2.5) for army in armies]) / max(1, len(armies))
    return max(0.0, 1 - strikers * sunk / max(1, len(armies)))


def _bulk(armies: list[Army]) -> float:
    """HP of all transports with their escorts."""
    return sum([float(army.hp + army.escort_hp) for army in armies])


def usable(t: Table, f: SeenFormation) -> bool:
    """Whether a ship may go into a landing: it has guns, is no carrier, and is not half sunk."""
    card = t.ship_card(f.lead)
    if card is None or f.values is None or 2 * f.damage >= f.values.hp:
        return False
    return not card.type.startswith("CV") and firepower(f) + worth.number(f.values.land) >= 1


def bombers(t: Table, base: SeenBase) -> Law:
    """P(so much damage) by airplanes that I have aboard or in hand and that could attack the base this turn."""
    card = t.base(base)
    target = untouched(base.token, card.hp, card.air, (0.0,) * (card.hp + 1))
    able = [t.airplane(a.token) for a in t.mine.airplanes if a.host and _reaches(t, a.token, base)]
    escorts = sum([1 for card in able if skies.fighter(card)])
    risk = skies.dangers(t, {base.line}, escorts)[base.line]
    for plane in sorted(able, key=lambda c: -worth.number(c.land)):
        if plane.land is not None and plane.land > 0 and not skies.fighter(plane):
            after, _ = target.after(plane.land, torpedo=False)
            mixed = [risk * p + (1 - risk) * q for p, q in zip(target.law, after.law, strict=True)]
            target = after._replace(law=tuple(mixed))
    return target.law


def _reaches(t: Table, token: int, base: SeenBase) -> bool:
    """From where it stands, or from MIDDLE after the deployment."""
    return t.in_reach(t.airplane(token), t.airplanes[token].host, base.line)


def best_plan(t: Table) -> Plan | None:
    """The landing that promises most, if one pays; before the ships move, so any of them may sail for it."""
    afloat = [f for f in t.mine.formations if t.has_transports(f)]
    held = [card for card in t.hand_events() if card.transports is not None]
    if not afloat and not held:
        return None
    plans = [_plan(t, b, afloat, held) for b in t.theirs.bases if b.line is t.enemy_front]
    good = [p for p in plans if p is not None and p.chance >= bold(t, p)]
    return max(good, key=lambda p: (p.gain, p.target), default=None)


def bold(t: Table, plan: Plan) -> float:
    """The chance that a landing must have."""
    if clock.desperate(t):
        return LAST_CHANCE
    card = t.base(t.enemy_bases[plan.target])
    return BOLD_FOR_ALL if card.rank is Rank.STRATEGIC else BOLD


def _plan(t: Table, base: SeenBase, afloat: list[SeenFormation], held: list[EventCard]) -> Plan | None:
    """Transports one after another, those on the table first, until the base is as good as taken."""
    card = t.base(base)
    guns = [f for f in t.mine.formations if usable(t, f)]
    air = bombers(t, base)
    waiting: list[tuple[Army, SeenFormation | EventCard]] = [(army_of(t, f), f) for f in afloat]
    waiting += [(army_in_hand(c), c) for c in sorted(held, key=lambda c: (-army_in_hand(c).army, c.id))]
    armies: list[Army] = []
    sailing: list[SeenFormation | EventCard] = []
    chance = 0.0
    for army, who in waiting:
        armies.append(army)
        sailing.append(who)
        chance = sum([p * q for p, q in zip(air, opposed(t, base, armies, guns), strict=True)])
        if chance >= SURE:
            break
    transports = tuple([who.token for who in sailing if isinstance(who, SeenFormation)])
    cards = tuple([who.id for who in sailing if isinstance(who, EventCard)])
    gain = chance * worth.base_lost(card)
    return Plan(base.token, chance, gain, transports, cards, tuple([f.token for f in guns]))


def in_place(t: Table) -> tuple[list[SeenFormation], list[SeenFormation]]:
    """Transports and guns of mine that stand in FRONT now."""
    there = [f for f in t.mine.formations if f.line is FRONT[t.me]]
    armies = [f for f in there if t.has_transports(f)]
    return armies, [f for f in there if not t.has_transports(f) and f.values is not None]


def chances_now(t: Table, base: SeenBase) -> Law:
    """P(this base falls) by its damage after the air attacks, with what stands in FRONT now; enemy ships counted in."""
    armies, guns = in_place(t)
    if not armies:
        return (0.0,) * (t.base(base).hp + 1)
    guns += [f for f in armies if f.escort is not None]
    return opposed(t, base, [army_of(t, f) for f in armies], guns)


def is_carrier(card: ShipCard | None) -> bool:
    return card is not None and card.type.startswith("CV")
