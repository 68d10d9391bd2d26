"""Words of the engine as people say them, and answers as sentences; the texts stand in ironbottom/vocabulary/.

A phrase knows no rule and no state: the reader's `Names` say what each token is called, as far as he may know it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ironbottom.language import _
from ironbottom.questions import Answer, Assign, Move, Order, Question, Shape
from ironbottom.vocabulary import EVENTS, TABLES, amount, phrase, word
from ironbottom.windows import WINDOWS
from ironbottom.words import CardId, Line, Side, Token

ANSWERS = frozenset(TABLES["answers"]["said"])  # words of answers, tasks, modes and outcomes
LINES_ASKED = ("10", "21")  # windows where a line is chosen


def side_name(side: Side) -> str:
    """A side, as the reader calls it."""
    return word("sides", side.name.lower())


def of_side(side: Side) -> str:
    """The side before a noun: "Japanese deck"."""
    return word("of_side", side.name.lower())


def line_name(line: int) -> str:
    """A line, as the reader calls it: "Japanese front"."""
    return word("lines", int(line))


def answer_word(text: str) -> str:
    """A word of an answer, as the reader says it; anything else as it is."""
    return _(text) if text in ANSWERS else text


def listed(things: Iterable[str]) -> str:
    """Things in a sentence, one after another; many of them hold commas themselves."""
    return phrase("rows.between").join(things) or phrase("rows.nothing")


def in_row(things: Iterable[str]) -> str:
    """Things one after another, inside of another such row."""
    return phrase("rows.inside").join(things)


def task_name(task: str, *, at_sea: bool) -> str:
    """What an airplane or a formation does."""
    return word("sea_tasks" if at_sea else "air_tasks", task)


def hit_count(n: int) -> str:
    """ "3 hits", "no hit" """
    return amount("hits", n) if n else phrase("dice.no_hit")


def ended(winner: Side | None, reason: str) -> str:
    """Why a game is over, with who lost it by that: "US has resigned"."""
    if winner is not None and reason in TABLES["lost_by"]:
        return phrase(f"lost_by.{reason}", loser=side_name(winner.enemy))
    return word("endings", reason)


def ending(winner: Side | None, reason: str, points: tuple[int, int]) -> str:
    """How a game ended, and why."""
    us, jp = points
    if winner is None:
        return phrase("ended.drawn", reason=ended(winner, reason), us=us, jp=jp)
    return phrase("ended.won", winner=side_name(winner), reason=ended(winner, reason), us=us, jp=jp)


def result(winner: Side | None) -> str:
    """Who has won, in two or three words."""
    return phrase("seat.drawn") if winner is None else phrase("seat.wins", side=side_name(winner))


def game_over(winner: Side | None, reason: str, points: tuple[int, int]) -> str:
    """The same as the last line of a story."""
    us, jp = points
    drawn, won = EVENTS["game-ended"]["say"]
    if winner is None:
        return _(drawn["text"]).format(reason=ended(winner, reason), us=us, jp=jp)
    return _(won["text"]).format(winner=side_name(winner), reason=ended(winner, reason), us=us, jp=jp)


class Names(NamedTuple):
    """What a reader calls things."""

    cards: Mapping[CardId, str]
    tokens: Mapping[Token, str]

    def token(self, token: int) -> str:
        return self.tokens.get(Token(token)) or phrase("cards.unknown") if token else phrase("cards.a_submarine")

    @staticmethod
    def line(value: Any) -> str:
        return line_name(value) if value in tuple(Line) else answer_word(str(value))

    def value(self, value: object) -> str:
        """A token, a line, a card or a word, for who cannot know which."""
        if isinstance(value, int):
            if value in self.tokens:
                return self.tokens[Token(value)]
            return self.line(value)
        return self.cards.get(CardId(str(value))) or answer_word(str(value))


def answer_phrase(window: str, shape: Shape, answer: Answer, names: Names) -> str:
    """What was answered, in a few words."""
    lines = window in LINES_ASKED or (isinstance(shape, Assign | Order) and shape.of == "line")
    say = names.line if lines else names.value
    if isinstance(answer, dict):
        return listed([_pair(names.token(key), _said(value, say)) for key, value in answer.items()])
    if isinstance(shape, Order) and isinstance(answer, tuple):
        pairs = [one for one in answer if isinstance(one, tuple)]
        return listed([_pair(names.value(key), _said(value, say)) for key, value in pairs])
    if isinstance(shape, Move) and isinstance(answer, tuple) and len(answer) > 1:
        verb, thing, *rest = answer
        last: Callable[[Any], str] = names.line if verb == "move" else str if verb == "part" else names.value
        what = _("{verb} {thing}").format(verb=answer_word(str(verb)), thing=names.value(thing))
        return " ".join([what, *[_("- {target}").format(target=last(one)) for one in rest]])
    return _said(answer, say)


def _pair(card: str, value: str) -> str:
    return phrase("asked.value", card=card, value=value)


def _said(value: object, say: Callable[[Any], str]) -> str:
    return listed([_said(part, say) for part in value]) if isinstance(value, tuple) else say(value)


def window_phrase(window: str) -> str:
    """What is decided in a window."""
    return _(WINDOWS[window].decides) if window in WINDOWS else phrase("asked.of_event")


def prompt_phrase(question: Question) -> str:
    """What is asked.  A question comes over the wire in English; these sentences stand in the catalogues."""
    return _(question.prompt)


def cause_phrase(question: Question) -> str:
    """The public fact that opened the window, said likewise."""
    return _(question.cause)
