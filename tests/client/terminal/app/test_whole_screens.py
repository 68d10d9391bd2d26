"""Golden pictures of whole screens: eight situations at three sizes, in two languages and two themes.

A file has the letters of a situation, and below each picture how its cells are drawn in a theme, row by row: a
letter of the list below it and so many cells of that.  After a change the difference of the texts in whole/ is what a
reviewer reads:

    python -m tests.client.terminal.app.test_whole_screens --update

rewrites them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from difflib import unified_diff
from itertools import groupby, product
from pathlib import Path
from string import ascii_letters

import pytest

from ironbottom.client.terminal.drawing.themes import MONO, NIGHT
from ironbottom.wire.cleaning import cells
from tests.support.lengths import some

from ..support.gallery import NAMES, SIZES, DrawnScreen, pictures

FOLDER = Path(__file__).parent / "whole"
UPDATE = "if that is meant: python -m tests.client.terminal.app.test_whole_screens --update, and read the difference"
SHOWN = 24  # lines of a difference that are told
LANGUAGES, THEMES = ("en", "ja"), (NIGHT, MONO)

COLOUR = re.compile(r"#|color\(")
spoken = pytest.mark.parametrize(("name", "language"), some(product(NAMES, LANGUAGES), 2))


def picture(name: str, language: str, size: tuple[int, int], theme: str = NIGHT) -> DrawnScreen:
    return pictures(name, language, theme)[size]


def golden(name: str, language: str) -> str:
    """All that is kept of a situation in a language."""
    parts: list[str] = []
    for size in SIZES:
        parts += ["== {}x{}".format(*size), *[row.rstrip() for row in picture(name, language, size).rows]]
        for theme in THEMES:
            parts += [f"-- {theme}", *drawn_with(picture(name, language, size, theme))]
    return "\n".join(parts) + "\n"


def drawn_with(drawn: DrawnScreen) -> Iterator[str]:
    """Rows of runs, those that are alike together; then what the letters mean."""
    letters: dict[str, str] = {}
    rows = [
        " ".join([f"{letters.setdefault(look, ascii_letters[len(letters)])}{n}" for n, look in runs])
        for runs in drawn.looks
    ]
    at = 1
    for row, same in groupby(rows):
        long = len([*same])
        yield f"{at}-{at + long - 1}: {row}" if long > 1 else f"{at}: {row}"
        at += long
    yield from [f"{letter} = {look}" for look, letter in letters.items()]


@pytest.mark.parametrize(("name", "language"), some(product(NAMES, LANGUAGES), 2))
def test_it_looks_as_it_should(name: str, language: str) -> None:
    kept = (FOLDER / f"{name}-{language}.txt").read_text("utf-8").splitlines()
    other = [*unified_diff(kept, golden(name, language).splitlines(), "kept", "drawn", "", "", n=1, lineterm="")]
    assert not other, "\n".join([UPDATE, *other[:SHOWN]])


@spoken
@pytest.mark.parametrize("size", some(SIZES, 1))
def test_every_row_is_as_wide_as_the_screen_and_no_letter_is_cut_in_half(
    name: str, language: str, size: tuple[int, int]
) -> None:
    drawn = picture(name, language, size)
    columns, rows = size
    assert len(drawn.rows) == rows
    for row, runs in zip(drawn.rows, drawn.looks, strict=True):
        assert cells(row) == columns, row  # half a letter of two cells would be drawn as a whole one
        assert sum([n for n, _look in runs]) == columns, row  # nor does a change of style go through one


@spoken
@pytest.mark.parametrize("size", some(SIZES, 1))
def test_without_colours_the_same_is_read_and_nothing_has_a_colour(
    name: str, language: str, size: tuple[int, int]
) -> None:
    plain = picture(name, language, size, MONO)
    assert plain.rows == picture(name, language, size).rows
    for runs in plain.looks:
        for _n, look in runs:
            assert not COLOUR.search(look), look


def test_what_is_marked_is_told_apart_without_colours() -> None:
    looks = {look for runs in picture("targets", "en", SIZES[0], MONO).looks for _n, look in runs}
    assert {"bold", "dim", "reverse"} <= {word for look in looks for word in look.split()}


def test_no_picture_is_left_behind() -> None:
    wanted = {f"{name}-{language}" for name in NAMES for language in LANGUAGES}
    assert {path.stem for path in FOLDER.glob("*.txt")} == wanted


if __name__ == "__main__" and "--update" in sys.argv:
    FOLDER.mkdir(exist_ok=True)
    for one in NAMES:
        for tongue in LANGUAGES:
            (FOLDER / f"{one}-{tongue}.txt").write_text(golden(one, tongue), "utf-8")
