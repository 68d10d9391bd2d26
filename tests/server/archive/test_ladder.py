"""The ladder of finished games: who counts, how strong they are, and cheats that do not help."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.__main__ import main
from ironbottom.proof.verify import CheckedPlayer, Facts, ThrownToss
from ironbottom.server.archive.export import exported
from ironbottom.server.archive.ladder import Ladder, LadderError, finished_games, ladder
from ironbottom.server.archive.ladder_text import ladder_text
from ironbottom.server.archive.results.rated_games import ratings
from ironbottom.server.archive.results.rating_fit import MIDDLE, RatedResult, RatedSide
from ironbottom.strength import POINTS
from ironbottom.wire.messages import Refused
from ironbottom.wire.terms import Terms
from tests.server.support.player import WirePlayer
from tests.server.support.server_under_test import SEED, ServerUnderTest

SETS = (card_set("core"),)
RATED = Terms(reach="open", least=0, rated=True)


def sat(server: ServerUnderTest, ada: WirePlayer, ben: WirePlayer, terms: Terms = RATED) -> None:
    """Both at one table, who were shown what is special there."""
    server.connect(ada)
    server.connect(ben)
    ada.create(terms)
    server.run(0.1)
    ben.join(ada.table, b"", special=True)
    server.until(lambda: ada.update is not None)


def resigned(server: ServerUnderTest, loser: WirePlayer) -> None:
    loser.resign()
    server.run(10.0)


class TestRatedTables:
    @pytest.fixture
    def server(self) -> ServerUnderTest:
        return ServerUnderTest()

    def test_who_was_not_shown_it_does_not_sit_down(self, server: ServerUnderTest) -> None:
        ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
        server.connect(ada)
        server.connect(ben)
        ada.create(RATED)
        server.run(0.1)
        ben.join(ada.table, b"")
        server.run(0.1)
        assert ben.last(Refused).code == "special"
        ben.join(ada.table, b"", special=True)
        server.run(1.0)
        assert ben.table == ada.table

    @pytest.mark.parametrize("terms", [
        replace(RATED, advice=True), replace(RATED, seed=SEED), replace(RATED, absent="bot"),
        replace(RATED, options=("long-lance",)),
    ])
    def test_what_does_not_tell_who_plays_better_is_not_rated(self, server: ServerUnderTest, terms: Terms) -> None:
        ada = WirePlayer("Ada", 1)
        server.connect(ada)
        ada.create(terms)
        server.run(0.1)
        assert ada.last(Refused).code == "terms"
        assert not server.lobby.tables

    def test_nobody_plays_against_himself(self, server: ServerUnderTest) -> None:
        """A planted cheat: the same key on both sides, by another connection and another name."""
        ada, again = WirePlayer("Ada", 1), WirePlayer("Ada", 1)
        again.name = "Eve"
        server.connect(ada)
        server.connect(again)
        ada.create(RATED)
        server.run(0.1)
        again.join(ada.table, b"", special=True)
        server.run(0.1)
        assert again.last(Refused).code == "terms"
        ben = WirePlayer("Ben", 2)
        server.connect(ben)
        ben.join(ada.table, b"", special=True)
        server.run(1.0)
        assert ben.table == ada.table

    def test_terms_that_are_not_rated_are_what_they_were(self, server: ServerUnderTest) -> None:
        ada = WirePlayer("Ada", 1)
        server.connect(ada)
        ada.create(replace(RATED, rated=False))
        server.run(0.1)
        assert b"rated" not in server.disk.bodies()[0]


class TestFromGames:
    def test_from_the_table_to_the_ladder(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        server = ServerUnderTest()
        ada, ben = WirePlayer("Ada", 1), WirePlayer("Ben", 2)
        sat(server, ada, ben)
        resigned(server, ben)
        cay, dan = WirePlayer("Cay", 3), WirePlayer("Dan", 4)
        sat(server, cay, dan, replace(RATED, rated=False))
        resigned(server, cay)
        assert all(game.new for game in exported(server.disk.store, tmp_path, SETS))
        (tmp_path / "torn.ibss").write_bytes(b"{}\n")
        found = list(finished_games(tmp_path, SETS))
        assert [game for game in found if isinstance(game, str)] == ["torn.ibss"]
        made = ladder([game for game in found if isinstance(game, Facts)], 1)
        assert [(rung.name, rung.games, rung.won) for rung in made.rungs] == [("Ada", 1, 1), ("Ben", 1, 0)]
        assert made.left_out == {"unrated": 1, "unsound": 1}
        assert main(["server", "ladder", str(tmp_path)]) == 1
        told = capsys.readouterr()
        assert "Left out: not rated: 1; not sound: 1" in told.out
        assert told.err == "torn.ibss is not sound, and does not count.\n"
        (tmp_path / "torn.ibss").unlink()
        assert main(["server", "ladder", "--json", str(tmp_path)]) == 0
        assert '"name": "Ada"' in capsys.readouterr().out

    def test_what_is_no_folder(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["server", "ladder", str(tmp_path / "none")]) == 1
        assert "none is no folder: give one with transcripts" in capsys.readouterr().err
        assert main(["server", "ladder", str(tmp_path)]) == 0
        assert capsys.readouterr().out.startswith("No game here counts for a ladder")


def game(n: int, us: str, jp: str, *, us_won: bool, **more: Any) -> Facts:
    """A finished rated game, as a check tells of it."""
    players = tuple([
        CheckedPlayer(key.upper(), key, False, side, {}, 0) for key, side in ((us, "US"), (jp, "JP"))
    ])
    plain = Facts(
        f"game {n}", "test", "core", "server", False, 10, 5, players, "US" if us_won else "JP", "points", (9, 7), n,
        "T", 1, (), rated=True,
    )
    return replace(plain, **more)


PLANTED: dict[str, dict[str, Any]] = {
    "unrated": {"rated": False}, "practice": {"practice": True}, "elsewhere": {"server": "another"},
    "thrown": {"thrown": (ThrownToss(1, ("a", "b"), (0,)),)},
}


class TestWhatCounts:
    @pytest.mark.parametrize("why", PLANTED)
    def test_a_game_that_does_not_count(self, why: str) -> None:
        fair = [game(n, "a", "b", us_won=n % 2 == 0) for n in range(4)]
        found = ladder([*fair, game(9, "a", "b", us_won=True, **PLANTED[why])])
        assert found.left_out == {why: 1}
        assert found.rungs == ladder(fair).rungs

    def test_a_game_that_does_not_tell_of_its_tosses(self) -> None:
        assert ladder([game(1, "a", "b", us_won=True, thrown=None)]).left_out == {"thrown": 1}

    def test_the_same_game_twice_counts_once(self) -> None:
        fair = [game(n, "a", "b", us_won=True) for n in range(2)]
        found = ladder([*fair, fair[0]])
        assert (found.games, found.left_out, found.rungs) == (2, {"twice": 1}, ladder(fair).rungs)

    def test_games_against_oneself_count_for_nothing(self) -> None:
        """A planted cheat: a hundred of them, as a server that does not look would have them."""
        fair = [game(n, "a", "b", us_won=n % 2 == 0) for n in range(4)]
        found = ladder([*fair, *[game(100 + n, "b", "b", us_won=True) for n in range(100)]])
        assert found.rungs == ladder(fair).rungs
        assert found.left_out == {"alone": 100}

    def test_who_was_helped(self) -> None:
        us, jp = game(1, "a", "b", us_won=True).players
        helped = (replace(us, stand_ins=("bot",)), jp)
        assert ladder([game(1, "a", "b", us_won=True, players=helped)]).left_out == {"helped": 1}

    def test_too_many_players_are_said(self) -> None:
        with pytest.raises(LadderError, match="202 players are too many for one ladder; allowed are 200"):
            ladder([game(n, f"a{n}", f"b{n}", us_won=True) for n in range(101)])

    def test_no_games(self) -> None:
        assert ladder([]) == Ladder("", 0, None, (), {})


class TestStrengths:
    def test_who_has_won_once_is_hardly_above_the_middle(self) -> None:
        winner, loser = ladder([game(1, "a", "b", us_won=True)]).rungs
        assert winner.key == "a"
        assert MIDDLE < winner.points < MIDDLE + 120
        assert winner.low < MIDDLE < winner.high
        assert winner.points - MIDDLE == pytest.approx(MIDDLE - loser.points, abs=25)

    def test_a_draw_is_half_a_win(self) -> None:
        """Not a defeat of the US, whose player would be the weaker one by it."""
        games = ("a", "b"), ("b", "a"), ("a", "b")
        found = ladder([
            game(n, us, jp, us_won=True, winner="", reason="agreed") for n, (us, jp) in enumerate(games)
        ])
        assert [rung.points for rung in found.rungs] == pytest.approx([MIDDLE] * 2, abs=1)
        assert [(rung.won, rung.drawn) for rung in found.rungs] == [(0, 3), (0, 3)]

    def test_the_side_is_nobodys_skill(self) -> None:
        """Whoever has the US always wins: all are equal, and the side is worth much."""
        names = "abcd"
        games = [(us, jp) for us in names for jp in names if us != jp] * 3
        found = ladder([game(n, us, jp, us_won=True) for n, (us, jp) in enumerate(games)])
        assert [rung.points for rung in found.rungs] == pytest.approx([MIDDLE] * 4, abs=1)
        assert found.side is not None
        assert found.side[1] > 100

    def test_it_finds_what_the_games_were_drawn_from(self) -> None:
        """Six players 100 points apart, a side worth 80: the order, and nearly all within their intervals."""
        rng, true = Random(7), {name: 250.0 - 100 * n for n, name in enumerate("abcdef")}
        drawn = list[Facts]()
        for n in range(900):
            us, jp = rng.sample("abcdef", 2)
            chance = 1 / (1 + exp(-(true[us] - true[jp] + 80) / POINTS))
            drawn.append(game(n, us, jp, us_won=rng.random() < chance))
        found = ladder(drawn)
        assert [rung.key for rung in found.rungs] == list("abcdef")
        inside = [rung.low <= MIDDLE + true[rung.key] <= rung.high for rung in found.rungs]
        assert sum(inside) >= 5
        assert found.side is not None
        assert found.side[1] < 80 < found.side[2]


def test_it_is_told() -> None:
    lines: Iterator[str] = ladder_text(ladder([game(n, "a", "b", us_won=n > 0) for n in range(3)]))
    text = "\n".join(lines)
    assert text.startswith("Ladder of server server: 3 rated games\n")
    assert "\n1  A       a " in text
    assert "The US side is worth " in text


def test_a_server_that_runs_tells_the_same() -> None:
    """One model: of the same games the ladder of transcripts and that over the wire are equal."""
    rng = Random(3)
    games = [game(n, *rng.sample("abcde", 2), us_won=rng.random() < 0.6) for n in range(40)]
    games.append(game(40, "a", "b", us_won=True, winner="", reason="agreed"))
    results = list[RatedResult]()
    for one in games:
        us, jp = [RatedSide(side.key, side.name, side.bot) for side in one.players]
        results.append(RatedResult(one.game, one.began, us, jp, float(one.winner == "US") if one.winner else 0.5))
    told = ratings(results)
    made = ladder(games)
    assert (made.rungs, made.side, made.games) == (told.rungs, told.side, told.games)
