"""A game as a row of moments, one for each event: wherever one goes, the UiState is as it was there.

Of a game that goes on scenes are what who looks on was shown of both hands; of a finished one the engine makes them
(replay_timeline.py).
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from ironbottom.events import AnyEvent, TurnBegan
from ironbottom.printed import CardSet
from ironbottom.views import View
from ironbottom.wire.messages import Scene
from ironbottom.wire.signing import DRAWS
from ironbottom.words import Side

from ...text.luck import Throws
from ...text.naming import Naming
from ...text.narration import Story
from ...text.sanitize import sanitize
from ...text.situation import all_open
from .model import Beat, LogLine, UiState

Eye = Literal["us", "jp", "both"]
EYES: tuple[Eye, ...] = ("both", "us", "jp")


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


class FilmDecision(NamedTuple):
    """Whose decision has led to a scene; without a window a side has resigned, or both have agreed to a draw."""

    side: Side
    window: str = ""
    draw: bool = False


class FilmTimeline(ABC):
    """The game through one pair of eyes at a time; those through which nobody has looked cost nothing."""

    def __init__(self, moments: Sequence[Any], cards: CardSet, ui: UiState) -> None:
        """`moments`: what a class below this one makes scenes of."""
        self.moments, self.cards, self.ui = moments, cards, ui
        self.eye: Eye = "both"
        self.row = self._places()
        self.at = 0
        self._scenes: dict[Eye, tuple[list[FilmScene], list[LogLine]]] = {}

    def _places(self) -> list[FilmPlace]:
        numbers = range(len(self.moments))
        return [FilmPlace(n, i, event) for n in numbers for i, event in enumerate(self.events(n) or (None,))]

    # what a scene is made of

    @abstractmethod
    def events(self, n: int) -> tuple[AnyEvent, ...]:
        """What happened in a scene, with nothing hidden."""

    @abstractmethod
    def seen(self, n: int, eye: Eye) -> View:
        """The table after it."""

    @abstractmethod
    def heard(self, n: int, eye: Eye) -> list[AnyEvent | None]:
        """Each of its events as these eyes were told of it; None: not at all."""

    @abstractmethod
    def decided(self, n: int) -> FilmDecision | None:
        """What has led to it; None: the game begins."""

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
        events = self.events(place.scene)
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
        for n in range(len(self.moments)):
            now = self.seen(n, eye)
            naming.see(now)
            counts = self._tell(story, eye, (n, now, naming), log)
            kept = copy.copy(throws)
            kept.luck = dict(throws.luck)
            scenes.append(FilmScene(now, copy.copy(naming), counts, kept))
        return scenes, log

    def _tell(
        self, story: Story, eye: Eye, where: tuple[int, View, Naming], log: list[LogLine]
    ) -> tuple[int, ...]:
        """The lines of a scene; how many there are after each event, also of those that these eyes do not see."""
        n, now, naming = where
        heard = [*zip(self.events(n), self.heard(n, eye), strict=True)]
        told = story.one_by_one([one for _event, one in heard if one is not None])
        counts = []
        for event, one in heard:
            if one is not None:
                _same, lines = next(told)
                for line in filter(None, lines):
                    text, sign, rule = line.rpartition(" §")
                    log.append(
                        LogLine(rule if sign else "", sanitize(text if sign else line), n, event, now, naming.now)
                    )
            counts.append(len(log))
        return tuple(counts) or (len(log),)


class CastTimeline(FilmTimeline):
    """Both hands of a game that goes on, as far as who looks on has been shown it."""

    moments: Sequence[Scene]

    def grow(self, scenes: Sequence[Scene]) -> None:
        """There is more of it."""
        self.moments = scenes
        self.row = self._places()
        self._scenes.clear()

    def events(self, n: int) -> tuple[AnyEvent, ...]:
        return self.moments[n].events

    def seen(self, n: int, eye: Eye) -> View:
        scene = self.moments[n]
        shown = scene.us if eye == "us" else scene.jp if eye == "jp" else all_open(scene)
        return replace(shown, question=None)

    def heard(self, n: int, eye: Eye) -> list[AnyEvent | None]:
        scene = self.moments[n]
        told = scene.us_heard if eye == "us" else scene.jp_heard if eye == "jp" else scene.events
        return [*(told if len(told) == len(scene.events) else scene.events)]

    def decided(self, n: int) -> FilmDecision | None:
        scene = self.moments[n]
        return None if scene.side is None else FilmDecision(Side(scene.side), scene.window, scene.answer == DRAWS)
