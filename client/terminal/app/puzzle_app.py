"""`ironbottom puzzle` in a terminal: a position on the table, answers under it, and what each was worth."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from ironbottom.catalog import card_set
from ironbottom.language import N_, _

from ...bots.review.puzzles.solving.progress import keep, progress
from ...bots.review.puzzles.solving.puzzle import Puzzle
from ...bots.review.puzzles.solving.telling import choices, situation, standing, title, verdict
from ...console.running import run_command
from ...text.naming import Naming
from ..drawing.themes import style
from ..review.replay_sheets import SHEETS, USEFUL, USELESS, ReplayHelp
from ..state.messages import LookBack
from ..state.model import LogLine, UiState
from ..table.parts import NoBeats
from ..table.table_screen import TableScreen
from .base_app import GameApp, shown_until_left


def run(puzzles: Sequence[Puzzle], folder: Path) -> int:
    """Show one after the other until somebody leaves."""
    return run_command(_show(puzzles, folder))


async def _show(puzzles: Sequence[Puzzle], folder: Path) -> int:
    await shown_until_left(PuzzleApp(puzzles, folder))
    return 0


class PuzzleApp(GameApp[None]):
    """The app over puzzles."""

    def __init__(self, puzzles: Sequence[Puzzle], folder: Path) -> None:
        super().__init__(UiState(card_set(puzzles[0].set)), folder)
        self.openable, self.commands = {**SHEETS, "help": PuzzleHelp}, USEFUL
        self.puzzles, self.own, self.progress = puzzles, folder, progress(folder)
        self.puzzle, self.chosen = puzzles[0], -1
        self._lay(self.progress.next_of(puzzles) or puzzles[0])

    def on_mount(self) -> None:
        self.lay(PuzzleScreen(self.ui, self))
        self.changed()

    def anew(self) -> None:
        while len(self.screen_stack) > 2:
            self.pop_screen()
        self.switch_screen(PuzzleScreen(self.ui, self))

    def next(self) -> None:
        """Another puzzle."""
        self._lay(self.progress.next_of(self.puzzles, self.puzzle.id) or self.puzzle)
        self.changed()

    def choose(self, n: int) -> None:
        """An answer; the first counts."""
        if self.chosen >= 0 or not 0 <= n < len(self.puzzle.answers):
            return
        self.chosen = n
        self.progress = self.progress.with_attempt(self.puzzle, solved=n == self.puzzle.best)
        keep(self.own, self.progress)
        self.changed()

    def look(self, told: LogLine | None) -> None:
        """There is no past to look back to."""

    def _lay(self, puzzle: Puzzle) -> None:
        """Its table, without its question: the panel of the puzzle asks it."""
        self.puzzle, self.chosen = puzzle, -1
        ui, view = self.ui, replace(puzzle.view, question=None)
        ui.naming = Naming(card_set(puzzle.set))
        ui.naming.see(view)
        ui.view = ui.newest = view
        ui.past, ui.log, ui.beat = None, [], None


class PuzzleScreen(TableScreen):
    """The table with a puzzle in the place of the question."""

    def __init__(self, ui: UiState, app: PuzzleApp) -> None:
        super().__init__(ui, app, NoBeats())
        self.puzzles = app

    def compose_side(self) -> ComposeResult:
        yield from [part for part in super().compose_side() if part.id not in ("chat", "log")]

    def compose_asking(self) -> ComposeResult:
        yield PuzzlePanel(self.puzzles)

    def on_look_back(self, message: LookBack) -> None:
        message.stop()

    def action_choose(self, n: int) -> None:
        self.puzzles.choose(n - 1)

    def action_next(self) -> None:
        self.puzzles.next()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Of the table's keys those that need no game."""
        called = f"{action}({parameters[0]!r})" if parameters else action
        return called not in USELESS and super().check_action(action, parameters)


NUMBERS = tuple([
    Binding(str(n), f"screen.choose({n})", N_("answer"), key_display="1-9", show=n == 1) for n in range(1, 10)
])
KEYS = (*NUMBERS, Binding("n", "screen.next", N_("next puzzle"), key_display="n"))


class PuzzleHelp(ReplayHelp):
    """The keys that do something here."""

    def first(self) -> tuple[str, list[tuple[str, str]]]:
        return _("The puzzle"), [(one.key_display or one.key, _(one.description)) for one in KEYS if one.show]


class PuzzlePanel(VerticalScroll, can_focus=True):
    """What is asked and answered."""

    BINDINGS: ClassVar[list[BindingType]] = [*KEYS]

    def __init__(self, app: PuzzleApp) -> None:
        super().__init__(id="question")
        self._puzzles = app

    def compose(self) -> ComposeResult:
        yield Static(self._text(), id="puzzle-text")

    def redraw(self) -> None:
        self.query_one(Static).update(self._text())

    def on_click(self, event: events.Click) -> None:
        self.focus()

    def _text(self) -> Text:
        app, puzzle = self._puzzles, self._puzzles.puzzle
        ui = app.ui
        text = Text(title(puzzle), Style(bold=True))
        for line in situation(puzzle):
            text.append(f"\n{line}")
        for n, line in enumerate(choices(puzzle)):
            look = "legal" if app.chosen >= 0 and n == puzzle.best else "chosen" if n == app.chosen else ""
            text.append(f"\n{line}", style(ui, look) if look else Style())
        if app.chosen < 0:
            return text.append("\n" + _("Press the number of an answer; n: another puzzle."), style(ui, "dim"))
        lines = [*verdict(puzzle, app.chosen), standing(app.progress, app.puzzles), _("n: the next puzzle")]
        head = Text(lines[0], Style(bold=True))
        for line in lines[1:]:
            head.append(f"\n{line}")
        return Text("\n").join([head, text])
