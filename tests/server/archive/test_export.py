"""All finished games of a store, each checked, for who wants to study them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec
import pytest

from ironbottom.catalog import card_set
from ironbottom.proof.verify import check
from ironbottom.server.archive.export import LIST, ExportedGame, ListedGame, exported
from ironbottom.wire.messages import Rematch
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest

SETS = (card_set("core"),)


class Club:
    """A server with three tables: two games that are over at one, one that goes on, and one with a first game over."""

    def __init__(self) -> None:
        self.server = ServerUnderTest()
        terms = Terms(reach="open", least=0)
        ada, ben = self.server.seated(terms)
        self.over(ada, ben)
        for player in (ada, ben):
            player.ask(Rematch, ada.table)
        self.server.run(10.0)
        self.server.step(ada, ben, answers=10)
        self.over(ada, ben)
        cay, dan = WirePlayer("Cay", 3), WirePlayer("Dan", 4)
        self.server.table(cay, dan, Terms(side="us", seed=SEED, reach="open"))
        self.server.until(lambda: cay.update is not None)
        self.server.step(cay, dan, answers=20)
        self.finished, self.going_on = ada.table, cay.table

    def over(self, ada: WirePlayer, ben: WirePlayer) -> None:
        self.server.step(ada, ben, answers=20)
        ben.resign()
        self.server.run(10.0)

    @property
    def store(self) -> sqlite3.Connection:
        return self.server.disk.store


@pytest.fixture(scope="module")
def club() -> Club:
    return Club()


def export(club: Club, folder: Path) -> list[ExportedGame]:
    return list(exported(club.store, folder, SETS))


def listed(folder: Path) -> list[ListedGame]:
    return [msgspec.json.decode(line, type=ListedGame) for line in (folder / LIST).read_bytes().splitlines()]


def test_every_finished_game_verifies(club: Club, tmp_path: Path) -> None:
    names = [f"{club.finished}-{n}.ibss" for n in (1, 2)]
    assert export(club, tmp_path / "games") == [ExportedGame(name, new=True) for name in names]
    for line in listed(tmp_path / "games"):
        text = (tmp_path / "games" / line.file).read_bytes()
        verdict = check(text.splitlines(keepends=True), SETS)
        assert verdict.ok
        assert verdict.facts == line.facts
        assert (line.facts.table, line.facts.reason) == (club.finished, "resigned")
    assert [line.file for line in listed(tmp_path / "games")] == names


def test_a_game_that_goes_on_stays_secret(club: Club, tmp_path: Path) -> None:
    """Not a line of it, also where nothing else is asked for: in the store lie its seed and its cards."""
    export(club, tmp_path)
    assert not [path for path in tmp_path.iterdir() if club.going_on in path.name]
    told = b"".join([path.read_bytes() for path in tmp_path.iterdir()])
    assert club.finished.encode() in told
    assert club.going_on.encode() not in told
    assert not [line for line in club.server.disk.lines(club.going_on, 1) if line in told]


def test_again_nothing_is_new(club: Club, tmp_path: Path) -> None:
    export(club, tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert [game.new for game in export(club, tmp_path)] == [False, False]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_it_goes_on_where_it_was_stopped(club: Club, tmp_path: Path) -> None:
    """Between a game and its line, or in the midst of a line."""
    export(club, tmp_path)
    whole = (tmp_path / LIST).read_bytes()
    lines = whole.splitlines(keepends=True)
    (tmp_path / LIST).write_bytes(lines[0] + lines[1][:40])
    assert [game.new for game in export(club, tmp_path)] == [False, False]
    assert (tmp_path / LIST).read_bytes() == lines[0] + lines[1][:40] + b"\n" + lines[1]
    assert [game.new for game in export(club, tmp_path)] == [False, False]
    assert (tmp_path / LIST).read_bytes().endswith(b"\n" + lines[1])


def test_what_lies_there_is_left_as_it_is(club: Club, tmp_path: Path) -> None:
    name = f"{club.finished}-1.ibss"
    (tmp_path / name).write_bytes(b"mine")
    first, second = export(club, tmp_path)
    assert first == ExportedGame(name, why="another file of this name lies there")
    assert second.new
    assert (tmp_path / name).read_bytes() == b"mine"


def test_a_game_that_is_not_sound_is_left_out(tmp_path: Path) -> None:
    """A planted cheat: the host has changed an answer in his journal."""
    club = Club()
    lines = club.server.disk.lines(club.finished, 1)
    n, line = next((n, line) for n, line in enumerate(lines, 1) if b'"answered"' in line)
    forged = line.replace(b'"n":%d' % n, b'"n":%d' % (n + 1), 1)
    assert forged != line
    change = "UPDATE entries SET line = ? WHERE tabled = ? AND game = 1 AND n = ?"
    club.store.execute(change, (forged, club.finished, n))
    first, second = export(club, tmp_path)
    assert first.why.startswith(f"entry {n}: ")
    assert second.new
    assert {path.name for path in tmp_path.iterdir()} == {LIST, f"{club.finished}-2.ibss"}
