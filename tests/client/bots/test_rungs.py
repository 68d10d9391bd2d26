"""The ladder: what each rung overlooks, that it does so always in the same way, and that the rungs lie in order."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from itertools import pairwise
from random import Random

import msgspec
import pytest

from ironbottom.catalog import cards_by_id
from ironbottom.client.bots.mate.mate import advised
from ironbottom.client.bots.mate.oversights import OVERSIGHTS, noticed
from ironbottom.client.bots.mate.skies import fighter
from ironbottom.client.bots.mate.table import SeenTable, line_of
from ironbottom.client.bots.mate.temper import CADET, ENSIGN, FIRST, SEAMAN, STEADY, Temper
from ironbottom.client.bots.players import BOTS
from ironbottom.client.bots.registry import made
from ironbottom.client.bots.search.levels import QUICK
from ironbottom.client.launch.arena.in_process import Series, play_numbered
from ironbottom.client.launch.arena.standing import a_side
from ironbottom.client.text.people.rungs import RUNGS, rungs
from ironbottom.questions import STAY, Answer, Assign, Choose, Move, Order, Pick, sole
from ironbottom.views import View
from ironbottom.words import FRONT, LINES
from tests import ROOT
from tests.client.support.asked_views import CARDS, asked_views
from tests.support.lengths import NIGHT, by_night

BY_ID = cards_by_id(CARDS)
BELOW = {"cadet": CADET, "seaman": SEAMAN, "ensign": ENSIGN}
GAMES = 10 if NIGHT else 4  # of mates, for moments
LADDER = 60 if NIGHT else 16  # games of a rung against the next one
EVEN = 150  # Elo between two rungs, at least


@cache
def moments() -> tuple[View, ...]:
    """Every question with a choice of some games of mates."""
    views = [(seen, seen.question) for seen in asked_views(range(GAMES)) if seen.question is not None]
    return tuple([seen for seen, question in views if question.plays or not sole(question.shape)])


def at(seen: View, temper: Temper) -> SeenTable:
    assert seen.question is not None
    return SeenTable(seen, seen.question, BY_ID, temper)


def pairs(answer: Answer) -> list[tuple[int, object]]:
    """Who gets what."""
    return [*(answer.items() if isinstance(answer, dict) else answer)] if isinstance(answer, dict | tuple) else []


def int_of(part: object) -> int:
    return part if isinstance(part, int) else 0


def verb(answer: Answer) -> object:
    return answer[0] if isinstance(answer, tuple) and answer else None


def nobody_searches(table: SeenTable, answer: Answer) -> bool:
    return {value for _, value in pairs(answer)} <= {STAY}


def no_fighter_flies(table: SeenTable, answer: Answer) -> bool:
    return not [a for a, value in pairs(answer) if value != STAY and fighter(table.airplane(a))]


def nobody_rises(table: SeenTable, answer: Answer) -> bool:
    lines = [line_of(value) for _, value in pairs(answer) if isinstance(value, int)]
    return not [line for line in lines if line is not None and line.owner is table.me]


def first_of_all(table: SeenTable, answer: Answer) -> bool:
    shape = table.question.shape
    if isinstance(shape, Assign | Order):
        return all(value == shape.choices[a][0] for a, value in pairs(answer))
    assert isinstance(shape, Choose)
    return answer == shape.options[0]


def guns_stay(table: SeenTable, answer: Answer) -> bool:
    if not isinstance(answer, tuple) or answer[0] != "move":
        return True
    _, ship, line = map(int_of, answer)
    return LINES[line] not in FRONT or table.has_transports(table.ships[ship])


def first_place(table: SeenTable, answer: Answer) -> bool:
    shape = table.question.shape
    assert isinstance(shape, Move)
    if not isinstance(answer, tuple) or answer[0] != "deploy":
        return verb(answer) == "done"
    _, card, host = answer
    return host in {hosts[0] for deployed, hosts in shape.steps["deploy"].items() if deployed == card}


def everybody(table: SeenTable, answer: Answer) -> bool:
    assert isinstance(answer, tuple)
    assert isinstance(table.question.shape, Pick)
    return len(answer) == table.question.shape.most


def never(*words: object) -> Callable[[SeenTable, Answer], bool]:
    return lambda table, answer: answer not in words and verb(answer) not in words


def nobody(table: SeenTable, answer: Answer) -> bool:
    return answer == ()


SHOWS: dict[str, Callable[[SeenTable, Answer], bool]] = {
    "search": nobody_searches, "escorts": no_fighter_flies, "interceptors": nobody_rises, "targets": first_of_all,
    "choices": first_of_all, "pairs": never("pair", "part"), "guns": guns_stay, "landing": never("landing"),
    "retreat": never("retreat"), "transports": never("transports", "express"), "boats": never("submarine"),
    "cards": never("play"), "places": first_place, "meeting": nobody, "leaving": nobody, "reserve": everybody,
}  # fmt: skip


def _is_other_card(name: str, answer: Answer) -> bool:
    """An event card is played first, which says nothing of how the question is answered."""
    return name != "cards" and verb(answer) == "play"


@pytest.mark.parametrize("name", OVERSIGHTS)
def test_an_oversight_shows_always_and_is_one(name: str) -> None:
    """At its questions: who has it never answers otherwise, and who has it not does so at least once."""
    steps, with_it, without = OVERSIGHTS[name].steps, STEADY._replace(overlooks=(name,)), 0
    for seen in moments():
        table = at(seen, with_it)
        if steps and (table.question.step not in steps or sole(table.question.shape)):
            continue
        answer, better = advised(table), advised(at(seen, STEADY))
        assert _is_other_card(name, answer) or SHOWS[name](table, answer), (table.question.step, answer)
        without += not _is_other_card(name, better) and not SHOWS[name](table, better)
    assert without, "no such moment: the test looks at nothing"


def test_an_oversight_takes_answers_away_and_adds_none() -> None:
    for temper in BELOW.values():
        for seen in moments():
            table, answer = at(seen, temper), advised(at(seen, temper))
            shape = table.question.shape
            assert verb(answer) == "play" or shape.fault(answer) is None
            assert {*noticed(table).question.plays} <= {*table.question.plays}


def test_every_oversight_is_somebodys() -> None:
    """And says why people do so, in a sentence."""
    assert {name for temper in BELOW.values() for name in temper.overlooks} == OVERSIGHTS.keys() == SHOWS.keys()
    assert all(one.why[-1] in ".!?" for one in OVERSIGHTS.values())
    assert FIRST.overlooks == STEADY.overlooks == ()


@pytest.mark.parametrize("name", BELOW)
def test_the_same_view_gets_the_same_answer(name: str) -> None:
    """From whoever has this name, with whatever chance; and none of its answers is a fault."""
    bots = [made(name, CARDS, Random(n)) for n in range(2)]
    for seen in moments()[:400]:
        copy = msgspec.msgpack.decode(msgspec.msgpack.encode(deepcopy(seen)), type=View)
        assert bots[0].choose(seen) == bots[1].choose(copy)
    assert [bot.faults for bot in bots] == [0, 0]


@pytest.mark.parametrize(("lower", "higher"), [pytest.param(*pair, id="-".join(pair)) for pair in pairwise(RUNGS[:-1])])
def test_each_rung_beats_the_one_below(lower: str, higher: str) -> None:
    series = Series(higher, lower, "rungs", CARDS)
    results = [play_numbered(series, n) for n in range(LADDER)]
    assert [result.faults for result in results] == [(0, 0)] * LADDER
    assert sum([result.winner is a_side(result, higher) for result in results]) / LADDER >= 0.6


@by_night
def test_the_top_beats_the_first_mate() -> None:
    """It won 69 of 100 in 400 games; 20 of 40 or fewer would be a chance of one in a hundred and fifteen."""
    series = Series(RUNGS[-1], "mate-1", "rungs", CARDS)
    results = [play_numbered(series, n) for n in range(40)]
    assert sum([result.winner is a_side(result, RUNGS[-1]) for result in results]) / 40 > 0.5


def test_the_ladder_has_six_rungs_evenly_spread() -> None:
    ladder = rungs()
    assert [one.name for one in ladder] == ["random", "cadet", "seaman", "ensign", "mate", "admiral"]
    assert ladder[0].elo == "0"
    assert all(int(high.elo) - int(low.elo) >= EVEN for low, high in pairwise(ladder))
    assert all(one.character.endswith(".") for one in ladder)


def test_work_is_what_the_level_says() -> None:
    assert rungs()[-1].work == f"up to {QUICK.playouts} games tried out, at most {QUICK.seconds} s"


def test_every_rung_can_be_called() -> None:
    """By a server, by the arena, on the command line; and by a page, which asks its server for the names."""
    names = msgspec.json.decode((ROOT / "client" / "bots" / "names.json").read_bytes(), type=list[str])
    assert {*RUNGS} <= {*names} == {*BOTS}


def test_the_table_of_the_readme_is_the_ladder() -> None:
    """Every rung, its character, its work and its strength; and no other bot."""
    text = (ROOT / "README.md").read_text("utf-8")
    lines = text.partition("### The bots")[2].partition("\n#")[0].splitlines()
    rows = [line for line in lines if line.startswith("| `")]
    assert rows == [f"| `{one.name}` | {one.character} | {one.work} | {one.elo} |" for one in rungs()]
