"""In how many hand-overs two people finish a game: without standing orders, and with those that one gives at first.
The engine asks, and what a server answers by an order is answered by the same function here.

    python -m tests.bench.measure_hand_overs --games 200

A hand-over is a change of the player who has to come: whoever came answers all that he is asked (and waits a moment
for what his answers, and the other's orders, lead to), and then the other one is asked.  Both answer by hand what
`mate` would: so the only difference is who is spared a visit.  `--arena` plays as many games in this process, of `mate`
with the orders against `mate` without, each deal twice with the sides swapped, and counts who wins.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from statistics import mean, median, quantiles
from typing import NamedTuple

from ironbottom.catalog import card_set
from ironbottom.client.bots.registry import made
from ironbottom.client.launch.arena.in_process import Series, forget, tell
from ironbottom.client.launch.arena.standing import wilson
from ironbottom.client.text.question.standing_orders import usual_orders
from ironbottom.flow import Game
from ironbottom.proof.standing import ordered
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import view
from ironbottom.wire.orders import EVERY, StandingOrder
from ironbottom.words import SIDES, Side
from tests.bench.figures import Goal, Row
from tests.bench.run import Run

AT_MOST = 40  # hand-overs of a game that were promised
CARDS = card_set("core")
ROUND = 4  # games a round of the bench

Orders = Sequence[StandingOrder]
FORCED, HARMLESS = StandingOrder(EVERY, "pass-when-forced"), StandingOrder(EVERY, "harmless")
ALWAYS: Orders = (FORCED, *usual_orders())
BOTH_WITH: dict[str, Orders] = {  # what both have ordered
    "without orders": (),
    "one legal answer by order": (FORCED,),  # as two at one screen begin
    "and what loses nothing": (FORCED, HARMLESS),
    "the usual orders": ALWAYS,
}


class Visits(NamedTuple):
    """What a game took of the time of two people."""

    hand_overs: int
    asked: int  # questions that somebody had to answer himself
    answers: int
    turns: int
    winner: Side


def play(number: int, orders: tuple[Orders, Orders], series: Series) -> Visits:
    """A game between two people of whom each does at leisure what `mate` would."""
    game = new_game(CARDS, series.deal(number), log=True)
    bots = {side: made("mate", CARDS, series.chance(number, side)) for side in SIDES}
    here: Side | None = None
    hand_overs = asked = 0
    while game.asked:
        tell(game, bots)
        forget(game)
        side, answer = by_order(game, orders)
        if answer is None:
            came = here if here in game.asked else next(iter(game.asked))
            hand_overs, here, asked = hand_overs + (here is not None and came is not here), came, asked + 1
            side, answer = came, bots[came].choose(view(game, came))
        game.answer(side, answer)
    assert game.outcome is not None
    assert game.outcome.winner is not None  # nobody offers a draw here
    return Visits(hand_overs, asked, game.answers, game.state.turn, game.outcome.winner)


def by_order(game: Game, orders: tuple[Orders, Orders]) -> tuple[Side, Answer | None]:
    """What an order answers of all that is asked, as the server would find it."""
    for side in game.asked:
        answer = ordered(view(game, side), orders[side]) if orders[side] else None
        if answer is not None:
            return side, answer
    return next(iter(game.asked)), None


def measure(run: Run) -> list[Row]:
    """Hand-overs a game, before and with the orders."""
    series = Series("mate", "mate", "hand-overs", CARDS)
    before, after = [
        [mean([play(n, orders, series).hand_overs for n in range(k * ROUND, (k + 1) * ROUND)])
         for k in range(run.rounds)]
        for orders in (((), ()), (ALWAYS, ALWAYS))
    ]
    return [
        Row("hand-overs a game, without orders", "", before),
        Row("hand-overs a game, with the orders for his turn", "", after, goal=Goal("<=", AT_MOST)),
    ]


def told(name: str, found: list[Visits]) -> str:
    """One line of the report."""
    hands = sorted([one.hand_overs for one in found])
    tenth = quantiles(hands, n=10)[-1]
    return (
        f"{name:28} {len(found):5} {mean(hands):7.1f} {median(hands):7.1f} {tenth:7.1f} {hands[-1]:5}"
        f" {mean([one.asked for one in found]):8.1f} {mean([one.answers for one in found]):8.1f}"
        f" {mean([one.turns for one in found]):6.1f}"
    )


def report(games: int, seed: str) -> Iterator[str]:
    """With ever more orders, by the same deals."""
    series = Series("mate", "mate", seed, CARDS)
    heads = f"{'games':>5} {'mean':>7} {'median':>7} {'90 %':>7} {'most':>5} {'by hand':>8} {'answers':>8} {'turns':>6}"
    yield f"{'':28} {heads}"
    for name, orders in BOTH_WITH.items():
        yield told(name, [play(n, (orders, orders), series) for n in range(games)])


def arena(games: int, seed: str) -> str:
    """Who wins, if one has the orders and the other has not."""
    series, won = Series("with", "without", seed, CARDS), 0
    for n in range(games):
        side = SIDES[n % 2]
        both: list[Orders] = [(), ()]
        both[side] = ALWAYS
        won += play(n, (both[0], both[1]), series).winner is side
    low, high = wilson(won, games)
    return f"with the orders against without: {won}/{games} {won / games:.1%} ({low:.1%} to {high:.1%})"


def main(words: list[str]) -> int:
    """Print the figures; 1 where the promise is broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.measure_hand_overs", description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", default="1", help="any word; the same seed plays the same games")
    parser.add_argument("--arena", action="store_true", help="who wins, instead of how often one must come")
    asked = parser.parse_args(words)
    if asked.games < 2:
        parser.error("--games begins with 2")
    if asked.arena:
        print(arena(asked.games, asked.seed))
        return 0
    for line in report(asked.games, asked.seed):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
