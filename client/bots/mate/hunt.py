"""Search and strike as one plan: a line is searched where the airplanes that are left can strike what may be found."""

from __future__ import annotations

from typing import NamedTuple

from ironbottom import odds
from ironbottom.questions import STAY, Answer, Assign, Value
from ironbottom.views import SeenFormation
from ironbottom.words import OWN_LINES, Line

from . import course, landing, worth
from .scouting import unseen
from .skies import fighter
from .strikes import modest
from .table import SeenTable, line_of
from .volley import Target, untouched

LIKELY_HP, LIKELY_PAIR_HP = 4, 7  # of a formation that nobody has seen
LIKELY_AIR = 2
CODE = 3  # formations that a broken code shows
SCOUT = 0.08  # what it costs to send one: some are shot down, and none of them strikes
PAYS = 0.03  # VP that a search must promise


class Hunt(NamedTuple):
    """A line to search, who searches it, and what that promises together with the strike that follows."""

    line: Line
    scouts: tuple[int, ...]
    gain: float


def search(table: SeenTable) -> Answer:
    """Window 8: the line where search and strike together promise most, else nobody flies."""
    shape = table.question.shape
    assert isinstance(shape, Assign)
    best = best_hunt(table, shape.choices)
    answer: dict[int, Value] = dict.fromkeys(shape.choices, STAY)
    if best is not None:
        answer.update(dict.fromkeys(best.scouts, int(best.line)))
    return {**answer}


def best_hunt(table: SeenTable, choices: dict[int, tuple[Value, ...]]) -> Hunt | None:
    """What pays most, if anything does."""
    rest = max(course.retreat_worth(table), course.strike_worth(table))
    found: list[Hunt] = []
    for line in OWN_LINES[table.enemy]:
        there = unseen(table, line)
        scouts = [a for a in choices if line in map(line_of, choices[a]) and may_scout(table, a)] if there else []
        scouts.sort(key=lambda a: (worth.number(table.airplane(a).recon) - strength(table, a), a), reverse=True)
        for n in range(1, len(scouts) + 1):
            promised = success(table, scouts[:n]) * max(0.0, after(table, line, there, scouts[:n]) - rest)
            found.append(Hunt(line, tuple(scouts[:n]), promised - SCOUT * n))
    best = max(found, key=lambda hunt: (hunt.gain, -len(hunt.scouts), hunt.line), default=None)
    return None if best is None or best.gain < PAYS else best


def code_pays(table: SeenTable, least: float) -> bool:
    """§21.5  Whether a strike would follow where a broken code shows three formations."""
    rest = max(course.retreat_worth(table), course.strike_worth(table))
    for line in OWN_LINES[table.enemy]:
        there = sorted(unseen(table, line), key=lambda f: worth.ship(table, f), reverse=True)[:CODE]
        if there and course.strike_worth(table, {line: [likely(table, f) for f in there]}) - rest >= least:
            return True
    return False


def may_scout(table: SeenTable, token: int) -> bool:
    """Fighters are needed later, and so is who can soften up a base that is landed on."""
    card = table.airplane(token)
    return not fighter(card) and not (worth.number(card.land) >= 2 and landing.in_place(table)[0])


def strength(table: SeenTable, token: int) -> float:
    """What is missed in the strike if this airplane searches."""
    card = table.airplane(token)
    return max(worth.number(card.bomb), worth.number(card.torp))


def success(table: SeenTable, scouts: list[int]) -> float:
    """The chance that any of them finds something."""
    missed = 1.0
    for token in scouts:
        missed *= 1 - odds.at_least(table.airplane(token).recon, 1)
    return 1 - missed


def after(table: SeenTable, line: Line, there: list[SeenFormation], scouts: list[int]) -> float:
    """What the others can do in the air, if the scouts have found as much as is to be expected."""
    expected = sum([odds.expected(table.airplane(token).recon) for token in scouts])
    best = sorted(there, key=lambda f: worth.ship(table, f), reverse=True)[: max(1, round(expected))]
    return course.strike_worth(table, {line: [likely(table, f) for f in best]}, scouts)


def likely(table: SeenTable, f: SeenFormation) -> Target:
    """An unseen formation as it may turn out."""
    hp = LIKELY_PAIR_HP if f.pair else LIKELY_HP
    return untouched(f.token, hp, LIKELY_AIR, modest(worth.ship(table, f), hp))
