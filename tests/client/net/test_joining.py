"""The ways to a table: what is typed in place of one that is shown, and games under way among those that wait."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ironbottom.client import joining
from ironbottom.client.joining import Picked
from ironbottom.client.line import Line, NotReached
from ironbottom.client.sitting import Person
from ironbottom.wire.invite import Address
from ironbottom.wire.invite import read as read_invite
from ironbottom.wire.messages import Status, TableLine, Terms
from tests.bench.wire.processes import Server
from tests.client.net.terminal import Terminal, ran


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

    monkeypatch.setattr(joining, "_lobby", lobby)
    monkeypatch.setattr(joining, "read", read)
    monkeypatch.setattr(Line, "open", reached)
    assert asyncio.run(joining._from_lobby(cast(Person, SimpleNamespace()))) == (None, right)
    assert titles[0] == "Tables on this network"
    assert "This is not an invite" in titles[1]
    assert "The invite" in titles[2]
    assert titles[3:] == ["The server cannot be reached: away.example.org port 4277 does not answer."]


@pytest.mark.parametrize(
    ("free", "against", "spectators", "line"),
    [
        ("jp", "", True, "3  Ada; free: Japan; cards: core"),
        (None, "Ben", True, "3  Ada against Ben: under way, look on; cards: core"),
        (None, "Ben", False, "3  Ada against Ben: under way, without spectators; cards: core"),
    ],
)
def test_a_table_in_the_list(free: Any, against: str, spectators: bool, line: str) -> None:
    terms = Terms(reach="open", spectators=spectators)
    status: Status = "open" if free else "playing"
    assert joining._table_line(3, TableLine("K7F2QA5X", "Ada", terms, status, free, 0, against)) == line


def test_a_game_under_way_is_listed_with_both_names_and_looked_at(tmp_path: Path) -> None:
    argv = ["--port", "0", "--interface", "127.0.0.1", "--data", str(tmp_path / "server"), "--no-announce", "--neutral"]
    with Server("ironbottom.server", *argv, "--child", "--log", str(tmp_path / "log")) as server:
        at = f"127.0.0.1:{server.port}"
        code, said = ran(tmp_path / "eve", "join", at)
        assert (code, "no table there waits for a player" in said) == (1, True)
        with Terminal(tmp_path / "ann", "host", "--at", at, "--name", "root", "--side", "us", "--open") as ann:
            ann.until("waiting for a player")
            with Terminal(tmp_path / "bob", "join", at, "--name", "Root") as bob:
                bob.until("1  root; free: Japan; cards: core")
                bob.until("Sit down there")
                bob.type("7", "1")
                ann.until(r"^Root \(2\) sits at the table")
                bob.until("You play Japan against root")
                bob.until("Enter takes the default")
                with Terminal(tmp_path / "eve", "join", at) as eve:
                    eve.until(r"1  root against Root \(2\): under way, look on; cards: core")
                    eve.until("Look on there")
                    eve.type("1")
                    eve.until(r"^Root \(2\) sits at the table")
                    bob.type("chat ahoy")
                    ann.until(r"^Root \(2\) says: ahoy")
                    eve.until(r"^Root \(2\) says: ahoy")
