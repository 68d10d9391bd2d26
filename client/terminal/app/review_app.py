"""`ironbottom review` in a terminal: the review of a game over the game itself, to see where all was decided."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from typing import ClassVar

from textual.binding import Binding, BindingType

from ironbottom.language import N_

from ...storage.finished_games import FinishedGame
from ..review.review_screen import MomentWanted, ReviewScreen
from ..review.told import MakerLine
from .replay_app import ReplayApp, Replaying

Making = Callable[[], AsyncGenerator[MakerLine, None]]


class ReviewShowing(Replaying):
    """A review that is shown until somebody leaves it, or wishes to play on from a moment of the game."""

    def __init__(
        self, heading: str, found: FinishedGame, making: Making, *, leads_on: bool = False, answers: int | None = None
    ) -> None:
        super().__init__(found, leads_on=leads_on, answers=answers)
        self.heading, self.making = heading, making

    def app(self) -> ReplayApp:
        """The review over the game; who comes back from playing on is at that moment of the game."""
        return ReviewApp(self.heading, self.found, self.making, leads_on=self.leads_on, answers=self.answers)


class ReviewApp(ReplayApp):
    """A replay with the review over it; the key r brings the review back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("r", "review", N_("review"), key_display="r")]

    def __init__(
        self, heading: str, found: FinishedGame, making: Making, *, leads_on: bool = False, answers: int | None = None
    ) -> None:
        super().__init__(found, leads_on=leads_on, answers=answers)
        self._review, self._goes_to = ReviewScreen(self.ui, heading, making), answers

    def on_mount(self) -> None:
        """Textual calls that of the replay, too, after this one."""
        self.install_screen(self._review, "review")
        if self._goes_to is None:
            self.call_later(self.action_review)

    def on_moment_wanted(self, message: MomentWanted) -> None:
        """There, as the table was when that was decided."""
        message.stop()
        self.film.go(self.film.after(message.n))
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
