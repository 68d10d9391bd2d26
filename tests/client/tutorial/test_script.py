"""The script is played as it is written, shows all that it should, and says nothing of dice that did not fall."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import msgspec
import pytest

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.client.bots.players import Tutor
from ironbottom.client.text.card_text import values
from ironbottom.client.text.naming import Naming
from ironbottom.client.text.rules.rulebook import paragraphs
from ironbottom.client.tutorial.coach import Coach, Given, Lesson, Pause
from ironbottom.client.tutorial.pointing import where
from ironbottom.client.tutorial.script import key_of, script
from ironbottom.events import AnyEvent, Eliminated, Rolled, ShotDown
from ironbottom.flow import Game
from ironbottom.printed import AnyCard, BaseCard, EventCard, ShipCard
from ironbottom.record import Entry
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.views import View
from ironbottom.words import SIDES, Rank, Side
from tests.tools import lesson

MOST = 12  # lessons
WINDOWS = {
    "lines": "2", "clock": "3", "transports": "4", "escorts": "5", "airplanes": "6", "search": "8", "submarine": "14",
    "action": "16", "strike": "20.1", "tasks": "22", "guns": "27", "army": "31",
}
# What the lessons say of dice, and after which answers these must have fallen.
DICE = {
    "clock": ("262",), "submarine": ("425", "114", "6", "16"), "action": ("6", "26", "5"),
    "guns": ("665", "5132", "4444", "4455", "5", "26"), "army": ("253", "161", "2", "5", "4", "224"),
}
LAST = "555"  # of the army, told at the end


def rows() -> list[Entry]:
    return [moment.entry for moment in lesson.moments() if isinstance(moment.entry, Entry)]


def at(name: str) -> int:
    """The number of the answer that a lesson stands before."""
    return int(lesson.written()["lessons"][name]["at"])


def happened() -> list[AnyEvent]:
    return [event for moment in lesson.moments()[1:] for event in moment.game.events or ()]


def test_the_script_is_what_record_and_lessons_give() -> None:
    assert lesson.MADE.read_text("utf-8") == lesson.text(), f"run: {lesson.UPDATE}"


def test_every_question_is_known_by_its_own_key() -> None:
    keys = [step.key for step in script().steps]
    assert len(keys) == len(set(keys)) == len(rows())


def test_each_lesson_stands_at_its_decision() -> None:
    """All that a beginner needs, in at most twelve lessons, in the order of a turn."""
    by_number = {entry.n: entry for entry in rows()}
    learner = lesson.LEARNER.name
    assert {name: by_number[at(name)].window for name in WINDOWS} == WINDOWS
    assert list(lesson.written()["lessons"]) == [*WINDOWS]
    assert all(by_number[at(name)].side == learner for name in WINDOWS)
    assert len(WINDOWS) <= MOST
    assert sorted(map(at, WINDOWS)) == [*map(at, WINDOWS)]


@pytest.mark.parametrize("name", WINDOWS)
def test_a_lesson_says_everything(name: str) -> None:
    """In two to six sentences, with a paragraph that is in the book."""
    said = lesson.written()["lessons"][name]
    assert all(said[field].strip() for field in lesson.TEXTS)
    assert 2 <= said["teaches"].count(". ") + 1 <= 9
    assert said["rule"] in {paragraph.number for paragraph in paragraphs()}


@pytest.mark.parametrize("name", DICE)
def test_the_dice_that_a_lesson_tells_of_have_fallen(name: str) -> None:
    """Since the lesson before, in this order."""
    names = [*WINDOWS]
    first, behind = at(names[names.index(name) - 1]), at(name)
    if name == "clock":
        first = 0
    fallen = iter([dice for entry in rows() if first <= entry.n < behind for dice in entry.dice])
    assert all(dice in fallen for dice in DICE[name])


def test_everything_happens_that_a_lesson_promises() -> None:
    """A search with interception, escorts against interceptors, a submarine, guns, torpedoes, an army ashore."""
    rolled = {(event.rule, event.ability) for event in happened() if isinstance(event, Rolled)}
    assert {
        ("15.2(3)", "recon"), ("15.2(3)", "airc"), ("15.2(3)", "air"), ("15.3(1)", "submarine"), ("17.2(3)(c)", "airc"),
        ("17.3(4)(b)", "bomb"), ("18.4(a)(4)", "surface"), ("18.4(a)(4)", "torp"), ("18.4(d)(2)", "land"),
        ("18.4(e)(3)", "tb"), ("18.4(f)(3)", "army"),
    } <= rolled
    assert sum(isinstance(event, ShotDown) for event in happened()) == 4
    lost = [event.cards for event in happened() if isinstance(event, Eliminated)]
    assert lost == [("us/salt-lake-city-chester",), ("us/tulagi",)]
    assert rows()[-2].dice[-2:] == (LAST, "1")
    assert lesson.moments()[-1].game.forces[Side.JP].points == 6


def learnt(chance: Random, *, fresh: bool) -> tuple[Game, list[str], list[AnyEvent]]:
    """The whole tutorial on the engine, with the coach on one side and the tutor on the other.

    Where both sides are asked, either may be the first.  `fresh`: whoever learns leaves and comes back before each
    question, and so does the tutor.
    """
    told = script()
    cards = card_set(told.cards)
    game, coach, tutor = new_game(cards, bytes.fromhex(told.seed)), Coach(), Tutor(cards, chance)
    lessons, pauses = list[str](), list[str]()
    events = [*(game.events or ())]
    while not coach.over:
        side = chance.choice([side for side in SIDES if side in game.asked])
        if fresh:
            coach, tutor = Coach(), Tutor(cards, chance)
        seen = view(game, side)
        if side != told.side:
            answer = tutor.choose(seen)
        else:
            now = coach.before(seen)
            assert now is not None
            if isinstance(now, Lesson):
                lessons.append(now.name)
                wanted = coach.shown(seen)
                assert wanted is not None
                assert coach.check(seen, wanted) is None
                answer = coach.answer(seen, wanted)
            else:
                if isinstance(now, Pause):
                    pauses.append(now.text)
                    coach.go_on(seen)
                    now = coach.before(seen)
                assert isinstance(now, Given)
                answer = now.answer
        game = game.after(side, answer)
        events += game.events or ()
    assert pauses == [pause.says for pause in told.pauses]
    return game, lessons, events


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_coach_and_tutor_find_their_way_from_any_place(seed: int, fresh: bool) -> None:
    game, lessons, events = learnt(Random(seed), fresh=fresh)
    assert len(lessons) == len(set(lessons)) == len(WINDOWS)
    rolls = [event for event in events if isinstance(event, Rolled)]
    assert rolls == [event for event in happened() if isinstance(event, Rolled)]
    assert game.forces[Side.JP].points == 6


def test_after_the_lessons_the_tutor_plays_by_itself() -> None:
    """To the end of the game, always legal; the coach has nothing more to say."""
    game, _lessons, _events = learnt(Random(1), fresh=False)
    cards, chance, coach = card_set(script().cards), Random(2), Coach()
    tutor = Tutor(cards, chance)
    while game.asked:
        side = next(iter(game.asked))
        seen = view(game, side)
        if side == script().side:
            assert coach.before(seen) is None
            answer = game.asked[side].shape.first()
            assert coach.check(seen, answer) is None
            assert coach.answer(seen, answer) == answer
        else:
            answer = tutor.choose(seen)
        game.answer(side, answer)
    assert coach.over
    assert not coach.done
    assert len(coach.ending()) == 1


def test_a_key_hangs_on_the_table_too() -> None:
    """A question may be put twice word for word; the table is another one then."""
    one = view(new_game(card_set(script().cards), bytes.fromhex(script().seed)), Side.US)
    assert one.question is not None
    us = msgspec.structs.replace(one.us, redrew=not one.us.redrew)
    assert key_of(one) != key_of(msgspec.structs.replace(one, us=us))
    assert key_of(one) == key_of(msgspec.structs.replace(one, us=one.us))


WORDS = 2000  # that a reader takes in within ten minutes, at 200 a minute
NOT_PRINTED = {"guns"}  # no base of this set has them
TOLD_ELSEWHERE = {"hp", "air", "speed"}  # of the halves of event cards: as of ships


def kind_of(card: AnyCard) -> str:
    if isinstance(card, ShipCard):
        return "escort" if card.attached else "ship"
    if isinstance(card, EventCard):
        return "transports" if card.transports else "submarine"
    if isinstance(card, BaseCard):
        return "strategic base" if card.rank is Rank.STRATEGIC else "base"
    return "airplane"


def told_of() -> list[tuple[str, str]]:
    """The figures and icons that the lessons tell of, by the kind of the card."""
    cards = cards_by_id(card_set(script().cards))
    return [
        (kind_of(cards[told.card]), one.field.rpartition(".")[-1])
        for text in script().lessons for told in text.cards for one in told.figures
    ]


def test_every_figure_and_every_icon_is_told_of_once() -> None:
    """Of ships, bases and airplanes, and what transports and submarines have of their own; of escorts the plus."""
    told = told_of()
    assert len(told) == len(set(told))
    for kind in ("ship", "base", "airplane", "transports", "submarine"):
        cards = [card for card in cards_by_id(card_set("core")).values() if kind_of(card) == kind]
        printed = {field.rpartition(".")[-1] for card in cards for field, _value in values(card)} - NOT_PRINTED
        printed -= TOLD_ELSEWHERE if kind in ("transports", "submarine") else set()
        assert printed <= {field for of, field in told if of == kind}, kind
    assert {field for of, field in told if of == "escort"} == {"hp", "surface"}
    assert {field for of, field in told if of == "strategic base"} == {"vp"}
    assert {field for of, field in told if of == "ship"} >= {"unseen", "detected"}


def test_a_card_lies_where_a_lesson_points_at_it() -> None:
    """On the table or in the hand, in sight of who learns; and the plus is on the card that has it."""
    chosen = {step.key: step for step in script().steps}
    views = {key_of(seen): seen for seen in seen_by_learner()}
    naming = Naming(card_set(script().cards))
    for text in script().lessons:
        assert chosen[text.key].side == script().side
        naming.see(views[text.key])
        now = Coach().before(views[text.key])
        assert isinstance(now, Lesson)
        for card in now.cards:
            assert where(naming, card) != card.name, (text.name, card.name)
    (escort,) = [text.key for text in script().lessons if text.name == "escorts"]
    assert [one.value for one in _told(escort, views).cards[0].figures] == ["+3", "2/+1"]


def seen_by_learner() -> list[View]:
    return [
        view(moment.before, lesson.LEARNER) for moment in lesson.moments()
        if isinstance(moment.entry, Entry) and moment.before is not None and moment.entry.side == lesson.LEARNER.name
    ]


def _told(key: int, views: dict[int, View]) -> Lesson:
    now = Coach().before(views[key])
    assert isinstance(now, Lesson)
    return now


def test_all_is_read_in_ten_minutes() -> None:
    assert sum(len(text.split()) for text in lesson.texts()) <= WORDS
    first = script().lessons[0]
    assert len(f"{first.seen} {first.teaches}".split()) <= 100


def test_the_coach_waits_between_any_two_lessons() -> None:
    """Wherever dice fall or the enemy moves, something is to be read before the next answer is given by itself."""
    waits = {*[one.key for one in script().lessons], *[one.key for one in script().pauses]}
    mine = [step for step in script().steps if step.side == script().side]
    dice = {entry.n for entry in rows() if entry.dice}
    numbers = {step.key: n for n, step in enumerate(script().steps, 1)}
    lessons = {one.key for one in script().lessons}
    for step, after in pairwise(mine):
        if step.key in lessons or any(n in dice for n in range(numbers[step.key], numbers[after.key])):
            calm = {25, 38, 40, 54, 59, 61, 63}  # nothing of note happens there, or each round of dice waits
            assert after.key in waits or numbers[after.key] in calm, numbers[after.key]
