"""§25  What is carried over is known to both; what lies under it in hands and decks is not."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.battle import Battle
from ironbottom.campaign_sheet import opening_of
from ironbottom.catalog import card_set
from ironbottom.printed import CardSet
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.words import SIDES, CardId, Side
from tests.secrecy.runs import WatchedGame
from tests.support.players import at_random, eager, seed


def carrying(name: str) -> CardSet:
    """A battle of a campaign in whose hands something lies from the start."""
    battle = opening_of(name)
    us, jp = [replace(battle.side(side), held=held(battle, side)) for side in SIDES]
    if battle.whole:
        us, jp = [replace(one, deck=without(one.deck, one.held)) for one in (us, jp)]
    return varied(card_set(battle.set), (), replace(battle, us=us, jp=jp))


def held(battle: Battle, side: Side) -> tuple[CardId, ...]:
    cards = {Side.US: ("us/coastwatchers", "us/wildcat"), Side.JP: ("jp/operation-ke", "jp/zeke")}[side]
    known = [card.id for card in card_set(battle.set).side(side).air]
    return tuple([CardId(card) for card in cards if card in known])


def without(deck: tuple[CardId, ...], cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
    left = [*deck]
    for card in cards:
        left.remove(card)
    return tuple(left)


@pytest.mark.parametrize("name", ["guadalcanal", "three-games"])
def test_every_question_reads_the_same_in_both_worlds(name: str) -> None:
    """§22, §25.5  At each question twins with other cards where the viewer may not look."""
    rng = Random(4)
    watch = WatchedGame(new_game(carrying(name), seed(4)), eager(rng), at_random(rng), rng)
    watch.play()
    assert watch.g.outcome is not None
    assert sum(watch.questions.values()) > 8


@pytest.mark.parametrize("name", ["guadalcanal", "three-games"])
def test_a_view_tells_of_a_hand_how_large_it_is(name: str) -> None:
    """§25.5  What was carried to it stands in the terms; which of it was played by now nobody else is told."""
    g = new_game(carrying(name), seed(5))
    for side in SIDES:
        seen = view(g, side.enemy)
        half = seen.us if side is Side.US else seen.jp
        assert half.hand is None
        assert half.hand_count == (None if g.state.setting_up else len(g.forces[side].hand))  # §10.4
        assert g.forces[side].hand
