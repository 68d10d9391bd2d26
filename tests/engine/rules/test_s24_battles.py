"""§24  Battles: laid out as their file says, with a last turn, and points for what counts in them."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.battle import Battle
from ironbottom.catalog import card_set, cards_by_id
from ironbottom.events import BattleLaidOut, Scored, TurnBegan
from ironbottom.flow import Game, Over
from ironbottom.printed import BaseCard, EventCard, ShipCard
from ironbottom.rules import new_game
from ironbottom.rules.s04_damage import eliminate, shoot_down
from ironbottom.rules.s11_victory import take_from_deck, time_up
from ironbottom.rules.s13_draw import Draw
from ironbottom.rules.s18_shore import GoingAshore
from ironbottom.rules.s24_battles import end_of_battle
from ironbottom.sight import view
from ironbottom.state import Formation
from ironbottom.variant import varied
from ironbottom.words import SIDES, Line, Rank, SeaTask, Side
from tests.support.battles import TRIAL, base, ship

US, JP = Side.US, Side.JP


def laid(battle: Battle = TRIAL) -> Game:
    """The game at its first question."""
    return new_game(varied(card_set(battle.set), (), battle), bytes(32))


def standing(game: Game, card: str) -> Formation:
    return next(f for side in SIDES for f in game.forces[side].formations.values() if f.lead.id == card)


def scored(game: Game) -> list[tuple[str, str, int, int]]:
    return [(e.side.name, e.word, e.times, e.points) for e in game.events or () if isinstance(e, Scored)]


def test_each_side_has_the_cards_of_the_battle_and_no_others() -> None:
    """§24.1"""
    game = laid()
    for side in SIDES:
        mine, placed = game.state.cards.side(side), TRIAL.side(side)
        ships = {card for one in placed.ships for card in (one.lead, one.escort) if card is not None}
        fronts = {one.card for one in placed.bases}
        assert {card.id for card in mine.fleet} <= ships | fronts | set(placed.reserve)
        assert all(isinstance(card, ShipCard) or card.rank is Rank.FRONT for card in mine.fleet)
        transports = [one.lead for one in placed.ships if one.transports]
        assert sorted(card.id for card in mine.air) == sorted([*placed.aboard, *placed.deck, *transports])
    assert len(cards_by_id(game.state.cards)) < len(cards_by_id(card_set("core")))


def test_nobody_is_asked_before_the_first_turn() -> None:
    """§24.2"""
    game = laid()
    assert isinstance(next(iter(game.events or ())), BattleLaidOut)
    assert game.state.turn == 1
    assert not game.state.setting_up


def test_bases_lie_in_their_lines_with_damage_and_airplanes() -> None:
    """§24.2(1)"""
    game = laid()
    henderson = next(b for b in game.forces[US].bases.values() if b.card.id == "us/henderson-field")
    assert (henderson.line, henderson.damage) == (Line.US_FRONT, 1)
    there = [a for a in game.forces[US].airplanes.values() if a.host == henderson.token]
    assert sorted(a.card.id for a in there) == ["us/dauntless", "us/wildcat"]
    assert all(a.detected for a in there)
    rabaul = next(b for b in game.forces[JP].bases.values() if b.card.rank is Rank.STRATEGIC)
    assert rabaul.line is Line.JP_FRONT  # without a front base it stands there (§5.2)


def test_formations_lie_as_the_battle_says_and_both_know_them() -> None:
    """§24.2(2)"""
    game = laid()
    hiei, saratoga = standing(game, "jp/hiei-kirishima"), standing(game, "us/saratoga")
    assert (hiei.line, hiei.damage, hiei.detected) == (Line.JP_FRONT, 1, True)
    assert saratoga.escort is not None
    assert (saratoga.escort.id, saratoga.detected, saratoga.known) == ("us/desron-12", False, True)
    assert standing(game, "us/pacific-fleet-1").detected  # transports always are (§7.6)
    seen = {f.token: f.lead for f in view(game, JP).us.formations}
    assert seen[saratoga.token] == "us/saratoga"
    aboard = [a for a in view(game, JP).us.airplanes if a.host == saratoga.token]
    assert [a.card for a in aboard] == [None, None]  # their places are known by the file alone


def test_from_then_on_the_table_is_open_as_always() -> None:
    """§24.2(3)"""
    seen = view(laid(), US)
    assert (seen.jp.hand, seen.jp.hand_count, seen.jp.fleet_deck) == (None, 2, 2)


def test_so_many_cards_of_the_deck_are_dealt_to_the_hand() -> None:
    """§24.3  They are shuffled: another seed deals others."""
    deals = set()
    for n in range(12):
        game = new_game(varied(card_set("core"), (), TRIAL), bytes([n] * 32))
        us = game.forces[US]
        assert (len(us.hand), len(us.air_deck)) == (3, 1)
        assert sorted(card.id for card in (*us.hand, *us.air_deck)) == sorted(TRIAL.us.deck)
        deals.add(us.air_deck[0].id)
    assert len(deals) > 1


def test_without_decks_nobody_draws_and_no_draw_ends_the_game() -> None:
    """§24.3"""
    game = laid()
    assert take_from_deck(game, US, 9) == ()
    assert game.outcome is None
    assert not any(isinstance(frame, Draw) for frame in game.stack)  # nobody is asked what to discard


def test_with_decks_each_draws_as_always() -> None:
    """§24.3, §13"""
    deck = (*TRIAL.jp.deck, "jp/zeke", "jp/val")
    game = laid(replace(TRIAL, decks=True, jp=replace(TRIAL.jp, deck=deck)))
    assert isinstance(game.stack[-1], Draw)
    assert len(game.forces[JP].hand) == 4


def test_the_battle_names_who_begins_and_ends_after_its_last_turn() -> None:
    """§24.4"""
    game, rng, sides = laid(replace(TRIAL, turns=3)), Random(5), []
    while game.asked:
        sides += [e.side for e in game.events or () if isinstance(e, TurnBegan)]
        side = next(iter(game.asked))
        game = game.after(side, game.asked[side].shape.guess(rng))
    assert sides[:3] == [JP, US, JP][: len(sides)]
    assert game.outcome is not None
    assert game.state.turn <= 3


@pytest.mark.parametrize(("lead", "ties", "winner"), [(2, JP, US), (0, JP, JP), (0, US, US)])
def test_points_from_the_start_and_equal_points(lead: int, ties: Side, winner: Side) -> None:
    """§24.5"""
    game = laid(replace(TRIAL, us=replace(TRIAL.us, lead=lead), ties=ties))
    with pytest.raises(Over):
        time_up(game)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.points) == (winner, (lead, 0))


def test_what_is_lost_by_fire_counts_besides() -> None:
    """§24.6  Transports and airplanes, alone or with what they were aboard of."""
    game = laid()
    eliminate(game, standing(game, "jp/combined-fleet-2"))
    eliminate(game, standing(game, "us/saratoga"))
    there = next(a for a in game.forces[US].airplanes.values() if a.card.id == "us/flying-fortress")
    shoot_down(game, US, (there.token,))
    assert scored(game) == [
        ("US", "transports", 1, 2), ("JP", "airplanes", 2, 2), ("JP", "airplanes", 1, 1),
    ]
    assert game.forces[JP].points == 3 + sum([points for _, points in game.forces[JP].victory])


def test_what_comes_ashore_counts() -> None:
    """§24.6, §18.4(f)"""
    game = laid()
    convoy = standing(game, "jp/combined-fleet-2")
    game.forces[JP].formations[convoy.token] = replace(convoy, line=Line.JP_FRONT, task=SeaTask.SUPPORT)
    base_ = next(b for b in game.forces[US].bases.values() if b.card.id == "us/henderson-field")
    game.state.target = base_.token
    game.events = []
    ashore = GoingAshore(attacker=JP, landing=(convoy.token,))
    next(step for step in GoingAshore.steps if step.name == "fight").run(ashore, game)
    assert scored(game) == [("JP", "ashore", 1, 3)]


def test_damage_counts_at_the_end() -> None:
    """§24.6  On bases and on formations of the enemy."""
    game = laid()
    with pytest.raises(Over):
        end_of_battle(game, TRIAL)
    assert scored(game) == [("US", "damage", 1, 1), ("JP", "bases", 1, 1)]


def test_what_a_battle_does_not_name_does_not_count() -> None:
    """§24.6"""
    game = laid(replace(TRIAL, scores=()))
    eliminate(game, standing(game, "jp/combined-fleet-2"))
    with pytest.raises(Over):
        end_of_battle(game, replace(TRIAL, scores=()))
    assert scored(game) == []


def test_the_trial_has_everything_that_a_battle_may_say() -> None:
    """Else these tests would hold less than they seem to."""
    cards = cards_by_id(card_set("core"))
    assert any(one.transports and one.escort is not None for one in TRIAL.jp.ships)
    assert any(isinstance(cards[card], BaseCard) for card in TRIAL.jp.reserve)
    assert any(isinstance(cards[card], EventCard) for card in TRIAL.us.deck)
    assert base("us/espiritu-santo").damage == ship("us/saratoga", 1).damage == 0
