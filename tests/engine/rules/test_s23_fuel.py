"""§23.13  Fuel: what Japan's moves cost, by what both sides see."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.position import from_text, to_text
from ironbottom.rules import new_game
from ironbottom.rules.s14_deployment import Deployment
from ironbottom.sight import view
from ironbottom.state import InForce
from ironbottom.variant import varied
from ironbottom.words import Token
from tests.support.table import FRONT, MIDDLE, REAR, LaidTable, Side, shape, window

US, JP = Side.US, Side.JP
DONE = ("done",)


def table(fuel: int, *, phasing: Side = JP, rule: bool = True) -> LaidTable:
    """So much fuel is left of 24."""
    t = LaidTable(varied(card_set("full"), ["fuel:24"] if rule else []), phasing=phasing)
    if rule:
        t.state.in_force = (InForce("fuel", JP, fuel, "game"),)
    return t


def deploy(t: LaidTable, *steps: tuple[str | int, ...], side: Side = JP) -> Game:
    """The ship segment with these steps, at the next question of it or after the deployment."""
    g = t.play(Deployment(phasing=side))
    for step in steps:
        g.answer(side, step)
    return g


def shown(t: LaidTable, *steps: tuple[str | int, ...], side: Side = JP) -> int:
    """What is left when the deployment is over."""
    g = deploy(t, *steps, DONE, side=side)
    while g.asked:
        assert window(g) == {side: "6"}
        g.answer(side, DONE)
    (effect,) = [e for e in view(g, US).in_force if e.does == "fuel"]
    assert effect.side is JP
    return effect.n


def test_23_13_japan_begins_with_it_and_it_lies_open() -> None:
    """§23.13  From the first question on, for both and for whoever looks on; without the rule there is none."""
    g = new_game(varied(card_set("core"), ["fuel:30"]), bytes(32))
    for viewer in (US, JP, None):
        assert [(e.does, e.side, e.n) for e in view(g, viewer).in_force] == [("fuel", JP, 30)]
    assert view(new_game(card_set("core"), bytes(32)), US).in_force == ()


def test_23_13_each_card_that_changes_lines_costs_one() -> None:
    """§23.13  A detected ship and an unseen one: 2; a pair is two cards."""
    t = table(10)
    one, two = t.jp.ship("Chokai", "REAR", detected=True), t.jp.ship("Maya", "REAR")
    t.jp.ship("Aoba & Kinugasa", "REAR")
    assert shown(t, ("move", one, FRONT[JP]), ("move", two, MIDDLE[JP])) == 8
    for detected in (False, True):
        t = table(10)
        pair = t.jp.ship("Kongo & Haruna", "REAR", escort="Jintsu & destroyers", detected=detected)
        assert shown(t, ("move", pair, FRONT[JP])) == 8


def test_23_13_a_battleship_costs_no_more_than_a_cruiser() -> None:
    """§23.13  What a card is, does not matter."""
    for name in ("Yamato & Mutsu", "Maya"):
        t = table(10)
        assert shown(t, ("move", t.jp.ship(name, "REAR"), FRONT[JP])) == 9


def test_23_13_unseen_ships_may_change_places_and_detected_ones_not() -> None:
    """§23.13, §7.4  Two unseen ones that change places leave the table as it was; of a detected one it is seen."""
    for detected, left in ((False, 10), (True, 8)):
        t = table(10)
        one = t.jp.ship("Chokai", "REAR", detected=detected)
        two = t.jp.ship("Maya", "FRONT")
        assert shown(t, ("move", one, FRONT[JP]), ("move", two, REAR[JP])) == left


def test_23_13_who_is_revealed_counts_as_unseen() -> None:
    """§23.13, §14.2(4)  Chokai comes to FRONT, Maya goes to REAR and is turned: nobody can say who was where."""
    t = table(10)
    one, two = t.jp.ship("Chokai", "REAR"), t.jp.ship("Maya", "FRONT")
    assert shown(t, ("move", one, FRONT[JP]), ("move", two, REAR[JP]), ("reveal", two)) == 10


def test_23_13_only_where_a_card_lies_in_the_end_is_paid_for() -> None:
    """§23.13  Moved on, moved back, taken back: one, none, none."""
    t = table(10)
    one = t.jp.ship("Chokai", "REAR")
    assert shown(t, ("move", one, MIDDLE[JP]), ("move", one, FRONT[JP])) == 9
    t = table(10)
    one = t.jp.ship("Chokai", "REAR")
    assert shown(t, ("move", one, MIDDLE[JP]), ("move", one, REAR[JP])) == 10
    t = table(10)
    one = t.jp.ship("Chokai", "REAR")
    assert shown(t, ("move", one, MIDDLE[JP]), ("undo",)) == 10


def test_23_13_an_escort_that_joins_moves_and_a_parting_does_not() -> None:
    """§23.13, §8.2"""
    t = table(10)
    escort, leader = t.jp.ship("Jintsu & destroyers", "REAR"), t.jp.ship("Kongo & Haruna", "FRONT")
    assert shown(t, ("pair", escort, leader)) == 9
    t = table(10)
    pair = t.jp.ship("Kongo & Haruna", "REAR", escort="Jintsu & destroyers")
    assert shown(t, ("part", pair)) == 10
    t = table(10)
    pair = t.jp.ship("Kongo & Haruna", "REAR", escort="Jintsu & destroyers")
    assert shown(t, ("part", pair), ("move", pair, FRONT[JP])) == 9


def test_23_13_no_step_that_the_fuel_does_not_pay_for() -> None:
    """§23.13, §14.2(2), §14.2(3)  With 1 left: one card; the pair stays, and so does the escort of a distant leader."""
    t = table(1)
    one, pair = t.jp.ship("Chokai", "REAR"), t.jp.ship("Kongo & Haruna", "REAR", escort="Jintsu & destroyers")
    lone = t.jp.ship("Nagara & destroyers", "FRONT")
    g = deploy(t)
    assert set(shape(g, JP).steps["move"]) == {one, lone}
    g.answer(JP, ("move", one, FRONT[JP]))
    assert set(shape(g, JP).steps["move"]) == {one, lone}
    assert shape(g, JP).steps["move"][lone] == (MIDDLE[JP], REAR[JP])  # by what is seen, still one card has moved
    assert set(shape(g, JP).steps) == {"move", "pair", "part", "reveal"}
    assert shape(g, JP).steps["pair"] == {lone: (one,)}
    with pytest.raises(IllegalAnswer, match=r"^§14\.2\(1\)"):
        g.answer(JP, ("move", pair, FRONT[JP]))
    g.answer(JP, ("undo",))
    assert set(shape(g, JP).steps["move"]) == {one, lone}


def test_23_13_without_fuel_ships_stay_and_do_everything_else() -> None:
    """§23.13  With 0 left: pairs in a line, partings, reveals; and the number stays 0."""
    t = table(0)
    escort, leader = t.jp.ship("Jintsu & destroyers", "REAR"), t.jp.ship("Kongo & Haruna", "REAR")
    away = t.jp.ship("Maya", "FRONT")
    g = deploy(t)
    assert shape(g, JP).steps == {"pair": {escort: (leader,)}, "reveal": {escort: (), leader: (), away: ()}}
    assert shown(t, ("pair", escort, leader)) == 0


def test_23_13_us_ships_need_none() -> None:
    """§23.13"""
    t = table(0, phasing=US)
    one = t.us.ship("Wasp", "REAR")
    g = deploy(t, ("move", one, FRONT[US]), DONE, side=US)
    assert [f.line for f in g.forces[US].formations.values()] == [FRONT[US]]
    assert [e.n for e in g.state.in_force] == [0]


def test_23_13_without_the_rule_nothing_is_paid() -> None:
    """§23.13, §14.2(2)"""
    t = table(0, rule=False)
    one = t.jp.ship("Chokai", "REAR")
    g = deploy(t, ("move", one, FRONT[JP]), DONE)
    assert (g.state.in_force, [f.line for f in g.forces[JP].formations.values()]) == ((), [FRONT[JP]])


def test_23_13_a_ship_that_a_division_of_damage_sinks_costs_nothing() -> None:
    """§23.13, §8.5  Jintsu goes down where it lay; Kongo moves alone."""
    t = table(10)
    pair = t.jp.ship("Kongo & Haruna", "REAR", escort="Jintsu & destroyers", damage=3)
    assert shown(t, ("part", pair, 0), ("move", pair, FRONT[JP])) == 9


def test_23_13_what_a_tokyo_express_takes_aboard_costs_nothing_in_this_deployment() -> None:
    """§23.13, §21.16  The enemy has seen a lone card before: one card pays, whichever it was that was loaded."""
    for start in ("REAR", "FRONT"):
        t = table(10)
        t.jp.hand("jp/tokyo-express", "Eighth Fleet Reinforcement")
        loaded = t.jp.ship("Jintsu & destroyers", start)
        other = t.jp.ship("Nagara & destroyers", "FRONT" if start == "REAR" else "REAR")
        express = ("express", "jp/eighth-fleet", loaded)
        moves = loaded if start == "REAR" else other
        assert shown(t, express, ("move", moves, FRONT[JP])) == 9
        t = table(10)
        t.jp.hand("jp/tokyo-express", "Eighth Fleet Reinforcement")
        loaded = t.jp.ship("Jintsu & destroyers", "REAR")
        assert shown(t, ("express", "jp/eighth-fleet", loaded), ("part", loaded), ("move", loaded, FRONT[JP])) == 10


def test_23_13_a_tokyo_express_changes_places_for_nothing() -> None:
    """§23.13, §21.16  The pair that was loaded and another one: the enemy sees what he would see if both had stayed."""
    for exchange in (False, True):
        t = table(10)
        t.jp.hand("jp/tokyo-express", "Eighth Fleet Reinforcement")
        loaded = t.jp.ship("Jintsu & destroyers", "REAR")
        other = t.jp.ship("Chokai", "FRONT", escort="Nagara & destroyers")
        places = (("move", loaded, FRONT[JP]), ("move", other, REAR[JP])) if exchange else ()
        assert shown(t, ("express", "jp/eighth-fleet", loaded), *places) == 10


def test_23_13_the_enemy_sees_the_payment_when_the_deployment_is_shown() -> None:
    """§23.13, §14.3(4)  Not before: in the private segments the number is the old one, for both."""
    t = table(10)
    one = t.jp.ship("Chokai", "REAR", aboard=())
    t.jp.hand("Zeke")
    g = deploy(t, ("move", one, FRONT[JP]), DONE)
    assert window(g) == {JP: "6"}
    assert {view(g, side).in_force[0].n for side in (US, JP)} == {10}
    g.answer(JP, DONE)
    assert {view(g, side).in_force[0].n for side in (US, JP)} == {9}


def test_23_13_it_outlasts_turns_and_stands_in_the_position() -> None:
    """§23.13, §20.3  No phase and no turn ends it, and the text of a position has it."""
    cards = varied(card_set("core"), ["fuel:30"])
    g = new_game(cards, bytes(32))
    while g.state.turn < 4:
        side = next(iter(g.asked))
        g.answer(side, g.default(side))
    assert [(e.does, e.n, e.ends) for e in g.state.in_force] == [("fuel", 30, "game")]
    again = from_text(to_text(g), cards)
    assert again.state.in_force == g.state.in_force
    assert to_text(again) == to_text(g)


def test_23_13_set_up_costs_nothing() -> None:
    """§23.13, §10.4"""
    g = new_game(varied(card_set("core"), ["fuel:6"]), bytes(32))
    while window(g).get(JP) != "2":
        side = next(iter(g.asked))
        g.answer(side, g.default(side))
    for token in [Token(int(str(t))) for t in shape(g, JP).steps["move"]]:
        g.answer(JP, ("move", token, FRONT[JP]))
    g.answer(JP, DONE)
    assert g.state.in_force[0].n == 6
