"""`ironbottom games`: a game that is counted first, and a thousand that were counted before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import json
from msgspec.structs import replace

from ironbottom.client.cli.statistics import keeping
from ironbottom.client.cli.statistics.figures import FORMAT, GameFigures
from ironbottom.client.cli.statistics.finding import found_games
from ironbottom.client.cli.statistics.keeping import FigureFile, KeptFigures, counted_games, stamp_of
from ironbottom.client.cli.statistics.summing import summed
from ironbottom.client.cli.statistics.telling import GamesWriter
from ironbottom.client.storage.card_sets import KnownSets
from ironbottom.proof.playback import nobody_waits
from tests.bench.figures import Goal, Row
from tests.bench.measuring import Time, timed
from tests.bench.run import Run
from tests.bench.signed import transcript
from tests.client.support.own_games import own_home

FIRST, KEPT = 5, 1_000  # games
SOON = 1.0  # seconds until all of them are told


def measure(run: Run) -> list[Row]:
    """In the processor's time; the games are those of `mate`."""
    run.say("games to be counted")
    data = [transcript(n) for n in range(1, FIRST + 1)]
    with home(*data) as folder:
        figures, first = counted_first(folder)
    run.say(f"{KEPT} games that were counted before")
    with home(*[b"\n"] * KEPT) as folder:
        keep(folder, figures)
        again = [timed(partial(tell, folder))[0] for _ in range(run.rounds)]
        size = (folder / keeping.FILE).stat().st_size
    run.notes.append(f"statistics: the figures of {KEPT} games are {size / 1e6:.1f} MB, made of {FIRST} games of mate.")
    return [
        Row("the statistics of a game, played again for them", "ms", [t.cpu for t in first]),
        Row("the statistics of 1,000 games, counted before", "ms", [t.cpu for t in again], goal=Goal("<=", SOON)),
    ]


@contextmanager
def home(*games: bytes) -> Iterator[Path]:
    """The folder of a player who has finished these."""
    with TemporaryDirectory() as folder:
        yield own_home(Path(folder) / "home", *games)


def counted_first(folder: Path) -> tuple[list[GameFigures], list[Time]]:
    """The figures of the games there, and how long each took."""
    found, times, figures = found_games(folder), list[Time](), list[GameFigures]()
    for one in found.files:
        took, counted = timed(
            partial(counted_games, folder, found._replace(files=[one]), KnownSets(None), nobody_waits)
        )
        assert not counted.faults, counted.faults
        times.append(took)
        figures += [game.figures for game in counted.games]
    return figures, times


def keep(folder: Path, figures: list[GameFigures]) -> None:
    """As if each of the files there held one of these games, a day after the one before."""
    kept = {
        str(path): KeptFigures(stamp_of(path), other(figures[n % len(figures)], n))
        for n, (path, _own) in enumerate(found_games(folder).files)
    }
    version = keeping.version()
    (folder / keeping.FILE).write_bytes(json.encode(FigureFile(FORMAT, version, kept)))


def other(figures: GameFigures, n: int) -> GameFigures:
    return replace(figures, game=f"{n:064x}", at=figures.at + n * 86_400)


def tell(folder: Path) -> list[str]:
    """All that `ironbottom games` prints."""
    counted = counted_games(folder, found_games(folder), KnownSets(None), nobody_waits)
    assert len(counted.games) == len(found_games(folder).files)
    return [*GamesWriter(counted.games, summed(counted.games)).lines(every=True)]
