"""§23.1, §23.2, §23.9, §23.10  The optional rules of combat at sea, each with it and without it."""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.events import Aimed, Eliminated, Rolled, Withdrew
from ironbottom.flow import Game
from ironbottom.questions import Value
from ironbottom.rules.s18_sea_combat import Part, SeaSegment, Weapon
from ironbottom.rules.s23_at_sea import screened_aims
from ironbottom.variant import varied
from ironbottom.words import Token
from tests.support.table import LaidTable, SeaTask, Side, dice_left, only, rolls, shape, window

US, JP = Side.US, Side.JP
ESCORT, SUPPORT, CONTROL, INTERCEPT = SeaTask.ESCORT, SeaTask.SUPPORT, SeaTask.CONTROL, SeaTask.INTERCEPT


def table(*words: str, phasing: Side = US) -> LaidTable:
    return LaidTable(varied(card_set("full"), words), phasing=phasing)


def segment(t: LaidTable, part: Part, weapon: Weapon, *dice: int, attacker: Side = US) -> Game:
    return t.play(SeaSegment(attacker=attacker, part=part, weapon=weapon), dice=list(dice))


def us(t: LaidTable, name: str, task: SeaTask, damage: int = 0, escort: str | None = None) -> Token:
    return t.us.ship(name, "FRONT", detected=True, task=task, damage=damage, escort=escort)


def jp(t: LaidTable, name: str, task: SeaTask, damage: int = 0) -> Token:
    return t.jp.ship(name, "FRONT", detected=True, task=task, damage=damage)


def nobody_withdraws(g: Game) -> None:
    while g.asked and set(window(g).values()) == {"28"}:
        g.answer(next(iter(g.asked)), ())


def fought(g: Game) -> Game:
    """Nobody withdraws, and everybody aims at the first."""
    while g.asked:
        side = next(iter(g.asked))
        g.answer(side, () if window(g)[side] == "28" else g.default(side))
    return g


# §23.1  Long Lance


def lances(t: LaidTable, part: Part = "control", *, damage: int = 0) -> list[tuple[str, list[int]]]:
    """Myoko & Haguro (Torp 2) against a cruiser with Torp 1, torpedoes; all dice miss."""
    task, theirs = (CONTROL, ESCORT) if part == "control" else (INTERCEPT, SUPPORT)
    jp(t, "Myoko & Haguro", task, damage)
    us(t, "Australia & Canberra", theirs)
    return rolls(fought(segment(t, part, "torp", *[1] * (4 if part == "control" else 3))))


def test_23_1_an_undamaged_japanese_formation_rolls_one_attempt_more() -> None:
    """§23.1  Torp 2 throws three dice, in both torpedo segments; the Torp 1 of the US ship stays one."""
    assert lances(table("long-lance")) == [("torp", [1]), ("torp", [1, 1, 1])]
    assert lances(table("long-lance"), "intercept") == [("torp", [1, 1, 1])]


def test_23_1_without_the_rule_it_rolls_its_torp() -> None:
    """§23.1, §18.4(b)"""
    t = table()
    jp(t, "Myoko & Haguro", CONTROL)
    us(t, "Australia & Canberra", ESCORT)
    assert rolls(fought(segment(t, "control", "torp", 1, 1, 1))) == [("torp", [1]), ("torp", [1, 1])]


def test_23_1_ends_with_the_first_damage() -> None:
    """§23.1  With damage 1 a Torp of 2 is 1."""
    t = table("long-lance")
    jp(t, "Myoko & Haguro", CONTROL, damage=1)
    us(t, "Enterprise", ESCORT)
    assert rolls(fought(segment(t, "control", "torp", 1))) == [("torp", [1])]


def test_23_1_counts_once_and_not_for_guns() -> None:
    """§23.1, §3.8  In the second round what is maintained; guns throw their Surface."""
    t = table("long-lance")
    jp(t, "Myoko & Haguro", CONTROL)
    us(t, "Enterprise", ESCORT)
    torpedoes, fire = [SeaSegment(attacker=US, part="control", weapon=weapon) for weapon in ("torp", "surface")]
    g = fought(t.play(torpedoes, fire, dice=[4, 4, 1, 1, 1, 1, 1, 1, 1]))
    assert rolls(g)[:2] == [("torp", [4, 4, 1]), ("torp", [1, 1])]
    assert rolls(g)[2:] == [("surface", [1]), ("surface", [1, 1, 1])]


def test_23_1_a_torp_of_0_gains_nothing() -> None:
    """§23.1, §3.4  It stays a single limited die."""
    t = table("long-lance")
    token = jp(t, "Myoko & Haguro", CONTROL)
    f = t.jp.forces.formations[token]
    t.jp.forces.formations[token] = replace(f, values=replace(f.values, torp=0))
    us(t, "Enterprise", ESCORT)
    assert rolls(fought(segment(t, "control", "torp", 5))) == [("torp", [5])]


def test_23_1_adds_to_the_event_of_its_name() -> None:
    """§23.1, §21.12  Torp 2, 1 higher by the rule and by the card."""
    t = table("long-lance")
    jp(t, "Myoko & Haguro", CONTROL)
    us(t, "Enterprise", ESCORT)
    t.jp.hand("Long Lance")
    g = segment(t, "control", "torp", 1, 1, 1, 1)
    nobody_withdraws(g)
    g.answer(JP, ("play", t.jp.forces.hand[0].id))
    fought(g)
    assert rolls(g) == [("torp", [1, 1, 1, 1])]


# §23.2  Night column


def test_23_2_the_column_fires_before_all_others() -> None:
    """§23.2  Aoba sinks the damaged cruiser, which does not fire any more; without the rule it would have."""
    for words, thrown in ((("night-column",), 1), ((), 2)):
        t = table(*words)
        us(t, "Australia & Canberra", ESCORT, damage=3)
        jp(t, "Aoba & Kinugasa", CONTROL, damage=1)
        g = segment(t, "control", "surface", *([6] if words else [1]), *[6] * (3 - thrown))
        fought(g)
        assert len(only(g, Rolled)) == thrown
        assert [e.side for e in only(g, Eliminated)] == [US]


def test_23_2_who_is_damaged_by_it_takes_its_attempts_then() -> None:
    """§23.2, §3.8  Surface 2 less one hit: one die; then the ordinary second round with what was maintained."""
    t = table("night-column")
    cruiser = us(t, "Australia & Canberra", ESCORT)
    jp(t, "Aoba & Kinugasa", CONTROL)
    g = segment(t, "control", "surface", 5, 1, 4, 1, 1)
    fought(g)
    assert rolls(g) == [("surface", [5, 1]), ("surface", [4]), ("surface", [1]), ("surface", [1])]
    assert [e.by == cruiser for e in only(g, Rolled)] == [False, True, True, False]


def test_23_2_not_led_by_a_battleship_or_a_carrier() -> None:
    """§23.2, §3.7  Kongo fires with the US, and what its target had to fire has been fired."""
    t = table("night-column")
    us(t, "Australia & Canberra", ESCORT, damage=3)
    kongo = jp(t, "Kongo & Haruna", CONTROL, damage=4)
    g = segment(t, "control", "surface", 1, 6)
    fought(g)
    assert [(e.side, e.by == kongo) for e in only(g, Rolled)] == [(US, False), (JP, True)]
    t = table("night-column")
    us(t, "Australia & Canberra", ESCORT, damage=3)
    jp(t, "Zuiho", CONTROL)
    g = fought(segment(t, "control", "surface", 1, 6))
    assert [e.side for e in only(g, Rolled)] == [US, JP]


def test_23_2_whose_target_is_sunk_has_yet_to_fire() -> None:
    """§23.2  Kongo was aimed at what Aoba has sunk: it fires in the next round, with all of its Surface."""
    t = table("night-column")
    first, second = us(t, "Australia & Canberra", ESCORT, damage=3), us(t, "Helena & Boise", ESCORT)
    aoba, kongo = jp(t, "Aoba & Kinugasa", CONTROL, damage=1), jp(t, "Kongo & Haruna", CONTROL)
    g = segment(t, "control", "surface", 6, 1, 1, 1, *[1] * 6, attacker=US)
    nobody_withdraws(g)
    g.answer(US, {first: aoba, second: aoba})
    g.answer(JP, {aoba: first, kongo: first})
    assert [e.by for e in only(g, Rolled)] == [aoba, second]
    assert g.forces[JP].formations[kongo].attempts is None
    nobody_withdraws(g)
    fought(g)
    assert [(e.by, len(e.faces)) for e in only(g, Rolled)][-1] == (kongo, 5)


def test_23_2_as_attacker_as_well_and_in_no_other_round_or_segment() -> None:
    """§23.2  Japan as the attacker; the second round is fired together; torpedoes and 18.4(c) are as always."""
    t = table("night-column", phasing=JP)
    mine = jp(t, "Aoba & Kinugasa", ESCORT)
    us(t, "Australia & Canberra", CONTROL)
    g = segment(t, "control", "surface", 4, 1, 4, 1, 1, 1, attacker=JP)
    fought(g)
    assert [(e.by == mine, list(e.faces)) for e in only(g, Rolled)] == [
        (True, [4, 1]), (False, [4, 1]), (True, [1]), (False, [1]),
    ]
    t = table("night-column")
    us(t, "Australia & Canberra", ESCORT)
    jp(t, "Myoko & Haguro", CONTROL)
    g = fought(segment(t, "control", "torp", 1, 1, 1))
    assert [e.side for e in only(g, Rolled)] == [US, JP]


# §23.9  Screening


def screen(t: LaidTable, *mine: str) -> tuple[Game, list[Token], Token, Token]:
    """Japanese Intercept formations against Landing Support: a cruiser, and transports behind it; guns."""
    hunters = [jp(t, name, INTERCEPT) for name in mine]
    cruiser = us(t, "Australia & Canberra", SUPPORT)
    army = t.us.ship("Pacific Fleet Reinforcement I", "FRONT", task=SUPPORT)
    g = segment(t, "intercept", "surface", *[1] * 12)
    nobody_withdraws(g)
    return g, hunters, cruiser, army


def test_23_9_one_formation_may_aim_only_at_the_screen() -> None:
    """§23.9  One cruiser against a screen of one: the transports are out of reach, and nobody is asked."""
    g, hunters, cruiser, _ = screen(table("screening"), "Aoba & Kinugasa")
    assert g.asked == {}
    assert only(g, Aimed)[0].aims == ((hunters[0], cruiser),)


def test_23_9_without_the_rule_everybody_may_be_aimed_at() -> None:
    """§23.9, §18.4(c)"""
    g, hunters, cruiser, army = screen(table(), "Aoba & Kinugasa")
    assert shape(g, JP).choices == {hunters[0]: (cruiser, army)}


def test_23_9_aims_one_after_another_and_the_last_must_take_the_screen() -> None:
    """§23.9  The first takes the transports, so the second has only the cruiser left and is not asked."""
    g, (one, two), cruiser, army = screen(table("screening"), "Aoba & Kinugasa", "Chokai")
    assert shape(g, JP).choices == {one: (cruiser, army)}
    g.answer(JP, {one: army})
    assert [e.aims for e in only(g, Aimed)] == [((one, army),), ((two, cruiser),)]


def test_23_9_when_the_screen_is_aimed_at_the_others_are_free() -> None:
    """§23.9  The first takes the cruiser: then the transports are open to all that are left."""
    g, (one, two), cruiser, army = screen(table("screening"), "Aoba & Kinugasa", "Chokai")
    g.answer(JP, {one: cruiser})
    assert shape(g, JP).choices == {two: (cruiser, army)}
    g.answer(JP, {two: army})
    assert len(only(g, Rolled)) == 2


def test_23_9_carriers_are_behind_the_screen_and_alone_have_none() -> None:
    """§23.9  Zuiho behind Chokai; when nobody else is there it may be aimed at."""
    t = table("screening")
    one = us(t, "Australia & Canberra", ESCORT)
    zuiho, chokai = jp(t, "Zuiho", INTERCEPT), jp(t, "Chokai", INTERCEPT)
    g = segment(t, "control", "surface", 1, 1)
    nobody_withdraws(g)
    assert only(g, Aimed)[0].aims == ((one, chokai),)
    t = table("screening")
    one, zuiho = us(t, "Australia & Canberra", ESCORT), jp(t, "Zuiho", INTERCEPT)
    g = segment(t, "control", "surface", 1, 1)
    nobody_withdraws(g)
    assert only(g, Aimed)[0].aims == ((one, zuiho),)


def legal(mine: list[Token], screen_: list[Token], behind: list[Token]) -> set[tuple[Token, ...]]:
    """§23.9  The aims that the paragraph allows, by trying all."""
    return {
        row for row in product([*screen_, *behind], repeat=len(mine))
        if not set(row) & set(behind) or set(screen_) <= set(row)
    }


def test_23_9_exactly_the_aims_of_the_paragraph_can_be_given() -> None:
    """§23.9  For up to four that fire at up to three of the screen and two behind it: all of them, and no other."""
    t = table("screening")
    ships = ["Australia & Canberra", "Helena & Boise", "Chicago & Louisville"]
    guarding = [t.us.forces.formations[us(t, name, SUPPORT)] for name in ships]
    behind = [t.us.forces.formations[us(t, name, SUPPORT)] for name in ("Enterprise", "Wasp")]
    for n, s, b in product(range(1, 5), range(4), range(3)):
        targets, mine = [*guarding[:s], *behind[:b]], [Token(token) for token in range(1, n + 1)]
        if targets:
            found = set[tuple[Token, ...]]()
            left: list[dict[int, Value]] = [{}]
            while left:
                aims = left.pop()
                rest = [token for token in mine if token not in aims]
                if not rest:
                    found.add(tuple([Token(int(str(aims[token]))) for token in mine]))
                    continue
                choices = screened_aims(rest, targets, {Token(int(str(x))) for x in aims.values()})
                assert all(choices.values())
                left += [{**aims, **dict(zip(choices, row, strict=True))} for row in product(*choices.values())]
            assert found == legal(mine, [f.token for f in guarding[:s]], [f.token for f in behind[:b]])


# §23.10  Pursuit


def gets_away(t: LaidTable, ship: Token, *dice: int) -> Game:
    """Japan attacks; this US ship tries to withdraw in the first round of guns."""
    g = segment(t, "control", "surface", *dice, attacker=JP)
    if JP in g.asked:
        g.answer(JP, ())
    g.answer(US, (ship,))
    return g


def test_23_10_the_fastest_that_is_faster_fires_once() -> None:
    """§23.10  Enterprise (Speed 3) gets away; Atago (4, Surface 3) throws once, and has yet to fire in the segment."""
    t = table("pursuit")
    enterprise, wasp = us(t, "Enterprise", CONTROL), us(t, "Wasp", CONTROL)
    jp(t, "Kongo & Haruna", ESCORT)
    jp(t, "Chokai", ESCORT)
    atago = jp(t, "Atago & Takao", ESCORT)
    g = gets_away(t, enterprise, 5, 1, 1, 5, 4, 1, *[1] * 10)
    first, second = only(g, Rolled)[:2]
    assert (first.ability, second.ability, second.by, second.at) == ("speed", "pursuit", atago, enterprise)
    assert (list(second.faces), second.rule) == ([5, 4, 1], "23.10")
    f = g.forces[US].formations[enterprise]
    assert (f.damage, f.task, f.attempts) == (1, SeaTask.WITHDRAWN, None)
    g.answer(US, {wasp: atago})
    assert [len(e.faces) for e in only(g, Rolled) if e.by == atago] == [3, 3]


def test_23_10_nobody_pursues_without_the_rule_or_without_more_speed() -> None:
    """§23.10  Speed 2 after Speed 2 is not faster."""
    for words, hunter in (((), "Atago & Takao"), (("pursuit",), "Kongo & Haruna")):
        t = table(*words)
        wasp = us(t, "Wasp", CONTROL)
        jp(t, hunter, ESCORT)
        assert rolls(gets_away(t, wasp, 5, 1)) == [("speed", [5, 1])]


def test_23_10_of_equals_the_one_with_more_guns() -> None:
    """§23.10  Chokai (Speed 4, Surface 1) and Atago (4, 3); with damage 1 Atago is slower."""
    for damage, dice in ((0, [1, 1, 1]), (1, [1])):
        t = table("pursuit")
        wasp = us(t, "Wasp", CONTROL)
        jp(t, "Chokai", ESCORT)
        jp(t, "Atago & Takao", ESCORT, damage=damage)
        assert rolls(gets_away(t, wasp, 5, 1, *dice)) == [("speed", [5, 1]), ("pursuit", dice)]


def test_23_10_damage_counts_for_speed_and_guns() -> None:
    """§23.10, §4.5, §3.4  Wasp with damage 2 has Speed 0; Chokai with damage 1 has Speed 3 and one limited die."""
    t = table("pursuit")
    wasp = us(t, "Wasp", CONTROL, damage=2)
    jp(t, "Chokai", ESCORT, damage=1)
    g = gets_away(t, wasp, 6, 5)
    assert rolls(g) == [("speed", [6]), ("pursuit", [5])]
    assert g.forces[US].formations[wasp].damage == 2


def test_23_10_who_withdraws_may_be_sunk_and_each_is_pursued() -> None:
    """§23.10, §4.1  Two get away, each with one HP left: the same hunter sinks both, before anybody aims."""
    t = table("pursuit")
    one, two = us(t, "Enterprise", CONTROL, damage=3), us(t, "Wasp", INTERCEPT, damage=2)
    jp(t, "Atago & Takao", ESCORT)
    g = segment(t, "control", "surface", 6, 5, 1, 1, 6, 1, 1, 5, attacker=JP)
    g.answer(JP, ())
    g.answer(US, (one, two))
    assert [e.tokens for e in only(g, Withdrew)] == [(one,), (two,)]
    assert [(e.token, e.points) for e in only(g, Eliminated)] == [(one, 4), (two, 3)]
    assert [e.rule for e in only(g, Withdrew)] == ["18.4(a)(2)"] * 2
    assert (g.asked, dice_left(g)) == ({}, 0)


def test_23_10_a_check_that_fails_is_not_pursued() -> None:
    """§23.10, §9.2  Who stays is in the combat as before."""
    t = table("pursuit")
    wasp = us(t, "Wasp", CONTROL)
    jp(t, "Atago & Takao", ESCORT)
    g = gets_away(t, wasp, 4, 4, *[1] * 4)
    assert [ability for ability, _ in rolls(g)] == ["speed", "surface", "surface"]


def test_23_10_only_who_fires_in_the_segment() -> None:
    """§23.10, §18.4(c)  Landing Support does not fire at Intercept, and does not pursue it."""
    t = table("pursuit")
    us(t, "Australia & Canberra", SUPPORT)
    kongo = jp(t, "Kongo & Haruna", INTERCEPT)
    g = segment(t, "intercept", "surface", 5, 1)
    g.answer(US, ())
    g.answer(JP, (kongo,))
    assert (rolls(g), g.asked) == ([("speed", [5, 1])], {})


def test_23_10_who_may_not_fire_in_this_round_does_not_pursue() -> None:
    """§23.10, §21.11  With Night Lookouts the US is in the dark."""
    for dark in (False, True):
        t = table("pursuit")
        us(t, "Australia & Canberra", ESCORT)
        kongo = jp(t, "Kongo & Haruna", CONTROL)
        t.jp.hand("Night Lookouts")
        g = segment(t, "control", "surface", 5, 1, 1, 1)
        g.answer(US, ())
        if dark:
            g.answer(JP, ("play", t.jp.forces.hand[0].id))
        g.answer(JP, (kongo,))
        assert [ability for ability, _ in rolls(g)] == (["speed"] if dark else ["speed", "pursuit"])


def test_23_10_with_torpedoes_as_well() -> None:
    """§23.10, §18.4(b)  Guns are fired at who withdraws from a torpedo segment."""
    t = table("pursuit")
    kongo = jp(t, "Kongo & Haruna", CONTROL)
    us(t, "Australia & Canberra", ESCORT)
    g = segment(t, "control", "torp", 5, 1, 5, 1)
    g.answer(US, ())
    g.answer(JP, (kongo,))
    assert rolls(g) == [("speed", [5, 1]), ("pursuit", [5, 1])]
    assert g.forces[JP].formations[kongo].damage == 1
