"""TEN_MINUTES.md, the game on one page: its fight is fought here with the dice that it prints, in every language."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import pytest

from ironbottom.events import Rolled, Withdrew
from ironbottom.flow import Game
from ironbottom.rules.s18_sea_combat import SeaSegment
from ironbottom.words import SeaTask, Side, Token
from tests.support.table import LaidTable, dice_left, only, rolls, window

US, JP = Side.US, Side.JP
NAMES = {US: "San Francisco & Portland", JP: "Atago & Takao"}
PAGES = ("TEN_MINUTES.md", "TEN_MINUTES.ja.md")
LAST = 5  # the die of the check


class RoundRow(NamedTuple):
    """A row of the page's table."""

    faces: dict[Side, list[int]]
    hits: dict[Side, int]
    kept: dict[Side, int]
    damage: dict[Side, int]
    hp: dict[Side, int]


@cache
def text(page: str) -> str:
    return (files("ironbottom.rules") / page).read_text("utf-8")


def rounds(page: str) -> list[RoundRow]:
    """The rows of the table, in order."""
    found = []
    for row in re.findall(r"^\| \d \|.*$", text(page), re.MULTILINE):
        cells = [cell.strip() for cell in row.strip("| ").split("|")][1:]
        (us, us_hits, us_kept), (jp, jp_hits, jp_kept) = cells[:3], cells[3:6]
        (us_damage, us_hp), (jp_damage, jp_hp) = [map(int, cell.split("/")) for cell in cells[6:]]
        found.append(RoundRow(
            {US: [*map(int, us.split())], JP: [*map(int, jp.split())]}, {US: int(us_hits), JP: int(jp_hits)},
            {US: int(us_kept), JP: int(jp_kept)}, {US: us_damage, JP: jp_damage}, {US: us_hp, JP: jp_hp},
        ))  # fmt: skip
    return found


def fight(dice: list[int]) -> tuple[Game, dict[Side, Token]]:
    """A US Escort and a Japanese Sea Control formation; the guns of the first segment."""
    t = LaidTable()
    tokens = {
        US: t.us.ship(NAMES[US], detected=True, task=SeaTask.ESCORT),
        JP: t.jp.ship(NAMES[JP], detected=True, task=SeaTask.CONTROL),
    }
    return t.play(SeaSegment(attacker=US, part="control", weapon="surface"), dice=dice), tokens


def stay(g: Game) -> None:
    """Neither side tries to get away."""
    for side in (US, JP):
        assert window(g) == {side: "28"}
        g.answer(side, ())


@pytest.mark.parametrize("page", PAGES)
def test_its_fight_is_fought_as_it_is_told(page: str) -> None:
    """§3.1, §3.2, §3.8, §9.2, §18.4(a)(4), §18.4(a)(5)  Dice, hits, what is kept, damage; the check that ends it."""
    told = rounds(page)
    assert len(told) == 2
    g, tokens = fight([face for one in told for side in (US, JP) for face in one.faces[side]] + [LAST])
    for n, one in enumerate(told):
        stay(g)
        for side, thrown in zip((US, JP), only(g, Rolled)[2 * n :], strict=True):
            row = g.forces[side].formations[tokens[side]]
            assert (thrown.side, [*thrown.faces]) == (side, one.faces[side])
            assert (thrown.hits, thrown.left) == (one.hits[side], one.kept[side])
            assert (row.damage, row.values.hp) == (one.damage[side], one.hp[side])
    g.answer(US, ())
    g.answer(JP, (tokens[JP],))
    assert rolls(g)[-1] == ("speed", [LAST])
    assert [e.tokens for e in only(g, Withdrew)] == [(tokens[JP],)]
    assert (g.asked, dice_left(g)) == ({}, 0)


def test_its_cards_have_the_values_that_it_names() -> None:
    """§2.2, §4.5  And what damage leaves of them."""
    g, tokens = fight([1] * 5)
    us, jp = (g.forces[side].formations[tokens[side]].values for side in (US, JP))
    assert jp.surface is not None
    page = " ".join(text("TEN_MINUTES.md").split())
    assert f"{NAMES[US]} (Surface {us.surface}, HP {us.hp}) is Escort" in page
    assert f"{NAMES[JP]} (Surface {jp.surface}, Speed {jp.speed}, HP {jp.hp}) is Sea Control" in page
    first, second = rounds("TEN_MINUTES.md")
    assert f"Surface {jp.surface} - {first.damage[JP]} = {jp.surface - first.damage[JP]}, yet" in page
    assert f"Speed {jp.speed} - {second.damage[JP]} is 1. The one die shows {LAST}:" in page


def test_it_is_short() -> None:
    """One page: ten minutes of a person who reads 160 words in one."""
    assert 1_200 < len(text("TEN_MINUTES.md").split()) < 1_650
