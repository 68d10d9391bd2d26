"""Players for random games: one plays at random, one takes the first answer, one seeks what seldom happens.

A player is a function of the game and the side that is asked.  None of them looks at anything but the shape of its
question, the cards that it may play and the number of the window, so none of them can hide a fault of the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random

from ironbottom.flow import Asked, Game, Procedure
from ironbottom.questions import Answer, Assign, Choose, Move, Pick, Value
from ironbottom.windows import OF_OPTIONS
from ironbottom.words import FRONT, SIDES, Action, Side

Player = Callable[[Game, Side], Answer]
LONGEST = 20_000  # answers in a game: more is a game that does not end

RESTING: frozenset[Value] = frozenset({"stay", "escape", "withdraw", "pass", "none", "cease", "break-off"})
ACTIONS = (Action.LANDING, Action.LANDING, Action.AIR, Action.AIR, Action.RETREAT)
KEPT_AT_REST = 0.15  # how often the eager player leaves an airplane or a formation out of it
STEPS = {"5": 0.1, "6": 0.05}  # how probably the eager player ends a private segment, each time
SPENT = {"express": 0.9, "deploy": 0.7, "transports": 0.3, "submarine": 0.15}  # cards that leave its hand, each time


def seed(number: int) -> bytes:
    """The 32 bytes that decide a whole game."""
    return sha256(b"game %d" % number).digest()


def at_random(rng: Random) -> Player:
    """Any legal answer; now and then an event that may be played."""

    def answer(g: Game, side: Side) -> Answer:
        asked = g.asked[side]
        if asked.plays and rng.random() < 0.5:
            return ("play", rng.choice(asked.plays).id)
        return asked.shape.guess(rng)

    return answer


def first_legal(g: Game, side: Side) -> Answer:
    """The first answer of the shape; where a segment is played step by step that is `done`."""
    return g.asked[side].shape.first()


def by_default(g: Game, side: Side) -> Answer:
    """§20.6  What is answered for a player who does not answer."""
    return g.default(side)


def eager(rng: Random) -> Player:
    """Plays every event, brings its ships to FRONT and its airplanes to the table, flies, lands, and seldom rests.

    Random play lands too seldom, with too few ships and airplanes, to reach Operation Ke or Thach Weave.
    """

    def answer(g: Game, side: Side) -> Answer:
        asked = g.asked[side]
        if asked.plays and rng.random() < 0.9:
            return ("play", rng.choice(asked.plays).id)
        return incline(asked, side, rng)

    return answer


def incline(asked: Asked, side: Side, rng: Random) -> Answer:
    """An answer of the eager player to a question of any shape."""
    shape, window = asked.shape, asked.step.window
    if isinstance(shape, Move):
        return take_step(shape, window, side, rng)
    if isinstance(shape, Assign):
        return {key: rng.choice(busy(values, rng)) for key, values in shape.choices.items()}
    if isinstance(shape, Pick) and window in ("26", "31"):
        return shape.items[: shape.most]
    if isinstance(shape, Pick) and not shape.least and rng.random() < 1 - KEPT_AT_REST:
        return ()
    if isinstance(shape, Choose):
        if window == "16":
            return rng.choice(ACTIONS).value
        return rng.choice(busy(tuple([o for o in shape.options if o != "keep"]) or shape.options, rng))
    return shape.guess(rng)


def busy(values: tuple[Value, ...], rng: Random) -> tuple[Value, ...]:
    """Values without those that rest, as a rule."""
    at_work = tuple([v for v in values if v not in RESTING])
    return at_work if at_work and rng.random() >= KEPT_AT_REST else values


def take_step(shape: Move, window: str, side: Side, rng: Random) -> Answer:
    """One step of a segment that is played step by step."""
    if window in STEPS and rng.random() < STEPS[window]:
        return ("done",)
    for verb, often in SPENT.items():
        if shape.steps.get(verb) and rng.random() < often:
            thing = rng.choice(list(shape.steps[verb]))
            targets = shape.steps[verb][thing]
            return (verb, thing, rng.choice(targets)) if targets else (verb, thing)
    to_front = [thing for thing, lines in shape.steps.get("move", {}).items() if FRONT[side] in lines]
    if to_front and rng.random() < 0.6:
        return ("move", rng.choice(to_front), FRONT[side])
    if window in ("4", "14") or (window == "6" and "deploy" not in shape.steps):
        return ("done",)
    return shape.guess(rng)


def questions(g: Game, us: Player, jp: Player, rng: Random | None = None) -> Iterator[Side]:
    """Play a game to its end; before each answer comes the side that is about to give it.

    Where both sides are asked at once, `rng` decides who answers first; without it the US does.
    """
    players = {Side.US: us, Side.JP: jp}
    for _ in range(LONGEST):
        if not g.asked:
            return
        sides = [side for side in SIDES if side in g.asked]
        side = sides[0] if rng is None else rng.choice(sides)
        yield side
        g.answer(side, players[side](g, side))
    raise AssertionError(f"no end after {LONGEST} answers")


def finish(g: Game, us: Player, jp: Player, rng: Random | None = None) -> int:
    """Play a game to its end; the number of answers given."""
    return sum(1 for _ in questions(g, us, jp, rng))


def steps_of_options() -> set[str]:
    """§23  The questions that come in games with optional rules alone, as tables of advice name them."""
    found, left = set[str](), list(Procedure.__subclasses__())
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        found |= {f"{kind.tag()}.{step.name}" for step in kind.steps if step.window in OF_OPTIONS}
    return found


def window_of(g: Game, side: Side) -> str:
    """The window of a question; what an event asks belongs to the window in which the event was played."""
    window: str = g.asked[side].step.window or getattr(g.stack[-1], "window", "")
    return window


def cards_in(g: Game, side: Side) -> Counter[str]:
    """§2.6  Every card of a side, wherever it is: decks, hand, table, its discard pile, the enemy's victory pile."""
    forces = g.forces[side]
    found: Counter[str] = Counter()
    for pile in (forces.fleet_deck, forces.air_deck, forces.hand, forces.discards):
        found.update([card.id for card in pile])
    found.update([card.id for card, _ in g.forces[side.enemy].victory])
    for f in forces.formations.values():
        found[f.lead.id] += 1
        if f.escort is not None:
            found[f.escort.id] += 1
    found.update([b.card.id for b in forces.bases.values()])
    found.update([a.card.id for a in forces.airplanes.values()])
    return found


def printed_cards(g: Game, side: Side) -> Counter[str]:
    """Every card that the set gives to a side."""
    mine = g.state.cards.side(side)
    return Counter([card.id for card in (mine.home, mine.strategic, *mine.fleet, *mine.air)])
