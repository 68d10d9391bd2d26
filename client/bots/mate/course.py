"""The action of the turn, by what each of the three promises; and the clock of the decks."""

from __future__ import annotations

from ironbottom.questions import Answer, Choose
from ironbottom.words import Action

from . import clock, flights, landing, worth
from .skies import fighter
from .strikes import total
from .table import Table

RETREAT_WORTH = 0.5  # a card, and ships that nobody sees
CLOCK, AHEAD, BEHIND = 0.1, 0.5, 0.5
LANDING_RISK = 0.5  # ships that lie off an enemy base are seen and shot at


def action(t: Table) -> Answer:
    """Window 16."""
    if clock.winning(t) and not t.mine.air_deck:
        return Action.RETREAT.value  # the card that is not there ends the game (§11.2)
    strike, rest = strike_worth(t), retreat_worth(t)
    assault = strike + landing_worth(t) - (0.0 if clock.desperate(t) else LANDING_RISK)
    if assault > max(strike, rest):
        return Action.LANDING.value
    if strike > rest:
        return Action.AIR.value
    return Action.RETREAT.value if t.mine.air_deck and not clock.desperate(t) else Action.AIR.value


def retreat_worth(t: Table) -> float:
    """A card more, ships out of sight; and the game is over sooner, which is good for who leads."""
    seen = [f for f in t.mine.formations if f.detected and not f.damage and not t.has_transports(f)]
    hidden = sum([0.12 * worth.ship(t, f) for f in seen])
    haste = max(-BEHIND, min(AHEAD, CLOCK * t.lead))
    return -BEHIND if clock.desperate(t) else RETREAT_WORTH + hidden + haste


def strike_worth(t: Table) -> float:
    """What the airplanes can do this turn."""
    enemy_lines = [line for line in type(t.front) if line.owner is t.enemy]
    able = {}
    fighters = 0
    for a in t.mine.airplanes:
        if not a.host:
            continue
        card = t.airplane(a.token)
        if fighter(card):
            fighters += 1
        else:
            able[a.token] = tuple([line for line in enemy_lines if t.in_reach(card, a.host, line)])
    return total(flights.sent(t, able, fighters))


def landing_worth(t: Table) -> float:
    """What the best landing promises with what stands in FRONT and the airplanes that can come."""
    return max([_promise(t, b.token) for b in t.theirs.bases if b.line is t.enemy_front], default=0.0)


def _promise(t: Table, token: int) -> float:
    base = t.enemy_bases[token]
    chances = landing.chances_now(t, base)
    air = landing.bombers(t, base)
    chance = sum([p * q for p, q in zip(air, chances, strict=True)])
    armies, _ = landing.in_place(t)
    spent = 0.0 if clock.desperate(t) else (1 - chance) * worth.TRANSPORTS * len(armies)
    return chance * worth.base_lost(t.base(base)) - spent


def target(t: Table) -> Answer:
    """Window 18: the base that promises most."""
    shape = t.question.shape
    assert isinstance(shape, Choose)
    return max(shape.options, key=lambda x: (_promise(t, worth.as_token(x)), worth.as_token(x)))
