"""Which answers are worth a trial: those of mates of other habits, and the plain alternatives of each window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ironbottom.questions import PASS, STAY, Answer, Assign, Choose, Move, Pick, Value

from ..mate import hunt, shore, worth
from ..mate.flights import ESCAPE
from ..mate.mate import IDLE, advice
from ..mate.scouting import unseen
from ..mate.skies import fighter
from ..mate.table import SeenTable, line_of
from .tempers import TEMPERS

MOST = 8  # candidates of one question

Found = Callable[[SeenTable], Iterable[Answer]]


def candidates(table: SeenTable, first: Answer) -> list[Answer]:
    """Legal answers, none twice, that of the mate first; that one alone where nothing is worth a trial."""
    found: list[Answer] = [first]
    for answer in _all(table):
        if answer not in found and table.question.fault(answer) is None:
            found.append(answer)
    return found[:MOST]


def _all(table: SeenTable) -> Iterator[Answer]:
    """Without a card; with each card; what mates of other habits would do; the plain alternatives."""
    question, idle = table.question, table.question.shape == IDLE
    finder = None if idle else FINDERS.get(question.step)
    if question.plays:
        yield PASS if idle else advice(table)
        yield from [("play", card) for card in question.plays]
    if finder is not None:
        yield from [advice(table.otherwise(question, temper)) for temper in TEMPERS]
        yield from finder(table)


def options(table: SeenTable) -> Iterable[Answer]:
    """Each of a few."""
    shape = table.question.shape
    assert isinstance(shape, Choose)
    return [option for option in shape.options if not isinstance(option, tuple)] if len(shape.options) <= MOST else ()


def none_or_all(table: SeenTable) -> Iterable[Answer]:
    """Nobody, and everybody."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    yield ()
    if shape.most >= len(shape.items):
        yield tuple(shape.items)


def each_alone(table: SeenTable) -> Iterable[Answer]:
    """Nobody, everybody, and each alone."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    yield from none_or_all(table)
    for item in shape.items:
        yield (item,)


def searches(table: SeenTable) -> Iterable[Answer]:
    """Nobody; search and strike as one plan; the best scouts, one, two or four, to each line."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    nobody: dict[int, Value] = dict.fromkeys(shape.choices, STAY)
    yield nobody
    yield hunt.search(table)
    lines = sorted({line for values in shape.choices.values() for line in map(line_of, values) if line is not None})
    for line in lines:
        if unseen(table, line):
            scouts = [a for a in shape.choices if int(line) in shape.choices[a] and not fighter(table.airplane(a))]
            scouts.sort(key=lambda a: (-worth.number(table.airplane(a).recon), hunt.strength(table, a), a))
            for n in (1, 2, 4):
                if len(scouts) >= n:
                    yield {**nobody, **dict.fromkeys(scouts[:n], int(line))}


def flights(table: SeenTable) -> Iterable[Answer]:
    """Nobody; to each line everybody who reaches it, with fighters and without; away from under the bombs."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    nobody: dict[int, Value] = dict.fromkeys(shape.choices, STAY)
    yield nobody
    lines = sorted({line for values in shape.choices.values() for line in map(line_of, values) if line is not None})
    for line in lines:
        able = [a for a in shape.choices if int(line) in shape.choices[a]]
        if line.owner is table.me:
            yield {**nobody, **dict.fromkeys([a for a in able if fighter(table.airplane(a))], int(line))}
        else:
            yield {**nobody, **dict.fromkeys(able, int(line))}
            yield {**nobody, **dict.fromkeys([a for a in able if not fighter(table.airplane(a))], int(line))}
    away = [a for a in shape.choices if ESCAPE in shape.choices[a]]
    if away:
        yield {**nobody, **dict.fromkeys(away, ESCAPE)}


def same_task(table: SeenTable) -> Iterable[Answer]:
    """Everybody the same, for each task that all may have."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    tasks = set.intersection(*[set(values) for values in shape.choices.values()])
    for task in sorted(tasks, key=str):
        yield dict.fromkeys(shape.choices, task)


def boats(table: SeenTable) -> Iterable[Answer]:
    """None, and each at what it promises most against."""
    shape = table.question.shape
    assert isinstance(shape, Move)
    yield ("done",)
    aimed = [chance for chance in table.question.odds if isinstance(chance.value, tuple)]
    aimed.sort(key=lambda chance: -(chance.kill or 0.0) - chance.success / 4)
    for chance in aimed[:3]:
        assert isinstance(chance.value, tuple)
        yield ("submarine", *chance.value)


def prefixes(table: SeenTable) -> Iterable[Answer]:
    """The strongest, one more each time."""
    shape = table.question.shape
    assert isinstance(shape, Pick)
    strongest = shore.strongest(table, shape)
    for n in range(len(strongest) + 1):
        yield tuple(strongest[:n])


FINDERS: dict[str, Found] = {
    "reconnaissance.search": searches,
    "victory-fever.offer": options,
    "submarines.play": boats,
    "action.choose": options,
    "air-combat-phase.attack": flights,
    "air-combat-phase.react": flights,
    "air-combat-phase.meet": flights,
    "air-combat.divide": same_task,
    "air-combat.assign": same_task,
    "air-control.withdraw": none_or_all,
    "landing-phase.reveal": each_alone,
    "landing-phase.divide": same_task,
    "landing-phase.assign": same_task,
    "sea-rounds.check": each_alone,
    "going-ashore.name": prefixes,
    "reserve-carrier.offer": options,
    "find.decoy": options,
}
