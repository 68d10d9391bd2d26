"""Ships against ships, and off the base: who attends, whom to fire at, who bombards, who lands."""

from __future__ import annotations

from ironbottom import odds
from ironbottom.abilities import damaged
from ironbottom.dice import Attempts, attempts
from ironbottom.questions import Answer, Assign, Choose, Pick, Value
from ironbottom.rules.s18_sea_combat import SeaRounds
from ironbottom.rules.s18_shore import Barrage, Bombardment, Detach, broadside, coast_guns
from ironbottom.state import Formation
from ironbottom.words import FRONT, SeaTask, Side, Token

from ...mate.sea import DEAR, HOLDING, HOLDS, LANDS, SILENCED, SINKING
from ...mate.shore import CEASE, FIRE, IDLY, NOBODY, SPENT
from ...mate.worth import STRATEGIC, base_lost
from ..facts import Hull
from ..laws import expected, fallen
from ..outlook import Outlook, token_of
from .landing import opposition, split

OUTGUNNED = 1.6  # their guns against mine, from which on it is better to leave
LEAST = 0.1  # what a bombardment must bring


def stake(b: Outlook) -> float:
    """The base of mine that is landed on."""
    base = b.target()
    return 0.0 if base is None else base_lost(base.card)


def reveal(b: Outlook) -> Answer:
    """Window 26: come out where that is stronger than what the enemy shows; a landing is met if it can be."""
    shape = b.shape
    assert isinstance(shape, Pick)
    theirs = [hull for f, hull in b.foes() if f.line is FRONT[b.enemy] and f.detected]
    if not b.phasing and not any(hull.transports for hull in theirs):
        return ()
    able = [(token_of(x), b.hull(token_of(x))) for x in shape.items]
    able = [(token, hull) for token, hull in able if hull.fire >= 1 and not hull.carrier]
    front = FRONT[b.me]
    ours = [b.card_facts.hull(f) for f in b.own.formations.values() if f.line is front and f.detected]
    mine = sum([hull.fire for hull in ours]) + sum([hull.fire for _, hull in able])
    come = mine >= HOLDS * sum([hull.fire for hull in theirs]) or stake(b) >= DEAR
    return tuple([token for token, _ in able]) if come else ()


def attackers_tasks(b: Outlook) -> Answer:
    """Window 27: without enemy ships all bombard; else the best guns keep them away from the transports."""
    shape = b.shape
    assert isinstance(shape, Assign)
    escorts, _ = split([(Token(token), b.hull(token)) for token in shape.choices], opposition(b).fire)
    keeping = {token for token, _ in escorts}
    return {token: (SeaTask.ESCORT if token in keeping else SeaTask.SUPPORT).value for token in shape.choices}


def defenders_tasks(b: Outlook) -> Answer:
    """Window 27: hold down as many guns as escort the landing; the rest breaks through to the transports."""
    shape = b.shape
    assert isinstance(shape, Assign)
    need = HOLDING * sum([hull.fire for f, hull in b.foes() if f.task is SeaTask.ESCORT])
    answer: dict[int, Value] = {}
    for token, hull in strongest_first(b, shape.choices):
        answer[token] = (SeaTask.CONTROL if need > 0 else SeaTask.INTERCEPT).value
        need -= hull.fire
    return answer


def strongest_first(b: Outlook, ships: dict[int, tuple[Value, ...]]) -> list[tuple[int, Hull]]:
    return sorted([(token, b.hull(token)) for token in ships], key=lambda row: (-row[1].fire, row[0]))


def check(b: Outlook) -> Answer:
    """Window 28: ships that are likely to be sunk try to leave, if the fight goes against us."""
    shape = b.shape
    assert isinstance(shape, Pick)
    away = (None, SeaTask.WITHDRAWN)
    theirs = sum([hull.fire for f, hull in b.foes() if f.task not in away])
    ours = [b.card_facts.hull(f).fire for f in b.own.formations.values() if f.task not in away]
    if theirs <= OUTGUNNED * sum(ours) or stake(b) >= STRATEGIC:
        return ()
    each = theirs / max(1, len(ours))
    able = [(x, b.hull(token_of(x))) for x in shape.items]
    leaving = [x for x, hull in able if not hull.transports and each >= SINKING * hull.left]
    if b.g.state.cards.options.pursuit:
        leaving = [x for x in leaving if _pursued(b, token_of(x)) < b.hull(token_of(x)).left]
    return tuple(leaving)


def _pursued(b: Outlook, token: Token) -> float:
    """§23.10  Hits to be expected at who withdraws."""
    f, away = b.own.formations[token], (None, SeaTask.WITHDRAWN)
    speed = damaged(f.values.speed, f.damage) or 0
    theirs = [(damaged(foe.values.speed, foe.damage) or 0, hull.surface) for foe, hull in b.foes()
              if foe.detected and foe.task not in away]
    return max([row for row in theirs if row[0] > speed], default=(0, 0.0))[1]


def aim(b: Outlook) -> Answer:
    """Window 29: where each ship's fire is worth most, counting what the others have fired already."""
    shape, top = b.shape, b.g.stack[-1]
    assert isinstance(shape, Assign)
    assert isinstance(top, SeaRounds)
    left: dict[Value, tuple[float, float]] = {}  # HP, and what sinking it is worth
    for target in next(iter(shape.choices.values()), ()):
        f = b.their.formations[token_of(target)]
        hull = b.foe(f)
        left[target] = float(hull.left), b.foe_worth(f) + (LANDS if hull.transports else 0.0) + _silenced(b, top, hull)
    for side, aimed, target in top.aims:
        if side is b.me and target in left:  # §23.9: named before
            hits = expected(top.fire_of(b.g, b.own.formations[aimed]))
            left[target] = left[target][0] - hits, left[target][1]
    answer: dict[int, Value] = {}
    for token, _ in strongest_first(b, shape.choices):
        hits = expected(top.fire_of(b.g, b.own.formations[Token(token)]))
        best = max(left, key=lambda x: (_sinks(hits, *left[x]), token_of(x)))
        left[best] = left[best][0] - hits, left[best][1]
        answer[token] = best
    return answer


def _silenced(b: Outlook, top: SeaRounds, hull: Hull) -> float:
    """§23.2  VP that it is worth besides to sink a ship with the night column, before it can fire."""
    first = b.g.state.cards.options.night_column and top.round == 1 and top.part == "control"
    return SILENCED * hull.surface if first and b.me is Side.JP and top.weapon == "surface" else 0.0


def _sinks(hits: float, hp: float, prize: float) -> float:
    return min(1.0, hits / max(0.5, hp)) * prize if hp > 0 else -1.0


def bombard(b: Outlook) -> Answer:
    """Window 30: who gains most, as long as anybody does."""
    top = b.g.stack[-1]
    assert isinstance(top, Bombardment)
    base = top.base(b.g)
    counter, left, each = coast_guns(base), base.card.hp - base.damage, hit_worth(b)
    best, token = LEAST, 0
    for f in top.ready(b.g):
        gain = pays(b, f, broadside(b.g, f), counter, left, each)
        if gain > best or (gain == best and token and f.token > token):
            best, token = gain, f.token
    return token or NOBODY


def hit_worth(b: Outlook) -> float:
    """A hit on the base is worth little where no army waits for it."""
    army = any(f.task is SeaTask.SUPPORT and f.transports for f in b.own.formations.values())
    return 1.0 if army else IDLY


def pays(b: Outlook, f: Formation, fire: Attempts, counter: Attempts, left: int, each: float) -> float:
    """Damage to the base, less the ship that may be lost."""
    whole = odds.duel(fire, f.values.hp - f.damage, counter, left, None)
    return whole.defender_damage * each - whole.attacker_down * b.worth(f)


def cease(b: Outlook) -> Answer:
    """Window 30: go on while it brings more than it risks."""
    top = b.g.stack[-1]
    assert isinstance(top, Barrage)
    assert top.fire is not None
    assert top.counter is not None
    base, f = top.base(b.g), b.own.formations[top.formation]
    gain = pays(b, f, top.fire, top.counter, base.card.hp - base.damage, hit_worth(b))
    return FIRE if gain >= 0 else CEASE


def land(b: Outlook) -> Answer:
    """Window 31: as many as it takes, the strongest first; nobody, if the base would hold."""
    shape = b.shape
    assert isinstance(shape, Pick)
    base = b.their.bases[b.g.state.target]
    prize, spent = base_lost(base.card), 0.0 if b.desperate() else SPENT
    armies = sorted([(b.hull(token_of(x)).army, token_of(x)) for x in shape.items], reverse=True)
    best, n = 0.0, 0
    for going in range(1, len(armies) + 1):
        law = fallen(base.card, tuple([army for army, _ in armies[:going]]), (), 1.0)
        gain = law[base.damage] * prize - spent * going
        if gain > best:
            best, n = gain, going
    return tuple([token for _, token in armies[:n]])


def divide(b: Outlook) -> Answer:
    """The escort takes what it can without being sunk, so that the army goes ashore whole."""
    shape, top = b.shape, b.g.stack[-1]
    assert isinstance(shape, Choose)
    assert isinstance(top, Detach)
    pair = b.own.formations[top.pairs[0]]
    room = 0 if pair.escort is None else pair.escort.values.hp - 1
    fit = [x for x in shape.options if pair.damage - token_of(x) <= room]
    return min(fit or shape.options, key=token_of)


def next_army(b: Outlook) -> Answer:
    """Window 31: who is most likely to take the base comes ashore first."""
    shape = b.shape
    assert isinstance(shape, Choose)
    base = b.their.bases[b.g.state.target]
    counter, left = attempts(damaged(base.card.garrison, base.damage)), base.card.hp - base.damage

    def takes(x: Value) -> tuple[float, int]:
        army = b.hull(token_of(x)).army
        chance = odds.duel(attempts(army.army), army.hp, counter, left, None).defender_down if left else 1.0
        return chance, token_of(x)

    return max(shape.options, key=takes)

