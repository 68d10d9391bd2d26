"""Games that are played on by the light player: to the end of a turn, of some turns, of the game."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.light import LightPlayer, playout
from ironbottom.flow import Game
from ironbottom.position import to_text
from ironbottom.rules import new_game
from tests.support.players import seed

CARDS = card_set("core")


def begun(answers: int) -> Game:
    return playout(new_game(CARDS, seed(1), log=False), LightPlayer(CARDS), None, answers)


@pytest.mark.parametrize("side_turns", [1, 2, 5])
def test_it_stops_where_a_turn_begins(side_turns: int) -> None:
    g = begun(150)
    turn = g.state.turn
    assert playout(g, LightPlayer(CARDS), side_turns) is g
    assert g.state.turn == turn + side_turns
    assert [frame.tag() for frame in g.stack][-1] == "draw"


def test_it_comes_to_the_end_of_the_game() -> None:
    g = playout(begun(150), LightPlayer(CARDS), None)
    assert g.outcome is not None
    assert not g.asked
    assert playout(g, LightPlayer(CARDS)) is g


def test_an_end_of_the_game_ends_a_turn_too() -> None:
    assert playout(begun(150), LightPlayer(CARDS), 1_000).outcome is not None


def test_so_many_answers_and_no_more() -> None:
    assert begun(37).answers == 37


def test_what_it_was_cloned_from_is_left_alone() -> None:
    """And the same clone plays the same game."""
    g = begun(150)
    before, clones = to_text(g), [g.clone() for _ in range(2)]
    one, other = (to_text(playout(clone, LightPlayer(CARDS), 3)) for clone in clones)
    assert one == other
    assert to_text(g) == before != one
