"""§24  What a mate knows of a battle: its last turn, who wins on equal VP, and what counts besides bases."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.battle import Battle
from ironbottom.battle_sheet import battle_text, read_battle
from ironbottom.catalog import card_set, cards_by_id
from ironbottom.client.bots.mate import Mate, battles, clock, course, sea, strikes, worth
from ironbottom.client.bots.mate.table import SeenTable
from ironbottom.flow import Game
from ironbottom.questions import Pick
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.words import FRONT, Action, Side
from tests.support.players import seed


def begun(name: str, **fields: object) -> Game:
    """A battle, with some of its fields otherwise."""
    battle = replace(read_battle(battle_text(name), name), **fields)
    return new_game(varied(card_set(battle.set), (), battle), seed(1))


def played_to(g: Game, step: str, side: Side) -> SeenTable:
    """As mates play it, up to a question of a side."""
    bots = {one: Mate(g.state.cards, Random(1)) for one in Side}
    while g.asked:
        asked = next(iter(g.asked))
        shown = view(g, asked)
        assert shown.question is not None
        if asked is side and shown.question.step == step:
            return SeenTable(shown, shown.question, cards_by_id(g.state.cards), battle=g.state.cards.battle)
        g.answer(asked, bots[asked].choose(shown))
    raise AssertionError(f"{side.name} was never asked {step}")


def without(table: SeenTable) -> SeenTable:
    """The same, for who does not know that it is a battle."""
    return SeenTable(table.view, table.question, table.cards, table.temper)


def test_equal_points_are_won_by_the_side_that_the_battle_names() -> None:
    """§24.5"""
    for ties in Side:
        g = begun("cape-esperance", ties=ties)
        table = played_to(g, "ships.step", Side.JP)
        assert table.lead == 0
        assert clock.winning(table) is (ties is Side.JP)


@pytest.mark.parametrize(("turns", "left"), [(1, 1), (2, 1), (3, 2), (5, 3)])
def test_the_last_turn_is_known(turns: int, left: int) -> None:
    """§24.4  Turns of one's own, this one counted; without decks nothing else is a clock."""
    table = played_to(begun("cape-esperance", turns=turns), "ships.step", Side.JP)
    assert clock.turns_left(table) == left
    assert clock.turns_left(without(table)) == 1  # an empty deck
    assert clock.last_day(table) is (turns == 1)


def test_ships_sail_to_meet_the_enemy_where_that_pays() -> None:
    """Cruisers that lie open before Mikawa; in a whole game he would wait for a base to fall."""
    table = played_to(begun("savo-island"), "ships.step", Side.JP)
    assert len(battles.raiders(table)) >= 3
    assert battles.raiders(without(table)) == ()
    table = played_to(begun("savo-island"), "action.choose", Side.JP)
    assert course.action(table) == Action.LANDING.value


def test_what_counts_is_weighed() -> None:
    """§24.6  Transports, and damage that lasts to the end."""
    table = played_to(begun("savo-island"), "action.choose", Side.JP)
    convoy = next(f for f in table.theirs.formations if table.has_transports(f))
    assert worth.ship(table, convoy) == worth.ship(without(table), convoy) + table.score("transports")
    table = played_to(begun("rennell-island"), "action.choose", Side.JP)
    chicago = next(f for f in table.theirs.formations if f.detected)
    plain, counted = [strikes.ship_target(one, chicago) for one in (without(table), table)]
    assert plain is not None
    assert counted is not None
    assert counted.worth[1] == pytest.approx(plain.worth[1] + table.score("damage"))


@pytest.mark.parametrize(("turn", "counts"), [(1, 0), (2, 0), (3, 1)])
def test_only_damage_that_lasts_counts(turn: int, counts: int) -> None:
    """§14.4(3), §24.6  Bases recover in their owner's turn."""
    table = played_to(begun("guadalcanal-first-night"), "action.choose", Side.JP)
    table.view = replace(table.view, turn=turn)
    assert clock.shells(table) == counts
    assert clock.shells(without(table)) == 0


def test_who_is_behind_brings_his_carriers_forward() -> None:
    """§5.5  From the middle line to the enemy's it is too far for what they carry."""
    for lead, goes in ((3, True), (0, False)):
        battle = read_battle(battle_text("eastern-solomons"))
        g = begun("eastern-solomons", jp=replace(battle.jp, lead=lead), ties=Side.US)
        table = played_to(g, "ships.step", Side.US)
        assert battles.forward(table) is goes
        assert battles.forward(without(table)) is False


def test_a_defender_comes_out_where_he_is_stronger() -> None:
    """Ships count for themselves, whether anybody lands or not."""
    g = begun("guadalcanal-first-night")
    table = played_to(g, "landing-phase.reveal", Side.US)
    shape = table.question.shape
    assert isinstance(shape, Pick)
    landed = any(table.has_transports(f) for f in table.theirs.formations if f.line is FRONT[Side.JP])
    assert not landed
    assert sea.reveal(without(table)) == ()


def test_battles_say_nothing_in_a_whole_game() -> None:
    """The mate of whole games stands still."""
    g = new_game(card_set("core"), seed(3))
    table = played_to(g, "action.choose", Side.US)
    assert table.battle is None
    assert table.draws
    assert [table.score(word) for word in ("ashore", "bases")] == [0, 0]
    assert (battles.raid_now(table), battles.raiders(table), clock.last_day(table)) == (0.0, (), False)


def test_the_battle_is_that_of_the_cards() -> None:
    fight: Battle | None = Mate(begun("tassafaronga").state.cards, Random(0)).battle
    assert fight is not None
    assert fight.name == "tassafaronga"
