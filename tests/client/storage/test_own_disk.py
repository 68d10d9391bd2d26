"""A client whose own disk is full: it says so, sends nothing that it could not note, and goes on when there is room."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import made
from ironbottom.client.bots.seat.bot_seat import PAUSE, BotSeat
from ironbottom.client.console.errors import NotWritten, UserError
from ironbottom.client.net.reconnecting_client import Endpoint, ReconnectingClient
from ironbottom.client.net.seat_session import OWN_DISK, Numbers, SeatSession
from ironbottom.client.net.session_events import Denied, SessionEvent
from ironbottom.client.plain.client import PATIENCE as WAITS
from ironbottom.client.storage import atomic_files
from ironbottom.client.storage.evidence_log import EvidenceLog
from ironbottom.client.storage.identity import Identity
from ironbottom.client.storage.seat_autosave import SAVES, SeatKeeper
from ironbottom.keys import new_key
from ironbottom.proof.kept import Began, Revealed, ShownUpdate, read
from ironbottom.proof.transcript import KeptReceipt
from ironbottom.wire.messages import Ok, Reply, Resign, Table
from ironbottom.wire.signing import digest
from ironbottom.words import Side

from ..launch.test_play import PlayedGame, played, settled
from ..support.double import PATIENCE
from ..support.table import COMMITMENT, GAME, ID, QUESTION, SERVER_PUBLIC, TOKEN, VIEWS, seated, table, toss, update

ME = Identity(new_key(), "mate", bot=True)
WHY = "own.jsonl cannot be written (No space left on device)"


class Full:
    """A disk that is full, until it is not."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = True
        real = atomic_files.AppendFile.append

        def append(file: atomic_files.AppendFile, lines: bytes, *, now: bool = False) -> None:
            if self.full:
                raise NotWritten(WHY)
            real(file, lines, now=now)

        monkeypatch.setattr(atomic_files.AppendFile, "append", append)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Full:
    return Full(monkeypatch)


# the record

def test_an_answer_that_could_not_be_noted_is_noted_the_next_time(tmp_path: Path, disk: Full) -> None:
    """Else the client would say later that it never gave it, and accuse an honest server."""
    record, mark = EvidenceLog(tmp_path), digest(GAME, 3, "pass")
    with pytest.raises(NotWritten):
        record.gave(GAME, 3, "pass")
    assert not record.all_given(GAME, mark)
    disk.full = False
    record.gave(GAME, 3, "pass")
    assert EvidenceLog(tmp_path).all_given(GAME, mark)


def test_a_share_that_could_not_be_noted_is_not_shown(tmp_path: Path, disk: Full) -> None:
    record = EvidenceLog(tmp_path)
    for _try in range(2):
        with pytest.raises(NotWritten):
            record.share(GAME, COMMITMENT)
    disk.full = False
    share = record.share(GAME, COMMITMENT)
    assert EvidenceLog(tmp_path).share(GAME, COMMITMENT) == share


def test_receipts_are_kept_as_soon_as_there_is_room(tmp_path: Path, disk: Full) -> None:
    record = EvidenceLog(tmp_path)
    signed = [KeptReceipt(GAME, bytes([n]) * 32, bytes(64)) for n in range(3)]
    record.receipt(signed[0])
    record.receipt(signed[1])
    disk.full = False
    record.receipt(signed[2])
    with record.of(GAME).open("rb") as file:
        assert read(file) == tuple(signed)


def test_what_was_shown_is_kept_as_soon_as_there_is_room(tmp_path: Path, disk: Full) -> None:
    """Nobody stops playing for it, and nothing of it is lost but by the end of the process."""
    record = EvidenceLog(tmp_path)
    lines = [ShownUpdate(number, bytes(16), bytes(16)) for number in (1, 2, 3)]
    for line in lines:
        disk.full = line.number < 3
        record.shown(record.tosses(SERVER_PUBLIC, ID), Began(GAME, 0), partial(replace, line))
    with record.of(GAME).open("rb") as file:
        assert read(file) == (Began(GAME, 0), *lines)


def test_a_share_is_not_shown_before_it_stands_on_the_disk(tmp_path: Path, disk: Full) -> None:
    """Else nobody would know, after a crash, that somebody may have seen the deal."""
    tosses = EvidenceLog(tmp_path).tosses(SERVER_PUBLIC, ID)
    tosses.keep(toss())
    revealed = Revealed(GAME, bytes(32), bytes(64))
    with pytest.raises(NotWritten):
        tosses.keep(revealed, now=True)
    assert tosses.attempts.broken(b"") == []
    disk.full = False
    tosses.keep(revealed, now=True)
    again = EvidenceLog(tmp_path).tosses(SERVER_PUBLIC, ID)
    assert again.steps == [toss(), revealed]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_half_a_line_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A system may take a part of what is written and say so: then nothing of it stays."""
    path = tmp_path / "lines.jsonl"
    atomic_files.append(path, b"first\n")
    real = atomic_files.open if hasattr(atomic_files, "open") else open

    class Short:
        def __init__(self, file: Any) -> None:
            self._file = file

        def __enter__(self) -> Short:
            return self

        def __exit__(self, *_exc: object) -> None:
            self._file.close()

        def write(self, data: bytes) -> int:
            return int(self._file.write(data[:3]))

        def __getattr__(self, name: str) -> Any:
            return getattr(self._file, name)

    monkeypatch.setattr(atomic_files, "open", lambda *a, **k: Short(real(*a, **k)), raising=False)
    with pytest.raises(NotWritten, match=os.strerror(28)):
        atomic_files.append(path, b"second\n")
    monkeypatch.setattr(atomic_files, "open", real, raising=False)
    assert path.read_bytes() == b"first\n"


# a seat

def guest_with_a_folder(folder: Path) -> SeatSession:
    session = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(folder), token=TOKEN)
    for message in (seated(), table(), update(1)):
        session.hear(message)
    return session


def test_nothing_is_sent_that_is_not_noted(tmp_path: Path, disk: Full) -> None:
    session = guest_with_a_folder(tmp_path)
    assert session.question is not None
    session.answer(session.question.default)
    session.resign()
    assert session.drain() == []
    first, second = session.denials()
    assert isinstance(first, Denied)
    assert isinstance(second, Denied)
    assert (first.refused.code, first.refused.text) == (OWN_DISK, WHY)
    assert (type(first.request), type(second.request)) == (Reply, Resign)
    assert session.denials() == []
    assert session.question is not None
    disk.full = False
    session.answer(session.question.default)
    assert [type(request) for request in session.drain()] == [Reply]
    assert session.denials() == []


def test_a_bot_answers_when_there_is_room(tmp_path: Path, disk: Full, monkeypatch: pytest.MonkeyPatch) -> None:
    """It once tried again once, and then waited for ever."""
    monkeypatch.setattr("ironbottom.client.bots.seat.bot_seat.PAUSE", 0.01)
    assert PAUSE > 0

    async def main() -> list[object]:
        queue: asyncio.Queue[SessionEvent] = asyncio.Queue()
        client = ReconnectingClient(Endpoint((), None), ME, queue.put_nowait)
        session = SeatSession(ME, SERVER_PUBLIC, ID, Numbers(), EvidenceLog(tmp_path), token=TOKEN)
        client.take(session, queue.put_nowait, seated())
        seat = BotSeat(client, session, queue, lambda: made("first", card_set("core"), Random(1)))
        for message in (table(), update(1)):
            for one in session.hear(message):
                queue.put_nowait(one)
        playing = asyncio.create_task(seat.play())
        await asyncio.sleep(0.2)
        assert not playing.done()
        assert session.drain() == []
        disk.full = False
        said: list[object] = []
        async with asyncio.timeout(PATIENCE):
            while not said:
                await asyncio.sleep(0.01)
                said += session.drain()
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        return said

    assert [type(request) for request in asyncio.run(main())] == [Reply]


# a seat that is written down now and then

def test_a_seat_that_cannot_be_written_is_told_once_and_tried_again() -> None:
    full, saved, told = [True], list[int](), list[str]()

    def save() -> None:
        if full[0]:
            raise NotWritten(WHY)
        saved.append(1)

    keeping = SeatKeeper(save, told.append)
    for number in range(1, 10):
        keeping.update(number)
    assert (saved, told) == ([], [WHY])
    full[0] = False
    for number in range(10, 10 + 2 * SAVES):
        keeping.update(number)
    assert (len(saved), told) == (2, [WHY])
    keeping.begin_anew()
    keeping.update(1)
    assert len(saved) == 3


def test_a_seat_that_cannot_be_written_ends_no_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def script(scene: PlayedGame) -> None:
        scene.play._keeping._save = fails
        scene.hear(update(1))
        await settled(scene, scene.queue.empty)
        scene.typed.type("1")
        await settled(scene, lambda: scene.session.waits)
        (reply,) = scene.session.drain()
        assert isinstance(reply, Reply)
        scene.hear(Ok(reply.seq))
        scene.typed.type(None)

    def fails() -> None:
        raise UserError(WHY)

    played(tmp_path, script)
    assert WHY in capsys.readouterr().out


# who pipes lines in, while the game waits

def waiting() -> Table:
    note = "The host's disk cannot be written: the game waits, and goes on where it stopped."
    return replace(table("paused"), note=note)


def others_turn() -> Any:
    assert QUESTION is not None
    return update(2, shown=replace(VIEWS[Side.US], question=None))


def test_quit_is_obeyed_while_the_game_is_paused(tmp_path: Path) -> None:
    async def script(scene: PlayedGame) -> None:
        scene.hear(update(1), others_turn(), waiting())
        await settled(scene, scene.queue.empty)
        scene.typed.type("quit", "1")

    played(tmp_path, script)


@pytest.mark.parametrize("lines", [("1",), ("1", "done", "quit")])
def test_the_end_of_input_is_obeyed_while_the_game_is_paused(
    tmp_path: Path, lines: tuple[str, ...], fast: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    async def script(scene: PlayedGame) -> None:
        scene.hear(update(1), others_turn(), waiting())
        await settled(scene, scene.queue.empty)
        scene.typed.at_end = True
        scene.typed.type(*lines, None)

    played(tmp_path, script)
    assert "The input is at its end while the game waits" in capsys.readouterr().out


def test_quit_is_obeyed_when_nothing_is_heard_for_a_while(tmp_path: Path, fast: Callable[[], None]) -> None:
    async def script(scene: PlayedGame) -> None:
        scene.hear(update(1), others_turn())
        await settled(scene, scene.queue.empty)
        scene.typed.type("quit")

    played(tmp_path, script)


def test_lines_wait_for_their_question_while_the_other_player_thinks(
    tmp_path: Path, fast: Callable[[], None]
) -> None:
    async def script(scene: PlayedGame) -> None:
        scene.hear(update(1), others_turn())
        await settled(scene, scene.queue.empty)
        scene.typed.at_end = True
        scene.typed.type("", None)
        await asyncio.sleep(0.5)
        assert not scene.session.waits
        scene.hear(update(3))
        await settled(scene, lambda: scene.session.waits)
        (reply,) = scene.session.drain()
        scene.hear(Ok(reply.seq))

    played(tmp_path, script)


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    assert WAITS > 1.0
    monkeypatch.setattr("ironbottom.client.plain.client.PATIENCE", 0.1)
    monkeypatch.setattr("ironbottom.client.plain.client.LATER", 0.02)
