"""Each feature by its name, on small tables; and the two sides against each other."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.bots.value.features import NAMES, OF_BOTH, as_valued, features, tie, turns_left
from ironbottom.flow import Game
from ironbottom.printed import EventCard
from ironbottom.rules import new_game
from ironbottom.state import Forces, State
from ironbottom.words import ELSEWHERE, LINES, Action, Side
from tests.support.lengths import some
from tests.support.players import at_random, seed
from tests.support.table import LaidTable, Line, Task

ENTERPRISE, HENDERSON = "Enterprise", "Henderson Field"


def told(table: LaidTable) -> dict[str, float]:
    figures = dict(zip((*NAMES, *OF_BOTH), features(table.state), strict=True))
    return {name: figures[name] for name in NAMES}


def changed(lay: Callable[[LaidTable], object]) -> dict[str, float]:
    """By how much each feature differs from that of the empty table."""
    table = LaidTable()
    before = told(table)
    lay(table)
    return {name: after - before[name] for name, after in told(table).items() if after != before[name]}


@pytest.mark.parametrize(("line", "detected", "name"), [
    ("FRONT", False, "ships_front_unseen"), ("FRONT", True, "ships_front_seen"),
    ("MIDDLE", False, "ships_middle_unseen"), ("MIDDLE", True, "ships_middle_seen"),
    ("REAR", False, "ships_rear_unseen"), ("REAR", True, "ships_rear_seen"),
])
def test_a_ship_counts_by_its_line_and_whether_it_is_seen(line: str, detected: bool, name: str) -> None:
    def lay(table: LaidTable) -> None:
        table.us.ship(ENTERPRISE, line, detected=detected)

    found = changed(lay)
    vp = next(card.vp for card in card_set("full").us.fleet if card.name == ENTERPRISE)
    assert found[name] == vp
    assert not any(other in found for other in NAMES if other.startswith("ships_") and other != name)
    assert found["carriers"] > 0


def test_what_either_side_has_counts_for_both_together() -> None:
    table = LaidTable()
    before = dict(zip((*NAMES, *OF_BOTH), features(table.state), strict=True))
    table.us.ship(ENTERPRISE, "FRONT")
    table.jp.ship("Shokaku", "FRONT")
    after = dict(zip((*NAMES, *OF_BOTH), features(table.state), strict=True))
    vp = [next(card.vp for card in side.fleet if card.name == name)
          for side, name in ((card_set("full").us, ENTERPRISE), (card_set("full").jp, "Shokaku"))]
    assert after["both_ships_front_unseen"] - before["both_ships_front_unseen"] == sum(vp)
    assert after["ships_front_unseen"] - before["ships_front_unseen"] == vp[0] - vp[1]


def test_a_damaged_ship_is_hurt_and_fires_less() -> None:
    whole = changed(lambda table: table.us.ship("us/enterprise", "FRONT", detected=True))
    hurt = changed(lambda table: table.us.ship("us/enterprise", "FRONT", damage=2))
    assert hurt["ships_hurt"] > 0
    assert "ships_hurt" not in whole
    assert hurt["flak_front"] < whole["flak_front"]
    assert hurt["carriers"] < whole["carriers"]


def test_what_japan_has_counts_against_the_us() -> None:
    ship = next(card for card in card_set("full").jp.fleet if hasattr(card, "values"))
    found = changed(lambda table: table.jp.ship(ship.id, "FRONT"))
    assert found["ships_front_unseen"] == -ship.vp


def test_a_base_in_front_counts_and_covers_the_strategic_one() -> None:
    found = changed(lambda table: table.us.base(HENDERSON))
    assert found["bases"] == 8
    assert found["open"] == -1  # the strategic base stood in FRONT until then (§5.2)
    assert found["room"] > 0
    assert found["lead"] == 1  # on equal VP the US wins now (§11.3)
    hurt = changed(lambda table: table.us.base(HENDERSON, damage=2))
    assert hurt["bases_hurt"] > 0
    assert hurt["bases_weakest"] > found["bases_weakest"]


@pytest.mark.parametrize(("where", "suffix"), [("front", "front"), ("behind", "behind"), ("afloat", "afloat")])
def test_airplanes_count_by_where_they_stand(where: str, suffix: str) -> None:
    def lay(table: LaidTable) -> None:
        if where == "afloat":
            host = table.us.ship(ENTERPRISE, "MIDDLE")
        elif where == "front":
            host = table.base_of(Side.US, card_set("full").us.strategic.id)
        else:
            host = table.base_of(Side.US, card_set("full").us.home.id)
        table.us.load(host, ["Wildcat", "Dauntless"])

    found = changed(lay)
    assert found[f"fighters_{suffix}"] > 0
    assert found[f"strikes_{suffix}"] > 0
    assert not any(f"{kind}_{other}" in found for kind in ("fighters", "strikes")
                   for other in {"front", "behind", "afloat"} - {suffix})


def test_an_airplane_in_the_air_is_flying() -> None:
    assert changed(lambda table: table.us.fly("Wildcat", Line.JP_FRONT, Task.ATTACK))["flying"] == 1


def test_the_hand_and_the_deck_count_by_what_cards_are_for() -> None:
    held = changed(lambda table: table.us.hand("Wildcat"))
    ahead = changed(lambda table: table.us.air_deck("Wildcat"))
    assert held["hand_airplanes"] == ahead["deck_airplanes"] == 1
    assert held["hand_fighters"] == ahead["deck_fighters"] > 0
    assert "hand_airplanes" not in ahead


def test_event_cards_count_by_both_halves() -> None:
    events = [card for card in card_set("full").us.air if isinstance(card, EventCard)]
    army = next(card for card in events if card.transports is not None and card.effect.does == "reinforce")
    boat = next(card for card in events if card.submarine is not None)
    drawing = next(card for card in events if card.effect.does == "draw")
    found = changed(lambda table: table.us.hand(army.id))
    assert found["hand_transports"] == 1
    assert found["hand_army"] > 0
    assert found["hand_reinforcement"] == army.effect.n
    assert changed(lambda table: table.us.hand(boat.id))["hand_submarines"] == 1
    assert changed(lambda table: table.us.hand(drawing.id))["hand_draw"] == 1


def test_victory_points_are_the_lead() -> None:
    table = LaidTable()
    ship = next(card for card in card_set("full").jp.fleet if card.vp > 1)
    before = told(table)["lead"]
    table.us.forces.victory = ((ship, ship.vp),)
    assert told(table)["lead"] - before == ship.vp


def test_who_is_to_act_counts_for_his_side() -> None:
    ours, theirs = LaidTable(phasing=Side.US), LaidTable(phasing=Side.JP)
    assert (told(ours)["ready"], told(theirs)["ready"]) == (1, -1)
    ours.state.action = Action.AIR
    assert (told(ours)["ready"], told(ours)["acting"]) == (0, 1)


def test_seen_ships_in_reach_of_strikes_are_prey() -> None:
    def lay(table: LaidTable, seen: bool = True) -> None:
        table.us.load(table.base_of(Side.US, card_set("full").us.strategic.id), ["Dauntless"])
        ship = next(card for card in card_set("full").jp.fleet if hasattr(card, "values"))
        table.jp.ship(ship.id, "FRONT", detected=seen)

    found = changed(lay)
    assert found["prey"] > 0
    assert found["prey_ready"] == found["prey"]
    assert "prey" not in changed(lambda table: lay(table, seen=False))


def test_the_clock_is_the_deck_that_runs_out_first() -> None:
    """§11.2: three for the US, two for Japan, and who cannot draw ends the game."""
    table = LaidTable(phasing=Side.US)
    table.us.air_deck(*["Wildcat"] * 6)
    table.jp.air_deck(*["Zeke"] * 4)
    assert turns_left(table.state) == 4  # Japan, US, Japan, US
    table.jp.forces.air_deck = table.jp.forces.air_deck[1:]
    assert turns_left(table.state) == 2
    table.state.phasing = Side.JP
    assert turns_left(table.state) == 3


def positions(n: int) -> list[Game]:
    """Of a random game, every so many answers."""
    game, player, found = new_game(card_set("core"), seed(n), log=False), at_random(Random(n)), []
    while game.asked:
        if game.answers % 25 == 0:
            found.append(game.clone())
        side = next(iter(game.asked))
        game.answer(side, player(game, side))
    return found


def mirrored(state: State) -> State:
    """The same with the sides exchanged, line by line."""
    def over(forces: Forces) -> Forces:
        return replace(
            forces,
            formations={t: replace(f, side=f.side.enemy, line=across(f.line)) for t, f in forces.formations.items()},
            bases={t: replace(b, side=b.side.enemy, line=across(b.line)) for t, b in forces.bases.items()},
        )

    us, jp = state.forces
    return replace(state, forces=(over(jp), over(us)), phasing=state.phasing.enemy)


def across(line: Line) -> Line:
    return LINES[5 - line]


@pytest.mark.parametrize("n", some(range(20), 3))
def test_the_sides_exchanged_turn_every_sign(n: int) -> None:
    for game in positions(n):
        there, here = features(mirrored(game.state)), features(game.state)
        for name, a, b in zip((*NAMES, *OF_BOTH), here, there, strict=True):
            if name == "us":
                assert a == b == 1
            elif name in OF_BOTH:
                assert a == pytest.approx(b), name
            elif name == "lead":  # on equal VP a side wins by rule
                assert a + b in (-1, 0)
            else:
                assert a + b == pytest.approx(0), name


def test_at_the_draw_the_worst_card_is_as_good_as_gone() -> None:
    drawn = [game for n in range(3) for game in positions(n) if game.stack and type(game.stack[-1]).__name__ == "Draw"]
    assert drawn
    for game in drawn:
        phasing = game.state.phasing
        before, after = game.forces[phasing].hand, as_valued(game).forces[phasing].hand
        assert len(after) == len(before) - 1
        assert game.forces[phasing].hand is before  # the game itself is left as it is


def test_on_equal_points_henderson_field_decides() -> None:
    table = LaidTable()
    assert tie(table.state) is Side.JP
    table.us.base(HENDERSON)
    assert tie(table.state) is Side.US


def test_every_line_has_one_across() -> None:
    assert {across(line).owner for line in ELSEWHERE if line.owner is Side.US} == {Side.JP}
