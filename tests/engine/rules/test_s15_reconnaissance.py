"""§15.1, §15.2  Search flights, their interception, and what happens over a searched line."""

from __future__ import annotations

import pytest

from ironbottom.events import Aimed, Event, Faced, Flew, LineBegan, Rolled, ShotDown, Turned, Withdrew
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.rules.s15_reconnaissance import Reconnaissance, SearchedLine, SearchedLines
from ironbottom.state import Airplane
from ironbottom.words import Token
from tests.support.table import (
    FRONT,
    MIDDLE,
    REAR,
    LaidTable,
    Side,
    Task,
    dice_left,
    only,
    replace,
    rolls,
    shape,
    window,
)

US, JP = Side.US, Side.JP
HERE = FRONT[JP]
SEARCH, MEET = Task.SEARCH, Task.INTERCEPT


def over_the_front(t: LaidTable, *dice: int) -> Game:
    """The searched Japanese FRONT line, from its beginning."""
    return t.play(SearchedLine(phasing=US, line=HERE), dice=list(dice))


def airplane(g: Game, side: Side, token: Token) -> Airplane:
    return g.forces[side].airplanes[token]


def seen(g: Game, *tokens: Token) -> list[bool]:
    return [g.forces[JP].formations[token].detected for token in tokens]


def test_15_1_1_searchers_fly_to_enemy_lines_in_range_that_hold_an_unseen_formation() -> None:
    """§15.1(1), R-29  Fortress (Range 3) and Lightning (Range 2) in FRONT; MIDDLE holds only a detected formation."""
    t = LaidTable()
    fortress, lightning, _ = t.us.load(
        t.base_of(US, "Port Moresby"), ["Flying Fortress", "Lightning", "Airacobra"]
    )
    t.jp.ship("Chokai", "FRONT")
    t.jp.ship("Atago & Takao", "MIDDLE", detected=True)
    t.jp.ship("Zuiho", "REAR")
    g = t.play(Reconnaissance(phasing=US))
    assert window(g) == {US: "8"}
    assert shape(g, US).choices == {fortress: ("stay", FRONT[JP], REAR[JP]), lightning: ("stay", FRONT[JP])}


def test_15_1_1_a_carrier_airplane_searches_with_one_less_from_a_base() -> None:
    """§15.1(1), §5.5, R-17  Dauntless (Range 2): from a base in FRONT only 1, from a ship in FRONT 2."""
    t = LaidTable()
    (on_base,) = t.us.load(t.base_of(US, "Port Moresby"), ["Dauntless"])
    (on_ship,) = t.us.load(t.us.ship("Hornet", "FRONT"), ["Dauntless"])
    t.jp.ship("Chokai", "FRONT")
    t.jp.ship("Zuiho", "MIDDLE")
    g = t.play(Reconnaissance(phasing=US))
    assert shape(g, US).choices == {on_base: ("stay", FRONT[JP]), on_ship: ("stay", FRONT[JP], MIDDLE[JP])}


def test_15_1_1_nobody_is_asked_without_an_unseen_formation() -> None:
    """§15.1(1), R-29  Only detected formations: the next question is window 14."""
    t = LaidTable()
    t.us.load(t.base_of(US, "Port Moresby"), ["Flying Fortress"])
    t.us.hand("SG Radar")
    t.jp.ship("Chokai", "FRONT", detected=True)
    assert window(t.play(Reconnaissance(phasing=US))) == {US: "14"}


def test_15_1_1_all_search_flights_are_declared_together_and_nobody_must_fly() -> None:
    """§15.1(1), §20.6  One answer for all; by default all stay; the flights show token, host and line."""
    t = LaidTable()
    base = t.base_of(US, "Port Moresby")
    fortress, lightning = t.us.load(base, ["Flying Fortress", "Lightning"])
    t.jp.ship("Chokai", "FRONT")
    g = t.play(Reconnaissance(phasing=US), dice=[1, 1, 1, 1])
    assert g.default(US) == {fortress: "stay", lightning: "stay"}
    with pytest.raises(IllegalAnswer, match=r"^§15\.1\(1\)"):
        g.answer(US, {fortress: HERE})
    g.answer(US, {fortress: HERE, lightning: HERE})
    assert only(g, Flew)[0].flights == ((fortress, base, HERE), (lightning, base, HERE))


def test_15_1_2_interceptors_fly_only_to_searched_lines_in_range() -> None:
    """§15.1(2)  A Zeke on Rabaul in FRONT may meet the searchers there; MIDDLE is not searched; Betty has no AirC."""
    t = LaidTable()
    (fortress,) = t.us.load(t.base_of(US, "Port Moresby"), ["Flying Fortress"])
    zeke, _ = t.jp.load(t.base_of(JP, "Rabaul"), ["Zeke", "Betty"])
    t.jp.ship("Chokai", "FRONT")
    t.jp.ship("Zuiho", "MIDDLE")
    g = t.play(Reconnaissance(phasing=US), dice=[1] * 11)
    g.answer(US, {fortress: HERE})
    assert window(g) == {JP: "9"}
    assert shape(g, JP).choices == {zeke: ("stay", HERE)}
    assert g.default(JP) == {zeke: "stay"}
    g.answer(JP, {zeke: HERE})
    told = [type(e) for e in only(g, Event) if isinstance(e, Flew | LineBegan)]
    assert told == [Flew, Flew, LineBegan]


def test_15_1_2_a_limited_airc_may_intercept() -> None:
    """§15.1(2), R-57  AirC 0 is an AirC: the airplane flies, and throws its one limited die."""
    t = LaidTable()
    (fortress,) = t.us.load(t.base_of(US, "Port Moresby"), ["Flying Fortress"])
    (pete,) = t.jp.load(t.jp.ship("Chokai", "FRONT"), ["Pete"])
    row = t.jp.forces.airplanes[pete]
    t.jp.forces.airplanes[pete] = replace(row, card=replace(row.card, airc=0))
    g = t.play(Reconnaissance(phasing=US), dice=[1, 1, 1, 5, 1, 1, 1, 1])
    g.answer(US, {fortress: HERE})
    assert shape(g, JP).choices == {pete: ("stay", HERE)}
    g.answer(JP, {pete: HERE})
    assert rolls(g)[1] == ("airc", [5])
    assert only(g, ShotDown) == []


def test_15_1_2_no_searchers_no_question() -> None:
    """§15.1(2)  When nobody searches, nobody is asked to intercept."""
    t = LaidTable()
    t.us.load(t.base_of(US, "Port Moresby"), ["Flying Fortress"])
    t.us.hand("SG Radar")
    t.jp.ship("Chokai", "FRONT", aboard=["Pete"])
    g = t.play(Reconnaissance(phasing=US))
    g.answer(US, g.default(US))
    assert window(g) == {US: "14"}


def test_15_2_1_the_phasing_side_chooses_the_next_line() -> None:
    """§15.2(1), §20.6  Two searched lines: window 10, front to rear by default; one left: no question."""
    t = LaidTable()
    t.us.fly("Catalina", MIDDLE[JP], SEARCH)
    t.us.fly("Catalina", FRONT[JP], SEARCH)
    t.jp.ship("Chokai", "FRONT")
    t.jp.ship("Zuiho", "MIDDLE")
    g = t.play(SearchedLines(phasing=US), dice=[1] * 8)
    assert window(g) == {US: "10"}
    assert (shape(g, US).options, g.default(US)) == ((FRONT[JP], MIDDLE[JP]), FRONT[JP])
    g.answer(US, MIDDLE[JP])
    assert [e.line for e in only(g, LineBegan)] == [MIDDLE[JP], FRONT[JP]]
    assert not g.asked


def test_15_2_1_airplanes_over_a_line_become_detected_when_it_begins() -> None:
    """§15.2(1), R-16  Those over the line that begins; those over the other line not yet."""
    t = LaidTable()
    near = t.us.fly("Dauntless", FRONT[JP], SEARCH, detected=False)
    far = t.us.fly("Dauntless", MIDDLE[JP], SEARCH, detected=False)
    zeke = t.jp.fly("Zeke", FRONT[JP], MEET, detected=False)
    t.jp.ship("Chokai", "FRONT")
    t.jp.ship("Zuiho", "MIDDLE")
    g = t.play(SearchedLines(phasing=US), dice=[4, 4, 1, 1, 1, 1, 1])
    g.answer(US, FRONT[JP])
    assert [e.airplanes for e in only(g, Faced)] == [((near, "us/dauntless"),), ((zeke, "jp/zeke"),)]
    assert not airplane(g, US, far).detected


def test_15_2_2_interceptors_are_aimed_and_ordered_anew_each_round() -> None:
    """§15.2(2), §20.6  Two interceptors: window 11; every one is aimed; the order is that of the answer."""
    t = LaidTable()
    scout = t.us.fly("Catalina", HERE, SEARCH)
    first, second = t.jp.fly("Rufe", HERE, MEET), t.jp.fly("Rufe", HERE, MEET)
    t.jp.ship("Chokai", "FRONT")
    g = over_the_front(t, 4, 1, 1, 1, 4, 1, 1, 4, 1)
    assert window(g) == {JP: "11"}
    assert g.default(JP) == ((first, scout), (second, scout))
    with pytest.raises(IllegalAnswer):
        g.answer(JP, ((first, scout),))
    g.answer(JP, ((second, scout), (first, scout)))
    assert only(g, Aimed)[0].aims == ((second, scout), (first, scout))
    assert [e.by for e in only(g, Rolled) if e.ability == "airc"] == [second, first]
    g.answer(US, ())
    g.answer(JP, ())
    assert window(g) == {JP: "11"}


def test_15_2_2_one_against_one_is_no_question() -> None:
    """§15.2(2), §20.1, R-58  One interceptor and one searcher: everybody sees the only aim."""
    t = LaidTable()
    scout, zeke = t.us.fly("Catalina", HERE, SEARCH), t.jp.fly("Zeke", HERE, MEET)
    t.jp.ship("Chokai", "FRONT")
    g = over_the_front(t, 4, 1, 1, 1, 4, 1, 1, 1, 1)
    assert only(g, Aimed)[0].aims == ((zeke, scout),)
    assert window(g) == {US: "13"}


def test_15_2_3_two_interceptors_on_a_searcher_with_anti_air_2() -> None:
    """§15.2(3), R-50  First exchange two dice, second what is left, next round two again."""
    t = LaidTable()
    scout = t.us.fly("Dauntless", HERE, SEARCH)
    a, b = t.jp.fly("Zeke", HERE, MEET), t.jp.fly("Zeke", HERE, MEET)
    t.jp.ship("Chokai", "FRONT")
    g = over_the_front(t, 4, 1, 1, 1, 4, 4, 2, 1, 2, 3, 4, 3, 1, 4, 1, 1, 4)
    g.answer(JP, ((a, scout), (b, scout)))
    assert rolls(g) == [("recon", [4]), ("airc", [1, 1, 1, 4]), ("air", [4, 2]), ("airc", [1, 2, 3, 4]), ("air", [3])]
    g.answer(US, ())
    g.answer(JP, ())
    g.answer(JP, ((a, scout), (b, scout)))
    assert rolls(g)[5:] == [("recon", [1]), ("airc", [4]), ("air", [1, 1]), ("airc", [4])]


def test_15_2_3_an_interceptor_whose_target_is_down_keeps_its_attempts() -> None:
    """§15.2(3)  The second Zeke has no shot, and four dice in the next round against another searcher."""
    t = LaidTable()
    one, two = t.us.fly("Dauntless", HERE, SEARCH), t.us.fly("Avenger", HERE, SEARCH)
    a, b = t.jp.fly("Zeke", HERE, MEET), t.jp.fly("Zeke", HERE, MEET)
    t.jp.ship("Chokai", "FRONT")
    g = over_the_front(t, 4, 4, 5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 1, 1, 4)
    g.answer(JP, ((a, one), (b, one)))
    assert [e.airplanes for e in only(g, ShotDown)] == [((one, "us/dauntless"),)]
    g.answer(US, ())
    g.answer(JP, ())
    g.answer(JP, ((b, two), (a, two)))
    assert rolls(g)[4:] == [("recon", [1]), ("airc", [1, 1, 1, 4]), ("air", [1, 1]), ("airc", [4])]


def test_15_2_3_hits_of_several_searchers_add_and_attempts_go_with_their_card() -> None:
    """§15.2(3), R-1  Catalina (4 dice) and Dauntless (1 die) find together; each rolls for itself."""
    t = LaidTable()
    t.us.fly("Catalina", HERE, SEARCH)
    t.us.fly("Dauntless", HERE, SEARCH)
    one, two, three = [t.jp.ship(name, "FRONT") for name in ("Chokai", "Zuiho", "Ryujo")]
    g = over_the_front(t, 5, 1, 1, 1, 6)
    assert rolls(g) == [("recon", [5, 1, 1, 1]), ("recon", [6])]
    assert seen(g, one, two, three) == [True, True, True]


def test_15_2_3_a_limited_searcher_stays_limited_beside_others() -> None:
    """§15.2(3), R-1  Recon 0 throws its own single die: a 5 is nothing for it, and its attempt is gone."""
    t = LaidTable()
    weak = t.us.fly("Dauntless", HERE, SEARCH)
    row = t.us.forces.airplanes[weak]
    t.us.forces.airplanes[weak] = replace(row, card=replace(row.card, recon=0))
    t.us.fly("Dauntless", HERE, SEARCH)
    unseen = t.jp.ship("Chokai", "FRONT")
    g = over_the_front(t, 5, 4)
    assert seen(g, unseen) == [False]
    assert airplane(g, US, weak).task is Task.WITHDRAWN


def test_15_2_3_each_exchange_is_simultaneous() -> None:
    """§15.2(3), R-3  Zeke and scout hit each other in one exchange: both are down."""
    t = LaidTable()
    t.us.fly("Dauntless", HERE, SEARCH)
    t.jp.fly("Zeke", HERE, MEET)
    t.jp.ship("Chokai", "FRONT")
    g = over_the_front(t, 1, 5, 1, 1, 1, 5, 1)
    assert (g.forces[US].airplanes, g.forces[JP].airplanes) == ({}, {})
    assert not g.asked


def test_15_2_3_ships_and_bases_never_fire_at_searchers() -> None:
    """§15.2(3)  Rabaul (Air 4) and a detected cruiser stand in the line: only Recon is rolled."""
    t = LaidTable()
    t.us.fly("Catalina", HERE, SEARCH)
    t.jp.ship("Atago & Takao", "FRONT", detected=True)
    t.jp.ship("Chokai", "FRONT")
    g = over_the_front(t, 1, 2, 3, 1)
    assert rolls(g) == [("recon", [1, 2, 3, 1])]


def test_15_2_4_hits_turn_formations_one_by_one_as_the_searcher_chooses() -> None:
    """§15.2(4), R-35  Three unseen and two hits: asked twice in window 12; at random by default."""
    t = LaidTable()
    t.us.fly("Dauntless", HERE, SEARCH)
    one, two, three = [t.jp.ship(name, "FRONT") for name in ("Chokai", "Zuiho", "Ryujo")]
    g = over_the_front(t, 6)
    assert (window(g), set(shape(g, US).options)) == ({US: "12"}, {one, two, three})
    assert g.default(US) in {one, two, three}
    g.answer(US, three)
    assert (window(g), set(shape(g, US).options)) == ({US: "12"}, {one, two})
    g.answer(US, one)
    assert seen(g, one, two, three) == [True, False, True]
    assert window(g) == {US: "13"}


def test_15_2_4_no_question_with_as_many_hits_as_unseen_formations_and_surplus_hits_are_lost() -> None:
    """§15.2(4), R-35  Three hits, two unseen formations: both are turned and the line ends."""
    t = LaidTable()
    t.us.fly("Catalina", HERE, SEARCH)
    one, two = t.jp.ship("Chokai", "FRONT"), t.jp.ship("Zuiho", "FRONT")
    elsewhere = t.jp.ship("Ryujo", "MIDDLE")
    g = over_the_front(t, 5, 5, 5, 4)
    assert seen(g, one, two, elsewhere) == [True, True, False]
    assert not g.asked


def test_15_2_4_a_searcher_that_is_shot_down_has_still_searched() -> None:
    """§15.2(4), R-3  The Dauntless finds Chokai in the round in which the Zeke shoots it down."""
    t = LaidTable()
    t.us.fly("Dauntless", HERE, SEARCH)
    t.jp.fly("Zeke", HERE, MEET)
    chokai = t.jp.ship("Chokai", "FRONT")
    g = over_the_front(t, 5, 5, 1, 1, 1, 1, 1)
    assert [e.token for e in only(g, Turned)] == [chokai]
    assert g.forces[US].airplanes == {}


def test_15_2_5_withdrawals_first_the_phasing_side_then_the_other() -> None:
    """§15.2(5), §20.6  Window 13 after the round, none by default."""
    t = LaidTable()
    t.us.fly("Catalina", HERE, SEARCH)
    two = t.us.fly("Catalina", HERE, SEARCH)
    zeke = t.jp.fly("Zeke", HERE, MEET)
    t.jp.ship("Chokai", "FRONT")
    g = over_the_front(t, 4, 1, 1, 1, 4, 1, 1, 1, 4, 1, 1, 1, 1, 1)
    g.answer(JP, g.default(JP))
    assert (window(g), g.default(US)) == ({US: "13"}, ())
    g.answer(US, (two,))
    assert (window(g), g.default(JP)) == ({JP: "13"}, ())
    g.answer(JP, (zeke,))
    assert [e.tokens for e in only(g, Withdrew)][:2] == [(two,), (zeke,)]


def test_15_2_5_without_attempts_an_airplane_must_withdraw() -> None:
    """§15.2(5)  The Catalina that lost all four dice is withdrawn; the other one may choose."""
    t = LaidTable()
    spent, other = t.us.fly("Catalina", HERE, SEARCH), t.us.fly("Catalina", HERE, SEARCH)
    t.jp.ship("Chokai", "FRONT")
    g = over_the_front(t, 1, 2, 3, 1, 4, 1, 1, 1)
    assert only(g, Withdrew)[0].tokens == (spent,)
    assert shape(g, US).items == (other,)


def test_15_2_6_the_line_ends_when_no_unseen_formation_is_left() -> None:
    """§15.2(6)  Searchers and interceptors are then withdrawn, attempts or not."""
    t = LaidTable()
    scout, zeke = t.us.fly("Catalina", HERE, SEARCH), t.jp.fly("Zeke", HERE, MEET)
    t.jp.ship("Chokai", "FRONT")
    g = over_the_front(t, 5, 4, 4, 4, 4, 4, 4, 4, 4)
    assert not g.asked
    assert airplane(g, US, scout).task is airplane(g, JP, zeke).task is Task.WITHDRAWN


def test_15_2_6_the_line_ends_when_no_searcher_is_left() -> None:
    """§15.2(6)  All searchers withdraw: Japan is not asked for its own, they are withdrawn with the line."""
    t = LaidTable()
    scout, zeke = t.us.fly("Catalina", HERE, SEARCH), t.jp.fly("Zeke", HERE, MEET)
    unseen = t.jp.ship("Chokai", "FRONT")
    g = over_the_front(t, 4, 4, 4, 4, 4, 4, 4, 4, 4)
    g.answer(US, (scout,))
    assert not g.asked
    assert airplane(g, JP, zeke).task is Task.WITHDRAWN
    assert (seen(g, unseen), dice_left(g)) == ([False], 0)
