"""§14.1, §14.2, §14.4  Deployment: reinforcement, ships, repair (the airplane segment has a file of its own)."""

from __future__ import annotations

import pytest

from ironbottom.events import DeploymentShown, Eliminated, Played, Recovered, Reinforced, Repaired, Rolled
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.rules.s14_deployment import Deployment, Reinforcement, Repair
from ironbottom.sight import seen, view
from ironbottom.state import Formation
from ironbottom.words import Token
from tests.support.table import FRONT, MIDDLE, REAR, LaidTable, Line, Side, only, shape, window

US, JP = Side.US, Side.JP
ARMY = "Eighth Fleet Reinforcement"
JINTSU = "Jintsu & destroyers"


def named(g: Game, side: Side) -> dict[str, Formation]:
    return {f.lead.name: f for f in g.forces[side].formations.values()}


def reinforcing(*hand: str, fleet: tuple[str, ...] = ()) -> Game:
    """Japan's reinforcement segment."""
    t = LaidTable(phasing=JP)
    t.jp.hand(*hand)
    t.jp.fleet_deck(*fleet)
    return t.play(Reinforcement(phasing=JP))


def test_14_1_1_any_number_one_after_another_until_done() -> None:
    """§14.1(1), R-58  Transports, an event, transports; then everybody sees that nothing more can come."""
    g = reinforcing(ARMY, "Combined Fleet Sortie I", "Long Lance", "Zeke", fleet=("Yamato & Mutsu", "Maya"))
    for answer in (("transports", "jp/eighth-fleet"), ("play", "jp/combined-fleet-1"), ("transports", "jp/long-lance")):
        assert window(g) == {JP: "4"}
        g.answer(JP, answer)
    assert [(e.card, e.half) for e in only(g, Played)] == [
        ("jp/eighth-fleet", "transports"), ("jp/combined-fleet-1", "event"), ("jp/long-lance", "transports"),
    ]
    assert list(named(g, JP)) == [ARMY, "Yamato & Mutsu", "Long Lance"]
    assert (g.stack, [c.name for c in g.forces[JP].hand]) == ([], ["Zeke"])


def test_14_1_1_the_segment_ends_with_done_or_when_everybody_sees_that_nothing_can_come() -> None:
    """§14.1(1), R-58  After the only card the hand is empty: nobody is asked again. The default is done."""
    g = reinforcing(ARMY)
    g.answer(JP, ("transports", "jp/eighth-fleet"))
    assert (g.asked, g.stack) == ({}, [])
    g = reinforcing(ARMY, "Zeke")
    assert g.default(JP) == ("done",)
    g.answer(JP, ("done",))
    assert (g.stack, len(g.forces[JP].hand)) == ([], 2)


def test_14_1_1_an_airplane_or_another_event_is_refused() -> None:
    """§14.1(1)  And the hand is as it was."""
    g = reinforcing(ARMY, "Zeke", "Squall")
    for wrong in (("transports", "jp/zeke"), ("play", "jp/squall"), ("transports", "jp/long-lance"), ("undo",)):
        with pytest.raises(IllegalAnswer) as refused:
            g.answer(JP, wrong)
        assert refused.value.rule == ("20.2" if wrong[0] == "play" else "14.1(1)")
    assert len(g.forces[JP].hand) == 3


@pytest.mark.parametrize(
    ("fleet", "drawn"),
    [
        (("Shokaku", "Maya", "Chokai"), 2),  # 3 + 1 = 4
        (("Shokaku", "Zuikaku", "Chokai"), 2),  # 3 + 3 is more than 4
        (("Yamato & Mutsu", "Maya"), 1),  # 5
        (("Maya", "Chokai", "Zuiho", "Ryujo", "Shokaku"), 4),  # 1 + 1 + 1 + 2
    ],
)
def test_14_1_2_cards_are_drawn_until_their_vp_add_up_to_n(fleet: tuple[str, ...], drawn: int) -> None:
    """§14.1(2)  Reinforcement 4: ships enter REAR unseen; of the ships the opponent sees how many."""
    g = reinforcing("Combined Fleet Sortie I", "Zeke", fleet=fleet)
    g.answer(JP, ("play", "jp/combined-fleet-1"))
    assert [(f.lead.name, f.line, f.detected) for f in g.forces[JP].formations.values()] == [
        (name, REAR[JP], False) for name in fleet[:drawn]
    ]
    (event,) = [e for e in seen(g.events or [], US) if isinstance(e, Reinforced)]
    assert (len(event.ships), event.cards) == (drawn, None)


def test_14_1_2_a_front_base_enters_front_at_once_and_the_strategic_base_moves_back() -> None:
    """§14.1(2), §5.2  Buin's 6 VP end the drawing."""
    g = reinforcing("Combined Fleet Sortie I", "Zeke", fleet=("Buin", "Maya"))
    g.answer(JP, ("play", "jp/combined-fleet-1"))
    assert {b.card.name: b.line for b in g.forces[JP].bases.values()} == {
        "Truk": REAR[JP], "Rabaul": MIDDLE[JP], "Buin": FRONT[JP],
    }
    assert len(g.forces[JP].fleet_deck) == 1


def test_14_1_2_henderson_field_counts_eight_in_a_reinforcement() -> None:
    """§14.1(2), §4.3  Reinforcement 6 is done with it."""
    t = LaidTable()
    t.us.hand("us/pacific-fleet-1", "Wildcat")
    t.us.fleet_deck("Henderson Field", "Hornet")
    g = t.play(Reinforcement(phasing=US))
    g.answer(US, ("play", "us/pacific-fleet-1"))
    assert [c.name for c in g.forces[US].fleet_deck] == ["Hornet"]


def test_14_1_3_transports_enter_rear_detected() -> None:
    """§14.1(3), R-14  With their face for everybody."""
    g = reinforcing(ARMY, "Zeke")
    g.answer(JP, ("transports", "jp/eighth-fleet"))
    (f,) = view(g, US).jp.formations
    assert (f.line, f.detected, f.lead) == (REAR[JP], True, "jp/eighth-fleet")


def ships(t: LaidTable, side: Side = US) -> Game:
    g = t.play(Deployment(phasing=side))
    assert window(g) == {side: "5"}
    return g


def test_14_2_1_the_opponent_sees_nothing_before_both_segments_are_over() -> None:
    """§14.2(1), R-13  Moves, a pair, a reveal, a sinking and an airplane shifted: Japan's view stays as it was."""
    t = LaidTable()
    hornet, escort = t.us.ship("Hornet", "FRONT"), t.us.ship("us/desron-12", "FRONT")
    sinking = t.us.ship("Wasp", "FRONT", escort="us/walke-gwin", damage=2)
    t.us.load(t.base_of(US, "Port Moresby"), ["Hudson"])
    g = ships(t)
    before, told = view(g, JP), len(g.events or [])
    for answer in (
        ("move", hornet, MIDDLE[US]), ("pair", escort, hornet), ("reveal", hornet), ("part", sinking, 0), ("done",)
    ):
        g.answer(US, answer)
        assert (view(g, JP).us, view(g, JP).jp.hand_count) == (before.us, 0)
    assert seen((g.events or [])[told:], JP) == []


def test_14_2_1_steps_can_be_taken_back_until_the_segment_is_ended() -> None:
    """§14.2(1), R-13  A move, a pair, a division that sinks a ship, a reveal: all undone, the last first."""
    t = LaidTable()
    hornet, escort = t.us.ship("Hornet", "FRONT"), t.us.ship("us/desron-12", "MIDDLE")
    pair = t.us.ship("Wasp", "FRONT", escort="us/walke-gwin", damage=2, aboard=["Wildcat"])
    g = ships(t)
    kept = []
    for answer in (("move", hornet, REAR[US]), ("pair", escort, hornet), ("part", pair, 0), ("reveal", hornet)):
        forces = g.forces[US]
        kept.append((dict(forces.formations), dict(forces.airplanes), g.forces[JP].victory, forces.discards))
        g.answer(US, answer)
    while kept:
        g.answer(US, ("undo",))
        forces = g.forces[US]
        now = (forces.formations, forces.airplanes, g.forces[JP].victory, forces.discards)
        assert now == kept.pop()
    assert shape(g, US).words == ("done",)


def test_14_2_1_a_step_taken_back_can_be_taken_anew() -> None:
    """§14.2(1)  Undo, another step, undo: the table is as at the start."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT")
    g = ships(t)
    for line in (REAR[US], MIDDLE[US]):
        g.answer(US, ("move", hornet, line))
        assert g.forces[US].formations[hornet].line is line
        g.answer(US, ("undo",))
    assert g.forces[US].formations[hornet].line is FRONT[US]


def test_14_2_1_a_trial_of_a_step_back_leaves_the_game_as_it_is() -> None:
    """§14.2(1), §20.5  Taken back in a copy, twice over; the game itself still has both steps."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT")
    g = ships(t)
    g.answer(US, ("move", hornet, MIDDLE[US]))
    g.answer(US, ("reveal", hornet))
    for _ in range(2):
        trial = g.after(US, ("undo",)).after(US, ("undo",))
        back = trial.forces[US].formations[hornet]
        assert (back.line, back.detected) == (FRONT[US], False)
    now = g.forces[US].formations[hornet]
    assert (now.line, now.detected) == (MIDDLE[US], True)


def test_14_2_1_never_past_a_draw_or_a_card_that_was_played() -> None:
    """§14.2(1), R-13  The ship segment begins after the reinforcement: there is nothing to take back."""
    t = LaidTable(phasing=JP)
    t.jp.hand(ARMY, "Combined Fleet Sortie I", "Zeke")
    t.jp.fleet_deck("Yamato & Mutsu")
    g = t.play(Deployment(phasing=JP))
    for answer in (("transports", "jp/eighth-fleet"), ("play", "jp/combined-fleet-1")):
        g.answer(JP, answer)
    assert window(g) == {JP: "5"}
    with pytest.raises(IllegalAnswer) as refused:
        g.answer(JP, ("undo",))
    assert refused.value.rule == "14.2(1)"
    assert len(g.forces[JP].formations) == 2


def test_14_2_1_never_past_the_end_of_the_segment() -> None:
    """§14.2(1)  In the airplane segment the moves of the ships stand."""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT")
    t.us.hand("Wildcat")
    g = ships(t)
    g.answer(US, ("move", hornet, MIDDLE[US]))
    g.answer(US, ("done",))
    with pytest.raises(IllegalAnswer) as refused:
        g.answer(US, ("undo",))
    assert refused.value.rule == "14.3(2)"
    assert g.forces[US].formations[hornet].line is MIDDLE[US]


def test_14_2_1_without_formations_nobody_is_asked() -> None:
    """§14.2(1), §20.1  Window 5 opens when P has a formation; its default is to leave all as it is."""
    g = LaidTable().play(Deployment(phasing=US))
    assert (g.asked, g.stack) == ({}, [])
    t = LaidTable()
    t.us.ship("Hornet", "FRONT")
    assert ships(t).default(US) == ("done",)


def test_14_2_2_a_move_to_the_line_where_it_stands_is_none() -> None:
    """§14.2(2)  Neither at first, nor when it has been moved, nor after a step back."""
    t = LaidTable()
    hornet, wasp = t.us.ship("Hornet", "FRONT"), t.us.ship("Wasp", "REAR")
    g = t.play(Deployment(phasing=US))
    there: list[tuple[Line, Line]] = []
    for answer in (("move", hornet, MIDDLE[US]), ("undo",), ("move", wasp, FRONT[US]), ("move", hornet, REAR[US])):
        formations, steps = g.forces[US].formations, shape(g, US).steps["move"]
        there.append((formations[hornet].line, formations[wasp].line))
        for token, f in formations.items():
            assert steps[token] == tuple([line for line in (FRONT[US], MIDDLE[US], REAR[US]) if line is not f.line])
        with pytest.raises(IllegalAnswer, match="choose one of"):
            g.answer(US, ("move", hornet, formations[hornet].line))
        g.answer(US, answer)
    assert len(set(there)) == 3


def test_14_2_2_any_formation_moves_to_any_line() -> None:
    """§14.2(2)  Detected or unseen, damaged or not, transports, a pair; from any line."""
    t = LaidTable()
    t.us.ship("Hornet", "REAR")
    t.us.ship("Wasp", "FRONT", damage=1)
    t.us.ship("Seabees", "REAR")
    t.us.ship("Saratoga", "MIDDLE", escort="us/desron-12")
    g = ships(t)
    lines = {f.token: f.line for f in g.forces[US].formations.values()}
    moves = shape(g, US).steps["move"]
    assert len(lines) == 4
    for token, line in lines.items():
        assert {line, *moves[token]} == {FRONT[US], MIDDLE[US], REAR[US]}


def test_14_2_2_unseen_formations_are_mixed_in_any_case() -> None:
    """§14.2(2), R-8  Nobody touched them; the detected one keeps its token, though it was moved."""
    t = LaidTable()
    unseen = {t.us.ship("Hornet", "FRONT"), t.us.ship("Wasp", "MIDDLE")}
    seen_one = t.us.ship("Saratoga", "FRONT", detected=True)
    g = ships(t)
    g.answer(US, ("move", seen_one, REAR[US]))
    g.answer(US, ("done",))
    assert not unseen & set(g.forces[US].formations)
    assert g.forces[US].formations[seen_one].line is REAR[US]


def test_14_2_3_an_escort_joins_the_leader_in_its_line() -> None:
    """§14.2(3), R-59  And may be parted and joined to another as often as P likes."""
    t = LaidTable()
    hornet, wasp, escort = (
        t.us.ship("Hornet", "MIDDLE"), t.us.ship("Wasp", "REAR"), t.us.ship("us/desron-12", "FRONT")
    )
    g = ships(t)
    g.answer(US, ("pair", escort, hornet))
    g.answer(US, ("part", hornet))
    (escort,) = set(g.forces[US].formations) - {hornet, wasp}
    assert g.forces[US].formations[escort].line is MIDDLE[US]
    g.answer(US, ("pair", escort, wasp))
    assert [(f.lead.name, f.line, f.escort is None) for f in g.forces[US].formations.values()] == [
        ("Hornet", MIDDLE[US], True), ("Wasp", REAR[US], False),
    ]


def test_14_2_3_transports_of_a_disbanded_tokyo_express_are_detected_and_shown_with_the_segment() -> None:
    """§14.2(3), R-63  At once on the table, for the opponent when both segments are over; the escort stays unseen."""
    t = LaidTable(phasing=JP)
    pair = t.jp.ship(ARMY, "MIDDLE", escort=JINTSU, is_express=True)
    t.jp.load(t.base_of(JP, "Truk"), ["Betty"])
    g = ships(t, JP)
    g.answer(JP, ("part", pair))
    assert {name: (f.detected, f.express) for name, f in named(g, JP).items()} == {
        ARMY: (True, False), JINTSU: (False, False),
    }
    assert [f.lead for f in view(g, US).jp.formations] == [None]
    g.answer(JP, ("done",))
    g.answer(JP, ("done",))
    assert {f.lead for f in view(g, US).jp.formations} == {"jp/eighth-fleet", None}
    assert [card for _, card in only(g, DeploymentShown)[0].detected] == ["jp/eighth-fleet"]


def test_14_2_3_what_a_division_of_damage_sank_is_shown_with_the_segment() -> None:
    """§14.2(3), §8.5, §14.3(4)  The points count for Japan when it sees them."""
    t = LaidTable()
    pair = t.us.ship("Wasp", "FRONT", escort="us/walke-gwin", damage=2)
    t.us.load(t.base_of(US, "Port Moresby"), ["Hudson"])
    g = ships(t)
    g.answer(US, ("part", pair, 0))
    assert (only(g, Eliminated), view(g, JP).us.formations[0].pair) == ([], True)
    g.answer(US, ("done",))
    g.answer(US, ("done",))
    assert [(e.cards, e.points) for e in only(g, Eliminated)] == [(("us/walke-gwin",), 1)]
    assert view(g, JP).jp.points == 1


def test_14_2_4_any_of_its_unseen_formations_may_be_turned_detected() -> None:
    """§14.2(4), R-7  Those that are unseen, and no others."""
    t = LaidTable()
    hornet, wasp = t.us.ship("Hornet", "FRONT"), t.us.ship("Wasp", "REAR")
    t.us.ship("Saratoga", "FRONT", detected=True)
    g = ships(t)
    assert set(shape(g, US).steps["reveal"]) == {hornet, wasp}
    g.answer(US, ("reveal", wasp))
    assert {name: f.detected for name, f in named(g, US).items()} == {"Hornet": False, "Wasp": True, "Saratoga": True}


def dock(damages: dict[str, int], dice: list[int], *, truk: int = 0) -> tuple[Game, dict[str, Token]]:
    """Japan's repair segment with these damaged ships in REAR."""
    t = LaidTable(phasing=JP, bases=False)
    t.jp.base("Truk", damage=truk)
    t.jp.base("Rabaul")
    tokens = {name: t.jp.ship(name, "REAR", damage=damage) for name, damage in damages.items()}
    return t.play(Repair(phasing=JP), dice=dice), tokens


def test_14_4_1_repair_is_rolled_only_for_damage_in_rear() -> None:
    """§14.4(1)  A damaged ship in MIDDLE and a sound one in REAR: no die."""
    t = LaidTable(phasing=JP)
    t.jp.ship("Shokaku", "MIDDLE", damage=2)
    t.jp.ship("Zuikaku", "REAR")
    g = t.play(Repair(phasing=JP), dice=[])
    assert (g.stack, only(g, Rolled)) == ([], [])


def test_14_4_1_the_current_repair_ability_is_rolled_in_full() -> None:
    """§14.4(1), R-2b, §4.5  Truk's 3 less 1: two dice, then the one that was maintained."""
    g, tokens = dock({"Yamato & Mutsu": 9}, [4, 1, 6, 1], truk=1)
    assert [len(e.faces) for e in only(g, Rolled)] == [2, 1, 1]
    assert g.forces[JP].formations[tokens["Yamato & Mutsu"]].damage == 7


def test_14_4_1_five_six_one_with_three_damage() -> None:
    """§14.4(1), R-43  The example of the rulebook: the roll ends here."""
    g, _ = dock({"Yamato & Mutsu": 2, "Shokaku": 1}, [5, 6, 1])
    assert g.stack == []
    assert [f.damage for f in g.forces[JP].formations.values()] == [0, 0]


def test_14_4_2_the_owner_distributes_the_hits_after_the_roll() -> None:
    """§14.4(2), R-15  Two hits, two damaged ships: asked for each hit."""
    g, tokens = dock({"Yamato & Mutsu": 4, "Shokaku": 3}, [6, 1, 1, 1])
    for name in ("Shokaku", "Yamato & Mutsu"):
        assert window(g) == {JP: "7"}
        g.answer(JP, tokens[name])
    assert [f.damage for f in g.forces[JP].formations.values()] == [3, 2]
    assert [(e.token, e.damage) for e in only(g, Repaired)] == [(tokens["Shokaku"], 2), (tokens["Yamato & Mutsu"], 3)]


def test_14_4_2_with_one_damaged_formation_nobody_is_asked() -> None:
    """§14.4(2)  Nor without hits."""
    g, _ = dock({"Yamato & Mutsu": 4}, [5, 1, 1, 1])
    assert [f.damage for f in g.forces[JP].formations.values()] == [3]
    g, _ = dock({"Yamato & Mutsu": 4, "Shokaku": 3}, [1, 2, 3])
    assert g.stack == []


def test_14_4_2_surplus_hits_are_lost_and_what_is_repaired_stays_detected() -> None:
    """§14.4(2)  Two sixes for one damage."""
    g, _ = dock({"Shokaku": 1}, [6, 6, 1])
    assert [(f.damage, f.detected) for f in g.forces[JP].formations.values()] == [(0, True)]


def test_14_4_2_the_default_is_the_most_damaged_and_an_answer_elsewhere_is_refused() -> None:
    """§14.4(2), §20.6  Window 7."""
    g, tokens = dock({"Shokaku": 2, "Yamato & Mutsu": 5, "Zuikaku": 0}, [5, 1, 1, 1])
    assert g.default(JP) == tokens["Yamato & Mutsu"]
    with pytest.raises(IllegalAnswer) as refused:
        g.answer(JP, tokens["Zuikaku"])
    assert refused.value.rule == "14.4(2)"
    assert sum(f.damage for f in g.forces[JP].formations.values()) == 7


def test_14_4_3_then_all_own_bases_recover_in_every_case() -> None:
    """§14.4(3)  Nothing was repaired; those of the enemy keep their damage."""
    t = LaidTable(phasing=JP, bases=False)
    for name in ("Truk", "Rabaul", "Buin"):
        t.jp.base(name, damage=2)
    t.us.base("Henderson Field", damage=4)
    g = t.play(Repair(phasing=JP))
    assert [b.damage for b in g.forces[JP].bases.values()] == [0, 0, 0]
    assert [b.damage for b in g.forces[US].bases.values()] == [4]
    assert len(only(g, Recovered)) == 3


def test_14_4_3_repair_is_rolled_before_the_home_base_recovers() -> None:
    """§14.4(3)  Truk with three damage: Repair 0, one die that is limited; then its damage is gone."""
    g, _ = dock({"Shokaku": 2}, [5], truk=3)
    assert [(f.damage) for f in g.forces[JP].formations.values()] == [2]
    assert {b.damage for b in g.forces[JP].bases.values()} == {0}
