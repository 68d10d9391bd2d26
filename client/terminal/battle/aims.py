"""Aims as arrows between the two halves of the battle board: out of one card, along a track, into the other."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style

from ironbottom.words import Side, Token

from ..drawing.canvas import Canvas
from ..drawing.themes import style
from ..state.model import UiState
from .field import Aim

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
PIECES = {
    1: "│", 2: "─", 3: "└", 4: "│", 5: "│", 6: "┌", 7: "├", 8: "─", 9: "┘", 10: "─", 11: "┴", 12: "┐", 13: "┤",
    14: "┬", 15: "┼",
}
PLAIN_PIECES = {bits: "|" if bits in (1, 4, 5) else "-" if bits in (2, 8, 10) else "+" for bits in range(1, 16)}
HEADS = ("▼", "▲", "v", "^")  # down, up; in plain letters
STEP = 3  # columns between the ends of arrows at one card


class AimSpot(NamedTuple):
    """Where a card lies on the board, and whether nothing lies between it and the middle."""

    x: int
    y: int
    width: int
    height: int
    side: Side
    upper: bool
    inner: bool


class Route(NamedTuple):
    """An arrow: from column to column, along a row of the middle."""

    aim: Aim
    start: int
    end: int
    track: int
    edge: int  # the row of its upper end, counted from the first row of the middle
    down: bool
    side: Side


Spots = dict[Token, AimSpot]


def routes(aims: tuple[Aim, ...], spots: Spots, top: int, most: int) -> list[Route]:
    """The arrows that can be drawn in so many rows; those that fire just now come first."""
    ends: dict[Token, int] = {}
    tracks: list[list[tuple[int, int]]] = []
    found: list[Route] = []
    for aim in sorted(aims, key=lambda one: (not one.live, not one.staged)):
        by, at = spots.get(aim.by), spots.get(aim.at)
        if by is None or at is None or by.upper == at.upper or not (by.inner and at.inner):
            continue
        start, end = _port(ends, aim.by, by), _port(ends, aim.at, at)
        span = min(start, end), max(start, end)
        track = next((i for i, taken in enumerate(tracks) if all(_apart(span, one) for one in taken)), len(tracks))
        if track >= most:
            continue
        if track == len(tracks):
            tracks.append([])
        tracks[track].append(span)
        upper = by if by.upper else at
        found.append(Route(aim, start, end, track, upper.y + upper.height - top, by.upper, by.side))
    return found


def _port(ends: dict[Token, int], token: Token, spot: AimSpot) -> int:
    """The next free column at the edge of a card: from its middle outwards."""
    n = ends.get(token, 0)
    ends[token] = n + 1
    away = STEP * ((n + 1) // 2) * (1 if n % 2 else -1)
    return max(spot.x + 1, min(spot.x + spot.width - 2, spot.x + spot.width // 2 + away))


def _apart(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[1] < other[0] - 1 or other[1] < one[0] - 1


def draw(canvas: Canvas, ui: UiState, found: list[Route], top: int, height: int) -> None:
    """Put the arrows into so many rows from `top`."""
    bits: dict[tuple[int, int], int] = {}
    looks: dict[tuple[int, int], Style] = {}
    heads: dict[tuple[int, int], str] = {}
    for route in reversed(found):  # what fires lies on top
        look = style(ui, "chosen" if route.aim.staged else "us" if route.side is Side.US else "jp")
        for cell, more in _cells(route, height):
            bits[cell] = bits.get(cell, 0) | more
            looks[cell] = look + Style(bold=True) if route.aim.live else look
        last = route.end, height - 1 if route.down else route.edge
        heads[last] = HEADS[(0 if route.down else 1) + (2 if canvas.plain else 0)]
    pieces = PLAIN_PIECES if canvas.plain else PIECES
    for (x, y), which in bits.items():
        canvas.put(x, top + y, heads.get((x, y), pieces[which]), looks[x, y])


def _cells(route: Route, height: int) -> list[tuple[tuple[int, int], int]]:
    """The cells of an arrow, each with the directions in which it goes on."""
    down, row = route.down, route.track
    back, ahead = (NORTH, SOUTH) if down else (SOUTH, NORTH)
    first, last = (route.edge, height - 1) if down else (height - 1, route.edge)
    step = 1 if down else -1
    found = [((route.start, y), NORTH | SOUTH) for y in range(first, row, step)]
    if route.start == route.end:
        found.append(((route.start, row), NORTH | SOUTH))
    else:
        right = route.end > route.start
        found.append(((route.start, row), back | (EAST if right else WEST)))
        low, high = sorted((route.start, route.end))
        found += [((x, row), EAST | WEST) for x in range(low + 1, high)]
        found.append(((route.end, row), ahead | (WEST if right else EAST)))
    return found + [((route.end, y), NORTH | SOUTH) for y in range(row + step, last + step, step)]
