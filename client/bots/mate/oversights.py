"""What a beginner does not think of: by kind of question, and always in the same way.

An oversight takes answers away.  The rest is weighed as a mate weighs it, so that a lower rung errs as people do, by
what it leaves out, and never by a throw of dice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from ironbottom.questions import STAY, Answer, Assign, Choose, Move, Order, Pick, Question, Shape, Value, sole
from ironbottom.words import FRONT, Action

from .skies import fighter
from .table import SeenTable, as_token, line_of

MEETING = ("air-combat-phase.react", "air-combat-phase.meet")
AIMS = ("air-control.aim", "intercept-combat.aim", "search-rounds.aim", "sea-rounds.aim")
CHOICES = ("find.found", "find.shown", "uncover.choose", "draw.choose", "remove-damage.choose", "attacks.choose")
SAILING = ("ships.step", "first-deployment.place")

Thought = Callable[[SeenTable], Question]


class Oversight(NamedTuple):
    """One of them."""

    why: str  # a player who does so says
    steps: tuple[str, ...]  # the questions at which it shows; none: at all
    left: Thought  # the question with the answers that he thinks of


def noticed(table: SeenTable) -> SeenTable:
    """The table as this temper sees it."""
    question = table.question
    for name in table.temper.overlooks:
        oversight = OVERSIGHTS[name]
        if not oversight.steps or (question.step in oversight.steps and not sole(question.shape)):
            question = oversight.left(table.otherwise(question, table.temper))
    return table if question is table.question else table.otherwise(question, table.temper)


def thought_of(question: Question, answer: Answer) -> Answer:
    """That answer, or the first that he thinks of where he does not think of that one."""
    return answer if question.fault(answer) is None else question.shape.first()


def _with(table: SeenTable, shape: Shape) -> Question:
    return replace(table.question, shape=shape)


def _stays(table: SeenTable, kept: Callable[[int, Value], bool]) -> Question:
    """Who may stay does, but for the values that are kept."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    choices = {
        a: tuple([v for v in values if v == STAY or kept(a, v)]) if STAY in values else values
        for a, values in shape.choices.items()
    }
    return _with(table, replace(shape, choices=choices))


def _nobody(table: SeenTable) -> Question:
    return _stays(table, lambda a, value: False)


def _no_fighters(table: SeenTable) -> Question:
    return _stays(table, lambda a, value: not fighter(table.airplane(a)))


def _nobody_rises(table: SeenTable) -> Question:
    def kept(_: int, value: Value) -> bool:
        line = line_of(value)
        return line is None or line.owner is table.enemy

    return _stays(table, kept)


def _first_only(table: SeenTable) -> Question:
    """The first of everything."""
    shape = table.question.shape
    if isinstance(shape, Assign | Order):
        return _with(table, replace(shape, choices={a: values[:1] for a, values in shape.choices.items()}))
    assert isinstance(shape, Choose)
    return _with(table, Choose(shape.options[:1]))


def _none_picked(table: SeenTable) -> Question:
    """As few as may be."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    return _with(table, replace(shape, items=shape.items[: shape.least], most=shape.least))


def _all_picked(table: SeenTable) -> Question:
    """As many as may be."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    return _with(table, replace(shape, least=shape.most))


def _without(*verbs: str) -> Thought:
    """No such step is taken."""

    def left(table: SeenTable) -> Question:
        shape = table.question.shape
        assert isinstance(shape, Move)
        steps = {verb: things for verb, things in shape.steps.items() if verb not in verbs}
        return _with(table, replace(shape, steps=steps))

    return left


def _no_action(action: Action) -> Thought:
    def left(table: SeenTable) -> Question:
        shape = table.question.shape
        assert isinstance(shape, Choose)
        return _with(table, Choose(tuple([option for option in shape.options if option != action.value])))

    return left


def _first_place(table: SeenTable) -> Question:
    """An airplane goes to the first place that it finds, and stays there."""
    shape = table.question.shape
    assert isinstance(shape, Move)
    steps = {"deploy": {card: hosts[:1] for card, hosts in shape.steps.get("deploy", {}).items()}}
    return _with(table, replace(shape, steps=steps if steps["deploy"] else {}))


def _no_cards(table: SeenTable) -> Question:
    return replace(table.question, plays=())


def _guns_stay(table: SeenTable) -> Question:
    """Only transports go to the front line."""
    shape = table.question.shape
    assert isinstance(shape, Move)
    moves: dict[Value, tuple[Value, ...]] = {}
    for token, lines in shape.steps.get("move", {}).items():
        loaded = table.has_transports(table.ships[as_token(token)])
        moves[token] = tuple([line for line in lines if loaded or as_token(line) not in FRONT])
    steps = {**shape.steps, "move": {token: lines for token, lines in moves.items() if lines}}
    return _with(table, replace(shape, steps={verb: things for verb, things in steps.items() if things}))


OVERSIGHTS: dict[str, Oversight] = {
    "search": Oversight("What I do not see does not trouble me.", ("reconnaissance.search",), _nobody),
    "escorts": Oversight("Bombers bomb, and fighters guard the base.", ("air-combat-phase.attack",), _no_fighters),
    "interceptors": Oversight("They are past us before I think of the fighters.", MEETING, _nobody_rises),
    "targets": Oversight("Fire at the one in front.", AIMS, _first_only),
    "choices": Oversight("One is as good as another.", CHOICES, _first_only),
    "pairs": Oversight("Each ship sails alone.", SAILING, _without("pair", "part")),
    "guns": Oversight("A landing is for transports.", SAILING, _guns_stay),
    "landing": Oversight("Land?  Next turn, when all is ready.", ("action.choose",), _no_action(Action.LANDING)),
    "retreat": Oversight("Who goes home does not win.", ("action.choose",), _no_action(Action.RETREAT)),
    "transports": Oversight("Transports have no guns.", ("reinforcement.play",), _without("transports", "express")),
    "boats": Oversight("Submarines wait for a better target.", ("submarines.play",), _without("submarine")),
    "cards": Oversight("This card will be worth more later.", (), _no_cards),
    "places": Oversight("It can fly from anywhere.", ("airplanes.step",), _first_place),
    "meeting": Oversight("My ships are safe where they lie hidden.", ("landing-phase.reveal",), _none_picked),
    "leaving": Oversight("The captain stays on board.", ("sea-rounds.check", "air-control.withdraw"), _none_picked),
    "reserve": Oversight("Everybody ashore!", ("going-ashore.name",), _all_picked),
}
