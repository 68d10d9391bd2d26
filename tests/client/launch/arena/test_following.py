"""The weights by which luck is reckoned: games that are followed, the slope that is gone down, and the command."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import made
from ironbottom.client.bots.value.baseline import Baseline
from ironbottom.client.bots.value.baseline.baseline import BASELINE_INPUTS, LEADS, QUESTIONS, TOLD
from ironbottom.client.bots.value.luck import TRIALS, Accounts
from ironbottom.client.bots.value.value import shipped_value
from ironbottom.client.bots.value.weights import Weights, parsed, row, shipped
from ironbottom.client.launch.arena.in_process import Series
from ironbottom.client.launch.arena.training.fitting import Array, SmallNet
from ironbottom.client.launch.arena.training.following.__main__ import main, worth
from ironbottom.client.launch.arena.training.following.agreeing import (
    PARTS,
    agreed,
    batch,
    beginning,
    did,
    left_over,
    measure,
    said,
    slopes,
)
from ironbottom.client.launch.arena.training.following.followed import NOTHING, OVER, Followed, followed
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.words import SIDES
from tests.support.lengths import by_night

MORE = (*LEADS, *QUESTIONS)  # what the value is not told
LIGHT = Series("light", "light", "followed", card_set("core"))


@cache
def games() -> list[Followed]:
    return [followed(LIGHT, n) for n in range(6)]


def begun() -> tuple[SmallNet, Array]:
    by = measure(games())
    return beginning(shipped(), by), by


def test_a_game_is_followed_from_its_deal_to_its_result() -> None:
    for one in games():
        assert one.rows.shape == (len(one.asked), len(TOLD))
        assert [one.begins[0], one.came[-1]] == [1, len(one.asked) - 1]
        assert one.worth[-1] in (0.0, 1.0)
        assert one.asked[-1] == OVER
        assert [*one.rows[-1]] == NOTHING
        fresh = one.came - one.begins
        assert {*fresh} == {0, TRIALS}
        assert [*one.begins[1:]] == [*(one.came[:-1] + 1)]
        assert ((one.asked == OVER) == (one.worth != OVER)).all()
        assert one.asked.max() < len(QUESTIONS)


def test_it_is_the_same_game_as_the_arena_plays() -> None:
    """Answer by answer the values that came are those of the accounts, which follow it too."""
    game, one = new_game(LIGHT.cards, LIGHT.deal(1), log=False), games()[1]
    bots = {side: made("light", LIGHT.cards, LIGHT.chance(1, side)) for side in SIDES}
    none = row([0.0] * shipped().hidden[0])
    value = Baseline(replace(shipped(), first={**shipped().first, **dict.fromkeys(MORE, none)}), shipped_value())
    accounts, came = Accounts(value, game, b"", 1, 1), []
    while game.asked:
        side = next(iter(game.asked))
        accounts.answer(game, side, bots[side].choose(view(game, side)))
        came.append(accounts.now)
    net, by = begun()
    of = batch([one], by)
    assert said(of, net.forward(of.rows)[-1])[one.came] == pytest.approx(came, abs=2e-3)  # rows are of half precision


def by_hand(worths: list[float], *answers: tuple[int, int]) -> Followed:
    """Positions of which each is an end, so that no net has a say."""
    begins, came = zip(*answers, strict=True)
    n = len(worths)
    return Followed(
        np.zeros((n, len(TOLD)), np.float16), np.full(n, OVER, np.int16), np.array(worths, np.float32),
        np.array(begins, np.int32), np.array(came, np.int32),
    )


def test_what_an_answer_did_is_the_mean_of_fresh_chance_less_the_value_before() -> None:
    net, by = begun()
    #                 deal  fresh    came  no chance, came   fresh     came
    one = by_hand([0.5, 0.2, 0.4, 0.9, 0.7, 0.0, 1.0, 1.0], (1, 3), (4, 4), (5, 7))
    two = by_hand([0.25, 1.0], (1, 1))
    of = batch([one, two], by)
    assert did(of, of.worth) == pytest.approx([0.3 - 0.5, 0.7 - 0.9, 0.5 - 0.7, 0.75])
    assert left_over(net, [one, two], by) == pytest.approx([-0.6, 0.75])


def small(net: SmallNet, by: Array) -> float:
    """What is to become small, of two games on the mean, with double precision."""
    of = batch(games()[:2], by)
    exact = SmallNet([one.astype(np.float64) for one in net.arrays])
    out = exact.forward(of.rows.astype(np.float64))[-1][:, 0]
    worths = np.where(of.over, of.worth, 1.0 / (1.0 + np.exp(-out)))
    means = np.array([worths[a:b].mean() for a, b in zip(of.begins, of.ends, strict=True)])
    parts = means - worths[of.before]
    return float((np.bincount(of.game, parts) ** 2).sum() + PARTS * (parts**2).sum()) / of.games


def test_the_slope_is_that_of_what_is_to_become_small() -> None:
    """Each kind of weight against a small step along it."""
    net, by = begun()
    found = slopes(net, batch(games()[:2], by))
    for place, slope in enumerate(found):
        at = np.unravel_index(int(np.abs(slope).argmax()), slope.shape)
        before, step = float(net.arrays[place][at]), np.float32(1e-3)
        ends = []
        for sign in (1, -1):
            net.arrays[place][at] = np.float32(before) + sign * step
            ends.append((float(net.arrays[place][at]), small(net, by)))
        net.arrays[place][at] = before
        (high, above), (low, below) = ends
        assert (above - below) / (high - low) == pytest.approx(float(slope[at]), rel=0.05)


def test_it_leaves_less_of_the_games_that_it_learns_from() -> None:
    net, by = begun()
    before = worth(net, games(), by)
    looked = list[int]()
    agreed(net, games(), by, 40, looked.append)
    assert worth(net, games(), by) > 1.5 * before
    assert looked[-1] == 40 * len(games())


def test_a_file_says_what_the_net_says(tmp_path: Path) -> None:
    numbers = ["--of", "core:2", "--judges", "2", "--seed", "followed", "--day", "2026-11-29"]
    assert main([*numbers, "--out", str(tmp_path)]) == 0
    text = (tmp_path / "weights.yaml").read_text("utf-8")
    weights: Weights = parsed("weights.yaml", text, BASELINE_INPUTS)
    assert (weights.games, weights.set, weights.seed, weights.trained) == (2, "core", "followed", "2026-11-29")
    assert "training.following" in text.splitlines()[0]
    mates = Series("mate", "mate", "followed", LIGHT.cards)
    learned = [followed(mates, n) for n in range(2)]
    by = measure(learned)
    net = agreed(beginning(shipped(), by), learned, by)
    of, game = batch(learned[:1], by), new_game(mates.cards, mates.deal(0), log=False)
    one = float(said(of, net.forward(of.rows)[-1])[0])
    assert Baseline(weights, shipped_value()).of_game(game) == pytest.approx(one, abs=2e-3)


@by_night
def test_any_number_of_processes_writes_the_same_file(tmp_path: Path) -> None:
    numbers = ["--of", "core:16", "full:4", "--judges", "4", "--seed", "test", "--day", "2026-11-29"]
    for jobs in ("1", "2"):
        of = [sys.executable, "-m", "ironbottom.client.launch.arena.training.following", *numbers]
        subprocess.run([*of, "--jobs", jobs, "--out", str(tmp_path / jobs)], check=True, stdout=subprocess.DEVNULL)
    one, two = [(tmp_path / jobs / "weights.yaml").read_bytes() for jobs in ("1", "2")]
    assert one == two


@pytest.mark.parametrize(("options", "told"), [
    (("--of", "core"), "--of: core is no set with its games; write it as core:20000"),
    (("--of", "core:0"), "--of: core:0 is no set with its games"),
    (("--of", "core:2", "nosuch:2"), "nosuch: found no folder to read"),
    (("--jobs", "0"), "--jobs begins with 1"),
    (("--judges", "1"), "--judges with 2"),
    (("--out", f"{__file__}/below"), "can be no folder"),
])
def test_what_cannot_be_is_told_before_the_work_begins(
    options: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(options)
    assert ended.value.code == 2
    assert told in capsys.readouterr().err.splitlines()[-1]
