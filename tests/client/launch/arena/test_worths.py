"""What optional rules are worth, and which of them make two unequal players even."""

from __future__ import annotations

from math import log10
from pathlib import Path

import pytest

from ironbottom.client.launch.arena.balance import worths
from ironbottom.client.launch.arena.balance.evening import evened, table
from ironbottom.client.launch.arena.balance.worths import Deal, Worth, certain, main, played
from ironbottom.client.text.rules import handicap
from ironbottom.client.text.rules.handicap import PER_ELO, evened_table, filled
from ironbottom.words import Side

WORTHS = {
    "radar": 0.04, "long-lance": -0.03, "us-head-start:4": 0.1, "us-head-start:16": 0.35, "jp-head-start:4": -0.1,
    "jp-head-start:16": -0.35, "bid": 0.4,
}


def test_the_mean_of_the_deals_and_its_interval() -> None:
    deals = [Deal(False, (True,)), Deal(False, (False,)), Deal(True, (True,)), Deal(True, (True,))]
    (found,) = worths.worths([("radar",)], deals)
    assert (found.games, found.without, found.us) == (4, 0.5, 0.25)
    assert found.error == pytest.approx(1.959964 * 0.5 / 2)
    assert worths.line(found) == "radar: worth = [+0.250, 0.490]  # 4 deals; without it the US wins 50.0%"


def test_a_rule_that_may_be_worth_nothing_makes_nobody_even() -> None:
    found = [
        Worth(("unpack",), 1000, 0.5, -0.091, 0.04), Worth(("mutsu",), 1000, 0.5, -0.008, 0.038),
        Worth(("unpack", "radar"), 1000, 0.5, -0.08, 0.04),
    ]
    assert certain(found) == {"unpack": -0.091}


def test_a_head_start_that_nobody_can_make_up_wins_the_deal() -> None:
    """§23.21  The same deal is played with and without, so that nothing else differs."""
    deal = played([("jp-head-start:40",), ("us-head-start:40",)], "light", "s", "core", 3)
    assert deal.with_them == (False, True)


def test_two_rules_together_are_a_line_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["radar+us-head-start:2", "--games", "2", "--bot", "light"]) == 0
    assert "radar us-head-start:2: worth = [" in capsys.readouterr().out


@pytest.mark.parametrize("words", ["no-such", "fuel:999", "decoys+open-table"])
def test_what_nobody_can_agree_upon_is_told_before_a_game_is_played(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([words]) == worths.USAGE
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("lead", [-300, -150, -60, 0, 60, 150, 300])
def test_unequal_players_are_made_even(lead: int) -> None:
    found = evened(lead, filled(WORTHS))
    assert 0.45 <= found.us <= 0.55
    assert len(found.words) <= 2


def test_equal_players_need_no_rule_and_nobody_gets_one_that_settles_nothing() -> None:
    assert evened(0, filled(WORTHS)).words == ()
    assert evened(-400 * log10(0.9 / 0.1), {"bid": 0.4}).words == ()


def test_a_rule_less_is_worth_a_little() -> None:
    """A difference that nobody would notice is no reason for another rule."""
    small = 0.1 / PER_ELO
    assert evened(-small, {"radar": 0.02, "long-lance": 0.002}).words == ("radar",)


def test_figures_between_those_that_were_measured_are_known_and_none_of_a_lone_one() -> None:
    found = filled({"us-head-start:4": 0.1, "us-head-start:8": 0.2, "fuel:24": 0.1})
    assert found["us-head-start:2"] == pytest.approx(0.0503, abs=1e-3)
    assert 0.1 < found["us-head-start:6"] < 0.2
    assert "fuel:23" not in found


def test_the_table_is_what_clients_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.joinpath(*handicap.FILE[:-1]).mkdir(parents=True)
    tmp_path.joinpath(*handicap.FILE).write_text(table(WORTHS, "2026-11-25"), encoding="utf-8")
    monkeypatch.setattr(handicap, "files", lambda _package: tmp_path)
    handicap.evened_table.cache_clear()
    try:
        assert handicap.handicap(Side.US, 0) == ((), 50)
        weaker, stronger = handicap.handicap(Side.JP, -140), handicap.handicap(Side.US, 140)
        assert weaker == stronger
        assert weaker.even
        assert not handicap.handicap(Side.US, 99_999).even
    finally:
        handicap.evened_table.cache_clear()


def test_the_table_of_the_project_follows_from_its_worths() -> None:
    """Both lie in one file: neither is changed without the other."""
    kept = evened_table()
    for lead in (-1200, -450, -100, -50, 0, 50, 150, 450, 600):
        found = evened(lead, filled(kept.worths))
        assert (found.words, round(100 * found.us)) == kept.rows[lead]
