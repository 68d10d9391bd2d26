"""The action of the turn, by what each of the three promises."""

from __future__ import annotations

from collections.abc import Sequence

from ironbottom.questions import Answer, Choose
from ironbottom.words import OWN_LINES, Action

from . import battles, clock, flights, landing, worth
from .skies import fighter
from .strikes import Able, Likely, total
from .table import SeenTable, as_token
from .volley import mean

DESPERATE = 0.5  # what it costs who has no time to lose


def action(table: SeenTable) -> Answer:
    """Window 16."""
    if table.draws and clock.winning(table) and not table.mine.air_deck:
        return Action.RETREAT.value  # the card that is not there ends the game (§11.2)
    strike, rest = table.temper.now_or_never * strike_worth(table), retreat_worth(table)
    assault = strike + landing_worth(table) - (0.0 if clock.desperate(table) else table.temper.landing_risk)
    if table.battle is not None:
        assault = max(assault, strike + battles.raid_now(table))
    if assault > max(strike, rest):
        return Action.LANDING.value
    if strike > rest:
        return Action.AIR.value
    able = bool(table.mine.air_deck) or not table.draws
    return Action.RETREAT.value if able and not clock.desperate(table) else Action.AIR.value


def retreat_worth(table: SeenTable) -> float:
    """A card more, ships out of sight; and the game is over sooner, which is good for who leads."""
    temper = table.temper
    seen = [f for f in table.mine.formations if f.detected and not f.damage and not table.has_transports(f)]
    hidden = temper.hiding * sum([worth.ship(table, f) for f in seen])
    haste = max(-temper.late_haste, min(temper.most_haste, temper.haste * table.lead))
    return -DESPERATE if clock.desperate(table) else temper.retreat + hidden + haste


def strike_worth(table: SeenTable, more: Likely | None = None, busy: Sequence[int] = ()) -> float:
    """What the airplanes that are not busy can do this turn, to what is seen and to more that may be found."""
    aboard = {a.token: a.host for a in table.mine.airplanes if a.host and a.token not in busy}
    fighters = [token for token in aboard if fighter(table.airplane(token))]
    able: Able = {}
    for token, host in aboard.items():
        if token not in fighters:
            lines = [line for line in OWN_LINES[table.enemy] if table.in_reach(table.airplane(token), host, line)]
            able[token] = tuple(lines)
    return total(flights.sent(table, able, len(fighters), more))


def landing_worth(table: SeenTable) -> float:
    """What the best landing promises with what stands in FRONT and the airplanes that can come."""
    return max([promise(table, b.token) for b in table.theirs.bases if b.line is table.enemy_front], default=0.0)


def promise(table: SeenTable, target: int) -> float:
    """What a landing on this base may bring, less the transports that may be spent for nothing."""
    base = table.enemy_bases[target]
    chance = mean(landing.bombs(table, base), landing.chances_now(table, base))
    transports, _ = landing.in_place(table)
    spent = 0.0 if clock.desperate(table) else (1 - chance) * worth.TRANSPORTS * len(transports)
    return chance * worth.base_lost(table.base(base)) - spent


def target(table: SeenTable) -> Answer:
    """Window 18: the base that promises most."""
    shape = table.question.shape
    assert isinstance(shape, Choose)
    return max(shape.options, key=lambda x: (promise(table, as_token(x)), as_token(x)))
