"""`ironbottom server`: backups of a real server in the midst of games, put back elsewhere; exports; what is refused."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.defer import Deferred, maybeDeferred

from ironbottom.client.__main__ import main
from ironbottom.server.ops import backups
from ironbottom.server.ops.backups import DONE, FAILED, PART, WANTED, BackupRequests
from ironbottom.server.store.data_folder import BACKUPS
from ironbottom.server.store.journal import NAME, Journal, table_row
from ironbottom.wire.messages import Reply
from tests import ROOT
from tests.server.ops.test_kills import Pair
from tests.server.support.reached import RunningServer
from tests.server.support.seats import SeatEnd, real_server, until
from tests.server.support.writer import Loop
from tests.support.lengths import ROUNDS

Output = pytest.CaptureFixture[str]
PAIRS = 3


def run(*words: str) -> subprocess.Popen[str]:
    argv = [sys.executable, "-m", "ironbottom.client", "server", *words]
    return subprocess.Popen(argv, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def while_they_play(ends: tuple[SeatEnd, ...], *words: str) -> str:
    """What a command says while answers go on coming."""
    process = run(*words)
    until(ends, lambda: process.poll() is not None, 120.0)
    said = process.communicate()[0]
    assert process.returncode == 0, said
    return said


Answers = set[tuple[str, int, int]]  # the table, the place, the number of the request


def acknowledged(pairs: list[Pair]) -> Answers:
    """Those that a player was told to be taken."""
    players = [end.player for pair in pairs for end in pair.ends]
    acked = [(player, request) for player in players for _game, request in player.log.acked]
    return {(player.table, player.place, request.seq) for player, request in acked if isinstance(request, Reply)}


def stored(folder: Path) -> Answers:
    """Those that are in a backup."""
    with closing(sqlite3.connect(f"{(folder / NAME).as_uri()}?mode=ro&immutable=1", uri=True)) as store:
        assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return set(store.execute("SELECT tabled, place, seq FROM entries"))


class TestUnderLoad:
    def test_no_answer_is_lost_and_the_games_go_on_elsewhere(self, tmp_path: Path) -> None:
        """Each round: a backup while all play, another one when all pause; the server is killed, its folder is lost.

        Of the first one every answer that was acknowledged before is in it.  The second one is put back elsewhere, and
        everybody goes on there with what he knows: a server that knew less would be caught.
        """
        place, pairs = tmp_path / "0", list[Pair]()
        for n in range(1, ROUNDS + 1):
            with real_server(place) as server:
                pairs = self.at_tables(server, pairs, n)
                ends = tuple([end for pair in pairs for end in pair.ends])
                before = acknowledged(pairs)
                while_they_play(ends, "backup", "--data", str(place), str(tmp_path / f"early-{n}"))
                assert acknowledged(pairs) > before, "nobody played while the backup was made"
                assert before <= stored(tmp_path / f"early-{n}")
                for end in ends:
                    end.player.auto = False
                while_they_play(ends, "backup", "--data", str(place), str(tmp_path / f"late-{n}"))
                assert acknowledged(pairs) <= stored(tmp_path / f"late-{n}")
                assert list((place / BACKUPS).iterdir()) == []
                server.process.kill()
                server.process.wait()
            place.rename(tmp_path / f"lost-{n}")
            place = tmp_path / str(n)
            assert main(["server", "restore", "--data", str(place), str(tmp_path / f"late-{n}")]) == 0
        with real_server(place) as server:
            pairs = self.at_tables(server, pairs, 0)
            for pair in pairs:
                pair.play(3)

    def at_tables(self, server: RunningServer, pairs: list[Pair], n: int) -> list[Pair]:
        """The same players as before, or others where a game is over."""
        if not pairs or (n and any(pair.over for pair in pairs)):
            return [Pair(server, PAIRS * n + k) for k in range(PAIRS)]
        for pair in pairs:
            for end in pair.ends:
                end.player.auto = True
            pair.come_back(server)
        return pairs

    def test_an_answer_that_is_lost_is_caught(self, tmp_path: Path) -> None:
        """A planted fault: the last acknowledged answer is missing in what is put back."""
        with real_server(tmp_path / "0") as server:
            pair = Pair(server, 99)
            pair.play(10)
            for end in pair.ends:
                end.player.auto = False
            while_they_play(pair.ends, "backup", "--data", str(tmp_path / "0"), str(tmp_path / "backup"))
            told = acknowledged([pair])
        with closing(sqlite3.connect(tmp_path / "backup" / NAME)) as store:
            store.execute("DELETE FROM entries WHERE seq > 0 AND n = (SELECT MAX(n) FROM entries WHERE seq > 0)")
            store.commit()
        assert not told <= stored(tmp_path / "backup")
        assert main(["server", "restore", "--data", str(tmp_path / "new"), str(tmp_path / "backup")]) == 1

    def test_an_export_of_a_server_that_runs(self, tmp_path: Path) -> None:
        with real_server(tmp_path / "0") as server:
            over, going_on = Pair(server, 51), Pair(server, 52)
            for pair in (over, going_on):
                pair.play(5)
            over.ends[0].player.resign()
            ends = (*over.ends, *going_on.ends)
            until(over.ends, lambda: over.over)
            said = while_they_play(ends, "export", "--data", str(tmp_path / "0"), str(tmp_path / "games"))
        assert "games holds 1 finished game, 1 of them new" in said
        name = f"{over.ends[0].player.table}-1.ibss"
        assert {path.name for path in (tmp_path / "games").iterdir()} == {name, "games.jsonl"}
        assert main(["verify", str(tmp_path / "games" / name)]) == 0
        assert list(tmp_path.glob(".games*")) == []


class TestWithoutAServer:
    @pytest.fixture
    def data(self, tmp_path: Path) -> Path:
        """Of a server that has stopped."""
        loop = Loop()
        journal = Journal(tmp_path / "data", loop)
        done: Deferred[Any] = journal.write(table_row("T", b"{}"))
        while not done.called:
            loop.turn()
        journal.close()
        return tmp_path / "data"

    def test_there_and_back(self, tmp_path: Path, data: Path, capsys: Output) -> None:
        assert main(["server", "backup", "--data", str(data), str(tmp_path / "b")]) == 0
        assert capsys.readouterr().out == f"{tmp_path / 'b'} holds the backup: 1 file.\n"
        assert main(["server", "restore", "--data", str(tmp_path / "new"), str(tmp_path / "b")]) == 0
        assert "start the server with it" in capsys.readouterr().out
        journal = Journal(tmp_path / "new", Loop())
        assert journal.tables() == {"T": b"{}"}
        journal.close()
        assert main(["server", "export", "--backup", str(tmp_path / "b"), str(tmp_path / "games")]) == 0
        assert "games holds 0 finished games, 0 of them new" in capsys.readouterr().out

    def test_the_default_is_the_folder_of_serve(
        self, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        data.rename(tmp_path / "server")
        monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
        assert main(["server", "backup", str(tmp_path / "b")]) == 0

    def test_what_is_refused(self, tmp_path: Path, data: Path, capsys: Output) -> None:
        (tmp_path / "full").mkdir()
        (tmp_path / "full" / "mine").write_text("mine")
        (tmp_path / "file").write_text("mine")
        wrong = {
            ("backup", str(tmp_path / "full")): "full is there already: give a new or an empty folder",
            ("backup", str(tmp_path / "file")): "file is there already",
            ("backup", str(data / "in")): "lies in the folder of the server itself",
            ("backup", str(tmp_path / "file" / "b")): "file: ",
            ("restore", str(tmp_path / "full")): "backup.json cannot be read",
            ("export", "--backup", str(tmp_path / "full"), str(tmp_path / "g")): "backup.json cannot be read",
            ("export", "--cards", str(tmp_path / "none"), str(tmp_path / "g")): "found no folder to read",
        }
        for words, said in wrong.items():
            act, *rest = words
            assert main(["server", act, "--data", str(data), *rest]) == 1
            told = capsys.readouterr().err
            assert said in told
            assert told.count("\n") == 1
        assert main(["server", "backup", "--data", str(tmp_path / "full"), str(tmp_path / "b")]) == 1
        assert "full holds no journal of a server" in capsys.readouterr().err
        assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "file", "full", "g"]

    def test_a_backup_that_is_stopped_leaves_nothing(
        self, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def stopped(*_what: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("ironbottom.server.ops.server_command.seal", stopped)
        assert main(["server", "backup", "--data", str(data), str(tmp_path / "b")]) == 130
        assert [path.name for path in tmp_path.iterdir()] == ["data"]

    def test_a_server_that_does_not_answer(
        self, tmp_path: Path, data: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(backups, "PATIENCE", 0.3)
        journal = Journal(data, Loop())
        assert main(["server", "backup", "--data", str(data), str(tmp_path / "b")]) == 1
        assert "is of an earlier version, and makes no backups" in capsys.readouterr().err
        (data / BACKUPS).mkdir()
        assert main(["server", "backup", "--data", str(data), str(tmp_path / "b")]) == 1
        assert "does not answer: look at its log" in capsys.readouterr().err
        assert list((data / BACKUPS).iterdir()) == []
        journal.close()


class Reactor(Loop):
    """As much of one as requests need: other threads are this one."""

    def seconds(self) -> float:
        return 0.0


class TestTheServersEnd:
    @pytest.fixture
    def requests(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BackupRequests]:
        reactor = Reactor()
        journal = Journal(tmp_path, reactor)
        found = BackupRequests(tmp_path, reactor, journal, lambda: int(time.time()))
        monkeypatch.setattr(found, "_aside", maybeDeferred)
        found.turn = reactor.turn  # type: ignore[attr-defined]
        yield found
        journal.close()

    def ask(self, requests: Any, folder: Path, name: str) -> None:
        (folder / BACKUPS / f"{name}{WANTED}").touch()
        requests.look()
        while requests._busy:
            requests.turn()

    def test_each_is_made(self, tmp_path: Path, requests: BackupRequests) -> None:
        for name in ("one", "two"):
            self.ask(requests, tmp_path, name)
        assert {path.name for path in (tmp_path / BACKUPS).iterdir()} == {f"one{DONE}", f"two{DONE}"}

    def test_a_full_disk_is_told(
        self, tmp_path: Path, requests: BackupRequests, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Before it is quite full: the games need the rest."""
        monkeypatch.setattr(backups, "SPARE", 1 << 62)
        self.ask(requests, tmp_path, "one")
        [failed] = (tmp_path / BACKUPS).iterdir()
        assert (failed.name, failed.read_text()) == (f"one{FAILED}", "ENOSPC: No space left on device")

    def test_who_has_gone_leaves_nothing(self, tmp_path: Path, requests: BackupRequests) -> None:
        wanted = tmp_path / BACKUPS / f"one{WANTED}"
        wanted.touch()
        requests.look()
        wanted.unlink()
        while requests._busy:
            requests.turn()  # type: ignore[attr-defined]
        assert list((tmp_path / BACKUPS).iterdir()) == []

    def test_what_nobody_fetches_is_taken_away(self, tmp_path: Path, requests: BackupRequests) -> None:
        for name in ("old", "new"):
            self.ask(requests, tmp_path, name)
        old = tmp_path / BACKUPS / f"old{DONE}"
        os.utime(old, (1, 1))
        requests.tidy()
        assert [path.name for path in (tmp_path / BACKUPS).iterdir()] == [f"new{DONE}"]

    def test_a_start_clears_what_was_left(self, tmp_path: Path, requests: BackupRequests) -> None:
        (tmp_path / BACKUPS / f"old{PART}").mkdir()
        BackupRequests(tmp_path, Reactor(), requests._journal, lambda: 0)
        assert list((tmp_path / BACKUPS).iterdir()) == []
