"""Cups that run by themselves on a server: whole ones, and whatever may happen to them."""

from __future__ import annotations

import pytest

from ironbottom.wire.cups import CupKind
from tests.server.lobby.club.cups.club import Club


@pytest.mark.parametrize(("kind", "games"), [("round-robin", 1), ("round-robin", 2), ("knock-out", 2)])
def test_a_whole_cup(kind: CupKind, games: int) -> None:
    club = Club(3, kind, games)
    assert club.enters(*club.members) == ["ok"] * 3
    assert club.starts() is None
    best = club.now.order[-1]
    club.plays_all(lambda one: best if best in (one.us, one.jp) else one.us)
    assert club.now.state == "over"
    shown = club.shown(club.members[0])
    assert shown.players[0].name == club.now.entrants[best].name
    assert shown.players[0].place == 1
