"""The figures of one game, and which games are one's own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from ironbottom.client.cli.statistics.deeds import Deeds, card_figures
from ironbottom.client.cli.statistics.figures import CardFigures, GameFigures
from ironbottom.client.cli.statistics.finding import found_games, own_place
from ironbottom.client.cli.statistics.reading import Unreadable, first_fleet, game_figures
from ironbottom.client.storage.card_sets import KnownSets
from ironbottom.events import AnyEvent, Eliminated, Played, Rolled
from ironbottom.proof.entries import Ended
from ironbottom.words import CardId, Side, Token
from tests import ROOT
from tests.client.support.own_games import game, own_home, played_on_page
from tests.client.support.reviewed import random_game
from tests.support.lengths import so_many
from tests.support.signed_games import ANN, Setting, honest

SETS = KnownSets(None)
GAMES = so_many("SUMMED", 3, 60)


def figures(home: Path) -> list[GameFigures | None]:
    return [game_figures(path, is_own, SETS) for path, is_own in found_games(home).files]


def test_the_figures_are_those_of_the_transcript(tmp_path: Path) -> None:
    setting = Setting(number=7, wishes=("jp", "us"))
    transcript = honest(setting)
    home = own_home(tmp_path, game(7, side="jp", resigns=0))
    [found] = figures(home)
    assert found is not None
    assert (found.side, found.opponent, found.game) == ("JP", "Bob", transcript.begun.game.hex())
    ended = next(body for body in transcript.bodies if isinstance(body, Ended))
    assert (found.won, found.reason) == (ended.winner == Side.JP, ended.reason)
    assert found.points == (ended.points[Side.JP], ended.points[Side.US])
    assert found.turns > 3
    assert found.fleet.formations >= 0
    assert found.fleet.front or found.fleet.middle or found.fleet.rear
    assert all(card.startswith("jp/") for card in (*found.fleet.front, *found.fleet.middle, *found.fleet.rear))
    assert all(one.card.startswith("jp/") for one in found.cards)


def test_a_game_is_ours_by_our_key_and_on_our_own_page_by_who_is_no_bot(tmp_path: Path) -> None:
    """Bob's game with somebody else is not Ann's, though it lies there."""
    others = (ROOT / "tests" / "engine" / "kept" / "cards-1" / "game.ibss").read_bytes()  # of two bots
    home = own_home(tmp_path, game(1), others)
    played_on_page(home, others, game(2))
    played_on_page(home, game(3), how="host")
    assert [one is not None for one in figures(home)] == [True, False, False, False]
    bob, bot = [msgspec.structs.replace(honest(Setting()).begun.players[1], bot=bot) for bot in (False, True)]
    begun = honest(Setting()).begun
    page = found_games(home).files[-1][1]
    assert own_place(begun, page) is None  # two people, of whom either may be she
    assert own_place(msgspec.structs.replace(begun, players=(begun.players[0], bot)), page) == 0
    assert own_place(msgspec.structs.replace(begun, players=(bot, bob)), page) == 1


def test_without_a_key_none_is_made(tmp_path: Path) -> None:
    assert found_games(tmp_path).files == []
    assert [*tmp_path.iterdir()] == []


def test_points_are_shared_out_among_those_that_hit() -> None:
    deeds = Deeds(Side.US)
    names = {Token(1): "us/a", Token(2): "us/b"}
    heard: Iterable[AnyEvent] = (
        Rolled("", Side.US, Token(1), Token(9), "surface", b"\x06", 2, 0),
        Rolled("", Side.US, Token(2), Token(9), "torp", b"\x05", 1, 0),
        Rolled("", Side.JP, Token(9), Token(1), "surface", b"\x06", 2, 0),  # the other side's
        Rolled("", Side.US, Token(2), Token(0), "recon", b"\x05", 1, 0),
        Rolled("", Side.US, Token(1), Token(0), "speed", b"\x06", 2, 0),  # a check
        Eliminated("", Side.JP, Token(9), (CardId("jp/x"),), 3),
        Eliminated("", Side.US, Token(2), (CardId("us/b"),), 2),
        Played("", Side.US, CardId("us/s"), "submarine"),
        Rolled("", Side.US, Token(0), Token(8), "torp", b"\x06", 2, 0),
        Eliminated("", Side.JP, Token(8), (CardId("jp/y"),), 4),
        Eliminated("", Side.JP, Token(7), (CardId("jp/z"),), 5),  # whom nobody of ours has hit
    )
    for event in heard:
        deeds.hear(event, names)
    assert deeds.figures() == (
        CardFigures("us/a", 2, 0, 2.0), CardFigures("us/b", 1, 1, 1.0), CardFigures("us/s", 2, 0, 4.0, played=True),
    )


@pytest.mark.parametrize("number", range(GAMES))
def test_no_side_gets_more_points_than_it_was_given(number: int) -> None:
    """VP that cards brought are at most those of all that was eliminated; hits are all that were thrown."""
    moments = random_game(number)
    for side in Side:
        found = card_figures(moments, side)
        events = [event for moment in moments for event in moment.game.events or ()]
        given = sum(e.points for e in events if isinstance(e, Eliminated) and e.side is side.enemy)
        thrown = sum(e.hits for e in events if isinstance(e, Rolled) and e.side is side and e.ability != "speed")
        assert sum(one.points for one in found) <= given + 1e-9
        assert sum(one.hits + one.finds for one in found) == thrown
        fleet = first_fleet(moments, side)
        shown = next(m.game for m in moments if not m.game.state.setting_up and m.game.state.turn <= 1)
        assert fleet.formations == sum(
            one.line in (2, 3) and one.side is side for one in shown.state.forces[side].formations.values()
        )


@pytest.mark.parametrize(("data", "said"), [
    (b"", "is left out: the file does not begin like the transcript"),
    (bytes(range(256)), "does not begin like the transcript"),
    (b"".join(game(1).splitlines(keepends=True)[:20]), "is left out: the game in it is not over."),
])
def test_a_file_that_is_no_finished_game_is_named_in_one_sentence(tmp_path: Path, data: bytes, said: str) -> None:
    home = own_home(tmp_path, data)
    with pytest.raises(Unreadable) as fault:
        figures(home)
    text = str(fault.value)
    assert "game-1.ibss" in text
    assert said in text
    assert "\n" not in text


def test_the_tests_know_ann() -> None:
    assert ANN.name == "Ann"
