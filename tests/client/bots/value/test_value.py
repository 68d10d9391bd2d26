"""The value of positions, the file that it is read from, and what it says of games that nobody learned from."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.light import LightPlayer, playout
from ironbottom.client.bots.value.features import NAMES
from ironbottom.client.bots.value.value import Value, shares, shipped_value
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


def test_between_the_knots_of_the_clock_weights_are_a_straight_line() -> None:
    assert shares((0, 4, 8), 0) == (1, 0, 0, 0)
    assert shares((0, 4, 8), 3) == (0.25, 0.75, 0, 0)
    assert shares((0, 4, 8), 8) == shares((0, 4, 8), 30) == (0, 0, 1, 0)


def plain(**changes: object) -> Weights:
    fields = {
        "set": "core", "cards": "0", "trained": "2026-11-25", "seed": "1", "games": 1, "positions": 1,
        "players": "mate", "start": 0.5, "knots": (0, 5), "weights": dict.fromkeys(NAMES, (0.0, 0.0, 0.0)),
    }
    return Weights(**(fields | changes))  # type: ignore[arg-type]


def test_weights_of_nothing_say_nothing_and_a_lead_is_worth_its_weight() -> None:
    game = new_game(card_set("core"), seed(2), log=False)
    assert Value(plain()).of(game.state) == 0.5
    lead = {**dict.fromkeys(NAMES, (0.0, 0.0, 0.0)), "us": (0.0, 0.0, 2.0)}
    assert Value(plain(weights=lead)).logit(game.state) == 2  # in the set-up the last number counts


def test_what_is_written_is_read_again() -> None:
    weights = plain(weights=dict.fromkeys(NAMES, (0.5, -1.25, 3.0)))
    assert parsed("w.yaml", written(weights)) == weights
    assert written(parsed("w.yaml", written(shipped()))) == written(shipped())


@pytest.mark.parametrize(("old", "new", "said"), [
    ("  lead:", "  leed:", "weights of leed"),
    ("knots: [0, 5]", "knots: [5, 0]", "knots 5, 0"),
    ("knots: [0, 5]", "knots: [0]", "knots 0"),
    ("  lead: [0.00000, 0.00000, 0.00000]\n", "", "no weights of lead"),
    ("  lead: [0.00000, 0.00000, 0.00000]", "  lead: [0.0, 0.0]", "2 weights of lead"),
    ("  lead: [0.00000, 0.00000, 0.00000]", "  lead: [0.0, nan, 0.0]", "3 weights of lead"),
    ("  lead: [0.00000, 0.00000, 0.00000]", "  lead: [0.0, much, 0.0]", "float"),
    ("start: 0.50000", "start: 1.5", "start 1.5"),
    ("games: 1", "game: 1", "game"),
    ("games: 1", "games: many", "int"),
    ("weights:", "weights", "weights"),
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
