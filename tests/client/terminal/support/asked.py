"""Questions to be staged: those of random games as each side hears them, and small ones of every shape laid by hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ironbottom.catalog import card_set
from ironbottom.client.terminal.answer.offered import Offer, offer_of
from ironbottom.client.terminal.answer.staged import Staged
from ironbottom.client.terminal.answer.staging import (
    begin,
    decide,
    drop,
    give,
    hold,
    playing,
    reordered,
    row_of,
    saying,
    touch,
)
from ironbottom.client.text.naming import Naming
from ironbottom.client.text.question.menu import Menu, menu_of
from ironbottom.questions import Answer, Choose, Move, Order, Pick, Place, Question, Value
from ironbottom.words import SIDES, Side
from tests.wire.games import turns

GAMES = (1, 2, 4)


class AnsweredQuestion(NamedTuple):
    """A question of a game, and what was answered."""

    offer: Offer
    answer: Answer

    @property
    def question(self) -> Question:
        return self.offer.question


@cache
def asked(number: int) -> tuple[AnsweredQuestion, ...]:
    """The questions of a random game."""
    return tuple(_asked(number))


def _asked(number: int) -> Iterator[AnsweredQuestion]:
    names = {side: Naming(card_set("full@1" if number % 2 else "core@1")) for side in SIDES}
    menus: dict[Side, Menu | None] = dict.fromkeys(SIDES)
    for turn in turns(number):
        side = turn.question.side
        for who, update in zip(SIDES, turn.updates, strict=False):
            names[who].see(update.view)
        menu = menus[side] = menu_of(turn.question, names[side], menus[side])
        yield AnsweredQuestion(offer_of(menu), turn.answer)


def fault(question: Question, answer: Answer) -> str | None:
    """What is wrong with an answer; an event card of the hand may be played first."""
    if isinstance(answer, tuple) and len(answer) == 2 and answer[0] == "play" and answer[1] in question.plays:
        return None
    return question.shape.fault(answer)


def told(offer: Offer, answer: Answer) -> Staged:
    """An answer put together by one touch after another."""
    staged, shape = begin(offer), offer.shape
    if isinstance(answer, tuple) and answer[:1] == ("play",):
        return playing(staged, str(answer[1]))
    if isinstance(shape, Choose):
        return touch(staged, next(row.thing for row in offer.rows if row.value == answer))
    if isinstance(shape, Move):
        assert isinstance(answer, tuple)
        row, option = next((r, o) for r in offer.rows for o in r.options if o.answer == answer)
        return give(hold(staged, row), row, option)
    if isinstance(shape, Pick):
        assert isinstance(answer, tuple)
        return _picked(staged, answer)
    return _given(staged, answer)


def _picked(staged: Staged, answer: tuple[object, ...]) -> Staged:
    for thing in staged.picked:
        staged = touch(staged, thing)
    left = list(staged.offer.rows)
    for value in answer:
        row = next(row for row in left if row.value == value)
        left.remove(row)
        staged = touch(staged, row.thing)
    return staged if answer else saying(staged)


def _given(staged: Staged, answer: Answer) -> Staged:
    assert isinstance(answer, dict | tuple)
    pairs = list(answer.items()) if isinstance(answer, dict) else [(p[0], p[1]) for p in answer if isinstance(p, tuple)]
    rows = {row.value: row for row in staged.offer.rows}
    wanted: dict[Value, object] = {}
    if isinstance(staged.shape, Place):
        wanted = dict.fromkeys(rows)
    wanted |= {int(str(key)): value for key, value in pairs}
    for key, value in sorted(wanted.items(), key=lambda pair: pair[1] is not None):  # who is left out makes room first
        option = next(option for option in rows[key].options if option.value == value)
        staged = give(staged, rows[key], option)
    if isinstance(staged.shape, Order):
        for n, (key, _value) in enumerate(pairs):
            staged = reordered(staged, rows[int(str(key))], n)
    return staged


__all__ = ["GAMES", "AnsweredQuestion", "asked", "decide", "drop", "fault", "row_of", "told"]
