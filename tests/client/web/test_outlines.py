"""Ships from the side: each card has its own, drawn within its box, and as the class was built."""

from __future__ import annotations

import gzip
import json
import math
import re
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from ironbottom.catalog import card_set
from ironbottom.server.listening.static import bare
from tests import ROOT

MODULE = ROOT / "client" / "web" / "table" / "board" / "cards" / "outlines.js"
BOX = (0.0, 120.0, 0.0, 36.5)
LEAST = 80  # units that a ship is long
HAIR = 0.85  # of a form of the main mass: less is not seen on a small card
MOST = 9_000  # bytes, as it is served
SUBPATH = re.compile(r"M([^MZ]+)Z")
NUMBER = r"-?\d+(?:\.\d)?"
WHOLE_PATH = re.compile(rf"(?:M{NUMBER} {NUMBER}(?:L{NUMBER} {NUMBER}){{2,}}Z)+")

STAND_INS = {"us/enterprise", "us/hornet", "us/desron-12", "jp/shokaku", "jp/zuikaku", "jp/chitose", "jp/desdiv-15",
             "jp/desdiv-31"}  # they are of the class that stands for their kind  # fmt: skip
FAMOUS = (
    "saratoga", "enterprise", "wasp", "victorious", "princeton", "sangamon-suwannee-chenango", "shokaku", "junyo-hiyo",
    "ryujo", "zuiho", "north-carolina-washington", "south-dakota", "maryland-colorado", "yamato-mutsu", "kongo-haruna",
    "hiei-kirishima", "chokai", "atago-takao", "myoko-haguro", "suzuya-kumano", "tone-chikuma", "aoba-kinugasa",
    "furutaka-kako", "sendai-destroyers", "jintsu-destroyers", "nagara-destroyers", "yubari-destroyers",
    "tenryu-tatsuta", "atlanta-destroyers", "helena-boise", "honolulu-st-louis", "montpelier-cleveland",
    "australia-canberra", "chicago-louisville", "salt-lake-city-chester", "minneapolis-new-orleans", "chitose",
    "nisshin", "desron-4", "desron-21", "desdiv-11", "desdiv-61", "desdiv-30",
)  # fmt: skip
SAME_CLASS = [
    ("enterprise", "hornet"), ("shokaku", "zuikaku"), ("south-dakota", "indiana"), ("chokai", "maya"),
    ("montpelier-cleveland", "columbia-denver"), ("atlanta-destroyers", "juneau-destroyers"),
    ("desron-21", "desron-23"),
]  # fmt: skip

OUTLINES = """async (cards) => {
    const [{outline}, {kindOf}] = [
        await import("/table/board/cards/outlines.js"), await import("/table/board/cards/silhouettes.js")];
    return cards.map((card) => outline(card, kindOf(card)));
}"""
KINDS = """async (cards) => {
    const {kindOf} = await import("/table/board/cards/silhouettes.js");
    return cards.map(kindOf);
}"""
DRAWN = """async ([card, wide, half]) => {
    const [{draw, s}, {silhouette}] = [
        await import("/base/dom.js"), await import("/table/board/cards/silhouettes.js")];
    const there = document.createElement("div");
    draw(there, s("svg", {}, silhouette(card, 0, 0, wide, 60, half)));
    const group = there.querySelector("g.silhouette");
    const paths = [...group.querySelectorAll("path")].map((one) => one.getAttribute("class") ?? "mass");
    return {paths, turned: group.getAttribute("transform").includes("scale(-1 1)")};
}"""


def cards() -> dict[str, Any]:
    """All that show a ship, as the page is given them."""
    full = json.loads(msgspec.json.encode(card_set("full")))
    found = [card for side in ("us", "jp") for pile in ("fleet", "air") for card in full[side][pile]]
    return {card["id"]: card for card in found if "type" in card or "effect" in card}


def of(name: str) -> dict[str, Any]:
    """The card of a ship."""
    return next(card for ident, card in cards().items() if ident.split("/")[1] == name)


def forms(path: str) -> list[list[tuple[float, float]]]:
    """The corners of each closed form of a path."""
    said = [[corner.split(" ") for corner in one.split("L")] for one in SUBPATH.findall(path)]
    return [[(float(x), float(y)) for x, y in one] for one in said]


def thickness(form: list[tuple[float, float]]) -> float:
    """Area by the longest way across."""
    turned = [*form[1:], form[0]]
    area = abs(sum(x * y2 - y * x2 for (x, y), (x2, y2) in zip(form, turned, strict=True))) / 2
    return area / max(math.dist(one, other) for one in form for other in form)


def outlines(bench: Page, given: list[Any]) -> list[Any]:
    """What the page would draw of these."""
    found: list[Any] = bench.evaluate(OUTLINES, given)
    return found


def test_every_ship_has_an_outline_of_her_own(bench: Page) -> None:
    """Not the one that stands for a ship that nobody knows: but for those who are of that very class."""
    ships = {ident: card for ident, card in cards().items() if "type" in card}
    drawn = outlines(bench, list(ships.values()))
    kinds = bench.evaluate(KINDS, list(ships.values()))
    unknown = [{"id": "us/nobody", "side": card["side"], "type": card["type"], "values": {}} for card in ships.values()]
    stand_ins = outlines(bench, unknown)
    assert len(ships) > 60
    assert None not in drawn
    assert {ident for ident, one, other in zip(ships, drawn, stand_ins, strict=True) if one == other} == STAND_INS
    assert {"carrier", "battleship", "cruiser", "tender", "destroyers"} == set(kinds)


def test_every_path_is_read_and_lies_within_the_box(bench: Page) -> None:
    given = cards()
    for ident, drawn in zip(given, outlines(bench, list(given.values())), strict=True):
        assert set(drawn) == {"d", "detail", "behind"}
        for part, path in drawn.items():
            assert WHOLE_PATH.fullmatch(path) or (part == "behind" and path == ""), (ident, part)
            for x, y in [corner for form in forms(path) for corner in form]:
                assert BOX[0] <= x <= BOX[1], (ident, part, x)
                assert BOX[2] <= y <= BOX[3], (ident, part, y)


def test_ships_fill_their_box_and_longer_ones_fill_more_of_it(bench: Page) -> None:
    given = cards()
    long = {}
    for ident, drawn in zip(given, outlines(bench, list(given.values())), strict=True):
        across = [x for form in forms(drawn["d"]) for x, _y in form]
        long[ident.split("/")[1]] = max(across) - min(across)
    assert min(long.values()) >= LEAST
    assert long["saratoga"] > long["wasp"] > long["atlanta-destroyers"] > long["desron-12"]
    assert long["yamato-mutsu"] > long["kongo-haruna"] > long["tone-chikuma"] > long["desdiv-11"]


def test_nothing_of_the_main_mass_is_a_hair_line(bench: Page) -> None:
    given = cards()
    thin = [
        (ident, form) for ident, drawn in zip(given, outlines(bench, list(given.values())), strict=True)
        for form in forms(drawn["d"]) if thickness(form) < HAIR
    ]  # fmt: skip
    assert thin == []


def test_a_hair_line_would_be_found() -> None:
    assert thickness([(0, 0), (0, 9), (0.6, 9), (0.6, 0)]) < HAIR


def test_famous_ships_differ_and_sisters_do_not(bench: Page) -> None:
    drawn = outlines(bench, [of(name) for name in FAMOUS])
    assert len({one["d"] for one in drawn}) == len(FAMOUS)
    for names in SAME_CLASS:
        one, other = outlines(bench, [of(name) for name in names])
        assert one == other, names


def test_a_card_of_two_ships_shows_two(bench: Page) -> None:
    names = ("kongo-haruna", "wasp", "desron-21", "sendai-destroyers")
    pair, alone, group, escort = outlines(bench, [of(name) for name in names])
    assert pair["behind"]
    assert alone["behind"] == ""
    for several in (group, escort):
        ends = [x for form in forms(several["behind"]) for x, _y in form]
        assert min(ends) < 5
        assert max(ends) > 115


def test_an_outline_is_drawn_once(bench: Page) -> None:
    body = """async (cards) => {
        const {outline} = await import("/table/board/cards/outlines.js");
        const [first, again, sister] = cards.map((card) => outline(card, "carrier"));
        return [first === again, first === sister];
    }"""
    assert bench.evaluate(body, [of("enterprise"), {**of("enterprise")}, of("wasp")]) == [True, False]


@pytest.mark.parametrize("name", ["constructor", "__proto__", "toString"])
def test_what_no_set_of_ours_has_is_drawn_as_its_kind(bench: Page, name: str) -> None:
    body = """async ([card, kind]) => (await import("/table/board/cards/outlines.js")).outline(card, kind)"""
    stranger = {"id": f"us/{name}", "side": 0, "type": "CV"}
    usual = bench.evaluate(body, [{"id": "us/nobody", "side": 0}, "carrier"])
    assert bench.evaluate(body, [stranger, "carrier"]) == usual
    for kind in (name, "base", "fighter", None):
        assert bench.evaluate(body, [stranger, kind]) is None
    drawn = bench.evaluate(DRAWN, [{**stranger, "type": name, "values": {"icon": None}}, 180, ""])
    assert drawn["paths"][-1] == "water"


def test_a_large_drawing_shows_masts_and_windows(bench: Page) -> None:
    yamato, saratoga = of("yamato-mutsu"), of("saratoga")
    assert bench.evaluate(DRAWN, [yamato, 180, ""]) == {"paths": ["far", "mass", "detail", "water"], "turned": True}
    assert bench.evaluate(DRAWN, [yamato, 76, ""]) == {"paths": ["far", "mass", "water"], "turned": True}
    assert bench.evaluate(DRAWN, [saratoga, 76, ""]) == {"paths": ["mass", "water"], "turned": False}


def test_halves_of_events_are_those_of_their_side(bench: Page) -> None:
    names = ("pacific-fleet-1", "eighth-fleet", "sg-radar", "night-lookouts", "cactus-air-force", "squall")
    drawn = outlines(bench, [of(name) for name in names])
    assert len({one["d"] for one in drawn}) == len(names)


def test_each_word_of_the_facts_is_drawn_and_each_class_sails() -> None:
    """A misspelt one would be left out, and nobody would miss it."""
    text = MODULE.read_text("utf-8")
    table, rest = text.split("\n};\n", maxsplit=1)
    classes = dict(re.findall(r'^  (\w+): "(.+)",$', table, re.MULTILINE))
    words = {part.split(" ")[0] for facts in classes.values() for part in facts.split("; ")}
    parts = text[text.index("const MASS = ") :]
    assert words <= set(re.findall(r"\b(\w+)\b[:,}]", parts)) | {"long", "ends", "deck", "guns", "like"}
    sailing = set(re.findall(r"\w+", " ".join(re.findall(r'"([^"]*)"', rest))))
    assert [name for name in classes if name not in sailing and f"like {name};" not in table] == []
    numbers = re.compile(r"(?:-|(?:-?[\d.]+ ?)+(?:, (?:-?[\d.]+ ?)+)*|\w+)")
    for facts in classes.values():
        for part in facts.split("; "):
            assert numbers.fullmatch(part.split(" ", maxsplit=1)[1]), part


def test_all_ships_are_small() -> None:
    assert len(gzip.compress(bare(".js", MODULE.read_bytes()), 9, mtime=0)) <= MOST
