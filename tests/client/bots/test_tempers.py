"""Errors that the first mate makes, and the mate of today seldom or never; and that the first mate stays as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.client.bots.mate import clock, course, fleet, hand, hunt, landing, opposition, sea, skies
from ironbottom.client.bots.mate.mate import advised
from ironbottom.client.bots.mate.table import SeenTable
from ironbottom.client.bots.mate.temper import FIRST, STEADY, Temper
from ironbottom.client.launch.arena.in_process import Series, play_numbered
from ironbottom.printed import AnyCard, EventCard
from ironbottom.questions import Answer, Chance
from ironbottom.views import View
from ironbottom.words import CardId, Side
from tests.client.support.asked_views import CARDS, asked_views
from tests.support.lengths import NIGHT, some

GAMES = 40 if NIGHT else 10

# What 12 games of the first mate against itself were before there were tempers.
AS_IT_WAS = {
    "core": "fc74d46b0b5852ea4e6916f1fb32c32f3b66cd62790194182374eabe0800b79a",
    "full": "bb2d8741d13230a9e8186684b2e5741c2d309f2ddc028adc403d9970de07ecae",
}


@pytest.mark.parametrize("cards", some(AS_IT_WAS, 1))
def test_the_first_mate_plays_as_it_did(cards: str) -> None:
    """Strength is measured against something that stands still."""
    series, told = Series("mate-1", "mate-1", "the first mate", card_set(cards)), sha256()
    for n in range(12):
        r = play_numbered(series, n)
        told.update(repr((r.winner.name, r.reason, r.points, r.turns, r.decisions)).encode())
    # the deals of a series go by its seed alone, and not by the names of who plays
    assert told.hexdigest() == AS_IT_WAS[cards]


def far_behind(table: SeenTable, answer: Answer) -> bool | None:
    """It goes home although it is far behind, and the end comes nearer."""
    return None if table.lead > -6 or table.view.turn > 12 else answer == "retreat"


def leaves_it(table: SeenTable, answer: Answer) -> bool | None:
    """It goes home although a strike at what lies open is worth nearly as much; tomorrow that hides."""
    strike, rest = course.strike_worth(table), course.retreat_worth(table)
    return None if not 0.77 * rest < strike < rest or rest < 0 else answer == "retreat"


def spends_a_boat(table: SeenTable, answer: Answer) -> bool | None:
    """It spends a submarine on little, with room in its hand."""
    assert isinstance(answer, tuple)
    odds: dict[object, Chance] = {chance.value: chance for chance in table.question.odds}
    full = len(table.mine.hand or ()) >= 7
    return None if answer[0] != "submarine" or full else hand.promise(table, odds[answer[1:]]) < 0.6


def breaks_a_code_for_nothing(table: SeenTable, answer: Answer) -> bool | None:
    """It breaks a code although no strike would follow."""
    if "us/code-breakers" not in table.question.plays or hunt.code_pays(table, 0.2):
        return None
    return answer == ("play", "us/code-breakers")


def sails_too_early(table: SeenTable, _: Answer) -> bool | None:
    """It sails for a landing of little promise in the first turn of its side."""
    return None if table.view.turn > 2 else landing.best_plan(table) is not None and _plan(table).chance < 0.4


def sails_bare(table: SeenTable, _: Answer) -> bool | None:
    """It sails under many bombers, without escorts, for a landing of little promise."""
    if skies.strikers(table, table.front) < 2 or table.view.turn <= 2 or landing.best_plan(table) is None:
        return None
    plan = _plan(table)
    bare = plan.cards or any(table.ships[token].escort is None for token in plan.transports)
    return bool(bare) and plan.chance < 0.4 and not clock.desperate(table)


def leaves_guards_in_sight(table: SeenTable, _: Answer) -> bool | None:
    """Under bombers a ship that was seen stands guard, and one that was not lies idle."""
    lines = fleet.lines(table, landing.best_plan(table))
    guards = [f for f in table.mine.formations if lines[f.token] is table.front]
    idle = [f for f in table.mine.formations if f not in guards and landing.usable(table, f) and not f.damage]
    idle = [f for f in idle if not f.detected and lines[f.token] not in (table.front,) and not _host(table, f.token)]
    if skies.strikers(table, table.front) < 1 or not idle or landing.best_plan(table) is not None:
        return None
    return any(f.detected and not f.damage for f in guards)


def leaves_the_field(table: SeenTable, answer: Answer) -> bool | None:
    """It leaves a fight that is not hopeless."""
    ours = [f for f in table.mine.formations if f.task is not None]
    theirs = [f for f in table.theirs.formations if f.task is not None]
    return None if sea.fire(theirs) > 2.4 * sea.fire(ours) else answer != ()


EXPRESS, LOAD = ("jp/tokyo-express",), ("jp/long-lance",)
Errs = Callable[[SeenTable, Answer], bool | None]
ERRORS: list[tuple[str, Errs]] = [
    ("action.choose", far_behind),
    ("action.choose", leaves_it),
    ("submarines.play", spends_a_boat),
    ("reconnaissance.search", breaks_a_code_for_nothing),
    ("ships.step", sails_too_early),
    ("ships.step", sails_bare),
    ("ships.step", leaves_guards_in_sight),
    ("sea-rounds.check", leaves_the_field),
]


def _plan(table: SeenTable) -> landing.Plan:
    plan = landing.best_plan(table)
    assert plan is not None
    return plan


def _host(table: SeenTable, token: int) -> bool:
    return token in fleet.hosts(table) or opposition.firepower(table.ships[token]) < 1


@cache
def moments() -> tuple[View, ...]:
    """Every question of some games of mates."""
    steps = {step for step, _ in ERRORS} | {"air-control.withdraw", "reinforcement.play"}
    return tuple([s for s in asked_views(range(GAMES)) if s.question is not None and s.question.step in steps])


def answers(step: str, temper: Temper) -> Iterator[tuple[SeenTable, Answer]]:
    """What a mate of this temper answers at each moment of a step."""
    by_id = cards_by_id(CARDS)
    for seen in moments():
        assert seen.question is not None
        if seen.question.step == step:
            table = SeenTable(seen, seen.question, by_id, temper)
            yield table, advised(table)


def how_often(step: str, temper: Temper, errs: Errs) -> Counter[bool | None]:
    return Counter([errs(table, answer) for table, answer in answers(step, temper)])


@pytest.mark.parametrize(("step", "errs"), ERRORS, ids=[errs.__name__ for _, errs in ERRORS])
def test_an_error_of_the_first_mate_is_made_no_more(step: str, errs: Errs) -> None:
    """At the same questions: the first mate makes it, and the mate of today at most half as often."""
    before, now = how_often(step, FIRST, errs), how_often(step, STEADY, errs)
    assert before[True] > 0, "no such moment: the test looks at nothing"
    assert now[True] <= before[True] / 2


def test_who_is_badly_outgunned_leaves_an_air_combat() -> None:
    """The first mate never did."""
    fled = {temper: [a for _, a in answers("air-control.withdraw", temper) if a != ()] for temper in (FIRST, STEADY)}
    assert fled[FIRST] == []
    assert fled[STEADY] != []


def test_the_tokyo_express_runs() -> None:
    """§21.16  Where transports are to sail, and an escort that nobody has seen lies alone."""
    runs = [a for _, a in answers("reinforcement.play", STEADY) if isinstance(a, tuple) and a[0] == "express"]
    assert runs
    assert not [a for _, a in answers("reinforcement.play", FIRST) if isinstance(a, tuple) and a[0] == "express"]


def test_transports_aboard_the_tokyo_express_are_not_bare() -> None:
    """§21.16  A card that can sail with it needs no more promise under bombers than transports with an escort."""
    shyer = 0
    for table, _ in answers("ships.step", STEADY):
        if table.me is not Side.JP:
            continue
        plain, loaded = [held(table, hand) for hand in (LOAD, EXPRESS + LOAD)]
        plan = next((plan for plan in landing.plans(loaded) if len(plan.cards) == 1 and not plan.transports), None)
        if plan is not None and not clock.desperate(table):
            ready = landing.ferried(loaded, plan)
            assert ready == int(any(not f.detected and landing.lone_escort(table, f) for f in table.mine.formations))
            more = landing.bold(plain, plan) - landing.bold(loaded, plan)
            assert more == pytest.approx(ready * STEADY.bare * skies.strikers(table, table.front))
            first = [landing.bold(held(table, hand, FIRST), plan) for hand in (LOAD, EXPRESS + LOAD)]
            assert first[0] == first[1]
            shyer += more > 0
    assert shyer > 0


def test_transports_of_the_tokyo_express_itself_are_bare() -> None:
    """§21.16  Cards of people's own may print transports on it: it never loads itself, so they sail as bare as any."""
    by_id = cards_by_id(CARDS)
    express, load = by_id[CardId(EXPRESS[0])], by_id[CardId(LOAD[0])]
    assert isinstance(express, EventCard)
    assert isinstance(load, EventCard)
    own = {**by_id, express.id: replace(express, submarine=None, transports=load.transports)}
    ready = 0
    for table, _ in answers("ships.step", STEADY):
        if table.me is not Side.JP:
            continue
        alone, habit = [held(table, EXPRESS, temper, own) for temper in (STEADY, STEADY._replace(express=False))]
        plan = next((plan for plan in landing.plans(alone) if plan.cards and not plan.transports), None)
        if plan is not None and not clock.desperate(table):
            ready += bool(landing.unseen_escorts(table))
            assert landing.ferried(alone, plan) == 0
            assert landing.bold(alone, plan) == landing.bold(habit, plan)
    assert ready > 0


def held(
    table: SeenTable, cards: tuple[str, ...], temper: Temper = STEADY, own: dict[CardId, AnyCard] | None = None
) -> SeenTable:
    """The same table with these cards in the hand of Japan; `own` are cards other than those of the table."""
    there = replace(table.view, jp=replace(table.view.jp, hand=tuple(map(CardId, cards))))
    return SeenTable(there, table.question, own or table.cards, temper)


def test_an_escort_waits_for_the_tokyo_express() -> None:
    """§21.16  Where its card is held with transports to load, one lone escort is not paired."""
    waited = paired = 0
    for table, _ in answers("ships.step", STEADY):
        if table.me is not Side.JP:
            continue
        free = fleet.kept_free(held(table, EXPRESS + LOAD))
        by = {temper: advised(held(table, EXPRESS + LOAD, temper)) for temper in (FIRST, STEADY)}
        waited += free is not None
        paired += free is not None and _pairs(by[FIRST], free)
        assert free is None or not _pairs(by[STEADY], free)
    assert waited >= paired > 0


def _pairs(answer: Answer, escort: int) -> bool:
    return isinstance(answer, tuple) and answer[:2] == ("pair", escort)
