"""§25.1 to §25.7  What one battle leaves to the next, from games that are brought to their ends by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ironbottom.battle import Battle, CampaignText, CarriedSide, PlacedShip
from ironbottom.campaign import Campaign, WholeGame, first_battle, repair_days, standing, summed
from ironbottom.campaign_after import next_battle
from ironbottom.catalog import card_set, cards_by_id
from ironbottom.flow import Game, Over
from ironbottom.printed import AirplaneCard, EventCard, ShipCard
from ironbottom.rules import new_game
from ironbottom.rules.s04_damage import damage_base, damage_formation, eliminate, remove_base
from ironbottom.rules.s11_victory import time_up
from ironbottom.state import Formation
from ironbottom.variant import varied
from ironbottom.words import CardId, Side
from tests.support.battles import TRIAL, ids

CORE = card_set("core")
TEXT = CampaignText(title="Trials", introduction="One. Two. Three.", battles=("A trial", "A trial", "A trial"))
LATER = replace(TRIAL, date="1942-10-21")
LAST = replace(TRIAL, date="1942-10-31")
TRIALS = Campaign(
    name="trials", version=1, set="core", battles=(TRIAL, LATER, LAST), ship_days=7, base_days=5, hand=50,
    marginal=3, decisive=12, english=TEXT, japanese=TEXT,
)
WHOLE = replace(TRIALS, battles=(
    WholeGame("1942-10-11", "One", "一"), WholeGame("1942-10-21", "Two", "二"), WholeGame("1943-10-31", "Three", "三"),
))
SALT_LAKE, AUSTRALIA, SARATOGA = [
    CardId(f"us/{name}") for name in ("salt-lake-city-chester", "australia-canberra", "saratoga")
]
DESRON = CardId("us/desron-12")


def begun(battle: Battle) -> Game:
    return new_game(varied(CORE, (), battle), bytes(32))


def formation(game: Game, lead: CardId) -> Formation:
    side = Side.US if lead.startswith("us/") else Side.JP
    return next(f for f in game.forces[side].formations.values() if f.lead.id == lead)


def sink(game: Game, *leads: CardId) -> None:
    for lead in leads:
        eliminate(game, formation(game, lead))


def end(game: Game) -> None:
    """It is over as it stands."""
    with pytest.raises(Over):
        time_up(game)


def after(game: Game, campaign: Campaign = TRIALS) -> Battle:
    """The next battle, when this one ends as it stands."""
    end(game)
    found = next_battle(campaign, CORE, game, "ab" * 32)
    assert found is not None
    varied(CORE, (), found)  # it passes check_battle
    return found


def ship(battle: Battle, lead: CardId) -> PlacedShip | None:
    side = battle.us if lead.startswith("us/") else battle.jp
    return next((one for one in side.ships if one.lead == lead), None)


def damage(battle: Battle, side: Side = Side.US) -> dict[CardId, int]:
    assert battle.campaign is not None
    return dict(battle.campaign.side(side).damage)


def test_the_first_battle_is_as_its_file_has_it() -> None:
    """§25.1"""
    first = first_battle(TRIALS, CORE)
    assert replace(first, campaign=None) == TRIAL
    assert first.campaign is not None
    assert (first.campaign.number, first.campaign.of, first.campaign.before) == (1, 3, "")
    assert first.campaign.us == first.campaign.jp == CarriedSide()


def test_without_losses_the_next_is_as_its_file_has_it_too() -> None:
    """§25.2, but for what both hold of their last hands."""
    found = after(begun(first_battle(TRIALS, CORE)))
    part = found.campaign
    assert part is not None
    assert (part.number, part.before, part.last) == (2, "ab" * 32, False)
    assert found.us.ships[:2] == LATER.us.ships[:2]
    assert len(found.us.ships) == len(LATER.us.ships)


def test_what_is_sunk_does_not_come_back() -> None:
    """§25.3  Neither in the next battle nor in the one after it."""
    game = begun(first_battle(TRIALS, CORE))
    sink(game, SALT_LAKE)
    second = after(game)
    assert ship(second, SALT_LAKE) is None
    third = after(begun(second))
    assert ship(third, SALT_LAKE) is None
    assert third.campaign is not None
    assert SALT_LAKE in third.campaign.us.lost


def test_an_escort_that_is_left_lies_there_alone() -> None:
    """§25.3"""
    first = first_battle(TRIALS, CORE)
    assert first.campaign is not None
    carried = CarriedSide(lost=(SARATOGA,))
    battle = replace(first, campaign=replace(first.campaign, us=carried))
    found = after(begun(battle))
    assert ship(found, SARATOGA) is None
    alone = ship(found, DESRON)
    assert alone is not None
    assert (alone.line, alone.escort, alone.airplanes, alone.damage) == (1, None, (), 0)


def test_of_a_pair_that_is_sunk_nothing_is_left() -> None:
    """§25.3"""
    game = begun(first_battle(TRIALS, CORE))
    sink(game, SARATOGA)
    found = after(game)
    assert found.campaign is not None
    assert {SARATOGA, DESRON} <= {*found.campaign.us.lost}
    assert (ship(found, SARATOGA), ship(found, DESRON)) == (None, None)


def test_transports_and_airplanes_are_replaced() -> None:
    """§25.3"""
    game = begun(first_battle(TRIALS, CORE))
    convoy = CardId("us/pacific-fleet-1")
    sink(game, convoy)
    found = after(game)
    assert ship(found, convoy) is not None
    assert found.us.aboard == LATER.us.aboard


def test_a_side_without_ships_fights_with_its_bases() -> None:
    """§25.3"""
    first = first_battle(TRIALS, CORE)
    bare = replace(first, us=replace(first.us, ships=tuple([one for one in first.us.ships if not one.transports])))
    campaign = replace(TRIALS, battles=(replace(bare, campaign=None), replace(bare, campaign=None, date="1942-10-12")))
    game = begun(first_battle(campaign, CORE))
    sink(game, SALT_LAKE, AUSTRALIA, SARATOGA)
    found = after(game, campaign)
    assert found.us.ships == ()
    assert begun(found).asked


@pytest.mark.parametrize(("hits", "left"), [(1, 0), (2, 1)])
def test_a_repair_day_takes_one_damage_off_each_ship(hits: int, left: int) -> None:
    """§25.4  Between 11 and 21 October lies one repair day of ships: the seventh after the first battle."""
    game = begun(first_battle(TRIALS, CORE))
    damage_formation(game, formation(game, AUSTRALIA), hits)
    found = after(game)
    placed = ship(found, AUSTRALIA)
    assert placed is not None
    assert (placed.damage, damage(found).get(AUSTRALIA, 0)) == (left, left)


def test_the_day_of_the_battle_itself_is_a_repair_day() -> None:
    """§25.4  Of bases: the days 5 and 10 of which the latter is that of the second battle; then 15 and 20."""
    assert repair_days(TRIALS, 1, 5) == 2
    assert repair_days(TRIALS, 2, 5) == 2
    assert [repair_days(TRIALS, n, 7) for n in (1, 2)] == [1, 1]
    assert [repair_days(TRIALS, n, 11) for n in (1, 2)] == [0, 1]


def test_damaged_ships_are_seen_and_carry_what_they_have_icons_for() -> None:
    """§25.4, §7.2, §6.2"""
    game = begun(first_battle(TRIALS, CORE))
    damage_formation(game, replace(formation(game, SARATOGA), detected=True), 5)
    placed = ship(after(game), SARATOGA)
    assert placed is not None
    assert placed.detected
    assert placed.damage == 4
    card = cards_by_id(CORE)[SARATOGA]
    assert isinstance(card, ShipCard)
    assert len(placed.airplanes) == min(2, max(0, card.values.icons - 4))


def test_damage_of_a_base_is_repaired_by_days_of_its_own() -> None:
    """§25.4  Henderson Field has damage 1 by its file, which is given again."""
    game = begun(first_battle(TRIALS, CORE))
    base = next(b for b in game.forces[Side.US].bases.values() if b.card.id == "us/henderson-field")
    damage_base(game, base, 3)
    found = after(game)
    assert damage(found)[CardId("us/henderson-field")] == 2
    placed = next(one for one in found.us.bases if one.card == "us/henderson-field")
    assert placed.damage == 2


def test_an_eliminated_base_is_built_up_again() -> None:
    """§25.4  It counts as one with damage at its HP."""
    game = begun(first_battle(TRIALS, CORE))
    base = next(b for b in game.forces[Side.US].bases.values() if b.card.id == "us/henderson-field")
    remove_base(game, base, 4)
    assert damage(after(game))[CardId("us/henderson-field")] == base.card.hp - 2


def test_who_was_not_there_keeps_his_damage() -> None:
    """§25.4"""
    first = first_battle(TRIALS, CORE)
    assert first.campaign is not None
    hurt = CarriedSide(damage=((CardId("us/hornet"), 3),))
    found = after(begun(replace(first, campaign=replace(first.campaign, us=hurt))))
    assert damage(found) == {CardId("us/hornet"): 2}


def test_a_damaged_ship_stays_away_from_a_reserve() -> None:
    """§25.4  The Yamato & Musashi of the trial lies in the reserve of Japan."""
    first, yamato = first_battle(TRIALS, CORE), CardId("jp/yamato-mutsu")
    assert first.campaign is not None
    hurt = replace(first, campaign=replace(first.campaign, jp=CarriedSide(damage=((yamato, 3),))))
    assert after(begun(hurt)).jp.reserve == (CardId("jp/buka"),)
    assert after(begun(first)).jp.reserve == TRIAL.jp.reserve


def hand_of(game: Game, side: Side, *names: str) -> None:
    by_id = cards_by_id(CORE)
    cards = [by_id[name] for name in ids(side.name.lower(), *names)]
    game.forces[side].hand = tuple([card for card in cards if isinstance(card, AirplaneCard | EventCard)])


def test_half_of_a_hand_is_carried_over_events_first() -> None:
    """§25.5  Rounded down; it is there before what the battle deals, and the deck has it no more."""
    game = begun(first_battle(TRIALS, CORE))
    hand_of(game, Side.US, "wildcat", "wildcat", "coastwatchers")
    found = after(game)
    assert found.us.held == ids("us", "coastwatchers")
    assert found.us.deck == ids("us", "wildcat", "wildcat", "catalina")
    hand = begun(found).forces[Side.US].hand
    assert [hand[0].id, len(hand)] == ["us/coastwatchers", 4]


def test_what_lies_on_the_table_goes_before_a_carried_card() -> None:
    """§25.5  The event card of the American transports is needed there."""
    game = begun(first_battle(TRIALS, CORE))
    hand_of(game, Side.US, "pacific-fleet-1", "wildcat")
    found = after(game)
    assert found.campaign is not None
    assert found.campaign.us.hand == ids("us", "pacific-fleet-1")
    assert found.us.held == ()


def test_points_are_added_up() -> None:
    """§25.3"""
    first = first_battle(replace(TRIALS, lead=(1, 0)), CORE)
    assert summed(first, Side.US, "time-up", (5, 3)) == (6, 3)
    assert summed(first, Side.JP, "strategic-base", (5, 3)) == (6, 5 + first.decisive)
    assert summed(first, Side.JP, "resigned", (5, 30)) == (6, 30)


@pytest.mark.parametrize(
    ("points", "level", "winner"),
    [
        ((10, 8), "draw", None), ((10, 13), "marginal", Side.JP), ((21, 10), "marginal", Side.US),
        ((22, 10), "decisive", Side.US), ((0, 12), "decisive", Side.JP),
    ],
)
def test_margins(points: tuple[int, int], level: str, winner: Side | None) -> None:
    """§25.6"""
    part = first_battle(TRIALS, CORE).campaign
    assert part is not None
    assert standing(part, points) == (points, level, winner)


def test_after_the_last_battle_there_is_none() -> None:
    """§25.6"""
    game = begun(after(begun(after(begun(first_battle(TRIALS, CORE))))))
    end(game)
    assert next_battle(TRIALS, CORE, game, "cd" * 32) is None


def test_a_game_that_is_not_over_or_of_no_campaign_leads_nowhere() -> None:
    with pytest.raises(ValueError, match="no battle of this campaign"):
        next_battle(TRIALS, CORE, begun(first_battle(TRIALS, CORE)), "")
    game = begun(TRIAL)
    end(game)
    with pytest.raises(ValueError, match="no battle of this campaign"):
        next_battle(TRIALS, CORE, game, "")


def test_a_whole_game_is_set_up_from_what_is_left() -> None:
    """§25.7, §25.5  Lost and damaged ships are not in the fleet deck; the carried card is in the hand of seven."""
    lost, hurt = CardId("jp/yamato-mutsu"), CardId("jp/hiei-kirishima")
    first = first_battle(WHOLE, CORE)
    assert first.campaign is not None
    carried = CarriedSide(lost=(lost,), damage=((hurt, 3), (CardId("jp/truk"), 1)))
    game = begun(replace(first, campaign=replace(first.campaign, jp=carried)))
    hand_of(game, Side.JP, "long-lance", "zeke")
    found = after(game, WHOLE)
    assert {lost, hurt}.isdisjoint(found.jp.reserve)
    assert found.jp.held == ids("jp", "long-lance")
    assert damage(found, Side.JP) == {hurt: 2}  # Truk is whole again
    state = begun(found).state
    forces = state.forces[Side.JP]
    fleet = {card.id for card in forces.fleet_deck} | {f.lead.id for f in forces.formations.values()}
    assert {lost, hurt}.isdisjoint(fleet)
    assert [card.id for card in forces.hand] == ["jp/long-lance"]
    assert "jp/long-lance" not in [card.id for card in forces.air_deck]
    assert len(forces.air_deck) == len(CORE.jp.air) - 1
    assert state.cards.battle is None
    third = after(begun(found), WHOLE)
    assert hurt in third.jp.reserve
    assert lost not in third.jp.reserve


def test_a_fleet_deck_may_run_out() -> None:
    """§25.7"""
    first = first_battle(WHOLE, CORE)
    few = replace(first, us=replace(first.us, reserve=first.us.reserve[:1]))
    game = begun(few)
    for side in (Side.US, Side.JP):
        if side in game.asked and game.window(side) == "0":
            game.answer(side, "either")
    forces = game.forces[Side.US]
    assert (len(forces.fleet_deck), len(forces.formations) + len(forces.bases)) == (0, 3)


def test_the_mark_tells_rules_and_not_prose() -> None:
    other = replace(TRIALS, english=replace(TEXT, introduction="Four. Five. Six."))
    assert other.mark == TRIALS.mark
    shorter = replace(TRIALS, battles=TRIALS.battles[:2])
    for changed in (replace(TRIALS, hand=51), replace(TRIALS, lead=(0, 1)), shorter):
        assert changed.mark != TRIALS.mark


def test_a_battle_of_a_campaign_has_a_fingerprint_of_its_own() -> None:
    """What is carried is signed for with the cards."""
    first = first_battle(TRIALS, CORE)
    assert first.campaign is not None
    richer = replace(first, campaign=replace(first.campaign, points=(1, 0)))
    marks = {varied(CORE, (), battle).fingerprint for battle in (TRIAL, first, richer)}
    assert len(marks) == 3
