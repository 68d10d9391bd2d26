"""Requests besides the game that come by the clock, in both worlds at the same moments, and often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from twisted.internet.defer import Deferred

from tests.secrecy.over_wire.world import World, draw_alike
from tests.server.support.disk import FakeJournal

EVERY = 0.37  # seconds


def ask_by_the_clock(
    mp: pytest.MonkeyPatch, act: Callable[[World], None], first: Callable[[World], None] = lambda _world: None
) -> list[int]:
    """Do something in each world again and again from when all sit; how often it was done comes to stand in the list.

    A commit takes as long, whatever else is written: how the disk is shared is no part of this.
    """
    draw_alike(mp)
    done, sit_down = [0], World._sit_down

    def at_once(self: FakeJournal, write: Callable[..., None], what: Any) -> Deferred[Any]:
        written: Deferred[Any] = Deferred()
        self.clock.callLater(0.001, write, what, written)
        return written

    def sat_down(world: World, terms: Any) -> None:
        def again() -> None:
            done[0] += 1
            act(world)
            world.clock.callLater(EVERY, again)

        sit_down(world, terms)
        first(world)
        world.clock.callLater(EVERY, again)

    mp.setattr("ironbottom.server.lobby.glances.may_ask", lambda *_args: True)
    mp.setattr("ironbottom.server.lobby.register.Register.too_fast", lambda *_args: False)
    mp.setattr(FakeJournal, "_in_turn", at_once)
    mp.setattr(World, "_sit_down", sat_down)
    return done
