"""The finished games that are kept on this computer."""

from __future__ import annotations

from pathlib import Path

from ironbottom.client.storage.own_games import own_games
from ironbottom.proof.transcript import written
from tests import ROOT
from tests.client.support.reviewed import SHORT
from tests.support.signed_games import honest

KEPT = ROOT / "tests" / "engine" / "kept"


def test_the_newest_first_by_when_they_ended(tmp_path: Path) -> None:
    for name in ("cards-1", "edition-1"):
        (tmp_path / f"{name}.ibss").write_bytes((KEPT / name / "game.ibss").read_bytes())
    found = own_games(tmp_path)
    assert [one.path.name for one in found] == ["edition-1.ibss", "cards-1.ibss"]
    assert found[0].at > found[1].at
    assert [one.names for one in found] == [("Ada", "Ben")] * 2
    assert [(one.winner, one.reason, one.points) for one in found] == [(0, "resigned", (0, 0)), (1, "time-up", (0, 0))]


def test_what_is_no_finished_game_is_left_out(tmp_path: Path) -> None:
    lines = written(honest(SHORT).lines).splitlines(keepends=True)
    (tmp_path / "goes-on.ibss").write_bytes(b"".join(lines[:20]))
    (tmp_path / "empty.ibss").write_bytes(b"")
    (tmp_path / "noise.ibss").write_bytes(bytes(range(256)))
    (tmp_path / "folder.ibss").mkdir()
    (tmp_path / "game.txt").write_bytes(b"".join(lines))
    assert own_games(tmp_path) == []
    (tmp_path / "game.ibss").write_bytes(b"".join(lines))
    assert [one.path.name for one in own_games(tmp_path)] == ["game.ibss"]


def test_no_folder_has_no_games(tmp_path: Path) -> None:
    assert own_games(tmp_path / "none") == []
