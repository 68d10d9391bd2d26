"""Who is told of an answer: the updates of each side, as a server sends them and a verifier works them out anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from ironbottom.events import AnyEvent
from ironbottom.flow import Game
from ironbottom.sight import Sighted, TableViews, seen
from ironbottom.views import View
from ironbottom.words import SIDES, Side

PRIVATE = ("2", "5", "6")  # windows whose single steps nobody else sees (§20.5, §14.3(4))

_pack = msgspec.msgpack.Encoder().encode
NOTHING = _pack([])  # no events

Pair = tuple[int, int]  # of US and Japan


class ToldUpdate(NamedTuple):
    """What one side is to hear of an answer."""

    number: int
    events: bytes  # as MessagePack
    view: bytes  # likewise


Hearing = tuple[ToldUpdate | None, ToldUpdate | None]  # US, Japan; None: there is nothing new for that side


def hearing(
    game: Game, sighted: Sighted, numbers: Pair, shown: Pair, actor: Side | None, *, packed: bytes = NOTHING,
    veiled: bool = False,
) -> tuple[Hearing, Pair, Pair]:
    """What the sides are to hear of the last answer; a side for which nothing has changed hears nothing at all.

    `packed` are its events as they are written down: whoever may hear all of them, hears the same bytes.  `numbers`
    are those of the last updates, `shown` what they showed, as hashes; both come back as they are then.
    """
    heard: list[ToldUpdate | None] = [None, None]
    last, glances = [*numbers], [*shown]
    happened = game.events or []
    for side in SIDES:
        events = seen(happened, side) if happened else happened
        if veiled and side is not actor and not events:
            continue
        table = sighted.view(game, side)
        glance = hash(table)
        if events or glance != glances[side] or side is actor:
            last[side] += 1
            glances[side] = glance
            heard[side] = ToldUpdate(last[side], packed if events == happened else _pack(events), table)
    return (heard[0], heard[1]), (last[0], last[1]), (glances[0], glances[1])


def window_of(game: Game, side: Side) -> str:
    """In which window a side is asked; empty: it is not."""
    return game.window(side) if side in game.asked else ""


def goes_on_in_private(before: str, after: str) -> bool:
    """§20.5, §14.3(4)  A step of a private segment that is not its last: for all others the table stays as it was.

    Given are the windows of who took it.  This only saves the work of finding that out by looking.
    """
    return before in PRIVATE and after == before


class PlayedUpdate(NamedTuple):
    """An update, as the rules and the seed have it."""

    number: int
    events: list[AnyEvent]
    view: View


Seen = Callable[[int, PlayedUpdate], None]  # the number of an entry, and the update that came of it


class Retold:
    """The updates of one side, worked out anew while its game is played again."""

    def __init__(self, side: Side, hear: Seen) -> None:
        self.side, self._hear = side, hear
        self._sighted, self._views = Sighted(), TableViews()
        self._numbers = self._shown = (0, 0)

    def tell(self, n: int, game: Game, actor: Side | None, before: str = "") -> None:
        """Entry n was carried out; `before` is the window in which who answered was asked."""
        veiled = actor is not None and goes_on_in_private(before, window_of(game, actor))
        heard, self._numbers, self._shown = hearing(
            game, self._sighted, self._numbers, self._shown, actor, veiled=veiled
        )
        update = heard[self.side]
        if update is not None:
            events = seen(game.events or [], self.side)
            self._hear(n, PlayedUpdate(update.number, events, self._views.view(game, self.side)))
