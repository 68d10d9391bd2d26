"""The value of positions, the file that it is read from, and what it says of games that nobody learned from."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.light import LightPlayer, playout
from ironbottom.client.bots.value.features import INPUTS, clock
from ironbottom.client.bots.value.value import Value, shipped_value
from ironbottom.client.bots.value.weights import Weights, WeightsError, parsed, shipped, written
from ironbottom.flow import Game
from ironbottom.rules import new_game
from ironbottom.words import Side
from tests.support.lengths import so_many
from tests.support.players import seed

FRESH = so_many("FRESH", 60, 400)  # games that nobody learned from


def test_the_weights_are_those_of_the_cards_that_are_here() -> None:
    assert shipped().cards == card_set("core").fingerprint


def test_a_game_that_is_over_is_worth_its_result() -> None:
    game, value = new_game(card_set("core"), seed(1), log=False), shipped_value()
    assert 0.2 < value.of_game(game) < 0.8
    game.resign(Side.US)
    assert value.of_game(game) == 0
    other = new_game(card_set("core"), seed(1), log=False)
    other.resign(Side.JP)
    assert value.of_game(other) == 1


def test_the_clock_is_told_to_the_net() -> None:
    assert clock(None) == [1, 0, 1, 1, 1]
    assert clock(0) == [0, 0, 1, 1, 1]
    assert clock(2) == [0, 2 / 24, 1 / 3, 0, 1]
    assert clock(24) == clock(30) == [0, 1, 1 / 25, 0, 0]


def plain(**changes: object) -> Weights:
    fields = {
        "set": "core", "cards": "0", "trained": "2026-11-25", "seed": "1", "games": 1, "positions": 1,
        "players": "mate", "start": 0.5, "hidden": (2, 1), "first": dict.fromkeys(INPUTS, "0 0"),
        "first_bias": "0 0", "second": ("0 0",), "second_bias": "0", "last": "0", "last_bias": 0.0,
    }
    return Weights(**(fields | changes))  # type: ignore[arg-type]


def test_weights_of_nothing_say_nothing_and_a_node_below_nothing_counts_as_nothing() -> None:
    game = new_game(card_set("core"), seed(2), log=False)
    assert Value(plain()).of(game.state) == 0.5
    for us, said in ((2.0, 2 * 3 * 0.5 + 1), (-2.0, 1)):
        first = {**dict.fromkeys(INPUTS, "0 0"), "us": f"{us} 0"}  # `us` is 1 in every position
        weights = plain(first=first, second=("3 0",), last="0.5", last_bias=1.0)
        assert Value(weights).logit(game.state) == said


def test_what_is_written_is_read_again() -> None:
    weights = plain(first=dict.fromkeys(INPUTS, "0.5 -1.25"), second=("3 1e-05",))
    assert parsed("w.yaml", written(weights)) == weights
    assert written(parsed("w.yaml", written(shipped()))) == written(shipped())


@pytest.mark.parametrize(("old", "new", "said"), [
    ("  lead:", "  leed:", "weights of leed"),
    ("hidden: [2, 1]", "hidden: [2, 0]", "1 rows for hidden [2, 0]"),
    ("hidden: [2, 1]", "hidden: [2]", "hidden"),
    ('  lead: "0 0"\n', "", "no weights of lead"),
    ('  lead: "0 0"', '  lead: "0"', '"0" as weights of lead'),
    ('  lead: "0 0"', '  lead: "0 nan"', '"0 nan" as weights of lead'),
    ('  lead: "0 0"', '  lead: "0 much"', '"0 much" as weights of lead'),
    ('  - "0 0"', '  - "0 0 0"', '"0 0 0" as weights of second 1'),
    ("last_bias: 0.00000", "last_bias: 1e999", "last_bias"),
    ("last_bias: 0.00000", "last_bias: high", "last_bias"),
    ("start: 0.50000", "start: 1.5", "start 1.5"),
    ("games: 1", "game: 1", "game"),
    ("games: 1", "games: many", "int"),
    ("first:", "first", "first"),
])
def test_a_wrong_file_gets_one_sentence(old: str, new: str, said: str) -> None:
    text = written(plain())
    assert old in text
    with pytest.raises(WeightsError) as caught:
        parsed("w.yaml", text.replace(old, new))
    sentence = str(caught.value)
    assert said in sentence
    assert sentence.startswith("w.yaml")
    assert "\n" not in sentence


def played(n: int) -> tuple[list[float], bool]:
    """What the value said, every 20 answers of a game of the light player; and whether the US won."""
    cards, said = card_set("core"), []
    game: Game = new_game(cards, seed(50_000 + n), log=False)
    player = LightPlayer(cards)
    while game.asked:
        said.append(shipped_value().of_game(game))
        playout(game, player, None, 20)
    assert game.outcome is not None
    return said, game.outcome.winner is Side.US


def test_the_shipped_weights_know_games_that_nobody_learned_from() -> None:
    games = [played(n) for n in range(FRESH)]
    pairs = [(p, won) for said, won in games for p in said]
    brier = sum((p - won) ** 2 for p, won in pairs) / len(pairs)
    assert brier < 0.2  # 0.25 is said by who knows nothing
    mean, won = sum(p for p, _ in pairs) / len(pairs), sum(won for _, won in pairs) / len(pairs)
    assert abs(mean - won) < 1.5 / len(games) ** 0.5
