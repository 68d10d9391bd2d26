"""Parts of the screen in an app of their own, at any size, and what is read there."""

from __future__ import annotations

from typing import Any

from textual.app import App, ComposeResult
from textual.widget import Widget

from ironbottom.client.terminal.app.base_app import GameApp
from ironbottom.client.terminal.drawing import themes
from ironbottom.client.terminal.sheets.sheets import SHEETS
from ironbottom.client.terminal.state.messages import LookBack, Touched
from ironbottom.client.terminal.state.model import LogLine, UiState
from ironbottom.client.terminal.state.settings import TerminalSettings
from ironbottom.client.terminal.table import parts
from ironbottom.questions import Answer
from ironbottom.wire.agreeing import Agreeable
from ironbottom.wire.orders import StandingOrder
from ironbottom.wire.pace import Hours


class Bench(App[None]):
    """`Actions` that write down what they are asked to do, with some parts on a screen."""

    CSS_PATH = parts.STYLES
    HORIZONTAL_BREAKPOINTS = GameApp.HORIZONTAL_BREAKPOINTS
    VERTICAL_BREAKPOINTS = GameApp.VERTICAL_BREAKPOINTS

    def __init__(self, ui: UiState, *widgets: Widget) -> None:
        super().__init__()
        self.ui, self._widgets = ui, widgets
        self.done: list[tuple[Any, ...]] = []
        for theme in themes.all_themes():
            self.register_theme(theme)
        self.theme = ui.theme

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return themes.COLOURS[themes.NIGHT]

    def compose(self) -> ComposeResult:
        yield from self._widgets

    def on_touched(self, message: Touched) -> None:
        self.done.append(("touch", message.touch, message.look))

    def on_look_back(self, message: LookBack) -> None:
        self.look(message.told)

    def give(self, answer: Answer) -> None:
        self.done.append(("give", answer))

    def chat(self, text: str = "", phrase: int = 0) -> None:
        self.done.append(("chat", text, phrase))

    def mute(self, muted: bool) -> None:
        self.done.append(("mute", muted))

    def order(self, orders: tuple[StandingOrder, ...]) -> None:
        self.ui.orders = orders
        self.done.append(("order", orders))

    def choose_hours(self, hours: Hours) -> None:
        self.done.append(("hours", hours))

    def vacation(self, *, away: bool) -> None:
        self.done.append(("vacation", away))

    def resign(self) -> None:
        self.done.append(("resign",))

    def go_on(self) -> None:
        self.done.append(("go_on",))

    def make_offer(self, what: Agreeable) -> None:
        self.done.append(("offer", what))

    def reply_to_offer(self, *, accept: bool) -> None:
        self.done.append(("reply", accept))

    def rematch(self) -> None:
        self.done.append(("rematch",))

    def leave(self) -> None:
        self.done.append(("leave",))

    def changed(self) -> None:
        self.done.append(("changed",))

    def set(self, settings: TerminalSettings) -> None:
        self.ui.settings = settings
        self.done.append(("set", settings))

    def look(self, told: LogLine | None) -> None:
        self.ui.look(told)
        self.done.append(("look", told))

    def open(self, sheet: str, about: str = "") -> None:
        self.done.append(("open", sheet, about))
        self.push_screen(SHEETS[sheet](self.ui, self, about))


def read(app: App[Any]) -> str:
    """All that can be read on the screen, line by line."""
    rows = app.screen._compositor.render_strips(app.size)
    return "\n".join([row.text.rstrip() for row in rows]) + "\n"
