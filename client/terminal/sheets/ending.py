"""The end of a game: who won and why, what was lost, who was lucky, the proof of it all, and another game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from ironbottom.language import N_, _
from ironbottom.phrases import game_over, listed, result, side_name
from ironbottom.views import View
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import cells, clean_name
from ironbottom.words import SIDES, Side

from ...text.luck import Luck, luck_line
from ...text.naming import half_of
from ...text.rules.campaigns import after_battle, coming_lines
from ...text.rules.table_rules import judged
from ...text.situation import level_line
from ..drawing.after_layout import after_layout
from ..drawing.keys import Keys
from ..drawing.reading import folded
from ..drawing.signs import cut
from ..drawing.themes import style
from ..state.model import Actions, UiState

BAR = 24  # cells


class Ending(ModalScreen[None]):
    """Over the table, which can be looked at again: Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("A", "again", N_("another game or battle"), key_display="A"),
        Binding("r", "app.review", N_("review"), key_display="r"),
        Binding("c", "copy", N_("copy"), key_display="c"),
        Binding("escape", "dismiss", N_("the table"), key_display="Esc"),
        Binding("q", "app.leave", N_("leave"), key_display="q"),
    ]

    def __init__(self, ui: UiState, doing: Actions) -> None:
        super().__init__()
        self.ui, self.doing = ui, doing

    def compose(self) -> ComposeResult:
        with Vertical(id="ending"):
            with VerticalScroll():
                yield Static(id="result", markup=False)
            yield Keys()

    def on_mount(self) -> None:
        self.redraw()

    def on_screen_resume(self) -> None:
        """What lay over it is away."""
        self.redraw()

    def redraw(self) -> None:
        view = self.ui.view
        if view is None or view.outcome is None:
            if self.is_current:
                self.dismiss()  # another game has begun
            return
        self.query_one("#result", Static).update(ending_text(self.ui, view, max(20, self._room())))

    def _room(self) -> int:
        return self.query_one(VerticalScroll).scrollable_content_region.width

    def on_resize(self) -> None:
        after_layout(self, self.redraw)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Who looks on has no game to play again, and what is not there cannot be copied."""
        if action == "copy":
            return self.ui.over is not None and self.ui.over.transcript is not None
        return not (action == "again" and self.ui.place < 0)

    def action_again(self) -> None:
        self.doing.rematch()

    def action_copy(self) -> None:
        """Into the clipboard, where the terminal lets a program do that."""
        if self.ui.over is not None and self.ui.over.transcript is not None:
            self.app.copy_to_clipboard(f"ironbottom verify {quoted(self.ui.over.transcript)}")


def ending_text(ui: UiState, view: View, room: int) -> Text:
    """All of it, a paragraph each: what can be done with it before what can only be read."""
    text = Text()
    outcome = view.outcome
    assert outcome is not None
    text.append(result(outcome.winner) + "\n", Style(bold=True, underline=True))
    text.append(_lines(game_over(outcome.winner, outcome.reason, outcome.points), room) + "\n")
    text.append("".join([f"{_lines(line, room)}\n" for line in after_battle(ui.set.agreed, outcome)]), Style(bold=True))
    if ui.next_battle is not None:
        text.append("".join([f"{_lines(line, room)}\n" for line in coming_lines(ui.next_battle)]))
    if ui.set.battle is not None:
        text.append(_lines(judged(ui.set.battle, outcome), room) + "\n", Style(bold=True))
        text.append(_lines(_("Esc, and then Shift+A at the table, tells what happened in history."), room) + "\n")
    text.append("\n")
    reached = level_line(outcome, ui.table, view.viewer)
    text.append(_lines(reached, room) + "\n\n" if reached else "")
    text.append("\n".join(proof(ui, room)))
    wished = wishes(ui)
    text.append(("\n\n" + _lines(wished, room) if wished else "") + "\n\n")
    for side in SIDES:
        text.append(_lines(lost(ui, view, side), room) + "\n")
    threw = {side: its for side, its in ui.throws.luck.items() if its.dice}
    text.append("\n" if threw else "")
    most = max([1.0, *[float(max(its.hits, its.expected)) for its in threw.values()]])
    for side, its in threw.items():
        text.append(_lines(luck_line(side, its), room) + "\n")
        text.append(_bars(ui, side, its, most))
    return text


def _lines(sentence: str, room: int) -> str:
    return "\n".join(folded(sentence, room))


def lost(ui: UiState, view: View, side: Side) -> str:
    cards = [
        phrase("cards.scored", card=ui.naming.half(card), points=points)
        for card, points in half_of(view, side.enemy).victory
    ]
    return _("Lost by {side}: {cards}.").format(side=side_name(side), cards=listed(cards))


def _bars(ui: UiState, side: Side, its: Luck, most: float) -> Text:
    """Hits over what was to be expected, to be compared at a glance."""
    text = Text()
    for name, value, told, sign in (
        (_("hits"), its.hits, str(its.hits), "█"), (_("expected"), its.expected, f"{its.expected:.1f}", "░"),
    ):
        bar = sign * round(BAR * value / most)
        text.append(f"  {bar} {told} {name}\n", style(ui, ("us", "jp")[side]))
    return text


def proof(ui: UiState, room: int) -> list[str]:
    """The transcript, and how to check it: to be copied, so nothing is cut, and lines are broken behind separators."""
    over = ui.over
    if over is None:
        return [_("The transcript is on its way ...")]
    if over.transcript is None:
        return [over.fault]
    return [
        _("The transcript holds every card, every die and every answer, signed:"),
        *broken(str(over.transcript), room),
        *broken(_("Check it with: ironbottom verify {path}").format(path=quoted(over.transcript)), room),
        *broken(_("Look at it again with: ironbottom replay {path}").format(path=quoted(over.transcript)), room),
    ]


def quoted(path: Path) -> str:
    """A path as a shell takes it."""
    return f'"{path}"' if " " in str(path) else str(path)


def broken(text: str, room: int) -> list[str]:
    """A path or a command in lines that end between words: a path is broken only where it is longer than a line, and
    then behind a separator, or where nothing else helps anywhere.
    """
    lines, line = list[str](), ""
    for word in re.findall(r"[^ ]* |[^ ]+", text):
        whole = cells(word.rstrip()) <= room
        for part in [word] if whole else re.findall(r"[^/\\]*[/\\]|[^/\\]+", word):
            if line and cells(line + part.rstrip()) > room:
                lines.append(line)
                line = ""
            line += part
            while cells(line.rstrip()) > room:
                lines.append(cut(line, room, ""))
                line = line[len(lines[-1]) :]
    return [*lines, line]


def wishes(ui: UiState) -> str:
    """Who has asked for another game."""
    if ui.table is None or ui.place < 0:
        return ""
    own: Any = ui.table.seats[ui.place]
    other: Any = ui.table.seats[1 - ui.place]
    if own.rematch:
        return _("You have asked for another game; it begins when the other side has, too.")
    if other.rematch and ui.next_battle is not None:
        return phrase("campaign.wished", name=clean_name(other.name)) + " " + _("A agrees.")
    return _("The other side wants another game: A agrees.") if other.rematch else ""
