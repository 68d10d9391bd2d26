"""When to land: which base may fall, who must sail for it, and what the enemy can do about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ironbottom.printed import EventCard
from ironbottom.state import Base, Formation
from ironbottom.words import FRONT, MIDDLE, Line, Rank, Token

from ...mate.assault import Army
from ...mate.volley import Law, mean
from ..facts import TRANSPORTS, Hull, Plane, base_lost, number
from ..laws import fallen, untouched
from ..outlook import Outlook

BOLD = 0.3  # a landing is worth it from this chance on, for a front base
BOLD_FOR_ALL = 0.2  # and for the strategic base
LAST_CHANCE = 0.03  # and for any, when there is no other day
SURE = 0.9  # more than that needs no more transports
COMES = 0.7  # how likely an unseen formation comes out to meet a landing
HOLD = 1.2  # guns on Escort for each gun that may meet us
HELD_DOWN = 0.8  # how much of the escorts' fire tells
BREAKS = 0.6  # how much of the enemy's guns go for the transports, if escorts are there
AT_TRANSPORTS = 0.7  # and how much of that hits them and not others
SINKS, SINKS_PAIR = 0.3, 0.12  # transports that one bomber sinks, without an escort and with one

Guns = list[tuple[Token, Hull]]


class Beachhead(NamedTuple):
    """A landing that pays."""

    target: int
    chance: float
    gain: float  # chance times what the base is worth
    transports: tuple[Token, ...]  # on the table
    cards: tuple[str, ...]  # transports still in the hand
    guns: tuple[Token, ...]  # formations that bombard, or keep the enemy's ships away


class Opposition(NamedTuple):
    """What may meet a landing at sea and in the air."""

    fire: float
    hulls: float
    bombers: float


def opposition(b: Outlook) -> Opposition:
    fire = hulls = 0.0
    front = FRONT[b.enemy]
    for f, hull in b.foes():
        if f.line is front and hull.fire >= 1:
            comes = 1.0 if f.detected else COMES
            fire += hull.fire * comes
            hulls += hull.left * comes
    return Opposition(fire, hulls, b.strikers(FRONT[b.me]))


def split(guns: Guns, fire: float) -> tuple[Guns, Guns]:
    """Who keeps enemy ships away, and who bombards."""
    need = HOLD * fire
    escorts: Guns = []
    for gun in sorted(guns, key=_keeping, reverse=True):
        if need <= 0:
            break
        if not gun[1].transports:
            escorts.append(gun)
            need -= gun[1].fire
    return escorts, [gun for gun in guns if gun not in escorts]


def _keeping(gun: tuple[Token, Hull]) -> tuple[float, int]:
    return gun[1].fire - 1.5 * gun[1].shells, gun[0]


def arrives(against: Opposition, escorts: Guns, armies: list[Army]) -> float:
    """The chance of transports to come to the base: past ships, and past bombers."""
    held = min(1.0, HELD_DOWN * sum([hull.fire for _, hull in escorts]) / max(1.0, against.hulls))
    through = against.fire * (BREAKS if escorts else 1.0) * (1 - held)
    bulk = sum([a.hp + a.escort_hp for a in armies])
    past = max(0.0, 1 - AT_TRANSPORTS * through / max(1, bulk))
    n = max(1, len(armies))
    sunk = sum([SINKS_PAIR if a.escort_hp else SINKS for a in armies]) / n
    return past * max(0.0, 1 - against.bombers * sunk / n)


def law(base: Base, armies: list[Army], guns: Guns, chance: float) -> Law:
    """P(the base falls) by its damage, the heaviest guns and armies first."""
    shelling = [hull.gunners for _, hull in guns]
    shelling.sort(key=lambda gun: (number(gun.land), gun.hp), reverse=True)
    return fallen(base.card, tuple(sorted(armies, reverse=True)), tuple(shelling), chance)


def in_place(b: Outlook) -> tuple[Guns, Guns]:
    """Transports of mine that stand in FRONT now, and everything there that has guns, their escorts included."""
    front = FRONT[b.me]
    there = [(f, b.card_facts.hull(f)) for f in b.own.formations.values() if f.line is front]
    transports = [(f.token, hull) for f, hull in there if hull.transports]
    guns = [(f.token, hull) for f, hull in there if f.escort is not None or not hull.transports]
    return transports, guns


def chances_now(b: Outlook, base: Base) -> Law:
    """P(this base falls) by its damage after the air attacks, with what stands in FRONT now."""
    transports, guns = in_place(b)
    if not transports:
        return (0.0,) * (base.card.hp + 1)
    against = opposition(b)
    escorts, support = split(guns, against.fire)
    armies = [hull.army for _, hull in transports]
    return law(base, armies, support, arrives(against, escorts, armies))


Bombers = list[tuple[Plane, Line, int]]  # from where they fly, and how far


def bombers(b: Outlook, planned: bool) -> Bombers:
    """My airplanes aboard.  Where ships are still to move (`planned`) carriers are taken to come to MIDDLE."""
    found, middle = [], MIDDLE[b.me]
    for token, a in b.own.airplanes.items():
        if a.host:
            card = b.plane(token)
            line = middle if planned and a.host not in b.own.bases else b.host_line(a.host)
            found.append((card, line, b.reach(card, a.host)))
    return found


def bombs(b: Outlook, base: Base, wings: Bombers) -> Law:
    """P(so much damage to a base) after the airplanes that could attack it this turn."""
    able = [card for card, line, reach in wings if abs(line - base.line) <= reach]
    escorts = len([1 for card in able if card.fighter])
    risk = b.danger(base.line, escorts)
    strikers = sorted([card for card in able if card.land and not card.fighter], key=lambda c: (-c.bombs, c.id))
    struck = untouched(base.card.hp, base.card.air)
    through, law_ = 1 - risk, struck.law
    for card in strikers[: max(1, round(len(strikers) * through))] if strikers else ():
        struck, _ = struck.after(card.land, False)
        law_ = struck.law
    return law_


def promise(b: Outlook, base: Base, planned: bool = False) -> float:
    """What a landing on this base may bring now, less the transports that may be spent for nothing."""
    transports, _ = in_place(b)
    if not transports:
        return 0.0
    chance = mean(bombs(b, base, bombers(b, planned)), chances_now(b, base))
    spent = 0.0 if b.desperate() else (1 - chance) * TRANSPORTS * len(transports)
    return chance * base_lost(base.card) - spent


def front_bases(b: Outlook) -> list[Base]:
    """Bases that may be landed on."""
    front = FRONT[b.enemy]
    return [base for _, base in sorted(b.their.bases.items()) if base.line is front]


def held_transports(b: Outlook) -> list[tuple[Army, str]]:
    """Transports in the hand, the strongest first."""
    found = []
    for card in b.own.hand:
        if isinstance(card, EventCard) and card.transports is not None:
            values = card.transports.values
            found.append((Army(values.army or 0, values.hp), card.id))
    found.sort(reverse=True)
    return found


def best_plan(b: Outlook) -> Beachhead | None:
    """The landing that promises most, if one pays; before the ships move, so any of them may sail for it."""
    hulls = [(f, b.card_facts.hull(f)) for f in b.own.formations.values()]
    afloat = [(hull.army, f.token) for f, hull in hulls if hull.transports]
    held = held_transports(b)
    if not afloat and not held:
        return None
    guns = [(f.token, hull) for f, hull in hulls if hull.usable]
    against = opposition(b)
    wings, desperate = bombers(b, planned=True), b.desperate()
    found = []
    for base in front_bases(b):
        plan = _plan(b, base, afloat, held, guns, against, bombs(b, base, wings))
        if plan.chance >= bold(base, desperate):
            found.append(plan)
    return max(found, key=lambda plan: (plan.gain, plan.target), default=None)


def bold(base: Base, desperate: bool) -> float:
    """The chance that a landing must have."""
    if desperate:
        return LAST_CHANCE
    return BOLD_FOR_ALL if base.card.rank is Rank.STRATEGIC else BOLD


def _plan(
    b: Outlook, base: Base, afloat: list[tuple[Army, Token]], held: list[tuple[Army, str]], guns: Guns,
    against: Opposition, air: Law,
) -> Beachhead:
    """Transports one after another, those on the table first, until the base is as good as taken."""
    armies = [army for army, _ in afloat] + [army for army, _ in held]
    escorts, support = split(guns, against.fire)
    chance, sailing = 0.0, 0
    while chance < SURE and sailing < len(armies):
        sailing += 1
        going = armies[:sailing]
        chance = mean(air, law(base, going, support, arrives(against, escorts, going)))
    tokens = tuple([token for _, token in afloat[:sailing]])
    cards = tuple([card for _, card in held[: max(0, sailing - len(afloat))]])
    return Beachhead(base.token, chance, chance * base_lost(base.card), tokens, cards, tuple(sorted_tokens(guns)))


def sorted_tokens(guns: Iterable[tuple[Token, Hull]]) -> list[Token]:
    return [token for token, _ in guns]


def transports_of(b: Outlook, f: Formation) -> bool:
    return b.card_facts.hull(f).transports
