"""Battles made of moments of finished games: what is in them, and for whom they are made."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from ironbottom.battle_from import battle_from, beginning
from ironbottom.battle_sheet import read_battle
from ironbottom.battle_written import written
from ironbottom.flow import Game
from ironbottom.proof.entries import AnsweredEntry
from ironbottom.server.archive.replays import PUBLISHED
from ironbottom.server.archive.scenes import beginning as opened
from ironbottom.server.archive.scenes import play, played_entries
from ironbottom.wire.messages import Refused
from ironbottom.wire.moments import MadeBattle, MakeBattle
from tests.server.archive.test_what_ifs import TERMS, again, over, publish
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import ServerUnderTest
from tests.support.signed_games import honest


@pytest.fixture
def server() -> ServerUnderTest:
    return ServerUnderTest()


def ask(server: ServerUnderTest, player: WirePlayer, table: str, at: int, game: int = 0) -> MadeBattle | Refused:
    seq = player.ask(MakeBattle, table, at, game)
    server.until(lambda: any(getattr(message, "seq", 0) == seq for message in player.told))
    said = next(message for message in player.told if getattr(message, "seq", 0) == seq)
    assert isinstance(said, MadeBattle | Refused)
    return said


def code(said: MadeBattle | Refused) -> str:
    return said.code if isinstance(said, Refused) else ""


def played(server: ServerUnderTest, lines: tuple[bytes, ...]) -> list[Game]:
    """A finished game after each of its answers."""
    begun, _name, game = opened(lines, server.lobby.named_cards)
    games = [game.clone()]
    for n, body in played_entries(begun, lines):
        if isinstance(body, AnsweredEntry):
            play(game, body, n)
            games.append(game.clone())
    return [one for one in games if one.outcome is None]


def test_it_is_the_battle_that_the_engine_makes_of_it(server: ServerUnderTest, tmp_path: Path) -> None:
    """At the turn at or after the moment; behind the last of them with that."""
    publish(server, tmp_path)
    eve = again(server, "Eve", 3)
    games = played(server, tuple(honest().lines))
    moments = {0, 1, len(games) // 2, len(games) - 1}
    for at in sorted(moments):
        said = ask(server, eve, PUBLISHED, at)
        begins = beginning(games, at)
        assert isinstance(said, MadeBattle)
        assert begins is not None
        assert (said.at, said.turn) == (begins.at, begins.turn)
        assert said.battle == battle_from(games[begins.at])
        assert read_battle(written(said.battle), "battle") == said.battle
        server.run(1.0)


def test_both_players_get_the_same(server: ServerUnderTest) -> None:
    ada, ben = over(server)
    told = [ask(server, player, ada.table, 30) for player in (ada, ben)]
    assert isinstance(told[0], MadeBattle)
    assert isinstance(told[1], MadeBattle)
    assert told[0].battle == replace(told[1], seq=told[0].seq).battle
    assert code(ask(server, ada, ada.table, 30, game=1)) == ""


class TestNoBattle:
    """Who may not look through a game gets none of it."""

    def test_a_game_that_goes_on(self, server: ServerUnderTest) -> None:
        ada, ben = server.seated(TERMS)
        server.step(ada, ben, answers=12)
        assert code(ask(server, ada, ada.table, 3)) == "not-yet"
        assert code(ask(server, again(server, "Eve", 3), ada.table, 3)) == "not-yet"

    def test_who_was_not_there(self, server: ServerUnderTest) -> None:
        ada, _ben = over(server)
        eve = again(server, "Eve", 3)
        assert code(ask(server, eve, ada.table, 3)) == "no-seat"
        assert code(ask(server, eve, "NOTABLE", 3)) == "no-table"

    @pytest.mark.parametrize("at", [61, 5000])
    def test_no_such_moment(self, server: ServerUnderTest, at: int) -> None:
        ada, _ben = over(server)
        said = ask(server, ada, ada.table, at)
        assert isinstance(said, Refused)
        assert said.code == "moment"
        assert said.text.startswith("No battle can be made of that moment: it has 60 answers only")

    def test_another_game_of_that_table(self, server: ServerUnderTest) -> None:
        ada, _ben = over(server)
        assert code(ask(server, ada, ada.table, 3, game=2)) == "no-table"

    def test_one_at_a_time(self, server: ServerUnderTest) -> None:
        ada, _ben = over(server)
        first, twice = [ada.ask(MakeBattle, ada.table, 50) for _n in range(2)]
        server.run(5.0)
        assert ada.refusal(twice).code == "again"
        assert ada.last(MadeBattle).seq == first
