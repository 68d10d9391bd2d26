"""Figures are kept: a file is played again only where it, or its review, has changed."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from ironbottom.client.bots.review.keeping import place_of
from ironbottom.client.cli.statistics import keeping
from ironbottom.client.cli.statistics.finding import found_games
from ironbottom.client.cli.statistics.keeping import FILE, CountedGames, counted_games
from ironbottom.client.cli.statistics.reading import game_figures
from ironbottom.client.storage.card_sets import KnownSets
from ironbottom.client.storage.evidence_log import GAMES
from tests.client.support.own_games import game, own_home
from tests.client.support.reviewed import short_review


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return own_home(tmp_path, game(1), game(2, "mate", "jp"))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which transcripts were played again."""
    names: list[str] = []
    figures = game_figures

    def noted(path: Path, *more: object) -> object:
        names.append(path.name)
        return figures(path, *more)  # type: ignore[arg-type]  # handed on as they came

    monkeypatch.setattr(keeping, "game_figures", noted)
    return names


def counted(home: Path) -> CountedGames:
    return counted_games(home, found_games(home), KnownSets(None), lambda _done, _of: None)


def test_each_file_is_read_once(home: Path, read: list[str]) -> None:
    first = counted(home)
    assert counted(home) == first
    assert read == ["game-1.ibss", "game-2.ibss"]
    assert [one.figures.opponent for one in first.games] in (["Bob", "mate"], ["mate", "Bob"])
    (home / GAMES / "game-3.ibss").write_bytes(game(3))
    assert len(counted(home).games) == 3
    assert read[2:] == ["game-3.ibss"]


def test_a_file_that_has_changed_is_read_again(home: Path, read: list[str]) -> None:
    counted(home)
    file = home / GAMES / "game-1.ibss"
    file.write_bytes(game(4))
    os.utime(file, ns=(1, 1))
    assert len(counted(home).games) == 2
    assert read[2:] == ["game-1.ibss"]
    file.unlink()
    assert [one.figures.opponent for one in counted(home).games] == ["mate"]


@pytest.mark.parametrize("damage", [b"", b"{", b'{"format":1,"version":"0","games":{}}', bytes(range(256))])
def test_what_another_version_has_kept_is_read_anew(home: Path, read: list[str], damage: bytes) -> None:
    first = counted(home)
    (home / FILE).write_bytes(damage)
    assert counted(home) == first
    assert len(read) == 4


def test_a_review_that_comes_later_is_seen_without_the_game_being_played_again(home: Path, read: list[str]) -> None:
    before = counted(home)
    path = next(one.path for one in before.games if one.figures.side == "US")
    review = short_review()[1]
    place_of(path).write_bytes(msgspec.json.encode(review))
    [with_skill] = [one for one in counted(home).games if one.skill is not None]
    own = [one for one in review.decisions if one.side == "US"]
    assert with_skill.skill is not None
    assert with_skill.skill.decisions == len(own) > 0
    assert with_skill.skill.loss == pytest.approx(sum(one.known.loss for one in own))
    assert with_skill.skill.luck == pytest.approx(sum(review.account.luck.values()))
    assert len(read) == 2


def test_luck_is_seen_from_the_own_side(tmp_path: Path) -> None:
    place = tmp_path / "game.review.json"
    place.write_bytes(msgspec.json.encode(short_review()[1]))
    us, jp = [keeping.skill_in(place, side) for side in ("US", "JP")]
    assert us is not None
    assert jp is not None
    assert us.luck == pytest.approx(-jp.luck)
    place.write_bytes(b"[]")
    assert keeping.skill_in(place, "US") is None


def test_a_copy_of_a_game_counts_once(home: Path) -> None:
    (home / GAMES / "copy.ibss").write_bytes(game(1))
    assert len(counted(home).games) == 2


def test_a_broken_file_hides_no_other(home: Path) -> None:
    (home / GAMES / "broken.ibss").write_bytes(b"no game\n")
    found = counted(home)
    assert len(found.games) == 2
    [fault] = found.faults
    assert "broken.ibss" in fault


def test_a_folder_that_cannot_be_written_only_takes_as_long_again(
    home: Path, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "FILE", "games")  # which is a folder
    assert len(counted(home).games) == len(counted(home).games) == 2
    assert len(read) == 4
