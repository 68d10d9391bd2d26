"""Answers of programs in this process: what means an answer is taken, what only equals one is refused."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ironbottom.catalog import card_set
from ironbottom.dice import Stream
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.position import to_text
from ironbottom.rules import new_game
from ironbottom.rules.s14_deployment import Deployment, Ships
from ironbottom.sight import question
from ironbottom.words import Side, Token
from tests.support.players import eager, seed
from tests.support.table import LaidTable


class Index:
    """A whole number of another library's, as numpy has them."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def moving() -> tuple[Game, Token, Token]:
    """The US is asked for its ships."""
    t = LaidTable()
    hornet, wasp = t.us.ship("Hornet", "FRONT"), t.us.ship("Wasp", "MIDDLE")
    g = t.play(Deployment(phasing=Side.US))
    g.state.dice = Stream.of(bytes(32), "dice")
    return g, hornet, wasp


@pytest.mark.parametrize(
    "given",
    [
        lambda token: ["move", token, 0], lambda token: ("move", Index(token), Index(0)),
        lambda token: ("move", Token(token), 0), lambda token: [*("move", token, Index(0))],
    ],
)
def test_what_means_an_answer_is_taken_as_one(given: Callable[[int], Any]) -> None:
    """§20.1  Lists as tuples, whole numbers of any kind; plain ones stand in state and record afterwards."""
    g, hornet, _ = moving()
    g.answer(Side.US, given(hornet))
    top = g.stack[-1]
    assert isinstance(top, Ships)
    (step,) = top.taken
    assert (step, [type(part) for part in step]) == (("move", hornet, 0), [str, int, int])


def cyclic() -> list[Any]:
    """A list that holds itself."""
    found: list[Any] = []
    found.append(found)
    return found


def deep() -> Any:
    found: Any = ()
    for _ in range(100_000):
        found = (found,)
    return found


@pytest.mark.parametrize(
    "part",
    [True, False, 1.0, 0.0, 1 + 0j, None, b"done", {1}, object(), 10**5000, cyclic(), deep(), {}, {1: {1: 1}}],
    ids=lambda part: type(part).__name__,
)
def test_what_only_equals_an_answer_is_refused(part: Any) -> None:
    """§20.1  In a sentence; and nothing has changed, nor is anything left that could not be written down."""
    g, hornet, _ = moving()
    before = picture(g)
    wrong: Any
    for wrong in (part, ("move", hornet, part), ("move", part, 0), (part,), [part], {1: part}, ("play", part)):
        with pytest.raises(IllegalAnswer) as refused:
            g.answer(Side.US, wrong)
        assert refused.value.rule in ("14.2(1)", "20.2")
        assert 10 < len(str(refused.value)) < 400
    assert picture(g) == before
    assert g.asked


def picture(g: Game) -> Any:
    """To compare with another later."""
    return g.clone().state, [*g.stack], g.answers


def test_a_token_that_only_equals_one_is_none() -> None:
    """§14.2(2)  Floats, complex numbers and truth have the value of a token, and are none."""
    t = LaidTable()
    t.us.forces.formations.clear()
    t.next = 0
    one = t.us.ship("Hornet", "FRONT")
    g = t.play(Deployment(phasing=Side.US))
    assert one == 1
    equals: tuple[Any, ...] = (1.0, True, 1 + 0j)
    for equal in equals:
        for wrong in (("move", equal, 0), ("move", one, equal), ("reveal", equal)):
            with pytest.raises(IllegalAnswer, match="is no answer"):
                g.answer(Side.US, wrong)


@pytest.mark.parametrize("side", [None, "US", 2, -1, [], 0.5])
def test_nobody_answers_or_gives_up_for_who_is_no_side(side: Any) -> None:
    """§11.4, §20.1  Nothing has changed: no event is told of it."""
    g, _, _ = moving()
    told, before = list(g.events or ()), picture(g)
    with pytest.raises(IllegalAnswer, match="is no side"):
        g.resign(side)
    with pytest.raises(IllegalAnswer, match="is no side"):
        g.answer(side, ("done",))
    assert (list(g.events or ()), g.outcome, picture(g)) == (told, None, before)


def test_a_game_names_its_steps() -> None:
    """§20.1  As the question does."""
    g, _, _ = moving()
    assert g.step(Side.US) == question(g, Side.US).step == "ships.step"


@pytest.mark.parametrize("number", range(4))
def test_what_is_taken_unseen_plays_the_same_game(number: int) -> None:
    """`take` does what `answer` does, wherever the answer is legal: the same questions, and the same end."""
    checked = new_game(card_set("full"), seed(number), ask_sides=number % 2 == 0, log=False)
    taken, player = checked.clone(), eager(Random(number))
    while checked.asked:
        side = next(iter(checked.asked))
        answer = player(checked, side)
        checked.answer(side, answer)
        taken.take(side, answer)
        assert taken.asked == checked.asked
    assert taken.outcome == checked.outcome
    assert taken.answers == checked.answers
    assert to_text(taken) == to_text(checked)


def test_take_looks_at_nothing() -> None:
    """It is for whoever made the answer from the shape: an illegal one is carried out."""
    g, _, _ = moving()
    g.take(Side.US, ("done", "and more"))
    assert g.answers == 1
