"""A seat that has moved to another table, on a real server, in a real terminal: who was away, and who sat there."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ironbottom.client.storage import seat_store
from tests.client.support.terminal import PATIENCE, Terminal
from tests.client.terminal.real.conftest import Opens
from tests.client.terminal.support.club import ClubServer
from tests.server.support.server_process import OwnProcess

SENTENCE = "your seat is at his table now."
SEEK = ("--days", "3", "--rated")


@pytest.fixture
def at_club(tmp_path: Path) -> Iterator[ClubServer]:
    """Ada has blocked Ben, and both seek the same; Ada a while longer."""
    argv = ("--port", "0", "--interface", "127.0.0.1", "--data", str(tmp_path / "server"), "--no-announce", "--child")
    with OwnProcess("tests.server.support.sweeping_server", *argv, "--bots", "0") as running:
        club = ClubServer(f"127.0.0.1:{running.port}", tmp_path)
        for name in ("Ada", "Ben"):
            club.types(name, "key", "claim", club.address)
        club.types("Ada", "block", "add", club.address, "Ben")
        for name in ("Ada", "Ben"):
            club.types(name, "challenge", "seek", club.address, *SEEK)
            time.sleep(1.1)  # so that one is the older
        yield club


def lifts(club: ClubServer) -> str:
    """The block; the table where Ada waits."""
    club.types("Ada", "block", "lift", club.address, "Ben")
    (seat,) = seat_store.waiting(club.home("Ada"))
    return seat.table


def kept_at(club: ClubServer, table: str) -> bool:
    """Whether Ben's game is kept by this table, and by no other."""
    return [seat.table for seat in seat_store.waiting(club.home("Ben"))] == [table]


def test_who_sits_there_goes_along(at_club: ClubServer, opens: Opens) -> None:
    ben, ada = opens("resume", home="Ben", size=(120, 40)), opens("resume", home="Ada", size=(120, 40))
    for terminal in (ben, ada):
        terminal.wait("waiting for a player")
    table = lifts(at_club)
    ben.wait(SENTENCE)
    ben.press("Enter")
    for terminal in (ben, ada):
        terminal.until(lambda screen: "q leave" in screen, "the game")
    assert kept_at(at_club, table)


def test_who_was_away_goes_on_in_lines(at_club: ClubServer) -> None:
    table = lifts(at_club)
    end = time.monotonic() + PATIENCE
    while at_club.types("Cay", "challenge", "list", at_club.address).count("free:") and time.monotonic() < end:
        time.sleep(0.2)
    with Terminal(at_club.home("Ben"), "resume", "--plain") as ben:
        ben.until(SENTENCE)
        with Terminal(at_club.home("Ada"), "resume", "--plain") as ada:
            ada.until("Turn 1|Type ")
            assert kept_at(at_club, table)
