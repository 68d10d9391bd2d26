"""In lines of text: what is given by itself, `repeat`, `sole`, and what a segment leaves open."""

from __future__ import annotations

import pytest

from ironbottom.client.plain.intents import Give, Print
from ironbottom.client.plain.reader import PlainReader
from ironbottom.events import LineBegan, TurnBegan
from ironbottom.flow import Game
from ironbottom.questions import Question
from ironbottom.rules.s17_air_combat import AirCombatPhase
from ironbottom.sight import view
from ironbottom.words import FRONT, Line, Side
from tests.client.plain.questions import FULL, flights, menu_at, reader_at, withdrawal
from tests.client.plain.sitting import lines_of
from tests.support.table import LaidTable

US, JP = Side.US, Side.JP


def asked_nothing() -> Game:
    """Japan is asked for reactions: it holds cards that the enemy cannot see, but none that could be played."""
    t = LaidTable()
    t.us.base("Henderson Field", aboard=["Flying Fortress"])
    t.jp.hand("Rufe")
    t.jp.unaccounted("jp/squall")
    t.jp.base("Buin")
    g = t.play(AirCombatPhase(phasing=US))
    thing = menu_at(g, US).things[0].value
    return g.after(US, {int(str(thing)): int(FRONT[JP])})


def question_of(game: Game) -> Question:
    question = view(game, JP).question
    assert question is not None
    return question


def test_one_legal_answer_is_said_in_place_of_its_question() -> None:
    game = asked_nothing()
    reader = PlainReader(FULL)
    reader.seat.unasked.sole = True
    told = reader.update(view(game, JP), ())
    assert [line for line in told if line.startswith("Given by itself, as the only legal answer:")]
    assert not [line for line in told if line.startswith("Your decision")]
    assert reader.passing() == question_of(game).shape.first()
    assert reader.passing() is None
    assert not reader.ready


def test_who_wants_to_be_asked_is_asked() -> None:
    reader = reader_at(asked_nothing(), JP)
    assert reader.passing() is None
    assert reader.ready
    assert lines_of(reader.line("sole on")) == ['One legal answer is given by itself: "on".']
    assert reader.seat.unasked.sole


def test_an_answer_that_is_not_taken_is_asked_for() -> None:
    game = asked_nothing()
    reader = PlainReader(FULL)
    reader.seat.unasked.sole = True
    reader.update(view(game, JP), ())
    assert reader.passing() is not None
    reader.refused("", "no")
    assert reader.ready
    reader.update(view(game, JP), ())
    assert reader.passing() is None


def test_an_answer_is_repeated_until_the_fight_is_over() -> None:
    game = withdrawal()
    reader = reader_at(game, JP)
    said = reader.line("repeat battle none")
    assert isinstance(said, Give)
    assert said.answer == ()
    assert said.lines == ("Not asked again:", "  Air control combat: none, in this battle")
    reader.update(view(game, JP), ())
    assert reader.passing() == ()
    assert lines_of(reader.line("repeat"))[:2] == ["Not asked again:", "  1 Air control combat: none, in this battle"]
    reader.update(view(game, JP), [LineBegan(rule="17.2", line=Line.US_FRONT)])
    assert reader.passing() is None
    assert "You are asked everything." in lines_of(reader.line("repeat"))


def test_it_can_be_taken_back() -> None:
    reader = reader_at(withdrawal(), JP)
    assert isinstance(reader.line("repeat turn 1"), Give)
    assert lines_of(reader.line("repeat stop")) == ["Ask again: Air control combat: Zeke A, in this turn"]
    assert lines_of(reader.line("repeat stop")) == ["You are asked everything."]
    assert reader.seat.unasked.rules == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("repeat never", "Type"), ("repeat battle 9", '"9" is not among'), ("repeat battle", "Not yet:"),
    ],
)
def test_what_cannot_be_repeated_is_said_in_one_sentence(line: str, said: str) -> None:
    reader = reader_at(withdrawal(), JP)
    answer = reader.line(line)
    assert isinstance(answer, Print)
    assert answer.lines[0].startswith(said)
    assert reader.ready


def test_what_is_asked_once_is_not_repeated() -> None:
    reader = reader_at(flights(), JP)
    assert lines_of(reader.line("repeat turn none")) == [
        "This is asked once; only what comes again in a fight can be repeated."
    ]


def test_the_next_turn_asks_again() -> None:
    game = withdrawal()
    reader = reader_at(game, JP)
    reader.line("repeat turn none")
    reader.update(view(game, JP), [TurnBegan(rule="12", turn=2, side=US)])
    assert reader.passing() is None
