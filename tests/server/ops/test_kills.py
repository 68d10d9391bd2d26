"""trust.md C1: a whole server that is killed again and again in the midst of games; players who come back each time."""

from __future__ import annotations

from pathlib import Path
from random import Random

from ironbottom.wire.messages import Ok, Seated
from tests.server.support.player import WirePlayer
from tests.server.support.reached import RunningServer
from tests.server.support.seats import SeatEnd, at_a_table, real_server, until
from tests.support.lengths import SERVER_KILLS


class Pair:
    """Two players at a table, over all servers that they see."""

    def __init__(self, server: RunningServer, n: int) -> None:
        ada, ben = WirePlayer(f"Ada {n}", 2 * n), WirePlayer(f"Ben {n}", 2 * n + 1)
        self.ends = (SeatEnd(ada, server.port), SeatEnd(ben, server.port))
        at_a_table(*self.ends)

    @property
    def over(self) -> bool:
        return any(end.player.over for end in self.ends)

    @property
    def done(self) -> list[int]:
        """The greatest number of a request that each was told to be done."""
        return [max([told.seq for told in end.player.told if isinstance(told, Ok)], default=0) for end in self.ends]

    def come_back(self, server: RunningServer) -> None:
        """To another server on the same folder, which must know all that was acknowledged."""
        before = self.done
        for end in self.ends:
            end.port = server.port
            end.again()
        until(self.ends, lambda: all(end.player.all(Seated) for end in self.ends))
        for end, done in zip(self.ends, before, strict=True):
            assert end.player.last(Seated).last >= done, f"request {done} of {end.player.name} is lost"

    def play(self, answers: int) -> None:
        """Until so many requests more are acknowledged, or the game is over."""
        before = sum(self.done)
        until(self.ends, lambda: self.over or sum(self.done) >= before + answers, 60.0)


def test_nothing_that_was_acknowledged_is_lost(tmp_path: Path) -> None:
    rng, pair, pairs = Random(11), None, 0
    for _kill in range(SERVER_KILLS):
        with real_server(tmp_path) as server:
            if pair is None or pair.over:
                pair, pairs = Pair(server, pairs), pairs + 1
            else:
                pair.come_back(server)
            pair.play(rng.randrange(1, 30))
            server.process.kill()
            server.process.wait()
