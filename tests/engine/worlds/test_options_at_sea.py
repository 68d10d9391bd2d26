"""§23  Worlds of games with the optional rules at sea, ashore and of fuel: the same view at every question."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.rules import new_game
from ironbottom.variant import varied
from ironbottom.words import SIDES
from tests.engine.worlds.test_worlds import asks_again, is_sound, looks_the_same, play_on, stands_where_it_stands
from tests.support.heard_games import HeardGame
from tests.support.lengths import so_many
from tests.support.players import eager, seed

WORDS = ("long-lance", "night-column", "radar", "semper-fi", "screening", "pursuit", "fuel:24")
GAMES = so_many("OPTION_WORLDS", 3, 120)
MOST = so_many("OPTION_WORLDS_ASKED", 500, 20_000)  # questions of each game


COLUMNS = (55, 73)  # games in which a night column leaves somebody nobody to fire at: he fires from round two on


@pytest.mark.parametrize("number", sorted({*range(GAMES), *COLUMNS}))
def test_a_world_cannot_be_told_from_the_game(number: int) -> None:
    """§23.1, §23.2, §23.4, §23.8, §23.9, §23.10, §23.13  Aims that are half named, fuel that is left, rounds at sea."""
    rng, met = Random(f"options {number}"), Counter[str]()
    cards = varied(card_set("core" if number % 2 else "full"), WORDS)
    players = {side: eager(Random(f"{number} {side}")) for side in SIDES}
    game = HeardGame(new_game(cards, seed(number)), players, rng)
    for side, shown in game.questions(MOST):
        assert shown.question is not None
        world = game.worlds.at(shown, game.memories[side]).sample(rng)
        looks_the_same(world, side, shown)
        is_sound(world)
        asks_again(world)
        stands_where_it_stands(world, game.g, side)
        assert world.state.cards.options == cards.options
        met[shown.question.step] += 1
        if shown.question.step.startswith("sea-rounds") or rng.random() < 0.02:
            play_on(world, rng, 12)
    assert met["ships.step"] > 0
