"""Finished games as files of their own, where the host wants them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from ironbottom.server.archive.kept_transcripts import keep, missing
from ironbottom.wire.messages import Rematch
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest

TERMS = Terms(side="us", seed=SEED, reach="open")


@pytest.fixture
def server(tmp_path: Path) -> ServerUnderTest:
    """One whose host has named a folder."""
    found = ServerUnderTest()

    def kept(table: str, game: int) -> None:
        found.lobby.journal.read(partial(keep, folder=tmp_path / "games", table=table, game=game))

    found.lobby.keep = kept
    return found


def over(server: ServerUnderTest) -> tuple[WirePlayer, WirePlayer]:
    ada, ben = server.seated(TERMS)
    server.step(ada, ben, answers=30)
    ben.resign()
    server.run(10.0)
    return ada, ben


def test_a_game_that_is_over_is_a_file(server: ServerUnderTest, tmp_path: Path) -> None:
    """And not a moment before: of a game that goes on nothing lies there."""
    ada, ben = server.seated(TERMS)
    server.step(ada, ben, answers=30)
    assert not (tmp_path / "games").exists()
    ben.resign()
    server.run(10.0)
    [file] = (tmp_path / "games").iterdir()
    assert file.name == f"{ada.table}-1.ibss"
    assert file.read_bytes() == b"".join([line + b"\n" for line in server.disk.lines(ada.table, 1)])


def test_each_game_of_a_table_is_a_file(server: ServerUnderTest, tmp_path: Path) -> None:
    ada, ben = over(server)
    for player in (ada, ben):
        player.ask(Rematch, ada.table)
    server.run(10.0)
    server.step(ada, ben, answers=10)
    ben.resign()
    server.run(10.0)
    assert {file.name for file in (tmp_path / "games").iterdir()} == {f"{ada.table}-1.ibss", f"{ada.table}-2.ibss"}


def test_games_of_before_are_written_down_once(tmp_path: Path) -> None:
    """What lies there is left as it is; a game that goes on is none of them."""
    server = ServerUnderTest()
    ada, _ben = over(server)
    cay, dan = WirePlayer("Cay", 3), WirePlayer("Dan", 4)
    server.table(cay, dan, TERMS)
    server.until(lambda: cay.update is not None)
    found = missing(server.disk.store, tmp_path)
    assert {table for table, _game in found} >= {ada.table, cay.table}
    for table, game in found:
        keep(server.disk.store, tmp_path, table, game)
    [file] = tmp_path.iterdir()
    assert file.name == f"{ada.table}-1.ibss"
    file.write_bytes(b"as it is")
    assert ada.table not in {table for table, _game in missing(server.disk.store, tmp_path)}
    keep(server.disk.store, tmp_path, ada.table, 1)
    assert file.read_bytes() == b"as it is"
