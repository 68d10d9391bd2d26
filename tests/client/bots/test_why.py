"""Why: every bot says it in one sentence of any answer, with its own numbers, in the language of the process."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from ironbottom.catalog import card_set, cards_by_id
from ironbottom.client.bots.mate import Mate, course
from ironbottom.client.bots.mate.mate import ADVICE
from ironbottom.client.bots.mate.table import SeenTable
from ironbottom.client.bots.mate.why.reasons import REASONS, why
from ironbottom.client.bots.mate.why.saying import MANY, vp, ways
from ironbottom.client.bots.players import BOTS
from ironbottom.client.bots.registry import LONGEST, BotFault, NamedBot, made
from ironbottom.client.bots.search import SearchSeat
from ironbottom.client.bots.search.levels import Level
from ironbottom.client.bots.search.weighing import Weighed
from ironbottom.client.launch.arena.in_process import forget, tell
from ironbottom.client.tutorial.script import script
from ironbottom.language import speak
from ironbottom.questions import Answer, Assign, Choose, Place, Question, sole
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.views import View
from ironbottom.words import SIDES, Action, Side
from tests.support.languages import english
from tests.support.lengths import NIGHT, so_many, some
from tests.support.players import seed

from .test_mate import asked_for

__all__ = ["english"]  # after each test the next one hears English

GAMES = so_many("WHY_GAMES", 2, 40)
CARDS = card_set("full")
FAST = [name for name in BOTS if name != "admiral"]
ONE = Side.US, "", "", "", "", "", (), None, None


class HastySearch(SearchSeat):
    """The search with next to no work."""

    level = Level(8, side_turns=1, seconds=60)


def asked_in_games(name: str, number: int) -> Iterator[tuple[NamedBot, View, Answer]]:
    """A game of a bot against one that gives every kind of answer; each of them is asked why of all answers."""
    game = new_game(CARDS, seed(number))
    bots = {side: made(name, CARDS, Random(number + side)) for side in SIDES}
    other = SIDES[number % 2]
    while game.asked:
        tell(game, bots)
        forget(game)
        side = next(iter(game.asked))
        shown = view(game, side)
        answer = bots[side].choose(shown)
        yield bots[side], shown, answer
        if side is other and number % 3:
            assert shown.question is not None
            answer = shown.question.shape.guess(Random(game.answers))
            yield bots[side], shown, answer
        game.answer(side, answer)


def wrong(said: str, shown: View, answer: Answer) -> str:
    """What is wrong with a reason; "": nothing."""
    question = shown.question
    assert question is not None
    if not said or len(said) >= LONGEST or "\n" in said:
        return "no sentence of a length to be read"
    if re.search(r"\d{5}|\b(us|jp)/|[{}]|\b(None|nan)\b", said):
        return "a name for programs"
    if said.count("。") > 1 or re.search(r"\w\. [A-Z]", said.replace("St. ", "")):
        return "more than one sentence"
    if not (said[0].isdigit() or said[0] == said[0].upper()) or said[-1] not in ".。":
        return "no sentence"
    nothing = answer == ("undo",) or (sole(question.shape) and not question.plays)
    return "" if nothing or re.search(r"\d", said) else "no figure"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", FAST)
def test_every_bot_says_why_at_every_question(name: str, language: str) -> None:
    """Whole games; also of answers that it would not give itself, as hints show them."""
    speak(language)
    for number in range(GAMES if name != "tutor" else GAMES // 2):  # it looks each question up in its script
        for bot, shown, answer in asked_in_games(name, number):
            said = bot.why(shown, answer)
            assert not wrong(said, shown, answer), (said, answer, shown.question)
            assert language == "en" or re.search(r"[\u3041-\u30ff\u4e00-\u9fff]", said), said


@pytest.mark.parametrize("language", some(["en", "ja"], 1))
def test_the_search_says_what_its_trials_told(language: str) -> None:
    """And what the mate says, where it tried nothing."""
    speak(language)
    game = new_game(CARDS, seed(1))
    bots = {side: NamedBot("admiral", HastySearch(CARDS, Random(side))) for side in SIDES}
    tried = 0
    while game.asked and game.answers < (1_000 if NIGHT else 150):
        tell(game, bots)
        forget(game)
        side = next(iter(game.asked))
        shown = view(game, side)
        answer = bots[side].choose(shown)
        said = bots[side].why(shown, answer)
        assert not wrong(said, shown, answer), (said, answer)
        tried += "worlds" in said or "局面" in said
        game.answer(side, answer)
    assert tried > 3


def test_the_search_tells_its_answer_from_the_next_best() -> None:
    shown, seat = asked_for("action.choose", Side.US), SearchSeat(card_set("core"), Random(1))
    assert seat.why(shown, "retreat") == seat.mate.why(shown, "retreat")
    seat.last = [
        Weighed(("retreat",), 0.63, 0.05, 0.01, 40), Weighed(("air-attack",), 0.58, 0.0, 0.0, 40),
        Weighed(("landing",), 0.9, 0.0, 0.0, 0),
    ]
    assert seat.why(shown, "retreat") == (
        "In 40 worlds that look like this table it wins 63 %, and the best of the others 58 %."
    )
    assert "wins 58 %, and the best of the others 63 %" in seat.why(shown, "air-attack")
    assert seat.why(shown, "landing") == seat.mate.why(shown, "landing")


def test_a_trial_of_before_is_no_reason_for_now() -> None:
    game = new_game(CARDS, seed(1))
    seat = HastySearch(CARDS, Random(1))
    seat.last = [Weighed(("keep",), 0.63, 0.05, 0.01, 40)]
    tell(game, {Side.US: NamedBot("admiral", seat)})
    answer = seat.choose(view(game, Side.US))
    assert "worlds" not in seat.why(view(game, Side.US), answer)


def test_there_is_a_reason_for_every_piece_of_advice() -> None:
    assert set(ADVICE) <= set(REASONS)


def test_the_figures_are_those_of_the_mate() -> None:
    """§16.1  What the three actions promise."""
    shown = asked_for("action.choose", Side.US)
    assert shown.question is not None
    table = SeenTable(shown, shown.question, cards_by_id(card_set("core")))
    said = Mate(card_set("core"), Random(1)).why(shown, Action.AIR.value)
    assert said == why(table, Action.AIR.value)
    strike, land, rest = course.strike_worth(table), course.landing_worth(table), course.retreat_worth(table)
    assert said == f"An air attack promises {vp(strike)} VP, a landing {vp(land)} more, and a retreat {vp(rest)}."


def test_the_tutor_names_its_place_in_the_script() -> None:
    lesson = script()
    game = new_game(card_set(lesson.cards), bytes.fromhex(lesson.seed))
    tutor = made("tutor", card_set(lesson.cards), Random(1))
    for n, step in enumerate(lesson.steps[:4], 1):
        side, place = Side(step.side), f"step {n} of {len(lesson.steps)}"
        assert tutor.why(view(game, side), step.answer) == f"So the lessons have it, in their {place}."
        game.answer(side, step.answer)


def test_legal_answers_are_counted_as_far_as_that_is_quick() -> None:
    def question(shape: Choose | Assign | Place) -> Question:
        return Question(*ONE, shape, (), "")

    assert ways(question(Choose(("a", "b")))) == "2"
    assert ways(question(Assign("line", dict.fromkeys(range(40), (1, 2))))) == f"more than {MANY}"
    assert ways(question(Place({n: dict.fromkeys(range(30), 0) for n in range(30)}, (30,)))) == f"more than {MANY}"


class ReasonBot:
    """Says what it was given to say."""

    def __init__(self, said: object) -> None:
        self.said = said

    def choose(self, shown: View) -> Answer:
        assert shown.question is not None
        return shown.question.default

    def why(self, shown: View, answer: Answer) -> object:
        if isinstance(self.said, Exception):
            raise self.said
        return self.said


class SilentBot:
    """Says nothing."""

    def choose(self, shown: View) -> Answer:
        assert shown.question is not None
        return shown.question.default


def told(said: object) -> str:
    shown = view(new_game(CARDS, seed(1)), Side.US)
    return NamedBot("own:Reason", ReasonBot(said)).why(shown, "keep")


def test_what_somebody_elses_bot_says_is_one_line_that_steers_nothing() -> None:
    shown = view(new_game(CARDS, seed(1)), Side.US)
    assert NamedBot("own:Silent", SilentBot()).why(shown, "keep") == ""
    assert told("It is\n  better.\x1b[2J") == "It is better.\\x1b[2J"
    assert len(told("word " * 100)) == LONGEST + 1


@pytest.mark.parametrize(("said", "words"), [
    (LookupError("no"), r"own:Reason failed as it was to say why \(setup.redraw, turn 0\): LookupError: no \("),
    (None, r"own:Reason said why \(setup.redraw, turn 0\) with NoneType instead of a sentence"),
    (5, "with int instead of a sentence"),
])
def test_a_bot_that_fails_to_say_why_is_named(said: object, words: str) -> None:
    with pytest.raises(BotFault, match=words):
        told(said)


@pytest.mark.parametrize("said", [
    "", "It is better", "Card us/enterprise is worth 2 VP.", "Ship 1303856551 is worth 2 VP.", "It is better.",
    "It is worth 2 VP. It is better.", "2 VP.\n3.", "It is worth {vp} 2 VP.", "2 " * 200 + ".",
])
def test_a_wrong_reason_is_caught(said: str) -> None:
    assert wrong(said, view(new_game(CARDS, seed(1)), Side.US), "keep")
