"""§25  What is carried over wrongly is found, card by card: planted cheats in games that are ended by hand."""

from __future__ import annotations

from hashlib import sha256

import pytest
from msgspec.structs import replace

from ironbottom.battle import Battle, CarriedSide
from ironbottom.campaign_after import next_battle
from ironbottom.campaign_sheet import campaign_named, opening_of
from ironbottom.catalog import card_set
from ironbottom.flow import Game, Over
from ironbottom.proof.campaigns import CampaignVerdict, CheckedGame, check_campaigns
from ironbottom.proof.entries import Begun, Player
from ironbottom.rules import new_game
from ironbottom.rules.s04_damage import damage_formation, eliminate
from ironbottom.rules.s11_victory import time_up
from ironbottom.state import Formation
from ironbottom.variant import varied
from ironbottom.wire.terms import Terms, mark_of
from ironbottom.words import CardId, Side

FULL, CAMPAIGN, OPENING = card_set("full"), campaign_named("guadalcanal"), opening_of("guadalcanal")
HOBART, ASTORIA = CardId("us/hobart-leander"), CardId("us/astoria-quincy-vincennes")
HALF = bytes(32)


def begun(n: int, battle: Battle) -> Begun:
    """The first entry of a transcript, as far as the check of a campaign reads it."""
    keys, signature = [sha256(name.encode()).digest() for name in "AB"], bytes(64)
    players = [Player("A", key, False, "us", HALF, signature, HALF, signature) for key in keys]
    terms = Terms(cards="full", battle=battle)
    return Begun(
        format=3, software="a test", engine="2", set="full", cards=mark_of(FULL.fingerprint, terms), table="TABLE",
        number=n, game=sha256(bytes([n])).digest(), server=HALF, commitment=HALF,
        players=(players[0], players[1]), us=0, terms=terms, at=0,
    )


def ended(game: Game) -> Game:
    with pytest.raises(Over):
        time_up(game)
    return game


def formation(game: Game, lead: CardId) -> Formation:
    return next(f for f in game.forces[Side.US].formations.values() if f.lead.id == lead)


def first() -> CheckedGame:
    """Hobart is sunk, Astoria has damage 3 of which one is repaired, and of two cards one is carried over."""
    game = new_game(varied(FULL, (), OPENING), bytes(32))
    eliminate(game, formation(game, HOBART))
    damage_formation(game, formation(game, ASTORIA), 3)
    cards = {card.id: card for card in FULL.us.air}
    game.forces[Side.US].hand = (cards[CardId("us/catalina")], cards[CardId("us/coastwatchers")])
    return CheckedGame(begun(1, OPENING), ended(game))


def honest(one: CheckedGame) -> Battle:
    found = next_battle(CAMPAIGN, FULL, one.game, one.begun.game.hex())
    assert found is not None
    return found


def verdict(battle: Battle) -> CampaignVerdict:
    """Of the first battle, and of a second one that was laid out so."""
    second = CheckedGame(begun(2, battle), ended(new_game(varied(FULL, (), battle), bytes(32))))
    (found,) = check_campaigns([second, first()], [card_set("core"), FULL])
    return found


def carrying(**changes: object) -> Battle:
    """The second battle, in which the US brings something else."""
    battle = honest(first())
    assert battle.campaign is not None
    us = replace(battle.campaign.us, **changes)
    return replace(battle, campaign=replace(battle.campaign, us=us))


def test_an_honest_campaign_is_sound() -> None:
    """§25.3 to §25.5"""
    battle = honest(first())
    assert battle.campaign is not None
    assert battle.campaign.us == CarriedSide(
        lost=(HOBART, CardId("us/san-juan-destroyers")), damage=((ASTORIA, 2),), hand=(CardId("us/coastwatchers"),)
    )
    assert verdict(battle).ok


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"lost": (HOBART,)}, "battle 2: San Juan & destroyers (US) was sunk, and is there again."),
        (
            {"lost": (HOBART, CardId("us/san-juan-destroyers"), CardId("us/saratoga"))},
            "battle 2: Saratoga (US) counts as lost, and was not sunk.",
        ),
        ({"damage": ()}, "(US) is 0, and the calendar leaves 2."),
        ({"damage": ((ASTORIA, 1),)}, "(US) is 1, and the calendar leaves 2."),
        ({"damage": ((ASTORIA, 2), (CardId("us/saratoga"), 1))}, "(US) is 1, and the calendar leaves 0."),
        ({"hand": ()}, "the cards in the hand of US are not those that are carried over."),
        (
            {"hand": (CardId("us/coastwatchers"), CardId("us/catalina"))},
            "the cards in the hand of US are not those that are carried over.",
        ),
    ],
)
def test_what_is_carried_over_wrongly_is_found(changes: dict[str, object], said: str) -> None:
    """A ship that comes back, damage that is gone too early, a card too many."""
    found = verdict(carrying(**changes))
    assert (found.ok, found.battle) == (False, 2)
    assert said in found.sentence


def test_a_campaign_whose_rules_are_not_here_cannot_be_checked() -> None:
    battle = replace(OPENING, campaign=replace(OPENING.campaign, mark="00"))  # type: ignore[type-var]
    only = CheckedGame(begun(1, battle), first().game)
    (found,) = check_campaigns([only], [FULL])
    assert found.sentence == "cannot be checked: this version has no campaign guadalcanal with these rules."


def test_without_its_cards_it_cannot_be_checked_either() -> None:
    (found,) = check_campaigns([first()], [card_set("core")])
    assert found.sentence == "cannot be checked: its cards are not here."


def test_games_that_are_of_no_campaign_are_left_aside() -> None:
    plain = first()
    battle = replace(OPENING, campaign=None)
    assert check_campaigns([CheckedGame(begun(1, battle), plain.game)], [FULL]) == []


def test_two_campaigns_at_one_table_are_told_apart() -> None:
    one = first()
    again = one._replace(begun=replace(one.begun, number=8))
    assert [(found.ok, found.games) for found in check_campaigns([one, again], [FULL])] == [(True, (1,)), (True, (1,))]
