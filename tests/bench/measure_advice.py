"""What one advice takes: at questions of whole games where there is something to decide."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ironbottom.client.bots.seat.advice.adviser import Adviser
from ironbottom.editions import NEWEST
from ironbottom.flow import Game
from ironbottom.questions import Answer
from ironbottom.rules import new_game
from ironbottom.sight import seen, view
from ironbottom.words import Side
from tests.bench.figures import Goal, Row
from tests.bench.measure_values import Played, played
from tests.bench.measuring import Time, timed
from tests.bench.playing import CARDS
from tests.bench.run import Run
from tests.support.players import seed

GAMES = 2
LONGEST = 1.5  # seconds: the issue


def measure(run: Run) -> list[Row]:
    """In the processor's time, for the US; the games are those of `mate`."""
    advice, weighing = list[Time](), list[Time]()
    for n in range(GAMES):
        run.say(f"advice {n + 1} of {GAMES}")
        for adviser, answer in _followed(played(n)):
            took, found = timed(adviser.advice)
            if found.answers:
                advice.append(took)
            took, found = timed(partial(adviser.weighed, answer))
            if found.given is not None:
                weighing.append(took)
    run.notes.append(f"advice: {len(advice)} questions of {GAMES} games of mate.")
    return [
        Row("an advice", "ms", [t.cpu for t in advice], goal=Goal("<=", LONGEST)),
        Row("whether an answer is a blunder", "ms", [t.cpu for t in weighing], goal=Goal("<=", LONGEST)),
    ]


def _followed(one: Played) -> Iterator[tuple[Adviser, Answer]]:
    """An adviser at each question of its seat, and what was answered."""
    number, script = one
    game: Game = new_game(CARDS, seed(number))
    adviser = Adviser(CARDS, Side.US, NEWEST)
    for side, answer in script:
        adviser.hears(seen(game.events or (), Side.US), view(game, Side.US))
        if side is Side.US:
            yield adviser, answer
            adviser.answered(answer)
        game = game.after(side, answer)
