"""Files of their owner alone, whole after a power cut; and the server's key, which is one of them."""

from __future__ import annotations

import multiprocessing
import os
import stat
from collections.abc import Callable
from errno import EINVAL, EIO, ENOSPC
from pathlib import Path

import pytest

from ironbottom.keys import private_bytes
from ironbottom.private_files import close, close_all, make_folder, opened, write_first, write_whole
from ironbottom.server.runtime.settings import CannotServe
from ironbottom.server.store.data_folder import KEY, server_key

STEPS = ("write", "fsync", "link", "replace", "fsync folder")


class Steps:
    """What reaches the system, in its order; at one step something happens instead."""

    def __init__(self, patch: pytest.MonkeyPatch, at: str = "", act: Callable[[], None] = lambda: None) -> None:
        self.taken: list[str] = []
        self._at, self._act = at, act
        real_fsync, real_open = os.fsync, opened

        def fsync(descriptor: int) -> None:
            self.step("fsync folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "fsync")
            real_fsync(descriptor)

        def beginning(path: Path, flags: int) -> int:
            descriptor = real_open(path, flags)
            self.step("write")
            return descriptor

        patch.setattr(os, "fsync", fsync)
        patch.setattr("ironbottom.private_files.opened", beginning)
        for name in ("link", "replace"):
            patch.setattr(os, name, self._before(name, getattr(os, name)))

    def _before(self, name: str, real: Callable[[str, str], None]) -> Callable[[str, str], None]:
        def call(source: str, target: str) -> None:
            self.step(name)
            real(source, target)

        return call

    def step(self, name: str) -> None:
        self.taken.append(name)
        if name == self._at:
            self._act()


def fault(code: int) -> Callable[[], None]:
    def fail() -> None:
        raise OSError(code, os.strerror(code))

    return fail


def test_the_file_is_synced_before_it_has_its_name_and_the_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = Steps(monkeypatch)
    write_first(tmp_path / "first", b"data")
    assert steps.taken == ["write", "fsync", "link", "fsync folder"]
    steps.taken.clear()
    write_whole(tmp_path / "first", b"other")
    assert steps.taken == ["write", "fsync", "replace", "fsync folder"]


@pytest.mark.parametrize("at", STEPS)
@pytest.mark.parametrize("code", [EIO, ENOSPC])
def test_a_disk_that_fails_leaves_what_was_there(
    at: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    Steps(monkeypatch, at, fault(code))
    if at == "link":
        assert not write_first(path, b"new")
    else:
        with pytest.raises(OSError, match=os.strerror(code)):
            write_whole(path, b"new")
    assert path.read_bytes() == (b"new" if at == "fsync folder" else b"old")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_a_file_system_that_syncs_no_folders_is_good_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Steps(monkeypatch, "fsync folder", fault(EINVAL))
    write_whole(tmp_path / "file", b"data")
    assert (tmp_path / "file").read_bytes() == b"data"


def test_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Steps(monkeypatch, "link", fault(EIO))
    assert write_first(tmp_path / "file", b"first")
    assert not write_first(tmp_path / "file", b"second")
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"first"]


@pytest.mark.parametrize("umask", [0o000, 0o027, 0o777])
def test_modes_do_not_hang_on_the_umask(umask: int, tmp_path: Path) -> None:
    before = os.umask(umask)
    try:
        make_folder(tmp_path / "a" / "b")
        write_whole(tmp_path / "a" / "b" / "file", b"")
    finally:
        os.umask(before)
    made = [tmp_path / "a", tmp_path / "a" / "b", tmp_path / "a" / "b" / "file"]
    assert [oct(path.stat().st_mode & 0o777) for path in made] == ["0o700", "0o700", "0o600"]


def test_links_are_left_alone(tmp_path: Path) -> None:
    """Else a link in our folder could close somebody's files elsewhere."""
    elsewhere, ours = tmp_path / "elsewhere", tmp_path / "ours"
    for folder in (elsewhere, ours):
        folder.mkdir()
        (folder / "file").touch(0o644)
        (folder / "file").chmod(0o644)
    elsewhere.chmod(0o755)
    (ours / "folder").symlink_to(elsewhere)
    (ours / "link").symlink_to(elsewhere / "file")
    close_all(ours)
    close(ours / "link")
    assert [path.stat().st_mode & 0o777 for path in (elsewhere, elsewhere / "file")] == [0o755, 0o644]
    assert [path.stat().st_mode & 0o777 for path in (ours, ours / "file")] == [0o700, 0o600]


# the server's key


def killed_at(folder: Path, step: str) -> None:
    """A process that ends at a step, as by a power cut, while it makes the key."""
    with pytest.MonkeyPatch.context() as patch:
        Steps(patch, step, lambda: os._exit(9))
        server_key(folder)


@pytest.mark.parametrize("step", STEPS)
def test_a_server_that_was_killed_while_it_made_its_key_starts_again(step: str, tmp_path: Path) -> None:
    process = multiprocessing.get_context("fork").Process(target=killed_at, args=(tmp_path, step))
    process.start()
    process.join()
    assert process.exitcode == (0 if step == "replace" else 9)
    assert not (tmp_path / KEY).exists() or len((tmp_path / KEY).read_bytes()) == 32
    key = server_key(tmp_path)
    assert private_bytes(server_key(tmp_path)) == private_bytes(key)


@pytest.mark.parametrize("step", ["write", "fsync", "fsync folder"])
def test_a_disk_that_fails_while_the_key_is_made_is_told(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        Steps(patch, step, fault(EIO))
        with pytest.raises(CannotServe, match=r"server\.key cannot be read or written \(Input/output error\)"):
            server_key(tmp_path)
    assert len(private_bytes(server_key(tmp_path))) == 32


@pytest.mark.parametrize("left", [b"", bytes(32), bytes(4096)])
def test_a_key_that_a_power_cut_has_emptied_has_a_way_out(left: bytes, tmp_path: Path) -> None:
    """An older version could leave that.  No key of noughts is ever used."""
    (tmp_path / KEY).write_bytes(left)
    with pytest.raises(CannotServe, match=r"holds nothing, as a power cut .* put back a copy; if you have none, move"):
        server_key(tmp_path)
    assert (tmp_path / KEY).read_bytes() == left


@pytest.mark.parametrize("damage", [b"x", b"x" * 31, b"x" * 33])
def test_a_damaged_key_is_told_and_never_replaced(damage: bytes, tmp_path: Path) -> None:
    (tmp_path / KEY).write_bytes(damage)
    with pytest.raises(CannotServe, match=r"server\.key is no key of a server: put back a copy"):
        server_key(tmp_path)
    assert (tmp_path / KEY).read_bytes() == damage
