"""`ironbottom review` in a terminal: the review of a game over the game itself, to see where all was decided."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType

from ironbottom.language import N_

from ...console.running import run_command
from ...storage.finished_games import FinishedGame
from ..review.making import lines
from ..review.review_screen import MomentWanted, ReviewScreen
from ..review.told import MakerLine
from .base_app import shown_until_left
from .replay_app import ReplayApp


def run(file: str, cards: str, heading: str, found: FinishedGame) -> int:
    """Show it until somebody leaves."""
    return run_command(_show(ReviewApp(heading, found, partial(lines, file, cards))))


async def _show(app: ReviewApp) -> int:
    await shown_until_left(app)
    return 0


class ReviewApp(ReplayApp):
    """A replay with the review over it; the key r brings the review back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("r", "review", N_("review"), key_display="r")]

    def __init__(
        self, heading: str, found: FinishedGame, making: Callable[[], AsyncGenerator[MakerLine, None]]
    ) -> None:
        super().__init__(found)
        self._review = ReviewScreen(self.ui, heading, making)

    def on_mount(self) -> None:
        """Textual calls that of the replay, too, after this one."""
        self.install_screen(self._review, "review")
        self.call_later(self.action_review)

    def on_moment_wanted(self, message: MomentWanted) -> None:
        """There, as the table was when that was decided."""
        message.stop()
        self.film.go(max([i for i, place in enumerate(self.film.row) if place.scene <= message.n]))
        while self._review in self.screen_stack:
            self.pop_screen()
        self.changed()

    def action_review(self) -> None:
        if self._review not in self.screen_stack:
            self.lay(self._review)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is shown already need not be called."""
        if action == "review":
            return self._review not in self.screen_stack
        return super().check_action(action, parameters)
