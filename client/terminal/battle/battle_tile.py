"""A card on the battle board, in two to four rows: its mark and name, its values and damage, its dice, and what it aims
at or what befalls it just now.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style

from ironbottom import events as e
from ironbottom.language import _
from ironbottom.printed import AirplaneCard, BaseCard, EventCard
from ironbottom.views import SeenAirplane, SeenBase, SeenFormation
from ironbottom.vocabulary import phrase, word

from ...text.card_summary import airplane_values, half_name, values_now
from ...text.naming import Naming
from ..drawing.signs import Signs, columns, cut
from ..drawing.themes import style
from ..state.model import Mark, Touch, UiState
from ..state.moment import MomentPart
from .dice import Span, lying, spans, star, thrown
from .field import BattleField

FIGHTS = ("airc",)  # of an airplane with any other task than these
WANTED: dict[str, tuple[str, ...]] = {
    "attack": ("air", "bomb", "torp", "land"), "search": ("recon", "airc"), "support": ("land", "surface", "army"),
}
OF_SHIPS: dict[str, tuple[str, ...]] = {
    "air": ("air",), "search": ("air",), "sea": ("surface", "torp", "speed"), "patrol": ("speed",),
}


class TilePen(NamedTuple):
    """What a tile is drawn with."""

    ui: UiState
    signs: Signs
    fight: BattleField

    def style(self, name: str) -> Style:
        return style(self.ui, name)


class Tile(NamedTuple):
    """What is to be written on a card."""

    name: list[Span]
    harm: list[Span]  # damage, or what it suffers just now
    figures: list[Span]
    dice: list[Span]
    aim: list[Span]
    note: list[Span]


def rows(pen: TilePen, piece: MomentPart, width: int, height: int) -> list[list[Span]]:
    """The rows of a card, none wider than `width`."""
    tile = _tile(pen, piece, width)
    last = tile.note or tile.aim
    if height >= 4:
        found = [[*tile.name], _parted(pen, tile.figures, tile.harm, width), tile.dice, last]
    elif height == 3:
        found = [_parted(pen, tile.name, tile.harm, width), tile.dice or tile.figures, last]
        if not last and tile.dice:
            found[2] = tile.figures
    else:
        found = [_parted(pen, tile.name, tile.harm, width), _beside(tile, last)]
    return [fitted(pen, row, width) for row in found]


def _beside(tile: Tile, last: list[Span]) -> list[Span]:
    if tile.dice and last:
        return [*tile.dice, (" ", Style()), *last]
    return tile.dice or last or tile.figures


def fitted(pen: TilePen, row: list[Span], width: int) -> list[Span]:
    """A row cut to its width."""
    kept: list[Span] = []
    room = width
    for text, look in row:
        shorter = cut(text, room, pen.signs.cut)
        if shorter:
            kept.append((shorter, look))
            room -= columns(shorter)
    return kept


def _parted(pen: TilePen, left: list[Span], right: list[Span], width: int) -> list[Span]:
    """One text to the left, and one to the right that is never cut."""
    taken = sum([columns(text) for text, _look in right])
    room = max(0, width - taken - (1 if right else 0))
    kept = fitted(pen, left, room)
    gap = width - taken - sum([columns(text) for text, _look in kept])
    return [*kept, (" " * max(0, gap), Style()), *right] if right else kept


def _tile(pen: TilePen, piece: MomentPart, width: int) -> Tile:
    mark = pen.ui.marks.get(Touch("token", piece.token)) if pen.ui.past is None else None
    return Tile(
        _named(pen, piece, mark), _harm(pen, piece), _figures(pen, piece), _dice(pen, piece, width), _aim(pen, piece),
        _note(pen, piece, mark),
    )


def name_of(piece: MomentPart, fight: BattleField, naming: Naming) -> str:
    """What it is called at this moment: a formation that is found only later is still unseen."""
    if not piece.token:
        card = naming.cards.get(piece.row.card) if isinstance(piece.row, SeenAirplane) and piece.row.card else None
        return half_name(card) if isinstance(card, EventCard) else phrase("cards.a_submarine")
    if fight.now.beat is not None and not piece.is_new and not _opened(piece, fight):
        return naming.before.get(piece.token) or naming.token(piece.token)
    return naming.token(piece.token)


def _opened(piece: MomentPart, fight: BattleField) -> bool:
    """Whether its face was turned up since the view that is drawn."""
    for event in fight.now.events:
        if isinstance(event, e.Turned) and event.token == piece.token:
            return True
        if isinstance(event, e.Faced | e.ShotDown) and any(token == piece.token for token, _card in event.airplanes):
            return True
    return False


def _named(pen: TilePen, piece: MomentPart, mark: Mark | None) -> list[Span]:
    look = pen.style("us" if not piece.side else "jp") + Style(bold=True)
    if piece.fate in ("sunk", "shot"):
        look = look + Style(strike=True)
    name = (name_of(piece, pen.fight, pen.ui.names), look)
    sign = marked(pen.signs, mark) if mark is not None else ""
    return [(f"{sign} ", pen.style(mark.state)), name] if mark is not None and sign else [name]


def marked(signs: Signs, mark: Mark) -> str:
    """The sign of a mark, with its key; none where no key does it."""
    before, after = signs.brackets[mark.state]
    inside = mark.sign if mark.state != "off" else ""
    if not inside and mark.state == "chosen":
        inside = signs.done
    return f"{before}{inside}{after}" if inside or mark.state == "off" else ""


def _harm(pen: TilePen, piece: MomentPart) -> list[Span]:
    """The damage that it takes just now, or has: a box for each hit point."""
    for event in pen.fight.now.fresh:
        if isinstance(event, e.Damaged) and event.token == piece.token:
            return [(f"{star(pen.signs)}-{event.hits}", pen.style("hit"))]
    if piece.fate in ("sunk", "shot"):
        return [(star(pen.signs), pen.style("hit"))]
    hp, damage = hit_points(pen, piece), getattr(piece.row, "damage", 0)
    if not hp or (not damage and isinstance(piece.row, SeenFormation) and pen.fight.kind != "sea"):
        return []
    if hp > 6:
        return [(f"{pen.signs.whole}{hp - damage}/{hp}", pen.style("hit" if damage else "dim"))]
    boxes = pen.signs.whole * max(0, hp - damage)
    return [(boxes, pen.style("dim")), (pen.signs.lost * min(hp, damage), pen.style("hit"))]


def hit_points(pen: TilePen, piece: MomentPart) -> int:
    row = piece.row
    if isinstance(row, SeenFormation):
        return row.values.hp if row.values is not None else 0
    card = pen.ui.cards.get(row.card) if isinstance(row, SeenBase) else None
    return card.hp if isinstance(card, BaseCard) else 0


def _figures(pen: TilePen, piece: MomentPart) -> list[Span]:
    """What it can do here."""
    row, task = piece.row, str(getattr(piece.row, "task", None) or "")
    text = ""
    if isinstance(row, SeenAirplane):
        card = pen.ui.cards.get(row.card) if row.card is not None else None
        if isinstance(card, AirplaneCard):
            text = airplane_values(card, WANTED.get(task, FIGHTS) if task not in ("", "flown") else ())
    elif isinstance(row, SeenFormation):
        if row.lead is None:
            text = f"{pen.signs.airplanes}{row.airplanes}" if row.airplanes else ""
        elif row.values is not None:
            text = values_now(row.values, WANTED.get(task, OF_SHIPS.get(pen.fight.kind, ())))
    return [(text, pen.style("dim"))] if text else []


def _dice(pen: TilePen, piece: MomentPart, width: int) -> list[Span]:
    """Dice that are thrown just now, or those that lie there."""
    fight = pen.fight
    fresh = [event for event in fight.now.fresh if isinstance(event, e.Rolled) and event.by == piece.token]
    if fresh:
        return spans(pen.ui, pen.signs, thrown(fresh[-1]), width)
    held = fight.dice.get(piece.token) or getattr(piece.row, "attempts", None)
    last = fight.now.throws.get(piece.token)
    return spans(pen.ui, pen.signs, lying(held, last), width) if held is not None else []


def _aim(pen: TilePen, piece: MomentPart) -> list[Span]:
    """Arrows to its targets; a double one while it fires."""
    found: list[Span] = []
    tokens = {one.token: one for half in pen.fight.halves for box in half.boxes for one in box.pieces}
    for aim in pen.fight.aims:
        if aim.by != piece.token or aim.at == piece.token:
            continue
        target = tokens.get(aim.at)
        naming = pen.ui.names
        name = name_of(target, pen.fight, naming) if target is not None else naming.token(aim.at)
        mode = f" ({word('modes', aim.mode)})" if aim.mode else ""
        look = pen.style("target") + Style(bold=aim.live)
        found.append((f"{' ' if found else ''}{arrow(pen.signs, live=aim.live)} {name}{mode}", look))
    return found


def arrow(signs: Signs, *, live: bool) -> str:
    """The beginning of an aim: a double arrow while it fires."""
    if signs.plain:
        return "=>" if live else "->"
    return "═►" if live else "─►"


FATES = {
    "sunk": lambda: _("eliminated"), "shot": lambda: _("shot down"), "gone": lambda: _("withdraws"),
}


def _note(pen: TilePen, piece: MomentPart, mark: Mark | None) -> list[Span]:
    """What becomes of it just now; what is staged for it; what it throws."""
    fresh = pen.fight.now.fresh
    if piece.fate in FATES and (piece.fate != "gone" or any(isinstance(event, e.Withdrew) for event in fresh)):
        return [(f"{pen.signs.brackets['off'][0]} {FATES[piece.fate]()}", pen.style("hit"))]
    for event in fresh:
        if isinstance(event, e.Turned) and event.token == piece.token:
            return [(phrase("cards.detected"), pen.style("legal"))]
        if isinstance(event, e.Faced) and any(token == piece.token for token, _card in event.airplanes):
            return [(phrase("cards.detected"), pen.style("legal"))]
        if isinstance(event, e.Rolled) and event.by == piece.token and not event.at:
            return [(word("abilities", event.ability), pen.style("dim"))]
    if mark is not None and mark.note:
        return [(f"{pen.signs.to} {mark.note}", pen.style(mark.state))]
    return []
