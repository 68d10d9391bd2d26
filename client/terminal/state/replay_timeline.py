"""A finished game as a row of moments, one for each event: wherever one goes, the UiState is as it was there."""

from __future__ import annotations

import copy
from typing import Literal, NamedTuple

from msgspec.structs import replace

from ironbottom.events import AnyEvent, TurnBegan
from ironbottom.printed import CardSet
from ironbottom.record import RecordedMoment
from ironbottom.sight import seen, view
from ironbottom.views import View
from ironbottom.words import Side

from ...text.luck import Throws
from ...text.naming import Naming
from ...text.narration import Story
from ...text.sanitize import sanitize
from .model import Beat, LogLine, UiState

Eye = Literal["us", "jp", "both"]
EYES: tuple[Eye, ...] = ("both", "us", "jp")
SIDES: dict[Eye, Side | None] = {"us": Side.US, "jp": Side.JP, "both": None}


class FilmPlace(NamedTuple):
    """An event of a scene; a scene without events is one place."""

    scene: int
    nth: int
    event: AnyEvent | None


class FilmScene(NamedTuple):
    """What one answer led to, through one pair of eyes."""

    view: View
    naming: Naming
    told: tuple[int, ...]  # lines of the log up to each event
    luck: Throws


class ReplayTimeline:
    """The game through one pair of eyes at a time; those through which nobody has looked cost nothing."""

    def __init__(self, moments: list[RecordedMoment], cards: CardSet, ui: UiState) -> None:
        self.moments, self.cards, self.ui = moments, cards, ui
        self.eye: Eye = "both"
        self.row = [
            FilmPlace(n, i, event)
            for n, moment in enumerate(moments)
            for i, event in enumerate(moment.game.events or (None,))
        ]
        self.at = 0
        self._scenes: dict[Eye, tuple[list[FilmScene], list[LogLine]]] = {}

    @property
    def last(self) -> int:
        return len(self.row) - 1

    @property
    def answers(self) -> int:
        """How many answers were given, the one included whose events go by."""
        return self.row[self.at].scene

    def after(self, answers: int) -> int:
        """The moment at which the table is as so many answers have left it."""
        return max([n for n, place in enumerate(self.row) if place.scene <= answers], default=0)

    def go(self, at: int) -> None:
        """To a moment."""
        self.at = max(0, min(at, self.last))
        place = self.row[self.at]
        scenes, log = self._through(self.eye)
        scene, ui = scenes[place.scene], self.ui
        before = scenes[place.scene - 1].view if place.scene else scene.view
        events = tuple(self.moments[place.scene].game.events or ())
        end = place.nth >= len(events) - 1
        ui.naming, ui.throws, ui.number = scene.naming, scene.luck, place.scene
        ui.view = scene.view if end else before
        ui.newest, ui.past = scene.view, None
        ui.log = log[: scene.told[place.nth]]
        ui.beat = None
        if place.event is not None:
            ui.beat = Beat(place.event, (place.event,), place.nth, place.nth, events, before, scene.view)

    def step(self, by: int) -> None:
        """So many events on, or back."""
        self.go(self.at + by)

    def decision(self, by: int) -> None:
        """To the next answer, or the one before."""
        here = self.row[self.at]
        wanted = here.scene + 1 if by > 0 else here.scene - (here.nth == 0)
        self.go(next((i for i, place in enumerate(self.row) if place.scene == wanted), self.last if by > 0 else 0))

    def turn(self, by: int) -> None:
        """To where the next turn begins, or the one before."""
        begins = [i for i, place in enumerate(self.row) if isinstance(place.event, TurnBegan)]
        if by > 0:
            self.go(next((i for i in begins if i > self.at), self.last))
        else:
            self.go(next((i for i in reversed(begins) if i < self.at), 0))

    def look(self, eye: Eye) -> None:
        """Through other eyes at the same moment."""
        self.eye = eye
        self.go(self.at)

    def place_of(self, told: LogLine) -> int | None:
        """The moment that a line of the log is about."""
        return next((i for i, place in enumerate(self.row) if place.scene == told.number and (
            place.event is told.event or told.event is None
        )), None)

    def _through(self, eye: Eye) -> tuple[list[FilmScene], list[LogLine]]:
        if eye not in self._scenes:
            self._scenes[eye] = self._filmed(eye)
        return self._scenes[eye]

    def _filmed(self, eye: Eye) -> tuple[list[FilmScene], list[LogLine]]:
        """The whole game, told from the beginning: a name depends on what was seen before."""
        naming = Naming(self.cards)
        throws = Throws(naming)
        story = Story(naming, throws)
        scenes: list[FilmScene] = []
        log: list[LogLine] = []
        for n, moment in enumerate(self.moments):
            now = view_of(moment, eye)
            naming.see(now)
            counts = self._tell(story, moment, eye, (n, now, naming), log)
            kept = copy.copy(throws)
            kept.luck = dict(throws.luck)
            scenes.append(FilmScene(now, copy.copy(naming), counts, kept))
        return scenes, log

    def _tell(
        self, story: Story, moment: RecordedMoment, eye: Eye, where: tuple[int, View, Naming], log: list[LogLine]
    ) -> tuple[int, ...]:
        """The lines of a scene; how many there are after each event, also of those that these eyes do not see."""
        n, now, naming = where
        events = list(moment.game.events or ())
        heard = [(event, seen([event], SIDES[eye]) if eye != "both" else [event]) for event in events]
        told = story.one_by_one([one for _event, its in heard for one in its])
        counts = []
        for event, its in heard:
            for _one in its:
                _same, lines = next(told)
                for line in filter(None, lines):
                    text, sign, rule = line.rpartition(" §")
                    log.append(
                        LogLine(rule if sign else "", sanitize(text if sign else line), n, event, now, naming.now)
                    )
            counts.append(len(log))
        return tuple(counts) or (len(log),)


def view_of(moment: RecordedMoment, eye: Eye) -> View:
    """The table as a side saw it; "both": each half as its owner did, so that everything lies open."""
    if eye != "both":
        return replace(view(moment.game, SIDES[eye]), question=None)
    us, jp = view(moment.game, Side.US), view(moment.game, Side.JP)
    return replace(us, viewer=None, jp=jp.jp, question=None)
