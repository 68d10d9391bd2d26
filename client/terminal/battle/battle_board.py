"""The battle board as a picture: both sides' boxes of tasks, their cards with dice, arrows between them, and what
happens just now in words.  Pure: a UiState and a size in, rows of letters out.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style

from ironbottom import events as e
from ironbottom.language import _
from ironbottom.phrases import in_row, of_side, side_name
from ironbottom.vocabulary import phrase, word
from ironbottom.words import Side

from ...text.card_text import wrapped
from ...text.situation import effect_text
from ..drawing.canvas import Canvas, Picture, Zone
from ..drawing.signs import Signs, columns, cut
from ..drawing.themes import ground, style
from ..state.model import Touch, UiState
from ..state.moment import MomentPart
from . import aims
from .aims import AimSpot, Spots
from .battle_tile import TilePen, fitted, rows
from .dice import Span
from .field import BattleHalf, TaskBox, field

WIDTHS = (36, 30, 24, 20, 17)  # cells of a card
ROOMY = 3  # rows of a card that shows all it has to say
WIDEST = 44
GAP = 1
FRAME = 6  # cells around the name of an empty box
USUAL, TRACKS = 2, 5  # rows for arrows, and at most; those that are usual stay free, so that nothing moves
CAPTION = 2  # rows of what is said


class Format(NamedTuple):
    """How large cards are drawn, and whether there is a row between those that lie below one another."""

    size: int
    wide: int
    apart: int


FORMATS = tuple([Format(size, wide, apart) for size in (4, 3, 2) for apart in (1, 0) for wide in WIDTHS])


class PlacedTile(NamedTuple):
    """A box with its place."""

    box: TaskBox
    side: Side
    x: int
    y: int
    width: int


class Layout(NamedTuple):
    """Where everything lies."""

    boxes: list[PlacedTile]
    spots: Spots
    said: list[str]
    middle: int  # the row of the first arrow
    tracks: int
    height: int


def battle_picture(
    ui: UiState, signs: Signs, width: int, height: int, cursor: Touch | None = None, hint: str = ""
) -> Picture:
    """The fight that is on; nothing where there is none, or where no card fits across.  As high as it must be, where
    the place is too low.
    """
    fight = field(ui)
    if fight is None or width < min([form.wide for form in FORMATS]):
        return Picture()
    pen = TilePen(ui, signs, fight)
    laid = layout(pen, width, height)
    canvas = Canvas(width, max(height, laid.height), Style(), plain=signs.plain)
    _head(canvas, pen, hint)
    for placed in laid.boxes:
        _label(canvas, pen, placed)
    zones: list[Zone] = []
    for half in fight.halves:
        for box in half.boxes:
            for piece in box.pieces:
                zones += _tile(canvas, pen, piece, laid.spots[piece.token], cursor)
    for i, line in enumerate(laid.said):
        canvas.put(1, canvas.height - len(laid.said) + i, line, style(ui, "legal"))
    aims.draw(canvas, ui, aims.routes(fight.aims, laid.spots, laid.middle, laid.tracks), laid.middle, laid.tracks)
    return Picture(canvas.strips(), tuple(zones), _order(zones))


def layout(pen: TilePen, width: int, height: int) -> Layout:
    """The largest cards that leave everything in sight; the smallest where nothing does."""
    said = _said(pen, width, 1 if height < 16 else CAPTION)
    wanted = max(USUAL, min(TRACKS, len(pen.fight.aims)))
    possible = [(form, _laid(pen, width, form, said, 0)) for form in FORMATS if form.wide <= width]
    fitting = [one for one in possible if one[1].height <= height]
    if not fitting:
        return min([laid for _form, laid in possible], key=lambda laid: laid.height)
    form, laid = max(fitting, key=lambda one: _worth(*one))
    return _laid(pen, width, form, said, min(wanted, height - laid.height))


def _worth(form: Format, laid: Layout) -> tuple[int, ...]:
    """Cards that show all they have to say, in few rows, as large as can be."""
    rows = len({spot.y for spot in laid.spots.values()})
    return min(form.size, ROOMY), -rows, form.apart, form.size, form.wide


def _laid(pen: TilePen, width: int, form: Format, said: list[str], tracks: int) -> Layout:
    boxes: list[PlacedTile] = []
    spots: Spots = {}
    count = max(1, (width + GAP) // (form.wide + GAP))
    y, middle = 1, 0
    for upper, half in zip((True, False), pen.fight.halves, strict=True):
        rows_of_boxes = _rows_of_boxes(half, count)
        for i, row in enumerate(rows_of_boxes):
            inner = i == (len(rows_of_boxes) - 1 if upper else 0)
            y = _lay_row(boxes, spots, half.side, row, (y, width), form, (upper, inner))
        if upper:
            middle, y = y, y + tracks
    return Layout(boxes, spots, said, middle, tracks, y + len(said))


def _rows_of_boxes(half: BattleHalf, count: int) -> list[list[tuple[TaskBox, int]]]:
    """Boxes side by side, each with its columns; below one another where there are too few columns."""
    filled = [box for box in half.boxes if box.pieces]
    shown = list(half.boxes) if half.asked or not filled else filled
    if not shown:
        return []
    if len(shown) > count:
        return [[(box, count)] for box in shown if box.pieces] or [[(shown[0], count)]]
    needs = [max(1, len(box.pieces)) for box in shown]
    return [list(zip(shown, shares(needs, count), strict=True))]


def shares(needs: list[int], count: int) -> list[int]:
    """So many columns for each box: what it needs, or its share where there are not enough."""
    total = sum(needs)
    if total <= count:
        return needs
    sizes = [max(1, count * n // total) for n in needs]
    while sum(sizes) < count:
        worst = max(range(len(needs)), key=lambda i: needs[i] / sizes[i])
        sizes[worst] += 1
    while sum(sizes) > count:
        widest = max(range(len(needs)), key=lambda i: sizes[i])
        sizes[widest] -= 1
    return sizes


def _lay_row(
    boxes: list[PlacedTile],
    spots: Spots,
    side: Side,
    row: list[tuple[TaskBox, int]],
    at: tuple[int, int],
    form: Format,
    where: tuple[bool, bool],
) -> int:
    """Boxes side by side over the whole width; the row behind them."""
    y, width = at
    step = form.size + form.apart
    upper, inner_box = where
    deep = max([-(-len(box.pieces) // count) for box, count in row] + [1])
    x = 0
    for (box, count), room in zip(row, _rooms(row, width), strict=True):
        boxes.append(PlacedTile(box, side, x, y, room))
        wide = min(WIDEST, (room - GAP * count) // count)
        for i, piece in enumerate(box.pieces):
            line, column = divmod(i, count)
            inner = inner_box and (i + count >= len(box.pieces) if upper else line == 0)
            spots[piece.token] = AimSpot(
                x + column * (wide + GAP), y + 1 + line * step, wide, form.size, side, upper, inner,
            )
        x += room
    return y + 1 + deep * step - form.apart


def _rooms(row: list[tuple[TaskBox, int]], width: int) -> list[int]:
    """How wide each box is: an empty one has room for its name, the others share what is left by their columns."""
    full = sum([count for box, count in row if box.pieces])
    empty = [0 if box.pieces or not full else min(width // 4, columns(box.label) + 2 * FRAME) for box, _count in row]
    left = width - sum(empty)
    rooms = []
    for (_box, count), fixed in zip(row, empty, strict=True):
        share = fixed or round(left * count / (full or len(row)))
        if not fixed and full:
            left, full = left - share, full - count
        rooms.append(share)
    return rooms


def _head(canvas: Canvas, pen: TilePen, hint: str) -> None:
    """Which fight it is, how far it is, and the hits that are to be spent, or the keys for what is being shown."""
    fight = pen.fight
    spent = phrase("open.spend", hits=fight.hits) if fight.hits and not hint else hint
    room = canvas.width - 1 - (columns(spent) + 2 if spent else 0)
    row: list[Span] = [(fight.title, Style(bold=True))]
    if fight.stage and fight.stage.casefold() != fight.title.casefold():
        row.append((f" {pen.signs.nothing} {fight.stage}", pen.style("dim")))
    x = 1
    for text, look in fitted(pen, row, room):
        x = canvas.put(x, 0, text, look)
    if spent:
        canvas.put(canvas.width - columns(spent) - 1, 0, spent, pen.style("legal" if hint else "hit"))


def _label(canvas: Canvas, pen: TilePen, placed: PlacedTile) -> None:
    """The heading of a box: whose it is and what its cards do."""
    side = of_side(placed.side)
    box, room = placed.box, placed.width - 5
    name = _("{side}: {name}").format(side=side, name=box.label) if box.task else box.label or side
    if columns(name) > room:
        name = box.label
    look = pen.style("us" if placed.side is Side.US else "jp")
    canvas.put(placed.x, placed.y, pen.signs.across * (placed.width - GAP), look)
    canvas.put(placed.x + 1, placed.y, f" {cut(name, room, pen.signs.cut)} ", look + Style(bold=True))


def _tile(canvas: Canvas, pen: TilePen, piece: MomentPart, spot: AimSpot, cursor: Touch | None) -> list[Zone]:
    """A card: its edges tell what kind it is."""
    touch = Touch("token", piece.token)
    card = ground(pen.ui, "card")
    look = pen.style("us" if spot.side is Side.US else "jp") + card
    left, right = pen.signs.edges[kind_of(piece)]
    found = rows(pen, piece, spot.width - 2, spot.height)
    held = Style(reverse=True) if cursor == touch else Style()
    for i, row in enumerate(found):
        y = spot.y + i
        canvas.put(spot.x, y, " " * spot.width, card)
        canvas.put(spot.x, y, left, look + held)
        canvas.put(spot.x + spot.width - 1, y, right, look + held)
        x = spot.x + 1
        for text, style_of in row:
            x = canvas.put(x, y, text, style_of + card + (held if i == 0 else Style()))
    return [Zone(touch, spot.x, spot.y, spot.width, spot.height)] if piece.token else []


def kind_of(piece: MomentPart) -> str:
    """What kind of card it is, as far as it may be seen."""
    fields = piece.row.__struct_fields__
    if "host" in fields:
        return "airplane"
    if "pair" not in fields:
        return "base"
    return "ship" if getattr(piece.row, "lead", None) is not None else "unseen"


def _said(pen: TilePen, width: int, most: int) -> list[str]:
    """What happens just now, in words; else the events that work on.  It has its rows also where nothing is said, so
    that nothing else moves when something is."""
    fight, naming = pen.fight, pen.ui.names
    if fight.now.beat is not None:
        text = happening(pen)
    else:
        text = in_row([effect_text(one, naming.token(one.token) if one.token else "") for one in fight.effects])
    lines = wrapped(text, width - 2)
    if len(lines) > most:
        lines = [*lines[: most - 1], cut(" ".join(lines[most - 1 :]), width - 2, pen.signs.cut)]
    return lines + [""] * (most - len(lines))


def happening(pen: TilePen) -> str:
    """A beat in words: its sentence; of many throws only who throws what, as the dice tell the rest."""
    beat = pen.fight.now.beat
    if beat is None:
        return ""
    throws = [event for event in beat.group if isinstance(event, e.Rolled)]
    if len(throws) > 1:
        kinds = dict.fromkeys([(event.side, event.ability) for event in throws])
        return in_row([
            _("{side}: {name}").format(side=side_name(side), name=word("abilities", ability)) for side, ability in kinds
        ])
    return next((told.text for told in reversed(pen.ui.log) if told.event is beat.event), "")


def _order(zones: list[Zone]) -> tuple[tuple[Touch, ...], ...]:
    """What the keyboard walks over, row by row."""
    by_row: dict[int, list[Zone]] = {}
    for zone in zones:
        by_row.setdefault(zone.y, []).append(zone)
    rows_of_zones = [sorted(row, key=lambda one: one.x) for _y, row in sorted(by_row.items())]
    return tuple([tuple([zone.touch for zone in row if isinstance(zone.touch, Touch)]) for row in rows_of_zones])
