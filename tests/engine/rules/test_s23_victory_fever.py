"""§23.17  Victory fever: the side that leads may put off the end for 4 VP, and both discard piles come back."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from ironbottom.battle import Battle, BattleSide, BattleText
from ironbottom.catalog import card_set
from ironbottom.dice import Stream
from ironbottom.events import Reshuffled
from ironbottom.flow import Game
from ironbottom.position import from_text, to_text
from ironbottom.printed import CardSet, EventCard
from ironbottom.rules import new_game
from ironbottom.rules.s12_turn import Turn
from ironbottom.rules.s13_draw import Draw
from ironbottom.rules.s14_airplanes import Airplanes
from ironbottom.rules.s16_action import ChooseAction
from ironbottom.rules.s23_fever import FEVER
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.words import SIDES
from tests.support.heard_games import HeardGame
from tests.support.lengths import NIGHT, some
from tests.support.players import Player, cards_in, eager, printed_cards, seed
from tests.support.table import LaidTable, Side, only, replace, shape, window

US, JP = Side.US, Side.JP
PLAIN = card_set("full")
FEVERISH = varied(PLAIN, ["victory-fever"])
SHARE = 1 if NIGHT else 0.3  # of the questions at which a world is dealt


def short(leader: Side = US, lead: int = 5, cards: CardSet = FEVERISH, *, drawing: Side = US, left: int = 1
          ) -> LaidTable:
    """A table on which a side has so few cards in its deck, and the leader more VP."""
    t = LaidTable(cards, phasing=drawing)
    (t.us if leader is US else t.jp).forces.scored = lead
    for half, pile, deck in ((t.us, ("Wildcat", "Seabees", "Hudson"), "Wildcat"), (t.jp, ("Zeke", "Val"), "Zeke")):
        names = [half.card(name) for name in pile]
        half.forces.discards = tuple(names)
        half.air_deck(*[deck] * (left if half.side is drawing else 9))
    return t


def drawing(t: LaidTable, side: Side = US) -> Game:
    return t.play(Draw(phasing=side))


def ended(g: Game) -> tuple[Side | None, str] | None:
    return None if g.outcome is None else (g.outcome.winner, g.outcome.reason)


@pytest.mark.parametrize("side", [US, JP])
@pytest.mark.parametrize("leader", [US, JP])
def test_23_17_who_leads_is_asked_whoever_must_draw(leader: Side, side: Side) -> None:
    """§23.17, §20.6  Window 2a; by default the game ends."""
    g = drawing(short(leader, drawing=side), side)
    assert (window(g), shape(g, leader).options) == ({leader: "2a"}, ("end", "reshuffle"))
    assert (g.default(leader), g.harmless(leader)) == ("end", False)
    g.answer(leader, "end")
    assert ended(g) == (leader, "time-up")


@pytest.mark.parametrize("leader", [US, JP])
def test_23_17_both_discard_piles_are_shuffled_back(leader: Side) -> None:
    """§23.17  4 VP are given up, nobody gets them; then the draw is made."""
    g = drawing(short(leader))
    before = [Counter([*f.air_deck, *f.discards]) for f in g.forces]
    points = [f.points for f in g.forces]
    g.answer(leader, "reshuffle")
    assert window(g) == {US: "3"}
    assert [Counter([*f.air_deck, *f.hand]) for f in g.forces] == before
    assert [f.discards for f in g.forces] == [(), ()]
    assert len(g.forces[US].hand) == 3
    lost = [was - f.points for was, f in zip(points, g.forces, strict=True)]
    assert lost == ([4, 0] if leader is US else [0, 4])
    (told,) = only(g, Reshuffled)
    assert (told.rule, told.side, told.points, told.us, told.jp) == ("23.17", leader, 4, 4, 11)


def test_23_17_the_decks_lie_in_an_order_of_chance() -> None:
    """§23.17  By the stream of each side."""
    orders = set()
    for n in range(8):
        t = short()
        t.us.forces.chance = Stream.of(seed(n), "packets")
        g = drawing(t)
        g.answer(US, "reshuffle")
        orders.add((*g.forces[US].hand, *g.forces[US].air_deck))
    assert len(orders) > 3


def test_23_17_events_that_came_back_are_accounted_for_no_more() -> None:
    """§23.17, §20.1  The US Seabees was on the pile, and may come again; transports on the table stay known."""
    t = short()
    t.us.ship("South Pacific Reinforcement", "REAR")
    g = drawing(t)
    assert g.forces[US].unaccounted == ()
    g.answer(US, "reshuffle")
    assert [c.name for c in g.forces[US].unaccounted] == ["Seabees"]


def test_23_17_once_in_a_game() -> None:
    """§23.17  The second time the game ends."""
    t = short(lead=20)
    g = drawing(t)
    g.answer(US, "reshuffle")
    assert [(e.does, e.side, e.n) for e in g.state.in_force] == [(FEVER, US, 4)]
    g.state.cease("round", "attack", "segment", "phase", "turn")
    again = short(lead=20)
    again.state.in_force = g.state.in_force
    assert ended(drawing(again)) == (US, "time-up")


@pytest.mark.parametrize("lead", [0, 3])
def test_23_17_not_without_4_vp_nor_on_equal_vp(lead: int) -> None:
    """§23.17"""
    assert ended(drawing(short(lead=lead))) == ((US if lead else JP), "time-up")
    t = short(lead=6)
    t.jp.forces.scored = 6
    assert ended(drawing(t)) == (JP, "time-up")


def test_23_17_not_where_the_draw_could_not_be_made_all_the_same() -> None:
    """§23.17  One card and one discard, where three are drawn; with two discards it is asked."""
    t = short()
    t.us.forces.discards = t.us.forces.discards[:1]
    assert ended(drawing(t)) == (US, "time-up")
    t = short()
    t.us.forces.discards = t.us.forces.discards[:2]
    assert window(drawing(t)) == {US: "2a"}


def test_23_17_not_where_the_deck_is_long_enough() -> None:
    """§23.17, §11.2  Drawing the last card ends nothing."""
    g = drawing(short(left=3))
    assert (window(g), len(g.forces[US].air_deck)) == ({US: "3"}, 0)


def test_23_17_without_the_rule_the_game_ends() -> None:
    """§11.2"""
    assert ended(drawing(short(cards=PLAIN))) == (US, "time-up")
    t = short(cards=PLAIN, left=0)
    g = t.play(ChooseAction(phasing=US))
    g.answer(US, "retreat")
    assert ended(g) == (US, "time-up")


def test_23_17_for_the_card_of_a_retreat() -> None:
    """§23.17, §16.2(1)"""
    t = short(left=0)
    ship = t.us.ship("Hornet", "MIDDLE", detected=True)
    g = t.play(ChooseAction(phasing=US))
    g.answer(US, "retreat")
    assert window(g) == {US: "2a"}
    g.answer(US, "reshuffle")
    assert (len(g.forces[US].hand), g.forces[US].formations[ship].detected) == (1, False)


def test_23_17_not_for_a_draw_by_an_event() -> None:
    """§23.17, §21.2  Cactus Air Force with too short a deck ends the game as ever."""
    t = short()
    t.us.hand("Cactus Air Force")
    t.state.shown = t.us.forces.clone()
    g = t.play(Airplanes(phasing=US))
    g.answer(US, ("play", next(c.id for c in t.us.forces.hand)))
    assert ended(g) == (US, "time-up")


def test_23_17_not_in_a_battle_without_decks() -> None:
    """§23.17, §24.3  Nobody draws there."""
    words = BattleText(title="", introduction="", history="")
    fight = Battle(
        name="no-decks", version=1, set="full", date="1942-10-26", first=US, turns=2, decks=False,
        us=BattleSide(bases=(), ships=()), jp=BattleSide(bases=(), ships=()), english=words, japanese=words,
    )
    g = short(cards=replace(FEVERISH, battle=fight)).play(Turn(phasing=US))
    assert "2a" not in window(g).values()


def test_23_17_a_position_keeps_what_was_given_up() -> None:
    """§23.17  Also where fewer VP than none do not lie on the victory pile."""
    t = short(lead=0)
    t.us.forces.victory = ((t.jp.card("Shokaku"), 7),)
    g = drawing(t)
    g.state.dice = Stream.of(bytes(32), "dice")
    asked = from_text(to_text(g), FEVERISH)
    assert to_text(asked) == to_text(g)
    g.answer(US, "reshuffle")
    again = from_text(to_text(g), FEVERISH)
    assert (again.forces[US].scored, again.forces[US].points) == (-4, 3)
    assert to_text(again) == to_text(g)


def longer(player: Player) -> Player:
    """A player who puts off the end."""
    return lambda g, side: "reshuffle" if g.asked[side].step.window == "2a" else player(g, side)


def test_23_17_worlds_know_that_anything_may_come_again() -> None:
    """§23.17, §20.1  Whole games that were put off: at each question after it a world looks the same and is sound."""
    put_off = 0
    for number in some(range(12), 1):
        rng = Random(number)
        g = new_game(FEVERISH, seed(number))
        game = HeardGame(g, {side: longer(eager(rng)) for side in SIDES}, rng)
        for side, shown in game.questions():
            assert shown.question is not None
            later = any(e.does == FEVER for e in shown.in_force)
            put_off += shown.question.window == "2a"
            if (later and rng.random() < SHARE) or shown.question.window == "2a":
                world = game.worlds.sample(shown, game.memories[side], rng)
                assert view(world, side) == shown
                assert world.state.check() == []
                assert all(cards_in(world, s) == printed_cards(world, s) for s in SIDES)
                for s in SIDES:
                    one, other = world.forces[s].unaccounted, g.forces[s].unaccounted
                    assert Counter(one) == Counter(other)
                    assert all(isinstance(card, EventCard) for card in one)
    assert put_off > 0
