"""A battle of a dozen lines that is in order, and the sentence about a change in it."""

from __future__ import annotations

import pytest

from ironbottom.battle import Battle
from ironbottom.battle_sheet import check_battle, read_battle
from ironbottom.catalog import CardError, card_set

FILE = "test.yaml"
GOOD = """\
battle: test
set: core
date: 1942-10-11
first: jp
turns: 3
decks: yes
options: [pursuit]
scores: {bases: 1, ashore: 4}
levels: {clear: 3, decisive: 8}
us:
  lead: 2
  bases:
    - espiritu-santo
    - port-moresby
    - {base: henderson-field, damage: 1, airplanes: [2 wildcat, dauntless]}
  front:
    - {ship: salt-lake-city-chester, escort: desron-12, damage: 1, seen: yes}
    - helena-boise
  middle:
    - {ship: saratoga, airplanes: [2 wildcat, avenger]}
  rear:
    - {transports: pacific-fleet-1, escort: desron-21}
  deck: [3 dauntless, sg-radar]
  hand: 2
  reserve: [tulagi, hornet]
jp:
  bases:
    - truk
    - {base: rabaul, airplanes: [zeke, betty]}
    - {base: shortland, airplanes: [pete, mavis]}
  front:
    - aoba-kinugasa
    - {ship: chitose, airplanes: [3 jake]}
english:
  title: Test
  introduction: One. Two. Three.
  history: |
    First paragraph
    in two lines.

    Second paragraph.
japanese:
  title: 試験
  introduction: >-
    一。
    二。
    三。
  history: |
    最初の
    段落。

    次の段落。
sources:
  - A work
"""


def changed(*pairs: tuple[str, str]) -> str:
    """The file with some of its text replaced; what is to be replaced must be there."""
    text = GOOD
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def whole(text: str) -> Battle:
    """Read and checked."""
    battle = read_battle(text, FILE)
    check_battle(battle, card_set(battle.set), FILE)
    return battle


def sentence(text: str) -> str:
    """What is said of a file that is wrong."""
    with pytest.raises(CardError) as raised:
        whole(text)
    said = str(raised.value)
    assert said.count("\n") == 0
    assert said.endswith((".", "?"))
    return said
