"""Lists of who is blocked tell nothing of a game that goes on, while two block, lift and list all the time."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest
from msgspec.structs import replace

from ironbottom.server.lobby.club.meeting.blocks import Blocks
from ironbottom.server.transport.session import ClientSession
from ironbottom.wire.blocking import BlockedPlayer, BlockedPlayers, BlockPlayer, ListBlocks, Unblock
from ironbottom.wire.naming import ClaimName
from tests.secrecy.over_wire.asking import ask_by_the_clock
from tests.secrecy.over_wire.wholes import Whole
from tests.secrecy.over_wire.world import World
from tests.secrecy.reading import Leaked

NUMBERS = (0, 2)
ANSWERS = 60
KEY = "ABCD-EFGH-IJKL-MNOP"


def act(world: World) -> None:
    for player in (world.viewer, world.stranger):
        player.ask(BlockPlayer, KEY)
        player.ask(BlockPlayer, "Keeper")
        player.ask(ListBlocks)
        player.ask(Unblock, KEY)


def claim(world: World) -> None:
    for n, player in enumerate((world.viewer, world.stranger, world.keeper)):
        player.ask(ClaimName, bytes([n]) * 32)


@pytest.fixture(autouse=True)
def done(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    return ask_by_the_clock(monkeypatch, act, claim)


def play() -> int:
    return sum([Whole(number, ANSWERS).play() for number in NUMBERS])


def test_every_byte_is_the_same_in_both_worlds(done: list[int]) -> None:
    assert play() > 20 * len(NUMBERS)
    assert done[0] > 50


LEAKS: dict[str, Any] = {
    "the last card of a deck": lambda live: repr([forces.fleet_deck[:3] for forces in live.game.state.forces]),
    "the next card of a deck": lambda live: repr([forces.air_deck[-1:] for forces in live.game.state.forces]),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A time that hangs on the game that somebody plays meanwhile."""
    def leaking(self: Blocks, session: ClientSession, seq: int) -> None:
        lives = [one.live_game for one in self._host.tables.values() if one.live_game]  # type: ignore[attr-defined]
        mine = [*self._of.get(self._owner(session), {}).values()]
        at = crc32(LEAKS[name](lives[0]).encode()) if lives else 0
        told = [BlockedPlayer(one.key, one.name, at) for one in mine]
        session.tell(replace(BlockedPlayers(seq, ()), blocked=tuple(told)))

    monkeypatch.setattr(Blocks, "_show", leaking)
    with pytest.raises(Leaked):
        play()
