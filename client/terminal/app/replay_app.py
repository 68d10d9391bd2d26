"""`ironbottom replay` in a terminal: a finished game event by event, through either side's eyes or with all open."""

from __future__ import annotations

from ironbottom.language import _
from ironbottom.vocabulary import phrase

from ...storage import identity
from ...storage.finished_games import FinishedGame, WhatIfChoice
from ...text.people.rungs import USUAL_BOT
from ..review.film_screen import FilmScreen
from ..review.replay_sheets import SHEETS, USEFUL
from ..sheets.warned import Warned
from ..state.model import LogLine, UiState
from ..state.replay_timeline import ReplayTimeline
from .base_app import GameApp, shown_until_left
from .play_on import PlayOnSheet


class Replaying:
    """A game that is shown until somebody leaves it, or wishes to play on from one of its moments."""

    def __init__(
        self, found: FinishedGame, *, leads_on: bool = False, answers: int | None = None, bot: str = USUAL_BOT
    ) -> None:
        """`leads_on`: a server can play on from it; `answers`: the moment to begin at, by what was answered before.

        `bot`: who is met there if nobody chooses another.
        """
        self.found, self.leads_on, self.answers, self.bot = found, leads_on, answers, bot

    async def show(self) -> WhatIfChoice | None:
        """How he wishes to play on; None: he has left."""
        return await shown_until_left(self.app())

    def app(self) -> ReplayApp:
        """What is shown."""
        return ReplayApp(self.found, leads_on=self.leads_on, answers=self.answers, bot=self.bot)


class ReplayApp(GameApp[WhatIfChoice]):
    """The app over a film.  It ends with how somebody wishes to play on, or with nothing."""

    def __init__(
        self, found: FinishedGame, *, leads_on: bool = False, answers: int | None = None, bot: str = USUAL_BOT
    ) -> None:
        assert found.cards is not None
        ui = UiState(found.cards)
        super().__init__(ui, identity.home())
        self.openable, self.commands = SHEETS, USEFUL
        self.names, self.fault = found.names, found.fault
        self.leads_on, self.bot = leads_on, bot
        self.film = ReplayTimeline(found.moments, found.cards, ui)
        self.film.go(0 if answers is None else self.film.after(answers))

    def on_mount(self) -> None:
        self.lay(ReplayScreen(self.ui, self, self.film, self.names))
        if self.fault:
            text = _("The record fits up to entry {n} only: {fault}")
            self.lay(Warned((text.format(n=len(self.film.moments) - 1, fault=self.fault),)))
        self.changed()

    def anew(self) -> None:
        while len(self.screen_stack) > 2:
            self.pop_screen()
        at, eye = self.film.at, self.film.eye
        self.film = ReplayTimeline(self.film.moments, self.film.cards, self.ui)
        self.film.look(eye)
        self.film.go(at)
        self.switch_screen(ReplayScreen(self.ui, self, self.film, self.names))

    def play_on(self) -> None:
        """Ask how, and leave with the answer."""
        eye, at = self.film.eye, self.film.answers
        if self.film.moments[at].game.outcome is not None:
            self.lay(Warned((phrase("whatif.over"),)))
            return
        choice = WhatIfChoice(at, bot=self.bot)
        choice = choice if eye == "both" else choice._replace(knows=eye, side=eye)
        self.lay(PlayOnSheet(choice), self._played_on)

    def _played_on(self, choice: WhatIfChoice | None) -> None:
        if choice is not None:
            self.exit(choice)

    def look(self, told: LogLine | None) -> None:
        """A line of the log: there is that event's moment."""
        place = None if told is None else self.film.place_of(told)
        if place is not None:
            self.film.go(place)
        self.changed()


class ReplayScreen(FilmScreen):
    """A finished game, which one may play on from."""

    def __init__(self, ui: UiState, app: ReplayApp, film: ReplayTimeline, names: tuple[str, ...]) -> None:
        super().__init__(ui, app, film, names)
        self.replaying = app

    def action_play_on(self) -> None:
        self.hold()
        self.replaying.play_on()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "play_on":
            return self.replaying.leads_on
        return super().check_action(action, parameters)
