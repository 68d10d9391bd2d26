"""§25  What a client keeps of a campaign: its cards battle by battle, and all transcripts at its end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from msgspec.structs import replace

from ironbottom.battle import Battle
from ironbottom.campaign_sheet import opening_of
from ironbottom.catalog import card_set
from ironbottom.client.net.downloads import campaign_home, cards_now
from ironbottom.client.net.reconnecting_client import ReconnectingClient
from ironbottom.client.net.seat_session import SeatSession
from ironbottom.variant import varied
from ironbottom.wire.messages import Fetch, Piece
from ironbottom.wire.terms import Terms

OPENING = opening_of("guadalcanal")


def numbered(n: int) -> Battle:
    assert OPENING.campaign is not None
    return replace(OPENING, campaign=replace(OPENING.campaign, number=n))


def session_at(n: int) -> SeatSession:
    """At a table where this battle is on, after two games of another campaign."""
    seats = (SimpleNamespace(name="Ada"), SimpleNamespace(name="Ben"))
    state = SimpleNamespace(terms=Terms(cards="full", battle=numbered(n)), seats=seats, games=2 + n)
    return cast(SeatSession, SimpleNamespace(state=state, table="K7F2QA5X", base=card_set("full")))


class Shelf:
    """A server's transcripts: the third game of the table is "game 3"."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    async def ask(self, make: Callable[[int], Fetch], _kind: type) -> Any:
        message = make(1)
        self.asked.append(message.game)
        return Piece(1, 0, 1, f"game {message.game}".encode())


def home(n: int, folder: Path) -> list[int]:
    shelf = Shelf()
    asyncio.run(campaign_home(cast(ReconnectingClient, shelf), session_at(n), folder))
    return shelf.asked


def test_after_the_last_battle_all_transcripts_are_brought_home(tmp_path: Path) -> None:
    """Those that are there already, under whatever day, stay as they are."""
    (tmp_path / "2026-01-01-ada-vs-ben-k7f2qa5x.ibss").write_bytes(b"game 4")
    assert home(7, tmp_path) == [3, 4, 5, 6, 7, 8]
    assert sorted([file.read_bytes() for file in tmp_path.iterdir()]) == [f"game {n}".encode() for n in range(3, 9)]


def test_before_the_last_battle_nothing_is_asked_for(tmp_path: Path) -> None:
    assert home(6, tmp_path) == []


def test_each_battle_is_played_with_its_own_cards() -> None:
    """A client that knows the cards of the first battle takes those of the one that is on."""
    first = varied(card_set("full"), (), OPENING)
    found = cards_now(session_at(2), first)
    assert found.battle == numbered(2)
    assert found.fingerprint != first.fingerprint
