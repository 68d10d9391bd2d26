"""§25  The campaigns of the project from their first to their last battle, by mates and by anybody."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from ironbottom.battle import Battle
from ironbottom.campaign import first_battle
from ironbottom.campaign_after import next_battle
from ironbottom.campaign_sheet import campaign_named, campaigns
from ironbottom.catalog import card_set
from ironbottom.flow import Game
from ironbottom.position import from_text, to_text
from ironbottom.printed import CardSet
from ironbottom.record import Recorded, replay
from ironbottom.rules import new_game
from ironbottom.variant import varied
from ironbottom.words import SIDES, Side
from tests.engine.worlds.test_worlds import is_sound, looks_the_same, stands_where_it_stands
from tests.support.campaigns import games_of, played, run_of
from tests.support.heard_games import HeardGame
from tests.support.lengths import CAMPAIGNS, by_night
from tests.support.players import at_random, eager, finish, seed

NAMES = tuple(campaigns())


def in_order(fought: list[tuple[Battle, Game]]) -> None:
    """Each battle is the next of its campaign; nothing that was lost lies there, and points only grow."""
    lost: dict[Side, set[str]] = {side: set() for side in SIDES}
    points = (0, 0)
    for number, (battle, game) in enumerate(fought, 1):
        part = battle.campaign
        assert part is not None
        assert part.number == number
        assert game.outcome is not None
        assert game.state.check() == []
        assert part.points >= points
        points = part.points
        for side in SIDES:
            mine = battle.side(side)
            there = {ship.lead for ship in mine.ships} | {ship.escort for ship in mine.ships} | {*mine.reserve}
            assert lost[side] <= {*part.side(side).lost}
            assert there.isdisjoint(part.side(side).lost)
            lost[side] = {*part.side(side).lost}


@pytest.mark.parametrize("name", NAMES)
def test_its_first_battles_are_played_by_mates(name: str) -> None:
    """On a push two of them; by night see below."""
    in_order([*islice(games_of(campaign_named(name), "mate", "a push"), 2)])


@by_night
@pytest.mark.parametrize("name", NAMES)
def test_it_is_played_from_its_first_to_its_last_battle_by_mates(name: str) -> None:
    for number in range(CAMPAIGNS):
        fought = [*games_of(campaign_named(name), "mate", f"a night {number}")]
        assert len(fought) == len(campaign_named(name).battles)
        in_order(fought)
        answers = sum([game.answers for _battle, game in fought])
        assert number or run_of((name, "mate", "a night 0")).answers == answers


@pytest.mark.parametrize("name", NAMES)
def test_anybody_plays_it_to_its_end(name: str) -> None:
    """By chance, from the first battle to the last: whatever is lost, the next battle can be laid out."""
    campaign, rng = campaign_named(name), Random(NAMES.index(name))
    cards, fought = card_set(campaign.set), list[tuple[Battle, Game]]()
    battle: Battle | None = first_battle(campaign, cards)
    while battle is not None:
        game = new_game(varied(cards, (), battle), seed(len(fought)))
        finish(game, eager(rng), at_random(rng), rng)
        fought.append((battle, game))
        battle = next_battle(campaign, cards, game, f"{len(fought):064x}")
    assert len(fought) == len(campaign.battles)
    in_order(fought)


def later(name: str) -> CardSet:
    """The cards of a second battle, to which something is carried."""
    campaign = campaign_named(name)
    cards = card_set(campaign.set)
    for number in range(40):
        game = played(varied(cards, (), first_battle(campaign, cards)), "random", f"later {number}")
        battle = next_battle(campaign, cards, game, "00")
        assert battle is not None
        if battle.campaign is not None and any(battle.side(side).held for side in SIDES):
            return varied(cards, (), battle)
    raise AssertionError("nobody has a card left")


@pytest.mark.parametrize("name", ["three-games"])
def test_a_world_cannot_be_told_from_a_later_game(name: str) -> None:
    """At every question of the beginning: the same view, sound, and the same rows of one's own."""
    cards, rng = later(name), Random(1)
    game = HeardGame(new_game(cards, seed(3)), {side: (eager(rng), at_random(rng))[side] for side in SIDES}, rng)
    for asked, (side, shown) in enumerate(islice(game.questions(), 150)):
        world = game.worlds.sample(shown, game.memories[side], Random(asked))
        looks_the_same(world, side, shown)
        is_sound(world)
        stands_where_it_stands(world, game.g, side)


@pytest.mark.parametrize("name", NAMES)
def test_its_records_and_positions_are_read_as_they_are_written(name: str) -> None:
    """A whole game of a campaign is found again from its record, with what was carried to it."""
    campaign = campaign_named(name)
    cards = varied(card_set(campaign.set), (), first_battle(campaign, card_set(campaign.set)))
    recorded, rng = Recorded(cards, seed(2)), Random(2)
    while recorded.game.asked and recorded.entries < 30:
        side = next(iter(recorded.game.asked))
        recorded.take(side, at_random(rng)(recorded.game, side))
    text = to_text(recorded.game)
    assert to_text(from_text(text, cards)) == text
    last = [*replay(recorded.text, [card_set(campaign.set)], unfinished=True)][-1]
    assert to_text(last.game) == text
    assert last.game.state.cards.agreed == cards.agreed
