"""Golden screens of the question panel: each shape at three sizes, as it begins and with a row opened.

After a change the difference of the texts in questions/ is what a reviewer reads:

    python -m tests.client.terminal.question.test_question_screens --update

rewrites them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ironbottom.client.terminal.answer.cursor import Stop, first_stop
from ironbottom.client.terminal.answer.offered import offer_of
from ironbottom.client.terminal.answer.staged import Staged
from ironbottom.client.terminal.answer.staging import begin, hold, touch
from ironbottom.client.terminal.drawing.signs import FINE, PLAIN
from ironbottom.client.terminal.question.listing import as_text, drawn
from ironbottom.client.terminal.question.pieces import ShownQuestion
from tests.client.plain.questions import reader_at

from ..support.panel import SIZES
from .test_staging import SMALL

FOLDER = Path(__file__).parent / "questions"
UPDATE = (
    "if that is meant: python -m tests.client.terminal.question.test_question_screens --update, and read the difference"
)


def screens(name: str) -> str:
    """A question at all sizes: as it begins; with its first row taken; where a terminal knows no signs."""
    lay, side = SMALL[name]
    reader = reader_at(lay(), side)
    assert reader.seat.menu is not None
    fresh = begin(offer_of(reader.seat.menu))
    row = fresh.offer.rows[0]
    taken, cursor = (hold(fresh, row), Stop("option")) if row.options else (touch(fresh, row.thing), Stop("row"))
    first = ShownQuestion(fresh, reader.seat.naming, first_stop(fresh))
    return "\n\n".join([
        *[framed(first, size) for size in SIZES],
        *[framed(ShownQuestion(taken, reader.seat.naming, cursor, pointed=True), size) for size in SIZES[:2]],
        framed(ShownQuestion(beside(fresh), reader.seat.naming, first.cursor, signs=PLAIN), SIZES[0]),
    ]) + "\n"


def beside(staged: Staged) -> Staged:
    """A touch that does nothing: why is told."""
    row = staged.offer.rows[0]
    return touch(touch(staged, row.thing), row.thing._replace(kind="line", value=99))


def framed(shown: ShownQuestion, size: tuple[int, int]) -> str:
    columns, rows = size
    edge = "+" + "-" * columns + "+"
    lines = as_text(drawn(shown, columns, rows, None).lines, columns)
    return "\n".join([edge, *[f"|{line}|" for line in lines], edge])


@pytest.mark.parametrize("name", SMALL)
def test_it_looks_as_it_should(name: str) -> None:
    assert screens(name) == (FOLDER / f"{name}.txt").read_text("utf-8"), UPDATE


def test_it_looks_the_same_whatever_was_drawn_before() -> None:
    """What is kept between drawings is not written to: a large panel needs rows that a low one has not."""
    for name in SMALL:
        for _ in range(2):
            assert screens(name) == (FOLDER / f"{name}.txt").read_text("utf-8")
            lay, side = SMALL[name]
            reader = reader_at(lay(), side)
            assert reader.seat.menu is not None
            staged = beside(begin(offer_of(reader.seat.menu)))
            for size in reversed([*SIZES, (60, 40), (40, 40), (30, 40), (80, 40)]):
                framed(ShownQuestion(staged, reader.seat.naming, first_stop(staged)), size)


def test_without_signs_all_of_our_own_is_ascii() -> None:
    for name in SMALL:
        last = screens(name).rpartition("\n\n")[2].replace("§", "")
        assert last.isascii(), last
    assert not FINE.to.isascii()


if __name__ == "__main__" and "--update" in sys.argv:
    for one in SMALL:
        (FOLDER / f"{one}.txt").write_text(screens(one), "utf-8")
