"""§25  The terms of a campaign: what can be begun here, with which battle, and what follows a game that is over."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from ironbottom.battle import Battle, CampaignPart
from ironbottom.campaign import Campaign, first_battle
from ironbottom.campaign_sheet import campaign_named, campaigns
from ironbottom.catalog import card_set
from ironbottom.flow import Game
from ironbottom.proof.campaign_terms import coming, following, opening, why_not
from ironbottom.rules import new_game
from ironbottom.variant import varied
from ironbottom.wire.terms import Terms
from ironbottom.words import Side

NAME = bytes(range(32))
FULL = card_set("full")
CAMPAIGN = campaign_named("guadalcanal")
FIRST = first_battle(CAMPAIGN, FULL)
PART = FIRST.campaign
assert PART is not None


def terms(battle: Battle | None, *words: str) -> Terms:
    return Terms(
        side="us", cards="full", absent="wait", bank=0, spectators=False, reach="invite", least=0, seed=None,
        battle=battle or UNSET, options=words or UNSET,
    )


def resigned(battle: Battle) -> Game:
    """A game of it that Japan gives up at once."""
    game = new_game(varied(FULL, (), battle), bytes(32))
    game.resign(Side.JP)
    return game


def with_part(**more: object) -> Battle:
    assert PART is not None
    return replace(FIRST, campaign=replace(PART, **more))


def test_a_table_without_a_campaign_has_nothing_to_do_with_it() -> None:
    plain = terms(None)
    assert why_not(plain, FULL, begins=True) == ""
    assert opening(plain, FULL) is plain
    assert coming(plain, FULL, resigned(FIRST), NAME) is None
    assert following(plain, FULL, resigned(FIRST), NAME) is plain


def test_a_campaign_begins_with_its_first_battle_as_it_stands_here() -> None:
    """§25.1  A client sends it in brief."""
    brief = terms(replace(FIRST.brief, campaign=PART))
    assert opening(brief, FULL).battle == FIRST
    assert why_not(opening(brief, FULL), FULL, begins=True) == ""


def test_one_that_is_not_here_is_named_with_those_that_are() -> None:
    other = terms(with_part(name="midway"))
    said = why_not(other, FULL, begins=True)
    assert 'no campaign "midway"' in said
    assert all(name in said for name in campaigns())
    assert opening(other, FULL) is other
    assert coming(other, FULL, resigned(FIRST), NAME) is None
    assert following(other, FULL, resigned(FIRST), NAME) is other


def test_another_version_of_its_file_is_another_campaign() -> None:
    assert "no campaign" in why_not(terms(with_part(mark="0" * 16)), FULL, begins=False)


def test_it_cannot_be_begun_with_something_brought_along() -> None:
    """§25.2  Else a client would carry what it likes."""
    ahead = with_part(points=((9, 0), (0, 0)))
    assert why_not(terms(ahead), FULL, begins=True) == "A campaign begins with its first battle, as its file has it."
    assert why_not(terms(ahead), FULL, begins=False) == ""


def test_optional_rules_must_go_with_all_its_battles() -> None:
    said = why_not(terms(FIRST, "no-such-rule"), FULL, begins=True)
    assert "no-such-rule" in said


def test_what_comes_after_a_battle_says_what_is_carried_and_not_who_lies_where() -> None:
    """§25.2"""
    game = resigned(FIRST)
    after = coming(terms(FIRST), FULL, game, NAME)
    assert after is not None
    assert after.campaign is not None
    assert (after.campaign.number, after.campaign.before) == (2, NAME.hex())
    assert (after.us.ships, after.jp.ships) == ((), ())
    whole = following(terms(FIRST), FULL, game, NAME).battle
    assert whole
    assert whole.campaign == after.campaign
    assert whole.us.ships


def test_nothing_comes_while_a_game_is_on() -> None:
    assert coming(terms(FIRST), FULL, new_game(varied(FULL, (), FIRST), bytes(32)), NAME) is None


def test_sides_are_bid_for_once() -> None:
    """§23.18, §25.2  Other optional rules stay."""
    game = resigned(FIRST)
    assert following(terms(FIRST, "bid", "veterans"), FULL, game, NAME).options == ("veterans",)
    assert following(terms(FIRST, "bid"), FULL, game, NAME).options is UNSET


def last_of(campaign: Campaign) -> Battle:
    """Its last battle, as if nothing was lost before."""
    battle: Battle | None = first_battle(campaign, FULL)
    found: Battle | None = None
    while battle is not None:
        found = battle
        battle = following(terms(battle), FULL, resigned(battle), NAME).battle or None
        if battle is not None and battle.campaign is not None and battle.campaign.number == 1:
            return found
    raise AssertionError("it has no end")


def test_after_the_last_battle_it_begins_anew() -> None:
    last = last_of(CAMPAIGN)
    assert isinstance(last.campaign, CampaignPart)
    assert last.campaign.last
    assert coming(terms(last), FULL, resigned(last), NAME) is None
    assert following(terms(last), FULL, resigned(last), NAME).battle == FIRST


@pytest.mark.parametrize("name", campaigns())
def test_every_campaign_of_the_project_can_be_begun(name: str) -> None:
    campaign = campaign_named(name)
    begun = opening(terms(first_battle(campaign, card_set(campaign.set)).brief), card_set(campaign.set))
    assert why_not(begun, card_set(campaign.set), begins=True) == ""
