"""Files in pieces: the cards of a set, and the transcript of a game that is over."""

from __future__ import annotations

import sqlite3

import msgspec
import pytest

from ironbottom.server.archive import downloads
from ironbottom.server.store.journal import NotStored
from ironbottom.wire.frames import TO_CLIENT
from ironbottom.wire.messages import Fetch, Notice, Piece, Watch
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest, card_sets

TERMS = Terms(side="us", seed=SEED, reach="open")


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def fetched(server: ServerUnderTest, player: WirePlayer, what: str, name: str) -> bytes:
    """A whole file, piece by piece."""
    data, part, of = b"", 0, 1
    while part < of:
        player.ask(Fetch, what, name, part)
        server.run(0.05)
        piece = player.last(Piece)
        assert (piece.seq, piece.part) == (player.seq, part)
        data, part, of = data + piece.data, part + 1, piece.of
    return data


@pytest.mark.parametrize("web", [False, True], ids=["native", "web"])
@pytest.mark.parametrize("name", ["core", "full"])
def test_the_cards_of_a_set(server: ServerUnderTest, name: str, web: bool) -> None:
    player = WirePlayer("Ada", 1, web=web)
    server.connect(player)
    assert fetched(server, player, "cards", name) == msgspec.json.encode(card_sets()[name])
    assert max(len(data) for _at, data in server.pipes[0].sent) < TO_CLIENT


def test_a_set_and_a_piece_that_are_not_there(server: ServerUnderTest) -> None:
    player = WirePlayer("Ada", 1)
    server.connect(player)
    assert server.answered(player, player.ask(Fetch, "cards", "none")) == "no-cards"
    assert server.answered(player, player.ask(Fetch, "cards", "core", 9_999)) == "no-part"
    assert server.answered(player, player.ask(Fetch, "transcript", "NOTABLE")) == "no-table"


def test_a_transcript_is_for_those_who_were_there_when_the_game_is_over(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    eve, dan = WirePlayer("Eve", 3), WirePlayer("Dan", 4)
    for other in (eve, dan):
        server.connect(other)
    eve.ask(Watch, ada.table)
    server.step(ada, ben, answers=120)
    for player in (ada, eve):
        assert server.answered(player, player.ask(Fetch, "transcript", ada.table)) == "not-yet"
    ben.resign()
    server.run(10.0)
    whole = b"".join([line + b"\n" for line in server.disk.lines(ada.table, 1)])
    assert len(whole) > downloads.SIZE
    for player in (ada, ben, eve):
        assert fetched(server, player, "transcript", ada.table) == whole
    assert server.answered(dan, dan.ask(Fetch, "transcript", ada.table)) == "no-seat"


def test_a_disk_that_cannot_be_read(server: ServerUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben = server.seated(TERMS)
    ben.resign()
    server.run(10.0)

    def broken(_store: sqlite3.Connection, **_which: object) -> bytes:
        raise NotStored("disk I/O error")

    monkeypatch.setattr(downloads, "_lines", broken)
    assert server.answered(ada, ada.ask(Fetch, "transcript", ada.table)) == "not-stored"


def test_everybody_hears_a_notice(server: ServerUnderTest) -> None:
    ada, ben = server.seated(TERMS)
    server.lobby.notify("restart", "The server restarts in a minute.")
    server.run(0.05)
    for player in (ada, ben):
        assert player.last(Notice) == Notice("restart", "The server restarts in a minute.")
