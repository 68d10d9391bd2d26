"""The log: everything that was told, by turns, with its paragraphs.  A line shows the table as it was then.

What is still being played is not told before it is seen.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple, Self

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input

from ironbottom import events as e
from ironbottom.language import N_, _
from ironbottom.vocabulary import phrase

from ...text.sanitize import sanitize
from ..drawing.reading import folded, pieces, rule_at
from ..drawing.signs import columns
from ..drawing.themes import style
from ..state.messages import LookBack
from ..state.model import Actions, LogLine, UiState

GRAVE = (e.Eliminated, e.ShotDown, e.GameEnded)
DICE = (e.Rolled, e.Aimed)
HEADING = (e.ActionTaken, e.LineBegan, e.TargetNamed, e.Played)
HANGING = 2  # columns that the rest of a broken line stands further in


class LogRow(NamedTuple):
    """A line as it is drawn; of a long sentence there are several."""

    told: LogLine
    text: str
    rule: str = ""  # written behind the last of them
    first: bool = True


def ended(ui: UiState) -> int:
    """How many sentences of the log have been seen."""
    playing, beat, n = ui.playing, ui.beat, len(ui.log)
    if playing is None:
        return n
    seen = 0  # events of the update that is being played
    if beat is not None:
        seen = beat.first if isinstance(beat.event, e.Rolled) else beat.last + 1  # dice shall fall first
    hidden = {id(event) for event in playing.events[seen:]}
    while n > 0 and ui.log[n - 1].event is not None and id(ui.log[n - 1].event) in hidden:
        n -= 1
    return n


def fits(told: LogLine, wanted: str) -> bool:
    """Whether a sentence holds what is looked for."""
    return not wanted or wanted in f"{told.text} §{told.rule}".casefold()


def rows_of(told: LogLine, width: int) -> list[LogRow]:
    """A sentence as it is drawn."""
    rule = f" §{told.rule}" if told.rule else ""
    first = folded(told.text, width)[0]
    rest = sanitize(told.text).removeprefix(first).lstrip()
    again = folded(rest, width - HANGING) if rest else []
    lines = [first, *[" " * HANGING + line for line in again]]
    rows = [LogRow(told, line, first=i == 0) for i, line in enumerate(lines)]
    if columns(lines[-1]) + columns(rule) <= width:
        rows[-1] = rows[-1]._replace(rule=rule)
    elif rule:
        rows.append(LogRow(told, " " * HANGING, rule.strip(), first=False))
    return rows


class LogLines(ScrollView, can_focus=True):
    """The sentences, the newest at the foot."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "walk(-1)", show=False), Binding("down", "walk(1)", show=False),
        Binding("pageup", "walk(-10)", show=False), Binding("pagedown", "walk(10)", show=False),
        Binding("home", "walk(-1000000)", show=False), Binding("end", "walk(1000000)", show=False),
        Binding("enter", "look_back", N_("the table then"), key_display="Enter"),
        Binding("slash", "search", N_("find"), key_display="/"),
        Binding("p", "rule", N_("paragraph")), Binding("n", "now", N_("now")),
    ]

    def __init__(self, ui: UiState, doing: Actions | None) -> None:
        super().__init__(id="log-lines")
        self.ui, self.doing = ui, doing
        self.wanted = ""
        self.cursor: LogLine | None = None  # None: the newest
        self._follows = True
        self._told: list[LogLine] = []
        self._rows: list[LogRow] = []
        self._drawn = (-1, 0, "")  # sentences that were looked at, width, what was looked for
        self._log: list[LogLine] = []  # the one that was drawn: another game has another

    def redraw(self) -> None:
        """Add what is new; begin anew where it is another log, another width or another search."""
        ui, width = self.ui, self.scrollable_content_region.width
        if width < 4:
            return
        n, (before, was, words) = ended(ui), self._drawn
        if self._log is not ui.log or (was, words) != (width, self.wanted) or n < before:
            self._log, self._told, self._rows, before = ui.log, [], [], 0
        for told in ui.log[max(0, before) : n]:
            if fits(told, self.wanted):
                self._told.append(told)
                self._rows += rows_of(told, width)
        self._drawn = n, width, self.wanted
        self.virtual_size = Size(width, len(self._rows))
        self.refresh()
        if self._follows:
            self.call_after_refresh(self._to_end)

    def _to_end(self) -> None:
        self.scroll_to(y=self.max_scroll_y, animate=False)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Who scrolls back is left there; at the foot, what is new stays in sight."""
        super().watch_scroll_y(old_value, new_value)
        self._follows = new_value >= self.max_scroll_y - 1

    @property
    def lines(self) -> list[str]:
        """What is drawn."""
        nothing = _("Nothing is found.") if self.wanted else phrase("seat.nothing_yet")
        return [row.text + row.rule for row in self._rows] or [nothing]

    def render_line(self, y: int) -> Strip:
        ground: Style = self.rich_style
        row, width = y + self.scroll_offset.y, self.size.width
        if row >= len(self._rows):
            text = self.lines[0] if not self._rows and row == 0 else ""
            return Strip([Segment(text, style(self.ui, "dim"))]).apply_style(ground).adjust_cell_length(width, ground)
        one = self._rows[row]
        look = self._look(one.told)
        words = (self.wanted,) if self.wanted else ()
        parts = pieces(one.text, look, Style(reverse=True), words)
        parts.append(Segment(one.rule, style(self.ui, "dim")))
        return Strip(parts).apply_style(ground).adjust_cell_length(width, ground)

    def _look(self, told: LogLine) -> Style:
        if told is self.ui.past or (self.has_focus and told is self.held):
            return Style(reverse=True)
        event = told.event
        if isinstance(event, e.TurnBegan):
            return style(self.ui, "us" if not event.side else "jp") + Style(bold=True, underline=True)
        if isinstance(event, GRAVE):
            return style(self.ui, "hit")
        if isinstance(event, DICE):
            return style(self.ui, "miss")
        return Style(bold=True) if isinstance(event, HEADING) else Style()

    def on_resize(self) -> None:
        self.redraw()

    @property
    def held(self) -> LogLine | None:
        """The sentence under the cursor: the newest, unless somebody went to another."""
        here = self._place()
        return None if here is None else self._told[here]

    def _place(self) -> int | None:
        last = len(self._told) - 1
        if self.cursor is None or last < 0:
            return last if self._told else None
        return next((i for i in range(last, -1, -1) if self._told[i] is self.cursor), last)

    def on_focus(self) -> None:
        self.redraw()

    def on_blur(self) -> None:
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """A click on a paragraph opens the rulebook there; on a sentence, it shows the table as it was."""
        at = event.y + self.scroll_offset.y
        if at >= len(self._rows):
            return
        row = self._rows[at]
        rule = rule_at(row.text + row.rule, event.x)
        self.cursor = row.told
        if rule and self.doing is not None:
            self.doing.open("rules", rule)
        else:
            self.action_look_back()

    def action_walk(self, by: int) -> None:
        """To another sentence."""
        here, last = self._place(), len(self._told) - 1
        if here is None:
            return
        to = max(0, min(last, here + by))
        self.cursor = self._told[to] if to < last else None
        self._keep_in_sight()
        self.refresh()

    def _keep_in_sight(self) -> None:
        held = self.held
        own = [i for i, row in enumerate(self._rows) if row.told is held]
        if not own:
            return
        top, height = self.scroll_offset.y, self.size.height
        if own[0] < top:
            self.scroll_to(y=own[0], animate=False)
        elif own[-1] >= top + height:
            self.scroll_to(y=own[-1] - height + 1, animate=False)

    def action_look_back(self) -> None:
        """The table as it was at this sentence; once more, as it is."""
        told = self.held
        self.post_message(LookBack(None if told is self.ui.past else told))

    def action_now(self) -> None:
        self.post_message(LookBack(None))

    def action_rule(self) -> None:
        held = self.held
        if held is not None and held.rule and self.doing is not None:
            self.doing.open("rules", held.rule)

    def action_search(self) -> None:
        if isinstance(self.parent, Log):
            self.parent.search()


class Log(Container):
    """The log, with a line to search it by."""

    def __init__(self, ui: UiState, doing: Actions | None = None) -> None:
        super().__init__(id="log")
        self.ui = ui
        self._lines = LogLines(ui, doing)

    def compose(self) -> ComposeResult:
        yield Input(id="log-search", placeholder=_("Search the log"))
        yield self._lines

    def redraw(self) -> None:
        self._lines.redraw()

    def focus(self, scroll_visible: bool = True) -> Self:
        """What is read has the focus."""
        self._lines.focus(scroll_visible)
        return self

    def search(self) -> None:
        """Begin to type what is looked for."""
        line = self.query_one("#log-search", Input)
        line.display = True
        self.screen.set_focus(line)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._lines.wanted = " ".join(event.value.split()).casefold()
        self._lines.redraw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.screen.set_focus(self._lines)

    def on_key(self, event: events.Key) -> None:
        """Escape ends the search."""
        line = self.query_one("#log-search", Input)
        if event.key == "escape" and line.has_focus:
            event.stop()
            line.value = ""
            line.display = False
            self.screen.set_focus(self._lines)
