"""`ironbottom campaigns`, `--campaign`, and `ironbottom verify` of the games of a campaign (§25)."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

import pytest

from ironbottom.campaign_sheet import opening_of
from ironbottom.client.__main__ import main
from ironbottom.client.console.errors import UserError
from ironbottom.client.launch.table_options import special
from ironbottom.client.net.club.table_wish import with_special
from ironbottom.client.text.rules.campaigns import named
from ironbottom.wire.terms import Terms
from tests.server.table.test_campaigns import CampaignTable, seated


def asked(**given: object) -> Namespace:
    return Namespace(**{"options": [], "battle": None, "campaign": None, "set": "core", **given})


def test_they_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["campaigns", "list"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["guadalcanal", "Guadalcanal", "7", "full", "1942-08-09", "1942-11-30"] in rows
    assert main(["campaigns", "list", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in found] == ["guadalcanal", "three-games"]
    assert found[0]["battles"][0] == {"title": "Savo Island", "date": "1942-08-09"}


@pytest.mark.parametrize(("language", "said"), [("en", "Sunk ships stay lost."), ("ja", "沈んだ艦は戻らない")])
def test_one_is_shown(capsys: pytest.CaptureFixture[str], language: str, said: str) -> None:
    assert main(["--lang", language, "campaigns", "show", "guadalcanal"]) == 0
    out = capsys.readouterr().out
    assert said in out
    assert "3. 1942-10-11" in out


def test_one_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["campaigns", "show", "midway"]) == 1
    assert 'found the campaign "midway"; allowed is one of guadalcanal, three-games.' in capsys.readouterr().err


def test_a_table_is_asked_for_with_a_campaign() -> None:
    """Its first battle in brief: the server has the rest."""
    args = asked(campaign="guadalcanal")
    rules = special(args)
    assert args.set == "full"
    assert rules.battle == opening_of("guadalcanal")
    assert with_special(Terms(), rules).battle == opening_of("guadalcanal").brief
    assert rules.battle is not None
    assert named(rules.battle) == "guadalcanal"
    with pytest.raises(UserError, match='found the campaign "midway"'):
        special(asked(campaign="midway"))


def test_a_campaign_excludes_a_battle(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--battle", "savo-island", "--campaign", "guadalcanal"])
    assert "not allowed with argument" in capsys.readouterr().err


@pytest.fixture(scope="module")
def fought() -> CampaignTable:
    table = seated()
    table.fight()
    for _n in range(2):
        table.go_on()
        table.give_up()
    return table


@pytest.fixture
def games(fought: CampaignTable, tmp_path: Path) -> list[str]:
    files = [tmp_path / f"{n}.ibss" for n in (1, 2, 3)]
    for n, file in enumerate(files, 1):
        file.write_bytes(b"".join(fought.lines(n)))
    return [*map(str, files)]


def test_all_games_of_a_campaign_are_verified(games: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", *reversed(games)]) == 0
    out = capsys.readouterr().out
    assert "sound: 3 of 7 battles, each follows from the one before" in out
    assert "Sound: 3 of 3 files." in out


def test_one_that_is_left_out_is_found(games: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Each file is sound by itself."""
    assert main(["verify", games[0], games[2]]) == 1
    out = capsys.readouterr().out
    assert "not sound: battle 2 is left out: no file has it." in out
    assert "Sound: 2 of 2 files." in out


def test_a_program_reads_the_same(games: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--json", *games]) == 0
    *files, campaign = json.loads(capsys.readouterr().out)
    assert [file["ok"] for file in files] == [True] * 3
    assert (campaign["campaign"], campaign["games"]) == ("guadalcanal", [1, 2, 3])
    assert (campaign["of"], campaign["ok"]) == (7, True)


def test_one_file_is_verified_by_itself(games: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", games[2]]) == 0
    assert "battle" not in capsys.readouterr().out.partition("Proven")[0].replace("battles", "")
