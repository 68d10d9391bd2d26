"""§23.21  Points that a side has from the start."""

from __future__ import annotations

from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.flow import Game, Over
from ironbottom.options import OptionError, options
from ironbottom.position import from_text, to_text
from ironbottom.rules import new_game
from ironbottom.rules.s11_victory import time_up
from ironbottom.sight import seen, view
from ironbottom.variant import varied
from ironbottom.words import SIDES, Side
from ironbottom.worlds import Memory, Worlds

CORE = card_set("core")


def begun(*words: str) -> Game:
    return new_game(varied(CORE, words), bytes(32))


def test_they_count_like_points_of_the_victory_pile() -> None:
    """§23.21, §11.3"""
    game = begun("us-head-start:7")
    assert [game.forces[side].points for side in SIDES] == [7, 0]
    with pytest.raises(Over):
        time_up(game)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.points) == (Side.US, (7, 0))


def test_both_see_them_when_the_set_up_is_shown_and_a_position_keeps_them() -> None:
    """§23.21, §22.1"""
    cards, rng = varied(CORE, ["jp-head-start"]), Random(1)
    game = new_game(cards, bytes(32))
    while game.state.setting_up:
        side = next(iter(game.asked))
        assert view(game, side.enemy).us.points == 0
        game = game.after(side, game.asked[side].shape.guess(rng))
    assert [view(game, eyes).jp.points for eyes in (*SIDES, None)] == [5, 5, 5]
    text = to_text(game)
    assert "scored 5" in text
    assert to_text(from_text(text, cards)) == text


def test_a_world_has_them_in_every_window() -> None:
    """§23.21  Also before the other side's table is seen."""
    cards, rng = varied(CORE, ["jp-head-start:9"]), Random(2)
    game, worlds = new_game(cards, bytes(32)), Worlds(cards)
    memories = {side: Memory.of(cards, side) for side in SIDES}
    for _ in range(60):
        for side in SIDES:
            memories[side].hear(seen(game.events or (), side), view(game, side))
        side = next(iter(game.asked))
        now = view(game, side)
        world = worlds.sample(now, memories[side], rng)
        assert view(world, side) == now
        assert [world.forces[one].scored for one in SIDES] == [0, 9]
        answer = game.asked[side].shape.guess(rng)
        memories[side].answered(answer)
        game = game.after(side, answer)


def test_only_one_side_has_them() -> None:
    """§23.21"""
    with pytest.raises(OptionError, match=r"^the optional rules jp-head-start and us-head-start exclude each other"):
        options(["jp-head-start", "us-head-start"])
