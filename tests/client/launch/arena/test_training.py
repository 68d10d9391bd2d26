"""The weights of a value, made from a few games: the same from the same seed, and fit to be read."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.value.weights import parsed, written
from ironbottom.client.launch.arena.training import fitting
from ironbottom.client.launch.arena.training.__main__ import main, trained
from ironbottom.client.launch.arena.training.exploring import SETTING_UP, Games, begun, explored, position
from ironbottom.client.launch.arena.training.pricing import Price, prices
from ironbottom.client.launch.arena.training.reliability import auc, reliability
from ironbottom.words import SIDES
from tests.support.lengths import by_night

GAMES = Games("test", card_set("core"))


@by_night
def test_the_same_seed_writes_the_same_files(tmp_path: Path) -> None:
    asked = ["--games", "5", "--pairs", "2", "--prices", "1", "--deals", "5", "--seed", "test", "--day", "2026-11-25"]
    for name in ("one", "two"):
        assert main([*asked, "--out", str(tmp_path / name)]) == 0
    for file in ("weights.yaml", "RELIABILITY.md", "reliability.svg"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    weights = parsed("weights.yaml", (tmp_path / "one" / "weights.yaml").read_text("utf-8"))
    assert (weights.seed, weights.trained, weights.set) == ("test", "2026-11-25", "core")
    assert 0 < weights.games <= 8
    assert any(any(row) for row in weights.weights.values())


@pytest.mark.parametrize(("options", "said"), [
    (("--games", "0"), "--games begins with 5"),
    (("--jobs", "0"), "--jobs with 1"),
    (("--set", "nosuch"), "nosuch: found no folder to read"),
    (("--out", f"{__file__}/below"), "can be no folder"),
])
def test_what_cannot_be_is_told_before_the_work_begins(
    options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(options)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err.splitlines()[-1]


def test_the_same_seed_makes_the_same_weights() -> None:
    args = argparse.Namespace(day="2026-11-25", deals=3)
    found = [one for one in (explored(GAMES, n) for n in (0, 1)) if one is not None]
    again = [one for one in (explored(GAMES, n) for n in (0, 1)) if one is not None]
    assert found == again
    weights = trained(GAMES, found, args)
    assert parsed("weights.yaml", written(weights)) == weights
    assert any(any(row) for row in weights.weights.values())
    assert written(trained(GAMES, again, args)) == written(weights)


def test_a_game_can_be_played_again_from_where_learning_begins() -> None:
    found = [explored(GAMES, n) for n in range(8)]
    games = [one for one in found if one is not None]
    assert {one.whole for one in games} == {True, False}
    assert any(one.dealt is not None for one in games)
    for one in games:
        game = begun(GAMES, one)
        assert position(game) == one.positions[0]
        assert (one.positions[0].left == SETTING_UP) is one.whole
        for side, answer in one.answers[one.begins :]:
            game.answer(side, answer)
        assert game.outcome is not None
        assert (game.outcome.winner == 0) is one.won


def test_hands_that_are_dealt_anew_hold_the_same_cards_together() -> None:
    dealt = next(one for one in (explored(GAMES, n) for n in range(2, 40, 4)) if one is not None and one.dealt)
    game = begun(GAMES, dealt._replace(dealt=None))
    before = [(f.hand + f.air_deck, f.discards) for f in game.forces]
    again = begun(GAMES, dealt)
    for side in SIDES:
        forces, (cards, discards) = again.forces[side], before[side]
        now = forces.hand + forces.air_deck + forces.discards[len(discards) :]
        assert sorted(card.id for card in now) == sorted(card.id for card in cards)
        assert len(forces.air_deck) == len(game.forces[side].air_deck)


def test_a_regression_finds_what_it_was_made_from() -> None:
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(4000, 3))
    won = (rng.random(4000) < fitting.logistic(rows @ np.array([1.0, -2.0, 0.0]))).astype(float)
    found = fitting.fitted(rows, won, 0.01 * np.eye(3))
    assert found == pytest.approx([1.0, -2.0, 0.0], abs=0.2)


def test_a_card_that_was_tried_gets_its_price() -> None:
    """A column that says nothing of the games takes its weight from the pairs."""
    rng = np.random.default_rng(3)
    rows = np.c_[rng.normal(size=(2000, 1)), np.zeros(2000)]
    won = (rng.random(2000) < fitting.logistic(rows[:, 0])).astype(float)
    held, gone = np.c_[np.zeros(500), np.ones(500)], np.zeros((500, 2))
    real = 0.2 + 0.3 * rng.normal(size=500)
    drawn = 0.01 * np.eye(2)
    assert fitting.fitted(rows, won, drawn)[1] == 0
    found = fitting.fitted(rows, won, drawn, fitting.TriedCards(held, gone, real))
    assert fitting.logistic(found[1:])[0] - 0.5 == pytest.approx(0.2, abs=0.04)
    assert found[0] == pytest.approx(1, abs=0.2)


def test_who_was_not_learned_from_is_told_apart() -> None:
    """With more columns than games a regression knows its own games by heart, and nobody else's."""
    rng = np.random.default_rng(2)
    rows, won = rng.normal(size=(60, 80)), (rng.random(60) < 0.5).astype(float)
    drawn = 0.001 * np.eye(80)
    own = fitting.logistic(rows @ fitting.fitted(rows, won, drawn))
    others = fitting.across(rows, won, np.arange(60), drawn)
    assert auc(own, won) > 0.95
    assert auc(others, won) < 0.75


def test_figures_of_reliability() -> None:
    said, won = np.array([0.1, 0.2, 0.8, 0.9]), np.array([0.0, 1.0, 0.0, 1.0])
    found = reliability(said, won, np.array([1, 1, 2, 2]))
    assert (found.positions, found.games, found.auc) == (4, 2, 0.75)
    assert found.brier == pytest.approx((0.01 + 0.64 + 0.64 + 0.01) / 4)
    assert [t.won for t in found.tenths] == [0, 1, 0, 1]
    assert auc(np.array([0.5]), np.array([1.0])) == 0.5


def test_prices_are_told_by_kind() -> None:
    found = prices([Price("airplane", 0.02, 0.1), Price("airplane", 0.04, 0.3), Price("submarine", 0.0, -0.1)])
    assert [(p.kind, p.cards) for p in found] == [("airplane", 2), ("submarine", 1), ("all", 3)]
    assert found[0].claimed == pytest.approx(0.03)
    assert found[0].real == pytest.approx(0.2)
    assert found[0].error == pytest.approx(0.1)
