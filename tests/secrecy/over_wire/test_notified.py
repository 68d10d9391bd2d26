"""What leaves for an address that a player has given tells no secret: every byte, its time, order and size.

The viewer's own notifications must be the same in both worlds; so must those of the player who keeps the secrets, for
they may go to a place where the viewer reads them too. Of those the id alone may differ, which nobody can read: it
stands for an update of that seat, and is made with the server's key.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace
from twisted.internet.defer import Deferred, succeed

from ironbottom.server.lobby.notifications import outbox
from ironbottom.server.lobby.notifications.handover import HandOver
from ironbottom.server.lobby.notifications.notification import Notification
from ironbottom.server.lobby.notifications.outbox import Looking, Outbox
from ironbottom.server.lobby.notifications.sending.forms import FORMS
from ironbottom.server.lobby.notifications.sending.mail import message_of
from ironbottom.server.lobby.notifications.subscriber import StoredSubscription
from ironbottom.wire.notifying import Subscribe, Way
from tests.secrecy.over_wire.wholes import Whole
from tests.secrecy.over_wire.world import Heard, World, draw_alike
from tests.secrecy.reading import Leaked
from tests.support.lengths import NIGHT

WAYS: tuple[Way, ...] = ("webhook", "discord", "slack", "ntfy")
NUMBERS = (0, 2, 5) if not NIGHT else tuple([n for n in range(40) if n % 7 != 3 and n % 3 != 1])
ANSWERS = 120


class TapedEndpoints:
    """All endpoints of a world: what goes to them is on its tape, byte for byte."""

    ways: tuple[Way, ...] = (*WAYS, "mail")
    push = b""

    def __init__(self, world: World) -> None:
        self.world = world

    def deliver(self, one: StoredSubscription, told: Notification) -> Deferred[None]:
        if "keeper" in one.address:
            told = told._replace(id="x" * len(told.id))
        if one.way == "mail":
            data = message_of(one, told, "server@example.org", int(self.world.now)).as_bytes()
        else:
            asked = FORMS[one.way](one, told)
            data = repr((asked.method, asked.url, asked.headers)).encode() + asked.body
        self.world.tape.append(Heard(round(self.world.now, 6), f"endpoint of {one.address}", data))
        SENT[told.what] += 1
        return succeed(None)


SENT = Counter[str]()


@pytest.fixture(autouse=True)
def _told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both players are told of every question at once, as if they were away."""
    draw_alike(monkeypatch)
    SENT.clear()
    monkeypatch.setattr(outbox, "SETTLE", 0.01)
    monkeypatch.setattr(outbox, "PACE", 1e-6)
    monkeypatch.setattr(Outbox, "_looking", lambda *_args: Looking())
    start, sit_down = World._start, World._sit_down

    def started(world: World) -> None:
        start(world)
        world.lobby.notifications.courier = TapedEndpoints(world)

    def sat_down(world: World, terms: Any) -> None:
        sit_down(world, replace(terms, least=0))
        for player, name in ((world.viewer, "viewer"), (world.keeper, "keeper")):
            for way in WAYS:
                player.ask(Subscribe, way, f"https://example.org/{name}-{way}")
        world.run(0.5)

    monkeypatch.setattr(World, "_start", started)
    monkeypatch.setattr(World, "_sit_down", sat_down)


def play() -> None:
    for number in NUMBERS:
        Whole(number, ANSWERS).play()


def test_every_byte_is_the_same_in_both_worlds() -> None:
    """Over whole games and a kill; and there was enough of them."""
    play()
    assert SENT["turn"] > 50 * len(NUMBERS), SENT


def changed(monkeypatch: pytest.MonkeyPatch, change: Any) -> None:
    """Plant a leak: what `change` makes of a notification and the game."""
    before = Outbox.notification

    def leaking(self: Outbox, one: HandOver) -> Notification:
        told, table = before(self, one), self._host.tables[one.table]
        return told if table.live_game is None else change(told, one, table.live_game)

    monkeypatch.setattr(Outbox, "notification", leaking)


LEAKS: dict[str, Any] = {
    "the cards of a hand": lambda told, one, live: told._replace(
        name=f"{told.name} {sum(len(forces.hand) for forces in live.game.state.forces)}"
        f" {[str(card) for forces in live.game.state.forces for card in forces.hand]}"
    ),
    "the next card of a deck": lambda told, one, live: told._replace(
        link=f"{told.link}#{[forces.air_deck[-1:] for forces in live.game.state.forces]}"
    ),
    "how many steps were taken in private": lambda told, one, live: told._replace(turn=live.chain.entries),
    "the number of the update": lambda told, one, live: told._replace(game=one.number),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, LEAKS[name])
    with pytest.raises(Leaked):
        play()
