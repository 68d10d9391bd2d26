"""The figures of all games, kept in one file of the player's folder: each transcript is played again once.

A file counts as the same while its size and the time of its last change are; so does a review beside it.  What another
version of this program has kept is read anew.  Where nothing can be written, it only takes as long the next time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ironbottom.printed import CardSet

from ...bots.review.figures import GameReview
from ...bots.review.keeping import place_of
from ...console.errors import UserError
from ...storage.atomic_files import read_if_there, write_whole
from .figures import FORMAT, CountedGame, GameFigures, SectionFigures, SkillFigures
from .finding import FoundGames, IsOwn
from .reading import Unreadable, game_figures

FILE = "figures.json"

Stamp = tuple[int, int]  # bytes, and nanoseconds since 1970; of a file that is not there: zeros
Watching = Callable[[int, int], None]  # files looked at, and of how many


class KeptFigures(Struct, frozen=True):
    """What is known of a transcript."""

    stamp: Stamp
    figures: GameFigures | None  # None: it counts for nothing
    reviewed: Stamp = (0, 0)  # of the review beside it
    skill: SkillFigures | None = None


class FigureFile(Struct, frozen=True):
    """The file, by paths of transcripts."""

    format: int
    version: str
    games: dict[str, KeptFigures]


class CountedGames(NamedTuple):
    """All games that count, the oldest first, and a sentence for each file that does not."""

    games: list[CountedGame]
    faults: list[str]


_decode = msgspec.json.Decoder(FigureFile).decode


def counted_games(folder: Path, found: FoundGames, sets: Iterable[CardSet], watching: Watching) -> CountedGames:
    """The figures of these files; what is new of them is kept."""
    before, now, faults = _kept(folder), dict[str, KeptFigures](), [*found.faults]
    for n, (path, is_own) in enumerate(found.files):
        watching(n, len(found.files))
        try:
            now[str(path)] = _looked_at(path, is_own, sets, before.get(str(path)))
        except Unreadable as error:
            faults.append(str(error))
    watching(len(found.files), len(found.files))
    if now != before:
        _keep(folder, now)
    games = {one.figures.game: one for one in _counted(now)}  # a copy of a game is no other one
    return CountedGames(sorted(games.values(), key=lambda one: (one.figures.at, one.figures.game)), faults)


def _counted(kept: dict[str, KeptFigures]) -> Iterator[CountedGame]:
    for path, one in kept.items():
        if one.figures is not None:
            yield CountedGame(path, one.figures, one.skill)


def _looked_at(path: Path, is_own: IsOwn, sets: Iterable[CardSet], before: KeptFigures | None) -> KeptFigures:
    """What is known of a file now.  Raises Unreadable."""
    stamp, review = stamp_of(path), place_of(str(path))
    reviewed = stamp_of(review)
    same = before is not None and before.stamp == stamp
    if before is not None and same and before.reviewed == reviewed:
        return before
    figures = before.figures if before is not None and same else game_figures(path, is_own, sets)
    skill = None if figures is None else skill_in(review, figures.side)
    return KeptFigures(stamp, figures, reviewed, skill)


def stamp_of(path: Path) -> Stamp:
    """By which a file is known again."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


def skill_in(review: Path, side: str) -> SkillFigures | None:
    """What a review says of a side; None: there is none that can be read."""
    try:
        found = msgspec.json.decode(review.read_bytes(), type=GameReview)
    except (OSError, ValueError, RecursionError):
        return None
    sections: dict[str, SectionFigures] = {}
    for one in found.decisions:
        if one.side == side:
            was = sections.get(one.section, SectionFigures())
            sections[one.section] = SectionFigures(was.decisions + 1, was.loss + one.known.loss)
    luck = sum(found.account.luck.values())
    return SkillFigures(sections, luck if side == "US" else -luck)


def _kept(folder: Path) -> dict[str, KeptFigures]:
    try:
        found = _decode(read_if_there(folder / FILE) or b"")
    except (UserError, ValueError, RecursionError):
        return {}
    return found.games if (found.format, found.version) == (FORMAT, version()) else {}


def _keep(folder: Path, games: dict[str, KeptFigures]) -> None:
    with suppress(UserError):
        write_whole(folder / FILE, msgspec.json.encode(FigureFile(FORMAT, version(), games)))


def version() -> str:
    """Of this program."""
    return str(import_module("importlib.metadata").version("ironbottom"))
