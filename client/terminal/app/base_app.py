"""What every program of the terminal client has: its look, its sheets, one redrawing for many changes."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar, cast

from msgspec.structs import replace
from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import ModalScreen, Screen
from textual.widget import AwaitMount, Widget

from ironbottom.language import Reader, _, speak

from ..drawing import themes
from ..drawing.keys import spoken
from ..drawing.small import LEAST, Least, TooSmall
from ..state.commands import COMMANDS, KeyCommand
from ..state.model import Actions, LogLine, NoActions, UiState
from ..state.settings import TerminalSettings, keep, kept
from ..table import parts

R = TypeVar("R")
S = TypeVar("S")

WIDTHS = [(0, "-narrow"), (100, "-middle"), (180, "-wide")]  # columns from which on a screen has that class
HEIGHTS = [(0, "-low"), (34, "-high")]


class ThemedApp(App[R]):
    """An app that looks like ours, and ends with Ctrl-C."""

    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    least: ClassVar[Least] = LEAST  # the smallest window that it can be seen in
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", show=False, priority=True), Binding("ctrl+q", "leave", show=False, priority=True),
    ]

    def __init__(self, folder: Path | None) -> None:
        super().__init__(css_path=parts.STYLES, ansi_color=themes.uncoloured() or None)
        self.folder = folder
        self._bears = False  # somebody wants to see the table in a window that is too small for it
        for theme in themes.all_themes():
            self.register_theme(theme)
        self.settings = TerminalSettings() if folder is None else kept(folder)
        self.theme = themes.resolved(self.settings.theme)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Textual reads the styles before a theme of ours is there."""
        return themes.COLOURS[themes.NIGHT]

    def lay(self, screen: Screen[S], callback: Callable[[S | None], None] | None = None) -> AwaitMount:
        """Lay something over what is there; only the word that the window is too small stays above it."""
        covered = self._uncover()
        laid = self.push_screen(screen, callback)
        if covered:
            self.push_screen(TooSmall())
        return laid

    def on_resize(self, event: events.Resize) -> None:
        """The window is another: too small for the table, or large enough again."""
        if self.least.holds(*event.size):
            self._bears = False
            self._uncover()
        elif not self._bears and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())

    def action_bear_with(self) -> None:
        """Show what there is until the window has been large enough once."""
        self._bears = True
        self._uncover()

    def _uncover(self) -> bool:
        """Take that word away; whether it was there."""
        covered = isinstance(self.screen, TooSmall)
        if covered:
            self.pop_screen()
        return covered

    def action_leave(self) -> None:
        """Get up."""
        self.leave()

    def leave(self) -> None:
        self.exit()


async def shown_until_left(app: ThemedApp[R]) -> R | None:
    """Run an app; an interruption is somebody getting up: it neither hits a screen that is just being made, nor leaves
    the terminal without what it was before.
    """
    with signals_as_before():
        running = asyncio.create_task(app.run_async())
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            app.leave()
            await running
            raise


@contextmanager
def signals_as_before() -> Iterator[None]:
    """Textual hears when the program is suspended and goes on, and would draw an app again that has ended long ago."""
    numbers = [getattr(signal, name) for name in ("SIGTSTP", "SIGCONT") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class GameApp(NoActions, ThemedApp[R]):
    """An app over a UiState.  Its actions do nothing; who has a table does more."""

    openable: Mapping[str, Callable[[UiState, Actions, str], ModalScreen[Any]]] = parts.SHEETS
    commands: tuple[KeyCommand, ...] = COMMANDS

    def __init__(self, ui: UiState, folder: Path | None) -> None:
        super().__init__(folder)
        self.ui = ui
        self._stale = False
        self._language = Reader.language
        ui.settings = self.settings
        self._dress()

    def _dress(self) -> None:
        self.ui.theme = themes.resolved(self.ui.settings.theme)
        self.theme = self.ui.theme

    # drawing

    def changed(self) -> None:
        """The UiState has changed: everything is drawn anew, once, however often this is called before."""
        if not self._stale and self.is_running:
            self._stale = True
            self.call_later(self._redraw)

    def _redraw(self) -> None:
        self._stale = False
        for screen in self.screen_stack:
            redraw(screen)

    # what can be done everywhere

    def set(self, settings: TerminalSettings) -> None:
        """Look and speak otherwise from now on, and the next time."""
        before, self.ui.settings = self.ui.settings, settings
        if self.folder is not None:
            keep(self.folder, settings)
        if settings.language != before.language:
            speak(settings.language or self._language)
            self.ui.rename()
        if (settings.language, settings.theme) != (before.language, before.theme):
            self._dress()
            self.anew()
        self.changed()

    def anew(self) -> None:
        """Colours or words are others: whatever was drawn before is of no use."""

    def look(self, told: LogLine | None) -> None:
        self.ui.look(told)
        self.changed()

    def open(self, sheet: str, about: str = "") -> None:
        """Open a sheet over the table; one that is open already gives way."""
        if isinstance(self.screen, ModalScreen) and not isinstance(self.screen, CommandPalette):
            self.pop_screen()
        make = self.openable.get(sheet)
        if make is not None:
            self.push_screen(make(self.ui, self, about))

    # the palette

    def action_command_palette(self) -> None:
        if not CommandPalette.is_open(cast("App[object]", self)):
            self.push_screen(CommandPalette(placeholder=_("What do you want to do?"), id="--command-palette"))

    def offered(self) -> tuple[KeyCommand, ...]:
        """What the palette leads to."""
        return self.commands

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """All that has a key, and the themes."""
        for one in self.offered():
            if one.action != "app.command_palette":
                name = _("{command}  ({key})").format(command=_(one.word), key=spoken(one.sign))
                yield SystemCommand(name, _(one.what), partial(screen.run_action, one.action))
        for name, words in themes.NAMES.items():
            settings = partial(self._wear, name)
            yield SystemCommand(_("colours: {theme}").format(theme=_(words)), _("How the table looks"), settings)

    def _wear(self, name: str) -> None:
        self.set(replace(self.ui.settings, theme=name))


def redraw(screen: Screen[Any]) -> None:
    """Draw all parts of a screen that can be seen; what is not made yet draws itself when it is."""
    if not screen.is_mounted:
        return
    if isinstance(screen, parts.Part):
        screen.redraw()
    for widget in screen.walk_children(Widget):
        if isinstance(widget, parts.Part) and widget.is_mounted and shown(widget):
            widget.redraw()


def shown(widget: Any) -> bool:
    """Whether it and all that it lies in are to be seen."""
    return all(getattr(node, "display", True) for node in widget.ancestors_with_self)
