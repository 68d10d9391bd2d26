"""What it costs to review a game: the curve that is shown first, and all of it."""

from __future__ import annotations

from functools import partial
from statistics import mean

from ironbottom.client.bots.review.making import THOROUGH, Reviewing
from ironbottom.proof.playback import nobody_waits
from ironbottom.rules import new_game
from tests.bench.figures import Goal, Row
from tests.bench.measure_values import played
from tests.bench.measuring import Time, timed
from tests.bench.playing import CARDS
from tests.bench.run import Run
from tests.client.support.reviewed import moments_of, of_moments
from tests.support.players import seed

GAMES = 3  # each is reviewed once: it is the work of a minute
FIRST, WHOLE = 5.0, 60.0  # seconds: the issue


def measure(run: Run) -> list[Row]:
    """In the processor's time; the games are those of `mate`."""
    first, whole, answers, decisions = list[Time](), list[Time](), list[int](), list[int]()
    for n in range(GAMES):
        run.say(f"review {n + 1} of {GAMES}")
        number, script = played(n)
        making = Reviewing(of_moments(moments_of(new_game(CARDS, seed(number)), script)), "", THOROUGH)
        first.append(timed(making.curve)[0])
        took, review = timed(partial(making.review, nobody_waits))
        whole.append(took)
        answers.append(len(script))
        decisions.append(len(review.decisions))
    text = "reviews: {games} games of mate, {answers:.0f} answers and {decisions:.0f} rated decisions on the mean."
    run.notes.append(text.format(games=GAMES, answers=mean(answers), decisions=mean(decisions)))
    return [
        Row("the first curve of a review", "ms", [t.cpu for t in first], goal=Goal("<=", FIRST)),
        Row("a review", "ms", [t.cpu for t in whole], goal=Goal("<=", WHOLE)),
    ]
