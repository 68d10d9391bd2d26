"""Answers that are put together by touches: what comes out whole is legal, all can be said, all can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from ironbottom.client.terminal.answer.cursor import option_now
from ironbottom.client.terminal.answer.offered import Offer, Touchpoint, gives, offer_of
from ironbottom.client.terminal.answer.staged import Staged
from ironbottom.client.terminal.answer.staging import (
    begin,
    can_undo,
    clear,
    complete,
    decide,
    drop,
    for_menu,
    give,
    give_all,
    is_changed,
    left_out,
    on_table,
    reordered,
    same,
    saying,
    touch,
    undo,
    unready,
)
from ironbottom.client.terminal.answer.whynot import fault_text, missing
from ironbottom.client.terminal.question.marks import marks
from ironbottom.flow import Game
from ironbottom.questions import Answer, Assign, Choose, Move, Order, Pick, Place
from ironbottom.words import Side
from tests.client.plain import questions
from tests.client.plain.questions import menu_at
from tests.support.lengths import some

from ..support.asked import GAMES, asked, fault, told

STRANGE = (Touchpoint("token", 1), Touchpoint("line", 0), Touchpoint("word", "pass"), Touchpoint("card", "x/y"))
SMALL: dict[str, tuple[Callable[[], Game], Side]] = {
    "action": (questions.action, Side.US),
    "withdrawal": (questions.withdrawal, Side.JP),
    "discards": (questions.discards, Side.US),
    "flights": (questions.flights, Side.JP),
    "strikes": (questions.strikes, Side.US),
    "interception": (questions.interception, Side.JP),
    "homecoming": (questions.homecoming, Side.US),
    "ships": (questions.ships, Side.US),
    "airplanes": (questions.airplanes, Side.US),
    "exchanges": (questions.exchanges, Side.JP),
    "guns": (questions.guns, Side.US),
}


def small(name: str) -> Offer:
    lay, side = SMALL[name]
    return offer_of(menu_at(lay(), side))


def things(offer: Offer) -> list[Touchpoint]:
    """Every thing that a question speaks of, and some that it does not."""
    about = [Touchpoint("token", token) for token in offer.question.about]
    options = [option.thing for option in offer.values]
    return [*[row.thing for row in (*offer.rows, *offer.plays)], *options, *about, *STRANGE]


def one_more(staged: Staged, all_: list[Touchpoint], rng: Random) -> Staged:
    """Something that a person may do."""
    act = rng.randrange(16)
    if act < 8:
        return touch(staged, rng.choice(all_))
    if act < 11:
        return drop(staged, rng.choice(all_), rng.choice(all_))
    if act == 11:
        return decide(staged, rng.randrange(3))
    if act == 12 and staged.offer.rows:
        return reordered(staged, rng.choice(staged.offer.rows), rng.randrange(4))
    if act == 13 and staged.offer.values:
        return give_all(staged, rng.choice(staged.offer.values).value)
    return clear(staged) if act == 14 else undo(staged)


@pytest.mark.parametrize("number", some(GAMES, 1))
def test_whatever_is_touched_what_comes_out_is_legal(number: int) -> None:
    """And what is no answer says in a sentence what is wrong; and every path leads back to the beginning."""
    rng = Random(number)
    for one in asked(number):
        staged, all_ = begin(one.offer), things(one.offer)
        for _n in range(24):
            staged = one_more(staged, all_, rng)
            answer = complete(staged)
            if answer is not None:
                assert fault(one.question, answer) is None, (one.question.step, answer)
            else:
                assert isinstance(staged.shape, Move) or missing(staged), one.question.step
            if staged.fault is not None:
                assert fault_text(staged)
        for _n in range(200):
            if not can_undo(staged):
                break
            staged = undo(staged)
        assert staged._replace(step=None) == begin(one.offer)


@pytest.mark.parametrize("number", GAMES)
def test_every_answer_of_a_game_can_be_put_together(number: int) -> None:
    for one in asked(number):
        words = [(word,) for word in one.offer.words]
        if isinstance(one.offer.shape, Move) and isinstance(one.answer, tuple) and len(one.answer) == 1:
            assert one.answer in words
        else:
            assert complete(told(one.offer, one.answer)) == one.answer, one.question.step


def answers(offer: Offer) -> list[Answer]:
    shape = offer.shape
    words = [(word,) for word in offer.words]
    return [answer for answer in islice(shape.answers(), 400) if answer not in words]


@pytest.mark.parametrize("name", SMALL)
def test_every_legal_answer_of_a_small_question_can_be_put_together(name: str) -> None:
    offer = small(name)
    found = answers(offer)
    assert found
    for answer in found:
        assert complete(told(offer, answer)) == answer


def test_airplanes_that_change_places_mean_it_from_either_end() -> None:
    """A click on the second says so, or takes that one instead; dragged onto it there is nothing else to mean."""
    offer = small("exchanges")
    betty, zeke = [Touchpoint("token", row.value) for row in offer.rows][:2]
    for one, other in ((betty, zeke), (zeke, betty)):
        clicked = touch(touch(begin(offer), one), other)
        assert clicked.fork is not None
        assert [way.option is not None for way in clicked.fork.ways] == [True, False]
        assert complete(decide(clicked, 0)) == ("swap", one.value, other.value)
        assert complete(drop(begin(offer), one, other)) == ("swap", one.value, other.value)
        assert decide(clicked, 1).held == other


@pytest.mark.parametrize("number", GAMES)
def test_only_what_loses_nothing_is_staged_at_the_beginning(number: int) -> None:
    """§20.6  Elsewhere nothing is marked, on the table neither; what is to be chosen is said when it is asked for."""
    proposed = set()
    for one in asked(number):
        staged, harmless = begin(one.offer), one.question.harmless
        stepwise = isinstance(one.offer.shape, Move)
        assert complete(staged) == (one.question.default if harmless and not stepwise else None)
        assert not is_changed(staged)
        assert not can_undo(staged)
        proposed.add(harmless)
        if not harmless and not stepwise:
            assert missing(staged)
            assert fault_text(unready(staged)) == f"Not yet: {missing(staged)}."
            assert complete(undo(unready(staged))) is None
            assert not [mark for mark in marks(staged).values() if mark.state == "chosen"]
            assert all(option_now(staged, row) < 0 or len(row.options) < 2 or not gives(staged.shape)
                       or isinstance(staged.shape, Place) for row in one.offer.rows)
    assert proposed == {True, False}


@pytest.mark.parametrize("number", GAMES)
def test_where_something_was_said_the_rest_may_be_left_unsaid(number: int) -> None:
    """Who may stay stays beside those that are told, and who has one choice has it; nobody gets anything else."""
    for one in asked(number):
        if isinstance(one.offer.shape, Assign) and not one.question.harmless:
            row = one.offer.rows[0]
            staged = give(begin(one.offer), row, row.options[-1])
            answer = complete(staged)
            others = {row.value: [option.value for option in row.options] for row in one.offer.rows[1:]}
            open_ = [key for key, values in others.items() if "stay" not in values and len(values) > 1]
            assert (answer is None) == bool(open_), one.question.step
            if isinstance(answer, dict):
                assert all(answer[int(str(key))] in ("stay", *values[:1]) for key, values in others.items())


def test_that_it_is_none_of_them_is_said() -> None:
    offer = small("withdrawal")
    none = saying(begin(offer))
    assert complete(none) == ()
    picked = touch(none, offer.rows[0].thing)
    assert complete(picked) == (offer.rows[0].value,)
    assert complete(touch(picked, offer.rows[0].thing)) is None  # taken back: it was not said again
    assert complete(saying(picked)) == ()


def test_those_games_ask_in_every_shape() -> None:
    kinds = {type(one.offer.shape) for number in GAMES for one in asked(number)}
    assert kinds == {Choose, Pick, Assign, Order, Place, Move}


@pytest.mark.parametrize("number", GAMES)
def test_from_wherever_somebody_is_there_is_a_way_on(number: int) -> None:
    """Starting again leads back to the beginning; a segment can always be ended."""
    rng = Random(100 + number)
    for one in asked(number):
        staged, all_ = begin(one.offer), things(one.offer)
        for _n in range(10):
            staged = one_more(staged, all_, rng)
        if isinstance(staged.shape, Move):
            assert fault(one.question, (one.offer.words[0],)) is None
        else:
            assert complete(clear(staged)) == complete(begin(one.offer))


@pytest.mark.parametrize("number", GAMES)
def test_numbers_and_letters_stand_for_one_thing_each(number: int) -> None:
    for one in asked(number):
        numbers = [row.number for row in (*one.offer.rows, *one.offer.plays)]
        assert len({*numbers}) == len(numbers)
        assert all(row.name for row in (*one.offer.rows, *one.offer.plays))
        for row in one.offer.rows:
            letters = [option.letter for option in row.options]
            assert len({*letters}) == len(letters)
            assert all(option.name and option.letter != "?" for option in row.options)


def test_starting_again_can_be_taken_back() -> None:
    offer = small("withdrawal")
    staged = touch(begin(offer), offer.rows[0].thing)
    again = clear(staged)
    assert complete(again) is None
    assert complete(undo(again)) == complete(staged)


def test_a_card_and_then_its_target_and_the_other_way_round() -> None:
    offer = small("flights")
    row = offer.rows[0]
    option = row.options[-1]
    held = touch(begin(offer), row.thing)
    assert held.held == row.thing
    staged = touch(held, option.thing)
    assert staged.given == {row.value: option.value}
    assert touch(touch(begin(offer), option.thing), row.thing).given == staged.given


def test_one_target_takes_several_cards_in_turn() -> None:
    offer = small("flights")
    shared = set.intersection(*[{option.thing for option in row.options} for row in offer.rows])
    target = min(shared)
    staged = touch(begin(offer), target)
    for row in offer.rows:
        staged = touch(staged, row.thing)
    assert staged.held == target
    assert staged.given == {row.value: target.value for row in offer.rows}


def test_cards_that_are_alike_are_picked_one_after_the_other_from_the_hand() -> None:
    """The table knows a card of the hand by its name alone; the third touch puts one back."""
    offer = small("discards")
    twins = [row.thing for row in offer.rows if row.name == "Wildcat"]
    staged = begin(offer)
    for thing in staged.picked:
        staged = touch(staged, thing)
    for _n in twins:
        staged = touch(staged, on_table(staged, twins[0]._replace(copy=0)))
    assert set(staged.picked) == set(twins)
    assert len(touch(staged, on_table(staged, twins[0])).picked) == 1


def test_a_gesture_with_two_meanings_asks_which() -> None:
    """Shokaku and Buka are aims; a pair can be made by either card of it in a segment of ships."""
    offer = small("ships")
    found = [
        touch(touch(begin(offer), one.thing), other.thing)
        for one in offer.rows for other in offer.rows if one != other
    ]
    forks = [staged for staged in found if staged.fork is not None]
    assert forks
    for staged in forks:
        assert staged.fork is not None
        for n in range(len(staged.fork.ways)):
            after = decide(staged, n)
            assert after.fork is None
            assert after.step is not None or after.held is not None


def tight() -> Offer:
    """Three airplanes come home, and each place has room for one of them."""
    lay, side = SMALL["homecoming"]
    menu = menu_at(lay(), side)
    assert isinstance(menu.shape, Place)
    shape = Place(menu.shape.choices, (1,) * len(menu.shape.room))
    return offer_of(menu._replace(question=replace(menu.question, shape=shape, default=shape.first())))


def test_a_place_that_is_full_says_so_and_others_make_way_for_who_is_told() -> None:
    offer = tight()
    one, other = [row for row in offer.rows if row.name.startswith("Dauntless")]
    place = one.options[0]
    staged = give(begin(offer), one, place)
    refused = give(staged, other, next(option for option in other.options if option.value == place.value))
    assert refused.fault is not None
    assert fault_text(refused).endswith(f"has no room left for {other.name}")
    assert refused.given == staged.given
    for row in offer.rows:
        for option in row.options:
            answer = complete(give(begin(offer), row, option))
            assert answer is None or offer.shape.fault(answer) is None


def test_nobody_is_left_out_while_there_is_room() -> None:
    offer = small("homecoming")
    lost = begin(offer)
    for row in offer.rows:
        lost = give(lost, row, row.options[-1])
    assert left_out(lost) == offer.rows[0]
    assert complete(lost) is None
    assert missing(lost).startswith(offer.rows[0].name)


def test_what_is_staged_stays_while_the_same_question_stands() -> None:
    g = questions.withdrawal()
    offer, again = offer_of(menu_at(g, Side.JP)), offer_of(menu_at(g, Side.JP))
    staged = touch(begin(offer), offer.rows[0].thing)
    kept = for_menu(staged, again)
    assert kept.picked == staged.picked
    assert kept.offer is again
    assert same(offer.question, again.question)
    assert complete(undo(kept)) is None
    other = small("discards")
    assert for_menu(staged, other) == begin(other)


def test_an_order_is_changed_one_card_at_a_time() -> None:
    offer = small("interception")
    assert isinstance(offer.shape, Order)
    last = offer.rows[-1]
    staged = reordered(begin(offer), last, 0)
    assert staged.order[0] == last.value
    assert missing(staged).startswith(f"{offer.rows[0].name} has no value; choose one of ")
    for row in offer.rows:
        staged = give(staged, row, row.options[0])
    assert offer.shape.fault(complete(staged) or ()) is None
    assert undo(reordered(begin(offer), last, 0)).order == begin(offer).order


def test_picks_on_a_pile_keep_their_order() -> None:
    offer = small("discards")
    assert isinstance(offer.shape, Pick)
    staged = begin(offer)
    for row in offer.rows[: offer.shape.least]:
        staged = touch(staged, row.thing)
    turned = reordered(staged, offer.rows[0], 2)
    assert turned.picked[2] == staged.picked[0]
    answer = complete(turned)
    assert isinstance(answer, tuple)
    assert offer.shape.fault(answer) is None
