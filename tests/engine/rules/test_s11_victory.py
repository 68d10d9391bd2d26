"""§11  The end of the game: a strategic base, a deck that does not hold the cards, points, resignation."""

from __future__ import annotations

import pytest

from ironbottom.events import GameEnded, Resigned
from ironbottom.flow import Game, IllegalAnswer
from ironbottom.rules.s12_turn import Turns
from ironbottom.rules.s13_draw import Draw
from ironbottom.rules.s14_deployment import Deployment, Reinforcement
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.rules.s18_shore import LandCombat
from tests.support.table import LaidTable, Side, only, window

US, JP = Side.US, Side.JP


def ended(g: Game) -> tuple[Side | None, str]:
    assert g.outcome is not None
    assert (g.asked, g.stack) == ({}, [])
    return g.outcome.winner, g.outcome.reason


def test_1_2_more_points_win_when_a_card_to_be_drawn_is_not_there() -> None:
    """§1.2, §11.2"""
    t = LaidTable()
    t.us.forces.victory = ((t.jp.card("Maya"), 1),)
    assert ended(t.play(Draw(phasing=US))) == (US, "time-up")


@pytest.mark.parametrize("attacker", [US, JP])
def test_11_1_the_loss_of_a_strategic_base_ends_the_game_at_once(attacker: Side) -> None:
    """§11.1  Whatever the points are; nothing more is asked."""
    t = LaidTable(phasing=attacker, bases=False)
    halves = {US: t.us, JP: t.jp}
    names = {US: "Port Moresby", JP: "Rabaul"}
    base = halves[attacker.enemy].base(names[attacker.enemy], damage=8)
    army = halves[attacker].ship("Seabees" if attacker is US else "Eighth Fleet Reinforcement", "FRONT")
    halves[attacker.enemy].forces.victory = ((halves[attacker].card("Wasp" if attacker is US else "Shokaku"), 3),)
    g = t.play(LandCombat(attacker=attacker, ashore=(army,), landed=(army,)), Turns(), target=base)
    assert ended(g) == (attacker, "strategic-base")
    assert only(g, GameEnded)[0].rule == "18.4(f)(4)"


def test_11_2_two_cards_left_and_draw_three() -> None:
    """§11.2, R-11  The game is over, and the two cards stay in the deck."""
    t = LaidTable()
    t.us.air_deck("Wildcat", "Dauntless")
    t.state.phasing = JP
    g = t.play(Turns())
    assert ended(g)[1] == "time-up"
    assert (len(g.forces[US].air_deck), g.forces[US].hand) == (2, ())


def test_11_2_drawing_the_last_card_ends_nothing() -> None:
    """§11.2, R-11  Three cards and a draw of three: the deck is empty, and the turn goes on."""
    t = LaidTable()
    t.us.air_deck("Wildcat", "Dauntless", "Avenger")
    g = t.play(Draw(phasing=US))
    assert (g.outcome, g.forces[US].air_deck, window(g)) == (None, (), {US: "3"})


def test_11_2_retreat_with_an_empty_deck_is_legal_and_ends_the_game() -> None:
    """§11.2, §16.1, R-11"""
    t = LaidTable()
    hornet = t.us.ship("Hornet", "FRONT", detected=True)
    g = t.play(ChooseAction(phasing=US))
    g.answer(US, "retreat")
    assert ended(g) == (JP, "time-up")
    assert g.forces[US].formations[hornet].detected  # nothing was carried out after it


def test_16_1_the_default_action_does_not_end_the_game() -> None:
    """§20.6, §16.1  Window 16: Retreat, but with an empty airplane deck Air attack."""
    t = LaidTable()
    assert t.play(ChooseAction(phasing=US)).default(US) == "air-attack"
    t.us.air_deck("Wildcat")
    assert t.play(ChooseAction(phasing=US)).default(US) == "retreat"


def test_11_2_an_event_that_draws_from_too_short_a_deck_ends_the_game() -> None:
    """§11.2, R-11  Cactus Air Force draws three; two are there, and stay."""
    t = LaidTable()
    t.us.hand("Cactus Air Force")
    t.us.air_deck("Wildcat", "Dauntless")
    g = t.play(Deployment(phasing=US))
    assert window(g) == {US: "6"}
    g.answer(US, ("play", "us/cactus-air-force"))
    assert ended(g)[1] == "time-up"
    assert (len(g.forces[US].air_deck), g.forces[US].hand) == (2, ())


def test_11_2_in_a_reinforcement_each_card_enters_play_and_a_missing_one_ends_the_game() -> None:
    """§11.2, R-11  Reinforcement 4 with Shokaku (3) alone: it stands in REAR when the game ends."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Combined Fleet Sortie I")
    t.jp.fleet_deck("Shokaku")
    g = t.play(Reinforcement(phasing=JP))
    g.answer(JP, ("play", "jp/combined-fleet-1"))
    assert ended(g)[1] == "time-up"
    assert [f.lead.name for f in g.forces[JP].formations.values()] == ["Shokaku"]


def test_11_2_a_reinforcement_that_takes_the_last_card_ends_nothing() -> None:
    """§11.2, R-11  3 + 1 = 4, and the fleet deck is empty."""
    t = LaidTable(phasing=JP)
    t.jp.hand("Combined Fleet Sortie I", "Zeke")
    t.jp.fleet_deck("Shokaku", "Maya")
    g = t.play(Reinforcement(phasing=JP))
    g.answer(JP, ("play", "jp/combined-fleet-1"))
    assert (g.outcome, g.forces[JP].fleet_deck) == (None, ())


def over_with(t: LaidTable) -> Side | None:
    """Who wins when time is up on this table."""
    g = t.play(Draw(phasing=US))
    assert ended(g)[1] == "time-up"
    assert g.outcome is not None
    return g.outcome.winner


@pytest.mark.parametrize(
    ("us", "jp", "winner"), [(("Shokaku",), ("Wasp", "Princeton"), JP), (("Buin",), ("Wasp",), US)]
)
def test_11_3_the_higher_sum_wins(us: tuple[str, ...], jp: tuple[str, ...], winner: Side) -> None:
    """§11.3  Printed VP of ships, twice the printed VP of front bases: 3 to 4; 12 to 3."""
    t = LaidTable()
    for half, enemy, names in ((t.us, t.jp, us), (t.jp, t.us, jp)):
        worth = {"Shokaku": 3, "Wasp": 3, "Princeton": 1, "Buin": 12}
        half.forces.victory = tuple([(enemy.card(name), worth[name]) for name in names])
    assert over_with(t) is winner


def test_11_3_on_a_tie_the_us_wins_with_henderson_field_in_front() -> None:
    """§11.3  Even with its damage at its HP: it stands there."""
    t = LaidTable()
    t.us.base("Henderson Field", damage=7)
    assert over_with(t) is US


def test_11_3_on_a_tie_japan_wins_when_henderson_field_is_still_in_the_deck() -> None:
    """§11.3  Another front base in FRONT does not help."""
    t = LaidTable()
    t.us.base("Milne Bay")
    t.us.fleet_deck("Henderson Field")
    assert over_with(t) is JP


def test_11_3_on_a_tie_japan_wins_when_henderson_field_was_eliminated() -> None:
    """§11.3, §4.3  It lies on Japan's victory pile for 16; the US has made up for it with 16 of its own."""
    t = LaidTable(phasing=JP)
    base = t.us.base("Henderson Field", damage=7)
    army = t.jp.ship("Eighth Fleet Reinforcement", "FRONT")
    t.us.forces.victory = ((t.jp.card("Buin"), 12), (t.jp.card("Junyo & Hiyo"), 4))
    g = t.play(LandCombat(attacker=JP, ashore=(army,), landed=(army,)), Draw(phasing=JP), target=base)
    assert g.outcome is not None
    assert (g.outcome.points, g.outcome.winner) == ((16, 16), JP)


def test_11_3_on_a_tie_japan_wins_when_henderson_field_lies_on_a_victory_pile() -> None:
    """§11.3  Laid there by hand, with the printed VP once (§21.17): only where it stands now matters."""
    t = LaidTable()
    t.jp.forces.victory = ((t.us.card("Henderson Field"), 8),)
    t.us.forces.victory = ((t.jp.card("Yamato & Mutsu"), 5), (t.jp.card("Zuikaku"), 3))
    assert over_with(t) is JP


def test_11_4_resignation_is_allowed_at_any_moment() -> None:
    """§11.4  Also for the side that is not asked, and with more points."""
    t = LaidTable()
    t.jp.forces.victory = ((t.us.card("Wasp"), 3),)
    t.us.air_deck("Wildcat", "Dauntless", "Avenger")
    g = t.play(Draw(phasing=US))
    assert window(g) == {US: "3"}
    g.resign(JP)
    assert ended(g) == (US, "resigned")
    assert [e.side for e in only(g, Resigned)] == [JP]


def test_11_4_when_the_game_is_over_nothing_more_can_be_done() -> None:
    """§11.4, §11.1"""
    t = LaidTable()
    g = t.play(Draw(phasing=US))
    with pytest.raises(IllegalAnswer) as resigned:
        g.resign(US)
    with pytest.raises(IllegalAnswer) as answered:
        g.answer(US, "keep")
    assert (resigned.value.rule, answered.value.rule) == ("11.4", "20.1")


def test_11_4_there_is_no_drawn_game() -> None:
    """§11.4, §11.3  With nothing on either pile somebody has won."""
    t = LaidTable(bases=False)
    g = t.play(Draw(phasing=US))
    assert g.outcome is not None
    assert (g.outcome.points, g.outcome.winner) == ((0, 0), JP)


def test_11_5_a_draw_by_agreement_ends_the_game_and_nobody_wins() -> None:
    """§11.5  By the rules alone there is none: nothing but both players' agreement leads to it."""
    g = LaidTable().play(ChooseAction(phasing=US))
    g.agree_draw()
    assert ended(g) == (None, "agreed")
    assert isinstance((g.events or [])[-1], GameEnded)
    with pytest.raises(IllegalAnswer, match=r"11\.5"):
        g.agree_draw()
