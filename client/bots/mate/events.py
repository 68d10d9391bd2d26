"""Event cards: each is played where it helps, and named at what it helps most."""

from __future__ import annotations

from ironbottom.questions import Answer, Choose, Value
from ironbottom.words import Line, Side

from . import flights, landing, scouting, worth
from .table import Table


def play(t: Table) -> Answer | None:
    """An event that should be played before the window is answered."""
    for card_id in t.question.plays:
        card = t.event(card_id)
        if card is not None and helps(t, card.effect.does, card_id):
            return ("play", card_id)
    return None


def helps(t: Table, does: str, card_id: str) -> bool:
    """Whether the effect is worth its card now."""
    if does == "reinforce":
        plan = landing.best_plan(t)
        return plan is None or card_id not in plan.cards
    if does == "draw":
        return (t.mine.air_deck or 0) >= 6
    if does == "uncover":
        return max([scouting.interest(t, line) for line in _lines(t.enemy)]) >= 3
    if does == "patrol-line":
        return sum([1 for card in t.hand_events() if card.submarine is not None]) >= 2
    if does in ("watchers", "squall", "decoy"):
        return _over_me(t, does)
    return True


def _lines(side: Side) -> list[Line]:
    return [line for line in Line if line.owner is side]


def _over_me(t: Table, does: str) -> bool:
    """Whether enough enemies are over one of my lines."""
    flown = t.flown_to_me()
    worst = max(flown.values(), key=len, default=[])
    if does == "squall":
        return len(worst) >= 3
    return len(worst) >= 2


def name(t: Table) -> Answer:
    """§20.3  What the event works on."""
    shape = t.question.shape
    assert isinstance(shape, Choose)
    card = t.event(t.question.card or "")
    does = "" if card is None else card.effect.does
    if does == "squall" and "squall-no-attack" in shape.options:
        return "squall-no-attack"
    return max(shape.options, key=lambda x: (_good(t, does, x), worth.as_token(x)))


def _good(t: Table, does: str, value: Value) -> float:
    """How well the effect is used on a thing."""
    if does in ("watchers", "squall", "decoy") and isinstance(value, int) and value <= Line.JP_REAR:
        return len(t.flown_to_me().get(Line(value), [])) * flights.at_stake(t, Line(value))
    if does == "uncover" and isinstance(value, int) and value <= Line.JP_REAR:
        return scouting.interest(t, Line(value))
    token = worth.as_token(value)
    if token in t.enemy_ships:
        return worth.ship(t, t.enemy_ships[token])
    if token in t.ships:
        return _ship(t, does, token)
    if token in t.bases:
        return float(t.bases[token].damage)
    if token in t.airplanes:
        return worth.airplane(t.airplane(token))
    return 0.0


def _ship(t: Table, does: str, token: int) -> float:
    """Radar and shells go to the ship that has the most guns for it; a decoy hides the best and shows the least."""
    f = t.ships[token]
    if does == "decoy":
        return worth.ship(t, f) if f.detected else -worth.ship(t, f)
    guns = 0.0 if f.values is None else worth.number(f.values.land if does == "shells" else f.values.surface)
    return guns
