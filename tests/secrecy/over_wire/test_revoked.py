"""Keys that are revoked tell nothing of a game that goes on, while strangers give theirs up and a player tries to."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest

from ironbottom.server.lobby.club.names import Member
from ironbottom.server.lobby.club.registrar import Registrar
from ironbottom.server.transport.session import ClientSession
from ironbottom.wire.messages import Bye
from ironbottom.wire.naming import ClaimName, RevokeKey
from tests.secrecy.over_wire.asking import ask_by_the_clock
from tests.secrecy.over_wire.wholes import Whole
from tests.secrecy.over_wire.world import ScriptedPlayer, World
from tests.secrecy.reading import Leaked

NUMBERS = (0, 2)
ANSWERS = 60
COMING: dict[World, list[ScriptedPlayer]] = {}
GONE: list[bytes] = []  # what was said to those whose keys were revoked


class Revoker(ScriptedPlayer):
    """Somebody with a name of his own, who gives his key up."""

    def hear_bye(self, bye: Bye) -> None:
        GONE.append(bye.code.encode())


def act(world: World) -> None:
    """One comes, claims his name, revokes his key, and is gone; others have no name, and are refused."""
    came = COMING.setdefault(world, [])
    step = len(came) % 4
    if step == 0:
        one: ScriptedPlayer = Revoker(f"Lost {len(came)}", 100 + len(came))
        world.tap(one, "revoker")
    else:
        one = came[-1]
    came.append(one)
    if step == 1:
        one.ask(ClaimName, bytes([7]) * 32)
    elif step == 2 and one.session.state == "in":  # and the server was not killed meanwhile
        one.ask(RevokeKey)
    for player in (world.viewer, world.stranger):
        player.ask(RevokeKey)


@pytest.fixture(autouse=True)
def done(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    GONE.clear()
    COMING.clear()
    return ask_by_the_clock(monkeypatch, act)


def play() -> int:
    return sum([Whole(number, ANSWERS).play() for number in NUMBERS])


def test_every_byte_is_the_same_in_both_worlds(done: list[int]) -> None:
    assert play() > 20 * len(NUMBERS)
    assert done[0] > 50
    assert GONE.count(b"revoked") > 10


LEAKS: dict[str, Any] = {
    "the last card of a deck": lambda live: repr([forces.fleet_deck[:3] for forces in live.game.state.forces]),
    "the next card of a deck": lambda live: repr([forces.air_deck[-1:] for forces in live.game.state.forces]),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A farewell that hangs on the game that others play meanwhile."""
    right = Registrar._changed

    def leaking(self: Registrar, session: ClientSession, seq: int, member: Member, lost: bytes) -> None:
        if lost:
            tables = self._host.tables  # type: ignore[attr-defined]
            lives = [one.live_game for one in tables.values() if one.live_game]
            session.hang_up(Bye("revoked", f"{crc32(LEAKS[name](lives[0]).encode()) if lives else 0}"))
        right(self, session, seq, member, lost)

    monkeypatch.setattr(Registrar, "_changed", leaking)
    with pytest.raises(Leaked):
        play()
