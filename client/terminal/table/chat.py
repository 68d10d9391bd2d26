"""What was said at the table, and a line to say something oneself."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, Static

from ironbottom.language import N_, _
from ironbottom.wire.messages import CHAT

from ...text.people.chat_presets import PHRASES
from ..drawing.themes import style
from ..state.messages import ToQuestion
from ..state.model import Actions, UiState

SHOWN = 100  # lines


class ChatPanel(Vertical):
    """The talk; a number alone says one of the phrases that everybody reads in his own language."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", N_("back"), key_display="Esc")]

    def __init__(self, ui: UiState, doing: Actions) -> None:
        super().__init__(id="chat")
        self.ui, self.doing = ui, doing
        self._drawn: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="talk", can_focus=False):
            yield Static(id="said", markup=False)
        yield Input(id="say", placeholder=_("your words, or ? for phrases"), max_length=CHAT)

    def redraw(self) -> None:
        now = len(self.ui.talk), self.ui.muted, self.ui.theme
        if now == self._drawn:
            return
        self._drawn = now
        self._say(talk_text(self.ui))

    def _say(self, text: Text) -> None:
        self.query_one("#said", Static).update(text)
        self.query_one("#talk", VerticalScroll).scroll_end(animate=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        words = " ".join(event.value.split())
        event.input.value = ""
        if words == "?":
            self._say(Text("\n".join([f"{i}  {_(one)}" for i, one in enumerate(PHRASES, 1)])))
        elif words.isascii() and words.isdigit() and len(words) < 4 and 1 <= int(words) <= len(PHRASES):
            self.doing.chat(phrase=int(words))
        elif words:
            self.doing.chat(words)

    def on_descendant_focus(self) -> None:
        self.ui.unread = 0

    def begin(self) -> None:
        """To the line where one types."""
        self.query_one(Input).focus()

    def action_back(self) -> None:
        self.post_message(ToQuestion())


def talk_text(ui: UiState) -> Text:
    """The last lines that were said, each with who said it."""
    text = Text()
    if ui.muted:
        text.append(_("You hear no chat any more; M brings it back.") + "\n", style(ui, "dim"))
    for line in ui.talk[-SHOWN:]:
        text.append(f"{line.name}: ", style(ui, "chosen") if line.own else Style(bold=True))
        text.append(line.text + "\n")
    if not ui.talk and not ui.muted:
        text.append(_("Nothing has been said yet."), style(ui, "dim"))
    text.rstrip()
    return text
