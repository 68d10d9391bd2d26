"""The action of the turn, by what each of the three promises; and the clock of the decks."""

from __future__ import annotations

from ironbottom.printed import BaseCard
from ironbottom.questions import Answer, Choose
from ironbottom.words import Action, Rank

from . import flights, landing, worth
from .skies import fighter
from .strikes import total
from .table import Table

RETREAT_WORTH = 0.5  # a card, and ships that nobody sees
LANDING_RISK = 0.5  # ships that lie off an enemy base are seen and shot at


def turns_left(t: Table) -> int:
    """Turns of both sides that the smaller deck still has cards for."""
    found = []
    for side, seen in ((t.me, t.mine), (t.enemy, t.theirs)):
        home = next(b for b in seen.bases if t.base(b).rank is Rank.HOME)
        card: BaseCard = t.base(home)
        found.append((seen.air_deck or 0) // max(1, card.drawn) if side else (seen.air_deck or 0) // max(1, card.drawn))
    return min(found)


def action(t: Table) -> Answer:
    """Window 16."""
    if t.lead > 0 and not t.mine.air_deck:
        return Action.RETREAT.value  # the card that is not there ends the game (§11.2)
    strike, assault = strike_worth(t), landing_worth(t)
    if assault > LANDING_RISK and assault + strike > strike + 0.5:
        return Action.LANDING.value
    if strike > retreat_worth(t):
        return Action.AIR.value
    return Action.RETREAT.value if t.mine.air_deck or t.lead > 0 else Action.AIR.value


def retreat_worth(t: Table) -> float:
    """A card more, ships out of sight; and the game is over sooner, which is good for who leads."""
    seen = [f for f in t.mine.formations if f.detected and not f.damage and not t.has_transports(f)]
    hidden = sum([0.12 * worth.ship(t, f) for f in seen])
    clock = 0.3 if t.lead > 0 else -0.3
    return RETREAT_WORTH + hidden + clock


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
    return chance * worth.base_lost(t.base(base)) - (1 - chance) * worth.TRANSPORTS * len(armies)


def target(t: Table) -> Answer:
    """Window 18: the base that promises most."""
    shape = t.question.shape
    assert isinstance(shape, Choose)
    return max(shape.options, key=lambda x: (_promise(t, worth.as_token(x)), worth.as_token(x)))
