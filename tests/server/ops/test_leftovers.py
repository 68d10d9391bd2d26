"""What bots leave behind, and the log: neither grows without end.  And lists in which everybody has his share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ironbottom.server.ops.leftovers import tidied
from ironbottom.server.runtime.fair_share import FairShares
from ironbottom.server.runtime.log_file import LogFile, log_file


def test_the_oldest_files_of_bots_make_room(tmp_path: Path) -> None:
    for n in range(30):
        folder = tmp_path / "bots" / ("mate", "first")[n % 2] / ("games", "seats")[n // 2 % 2]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{n}.json").touch()
        os.utime(folder / f"{n}.json", (n, n))
    (tmp_path / "bots" / "mate" / "player.key").touch()
    os.utime(tmp_path / "bots" / "mate" / "player.key", (0, 0))
    assert tidied(tmp_path, 20) == 10
    left = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {"player.key", *[f"{n}.json" for n in range(10, 30)]}
    assert (tidied(tmp_path, 20), tidied(tmp_path / "none")) == (0, 0)


def test_a_log_never_grows_beyond_its_size(tmp_path: Path) -> None:
    path = tmp_path / "log"
    log = LogFile(path, most=1_000)
    for n in range(200):
        log.write(b"line %d\n" % n)
    before = tmp_path / "log.1"
    assert {file.name for file in tmp_path.iterdir()} == {"log", "log.1"}
    assert path.read_text().endswith("line 199\n")
    assert before.read_text().splitlines()[-1] == f"line {int(path.read_text().split()[1]) - 1}"
    assert max(path.stat().st_size, before.stat().st_size) <= 1_000
    assert [oct(file.stat().st_mode & 0o777) for file in (path, before)] == ["0o600", "0o600"]


def test_a_log_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "log"
    for n in range(2):
        LogFile(path, most=1_000).write(b"start %d\n" % n)
    assert path.read_text() == "start 0\nstart 1\n"


def test_a_log_that_cannot_be_put_aside_says_so(tmp_path: Path) -> None:
    """The server goes on without those lines."""
    log = LogFile(tmp_path / "log", most=10)
    log.write(b"123456789\n")
    (tmp_path / "log.1").mkdir()
    for _n in range(2):
        with pytest.raises(OSError, match="Is a directory"):
            log.write(b"more\n")
    (tmp_path / "log.1").rmdir()
    log.write(b"again\n")
    assert (tmp_path / "log").read_text() == "again\n"


def test_a_log_elsewhere_keeps_the_mode_that_its_owner_gave_it(tmp_path: Path) -> None:
    inside, outside = tmp_path / "data" / "log", tmp_path / "log"
    inside.parent.mkdir()
    for path in (inside, outside):
        path.touch()
        path.chmod(0o640)
        log_file(path, tmp_path / "data").write(b"line\n")
    assert [oct(path.stat().st_mode & 0o777) for path in (inside, outside)] == ["0o600", "0o640"]


class TestShares:
    def test_everybody_has_his_newest_first(self) -> None:
        shares: FairShares[str] = FairShares()
        for thing in ("x1", "x2", "y1", "x3", "z1", "x4"):
            shares.add(thing, thing[:1].encode())
        assert shares.newest(4) == ["x4", "z1", "y1", "x3"]
        assert shares.newest(99) == ["x4", "z1", "y1", "x3", "x2", "x1"]
        assert shares.newest(2) == ["x4", "z1"]
        assert shares.newest(0) == []

    def test_what_is_gone_leaves_nothing(self) -> None:
        shares: FairShares[str] = FairShares()
        for thing in ("x1", "x2", "y1"):
            shares.add(thing, thing[:1].encode())
            shares.add(thing, b"another")
        for thing in ("y1", "x1", "x1", "none"):
            shares.discard(thing)
        assert (shares.newest(9), len(shares), "x1" in shares) == (["x2"], 1, False)
        shares.discard("x2")
        assert (shares.newest(9), len(shares)) == ([], 0)

    @pytest.mark.parametrize("flood", [10, 10_000])
    def test_a_flood_takes_its_share_and_no_more(self, flood: int) -> None:
        shares: FairShares[str] = FairShares()
        shares.add("honest", b"honest")
        for n in range(flood):
            shares.add(f"flood {n}", b"%d" % (n % 5))
        found = shares.newest(10)
        assert "honest" in found
        assert len(found) == 10
