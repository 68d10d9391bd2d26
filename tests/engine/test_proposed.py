"""§20.6  What a client may propose: the one legal answer, or a default by which nothing is lost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom import rules
from ironbottom.catalog import card_set
from ironbottom.flow import Game, Procedure, Step
from ironbottom.questions import Answer, Assign, Choose, Move, Order, Pick, Place, Shape, Value, sole, unsaid
from ironbottom.rules import new_game
from ironbottom.rules.s13_draw import Draw
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.rules.s17_air_attack import Strike
from ironbottom.rules.s17_air_combat import AirCombatPhase
from ironbottom.rules.s18_shore import GoingAshore
from ironbottom.rules.s19_return import HandLimit
from ironbottom.sight import question
from ironbottom.words import Action, Side
from tests.support.optional_games import HIDDEN, cards_with
from tests.support.players import Player, at_random, by_default, eager, questions, seed, window_of

BOOK = Path(rules.__file__).with_name("RULEBOOK.md")
GAMES = 60
WRONG: tuple[tuple[type[Procedure], str], ...] = (
    (Draw, "choose"), (HandLimit, "choose"), (ChooseAction, "choose"), (GoingAshore, "name"), (Strike, "go_on"),
    (AirCombatPhase, "attack"),
)


def asked_in_games(n: int) -> Iterator[tuple[Game, Side]]:
    """Every question of n games, before it is answered: by players who do much, who do anything, and who do nothing."""
    for number in range(n):
        rng = Random(number)
        kinds: tuple[Player, ...] = (eager(rng), at_random(rng), by_default)
        us, jp = kinds[number % 3], kinds[number // 3 % 3]
        cards = card_set(("full", "core")[number % 2]) if number % 5 else cards_with(HIDDEN)
        g = new_game(cards, seed(number), ask_sides=number % 4 == 0)
        for side in questions(g, us, jp, rng):
            yield g, side


def holdings(g: Game, side: Side) -> Counter[str]:
    """The cards of a side that are in its hand or on the table, and what damage they can still bear."""
    forces = g.forces[side]
    found = Counter[str]([card.id for card in forces.hand])
    found.update([a.card.id for a in forces.airplanes.values()])
    for f in forces.formations.values():
        found.update([card.id for card in (f.lead, f.escort) if card is not None])
        found["HP"] += f.values.hp - f.damage
    for b in forces.bases.values():
        found[b.card.id] += 1
        found["HP"] += b.card.hp - b.damage
    return found


def lost_by_proposing(g: Game, side: Side) -> str:
    """What is gone when the default is given, before anybody is asked again; "" where nothing is."""
    after = g.after(side, g.default(side))
    gone = holdings(g, side) - holdings(after, side)
    if gone:
        return f"lost: {dict(gone)}"
    if after.outcome is not None and after.outcome.reason != "time-up" and after.outcome.winner is not side:
        return "the game is lost"
    if after.state.skipped and not g.state.skipped:
        return "the turn is skipped"
    if after.state.action is Action.RETREAT and g.state.action is not Action.RETREAT:
        return "the turn is given up"
    staying = g.state.action is Action.AIR and window_of(g, side) == "20.1"
    return "the air attack is called off" if staying else ""


def name_of(g: Game, side: Side) -> str:
    return f"{g.stack[-1].tag()}.{g.asked[side].step.name}"


def test_20_6_what_may_be_proposed_loses_nothing() -> None:
    proposed: Counter[str] = Counter()
    for g, side in asked_in_games(GAMES):
        if g.harmless(side) and not sole(g.asked[side].shape):
            proposed[name_of(g, side)] += 1
            assert lost_by_proposing(g, side) == "", (name_of(g, side), g.default(side), g.answers)
    assert set(proposed) == set(harmless_steps()), "a proposal that never came up was never tried"


def harmless_steps() -> dict[str, Step[Any]]:
    """The steps whose default may be proposed, at least at times."""
    return {name: step for name, step in asking_steps().items() if step.loses_nothing is not None}


def asking_steps() -> dict[str, Step[Any]]:
    return {f"{p.tag()}.{s.name}": s for p in procedures(Procedure) for s in p.steps if s.kind in ("ask", "both")}


def procedures(of: type[Procedure]) -> Iterator[type[Procedure]]:
    for one in of.__subclasses__():
        if one.__module__.startswith("ironbottom."):
            yield one
            yield from procedures(one)


@pytest.mark.parametrize(("procedure", "name"), WRONG, ids=lambda part: getattr(part, "__name__", part))
def test_20_6_a_wrong_proposal_would_be_found(
    procedure: type[Procedure], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = vars(procedure)[name]
    monkeypatch.setattr(step, "loses_nothing", lambda _self, _g, _side: True)
    assert any(g.asked[side].step is step and lost_by_proposing(g, side) for g, side in asked_in_games(GAMES))


@pytest.mark.parametrize(
    ("shape", "only"),
    [
        (Choose(("pass",)), True),
        (Choose(("keep", "redraw")), False),
        (Pick((), 0, 0), True),
        (Pick((7,), 0, 1), False),
        (Pick(("us/wildcat",), 1, 1), True),
        (Pick(("us/wildcat", "us/dauntless"), 2, 2), False),  # the order counts
        (Assign("line", {}), True),
        (Assign("target", {7: (9,), 8: (9,)}), True),
        (Assign("target", {7: (9, 10)}), False),
        (Order("target", {7: (9,)}), True),
        (Order("target", {7: (9,), 8: (9,)}), False),
        (Place({7: {9: 0}, 8: {}}, (1,)), True),
        (Place({7: {9: 0}, 8: {9: 0}}, (1,)), False),
        (Place({7: {9: 0, 10: 1}}, (1, 1)), False),
        (Move({}, ("done",)), True),
        (Move({}, ("done", "undo")), False),
        (Move({"discard": {7: ()}}, ("done",)), False),
    ],
)
def test_20_6_whether_one_answer_is_all_there_is(shape: Shape, only: bool) -> None:
    assert sole(shape) is only
    if shape != Pick(("us/wildcat", "us/dauntless"), 2, 2):
        assert only is (shape.count() == 1)


@pytest.mark.parametrize(
    ("shape", "default", "harmless", "given"),
    [
        (Assign("line", {7: ("stay", 1, 2), 8: ("stay", 1)}), {7: "stay", 8: "stay"}, True, {7: "stay", 8: "stay"}),
        (Assign("line", {7: ("stay", "escape"), 8: ("stay", 1)}), {}, False, {7: "stay", 8: "stay"}),
        (Assign("task", {7: ("attack", "withdraw")}), {7: "attack"}, False, {}),
        (Assign("target", {7: (21, 22), 8: (21,)}), {7: 21, 8: 21}, False, {8: 21}),
        (Order("target", {7: (21,), 8: (21, 22)}), ((7, 21), (8, 21)), False, {7: 21}),
        (Place({7: {9: 0}, 8: {9: 0}}, (1,)), {7: 9}, False, {7: 9}),
        (Place({7: {9: 0, 10: 1}}, (1, 1)), {7: 9}, True, {7: 9}),
        (Choose(("keep", "redraw")), "keep", True, {}),
    ],
)
def test_20_6_what_a_card_gets_of_which_nothing_is_said(
    shape: Shape, default: Answer, harmless: bool, given: dict[int, Value]
) -> None:
    g = new_game(card_set("core"), seed(0))
    asked = question(g, Side.US)
    assert unsaid(replace(asked, shape=shape, default=default, harmless=harmless)) == given


def test_20_6_nothing_is_said_of_a_card_that_it_may_not_get() -> None:
    for g, side in asked_in_games(6):
        asked = question(g, side)
        if isinstance(asked.shape, Assign | Order):
            assert all(value in asked.shape.choices[key] for key, value in unsaid(asked).items())


def test_20_6_the_question_says_it() -> None:
    found = {True: 0, False: 0}
    for g, side in asked_in_games(2):
        found[question(g, side).harmless] += 1
        assert question(g, side).harmless is g.harmless(side)
    assert found[True]
    assert found[False]


def test_20_6_the_rulebook_marks_the_same_windows() -> None:
    table = BOOK.read_text("utf-8").partition("### All decisions in order")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines() if re.match(r"\| \d", line)]
    marked = {row[0] for row in rows if row[6].endswith("°")}
    assert marked == {step.window for step in harmless_steps().values()}
