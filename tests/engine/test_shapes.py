"""The six shapes of a question, by themselves: what they offer is legal, what they count is there."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ironbottom.catalog import card_set
from ironbottom.questions import Answer, Assign, Choose, Move, Order, Pick, Place, Shape, Value, listed
from ironbottom.rules import new_game
from tests.support.lengths import some
from tests.support.players import eager, questions, seed

SHAPES = settings(max_examples=150, deadline=None, derandomize=True)
CUT = 200  # answers looked at
SMALL = 5_000  # answers counted

values = st.one_of(
    st.integers(0, 9),
    st.sampled_from(("stay", "done", "us/zeke")),
    st.tuples(st.sampled_from(("bomb", "torp")), st.integers(0, 3)),
)
tables = st.dictionaries(
    st.integers(1, 9), st.lists(values, min_size=1, max_size=4, unique=True).map(tuple), min_size=0, max_size=4
)


@st.composite
def picks(draw: st.DrawFn) -> Pick:
    items = tuple(draw(st.lists(values, max_size=6)))
    least = draw(st.integers(0, len(items)))
    return Pick(items, least, draw(st.integers(least, len(items))))


@st.composite
def places(draw: st.DrawFn) -> Place:
    slots = draw(st.integers(1, 3))
    hosts = st.dictionaries(st.integers(10, 14), st.integers(0, slots - 1), max_size=3)
    choices = draw(st.dictionaries(st.integers(1, 5), hosts, max_size=4))
    return Place(choices, tuple(draw(st.lists(st.integers(0, 2), min_size=slots, max_size=slots))))


moves = st.builds(
    Move,
    st.dictionaries(
        st.sampled_from(("move", "pair", "deploy")),
        st.dictionaries(values, st.lists(values, max_size=3, unique=True).map(tuple), min_size=1, max_size=3),
        max_size=3,
    ),
    st.sampled_from((("done",), ("done", "undo"))),
)
shapes: st.SearchStrategy[Any] = st.one_of(
    st.lists(values, min_size=1, max_size=6, unique=True).map(lambda options: Choose(tuple(options))),
    picks(),
    tables.map(lambda choices: Assign("task", choices)),
    tables.map(lambda choices: Order("target", choices)),
    places(),
    moves,
)
anything: st.SearchStrategy[Any] = st.recursive(
    st.one_of(values, st.none(), st.floats(allow_nan=False)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple), st.dictionaries(st.integers(0, 9), inner, max_size=3)
    ),
    max_leaves=6,
)


def holds(shape: Shape, rng: Random) -> None:
    """What a shape promises of itself."""
    offered = [*islice(shape.answers(), CUT)]
    assert [answer for answer in offered if shape.fault(answer) is not None] == []
    assert [offered[i] for i in range(len(offered)) if offered[i] in offered[:i]] == []
    assert shape.fault(shape.first()) is None
    for _ in range(5):
        assert shape.fault(shape.guess(rng)) is None
    if shape.count() <= SMALL:
        assert sum(1 for _ in shape.answers()) == shape.count()


@SHAPES
@given(shapes, st.randoms(use_true_random=False))
def test_what_a_shape_offers_is_legal_and_counted(shape: Shape, rng: Random) -> None:
    """§20.1  Its guesses, its first answer and every answer that it lists; and as many of these as it says."""
    holds(shape, rng)


@SHAPES
@given(shapes, anything)
def test_a_shape_judges_anything(shape: Shape, answer: Answer) -> None:
    """Whatever arrives is accepted or refused with a sentence, and is accepted only if it is among the answers."""
    fault = shape.fault(answer)
    if fault is None:
        assert in_any_order(shape, answer)
    else:
        assert fault.strip()
        assert answer not in [*islice(shape.answers(), CUT)]


def in_any_order(shape: Shape, answer: Answer) -> bool:
    """Whether the shape lists this answer; a Pick lists one order of each."""
    offered = [*islice(shape.answers(), SMALL)]
    if isinstance(shape, Pick):
        assert isinstance(answer, tuple)
        return any(isinstance(o, tuple) and sorted(map(repr, o)) == sorted(map(repr, answer)) for o in offered)
    return answer in offered


@pytest.mark.parametrize("number", some(range(4), 1))
def test_shapes_of_games(number: int) -> None:
    """Those that the rules build, in whole games."""
    rng = Random(number)
    g = new_game(card_set("full"), seed(number))
    for side in questions(g, eager(rng), eager(rng)):
        if rng.random() < 0.3:
            shape = g.asked[side].shape
            assert [a for a in islice(shape.answers(), 40) if shape.fault(a) is not None] == []
            assert shape.fault(shape.guess(rng)) is None
            assert next(shape.answers()) is not None


LINE_OF_ONE: tuple[tuple[Shape, Answer], ...] = (
    (Choose((1, 2)), 3),
    (Choose((("bomb", 1),)), ("bomb", 2)),
    (Pick((1, 2, 2), 1, 2), ()),
    (Pick((1, 2, 2), 1, 2), (1, 1)),
    (Pick((1, 2, 2), 1, 2), (1, 2, 2)),
    (Pick((1, 2), 0, 2), {1: 2}),
    (Assign("task", {1: ("a", "b")}), {}),
    (Assign("task", {1: ("a", "b")}), {1: "c"}),
    (Assign("task", {1: ("a", "b")}), {1: "a", 2: "a"}),
    (Assign("task", {1: ("a",)}), ((1, "a"),)),
    (Order("target", {1: (7,), 2: (7,)}), ((1, 7),)),
    (Order("target", {1: (7,), 2: (7,)}), ((1, 7), (1, 7))),
    (Order("target", {1: (7,)}), {1: 7}),
    (Place({1: {9: 0}, 2: {9: 0}}, (1,)), {1: 9, 2: 9}),
    (Place({1: {9: 0}, 2: {9: 0}}, (1,)), {}),
    (Place({1: {8: 0, 9: 1}, 2: {8: 0}}, (1, 1)), {2: 8}),
    (Place({1: {9: 0}}, (1,)), {1: 8}),
    (Place({1: {9: 0}}, (1,)), ((1, 9),)),
    (Move({"move": {1: (2, 3)}}, ("done",)), ("move", 1)),
    (Move({"move": {1: (2, 3)}}, ("done",)), ("move", 1, 4)),
    (Move({"move": {1: (2, 3)}}, ("done",)), ("move", 2, 3)),
    (Move({"reveal": {1: ()}}, ("done",)), ("reveal", 1, 4)),
    (Move({"reveal": {1: ()}}, ("done",)), ("reveal",)),
    (Move({"reveal": {1: ()}}, ("done",)), ("done", 1)),
    (Move({"reveal": {1: ()}}, ("done",)), ("undo",)),
    (Move({}, ("done",)), "done"),
)


@pytest.mark.parametrize(("shape", "answer"), LINE_OF_ONE)
def test_what_is_wrong_is_refused(shape: Shape, answer: Answer) -> None:
    """One fault each: too few, too many, twice, of another kind, not on the list; R-26 for the return."""
    assert shape.fault(answer) is not None


def test_counts_by_hand() -> None:
    """R-36  Of a, b, b two or three may be picked: ab, bb, abb; an order of 2 cards with 2 targets each: 2! x 4."""
    assert Pick(("a", "b", "b"), 2, 3).count() == 3
    assert Pick(("b", "a", "b"), 2, 3).count() == 3
    assert Order("target", {1: (7, 8), 2: (7, 8)}).count() == 8
    assert Assign("task", {1: ("a", "b", "c"), 2: ("a", "b")}).count() == 6
    assert Move({"move": {1: (2, 3), 4: (5,)}, "reveal": {1: ()}}, ("done", "undo")).count() == 6


def test_the_return_fills_what_it_can() -> None:
    """R-26  Two airplanes, one icon near both and one near the first only: nobody is left out beside a free icon.

    The first may take the icon that the second needed; the default leaves it room.
    """
    shape = Place({1: {8: 0, 9: 1}, 2: {8: 0}}, (1, 1))
    assert list(shape.answers()) == [{1: 8}, {1: 9, 2: 8}]
    assert shape.first() == {1: 9, 2: 8}


@SHAPES
@given(places())
def test_no_answer_takes_more_than_the_default(shape: Place) -> None:
    """§19.2  The assignment that is offered as default takes as many as possible."""
    most = max(len(answer) for answer in shape.answers() if isinstance(answer, dict))
    assert len(shape.first()) == most


def test_long_lists_are_cut() -> None:
    """A refusal names twelve values at most."""
    many: tuple[Value, ...] = tuple(range(20))
    assert listed(many).endswith("11, ...")
    assert listed(many[:3]) == "0, 1, 2"
