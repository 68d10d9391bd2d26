"""The file of heads: what it tells after any end of the process, and that nothing about it stops a journal."""

from __future__ import annotations

from io import FileIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ironbottom.server.store import heads as noted
from ironbottom.server.store.heads import NAME, Head, Heads, read
from tests.support.lengths import some


def head(n: int, table: str = "AB12", game: int = 1) -> Head:
    return Head(table, game, n, bytes([n % 256]) * 32)


def test_the_last_of_each_table_is_known_again(tmp_path: Path) -> None:
    heads = Heads(tmp_path)
    heads.note([head(1), head(1, "CD34")])
    heads.note([head(2)])
    heads.note([])
    again = Heads(tmp_path)
    assert (again.of("AB12"), again.of("CD34"), again.of("EF56")) == (head(2), head(1, "CD34"), None)


def test_whatever_end_is_cut_off_it_lags_behind_and_tells_nothing_wrong(tmp_path: Path) -> None:
    heads = Heads(tmp_path)
    for n in range(1, 30):
        heads.note([head(n)])
    whole = (tmp_path / NAME).read_bytes()
    for end in some(range(len(whole)), 100):
        (tmp_path / NAME).write_bytes(whole[:end])
        cut = Heads(tmp_path)
        found = cut.of("AB12")
        n = 0 if found is None else found.n
        assert whole[:end].count(b"\n") <= n <= whole[:end].count(b"\n") + 1
        cut.note([head(n + 1)])
        assert Heads(tmp_path).of("AB12") == head(n + 1)


def test_a_damaged_line_is_none(tmp_path: Path) -> None:
    line, rng = head(7).line().rstrip(b"\n"), Random(5)
    assert read(line) == head(7)
    for at in range(len(line)):
        for bit in range(8):
            other = line[:at] + bytes([line[at] ^ 1 << bit]) + line[at + 1 :]
            assert read(other) in (None, head(7))  # a letter of the checksum may be a great one
    for _ in range(2_000):
        assert read(rng.randbytes(rng.randrange(120))) is None


def test_what_is_gone_is_forgotten(tmp_path: Path) -> None:
    heads = Heads(tmp_path)
    heads.note([head(1), head(3, "CD34"), Head("AB12", 0, 0, b"")])
    assert (heads.of("AB12"), Heads(tmp_path).of("AB12")) == (None, None)
    assert heads.tables() == Heads(tmp_path).tables() == ["CD34"]


def test_it_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noted, "SPARE", 50)
    heads = Heads(tmp_path)
    for n in range(1, 1_000):
        heads.note([head(n), head(n, "CD34")])
        assert (tmp_path / NAME).read_bytes().count(b"\n") <= 54
    assert Heads(tmp_path).of("CD34") == head(999, "CD34")


def test_a_disk_that_cannot_be_written_is_nothing_to_it(tmp_path: Path) -> None:
    heads = Heads(tmp_path)
    heads.note([head(1)])

    class Torn(FileIO):
        """A disk that is full in the midst of a line."""

        def write(self, data: Any, /) -> int:
            super().write(data[:10])
            raise OSError(28, "No space left on device")

    file = heads._file
    heads._file = Torn(tmp_path / NAME, "ab")
    heads.note([head(2)])
    heads._file = file
    assert read((tmp_path / NAME).read_bytes().splitlines()[0]) == head(1)
    heads.note([head(3)])
    assert (heads.of("AB12"), Heads(tmp_path).of("AB12")) == (head(3), head(3))


def test_a_folder_in_its_place_is_done_without(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    heads = Heads(tmp_path)
    heads.note([head(1)])
    assert heads.of("AB12") == head(1)
