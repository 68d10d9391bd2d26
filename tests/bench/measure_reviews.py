"""What it costs to review a game: the curve that is shown first, and all of it; here, and as a server has it made."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import mean
from tempfile import TemporaryDirectory
from time import perf_counter

from ironbottom.client.bots.review.making import THOROUGH, Reviewing
from ironbottom.client.bots.review.serving import file_of
from ironbottom.language import LANGUAGES
from ironbottom.proof.playback import nobody_waits
from ironbottom.rules import new_game
from ironbottom.server.ops.review_process import ARGV
from tests.bench.figures import Goal, Row
from tests.bench.measure_values import played
from tests.bench.measuring import Time, timed
from tests.bench.playing import CARDS
from tests.bench.run import Run
from tests.bench.signed import transcript
from tests.client.support.reviewed import moments_of, of_moments
from tests.support.players import seed

GAMES = 3  # each is reviewed once: it is the work of a minute
FIRST, WHOLE = 5.0, 60.0  # seconds: the issue


def measure(run: Run) -> list[Row]:
    """In the processor's time; the games are those of `mate`."""
    return [*_here(run), *_by_a_server(run)]


def _here(run: Run) -> list[Row]:
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


def _by_a_server(run: Run) -> list[Row]:
    """The process that a server starts: from its start to the curve, and to the files in all languages."""
    first, whole, sizes = list[float](), list[float](), list[int]()
    with TemporaryDirectory() as folder:
        for n in range(GAMES):
            run.say(f"a server's review {n + 1} of {GAMES}")
            place = Path(folder) / str(n)
            curve, cpu = served(transcript(n + 1), place)
            first.append(curve)
            whole.append(cpu)
            sizes += [file_of(place, language).stat().st_size for language in LANGUAGES]
    run.notes.append(f"a server's reviews: {mean(sizes) / 1e3:.0f} kB in a language; until the curve, by the wall.")
    return [
        Row("a server's review, until its curve", "ms", first, goal=Goal("<=", FIRST)),
        Row("a server's review, in all languages", "ms", whole, goal=Goal("<=", WHOLE)),
    ]


def served(data: bytes, place: Path) -> tuple[float, float]:
    """Seconds until the curve is told, and seconds of the processor until the review is kept."""
    before, begun = _of_children(), perf_counter()
    argv = [sys.executable, *ARGV, str(place)]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as made:
        assert made.stdin is not None
        assert made.stdout is not None
        made.stdin.write(b"%d\n" % len(data) + data)
        made.stdin.flush()
        told = made.stdout.readline()
        curve = perf_counter() - begun
        last = [told, *made.stdout][-1]
    assert told.startswith(b'{"curve"'), told
    assert last == b'{"kept":true}\n', last
    return curve, _of_children() - before


def _of_children() -> float:
    """Seconds of the processor of all that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
