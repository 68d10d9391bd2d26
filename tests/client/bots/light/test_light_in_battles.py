"""§24  What the light player knows of a battle: its last turn, and who wins equal points."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ironbottom.battle_sheet import battle_text, read_battle
from ironbottom.catalog import card_set
from ironbottom.client.bots.light import LightPlayer
from ironbottom.client.bots.light.outlook import KeptOrders, Outlook
from ironbottom.rules import new_game
from ironbottom.variant import varied
from ironbottom.words import Side
from tests.support.players import seed


def begun(name: str, **fields: object) -> dict[Side, Outlook]:
    """What both sides know at the first question of a battle with some of its fields otherwise."""
    battle = replace(read_battle(battle_text(name), name), **fields)
    cards = varied(card_set(battle.set), (), battle)
    game = new_game(cards, seed(1), log=False)
    shape = next(iter(game.asked.values())).shape
    return {side: Outlook(game, side, shape, LightPlayer(cards).facts, KeptOrders()) for side in Side}


def test_equal_points_are_won_by_the_side_that_the_battle_names() -> None:
    """§24.5"""
    for ties in Side:
        known = begun("cape-esperance", ties=ties)
        assert {side: one.winning() for side, one in known.items()} == {ties: True, ties.enemy: False}


@pytest.mark.parametrize(("turns", "first", "second"), [(1, 1, 0), (2, 1, 1), (3, 2, 1), (8, 4, 4)])
def test_the_last_turn_is_known(turns: int, first: int, second: int) -> None:
    """§24.4  Turns of one's own, this one counted; without decks nothing else is a clock."""
    known = begun("cape-esperance", turns=turns, first=Side.JP)
    assert (known[Side.JP].turns_left(), known[Side.US].turns_left()) == (first, second)
    assert known[Side.US].desperate() is (not known[Side.US].winning() and second <= 2)


def test_decks_may_end_a_battle_before_its_last_turn() -> None:
    late, soon = [begun("santa-cruz", turns=turns)[Side.US].turns_left() for turns in (40, 2)]
    assert soon == 1
    assert 1 < late < 5
