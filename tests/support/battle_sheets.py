"""A battle for tests as somebody types it, with a story to be told; it stays as it is when others are tuned."""

from __future__ import annotations

from ironbottom.battle import Battle
from ironbottom.battle_sheet import read_battle

TEXT = """\
battle: test-sound
version: 1
set: full
date: 1942-10-11
first: jp
turns: 3
decks: no
options: [pursuit]
scores: {ashore: 4, transports: 2}
levels: {clear: 3, decisive: 8}
us:
  bases:
    - espiritu-santo
    - port-moresby
    - {base: henderson-field, airplanes: [wildcat, dauntless]}
  front:
    - san-francisco-portland
    - {ship: helena-boise, escort: desron-12}
  deck: [sg-radar]
  hand: 1
jp:
  lead: 2
  bases:
    - truk
    - {base: rabaul, airplanes: [betty, zeke]}
  front:
    - aoba-kinugasa
  middle:
    - {transports: combined-fleet-2, escort: desdiv-24}
english:
  title: Test Sound
  introduction: Two forces meet at night. One lands. The other has radar.
  history: |
    It was dark.

    Nobody won.
japanese:
  title: 試験海峡
  introduction: 夜、二つの部隊が出会う。一方は上陸する。他方には電探がある。
  history: |
    暗かった。

    誰も勝たなかった。
sources: [Nobody's Memoirs, An Atlas]
"""


TEST_SOUND: Battle = read_battle(TEXT, "test-sound.yaml")
