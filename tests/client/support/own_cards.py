"""Folders with cards of one's own: the project's cards with another value, and a small set typed in by hand."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

US = """\
side: us
ships:
  wasp:
    {name: Wasp, ja: ワスプ, type: CV, icons: {carrier: 2}, air: 2, surface: 0, torp: -, land: -,
     sub: 1, speed: 3, hp: 4, vp: 3}
  quincy:
    {name: Quincy, ja: クインシー, type: CA, icons: -, air: 1, surface: 3, torp: 1, land: 2, sub: 0,
     speed: 2, hp: 3, vp: 2}
  laffey:
    {name: Laffey, ja: ラフィー, type: DD, icons: -, air: +1, surface: 1/+1, torp: 2/+2, land: 0/+0,
     sub: +2, speed: 4, hp: +2, vp: 1}
bases:
  suva:
    {name: Suva, ja: スバ, rank: home, icons: {land: 2, flying: 1}, air: 1, hp: 5, repair: 2,
     first_hand: 4, fleet: 4, max_hand: 5, drawn: 2, kept: 1}
  efate:
    {name: Efate, ja: エファテ, rank: strategic, icons: {land: 2}, air: 2, tb: 1, guns: 3, garrison: 2,
     patrol: 2, hp: 4, vp: auto}
  savo:
    {name: Savo, ja: サボ, rank: front, icons: {land: 1}, air: 1, tb: 1, guns: 2, garrison: 1,
     patrol: 1, hp: 3, vp: 2, decides_ties: yes}
airplanes:
  buffalo:
    {name: Buffalo, ja: バッファロー, maker: Brewster F2A, icon: carrier, airc: 2, air: 1, bomb: -,
     torp: -, land: -, recon: -, range: 1, copies: 4}
  ventura:
    {name: Ventura, ja: ベンチュラ, maker: Lockheed PV-1, icon: land, airc: -, air: 1, bomb: 2, torp: 1,
     land: 2, recon: 2, range: 2, copies: 6}
events:
  more-ships:
    {name: More Ships, ja: 増援, text: Draw fleet cards until their VP are 2 or more., copies: 2,
     effect: {does: reinforce, n: 2}, transports: {name: Marines, ja: 海兵隊, army: 2, hp: 2}}
  spotters:
    {name: Spotters, ja: 見張り, text: Two unseen formations of a line become detected., copies: 3,
     effect: {does: uncover, n: 2}, submarine: {name: Gar, ja: ガー, torp: 2, recon: 2, hp: 1}}
"""

JP = """\
side: jp
ships:
  ryuho:
    {name: Ryuho, ja: 龍鳳, type: CV, icons: {carrier: 2}, air: 1, surface: 0, torp: -, land: -,
     sub: 1, speed: 2, hp: 3, vp: 2}
  furutaka:
    {name: Furutaka, ja: 古鷹, type: CA, icons: {sea: 1}, air: 1, surface: 3, torp: 3, land: 1,
     sub: 0, speed: 3, hp: 3, vp: 2}
  kagero:
    {name: Kagero, ja: 陽炎, type: DD, air: +1, surface: 1/+1, torp: 3/+2, land: 0/+0, sub: +1,
     speed: 4, hp: +2, vp: 1}
bases:
  palau:
    {name: Palau, ja: パラオ, rank: home, icons: {land: 2, sea: 1}, air: 1, hp: 5, repair: 2,
     first_hand: 4, fleet: 4, max_hand: 5, drawn: 2, kept: 1}
  kavieng:
    {name: Kavieng, ja: カビエン, rank: strategic, icons: {land: 2}, air: 2, tb: 2, garrison: 3,
     patrol: 2, hp: 4, vp: auto}
  kolombangara:
    {name: Kolombangara, ja: コロンバンガラ, rank: front, icons: {land: 1}, air: 1, tb: 1, guns: 0,
     garrison: 2, patrol: 1, hp: 3, vp: 2}
airplanes:
  claude:
    {name: Claude, ja: 九六式艦戦, maker: Mitsubishi A5M, icon: carrier, airc: 2, air: 1, bomb: -,
     torp: -, land: -, recon: -, range: 1, copies: 4}
  sally:
    {name: Sally, ja: 九七式重爆, maker: Mitsubishi Ki-21, icon: land, airc: -, air: 1, bomb: 2,
     torp: -, land: 2, recon: 2, range: 2, copies: 6}
events:
  more-ships:
    {name: More Ships, ja: 増援, text: Draw fleet cards until their VP are 2 or more., copies: 2,
     effect: {does: reinforce, n: 2}, transports: {name: Naval infantry, ja: 陸戦隊, army: 2, hp: 2}}
  spotters:
    {name: Spotters, ja: 見張り, text: Two unseen formations of a line become detected., copies: 3,
     effect: {does: uncover, n: 2}, submarine: {name: Ro-33, ja: 呂三十三, torp: 2, recon: 2, hp: 1}}
"""


def typed(folder: Path) -> Path:
    """A small set, typed in by hand: events of several copies, bases that print guns."""
    folder.mkdir()
    (folder / "us.yaml").write_text(US, encoding="utf-8")
    (folder / "jp.yaml").write_text(JP, encoding="utf-8")
    (folder / "set.yaml").write_text("set: Savo 小\n", encoding="utf-8")
    return folder


def corrected(folder: Path, name: str = "printed") -> Path:
    """The cards of the project's larger set, under another name; somebody knows that the Wildcat's AirC is 4."""
    folder.mkdir()
    for file in files("ironbottom.cards").iterdir():
        if file.name.endswith(".yaml"):
            text = file.read_text("utf-8").replace("    set: full\n", f"    set: {name}\n")
            (folder / file.name).write_text(text, encoding="utf-8")
    (folder / "set.yaml").write_text(f"set: small\nlarger: {name}\n", encoding="utf-8")
    airplanes = folder / "us_airplanes.yaml"
    before, wildcat, after = airplanes.read_text("utf-8").partition("  wildcat:\n")
    old = "    airc: 3\n"
    assert wildcat
    assert old in after
    airplanes.write_text(before + wildcat + after.replace(old, "    airc: 4\n", 1), encoding="utf-8")
    return folder
