"""Nobody sits down at a table with optional rules or a battle before he was shown them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ironbottom.client.console.errors import UserError
from ironbottom.client.console.stdin import StdinLines
from ironbottom.client.launch import join_game
from ironbottom.client.launch.agreeing import agree
from ironbottom.client.net.discovery import Found
from ironbottom.client.net.reconnecting_client import ReconnectingClient
from ironbottom.client.terminal.app import agree_app
from ironbottom.client.text.people.table_list import table_line
from ironbottom.wire.beacon import Announced
from ironbottom.wire.invite import Address
from ironbottom.wire.messages import Glance, Summaries, Summary, TableLine
from ironbottom.wire.terms import Terms, listed
from tests.support.battle_sheets import TEST_SOUND, TEXT

from ..support.terminal import Terminal, ran

TERMS = listed(Terms(cards="full", options=("fuel:12",), battle=TEST_SOUND))
LINE = TableLine("K7F2QA5X", "Ada", TERMS, "open", "jp", 0)
Output = pytest.CaptureFixture[str]


class GlancedAt:
    """What stands for a connection: it knows one table, and notes what it is asked."""

    def __init__(self, *tables: Summary) -> None:
        self.tables, self.asked = tables, list[Any]()

    async def ask(self, make: Any, _kind: type) -> Summaries:
        self.asked.append(make(1))
        return Summaries(1, self.tables)


def asked(typed: str | None, *, terminal: bool = True, agreed: bool = False, known: bool = True) -> GlancedAt:
    """Somebody is asked, and types that."""

    async def line() -> str | None:
        return typed

    client = GlancedAt(*([Summary(LINE)] if known else []))
    lines = cast(StdinLines, SimpleNamespace(line=line, terminal=terminal, screen=False))
    asyncio.run(agree(cast(ReconnectingClient, client), "K7F2QA5X", b"S" * 16, lines, agreed=agreed))
    return client


@pytest.mark.parametrize("word", ["y", " Yes "])
def test_who_says_yes_sits_down(word: str, capsys: Output) -> None:
    """The table is asked after with the secret of the invite, and he reads all of it first."""
    client = asked(word)
    assert client.asked == [Glance(1, ("K7F2QA5X",), b"S" * 16)]
    said = capsys.readouterr().out
    places = [said.index(part) for part in ("Battle: Test Sound", "3 turns", "Pursuit", "Fuel 12", "[y/N]")]
    assert places == sorted(places)


@pytest.mark.parametrize("word", ["n", "", "yeah?", None])
def test_anything_else_is_a_no(word: str | None) -> None:
    with pytest.raises(UserError, match="You have not sat down"):
        asked(word)


def test_a_pipe_is_told_how_to_agree(capsys: Output) -> None:
    with pytest.raises(UserError, match="--agree"):
        asked("y", terminal=False)
    assert "Fuel 12" in capsys.readouterr().out


def test_who_has_agreed_is_shown_it_and_not_asked(capsys: Output) -> None:
    asked(None, terminal=False, agreed=True)
    said = capsys.readouterr().out
    assert "Fuel 12" in said
    assert "[y/N]" not in said


def test_a_server_that_does_not_tell_gets_nobody() -> None:
    with pytest.raises(UserError, match="nobody sits down there unread"):
        asked("y", known=False)


@pytest.mark.parametrize("sits", [True, False])
def test_in_a_terminal_the_screen_asks(sits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    async def agreed(lines: list[str]) -> bool:
        shown.extend(lines)
        return sits

    monkeypatch.setattr(agree_app, "agreed", agreed)
    lines = cast(StdinLines, SimpleNamespace(screen=True, terminal=True))
    coming = agree(cast(ReconnectingClient, GlancedAt(Summary(LINE))), "K7F2QA5X", b"", lines, agreed=False)
    if sits:
        asyncio.run(coming)
    else:
        with pytest.raises(UserError, match="You have not sat down"):
            asyncio.run(coming)
    assert shown[0] == "Battle: Test Sound (1942-10-11)"


def test_lists_of_tables_name_battle_and_rules() -> None:
    """At a server, and on the network."""
    brief = "battle: Test Sound; optional rules: Pursuit, Fuel 12"
    assert table_line(1, LINE).endswith(brief)
    told = Announced(
        (1, 1), "ironbottom 1", "K7F2QA5X", "Ada", "us", "full", 4277, bytes(16), "wait", battle="Test Sound",
        options=("pursuit", "fuel:12"),
    )
    assert brief in join_game._found_line(1, Found(Address("10.0.0.7", 4277), told))


def test_two_people_agree_and_play(tmp_path: Path) -> None:
    """One hosts, his friend reads and agrees; what was shown is what is played, after a break too."""
    file = tmp_path / "sound.yaml"
    file.write_text(TEXT, "utf-8")
    options = ("--option", "fuel:12", "--battle", str(file), "--side", "us")
    with Terminal(tmp_path / "ann", "host", "--port", "0", "--no-announce", "--name", "Ann", *options) as ann:
        invite = ann.until(r"^(IB1-[A-Z0-9-]+)$")[1]
        code, said = ran(tmp_path / "bob", "join", invite)
        assert code == 1
        assert "give the command with --agree" in said
        with Terminal(tmp_path / "bob", "join", "--agree", "--name", "Bob", invite) as bob:
            for one in (ann, bob):
                one.until("^Battle: Test Sound")
                one.until("^- Fuel 12")
                one.until("^Turn 1, Japan")
            bob.type("quit")
            assert bob.ended() == 0
        with Terminal(tmp_path / "bob", "resume") as bob:
            bob.until("^Battle: Test Sound")
            bob.until("^Your decision, Japan")
