"""A game event by event: the table with a bar in the place of a question, by either side's eyes or with all open.

So a finished one is looked at (terminal/app/replay_app.py), and both hands of one that goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

from ironbottom.language import N_, _
from ironbottom.phrases import side_name, window_phrase
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import cells
from ironbottom.wire.messages import Scene
from ironbottom.words import SIDES

from ..drawing.themes import style
from ..state.commands import BOTH
from ..state.film import EYES, CastTimeline, Eye, FilmTimeline
from ..state.messages import LookBack
from ..state.model import Actions, LogLine, NoActions, UiState
from ..state.settings import TerminalSettings
from ..table.parts import NoBeats
from ..table.table_screen import TableScreen
from .replay_sheets import KEYS, SHEETS, USELESS

PACES = (("slow", 3.0), ("calm", 1.5), ("quick", 0.45))  # seconds for an event
PACE_NAMES = {"slow": N_("slow"), "calm": N_("calm"), "quick": N_("quick")}
EYE_NAMES: dict[Eye, str] = {"us": N_("seen by the US"), "jp": N_("seen by Japan"), "both": N_("all open")}


class FilmScreen(TableScreen):
    """The table with a bar to go through the game in the place of a question."""

    def __init__(self, ui: UiState, doing: Actions, film: FilmTimeline, names: tuple[str, ...]) -> None:
        super().__init__(ui, doing, NoBeats())
        self.film, self.names = film, names
        self.pace = 1
        self._playing: Timer | None = None

    def compose_side(self) -> ComposeResult:
        yield from [part for part in super().compose_side() if part.id != "chat"]

    def compose_asking(self) -> ComposeResult:
        yield Bar(self)

    @property
    def playing(self) -> bool:
        return self._playing is not None

    def changed(self) -> None:
        self.doing.look(None)

    def on_look_back(self, message: LookBack) -> None:
        message.stop()
        self.hold()
        self.doing.look(message.told)

    def action_step(self, by: int = 1) -> None:
        self.hold()
        self.film.step(by)
        self.changed()

    def action_decision(self, by: int) -> None:
        self.hold()
        self.film.decision(by)
        self.changed()

    def action_turn(self, by: int) -> None:
        self.hold()
        self.film.turn(by)
        self.changed()

    def action_go(self, at: int) -> None:
        self.hold()
        self.film.go(at)
        self.changed()

    def action_eye(self) -> None:
        self.film.look(EYES[(EYES.index(self.film.eye) + 1) % len(EYES)])
        self.changed()

    def action_pace(self, by: int) -> None:
        self.pace = max(0, min(self.pace + by, len(PACES) - 1))
        if self._playing is not None:
            self._run()
        self.changed()

    def action_play(self) -> None:
        if self._playing is not None:
            self.hold()
        else:
            self._run()
        self.changed()

    def hold(self) -> None:
        """Stand still."""
        if self._playing is not None:
            self._playing.stop()
            self._playing = None

    def _run(self) -> None:
        self.hold()
        self._playing = self.set_interval(PACES[self.pace][1], self._next)

    def _next(self) -> None:
        self.film.step(1)
        if self.film.at == self.film.last:
            self.hold()
        self.changed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Of the table's keys those that need nobody on the other side."""
        if action == "play_on":
            return False
        if action == "step":
            return bool(parameters)  # the key for dice that wait has nothing to do here
        return super().check_action(action, parameters)

    def serves(self, called: str) -> bool:
        return called not in USELESS


class CastHost(Protocol):
    """The app over whose table both hands are looked at."""

    ui: UiState

    def changed(self) -> None: ...
    def leave(self) -> None: ...
    def set(self, settings: TerminalSettings) -> None: ...
    def lay(self, screen: Screen[Any]) -> Any: ...


class CastDoing(NoActions):
    """What can be done where both hands are looked at: to go to a line of the log, and to open what tells of cards."""

    def __init__(self, app: CastHost, film: CastTimeline) -> None:
        self._app, self._film = app, film

    def changed(self) -> None:
        self._app.changed()

    def leave(self) -> None:
        self._app.leave()

    def set(self, settings: TerminalSettings) -> None:
        self._app.set(settings)

    def look(self, told: LogLine | None) -> None:
        place = None if told is None else self._film.place_of(told)
        if place is not None:
            self._film.go(place)
        self.changed()

    def open(self, sheet: str, about: str = "") -> None:
        make = SHEETS.get(sheet)
        if make is not None:
            self._app.lay(make(self._film.ui, self, about))


class CastScreen(FilmScreen):
    """Both hands of a game that goes on, over the table that everybody may see."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("F", BOTH, show=False)]

    film: CastTimeline

    def __init__(self, app: CastHost, scenes: Sequence[Scene], names: tuple[str, ...]) -> None:
        ui = UiState(app.ui.set, place=-1)
        ui.settings, ui.theme, ui.table = app.ui.settings, app.ui.theme, app.ui.table
        film = CastTimeline(scenes, ui.set, ui)
        film.go(film.last)
        super().__init__(ui, CastDoing(app, film), film, names)

    def grow(self, scenes: Sequence[Scene]) -> None:
        """There is more of it; who stands at the end goes along."""
        at_end, at = self.film.at == self.film.last, self.film.at
        self.film.grow(scenes)
        self.film.go(self.film.last if at_end else at)
        self.changed()

    def action_to_question(self) -> None:
        """Back to the table, from the board alone."""
        if self._aside or self._zoomed:
            super().action_to_question()
        else:
            self.hold()
            self.app.pop_screen()

    def action_sheet(self, name: str) -> None:
        """The key that leads here leads back."""
        if name == "both":
            self.action_to_question()
        else:
            super().action_sheet(name)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        leads_back = action == "to_question" or (action == "sheet" and parameters == ("both",))
        return leads_back or super().check_action(action, parameters)


class Bar(Widget, can_focus=True):
    """Where we are in the game; a click goes there."""

    BINDINGS: ClassVar[list[BindingType]] = [*KEYS]

    def __init__(self, screen: FilmScreen) -> None:
        super().__init__(id="question")
        self._screen = screen

    def redraw(self) -> None:
        self.refresh()

    def render(self) -> Text:
        return bar_text(self._screen, max(20, self.size.width), self.size.height)

    def on_click(self, event: events.Click) -> None:
        if event.y == 0:
            film = self._screen.film
            self._screen.action_go(round(film.last * event.x / max(1, self.size.width - 1)))


def bar_text(screen: FilmScreen, width: int, height: int) -> Text:
    """A line to scrub on, where we are, what has just happened."""
    film, ui = screen.film, screen.ui
    at = round((width - 1) * film.at / max(1, film.last))
    text = Text("━" * at, style(ui, "chosen"), no_wrap=True)
    text.append("●", style(ui, "legal")).append("─" * (width - 1 - at), style(ui, "dim"))
    state = _("playing, {pace}") if screen.playing else _("held ({pace})")
    parts = [
        _("{n} of {all}").format(n=film.at + 1, all=film.last + 1), _(EYE_NAMES[film.eye]),
        state.format(pace=_(PACE_NAMES[PACES[screen.pace][0]])), *_players(screen.names),
    ]
    text.append("\n" + "  ".join(_fitting(parts, width)), Style(bold=True))
    whose = _whose(film)
    text.append(f"\n{whose}", style(ui, "dim"))
    place = film.row[film.at]
    now = [told for told in ui.log if told.number == place.scene and told.event is place.event]
    for told in now:
        text.append(f"\n{told.text}" + (f" §{told.rule}" if told.rule else ""))
    text.no_wrap = False
    return text


def _players(names: tuple[str, ...]) -> list[str]:
    return [
        _("{side}: {name}").format(side=side_name(side), name=name) for side, name in zip(SIDES, names, strict=False)
    ]


def _fitting(parts: list[str], width: int) -> list[str]:
    """As many of them as a line has room for."""
    while parts and cells("  ".join(parts)) > width:
        parts = parts[:-1]
    return parts


def _whose(film: FilmTimeline) -> str:
    """Whose decision has led here."""
    found = film.decided(film.row[film.at].scene)
    if found is None:
        return _("The game begins.")
    side = side_name(found.side)
    if found.draw:
        return phrase("endings.agreed")
    if not found.window:
        return _("{side} resigns.").format(side=side)
    return _("{side} has decided: {what} (window {window}).").format(
        side=side, what=window_phrase(found.window), window=found.window
    )
