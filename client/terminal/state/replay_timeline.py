"""A finished game as a row of moments, made anew by the engine."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ironbottom.events import AnyEvent
from ironbottom.record import Entry, RecordedMoment
from ironbottom.sight import seen, view
from ironbottom.views import View
from ironbottom.words import Side

from .film import Eye, FilmDecision, FilmTimeline

SIDES: dict[Eye, Side | None] = {"us": Side.US, "jp": Side.JP, "both": None}


class ReplayTimeline(FilmTimeline):
    """The game through one pair of eyes at a time; those through which nobody has looked cost nothing."""

    moments: Sequence[RecordedMoment]

    def events(self, n: int) -> tuple[AnyEvent, ...]:
        """What happened in a scene, with nothing hidden."""
        return tuple(self.moments[n].game.events or ())

    def seen(self, n: int, eye: Eye) -> View:
        """The table after it."""
        return view_of(self.moments[n], eye)

    def heard(self, n: int, eye: Eye) -> list[AnyEvent | None]:
        """Each of its events as these eyes were told of it; None: not at all."""
        events = self.events(n)
        return [*events] if eye == "both" else [next(iter(seen([event], SIDES[eye])), None) for event in events]

    def decided(self, n: int) -> FilmDecision | None:
        """What has led to it; None: the game begins."""
        entry = self.moments[n].entry
        if entry is None:
            return None
        if isinstance(entry, Entry):
            return FilmDecision(Side[entry.side], entry.window)
        return FilmDecision(Side[entry.side], draw=not entry.resigns)


def view_of(moment: RecordedMoment, eye: Eye) -> View:
    """The table as a side saw it; "both": each half as its owner did, so that everything lies open."""
    if eye != "both":
        return replace(view(moment.game, SIDES[eye]), question=None)
    us, jp = view(moment.game, Side.US), view(moment.game, Side.JP)
    return replace(us, viewer=None, jp=jp.jp, question=None)
