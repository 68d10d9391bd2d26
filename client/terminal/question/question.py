"""The question as a part of the screen: drawn in whatever room there is, answered with keys or with the mouse.

What is staged lives in the UiState, so it outlasts a resize, a lost connection, and an update that asks the same again.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from ironbottom.language import N_, _
from ironbottom.questions import Answer, Pick
from ironbottom.vocabulary import phrase

from ...plain.commands import nothing_to_undo
from ...text.question.still_open import open_text, still_open
from ...text.table_text import waiting
from ..answer import staging
from ..answer.cursor import (
    NOWHERE,
    Stop,
    acts_at_once,
    enter_does,
    first_stop,
    for_all,
    for_none,
    is_open,
    is_piled,
    moved,
    option_now,
    put_right,
    stops,
)
from ..answer.offered import OfferedRow, Option, Touchpoint, gives, offer_of
from ..answer.staged import Staged
from ..drawing import themes
from ..drawing.signs import signs_here
from ..state.messages import StagingChanged as StagedChanged
from ..state.model import Actions, Touch, UiState
from . import not_again
from .listing import drawn, plain_lines
from .marks import marks
from .pieces import Line, ShownQuestion, StyledText
from .proposing import proposed

SOON = 1.2  # seconds between two digits of one number, at most
UNDER = 3  # lines that a turn of the wheel moves the list by
ENDS = ("row", "play", "way")  # where the keys to both ends of the list lead


class QuestionPanel(Widget, can_focus=True):
    """The panel of the question.  `redraw` takes in what has changed; `touch` what was touched on the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # the foot of the panel tells what these do now, so that the line of keys has room for others
        Binding("enter", "enter", show=False), Binding("space", "mark", show=False),
        Binding("escape", "back", show=False), Binding("E", "end", show=False),
        Binding("A", "not_again", show=False), Binding("V", "ask_again", show=False),
        Binding("ctrl+s", "confirm", N_("confirm"), show=False),
        Binding("ctrl+r", "again", N_("start again"), show=False),
        Binding("backspace,ctrl+z", "undo", N_("step back"), show=False),
        Binding("up", "go(-1)", show=False), Binding("down", "go(1)", show=False),
        Binding("left", "along(-1)", show=False), Binding("right", "along(1)", show=False),
        Binding("minus,alt+up", "shift(-1)", show=False), Binding("plus,alt+down", "shift(1)", show=False),
        Binding("pageup", "page(-1)", show=False), Binding("pagedown", "page(1)", show=False),
        Binding("home", "edge(0)", show=False), Binding("end", "edge(-1)", show=False),
    ]

    def __init__(self, ui: UiState, doing: Actions) -> None:
        super().__init__(id="question")
        self.ui, self.doing = ui, doing
        self.cursor = first_stop(ui.staged) if isinstance(ui.staged, Staged) else NOWHERE
        self._pointed, self._ending, self._again = False, False, False
        self._given: Staged | None = None  # what was given last, until the table has answered
        self._typed, self._typed_at, self.soon = "", 0.0, SOON  # the digits of a number
        self._wrong = ""  # what was typed, and is no row
        self._read: tuple[str, str] | None = None  # the refusal after which something was done
        self._top: int | None = None  # where somebody scrolled to
        self._drawn_at = 0  # the first line of the list that is shown
        self.shown_lines: tuple[Line, ...] = ()
        self._signs = signs_here()

    # what is asked

    @property
    def staged(self) -> Staged | None:
        """What is staged for the question that can be answered now."""
        ui = self.ui
        if ui.menu is None or ui.past is not None or not isinstance(ui.staged, Staged):
            return None
        return ui.staged if ui.staged.offer.menu is ui.menu else None

    def redraw(self) -> None:
        """The UiState has changed; what is proposed is staged, and the cursor stands at it."""
        self._follow()
        if (found := proposed(self.staged, self.ui.proposed)) is not None:
            self.ui.staged, self.cursor, self._ending, self._pointed = found
        self.ui.proposed = None
        self._mark()
        self._draw()

    def _follow(self) -> None:
        """Stage what is asked now: what was staged for the same question stays, also what was given and not taken."""
        ui, menu = self.ui, self.ui.menu
        if menu is None or (isinstance(ui.staged, Staged) and ui.staged.offer.menu is menu):
            return
        offer, before = offer_of(menu), ui.staged
        if before is None and self._given is not None and ui.fault is not None:
            before = self._given  # it was refused
        last = before if isinstance(before, Staged) else self._given
        ui.staged = staging.for_menu(before, offer)
        self._given, self._ending, self._typed, self._wrong, self._again = None, False, "", "", False
        if last is None or not staging.same(last.question, offer.question):
            stays = last is not None and last.question.step == offer.question.step and bool(offer.words)
            self.cursor = put_right(ui.staged, self.cursor) if stays else first_stop(ui.staged)
            self._pointed, self._top = False, None
        if self.cursor != NOWHERE:
            self.cursor = put_right(ui.staged, self.cursor)

    def _mark(self) -> None:
        """Tell the board what can be touched."""
        staged = self.staged
        found = {**self.ui.pointing} if staged is None else marks(staged, self.ui.names)
        if found != self.ui.marks:
            self.ui.marks = found
            self.post_message(StagedChanged())

    def _change(self, after: Staged, *, cursor: Stop | None = None) -> None:
        """Something was touched.  A whole step is sent at once."""
        step, self._read = after.step, self.ui.fault
        self.ui.staged = after._replace(step=None)
        self._pointed, self._ending, self._top, self._wrong = False, False, None, ""
        self.cursor = NOWHERE if cursor == NOWHERE else put_right(after, cursor or self._meant(after))
        if step is not None:
            self._send(step)
        self.redraw()

    def _meant(self, after: Staged) -> Stop:
        """The row that was taken into the hand has the cursor."""
        row = staging.row_of(after, after.held)
        return self.cursor if row is None else Stop("row", after.offer.rows.index(row))

    def _send(self, answer: Answer) -> None:
        staged = self.staged
        if staged is None or (staged.shape.fault(answer) is not None and not _is_play(staged, answer)):
            return
        self._given, self._ending = self.ui.staged, False
        self.doing.give(answer)

    # what others ask of it

    def touch(self, touch: Touch) -> bool:
        """Something was touched on the table; whether the question had a use for it."""
        staged = self.staged
        if staged is None:
            return False
        thing = Touchpoint(touch.kind, touch.value)
        thing = staging.on_table(staged, thing) if touch.kind == "card" else thing
        after = staging.touch(staged, thing)
        strange = after.fault is not None and after.fault.why == "not-asked"
        if strange and staged.held is None and touch.kind != "line":
            return False  # only a look at it can be meant
        self._change(after, cursor=None if staging.row_of(after, thing) is None else self._row_stop(after, thing))
        return True

    def _row_stop(self, staged: Staged, thing: Touchpoint) -> Stop:
        row = staging.row_of(staged, thing)
        return self.cursor if row is None else Stop("row", staged.offer.rows.index(row))

    def undo(self) -> None:
        """A step back; where nothing is staged any more, the engine's own, if there is one."""
        staged = self.staged
        if staged is None:
            return
        if self._ending:
            self._ending = False
            self._draw()
        elif staging.can_undo(staged):
            self._change(staging.undo(staged))
        elif "undo" in staged.offer.words:
            self._send(("undo",))
            self.redraw()
        else:
            self._wrong = nothing_to_undo(staged.shape)
            self._draw()

    def confirm(self) -> None:
        """Give the answer that is staged; where none is, say what is to be chosen."""
        staged = self.staged
        answer = None if staged is None else staging.complete(staged)
        if answer is not None:
            self._send(answer)
            self.redraw()
        elif staged is not None:
            self._change(staging.unready(staged), cursor=self.cursor)

    def press(self, key: str, character: str | None) -> bool:
        """A digit or a small letter, also from elsewhere on the screen; whether it meant something."""
        staged = self.staged
        if staged is None or character is None or len(character) != 1 or not character.isascii():
            return False
        if self._again and self._say_not_again(staged, character):
            return True
        if character.isdigit():
            return self._digit(character, staged)
        self._typed = ""
        return character.islower() and self._letter(character, staged)

    def _say_not_again(self, staged: Staged, key: str) -> bool:
        """The key after "not again": for how long; any other does what it does else."""
        answer, scope = staging.complete(staged), not_again.KEYS.get(key)
        self._again = False
        if answer is None or scope is None:
            self._draw()
            return False
        self.ui.say_not_again(scope, answer)
        self._send(answer)
        self.redraw()
        return True

    # keys

    def on_key(self, event: events.Key) -> None:
        if self._ending and event.key not in ("E", "escape", "backspace", "ctrl+z"):
            self._ending = False
            self._draw()
        if self.press(event.key, event.character):
            event.stop()
            event.prevent_default()

    def _digit(self, digit: str, staged: Staged) -> bool:
        """The digits of a number: of a row, or of a card that may be played."""
        if staged.fork is not None:
            self._change(staging.decide(staged, int(digit) - 1))
            return True
        now, last = monotonic(), staged.offer.last
        longer = self._typed + digit
        text = longer if self._typed and now - self._typed_at < self.soon and int(longer) <= last else digit
        self._typed, self._typed_at = text, now
        if text == "0":
            if for_all(staged.offer):
                self._point(Stop("all"))
            elif for_none(staged.offer):
                self._change(staging.saying(staged), cursor=Stop("none"))
            return True
        row = next((row for row in staged.offer.rows if row.number == int(text)), None)
        play = next((n for n, one in enumerate(staged.offer.plays) if one.number == int(text)), None)
        if row is not None:
            self._number(staged, row)
        elif play is not None:
            self._point(Stop("play", play))
            if last < 10:
                self._change(staging.playing(staged, staged.offer.plays[play].value), cursor=Stop("play", play))
        else:  # a letter that follows must not mean another row
            self._change(staging.hold(staged, None), cursor=NOWHERE)
            self._wrong = _("There is no row {n}.").format(n=text)
            self._draw()
        return True

    def _number(self, staged: Staged, row: OfferedRow) -> None:
        """A row by its number: choose it, pick it, or hold it."""
        stop, typed = Stop("row", staged.offer.rows.index(row)), self._typed
        if acts_at_once(staged):
            self._change(staging.touch(staged, row.thing), cursor=stop)
        elif row.options and staged.held != row.thing:
            self._change(staging.hold(staged, row), cursor=stop)
        else:
            self._point(stop)
        self._typed = typed

    def _point(self, stop: Stop) -> None:
        """Go to a row without doing anything there."""
        self.cursor, self._pointed, self._top, self._wrong = stop, True, None, ""
        self._read = self.ui.fault
        self._draw()

    def _letter(self, letter: str, staged: Staged) -> bool:
        """A letter gives something to the row that is held, or that has the cursor; in the row for all, to all."""
        if self.cursor.what in ("all", "all-option"):
            shared = next((one for one in for_all(staged.offer) if one.letter == letter), None)
            if shared is not None:
                self._change(staging.give_all(staged, shared.value))
            return shared is not None
        row = self._current(staged)
        option = None if row is None else next((one for one in row.options if one.letter == letter), None)
        if row is None or option is None:
            return False
        self._give(staged, row, option)
        return True

    def _current(self, staged: Staged) -> OfferedRow | None:
        """The row that is meant where none is named."""
        held = staging.row_of(staged, staged.held)
        if held is not None:
            return held
        rows = staged.offer.rows
        if self.cursor.what in ("row", "option"):
            return rows[self.cursor.n]
        return rows[0] if len(rows) == 1 else None

    def _give(self, staged: Staged, row: OfferedRow, option: Option) -> None:
        self._change(staging.give(staged, row, option), cursor=Stop("row", staged.offer.rows.index(row)))

    def action_enter(self) -> None:
        """What the foot of the panel says; never the end of a segment that is played step by step."""
        staged = self.staged
        if staged is None or self._ending:
            return
        does = enter_does(staged, self.cursor, pointed=self._pointed)
        if does == "act":
            self.action_mark()
        else:
            self.confirm()

    def action_mark(self) -> None:
        """Do what the cursor points at."""
        staged = self.staged
        if staged is not None:
            self._typed = ""
            self._act(staged, self.cursor)

    def _act(self, staged: Staged, stop: Stop) -> None:
        """What a click on a part of the list does, or Space there."""
        offer = staged.offer
        if stop.what == "way":
            self._change(staging.decide(staged, stop.n))
        elif stop.what == "play":
            self._change(staging.playing(staged, offer.plays[stop.n].value), cursor=stop)
        elif stop.what == "all":
            self._point(Stop("all-option"))
        elif stop.what == "none":
            self._change(staging.saying(staged), cursor=stop)
        elif stop.what == "all-option":
            self._change(staging.give_all(staged, for_all(offer)[stop.n].value), cursor=Stop("all"))
        elif stop.what == "option":
            row = offer.rows[stop.n]
            self._give(staged, row, row.options[stop.option])
        elif stop.what == "row":
            self._act_row(staged, offer.rows[stop.n], stop)

    def _act_row(self, staged: Staged, row: OfferedRow, stop: Stop) -> None:
        """Choose it, pick it, open it; or give it the target that is held."""
        target = staged.held is not None and staging.row_of(staged, staged.held) is None
        if not row.options or target:
            self._change(staging.touch(staged, row.thing), cursor=stop)
        elif is_open(staged, row):
            self._change(staging.hold(staged, None), cursor=stop)
        else:
            self._change(staging.hold(staged, row), cursor=_into(staged, row, stop))
            self._pointed = True
            self._draw()

    def action_confirm(self) -> None:
        self.confirm()

    def action_back(self) -> None:
        """Put down what is held; take back what is not sent yet."""
        staged = self.staged
        if self._ending or (staged is not None and staging.can_undo(staged)):
            self.undo()

    def action_undo(self) -> None:
        self.undo()

    def action_again(self) -> None:
        """Everything as it was at the beginning."""
        if self.staged is not None:
            self._change(staging.clear(self.staged))

    def action_end(self) -> None:
        self.end()

    def end(self) -> bool:
        """End the segment: the key must be pressed twice."""
        staged = self.staged
        if staged is None or not staged.offer.words or staged.play is not None:
            return False
        if self._ending:
            self._send((staged.offer.words[0],))
            self.redraw()
        else:
            self._ending = True
            self._draw()
        return True

    def action_not_again(self) -> None:
        self._again = not_again.can_say(self.staged) and not self._again
        self._draw()

    def action_ask_again(self) -> None:
        self.ui.unasked.take_back()
        self._draw()

    def action_go(self, step: int) -> None:
        if self.staged is not None:
            self._typed = ""
            self._point(moved(self.staged, self.cursor, step))

    def action_along(self, step: int) -> None:
        """Among the options of a row that is open; else the row's next value."""
        staged = self.staged
        if staged is None:
            return
        if self.cursor.what in ("option", "all-option"):
            self.action_go(step)
            return
        row = self._current(staged)
        if row is None or not row.options or not gives(staged.shape):
            return
        now = option_now(staged, row)
        n = len(row.options) - 1 if now < 0 and step < 0 else (now + step) % len(row.options)
        self._give(staged, row, row.options[n])

    def action_shift(self, step: int) -> None:
        """Earlier or later, where an order is asked."""
        staged = self.staged
        row = None if staged is None else self._current(staged)
        if staged is None or row is None or not is_piled(staged):
            return
        if isinstance(staged.shape, Pick):
            at = staged.picked.index(row.thing) if row.thing in staged.picked else None
        else:
            at = staged.order.index(int(str(row.value)))
        if at is not None:
            self._change(staging.reordered(staged, row, at + step), cursor=self.cursor)

    def action_page(self, step: int) -> None:
        self._scroll(step * max(1, self.size.height - 4))

    def action_edge(self, n: int) -> None:
        staged = self.staged
        there = [] if staged is None else [one for one in stops(staged, self.cursor) if one.what in ENDS]
        if there:
            self._point(there[n])
            if n == 0:
                self._scroll(-1000)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that would do nothing now are not shown, and are left to the screen."""
        staged = self.staged
        if action == "ask_again":
            return bool(self.ui.unasked.rules)
        if staged is None:
            return False
        if action == "not_again":
            return not_again.can_say(staged)
        if action == "back":
            return self._ending or staging.can_undo(staged)
        if action == "end":
            return bool(staged.offer.words) and staged.play is None
        return True

    # the mouse

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.focus()
        stop = self._stop_at(event.x - self.gutter.left, event.y - self.gutter.top)
        staged = self.staged
        if stop is None:
            return
        if staged is not None and self._button(staged, stop):
            return
        if staged is not None:
            self._typed = ""
            self.cursor = stop
            self._act(staged, stop)

    def _button(self, staged: Staged, stop: Stop) -> bool:
        """A click beside the list."""
        buttons: dict[str, Callable[[], None]] = {
            "confirm": self.confirm, "undo": self.undo, "clear": self.action_again, "end": self.action_end,
            "again": self.action_not_again,
            "why": lambda: self.doing.open("why"), "rules": lambda: self.doing.open("rules", staged.question.rule),
            "up": lambda: self._scroll(-UNDER), "down": lambda: self._scroll(UNDER),
        }
        if stop.what in buttons:
            buttons[stop.what]()
        return stop.what in buttons

    def _stop_at(self, x: int, y: int) -> Stop | None:
        if not 0 <= y < len(self.shown_lines):
            return None
        at = 0
        for piece in self.shown_lines[y]:
            at += Segment(piece.text).cell_length
            if x < at:
                return piece.stop
        return None

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._scroll(UNDER)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._scroll(-UNDER)

    def _scroll(self, lines: int) -> None:
        self._top = max(0, self._drawn_at + lines)
        self._draw()

    # drawing

    def on_resize(self) -> None:
        self._top = None
        self._draw()

    def on_focus(self) -> None:
        self._draw()

    def on_blur(self) -> None:
        self._ending = self._again = False
        self._draw()

    def _draw(self) -> None:
        """Lay the lines anew."""
        columns, rows = self.content_size.width, self.content_size.height
        if columns < 1 or rows < 1:
            return
        staged = self.staged
        if staged is None:
            self.shown_lines = plain_lines(self._idle(), columns, rows)
        else:
            found = drawn(self._shown(staged), columns, rows, self._top)
            self.shown_lines, self._drawn_at = found
        self.refresh()
        self.refresh_bindings()

    def _shown(self, staged: Staged) -> ShownQuestion:
        ui = self.ui
        return ShownQuestion(
            staged, ui.names, self.cursor, self._pointed, self._ending, self._wrong,
            "" if ui.fault is None or ui.fault is self._read else ui.fault[1],
            _("The connection is lost; what you put together stays.") if ui.net.state == "gone" else "", self._signs,
            self._again, tuple(not_again.held(ui.unasked.rules, ui.names)), self._open(staged),
        )

    def _open(self, staged: Staged) -> str:
        """What the end of the segment would leave open."""
        view = self.ui.view
        return "" if view is None else open_text(still_open(staged.question, view, self.ui.naming))

    def _idle(self) -> list[tuple[str, str]]:
        """Nothing is asked here now: why."""
        ui, view = self.ui, self.ui.view
        if ui.past is not None:
            return [(_("The table as it was; Escape leads back to what is asked."), "bold")]
        if ui.playing is not None or ui.coming:
            return [(_("What happens is being shown; Shift+K shows all of it at once."), "bold")]
        if ui.sent is not None:
            return [(phrase("seat.on_its_way"), "bold")]
        if view is not None and view.outcome is not None:
            return [(_("The game is over."), "bold")]
        if ui.halt:
            return []  # the coach says it
        texts = [(phrase("seat.nothing_to_decide"), "bold")]
        lines = [*([] if view is None else waiting(view, ui.partner)), *not_again.held(ui.unasked.rules, ui.names)]
        return texts + [(line, "dim") for line in lines]

    def render_line(self, y: int) -> Strip:
        """A line as it stands there."""
        ground, width = self.rich_style, self.content_size.width
        line = self.shown_lines[y] if y < len(self.shown_lines) else ()
        parts = [Segment(piece.text, ground + self._style(piece)) for piece in line]
        return Strip(parts).adjust_cell_length(width, ground).crop(0, width)

    def _style(self, piece: StyledText) -> Style:
        if piece.style == "cursor":
            return Style(reverse=True, bold=True) if self.has_focus else Style(bold=True, underline=True)
        if piece.style == "bold":
            return Style(bold=True)
        return themes.style(self.ui, piece.style) if piece.style else Style()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return container.height


def _into(staged: Staged, row: OfferedRow, stop: Stop) -> Stop:
    """Where the cursor stands in a row that is opened: at what it is given now."""
    return stop._replace(what="option", option=max(0, option_now(staged, row)))


def _is_play(staged: Staged, answer: Answer) -> bool:
    """Whether an event card of the hand is played first."""
    return isinstance(answer, tuple) and answer[:1] == ("play",) and answer[1] in staged.question.plays
