"""How long the long tests are: so much on every push, and more by night (`make test-night`).

Each may be set by itself, by an environment variable of its name with IRONBOTTOM_ before it.
"""

from __future__ import annotations

import os

NIGHT = bool(os.environ.get("IRONBOTTOM_NIGHT"))


def so_many(name: str, push: int, night: int) -> int:
    """How many there are in this run."""
    return int(os.environ.get(f"IRONBOTTOM_{name}", night if NIGHT else push))


GAMES = so_many("GAMES", 2_000, 10_000)  # simulated games on faulty networks
JUMPS = so_many("JUMPS", 400, 10_000)  # and those in which time jumps
KILLS = so_many("KILLS", 50, 1_000)  # of a program that writes through the journal
IMAGES = so_many("IMAGES", 2_500, 25_000)  # damaged stores, and as many damaged logs
FUZZ = so_many("FUZZ", 1_000_000, 20_000_000)  # bodies for one reader each
PAIRS = so_many("PAIRS", 6_000, 60_000)  # of servers that differ in secrets alone
STOP = so_many("STOP", 4, 40)  # seconds for which a real server is stopped
SERVER_KILLS = so_many("SERVER_KILLS", 5, 1_000)  # of a whole server, with players who come back each time
