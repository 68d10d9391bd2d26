"""Lets what happened be seen, one beat after the other: the newest update is known at once, but the table that is drawn
lags behind until its events have been played.

A beat is an event that is worth a look, with those that fall together with it: the throws of one round, say.  The twin
of web/session/seat/beats.js; with the speed "step" each round of dice waits until somebody asks for the next.  That the
quick beats of a turn share a time (web/session/seat/pace.js) is of the page alone: here a key goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from ironbottom import events as e
from ironbottom.events import AnyEvent

from .model import Beat, UiState
from .settings import Speed

PACE: dict[Speed, float] = {"calm": 1.0, "quick": 0.42, "step": 0.42}
MOST_WAITING = 6  # updates; more are shown at once
MOST_STEPS = 60  # the same, for who wants to see each round of dice
MOST_BEATS = 40  # of one update, as after a long sleep

LENGTHS: dict[type[e.Event], float] = {  # seconds of a calm beat; what is not named here is told in the log alone
    e.Rolled: 2.3, e.Damaged: 1.0, e.Eliminated: 1.5, e.ShotDown: 1.1, e.Turned: 1.1, e.Faced: 0.9, e.Played: 1.7,
    e.Withdrew: 0.7, e.Aimed: 1.3, e.Tasked: 0.9, e.LineBegan: 0.9, e.TurnBegan: 1.1, e.Landed: 1.0, e.Detached: 0.9,
    e.Named: 0.7, e.TargetNamed: 0.8, e.Flew: 0.9, e.DeploymentShown: 0.7, e.BaseMoved: 0.7, e.Hidden: 0.7,
    e.Recovered: 0.6, e.Repaired: 0.5, e.Returned: 0.6, e.ActionTaken: 0.7,
}
TOGETHER = (e.Damaged, e.Turned, e.Withdrew, e.Tasked, e.ShotDown, e.Faced, e.Aimed)


class Span:
    """A part of the events of an update, while it is gathered."""

    def __init__(self, event: AnyEvent, at: int) -> None:
        self.group: list[AnyEvent] = [event]
        self.first = self.last = at

    def takes(self, event: AnyEvent, at: int) -> bool:
        """Throws of one round, of different cards; and what they bring down."""
        head = self.group[0]
        if self.last != at - 1 or type(event) is not type(head):
            return False
        if isinstance(event, e.Rolled):
            others = [one.by for one in self.group if isinstance(one, e.Rolled)]
            return event.by not in others and event.rule == head.rule
        if not isinstance(event, TOGETHER):
            return False
        token = getattr(event, "token", None)
        return token is None or all(getattr(one, "token", None) != token for one in self.group)


def spans_of(events: Iterable[AnyEvent]) -> list[Span]:
    """The events of an update that are to be seen."""
    found: list[Span] = []
    for at, event in enumerate(events):
        if type(event) not in LENGTHS:
            continue
        if found and found[-1].takes(event, at):
            found[-1].group.append(event)
            found[-1].last = at
        else:
            found.append(Span(event, at))
    return found


class Beats:
    """Plays what has come.  `redraw` is called whenever there is something else to be seen."""

    def __init__(self, ui: UiState, redraw: Callable[[], None], *, pace: float = 1.0) -> None:
        self.ui, self._redraw, self._pace = ui, redraw, pace
        self._task: asyncio.Task[None] | None = None
        self._go_on = asyncio.Event()
        self.waits = False  # a round of dice lies there until somebody asks for the next

    @property
    def busy(self) -> bool:
        """Whether something is being shown."""
        return self._task is not None and not self._task.done()

    def arrived(self) -> None:
        """An update has come."""
        if self._at_once() or self._far_behind():
            self.skip()
        elif not self.busy:
            self._task = asyncio.create_task(self._play())

    def skip(self) -> None:
        """Show what there is now, without further beats."""
        self.close()
        self.ui.catch_up()
        self._redraw()

    def step(self) -> None:
        """The next beat, without waiting for the end of this one."""
        self._go_on.set()

    def close(self) -> None:
        """Nothing more is to be played."""
        if self._task is not None:
            self._task.cancel()
        self._task, self.waits = None, False

    def _at_once(self) -> bool:
        """Whether nobody wants to see anything move, or there is nothing to begin with."""
        return self.ui.view is None or self.ui.settings.speed not in PACE

    def _far_behind(self) -> bool:
        return len(self.ui.coming) > (MOST_STEPS if self.ui.dice_wait else MOST_WAITING)

    async def _play(self) -> None:
        ui = self.ui
        while True:
            update = ui.begin()
            before = ui.view
            if update is None or before is None:
                ui.catch_up()
                break
            found = spans_of(update.events)
            for span in found if len(found) <= MOST_BEATS else ():
                ui.beat = Beat(
                    span.group[0], tuple(span.group), span.first, span.last, update.events, before, update.view
                )
                await self._show(ui.beat)
            ui.finish()
            self._redraw()
        self._redraw()

    async def _show(self, beat: Beat) -> None:
        """Let a beat be seen for its time; dice that are looked at one by one lie there until a key is pressed."""
        speed = self.ui.settings.speed
        if speed not in PACE:
            return
        self._go_on.clear()
        self.waits = self.ui.dice_wait and isinstance(beat.event, e.Rolled)
        self._redraw()
        try:
            seconds = None if self.waits else LENGTHS[type(beat.event)] * PACE[speed] * self._pace
            async with asyncio.timeout(seconds):
                await self._go_on.wait()
        except TimeoutError:
            pass  # it has been seen
        finally:
            self.waits = False


def is_dice(beat: Beat | None) -> bool:
    """Whether dice are being thrown just now."""
    return beat is not None and isinstance(beat.event, e.Rolled)
