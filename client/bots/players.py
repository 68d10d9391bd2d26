"""The players that take a seat: each sees its own view and answers the question in it, over the wire or in process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from importlib import import_module
from typing import Protocol

from ironbottom.events import AnyEvent
from ironbottom.language import _
from ironbottom.printed import CardSet
from ironbottom.questions import Answer, Question, Rng
from ironbottom.views import View

from ..tutorial.script import script
from .mate import Cadet, Ensign, FirstMate, Mate, Seaman
from .mate.why.saying import percent, ways

PLAYS = 0.5  # how often the random player plays an event card that it may play


class Bot(Protocol):
    """Who sits on a seat.  `view` is that seat's own, with a question in it."""

    def choose(self, view: View) -> Answer: ...


class HearingBot(Protocol):
    """A bot that is told what happens as well, of each update, before it is asked."""

    def hears(self, events: Sequence[AnyEvent], view: View) -> None: ...


class ReasoningBot(Protocol):
    """A bot that says why, of any legal answer to the question that it was asked last."""

    def why(self, view: View, answer: Answer) -> str: ...


def asked(view: View) -> Question:
    """The question that a view puts to its seat."""
    if view.question is None:
        raise ValueError("a bot is asked only where its view holds a question")
    return view.question


class RandomSeat:
    """Any legal answer may come; the same `rng` plays the same game."""

    def __init__(self, cards: CardSet, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: View) -> Answer:
        question = asked(view)
        if question.plays and self.rng.random() < PLAYS:
            return ("play", question.plays[int(self.rng.random() * len(question.plays))])
        return question.shape.guess(self.rng)

    def why(self, view: View, answer: Answer) -> str:
        """That it is by chance, and among how many."""
        question = asked(view)
        if question.is_play(answer):
            text = _("By chance: an event card that may be played is played with {chance}.")
            return text.format(chance=percent(PLAYS))
        return _("By chance, out of {n} legal answers.").format(n=ways(question))


class FirstSeat:
    """The first legal answer, and never an event card."""

    def __init__(self, cards: CardSet, rng: Rng) -> None:
        return

    def choose(self, view: View) -> Answer:
        return asked(view).shape.first()

    def why(self, view: View, answer: Answer) -> str:
        """That it is the first."""
        return _("It is the first of {n} legal answers.").format(n=ways(asked(view)))


class Tutor:
    """The opponent of the tutorial: it answers from the script; where the game has left that, it plays like `mate`.

    It knows its place in the script by the question, and so it may come and go as it likes.
    """

    def __init__(self, cards: CardSet, rng: Rng) -> None:
        self._cards, self._rng = cards, rng

    def choose(self, view: View) -> Answer:
        step = script().step(view)
        return self._mate.choose(view) if step is None else step.answer

    def why(self, view: View, answer: Answer) -> str:
        """The place in the script; elsewhere the reasons of `mate`."""
        step = script().step(view)
        if step is None or step.answer != answer:
            return self._mate.why(view, answer)
        steps = script().steps
        text = _("So the lessons have it, in their step {n} of {all}.")
        return text.format(n=steps.index(step) + 1, all=len(steps))

    @cached_property
    def _mate(self) -> Mate:
        return Mate(self._cards, self._rng)


def from_room(room: str, kind: str) -> Callable[[CardSet, Rng], Bot]:
    """What makes bots that know the engine's state: nothing of their room is loaded before one of them is wanted.

    So whoever takes a seat for another bot loads no engine, and a program starts as quickly as before.
    """

    def make(cards: CardSet, rng: Rng) -> Bot:
        made: Bot = getattr(import_module(room, __package__), kind)(cards, rng)
        return made

    return make


BOTS: dict[str, Callable[[CardSet, Rng], Bot]] = {
    "random": RandomSeat, "cadet": Cadet, "seaman": Seaman, "ensign": Ensign, "mate": Mate,
    "admiral": from_room(".search", "SearchSeat"),  # so far the rungs, from below
    "first": FirstSeat, "mate-1": FirstMate, "light": from_room(".light", "LightSeat"), "tutor": Tutor,
    "envelope": from_room(".envelope", "EnvelopeSeat"),
}
