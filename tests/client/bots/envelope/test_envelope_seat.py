"""The admiral plays by his tables alone, says so of every answer, and is as strong as he should be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from ironbottom.catalog import card_set
from ironbottom.client.bots.envelope import EnvelopeSeat
from ironbottom.client.bots.envelope.seat import ORDERS
from ironbottom.client.bots.envelope.sheet import INTENTIONS, TITLES, sheet
from ironbottom.client.bots.mate.mate import ADVICE
from ironbottom.client.bots.players import BOTS
from ironbottom.client.bots.registry import LONGEST, made
from ironbottom.client.launch.arena.in_process import Series, play_numbered
from ironbottom.client.launch.arena.standing import a_side
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.variant import varied
from ironbottom.views import View
from ironbottom.words import SIDES
from tests.support.lengths import by_night, so_many
from tests.support.players import seed

TOLD = so_many("ENVELOPE_TOLD", 4, 20)  # games of which every answer is explained
SERIES = so_many("ENVELOPE_SERIES", 10, 200)  # games against chance
SETS = {name: card_set(name) for name in ("core", "full")}
TELLS = re.compile(r"^(Intention \d, \w+|Alertness \d|Roll \d); (.+) table, row (\d+): .+\.$")


def answers(number: int, name: str, set_name: str = "core") -> Iterator[tuple[EnvelopeSeat, View, Answer]]:
    """What he answers in a game against a bot: he has one side in even games, the other in odd ones."""
    cards, me = SETS[set_name], SIDES[number % 2]
    admiral, other = EnvelopeSeat(cards, Random(number)), made(name, cards, Random(number))
    game = new_game(cards, seed(number), log=False)
    while game.asked:
        side = next(iter(game.asked))
        shown = view(game, side)
        if side is me:
            answer = admiral.choose(shown)
            yield admiral, shown, answer
        else:
            answer = other.choose(shown)
        game.answer(side, answer)
    assert admiral.failures == []


@pytest.mark.parametrize("number", range(TOLD))
def test_every_answer_names_its_table_and_its_roll(number: int) -> None:
    """In whole games, against chance and against a good bot, with both sets."""
    rolls: dict[int, set[str]] = {}
    other, set_name = ("random", "mate")[number // 2 % 2], ("core", "full")[number // 4 % 2]
    for admiral, shown, answer in answers(number, other, set_name):
        said = admiral.why(shown, answer)
        told = TELLS.fullmatch(said)
        assert told, said
        assert len(said) < LONGEST
        found = admiral.decision(shown).found
        assert (told[2], int(told[3])) == (TITLES[found.table], found.row.number)
        rolls.setdefault(shown.turn, set()).update(re.findall(r"\d", told[1]))
    assert all(len(found) == 1 for found in rolls.values()), "a turn has one roll"
    assert {roll for found in rolls.values() for roll in found} <= {*"123456"}


def test_another_answer_is_told_from_his_own() -> None:
    for admiral, shown, answer in answers(1, "random"):
        assert shown.question is not None
        for other in (shown.question.default, shown.question.shape.first()):
            if other != answer:
                assert "not by the" in admiral.why(shown, other)


@pytest.mark.parametrize("set_name", SETS)
@pytest.mark.parametrize("number", [2, 3])
def test_he_plays_both_sides_with_both_sets(number: int, set_name: str) -> None:
    asked = [shown for _, shown, _ in answers(number, "mate", set_name)]
    assert {shown.viewer for shown in asked} == {SIDES[number % 2]}
    assert len(asked) > 50


def test_the_intention_holds_for_his_turn_and_there_is_none_in_the_other() -> None:
    seen: dict[int, set[str]] = {}
    for admiral, shown, _ in answers(5, "mate"):
        desk = admiral.desk(shown)
        assert not desk.intention or shown.phasing is shown.viewer
        if desk.intention:
            seen.setdefault(shown.turn, set()).add(desk.intention)
    assert seen
    assert all(len(words) == 1 and words <= {*INTENTIONS} for words in seen.values())


def test_the_same_chance_and_the_same_views_give_the_same_answers() -> None:
    one, two = ([answer for *_, answer in answers(4, "mate")] for _ in range(2))
    assert one == two


def test_the_dice_decide() -> None:
    """With other rolls he answers otherwise at the same questions."""
    rolled = EnvelopeSeat(SETS["core"], Random(0))
    differ = Counter[str]()
    for admiral, shown, answer in answers(6, "mate"):
        assert shown.question is not None
        rolled.rolls[shown.turn] = 7 - admiral.rolls[shown.turn]
        if rolled.choose(shown) != answer:
            differ[shown.question.step] += 1
    assert differ


def test_every_table_is_read_for_some_question() -> None:
    """Over some games every table decides something, so none is printed for nothing."""
    read = {seat.decision(shown).found.table for n in range(8) for seat, shown, _ in answers(n, "mate")}
    hidden = {"intention", "scouts", "escorts"}  # they are read on the way to another one's row
    assert {*sheet()} - hidden - read <= {"giving", "repair", "smoke"}, "nobody needs this table"


def test_there_is_an_order_for_every_question_of_the_usual_game() -> None:
    """What optional rules ask (§23) is answered by the last row of the last table, as the rules have it by default."""
    optional = {step for step in ADVICE if step not in ORDERS}
    assert optional <= {
        "setup.say", "victory-fever.offer", "find.decoy", "read-mail.choose", "read-mail.look", "reserve-carrier.offer",
    }


@pytest.mark.parametrize("words", [
    ("bid", "reserve-carrier", "read-their-mail"), ("decoys:2", "victory-fever", "fuel:20"),
])
def test_he_plays_with_optional_rules(words: tuple[str, ...]) -> None:
    """To the end, and every answer has its sentence."""
    cards = varied(SETS["core"], words)
    seats = {side: EnvelopeSeat(cards, Random(side)) for side in SIDES}
    game = new_game(cards, seed(3), log=False)
    while game.asked:
        side = next(iter(game.asked))
        shown = view(game, side)
        answer = seats[side].choose(shown)
        assert TELLS.fullmatch(seats[side].why(shown, answer))
        game.answer(side, answer)
    assert [seat.failures for seat in seats.values()] == [[], []]


def test_he_beats_chance() -> None:
    """400 games gave more than 98 %: README.md of the room."""
    series = Series("envelope", "random", "envelope", SETS["core"])
    results = [play_numbered(series, n) for n in range(SERIES)]
    assert sum([result.winner is a_side(result, "envelope") for result in results]) >= 0.9 * SERIES


@by_night
def test_he_wins_a_fair_part_against_the_mate() -> None:
    """20 to 40 of 100, as measured over 400 games; 200 games vary by seven."""
    series = Series("envelope", "mate", "envelope", SETS["core"])
    results = [play_numbered(series, n) for n in range(200)]
    assert 0.15 <= sum([result.winner is a_side(result, "envelope") for result in results]) / 200 <= 0.45


def test_he_is_called_by_his_name() -> None:
    assert isinstance(BOTS["envelope"](SETS["core"], Random(1)), EnvelopeSeat)
