"""The table in cells: golden screens, and what has to hold of every picture.

After a change of the drawing the difference of the texts in screens/board/ is what a reviewer looks at:

    python -m tests.client.terminal.board.test_board --update

rewrites them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from unicodedata import category

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from ironbottom.catalog import card_set
from ironbottom.client.terminal.board.about import about
from ironbottom.client.terminal.board.board import board_lines
from ironbottom.client.terminal.board.cells import Cell, beginning, cells_of, eyes, tag_names
from ironbottom.client.terminal.board.faces import CARD, CHIP, LARGE, TIGHT, FacePen, face
from ironbottom.client.terminal.board.hand import hand_picture, held
from ironbottom.client.terminal.board.lines import lines_picture
from ironbottom.client.terminal.board.piles import piles_picture
from ironbottom.client.terminal.board.rack import Where
from ironbottom.client.terminal.board.shelves import ShelfLayout, share
from ironbottom.client.terminal.drawing.canvas import Picture
from ironbottom.client.terminal.drawing.signs import FINE, PLAIN, cut, signs_here, signs_of, spread
from ironbottom.client.terminal.sheets.legend import legend
from ironbottom.client.terminal.state.model import Mark, Touch
from ironbottom.client.text.naming import Naming, Row, rows_of, sides
from ironbottom.client.text.sanitize import STEERING
from ironbottom.rules import new_game
from ironbottom.sight import view as sight
from ironbottom.variant import varied
from ironbottom.views import SeenAirplane, SeenFormation, View
from ironbottom.words import Line, Side, Token
from tests.client.terminal.support.boards import (
    MOMENTS,
    NOWHERE,
    PARTS,
    PEN,
    PLAIN_PEN,
    SIZES,
    Shown,
    marked,
    moment,
    nothing,
)
from tests.support.battle_sheets import TEST_SOUND
from tests.support.lengths import some

FOLDER = Path(__file__).parent / "screens" / "board"
UPDATE = "if that is meant: python -m tests.client.terminal.board.test_board --update, and look at the difference"
ODD_SIZES = [(20, 6), (33, 9), (47, 3), (61, 17), (80, 1), (79, 24), (100, 30), (133, 41), (200, 60), (9, 5)]


def text_of(picture: Picture) -> str:
    return "\n".join([row.text.rstrip() for row in picture.rows]) + "\n"


def whole(name: str, *, japanese: bool = False, marks: bool = False, pen: FacePen = PEN) -> Callable[[int, int], str]:
    """A moment in any size: the lines, and below them hand and piles as they stand beside."""

    def drawn(width: int, height: int) -> str:
        table = moment(name, japanese=japanese)
        given = marked(table) if marks else {}
        parts = (
            lines_picture(table, given, (width, height), NOWHERE, pen),
            hand_picture(table, given, (38, 9), NOWHERE, pen), piles_picture(table, (38, 8), NOWHERE, pen),
        )
        return "\n".join([text_of(part) for part in parts])

    return drawn


def screens() -> Iterator[tuple[str, Callable[[int, int], str], tuple[int, int]]]:
    """All golden screens: the name of the file, who draws it, and its size."""
    for name in MOMENTS:
        for size in (*SIZES, *PARTS):
            yield f"{name}-{size[0]}x{size[1]}", whole(name), size
    for name in ("deployment", "sea-combat"):
        for size in (SIZES[0], PARTS[1]):
            yield f"{name}-marks-{size[0]}x{size[1]}", whole(name, marks=True), size
            yield f"{name}-plain-{size[0]}x{size[1]}", whole(name, marks=True, pen=PLAIN_PEN), size
            yield f"{name}-ja-{size[0]}x{size[1]}", whole(name, japanese=True), size


def as_drawn(name: str) -> str:
    return next(draw(*size) for file, draw, size in screens() if file == name)


@pytest.mark.parametrize("name", [name for name, _draw, _size in screens()])
def test_the_screen_is_as_it_was_looked_at(name: str) -> None:
    assert as_drawn(name) == (FOLDER / f"{name}.txt").read_text(), UPDATE


# what holds of every picture


def pictures(table: Shown, size: tuple[int, int], pen: FacePen) -> list[Picture]:
    given = marked(table)
    return [
        lines_picture(table, given, size, NOWHERE, pen), hand_picture(table, given, size, NOWHERE, pen),
        piles_picture(table, size, NOWHERE, pen),
    ]


@pytest.mark.parametrize("japanese", [False, True])
@pytest.mark.parametrize("name", some(MOMENTS, 3))
def test_every_row_is_as_wide_as_the_screen(name: str, japanese: bool) -> None:
    table = moment(name, japanese=japanese)
    for size in (*SIZES, *PARTS, *ODD_SIZES):
        for picture in pictures(table, size, PEN):
            assert len(picture.rows) == size[1]
            assert {cell_len(row.text) for row in picture.rows} == {size[0]}, size
            assert all(row.cell_length == size[0] for row in picture.rows)


@pytest.mark.parametrize("japanese", [False, True])
@pytest.mark.parametrize("name", MOMENTS)
def test_a_card_of_one_row_is_whole_in_a_narrow_place(name: str, japanese: bool) -> None:
    """Its right edge is seen: what is told of it gives way."""
    table = moment(name, japanese=japanese)
    assert table.drawn is not None
    given = {touch: mark._replace(sign="12") for touch, mark in marked(table).items()}
    on_table = [cell for line in cells_of(eyes(table.drawn, table.names, given)) for cell in line]
    in_hand = held(table, {Touch("card", card): Mark("legal", "12") for card in table.names.cards})
    plain = [cell for cell in (*on_table, *in_hand) if not cell.tags]
    for room in (37, 60):  # what the hand has beside the board, and the smallest board
        assert all(face(cell, CHIP, None, PEN, room).width <= room for cell in plain)


def test_a_line_keeps_its_name_where_its_key_stands_beside_it() -> None:
    for japanese in (False, True):
        table = moment("full-sea", japanese=japanese)
        given = {Touch("line", line): Mark("target", "b", odds=0.5) for line in range(6)}
        rows = [row.text for row in lines_picture(table, given, (80, 12), NOWHERE, PEN).rows]
        assert sum("(b)" in row for row in rows) == 6
        assert sum(row[2:].startswith("middle") for row in rows) == 2


@pytest.mark.parametrize("name", MOMENTS)
def test_a_terminal_that_knows_only_ascii_gets_nothing_else(name: str) -> None:
    for japanese in (False, True):
        for size in SIZES:
            for picture in pictures(moment(name, japanese=japanese), size, PLAIN_PEN):
                assert all(row.text.isascii() for row in picture.rows)


@pytest.mark.parametrize("name", MOMENTS)
def test_everything_on_the_table_is_to_be_seen_in_a_large_terminal(name: str) -> None:
    table = moment(name)
    picture = lines_picture(table, {}, (160, 50), NOWHERE, PEN)
    assert table.drawn is not None
    drawn = {zone.touch for zone in picture.zones}
    assert {Touch("token", row.token) for row in lying(table.drawn)} <= drawn
    assert {Touch("line", line) for line in range(6)} <= drawn


def lying(view: View) -> list[Row]:
    """All that lies in a line, or flies there; not what is aboard of it."""
    rows = [row for _side, half in sides(view) for row in rows_of(half)]
    return [row for row in rows if not isinstance(row, SeenAirplane) or not row.host]


@pytest.mark.parametrize("size", [(60, 8), (80, 3)])
@pytest.mark.parametrize("name", MOMENTS)
def test_the_keyboard_finds_everything_and_brings_it_into_sight(name: str, size: tuple[int, int]) -> None:
    table = moment(name)
    steps = [touch for row in lines_picture(table, {}, size, NOWHERE, PEN).order for touch in row]
    assert len(steps) == len(set(steps))
    firsts: dict[int, int] = {}
    for touch in steps:
        picture = lines_picture(table, {}, size, Where(touch, firsts), PEN)
        firsts = {**picture.firsts}
        if touch.kind == "token" or size[1] >= 6:
            assert picture.zone(touch) is not None, touch


@pytest.mark.parametrize("name", MOMENTS)
def test_zones_are_in_the_picture_and_lead_to_their_things(name: str) -> None:
    table = moment(name)
    for width, height in SIZES:
        picture = lines_picture(table, marked(table), (width, height), NOWHERE, PEN)
        for zone in picture.zones:
            assert 0 <= zone.x < zone.x + zone.width <= width
            assert 0 <= zone.y < zone.y + zone.height <= height
            if isinstance(zone.touch, Touch) and zone.touch.kind == "token":
                assert picture.at(zone.x, zone.y) == zone.touch


def test_out_of_sight_is_counted() -> None:
    table = moment("full-sea")
    picture = lines_picture(table, {}, (60, 6), NOWHERE, PEN)
    rear = picture.rows[0].text
    seen = {zone.touch for zone in picture.zones}
    assert table.drawn is not None
    hidden = [row for row in lying(table.drawn) if row.line is Line.JP_REAR and Touch("token", row.token) not in seen]
    assert hidden
    assert rear.rstrip().endswith(f"{len(hidden)}›")


def test_before_the_first_update_there_is_only_the_sea() -> None:
    for picture in pictures_of_nothing():
        assert all(not row.text.strip() or row.text.strip() == "You hold no cards." for row in picture.rows)


def pictures_of_nothing() -> list[Picture]:
    table = nothing()
    return [
        lines_picture(table, {}, (80, 12), NOWHERE, PEN), hand_picture(table, {}, (38, 9), NOWHERE, PEN),
        piles_picture(table, (38, 8), NOWHERE, PEN),
    ]


def test_a_battle_without_decks_shows_when_it_ends() -> None:
    """§24.3  Instead of "airplane deck 0 (0 turns)"; of other games the decks are the clock."""
    cards = varied(card_set("full"), (), TEST_SOUND)
    naming, view = Naming(cards), sight(new_game(cards, seed=bytes(32)), Side.US)
    naming.see(view)
    shown = text_of(piles_picture(Shown(view, naming), (80, 12), NOWHERE, PEN))
    assert shown.count("no decks: over after turn 3") == 2
    assert "deck 0" not in shown
    assert "airplane deck" in text_of(piles_picture(moment("sea-combat"), (80, 12), NOWHERE, PEN))


def test_board_lines_are_the_rows_of_the_picture() -> None:
    table = moment("air-combat")
    assert [row.text for row in board_lines(table, {}, 82, 25)] == [
        row.text for row in lines_picture(table, {}, (82, 25), NOWHERE, PEN).rows
    ]


# what is on the cards


def test_marks_have_a_shape_besides_their_colour() -> None:
    table = moment("air-combat")
    text = text_of(lines_picture(table, marked(table), (160, 50), NOWHERE, PEN))
    for sign in ("‹1›", "[2]", "(a)67%", "[✓]", "×", "→Japanese front"):
        assert sign in text


def test_two_edges_are_a_pair_and_damage_is_hollow() -> None:
    lines = text_of(lines_picture(moment("sea-combat"), {}, (160, 50), NOWHERE, PEN)).splitlines()
    pair = next(n for n, line in enumerate(lines) if "CA Minneapolis & New Orleans" in line)
    assert ["┐┐" in lines[pair], "││" in lines[pair + 1], "┘┘" in lines[pair + 3]] == [True, True, True]
    assert any("■■□" in line for line in lines)


def unseen(token: int, airplanes: int, *, pair: bool) -> SeenFormation:
    return SeenFormation(
        Token(token), Line.JP_FRONT, pair, False, airplanes, None, None, 0, None, False, None, None,
    )


@pytest.mark.parametrize("size", [LARGE, CARD, CHIP, TIGHT])
def test_what_lies_face_down_tells_its_airplanes_and_whether_it_is_a_pair(size: int) -> None:
    table = moment("full-sea")
    assert table.drawn is not None
    rows = (unseen(901, 3, pair=True), unseen(902, 0, pair=False))
    view = replace(table.drawn, jp=replace(table.drawn.jp, formations=rows))
    naming = table.names
    naming.see(view)
    pair, single = [cell for cell in cells_of(eyes(view, naming, {}))[Line.JP_FRONT] if cell.kind == "unseen"]
    two, one = written(pair, size), written(single, size)
    assert "▲3" in "".join(two)
    assert "▲" not in "".join(one)
    assert all("▒" in "".join(rows) for rows in (two, one))
    assert all(row[-1] == row[-2] for row in two)
    assert all(row[-1] != row[-2] for row in one)


def written(cell: Cell, size: int) -> list[str]:
    return ["".join([text for text, _style in row]) for row in face(cell, size, None, PEN).rows]


def test_names_are_drawn_as_letters_whatever_they_hold() -> None:
    table = moment("air-combat")
    naming = table.names
    evil = "[red]\x1b[31mX\u202e\n[/]"
    naming.card_names = dict.fromkeys(naming.card_names, evil)
    assert table.drawn is not None
    naming.see(table.drawn)
    for picture in pictures(Shown(table.drawn, naming), (120, 40), PEN):
        text = "".join([row.text for row in picture.rows])
        assert not [letter for letter in text if category(letter) in STEERING]
    assert "[red]\\x1b" in text_of(lines_picture(Shown(table.drawn, naming), {}, (160, 50), NOWHERE, PEN))


def test_short_names_of_airplanes_are_their_own() -> None:
    for japanese in (False, True):
        table = moment("air-combat", japanese=japanese)
        names = tag_names(table.names)
        for side in ("us/", "jp/"):
            short = [name for card, name in names.items() if card.startswith(side)]
            assert len(short) == len(set(short)) > 10
    assert beginning("零戦二一型", ("零戦二一型", "零戦三二型")) == "零戦二"
    assert beginning("Nell", ("Nell", "Kate")) == "Nel"


def test_cards_asked_about_lie_beside_the_hand() -> None:
    table = moment("full-sea")
    card = next(card.id for card in table.names.cards.values() if card.id not in table.names.hand)
    marks = {Touch("card", card): Mark("legal", "1")}
    assert [cell.touch for cell in held(table, marks)][-1] == Touch("card", card)
    assert "‹1›" in text_of(hand_picture(table, marks, (80, 9), NOWHERE, PEN))


def test_what_is_pointed_at_is_told_in_a_sentence() -> None:
    table = moment("sea-combat")
    marks = marked(table)
    told = Shown(table.drawn, table.names, marks)
    picture = lines_picture(table, marks, (160, 50), NOWHERE, PEN)
    for row in picture.order:
        for touch in row:
            assert about(told, touch), touch
    assert about(told, Touch("line", 3)) == "Japanese front – possible target, 2 cards, 50 in 100"
    assert about(told, Touch("token", 4)) == ""


def test_the_legend_tells_every_sign_once() -> None:
    for signs in (FINE, PLAIN):
        told = legend(signs)
        assert all(sign and meaning for sign, meaning in told)
        assert {signs.hatch * 3, signs.fought, signs.sight["known"]} <= {sign for sign, _meaning in told}
    assert all(sign.isascii() for sign, _meaning in legend(PLAIN))


# the parts of which it is made


def test_texts_are_cut_between_letters() -> None:
    assert cut("Enterprise", 6, "…") == "Enter…"
    assert cut("翔鶴瑞鶴", 6, "…") == "翔鶴…"
    assert cut("翔鶴瑞鶴", 7, "…") == "翔鶴瑞…"
    assert cut("翔鶴", 4, "…") == "翔鶴"
    assert spread("é鶴") == ("é", "鶴", "")


def test_signs_go_with_the_encoding() -> None:
    assert [signs_of(name) for name in ("utf-8", "UTF8", "gb18030")] == [FINE] * 3
    assert [signs_of(name) for name in ("ascii", "iso8859-1", None)] == [PLAIN] * 3


def test_the_console_of_linux_gets_plain_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "linux")
    assert signs_here() is PLAIN


def test_the_height_is_shared_and_the_fronts_keep_the_larger_cards() -> None:
    options = [[ShelfLayout(LARGE, 1), ShelfLayout(CARD, 1), ShelfLayout(CHIP, 1)] for _line in range(6)]
    importance = [0, 2, 4, 5, 3, 1]
    for rows in range(6, 30):
        assert sum(way.rows for way in share(options, importance, rows)) <= rows
    sizes = [way.size for way in share(options, importance, 12)]
    assert sizes == [CHIP, CHIP, CARD, CARD, CARD, CHIP]
    assert [way.size for way in share(options, importance, 24)] == [LARGE] * 6


def test_names_are_those_of_the_naming() -> None:
    table = moment("set-up")
    assert isinstance(table.names, Naming)
    assert "Espiritu Santo" in text_of(lines_picture(table, {}, (120, 40), NOWHERE, PEN))


if __name__ == "__main__" and "--update" in sys.argv:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for file, draw, size in screens():
        (FOLDER / f"{file}.txt").write_text(draw(*size))
