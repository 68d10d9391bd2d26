"""Cups that are played through without a server: whoever wins is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from ironbottom.server.lobby.club.cups.course import Change, begun, go_on, left, missed
from ironbottom.server.lobby.club.cups.cup import Entrant, Fixture, FixtureResult, StoredCup
from ironbottom.wire.cups import WHOLE, CupKind
from ironbottom.wire.terms import Terms


def cup_for(players: int, kind: CupKind = "round-robin", games: int = 1) -> StoredCup:
    """A cup that nobody has begun."""
    entrants = tuple([Entrant(f"P{n}", bytes([n]) * 32) for n in range(players)])
    return StoredCup("CUP", "Cup", kind, games, Terms(), 32, 0, 7, 0, entrants=entrants)


class PlayedCup:
    """A cup, moved on game by game."""

    def __init__(self, cup: StoredCup, rng: Random) -> None:
        self.rng, self.fixtures, self._tables = rng, dict[int, Fixture](), 0
        self.cup = begun(cup, rng.randbytes(32), 0)
        self.go_on()

    def names(self) -> tuple[str, bytes, bytes]:
        self._tables += 1
        return f"TABLE{self._tables:03}", b"%015dU" % self._tables, b"%015dJ" % self._tables

    def take(self, change: Change) -> None:
        self.cup = change.cup
        self.fixtures |= {one.n: one for one in change.fixtures}

    def go_on(self) -> None:
        self.take(go_on(self.cup, [*self.fixtures.values()], 0, self.names))

    @property
    def games(self) -> list[Fixture]:
        return [*self.fixtures.values()]

    def open(self) -> list[Fixture]:
        return [one for one in self.games if one.result is None]

    def ends(self, one: Fixture, us: float, lead: int = 0) -> None:
        self.fixtures[one.n] = replace(one, result=FixtureResult(us, 1 - us, lead, "played"))
        self.go_on()

    def leaves(self, entrant: int) -> None:
        self.take(left(self.cup, self.games, entrant))
        self.go_on()

    def moves(self) -> Iterator[Fixture]:
        """Until it is over, a game ends, is not played, or somebody leaves."""
        while open_games := self.open():
            one, chance = self.rng.choice(open_games), self.rng.random()
            if chance < 0.06:
                self.leaves(self.rng.choice((one.us, one.jp)))
            elif chance < 0.12:
                self.fixtures[one.n] = missed(one, (self.rng.randrange(3), self.rng.randrange(3)))
                self.go_on()
            else:
                us = self.rng.choice((0.0, 0.5, 1.0, 1.0))
                lead = 0 if us == 0.5 else round((2 * us - 1) * self.rng.choice((0, 0, 1, 3, WHOLE)))
                self.ends(one, us, lead)
            yield one
