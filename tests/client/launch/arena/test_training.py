"""The weights of a value, made from a few games: the same from the same seed, and fit to be read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ironbottom.battle import SCORES
from ironbottom.battle_sheet import battle_names
from ironbottom.catalog import card_set
from ironbottom.client.bots.value.features import INPUTS
from ironbottom.client.bots.value.stakes import BATTLE_INPUTS
from ironbottom.client.bots.value.value import ValueNet
from ironbottom.client.bots.value.weights import parsed, written
from ironbottom.client.launch.arena.training import fitting
from ironbottom.client.launch.arena.training.__main__ import main
from ironbottom.client.launch.arena.training.courses import BATTLE_HIDDEN, battles, judged, trained, whole_games
from ironbottom.client.launch.arena.training.exploring import (
    LIGHT,
    Games,
    begun,
    explored,
    position,
)
from ironbottom.client.launch.arena.training.judging.pricing import Price, prices
from ironbottom.client.launch.arena.training.judging.reliability import auc, reliability
from ironbottom.client.launch.arena.training.learning import learned
from ironbottom.client.launch.arena.training.mixing import Battles, WholeGames
from ironbottom.words import SIDES
from tests.support.lengths import by_night

GAMES = Games("test", card_set("core"))
CORE = whole_games("test", ("core",), 0.0)
BATTLES = battles("test", 0.5)


@by_night
def test_the_same_seed_writes_the_same_files(tmp_path: Path) -> None:
    numbers = ["--games", "20", "--battles", "20", "--judges", "2", "--prices", "2", "--deals", "5"]
    asked = [*numbers, "--seed", "test", "--day", "2026-11-25"]
    assert main([*asked, "--out", str(tmp_path / "one")]) == 0
    of = [sys.executable, "-m", "ironbottom.client.launch.arena.training"]  # and in two processes
    subprocess.run([*of, *asked, "--jobs", "2", "--out", str(tmp_path / "two")], check=True, stdout=subprocess.DEVNULL)
    for folder, inputs, sets in (("", INPUTS, "core full"), ("battles", BATTLE_INPUTS, "full")):
        one, two = tmp_path / "one" / folder, tmp_path / "two" / folder
        for file in ("weights.yaml", "RELIABILITY.md", "reliability.svg"):
            assert (one / file).read_bytes() == (two / file).read_bytes()
        weights = parsed("weights.yaml", (one / "weights.yaml").read_text("utf-8"), inputs)
        assert (weights.seed, weights.trained, weights.set) == ("test", "2026-11-25", sets)
        assert 10 < weights.games <= 18
        assert len({*weights.first.values()}) > 20
        assert "games of `mate` with itself" in (one / "RELIABILITY.md").read_text("utf-8")


def test_whole_games_have_each_set_as_often_as_it_is_named_and_some_optional_rules() -> None:
    mixture = WholeGames("test", ("core", "core", "full"), 0.25)
    cards = [mixture.games(n).cards for n in range(400)]
    assert 220 < [one.name for one in cards].count("core") < 310
    assert {one.name for one in cards} == {"core", "full"}
    varied = [one for one in cards if one.options.words]
    assert 70 < len(varied) < 130
    words = {word.partition(":")[0] for one in varied for word in one.options.words}
    assert len(words) > 15
    assert mixture.games(7) == mixture.games(7)
    assert not any(WholeGames("test", ("core",)).games(n).cards.options.words for n in range(50))


def test_battles_are_all_of_the_project_some_of_them_varied() -> None:
    found = [battle for n in range(400) if (battle := Battles("test", 0.5).games(n).cards.battle) is not None]
    assert len(found) == 400
    assert {battle.name for battle in found} == {*battle_names()}
    as_they_are = {Battles("test").games(n).cards.fingerprint for n in range(400)}
    assert len(as_they_are) == len(battle_names())
    marks = [Battles("test", 0.5).games(n).cards.fingerprint for n in range(400)]
    assert 150 < sum(one in as_they_are for one in marks) < 250
    assert len({*marks} - as_they_are) > 150  # hardly two alike: few would be learned by heart
    assert {battle.turns for battle in found} == {2, 3, 4, 5}
    assert {word for battle in found for word, _points in battle.scores} == {*SCORES}


def test_battles_without_decks_are_learned_from_too() -> None:
    """From turn to turn, though nobody draws."""
    found = [one for n in range(12) if (one := learned(Battles("test"), LIGHT, n))]
    assert len(found) > 8
    assert all(one.rows.shape[1] == len(BATTLE_INPUTS) for one in found)
    assert max(turn for one in found for turn in one.turns) == 3
    weights = trained(BATTLES, found, "2026-11-25", 3)
    assert parsed("weights.yaml", written(weights), BATTLE_INPUTS) == weights
    assert weights.hidden == BATTLE_HIDDEN
    assert judged(ValueNet(weights), found)[0].games == len(found)


@pytest.mark.parametrize(("options", "said"), [
    (("--games", "0"), "--games and --battles begin with 10"),
    (("--battles", "9"), "--games and --battles begin with 10"),
    (("--optional", "1.5"), "--optional and --varied are shares, from 0 to 1"),
    (("--jobs", "0"), "--jobs with 1"),
    (("--sets", "full", "nosuch"), "nosuch: found no folder to read"),
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
    found, again = [[one for n in range(4) if (one := learned(CORE.games, LIGHT, n))] for _twice in range(2)]
    weights = trained(CORE, found, "2026-11-25", 3)
    assert parsed("weights.yaml", written(weights)) == weights
    assert written(trained(CORE, again, "2026-11-25", 3)) == written(weights)
    assert weights.games == len(found)
    assert weights.positions == sum(len(one.rows) for one in found)


def test_the_value_says_what_the_net_says() -> None:
    """From its file, of the rows that it learned from."""
    found = [one for n in range(4) if (one := learned(CORE.games, LIGHT, n))]
    rows = np.concatenate([one.rows for one in found])
    won = np.repeat(np.array([one.won for one in found], dtype=np.float32), [len(one.rows) for one in found])
    by = fitting.scales(rows)
    measured = (rows / by).astype(np.float32)
    net = fitting.fitted(measured, won)
    value = ValueNet(trained(CORE, found, "2026-11-25", 1))
    assert [value.said(row) for row in rows.tolist()] == pytest.approx(net.logits(measured).tolist(), abs=1e-2)
    whole, _text = judged(value, found)
    assert whole.positions == len(rows)
    assert whole.auc > 0.95  # it knows its own games by heart


def test_a_game_can_be_played_again_from_where_learning_begins() -> None:
    found = [explored(GAMES, n) for n in range(8)]
    games = [one for one in found if one is not None]
    assert {one.whole for one in games} == {True, False}
    assert any(one.dealt is not None for one in games)
    for one in games:
        game = begun(GAMES, one)
        assert (one.positions[0].turn == 0) is one.whole
        met = []
        for side, answer in one.answers[one.begins :]:
            met.append(position(game))
            game.answer(side, answer)
        assert all(at in met for at in one.positions)
        assert met[0] == one.positions[0]
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


def normal(size: int, inputs: int, seed: int) -> tuple[np.random.Generator, fitting.Array]:
    rng = np.random.default_rng(seed)
    return rng, rng.standard_normal((size, inputs)).astype(np.float32)


def test_the_slopes_are_those_of_the_loss() -> None:
    rng, rows = normal(50, 4, 1)
    won = (rng.random(50) < 0.5).astype(np.float32)
    net = fitting.fresh(rng, 4, (5, 3))

    def loss() -> float:
        p = fitting.logistic(net.logits(rows)).astype(float)
        return float(-(won * np.log(p) + (1 - won) * np.log(1 - p)).mean())

    for array, slope in zip(net.arrays, net.slopes(rows, won), strict=True):
        at = tuple(0 for _ in array.shape)
        kept = float(array[at])
        array[at] = kept + 1e-2
        above = loss()
        array[at] = kept - 1e-2
        below = loss()
        array[at] = kept
        assert float(slope[at]) == pytest.approx((above - below) / 2e-2, abs=2e-3)


def test_a_net_learns_what_no_line_could() -> None:
    """Who wins hangs on two inputs together, and on neither alone."""
    rng, rows = normal(6000, 3, 1)
    won = (rng.random(6000) < fitting.logistic(4 * rows[:, 0] * rows[:, 1])).astype(np.float32)
    net = fitting.fitted(rows[:5000], won[:5000], rounds=30, hidden=(16, 8))
    said = fitting.logistic(net.logits(rows[5000:])).astype(float)
    assert auc(said, won[5000:].astype(float)) > 0.85


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
