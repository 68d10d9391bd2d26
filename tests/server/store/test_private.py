"""Nobody but its owner can read anything below the folder of a server or of a client, whatever the umask."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import pytest

from ironbottom.server.runtime.settings import CannotServe
from ironbottom.server.store.data_folder import own_folder
from ironbottom.wire.messages import Call
from ironbottom.wire.terms import Terms
from tests import ROOT
from tests.server.ops.test_real_bots import server, until
from tests.server.support.another_user import needed, readable
from tests.server.support.player import WirePlayer
from tests.support.lengths import by_night, some

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX's")

UMASKS = (0o000, 0o022, 0o777)
SEEDS = count()


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A folder that everybody may look into: what is closed below it is closed by us."""
    folder = Path(mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def open_modes(folder: Path) -> dict[str, str]:
    """What is not its owner's alone, or not even his: folders 0700, files 0600."""
    wanted = {path: 0o700 if path.is_dir() else 0o600 for path in [folder, *folder.rglob("*")]}
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in wanted}
    return {str(path): oct(mode) for path, mode in modes.items() if mode != wanted[path]}


def played(folder: Path) -> None:
    """A server has run, a bot of it has played a little, and all files that there ever are have been looked at."""
    ada = WirePlayer("Ada", next(SEEDS), bot=False)
    with server(folder) as real, real.secure() as sock:
        ada.connect(sock.sendall)
        until(sock, ada, lambda: ada.session.state == "in")
        ada.create(Terms(least=0))
        until(sock, ada, lambda: bool(ada.table))
        ada.ask(Call, ada.table, "first")
        until(sock, ada, lambda: ada.have > 5)
        names = {path.name for path in folder.rglob("*")}
        assert {"journal.sqlite", "journal.sqlite-wal", "server.key", "certificate.pem", "log", "bots"} <= names
        assert any(name.endswith(".json") for name in names)  # the bot's seat
        assert open_modes(folder) == {}


@pytest.mark.parametrize("umask", some(UMASKS, 1), indirect=True)
@pytest.mark.usefixtures("umask")
def test_a_server_closes_what_it_makes(tmp_path: Path) -> None:
    played(tmp_path / "server")


def test_another_user_reads_nothing_of_a_server(open_place: Path) -> None:
    needed()
    folder = open_place / "server"
    played(folder)
    assert readable(open_place) == [str(open_place)]


@by_night
def test_what_an_older_version_left_open_is_closed(open_place: Path) -> None:
    folder = open_place / "server"
    played(folder)
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    played(folder)


@pytest.mark.parametrize("command", [("play", "--plain", "--bot", "first"), ("host", "--plain", "--port", "0")])
@pytest.mark.parametrize("umask", some(UMASKS[:2], 1), indirect=True)
@pytest.mark.usefixtures("umask")
def test_a_client_closes_what_it_makes(command: tuple[str, ...], open_place: Path) -> None:
    """Its key, its seats and records; and the folder of the server that it starts for itself."""
    home = open_place / "home" / "ironbottom"
    run(home, *command)
    names = {path.name for path in home.rglob("*")}
    assert {"player.key", "seats", "journal.sqlite", "server.key", "server.log", "complaints.txt"} <= names
    assert open_modes(home) == {}


def test_another_user_reads_nothing_of_a_client(open_place: Path) -> None:
    needed()
    home = open_place / "home"
    run(home, "play", "--plain", "--bot", "first")
    home.chmod(0o755)  # as an older version left it
    run(home, "play", "--plain", "--bot", "first")
    assert readable(open_place) == [str(open_place)]


def run(home: Path, *command: str) -> None:
    """A command whose input is at its end: it keeps the game and leaves."""
    argv = [sys.executable, "-m", "ironbottom.client", *command]
    environment = os.environ | {"IRONBOTTOM_HOME": str(home)}
    done = subprocess.run(argv, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def test_a_folder_that_holds_other_things_is_not_closed_behind_their_back(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").touch()
    tmp_path.chmod(0o755)
    with pytest.raises(CannotServe, match=r"holds files that are no server's: close it with `chmod 700`, or"):
        own_folder(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
    tmp_path.chmod(0o700)
    own_folder(tmp_path)


def test_a_folder_that_cannot_be_closed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted", str(path))

    tmp_path.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", refused)
    with pytest.raises(CannotServe, match=r"can be read by other users .*Operation not permitted.* or give another"):
        own_folder(tmp_path)
