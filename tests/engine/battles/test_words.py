"""§24  Battles in words: who lies where and with what, what counts, and what a victory is worth; in both languages."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from ironbottom.battle import Battle, PlacedBase
from ironbottom.battle_sheet import battle_names, battle_text, read_battle
from ironbottom.battle_words import (
    COUNTS,
    CardNames,
    alike,
    begins,
    counting,
    level,
    levels,
    option_line,
    order_of_battle,
    special_rules,
    told,
)
from ironbottom.catalog import card_set, cards_by_id
from ironbottom.language import speak
from ironbottom.options import OPTIONAL_RULES, OptionalRule
from ironbottom.printed import AnyCard, Submarine, Transports
from ironbottom.words import SIDES, Side
from tests.support.languages import english

__all__ = ["english"]  # after each test

ODD = re.compile(r"[{}]|\bNone\b")


def called(card: AnyCard | Transports | Submarine) -> str:
    return card.name


NAMES = CardNames(cards_by_id(card_set("full")), called)


def of_project(name: str) -> Battle:
    return read_battle(battle_text(name), name)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", battle_names())
def test_every_battle_is_told_whole(name: str, language: str) -> None:
    """Each card that lies there has its name in it, and no field is left open."""
    speak(language)
    battle = of_project(name)
    said = [begins(battle), *counting(battle), levels(battle), *special_rules(battle)]
    for side in SIDES:
        lines = order_of_battle(battle, side, NAMES)
        placed = battle.side(side)
        for card_id in (*[base.card for base in placed.bases], *placed.deck, *placed.reserve):
            assert NAMES.name(card_id) in "\n".join(lines)
        for ship in placed.ships:
            assert ship.escort is None or NAMES.name(ship.escort) in "\n".join(lines)
        said += lines
    assert not [line for line in said if ODD.search(line)]
    assert told(battle) is (battle.japanese if language == "ja" else battle.english)


def test_cape_esperance_in_lines() -> None:
    """§24.2  By line, front first; what is aboard, and the hand whole where all of the deck is dealt."""
    battle = of_project("cape-esperance")
    assert begins(battle) == "1942-10-11; 3 turns of both sides together; Japan has the first."
    assert order_of_battle(battle, Side.US, NAMES) == [
        "US", "  Front line", "    Salt Lake City & Chester", "    San Francisco & Portland",
        "    Helena & Boise with DesRon 12 (Farenholt, Buchanan, Laffey, Aaron Ward)", "  Bases",
        "    Espiritu Santo", "    Port Moresby", "    Henderson Field; aboard: Wildcat, Dauntless", "  Hand: SG Radar",
    ]


def test_damage_decks_and_a_lead_are_told() -> None:
    battle = of_project("cape-esperance")
    base = replace(battle.us.bases[0], damage=2, airplanes=("us/wildcat", "us/wildcat"))
    assert isinstance(base, PlacedBase)
    us = replace(
        battle.us, bases=(base,), deck=("us/wildcat", "us/wildcat", "us/dauntless"), hand=1,
        reserve=("us/enterprise",), lead=3,
    )
    lines = order_of_battle(replace(battle, us=us), Side.US, NAMES)
    assert lines[-4:] == [
        "    Espiritu Santo; 2 damage; aboard: 2 Wildcat", "  Deck: 2 Wildcat, Dauntless; 1 card is dealt to the hand",
        "  Fleet deck: Enterprise", "  From the start: 3 VP",
    ]


def test_nothing_is_said_of_a_deck_that_is_not_there() -> None:
    battle = of_project("cape-esperance")
    bare = replace(battle, us=replace(battle.us, deck=(), hand=0))
    assert "Hand" not in order_of_battle(bare, Side.US, NAMES)[-1]


def test_what_counts() -> None:
    """§24.6  Each kind that brings points has its line, with the number of this battle."""
    battle = replace(of_project("cape-esperance"), scores=tuple([(word, n) for n, word in enumerate(COUNTS, 2)]))
    lines = counting(battle)
    assert len(lines) == len(COUNTS) + 2
    for n, line in enumerate(lines[1:-1], 2):
        assert line.startswith(f"{n} VP")
    assert lines[-1] == "on equal VP US wins"


def test_with_decks_both_draw() -> None:
    """§24.3"""
    battle = of_project("cape-esperance")
    assert "There are no decks: nobody draws." in special_rules(battle)
    assert special_rules(replace(battle, decks=True))[1].startswith("Both sides draw as in a whole game")
    assert any("§23.10" in line for line in special_rules(battle))


def test_levels_of_victory() -> None:
    """§24.7"""
    battle = of_project("savo-island")
    said = [level(battle, lead) for lead in (0, battle.clear, battle.decisive)]
    assert said == ["a marginal victory", "a clear victory", "a decisive victory"]
    assert f"{battle.clear} VP" in levels(battle)


@pytest.mark.parametrize("rule", OPTIONAL_RULES, ids=lambda rule: rule.word)
def test_each_optional_rule_has_its_line(rule: OptionalRule) -> None:
    line = option_line(rule.word)
    assert rule.rule in line
    assert not ODD.search(line)


def test_cards_that_nobody_knows_have_their_ids() -> None:
    battle = of_project("savo-island")
    assert alike(battle.us.deck, CardNames({}, called)) == "us/cactus-air-force"
