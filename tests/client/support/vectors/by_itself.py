"""What is answered without asking in a game: a player hears what happens, is asked or not, and says now and then that
he is not to be asked again; and what the ends of his segments leave open.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from ironbottom.catalog import card_set
from ironbottom.client.text.naming import Naming, half_of
from ironbottom.client.text.question.by_itself import SCOPES, Unasked, comes_again, sole_answer
from ironbottom.client.text.question.still_open import still_open
from ironbottom.questions import Move, Question
from ironbottom.words import Side
from tests.client.plain.questions import menu_at
from tests.client.support.vectors import plain
from tests.client.terminal.question.test_staging import SMALL
from tests.wire.games import AnsweredTurn, turns

GAMES = ((7, Side.US), (3, Side.JP))
EVERY = 23  # of the questions that are asked once, so many-th; of each shape one at least
SAYS = 0.6  # of those that come again


def cases() -> Iterator[Any]:
    """Questions of every shape that are laid by hand, then games."""
    laid = [menu_at(lay(), side).question for lay, side in SMALL.values()]
    yield {"sole": [[plain(one), answered(sole_answer(one))] for one in laid]}
    for number, side in GAMES:
        yield from told(number, side)


def told(number: int, side: Side) -> Iterator[Any]:
    """What a player of a game heard and was asked; each time what was given without asking, and what still holds."""
    unasked, rng = Unasked(), Random(number)
    kinds = list[str]()
    naming = Naming(card_set("full@1" if number % 2 else "core@1"))
    yield {"begins": True}
    for n, turn in enumerate(turns(number)):
        update = turn.updates[side]
        kinds += [str(event.__struct_config__.tag) for event in update.events]
        unasked.hear(update.events)
        if turn.question.side is side and meant(turn.question, n):
            yield {"kinds": sorted(set(kinds)), **asked(turn, unasked, rng, naming)}
            kinds = []


def meant(question: Question, n: int) -> bool:
    """Whether it tells something that others do not."""
    return comes_again(question) or n % EVERY == 0 or (sole_answer(question) is not None and n % 3 == 0)


def asked(turn: AnsweredTurn, unasked: Unasked, rng: Random, naming: Naming) -> dict[str, Any]:
    """One question."""
    question, view = turn.question, turn.updates[turn.question.side].view
    naming.see(view)
    hand = half_of(view, question.side).hand or ()
    found = unasked.answer(question, hand)
    case: dict[str, Any] = {
        "question": plain(question), "hand": plain(hand), "again": comes_again(question),
        "given": answered(None if found is None else found.answer), "holds": len(unasked.rules),
    }
    if isinstance(question.shape, Move):
        half = half_of(view, question.side)
        case["half"] = {"hand": plain(half.hand), "formations": plain(half.formations)}
        case["open"] = plain([[one.verb, one.n] for one in still_open(question, view, naming)])
    says = partial(unasked.say, question, answer=turn.answer, hand=hand)
    if found is None and comes_again(question) and rng.random() < SAYS and question.shape.fault(turn.answer) is None:
        scope = rng.choice(SCOPES)
        says(scope)
        case["says"] = [scope, plain(turn.answer)]
    return case


def answered(answer: Any) -> list[Any]:
    """An answer in a list, or none: an answer may be an empty list itself."""
    return [] if answer is None else [plain(answer)]
