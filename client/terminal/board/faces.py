"""Cards in cells, in four sizes: of four rows, of three, and two of one row."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.style import Style

from ..drawing.look import Look
from ..drawing.signs import BoxSigns, Signs, columns, cut
from ..state.model import Mark, Touch
from .cells import Cell, Tag, short_name

LARGE, CARD, CHIP, TIGHT = 4, 3, 1, 0  # the sizes; the first three are also their height

WIDEST = {LARGE: 34, CARD: 23}
NARROWEST = {LARGE: 16, CARD: 13}
BACK = {LARGE: 13, CARD: 10}
NAME = {CHIP: 17, TIGHT: 8}  # of the name in a card of one row
ESCORT = {LARGE: 24, CARD: 12, CHIP: 11}
DOING = {LARGE: 24, CARD: 17, CHIP: 20, TIGHT: 10}
BAR = {CHIP: 5, CARD: 8, LARGE: 12}  # hit points that are drawn one by one

LETTERS = ("U", "J")

Span = tuple[str, Style]


class FacePen:
    """How everything is drawn.  A pen is like no other: what it has drawn is kept for it alone."""

    def __init__(self, look: Look, signs: Signs) -> None:
        self.look, self.signs = look, signs
        self._afloat: dict[Style, Style] = {}

    def afloat(self, style: Style) -> Style:
        """The same on the sea, where it is not written on a card."""
        if style not in self._afloat:
            self._afloat[style] = style + self.look.sea
        return self._afloat[style]


class FaceSpot(NamedTuple):
    """Where on a card a thing of its own lies."""

    touch: Touch
    x: int
    y: int
    width: int


class Block(NamedTuple):
    """A card as it is drawn."""

    width: int
    rows: tuple[tuple[Span, ...], ...]
    spots: tuple[FaceSpot, ...] = ()


class FaceRow:
    """A row of a card that is being written."""

    def __init__(self, y: int = 0) -> None:
        self.y, self.width = y, 0
        self.spans: list[Span] = []
        self.spots: list[FaceSpot] = []

    def add(self, text: str, style: Style, touch: Touch | None = None) -> FaceRow:
        if text:
            if touch is not None:
                self.spots.append(FaceSpot(touch, self.width, self.y, columns(text)))
            self.spans.append((text, style))
            self.width += columns(text)
        return self

    def join(self, other: FaceRow) -> FaceRow:
        """Write what was written elsewhere."""
        self.spots += [spot._replace(x=spot.x + self.width, y=self.y) for spot in other.spots]
        self.spans += other.spans
        self.width += other.width
        return self

    def fill(self, end: int, sign: str, style: Style) -> FaceRow:
        return self.add(sign * max(0, end - self.width), style)


def _escort_room(cell: Cell, size: int) -> int:
    """How much of the escort is told at most; of an event its other half is as good as its name."""
    room = NAME[CHIP] + 3 if cell.kind == "event" else ESCORT.get(size, 0)
    return min(room, columns(cell.escort) + 1) if cell.escort else 0


def height(size: int) -> int:
    return size or 1


@lru_cache(maxsize=4096)
def face(cell: Cell, size: int, cursor: Touch | None, pen: FacePen, room: int = 0) -> Block:
    """A card in a size; `cursor` is the thing of it where the keyboard is, if any.  A card of one row is made to fit
    into so many cells, where it is told how many there are."""
    if size in (CHIP, TIGHT):
        return _fitted_row(cell, size, cursor, pen, room)
    return _framed(cell, size, cursor, pen)


# the parts of a card


def mark_row(mark: Mark | None, pen: FacePen) -> FaceRow:
    """A mark with its key: the brackets say what it is, and so does the colour."""
    row = FaceRow()
    if mark is None:
        return row
    left, right = pen.signs.brackets[mark.state]
    sign = mark.sign or (pen.signs.done if mark.state == "chosen" else "")
    style = pen.look.mark(mark.state)
    if sign or mark.state == "off":
        row.add(left + ("" if mark.state == "off" else cut(sign, 4, pen.signs.cut)) + right, style)
    if mark.odds is not None:
        row.add(f"{round(100 * mark.odds)}%", pen.look.note)
    return row


def health(hp: int, damage: int, room: int, pen: FacePen) -> FaceRow:
    """Hit points one by one where there is room, else as figures; what is lost is hollow."""
    row, left = FaceRow(), max(0, hp - damage)
    if not hp:
        return row
    if hp <= room:
        return row.add(pen.signs.whole * left, pen.look.whole).add(pen.signs.lost * (hp - left), pen.look.lost)
    return row.add(f"{pen.signs.whole}{left}/{hp}", pen.look.lost if damage else pen.look.whole)


def tags(cell: Cell, room: int, cursor: Touch | None, pen: FacePen) -> FaceRow:
    """The airplanes on a card, by their names or, where there is no room, by their letters."""
    row = FaceRow()
    for tag in cell.tags:
        row.add(" " if row.width else "", pen.look.faint)
        _named(row, tag, cursor, pen)
    if row.width <= room:
        return row
    row = FaceRow()
    for tag in cell.tags:
        _lettered(row, tag, cursor, pen)
    return row


def _named(row: FaceRow, tag: Tag, cursor: Touch | None, pen: FacePen) -> None:
    if tag.state != "there":
        row.add(*_place(tag, pen))
        return
    style = _tag_style(tag, cursor, pen)
    if tag.mark is None:
        row.add(tag.name, style, tag.touch)
        return
    left, right = ("", "") if tag.mark.state == "legal" else pen.signs.brackets[tag.mark.state]
    sign = "" if tag.mark.state == "off" else tag.mark.sign
    row.add(f"{left}{sign}{tag.name}{right}", style, tag.touch)


def _lettered(row: FaceRow, tag: Tag, cursor: Touch | None, pen: FacePen) -> None:
    if tag.state != "there":
        row.add(*_place(tag, pen))
        return
    marked = tag.mark is not None and tag.mark.state in ("chosen", "target")
    left, right = pen.signs.brackets[tag.mark.state] if tag.mark is not None and marked else ("", "")
    row.add(left + tag.letter + right, _tag_style(tag, cursor, pen), tag.touch)


def _place(tag: Tag, pen: FacePen) -> Span:
    """A place where no airplane stands."""
    if tag.state == "lost":
        return pen.signs.brackets["off"][0], pen.look.lost
    return tag.letter.lower(), pen.look.faint


def _tag_style(tag: Tag, cursor: Touch | None, pen: FacePen) -> Style:
    if cursor is not None and tag.touch == cursor:
        return pen.look.cursor
    return pen.look.plane if tag.mark is None else pen.look.mark(tag.mark.state)


def _title(cell: Cell, cursor: Touch | None, pen: FacePen, room: int) -> FaceRow:
    """The letter of the side, how the card lies, type and name."""
    look, signs = pen.look, pen.signs
    row = FaceRow().add(LETTERS[cell.side], look.letter[cell.side]).add(signs.sight[cell.sight], look.edge[cell.side])
    if cell.kind == "airplane":
        row.add(signs.airplanes, look.edge[cell.side])
    style = look.cursor if cursor == cell.touch else look.off if _off(cell) else look.strong
    kind = f"{cell.type} " if cell.type else ""
    gap = " " if cell.kind in ("base", "unseen", "event") else ""
    row.add(gap, look.text)
    return row.add(cut(f"{kind}{cell.name}", max(0, room - row.width), signs.cut), style)


def _off(cell: Cell) -> bool:
    return cell.mark is not None and cell.mark.state == "off"


def _edge(cell: Cell, pen: FacePen) -> Style:
    return pen.look.edge[cell.side] if cell.mark is None else pen.look.mark(cell.mark.state)


def _doing(cell: Cell, pen: FacePen, room: int) -> FaceRow:
    """What is staged for a card; else what it is doing."""
    row = FaceRow()
    note = "" if cell.mark is None or cell.mark.state == "off" else cell.mark.note
    if note and short_name(note) != cell.name:
        return row.add(cut(pen.signs.to + note, room, pen.signs.cut), pen.look.note)
    said = " ".join([part for part in (cell.flag, cell.doing) if part])
    return row.add(cut(said, room, pen.signs.cut), pen.look.note)


# cards of one row


class Rooms(NamedTuple):
    """The cells that the texts of a card of one row may take."""

    name: int
    escort: int
    doing: int


LEAST = Rooms(5, 0, 5)  # what is left of them where there is little room


def _fitted_row(cell: Cell, size: int, cursor: Touch | None, pen: FacePen, room: int) -> Block:
    """What is doing gives way first, then the escort, then the name."""
    rooms = Rooms(
        NAME[size] + columns(cell.type) + 3, 1 if size == TIGHT else _escort_room(cell, size),
        _doing(cell, pen, DOING[size]).width,
    )
    block = _in_one_row(cell, size, cursor, pen, rooms)
    for text in ("doing", "escort", "name"):
        while room and block.width > room and getattr(rooms, text) > getattr(LEAST, text):
            less = getattr(rooms, text) - (block.width - room)
            rooms = rooms._replace(**{text: max(getattr(LEAST, text), less)})
            block = _in_one_row(cell, size, cursor, pen, rooms)
    return block


def _in_one_row(cell: Cell, size: int, cursor: Touch | None, pen: FacePen, rooms: Rooms) -> Block:
    look, signs = pen.look, pen.signs
    left, right = signs.edges["unseen" if cell.sight in ("closed", "known") else cell.kind]
    edge = _edge(cell, pen)
    row = FaceRow().add(left, edge).join(mark_row(cell.mark, pen))
    if cell.kind == "unseen":
        _back_row(row, cell, size, cursor, pen)
    else:
        short = size == TIGHT and cell.short and columns(cell.name) > NAME[TIGHT]
        named = cell._replace(name=cell.short) if short else cell
        row.join(_title(named, cursor, pen, rooms.name))
        if cell.escort:
            escort = cut(f" {cell.escort}", rooms.escort, signs.cut)
            row.add(cell.escort[:rooms.escort] if size == TIGHT else escort, look.text)
        if cell.damage or size == CHIP:
            _spaced(row, health(cell.hp, cell.damage, BAR[CHIP] if size == CHIP else 0, pen), look)
        _spaced(row, tags(cell, 0, cursor, pen), look)
    _spaced(row, _doing(cell, pen, rooms.doing), look)
    row.add(right * (1 + cell.pair), edge)
    return Block(row.width, (tuple(row.spans),), tuple(row.spots))


def _spaced(row: FaceRow, more: FaceRow, look: Look) -> None:
    if more.width:
        row.add(" ", look.text).join(more)


def _back_row(row: FaceRow, cell: Cell, size: int, cursor: Touch | None, pen: FacePen) -> None:
    """A card that lies face down: hatched, with its letter, and the number of airplanes aboard."""
    look, back = pen.look, pen.look.back[cell.side]
    row.add(LETTERS[cell.side], look.letter[cell.side]).add(pen.signs.hatch, back)
    row.add(cell.name, look.cursor if cursor == cell.touch else look.off if _off(cell) else look.strong)
    row.add(pen.signs.hatch * (2 if size == CHIP else 1), back)
    if cell.airplanes:
        row.add(f"{pen.signs.airplanes}{cell.airplanes}", look.plane)
    row.join(tags(cell, 0, cursor, pen))


# cards of several rows


def _framed(cell: Cell, size: int, cursor: Touch | None, pen: FacePen) -> Block:
    width = _width(cell, size, cursor, pen)
    rows = [_top(cell, width, cursor, pen)]
    if cell.kind == "unseen":
        rows += [_hatched(cell, width, y, pen) for y in range(1, size - 1)]
    elif size == LARGE:
        rows += [_middle(cell, width, pen, bar=False), _strength(cell, width, pen)]
    else:
        rows.append(_middle(cell, width, pen, bar=True))
    rows.append(_bottom(cell, width, size, cursor, pen))
    spots = [spot for row in rows for spot in row.spots]
    return Block(width + cell.pair, tuple([tuple(row.spans) for row in rows]), tuple(spots))


def _box(cell: Cell, pen: FacePen) -> BoxSigns:
    signs = pen.signs
    if cell.kind == "ship":
        return signs.unseen if cell.sight != "open" else signs.ship
    others = {"unseen": signs.unseen, "base": signs.base, "airplane": signs.airplane, "event": signs.event}
    return others[cell.kind]


def _width(cell: Cell, size: int, cursor: Touch | None, pen: FacePen) -> int:
    """As wide as it needs to be, within bounds."""
    mark = mark_row(cell.mark, pen).width
    doing = _doing(cell, pen, DOING[size]).width
    on = tags(cell, WIDEST[size] - 2, cursor, pen).width
    if cell.kind == "unseen":
        needs = (5 + columns(cell.name) + mark, 5 + doing + on + 2 * bool(cell.airplanes), BACK[size])
        return min(WIDEST[size], max(needs)) - cell.pair
    head = 3 + columns(cell.type) + 2 + mark
    name = columns(cell.name) + 1 + head
    escort = _escort_room(cell, size)
    strength = min(cell.hp, BAR[size]) + 1 if size == CARD else 0
    figures = 2 + len(" ".join([figure.letter + str(figure.value) for figure in cell.figures])) + strength
    foot = 3 + on + bool(on) + doing + (escort if size == CARD else 0)
    return min(WIDEST[size] - cell.pair, max(NARROWEST[size], name, figures, foot, escort + cell.hp + 4))


def _top(cell: Cell, width: int, cursor: Touch | None, pen: FacePen) -> FaceRow:
    box, edge, mark = _box(cell, pen), _edge(cell, pen), mark_row(cell.mark, pen)
    title = _title(cell, cursor, pen, width - 2 - mark.width)
    row = FaceRow().add(box.upper_left, edge).join(title)
    row.fill(width - 1 - mark.width, box.across, edge).join(mark)
    return row.add(box.upper_right * (1 + cell.pair), edge)


def _side(row: FaceRow, cell: Cell, pen: FacePen) -> FaceRow:
    return row.add(_box(cell, pen).down * (1 + cell.pair), _edge(cell, pen))


def _hatched(cell: Cell, width: int, y: int, pen: FacePen) -> FaceRow:
    row = FaceRow(y).add(_box(cell, pen).down, _edge(cell, pen))
    row.fill(width - 1, pen.signs.hatch, pen.look.back[cell.side])
    return _side(row, cell, pen)


def _middle(cell: Cell, width: int, pen: FacePen, *, bar: bool) -> FaceRow:
    """What it can do, and how much it can still take."""
    look = pen.look
    row = FaceRow(1).add(_box(cell, pen).down, _edge(cell, pen))
    strength = health(cell.hp, cell.damage, BAR[CARD], pen) if bar else FaceRow()
    end = width - 1 - strength.width
    for figure in cell.figures:
        text = figure.letter + str(figure.value)
        if row.width + columns(text) + (1 if row.width > 1 else 0) > end - (1 if strength.width else 0):
            break
        row.add(" " if row.width > 1 else "", look.text).add(text, look.lost if figure.less else look.text)
    if cell.kind == "airplane" and not cell.figures:
        row.fill(end, pen.signs.hatch, look.back[cell.side])
    row.fill(end, " ", look.text).join(strength)
    return _side(row, cell, pen)


def _strength(cell: Cell, width: int, pen: FacePen) -> FaceRow:
    row = FaceRow(2).add(_box(cell, pen).down, _edge(cell, pen)).join(health(cell.hp, cell.damage, BAR[LARGE], pen))
    if cell.escort:
        room = width - 2 - row.width
        row.add(" ", pen.look.text).add(cut(cell.escort, room, pen.signs.cut), pen.look.text)
    return _side(row.fill(width - 1, " ", pen.look.text), cell, pen)


def _bottom(cell: Cell, width: int, size: int, cursor: Touch | None, pen: FacePen) -> FaceRow:
    """The airplanes aboard; its escort; what it is doing."""
    box, edge, look, signs = _box(cell, pen), _edge(cell, pen), pen.look, pen.signs
    doing = _doing(cell, pen, min(DOING[size], width - 2))
    row = FaceRow(size - 1).add(box.lower_left, edge)
    if cell.airplanes:
        row.add(f"{signs.airplanes}{cell.airplanes}", look.plane)
    reserved = _escort_room(cell, size) if size == CARD else 0
    row.join(tags(cell, width - 2 - row.width - doing.width - reserved, cursor, pen))
    room = width - 2 - row.width - doing.width
    if cell.escort and size == CARD and room > 3:
        row.add(box.across if row.width > 1 else "", edge).add(cut(cell.escort, room - 1, signs.cut), look.text)
    row.fill(width - 1 - doing.width, box.across, edge)
    return row.join(doing).add(box.lower_right * (1 + cell.pair), edge)
