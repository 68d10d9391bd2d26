"""The value of positions, the file that it is read from, and what it says of games that nobody learned from."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.battle_sheet import battle_names, battle_text, read_battle
from ironbottom.catalog import card_set
from ironbottom.client.bots.light import LightPlayer, playout
from ironbottom.client.bots.mate import Mate
from ironbottom.client.bots.value.features import INPUTS, as_valued, clock
from ironbottom.client.bots.value.stakes import BATTLE_INPUTS, inputs
from ironbottom.client.bots.value.value import Value, ValueNet, chance, shipped_value
from ironbottom.client.bots.value.weights import (
    Weights,
    WeightsError,
    parsed,
    shipped,
    shipped_for_battles,
    written,
)
from ironbottom.flow import Game
from ironbottom.printed import CardSet
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.words import Side
from tests.support.lengths import so_many
from tests.support.players import seed

FRESH = so_many("FRESH", 60, 400)  # games that nobody learned from


def test_the_weights_are_those_of_the_cards_that_are_here() -> None:
    for weights in (shipped(), shipped_for_battles()):
        names = weights.set.split()
        assert weights.cards == " ".join([card_set(name).fingerprint for name in names])


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
    nothing = ValueNet(plain())
    assert Value(nothing, nothing).of(game.state) == 0.5
    for us, said in ((2.0, 2 * 3 * 0.5 + 1), (-2.0, 1)):
        first = {**dict.fromkeys(INPUTS, "0 0"), "us": f"{us} 0"}  # `us` is 1 in every position
        weights = plain(first=first, second=("3 0",), last="0.5", last_bias=1.0)
        assert Value(ValueNet(weights), nothing).logit(game.state) == said


def test_what_is_written_is_read_again() -> None:
    weights = plain(first=dict.fromkeys(INPUTS, "0.5 -1.25"), second=("3 1e-05",))
    assert parsed("w.yaml", written(weights)) == weights
    assert written(parsed("w.yaml", written(shipped()))) == written(shipped())
    battles = written(shipped_for_battles())
    assert written(parsed("w.yaml", battles, BATTLE_INPUTS)) == battles


def test_the_order_of_the_inputs_in_a_file_does_not_matter() -> None:
    first = {name: f"{n} 0" for n, name in enumerate(INPUTS)}
    weights = plain(first=first)
    turned = written(replace(weights, first=dict(reversed(first.items()))))
    assert turned != written(weights)
    assert written(parsed("w.yaml", turned)) == written(weights)


def test_weights_of_battles_are_none_of_whole_games() -> None:
    with pytest.raises(WeightsError, match="weights of due"):
        parsed("battles.yaml", written(shipped_for_battles()))
    with pytest.raises(WeightsError, match="no weights of due"):
        parsed("weights.yaml", written(shipped()), BATTLE_INPUTS)


def fought(name: str, n: int) -> CardSet:
    """A battle; every third is as it is."""
    battle = read_battle(battle_text(name), name)
    if n % 3:
        battle = replace(battle, turns=battle.turns + n % 3)
    return varied(card_set(battle.set), (), battle)


def test_a_battle_is_valued_by_its_own_weights() -> None:
    game, none = new_game(fought("cape-esperance", 0), seed(1), log=False), ValueNet(plain())
    net = ValueNet(shipped_for_battles())
    assert Value(none, net).of(game.state) != 0.5
    assert Value(none, net).of(game.state) == shipped_value().of_game(game)


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


def by_mates(cards: CardSet, n: int) -> Iterator[Game]:
    """Every seventh question of a game of the mate with himself, and its end."""
    game, mates = new_game(cards, seed(60_000 + n), log=False), {side: Mate(cards, Random(n)) for side in Side}
    while game.asked:
        if game.answers % 7 == 0:
            yield game
        side = next(iter(game.asked))
        game.answer(side, mates[side].choose(view(game, side)))
    yield game


def test_the_shipped_weights_know_battles_that_nobody_learned_from() -> None:
    names, whole, errors = battle_names(), ValueNet(shipped()), []
    for n in range(2 * FRESH):
        said = []
        for game in by_mates(fought(names[n % len(names)], n), n):
            if game.outcome is None:
                state = as_valued(game)
                said.append((shipped_value().of(state), chance(whole.said(inputs(state)[: len(INPUTS)]))))
        won = game.outcome is not None and game.outcome.winner is Side.US
        errors += [(own - won, other - won) for own, other in said]
    own, other = [sum(each[i] ** 2 for each in errors) / len(errors) for i in (0, 1)]
    assert own < 0.21  # 0.25 is said by who knows nothing
    assert own < other - 0.01  # who takes a battle for a whole game
    assert abs(sum(each[0] for each in errors)) / len(errors) < 1.5 / (2 * FRESH) ** 0.5
