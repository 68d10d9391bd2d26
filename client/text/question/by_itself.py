"""What is answered without asking: where one answer is legal, and where a player has said that he is not to be asked
again.

Nothing here knows a rule: a question says what is legal, and events say when a fight or a turn is over.  The page has
the same in table/question/staging/by_itself.js; the vectors of tests/client/support/vectors/by_itself.json hold both
together.  A window that is passed so tells nobody more than that it was open: the server holds an answer for the least
time of the table (R-27).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

from ironbottom.events import AnyEvent
from ironbottom.phrases import window_phrase
from ironbottom.questions import (
    PASS,
    Answer,
    Assign,
    Choose,
    Move,
    Order,
    Pick,
    Place,
    Question,
    Shape,
    places_are_forced,
)
from ironbottom.vocabulary import TABLES, phrase, word
from ironbottom.words import CardId

from ..naming import Naming
from ..table_text import capital
from .menu import menu_of, said

Scope = Literal["battle", "turn", "change"]
SCOPES: tuple[Scope, ...] = get_args(Scope)

OF_TURN = "turn-began"
OF_BATTLE = (OF_TURN, "line-began", "action-taken", "target-named")  # what comes after these is another fight
Hand = tuple[CardId, ...]


class NotAgain(NamedTuple):
    """An answer that is given again wherever the same is asked, for as long as its scope lasts."""

    question: Question  # as it stood when that was said
    scope: Scope
    answer: Answer
    hand: Hand


class Unprompted(NamedTuple):
    """An answer that need not be asked for; `rule`: by what it is given, None where it is the only legal one."""

    answer: Answer
    rule: NotAgain | None


def sole_answer(question: Question) -> Answer | None:
    """The one legal answer; None where there are more, or where an event card could be played first."""
    return question.shape.first() if not question.plays and is_sole(question.shape) else None


def is_sole(shape: Shape) -> bool:
    """Whether one answer is legal.  Cards that are picked for a pile go there in an order, which is a choice."""
    match shape:
        case Choose():
            return len(shape.options) == 1
        case Pick():
            return shape.most == 0 or (shape.least == len(shape.items) and len(set(shape.items)) == 1)
        case Assign() | Order():
            free = isinstance(shape, Order) and len(shape.choices) > 1
            return not free and all(len(values) == 1 for values in shape.choices.values())
        case Place():
            return places_are_forced(shape)
    return not shape.steps and len(shape.words) == 1


def comes_again(question: Question) -> bool:
    """Whether the same may be asked again soon: in the rounds of a fight, or where only an event card could come."""
    again: tuple[str, ...] = tuple(TABLES["comes_again"]["steps"])
    return question.step in again or question.shape == Choose((PASS,))


def fits(rule: NotAgain, question: Question, hand: Hand) -> bool:
    """Whether a rule answers a question: the same is asked, no other card could be played, and its answer is legal."""
    before = rule.question
    if (before.step, before.side) != (question.step, question.side) or not set(question.plays) <= set(before.plays):
        return False
    if rule.scope == "change" and (question != before or hand != rule.hand):
        return False
    return not isinstance(question.shape, Move) and question.shape.fault(rule.answer) is None


def lasting(rules: Iterable[NotAgain], kinds: Iterable[str]) -> tuple[NotAgain, ...]:
    """The rules whose scope is not over after events of these kinds."""
    happened = set(kinds)
    ends = {"battle": not happened.isdisjoint(OF_BATTLE), "turn": OF_TURN in happened, "change": False}
    return tuple([rule for rule in rules if not ends[rule.scope]])


def standing(rules: Iterable[NotAgain], question: Question, hand: Hand) -> tuple[NotAgain, ...]:
    """The rules that a question leaves standing: who has to be asked all the same, has to say it anew."""
    return tuple([
        rule for rule in rules
        if (rule.question.step, rule.question.side) != (question.step, question.side) or fits(rule, question, hand)
    ])


def unprompted(question: Question, rules: Iterable[NotAgain], hand: Hand, *, sole: bool = True) -> Unprompted | None:
    """The answer that need not be asked for, if there is one."""
    only = sole_answer(question) if sole else None
    if only is not None:
        return Unprompted(only, None)
    rule = next((rule for rule in rules if fits(rule, question, hand)), None)
    return None if rule is None else Unprompted(rule.answer, rule)


class Unasked:
    """What a player at one seat need not be asked in the game that he plays; nothing of it outlasts the game."""

    def __init__(self, *, sole: bool = True) -> None:
        self.sole = sole  # one legal answer is given by itself
        self.rules: tuple[NotAgain, ...] = ()
        self._failed: Question | None = None  # that of an answer which was not taken: there he is asked

    def hear(self, events: Iterable[AnyEvent]) -> None:
        """Something happened: what was said for a fight or a turn that is over is forgotten."""
        self.rules = lasting(self.rules, [str(event.__struct_config__.tag) for event in events])

    def say(self, question: Question, scope: Scope, answer: Answer, hand: Hand) -> None:
        """From here on this is the answer, without asking, until the scope is over."""
        others = [rule for rule in self.rules if rule.question.step != question.step]
        self.rules = (*others, NotAgain(question, scope, answer, hand))

    def take_back(self, n: int = -1) -> NotAgain | None:
        """Be asked again, what was said as the n-th, or last; None: nothing was said."""
        if not self.rules:
            return None
        rule = self.rules[n]
        self.rules = tuple([one for one in self.rules if one is not rule])
        return rule

    def failed(self, question: Question | None) -> None:
        """An answer was not taken: its question is left to the player."""
        self._failed = question

    def answer(self, question: Question, hand: Hand) -> Unprompted | None:
        """The answer to what is asked now, if nobody need be asked."""
        if question == self._failed:
            return None
        self._failed = None
        found = unprompted(question, self.rules, hand, sole=self.sole)
        if found is None:
            self.rules = standing(self.rules, question, hand)
        return found


def given_text(question: Question, found: Unprompted, naming: Naming) -> str:
    """What was answered in somebody's stead, and why."""
    what = answer_text(question, found.answer, naming)
    if found.rule is None:
        return phrase("by_itself.sole", answer=what)
    return phrase("by_itself.repeated", answer=what, scope=word("not_again", found.rule.scope))


def rule_text(rule: NotAgain, naming: Naming) -> str:
    """What is not asked again, and for how long."""
    what = answer_text(rule.question, rule.answer, naming)
    return phrase("by_itself.rule", answer=what, scope=word("not_again", rule.scope))


def answer_text(question: Question, answer: Answer, naming: Naming) -> str:
    """A decision with an answer to it."""
    answered = said(menu_of(question, naming), answer) or phrase("rows.nothing")
    return phrase("asked.value", card=capital(window_phrase(question.window)), value=answered)
