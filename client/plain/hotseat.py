"""Two people who take turns before one screen: when the seat is to change, and how that goes in lines of text.

Whoever sits there is a client of his own seat and knows nothing of the other: the seat that is left is closed before
the next one is taken (launch/alone/hotseat_game.py).
"""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from msgspec.structs import replace

from ironbottom.language import _
from ironbottom.phrases import side_name
from ironbottom.proof.standing import ordered
from ironbottom.vocabulary import phrase
from ironbottom.wire.cleaning import clean_name
from ironbottom.wire.messages import Table
from ironbottom.words import Side

from ..net.seat_session import SeatSession
from ..net.session_events import AtTable, Updated
from .client import AGAIN, LOOKS, PROMPT, HowLeft, PlainClient

GRACE = 0.15  # seconds without news: until then a standing order of the other player may have answered for him


class NextPlayer(NamedTuple):
    """Who is asked now, at the other seat."""

    place: int
    side: Side
    name: str

    @property
    def curtain(self) -> list[str]:
        """What stands between the two, for whoever comes."""
        name = self.name
        return [phrase("hotseat.curtain", side=side_name(self.side), name=name), phrase("hotseat.alone", name=name)]

    @property
    def offer(self) -> str:
        """What the one who has answered reads before he gets up."""
        return phrase("hotseat.decides", side=side_name(self.side), name=self.name)


def next_player(session: SeatSession) -> NextPlayer | None:
    """Whom the screen is to be handed to: nothing is asked here, nothing is on its way, and the other is asked."""
    update, table = session.update, session.state
    if update is None or table is None or session.waits or session.over or update.view.question is not None:
        return None
    seat = table.seats[1 - session.place]
    if seat.side is None or all(side is not Side(seat.side) for side, _window in update.view.waiting):
        return None
    return NextPlayer(1 - session.place, Side(seat.side), clean_name(seat.name))


def both_here(table: Table) -> Table:
    """The table, where whoever got up is not away: he sits beside."""
    one, other = [replace(seat, here=True) for seat in table.seats]
    return replace(table, seats=(one, other))


def unless_ordered(session: SeatSession, update: Updated) -> Updated:
    """An update without the question that a standing order is answering: else two would answer it."""
    if ordered(update.view, session.orders) is None:
        return update
    return update._replace(view=replace(update.view, question=None))


class HotSeatClient(PlainClient):
    """One of the two, in lines of text.  In a pipe the seat changes by itself: nobody is there who could look."""

    def __init__(self, *words: Any, seen: int, **more: Any) -> None:
        """`seen`: the last update that this player was shown before he got up."""
        super().__init__(*words, **more)
        self._known = seen
        self._offered: NextPlayer | None = None

    # what is heard

    def _hear_updated(self, update: Updated) -> None:
        update = unless_ordered(self.session, update)
        if self._seen:
            super()._hear_updated(update)
            return
        before, since = self._past[: self._known], self._past[self._known :]
        self._past = []
        nothing_asked = replace(update.view, question=None)
        self._reader.update(nothing_asked, [event for events in before for event in events])  # he was told it then
        told = [event for events in since for event in events]
        if update.number > self._known:
            told += update.events
        lines = self._reader.update(nothing_asked, told)
        self._say([*self._table(), *([phrase("hotseat.since"), *lines] if told and before else lines), ""])
        super()._hear_updated(update._replace(events=()))

    def _hear_at_table(self, event: AtTable) -> None:
        """Who is away is known: he sits beside."""
        self._reader.seat.may_ask = self.session.may_ask

    # what is typed

    def _looks(self, line: asyncio.Task[str | None]) -> float | None:
        """A receipt may be all that is waited for, and it is no news."""
        return super()._looks(line) if self._reader.ready else LOOKS

    def _leave_at_the_end_of_input(self) -> None:
        super()._leave_at_the_end_of_input()
        due = next_player(self.session)
        if self._left is not None or due is None or self._now() < self._heard + GRACE or not self._queue.empty():
            self._offered = self._offered if due is not None else None
        elif not self.typed.terminal:
            self._left = HowLeft.HANDED
        elif self._offered is None:
            self._offered = due
            self._say([due.offer, _("Press Enter to hand over, or type a command to look around first.")])
            print(PROMPT, end="", flush=True)
            self._prompted = True

    def _carry_out(self, line: str) -> None:
        if not line.strip() and self._offered is not None and next_player(self.session) is not None:
            self._left = HowLeft.HANDED
            return
        super()._carry_out(line)
        if self._offered is not None and self._left is None:
            print(PROMPT, end="", flush=True)
            self._prompted = True

    def _type_at_the_end(self, word: str) -> None:
        """Another game needs the wish of both, who sit before it."""
        if word == AGAIN:
            self._left = HowLeft.AGAIN
        else:
            super()._type_at_the_end(word)
