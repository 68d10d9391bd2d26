"""A seat that moves tells nothing of a game that goes on, not a byte, while two come to fit all the time."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest

from ironbottom.keys import fingerprint, public_bytes
from ironbottom.server.lobby.club.meeting import moved_seats
from ironbottom.server.transport.session import ClientSession
from ironbottom.wire.blocking import BlockPlayer, Unblock
from ironbottom.wire.challenging import Moved, PostChallenge, Posted
from ironbottom.wire.messages import Resume
from ironbottom.wire.naming import ClaimName
from ironbottom.wire.terms import Terms
from tests.secrecy.over_wire.asking import EVERY, ask_by_the_clock
from tests.secrecy.over_wire.wholes import Whole
from tests.secrecy.over_wire.world import ScriptedPlayer, World
from tests.secrecy.reading import Leaked

NUMBERS = (0, 2)
ANSWERS = 60
TERMS = Terms(reach="open")
ROUND = 8
MOVED: list[Moved] = []
OTHERS: dict[World, ScriptedPlayer] = {}


def act(world: World) -> None:
    """Somebody seeks; then a stranger, whom he has blocked, until he lifts that."""
    n = round(world.now / EVERY)
    other, stranger, sought = OTHERS[world], world.stranger, (n // ROUND + 1).to_bytes(16)
    letters = fingerprint(public_bytes(stranger.key))
    match n % ROUND:
        case 0:
            other.ask(BlockPlayer, letters)
        case 1:
            other.ask(PostChallenge, sought, TERMS, seek=True, movable=True)
        case 4:
            stranger.ask(PostChallenge, sought, TERMS, seek=True, movable=True)
        case 5:
            other.ask(Unblock, letters)
            if n // ROUND % 2:
                come(other, stranger)
        case 6:
            world.lobby.sweep()
        case 7:
            come(other, stranger)
            MOVED.extend([one for player in (other, stranger) for one in player.told if isinstance(one, Moved)])


def come(*players: ScriptedPlayer) -> None:
    """To the table where each has posted last, wherever his seat is now; another's token is tried there, too."""
    seats = [[one for one in player.told if isinstance(one, Posted)][-1:] for player in players]
    for player, (mine, others) in zip(players, (seats, seats[::-1]), strict=True):
        for one in mine:
            player.ask(Resume, one.table, one.token)
        for one in others:
            player.ask(Resume, one.table, bytes(16))


def prepare(world: World) -> None:
    other = OTHERS[world] = ScriptedPlayer("Other", 6)
    world.stranger.tosses = other.tosses = False
    world.tap(other, "other")
    world.run(0.01)
    for n, player in enumerate((other, world.stranger)):
        player.ask(ClaimName, bytes([n]) * 32)


@pytest.fixture(autouse=True)
def done(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    MOVED.clear()
    OTHERS.clear()
    return ask_by_the_clock(monkeypatch, act, prepare)


def play() -> int:
    return sum([Whole(number, ANSWERS).play() for number in NUMBERS])


def test_every_byte_is_the_same_in_both_worlds(done: list[int]) -> None:
    assert play() > 20 * len(NUMBERS)
    assert done[0] > 50
    assert {one.seq == 0 for one in MOVED} == {True, False}  # he sat there, and he was away


LEAKS: dict[str, Any] = {
    "the last card of a deck": lambda live: repr([forces.fleet_deck[:3] for forces in live.game.state.forces]),
    "the next card of a deck": lambda live: repr([forces.air_deck[-1:] for forces in live.game.state.forces]),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place that hangs on the game that somebody plays meanwhile."""
    tell = moved_seats.MovedSeats.tell

    def leaking(self: moved_seats.MovedSeats, session: ClientSession, message: object) -> bool:
        (world,) = [one for one in OTHERS if one.lobby.every.moved is self]
        lives = [table.live_game for table in world.lobby.tables.values() if table.live_game]
        if isinstance(message, Resume) and lives:
            place = crc32(LEAKS[name](lives[0]).encode()) % 97
            self._seats = {old: seat._replace(table=f"T{place}") for old, seat in self._seats.items()}
        return tell(self, session, message)

    monkeypatch.setattr(moved_seats.MovedSeats, "tell", leaking)
    with pytest.raises(Leaked):
        play()
