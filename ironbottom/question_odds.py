"""The exact odds that go with a question whose answer will be rolled for, from what its side knows and nothing else.

A function for each question: of a search, an interception, an air control combat, a strike, gunfire, a landing.  The
numbers come from odds.py.  Each chance is of a whole roll: until its attempts are spent, its target is gone, or it is
shot down itself.  What radar throws again (§23.4) and who is pursued (§23.10) hangs on what the others do, and is not
counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ironbottom import odds as exact
from ironbottom.abilities import damaged, raised
from ironbottom.dice import Ability, Attempts, attempts
from ironbottom.flow import IDLE, Asked, Game
from ironbottom.printed import EventCard
from ironbottom.questions import Assign, Chance, Choose, Move, Order, Pick
from ironbottom.rules.s03_exchange import attempts_now
from ironbottom.rules.s08_escort import lone_hp, splits
from ironbottom.rules.s15_reconnaissance import Reconnaissance, SearchRounds, Submarines
from ironbottom.rules.s17_air_attack import AirAttack, Attacks, Strike
from ironbottom.rules.s17_air_combat import AirControl, InterceptCombat, sharper
from ironbottom.rules.s18_sea_combat import SeaRounds
from ironbottom.rules.s18_shore import (
    Barrage,
    Bombardment,
    GoingAshore,
    LandCombat,
    assault,
    broadside,
    coast_guns,
)
from ironbottom.rules.s23_veterans import veterans
from ironbottom.state import Airplane, Base, Formation
from ironbottom.words import Line, Side, Token

OddsOf = Callable[[Game, Side, Asked, Any], list[Chance]]


def odds(g: Game, side: Side) -> tuple[Chance, ...]:
    """§20, the odds of what the answer of this side would roll; empty where nothing is rolled."""
    asked = g.asked[side]
    top = g.stack[-1]
    odds_of = QUESTION_ODDS.get(f"{top.tag()}.{asked.step.name}")
    return tuple(odds_of(g, side, asked, top)) if odds_of is not None and asked.shape is not IDLE else ()


def _shot(card: int, target: int | None, fire: Attempts, hp: int) -> Chance:
    """Fire that nothing stops but its target's end."""
    return Chance(card, target, exact.expected(fire), exact.at_least(fire, 1), exact.at_least(fire, hp))


def _searches(g: Game, side: Side, asked: Asked, top: Reconnaissance) -> list[Chance]:
    """Window 8: what an airplane would find if nobody met it."""
    assert isinstance(asked.shape, Assign)
    airplanes = g.forces[side].airplanes
    found = []
    for token in asked.shape.choices:
        recon = attempts(airplanes[Token(token)].card.recon)
        found.append(Chance(token, None, exact.expected(recon), exact.at_least(recon, 1)))
    return found


def _interceptions(g: Game, side: Side, asked: Asked, top: SearchRounds | InterceptCombat) -> list[Chance]:
    """Windows 11 and 24: one exchange against the full Anti-Air of the target."""
    assert isinstance(asked.shape, Order)
    ours, theirs = g.forces[side].airplanes, g.forces[side.enemy].airplanes
    line: Line = top.line
    bonus = sharper(g, side, line) if isinstance(top, InterceptCombat) else 0
    chances = []
    for token, targets in asked.shape.choices.items():
        a = ours[Token(token)]
        fire = attempts_now(a, raised(a.card.airc, bonus + veterans(g, a)))
        for target in targets:
            assert isinstance(target, int)
            loss = exact.first_round(theirs[Token(target)].card.air)
            hit = exact.first_round(fire)
            chances.append(Chance(token, target, fire.dice / (6 if fire.limited else 2), hit, hit, loss))
    return chances


def _air_control(g: Game, side: Side, asked: Asked, top: AirControl) -> list[Chance]:
    """Window 23, aims."""
    assert isinstance(asked.shape, Assign)
    airplanes, bonus = g.forces[side].airplanes, sharper(g, side, top.line)
    chances = []
    for token, targets in asked.shape.choices.items():
        a = airplanes[Token(token)]
        fire = attempts_now(a, raised(a.card.airc, bonus + veterans(g, a)))
        chances += [_shot(token, target, fire, 1) for target in targets if isinstance(target, int)]
    return chances


def _against(target: Formation | Base) -> tuple[Ability, int]:
    """Anti-Air now, and HP left."""
    if isinstance(target, Base):
        return damaged(target.card.air, target.damage), target.card.hp - target.damage
    return damaged(target.values.air, target.damage), target.values.hp - target.damage


def _duel(
    card: int,
    value: int | tuple[str, int] | None,
    fire: Attempts,
    hp: int,
    counter: Attempts,
    target_hp: int,
    first: exact.First | None = None,
) -> Chance:
    """Fire that is answered, until it is spent or one of both is gone."""
    whole = exact.duel(fire, hp, counter, target_hp, first)
    some = exact.duel(fire, hp, counter, 1, first) if target_hp > 1 else whole
    return Chance(card, value, whole.defender_damage, some.defender_down, whole.defender_down, whole.attacker_down)


def _air_attacks(g: Game, side: Side, asked: Asked, top: AirAttack) -> list[Chance]:
    """Window 25, targets and modes."""
    assert isinstance(asked.shape, Assign)
    theirs, airplanes = g.forces[side.enemy], g.forces[side].airplanes
    chances = []
    for token, aims in asked.shape.choices.items():
        a = airplanes[Token(token)]
        for aim in aims:
            if isinstance(aim, tuple):
                mode, target = aim[0], theirs.host(Token(aim[1]))
                strike = Strike(defender=side.enemy, airplane=a.token, mode=mode, target=target.token)
                chances.append(_strike(g, strike, a, target, aim))
    return chances


def _strike(g: Game, strike: Strike, a: Airplane, target: Formation | Base, aim: tuple[str, int] | None) -> Chance:
    air, hp = _against(target)
    fire = attempts(strike.ability(g, a)) if a.attempts is None else a.attempts
    counter = attempts(air) if strike.anti_air is None else strike.anti_air
    first: exact.First | None = "defence" if strike.mode == "torp" else None
    return _duel(a.token, aim, fire, 1, counter, hp, first)


def _next_attack(g: Game, side: Side, asked: Asked, top: Attacks) -> list[Chance]:
    """Window 25, next airplane."""
    theirs, airplanes = g.forces[side.enemy], g.forces[side].airplanes
    chances = []
    for token, mode, target in top.aims:
        strike = Strike(defender=side.enemy, airplane=token, mode=mode, target=target)
        chances.append(_strike(g, strike, airplanes[token], theirs.host(target), None))
    return chances


def _this_attack(g: Game, side: Side, asked: Asked, top: Strike) -> list[Chance]:
    """Window 25, break off or not."""
    target = g.forces[side.enemy].host(top.target)
    return [_strike(g, top, g.forces[side].airplanes[top.airplane], target, None)]


def _submarines(g: Game, side: Side, asked: Asked, top: Submarines) -> list[Chance]:
    """Window 14: to be found, and, where the side knows the card, to be hit and sunk."""
    assert isinstance(asked.shape, Move)
    theirs = g.forces[side.enemy].formations
    boats = {str(c.id): c.submarine for c in g.forces[side].hand if isinstance(c, EventCard)}
    line = g.state.working("patrol-line")
    chances = []
    for card, targets in asked.shape.steps.get("submarine", {}).items():
        boat = boats[str(card)]
        assert boat is not None
        found = exact.at_least(boat.recon if line is None else line.n, 1)
        for target in targets:
            f = theirs[Token(int(str(target)))]
            if not (f.detected or f.known or g.state.cards.options.open_table):
                chances.append(Chance(0, (str(card), f.token), 0.0, found))
                continue
            counter = attempts(damaged(f.values.sub, f.damage))
            whole = _duel(0, None, attempts(boat.torp), boat.hp, counter, f.values.hp - f.damage)
            assert whole.kill is not None
            assert whole.loss is not None
            then = (found * whole.hits, found * whole.success, found * whole.kill, found * whole.loss)
            chances.append(Chance(0, (str(card), f.token), *then))
    return chances


def _checks(g: Game, side: Side, asked: Asked, top: SeaRounds) -> list[Chance]:
    """Window 28."""
    assert isinstance(asked.shape, Pick)
    chances = []
    for token in asked.shape.items:
        f = g.forces[side].formations[Token(int(str(token)))]
        try_ = exact.withdrawal(damaged(f.values.speed, f.damage))
        chances.append(Chance(f.token, None, 0.0, try_))
    return chances


def _sea_fire(g: Game, side: Side, asked: Asked, top: SeaRounds) -> list[Chance]:
    """Window 29."""
    assert isinstance(asked.shape, Assign)
    ours, theirs = g.forces[side].formations, g.forces[side.enemy].formations
    chances = []
    for token, targets in asked.shape.choices.items():
        fire = top.fire_of(g, ours[Token(token)])
        for target in targets:
            hit = theirs[Token(int(str(target)))]
            chances.append(_shot(token, hit.token, fire, hit.values.hp - hit.damage))
    return chances


def _bombardments(g: Game, side: Side, asked: Asked, top: Bombardment) -> list[Chance]:
    """Window 30, next formation."""
    base, chances = top.base(g), []
    for f in top.ready(g):
        fire, counter = broadside(g, f), coast_guns(base)
        chances.append(_duel(f.token, None, fire, f.values.hp - f.damage, counter, base.card.hp - base.damage))
    return chances


def _this_barrage(g: Game, side: Side, asked: Asked, top: Barrage) -> list[Chance]:
    """Window 30, cease fire or not."""
    f, base = g.forces[side].formations[top.formation], top.base(g)
    assert top.fire is not None
    assert top.counter is not None
    return [_duel(f.token, None, top.fire, f.values.hp - f.damage, top.counter, base.card.hp - base.damage)]


def _landings(g: Game, side: Side, asked: Asked, top: GoingAshore) -> list[Chance]:
    """Window 31: to be lost to the fire of the base; and, if it does nothing, what the army does ashore.

    The escort takes all of the pair's damage that it can (§8.5).
    """
    assert isinstance(asked.shape, Pick)
    base, chances = top.base(g), []
    for token in asked.shape.items:
        f = g.forces[side].formations[Token(int(str(token)))]
        on_army = f.damage if f.escort is None else splits(f)[0]
        army = assault(g, side, damaged(f.values.army, on_army))
        ashore = _assault(f.token, army, lone_hp(f.lead) - on_army, base)
        chances.append(replace(ashore, loss=exact.at_least(attempts(base.tb), f.values.hp - f.damage)))
    return chances


def _land_combat(g: Game, side: Side, asked: Asked, top: LandCombat) -> list[Chance]:
    """Window 31, next to fight."""
    base, chances = top.base(g), []
    assert isinstance(asked.shape, Choose)
    for token in asked.shape.options:
        f = g.forces[side].formations[Token(int(str(token)))]
        army = assault(g, side, damaged(f.values.army, f.damage))
        chances.append(_assault(f.token, army, f.values.hp - f.damage, base))
    return chances


def _assault(card: int, army: Ability, hp: int, base: Base) -> Chance:
    """§18.4(f)  Army against Garrison; a base at its HP falls without a roll."""
    if base.wrecked:
        return Chance(card, None, 0.0, 1.0, 1.0, 0.0)
    garrison = attempts(damaged(base.card.garrison, base.damage))
    return _duel(card, None, attempts(army), hp, garrison, base.card.hp - base.damage)


QUESTION_ODDS: dict[str, OddsOf] = {
    "reconnaissance.search": _searches,
    "search-rounds.aim": _interceptions,
    "submarines.play": _submarines,
    "air-control.aim": _air_control,
    "intercept-combat.aim": _interceptions,
    "air-attack.declare": _air_attacks,
    "attacks.choose": _next_attack,
    "strike.go_on": _this_attack,
    "sea-rounds.check": _checks,
    "sea-rounds.aim": _sea_fire,
    "bombardment.choose": _bombardments,
    "barrage.go_on": _this_barrage,
    "going-ashore.name": _landings,
    "land-combat.choose": _land_combat,
}
