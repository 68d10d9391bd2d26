"""Servers that a club is not at home on: an older one, one that lies, one that is lost; and the words of a visit."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from ironbottom.client.__main__ import main
from ironbottom.client.console.errors import UserError
from ironbottom.client.launch.join_game import typed_address
from ironbottom.client.net.club.club_client import club_client
from ironbottom.client.net.connection import typed
from ironbottom.client.net.reconnecting_client import Endpoint
from ironbottom.client.net.session_events import Disconnected, Reconnected, SessionEnded
from ironbottom.client.storage import fault_log, identity
from ironbottom.client.terminal.club import visiting
from ironbottom.client.terminal.club.club_app import PANES, ClubApp
from ironbottom.client.terminal.club.pane import ClubPlace
from ironbottom.client.terminal.club.visiting import visit
from ironbottom.language import ENGLISH, speak
from ironbottom.wire.blocking import BlockedPlayer, BlockedPlayers, ListBlocks
from ironbottom.wire.challenging import ChallengeLine
from ironbottom.wire.cups import Cup, CupGame, CupLine, CupPlayer, Cups, CupSeat, ListCups, ShowCup
from ironbottom.wire.invite import Address
from ironbottom.wire.messages import ListTables, TableLine, Tables
from ironbottom.wire.players import GetPlayer, OpponentRecord, PlayerPage, SideRecord
from ironbottom.wire.ratings import LadderRung, ListRatings, Ratings
from ironbottom.wire.terms import Terms

from ..support.club import scripted_place
from ..support.screens import read
from .test_club_app import ClubHands

EVIL = "\x1b[2J\u202e[red]\n"  # letters that would move something on a screen
RUNG = LadderRung(EVIL, "SAME", False, 1, 1, 0, 1, 1500, 1400, 1600)
LINE = CupLine("CUP", EVIL, "round-robin", 1, Terms(), "running", 0, 8, 2, mine=True, round=2, rounds=3)
ENTRANT = CupPlayer(EVIL, "SAME", 1, 0.0, 0, 0, 0)
GAMES = (CupGame(1, 0, 99, "TABLE"), CupGame(2, 99, 0, EVIL))  # a player who is not in the list
HOSTILE: tuple[tuple[type, Any], ...] = (
    (ListRatings, Ratings(1, 1, (RUNG, RUNG), 9)),
    (GetPlayer, PlayerPage(1, EVIL, "SAME", False, SideRecord(), SideRecord(),
                           (OpponentRecord(EVIL, "SAME", False, 1, 0, 0),), (), ())),
    (ListTables, Tables(1, (TableLine("T", EVIL, Terms(), "open", "us", 0, challenge=ChallengeLine(0)),) * 2)),
    (ListCups, Cups(1, (LINE, LINE), (CupSeat("OTHER", 0, bytes(16), EVIL),))),
    (ShowCup, Cup(1, LINE, (ENTRANT, ENTRANT), 2, GAMES, (7,))),
    (ListBlocks, BlockedPlayers(1, (BlockedPlayer(EVIL, EVIL, 0),) * 2)),
)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("IRONBOTTOM_HOME", str(tmp_path))
    yield tmp_path
    speak(ENGLISH)


def seen_at(place: ClubPlace, *keys: str, size: tuple[int, int] = (80, 24)) -> str:
    """What can be read after these keys, when all that was asked is answered."""

    async def shown() -> str:
        app = ClubApp(place)
        async with app.run_test(size=size) as pilot:
            for key in keys:
                await pilot.press(key)
                await _calm(app, pilot)
            await _calm(app, pilot)
            return read(app)

    return asyncio.run(shown())


async def _calm(app: ClubApp, pilot: Pilot[str]) -> None:
    before = ""
    while (now := read(app)) != before or "One moment" in now:
        before = now
        await pilot.pause(0.02)


@pytest.mark.parametrize("n", range(1, len(PANES) - 2))
def test_an_older_server_knows_nothing_of_it(tmp_path: Path, n: int) -> None:
    """Ladder, challenges, cups, blocked players: one sentence each, and the other lists can still be turned to."""
    shown = seen_at(scripted_place(tmp_path), str(n))
    assert "it is older than your client." in " ".join(shown.split())
    assert "[6 Name and key]" in seen_at(scripted_place(tmp_path), str(n), "6")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("keys", [
    ("1",), ("1", "enter"), ("1", "enter", "end", "up", "up", "enter"), ("2",), ("2", "enter"), ("2", "i"), ("3",),
    ("3", "end", "enter"), ("3", "end", "enter", "right"), ("3", "end", "l"), ("4",), ("4", "d"),
])
def test_a_server_that_lies_moves_nothing_and_ends_nothing(
    tmp_path: Path, keys: tuple[str, ...], language: str
) -> None:
    """Planted: names for the terminal, the same key twice, a game of nobody, a rung that there is not."""
    speak(language)
    shown = seen_at(scripted_place(tmp_path, *HOSTILE), *keys)
    assert not {"\x1b", "\u202e"} & {*shown}
    assert "Traceback" not in shown
    assert not (tmp_path / fault_log.FILE).exists()  # nothing was a fault of this program


def test_a_pane_says_nothing_once_another_is_seen(tmp_path: Path) -> None:
    place = scripted_place(tmp_path, *HOSTILE)
    assert "Rated games that count" not in seen_at(place, "1", "6")


@pytest.mark.parametrize(("event", "told"), [
    (Disconnected("the line is cut."), "The connection is lost: the line is cut. It is sought again."),
    (Reconnected(), "The connection is back."), (SessionEnded("The host bans this key."), "The host bans this key."),
])
def test_what_becomes_of_the_connection_is_said(tmp_path: Path, event: Any, told: str) -> None:
    async def does() -> None:
        app = ClubApp(scripted_place(tmp_path, *HOSTILE))
        async with app.run_test(size=(80, 24)) as pilot:
            await _calm(app, pilot)
            visiting._heard(app, event)
            await ClubHands(app, pilot).reads(told)

    asyncio.run(does())


def test_no_server_there_is_one_sentence(own_home: Path) -> None:
    endpoint = Endpoint((Address("127.0.0.1", 1),), bytes(16))

    async def does() -> None:
        async with club_client(endpoint, identity.me(own_home), own_home):
            raise AssertionError("nobody is there")

    with pytest.raises(UserError, match="cannot be reached"):
        asyncio.run(does())


def test_who_wants_another_name_comes_in_anew_under_it(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name without a letter that can be shown is refused in a sentence, and one comes in as before."""
    came: list[tuple[str, str, int]] = []
    wishes = iter(["=Nia", "=\u202e", ""])

    async def visited(_endpoint: Endpoint, me: identity.Identity, _folder: Path, told: str, first: int) -> str:
        came.append((me.name, told, first))
        return next(wishes)

    monkeypatch.setattr(visiting, "_visited", visited)
    endpoint = Endpoint((Address("play.example.org", 4277),), bytes(16))
    assert asyncio.run(visit(endpoint, identity.me(own_home, "Nat"), own_home, "Be welcome.")) == ""
    assert [name for name, _told, _first in came] == ["Nat", "Nia", "Nia"]
    assert came[0][1:] == ("Be welcome.", 0)
    assert came[1][1:] == ("You are Nia here now.", len(PANES) - 1)
    assert "No letter of that name can be shown" in came[2][1]
    assert identity.kept_name(own_home) == "Nia"


def test_without_a_screen_it_says_where_the_same_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    """A pipe has no screen."""
    assert main(["club", "play.example.org"]) == 1
    assert "As lines of text: ironbottom ladder, player, challenge, cup, block, key." in capsys.readouterr().err


def test_a_player_of_a_cup_has_his_page(tmp_path: Path) -> None:
    shown = seen_at(scripted_place(tmp_path, *HOSTILE), "3", "end", "enter", "down", "down", "enter")
    assert "Key: SAME" in shown
    assert "b block" in shown


@pytest.mark.parametrize("address", [Address("fe80::1", 4277), Address("play.example.org", 4300)])
def test_an_address_is_told_as_a_command_takes_it(address: Address) -> None:
    assert typed_address(typed(address)) == address
