"""Seas that are fed from the engine, update by update, as the wire would bring them."""

from __future__ import annotations

from msgspec import msgpack

from ironbottom.client.net.session_events import Updated
from ironbottom.client.terminal.state.model import UiState
from ironbottom.events import AnyEvent
from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.sight import seen, view
from ironbottom.views import View
from ironbottom.words import SIDES, Side
from tests.client.plain.questions import FULL

Sent = tuple[View, tuple[AnyEvent, ...]]  # as it comes over the wire: words and numbers without their classes


class WatchedFight:
    """A game, and the Sea of one who sits at it; updates arrive, and are shown by whoever plays them."""

    def __init__(self, game: Game, side: Side | None) -> None:
        self.game, self.side, self.number = game, side, 0
        self.ui = UiState(FULL, place=-1 if side is None else int(side))
        self.tell()
        self.ui.catch_up()

    def tell(self) -> None:
        """What came of the last answer arrives."""
        events = seen(self.game.events or [], self.side)
        shown, told = msgpack.decode(msgpack.encode((view(self.game, self.side), events)), type=Sent)
        self.number += 1
        self.ui.arrive(Updated(shown, told, self.number, "player", None))

    def answer(self, side: Side, answer: Answer | None = None) -> WatchedFight:
        """An answer, or the default; it arrives, and is not shown yet."""
        self.game = self.game.after(side, self.game.default(side) if answer is None else answer)
        self.tell()
        return self

    def default(self, n: int) -> WatchedFight:
        """So many answers by default, all of them shown."""
        for _i in range(n):
            asked = [side for side in SIDES if side in self.game.asked]
            if not asked:
                break
            self.answer(asked[0])
            self.ui.catch_up()
        return self
