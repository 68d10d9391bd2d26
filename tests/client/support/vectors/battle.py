"""The fights of a game: which beats an update has, and at each of them who stands in which box, aims, dice and harm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ironbottom.client.terminal.battle.field import BattleField, TaskBox, field
from ironbottom.client.terminal.state.beats import spans_of
from ironbottom.client.terminal.state.model import Beat, UiState
from ironbottom.client.terminal.state.moment import MomentPart
from ironbottom.wire.messages import Update
from ironbottom.words import Side
from tests.client.support.vectors import plain
from tests.client.terminal.support.tables import played, ui_at, update_of

GAME, SIDE = 1, Side.US
STRETCHES = ((135, 137), (166, 171), (201, 202), (205, 208), (212, 229))  # of its updates: each kind of fight


def cases() -> Iterator[Any]:
    """Updates one after the other; the first of a stretch is only the table before the next."""
    for first, last in STRETCHES:
        ui = ui_at(first, side=SIDE, number=GAME)
        yield {"events": [], "view": plain(played(GAME)[first].updates[SIDE].view), "fights": []}
        for n in range(first + 1, last + 1):
            yield case(ui, played(GAME)[n].updates[SIDE], n)


def case(ui: UiState, update: Update, n: int) -> dict[str, Any]:
    """An update, and the fight at each of its beats and after it."""
    ui.arrive(update_of(played(GAME)[n], SIDE))
    shown, before = ui.begin(), ui.view
    assert shown is not None
    assert before is not None
    fights = []
    for span in spans_of(shown.events):
        ui.beat = Beat(span.group[0], tuple(span.group), span.first, span.last, shown.events, before, shown.view)
        fights.append({"beat": [span.first, span.last], **told(field(ui))})
    ui.finish()
    fights.append({"beat": [], **told(field(ui))})
    return {"events": plain(update.events), "view": plain(update.view), "fights": fights}


def told(fight: BattleField | None) -> dict[str, Any]:
    """A fight in terms that both have."""
    if fight is None:
        return {"kind": ""}
    return {
        "kind": fight.kind,
        "title": fight.title,
        "halves": [[int(half.side), *[row for box in half.boxes if (row := of_box(box))]] for half in fight.halves],
        "aims": sorted([int(aim.by), int(aim.at), aim.mode, aim.live] for aim in fight.aims),
        "dice": sorted([int(token), kept.dice, kept.limited] for token, kept in fight.dice.items()),
        "hits": fight.hits,
        "effects": sorted(int(one.token) for one in fight.effects),
    }


def of_box(box: TaskBox) -> list[Any]:
    """A box with who stands there; one that holds nobody, and is of no task, is none."""
    return [box.task, box.label, *sorted(map(of_piece, box.pieces))] if box.task or box.pieces else []


def of_piece(piece: MomentPart) -> list[Any]:
    """A card, and what became of it."""
    row = piece.row
    return [int(piece.token), piece.fate, int(getattr(row, "damage", 0))]
