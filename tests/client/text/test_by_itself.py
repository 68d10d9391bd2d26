"""What is answered without asking: always legal, never where there is a choice, and never longer than was said."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import get_args

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.text.naming import Naming, half_of
from ironbottom.client.text.question.by_itself import (
    SCOPES,
    NotAgain,
    Scope,
    Unasked,
    answer_text,
    comes_again,
    fits,
    lasting,
    sole_answer,
    standing,
    unprompted,
)
from ironbottom.client.text.question.still_open import open_text, still_open
from ironbottom.events import AnyEvent
from ironbottom.questions import Assign, Choose, Move, Order, Pick, Place, Question
from ironbottom.vocabulary import TABLES
from ironbottom.words import CardId, Side
from tests.client.plain import questions
from tests.support.lengths import some
from tests.wire.games import turns

GAMES = (1, 2, 3, 4, 5, 6, 7, 8)
US, JP = Side.US, Side.JP


def asked(shape: object, *, step: str = "strike.go_on", plays: tuple[str, ...] = ()) -> Question:
    """A question of this shape."""
    side = US
    return Question(
        side, "25", "17.3(4)(a)", step, "Attack, or break off?", "", (), None, None, shape, plays, "",  # type: ignore[arg-type]
    )


HAND = (CardId("us/wildcat"),)
GO_ON = asked(Choose(("attack", "break-off")))


@pytest.mark.parametrize(
    ("shape", "answer"),
    [
        (Choose(("pass",)), "pass"),
        (Choose((3, "none")), None),
        (Pick((), 0, 0), ()),
        (Pick((1, 2), 0, 0), ()),
        (Pick((7,), 1, 1), (7,)),
        (Pick((7,), 0, 1), None),
        (Pick((7, 8), 2, 2), None),  # which of them goes on top?
        (Pick(("us/wildcat", "us/wildcat"), 2, 2), ("us/wildcat", "us/wildcat")),
        (Pick(("us/wildcat", "us/wildcat"), 1, 1), None),
        (Assign("line", {}), {}),
        (Assign("line", {5: (2,), 6: (3,)}), {5: 2, 6: 3}),
        (Assign("line", {5: (2,), 6: (3, 2)}), None),
        (Order("target", {5: (9,)}), ((5, 9),)),
        (Order("target", {5: (9,), 6: (9,)}), None),  # who fires first?
        (Place({5: {1: 0}, 6: {1: 0}}, (2,)), {5: 1, 6: 1}),
        (Place({5: {1: 0}, 6: {1: 0}}, (1,)), None),  # who of them is lost?
        (Place({5: {}}, ()), {}),
        (Place({5: {1: 0, 2: 1}}, (0, 1)), {5: 2}),
        (Move({}, ("done",)), ("done",)),
        (Move({}, ("done", "undo")), None),
        (Move({"move": {5: (2,)}}, ("done",)), None),
    ],
)
def test_the_only_answer_is_given_and_no_other(shape: object, answer: object) -> None:
    assert sole_answer(asked(shape)) == answer


def test_where_a_card_could_be_played_one_is_asked() -> None:
    assert sole_answer(asked(Choose(("pass",)), plays=("us/sg-radar",))) is None


@pytest.mark.parametrize("number", some(GAMES, 3))
def test_in_a_game_what_is_given_is_the_only_legal_answer(number: int) -> None:
    for turn in turns(number):
        question, shape = turn.question, turn.question.shape
        only = sole_answer(question)
        if only is not None:
            assert question.plays == ()
            assert shape.fault(only) is None
            assert [*shape.answers()] == [only]
            assert turn.answer == only
        elif not question.plays and not isinstance(shape, Place | Order | Pick) and shape.count() == 1:
            raise AssertionError(question)


@pytest.mark.parametrize("number", some(GAMES, 3))
def test_in_a_game_what_is_repeated_is_legal_and_what_was_said(number: int) -> None:
    """Whoever says "not again" of everything that comes again hears nothing that he had not answered so before."""
    seats, rng, given = {side: Unasked() for side in Side}, Random(number), 0
    for turn in turns(number):
        question, side = turn.question, turn.question.side
        for each in Side:
            seats[each].hear(turn.updates[each].events)
        hand = half_of(turn.updates[side].view, side).hand or ()
        found = seats[side].answer(question, hand)
        if found is not None:
            assert question.shape.fault(found.answer) is None
            assert found.rule is None or (found.rule.question.step, found.rule.answer) == (question.step, found.answer)
            given += found.rule is not None
        elif comes_again(question) and question.shape.fault(turn.answer) is None:
            seats[side].say(question, rng.choice(SCOPES), turn.answer, hand)
    assert given > 0


def rule(scope: Scope, question: Question = GO_ON, answer: str = "attack") -> NotAgain:
    return NotAgain(question, scope, answer, HAND)


@pytest.mark.parametrize(
    ("kinds", "left"),
    [
        ((), ["battle", "turn", "change"]),
        (("rolled", "damaged"), ["battle", "turn", "change"]),
        (("line-began",), ["turn", "change"]),
        (("target-named",), ["turn", "change"]),
        (("turn-began",), ["change"]),
    ],
)
def test_a_scope_ends_with_the_fight_or_the_turn(kinds: tuple[str, ...], left: list[str]) -> None:
    assert [one.scope for one in lasting(map(rule, SCOPES), kinds)] == left


def test_what_ends_a_scope_are_events_that_there_are() -> None:
    tags = {kind.__struct_config__.tag for kind in get_args(AnyEvent)}
    assert {"turn-began", "line-began", "action-taken", "target-named"} <= tags


def test_until_something_changes_ends_with_any_difference() -> None:
    other = asked(Choose(("attack", "break-off")), plays=())
    assert fits(rule("change"), other, HAND)
    assert not fits(rule("change"), other, (*HAND, CardId("us/corsair")))
    assert not fits(rule("change"), asked(Choose(("attack", "break-off", "wait"))), HAND)
    assert fits(rule("battle"), asked(Choose(("attack", "break-off", "wait"))), ())


def test_an_answer_that_is_legal_no_more_is_asked_for_and_forgotten() -> None:
    now = asked(Choose(("break-off",)), plays=("us/sg-radar",))
    rules = [rule("turn", asked(Choose(("attack", "break-off")), plays=("us/sg-radar",)))]
    assert unprompted(now, rules, ()) is None
    assert standing(rules, now, ()) == ()


def test_another_card_that_could_be_played_is_asked_about() -> None:
    """Who said that he plays no SG Radar has not said it of Thach Weave."""
    radar = asked(Choose(("pass",)), plays=("us/sg-radar",))
    both = asked(Choose(("pass",)), plays=("us/sg-radar", "us/thach-weave"))
    said = [rule("turn", radar, "pass")]
    assert unprompted(radar, said, ()) is not None
    assert unprompted(both, said, ()) is None


def test_a_step_of_a_segment_is_never_repeated() -> None:
    stepwise = asked(Move({"move": {5: (2,)}}, ("done",)), step="ships.step")
    assert not comes_again(stepwise)
    assert unprompted(stepwise, [rule("turn", stepwise, "done")], ()) is None


def test_what_was_not_taken_is_left_to_the_player() -> None:
    unasked = Unasked()
    idle = asked(Choose(("pass",)))
    assert unasked.answer(idle, ()) is not None
    unasked.failed(idle)
    assert unasked.answer(idle, ()) is None
    assert unasked.answer(asked(Pick((), 0, 0)), ()) is not None


def test_everything_can_be_taken_back() -> None:
    unasked = Unasked()
    unasked.say(GO_ON, "turn", "attack", ())
    unasked.say(asked(Pick((1,), 0, 1), step="sea-rounds.check"), "battle", (), ())
    unasked.say(GO_ON, "battle", "attack", ())
    assert [one.scope for one in unasked.rules] == ["battle", "battle"]
    assert unasked.take_back(0) is not None
    assert unasked.take_back() is not None
    assert unasked.take_back() is None
    assert unasked.answer(GO_ON, ()) is None


def test_the_steps_that_come_again_are_asked_in_games() -> None:
    met = {turn.question.step for number in GAMES[:4] for turn in turns(number)}
    assert {*TABLES["comes_again"]["steps"]} <= met


def test_it_is_told_in_words() -> None:
    reader = questions.reader_at(questions.withdrawal(), JP)
    assert reader.seat.menu is not None
    assert answer_text(reader.seat.menu.question, (), reader.seat.naming) == "Air control combat: none"


def test_what_is_still_open_is_counted() -> None:
    for lay, wanted in (
        (questions.airplanes, "Still open: 3 airplanes in your hand that find icons."),
        (questions.ships, "Still open: 2 formations in REAR that can move."),
    ):
        game = lay()
        reader = questions.reader_at(game, US)
        menu, view = reader.seat.menu, reader.seat.view
        assert menu is not None
        assert view is not None
        assert open_text(still_open(menu.question, view, reader.seat.naming)) == wanted
    assert open_text([]) == ""


def test_transports_without_an_escort_are_counted() -> None:
    found = [
        one
        for number in GAMES
        for turn in turns(number)
        if isinstance(turn.question.shape, Move) and turn.question.step == "ships.step"
        for one in still_open(turn.question, turn.updates[turn.question.side].view, named(number))
        if one.verb == "pair"
    ]
    assert found


@cache
def named(number: int) -> Naming:
    """With the cards of that game."""
    return Naming(card_set("full" if number % 2 else "core"))

