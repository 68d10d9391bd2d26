"""What the question puts on the board: the same numbers and letters as in the panel, and never a wrong target."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import get_args, get_type_hints

import pytest
from rich.style import Style

from ironbottom.catalog import card_set
from ironbottom.client.terminal.answer.offered import Touchpoint, alike
from ironbottom.client.terminal.answer.staging import begin, hold, touch
from ironbottom.client.terminal.battle.battle_tile import marked
from ironbottom.client.terminal.board.about import mark_text
from ironbottom.client.terminal.board.faces import FacePen, mark_row
from ironbottom.client.terminal.drawing import themes
from ironbottom.client.terminal.drawing.look import Look, look_of
from ironbottom.client.terminal.drawing.signs import FINE, PLAIN
from ironbottom.client.terminal.question.marks import marks
from ironbottom.client.terminal.state.model import Mark, Touch, UiState
from tests.support.lengths import some

from ..question.test_staging import small, things
from ..support.asked import GAMES, asked


def on(found: Mapping[Touch, Mark], thing: Touchpoint) -> Mark | None:
    """The mark of a thing; None for what does not lie on the table."""
    return next((mark for touched, mark in found.items() if touched[:2] == thing[:2]), None)


@pytest.mark.parametrize("number", some(GAMES, 1))
def test_what_is_marked_as_a_target_can_be_given(number: int) -> None:
    """With a row in the hand: a touch on a target does something, a touch on what is off says why not."""
    for one in asked(number):
        for row in one.offer.rows[:3]:
            if not row.options:
                continue
            staged = hold(begin(one.offer), row)
            found = marks(staged)
            for thing in things(one.offer):
                mark = on(found, thing)
                if mark is None or alike(thing, row.thing):
                    continue
                after = touch(staged, thing)
                if mark.state == "target":
                    assert after.fault is None or after.fault.why == "no-room"
                    assert after.step is not None or after.fork is not None or after.given or after.fault
                if mark.state == "off":
                    assert mark.note
                    assert after.step is None
                    assert not after.given


@pytest.mark.parametrize("number", GAMES)
def test_every_row_on_the_table_has_its_number(number: int) -> None:
    for one in asked(number):
        found = marks(begin(one.offer))
        for row in one.offer.rows:
            mark = on(found, row.thing)
            if row.thing.kind in ("token", "card", "line"):
                assert mark is not None
                first = next(other for other in one.offer.rows if alike(other.thing, row.thing))
                assert mark.sign == str(first.number)


def test_what_is_held_is_chosen_and_says_nothing_of_others() -> None:
    offer = small("ships")
    for row in offer.rows:
        mark = marks(hold(begin(offer), row))[Touch("token", row.value)]
        assert mark.state == "chosen"
        assert mark.note == ""


def test_random_touches_leave_marks_of_the_four_states_only() -> None:
    rng = Random(1)
    states = set()
    for one in asked(1):
        staged = begin(one.offer)
        for _n in range(3):
            staged = touch(staged, rng.choice(things(one.offer)))
            found = marks(staged)
            states |= {mark.state for mark in found.values()}
            assert all(mark.odds is None or 0 <= mark.odds <= 1 for mark in found.values())
    assert states == {"legal", "chosen", "target", "off"}


@pytest.mark.parametrize("number", GAMES)
def test_no_bracket_is_empty(number: int) -> None:
    """What many are aimed at has a note, and a key only while somebody is to be given a target."""
    pen = FacePen(Look(), FINE)
    for one in asked(number):
        for mark in marks(begin(one.offer)).values():
            for sign in (marked(FINE, mark), "".join([text for text, _style in mark_row(mark, pen).spans])):
                assert sign in ("", "×") or len(sign) > 2


@pytest.mark.parametrize("theme", [*themes.NAMES])
def test_each_state_of_a_mark_has_its_look_and_its_words(theme: str) -> None:
    """In every theme, on the board as on the battle board."""
    ui = UiState(card_set("core"))
    ui.theme = theme
    states = get_args(get_type_hints(Mark)["state"])
    assert "told" in states
    for state in states:
        assert themes.style(ui, state) != Style()
        assert look_of(ui).mark(state) != Style()
        assert mark_text(Mark(state, "1"))
        assert all(state in signs.brackets for signs in (FINE, PLAIN))
