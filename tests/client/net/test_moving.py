"""A seat that has moved to another table: the client takes it there, and first writes down where it is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.client.console.errors import NotWritten
from ironbottom.client.net import reconnecting_client as link_module
from ironbottom.client.net.reconnecting_client import ReconnectingClient
from ironbottom.client.net.seat_session import Numbers, SeatSession
from ironbottom.client.net.session_events import AtTable, Noticed, SessionEvent
from ironbottom.client.storage import seat_store
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.wire.challenging import Moved
from ironbottom.wire.messages import Mute, Refused, Resume, Say, Seated

from ..launch.test_resuming import SEAT
from ..support.double import Double, double
from ..support.table import ID, SERVER_PUBLIC, TOKEN, seated, table
from .test_reconnecting_client import ME, plain, run

NEW = "M4TWQ2LB"
SENTENCE = "Somebody who seeks the same game has been found: your seat is at his table now."


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_module, "pause", lambda n, chance: 0.01)


def answers(moved: Moved | None) -> Any:
    """A server where the seat is at the new table; at the old one `moved` is told, or it is there still."""

    def answer(request: Any) -> list[Any]:
        if isinstance(request, Resume) and request.table == NEW:
            new = replace(table("open", b""), table=NEW)
            return [replace(seated(), seq=request.seq, table=NEW, place=1, token=request.token), new]
        if isinstance(request, Resume):
            there = [replace(seated(), seq=request.seq), table("open", b"")]
            return there if moved is None else [replace(moved, seq=request.seq)]
        return []

    return answer


def session() -> SeatSession:
    return SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(None), token=TOKEN)


async def until_at(heard: list[SessionEvent], name: str) -> None:
    async with asyncio.timeout(20):
        while not any(isinstance(one, AtTable) and one.now.table == name for one in heard):
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("away", [True, False])
def test_it_is_taken_at_the_new_table_with_the_same_token(away: bool) -> None:
    async def test() -> None:
        moved = Moved(0, ID, NEW, 1)
        async with double(answers(moved if away else None)) as server:
            heard: list[SessionEvent] = []
            async with ReconnectingClient(plain(server), ME, heard.append) as client:
                mine = session()
                mine.numbers = client.numbers
                client.take(mine, heard.append)
                if not away:
                    await until_at(heard, ID)
                    server.say(moved)
                await until_at(heard, NEW)
                resumed = await server.heard(Resume, 2)
                assert (resumed.table, resumed.token) == (NEW, TOKEN)
                assert (mine.table, mine.place, mine.token) == (NEW, 1, TOKEN)
                assert [one.text for one in heard if isinstance(one, Noticed)] == [SENTENCE]
                mine.chat("Hello")
                client.flush()
                assert (await server.heard(Say)).table == NEW

    run(test)


def test_what_was_under_way_is_said_at_the_new_table_once() -> None:
    """The refusal of what had gone to the old one is no news."""
    mine = session()
    mine.returning()
    mine.hear(seated())
    mine.chat("Hello")
    mine.mute(True)
    gone = mine.drain()
    mine.move(Moved(0, ID, NEW, 1))
    mine.returning()
    assert [event for one in gone for event in mine.hear(Refused(one.seq, "no-table", "No such table."))] == []
    mine.hear(Seated(9, NEW, 1, TOKEN, b"", 0, 0, 0))
    said = mine.drain()
    assert [type(one) for one in said] == [Say, Mute]
    assert {one.table for one in said} == {NEW}
    assert {one.seq for one in said}.isdisjoint({one.seq for one in gone})


def test_where_it_cannot_be_written_down_it_is_asked_for_again() -> None:
    async def test() -> None:
        async with double(answers(Moved(0, ID, NEW, 1))) as server:
            heard: list[SessionEvent] = []
            full = [NotWritten("no room"), NotWritten("no room")]

            def writes(_moved: Moved) -> None:
                if full:
                    raise full.pop()

            async with ReconnectingClient(plain(server), ME, heard.append) as client:
                mine = session()
                mine.numbers, mine.moves = client.numbers, writes
                client.take(mine, heard.append)
                await until_at(heard, NEW)
        asked = [one.table for one in server.asked if isinstance(one, Resume)]
        assert asked == [ID, ID, ID, NEW]

    run(test)


def test_who_looks_on_and_who_sits_elsewhere_stay(tmp_path: Path) -> None:
    """Planted: a server that moves what is no seat of ours."""

    async def test() -> None:
        server: Double
        async with double(answers(None)) as server:
            heard: list[SessionEvent] = []
            async with ReconnectingClient(plain(server), ME, heard.append) as client:
                mine = session()
                mine.numbers = client.numbers
                client.take(mine, heard.append)
                await until_at(heard, ID)
                server.say(Moved(0, "OTHER", NEW, 1))
                mine.chat("Hello")
                client.flush()
                assert (await server.heard(Say)).table == ID
                assert mine.table == ID

    run(test)
    assert not [*tmp_path.iterdir()]


def test_the_kept_game_goes_by_its_new_table(tmp_path: Path) -> None:
    seat_store.keep(tmp_path, SEAT)
    moved = seat_store.move(tmp_path, SEAT, NEW, 0)
    assert seat_store.waiting(tmp_path) == [moved]
    assert (moved.table, moved.place, moved.token) == (NEW, 0, SEAT.token)
    assert seat_store.at(tmp_path, SEAT.pin, SEAT.table) is None
