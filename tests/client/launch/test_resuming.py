"""`ironbottom resume` with several games: asked for at a terminal, a list and a 2 in a pipe."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from ironbottom.client.__main__ import main
from ironbottom.client.launch import browser_game, resume_game
from ironbottom.client.launch.processes.subprocesses import ServerProcess
from ironbottom.client.storage import seat_store, web_profiles
from ironbottom.client.storage.identity import HOME
from ironbottom.client.storage.seat_store import OwnServer, SavedSeat
from ironbottom.client.storage.web_profiles import WebProfile
from ironbottom.wire.invite import Address
from tests.support.lengths import by_night

HERE = Address("192.0.2.7", 4277)
SEAT = SavedSeat("join", "FIRST", 1, b"T" * 16, b"p" * 16, b"K" * 32, (HERE,), 2_000, against="Ann", turn=3)
SEATS = (SEAT, replace(SEAT, table="SECOND", against="Bob", made=1_000))
PAGES = (WebProfile("join-aa", "join", pin=b"a" * 16, addresses=(HERE,)), WebProfile("join-bb", "join", pin=b"b" * 16))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME, str(tmp_path))
    for seat in SEATS:
        seat_store.keep(tmp_path, seat)
    for port, page in enumerate(PAGES, 5000):
        web_profiles.keep(tmp_path, page, port)
    return tmp_path


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[str]:
    """Somebody sits at a terminal and types; what is taken up is noted instead."""
    taken: list[str] = []

    async def resumed(_folder: Path, seat: SavedSeat, *, plain: bool) -> int:
        taken.append(seat.table)
        return 0

    async def opened(_folder: Path, page: WebProfile) -> int:
        taken.append(page.name)
        return 0

    waiting: Iterator[str] = iter(lines)

    def line(_prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(resume_game, "at_terminal", lambda: True)
    monkeypatch.setattr(resume_game, "_resume", resumed)
    monkeypatch.setattr(browser_game, "resume", opened)
    monkeypatch.setattr("builtins.input", line)
    return taken


@pytest.mark.parametrize(
    ("lines", "expected"),
    [(("2",), ["SECOND"]), (("0", "3", "\u00b2", "two", " 1 "), ["FIRST"]), (("q",), []), (("9",), [])],
)
def test_a_number_is_asked_for(
    lines: tuple[str, ...], expected: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is no number of the list is asked for again; q, and the end of what is typed, leave."""
    taken = typed(monkeypatch, *lines)
    assert main(["resume"]) == 0
    said = capsys.readouterr().out
    assert taken == expected
    assert said.startswith("These games wait:\n1  against Ann, turn 3, begun ")
    wrong = len(lines) - bool(expected) - (lines == ("q",))
    assert said.count("Which one?  Type its number, 1 to 2; q leaves.") == wrong + 1


def test_a_page_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = typed(monkeypatch, "2")
    assert main(["resume", "--web"]) == 0
    assert len(taken) == 1


def test_a_number_that_is_given_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = typed(monkeypatch)
    assert main(["resume", "2"]) == 0
    assert taken == ["SECOND"]


def test_what_is_taken_off_the_list_is_asked_for_too(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = typed(monkeypatch, "1")
    assert main(["resume", "--forget"]) == 0
    assert "off the list" in capsys.readouterr().out
    assert (taken, seat_store.waiting(folder)) == ([], [SEATS[1]])


@by_night
def test_a_game_that_is_open_is_not_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "other"
    monkeypatch.setenv(HOME, str(folder))
    own = OwnServer(folder / "alone" / "game")
    seat = replace(SEAT, how="play", own=own, secret=b"s" * 16)
    seat_store.keep(folder, seat)

    async def forget_while_it_runs() -> int:
        server = await ServerProcess.serve(own)
        try:
            return await asyncio.to_thread(main, ["resume", "--forget"])
        finally:
            await server.stop()

    assert asyncio.run(forget_while_it_runs()) == 1
    assert capsys.readouterr().err.startswith("This game is open already, in another window of this computer")
    assert seat_store.waiting(folder) == [seat]
    assert (own.data / "server.key").is_file()
    assert main(["resume", "--forget"]) == 0
    assert seat_store.waiting(folder) == []
    assert not own.data.exists()


def test_what_cannot_be_read_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kept in (seat_store.FOLDER, web_profiles.FOLDER):
        (folder / kept / "broken.json").write_bytes(b"{")
        (folder / kept / "unread.json").mkdir()
    for words, listed in ((["resume"], "2  against Bob"), (["resume", "--web"], "2  on the server at ")):
        assert main(words) == 2
        said = capsys.readouterr()
        assert listed in said.out
        assert "broken.json is damaged, or of another version" in said.err
        assert "unread.json cannot be read (Is a directory)" in said.err


@pytest.mark.parametrize(
    ("kept", "words"), [(seat_store.FOLDER, ["resume"]), (web_profiles.FOLDER, ["resume", "--web"])]
)
def test_where_nothing_can_be_read_no_game_is_denied(
    kept: str, words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / kept).rename(folder / "away")
    (folder / kept).write_bytes(b"")
    assert main(words) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{folder / kept} cannot be read (Not a directory)")
    assert "waits for you" not in said


def test_a_pipe_gets_the_list_and_a_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resume"]) == 2
    said = capsys.readouterr()
    assert "2  against Bob" in said.out
    assert said.err == "Say which one: ironbottom resume 1, or another number.\n"
