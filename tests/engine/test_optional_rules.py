"""§23  Random games with optional rules about what is known: they end, positions are sound, worlds cannot be told."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.position import from_text, to_text
from ironbottom.worlds import Memory
from tests.engine.worlds.test_worlds import asks_again, is_sound, looks_the_same, play_on, stands_where_it_stands
from tests.support.lengths import so_many
from tests.support.optional_games import ABOUT_KNOWLEDGE, heard_with

GAMES = so_many("OPTIONAL_GAMES", 5, 60)  # with each set of rules
SAMPLED = so_many("OPTIONAL_SAMPLED", 1, 40)  # games in which worlds are dealt
# The windows that rules open.
OPENS = {"read-their-mail": "16a", "reserve-carrier": "4a", "bid": "0a", "decoys:2": "12a"}


@pytest.mark.parametrize("words", ABOUT_KNOWLEDGE, ids="+".join)
def test_games_end_and_every_position_is_sound(words: tuple[str, ...]) -> None:
    """§23.5, §23.6, §23.7, §23.14, §23.18, §23.20, §1.1  Also written down and read again."""
    asked = Counter[str]()
    for number in range(GAMES):
        game = heard_with(words, number)
        for n, (side, _) in enumerate(game.questions()):
            asked[game.g.window(side)] += 1
            assert game.g.state.check() == []
            if n % 50 == 0:
                text = to_text(game.g)
                assert to_text(from_text(text, game.g.state.cards)) == text
        assert game.g.outcome is not None
    assert {OPENS[word] for word in words if word in OPENS} <= set(asked)


@pytest.mark.parametrize("words", ABOUT_KNOWLEDGE, ids="+".join)
def test_a_world_cannot_be_told_from_the_game(words: tuple[str, ...]) -> None:
    """§23.5, §23.6, §23.7, §23.14, §23.18, §23.20  The same view at every question, and the laws hold."""
    for number in range(3, 3 + SAMPLED):
        game, rng = heard_with(words, number), Random(number)
        for side, shown in game.questions():
            situation = game.worlds.at(shown, game.memories[side])
            world = situation.sample(rng)
            looks_the_same(world, side, shown)
            is_sound(world)
            asks_again(world)
            stands_where_it_stands(world, game.g, side)
            if rng.random() < 0.02:
                play_on(situation.sample(rng), rng, 30)


def test_who_joins_late_knows_no_less_than_he_sees() -> None:
    """§23.5, §23.20  A memory that heard nothing of the game deals worlds that look like it, too."""
    for words in (("read-their-mail",), ("open-table",)):
        game, dealt = heard_with(words, 8), 0
        for side, shown in game.questions(400):
            name = shown.sections[-1]
            if shown.phasing is side and name in ("action", "reconnaissance", "air-combat-phase"):
                late = Memory.of(game.g.state.cards, side)
                looks_the_same(game.worlds.sample(shown, late, Random(1)), side, shown)
                dealt += 1
        assert dealt > 10
