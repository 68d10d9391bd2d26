"""§18.1 to §18.3, §18.5  Who attends a landing, the tasks, the order of the segments, and what is skipped."""

from __future__ import annotations

import pytest

from ironbottom.events import Rolled, Tasked, Turned
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.rules.s18_landing import LandingPhase
from ironbottom.words import Token
from tests.support.table import LaidTable, Side, dice_left, only, rolls, shape, window

US, JP = Side.US, Side.JP


def landing(t: LaidTable, *dice: int, on: str = "Buka") -> Game:
    """The US lands on a Japanese base."""
    target = t.base_of(JP, on) if on in [b.card.name for b in t.jp.forces.bases.values()] else t.jp.base(on)
    return t.play(LandingPhase(attacker=US), dice=list(dice), target=target)


def task(g: Game, side: Side, token: Token) -> str | None:
    return g.forces[side].formations[token].task


def test_18_1_1_detected_front_formations_attend_whether_they_want_or_not() -> None:
    """§18.1(1), R-48  Detected ones in FRONT, transports too; not unseen ones, not MIDDLE."""
    t = LaidTable()
    ship = t.us.ship("Helena & Boise", "FRONT", detected=True)
    army = t.us.ship("South Pacific Reinforcement", "FRONT")
    hidden = t.us.ship("Wasp", "FRONT")
    t.us.ship("Hornet", "MIDDLE", detected=True)
    g = landing(t)
    g.answer(US, ())
    assert (window(g), list(shape(g, US).choices)) == ({US: "27"}, [ship])
    assert (task(g, US, army), task(g, US, hidden)) == ("support", None)


def test_18_1_2_first_the_attacker_then_the_defender_may_reveal() -> None:
    """§18.1(2), R-7, §20.6  Any of the unseen ones in FRONT; who is revealed attends; default none."""
    t = LaidTable()
    one, two = t.us.ship("Helena & Boise", "FRONT"), t.us.ship("Wasp", "FRONT")
    chokai = t.jp.ship("Chokai", "FRONT")
    t.jp.ship("Zuiho", "MIDDLE")
    g = landing(t)
    assert (window(g), shape(g, US).items, g.default(US)) == ({US: "26"}, (one, two), ())
    g.answer(US, (two,))
    assert (window(g), shape(g, JP).items, g.default(JP)) == ({JP: "26"}, (chokai,), ())
    g.answer(JP, (chokai,))
    assert [e.token for e in only(g, Turned)] == [two, chokai]
    assert list(shape(g, US).choices) == [two]


def test_18_1_2_nobody_is_asked_without_an_unseen_front_formation() -> None:
    """§18.1(2), §20.1  Everything in both FRONT lines is detected: the first question is that for the tasks."""
    t = LaidTable()
    t.us.ship("Helena & Boise", "FRONT", detected=True)
    t.us.ship("Wasp", "MIDDLE")
    t.jp.ship("Zuiho", "REAR")
    assert window(landing(t)) == {US: "27"}


def test_18_1_3_only_the_target_base_attends() -> None:
    """§18.1(3)  Lae is beside the target Buka, and never fires."""
    t = LaidTable()
    lae = t.jp.base("Lae")
    t.us.ship("South Pacific Reinforcement", "FRONT")
    g = landing(t, 1, 1, 1, 1)
    g.answer(US, g.default(US))
    base = t.base_of(JP, "Buka")
    fired = [e.by for e in only(g, Rolled) if e.side is JP]
    assert fired == [base, base]
    assert lae not in fired


def test_18_2_the_order_of_the_segments() -> None:
    """§18.2  Tasks; sea control; intercept, each with guns, then torpedoes; bombardment; landing; land combat."""
    t = LaidTable()
    escort = t.us.ship("Australia & Canberra", "FRONT", detected=True)
    pair = t.us.ship("South Pacific Reinforcement", "FRONT", escort="us/desron-4")
    guard = t.jp.ship("Furutaka & Kako", "FRONT", detected=True)
    fighter = t.jp.ship("Aoba & Kinugasa", "FRONT", detected=True)
    g = landing(t, *[1] * 16)
    windows = []
    while g.asked:
        side = next(iter(g.asked))
        windows.append(g.window(side))
        if windows[-1] == "27" and side is US:
            g.answer(US, {escort: "escort"})
        elif windows[-1] == "27":
            g.answer(JP, {guard: "control", fighter: "intercept"})
        else:
            g.answer(side, g.default(side))
    assert [ability for ability, _ in rolls(g)] == [
        "surface", "surface", "torp", "torp", "surface", "torp", "land", "tb", "tb", "army", "garrison",
    ]
    assert [w for i, w in enumerate(windows) if i == 0 or windows[i - 1] != w] == [
        "27", "28", "29", "28", "29", "28", "30", "31",
    ]
    assert pair not in g.forces[US].formations


def test_18_3_1_escort_or_landing_support_but_transports_always_support() -> None:
    """§18.3(1), R-21, §20.6  Transports, alone or in a pair, are not asked for; default Landing Support."""
    t = LaidTable()
    ship = t.us.ship("Helena & Boise", "FRONT", detected=True)
    army = t.us.ship("South Pacific Reinforcement", "FRONT")
    pair = t.us.ship("Code Breakers", "FRONT", escort="us/desron-4")
    g = landing(t)
    assert only(g, Tasked)[0].tasks == ((army, "support"), (pair, "support"))
    assert shape(g, US).choices == {ship: ("support", "escort")}
    assert g.default(US) == {ship: "support"}
    with pytest.raises(IllegalAnswer, match=r"^§18\.3\(1\)"):
        g.answer(US, {ship: "support", army: "escort"})


def test_18_3_2_then_the_defender_gives_sea_control_or_intercept() -> None:
    """§18.3(2), §20.6  His transports get a task too; default Intercept."""
    t = LaidTable()
    t.us.ship("Helena & Boise", "FRONT", detected=True)
    chokai = t.jp.ship("Chokai", "FRONT", detected=True)
    army = t.jp.ship("Eighth Fleet Reinforcement", "FRONT")
    g = landing(t)
    g.answer(US, g.default(US))
    assert (window(g), shape(g, JP).choices) == ({JP: "27"}, dict.fromkeys((chokai, army), ("intercept", "control")))
    assert g.default(JP) == {chokai: "intercept", army: "intercept"}


def test_18_5_without_a_defending_formation_the_sea_segments_are_skipped() -> None:
    """§18.5  Only the base attends: after the tasks comes the bombardment."""
    t = LaidTable()
    t.us.ship("Helena & Boise", "FRONT", detected=True)
    t.jp.ship("Zuiho", "MIDDLE", detected=True)
    g = landing(t)
    g.answer(US, g.default(US))
    assert window(g) == {US: "30"}


def test_18_5_without_guns_on_landing_support_no_bombardment() -> None:
    """§18.5  Transports alone have Land `-`: the first question is who lands."""
    t = LaidTable()
    t.us.ship("South Pacific Reinforcement", "FRONT")
    assert window(landing(t)) == {US: "31"}


def test_18_5_no_transports_named_ends_the_landing() -> None:
    """§18.5  Nobody goes ashore: no fire of the base, and everything stands in FRONT without a task."""
    t = LaidTable()
    army = t.us.ship("South Pacific Reinforcement", "FRONT")
    g = landing(t)
    g.answer(US, ())
    assert not g.asked
    assert (rolls(g), task(g, US, army), int(g.state.target)) == ([], None, 0)


def test_18_5_no_transports_at_all() -> None:
    """§18.5  Without Landing Support transports the landing ends after the bombardment: no window 31."""
    t = LaidTable()
    ship = t.us.ship("Helena & Boise", "FRONT", detected=True)
    g = landing(t)
    g.answer(US, {ship: "support"})
    g.answer(US, "none")
    assert (g.asked, dice_left(g)) == ({}, 0)
