"""How often two people at one screen change seats in a whole game (client/launch/alone/hotseat_game.py).

    python -m tests.bench.hand_overs                       20 games of mates
    python -m tests.bench.hand_overs --games 4 --every     hand over for each question, also where one answer is legal
    python -m tests.bench.hand_overs --player random --set full --harmless
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from statistics import mean, median

from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import made
from ironbottom.client.launch.arena.in_process import Series, forget, tell
from ironbottom.flow import Game
from ironbottom.proof.standing import ordered
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.wire.orders import EVERY, StandingOrder
from ironbottom.words import SIDES, Side


def hand_overs(series: Series, n: int, orders: tuple[StandingOrder, ...]) -> int:
    """How often the screen goes to the other, the first time to whoever begins."""
    game, changes, here = new_game(series.cards, series.deal(n), log=True), 0, None
    bots = {side: made(series.a, series.cards, series.chance(n, side)) for side in SIDES}
    while game.asked:
        tell(game, bots)
        forget(game)
        given = unasked(game, orders)
        if given is not None:
            game.answer(*given)
            continue
        if here not in game.asked:
            here, changes = next(iter(game.asked)), changes + 1
        assert here is not None
        game.answer(here, bots[here].choose(view(game, here)))
    return changes


def unasked(game: Game, orders: tuple[StandingOrder, ...]) -> tuple[Side, Answer] | None:
    """What the standing orders of somebody who is asked answer."""
    for side in game.asked:
        answer = ordered(view(game, side), orders)
        if answer is not None:
            return side, answer
    return None


def main(argv: Sequence[str]) -> int:
    """Play the games, and say how many there were."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.hand_overs")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--player", default="mate")
    parser.add_argument("--set", default="core")
    parser.add_argument("--every", action="store_true", help="without the order that both begin with")
    parser.add_argument("--harmless", action="store_true", help="both order the default where nothing is lost by it")
    args = parser.parse_args(argv)
    series = Series(args.player, args.player, "hand-overs", card_set(args.set))
    orders: tuple[StandingOrder, ...] = () if args.every else (StandingOrder(EVERY, "pass-when-forced"),)
    orders += (StandingOrder(EVERY, "harmless"),) if args.harmless else ()
    found = sorted(hand_overs(series, n, orders) for n in range(args.games))
    print(f"{args.games} games of {args.player}: {mean(found):.1f} hand-overs in the mean, {median(found):g} at the "
          f"median, {found[0]} to {found[-1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
