"""The ways to a table: what is typed in place of one that is shown, and games under way among those that wait."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ironbottom.client.__main__ import main
from ironbottom.client.console.errors import UserError
from ironbottom.client.console.stdin import StdinLines
from ironbottom.client.launch import join_game
from ironbottom.client.launch.alone import finished_game
from ironbottom.client.launch.join_game import meet, typed_address
from ironbottom.client.launch.player import Person
from ironbottom.client.net import discovery
from ironbottom.client.net.connection import Connection, NotReached
from ironbottom.client.net.discovery import Found
from ironbottom.client.net.reconnecting_client import Endpoint
from ironbottom.client.storage.identity import Identity
from ironbottom.client.storage.known_hosts import FILE, known
from ironbottom.client.terminal.app import lobby_app
from ironbottom.client.text.people.table_list import Picked, TableChoice, table_line
from ironbottom.keys import new_key
from ironbottom.wire.beacon import Announced
from ironbottom.wire.invite import Address
from ironbottom.wire.invite import read as read_invite
from ironbottom.wire.messages import Bye, Status, TableLine
from ironbottom.wire.terms import Terms
from tests.client.support.terminal import Terminal, ran
from tests.server.support.server_process import OwnProcess
from tests.support.lengths import by_night

from ..support.double import certificate, double


@pytest.mark.parametrize("right", ["IB1-AEAQA", "7-crossover-clockwork", "play.example.org:4277"])
def test_a_wrong_invite_is_said_and_asked_for_again(right: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence stands over the list, which is shown anew; what can be read goes on."""
    words = ("rubbish", "IB1-AEAQA-O2QMN", "away.example.org", right)
    typed = iter([Picked(typed=one) for one in words])
    titles: list[str] = []

    async def lobby(title: str, *_rest: object, **_named: object) -> Picked:
        titles.append(title)
        return next(typed)

    class Closes:
        async def close(self) -> None:
            """Nobody is there."""

    async def reached(address: Address, _pin: None) -> Closes:
        if address.host == "away.example.org":
            raise NotReached("away.example.org port 4277 does not answer")
        return Closes()

    def read(text: str) -> object:
        return read_invite(text) if text != right else object()

    monkeypatch.setattr(join_game, "_lobby", lobby)
    monkeypatch.setattr(join_game, "read", read)
    monkeypatch.setattr(Connection, "open", reached)
    assert asyncio.run(join_game._from_lobby(Namespace(watch=False))) == (None, right)
    assert titles[0] == "Tables on this network"
    assert "This is not an invite" in titles[1]
    assert "The invite" in titles[2]
    assert titles[3:] == ["The server cannot be reached: away.example.org port 4277 does not answer."]


def test_who_looks_at_a_finished_game_comes_back_to_the_tables(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One that cannot be shown is told of over the list."""
    wishes = iter([Picked(game="good.ibss"), Picked(game=str(tmp_path / "gone.ibss"), review=True), Picked("AAA")])
    titles: list[str] = []
    looked: list[tuple[str, bool]] = []
    really = finished_game.opened

    async def shown(title: str, *_rest: object, **_named: object) -> Picked:
        titles.append(title)
        return next(wishes)

    async def opened(file: str, *, review: bool = False) -> None:
        looked.append((file, review))
        if file != "good.ibss":
            await really(file, review=review)

    async def look() -> list[TableChoice]:
        return []

    monkeypatch.setattr(lobby_app, "picked", shown)
    monkeypatch.setattr(finished_game, "opened", opened)
    assert asyncio.run(join_game._lobby("Tables here", look, watch=False)) == Picked("AAA")
    assert titles[:2] == ["Tables here", "Tables here"]
    assert "gone.ibss: found no file to read" in titles[2]
    assert looked == [("good.ibss", False), (str(tmp_path / "gone.ibss"), True)]


@pytest.mark.parametrize(
    ("free", "against", "terms", "line"),
    [
        ("jp", "", {}, "3  Ada; free: Japan; cards: core; no clock; away: the game waits"),
        ("us", "", {"bank": 1800, "absent": "clock"},
         "3  Ada; free: US; cards: core; 30 minutes for each side; away: the clock runs on"),
        ("either", "", {"bank": 60, "absent": "bot", "practice": True},
         "3  Ada; free: either side; cards: core; 1 minute for each side; away: a bot stands in; "
         "practice, with a given seed"),
        (None, "Ben", {}, "3  Ada against Ben: under way, look on; cards: core; no clock; away: the game waits"),
        (None, "Ben", {"spectators": False},
         "3  Ada against Ben: under way, without spectators; cards: core; no clock; away: the game waits"),
    ],
)
def test_a_table_in_the_list(free: Any, against: str, terms: dict[str, Any], line: str) -> None:
    """Who joins knows before he sits down what clock runs, and what follows from being away."""
    status: Status = "open" if free else "playing"
    table = TableLine("K7F2QA5X", "Ada", Terms(reach="open", **terms), status, free, 0, against)
    assert table_line(3, table) == line


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        (("clock", 1800), "30 minutes for each side; away: the clock runs on; 10.0.0.7 port 4277; ironbottom 1"),
        (
            ("wait", 0, True, False, "", (), 2),
            "no clock; away: the game waits; who looks on sees both hands, 2 turns late; 10.0.0.7 port 4277; "
            "ironbottom 1",
        ),
        (("wait", 0), "no clock; away: the game waits; 10.0.0.7 port 4277; ironbottom 1"),
        ((), "10.0.0.7 port 4277; ironbottom 1"),  # of an older server
        (("vote", 0), "no clock; 10.0.0.7 port 4277; ironbottom 1"),  # of a newer one
    ],
)
def test_a_table_of_the_network_in_the_list(terms: tuple[Any, ...], said: str) -> None:
    told = Announced((1, 1), "ironbottom 1", "K7F2QA5X", "Ada", "us", "core", 4277, bytes(16), *terms)
    assert join_game._found_line(1, Found(Address("10.0.0.7", 4277), told)) == f"1  Ada; free: US; cards: core; {said}"


def test_who_wants_to_look_on_is_not_asked_to_sit_down(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In lines of text, of the tables of this network."""
    told = Announced((1, 1), "ironbottom 1", "K7F2QA5X", "Ada", "us", "core", 4277, bytes(16))

    async def search(_seconds: float) -> list[Found]:
        return [Found(Address("10.0.0.7", 4277), told)]

    async def line() -> str:
        return "1"

    monkeypatch.setattr(discovery, "search", search)
    person = cast(Person, SimpleNamespace(typed=SimpleNamespace(line=line)))
    asyncio.run(join_game._chosen(person, watch=True))
    said = capsys.readouterr().out
    assert "Look on there?" in said
    assert "Sit down" not in said


@by_night
def test_a_game_under_way_is_listed_with_both_names_and_looked_at(tmp_path: Path) -> None:
    argv = ["--port", "0", "--interface", "127.0.0.1", "--data", str(tmp_path / "server"), "--no-announce", "--neutral"]
    with OwnProcess("ironbottom.server", *argv, "--child", "--log", str(tmp_path / "log")) as server:
        at = f"127.0.0.1:{server.port}"
        code, said = ran(tmp_path / "eve", "join", at)
        assert (code, "no table there waits for a player" in said) == (1, True)
        with Terminal(tmp_path / "ann", "host", "--at", at, "--name", "root", "--side", "us", "--open") as ann:
            ann.until("waiting for a player")
            with Terminal(tmp_path / "bob", "join", at, "--name", "Root") as bob:
                bob.until("1  root; free: Japan; cards: core; no clock; away: the game waits")
                bob.until("Sit down there")
                bob.type("7", "1")
                ann.until(r"^Root \(2\) sits at the table")
                bob.until("You play Japan against root")
                bob.until("Type a number")
                with Terminal(tmp_path / "eve", "join", at) as eve:
                    eve.until(r"1  root against Root \(2\): under way, look on; cards: core")
                    eve.until("Look on there")
                    eve.type("1")
                    eve.until(r"^Root \(2\) sits at the table")
                    bob.type("chat ahoy")
                    ann.until(r"^Root \(2\) says: ahoy")
                    eve.until(r"^Root \(2\) says: ahoy")


@pytest.mark.parametrize(("text", "address"), [
    ("play.example.org", Address("play.example.org", 4277)), ("10.0.0.7:65535", Address("10.0.0.7", 65_535)),
    ("fd00::2", Address("fd00::2", 4277)), ("::1", Address("::1", 4277)), ("[fd00::2]", Address("fd00::2", 4277)),
    ("[fd00::2]:5000", Address("fd00::2", 5000)), ("not an address", None), ("ironbottom://IB1-AEAQ", None),
])
def test_what_is_typed_as_an_address(text: str, address: Address | None) -> None:
    assert typed_address(text) == address


@pytest.mark.parametrize("text", ["127.0.0.1:99999", "127.0.0.1:0", "[::1]:70000"])
def test_a_number_that_is_no_port_is_said_to_be_none(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    wrong = f"{text.rpartition(':')[2]} is no port: give one from 1 to 65535, or none for 4277.\n"
    for words in (["join", "--plain", text], ["host", "--plain", "--at", text]):
        assert main(words) == 1
        assert capsys.readouterr().err == wrong


def test_only_a_server_of_the_game_is_remembered(tmp_path: Path) -> None:
    """Whatever else speaks TLS at an address is not met: the right server may be there tomorrow."""
    context, pin = certificate(tmp_path)

    async def tried(*, ours: bool) -> Endpoint:
        async with double(context=context, pin=pin) as server:
            server.greeting = None if ours else Bye("limit", "no")
            return await meet(
                Person(tmp_path, Identity(new_key(), "Ann"), StdinLines(plain=True)), server.address, anew=False
            )

    with pytest.raises(UserError):
        asyncio.run(tried(ours=False))
    assert not (tmp_path / FILE).exists()
    endpoint = asyncio.run(tried(ours=True))
    assert known(tmp_path, endpoint.addresses[0]) == pin
