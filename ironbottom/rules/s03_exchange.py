"""§3.7  Exchanges of fire: interceptors on one airplane, one after the other, and what it answers them with."""

from __future__ import annotations

from msgspec.structs import replace

from ironbottom.dice import Ability, Attempts, DiceByRoll, Roll, attempts, roll
from ironbottom.events import Rolled
from ironbottom.flow import Game
from ironbottom.rules.s04_damage import shoot_down
from ironbottom.rules.s23_radar import RADAR, kept, once_more, radar_works
from ironbottom.rules.s23_veterans import veterans
from ironbottom.state import AIR, Airplane
from ironbottom.words import Side, Token


def throw(g: Game, side: Side, by: Token, at: Token, ability: str, thrown: Attempts) -> Roll:
    """§3.2  One throw, for everybody to see."""
    dice = g.state.dice
    if type(dice) is DiceByRoll:
        dice.aim((g.state.turn, int(side), by, at), ability)
    thrown_now = roll(dice, thrown)
    g.tell(Rolled, side, by, at, ability, thrown_now.faces, thrown_now.hits, thrown_now.left.dice)
    return thrown_now


def throw_again(g: Game, side: Side, by: Token, at: Token, thrown: Attempts, first: Roll) -> Roll:
    """§23.4  Radar: an attempt that a throw has lost is thrown once more; both throws together."""
    before, g.rule = g.rule, "23.4"
    again = throw(g, side, by, at, RADAR, once_more(thrown))
    g.rule = before
    return Roll(first.faces + again.faces, first.hits + again.hits, kept(first.left, again.left))


def full_roll(g: Game, side: Side, by: Token, ability: str, value: Ability, most: int) -> int:
    """§3.1, R-2b, R-43  Round after round until the attempts are gone, or `most` hits leave nothing to roll for."""
    left, hits = attempts(value), 0
    while left.dice and hits < most:
        rolled = throw(g, side, by, AIR, ability, left)
        hits, left = hits + rolled.hits, rolled.left
    return min(hits, most)


def attempts_now(airplane: Airplane, ability: Ability) -> Attempts:
    """§3.1, §3.8  Its ability in the first round, what it maintained after that."""
    return attempts(ability) if airplane.attempts is None else airplane.attempts


def intercept(g: Game, side: Side, aims: tuple[tuple[Token, Token], ...], raised: int) -> None:
    """§15.2(3), §17.2(4)(c), R-50  Interceptors of `side` fire in their order; each is answered at once.

    Anti-Air is full at the start of the round; a later interceptor of the round meets what was maintained.  Within an
    exchange both fire together; an interceptor whose target is down already keeps its attempts.  `raised` is what an
    event adds to AirC before the first roll (§21.5).
    """
    ours, theirs = g.forces[side].airplanes, g.forces[side.enemy].airplanes
    radar = aims[0][0] if aims and radar_works(g.state, side) else AIR  # §23.4: who fires first, if he has not before
    anti_air: dict[Token, Attempts] = {}
    for token, target in aims:
        if target not in theirs:
            continue
        attacked, interceptor = theirs[target], ours[token]
        airc = interceptor.card.airc
        airc = None if airc is None else airc + raised + veterans(g, interceptor)
        thrown = attempts_now(interceptor, airc)
        fire = throw(g, side, token, target, "airc", thrown)
        if token == radar and interceptor.attempts is None and fire.left.dice < thrown.dice:
            fire = throw_again(g, side, token, target, thrown, fire)
        answer = anti_air[target] if target in anti_air else attempts(attacked.card.air)
        counter = throw(g, side.enemy, target, token, "air", answer) if answer.dice else None
        ours[token] = replace(interceptor, attempts=fire.left)
        if counter is not None:
            anti_air[target] = counter.left
        if fire.hits:
            shoot_down(g, side.enemy, (target,))
        if counter is not None and counter.hits:
            shoot_down(g, side, (token,))
