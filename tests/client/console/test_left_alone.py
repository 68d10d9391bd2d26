"""Closed streams, an interrupt, a folder that is in use: a command ends with a sentence at most, never a traceback."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ironbottom.client.__main__ import main
from ironbottom.client.cli.commands import selfplay
from ironbottom.client.launch.arena.selfplay import Job, SelfplayGame, play


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A command line as a shell runs it; `{ironbottom}` is the program."""
    program = f"{sys.executable} -m ironbottom.client"
    return subprocess.run(["sh", "-c", line.format(ironbottom=program)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("call", ["cards list", "cards show wasp", "odds 4", "selfplay --games 1"])
def test_output_that_is_closed(call: str) -> None:
    """Nobody reads it, so nothing is said."""
    ended = shell(f"{{ironbottom}} {call} >&-")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_input_that_is_closed(tmp_path: Path) -> None:
    """Stepping through a record ends as if the reader had left."""
    assert main(["selfplay", "--games", "1", "--out", str(tmp_path)]) == 0
    ended = shell(f"{{ironbottom}} replay {tmp_path}/game-000001.jsonl <&-")
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_folder_with_games_of_another_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Old and new games would be taken for one series."""
    assert main(["selfplay", "--games", "1", "--out", str(tmp_path)]) == 0
    kept = (tmp_path / "game-000001.jsonl").read_text(encoding="utf-8")
    assert main(["selfplay", "--games", "2", "--seed", "2", "--out", str(tmp_path)]) == 1
    assert "(it holds the games of an earlier run); allowed is" in capsys.readouterr().err
    assert (tmp_path / "game-000001.jsonl").read_text(encoding="utf-8") == kept


def test_an_interrupt_sums_up_what_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C after two games of many: their summary is printed and written, and the exit code is the shell's."""

    def two_and_stop(job: Job, games: int, jobs: int, cluster: str) -> Iterator[SelfplayGame]:
        yield play(job._replace(n=1))
        yield play(job._replace(n=2))
        raise KeyboardInterrupt

    monkeypatch.setattr(selfplay, "_played", two_and_stop)
    assert main(["selfplay", "--games", "500", "--out", str(tmp_path)]) == 130
    out, err = capsys.readouterr()
    assert out.startswith("2 games, ")
    assert err.endswith("stopped after 2 of 500 games.\n")
    assert '"games": 2' in (tmp_path / "summary.json").read_text(encoding="utf-8")
