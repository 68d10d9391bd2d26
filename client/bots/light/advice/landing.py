"""When to land: which base may fall, who must sail for it, and what the enemy can do about it."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom.printed import EventCard
from ironbottom.state import Base
from ironbottom.words import FRONT, MIDDLE, Rank, Token

from ...mate.assault import Army, Gunners
from ...mate.landing import BOLD_FOR_ALL, LAST_CHANCE, SURE
from ...mate.opposition import AT_TRANSPORTS, BREAKS, COMES, HELD_DOWN, HOLD, SINKS, SINKS_PAIR
from ...mate.volley import Law, mean
from ...mate.worth import TRANSPORTS, base_lost
from ..facts import Hull, Plane
from ..laws import fallen, untouched
from ..outlook import Outlook

BOLD = 0.3  # a landing is worth it from this chance on, for a front base
GUNS = 5  # formations that bombard, at most: what more do is little

Guns = list[tuple[Token, Hull]]


class Beachhead(NamedTuple):
    """A landing that pays."""

    target: Token
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


def arrives(against: Opposition, escorts: Guns, armies: tuple[Army, ...]) -> float:
    """The chance of transports to come to the base: past ships, and past bombers."""
    held = min(1.0, HELD_DOWN * sum([hull.fire for _, hull in escorts]) / max(1.0, against.hulls))
    through = against.fire * (BREAKS if escorts else 1.0) * (1 - held)
    bulk = sum([a.hp + a.escort_hp for a in armies])
    past = max(0.0, 1 - AT_TRANSPORTS * through / max(1, bulk))
    n = max(1, len(armies))
    sunk = sum([SINKS_PAIR if a.escort_hp else SINKS for a in armies]) / n
    return past * max(0.0, 1 - against.bombers * sunk / n)


def gunners(guns: Guns) -> tuple[Gunners, ...]:
    """Those whose shells count, the heaviest first."""
    shelling = [hull.gunners for _, hull in guns if hull.shells >= 1]
    shelling.sort(key=heaviest, reverse=True)
    return tuple(shelling[:GUNS])


def heaviest(gun: Gunners) -> tuple[float, int]:
    return gun.land or 0, gun.hp


def in_place(b: Outlook) -> tuple[Guns, Guns]:
    """Transports of mine that stand in FRONT now, and everything there that has guns, their escorts included."""
    front = FRONT[b.me]
    there = [(f, b.card_facts.hull(f)) for f in b.own.formations.values() if f.line is front]
    transports = [(f.token, hull) for f, hull in there if hull.transports]
    guns = [(f.token, hull) for f, hull in there if f.escort is not None or not hull.transports]
    return transports, guns


class Ready(NamedTuple):
    """Who could go ashore this turn with what stands in FRONT now."""

    armies: tuple[Army, ...]
    shelling: tuple[Gunners, ...]
    arriving: float  # the chance to come to the base

    def takes(self, base: Base) -> Law:
        """P(this base falls) by its damage after the air attacks."""
        return fallen(base.card, self.armies, self.shelling, self.arriving)


def ready(b: Outlook) -> Ready | None:
    """None: there are no transports in FRONT.

    Airplane after airplane asks for it, so it is worked out anew only where a row that it hangs on has changed.
    """
    their = b.their
    lines = [(base.token, base.line) for base in their.bases.values()]
    basis = b.me, [*b.own.formations.values()], [*their.formations.values()], [*their.airplanes.values()], lines
    known, found = b.orders.ashore
    if known != basis:
        found = _ready(b)
        b.orders.ashore = basis, found
    ready_now: Ready | None = found
    return ready_now


def _ready(b: Outlook) -> Ready | None:
    transports, guns = in_place(b)
    if not transports:
        return None
    against = opposition(b)
    escorts, support = split(guns, against.fire)
    armies = tuple(sorted([hull.army for _, hull in transports], reverse=True))
    return Ready(armies, gunners(support), arrives(against, escorts, armies))


def bombers(b: Outlook, planned: bool) -> list[Plane]:
    """My airplanes that get through to the enemy's FRONT, those that hit bases hardest first.

    Where ships are still to move (`planned`) carriers are taken to come to MIDDLE.
    """
    front, middle = FRONT[b.enemy], MIDDLE[b.me]
    fighters, strikers = 0, []
    for a in b.own.airplanes.values():
        if not a.host:
            continue
        card = b.card_facts.planes[a.card.id]
        line = middle if planned and a.host not in b.own.bases else b.host_line(a.host)
        if abs(line - front) <= b.reach(card, a.host):
            if card.fighter:
                fighters += 1
            elif card.land:
                strikers.append(card)
    strikers.sort(key=lambda card: (-card.bombs, card.id))
    return strikers[: round(len(strikers) * (1 - b.danger(front, fighters)))]


def bombs(base: Base, wings: list[Plane]) -> Law:
    """P(so much damage to a base) after these."""
    struck = untouched(base.card.hp, base.card.air)
    for card in wings:
        struck, _ = struck.after(card.land, False)
    return struck.law


def promises(b: Outlook, now: Ready) -> list[tuple[float, Token]]:
    """What a landing may bring now, base by base, less the transports that may be spent for nothing."""
    wings, spent = bombers(b, planned=False), 0.0 if b.desperate() else TRANSPORTS * len(now.armies)
    found = []
    for base in front_bases(b):
        chance = mean(bombs(base, wings), now.takes(base))
        found.append((chance * base_lost(base.card) - (1 - chance) * spent, base.token))
    return found


def front_bases(b: Outlook) -> list[Base]:
    """Bases that may be landed on."""
    front = FRONT[b.enemy]
    return [base for _, base in sorted(b.their.bases.items()) if base.line is front]


def held_transports(b: Outlook) -> list[tuple[Army, str]]:
    """Transports in the hand, the strongest first."""
    found: list[tuple[Army, str]] = []
    for card in b.own.hand:
        if isinstance(card, EventCard) and card.transports is not None:
            values = card.transports.values
            found.append((Army((values.army or 0) + b.card_facts.marines[b.me], values.hp), card.id))
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
    force = _force(b, afloat, held, guns)
    wings, desperate = bombers(b, planned=True), b.desperate()
    plans = [_plan(base, force, bombs(base, wings), bold(base, desperate)) for base in front_bases(b)]
    good = [plan for plan in plans if plan is not None]
    return max(good, key=lambda plan: (plan.gain, plan.target), default=None)


class _Force(NamedTuple):
    """Who may sail: so many transports with their chance to arrive, and who covers them."""

    afloat: tuple[Token, ...]
    cards: tuple[str, ...]
    sailing: list[tuple[tuple[Army, ...], float]]  # of one, of two, and so on: the heaviest first
    shelling: tuple[Gunners, ...]
    guns: tuple[Token, ...]


def _force(b: Outlook, afloat: list[tuple[Army, Token]], held: list[tuple[Army, str]], guns: Guns) -> _Force:
    armies = [army for army, _ in afloat] + [army for army, _ in held]
    against = opposition(b)
    escorts, support = split(guns, against.fire)
    sorted_ = [tuple(sorted(armies[:n], reverse=True)) for n in range(1, len(armies) + 1)]
    sailing = [(going, arrives(against, escorts, going)) for going in sorted_]
    tokens, cards = tuple([token for _, token in afloat]), tuple([card for _, card in held])
    return _Force(tokens, cards, sailing, gunners(support), tuple([token for token, _ in guns]))


def bold(base: Base, desperate: bool) -> float:
    """The chance that a landing must have."""
    if desperate:
        return LAST_CHANCE
    return BOLD_FOR_ALL if base.card.rank is Rank.STRATEGIC else BOLD


def _plan(base: Base, force: _Force, air: Law, least: float) -> Beachhead | None:
    """Transports one after another, those on the table first, until the base is as good as taken; None: it holds."""
    all_of_them, arriving = force.sailing[-1]
    whole = mean(air, fallen(base.card, all_of_them, force.shelling, arriving))
    if whole < least:
        return None
    chance, n = 0.0, 0
    while chance < SURE and n < len(force.sailing):
        armies, arriving = force.sailing[n]
        chance = mean(air, fallen(base.card, armies, force.shelling, arriving))
        n += 1
    cards = force.cards[: max(0, n - len(force.afloat))]
    return Beachhead(base.token, chance, chance * base_lost(base.card), force.afloat[:n], cards, force.guns)
