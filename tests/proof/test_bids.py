"""§23.18  Bids over a network: sealed with the shares of the toss, carried out by the server, and proven."""

from __future__ import annotations

from base64 import b64decode, b64encode
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from ironbottom.proof import opening
from ironbottom.proof.verify import Verdict, check
from ironbottom.rules import new_game
from ironbottom.server.table import toss
from ironbottom.server.table.countersign import LAST_WORD
from ironbottom.server.table.live_game import LiveGame
from ironbottom.wire.terms import Terms
from ironbottom.words import Side
from tests.proof.official import OfficialClient
from tests.server.support.server_under_test import ServerUnderTest, card_sets

TERMS = Terms(side="jp", least=0, options=("bid",))


class Auction(NamedTuple):
    """A game for which two people with the project's own client have bid."""

    server: ServerUnderTest
    ada: OfficialClient
    ben: OfficialClient

    @property
    def live(self) -> LiveGame:
        table = self.server.lobby.tables[self.ada.seat_session.table]
        assert table.live_game is not None
        return table.live_game

    def verdict(self) -> Verdict:
        """Of the game, resigned by Ada."""
        self.ada.seat_session.resign()
        self.ada.flush()
        self.server.run(LAST_WORD + 2)
        lines = self.server.disk.lines(self.ada.seat_session.table, 1)
        return check([line + b"\n" for line in lines], card_sets().values())


def auction(folder: Path, ada_bids: int, ben_bids: int, terms: Terms = TERMS) -> Auction:
    """Ada wishes to play Japan, so that Ben would have the US."""
    server = ServerUnderTest()
    ada, ben = OfficialClient("Ada", folder, side="jp"), OfficialClient("Ben", folder)
    ada.auto = ben.auto = False
    ada.record.bid, ben.record.bid = ada_bids, ben_bids
    server.connect(ada)
    server.connect(ben)
    ada.create(terms)
    server.run(0.1)
    stored = server.lobby.tables[ada.seat_session.table].stored
    ben.join(stored.id, stored.secret)
    server.run(2.0)
    assert (ada.failure, ben.failure) == ("", "")
    return Auction(server, ada, ben)


@pytest.mark.parametrize(("ada", "ben", "us", "vp"), [(5, 2, 1, 5), (2, 5, 0, 5), (0, 9, 0, 9)])
def test_who_bids_more_plays_japan(tmp_path: Path, ada: int, ben: int, us: int, vp: int) -> None:
    """§23.18  The US begins with so many VP, and the transcript proves it."""
    found = auction(tmp_path, ada, ben)
    assert found.live.begun.us == us
    assert found.live.begun.bids == (ada, ben)
    points = [found.live.game.forces[side].points for side in Side]
    assert points == [vp, 0]
    assert found.verdict().ok


def test_equal_bids_leave_it_to_the_wishes(tmp_path: Path) -> None:
    """§23.18, §10.1"""
    found = auction(tmp_path, 4, 4)
    assert found.live.begun.us == 1
    assert found.live.game.forces[Side.US].points == 4
    assert found.verdict().ok


def test_without_the_rule_shares_say_nothing(tmp_path: Path) -> None:
    """§23.18  Nobody has points, whatever the shares begin with."""
    found = auction(tmp_path, 9, 1, replace(TERMS, options=("radar",)))
    assert (found.live.begun.bids, found.live.game.forces[Side.US].points) == ((0, 0), 0)
    assert found.verdict().ok


def test_a_server_that_hears_no_bid_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted cheat: sides by the wishes, whatever was bid."""
    with monkeypatch.context() as cheat:
        cheat.setattr(toss, "bids", lambda options, shares: (0, 0))
        found = auction(tmp_path, 1, 9)
    assert found.live.begun.us == 1  # Ada made the table, and wished for Japan
    assert found.verdict().code == "sides"


def test_a_server_that_gives_other_points_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted cheat: the US begins with nothing."""
    with monkeypatch.context() as cheat:
        cheat.setattr(opening, "new_game", lambda cards, seed, *, edition, bid: new_game(cards, seed, edition=edition))
        found = auction(tmp_path, 9, 1)
        assert found.live.game.forces[Side.US].points == 0
        found.ada.seat_session.resign()
        found.ada.flush()
        found.server.run(LAST_WORD + 2)
    lines = found.server.disk.lines(found.ada.seat_session.table, 1)
    assert not check([line + b"\n" for line in lines], card_sets().values()).ok


def test_a_share_with_another_bid_does_not_fit_its_commitment(tmp_path: Path) -> None:
    """Nobody changes his bid when he has seen the other's: the whole share is bound."""
    found = auction(tmp_path, 5, 2)
    first, *rest = [line + b"\n" for line in found.server.disk.lines(found.ada.seat_session.table, 1)]
    entry = msgspec.json.decode(first)
    player = entry["body"]["players"][0]
    share = b64decode(player["share"])
    assert share[0] == 5
    player["share"] = b64encode(bytes([1]) + share[1:]).decode()
    verdict = check([msgspec.json.encode(entry) + b"\n", *rest], card_sets().values())
    assert verdict.code in ("share", "unfinished", "chain", "late-seed")
