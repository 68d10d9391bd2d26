"""§25  How a campaign stands, in words: before a battle, after one, and at the end."""

from __future__ import annotations

from msgspec.structs import replace

from ironbottom.battle import Battle, CarriedSide
from ironbottom.campaign_sheet import opening_of
from ironbottom.catalog import card_set
from ironbottom.client.text.rules.campaigns import (
    after_battle,
    asking,
    begins_anew,
    coming_lines,
    standing_of,
    stands,
)
from ironbottom.client.text.rules.table_rules import introduced, of_cards, whole
from ironbottom.variant import varied
from ironbottom.views import SeenOutcome
from ironbottom.words import CardId, Side

OPENING = opening_of("guadalcanal")


def at(number: int, **changes: object) -> Battle:
    assert OPENING.campaign is not None
    return replace(OPENING, campaign=replace(OPENING.campaign, number=number, **changes))


def ended(us: int, jp: int, reason: str = "time-up") -> SeenOutcome:
    return SeenOutcome(winner=Side.US if us > jp else Side.JP, reason=reason, points=(us, jp))


def test_the_first_battle_tells_what_a_campaign_is() -> None:
    lines = standing_of(OPENING)
    assert lines[0] == "Campaign Guadalcanal, battle 1 of 7: Savo Island"
    assert lines[1].startswith("From August to November 1942 two navies fight seven battles for one airfield.")
    assert lines[2:] == [
        "VP of the campaign so far: US 4, Japan 0.",
        "After the last battle a lead of 4 VP wins the campaign, of 20 decisively; less is a draw.",
        "After it: Eastern Solomons.",
    ]


def test_a_later_one_what_is_lost_damaged_and_held() -> None:
    us = CarriedSide(
        lost=(CardId("us/hornet"),), damage=((CardId("us/saratoga"), 2),), hand=(CardId("us/coastwatchers"),)
    )
    lines = standing_of(at(7, us=us, points=(12, 20)))
    assert lines[:5] == [
        "Campaign Guadalcanal, battle 7 of 7: Tassafaronga", "VP of the campaign so far: US 12, Japan 20.",
        "Lost by US: Hornet.", "Damaged, US: Saratoga 2.", "Carried over in the hand of US: Coastwatchers.",
    ]
    assert lines[-1] == "It is the last battle of the campaign."


def test_after_a_battle_the_points_and_what_comes_next() -> None:
    """§25.3  Whoever resigns gives as much as a decisive victory is worth."""
    assert after_battle(at(1, points=(4, 0)), ended(3, 5)) == [
        "VP of the campaign so far: US 7, Japan 5.", "After it: Eastern Solomons.",
    ]
    given_up = after_battle(at(1, points=(4, 0)), ended(3, 5, "resigned"))
    assert given_up[0] == "VP of the campaign so far: US 7, Japan 13."
    assert after_battle(replace(OPENING, campaign=None), ended(3, 5)) == []


def test_at_the_end_who_has_won() -> None:
    """§25.6"""
    said = [after_battle(at(7, points=(20, 20)), ended(us, jp)) for us, jp in ((5, 3), (9, 3), (3, 30))]
    assert said == [
        ["The campaign is a draw, 25 to 23 VP (US to Japan)."],
        ["US wins the campaign marginally, 29 to 23 VP (US to Japan)."],
        ["Japan wins the campaign decisively, 23 to 50 VP (US to Japan)."],
    ]


def test_a_whole_game_tells_no_last_turn() -> None:
    """§25.7"""
    cards = varied(card_set("core"), (), opening_of("three-games"))
    for lines in (introduced(of_cards(cards)), whole(of_cards(cards), None)):
        assert lines[0] == "Campaign Three Whole Games, battle 1 of 3: August 1942"
        assert not any("turns" in line for line in lines)


def test_what_another_game_is_called() -> None:
    cards = varied(card_set("full"), (), at(2))
    assert begins_anew(cards) == ["The next battle of the campaign begins; sides stay as they are."]
    assert asking(cards, "again").startswith("Type again for the next battle of the campaign, or quit")
    last = varied(card_set("full"), (), at(7))
    assert asking(last, "again") == "Type again for another game with sides swapped, or quit."
    assert begins_anew(card_set("core")) == ["Another game begins, with sides swapped."]


def test_between_two_battles_when_the_next_is_and_what_is_carried_to_it() -> None:
    us = CarriedSide(lost=(CardId("us/hornet"),), damage=((CardId("us/saratoga"), 2),))
    assert coming_lines(replace(at(2, us=us), date="1942-08-24")) == [
        "Eastern Solomons, battle 2 of 7, is on 1942-08-24. This is carried over to it:", "Lost by US: Hornet.",
        "Damaged, US: Saratoga 2.",
    ]
    assert coming_lines(at(2))[1:] == ["Nothing is carried over to it."]
    assert coming_lines(None) == coming_lines(replace(OPENING, campaign=None)) == []


def test_in_a_list_how_far_it_is() -> None:
    assert stands("guadalcanal", 2, 7, over=False) == "campaign Guadalcanal, battle 2 of 7"
    assert stands("guadalcanal", 2, 7, over=True) == "campaign Guadalcanal, after battle 2 of 7"
    assert stands("midway", 1, 2, over=False) == "campaign midway, battle 1 of 2"  # one of another program
