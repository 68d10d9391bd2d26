"""The bot `light`: the light player on a seat, which sees a view and hears what happens."""

from __future__ import annotations

import subprocess
import sys
from copy import deepcopy
from random import Random

from ironbottom.catalog import card_set
from ironbottom.client.bots.light import LightPlayer, LightSeat
from ironbottom.client.bots.players import BOTS
from ironbottom.client.bots.registry import made
from ironbottom.client.launch.arena.in_process import Series, play_numbered
from ironbottom.client.launch.arena.standing import a_side
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.words import SIDES
from tests.support.heard_games import HeardGame
from tests.support.lengths import by_night, so_many
from tests.support.players import seed

CARDS = card_set("core")
SERIES = so_many("LIGHT_SERIES", 6, 100)  # games against another bot


def test_it_answers_as_the_player_would_in_the_real_game() -> None:
    """At every question of a game, so it never had to answer by default; whatever worlds it dealt itself."""
    player = LightPlayer(CARDS)
    seats = {side: LightSeat(CARDS, Random(side)) for side in SIDES}
    game = HeardGame(new_game(CARDS, seed(4)), dict.fromkeys(SIDES, player.choose), Random(4))
    for side, shown in game.questions():
        seats[side].memory = deepcopy(game.memories[side])  # it has heard the same
        assert seats[side].choose(shown) == player.choose(game.g, side), game.g.step(side)


def test_it_wins_against_who_does_nothing() -> None:
    """Over the arena, which shows it its view and tells it what happens."""
    series = Series("light", "first", "a small sample", CARDS)
    results = [play_numbered(series, n) for n in range(SERIES)]
    assert sum([result.winner is a_side(result, "light") for result in results]) >= 0.7 * SERIES


@by_night
def test_it_is_no_much_weaker_player_than_the_mate() -> None:
    """45 of 100 are wished; it won half of 600, and fewer than 35 of these would be a chance of one in a thousand."""
    series = Series("light", "mate", "the night", CARDS)
    results = [play_numbered(series, n) for n in range(100)]
    assert sum([result.winner is a_side(result, "light") for result in results]) >= 35


def test_who_comes_late_plays_on() -> None:
    """It has heard nothing, and its memory is empty: legal answers all the same."""
    game = new_game(CARDS, seed(2))
    seats = {side: made("light", CARDS, Random(side)) for side in SIDES}
    player = LightPlayer(CARDS)
    while game.asked and game.answers < 250:
        side = next(iter(game.asked))
        if game.answers < 100:
            game.answer(side, player.choose(game, side))
        else:
            game.answer(side, seats[side].choose(view(game, side)))


def test_it_is_called_by_its_name_and_loads_no_engine_before() -> None:
    assert "light" in BOTS
    text = "import sys, ironbottom.client.bots.players; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True).stdout.split()
    assert "ironbottom.client.bots.mate.mate" in found
    assert not [name for name in found if name.endswith((".bots.light", ".flow", ".worlds"))]
