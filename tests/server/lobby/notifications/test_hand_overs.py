"""Thousands of hand-overs, with kills and failing endpoints: none is missed, and none is told twice."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest

from ironbottom.keys import public_bytes
from ironbottom.server.lobby.notifications import outbox
from ironbottom.server.lobby.notifications.outbox import RETRIES, SETTLE
from ironbottom.server.store.journal import Write
from ironbottom.wire.messages import Rematch
from ironbottom.wire.notifying import Subscribe
from tests.server.lobby.notifications.test_outbox import TERMS, ServerWithEndpoints
from tests.support.lengths import HAND_OVERS

UNKNOWN = 0.052  # seconds from when an endpoint has taken something until that is written down
LONG = sum(RETRIES) + 60.0  # seconds after which it has been tried three times, through a kill
ADDRESSES = (
    ("https://example.org/ada", "https://ntfy.example/ada"), ("https://example.org/ben", "https://ntfy.example/ben"),
)


class Passed(NamedTuple):
    """A question that has passed to a place, by the game's own word, and how much the endpoints had taken then."""

    place: int
    taken: int


class Correspondence:
    """Two players who are never there together, a server that is killed, and endpoints that fail."""

    def __init__(self, seed: int) -> None:
        self.rng, self.server = Random(seed), ServerWithEndpoints()
        self.players = self.server.seated(TERMS, bots=False)
        for player, (hook, topic) in zip(self.players, ADDRESSES, strict=True):
            player.ask(Subscribe, "webhook", hook)
            player.ask(Subscribe, "ntfy", topic)
        self.server.run(1.0)
        for player in self.players:
            self.server.away(player)
        self.open: dict[int, Passed] = {}
        self.told: dict[str, int] = {}  # the hand-over of each id
        self.cut: Counter[str] = Counter()  # deliveries that the server did not know of yet when it was killed
        self.hand_overs = self.kills = self.failures = 0
        self._killed = False
        self.server.endpoints.fails, self.server.endpoints.after = self._fails, self._taken
        self.look()

    def _fails(self, address: str) -> bool:
        """Twice in a row at most, as far as the server knows: after a third time it is switched off."""
        failed = self._known_failures(address) < 2 and self.rng.random() < 0.15
        self.failures += failed
        return failed

    def _known_failures(self, address: str) -> int:
        register = self.server.lobby.notifications.register
        kept = [register.get(public_bytes(player.key)) for player in self.players]
        return next(way.failures for one in kept if one for way in one.subscriptions if way.address == address)

    def _taken(self) -> None:
        if self.rng.random() < 0.05:
            self._killed = True

    def look(self) -> None:
        """After each answer: whom the game waits for now."""
        live_game = self.server.live_game(self.players[0])
        asked = {live_game.place(side) for side in live_game.game.asked} if not live_game.ended else set()
        for place in (0, 1):
            if place not in asked:
                self.open.pop(place, None)
            elif place not in self.open:
                self.open[place] = Passed(place, len(self.server.endpoints.taken))
                self.hand_overs += 1

    def restart(self) -> None:
        self.kills += 1
        self._killed = False
        for one in reversed(self.server.endpoints.taken):
            if one.at < self.server.clock.now - UNKNOWN:
                break
            self.cut[f"{one.address} {one.told.id}"] += 1
        self.server.kill()
        self.server.start()

    def wait(self) -> None:
        """As long as it may take until all is told; the server is killed now and then."""
        clock = self.server.clock
        if self.rng.random() < 0.1:
            self.server.run(self.rng.random() * 2 * SETTLE)
            self.restart()
        end = clock.now + LONG
        while clock.next <= end:
            clock.step()
            if self._killed:
                self.restart()
                end = clock.now + LONG
        clock.now = end

    def check(self) -> None:
        """What waits for somebody was told him once by each of his ways, and under one id."""
        for passed in self.open.values():
            ids = set()
            for address in ADDRESSES[passed.place]:
                told = [one.told.id for one in self.server.endpoints.taken[passed.taken :] if one.address == address]
                assert told, "a hand-over was missed"
                assert len(told) <= 1 + self.cut[f"{address} {told[0]}"], "a hand-over was told twice"
                ids.update(told)
            assert len(ids) == 1, "one hand-over, two ids"
            assert self.told.setdefault(ids.pop(), id(passed)) == id(passed), "one id, two hand-overs"

    def turn(self) -> None:
        """One of those who are asked comes, and answers until it has passed on; then he goes."""
        place = self.rng.choice([*self.open])
        player = self.players[place]
        self.server.back(player)
        self.look()
        while place in self.open:
            self.server.step(player)
            self.look()
        self.server.away(player)

    def again(self) -> None:
        """The game is over: both come for another."""
        self.server.back(*self.players)
        for player in self.players:
            player.ask(Rematch, player.table)
        self.server.until(lambda: not self.server.live_game(self.players[0]).ended if self._playing() else False)
        self.server.run(0.1)
        for player in self.players:
            self.server.away(player)
        self.look()

    def _playing(self) -> bool:
        table = self.server.lobby.tables[self.players[0].table]
        return table.stored.status == "playing" and table.live_game is not None

    def go_on(self) -> None:
        """To the next time that somebody comes."""
        if not self.open:
            self.again()
        self.wait()
        self.check()
        self.turn()


def played(seed: int, hand_overs: int) -> Correspondence:
    """So many of them."""
    play = Correspondence(seed)
    while play.hand_overs < hand_overs:
        play.go_on()
    return play


def test_none_is_missed_and_none_doubled() -> None:
    """By the game's own word for whom it waits, held against what the endpoints took."""
    play = played(1, HAND_OVERS)
    assert play.kills >= HAND_OVERS // 20
    assert play.failures >= HAND_OVERS // 20
    assert len(play.told) <= play.hand_overs


def test_one_that_is_not_in_the_commit_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: it is remembered in memory alone, and a kill takes it along."""
    nothing: tuple[Write, ...] = ()
    monkeypatch.setattr(outbox.Outbox, "writes", lambda *_args: nothing)
    with pytest.raises(AssertionError, match="missed"):
        played(2, 300)


def test_one_that_is_not_noted_is_doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another: that he was told is not written down."""
    monkeypatch.setattr(outbox.Outbox, "_note", lambda *_args: None)
    with pytest.raises(AssertionError, match="twice"):
        played(3, 300)


