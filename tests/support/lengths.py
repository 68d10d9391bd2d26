"""How long the long tests are: so much on every push, and more by night (`make test-night`).

By night every test runs, at full length.  A push takes a share of what is alike (`some`), and less of what is played by
the thousand; each of these numbers may be set by itself, by an environment variable of its name with IRONBOTTOM_ before
it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest

NIGHT = bool(os.environ.get("IRONBOTTOM_NIGHT"))

Thing = TypeVar("Thing")

by_night = pytest.mark.skipif(not NIGHT, reason="by night: make test-night")


def so_many(name: str, push: int, night: int) -> int:
    """How many there are in this run."""
    return int(os.environ.get(f"IRONBOTTOM_{name}", night if NIGHT else push))


def some(things: Iterable[Thing], push: int) -> tuple[Thing, ...]:
    """By night all of them; on a push so many, from the first on in equal steps."""
    known = tuple(things)
    return known if NIGHT or push >= len(known) else tuple([known[i * len(known) // push] for i in range(push)])


GAMES = so_many("GAMES", 100, 10_000)  # simulated games on faulty networks
JUMPS = so_many("JUMPS", 40, 10_000)  # and those in which time jumps
WHOLE_GAMES = so_many("WHOLE_GAMES", 400, 4_000)  # of the engine alone, and those that are known to reach what is rare
LAWS = so_many("LAWS", 12, 200)  # games that hypothesis draws for each law
WORLDS = so_many("WORLDS", 4, 200)  # games that are played in two worlds, which differ in secrets alone
SAMPLED = so_many("SAMPLED", 4, 400)  # games at each question of which a world is dealt
KILLS = so_many("KILLS", 50, 1_000)  # of a program that writes through the journal
IMAGES = so_many("IMAGES", 200, 25_000)  # damaged stores, and as many damaged logs
FUZZ = so_many("FUZZ", 120_000, 20_000_000)  # bodies for one reader each
BATTLE_FILES = so_many("BATTLE_FILES", 120, 20_000)  # with letters, lines and words changed
BATTLES = so_many("BATTLES", 1, 40)  # games of each battle, by each kind of player
CAMPAIGNS = so_many("CAMPAIGNS", 1, 5)  # of each, from the first battle to the last
PAIRS = so_many("PAIRS", 1_500, 60_000)  # of servers that differ in secrets alone
STOP = so_many("STOP", 4, 40)  # seconds for which a real server is stopped
ANSWERS = so_many("ANSWERS", 30, 10_000)  # until whoever only keeps another company gives up
SERVER_KILLS = so_many("SERVER_KILLS", 5, 1_000)  # of a whole server, with players who come back each time
HAND_OVERS = so_many("HAND_OVERS", 60, 10_000)  # to players who are away, with kills and failing endpoints
ROUNDS = so_many("ROUNDS", 1, 100)  # a server is backed up under load, lost, and put back elsewhere
LEAGUES = so_many("LEAGUES", 300, 3_000)  # simulated, of each truth about players and sides
RATED = so_many("RATED", 150, 3_000)  # simulated players, for each kind of games that they have played
EVENED = so_many("EVENED", 6, 200)  # games of two unequal bots with the rules that make them even
