"""Event cards: each is played where it helps, and named at what it helps most."""

from __future__ import annotations

from ironbottom.questions import Answer, Choose, Value
from ironbottom.words import OWN_LINES

from . import flights, hunt, landing, scouting, worth
from .table import SeenTable, as_token, line_of

DRAWS = 6  # cards that the deck must hold before an event draws from it: an empty one ends the game
FLEET = 3.0  # interest of a line that is worth breaking the code
SWARM, SOME = 3, 2  # enemies over one of my lines for a squall, and for less


def play(table: SeenTable) -> str | None:
    """An event card that should be played before the window is answered."""
    for card_id in table.question.plays:
        card = table.event(card_id)
        if card is not None and helps(table, card.effect.does, card_id):
            return card_id
    return None


def helps(table: SeenTable, does: str, card_id: str) -> bool:
    """Whether the effect is worth its card now."""
    if does == "reinforce":
        plan = landing.best_plan(table)
        return plan is None or card_id not in plan.cards or table.view.turn <= table.temper.growing
    if does == "draw":
        return (table.mine.air_deck or 0) >= DRAWS
    if does == "uncover":
        return _interesting(table) if table.temper.code_gain is None else hunt.code_pays(table, table.temper.code_gain)
    if does == "patrol-line":
        return len([card for card in table.hand_events() if card.submarine is not None]) > 1
    if does in ("watchers", "squall", "decoy"):
        most = max(map(len, table.flown_to_me().values()), default=0)
        return most >= (SWARM if does == "squall" else SOME)
    return True


def _interesting(table: SeenTable) -> bool:
    """Whether a line is worth seeing into."""
    return max([scouting.interest(table, line) for line in OWN_LINES[table.enemy]]) >= FLEET


def name(table: SeenTable) -> Answer:
    """§20.3  What the event works on."""
    shape = table.question.shape
    assert isinstance(shape, Choose)
    card = table.event(table.question.card or "")
    does = "" if card is None else card.effect.does
    if does == "squall" and "squall-no-attack" in shape.options:
        return "squall-no-attack"
    return max(shape.options, key=lambda x: (_good(table, does, x), as_token(x)))


def _good(table: SeenTable, does: str, value: Value) -> float:
    """How well the effect is used on a thing."""
    line, token = line_of(value), as_token(value)
    if line is not None:
        over = len(table.flown_to_me().get(line, []))
        return scouting.interest(table, line) if does == "uncover" else over * flights.at_stake(table, line)
    if token in table.enemy_ships:
        return worth.ship(table, table.enemy_ships[token])
    if token in table.ships:
        return _ship(table, does, token)
    if token in table.bases:
        return float(table.bases[token].damage)
    if token in table.airplanes:
        return worth.airplane(table.airplane(token))
    return 0.0


def _ship(table: SeenTable, does: str, token: int) -> float:
    """Radar and shells go to the ship that has the most guns for it; a decoy hides the best and shows the least."""
    f = table.ships[token]
    if does == "decoy":
        return worth.ship(table, f) if f.detected else -worth.ship(table, f)
    guns = 0.0 if f.values is None else worth.number(f.values.land if does == "shells" else f.values.surface)
    return guns
