"""How players deploy, counted from games in which everything was seen: the prior of the worlds of a search.

    python -m ironbottom.client.launch.arena.training.deploying --games 600 --jobs 2 --out client/bots/light

Players of several rungs play themselves, so that no habit of one of them is taken for a law.  Events in the hand are
left at even: those that a player keeps are those that he cannot use, and worlds in which he could use them say less.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path

from msgspec.structs import replace
from rich.console import Console
from rich.progress import track

from ironbottom.rules import new_game
from ironbottom.worlds import Counts, Prior

from ....bots.light.deployments import SHIPPED
from ....console.running import telling
from ..workers import add_workers, spread
from .exploring import LIGHT, Games, decider
from .options import made_ready

PLAYERS = ("mate", LIGHT, "ensign", "seaman")  # one after the other
APART = 29  # answers between two positions that are counted
EVEN_SHARE = 0.1  # people may deploy as no bot does


def counted(games: Games, n: int) -> Counts:
    """The positions of the n-th game."""
    rng, counts = games.chance(n), Counts()
    game = new_game(games.cards, rng.randbytes(32), log=False)
    player, answers = decider(PLAYERS[n % len(PLAYERS)], games.cards, rng), 0
    while game.asked:
        side = next(iter(game.asked))
        if answers % APART == 0:
            counts.add(game)
        answers += 1
        game.take(side, player(game, side))
    return counts


@telling
def main(words: Sequence[str] | None = None) -> int:
    """Count, and write the file."""
    args = _asked(words)
    found, console = Counts(), Console(stderr=True)
    each = spread(partial(counted, args.of), range(args.games), args.jobs, args.cluster)
    for one in track(each, "games", args.games, console=console, transient=True, disable=not console.is_terminal):
        found.join(one)
    prior = with_doubt(found.prior(args.games))
    (args.out / SHIPPED).write_bytes(prior.to_json() + b"\n")
    print(f"{args.games} games: {args.out / SHIPPED}")
    return 0


def with_doubt(prior: Prior) -> Prior:
    """As it was counted, with a share of no opinion; none at all on events."""
    ships = {}
    for name, (front, middle, rear) in prior.ships.items():
        ships[name] = (_doubted(front), _doubted(middle), _doubted(rear))
    return replace(prior, ships=ships, event_in_hand=1.0)


def _doubted(weight: float) -> float:
    return round(EVEN_SHARE + (1 - EVEN_SHARE) * weight, 3)


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    """The options; `of` are the games.  What would be wrong at the end is told before the work begins."""
    prog = "python -m ironbottom.client.launch.arena.training.deploying"
    parser = argparse.ArgumentParser(prog=prog, description=__doc__)
    parser.add_argument("--games", type=int, default=600, help="how many (default: 600)")
    parser.add_argument("--seed", default="1", help="any word; the same seed plays the same games")
    parser.add_argument("--set", default="core", help="the set of cards")
    add_workers(parser)
    parser.add_argument("--out", type=Path, default=Path("build/value"), help="the folder for the file")
    args = parser.parse_args(words)
    if args.games < len(PLAYERS) or args.jobs < 1:
        parser.error(f"--games begins with {len(PLAYERS)}, --jobs with 1")
    return made_ready(parser, args)


if __name__ == "__main__":
    # By its own name: the workers of a cluster find `counted` there.
    sys.exit(import_module("ironbottom.client.launch.arena.training.deploying").main(sys.argv[1:]))
