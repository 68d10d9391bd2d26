"""What may be typed at a question: by numbers and by words, for each shape; and what is said to everything else."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ironbottom.catalog import card_set
from ironbottom.client.plain.answer_parser import Unclear, answer_of
from ironbottom.client.plain.intents import Give, Print, Quit, ResignIntent, Said
from ironbottom.client.text.question.how_to import example, question_lines
from ironbottom.client.text.question.menu import Menu, rows, said
from ironbottom.flow import Game
from ironbottom.questions import Answer, Move, Order, Place, Value
from ironbottom.rules import new_game
from ironbottom.words import FRONT, OWN_LINES, Side
from tests.client.plain.questions import (
    JP,
    US,
    action,
    airplanes,
    discards,
    exchanges,
    flights,
    guns,
    homecoming,
    interception,
    menu_at,
    nothing,
    reader_at,
    ships,
    strikes,
    withdrawal,
)
from tests.client.plain.sitting import lines_of, sitting, whole_game
from tests.support.lengths import NIGHT, some

QUESTIONS: dict[str, tuple[Callable[[], Game], Side]] = {
    "action": (action, US), "withdrawal": (withdrawal, JP), "discards": (discards, US), "flights": (flights, JP),
    "strikes": (strikes, US), "interception": (interception, JP), "homecoming": (homecoming, US), "ships": (ships, US),
    "airplanes": (airplanes, US), "exchanges": (exchanges, JP), "guns": (guns, US), "nothing": (nothing, JP),
}


ENTER = re.compile(r"\bEnter\b")


@cache
def menu(name: str) -> Menu:
    return menu_at(built(name), QUESTIONS[name][1])


@cache
def built(name: str) -> Game:
    return QUESTIONS[name][0]()


def value(name: str, i: int) -> Value:
    """The i-th thing of a question, from 1."""
    return menu(name).things[i - 1].value


def letter(name: str, one: str) -> Value:
    return menu(name).values["abcdefghij".index(one)].value


def table(name: str, **given: str) -> Answer:
    """A table of answers: thing1="b" gives the first card the value with that letter."""
    return {int(str(value(name, int(key[5:])))): letter(name, one) for key, one in given.items()}


def typed(name: str, line: str) -> Answer:
    return answer_of(line, menu(name))


def refused(name: str, line: str) -> str:
    with pytest.raises(Unclear) as caught:
        typed(name, line)
    return str(caught.value)


@pytest.mark.parametrize("line", ["3", " 3 ", "landing", "LANDING", "land", "landing on a base"])
def test_choose_takes_a_number_or_a_word(line: str) -> None:
    assert typed("action", line) == "landing"


def test_choose_takes_the_default_for_an_empty_line_where_nothing_is_lost_by_it() -> None:
    kept = menu_at(new_game(card_set("full"), bytes(32), log=False), US)
    assert [answer_of(line, kept) for line in ("", "default", "2")] == ["keep", "keep", "redraw"]
    for line in ("", "  ", "default"):
        assert refused("action", line) == (
            "Not yet: choose one of the answers first; type a number from 1 to 3."
        )


@pytest.mark.parametrize(("name", "sentence"), [
    ("withdrawal", "pick one or more, or say that it is none of them; type numbers from 1 to 3, or \"none\"."),
    ("discards", "pick 3, not 0; type 3 different numbers from 1 to 9."),
    ("flights", "say who goes where, or that all stay; type for example \"1c 2d\"."),
    ("strikes", "say what each card gets; type for example \"1d 2d\"."),
    ("interception", "say what each card gets; type for example \"3b 2b 1b\"."),
])
def test_an_empty_line_says_what_is_to_be_chosen_where_something_may_be_lost(name: str, sentence: str) -> None:
    """§20.6  In one sentence, with an example that may be typed."""
    for line in ("", "default"):
        assert refused(name, line) == f"Not yet: {sentence}"
    assert menu(name).shape.fault(typed(name, example(menu(name)))) is None


def test_what_may_stay_unsaid_and_what_not() -> None:
    assert typed("flights", "none") == table("flights", thing1="a", thing2="a")
    assert refused("strikes", "1a") == (
        'Avenger has no value; choose one of bomb Shokaku, torpedo Shokaku, attack Buka, withdraw; type for example '
        '"1d 2d".'
    )
    assert typed("strikes", "1a, all b") == table("strikes", thing1="a", thing2="b")


def lost_places() -> Menu:
    """Three airplanes, and room for two of them."""
    places = menu("homecoming")
    shape = places.shape
    assert isinstance(shape, Place)
    one, two, three = shape.choices
    choices = {one: {7: 0}, two: {7: 0}, three: shape.choices[three]}
    shape = replace(shape, choices=choices, room=(1, *shape.room[1:]))
    values = (places.values[0]._replace(value=7), *places.values[1:])
    default = {one: 7, three: next(iter(choices[three]))}
    question = replace(places.question, shape=shape, default=default, harmless=False)
    return places._replace(question=question, values=values)


def test_who_is_lost_is_said() -> None:
    """§19.2  Who finds a place comes down there unsaid."""
    places = lost_places()
    first, second, third = [one.value for one in places.things]
    with pytest.raises(Unclear) as caught:
        answer_of("", places)
    assert str(caught.value) == 'Not yet: say who is lost: not all find a place; type for example "2 lost".'
    with pytest.raises(Unclear, match="Dauntless B finds no place: say that it is lost, or send another elsewhere; "):
        answer_of("3c", places)
    answer = answer_of("2 lost", places)
    assert isinstance(answer, dict)
    assert answer.keys() == {first, third}
    answer = answer_of("1 lost", places)
    assert isinstance(answer, dict)
    assert answer.keys() == {second, third}
    assert any(line.startswith("  2 Dauntless B") and line.endswith("finds no place") for line in rows(places))


@pytest.mark.parametrize("number", some([1, 5], 1))
def test_an_empty_line_gives_the_default_where_it_says_so_and_nowhere_else(number: int) -> None:
    """§20.6  In all questions of a game: "(default)" stands where Enter gives it; else Enter says what to choose."""
    at, rng = sitting(number, card_set("full"), 0), Random(number)
    given_, said_ = 0, 0
    for _ in whole_game(at, rng):
        for side in at.game.asked:
            asked, stepwise = at.menu(side), isinstance(at.menu(side).shape, Move)
            harmless = asked.question.harmless
            text = "\n".join(question_lines(asked, at.readers[side].seat.naming))
            marked = "(default)" in text or "; default " in text or ENTER.search(text) is not None
            assert marked <= (harmless and not stepwise), text
            if stepwise:
                continue
            if harmless:
                assert answer_of("", asked) == asked.question.default
                assert ENTER.search(text)
                given_ += 1
                continue
            with pytest.raises(Unclear, match=r"^Not yet: [^.]*\.$"):
                answer_of("", asked)
            assert asked.shape.fault(answer_of(example(asked), asked)) is None, (example(asked), text)
            said_ += 1
    assert min(given_, said_) > 5


def test_choose_says_what_could_be_typed() -> None:
    assert refused("action", "4") == '"4" is not among the answers; type a number from 1 to 3.'
    assert refused("action", "0") == '"0" is not among the answers; type a number from 1 to 3.'
    assert refused("action", "sing") == '"sing" is not among the answers; type a number from 1 to 3.'
    assert refused("action", "1 2") == '"1 2" is not among the answers; type a number from 1 to 3.'


def test_pick_takes_numbers_ranges_names_all_and_none() -> None:
    one, two, three = [value("withdrawal", i) for i in (1, 2, 3)]
    assert typed("withdrawal", "1 3") == (one, three)
    assert typed("withdrawal", "3,1") == (three, one)
    assert typed("withdrawal", "1-3") == typed("withdrawal", "all") == (one, two, three)
    assert typed("withdrawal", "none") == ()
    assert typed("withdrawal", "rufe") == (three,)
    assert typed("withdrawal", "zeke b; rufe") == (two, three)
    assert typed("withdrawal", "1, rufe") == (one, three)


def test_pick_says_what_is_wrong() -> None:
    assert refused("withdrawal", "4") == '"4" is not among the answers; type numbers from 1 to 3, or "none".'
    assert refused("withdrawal", "1 1") == '"1 1" names something twice; type numbers from 1 to 3, or "none".'
    assert refused("withdrawal", "zeke") == '"zeke" may mean Zeke A, Zeke B; type more of it, or its number.'
    assert refused("discards", "1 2") == "Named: 2, wanted: 3; type 3 different numbers from 1 to 9."
    assert refused("discards", "none") == "Named: 0, wanted: 3; type 3 different numbers from 1 to 9."


def test_pick_keeps_the_order_and_takes_copies_by_name() -> None:
    """§4.7  The card that is named last lies on top; two cards of one name are as good as each other."""
    assert typed("discards", "3 1 2") == ("us/dauntless", "us/wildcat", "us/wildcat")
    assert typed("discards", "wildcat; seabees; wildcat") == ("us/wildcat", "us/seabees", "us/wildcat")
    assert refused("discards", "wildcat; wildcat; wildcat").startswith('"wildcat" is not among the answers')


def test_assign_takes_pairs_and_the_others_stay() -> None:
    assert typed("flights", "1b 2c") == table("flights", thing1="b", thing2="c")
    assert typed("flights", "2d") == table("flights", thing1="a", thing2="d")
    assert typed("flights", "1b, 2b") == typed("flights", "1-2b") == typed("flights", "1 2 b")
    assert typed("flights", "all b") == typed("flights", "all us front") == table("flights", thing1="b", thing2="b")


def test_assign_takes_words() -> None:
    both = table("flights", thing1="b", thing2="c")
    assert typed("flights", "zeke = us front; betty = us middle") == both
    assert typed("flights", "zeke to us front, betty: middle") == both
    assert typed("flights", "1 front, betty to c") == both


def test_assign_of_all_goes_to_those_who_can_and_gives_way() -> None:
    """Zeke does not reach the US rear; what is said of one card stands before what is said of all."""
    assert typed("flights", "all d") == table("flights", thing1="a", thing2="d")
    assert typed("flights", "1b, all c") == typed("flights", "rest c; 1b") == table("flights", thing1="b", thing2="c")


def test_assign_says_what_is_wrong() -> None:
    assert refused("flights", "1d") == 'Zeke cannot be given "US rear"; its letters are a b c.'
    assert refused("flights", "3a") == '"3" is not among the answers; type for example "1c 2d".'
    assert refused("flights", "1z") == '"z" is not among the answers; type for example "1c 2d".'
    assert refused("flights", "all") == '"all" is not among the answers; type for example "1c 2d".'
    assert refused("flights", "1") == '"1" is not among the answers; type for example "1c 2d".'
    assert refused("flights", "1 us") == '"us" may mean US front, US middle, US rear; type more of it, or its number.'


def test_assign_of_targets_with_modes() -> None:
    assert typed("strikes", "1a 2b") == table("strikes", thing1="a", thing2="b")
    torpedo = typed("strikes", "dauntless = withdraw; avenger = torpedo shokaku")
    assert said(menu("strikes"), torpedo) == "Dauntless: withdraw; Avenger: torpedo Shokaku"


def pairs(*given: tuple[int, str]) -> Answer:
    return tuple([(int(str(value("interception", i))), letter("interception", one)) for i, one in given])


def test_order_keeps_the_sequence_that_is_typed() -> None:
    assert typed("interception", "3b 1a 2a") == pairs((3, "b"), (1, "a"), (2, "a"))
    assert typed("interception", "rufe at avenger; 2 a; zeke a at b") == pairs((3, "b"), (2, "a"), (1, "b"))
    open_ = "has no value; choose one of Dauntless, Avenger; type for example"
    assert refused("interception", "2 1 3").startswith(f"Zeke A {open_}")
    assert refused("interception", "3b 1b").startswith(f"Zeke B {open_}")
    assert isinstance(menu("interception").shape, Order)


def test_place_fills_in_the_rest_where_there_is_room() -> None:
    """§19.2  The one free land icon of Henderson Field: who is not named makes room for who is."""
    assert typed("homecoming", "") == menu("homecoming").question.default
    assert typed("homecoming", "2a") == table("homecoming", thing1="b", thing2="a", thing3="c")
    assert typed("homecoming", "1c 2c 3d") == table("homecoming", thing1="c", thing2="c", thing3="d")
    assert typed("homecoming", "all port") == table("homecoming", thing1="c", thing2="c", thing3="c")


def test_place_says_where_there_is_no_room() -> None:
    assert refused("homecoming", "1a 2a").startswith("Henderson Field has no room for so many; type for example")
    lost = refused("homecoming", "1 lost")
    assert lost.startswith("Dauntless A may not be lost while a place in its range has room (§19.2); type for example")
    assert refused("homecoming", "3a") == 'Catalina cannot be given "Henderson Field"; its letters are c d.'


def test_move_takes_a_step_by_numbers_letters_and_words() -> None:
    front = OWN_LINES[US][0]
    hornet, escort, pair = [value("ships", i) for i in (1, 2, 3)]
    for line in ("move 1 a", "move hornet us front", "mo 1 to front", "MOVE Hornet to US Front"):
        assert typed("ships", line) == ("move", hornet, front), line
    assert typed("ships", "pair 2 1") == typed("ships", "pair desron with hornet") == ("pair", escort, hornet)
    assert typed("ships", "part 3 2") == ("part", pair, 2)
    assert typed("ships", "reveal 1") == ("reveal", hornet)
    assert typed("ships", "done") == typed("ships", "do") == ("done",)


def test_move_says_what_is_wrong() -> None:
    assert refused("ships", "sail 1 a") == '"sail" is no step; you may move, pair, part, reveal, done.'
    assert refused("ships", "pa 3") == '"pa" is no step; you may move, pair, part, reveal, done.'
    assert refused("ships", "move") == '"move" what? Type for example "move 1 a".'
    assert refused("ships", "move 9 a") == '"move 9 a" cannot be done; type for example "move 1 a".'
    assert refused("ships", "part 3 9") == '"part 3 9" cannot be done; type for example "part 3 2".'
    assert refused("ships", "done now") == '"done" stands alone.'
    assert refused("ships", "") == 'Nothing was typed; type for example "move 1 a", or "done" to end it.'


def test_move_deploys_from_the_hand() -> None:
    hornet = letter("airplanes", "a")
    assert typed("airplanes", "deploy wildcat hornet") == typed("airplanes", "dep 1 a") == (
        "deploy", "us/wildcat", hornet
    )
    assert typed("airplanes", "discard dauntless") == ("discard", value("airplanes", 3))
    assert refused("airplanes", "deploy catalina hornet").startswith('"deploy catalina hornet" cannot be done')


def test_airplanes_change_places() -> None:
    """§14.3(2)  By numbers or by names, from either end; the list says once who has somebody to change with."""
    betty, zeke = value("exchanges", 1), value("exchanges", 2)
    for line in ("swap 1 2", "swap betty zeke", "swap betty with zeke"):
        assert typed("exchanges", line) == ("swap", betty, zeke), line
    assert typed("exchanges", "sw 2 1") == ("swap", zeke, betty)
    told = question_lines(menu("exchanges"), reader_at(built("exchanges"), JP).seat.naming)
    assert "  swap 1-3 with another of them: let two airplanes change places" in told
    assert said(menu("exchanges"), ("swap", betty, zeke)) == "swap Betty with Zeke"
    assert refused("exchanges", "swap 2 3") == '"swap 2 3" cannot be done; type for example "swap 1 2".'


def test_event_cards_are_numbered_behind_the_answers() -> None:
    """§20.2"""
    for line in ("3", "play 3", "play sg radar", "play radar"):
        assert typed("guns", line) == ("play", "us/sg-radar"), line
    assert typed("airplanes", "4") == ("play", "us/cactus-air-force")
    assert typed("nothing", "2") == ("play", "jp/squall")
    assert refused("guns", "play 1") == '"play 1" names no single card; you may play SG Radar.'
    assert refused("ships", "play radar").startswith("You have no event card that may be played now")


def test_where_there_is_nothing_to_decide_enter_passes() -> None:
    assert {typed("nothing", line) for line in ("", "1", "pass", "none")} == {"pass"}


def test_an_empty_line_in_a_segment_of_steps_prints_it_again() -> None:
    """Enter by accident ends nothing."""
    reader = reader_at(ships(), US)
    again = reader.line("")
    assert isinstance(again, Print)
    told = [*question_lines(menu("ships"), reader.seat.naming), "Still open: 2 formations in REAR that can move."]
    assert list(again.lines) == reader.seat.fitted(told)
    assert reader.line("default") == Give(("done",), ("Your answer: done.",))


def test_an_answer_is_echoed_as_it_was_understood() -> None:
    reader = reader_at(flights(), JP)
    given = reader.line("2c")
    assert lines_of(given) == ["Your answer: Zeke: stay; Betty: US middle."]
    assert lines_of(reader.line("1b")) == ["Your answer is on its way; wait for the table, or type help."]


def test_a_refusal_is_explained_by_why() -> None:
    reader = reader_at(flights(), JP)
    assert reader.line("1d") == Print(('Zeke cannot be given "US rear"; its letters are a b c.',))
    why = lines_of(reader.line("why"))
    assert why[0] == 'Zeke cannot be given "US rear"; its letters are a b c.'
    assert why[1].startswith("§17.1(1) First P sends any airplanes to enemy lines")


@cache
def of_whole_games() -> tuple[Menu, ...]:
    """One question of each step that comes about in a few games."""
    found: dict[tuple[str, bool], Menu] = {}
    for number in (2, 3, 11):
        at = sitting(number, card_set("full"))
        for _ in whole_game(at, Random(number)):
            for side in at.game.asked:
                asked = at.menu(side)
                found.setdefault((asked.question.step, bool(asked.plays)), asked)
    assert len(found) > 20
    return (*found.values(), *[menu(name) for name in QUESTIONS])


def lines() -> st.SearchStrategy[str]:
    """Anything, and much that looks like an answer."""
    words = ["move", "pair", "all", "none", "rest", "1", "2", "3", "1a", "2b", "1-3", "a", "b", "play", "done", "to"]
    words += ["=", ",", ";", "-", "zeke", "front", "99", "lost", "\x1b[2J", "９", "²"]
    likely = st.lists(st.sampled_from(words))
    return st.one_of(st.text(max_size=60), likely.map(" ".join), st.text("0123456789abc ,;=-", max_size=12))


@settings(max_examples=250 if NIGHT else 100, deadline=None)
@given(st.data(), lines())
def test_any_line_is_an_answer_that_is_legal_or_one_sentence(data: st.DataObject, line: str) -> None:
    asked = data.draw(st.sampled_from(range(len(of_whole_games()))))
    one = of_whole_games()[asked]
    try:
        answer = answer_of(line, one)
    except Unclear as unclear:
        sentence = str(unclear)
        assert sentence[-1] == "."
        assert "\n" not in sentence
        assert "\x1b" not in sentence
        assert len(sentence) < 400
    else:
        plays = [("play", card) for card in one.question.plays]
        assert answer in plays or one.shape.fault(answer) is None
        assert said(one, answer)


@settings(max_examples=150, deadline=None)
@given(
    name=st.sampled_from(("ships", "interception", "nothing")),
    line=lines() | st.sampled_from(["table", "log 3", "rules 3", "card zeke", "why", "orders add 1 window all"]),
)
def test_a_reader_answers_to_anything_that_is_typed(name: str, line: str) -> None:
    """Never a traceback, and never an answer that the server would refuse."""
    reader = reader_at(built(name), QUESTIONS[name][1])
    reply: Said = reader.line(line)
    if isinstance(reply, Give):
        played = isinstance(reply.answer, tuple) and reply.answer[:1] == ("play",)
        assert played or menu(name).shape.fault(reply.answer) is None
    assert not isinstance(reply, ResignIntent)
    assert all("\x1b" not in one for one in lines_of(reply))


def test_no_answer_is_a_command_and_no_command_an_answer() -> None:
    """A number is always an answer; a whole command word always the command; a beginning of both is asked about."""
    reader = reader_at(action(), US, width=0)
    assert lines_of(reader.line("r")) == [
        '"r" may mean the answer "retreat: draw a card, turn unseen what can" or the command rules, resign, repeat; '
        "type more."
    ]
    assert isinstance(reader.line("quit"), Quit)
    assert isinstance(reader.line("ret"), Give)


def test_the_lines_of_flight_stand_for_lines() -> None:
    """The letters of a flight are lines of the table, not cards."""
    assert [one.value for one in menu("flights").values] == ["stay", *OWN_LINES[US]]
    assert FRONT[US] in [one.value for one in menu("flights").values]
