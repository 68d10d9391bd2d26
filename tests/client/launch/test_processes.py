"""Our own programs, started as processes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from ironbottom.client.__main__ import main
from ironbottom.client.console.errors import UserError
from ironbottom.client.launch.processes.subprocesses import ServerProcess, Subprocess
from ironbottom.client.storage.seat_store import OwnServer

from ..support.terminal import ran

SET = "set another folder in the environment variable IRONBOTTOM_HOME."
RIGHT = "give yourself the right to write there, or "


def of_a_later_version(data: Path) -> None:
    with closing(sqlite3.connect(data / "journal.sqlite")) as store:
        store.execute("PRAGMA user_version=99")


@pytest.mark.parametrize(("spoil", "fault", "way_out"), [
    (lambda data: (data / "journal.sqlite").mkdir(), "journal.sqlite cannot be opened", RIGHT),
    (lambda data: (data / "server.key").mkdir(), "server.key cannot be read or written", RIGHT),
    (lambda data: (data / "certificate.pem").mkdir(), "certificate.pem cannot be kept", RIGHT),
    (of_a_later_version, "was written by another version", "Nothing was changed: start that version, or "),
])
def test_a_server_of_ours_advises_what_its_parent_can_do(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], spoil: Callable[[Path], None], fault: str, way_out: str
) -> None:
    """`play` has no --data, but `serve` has."""
    spoil(tmp_path)
    with pytest.raises(UserError) as error:
        asyncio.run(ServerProcess.serve(OwnServer(tmp_path, announce=False)))
    assert fault in str(error.value)
    assert str(error.value).endswith(f"{way_out}{SET}")
    assert main(["serve", "--data", str(tmp_path), "--port", "0", "--log", str(tmp_path / "log")]) == 1
    said = capfd.readouterr().err.strip()
    assert said == str(error.value).replace(SET, "give another folder with --data.")


def test_a_file_in_the_place_of_its_folder(tmp_path: Path) -> None:
    """The commands that keep a server's things in a folder of their own name it, and the way out."""
    (tmp_path / "host").touch()
    code, said = ran(tmp_path, "host", "--port", "0", "--no-announce")
    assert code == 1
    assert said.startswith(f"{tmp_path / 'host'} cannot be written (File exists): ")
    assert said.endswith(SET)


def test_a_folder_that_is_called_like_us_is_not_taken_for_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ironbottom" / "client").mkdir(parents=True)
    (tmp_path / "ironbottom" / "client" / "__main__.py").write_text("print('somebody else')")
    monkeypatch.chdir(tmp_path)

    async def version() -> str:
        child = await Subprocess.start("ironbottom.client", "--version")
        line = await child.line()
        await child.stop()
        return line

    assert asyncio.run(version()).startswith("ironbottom ")
