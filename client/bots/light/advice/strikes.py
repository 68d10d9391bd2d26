"""Air attacks: which airplane goes for what, who goes next, and when to break off.

Each attack is worth what it adds to a target, less the airplane that may be lost; the best one goes first, and then it
is asked again, of what has changed.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import lru_cache
from math import inf
from operator import itemgetter

from msgspec import Struct

from ironbottom.abilities import damaged, raised
from ironbottom.dice import Attempts
from ironbottom.questions import Answer, Assign, Value
from ironbottom.rules.s17_air_attack import AirAttack, Attacks, Strike
from ironbottom.rules.s23_veterans import veterans
from ironbottom.state import Base
from ironbottom.words import Action, Line, Token

from ...mate.attacks import ATTACK, BREAK_OFF, WITHDRAW
from ...mate.strikes import LEAST, ON_BASE
from ...mate.volley import Law, blow
from ...mate.worth import ABOARD, DAMAGE, base_lost
from ..facts import Mode, Plane
from ..laws import Struck, untouched
from ..outlook import Outlook
from . import landing

Lines = tuple[Line, ...]
Able = dict[int, Lines]  # airplanes, and the lines that each may attack


class Raid(Struct, frozen=True, gc=False):
    """One airplane and its target."""

    airplane: int
    mode: str
    target: int
    line: Line
    gain: float


class Prize:
    """Something to hit, what it is worth, and how it may stand after what was sent so far."""

    __slots__ = ("each", "now", "token", "value", "whole", "worth")

    def __init__(self, token: int, now: Struck, whole: float, worth: Law | None = None) -> None:
        self.token, self.now, self.whole, self.worth = token, now, whole, worth  # `worth` by damage: of a base
        self.each = DAMAGE * min(1.5, whole / 2)  # for each damage on a ship that does not sink
        self.value = 0.0

    def at(self, struck: Struck) -> float:
        """What it is worth to me that it stands like this."""
        if self.worth is None:
            return self.each * struck.hurt + self.whole * struck.sunk
        return sum([p * w for p, w in zip(struck.law, self.worth, strict=True)])


def prizes(b: Outlook, lines: Iterable[Line], shielded: Container[int]) -> dict[Line, list[Prize]]:
    """Everything that is worth an attack, line by line, where there is anything."""
    found: dict[Line, list[Prize]] = {line: [] for line in lines}
    aboard = b.foe_aboard()
    for f, hull in b.foes():
        if f.detected and f.line in found and f.token not in shielded:
            worth = hull.worth + ABOARD * aboard.get(f.token, 0)
            found[f.line].append(Prize(f.token, untouched(hull.left, hull.air), worth))
    for token, base in sorted(b.their.bases.items()):
        if base.line in found and base.damage < base.card.hp and token not in shielded:
            by_damage = base_worth(b, base)
            if any(by_damage):
                found[base.line].append(base_prize(base, by_damage))
    return {line: there for line, there in found.items() if there}


def base_prize(base: Base, worth: Law) -> Prize:
    """A base, where each damage more is worth so much."""
    card, damage = base.card, base.damage
    return Prize(base.token, untouched(card.hp - damage, damaged(card.air, damage)), 0.0, worth)


def base_worth(b: Outlook, base: Base) -> Law:
    """What each damage more on a base is worth: for the landing of this turn, and to the airplanes on it."""
    card, state, done = base.card, b.g.state, base.damage
    worth = crowded(card.hp - done, card.land - done, b.foe_aboard().get(base.token, 0))
    if state.target == base.token and state.action is Action.LANDING and b.phasing:
        now = landing.ready(b)
        if now is not None:
            prize, chances = base_lost(card), now.takes(base)
            return tuple([n + prize * (chances[done + more] - chances[done]) for more, n in enumerate(worth)])
    return worth


@lru_cache(1 << 10)
def crowded(hp: int, room: int, aboard: int) -> Law:
    """What each damage more is worth, as airplanes lose their place; a base has so much HP and so many icons left."""
    lost = [ON_BASE * max(0, min(aboard, aboard - room + more)) for more in range(hp + 1)]
    return tuple([n - lost[0] for n in lost])


def plan(
    b: Outlook, able: Able, escorts: int | None, shielded: Container[int] = (), enough: float = inf
) -> list[Raid]:
    """Send airplane after airplane where it adds most, until they add `enough`.

    They may be shot down on the way, where so many `escorts` fly with them; None: they are there already.  What is
    `shielded` is left alone.
    """
    there = prizes(b, sorted({line for lines in able.values() for line in lines}), shielded)
    if not there:
        return []
    groups: dict[Line, list[Group]] = {line: [] for line in there}
    for group in alike(b, able):
        for line in group[1]:
            if line in groups:
                groups[line].append(group)
    over = [_Over(line, groups[line], 0.0 if escorts is None else b.danger(line, escorts), found)
            for line, found in there.items()]
    return _sent(over, enough)


def alike(b: Outlook, able: Able) -> list[Group]:
    """Airplanes with the same card that may attack the same lines are as good as each other."""
    skips = skip_bombers(b) if b.g.state.in_force else {}
    planes, airplanes, trained = b.card_facts.planes, b.own.airplanes, b.g.state.cards.options.veterans
    found: dict[tuple[str, Lines, int, int], Group] = {}
    for token in sorted(able):
        lines, card = able[token], airplanes[Token(token)].card.id
        more = veterans(b.g, airplanes[Token(token)]) if trained else 0
        skip = skips.get(token, 0)
        kind = card, lines, skip, more
        group = found.get(kind)
        if group is None:
            group = found[kind] = planes[card], lines, modes_of(planes[card], skip, more), []
        group[3].append(token)
    return [*found.values()]


Group = tuple[Plane, Lines, tuple[Mode, ...], list[int]]  # airplanes that are alike
Offer = tuple[float, Group, str, Struck]
GAIN = itemgetter(0)


class _Over(Struct, frozen=True):
    """A line: who may attack there, at what risk, and what there is to hit."""

    line: Line
    groups: list[Group]
    risk: float
    prizes: list[Prize]


def _sent(over: list[_Over], enough: float) -> list[Raid]:
    """The best attack again and again; only what was just sent at is reckoned anew."""
    added = 0.0
    open_ = [(there, prize, _offers(there, prize)) for there in over for prize in there.prizes]
    flights: list[Raid] = []
    while True:
        top, best, at = LEAST, None, 0
        for i, (_, _, offers) in enumerate(open_):
            for offer in offers:
                if offer[1][3]:
                    if offer[0] > top:
                        top, best, at = offer[0], offer, i
                    break
        if best is None or added > enough:
            return flights
        added += top
        there, prize, _ = open_[at]
        flights.append(Raid(best[1][3].pop(0), best[2], prize.token, there.line, top))
        prize.now, prize.value = best[3], prize.at(best[3])
        open_[at] = there, prize, _offers(there, prize)


def _offers(there: _Over, prize: Prize) -> list[Offer]:
    """What each kind of airplane would add to a prize, where that is enough; the most first."""
    found = []
    now, value, risk, safe, each, whole = prize.now, prize.value, there.risk, 1 - there.risk, prize.each, prize.whole
    base, known = prize.worth is not None, prize.now.further
    for group in there.groups:
        if not group[3]:
            continue
        card = group[0]
        for mode, sent in card.at_bases if base else group[2]:
            after, lost = known.get(sent) or now.after(*sent)
            then = prize.at(after) if base else each * after.hurt + whole * after.sunk
            gain = safe * (then - value) - (risk + safe * lost) * card.worth
            if gain > LEAST:
                found.append((gain, group, mode, after))
    found.sort(key=GAIN, reverse=True)
    return found


def skip_bombers(b: Outlook) -> dict[int, int]:
    """§21.9  Airplanes of which an event has raised the bomb."""
    return {e.token: e.n for e in b.g.state.in_force if e.does == "skip"}


def modes_of(card: Plane, skip: int, more: int = 0) -> tuple[Mode, ...]:
    """§17.3(2), §23.3  The ways in which an airplane may attack ships."""
    if skip:
        return (("bomb", (skip, False)), *[mode for mode in card.at_ships if mode[0] != "bomb"])
    if more:
        return tuple([(mode, (raised(n, more), first)) for mode, (n, first) in card.at_ships])
    return card.at_ships


def declare(b: Outlook) -> Answer:
    """Window 25: as the flights were planned, but for the targets that are there now."""
    shape, top = b.shape, b.g.stack[-1]
    assert isinstance(shape, Assign)
    assert isinstance(top, AirAttack)
    answer: dict[int, Value] = dict.fromkeys(shape.choices, WITHDRAW)
    allowed = {option[1] for options in shape.choices.values() for option in options if isinstance(option, tuple)}
    shielded = [token for token in (*b.their.formations, *b.their.bases) if token not in allowed]
    for s in plan(b, dict.fromkeys(shape.choices, (top.line,)), None, shielded):
        answer[s.airplane] = (s.mode, s.target)
    return answer


def next_one(b: Outlook) -> Answer:
    """Bombs before torpedoes, so that these meet weaker guns; of each the one that hits hardest."""
    top = b.g.stack[-1]
    assert isinstance(top, Attacks)
    torpedoes, hits = {}, {}
    for token, mode, target in top.aims:
        torpedoes[token] = mode == "torp"
        now = standing(b, target)
        dice = ability(b, token, mode)
        hits[token] = 0.0 if now is None else now.after(dice, mode == "torp")[0].hurt + hp(now, dice, mode)
    return min(torpedoes, key=lambda token: (torpedoes[token], -hits[token], token))


def hp(now: Struck, dice: int | None, mode: str) -> float:
    """What sinking adds to the damage to be expected."""
    after = now.after(dice, mode == "torp")[0]
    return after.hp * after.sunk


def standing(b: Outlook, target: Token) -> Struck | None:
    """A target as it stands now."""
    base = b.their.bases.get(target)
    if base is not None:
        left = base.card.hp - base.damage
        return untouched(left, damaged(base.card.air, base.damage)) if left > 0 else None
    f = b.their.formations.get(target)
    if f is None:
        return None
    hull = b.card_facts.hull(f)
    return untouched(hull.left, hull.air)


def ability(b: Outlook, token: Token, mode: str) -> int | None:
    """What an airplane attacks with in a mode."""
    card, more = b.plane(token), veterans(b.g, b.own.airplanes[token])
    if mode == "land":
        return raised(card.land, more)
    skip = skip_bombers(b).get(token, 0) if b.g.state.in_force else 0
    found = modes_of(card, skip, more)
    return next((n for name, (n, _) in found if name == mode), None)


def go_on(b: Outlook) -> Answer:
    """Attack as long as what may be hit is worth more than the airplane that may be shot down."""
    top = b.g.stack[-1]
    assert isinstance(top, Strike)
    a = b.own.airplanes[top.airplane]
    fire: int | Attempts | None = ability(b, top.airplane, top.mode) if a.attempts is None else a.attempts
    base = b.their.bases.get(top.target)
    if base is not None:
        left, air = base.card.hp - base.damage, damaged(base.card.air, base.damage)
        if left < 1:
            return ATTACK
        prize = base_prize(base, base_worth(b, base))
    else:
        f = b.their.formations[top.target]
        hull = b.card_facts.hull(f)
        left, air = hull.left, hull.air
        prize = Prize(f.token, untouched(left, air), b.foe_worth(f))
    flak = air if top.anti_air is None else top.anti_air
    one = blow(fire, 1, flak, left, top.mode == "torp")
    law = one.law
    if prize.worth is None:
        gain = prize.whole * law[-1] + prize.each * sum([d * p for d, p in enumerate(law[:-1])])
    else:
        gain = sum([p * w for p, w in zip(law, prize.worth, strict=True)])
    return ATTACK if gain >= one.loss * b.plane(top.airplane).worth else BREAK_OFF


def total(flights: list[Raid]) -> float:
    """What they add all together."""
    return sum([s.gain for s in flights])
