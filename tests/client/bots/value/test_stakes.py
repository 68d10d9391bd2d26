"""What a value is told of a battle: its true last turn, what its end brings, and what counts besides."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.battle import SCORES
from ironbottom.battle_sheet import battle_names, battle_text, read_battle
from ironbottom.catalog import card_set
from ironbottom.client.bots.light import LightPlayer
from ironbottom.client.bots.value.features import INPUTS, turns_left
from ironbottom.client.bots.value.stakes import BATTLE_INPUTS, STAKES, TERMS, inputs
from ironbottom.flow import Game, Over
from ironbottom.printed import CardSet, EventCard
from ironbottom.rules import new_game
from ironbottom.rules.s24_battles import end_of_battle
from ironbottom.state import State
from ironbottom.variant import varied
from ironbottom.words import Side
from tests.support.lengths import some
from tests.support.players import at_random, seed
from tests.support.table import LaidTable

NONE: dict[str, object] = {"scores": (), "ties": Side.US}


def cards_of(name: str = "cape-esperance", **fields: object) -> CardSet:
    """Those of a battle, with some of its fields otherwise."""
    battle = replace(read_battle(battle_text(name), name), **fields)
    return varied(card_set(battle.set), (), battle)


def told(state: State) -> dict[str, float]:
    return dict(zip(BATTLE_INPUTS, inputs(state), strict=True))


def table_of(phasing: Side = Side.US, **fields: object) -> LaidTable:
    """An empty table in a battle in which nothing counts besides, but for these fields."""
    return LaidTable(cards_of("cape-esperance", **(NONE | fields)), phasing=phasing)


def moments(cards: CardSet, n: int) -> list[Game]:
    """A game by chance, after each answer, up to its end."""
    game, player, found = new_game(cards, seed(n), log=False), at_random(Random(n)), []
    while game.asked:
        found.append(game.clone())
        side = next(iter(game.asked))
        game.answer(side, player(game, side))
    return found


def test_a_whole_game_is_told_of_as_before() -> None:
    game = new_game(card_set("core"), seed(1), log=False)
    assert len(inputs(game.state)) == len(INPUTS)
    assert (*INPUTS, *STAKES, *TERMS) == BATTLE_INPUTS


@pytest.mark.parametrize("name", battle_names())
def test_the_turns_that_are_left_are_those_that_come(name: str) -> None:
    """§24.4  Where nobody draws; with decks it may be less."""
    cards = cards_of(name)
    battle, game, light = cards.battle, new_game(cards, seed(3), log=False), LightPlayer(cards)
    assert battle is not None
    said: dict[int, int] = {}
    while game.asked:
        said.setdefault(game.state.turn, turns_left(game.state))
        side = next(iter(game.asked))
        game.take(side, light.choose(game, side))
    assert said[1] == battle.turns - 1
    for turn, left in said.items():
        assert turn + left == battle.turns or (battle.decks and turn + left < battle.turns)


def test_decks_may_end_a_battle_before_its_last_turn() -> None:
    cards = cards_of("santa-cruz", turns=40)
    for game in moments(cards, 1):
        assert turns_left(game.state) < 20


@pytest.mark.parametrize(("turns", "last"), [(1, 1), (2, -1), (3, 1)])
def test_who_has_the_last_turn_is_told(turns: int, last: int) -> None:
    assert told(table_of(turns=turns).state)["last_mover"] == last
    assert told(table_of(Side.JP, turns=turns).state)["last_mover"] == -last


def test_equal_points_are_won_by_the_side_that_the_battle_names() -> None:
    """§24.5"""
    for ties, ahead in ((Side.US, 1), (Side.JP, -1)):
        found = told(table_of(ties=ties).state)
        assert (found["lead"], found["ahead"]) == (ahead / 2, ahead)


def test_damage_that_the_end_counts_is_due_already() -> None:
    """§24.6"""
    def lay(*scores: tuple[str, int]) -> dict[str, float]:
        table = table_of(scores=scores)
        table.us.ship("us/helena-boise", damage=1, detected=True)
        table.jp.base("jp/shortland", damage=2)
        return told(table.state)

    assert lay()["due"] == 0
    assert lay(("bases", 3))["due"] == 6
    assert lay(("bases", 3), ("damage", 2))["due"] == 4
    assert lay(("damage", 2))["lead_at_end"] == -1.5
    assert lay(("damage", 2))["ahead"] == -1


def test_an_end_that_is_near_weighs_more() -> None:
    soon, late = [told(table_of(turns=turns).state) for turns in (1, 4)]
    assert soon["lead_soon"] == 0.5
    assert late["lead_soon"] == 0.125
    assert (soon["ahead_soon"], late["ahead_soon"]) == (1, 0.25)


def test_what_may_still_be_scored_is_at_stake_for_who_scores_it() -> None:
    scores = (("ashore", 6), ("transports", 2), ("airplanes", 1), ("bases", 3), ("damage", 2))

    def lay(table: LaidTable) -> dict[str, float]:
        loaded = next(c for c in table.cards.jp.air if isinstance(c, EventCard) and c.transports is not None)
        before = told(table.state)
        table.jp.ship(loaded.id, "FRONT", detected=True)
        table.jp.ship(loaded.id, "MIDDLE", detected=True)
        table.jp.load(table.base_of(Side.JP, table.cards.jp.home.id), ["Zeke"])
        after = told(table.state)
        return {name: after[name] - before[name] for name in STAKES if after[name] != before[name]}

    found = lay(table_of(scores=scores))
    assert (found["ashore_front"], found["ashore_behind"]) == (-6, -6)
    assert found["convoys"] == 4
    assert found["airplanes_at_stake"] == 1
    assert found["scratches"] > 0
    assert not lay(table_of())


def test_how_the_battle_is_counted_is_told() -> None:
    found = told(table_of(scores=(("ashore", 6),), decks=False).state)
    assert [found[name] for name in TERMS] == [0, *[6.0 * (word == "ashore") for word in SCORES]]
    assert told(LaidTable(cards_of("santa-cruz")).state)["has_decks"] == 1


@pytest.mark.parametrize("n", some(range(30), 5))
def test_the_lead_at_the_end_is_the_one_that_decides(n: int) -> None:
    """Any battle that were over now would be won by the side that is told to be ahead."""
    name = battle_names()[n % len(battle_names())]
    for game in moments(cards_of(name), n)[::7]:
        battle, found = game.state.cards.battle, told(game.state)
        assert battle is not None
        over = game.clone()
        with pytest.raises(Over):
            end_of_battle(over, battle)
        assert over.outcome is not None
        assert found["ahead"] == (1 if over.outcome.winner is Side.US else -1)
        us, jp = [forces.points for forces in over.forces]
        assert found["lead_at_end"] == us - jp + (0.5 if battle.ties is Side.US else -0.5)
