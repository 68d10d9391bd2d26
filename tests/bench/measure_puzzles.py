"""Puzzles: what it takes to read all of them, and to judge one once more."""

from __future__ import annotations

from functools import partial

from ironbottom.client.bots.review.puzzles.solving.kinds import ODDS
from ironbottom.client.bots.review.puzzles.solving.shelf import FOLDER, shelf
from ironbottom.client.bots.review.puzzles.trying import ROLLOUTS, TrialGround
from tests.bench.figures import Goal, Row
from tests.bench.measuring import timed
from tests.bench.playing import CARDS
from tests.bench.run import Run

JUDGED = 3  # puzzles, each once
READ = 0.5  # seconds until the first puzzle can be shown


def measure(run: Run) -> list[Row]:
    """In the processor's time."""
    reads = [timed(shelf)[0] for _ in range(3)]
    puzzles = [one for one in shelf() if one.kind != ODDS]
    ground, judged = TrialGround(CARDS), []
    for one in puzzles[:: max(1, len(puzzles) // JUDGED)][:JUDGED]:
        run.say(f"puzzle {one.id}")
        here = ground.here(one.view)
        assert here is not None
        trials = ground.trials(here, [each.given for each in one.answers], "bench")
        worlds = ROLLOUTS // len(one.answers)
        judged.append(timed(partial(trials.go_on, worlds))[0])
    size = sum(file.stat().st_size for file in FOLDER.iterdir())
    run.notes.append(f"puzzles: {len(shelf())} in {size / 1e6:.1f} MB; a judgement has {ROLLOUTS} rollouts.")
    return [
        Row("reading all puzzles", "ms", [t.cpu for t in reads], goal=Goal("<=", READ)),
        Row("a judgement of a puzzle", "ms", [t.cpu for t in judged]),
    ]
