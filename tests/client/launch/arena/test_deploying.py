"""The prior of the worlds: counted from games of several rungs, the same from the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.light.deployments import SHIPPED, shipped_prior
from ironbottom.client.launch.arena.training.deploying import EVEN_SHARE, PLAYERS, counted, main
from ironbottom.client.launch.arena.training.exploring import Games
from ironbottom.worlds import Counts, Prior
from tests.support.lengths import by_night

GAMES = Games("test", card_set("core"))


@by_night
def test_the_same_seed_writes_the_same_file(tmp_path: Path) -> None:
    asked = ["--games", "8", "--seed", "test"]
    for jobs in ("1", "2"):
        assert main([*asked, "--jobs", jobs, "--out", str(tmp_path / jobs)]) == 0
    one, two = [(tmp_path / jobs / SHIPPED).read_bytes() for jobs in ("1", "2")]
    assert one == two
    assert Prior.from_json(one).games == 8


def test_games_are_counted_together_as_apart() -> None:
    """Processes count games each for itself."""
    whole, joined = Counts(), Counts()
    for n in range(2):
        whole.join(counted(GAMES, n))
    for n in (1, 0):
        joined.join(counted(GAMES, n))
    assert whole.prior(2) == joined.prior(2)
    assert whole.prior(2) != counted(GAMES, 0).prior(1)
    assert whole.prior(2).ships


def test_what_is_shipped_is_an_opinion_with_a_doubt() -> None:
    """Carriers are seldom in front; but nothing is impossible, and of events nothing is said."""
    prior = shipped_prior()
    assert prior.games >= len(PLAYERS)
    assert prior.event_in_hand == 1
    for side in ("us", "jp"):
        front, middle, _rear = prior.ships[f"{side} CV"]
        assert front < 0.2
        assert middle > 1
    assert min(min(weights) for weights in prior.ships.values()) >= EVEN_SHARE


@pytest.mark.parametrize(("options", "said"), [
    (("--games", "1"), "--games begins with 4"),
    (("--jobs", "0"), "--jobs with 1"),
    (("--set", "nosuch"), "nosuch: found no folder to read"),
    (("--out", f"{__file__}/below"), "can be no folder"),
])
def test_what_cannot_be_is_told_before_the_work_begins(
    options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(options)
    assert said in capsys.readouterr().err
