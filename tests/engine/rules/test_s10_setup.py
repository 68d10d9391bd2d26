"""§10  Set-up: sides, fleets, the first deployment in secret, first hands."""

from __future__ import annotations

import pytest

from ironbottom.catalog import card_set
from ironbottom.events import Drew, FleetDrawn, SetUpShown, SidesSettled, TurnBegan
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.printed import BaseCard, ShipCard
from ironbottom.rules.s10_setup import Setup
from ironbottom.rules.s12_turn import Match
from ironbottom.sight import NOTHING, seen, view
from ironbottom.words import Token
from tests.support.table import FRONT, MIDDLE, REAR, SEED, LaidTable, Side, new_game, only, shape, window

US, JP = Side.US, Side.JP
FIRST_HAND = ("Zeke", "Val", "Kate", "Betty", "Nell", "Jake", "Pete", "Rufe", "Mavis", "Emily", "Judy", "Hamp")


def laid(*fleet: str, whole: bool = False) -> Game:
    """A set-up with decks that are laid by hand; the US fleet deck is `fleet`."""
    t = LaidTable(bases=False)
    t.state.setting_up, t.state.turn = True, 0
    t.us.fleet_deck(*(fleet or ("Enterprise", "Wasp", "Atlanta & destroyers", "Saratoga", "Hornet")))
    t.jp.fleet_deck("Buin", "Yamato & Mutsu", "Shortland", "Shokaku", "Zuikaku", "Maya")
    t.us.air_deck("Wildcat", "Dauntless", "Catalina", "Hudson", "Avenger", "Corsair")
    t.jp.air_deck(*FIRST_HAND, "Oscar")
    return t.play(Match() if whole else Setup(ask_sides=False))


def both(g: Game, answer: tuple[str, ...] | str) -> None:
    for side in (US, JP):
        g.answer(side, answer)


def placing(*fleet: str) -> tuple[Game, dict[str, Token]]:
    """At window 2, both fleets kept; the US formations by name."""
    g = laid(*fleet)
    both(g, "keep")
    return g, {f.lead.name: f.token for f in g.forces[US].formations.values()}


@pytest.mark.parametrize(
    ("first", "second", "crossed"),
    [
        ("us", "jp", False),
        ("jp", "us", True),
        ("either", "us", True),
        ("jp", "either", True),
        ("either", "either", False),
    ],
)
def test_10_1_each_player_names_the_side_he_would_like(first: str, second: str, crossed: bool) -> None:
    """§10.1  Wishes that fit are granted; `crossed`: the first player plays Japan."""
    g = new_game(card_set("core"), SEED, ask_sides=True)
    assert window(g) == {US: "0", JP: "0"}
    g.answer(JP, second)
    g.answer(US, first)
    assert [(e.crossed, e.drawn) for e in only(g, SidesSettled)] == [(crossed, False)]


@pytest.mark.parametrize("wish", ["us", "jp"])
def test_10_1_if_both_want_the_same_side_chance_decides_before_anything_is_drawn(wish: str) -> None:
    """§10.1, R-65  Over twenty games it falls both ways; no fleet is drawn before."""
    outcomes = set()
    for n in range(20):
        g = new_game(card_set("core"), bytes([n]) * 32, ask_sides=True)
        assert g.events == []
        both(g, wish)
        (settled,) = only(g, SidesSettled)
        assert settled.drawn
        outcomes.add(settled.crossed)
    assert outcomes == {True, False}


def test_10_2_home_and_strategic_bases() -> None:
    """§10.2  Espiritu Santo and Port Moresby; Truk and Rabaul."""
    g = laid()
    for side, names in ((US, {"Espiritu Santo", "Port Moresby"}), (JP, {"Truk", "Rabaul", "Buin", "Shortland"})):
        assert {b.card.name for b in g.forces[side].bases.values()} == names


def test_10_3_drawing_four_three_eight_the_us_stops_at_fifteen() -> None:
    """§10.3  The third card makes it 12 or more; Henderson Field counts 8, once."""
    g = laid("Enterprise", "Wasp", "Henderson Field", "Saratoga")
    us = next(e for e in only(g, FleetDrawn) if e.side is US)
    assert us.cards == ("us/enterprise", "us/wasp", "us/henderson-field")
    assert [c.name for c in g.forces[US].fleet_deck] == ["Saratoga"]


def test_10_3_drawing_eight_and_four_the_us_stops_at_twelve() -> None:
    """§10.3  Two cards."""
    g = laid("Henderson Field", "Enterprise", "Wasp")
    us = next(e for e in only(g, FleetDrawn) if e.side is US)
    assert us.cards == ("us/henderson-field", "us/enterprise")


def test_10_3_japan_stops_at_eighteen() -> None:
    """§10.3  6 + 5 + 4 + 3."""
    g = laid()
    jp = next(e for e in only(g, FleetDrawn) if e.side is JP)
    assert jp.cards == ("jp/buin", "jp/yamato-mutsu", "jp/shortland", "jp/shokaku")


def test_10_3_a_side_may_draw_anew_once() -> None:
    """§10.3  All cards go back and are shuffled; the new fleet reaches 12 with its last card; only once."""
    g = laid("Henderson Field", "Enterprise")
    g.answer(US, "redraw")
    g.answer(JP, "keep")
    assert window(g) == {US: "2", JP: "2"}
    assert g.forces[US].redrew
    fleet = card_set("full").us.fleet
    on_table: list[ShipCard | BaseCard] = [b.card for b in g.forces[US].bases.values() if b.card.vp]
    on_table += [f.lead for f in g.forces[US].formations.values() if isinstance(f.lead, ShipCard)]
    assert sorted(c.id for c in (*on_table, *g.forces[US].fleet_deck)) == sorted(c.id for c in fleet)
    last = next(e for e in only(g, FleetDrawn) if e.again).cards[-1]
    total = sum(c.vp for c in on_table)
    assert total >= 12 > total - next(c.vp for c in fleet if c.id == last)


def test_10_3_the_strategic_base_follows_the_new_fleet() -> None:
    """§10.3, §5.2  It stands in MIDDLE exactly if the fleet drawn anew has a front base."""
    lines = set()
    for n in range(12):
        g = new_game(card_set("full"), bytes([n]) * 32)
        g.answer(US, "redraw")
        bases = [b for b in g.forces[US].bases.values() if b.card.name != "Espiritu Santo"]
        strategic = next(b for b in bases if b.card.name == "Port Moresby")
        assert strategic.line is (MIDDLE[US] if len(bases) > 1 else FRONT[US])
        lines.add(strategic.line)
    assert lines == {MIDDLE[US], FRONT[US]}


def test_10_3_another_answer_is_refused() -> None:
    """§10.3, §20.5"""
    g = laid()
    with pytest.raises(IllegalAnswer) as refused:
        g.answer(US, "again")
    assert refused.value.rule == "10.3"
    assert window(g) == {US: "1", JP: "1"}


def test_10_3_the_default_is_to_keep() -> None:
    """§20.6, §10.3  Window 1."""
    g = laid()
    assert (g.default(US), g.default(JP)) == ("keep", "keep")


def test_10_4_formations_stand_in_any_line_in_pairs_and_unseen() -> None:
    """§10.4  After both are done."""
    g, named = placing()
    g.answer(US, ("move", named["Enterprise"], FRONT[US]))
    g.answer(US, ("move", named["Wasp"], MIDDLE[US]))
    g.answer(US, ("pair", named["Atlanta & destroyers"], named["Enterprise"]))
    both(g, ("done",))
    found = {f.lead.name: (f.line, f.escort is not None, f.detected) for f in g.forces[US].formations.values()}
    assert found == {
        "Enterprise": (FRONT[US], True, False),
        "Wasp": (MIDDLE[US], False, False),
        "Saratoga": (REAR[US], False, False),
    }


def test_10_4_bases_stand_where_paragraph_5_2_says() -> None:
    """§10.4, §5.2"""
    g, _ = placing("Henderson Field", "Enterprise")
    both(g, ("done",))
    assert {b.card.name: b.line for b in g.forces[US].bases.values()} == {
        "Espiritu Santo": REAR[US], "Port Moresby": MIDDLE[US], "Henderson Field": FRONT[US],
    }


def test_10_4_steps_back() -> None:
    """§10.4, §14.2(1)  Each step can be taken back, the last first; without steps there is nothing to take back."""
    g, named = placing()
    start = dict(g.forces[US].formations)
    assert shape(g, US).words == ("done",)
    g.answer(US, ("move", named["Wasp"], FRONT[US]))
    moved = dict(g.forces[US].formations)
    g.answer(US, ("pair", named["Atlanta & destroyers"], named["Wasp"]))
    g.answer(US, ("undo",))
    assert g.forces[US].formations == moved
    g.answer(US, ("undo",))
    assert g.forces[US].formations == start
    with pytest.raises(IllegalAnswer) as refused:
        g.answer(US, ("undo",))
    assert refused.value.rule == "10.4"


def test_10_4_an_illegal_step_is_refused_and_changes_nothing() -> None:
    """§10.4, §14.2(2)  A line of the enemy or its own, an escort that is none, a pair that is none."""
    g, named = placing()
    before = dict(g.forces[US].formations)
    for wrong in (
        ("move", named["Wasp"], FRONT[JP]),
        ("move", named["Wasp"], before[named["Wasp"]].line),
        ("pair", named["Wasp"], named["Saratoga"]),
        ("part", named["Wasp"]),
    ):
        with pytest.raises(IllegalAnswer) as refused:
            g.answer(US, wrong)
        assert refused.value.rule == "10.4"
    assert g.forces[US].formations == before


def test_10_4_both_show_together() -> None:
    """§10.4, R-10  The side that is ready waits, and until then nothing is shown or drawn."""
    g, _ = placing()
    g.answer(US, ("done",))
    assert (window(g), g.state.setting_up) == ({JP: "2"}, True)
    assert only(g, SetUpShown) + only(g, Drew) == []
    g.answer(JP, ("done",))
    assert [(e.side, e.redrew, e.formations) for e in only(g, SetUpShown)] == [(US, False, 4), (JP, False, 2)]
    assert not g.state.setting_up


def test_10_4_before_both_are_ready_there_is_nothing_to_tell_the_other() -> None:
    """§10.4, R-38  Japan sees nothing of the US side, no deck, no base, no event; a spectator sees neither side."""
    g = laid()
    g.answer(US, "redraw")
    g.answer(JP, "keep")
    g.answer(US, ("done",))
    assert g.events is not None
    assert {e.side for e in seen(g.events, JP) if isinstance(e, FleetDrawn)} == {JP}
    assert seen(g.events, None) == []
    assert view(g, JP).us == view(g, None).jp == view(g, None).us == NOTHING
    assert view(g, JP).jp.fleet_deck == 2


def test_10_4_the_tokens_of_the_set_up_are_not_those_of_the_game() -> None:
    """§10.4, §7.4  What was placed in which order can't be read from the tokens."""
    g, named = placing()
    bases = set(g.forces[US].bases)
    both(g, ("done",))
    assert not set(named.values()) & set(g.forces[US].formations)
    assert not bases & set(g.forces[US].bases)


def test_10_4_two_ways_to_the_same_set_up_deal_the_same_tokens() -> None:
    """§10.4, §7.7, R-67  In which order bases and ships were drawn, and how the pairs came about, nobody sees."""
    seen_by_japan = []
    for fleet in (
        ("Tulagi", "Milne Bay", "Wasp", "Atlanta & destroyers", "Hornet", "Saratoga"),
        ("Atlanta & destroyers", "Milne Bay", "Wasp", "Tulagi", "Hornet", "Saratoga"),
    ):
        g, named = placing(*fleet)
        g.answer(US, ("move", named["Wasp"], FRONT[US]))
        if fleet[0] == "Tulagi":
            g.answer(US, ("pair", named["Atlanta & destroyers"], named["Hornet"]))
            g.answer(US, ("part", named["Hornet"]))
        both(g, ("done",))
        seen_by_japan.append([(b.token, b.card) for b in view(g, JP).us.bases] + [
            (f.token, f.line) for f in view(g, JP).us.formations
        ])
    assert seen_by_japan[0] == seen_by_japan[1]


def test_10_4_the_default_leaves_all_in_rear_without_pairs() -> None:
    """§20.6, §10.4  Window 2."""
    g, _ = placing()
    for side in (US, JP):
        g.answer(side, g.default(side))
    assert {(f.line, f.escort) for f in g.forces[US].formations.values()} == {(REAR[US], None)}


def test_10_5_first_hands() -> None:
    """§10.5  Three cards for the US, twelve for Japan."""
    g, _ = placing()
    both(g, ("done",))
    assert [c.name for c in g.forces[US].hand] == ["Wildcat", "Dauntless", "Catalina"]
    assert [c.name for c in g.forces[JP].hand] == list(FIRST_HAND)
    assert (len(g.forces[US].air_deck), len(g.forces[JP].air_deck)) == (3, 1)


def test_10_5_the_airplane_deck_is_shuffled() -> None:
    """§10.5  Two games with different seeds, the same cards in another order."""
    decks = [[c.id for c in new_game(card_set("full"), bytes([n]) * 32).forces[JP].air_deck] for n in (1, 2)]
    assert decks[0] != decks[1]
    assert sorted(decks[0]) == sorted(decks[1])


def test_10_6_the_us_plays_the_first_turn() -> None:
    """§10.6  It draws three."""
    g = laid(whole=True)
    both(g, "keep")
    both(g, ("done",))
    assert [(e.turn, e.side) for e in only(g, TurnBegan)] == [(1, US)]
    assert window(g) == {US: "3"}
