"""Answers in playouts: from cloned games that nobody listens to, by chance, to the end; taken, and looked at first."""

from __future__ import annotations

from collections.abc import Callable

from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.words import Side
from tests.bench.figures import Row, compared
from tests.bench.measuring import Time, in_turns, timed
from tests.bench.playing import kept, player
from tests.bench.run import Run

POSITIONS = 40
Give = Callable[[Game, Side, Answer], None]


def measure(run: Run) -> list[Row]:
    """What an answer costs with the choice of it, and what is saved where nobody looks whether it is legal."""
    games = kept(at_a_draw, POSITIONS)
    taken, looked_at = in_turns(
        run.rounds, [lambda k: (playouts(games, k, Game.take),), lambda k: (playouts(games, k, Game.answer),)], run.say
    )
    run.notes.append(f"answers: playouts of {POSITIONS} positions of random games, each at a draw, to the end.")
    return [
        compared("random answers in playouts, taken", "/s", taken[0], looked_at[0], "looked at first"),
        Row("a random answer in playouts, taken", "us", [t.cpu for t in taken[0]]),
    ]


def at_a_draw(g: Game) -> bool:
    """Whether a turn begins."""
    return bool(g.stack) and g.stack[-1].tag() == "draw"


def playouts(games: list[Game], number: int, give: Give) -> Time:
    """The mean time of an answer; the same playouts for the same number."""
    took, answers = timed(lambda: sum([played_on(g.clone(), number, give) for g in games]))
    return took.per(answers)


def played_on(g: Game, number: int, give: Give) -> int:
    """Play to the end by chance; the number of answers."""
    choose, before = player(number).choose, g.answers
    while g.asked:
        side, asked = next(iter(g.asked.items()))
        give(g, side, choose(asked))
    return g.answers - before
